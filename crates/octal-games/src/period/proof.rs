//! The theorem that proves that given values repeat for ever.

use super::landmarks::Landmarks;
use super::recurrence::{Recurrence, prime_divisors, recurrences, recurrences_of, repeats_from};
use super::{Finding, Period, Theorem, window};
use crate::arithmetic::endless::EndlessEvidence;
use crate::arithmetic::evidence::GrowthEvidence;
use crate::arithmetic::heaps::Growth;
use crate::code::Code;
use crate::grundy::RareSet;
use crate::grundy::values::{Slice, Value};
use crate::rules::Rules;

/// The theorems that apply to a code.
#[derive(Debug)]
pub(super) struct Prover {
    /// The moves, if the sparse window applies.
    rules: Option<Rules>,
    /// (h, t), if the Guy–Smith window applies.
    guy_smith: Option<(usize, usize)>,
    /// The code, if its values may grow without end: it leaves three heaps, or digits repeat.
    growing: Option<Code>,
    landmarks: Landmarks,
}

impl Prover {
    pub(super) fn new(code: &Code) -> Prover {
        let guy_smith = code.last_place().map(|t| (code.most_heaps(), t));
        Prover {
            rules: Rules::of(code),
            guy_smith: guy_smith.filter(|_| !code.has_unequal()),
            growing: may_grow(code).then(|| code.clone()),
            landmarks: Landmarks::default(),
        }
    }

    /// Takes note of new values, so that [`prove`](Prover::prove) finds quickly where the end of
    /// the sequence has occurred before.
    pub(super) fn note(&mut self, values: Slice<'_>) {
        match values {
            Slice::Bytes(values) => self.landmarks.note(values),
            Slice::Words(values) => self.landmarks.note(values),
        }
    }

    /// The least period and preperiod, and the theorem, if one proves them from these values.
    pub(super) fn prove(
        &self,
        values: Slice<'_>,
        rare: Option<&RareSet>,
    ) -> Option<(Period, Theorem)> {
        let repeats = match values {
            Slice::Bytes(values) => self.prove_from(values, rare),
            Slice::Words(values) => self.prove_from(values, rare),
        };
        repeats.or_else(|| self.prove_growth(values))
    }

    fn prove_from<V: Value>(
        &self,
        values: &[V],
        rare: Option<&RareSet>,
    ) -> Option<(Period, Theorem)> {
        recurrences_of(values, &self.landmarks).find_map(|Recurrence { period: p, start }| {
            let guy_smith = self
                .guy_smith
                .is_some_and(|(h, t)| window::guy_smith(h, t, values, p, start))
                .then_some(Theorem::GuySmith);
            let sparse = || match (&self.rules, rare) {
                (Some(rules), Some(rare)) => window::sparse(rules, rare, values, p, start),
                _ => false,
            };
            let theorem = guy_smith.or_else(|| sparse().then_some(Theorem::SparseWindow));
            let endless = || {
                let code = self.growing.as_ref()?;
                let multiple = window::endless(code, values.len(), p, start)?;
                Some((least(values, multiple, start), Theorem::EndlessWindow))
            };
            theorem.map(|theorem| (least(values, p, start), theorem)).or_else(endless)
        })
    }

    /// The least arithmetic period with a saltus, if Theorem 11 or 12b proves one from these
    /// values.
    fn prove_growth(&self, values: Slice<'_>) -> Option<(Period, Theorem)> {
        let code = self.growing.as_ref()?;
        let differences = differences(values);
        let r = growth(&differences)?;
        // A shorter period of the differences is an arithmetic period with a smaller saltus.
        let least = least(&differences, r.period, r.start);
        let (preperiod, period) = ((least.preperiod as usize).max(1), least.period as usize);
        let saltus = usize::from(saltus(values, r.start, period)?);
        let growth = |times| Growth { preperiod, period: period * times, saltus: saltus * times };
        let theorem = match window::least_multiple(period, code.repeat().len()) {
            None => {
                GrowthEvidence::find(code, &values.to_vec(), growth(1))?;
                Theorem::ArithmeticWindow
            }
            Some(multiple) => {
                EndlessEvidence::find(code, &values.to_vec(), growth(multiple / period))?;
                Theorem::EndlessWindow
            }
        };
        Some((Period { saltus: saltus as u64, ..least }, theorem))
    }

    /// The period of these values that repeats although no theorem shows that it will continue.
    ///
    /// A period, perhaps with a saltus, is called observed only for codes outside the theorems. It
    /// must also cover half of the values and at least four periods.
    pub(super) fn observe(&self, values: Slice<'_>) -> Finding {
        if self.growing.is_none() {
            return Finding::Open;
        }
        let observed = growth(&differences(values)).and_then(|r| {
            let (preperiod, period) = (r.start as u64, r.period as u64);
            Some(Period { preperiod, period, saltus: saltus(values, r.start, r.period)?.into() })
        });
        observed.map_or(Finding::Open, Finding::Observed)
    }
}

/// True if values of the code may grow without end: Theorem 7 of [`crate::theory`] does not cover
/// it.
fn may_grow(code: &Code) -> bool {
    code.last_place().is_none() || code.most_heaps() > 2
}

/// G(n + 1) − G(n) for every n.
fn differences(values: Slice<'_>) -> Vec<i32> {
    let pairs = values.iter().zip(values.iter().skip(1));
    pairs.map(|(a, b)| i32::from(b) - i32::from(a)).collect()
}

/// The recurrence of differences that is likely to continue: it covers half of them, and four
/// periods.
fn growth(differences: &[i32]) -> Option<Recurrence> {
    let convincing = |r: &Recurrence| {
        let length = differences.len() - r.start;
        length >= differences.len() / 2 && length >= 4 * r.period && r.period > 0
    };
    recurrences(differences).take(64).find(convincing)
}

/// The growth of the values from heap `start` to heap `start + p`; `None` if they fall.
fn saltus(values: Slice<'_>, start: usize, p: usize) -> Option<u16> {
    values.get(start + p)?.checked_sub(values.get(start)?)
}

/// The least period and preperiod of values that are proved to repeat with period p from `start` on
/// (theorem 6 of [`crate::theory`]). `values` must hold at least p values from `start` on.
fn least<V: Copy + PartialEq>(values: &[V], mut p: usize, start: usize) -> Period {
    let period = &values[start..start + p];
    let repeats = |shorter: usize| {
        (0..period.len()).all(|i| period[i] == period[(i + shorter) % period.len()])
    };
    for q in prime_divisors(p as u64) {
        let q = q as usize;
        while p.is_multiple_of(q) && repeats(p / q) {
            p /= q;
        }
    }
    let preperiod = repeats_from(values, p) as u64;
    Period { preperiod, period: p as u64, saltus: 0 }
}
