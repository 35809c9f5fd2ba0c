//! Computes a sequence until its period is proved or a limit is reached.
//!
//! ```text
//! for N = 8, and then a quarter more each time, up to the limit
//!     compute G(0..=N)
//!     for every recurrence (p, start) of the end of the values, by ascending p
//!         if a window proves it: take the least period and preperiod, and stop
//! ```
//!
//! So a search costs at most a quarter more heaps than its proof needs.

use super::proof::Prover;
use super::sequence::{Known, Stop};
use super::{Finding, Period, Theorem};
use crate::code::Code;
use crate::grundy::stream::Halt;
use crate::grundy::values::Slice;
use crate::grundy::{Engine, GrundyError, RareSet};

/// How far a search may go. All limits hold; none of them depends on time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The last heap to compute.
    pub heaps: u64,
    /// Option values to look at, roughly a nanosecond each, and less in blocks of heaps.
    pub work: Option<u64>,
    /// Bytes for the values and what the engine keeps beside them.
    pub memory: u64,
}

impl Limits {
    /// Up to this heap, whatever it costs.
    #[must_use]
    pub const fn heaps(heaps: u64) -> Limits {
        Limits { heaps, work: None, memory: u64::MAX }
    }

    /// The last heap that the heap and memory limits allow, if a value takes `width` bytes. Growing
    /// by a quarter, the values may claim a quarter more than they use.
    #[must_use]
    pub fn last_heap(&self, width: u64) -> u64 {
        self.heaps.min((self.memory / 5 * 4 / width).saturating_sub(1))
    }

    /// The memory that is enough to compute heap n, and a few more, whatever the values are.
    #[must_use]
    pub const fn memory_for(n: u64) -> u64 {
        n.saturating_mul(3).saturating_add(1 << 17)
    }

    fn work_is_done(&self, engine: &Engine) -> bool {
        self.work.is_some_and(|work| engine.work() >= work)
    }
}

/// A look at a running search.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The last heap computed.
    pub heap: u64,
    /// The last heap that may be computed.
    pub limit: u64,
    /// The share of the nearest limit that is used up, from 0 to 1.
    pub share: f64,
    /// The rare heaps so far.
    pub rare: Option<RareSet>,
    /// The largest value so far, if it is known.
    pub largest: Option<u16>,
}

/// Who wants to look at a running search, several times a second.
pub trait Watcher: Sync {
    /// Called between two heaps. `false` ends the search with [`Stop::Cancelled`].
    fn goes_on(&self, progress: &Progress) -> bool;

    /// Called when a [long](super::resumable) search needs the history that it has dropped, and begins
    /// again in memory.
    fn halted(&self, _: &Halt) {}
}

/// Nobody watches.
impl Watcher for () {
    fn goes_on(&self, _: &Progress) -> bool {
        true
    }
}

/// Computes the sequence of `code` until its period is proved or a limit is reached.
///
/// # Errors
/// [`GrundyError::OutOfMemory`] if the system has less memory than `limits` allow. A value that is
/// too large only ends the search, see [`Known::stop`].
pub fn search(code: &Code, limits: &Limits, watch: &dyn Watcher) -> Result<Known, GrundyError> {
    let mut search = PeriodSearch::new(code, limits);
    while search.step(watch)? != Step::Ended {}
    Ok(search.into_known())
}

/// How [`search_until`] ended.
pub(super) enum UntilReady<T> {
    Known(Box<Known>),
    Ready(T),
}

/// A [`search`] by this engine that also ends where `ready` has an answer.
pub(super) fn search_until<T>(
    code: &Code,
    engine: Engine,
    limits: &Limits,
    watch: &dyn Watcher,
    ready: impl Fn(&mut Engine) -> Option<T>,
) -> Result<UntilReady<T>, GrundyError> {
    let mut search = PeriodSearch::with(code, engine, limits);
    loop {
        match search.step(watch)? {
            Step::Further => {}
            Step::Tried => {
                if let Some(answer) = ready(&mut search.engine) {
                    return Ok(UntilReady::Ready(answer));
                }
            }
            Step::Ended => return Ok(UntilReady::Known(Box::new(search.into_known()))),
        }
    }
}

/// What a step of a [`PeriodSearch`] came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// More values are known.
    Further,
    /// More values are known, and they prove no period.
    Tried,
    /// The period is proved, or a limit is reached.
    Ended,
}

/// A [`search`] in steps, for those who want to have the values while it goes on.
///
/// ```
/// use octal::period::search::{Limits, PeriodSearch, Step};
/// let mut search = PeriodSearch::new(&"0.77".parse()?, &Limits::heaps(1000));
/// let mut known = 1;
/// while search.step(&())? != Step::Ended {
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
    /// Heaps until the next look at the limits.
    heaps: u64,
    stop: Option<Stop>,
    /// What the proof or the last limit has come to.
    finding: Option<Finding>,
}

impl PeriodSearch {
    /// Begins at heap 0 with the fastest engine.
    #[must_use]
    pub fn new(code: &Code, limits: &Limits) -> PeriodSearch {
        PeriodSearch::with(code, Engine::new(code), limits)
    }

