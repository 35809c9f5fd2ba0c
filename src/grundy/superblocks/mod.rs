//! Superblocks: hundreds of heaps at a time, for sequences with many rare heaps.
//!
//! This engine continues a sequence where taps are too many, or rare heaps turn up too often, for
//! [`blocks`](super::blocks). Theorem 4 of [`crate::theory::sparse`] is the whole of the mathematics.
//! `[WW]` chapter 4, `[Flam]`, `[Grossman2019]`.
//!
//! # Pseudo-code
//!
//! Taps are those of blocks: (k + r, G(r)) for each splitting place k and rare heap
//! r stands for the option value G(n − k − r) ⊕ G(r) of every heap n. A superblock is S heaps long.
//!
//! ```text
//! far     for every block of 64 heaps of the superblock after the next, in parallel:
//!             for the taps with offset ≥ 2S, for all 64 heaps n at once:
//!                 add the option value to seen(n)
//!             for the witnesses, splits with two common parts: add the option value to seen(n)
//! serial  for every block of 64 heaps of the next superblock, in turn:
//!     block   for the taps with 64 ≤ offset < 2S, and those of the rare heaps that the far stage did
//!             not yet know, for all 64 heaps n at once: add the option value to seen(n)
//!             for every heap n of the block in turn:
//!     group       for the taps with offset < 64, and the moves to one heap: add to seen(n)
//!                 x ← least common value not in seen(n)
//!                 if x has no plane: add the values of all taps to seen(n), and find x anew
//!                 for every rare value below x not in seen(n): try all splits of n until it is found
//!                 G(n) ← x, or the least rare value that no split gives; n is then a new rare heap
//! ```
//!
//! The far taps of one superblock depend on no value of it, nor of the one before: both stages run at
//! the same time, the far one on all threads. The serial stage finds rare heaps by itself and goes on
//! with them. Where there was none for a while, it takes every heap for common and *postpones* the
//! search for rare values: the threads of the far stage search while the next superblock is computed.
//! Should they find a rare heap, the heaps from there on are computed anew. No value is handed out
//! before its search.
//!
//! # Departures
//!
//! 1. Values are packed, as in blocks, and *marked*: the mark of a rare heap keeps a tap
//!    from meeting a rare heap, whose option would have a rare value. So rare heaps may lie
//!    anywhere. While no tap can meet a rare heap, and packed values have 8 bits, marks are not looked
//!    at.
//! 2. Sets are byte planes while taps are inserted, and words for the serial stage. There are as many
//!    planes as nearly all values need; a heap with a larger value is left to the step for x without a
//!    plane, which knows no bound but that of the sets. Where more than 24 planes were needed, taps are
//!    inserted heap by heap, into one byte for each packed value (`scatter`).
//! 3. Which splits are witnesses is learnt from a sample of the last heaps: those first that show most
//!    of what no other has shown. They are chosen anew whenever the sequence has doubled, by a larger
//!    sample the longer it is: what one witness in a thousand heaps shows is still cheaper than a search.
//! 4. A search looks up the packed values of 64 splits of a heap at once, in a table of the missing ones.
//! 5. Where the last rare heap is long past, only the packed values of small heaps and of the last ones
//!    are kept. A search that would need others defers its heap to the sparse engine, which has all
//!    values.
//! 6. A superblock is computed whole, and values beyond those asked for are kept until they are. So
//!    neither the number of threads nor the steps in which a sequence is extended change the work
//!    counted.
//!
//! # Cost
//!
//! A heap costs, in vector operations, about (far taps + block taps + witnesses)·(3·planes/2 + 8)/64,
//! one store a group tap, and the search for the rare values that no witness shows, which is about as
//! much; where taps are inserted heap by heap, one store a tap. Memory besides the values: four bytes a
//! heap up to a small multiple of the last rare heap, or of 2²⁰, which is doubled whenever a search
//! needs more; nothing from there on.
//!
//! Two ideas look better and are not. To insert only a sample of the taps, and to compare the others
//! with the few values that are left, takes longer than to insert them all: the candidates have to be
//! taken out of sets and put back. More witnesses than those chosen show little: what these leave is
//! not left by chance, and takes a search.

