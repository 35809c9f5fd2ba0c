//! A published statement compared with what is known of its sequence.
//!
//! | verdict | what it says |
//! |---|---|
//! | confirmed | proved to be as stated |
//! | contradicted | proved to be otherwise, mostly with a heap that shows it |
//! | sharpened | true, but not least: a multiple of the period, the values of several periods, a larger preperiod |
//! | out of reach | what is known decides nothing |
//!
//! A proved period decides statements about the whole sequence (theorems 3 and 5 of
//! [`crate::theory`]). If the source states a limit, the values up to the limit decide. An open
//! sequence can still contradict: one heap that breaks a statement is enough, and a heap of value 0
//! excludes periods (Theorem 13).
//!
//! One module for each family of statements: `pattern` (periods, also arithmetic ones, and
//! exceptions), `totals` (the largest value, rare heaps, P-positions), `equality`, `misere`.
//! `from_record` judges by answers without values.

pub(super) mod convention;
mod equality;
mod from_record;
mod heaps;
mod misere;
mod pattern;
mod totals;

use std::fmt;

use convention::Convention;
use serde::{Deserialize, Serialize};

use super::claims::Claim;
use super::statement::Statement;
use crate::period::Period;
use crate::period::shifted::View;

pub use equality::{judge_equality, shift_by_rules};
pub use from_record::{judge_by_answer, judge_search};
pub use misere::{MisereView, judge_by_record, judge_misere, judge_outcome};

/// The four verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Proved to be as stated.
    Confirmed,
    /// Proved to be otherwise.
    Contradicted,
    /// True, but something smaller is true as well.
    Sharpened,
    /// The known facts decide nothing.
    OutOfReach,
}

impl Verdict {
    /// All verdicts, in the order of the documentation.
    pub const ALL: [Verdict; 4] =
        [Verdict::Confirmed, Verdict::Contradicted, Verdict::Sharpened, Verdict::OutOfReach];

    /// `confirmed`, `contradicted`, `sharpened` or `out_of_reach`, as in the reports.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Confirmed => "confirmed",
            Verdict::Contradicted => "contradicted",
            Verdict::Sharpened => "sharpened",
            Verdict::OutOfReach => "out_of_reach",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A verdict with its reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// The computed value in place of the claimed one, as a short text.
    pub computed: String,
    /// The first heap that contradicts the claim; the heap that is claimed, where it does. Some
    /// contradictions have none: that a largest value is too large, or a count too high, is shown
    /// by no single heap.
    pub first_difference: Option<u64>,
    /// The last heap whose value was computed.
    pub verified_to: u64,
}

/// Judges a claim by the sequence of its game.
///
/// `view` must be a view of the sequence of `claim.game`, shift included. A claim that two games
/// are equal needs two sequences, see [`judge_equality`]. This function judges it by the rules
/// alone. A claim about misère play is out of reach here, see [`judge_misere`]. O(n0 + p) for a
/// proved period, O(N) for values up to N.
pub fn judge(claim: &Claim, view: &View) -> Judgement {
    let convention = Convention::of(&claim.convention);
    // A statement about the period needs a proved one.
    let by_period = |rule: &dyn Fn(Period) -> Ruling| match view.proved() {
        Some(proved) => rule(proved),
        None => Ruling::open(view),
    };
    let ruling = match &claim.statement {
        Statement::Period(p) => match view.proved() {
            Some(proved) => pattern::period(*p, proved, view),
            None => pattern::excluded_period(*p, view).unwrap_or_else(|| Ruling::open(view)),
        },
        Statement::Preperiod(n0) => {
            by_period(&|proved| pattern::preperiod(*n0, proved, &convention, view))
        }
        Statement::LastException(e) => {
            by_period(&|proved| pattern::last_exception(*e, proved, &convention, view))
        }
        Statement::Exceptions(heaps) => {
            by_period(&|_| pattern::exceptions(heaps, &convention, view))
        }
        Statement::ExceptionCount(count) => {
            by_period(&|_| pattern::exception_count(*count, &convention, view))
        }
        Statement::PeriodicValues(values) => {
            by_period(&|proved| pattern::periodic_values(values, proved, view))
        }
        Statement::ArithmeticPeriod { period, saltus, preperiod } => {
            pattern::arithmetic_period(*period, *saltus, *preperiod, view)
        }
        Statement::Value { n, v } => value(*n, *v, view),
        Statement::Equals { .. } => equality::by_rules(claim, shift_by_rules(claim)),
        Statement::MaxValue(max) => totals::max_value(*max, &convention, view),
        Statement::RareCount(count) => totals::rare_count(*count, &convention, view),
        Statement::LastRare(heap) => totals::last_rare(*heap, &convention, view),
        Statement::PPositions(count) => totals::p_positions(*count, &convention, view),
        Statement::Misere(_) => Ruling::out_of_reach("not decided by normal play"),
    };
    ruling.verified_to(view.verified_to())
}

fn value(n: u64, claimed: u64, view: &View) -> Ruling {
    match view.value(n) {
        None => Ruling::out_of_reach(format!("heap {n} not reached")),
        Some(value) if value == claimed => Ruling::confirmed(value),
        Some(value) => Ruling::contradicted(value, Some(n)),
    }
}

/// A judgement without the last heap computed, which [`Ruling::verified_to`] adds.
struct Ruling {
    verdict: Verdict,
    computed: String,
    first_difference: Option<u64>,
}

impl Ruling {
    fn new(verdict: Verdict, computed: impl fmt::Display) -> Ruling {
        Ruling { verdict, computed: computed.to_string(), first_difference: None }
    }

    fn confirmed(computed: impl fmt::Display) -> Ruling {
        Ruling::new(Verdict::Confirmed, computed)
    }

    fn sharpened(computed: impl fmt::Display) -> Ruling {
        Ruling::new(Verdict::Sharpened, computed)
    }

    fn out_of_reach(computed: impl fmt::Display) -> Ruling {
        Ruling::new(Verdict::OutOfReach, computed)
    }

    fn contradicted(computed: impl fmt::Display, first_difference: Option<u64>) -> Ruling {
        Ruling { first_difference, ..Ruling::new(Verdict::Contradicted, computed) }
    }

    /// The ruling on a statement about the period where none is proved: nothing is decided.
    fn open(view: &View) -> Ruling {
        let observed = match view.finding().period() {
            Some(period) => format!("only observed: {period},"),
            None => "no period proved".to_owned(),
        };
        Ruling::out_of_reach(format!("{observed} to heap {}", view.verified_to()))
    }

    fn verified_to(self, verified_to: u64) -> Judgement {
        let Ruling { verdict, computed, first_difference } = self;
        Judgement { verdict, computed, first_difference, verified_to }
    }
}
