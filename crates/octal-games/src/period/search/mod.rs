//! Computes a sequence until its period is proved or a limit is reached.
//!
//! ```text
//! for N = 8, and then N + ⌊N/4⌋ + 8 each time, up to the limit
//!     compute G(0..=N)
//!     for every recurrence (p, start) of the end of the values, by ascending p
//!         if a window proves it: take the least period and preperiod, and stop
//! ```
//!
//! So a search rarely computes more than a third beyond what its proof needs.
//!
//! A limit of work ends a search at a heap that depends on the code and the limit alone, see
//! [`Limits::work`]. A search that resumes from all its values, and the work done for them, ends
//! there too.

mod limits;

pub use limits::{Event, EventCallback, Limits, Progress};

use super::proof::Prover;
use super::sequence::{Known, Stop};
use super::{Finding, Period, Theorem};
use crate::code::Code;
use crate::grundy::values::Slice;
use crate::grundy::{Engine, GrundyError, RareSet};

/// Computes the sequence of `code` until its period is proved or a limit is reached.
///
/// # Errors
/// [`GrundyError::OutOfMemory`] if the system has less memory than `limits` allow. A value that is
/// too large only ends the search, see [`Known::stop`].
pub fn search(
    code: &Code,
    limits: &Limits,
    watch: &EventCallback<'_>,
) -> Result<Known, GrundyError> {
    // Runs on a thread of the pool: calling the pool from outside at every step takes noticeable
    // time.
    rayon::scope(|_| {
        let mut search = PeriodSearch::new(code, limits);
        while search.step(watch)? != Step::Ended {}
        Ok(search.into_known())
    })
}

/// The result of a step of a [`PeriodSearch`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// More values are known.
    Further,
    /// More values are known, and they prove no period.
    Tried,
    /// The period is proved, or a limit is reached.
    Ended,
}

/// A [`search`] in steps, for a caller that uses the values while the search runs.
///
/// ```
/// use octal_games::workspace::period::search::{Limits, PeriodSearch, Step};
/// let mut search = PeriodSearch::new(&"0.77".parse()?, &Limits::heaps(1000));
/// let mut known = 1;
/// while search.step(&|_| true)? != Step::Ended {
///     assert!(search.values().len() >= known);
///     known = search.values().len();
/// }
/// assert_eq!(search.into_known().finding.proved().unwrap().period, 12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PeriodSearch {
    code: Code,
    engine: Engine,
    limits: Limits,
    prover: Prover,
    /// The heap at which a proof is tried next.
    target: u64,
    /// The number of heaps to compute before the next look at the limits.
    heaps_to_look: u64,
    /// The work done for the values with which the engine began.
    work_before: u64,
    stop: Option<Stop>,
    /// The result, once the period is proved or a limit is reached.
    finding: Option<Finding>,
}

impl PeriodSearch {
    /// Begins at heap 0 with the fastest engine.
    pub fn new(code: &Code, limits: &Limits) -> PeriodSearch {
        PeriodSearch::with(code, Engine::new(code), 0, limits)
    }

    /// Continues with an engine that began after values for which this work was done. The proof is
    /// tried at the heaps at which a search from heap 0 tries it, the last heap of the engine
    /// included.
    pub fn with(code: &Code, engine: Engine, work_before: u64, limits: &Limits) -> PeriodSearch {
        let last = engine.values().len() as u64 - 1;
        let target = tries().find(|&heap| heap >= last).unwrap_or(last);
        let target = target.min(limits.last_heap(engine.values().width()));
        let mut prover = Prover::new(code);
        prover.note(engine.values());
        PeriodSearch {
            code: code.clone(),
            engine,
            limits: *limits,
            prover,
            target,
            heaps_to_look: HEAPS_TO_FIRST_LOOK,
            work_before,
            stop: None,
            finding: None,
        }
    }

