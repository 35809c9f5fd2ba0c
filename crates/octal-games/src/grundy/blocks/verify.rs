//! The second stage: every rare value below the least common one is shown to be that of an option.

use super::compute::{PLANES, at_least};
use super::taps::Splits;
use super::tuning::{Counters, Tuning};
use super::window::{MOST_PUSHED, Sample, Window, choose_taps};
use crate::grundy::kernel::{Job, Vector};
use crate::grundy::packed::{BLOCK, Packing};
use crate::grundy::state::State;
use crate::grundy::values::{Slice, Value};

/// Witnesses are chosen by this many of the last blocks.
pub(super) const SAMPLE_BLOCKS: usize = 8;
/// Of this many heaps at most one may have rare values below its own that the planes have no room for: they are
/// searched for one by one, which for more heaps would take longer than one more plane.
const HEAPS_PER_EXCEPTION: usize = 64;

/// The last packed values that are known, and the splits that are tried.
#[derive(Clone, Debug)]
pub(super) struct Verify {
    packing: Packing,
    splits: Splits,
    window: Window,
    /// Whether the values are known to be common, so that nothing has to be verified.
    known_common: bool,
    pub(super) counters: Counters,
}

impl Verify {
    /// After a sequence that has all the smaller parts that may be tried, 64·[`Tuning::part_blocks`] heaps and heap 0.
    ///
    /// `None` if it is too short otherwise, or if one of the values that splits may have is too large: sets know
    /// values below 64 only, and would take a larger one for another.
    pub(super) fn new(state: &State<'_>, packing: Packing, tuning: &Tuning) -> Option<Verify> {
        let splits = Splits::new(state, &packing, tuning.part_blocks);
        let reach = splits.reach() + SAMPLE_BLOCKS * BLOCK;
        let first = state.values.len().checked_sub(reach)?;
        if state.values.range(first..).iter().any(|value| !packing.has_room_for(value)) {
            return None;
        }
        let window = Window::new(first, reach);
        let mut verify =
            Verify { packing, splits, window, known_common: false, counters: Counters::default() };
        match state.values.range(first..) {
            Slice::Bytes(values) => verify.push_all(values),
            Slice::Words(values) => verify.push_all(values),
        }
        verify.choose_witnesses(tuning.witnesses);
        Some(verify)
    }

    fn choose_witnesses(&mut self, most: usize) {
        let block = |i: usize| -> [Sample; BLOCK] {
            let heap = self.window.heap() - BLOCK * i;
            let values = self.packing.unpack_common(heap, self.window.before(0, BLOCK * i));
            let counts = self.packing.others_below(&values);
            std::array::from_fn(|j| Sample {
                back: BLOCK * i - j,
                missing: !(u64::MAX << (counts[j] & 63)),
            })
        };
        let blocks: Vec<[Sample; BLOCK]> = (1..=SAMPLE_BLOCKS).map(block).collect();
        let all = std::mem::take(&mut self.splits.witnesses);
        self.splits.witnesses = choose_taps(all, most, &self.window, &blocks);
    }

    pub(super) fn memory(&self) -> u64 {
        self.window.memory()
    }

    /// Renumbers: adds `by` to every heap index.
    pub(super) fn shift(&mut self, by: usize) {
        self.window.shift(by);
    }

    /// From now on all heaps are taken for common.
    pub(super) fn take_as_common(&mut self) {
        self.known_common = true;
    }

    /// Takes over the next values.
    pub(super) fn push_all<E: Value>(&mut self, values: &[E]) {
        for values in values.chunks(MOST_PUSHED) {
            self.window.push_all(values.iter().map(|value| self.packing.pack(value.get()) as u8));
        }
    }
}

/// Verifies the next heaps, whose packed values blocks can hold: gives the values that they have if they are common,
/// and the heaps of which that was not shown.
pub(super) struct VerifyNext<'a> {
    pub(super) verify: &'a mut Verify,
    pub(super) packed: &'a [u8],
}

impl Job for VerifyNext<'_> {
    type Output = (Vec<u8>, Vec<usize>);

    #[inline(always)]
    fn run<V: Vector>(self, v: V) -> Self::Output {
        let VerifyNext { verify, packed } = self;
        let planes = verify.enough_planes(packed);
        let (mut values, mut deferred) = (Vec::with_capacity(packed.len()), vec![]);
        for packed in packed.chunks(BLOCK) {
            verify.window.next::<BLOCK>(0)[..packed.len()].copy_from_slice(packed);
            let most = packed.len();
            let (block, unshown) = match planes {
                2 => verify.block::<V, 2>(v, most),
                3 => verify.block::<V, 3>(v, most),
                4 => verify.block::<V, 4>(v, most),
                5 => verify.block::<V, 5>(v, most),
                6 => verify.block::<V, 6>(v, most),
                7 => verify.block::<V, 7>(v, most),
                _ => verify.block::<V, 8>(v, most),
            };
            // Values of blocks are below 128.
            values.extend_from_slice(&block.map(|value| value as u8)[..most]);
            let mut heaps = unshown;
            while heaps != 0 {
                deferred.push(verify.window.heap() + heaps.trailing_zeros() as usize);
                heaps &= heaps - 1;
            }
            verify.window.advance(most);
        }
        verify.counters.unverified += deferred.len() as u64;
        (values, deferred)
    }
}

