//! Rounds: a superblock is computed, the far taps of the next are inserted, and missing rare values of
//! the one before are searched for, all at the same time.

use super::columns::{Columns, Marked};
use super::deal::{OneTask, Tasks, deal, deal_beside};
use super::deferral::Deferral;
use super::far::{FarSets, FarStage, FarTasks, Inputs};
use super::history::{Ends, History};
use super::postponed::{PostponedTasks, Searched, Unsearched};
use super::search::Search;
use super::serial::{Computed, SerialStage};
use super::sets::BlockSets;
use super::taps::KnownSequence;
use super::tuning::{Counters, Tuning};
use super::witness::{Learnt, Lesson};
use crate::grundy::distant::DistantOptions;
use crate::grundy::kernel::Kernel;
use crate::grundy::packed::{BLOCK, PIECE, Packing};
use crate::grundy::space::SparseSpace;
use crate::grundy::state::State;
use crate::rules::Rules;
use std::mem;

/// The last packed values of a sequence, and all that decides the next.
#[derive(Clone, Debug)]
pub(super) struct Rounds {
    kernel: Kernel,
    rules: Rules,
    space: SparseSpace,
    packing: Packing,
    tuning: Tuning,
    history: History,
    /// How many of the smallest heaps the history keeps.
    kept: usize,
    learnt: Learnt,
    /// The options with a distant rare part.
    pub(super) distant: DistantOptions,
    /// The far taps of the next superblock, if they have been inserted.
    pub(super) far: Option<FarStage>,
    /// From this heap on the search for missing rare values is postponed.
    postpones_from: usize,
    /// The last heaps of the history, if they were taken for common.
    unsearched: Option<Unsearched>,
    spent: Spent,
    /// Whether nothing is verified, because all heaps are known to be common.
    takes_as_common: bool,
    pub(super) counters: Counters,
}

/// What nobody needs any more. It is given back beside the tasks of the next round, because that takes as long as some
/// of them.
#[derive(Clone, Debug, Default)]
struct Spent {
    blocks: Vec<FarSets>,
    parts: Vec<BlockSets>,
    window: Option<Columns>,
}

/// What is computed at the same time: a superblock, and the far taps of the next.
struct Joined {
    computed: Computed,
    /// Whether the heaps of the superblock were taken for common.
    postpones: bool,
    wide: bool,
    far: FarStage,
    /// What the far taps of the first place give, if there are others.
    parts: Vec<BlockSets>,
}

/// Heaps that were taken for common, after the search for their missing rare values.
struct SearchedHeaps {
    values: Vec<u16>,
    blocks: Vec<FarSets>,
    found: Searched,
}

impl Unsearched {
    /// These heaps, after the search.
    fn searched(self, found: Searched) -> SearchedHeaps {
        SearchedHeaps { values: self.values, blocks: self.blocks, found }
    }
}

/// For this many superblocks after a rare heap the search is not postponed: a further rare heap would
/// discard what was computed after it.
const QUIET_SUPERBLOCKS: usize = 4;

impl Rounds {
    /// Continues a sequence; `None` if a value is too large.
    pub(super) fn new(state: &State<'_>, tuning: Tuning, kernel: Kernel) -> Option<Rounds> {
        let rounds = Rounds::without_history(KnownSequence::of_state(state)?, tuning, kernel);
        let history = History::new(state, &rounds.packing, rounds.kept);
        Some(Rounds { history, ..rounds })
    }

    /// Continues a sequence of which both ends are known; `None` if a value is too large.
    pub(super) fn of_ends(ends: &Ends<'_>, tuning: Tuning, kernel: Kernel) -> Option<Rounds> {
        let rounds = Rounds::without_history(KnownSequence::of_ends(ends)?, tuning, kernel);
        let history = History::of_ends(ends, &rounds.packing, rounds.kept);
        Some(Rounds { history, ..rounds })
    }

