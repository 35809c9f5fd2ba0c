//! The bulk engine: hundreds of heaps at a time, for sequences with many rare heaps.
//!
//! It takes the place of the [`super::sparse`] engine where taps are too many, or rare heaps turn up too
//! often, for the [`super::blocks`] one. Theorem 4 of [`crate::theory::sparse`] is the whole of the
//! mathematics; every value is complete as soon as it is known. `[WW]` chapter 4, `[Flam]`,
//! `[Grossman2019]`.
//!
//! # Pseudo-code
//!
//! Taps are those of the blocked engine: (k + r, G(r)) for each splitting place k and rare heap
//! r stands for the option value G(n − k − r) ⊕ G(r) of every heap n. A superblock is S heaps long.
//!
//! ```text
//! far     for every block of 64 heaps of the superblock after the next, in parallel:
//!             for the taps with offset ≥ 2S, for all 64 heaps n at once:
//!                 add the option value to seen(n)
//!             for the witnesses, splits with two common parts: add the option value to seen(n)
//! serial  for every block of 64 heaps of the next superblock, in turn:
//!             for the taps with 64 ≤ offset < 2S, and those of the rare heaps that the far stage did
//!             not yet know, for all 64 heaps n at once: add the option value to seen(n)
//!             for every heap n of the block in turn:
//!                 for the taps with offset < 64, and the moves to one heap: add to seen(n)
//!                 x ← least common value not in seen(n)
//!                 if x has no plane: add the values of all taps to seen(n), and find x anew
//!                 for every rare value below x not in seen(n): try all splits of n until it is found
//!                 G(n) ← x, or the least rare value that no split gives; n is then a new rare heap
//! ```
//!
//! Far taps of one superblock depend on no value of it, nor of the one before: both stages run at the
//! same time, the far one on as many threads as there are. The serial stage finds rare heaps by itself
//! and goes on with them. Where there was none for a while, it takes every heap for common, and leaves
//! the search for rare values to the threads of the far stage, while it computes the next superblock;
//! should that find a rare heap, the heaps from there on are computed anew. No value is handed out
//! before the search.
//!
//! # Departures
//!
//! 1. Numbers are short, as in the blocked engine, and marked: the mark of a rare heap keeps a tap
//!    from meeting a rare heap, whose option would have a rare value. So rare heaps may lie
//!    anywhere. While no tap can meet a rare heap, and numbers have 8 bits, marks are not looked at.
//! 2. Sets are byte planes while taps are inserted, and words for the serial stage. There are as many
//!    planes as nearly all values need; the larger ones are left to the step for x without a plane,
//!    which knows no bound but that of the sets. Where more than 24 planes were needed, taps are
//!    inserted heap by heap, into one byte a number.
//! 3. Which splits are witnesses is learnt from heaps before: those first that show most of what no
//!    other has shown. That is learnt anew whenever the sequence has doubled, from the more heaps the
//!    longer it is: what one witness in a thousand heaps shows is still cheaper than a search.
//! 4. To search, the numbers of 64 splits of a heap are looked up at once in a table of those that are
//!    missing.
//! 5. Where the last rare heap is long past, only the numbers of small heaps and of the last ones are
//!    kept. A search that would need others leaves its heap to the sparse engine, which has all values.
//! 6. A superblock is computed whole, and values beyond those asked for are kept until they are. So
//!    neither the number of threads nor the steps in which a sequence is extended change the work
//!    counted.
//!
//! # Cost
//!
//! A heap costs, in vector operations, about (far taps + middle taps + witnesses)·(3·planes/2 + 8)/64,
//! one store a near tap, and the search for the rare values that no witness shows, which is about as
//! much; where taps are inserted heap by heap, one store a tap. Memory besides the values: four bytes a
//! heap up to a small multiple of the last rare heap, or of 2²⁰, which is doubled whenever a search
//! needs more; nothing from there on.
//!
//! Two things look better and are not. To insert only a sample of the taps, and to compare the others
//! with the few values that are left, takes longer than to insert them all: the candidates have to be
//! taken out of sets and put back. More witnesses than those learnt show little: what these leave is
//! not left by chance, and takes a search.

