//! The moves of the blocked engine, as distances and numbers.

use super::tables::Close;
use super::tap::Tap;
use crate::grundy::layout::{BLOCK, GROUP};
use crate::grundy::packed::Short;
use crate::grundy::state::State;

/// How many witnesses to choose from, in units of 64: to learn from more takes longer than it saves.
const WITNESS_BLOCKS: usize = 16;

/// The options with a common value, sorted by how they are inserted.
#[derive(Clone, Debug)]
pub(super) struct Taps {
    /// Taps with offset below GROUP, from there below 2·GROUP, from there below BLOCK, and all
    /// others.
    pub(super) close: Close,
    pub(super) near: Vec<Tap>,
    pub(super) middle: Vec<Tap>,
    pub(super) far: Vec<Tap>,
}

impl Taps {
    /// `None` if a rare value has no short number.
    pub(super) fn new(state: &State<'_>, short: &Short) -> Option<Taps> {
        let taps = state.taps(short)?;
        let (close, taps): (Vec<_>, Vec<_>) = taps.into_iter().partition(|t| t.offset < GROUP);
        let (near, taps): (Vec<_>, Vec<_>) = taps.into_iter().partition(|t| t.offset < 2 * GROUP);
        let (middle, far) = taps.into_iter().partition(|t| t.offset < BLOCK);
        Some(Taps { close: Close::new(&close), near, middle, far })
    }

    /// How far below a heap its taps look, at most.
    pub(super) fn reach(&self) -> usize {
        self.far.iter().map(|tap| tap.offset).fold(BLOCK + GROUP, usize::max)
    }

    /// How many taps have an offset below BLOCK.
    pub(super) fn near_taps(&self) -> usize {
        self.close.taps() + self.near.len() + self.middle.len()
    }
}

/// The splits by which rare values are shown to be options.
#[derive(Clone, Debug)]
pub(super) struct Splits {
    /// Options with a rare value: moves to one heap, and splits with a small common part.
    pub(super) witnesses: Vec<Tap>,
    /// The short numbers of the heaps 64, …, 1, then of 128, …, 65, and so on; 255 for rare heaps.
    pub(super) parts: Vec<[u8; BLOCK]>,
    /// All places with splits.
    pub(super) places: Vec<usize>,
}

impl Splits {
    pub(super) fn new(state: &State<'_>, short: &Short, part_blocks: usize) -> Splits {
        let places: Vec<usize> = state.rules.splits.iter().map(|split| split.k).collect();
        let witness_blocks = part_blocks.min(WITNESS_BLOCKS / places.len().max(1));
        Splits {
            witnesses: state.witnesses(short, BLOCK * witness_blocks),
            parts: state.parts(short, part_blocks),
            places,
        }
    }

    /// How far below a heap its splits look, at most.
    pub(super) fn reach(&self) -> usize {
        let places = self.places.iter().map(|k| k + BLOCK * self.parts.len());
        self.witnesses.iter().map(|tap| tap.offset).chain(places).fold(BLOCK, usize::max)
    }
}

impl State<'_> {
    /// The options with a common value, by ascending distance: splits with a rare part, and moves
    /// to one heap where those are common. `None` if a rare value has no short number.
    fn taps(&self, short: &Short) -> Option<Vec<Tap>> {
        let mut taps = self.singles(false);
        for &r in self.rare.iter() {
            let x = short.of(self.values[r])?;
            taps.extend(self.rules.splits.iter().map(|split| Tap::new(split.k + r, x)));
        }
        taps.sort_unstable();
        taps.dedup();
        Some(taps)
    }

    /// Options with a rare value: moves to one heap where those are rare, and splits with a common
    /// part up to `largest`, by ascending part.
    fn witnesses(&self, short: &Short, largest: usize) -> Vec<Tap> {
        let mut taps = self.singles(true);
        for a in 1..=largest {
            if let Some(x) = self.common_part(short, a) {
                taps.extend(self.rules.splits.iter().map(|split| Tap::new(split.k + a, x)));
            }
        }
        taps
    }

    /// [`Splits::parts`].
    fn parts(&self, short: &Short, blocks: usize) -> Vec<[u8; BLOCK]> {
        let number = |a| self.common_part(short, a).unwrap_or(u8::MAX);
        (1..=blocks).map(|block| std::array::from_fn(|i| number(BLOCK * block - i))).collect()
    }

    fn common_part(&self, short: &Short, a: usize) -> Option<u8> {
        let value = self.values[a];
        short.of(value).filter(|_| !self.space.is_rare(a, value))
    }

    /// The moves to one common heap whose value is rare, or common, where it arises: at an odd
    /// distance position parity turns one into the other.
    fn singles(&self, rare: bool) -> Vec<Tap> {
        let turned = |k: usize| self.space.position_parity && k % 2 == 1;
        let places = self.rules.singles.iter().filter(|&&k| turned(k) == rare);
        places.map(|&k| Tap::new(k, 0)).collect()
    }
}
