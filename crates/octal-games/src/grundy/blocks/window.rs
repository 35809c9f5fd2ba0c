//! A sliding window: the last packed values of a sequence as bytes in one piece.
//!
//! Witnesses are chosen by it: the splits to try first to show that rare values are values of options. [`unshown`]
//! applies them to heaps whose values are known, block by block.

use super::taps::Tap;
use super::tuning::Tuning;
use super::verify::{Verify, VerifyNext};
use crate::grundy::kernel::Kernel;
use crate::grundy::packed::{BLOCK, Packing};
use crate::grundy::state::State;
use std::ops::Range;

/// About this many heaps are computed between two moves of the bytes.
const STRIDE: usize = 1 << 14;
/// The most heaps that can be pushed at once.
pub(super) const MOST_PUSHED: usize = STRIDE - BLOCK;

/// The bytes of a window in which `reach` heaps have to stay.
pub(super) fn length(reach: usize) -> usize {
    reach.saturating_add(reach / 4).saturating_add(STRIDE)
}

/// The packed values of the last heaps before heap [`Window::heap`], and room for a block from there.
#[derive(Clone, Debug)]
pub(super) struct Window {
    bytes: Vec<u8>,
    /// Index of the next heap.
    end: usize,
    /// How many heaps before the next one have to stay.
    reach: usize,
    /// The next heap.
    heap: usize,
}

impl Window {
    /// No heap yet: the first will be `heap`. At least `reach` heaps must be pushed before any is asked for.
    pub(super) fn new(heap: usize, reach: usize) -> Window {
        Window::within(vec![], heap, reach)
    }

    /// The same in memory that another window has given up: to get new memory from the system takes longer
    /// than to fill it.
    pub(super) fn within(mut memory: Vec<u8>, heap: usize, reach: usize) -> Window {
        memory.resize(length(reach), 0);
        Window { bytes: memory, end: 0, reach, heap }
    }

    /// Its memory, for another window.
    pub(super) fn into_memory(self) -> Vec<u8> {
        self.bytes
    }

    /// The next heap.
    #[inline(always)]
    pub(super) fn heap(&self) -> usize {
        self.heap
    }

    pub(super) fn memory(&self) -> u64 {
        self.bytes.capacity() as u64
    }

    /// Renumbers: adds `by` to every heap index.
    pub(super) fn shift(&mut self, by: usize) {
        self.heap += by;
    }

    /// Appends the packed values of the next heaps, at most [`MOST_PUSHED`].
    pub(super) fn push_all(&mut self, packed: impl ExactSizeIterator<Item = u8>) {
        let count = packed.len();
        if self.end + count > self.bytes.len() {
            self.move_down();
        }
        self.bytes[self.end..][..count].iter_mut().zip(packed).for_each(|(to, s)| *to = s);
        self.advance(count);
    }

    /// Accepts the next `count` heaps, which have been written to [`Window::next`].
    #[inline(always)]
    pub(super) fn advance(&mut self, count: usize) {
        self.end += count;
        self.heap += count;
        if self.end + BLOCK > self.bytes.len() {
            self.move_down();
        }
    }

    #[cold]
    fn move_down(&mut self) {
        self.bytes.copy_within(self.end - self.reach..self.end, 0);
        self.end = self.reach;
    }

    /// `N` heaps, the first of which is `back` below heap i of the block.
    #[inline(always)]
    pub(super) fn before<const N: usize>(&self, i: usize, back: usize) -> &[u8; N] {
        self.bytes[self.end + i - back..].first_chunk().expect("there is room for a block")
    }

    /// `N` heaps of the block, from its heap i on.
    #[inline(always)]
    pub(super) fn next<const N: usize>(&mut self, i: usize) -> &mut [u8; N] {
        self.bytes[self.end + i..].first_chunk_mut().expect("there is room for a block")
    }
}

/// A heap from which witnesses are learnt.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    /// How many heaps it is before the next one.
    pub(super) back: usize,
    /// The packed values that must be shown to be those of options, as a set.
    pub(super) missing: u64,
}

/// Of `taps`, a few that show nearly all the wanted values of these heaps, the best first.
///
/// Blocks of heaps are looked at in turn: what the taps chosen before do not show is shown by
/// further taps, those first that show most. O(taps · wanted values) a block.
pub(super) fn choose_taps(
    mut taps: Vec<Tap>,
    most: usize,
    window: &Window,
    blocks: &[[Sample; BLOCK]],
) -> Vec<Tap> {
    let mut chosen = vec![];
    for block in blocks {
        let mut missing = block.to_vec();
        for &tap in &chosen {
            remove(&mut missing, window, tap);
        }
        while !missing.is_empty() && chosen.len() < most {
            let gains = taps.iter().map(|&tap| gain(&missing, window, tap));
            let best = gains.enumerate().min_by_key(|&(i, gain)| (!gain, i));
            let Some((i, _)) = best.filter(|&(_, gain)| gain > 0) else { break };
            chosen.push(taps.remove(i));
            remove(&mut missing, window, chosen[chosen.len() - 1]);
        }
    }
    chosen
}

