//! Which theorem proves that given values repeat for ever.

use super::landmarks::Landmarks;
use super::primes::prime_divisors;
use super::recurrence::{Recurrence, recurrences, recurrences_of, repeats_from};
use super::{Finding, Period, Theorem, window};
use crate::code::Code;
use crate::grundy::RareSet;
use crate::grundy::values::{Slice, Value};
use crate::rules::Rules;

/// Which theorems apply to a code.
#[derive(Debug)]
pub(super) struct Prover {
    /// The moves, if the sparse window applies.
    rules: Option<Rules>,
    /// (h, t), if the Guy–Smith window applies.
    guy_smith: Option<(usize, usize)>,
    is_nim: bool,
    may_grow: bool,
    landmarks: Landmarks,
}

impl Prover {
    pub(super) fn new(code: &Code) -> Prover {
        let guy_smith = code.last_place().map(|t| (code.most_heaps(), t));
        Prover {
            rules: Rules::of(code),
            guy_smith: guy_smith.filter(|_| !code.has_unequal()),
            is_nim: code.to_string() == "0.[3]",
            may_grow: code.last_place().is_none() || code.most_heaps() > 2,
            landmarks: Landmarks::default(),
        }
    }

    /// Takes note of new values, so that [`prove`](Prover::prove) finds quickly where the end of the
    /// sequence has occurred before.
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
        match values {
            Slice::Bytes(values) => self.prove_from(values, rare),
            Slice::Words(values) => self.prove_from(values, rare),
        }
    }

    fn prove_from<V: Value>(
        &self,
        values: &[V],
        rare: Option<&RareSet>,
    ) -> Option<(Period, Theorem)> {
        if self.is_nim && values.len() > 1 {
            return Some((Period { preperiod: 0, period: 1, saltus: 1 }, Theorem::Nim));
        }
        recurrences_of(values, &self.landmarks).find_map(|Recurrence { period: p, start }| {
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
    pub(super) fn observe(&self, values: Slice<'_>) -> Finding {
        if !self.may_grow {
            return Finding::Open;
        }
        let growth = |(a, b)| i32::from(b) - i32::from(a);
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

/// The least period and preperiod of values that are proved to repeat with period p from `start` on
/// (theorem 6 of [`crate::theory`]). `values` must hold at least p values from `start` on.
fn least<V: Value>(values: &[V], mut p: usize, start: usize) -> Period {
    let period = &values[start..start + p].to_vec();
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
