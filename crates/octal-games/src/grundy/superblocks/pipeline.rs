//! The pipeline: at the same time a superblock is computed, the far taps of the next are inserted,
//! and missing rare values of the one before are searched for.

use super::far::{FarStage, FarTasks, Inputs};
use super::history::{Columns, History, Marked, PrefixAndTail};
use super::postponed::{PendingHeaps, Searched};
use super::search::Search;
use super::serial::{Computed, Deferral, SerialStage};
use super::taps::TapRanges;
use super::tuning::{Counters, Tuning};
use super::witness::{Adaptive, SampleSource};
use crate::grundy::kernel::{Kernel, Vectors};
use crate::grundy::packed::{BLOCK, PIECE, Packing};
use crate::grundy::space::SparseSpace;
use crate::grundy::state::State;
use crate::grundy::values::{Slice, Value};
use crate::rules::Rules;
use rayon::ScopeFifo;
use std::mem;

/// A sequence that is continued superblock by superblock.
#[derive(Clone, Debug)]
pub struct Superblocks {
    vectors: Vectors,
    rules: Rules,
    space: SparseSpace,
    packing: Packing,
    tuning: Tuning,
    history: History,
    /// The number of the smallest heaps that the history keeps.
    kept: usize,
    adaptive: Adaptive,
    /// The far taps of the next superblock, if they have been inserted.
    far: Option<FarStage>,
    /// From this heap on the search for missing rare values is postponed.
    postpones_from: usize,
    /// The last heaps of the history, if they were taken for common.
    pending: Option<PendingHeaps>,
    /// True if nothing is verified, because all heaps are known to be common.
    takes_as_common: bool,
    counters: Counters,
    /// Values that were computed and not yet returned.
    ahead: Vec<u16>,
}

/// The heap from which on superblocks are tried.
pub(in crate::grundy) fn first_heap(rules: &Rules, tuning: &Tuning) -> usize {
    tuning.start.max(least_length(rules, tuning))
}

/// The bytes of the packed values of superblocks that continue this sequence.
pub(in crate::grundy) fn memory(state: &State<'_>, tuning: &Tuning) -> u64 {
    let kept = History::kept(state.rules, state.last_rare(), tuning);
    Columns::BYTES_PER_HEAP * History::length(state.values.len(), kept) as u64
}

/// The least length of a sequence that superblocks can continue.
fn least_length(rules: &Rules, tuning: &Tuning) -> usize {
    8 * tuning.superblock + 2 * PIECE + 4 * rules.last_place
}

/// For this many superblocks after a rare heap the search is not postponed: a further rare heap
/// would discard what was computed after it.
const QUIET_SUPERBLOCKS: usize = 4;

impl Superblocks {
    /// Continues this sequence; `None` if it has no splits, is too short, or has values that are
    /// too large, or if this CPU lacks the kernel.
    pub fn new(state: &State<'_>, tuning: &Tuning, kernel: Kernel) -> Option<Superblocks> {
        let length = least_length(state.rules, &tuning.clamped());
        if state.rules.splits.is_empty() || state.values.len() < length {
            return None;
        }
        Superblocks::between(&PrefixAndTail::of(state), tuning, kernel)
    }

    /// Continues a sequence of which the first and the last values are known; `None` if its values
    /// are too large, or if this CPU lacks the kernel.
    pub fn between(
        known: &PrefixAndTail<'_>,
        tuning: &Tuning,
        kernel: Kernel,
    ) -> Option<Superblocks> {
        let (vectors, tuning) = (kernel.vectors()?, tuning.clamped());
        let (rules, space) = (known.rules, known.space);
        let packing = Packing::new(space);
        let largest = usize::from(known.largest(&packing)?);
        if largest >= Marked::LIMIT {
            return None;
        }
        let marked = |&(r, value): &_| (r, Marked::new(packing.pack(value).into()));
        let taps = TapRanges::new(rules, space, known.rare.iter().map(marked).collect());
        let last_rare = taps.last_rare();
        let kept = History::kept(rules, last_rare, &tuning);
        Some(Superblocks {
            vectors,
            rules: rules.clone(),
            space,
            packing,
            tuning,
            history: History::new(known, &packing, kept),
            kept,
            adaptive: Adaptive::new(taps, largest, &tuning),
            far: None,
            postpones_from: last_rare + QUIET_SUPERBLOCKS * tuning.superblock,
            pending: None,
            takes_as_common: false,
            counters: Counters::default(),
            ahead: vec![],
        })
    }

