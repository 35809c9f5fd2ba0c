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

use std::convert::Infallible;

use super::find::{Recurrence, recurrences, repeats_from};
use super::known::{Known, Stop};
use super::{Finding, Period, Theorem, window};
use crate::code::Code;
use crate::grundy::stream::Halt;
use crate::grundy::{Engine, GrundyError, RareSet};
use crate::rules::Rules;

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

    /// The last heap that the heap and memory limits allow. Growing by a quarter, the values may
    /// claim a quarter more than they use.
    #[must_use]
    pub fn last_heap(&self) -> u64 {
        self.heaps.min((self.memory / 5 * 2).saturating_sub(1))
    }

    /// The memory that is enough to compute heap n, and a few more.
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
pub trait Watch: Sync {
    /// Called between two heaps. `false` ends the search with [`Stop::Cancelled`].
    fn goes_on(&self, progress: &Progress) -> bool;

    /// Called when a [long](super::long) search needs the history that it has dropped, and begins
    /// again in memory.
    fn halted(&self, _: &Halt) {}
}

/// Nobody watches.
impl Watch for () {
    fn goes_on(&self, _: &Progress) -> bool {
        true
    }
}

/// Computes the sequence of `code` until its period is proved or a limit is reached.
///
/// # Errors
/// [`GrundyError::OutOfMemory`] if the system has less memory than `limits` allow. A value that is
/// too large only ends the search, see [`Known::stop`].
pub fn search(code: &Code, limits: &Limits, watch: &dyn Watch) -> Result<Known, GrundyError> {
    let ended = search_until(code, Engine::new(code), limits, watch, |_| None::<Infallible>)?;
    Ok(match ended {
        Ended::Known(known) => *known,
        Ended::Ready(never) => match never {},
    })
}

/// How [`search_until`] ended.
pub(super) enum Ended<T> {
    Known(Box<Known>),
    Ready(T),
}

/// A [`search`] by this engine that also ends where `ready` has an answer.
pub(super) fn search_until<T>(
    code: &Code,
    mut engine: Engine,
    limits: &Limits,
    watch: &dyn Watch,
    ready: impl Fn(&mut Engine) -> Option<T>,
) -> Result<Ended<T>, GrundyError> {
    let finish =
        |engine, finding, stop| Ok(Ended::Known(Box::new(finish(code, engine, finding, stop))));
    let prover = Prover::new(code);
    let last = limits.last_heap();
    let mut stop = None;
    let mut target = 0;
    while stop.is_none() {
        target = next_target(target).min(last);
        stop = advance(&mut engine, target, limits, watch)?;
        if let Some((period, theorem)) = prover.prove(engine.values(), engine.rare().as_ref()) {
            return finish(engine, Finding::Proved(period, theorem), Stop::Proof);
        }
        if stop.is_none()
            && let Some(answer) = ready(&mut engine)
        {
            return Ok(Ended::Ready(answer));
        }
        if stop.is_none() && target == last {
            stop = Some(if last == limits.heaps { Stop::Heaps } else { Stop::Memory });
        }
    }
    let finding = prover.observe(engine.values());
    finish(engine, finding, stop.unwrap_or(Stop::Heaps))
}

/// Where the next proof is tried, after a try at `heap`.
const fn next_target(heap: u64) -> u64 {
    heap + heap / 4 + 8
}

/// Option values between two looks at the limits and by the watcher.
const WORK_AT_ONCE: u64 = 1 << 25;

/// Computes up to heap `target` in steps. Returns why it stopped before, if it did.
fn advance(
    engine: &mut Engine,
    target: u64,
    limits: &Limits,
    watch: &dyn Watch,
) -> Result<Option<Stop>, GrundyError> {
    let mut step = 64;
    loop {
        let heap = engine.values().len() as u64 - 1;
        if heap >= target {
            return Ok(None);
        }
        let work = engine.work();
        let to = target.min(heap + step);
        match engine.extend(to) {
            Err(GrundyError::ValueTooLarge { .. }) => return Ok(Some(Stop::ValueTooLarge)),
            result => result?,
        }
        let work_per_heap = (engine.work() - work) / (to - heap) + 1;
        step = (WORK_AT_ONCE / work_per_heap).clamp(1, 2 * step);
        if !watch.goes_on(&progress(engine, limits)) {
            return Ok(Some(Stop::Cancelled));
        }
        if limits.work_is_done(engine) {
            return Ok(Some(Stop::Work));
        }
        if engine.memory() > limits.memory {
            return Ok(Some(Stop::Memory));
        }
    }
}