    /// Continues a sequence; its history is still to be packed.
    fn without_history(known: KnownSequence<'_>, tuning: Tuning, kernel: Kernel) -> Rounds {
        let KnownSequence { rules, space, packing, taps, largest } = known;
        let last_rare = taps.last_rare();
        Rounds {
            kernel,
            rules: rules.clone(),
            space,
            packing,
            tuning,
            history: History::all(Columns::new(0, 0)),
            kept: History::kept(rules, last_rare, &tuning),
            learnt: Learnt::new(taps, largest, &tuning),
            distant: DistantOptions::default(),
            far: None,
            postpones_from: last_rare + QUIET_SUPERBLOCKS * tuning.superblock,
            unsearched: None,
            spent: Spent::default(),
            takes_as_common: false,
            counters: Counters::default(),
        }
    }

    /// From now on all heaps are taken for common: no rare value is searched for.
    pub(super) fn take_as_common(&mut self) {
        self.takes_as_common = true;
        self.postpones_from = 0;
    }

    /// Bytes of the packed values.
    pub(super) fn memory(&self) -> u64 {
        self.history.memory()
    }

    /// Heaps of a superblock.
    pub(super) fn superblock(&self) -> usize {
        self.tuning.superblock
    }

    /// The heap whose value is given next.
    pub(super) fn next_value(&self) -> usize {
        self.unsearched.as_ref().map_or(self.history.next(), |heaps| heaps.first)
    }

    /// The last heap that is known to be rare.
    pub(super) fn last_rare(&self) -> usize {
        self.learnt.taps.last_rare()
    }

    /// How many of the smallest heaps are kept when those in the middle are forgotten.
    pub(super) fn kept(&self) -> usize {
        self.kept
    }

    /// Computes a superblock, or its beginning up to heap `end`; the tasks `beside` it are done meanwhile, if there is
    /// anything to compute. Gives the next values, or none yet if their search is postponed.
    pub(super) fn next(&mut self, end: usize, beside: &dyn Tasks) -> Result<Vec<u16>, Deferral> {
        let before = self.unsearched.take();
        if self.history.next() >= end {
            let searched = before.and_then(|before| self.search(before, beside));
            return Ok(self.release(searched.ok_or(Deferral::NotHere)?));
        }
        let far = self.prepare().ok_or(Deferral::NotHere)?;
        let spent = mem::take(&mut self.spent);
        let joined = self.join(far, before, spent, end, beside);
        let (joined, before) = joined.ok_or(Deferral::NotHere)?;
        let Some(before) = before else { return self.settle(joined) };
        let is_complete = before.found.rare.is_none();
        let mut values = self.release(before);
        if is_complete {
            match self.settle(joined) {
                Ok(more) => values.extend(more),
                // Those before are handed out first; the next round meets the same heap again.
                Err(deferral) if values.is_empty() => return Err(deferral),
                Err(_) => {}
            }
        }
        Ok(values)
    }

    /// Takes over the value of the next heap, which another engine has shown to be common; false if the sets
    /// have no room for it.
    pub(super) fn push(&mut self, value: u16) -> bool {
        debug_assert!(self.unsearched.is_none(), "a deferred heap is the next");
        let packed = self.packing.pack(value).into();
        let fits = packed < 64 * self.learnt.room.words;
        if fits {
            self.history.push(Marked::new(packed));
            self.far = None;
        }
        fits
    }

    /// The far taps of the next superblock.
    fn prepare(&mut self) -> Option<FarStage> {
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
        if let Some(mut far) = far {
            if !self.is_plain(start) || far.included < self.learnt.taps.included() {
                far.drop_guesses();
            }
            return Some(far);
        }
        self.far_stage(self.inputs(start), start)
    }

    /// The far stage of the superblock from heap `start` on.
    fn far_stage(&self, inputs: Inputs<'_>, start: usize) -> Option<FarStage> {
        let superblock = start..start + self.tuning.superblock;
        let (guesses, searches) = (self.makes_guesses(inputs, start), self.searches_early(start));
        FarStage::new(inputs, self.kernel, superblock, guesses, searches)
    }