    /// Takes all heaps for common from now on: no rare value is searched for.
    pub(in crate::grundy) fn take_as_common(&mut self) {
        self.takes_as_common = true;
        self.postpones_from = 0;
    }

    /// Bytes of the packed values.
    pub fn memory(&self) -> u64 {
        self.history.memory()
    }

    /// The number of times that each way was taken.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// The number of times that each way was taken since the last call.
    pub(in crate::grundy) fn take_counters(&mut self) -> Counters {
        mem::take(&mut self.counters)
    }

    /// The number of the smallest heaps kept when those in the middle are forgotten.
    pub(in crate::grundy) fn kept(&self) -> usize {
        self.kept
    }

    /// The last heap that is known to be rare, even if its value was not yet returned.
    pub(in crate::grundy) fn last_rare(&self) -> usize {
        self.adaptive.taps.last_rare()
    }

    /// True if there are values that were computed and not yet returned.
    pub(in crate::grundy) fn is_ahead(&self) -> bool {
        !self.ahead.is_empty()
    }

    /// Continues `values`, which nobody else has extended since the sequence was taken over, up to
    /// heap `to`.
    ///
    /// # Errors
    /// [`Deferral`] says why another engine has to compute the next heap. This engine continues
    /// only after the caller has passed its value, except after [`Deferral::TooWide`].
    pub fn extend<E: Value>(&mut self, values: &mut Vec<E>, to: usize) -> Result<(), Deferral> {
        while values.len() <= to {
            self.advance(values, to, usize::MAX)?;
        }
        Ok(())
    }

    /// Continues `values` by at most what was computed for one superblock, and not beyond heap
    /// `to`; heap `end` is left to another engine.
    ///
    /// # Errors
    /// Those of [`Superblocks::extend`].
    pub(in crate::grundy) fn advance<E: Value>(
        &mut self,
        values: &mut Vec<E>,
        to: usize,
        end: usize,
    ) -> Result<(), Deferral> {
        // A superblock may yield no value: if its search is postponed, or if its first heap has no
        // room in the sets. The next one has its values, or larger sets.
        while self.ahead.is_empty() {
            self.ahead = self.next(end)?;
        }
        let count = to.saturating_add(1).saturating_sub(values.len()).min(self.ahead.len());
        let largest = Slice::Words(&self.ahead[..count]).largest();
        if largest.is_some_and(|largest| E::new(largest).is_none()) {
            return Err(Deferral::TooWide);
        }
        values.extend(self.ahead.drain(..count).map(E::small));
        Ok(())
    }

    /// Computes a superblock, or its beginning up to heap `end`. Returns the next values, or none
    /// yet if their search is postponed.
    ///
    /// # Errors
    /// The reason why the next heap was not computed, if no value is returned.
    fn next(&mut self, end: usize) -> Result<Vec<u16>, Deferral> {
        let (before, mut searched) = (self.pending.take(), vec![]);
        if self.history.next() >= end {
            let before = before.ok_or(Deferral::NotHere)?;
            rayon::scope_fifo(|scope| self.search(scope, &before, &mut searched));
            return Ok(self.release(before.values, &Searched::of(searched)));
        }
        let far = self.prepare();
        let (start, wide) = (far.start, self.inputs(far.start).wide);
        let following = start + self.tuning.superblock;
        let superblock = following..following + self.tuning.superblock;
        let mut next = FarTasks::new(self.inputs(start), self.vectors, superblock);
        // The shortest tasks come last: a thread that waits longer than some 15 µs sleeps, and is
        // woken only after a multiple of that.
        let computed = rayon::scope_fifo(|scope| {
            next.spawn(scope);
            if let Some(before) = &before {
                self.search(scope, before, &mut searched);
            }
            self.vectors.run(self.serial_stage(far, end))
        });
        let (next, searched) = (next.into_stage(), Searched::of(searched));
        let Some(before) = before else {
            return self.settle(computed, next, wide);
        };
        let mut values = self.release(before.values, &searched);
        if searched.rare.is_none() {
            match self.settle(computed, next, wide) {
                Ok(more) => values.extend(more),
                // Those before are returned first; the next call meets the same heap again.
                Err(deferral) if values.is_empty() => return Err(deferral),
                Err(_) => {}
            }
        }
        Ok(values)
    }