/// At how many heaps the tap shows a missing value.
fn gain(missing: &[Sample], window: &Window, tap: Tap) -> usize {
    missing.iter().filter(|sample| sample.missing & option(window, sample.back, tap) != 0).count()
}

/// Takes the option values of a tap from what is missing.
fn remove(missing: &mut Vec<Sample>, window: &Window, tap: Tap) {
    missing.retain_mut(|sample| {
        sample.missing &= !option(window, sample.back, tap);
        sample.missing != 0
    });
}

/// The option value of a tap as a set.
fn option(window: &Window, back: usize, tap: Tap) -> u64 {
    let [packed] = window.before(0, back + tap.offset);
    1 << ((u64::from(*packed) ^ tap.packed) & 63)
}

/// Heaps that are verified at once.
const HEAPS_AT_ONCE: usize = BLOCK << 8;

/// How far below a heap the larger part of a split that [`unshown`] tries may be.
pub(crate) fn reach(state: &State<'_>, tuning: &Tuning) -> usize {
    BLOCK * tuning.part_blocks + state.rules.last_place
}

/// Of these heaps of the sequence those with a rare value below their own of which no move tried shows that
/// it is an option: a move to a single heap, or a split whose smaller part is at most
/// 64·[`Tuning::part_blocks`] heaps.
///
/// All heaps from `heaps.start` − 2·[`reach`] on must be common, and these be more than 64·[`Tuning::part_blocks`] heaps
/// beyond heap 0. `None` if a value near them is too large for blocks, if those before them are too few to choose
/// witnesses by, or if this CPU lacks the kernel. O(splits tried).
pub(crate) fn unshown(
    state: &State<'_>,
    heaps: Range<usize>,
    tuning: &Tuning,
    kernel: Kernel,
) -> Option<Vec<usize>> {
    let (packing, mut unshown) = (Packing::new(state.space), vec![]);
    let before = State { values: state.values.range(..heaps.start), ..state.clone() };
    let mut verify = Verify::new(&before, packing, tuning)?;
    for values in state.values.range(heaps).chunks(HEAPS_AT_ONCE) {
        if values.iter().any(|&value| !packing.has_room_for(value)) {
            return None;
        }
        let packed: Vec<u8> = values.iter().map(|&value| packing.pack(value) as u8).collect();
        let next = VerifyNext { verify: &mut verify, packed: &packed };
        let (_, heaps) = kernel.run(next)?;
        unshown.extend(heaps);
    }
    Some(unshown)
}

#[cfg(test)]
mod unshown_tests {
    use super::*;
    use crate::grundy::sparse::Sparse;

    /// A heap is left out only if a move with a small part shows each of its rare values, and where all splits
    /// are tried that are allowed, it is named only if none does.
    #[test]
    fn as_by_the_definition() {
        // Position parity (0.104), moves to a single heap (0.354), unequal parts (0.4!5!4), few splits tried.
        let tunings = [Tuning::TINY, Tuning { witnesses: 256, part_blocks: 2, ..Tuning::TINY }];
        let codes = ["0.16", "0.104", "0.354", "0.4!5!4"];
        for (code, tuning) in codes.into_iter().flat_map(|code| tunings.map(|t| (code, t))) {
            let mut sparse = Sparse::new(&code.parse().unwrap()).unwrap();
            sparse.extend(24_000).unwrap();
            let (state, values) = (sparse.state(), sparse.values());
            let (rules, largest) = (state.rules, BLOCK * tuning.part_blocks);
            let first = state.last_rare() + 2 * reach(&state, &tuning) + 600;
            assert!(first < 20_000, "{code}: {first}");
            let found = Kernel::ALL.into_iter().filter(|kernel| kernel.is_supported());
            let found =
                found.map(|kernel| unshown(&state, first..24_001, &tuning, kernel).unwrap());
            let found: Vec<_> = found.collect();
            assert!(found.iter().all(|heaps| *heaps == found[0]), "{code}");
            let has = |n: usize, v: u16| {
                let is_split = |k: usize| (1..=largest).any(|a| values[a] ^ values[n - k - a] == v);
                rules.singles.iter().any(|&k| values[n - k] == v)
                    || rules.splits.iter().any(|split| is_split(split.k))
            };
            for n in first..=24_000 {
                let mut rare = (0..values[n]).filter(|&v| state.space.is_rare(n, v));
                let is_shown = rare.all(|v| has(n, v));
                let is_named = found[0].binary_search(&n).is_ok();
                assert!(is_shown || is_named, "{code}: {n}");
                assert!(!(is_shown && is_named) || tuning == Tuning::TINY, "{code}: {n}");
            }
            assert!((100..20_000).contains(&found[0].len()), "{code}: {}", found[0].len());
        }
    }
}