    /// Whether the far stage of the superblock from heap `start` on makes guesses.
    fn makes_guesses(&self, inputs: Inputs<'_>, start: usize) -> bool {
        self.learnt.makes_guesses && !inputs.wide && self.is_plain(start)
    }

    /// Whether the far stage of the superblock from heap `start` on searches for rare values. Where the search is postponed,
    /// it is parallel anyway.
    fn searches_early(&self, start: usize) -> bool {
        start < self.postpones_from && rayon::current_num_threads() > 1
    }

    /// Whether the heaps of the superblock from heap `start` on are taken for common, and have no options but those of
    /// taps, as far as is known now.
    fn is_plain(&self, start: usize) -> bool {
        let taps = &self.learnt.taps;
        start >= self.postpones_from.max(taps.last_rare() + BLOCK + 1)
            && taps.included() == taps.rare.len()
            && taps.singles.others.is_empty()
            && self.distant.is_empty()
    }

    /// Computes a superblock; meanwhile inserts the far taps of the next, searches for the rare values that are missing in
    /// the one before, and has the tasks `beside` it done. `None` if this CPU lacks the kernel.
    fn join(
        &self,
        far: FarStage,
        before: Option<Unsearched>,
        spent: Spent,
        end: usize,
        beside: &dyn Tasks,
    ) -> Option<(Joined, Option<SearchedHeaps>)> {
        let (start, heaps) = (far.start, self.tuning.superblock);
        let inputs = self.inputs(start);
        let postpones = start >= self.postpones_from;
        let window = start - 2 * heaps - 2 * BLOCK - self.rules.last_place;
        let stage = || SerialStage {
            is_plain: self.is_plain(start),
            inputs,
            far,
            space: self.space,
            distant: &self.distant,
            window: self.history.last().part(window..start, heaps),
            end: end.min(start + heaps),
            postpones,
        };
        let serial = OneTask::new(|| self.kernel.run(stage()));
        let next = start + heaps;
        let guesses = self.makes_guesses(inputs, next);
        let tasks = FarTasks::new(inputs, self.kernel, next..next + heaps, guesses);
        let search = before.as_ref().map(|heaps| self.search_tasks(heaps));
        let give_back = OneTask::new(|| drop(spent));
        deal_beside(&serial, &[&tasks, &search, &beside, &give_back]);
        let computed = serial.given()?;
        let found = search.map_or(Some(Searched::default()), PostponedTasks::found)?;
        let before = before.map(|heaps| heaps.searched(found));
        let searches = self.searches_early(next);
        let (far, parts) = tasks.finish(searches)?;
        Some((Joined { computed, postpones, wide: inputs.wide, far, parts }, before))
    }

    /// Takes over what was computed, and gives its values, unless their search is postponed.
    ///
    /// # Errors
    /// Why no value was computed.
    fn settle(&mut self, joined: Joined) -> Result<Vec<u16>, Deferral> {
        let Joined { computed, postpones, wide, far, parts } = joined;
        self.count(&computed, &far);
        let heaps = computed.values.len();
        self.learnt.judge_guesses(heaps, computed.counters.beyond_guesses);
        let adds_planes = self.learnt.add_planes(heaps, computed.counters.beyond_planes);
        self.counters.more_planes += u64::from(adds_planes);
        // They were inserted into fewer planes.
        self.far = Some(far).filter(|_| !adds_planes);
        self.append(&computed);
        let Computed { values, blocks, mut deferral, window, .. } = computed;
        (self.spent.parts, self.spent.window) = (parts, Some(window));
        if deferral == Some(Deferral::TooLarge) {
            // The far taps were inserted into smaller sets.
            self.far = None;
            deferral = deferral.filter(|_| !self.learnt.room.grow());
        }
        match deferral {
            Some(deferral) if values.is_empty() => Err(deferral),
            _ if postpones => {
                let first = self.history.next() - values.len();
                self.unsearched = Some(Unsearched { first, values, blocks, wide });
                Ok(vec![])
            }
            _ => Ok(values),
        }
    }