    /// Appends the value of the next heap, which another engine has shown to be common; false if
    /// the sets have no room for it.
    pub(in crate::grundy) fn push(&mut self, value: u16) -> bool {
        debug_assert!(self.pending.is_none(), "a deferred heap is the next");
        let packed = self.packing.pack(value).into();
        let fits = packed < 64 * self.adaptive.capacity.words;
        if fits {
            self.history.push(Marked::new(packed));
            self.far = None;
        }
        fits
    }

    /// The far stage of the next superblock.
    fn prepare(&mut self) -> FarStage {
        let start = self.history.next();
        self.adaptive.taps.include(&self.rules);
        if self.adaptive.witnesses.is_due(start) {
            let verified = !self.takes_as_common;
            self.choose(|adaptive, source| adaptive.choose_witnesses(source, verified));
            // They were inserted into other planes.
            self.far = None;
        }
        self.choose(Adaptive::choose_leading);
        let far = self.far.take().filter(|far| far.start == start);
        far.unwrap_or_else(|| self.far_stage(start, start))
    }

    /// The far stage of the superblock from heap `start` on, where heaps from `known` on may still
    /// be unknown.
    fn far_stage(&self, known: usize, start: usize) -> FarStage {
        FarStage::new(self.inputs(known), self.vectors, start..start + self.tuning.superblock)
    }