impl Verify {
    /// The least number of planes that at most one heap in [`HEAPS_PER_EXCEPTION`] goes beyond.
    fn enough_planes(&self, packed: &[u8]) -> usize {
        let is_enough = |&planes: &usize| {
            let beyond = at_least(packed, self.packing.below(8 * planes) as u8);
            beyond * HEAPS_PER_EXCEPTION <= packed.len()
        };
        PLANES.into_iter().find(is_enough).unwrap_or(8)
    }

    /// The values of the next `most` heaps, and which of them are not certain, as bits.
    #[inline(always)]
    fn block<V: Vector, const P: usize>(&mut self, v: V, most: usize) -> ([u16; BLOCK], u64) {
        let values = self.packing.unpack_common(self.window.heap(), self.window.before(0, 0));
        if self.known_common {
            return (values, 0);
        }
        let counts = self.packing.others_below(&values);
        (values, self.unshown::<V, P>(v, &counts, most))
    }

    /// Which of the next `most` heaps have a rare value below their common one that no split tried
    /// shows to be an option. Heap i of the block has counts[i] such values.
    #[inline(always)]
    fn unshown<V: Vector, const P: usize>(
        &mut self,
        v: V,
        counts: &[u8; BLOCK],
        most: usize,
    ) -> u64 {
        let witnesses = self.splits.witnesses.iter();
        let options = witnesses.map(|tap| (self.window.before(0, tap.offset), tap.packed));
        let shown = v.insert_all(v.empty::<P>(), options);
        self.counters.splits += (self.splits.witnesses.len() * BLOCK) as u64;
        let missing = v.without(v.below::<P>(counts), shown);
        let asked = if most == BLOCK { u64::MAX } else { !(u64::MAX << most) };
        let beyond = if P < 8 { v.larger(counts, 8 * P as u8) } else { 0 };
        let mut heaps = (v.inhabited(missing) | beyond) & asked;
        let words = v.words(missing);
        let mut unshown = heaps;
        while heaps != 0 {
            let i = heaps.trailing_zeros() as usize;
            heaps &= heaps - 1;
            let mut missing = words[i % BLOCK];
            if beyond >> i & 1 == 1 {
                missing |= u64::MAX << (8 * P % 64) & !(u64::MAX << (counts[i % BLOCK] % 64));
            }
            if self.search(v, i, missing) {
                unshown &= !(1 << i);
            }
        }
        unshown
    }

    /// Whether every value of the set `missing` is that of an option of heap i of the block.
    #[inline(always)]
    fn search<V: Vector>(&mut self, v: V, i: usize, mut missing: u64) -> bool {
        while missing != 0 {
            let x = missing.trailing_zeros() as u8;
            if !self.search_one(v, i, x) {
                return false;
            }
            missing &= missing - 1;
        }
        true
    }

    /// Whether the packed value x is that of an option of heap i of the block. All places are tried with 64 parts before
    /// it is asked whether one gave x: nearly always one did, and a question whose answer is known in advance costs
    /// nothing.
    #[inline(always)]
    fn search_one<V: Vector>(&mut self, v: V, i: usize, x: u8) -> bool {
        for (parts, largest) in self.splits.parts.iter().zip((BLOCK..).step_by(BLOCK)) {
            let mut shown = 0;
            for k in &self.splits.places {
                self.counters.searched += BLOCK as u64;
                shown |= v.sums_equal(self.window.before(i, k + largest), parts, x);
            }
            if shown != 0 {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::kernel::Kernel;
    use crate::grundy::sparse::Sparse;

    /// Which of 50 heaps are not shown, as bits.
    struct WithPlanes<'a>(&'a mut Verify, usize, &'a [u8; BLOCK]);

    impl Job for WithPlanes<'_> {
        type Output = u64;

        #[inline(always)]
        fn run<V: Vector>(self, v: V) -> u64 {
            let WithPlanes(verify, planes, counts) = self;
            match planes {
                2 => verify.unshown::<V, 2>(v, counts, 50),
                3 => verify.unshown::<V, 3>(v, counts, 50),
                _ => verify.unshown::<V, 8>(v, counts, 50),
            }
        }
    }

    /// Rare values for which the planes have no room are searched for: as many heaps are shown as with all planes, where
    /// some are shown and others are not.
    #[test]
    fn beyond_the_planes() {
        let mut sparse = Sparse::new(&"0.174".parse().unwrap()).unwrap();
        sparse.extend(60_000).unwrap();
        let state = sparse.state();
        let packing = Packing::new(state.space);
        let tuning = Tuning { witnesses: 80, part_blocks: 2, ..Tuning::DEFAULT };
        let verify = Verify::new(&state, packing, &tuning).unwrap();
        let mut random = fastrand::Rng::with_seed(61);
        let (mut shown, mut unshown, mut searched) = (0, 0, 0);
        for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.is_supported()) {
            // Enough for a machine with one kernel.
            for _ in 0..150 {
                let counts = std::array::from_fn(|_| random.u8(0..30));
                let mut all = verify.clone();
                let expected = kernel.run(WithPlanes(&mut all, 8, &counts)).unwrap();
                for planes in [2, 3] {
                    let mut few = verify.clone();
                    let found = kernel.run(WithPlanes(&mut few, planes, &counts)).unwrap();
                    assert_eq!(found, expected, "{planes} planes");
                    searched += few.counters.searched - all.counters.searched;
                }
                assert!(expected >> 50 == 0);
                (shown, unshown) =
                    (shown + 50 - expected.count_ones(), unshown + expected.count_ones());
            }
        }
        assert!(shown.min(unshown) > 1000 && searched > 10_000, "{shown} {unshown} {searched}");
    }
}