mod columns;
mod counters;
mod far;
mod history;
mod missing;
mod room;
mod scatter;
mod search;
mod serial;
mod taps;
mod tuning;
mod witness;

pub use counters::Counters;
pub use serial::Deferral;
pub use tuning::Tuning;

use super::kernel::Kernel;
use super::layout::{BLOCK, PIECE};
use super::packed::Packing;
use super::space::SparseSpace;
use super::state::State;
use super::values::Value;
use crate::rules::Rules;
use columns::Marked;
use far::{FarStage, Inputs};
use history::History;
use missing::{Missing, below};
use room::Room;
use search::{Search, Searched};
use serial::{Computed, SerialStage};
use std::mem;
use taps::{TapRanges, candidates};

/// The last packed values of a sequence, and all that decides the next.
#[derive(Clone, Debug)]
pub struct Superblocks {
    kernel: Kernel,
    rules: Rules,
    space: SparseSpace,
    packing: Packing,
    tuning: Tuning,
    history: History,
    /// How many of the smallest heaps the history keeps.
    kept: usize,
    taps: TapRanges,
    room: Room,
    /// The far taps of the next superblock, if they have been inserted.
    far: Option<FarStage>,
    /// From this heap on the search for missing rare values is postponed.
    postpones_from: usize,
    /// The heap at which witnesses are chosen next.
    next_choice: usize,
    /// The last heaps of the history, if they were taken for common.
    unsearched: Option<Unsearched>,
    /// Values computed beyond what was asked for.
    ahead: Vec<u16>,
    counters: Counters,
}

/// The heaps of a superblock that were taken for common, and the rare values still to be searched for.
#[derive(Clone, Debug)]
struct Unsearched {
    values: Vec<u16>,
    missing: Missing,
    /// As [`Search::wide`].
    wide: bool,
}

/// What is computed at the same time: a superblock, the far taps of the next, and the search in the
/// one before.
struct Joined {
    computed: Computed,
    /// Whether the heaps of the superblock were taken for common.
    postpones: bool,
    wide: bool,
    far: FarStage,
    searched: Searched,
}

/// For this many superblocks after a rare heap the search is not postponed: a further rare heap would
/// discard what was computed after it.
const QUIET_SUPERBLOCKS: usize = 4;

/// The heap from which on superblocks are tried.
pub(super) fn first_heap(rules: &Rules, tuning: &Tuning) -> usize {
    tuning.start.max(least_length(rules, tuning))
}

/// How long a sequence has to be before superblocks can continue it.
fn least_length(rules: &Rules, tuning: &Tuning) -> usize {
    8 * tuning.superblock + 2 * PIECE + 4 * rules.last_place
}

impl Superblocks {
    /// Continues this sequence; `None` if it has no splits, is too short, or has values that are too
    /// large.
    #[must_use]
    pub fn new(state: &State<'_>, tuning: &Tuning, kernel: Kernel) -> Option<Superblocks> {
        let tuning = tuning.clamped();
        let length = least_length(state.rules, &tuning);
        if state.rules.splits.is_empty() || state.values.len() < length {
            return None;
        }
        let packing = Packing::new(state.space);
        let packed = |value| usize::from(packing.pack(value));
        let largest = state.values.iter().map(packed).max()?;
        if largest >= Marked::LIMIT {
            return None;
        }
        let rare = state.rare.iter().map(|&r| (r, Marked::new(packed(state.values[r]))));
        let taps = TapRanges::new(rare.collect());
        let kept = History::kept(state.rules, taps.last_rare(), &tuning);
        Some(Superblocks {
            kernel,
            rules: state.rules.clone(),
            space: state.space,
            packing,
            tuning,
            history: History::new(state, &packing, kept),
            kept,
            postpones_from: taps.last_rare() + QUIET_SUPERBLOCKS * tuning.superblock,
            taps,
            room: Room::new(largest),
            far: None,
            next_choice: 0,
            unsearched: None,
            ahead: vec![],
            counters: Counters::default(),
        })
    }