    /// What both stages read while they compute heaps from n on.
    fn inputs(&self, n: usize) -> Inputs<'_> {
        // Up to here taps or splits may meet rare heaps. Splits are tried in pieces, the last of which
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

    /// Searches for the missing rare values of these heaps, and has the tasks `beside` it done meanwhile; `None` if this CPU
    /// lacks the kernel.
    fn search(&self, heaps: Unsearched, beside: &dyn Tasks) -> Option<SearchedHeaps> {
        let search = self.search_tasks(&heaps);
        deal(&[&search, &beside]);
        let found = search.found()?;
        Some(heaps.searched(found))
    }

    /// The tasks that search for the missing rare values of these heaps; none if all are known to be common.
    fn search_tasks<'a>(&'a self, heaps: &'a Unsearched) -> PostponedTasks<'a> {
        let (history, order) = (&self.history, self.learnt.order());
        let (rules, wide) = (&self.rules, heaps.wide);
        let search = Search { history, window: history.last(), rules, order, wide };
        let count = if self.takes_as_common { 0 } else { heaps.values.len() };
        PostponedTasks::new(search, self.kernel, self.packing, heaps, count)
    }

    /// The values of these heaps, the last in the history, up to the first that was found to be rare,
    /// or for which not enough is kept; the history ends there.
    fn release(&mut self, heaps: SearchedHeaps) -> Vec<u16> {
        let SearchedHeaps { mut values, blocks, found } = heaps;
        self.spent.blocks = blocks;
        self.counters.missing += found.missing;
        self.counters += self.learnt.learn(&found.trials, &self.tuning);
        if let Some(rare) = found.rare {
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
        if self.history.forget(self.kept) {
            // Early searches have tried splits that are forgotten now.
            self.far = None;
        }
    }

    /// Postpones no search for a while after this rare heap.
    fn postpone_after(&mut self, rare: usize) {
        self.postpones_from = rare + QUIET_SUPERBLOCKS * self.tuning.superblock;
    }

    /// Chooses by what the last heaps teach, and counts it.
    fn choose(&mut self, choose: impl FnOnce(&mut Learnt, &Lesson<'_>) -> Counters) {
        let Rounds { history, rules, packing, tuning, learnt, .. } = self;
        self.counters += choose(learnt, &Lesson { history, rules, packing, tuning });
    }

    /// Counts the work.
    fn count(&mut self, computed: &Computed, next: &FarStage) {
        let counters = &mut self.counters;
        let heaps = self.tuning.superblock as u64;
        let (_, far) = self.learnt.taps.split_at(2 * self.tuning.superblock);
        let far = heaps * far.len() as u64;
        counters.superblocks += 1;
        counters.compacted += u64::from(!self.history.is_all());
        counters.far += far;
        counters.many_planes += if self.learnt.room.planes.is_none() { far } else { 0 };
        let places = self.rules.splits.len();
        counters.witnesses += heaps * (places * self.learnt.taps.witnesses.len()) as u64;
        counters.too_large += u64::from(computed.deferral == Some(Deferral::TooLarge));
        counters.new_rare += computed.rare.len() as u64;
        counters.swept += next.swept;
        *counters += computed.counters;
        *counters += self.learnt.learn(&computed.trials, &self.tuning);
        let trailing = self.learnt.taps.trailing_from(2 * self.tuning.superblock).len();
        let inserted_for = self.tuning.superblock + (places - 1) * BLOCK;
        let not_inserted = (inserted_for * trailing) as u64;
        let (words, alone) = (self.learnt.room.words, computed.counters.alone);
        self.learnt.leading.add_superblock(not_inserted, words, next.swept, alone);
    }
}