mod columns;
mod counters;
mod far;
mod history;
mod missing;
mod scatter;
mod search;
mod serial;
mod taps;
mod tuning;
mod witness;

use crate::grundy::kernel::Kernel;
use crate::grundy::layout::{BLOCK, PARTS};
use crate::grundy::packed::Short;
use crate::grundy::space::SparseSpace;
use crate::grundy::state::State;
use crate::grundy::values::Value;
use crate::rules::Rules;
use columns::Number;
use far::{Far, Read};
use history::History;
use missing::Wanted;
use search::Search;
use serial::{Known, Serial};
use taps::Taps;

pub use counters::Counters;
pub use serial::Deferral;
pub use tuning::Tuning;

/// The last values of a sequence, and all that decides the next.
#[derive(Clone, Debug)]
pub struct Superblocks {
    kernel: Kernel,
    rules: Rules,
    space: SparseSpace,
    short: Short,
    tuning: Tuning,
    history: History,
    /// How many small heaps the history has to keep.
    kept: usize,
    taps: Taps,
    /// Planes of the vectors, if taps are inserted in planes.
    planes: Option<usize>,
    /// Words of the sets: no number so far needs more.
    words: usize,
    /// The far taps of the next superblock.
    far: Option<Far>,
    /// The heap from which on rare values are searched for behind.
    defers_from: usize,
    /// The heap at which witnesses are chosen next.
    next_lesson: usize,
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
    wanted: Wanted,
    /// As [`Search::wide`].
    wide: bool,
}

/// How many splits witnesses are chosen from, in pools.
const MANY: usize = 8;
/// For so many superblocks after a rare heap, rare values are not searched for behind: another would
/// make that useless.
const QUIET: usize = 4;
/// The distance of the heaps from which is learnt which witnesses to insert.
const STEP: usize = 7;
/// To learn from one heap more is worth it for so many that follow, up to so many times the least.
const WORTH: usize = 1 << 12;
const LONGEST: usize = 8;
/// The most words of a set.
const MOST_WORDS: usize = Number::LIMIT / 64;
/// With more planes than these it is faster to insert taps heap by heap.
const MOST_PLANES: usize = 24;

/// The heap from which on superblocks are tried.
pub(super) fn first_heap(rules: &Rules, tuning: &Tuning) -> usize {
    tuning.start.max(least_length(rules, tuning))
}