    fn with(code: &Code, engine: Engine, limits: &Limits) -> PeriodSearch {
        let target = next_target(0).min(limits.last_heap(engine.values().width()));
        PeriodSearch {
            code: code.clone(),
            engine,
            limits: *limits,
            prover: Prover::new(code),
            target,
            heaps: FIRST_STEP,
            stop: None,
            finding: None,
        }
    }

    /// The values so far: index n holds G(n).
    #[must_use]
    pub fn values(&self) -> Slice<'_> {
        self.engine.values()
    }

    /// The sparse space and its rare heaps so far, if the code has splits.
    #[must_use]
    pub fn rare(&self) -> Option<RareSet> {
        self.engine.rare()
    }

    /// Computes some heaps, as many as take a moment, and tries a proof when it is time to.
    ///
    /// # Errors
    /// Those of [`search`].
    pub fn step(&mut self, watch: &dyn Watcher) -> Result<Step, GrundyError> {
        if self.stop.is_some() {
            self.finding.get_or_insert_with(|| self.prover.observe(self.engine.values()));
            return Ok(Step::Ended);
        }
        self.stop = self.advance(watch)?;
        if self.stop.is_none() && self.last() < self.target.min(self.limit()) {
            return Ok(Step::Further);
        }
        if let Some((period, theorem)) = self.prove() {
            self.finding = Some(Finding::Proved(period, theorem));
            self.stop = Some(Stop::Proof);
            return Ok(Step::Ended);
        }
        if self.stop.is_some() {
            return self.step(watch);
        }
        let last = self.limit();
        if self.target >= last {
            self.stop = Some(if last == self.limits.heaps { Stop::Heaps } else { Stop::Memory });
        }
        self.target = next_target(self.target).min(last);
        self.heaps = FIRST_STEP;
        Ok(Step::Tried)
    }

    /// Why the search has ended, if it has.
    #[must_use]
    pub fn stop(&self) -> Option<Stop> {
        self.stop
    }

    /// Goes on, after a limit was reached, with other limits.
    pub fn go_on(&mut self, limits: &Limits) {
        self.limits = *limits;
        if self.stop != Some(Stop::Proof) {
            (self.stop, self.finding) = (None, None);
        }
    }

    /// What is known in the end, or so far; then the search counts as cancelled.
    #[must_use]
    pub fn into_known(self) -> Known {
        Known {
            code: self.code,
            finding: self.finding.unwrap_or(Finding::Open),
            rare: self.engine.rare(),
            stop: self.stop.unwrap_or(Stop::Cancelled),
            work: self.engine.work(),
            values: self.engine.into_values(),
        }
    }

    /// The last heap computed.
    fn last(&self) -> u64 {
        self.values().len() as u64 - 1
    }

    /// The last heap that may be computed; less than so far if values from 256 on have come up.
    fn limit(&self) -> u64 {
        self.limits.last_heap(self.values().width())
    }

    fn prove(&self) -> Option<(Period, Theorem)> {
        self.prover.prove(self.engine.values(), self.engine.rare().as_ref())
    }

    /// Computes some heaps up to the target. Returns why the search ends here, if it does.
    fn advance(&mut self, watch: &dyn Watcher) -> Result<Option<Stop>, GrundyError> {
        let (heap, work) = (self.last(), self.engine.work());
        let target = self.target.min(self.limit());
        if heap >= target {
            return Ok(None);
        }
        let to = target.min(heap + self.heaps);
        match self.engine.extend(to) {
            Err(GrundyError::ValueTooLarge { .. }) => return Ok(Some(Stop::ValueTooLarge)),
            result => result?,
        }
        self.prover.note(self.engine.values());
        let work_per_heap = (self.engine.work() - work) / (to - heap) + 1;
        self.heaps = (WORK_AT_ONCE / work_per_heap).clamp(1, 2 * self.heaps);
        if !watch.goes_on(&self.progress()) {
            return Ok(Some(Stop::Cancelled));
        }
        if self.limits.work_is_done(&self.engine) {
            return Ok(Some(Stop::Work));
        }
        Ok((self.engine.memory() > self.limits.memory).then_some(Stop::Memory))
    }

    fn progress(&self) -> Progress {
        let heap = self.last();
        let limit = self.limit().max(heap);
        let work = self.engine.work() as f64;
        let work_share = self.limits.work.map_or(0.0, |most| work / most.max(1) as f64);
        let share = (heap as f64 / limit.max(1) as f64).max(work_share).min(1.0);
        Progress { heap, limit, share, rare: self.engine.rare(), largest: None }
    }
}

/// Where the next proof is tried, after a try at `heap`.
const fn next_target(heap: u64) -> u64 {
    heap + heap / 4 + 8
}

/// Option values between two looks at the limits and by the watcher.
const WORK_AT_ONCE: u64 = 1 << 25;

/// Heaps until the first such look after a proof was tried.
const FIRST_STEP: u64 = 64;
