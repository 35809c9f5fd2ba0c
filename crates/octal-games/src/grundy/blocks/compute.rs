//! The first stage: for each heap the least common value that no tap has, block by block.

use super::taps::Taps;
use super::tuning::Counters;
use super::window::{self, Window};
use crate::grundy::kernel::{Job, Vector};
use crate::grundy::packed::{BLOCK, GROUP, Packing};
use crate::grundy::state::State;
use crate::grundy::values::{Slice, Value};

/// The numbers of planes for which there is code, in ascending order.
pub(super) const PLANES: [usize; 7] = [2, 3, 4, 5, 6, 7, 8];
/// At most one heap in `SELDOM` may need more planes than there are; the sparse engine computes it.
const SELDOM: usize = 1 << 14;
/// This many are tolerated however short the sequence is.
const FEW: usize = 3;

/// The last packed values, and all that decides the next.
#[derive(Clone, Debug)]
pub(super) struct Compute {
    pub(super) packing: Packing,
    taps: Taps,
    /// The heaps to come that split into two rare parts, the next one last.
    pairs: Vec<usize>,
    window: Window,
    /// One of [`PLANES`].
    planes: usize,
    /// How many heaps, from `first` on, need more planes than each number of [`PLANES`]: all of them were
    /// computed by another engine.
    too_large: [usize; PLANES.len()],
    /// The first heap taken over.
    first: usize,
    /// A heap that another engine has to compute.
    deferred: Option<usize>,
    pub(super) counters: Counters,
}

impl Compute {
    /// Begins after this sequence, in memory that another one has given up; `None` if a value is too large
    /// to be packed.
    pub(super) fn new(state: &State<'_>, packing: Packing, memory: Vec<u8>) -> Option<Compute> {
        let taps = Taps::new(state, &packing)?;
        let first = state.values.len().checked_sub(taps.reach())?;
        let mut compute = Compute {
            packing,
            pairs: state.pairs(),
            window: Window::within(memory, first, taps.reach()),
            taps,
            planes: PLANES[0],
            too_large: [0; PLANES.len()],
            first,
            deferred: None,
            counters: Counters::default(),
        };
        let fits = match state.values.range(first..) {
            Slice::Bytes(values) => compute.push_all(values),
            Slice::Words(values) => compute.push_all(values),
        };
        fits.then_some(compute)
    }

    /// Its memory, for another one.
    pub(super) fn into_memory(self) -> Vec<u8> {
        self.window.into_memory()
    }

    /// The next heap.
    pub(super) fn heap(&self) -> usize {
        self.window.heap()
    }

    /// The next heap, if another engine has to compute it.
    pub(super) fn deferred(&self) -> Option<usize> {
        self.deferred.filter(|&heap| heap == self.window.heap())
    }

    pub(super) fn memory(&self) -> u64 {
        self.window.memory()
    }

    /// Renumbers: adds `by` to every heap index.
    pub(super) fn shift(&mut self, by: usize) {
        debug_assert!(by == 0 || self.pairs.is_empty());
        self.window.shift(by);
        self.first += by;
    }

    /// Takes over the next values; false if one is too large.
    pub(super) fn push_all<E: Value>(&mut self, values: &[E]) -> bool {
        let packing = self.packing;
        for values in values.chunks(window::MOST_PUSHED) {
            let packed = values.iter().map(|value| packing.pack(value.get()));
            if !packing.has_room_for_packed(packed.clone().max().unwrap_or(0)) {
                return false;
            }
            let packed: Vec<u8> = packed.map(|s| s as u8).collect();
            for (count, planes) in self.too_large.iter_mut().zip(PLANES) {
                *count += at_least(&packed, packing.below(8 * planes) as u8);
            }
            self.window.push_all(packed.into_iter());
        }
        self.choose_planes();
        true
    }

    /// Adds planes if more than [`FEW`] heaps would need them, and more than one in [`SELDOM`].
    fn choose_planes(&mut self) {
        let heaps = self.window.heap() - self.first;
        let is_enough = |&(planes, large): &(usize, usize)| {
            planes >= self.planes && large.saturating_sub(FEW) * SELDOM <= heaps
        };
        let least = PLANES.into_iter().zip(self.too_large).find(is_enough);
        self.planes = least.map_or(8, |(planes, _)| planes);
    }
}

/// How many of the packed values are at least `limit`. The counts of a piece fit into bytes, so that
/// the compiler counts many values at a time.
pub(super) fn at_least(packed: &[u8], limit: u8) -> usize {
    const PIECE: usize = 3 * BLOCK;
    let count = |piece: &[u8]| piece.iter().map(|&s| u8::from(s >= limit)).sum::<u8>();
    packed.chunks(PIECE).map(|piece| usize::from(count(piece))).sum()
}

/// Computes packed values ahead of those that are verified.
pub(super) struct ComputeNext<'a> {
    pub(super) compute: &'a mut Compute,
    /// The most heaps, a multiple of BLOCK.
    pub(super) most: usize,
    /// The heap before which they end.
    pub(super) end: usize,
}

