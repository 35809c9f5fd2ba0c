//! The pipeline: at the same time a superblock is computed, the far taps of the next are inserted, and missing rare
//! values of the one before are searched for.

use super::columns::{Columns, Marked};
use super::deferral::Deferral;
use super::far::{FarStage, Inputs};
use super::history::{Ends, History};
use super::postponed::{PendingHeaps, Searched};
use super::search::Search;
use super::serial::{Computed, SerialStage};
use super::tap::MarkedTap;
use super::taps::KnownSequence;
use super::tuning::{Counters, Tuning};
use super::witness::{Learnt, Lesson};
use crate::grundy::kernel::Vectors;
use crate::grundy::packed::{BLOCK, PIECE, Packing};
use crate::grundy::space::SparseSpace;
use crate::grundy::state::State;
use crate::rules::Rules;

/// The last packed values of a sequence, and all that decides the next.
#[derive(Clone, Debug)]
pub(super) struct Pipeline {
    vectors: Vectors,
    rules: Rules,
    space: SparseSpace,
    packing: Packing,
    tuning: Tuning,
    history: History,
    /// How many of the smallest heaps the history keeps.
    kept: usize,
    learnt: Learnt,
    /// The far taps of the next superblock, if they have been inserted.
    far: Option<FarStage>,
    /// From this heap on the search for missing rare values is postponed.
    postpones_from: usize,
    /// The last heaps of the history, if they were taken for common.
    pending: Option<PendingHeaps>,
    /// True if nothing is verified, because all heaps are known to be common.
    takes_as_common: bool,
    pub(super) counters: Counters,
}

/// For this many superblocks after a rare heap the search is not postponed: a further rare heap would
/// discard what was computed after it.
const QUIET_SUPERBLOCKS: usize = 4;

impl Pipeline {
    /// Continues a sequence; `None` if a value is too large.
    pub(super) fn new(state: &State<'_>, tuning: Tuning, vectors: Vectors) -> Option<Pipeline> {
        let pipeline = Pipeline::without_history(KnownSequence::of_state(state)?, tuning, vectors);
        let history = History::new(state, &pipeline.packing, pipeline.kept);
        Some(Pipeline { history, ..pipeline })
    }

    /// Continues a sequence of which both ends are known; `None` if a value is too large.
    pub(super) fn of_ends(ends: &Ends<'_>, tuning: Tuning, vectors: Vectors) -> Option<Pipeline> {
        let pipeline = Pipeline::without_history(KnownSequence::of_ends(ends)?, tuning, vectors);
        let history = History::of_ends(ends, &pipeline.packing, pipeline.kept);
        Some(Pipeline { history, ..pipeline })
    }

    /// Continues a sequence; its history is still to be packed.
    fn without_history(known: KnownSequence<'_>, tuning: Tuning, vectors: Vectors) -> Pipeline {
        let KnownSequence { rules, space, packing, taps, largest } = known;
        let last_rare = taps.last_rare();
        Pipeline {
            vectors,
            rules: rules.clone(),
            space,
            packing,
            tuning,
            history: History::all(Columns::new(0, 0)),
            kept: History::kept(rules, last_rare, &tuning),
            learnt: Learnt::new(taps, largest, &tuning),
            far: None,
            postpones_from: last_rare + QUIET_SUPERBLOCKS * tuning.superblock,
            pending: None,
            takes_as_common: false,
            counters: Counters::default(),
        }
    }

    /// Takes all heaps for common from now on: no rare value is searched for.
    pub(super) fn take_as_common(&mut self) {
        self.takes_as_common = true;
        self.postpones_from = 0;
    }

    /// Bytes of the packed values.
    pub(super) fn memory(&self) -> u64 {
        self.history.memory()
    }

    /// The last heap that is known to be rare.
    pub(super) fn last_rare(&self) -> usize {
        self.learnt.taps.last_rare()
    }

    /// How many of the smallest heaps are kept when those in the middle are forgotten.
    pub(super) fn kept(&self) -> usize {
        self.kept
    }

