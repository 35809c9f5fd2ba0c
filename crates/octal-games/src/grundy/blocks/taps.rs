//! The moves of a game as taps and witnesses, sorted by how they are inserted. A tap is one option of every heap.

use super::tables::TapTables;
use crate::grundy::packed::{BLOCK, GROUP, Packing};
use crate::grundy::state::State;

/// Witnesses are chosen from this many splits, in units of 64: more would take longer than they save.
const WITNESS_BLOCKS: usize = 16;

/// The options with a common value, sorted by how they are inserted.
#[derive(Clone, Debug)]
pub(super) struct Taps {
    /// Offset below [`GROUP`]: looked up in tables.
    pub(super) tables: TapTables,
    /// From there below 2·[`GROUP`]: inserted for a group of heaps once the group before is known.
    pub(super) late_group: Vec<Tap>,
    /// From there below [`BLOCK`]: inserted for a group of heaps, while the group before is not known yet.
    pub(super) early_group: Vec<Tap>,
    /// From [`BLOCK`] on: inserted for a whole block.
    pub(super) block: Vec<Tap>,
}

impl Taps {
    /// `None` if a rare value is too large to be packed.
    pub(super) fn new(state: &State<'_>, packing: &Packing) -> Option<Taps> {
        let taps = state.taps(packing)?;
        let (closest, taps): (Vec<_>, Vec<_>) = taps.into_iter().partition(|t| t.offset < GROUP);
        let (late_group, taps): (Vec<_>, Vec<_>) =
            taps.into_iter().partition(|t| t.offset < 2 * GROUP);
        let (early_group, block) = taps.into_iter().partition(|t| t.offset < BLOCK);
        Some(Taps { tables: TapTables::new(&closest), late_group, early_group, block })
    }

    /// The largest offset, but at least those of a block and a group together: groups look back so far.
    pub(super) fn reach(&self) -> usize {
        self.block.iter().map(|tap| tap.offset).fold(BLOCK + GROUP, usize::max)
    }

    /// How many taps have an offset below BLOCK.
    pub(super) fn within_block(&self) -> usize {
        self.tables.taps() + self.late_group.len() + self.early_group.len()
    }
}

/// The splits by which rare values are shown to be options.
#[derive(Clone, Debug)]
pub(super) struct Splits {
    /// Options with a rare value: moves to one heap, and splits with a small common part.
    pub(super) witnesses: Vec<Tap>,
    /// The packed values of the heaps 64, …, 1, then of 128, …, 65, and so on; 255 for heaps that are rare, or whose
    /// value has no room.
    pub(super) parts: Vec<[u8; BLOCK]>,
    /// All places with splits.
    pub(super) places: Vec<usize>,
}

impl Splits {
    pub(super) fn new(state: &State<'_>, packing: &Packing, part_blocks: usize) -> Splits {
        let places: Vec<usize> = state.rules.splits.iter().map(|split| split.k).collect();
        let witness_blocks = part_blocks.min(WITNESS_BLOCKS / places.len().max(1));
        Splits {
            witnesses: state.witnesses(packing, BLOCK * witness_blocks),
            parts: state.parts(packing, part_blocks),
            places,
        }
    }

    /// The largest distance of a heap and the larger part of a split tried, or 64 if that is more.
    pub(super) fn reach(&self) -> usize {
        let places = self.places.iter().map(|k| k + BLOCK * self.parts.len());
        self.witnesses.iter().map(|tap| tap.offset).chain(places).fold(BLOCK, usize::max)
    }
}

impl State<'_> {
    /// The options with a common value, by ascending distance: splits with a rare part, and moves
    /// to one heap where those are common. `None` if a rare value is too large to be packed.
    fn taps(&self, packing: &Packing) -> Option<Vec<Tap>> {
        let mut taps = self.singles(false);
        for &r in self.rare.iter() {
            let packed = packing.pack_small(self.values[r])?;
            taps.extend(self.rules.splits.iter().map(|split| Tap::new(split.k + r, packed)));
        }
        taps.sort_unstable();
        taps.dedup();
        Some(taps)
    }

    /// Options with a rare value: moves to one heap where those are rare, and splits with a common
    /// part up to `largest`, by ascending part.
    fn witnesses(&self, packing: &Packing, largest: usize) -> Vec<Tap> {
        let mut taps = self.singles(true);
        for a in 1..=largest {
            if let Some(packed) = self.common_part(packing, a) {
                taps.extend(self.rules.splits.iter().map(|split| Tap::new(split.k + a, packed)));
            }
        }
        taps
    }

    /// [`Splits::parts`].
    fn parts(&self, packing: &Packing, blocks: usize) -> Vec<[u8; BLOCK]> {
        let part = |a| self.common_part(packing, a).unwrap_or(u8::MAX);
        (1..=blocks).map(|block| std::array::from_fn(|i| part(BLOCK * block - i))).collect()
    }

    /// The packed value of heap a, if it is common and can be packed.
    fn common_part(&self, packing: &Packing, a: usize) -> Option<u8> {
        let value = self.values[a];
        packing.pack_small(value).filter(|_| !self.space.is_rare(a, value))
    }

    /// The moves to one common heap whose value is rare at the heap that is moved from, if `rare` says so,
    /// or else common there: with position parity, an odd distance turns one into the other.
    fn singles(&self, rare: bool) -> Vec<Tap> {
        let turned = |k: usize| self.space.position_parity && k % 2 == 1;
        let places = self.rules.singles.iter().filter(|&&k| turned(k) == rare);
        places.map(|&k| Tap::new(k, 0)).collect()
    }
}

/// An option of every heap n: its packed value is that of heap n − `offset`, ⊕ s.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Tap {
    pub(super) offset: usize,
    /// s in each of the eight bytes.
    pub(super) packed: u64,
}

impl Tap {
    pub(super) fn new(offset: usize, packed: u8) -> Tap {
        Tap { offset, packed: u64::from_ne_bytes([packed; 8]) }
    }
}