    /// The code.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// The values computed: index n holds G(n).
    pub fn values(&self) -> Slice<'_> {
        self.engine.values()
    }

    /// The sparse space and the rare heaps among those computed, if the code has splits.
    pub fn rare(&self) -> Option<RareSet> {
        self.engine.rare()
    }

    /// The work done from heap 0 on, see [`Engine::work`].
    pub fn work(&self) -> u64 {
        self.work_before + self.engine.work()
    }

    /// The engine, which the caller may ask if another one can continue its sequence.
    pub fn engine_mut(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// Computes some heaps, for a fraction of a second, and tries a proof at the heaps chosen for
    /// that.
    ///
    /// # Errors
    /// Those of [`search`].
    pub fn step(&mut self, watch: &EventCallback<'_>) -> Result<Step, GrundyError> {
        if self.stop.is_some() {
            return Ok(self.end());
        }
        let (heap, work) = (self.last(), self.engine.work());
        let to = self.target.min(self.limit()).min(heap + self.heaps_to_look);
        let to = if self.limits.work.is_some() { to.min(next_count(heap)) } else { to };
        if heap > 0 && heap < to {
            // If a limit has stopped the search before, each call would compute a little more.
            self.stop = self.reached();
        }
        if self.stop.is_none() && heap < to {
            self.engine.set_memory_limit(self.limits.memory);
            let extended = self.engine.extend(to);
            self.stop = self.look(extended, to - heap, work, watch)?;
        }
        Ok(self.conclude())
    }

    /// Tries a proof if the target or a limit is reached.
    fn conclude(&mut self) -> Step {
        if self.stop == Some(Stop::Cancelled) {
            // A proof tried here would make the result depend on the moment of a signal.
            return self.end();
        }
        if self.stop.is_none() && self.last() < self.target.min(self.limit()) {
            return Step::Further;
        }
        if let Some((period, theorem)) = self.prove() {
            self.finding = Some(Finding::Proved(period, theorem));
            self.stop = Some(Stop::Proof);
            return Step::Ended;
        }
        if self.stop.is_some() {
            return self.end();
        }
        let last = self.limit();
        if self.target >= last {
            self.stop = Some(if last == self.limits.heaps { Stop::Heaps } else { Stop::Memory });
        }
        self.target = next_target(self.target).min(last);
        self.heaps_to_look = HEAPS_TO_FIRST_LOOK;
        Step::Tried
    }

    /// Ends the search without a proof.
    fn end(&mut self) -> Step {
        self.finding.get_or_insert_with(|| self.prover.observe(self.engine.values()));
        Step::Ended
    }

    /// The reason why the search has ended, if it has.
    pub fn stop(&self) -> Option<Stop> {
        self.stop
    }

    /// The result of the search so far.
    pub fn finding(&self) -> Finding {
        self.finding.unwrap_or(Finding::Open)
    }

    /// Continues, after a limit was reached, with other limits.
    pub fn resume(&mut self, limits: &Limits) {
        self.limits = *limits;
        if self.stop != Some(Stop::Proof) {
            (self.stop, self.finding) = (None, None);
        }
    }

    /// The result of the search. If it has not ended, it counts as cancelled.
    pub fn into_known(self) -> Known {
        Known {
            finding: self.finding(),
            work: self.work(),
            code: self.code,
            rare: self.engine.rare(),
            stop: self.stop.unwrap_or(Stop::Cancelled),
            values: self.engine.into_values(),
        }
    }

    /// The last heap computed.
    fn last(&self) -> u64 {
        self.values().len() as u64 - 1
    }

    /// The last heap that the limits allow. It may lie below the last heap computed, once a value
    /// of 256 or more has made every value take two bytes.
    fn limit(&self) -> u64 {
        self.limits.last_heap(self.values().width())
    }

    fn prove(&self) -> Option<(Period, Theorem)> {
        self.prover.prove(self.engine.values(), self.engine.rare().as_ref())
    }

    /// Looks at the limits after so many heaps more, before which the engine had done this work.
    /// Returns the reason why the search ends here, if it does.
    fn look(
        &mut self,
        extended: Result<(), GrundyError>,
        heaps: u64,
        work: u64,
        watch: &EventCallback<'_>,
    ) -> Result<Option<Stop>, GrundyError> {
        self.prover.note(self.engine.values());
        match extended {
            Err(GrundyError::ValueTooLarge { .. }) => return Ok(Some(Stop::ValueTooLarge)),
            Err(GrundyError::MemoryLimit { .. }) => return Ok(Some(Stop::Memory)),
            result => result?,
        }
        let work_per_heap = (self.engine.work() - work) / heaps + 1;
        let heaps = WORK_BETWEEN_LOOKS / work_per_heap;
        self.heaps_to_look = heaps.clamp(1, 2 * self.heaps_to_look);
        if !watch(Event::Progress(self.progress())) {
            return Ok(Some(Stop::Cancelled));
        }
        Ok(self.reached())
    }

    /// The limit of work or memory that is reached, if one is.
    fn reached(&self) -> Option<Stop> {
        let is_counted = self.last().is_multiple_of(distance_of_counts(self.last()));
        if is_counted && self.limits.work.is_some_and(|work| self.work() >= work) {
            return Some(Stop::Work);
        }
        (self.engine.memory() > self.limits.memory).then_some(Stop::Memory)
    }

    fn progress(&self) -> Progress {
        let heap = self.last();
        let limit = self.limit().max(heap);
        let work = self.work() as f64;
        let work_share = self.limits.work.map_or(0.0, |most| work / most.max(1) as f64);
        let share = (heap as f64 / limit.max(1) as f64).max(work_share).min(1.0);
        Progress { heap, limit, share, rare: self.engine.rare(), largest: None }
    }
}

/// The heap at which the next proof is tried, after a try at `heap`.
const fn next_target(heap: u64) -> u64 {
    heap + heap / 4 + 8
}

/// The heaps at which a search tries a proof, in ascending order.
fn tries() -> impl Iterator<Item = u64> {
    std::iter::successors(Some(next_target(0)), |&heap| Some(next_target(heap)))
}

/// A limit of work may end a search only at heaps with at most seven significant binary digits. So
/// the end depends on no other limit, and is the same if the search is stopped and resumed. This is
/// the distance of these heaps after heap n.
const fn distance_of_counts(n: u64) -> u64 {
    1 << (u64::BITS - n.leading_zeros()).saturating_sub(7)
}

/// The next of these heaps after heap n.
const fn next_count(n: u64) -> u64 {
    let distance = distance_of_counts(n);
    n - n % distance + distance
}

/// The search looks at its limits, and reports its progress, about once in this much work.
const WORK_BETWEEN_LOOKS: u64 = 1 << 25;

/// The number of heaps that the search computes before its first look after trying a proof.
const HEAPS_TO_FIRST_LOOK: u64 = 64;