fn progress(engine: &Engine, limits: &Limits) -> Progress {
    let (heap, limit) = (engine.values().len() as u64 - 1, limits.last_heap());
    let work_share = limits.work.map_or(0.0, |work| engine.work() as f64 / work.max(1) as f64);
    let share = (heap as f64 / limit.max(1) as f64).max(work_share).min(1.0);
    Progress { heap, limit, share, rare: engine.rare(), largest: None }
}

fn finish(code: &Code, engine: Engine, finding: Finding, stop: Stop) -> Known {
    let (rare, work) = (engine.rare(), engine.work());
    Known { code: code.clone(), finding, rare, stop, work, values: engine.into_values() }
}

/// Which theorems apply to a code.
struct Prover {
    /// The moves, if the sparse window applies.
    rules: Option<Rules>,
    /// (h, t), if the Guy–Smith window applies.
    guy_smith: Option<(usize, usize)>,
    is_nim: bool,
    may_grow: bool,
}

impl Prover {
    fn new(code: &Code) -> Prover {
        let guy_smith = code.last_place().map(|t| (code.most_heaps(), t));
        Prover {
            rules: Rules::of(code),
            guy_smith: guy_smith.filter(|_| !code.has_unequal()),
            is_nim: code.to_string() == "0.[3]",
            may_grow: code.last_place().is_none() || code.most_heaps() > 2,
        }
    }

    /// The least period and preperiod, and the theorem, if one proves them from these values.
    fn prove(&self, values: &[u16], rare: Option<&RareSet>) -> Option<(Period, Theorem)> {
        if self.is_nim && values.len() > 1 {
            return Some((Period { preperiod: 0, period: 1, saltus: 1 }, Theorem::Nim));
        }
        recurrences(values).find_map(|Recurrence { period: p, start }| {
            let guy_smith = self
                .guy_smith
                .is_some_and(|(h, t)| window::guy_smith(h, t, values, p, start))
                .then_some(Theorem::GuySmith);
            let sparse = || match (&self.rules, rare) {
                (Some(rules), Some(rare)) => window::sparse(rules, rare, values, p, start),
                _ => false,
            };
            let theorem = guy_smith.or_else(|| sparse().then_some(Theorem::SparseWindow))?;
            Some((least(values, p, start), theorem))
        })
    }

    /// What repeats in these values although no theorem says that it will go on.
    ///
    /// A period, perhaps with a saltus, is called observed only for codes outside the theorems,
    /// and only if it covers half of the values and at least four periods.
    fn observe(&self, values: &[u16]) -> Finding {
        if !self.may_grow {
            return Finding::Open;
        }
        let growth = |(a, b): (&u16, &u16)| i32::from(*b) - i32::from(*a);
        let differences: Vec<i32> = values.iter().zip(values.iter().skip(1)).map(growth).collect();
        let convincing = |r: &Recurrence| {
            let length = differences.len() - r.start;
            length >= differences.len() / 2 && length >= 4 * r.period && r.period > 0
        };
        recurrences(&differences).take(64).find(convincing).map_or(Finding::Open, |r| {
            let saltus = i32::from(values[r.start + r.period]) - i32::from(values[r.start]);
            u64::try_from(saltus).map_or(Finding::Open, |saltus| {
                let (preperiod, period) = (r.start as u64, r.period as u64);
                Finding::Observed(Period { preperiod, period, saltus })
            })
        })
    }
}

/// The least period and preperiod of values that are proved to repeat with period p from `start`
/// on, of which one period and more is at hand (theorem 6 of [`crate::theory`]).
fn least(values: &[u16], mut p: usize, start: usize) -> Period {
    let period = &values[start..start + p].to_vec();
    let mut q = 2;
    let mut rest = p;
    while rest > 1 {
        if !rest.is_multiple_of(q) {
            q = if q * q > rest { rest } else { q + 1 };
            continue;
        }
        rest /= q;
        let shorter = p / q;
        if (0..period.len()).all(|i| period[i] == period[(i + shorter) % period.len()]) {
            p = shorter;
        }
    }
    let preperiod = repeats_from(values, p) as u64;
    Period { preperiod, period: p as u64, saltus: 0 }
}