/// How long a sequence has to be before superblocks can continue it.
fn least_length(rules: &Rules, tuning: &Tuning) -> usize {
    8 * tuning.superblock + 2 * PARTS + 4 * rules.last_place
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
        let short = Short::new(state.space);
        let numbers = state.values.iter().map(|value| usize::from(short.number(value)));
        let largest = numbers.max().filter(|&largest| largest < Number::LIMIT)?;
        let rare =
            state.rare.iter().map(|&r| (r, Number::new(short.number(state.values[r]).into())));
        let taps = Taps::new(rare.collect());
        let kept = History::kept(state.rules, taps.last_rare(), &tuning);
        let mut engine = Superblocks {
            kernel,
            rules: state.rules.clone(),
            space: state.space,
            short,
            tuning,
            history: History::new(state, &short, kept),
            kept,
            taps,
            planes: None,
            words: largest / 64 + 1,
            far: None,
            defers_from: 0,
            next_lesson: 0,
            unsearched: None,
            ahead: vec![],
            counters: Counters::default(),
        };
        engine.defer_after(engine.taps.last_rare());
        Some(engine)
    }

    /// Takes note of the last rare heap: rare values are searched for at once for a while.
    fn defer_after(&mut self, rare: usize) {
        self.defers_from = rare + QUIET * self.tuning.superblock;
    }

    /// Whether from heap n on taps may meet rare heaps, or sets have room for numbers of more than 8
    /// bits.
    fn is_wide(&self, n: usize) -> bool {
        let last = self.taps.last_rare();
        // Splits are tried in pieces, the last of which goes beyond those with a larger part n / 2.
        n <= 2 * (last + PARTS) + self.rules.last_place || 64 * self.words > Number::NARROW
    }

    /// Bytes of the numbers.
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
        std::mem::take(&mut self.counters)
    }

    /// How many small heaps are kept when those in the middle are forgotten.
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
    /// [`Deferral`] says why the next heap has to be computed by another engine; this one cannot be
    /// continued then, except after [`Deferral::TooWide`].
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
        while self.ahead.is_empty() {
            // Heaps that are taken for common are settled with the next superblock. One may have
            // none, at a heap that needs more room than there is: the next has it.
            self.superblock(end)?;
        }
        self.hand_out(values, to)
    }

    /// Hands out values up to heap `to`, as far as they were computed; none if one does not fit.
    fn hand_out<E: Value>(&mut self, values: &mut Vec<E>, to: usize) -> Result<(), Deferral> {
        let wanted = to.saturating_add(1).saturating_sub(values.len());
        let count = wanted.min(self.ahead.len());
        if self.ahead[..count].iter().any(|&value| E::new(value).is_none()) {
            return Err(Deferral::TooWide);
        }
        values.extend(self.ahead.drain(..count).map(E::small));
        Ok(())
    }

    fn read(&self, n: usize) -> Read<'_> {
        Read {
            history: &self.history,
            taps: &self.taps,
            planes: self.planes,
            words: self.words,
            wide: self.is_wide(n),
        }
    }

    /// Computes a superblock, or its beginning; in the meantime the far taps of the next, and the
    /// search for rare values in the one before.
    fn superblock(&mut self, end: usize) -> Result<(), Deferral> {
        let (start, heaps) = (self.history.next(), self.tuning.superblock);
        let mut before = self.unsearched.take();
        if start >= end {
            let mut before = before.ok_or(Deferral::NotHere)?;
            let found = self.first_rare(&mut before).ok_or(Deferral::NotHere)?;
            self.settle(before, found);
            return Ok(());
        }
        self.taps.include(&self.rules, 2 * heaps);
        if start >= self.next_lesson {
            self.learn();
            // It was computed with other planes.
            self.far = None;
        }
        let far = self.far.take().filter(|far| far.start == start);
        let read = self.read(start);
        let window = start - 2 * heaps - 2 * BLOCK - self.rules.last_place;
        let far = far.or_else(|| read.far(self.kernel, start, heaps)).ok_or(Deferral::NotHere)?;
        let (defers, wide) = (start >= self.defers_from, read.wide);
        let serial = Serial {
            read,
            far,
            rules: &self.rules,
            space: self.space,
            short: self.short,
            window: self.history.last().part(window..start),
            end: end.min(start + heaps),
            defers,
        };
        let next = || read.far(self.kernel, start + heaps, heaps);
        let search = || before.as_mut().map(|before| self.first_rare(before));
        let (known, (next, found)) =
            rayon::join(|| self.kernel.run(serial), || rayon::join(next, search));
        let (known, next) = known.zip(next).ok_or(Deferral::NotHere)?;
        if let (Some(before), Some(found)) = (before, found)
            && self.settle(before, found.ok_or(Deferral::NotHere)?)
        {
            return Ok(());
        }
        self.far = Some(next);
        self.count(&known);
        self.append(&known);
        let left = known.left.filter(|&left| left != Deferral::TooLarge || !self.make_room());
        if let Some(left) = left
            && known.values.is_empty()
        {
            return Err(left);
        }
        if defers {
            let Known { values, wanted, .. } = known;
            self.unsearched = Some(Unsearched { values, wanted, wide });
        } else {
            self.ahead = known.values;
        }
        Ok(())
    }

    /// The first of these heaps that is rare after all, or for which not enough is kept, and how many
    /// splits were tried.
    fn first_rare(&self, heaps: &mut Unsearched) -> Option<(Option<usize>, u64)> {
        let (history, wide) = (&self.history, heaps.wide);
        let search = Search { history, window: history.last(), rules: &self.rules, wide };
        search.first_rare(self.kernel, &mut heaps.wanted)
    }

    /// Keeps the values of these heaps, the last in the history, up to the first that was found to be
    /// rare, or for which not enough is kept; says whether there is one.
    fn settle(&mut self, heaps: Unsearched, (rare, tried): (Option<usize>, u64)) -> bool {
        self.counters.searched += tried;
        self.ahead = heaps.values;
        if let Some(rare) = rare {
            let beyond = self.history.next() - rare;
            self.ahead.truncate(self.ahead.len() - beyond);
            self.history.truncate(rare);
            self.defer_after(rare);
        }
        rare.is_some()
    }

    /// Goes on with the heaps of a superblock.
    fn append(&mut self, known: &Known) {
        self.history.append(&known.window);
        self.taps.rare.extend(&known.rare);
        if let Some(&(last, _)) = known.rare.last() {
            self.defer_after(last);
            self.kept = History::kept(&self.rules, last, &self.tuning);
        }
        self.history.forget(self.kept);
    }

    /// Makes room for larger numbers in the sets; false if there is none.
    fn make_room(&mut self) -> bool {
        let words = MOST_WORDS.min(self.words + self.words / 8 + 1);
        let grows = words > self.words;
        (self.words, self.far) = (words, None);
        grows
    }

    /// Chooses the planes, and the witnesses by what they would have shown of the last heaps.
    fn learn(&mut self) {
        let start = self.history.next();
        let lesson = (start / WORTH).clamp(self.tuning.lesson, LONGEST * self.tuning.lesson);
        // Not below start / 2: witnesses have parts up to start / 4.
        let heaps = (start - (STEP * lesson).min(start / 2)..start).step_by(STEP);
        let lanes = self.history.last();
        let heaps: Vec<usize> = heaps.filter(|&n| !lanes.number(n, 0).is_rare()).collect();
        // One number in fifty may need more planes.
        let mut numbers: Vec<usize> = heaps.iter().map(|&n| lanes.number(n, 0).short()).collect();
        numbers.sort_unstable();
        let most = numbers.get(numbers.len() * 49 / 50).map_or(1, |&most| most + 2);
        let planes = most.div_ceil(8).next_multiple_of(4);
        self.words = self.words.max(planes.div_ceil(8)).min(MOST_WORDS);
        self.planes = Some(planes).filter(|&planes| planes <= MOST_PLANES);
        let Tuning { superblock, pool, .. } = self.tuning;
        self.taps.choose_witnesses(&self.rules, &self.history, 2 * superblock, MANY * pool);
        let mut wanted = Wanted::new(self.words);
        for n in heaps {
            let value = self.short.value(n, lanes.number(n, 0).short(), false);
            wanted.push(n, missing::below(self.short.other_below(value)));
        }
        wanted.choose(lanes, &mut self.taps.witnesses, pool);
        self.next_lesson = 2 * start;
    }

    /// Counts the work.
    fn count(&mut self, known: &Known) {
        let counters = &mut self.counters;
        let heaps = self.tuning.superblock as u64;
        let far = heaps * self.taps.far.len() as u64;
        counters.superblocks += 1;
        counters.without_middle += u64::from(!self.history.is_all());
        counters.far += far;
        counters.singly += if self.planes.is_none() { far } else { 0 };
        counters.witnesses += heaps * self.taps.witnesses.len() as u64;
        counters.too_large += u64::from(known.left == Some(Deferral::TooLarge));
        counters.new_rare += known.rare.len() as u64;
        *counters += known.counters;
    }
}