    /// Computes a superblock, or its beginning up to heap `end`. Returns the next values, or none yet if their search
    /// is postponed.
    ///
    /// # Errors
    /// The reason why the next heap was not computed, if no value is returned.
    pub(super) fn next(&mut self, end: usize) -> Result<Vec<u16>, Deferral> {
        let before = self.pending.take();
        if self.history.next() >= end {
            let before = before.ok_or(Deferral::NotHere)?;
            let searched = self.search(&before);
            return Ok(self.release(before.values, &searched));
        }
        let far = self.prepare();
        let (start, wide) = (far.start, self.inputs(far.start).wide);
        let (computed, (next, searched)) = rayon::join(
            || self.vectors.run(self.serial_stage(far, end)),
            || {
                rayon::join(
                    || self.far_stage(start, start + self.tuning.superblock),
                    || before.as_ref().map(|before| self.search(before)),
                )
            },
        );
        let Some((before, searched)) = before.zip(searched) else {
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

    /// Appends the value of the next heap, which another engine has shown to be common; false if the sets
    /// have no room for it.
    pub(super) fn push(&mut self, value: u16) -> bool {
        debug_assert!(self.pending.is_none(), "a deferred heap is the next");
        let packed = self.packing.pack(value).into();
        let fits = packed < 64 * self.learnt.room.words;
        if fits {
            self.history.push(Marked::new(packed));
            self.far = None;
        }
        fits
    }

    /// The far stage of the next superblock.
    fn prepare(&mut self) -> FarStage {
        let start = self.history.next();
        // The sets of the last block of a superblock lack taps with offsets below this at most.
        let reach = 2 * self.tuning.superblock + BLOCK;
        self.learnt.taps.include(&self.rules, reach);
        if self.learnt.witnesses.is_due(start) {
            let verified = !self.takes_as_common;
            self.choose(|learnt, lesson| learnt.choose_witnesses(lesson, verified));
            // They were inserted into other planes.
            self.far = None;
        }
        self.choose(Learnt::choose_leading);
        let far = self.far.take().filter(|far| far.start == start);
        far.unwrap_or_else(|| self.far_stage(start, start))
    }

    /// The far stage of the superblock from heap `start` on, where heaps from `known` on may still be unknown.
    fn far_stage(&self, known: usize, start: usize) -> FarStage {
        FarStage::new(self.inputs(known), self.vectors, start..start + self.tuning.superblock)
    }

    /// The serial stage of the superblock with this far stage, or of its beginning up to heap `end`.
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

    /// True if the heaps of the superblock from heap `start` on are taken for common, and have no options but those of
    /// taps, as far as is known now.
    fn is_plain(&self, start: usize) -> bool {
        let taps = &self.learnt.taps;
        start >= self.postpones_from.max(taps.last_rare() + BLOCK + 1)
            && taps.included() == taps.rare.len()
            && taps.singles.others.is_empty()
    }

    /// Accepts the heaps computed and the far stage of the next superblock. Returns their values, unless their search
    /// is postponed.
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
        let adds_planes = self.learnt.add_planes(heaps, computed.counters.beyond_planes);
        self.counters.more_planes += u64::from(adds_planes);
        // They were inserted into fewer planes.
        self.far = Some(next).filter(|_| !adds_planes);
        let postpones = first >= self.postpones_from;
        self.append(&computed);
        let Computed { values, blocks, mut deferral, .. } = computed;
        if deferral == Some(Deferral::TooLarge) {
            // The far taps were inserted into smaller sets.
            self.far = None;
            deferral = deferral.filter(|_| !self.learnt.room.grow());
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
        // Up to here taps or splits may meet rare heaps. Splits are tried in chunks, the last of which
        // goes beyond the splits with a larger part n / 2.
        let last = 2 * (self.learnt.taps.last_rare() + PIECE) + self.rules.last_place;
        Inputs {
            rules: &self.rules,
            packing: self.packing,
            history: &self.history,
            taps: &self.learnt.taps,
            order: self.learnt.order(),
            room: self.learnt.room,
            wide: n <= last || self.learnt.room.is_wide(),
        }
    }

    /// Searches for the missing rare values of these heaps; finds none if all are known to be common.
    fn search(&self, heaps: &PendingHeaps) -> Searched {
        if self.takes_as_common {
            return Searched::default();
        }
        let (history, order) = (&self.history, self.learnt.order());
        let (rules, wide) = (&self.rules, heaps.wide);
        let search = Search { history, window: history.last(), rules, order, wide };
        heaps.search(search, self.vectors, &self.packing)
    }

    /// The values of these heaps, the last in the history, up to the first that was found to be rare,
    /// or for which not enough is kept; the history ends there.
    fn release(&mut self, mut values: Vec<u16>, searched: &Searched) -> Vec<u16> {
        self.counters += self.learnt.learn(&searched.trials, &self.tuning);
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
        self.learnt.taps.rare.extend(&computed.rare);
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
    fn choose(&mut self, choose: impl FnOnce(&mut Learnt, &Lesson<'_>) -> Counters) {
        let Pipeline { history, rules, packing, tuning, learnt, .. } = self;
        self.counters += choose(learnt, &Lesson { history, rules, packing, tuning });
    }

    /// Counts the ways taken.
    fn count(&mut self, computed: &Computed) {
        let counters = &mut self.counters;
        let heaps = self.tuning.superblock as u64;
        let taps = &self.learnt.taps;
        let values = |taps: &[MarkedTap]| heaps * (self.rules.splits.len() * taps.len()) as u64;
        let [leading, second, third] = taps.far_from(2 * self.tuning.superblock).map(values);
        let [inserted, held] = taps.witnesses().map(values);
        let far = leading + second + third;
        counters.superblocks += 1;
        counters.compacted += u64::from(!self.history.is_all());
        counters.far += far;
        counters.many_planes += if self.learnt.room.planes.is_none() { far } else { 0 };
        counters.held += second + third;
        counters.witnesses += inserted + held;
        counters.held_witnesses += held;
        counters.too_large += u64::from(computed.deferral == Some(Deferral::TooLarge));
        counters.new_rare += computed.rare.len() as u64;
        *counters += computed.counters;
        *counters += self.learnt.learn(&computed.trials, &self.tuning);
    }
}