    /// The serial stage of the superblock with this far stage, or of its beginning up to heap
    /// `end`.
    fn serial_stage(&self, far: FarStage, end: usize) -> SerialStage<'_> {
        let (start, heaps) = (far.start, self.tuning.superblock);
        let window = start - 2 * heaps - 2 * BLOCK - self.rules.last_place;
        SerialStage {
            is_plain: self.is_plain(start),
            inputs: self.inputs(start),
            far,
            space: self.space,
            window: self.history.last().part(window..start, heaps),
            end: end.min(start + heaps),
            postpones: start >= self.postpones_from,
        }
    }

    /// True if the heaps of the superblock from heap `start` on are taken for common, and have no
    /// options but those of taps, as far as is known now.
    fn is_plain(&self, start: usize) -> bool {
        let taps = &self.adaptive.taps;
        start >= self.postpones_from.max(taps.last_rare() + BLOCK + 1)
            && taps.included() == taps.rare.len()
            && taps.singles.others.is_empty()
    }

    /// Accepts the heaps computed and the far stage of the next superblock. Returns their values,
    /// unless their search is postponed.
    ///
    /// # Errors
    /// The reason why no value was computed.
    fn settle(
        &mut self,
        computed: Computed,
        next: FarStage,
        wide: bool,
    ) -> Result<Vec<u16>, Deferral> {
        let first = self.history.next();
        self.count(&computed);
        let heaps = computed.values.len();
        let adds_planes = self.adaptive.add_planes(heaps, computed.counters.beyond_planes);
        self.counters.more_planes += u64::from(adds_planes);
        // They were inserted into fewer planes.
        self.far = Some(next).filter(|_| !adds_planes);
        let postpones = first >= self.postpones_from;
        self.append(&computed);
        let Computed { values, blocks, mut deferral, .. } = computed;
        if deferral == Some(Deferral::TooLarge) {
            // The far taps were inserted into smaller sets.
            self.far = None;
            deferral = deferral.filter(|_| !self.adaptive.capacity.grow());
        }
        match deferral {
            Some(deferral) if values.is_empty() => Err(deferral),
            _ if postpones => {
                self.pending = Some(PendingHeaps { first, values, blocks, wide });
                Ok(vec![])
            }
            _ => Ok(values),
        }
    }

    /// The inputs of both stages while they compute heaps from n on.
    fn inputs(&self, n: usize) -> Inputs<'_> {
        // Up to here taps or splits may meet rare heaps. Splits are tried in chunks, the last of
        // which goes beyond the splits with a larger part n / 2.
        let last = 2 * (self.adaptive.taps.last_rare() + PIECE) + self.rules.last_place;
        Inputs {
            rules: &self.rules,
            packing: self.packing,
            history: &self.history,
            taps: &self.adaptive.taps,
            order: &self.adaptive.order,
            capacity: self.adaptive.capacity,
            wide: n <= last || self.adaptive.capacity.is_wide(),
        }
    }

    /// Spawns the search for the missing rare values of these heaps, unless all are known to be
    /// common.
    fn search<'s>(
        &'s self,
        scope: &ScopeFifo<'s>,
        heaps: &'s PendingHeaps,
        done: &'s mut Vec<Searched>,
    ) {
        let (history, order) = (&self.history, &self.adaptive.order);
        let (rules, wide) = (&self.rules, heaps.wide);
        let search = Search { history, window: history.last(), rules, order, wide };
        if !self.takes_as_common {
            heaps.spawn(scope, search, self.vectors, &self.packing, done);
        }
    }

    /// The values of these heaps, the last in the history, up to the first that was found to be
    /// rare, or for which not enough is kept; the history ends there.
    fn release(&mut self, mut values: Vec<u16>, searched: &Searched) -> Vec<u16> {
        self.counters += self.adaptive.learn(&searched.trials, &self.tuning);
        if let Some(rare) = searched.rare {
            values.truncate(values.len() - (self.history.next() - rare));
            self.history.truncate(rare);
            self.postpone_after(rare);
        }
        values
    }

    /// Appends the heaps of a superblock to the history.
    fn append(&mut self, computed: &Computed) {
        self.history.append(&computed.window);
        self.adaptive.taps.rare.extend(&computed.rare);
        if let Some(&(last, _)) = computed.rare.last() {
            self.postpone_after(last);
            self.kept = History::kept(&self.rules, last, &self.tuning);
        }
        self.history.forget(self.kept);
    }

    /// Postpones no search for a while after this rare heap.
    fn postpone_after(&mut self, rare: usize) {
        self.postpones_from = rare + QUIET_SUPERBLOCKS * self.tuning.superblock;
    }

    /// Chooses by a sample of the last heaps, and counts it.
    fn choose(&mut self, choose: impl FnOnce(&mut Adaptive, &SampleSource<'_>) -> Counters) {
        let Superblocks { history, rules, packing, tuning, adaptive, .. } = self;
        self.counters += choose(adaptive, &SampleSource { history, rules, packing, tuning });
    }

    /// Counts the ways taken.
    fn count(&mut self, computed: &Computed) {
        let (counters, taps) = (&mut self.counters, &self.adaptive.taps);
        counters.superblocks += 1;
        counters.compacted += u64::from(!self.history.is_all());
        counters.many_planes += u64::from(self.adaptive.capacity.planes.is_none());
        counters.held += u64::from(taps.holds());
        counters.witnesses += u64::from(!taps.witnesses.is_empty());
        counters.too_large += u64::from(computed.deferral == Some(Deferral::TooLarge));
        counters.new_rare += computed.rare.len() as u64;
        *counters += computed.counters;
        *counters += self.adaptive.learn(&computed.trials, &self.tuning);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::sparse::Sparse;

    /// Superblocks that keep next to nothing continue after heaps that only forgotten ones can
    /// decide, once the caller has passed their values. A value for which the sets have no room is
    /// refused.
    #[test]
    fn deferred_heaps_are_taken_over() {
        let mut deferred = 0;
        for code in ["0.106", "0.104", "0.34", "4.064"] {
            let mut sparse = Sparse::new(&code.parse().unwrap()).unwrap();
            sparse.extend(20_000).unwrap();
            let kernel = Kernel::chosen().unwrap();
            let mut superblocks = Superblocks::new(&sparse.state(), &Tuning::TINY, kernel).unwrap();
            let mut values = sparse.values().to_vec();
            sparse.extend(100_000).unwrap();
            let all = sparse.values().to_vec();
            while let Err(deferral) = superblocks.extend(&mut values, 100_000) {
                assert_eq!(deferral, Deferral::Forgotten);
                assert!(!superblocks.push(u16::MAX));
                let value = all[values.len()];
                assert!(superblocks.push(value));
                values.push(value);
                deferred += 1;
            }
            assert!(values == all, "{code}");
        }
        assert!(deferred > 0);
    }
}