    /// Bytes of the packed values.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.history.memory()
    }

    /// How often each way was taken.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// How often each way was taken since the last call.
    pub(super) fn take_counters(&mut self) -> Counters {
        mem::take(&mut self.counters)
    }

    /// How many of the smallest heaps are kept when those in the middle are forgotten.
    pub(super) fn kept(&self) -> usize {
        self.kept
    }

    /// Whether there are values that were not yet handed out.
    pub(super) fn is_ahead(&self) -> bool {
        !self.ahead.is_empty()
    }

    /// Continues `values`, which nobody else has extended since the sequence was taken over, up to heap
    /// `to`.
    ///
    /// # Errors
    /// [`Deferral`] says why the next heap has to be computed by another engine; this one cannot go on
    /// then, except after [`Deferral::TooWide`].
    pub fn extend<E: Value>(&mut self, values: &mut Vec<E>, to: usize) -> Result<(), Deferral> {
        while values.len() <= to {
            self.advance(values, to, usize::MAX)?;
        }
        Ok(())
    }

    /// Continues `values` by at most one superblock, and not beyond heap `to`; heap `end` is left to
    /// another engine.
    pub(super) fn advance<E: Value>(
        &mut self,
        values: &mut Vec<E>,
        to: usize,
        end: usize,
    ) -> Result<(), Deferral> {
        // A superblock may yield no value: if its search is postponed, or if its first heap has no
        // room in the sets. The next one has its values, or larger sets.
        while self.ahead.is_empty() {
            self.superblock(end)?;
        }
        self.hand_out(values, to)
    }

    /// Hands out the values computed, up to heap `to`; none if one does not fit.
    fn hand_out<E: Value>(&mut self, values: &mut Vec<E>, to: usize) -> Result<(), Deferral> {
        let count = to.saturating_add(1).saturating_sub(values.len()).min(self.ahead.len());
        if self.ahead[..count].iter().any(|&value| E::new(value).is_none()) {
            return Err(Deferral::TooWide);
        }
        values.extend(self.ahead.drain(..count).map(E::small));
        Ok(())
    }

    /// Computes a superblock, or its beginning up to heap `end`.
    fn superblock(&mut self, end: usize) -> Result<(), Deferral> {
        let mut before = self.unsearched.take();
        if self.history.next() >= end {
            let mut before = before.ok_or(Deferral::NotHere)?;
            let searched = self.search(&mut before).ok_or(Deferral::NotHere)?;
            self.release(before, searched);
            return Ok(());
        }
        let far = self.prepare().ok_or(Deferral::NotHere)?;
        let joined = self.join(far, before.as_mut(), end).ok_or(Deferral::NotHere)?;
        if let Some(before) = before
            && self.release(before, joined.searched)
        {
            return Ok(());
        }
        self.settle(joined)
    }

    /// The far taps of the next superblock.
    fn prepare(&mut self) -> Option<FarStage> {
        let (start, heaps) = (self.history.next(), self.tuning.superblock);
        self.taps.include(&self.rules, 2 * heaps);
        if start >= self.next_choice {
            self.choose_witnesses();
            // They were inserted into other planes.
            self.far = None;
        }
        let far = self.far.take().filter(|far| far.start == start);
        far.or_else(|| self.inputs(start).far(self.kernel, start, heaps))
    }

    /// Computes a superblock; meanwhile inserts the far taps of the next, and searches for the rare
    /// values that are missing in the one before. `None` if this CPU lacks the kernel.
    fn join(&self, far: FarStage, before: Option<&mut Unsearched>, end: usize) -> Option<Joined> {
        let (start, heaps) = (far.start, self.tuning.superblock);
        let inputs = self.inputs(start);
        let postpones = start >= self.postpones_from;
        let window = start - 2 * heaps - 2 * BLOCK - self.rules.last_place;
        let serial = SerialStage {
            inputs,
            far,
            rules: &self.rules,
            space: self.space,
            packing: self.packing,
            window: self.history.last().part(window..start),
            end: end.min(start + heaps),
            postpones,
        };
        let next = || inputs.far(self.kernel, start + heaps, heaps);
        let search = || before.map_or(Some(Searched::default()), |before| self.search(before));
        let (computed, (far, searched)) =
            rayon::join(|| self.kernel.run(serial), || rayon::join(next, search));
        let (computed, far, searched) = (computed?, far?, searched?);
        Some(Joined { computed, postpones, wide: inputs.wide, far, searched })
    }

    /// Takes over what was computed.
    ///
    /// # Errors
    /// Why there is no value.
    fn settle(&mut self, joined: Joined) -> Result<(), Deferral> {
        let Joined { computed, postpones, wide, far, .. } = joined;
        self.far = Some(far);
        self.count(&computed);
        self.append(&computed);
        let mut deferral = computed.deferral;
        if deferral == Some(Deferral::TooLarge) && self.room.grow() {
            deferral = None;
        }
        if computed.deferral == Some(Deferral::TooLarge) {
            // They were inserted into smaller sets.
            self.far = None;
        }
        let Computed { values, missing, .. } = computed;
        match deferral {
            Some(deferral) if values.is_empty() => return Err(deferral),
            _ if postpones => self.unsearched = Some(Unsearched { values, missing, wide }),
            _ => self.ahead = values,
        }
        Ok(())
    }

    /// What both stages read while they compute heaps from n on.
    fn inputs(&self, n: usize) -> Inputs<'_> {
        // Up to here taps or splits may meet rare heaps. Splits are tried in pieces, the last of which
        // goes beyond the splits with a larger part n / 2.
        let last = 2 * (self.taps.last_rare() + PIECE) + self.rules.last_place;
        Inputs {
            history: &self.history,
            taps: &self.taps,
            room: self.room,
            wide: n <= last || self.room.is_wide(),
        }
    }

    /// Searches for the missing rare values of these heaps; `None` if this CPU lacks the kernel.
    fn search(&self, heaps: &mut Unsearched) -> Option<Searched> {
        let (history, wide) = (&self.history, heaps.wide);
        let search = Search { history, window: history.last(), rules: &self.rules, wide };
        search.first_rare(self.kernel, &mut heaps.missing)
    }

    /// Keeps the values of these heaps, the last in the history, up to the first that was found to be
    /// rare, or for which not enough is kept; says whether there is one.
    fn release(&mut self, heaps: Unsearched, searched: Searched) -> bool {
        self.counters.searched += searched.tried;
        self.ahead = heaps.values;
        if let Some(rare) = searched.rare {
            let beyond = self.history.next() - rare;
            self.ahead.truncate(self.ahead.len() - beyond);
            self.history.truncate(rare);
            self.postpone_after(rare);
        }
        searched.rare.is_some()
    }

    /// Appends the heaps of a superblock to the history.
    fn append(&mut self, computed: &Computed) {
        self.history.append(&computed.window);
        self.taps.rare.extend(&computed.rare);
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

    /// Chooses the planes, and the witnesses by what they would have shown of the last heaps.
    fn choose_witnesses(&mut self) {
        let (start, columns) = (self.history.next(), self.history.last());
        let sample = self.tuning.sample(start).filter(|&n| !columns.get(n, 0).is_rare());
        let sample: Vec<(usize, usize)> = sample.map(|n| (n, columns.get(n, 0).bits())).collect();
        self.room.choose_planes(sample.iter().map(|&(_, packed)| packed).collect());
        let mut missing = Missing::new(self.room.words);
        for (n, packed) in sample {
            let value = self.packing.unpack(n, packed, false);
            missing.push(n, below(self.packing.other_below(value)));
        }
        let (first, count) = (2 * self.tuning.superblock, self.tuning.candidates());
        let taps = candidates(&self.rules, &self.history, first, count);
        self.taps.witnesses = missing.choose(columns, taps, self.tuning.pool);
        self.next_choice = 2 * start;
    }

    /// Counts the work.
    fn count(&mut self, computed: &Computed) {
        let counters = &mut self.counters;
        let heaps = self.tuning.superblock as u64;
        let far = heaps * self.taps.far.len() as u64;
        counters.superblocks += 1;
        counters.compacted += u64::from(!self.history.is_all());
        counters.far += far;
        counters.scattered += if self.room.planes.is_none() { far } else { 0 };
        counters.witnesses += heaps * self.taps.witnesses.len() as u64;
        counters.too_large += u64::from(computed.deferral == Some(Deferral::TooLarge));
        counters.new_rare += computed.rare.len() as u64;
        *counters += computed.counters;
    }
}