impl Job for ComputeNext<'_> {
    type Output = Vec<u8>;

    #[inline(always)]
    fn run<V: Vector>(self, v: V) -> Vec<u8> {
        let ComputeNext { compute: c, most, end } = self;
        let mut packed = Vec::with_capacity(most);
        while packed.len() < most && c.window.heap() < end && c.deferred().is_none() {
            let wanted = BLOCK.min(end - c.window.heap());
            let computed = c.block(v, wanted);
            packed.extend_from_slice(&c.window.before::<BLOCK>(0, 0)[..computed]);
            c.window.advance(computed);
            if computed < wanted {
                c.deferred = Some(c.window.heap());
            }
        }
        packed
    }
}

impl Compute {
    /// Computes the packed values of the next block, and says how many of them, at most `most`, come
    /// before a heap that another engine has to compute.
    #[inline(always)]
    fn block<V: Vector>(&mut self, v: V, most: usize) -> usize {
        let words = match self.planes {
            2 => self.options::<V, 2>(v),
            3 => self.options::<V, 3>(v),
            4 => self.options::<V, 4>(v),
            5 => self.options::<V, 5>(v),
            6 => self.options::<V, 6>(v),
            7 => self.options::<V, 7>(v),
            _ => self.options::<V, 8>(v),
        };
        match self.taps.tables.offsets() {
            (0, _) => self.by_groups::<V, 0, 8>(v, &words),
            (1, _) => self.by_groups::<V, 1, 1>(v, &words),
            (2, _) => self.by_groups::<V, 2, 1>(v, &words),
            (3, _) => self.by_groups::<V, 3, 1>(v, &words),
            (_, 1) => self.by_groups::<V, 7, 1>(v, &words),
            (_, 2..4) => self.by_groups::<V, 6, 2>(v, &words),
            _ => self.by_groups::<V, 4, 4>(v, &words),
        }
        let counters = &mut self.counters;
        counters.block += (self.taps.block.len() * BLOCK) as u64;
        counters.group += (self.taps.within_block() * BLOCK) as u64;
        counters.blocks += 1;
        let small = self.small_enough(self.packing.below(8 * self.planes)).min(most);
        self.counters.too_large += u64::from(small < most);
        let single = self.before_pair(small);
        self.counters.pairs += u64::from(single < small);
        single
    }

    /// For each heap of the block the values that block taps give it.
    #[inline(always)]
    fn options<V: Vector, const P: usize>(&self, v: V) -> [u64; BLOCK] {
        let taps = self.taps.block.iter();
        let taps = taps.map(|tap| (self.window.before(0, tap.offset), tap.packed));
        v.words(v.insert_all(v.empty::<P>(), taps))
    }

    /// The least common value of each heap, group by group; of the offsets below 8 see [`TapTables`].
    #[inline(always)]
    fn by_groups<V: Vector, const OFFSETS: usize, const LEAST: usize>(
        &mut self,
        v: V,
        block: &[u64; BLOCK],
    ) {
        let mut last = v.last(self.window.before(0, BLOCK + GROUP));
        let mut packed = *self.window.before(0, GROUP);
        for (words, i) in block.as_chunks::<GROUP>().0.iter().zip((0..).step_by(GROUP)) {
            let mut seen = v.eight(words);
            for tap in &self.taps.early_group {
                seen = v.insert_eight::<true>(seen, &last, tap.offset, tap.packed);
            }
            for tap in &self.taps.late_group {
                seen = v.insert_eight::<false>(seen, &last, tap.offset, tap.packed);
            }
            packed = self.taps.tables.packed::<OFFSETS, LEAST>(&packed, &v.missing(seen));
            *self.window.next(i) = packed;
            v.push(&mut last, packed);
        }
    }

    /// How many heaps of the block come before the first whose packed value is not below `limit`.
    #[inline(always)]
    fn small_enough(&self, limit: usize) -> usize {
        let block = self.window.before::<BLOCK>(0, 0);
        if usize::from(block.iter().fold(0, |largest, &s| largest.max(s))) < limit {
            return BLOCK;
        }
        block.iter().position(|&s| usize::from(s) >= limit).unwrap_or(BLOCK)
    }

    /// How many of the next `most` heaps come before the first that splits into two rare parts.
    #[inline(always)]
    fn before_pair(&mut self, most: usize) -> usize {
        while self.pairs.last().is_some_and(|&pair| pair < self.window.heap()) {
            self.pairs.pop();
        }
        self.pairs.last().map_or(most, |pair| most.min(pair - self.window.heap()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::kernel::Kernel;
    use crate::grundy::sparse::Sparse;

    /// More planes than are needed change no packed value, whatever the kernel.
    #[test]
    fn any_number_of_planes() {
        let mut sparse = Sparse::new(&"0.104".parse().unwrap()).unwrap();
        sparse.extend(30_000).unwrap();
        let all = sparse.values();
        let state = State { values: all.range(..20_000), ..sparse.state() };
        let packing = Packing::new(state.space);
        let compute = Compute::new(&state, packing, vec![]).unwrap();
        let expected: Vec<u8> =
            all.range(20_000..30_001).iter().map(|value| packing.pack(value) as u8).collect();
        assert!(compute.planes < 5);
        for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.is_supported()) {
            for planes in PLANES.into_iter().filter(|&planes| planes >= compute.planes) {
                let mut compute = Compute { planes, ..compute.clone() };
                let next = ComputeNext { compute: &mut compute, most: 1 << 14, end: 30_001 };
                assert_eq!(kernel.run(next).unwrap(), expected, "{planes} planes");
            }
        }
    }
}
