//! The pretending function of a game beyond the heaps of its partial quotient.
//!
//! There values come from a proof. Either the pretending function has a period (Theorem M), or the
//! rogues have ended and Grundy values give it (Theorem K). In the second case the values are those
//! of Q′ = (Q ∖ K) ⊔ V, elements outside the kernel beside nim-values.
//!
//! [`prove_period`] proves the period of a pretending function by a window (Theorem M of
//! [`crate::theory::misere`]).

use super::monoid::Element;
use super::solve::{Proof, Solved};
use crate::code::Code;
use crate::period::sequence::Known;

/// The value of a position: an element of the quotient, or, under Theorem K, of its kernel, which
/// consists of nim-values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum QuotientValue {
    /// An element.
    Element(Element),
    /// An element of the kernel.
    Nim(u64),
}

/// The pretending function of a game, for as many heaps as are known.
#[derive(Clone, Copy, Debug)]
pub struct Pretending<'a> {
    /// The quotient.
    pub solved: &'a Solved,
    /// The normal play of the same code, for heaps beyond the quotient under Theorem K.
    pub normal: Option<&'a Known>,
}

impl Pretending<'_> {
    /// The value of a heap, if it is known.
    pub fn value(&self, heap: u64) -> Option<QuotientValue> {
        let phi = self.solved.quotient.phi();
        if let Some(&x) = usize::try_from(heap).ok().and_then(|n| phi.get(n)) {
            return Some(self.of_element(x));
        }
        match &self.solved.proof {
            Some(Proof::Period(period)) => {
                let at = usize::try_from(period.reduce(heap)).ok()?;
                Some(self.of_element(phi[at]))
            }
            Some(Proof::Kernel(_)) => self.normal?.value(heap).map(QuotientValue::Nim),
            None => None,
        }
    }

    /// From which heap on values have a period, and which; `None` if none is proved.
    pub fn tail(&self) -> Option<(u64, u64)> {
        let (start, period) = match &self.solved.proof {
            Some(Proof::Period(period)) => (period.preperiod as u64, period.period as u64),
            Some(Proof::Kernel(values)) => {
                let proved = self.normal?.finding.proved().filter(|period| period.saltus == 0)?;
                (proved.preperiod.max(values.last_rogue as u64 + 1), proved.period)
            }
            None => return None,
        };
        Some((start.max(1), period))
    }

    /// An element as a value.
    pub(super) fn of_element(&self, x: Element) -> QuotientValue {
        match &self.solved.proof {
            Some(Proof::Kernel(values)) if values.kernel().contains(x) => {
                QuotientValue::Nim(values.theta(x))
            }
            _ => QuotientValue::Element(x),
        }
    }

    /// The value of two positions together.
    pub fn product(&self, x: QuotientValue, y: QuotientValue) -> QuotientValue {
        if let (QuotientValue::Element(x), QuotientValue::Element(y)) = (x, y) {
            return self.of_element(self.solved.quotient.monoid().product(x, y));
        }
        QuotientValue::Nim(self.nim(x) ^ self.nim(y))
    }

    /// θ, the Grundy value under Theorem K.
    fn nim(&self, x: QuotientValue) -> u64 {
        match (x, &self.solved.proof) {
            (QuotientValue::Nim(value), _) => value,
            (QuotientValue::Element(x), Some(Proof::Kernel(values))) => values.theta(x),
            // Without Theorem K no value is a nim-value.
            (QuotientValue::Element(_), _) => 0,
        }
    }

    /// True if the positions of this value are P-positions.
    pub fn is_p(&self, x: QuotientValue) -> bool {
        match x {
            QuotientValue::Element(x) => self.solved.quotient.p_portion().contains(x as usize),
            QuotientValue::Nim(value) => value == 0,
        }
    }
}

/// φ(n + p) = φ(n) for every n ≥ n0, p least and then n0 least.
///
/// ```
/// use octal_games::misere::PhiPeriod;
/// let period = PhiPeriod { preperiod: 5, period: 2 };
/// assert_eq!([4, 5, 6, 7].map(|n| period.reduce(n)), [4, 5, 6, 5]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PhiPeriod {
    /// n0.
    pub preperiod: usize,
    /// p.
    pub period: usize,
}

impl PhiPeriod {
    /// The heap with the same value that lies before the end of the first period.
    pub const fn reduce(self, n: u64) -> u64 {
        let (start, period) = (self.preperiod as u64, self.period as u64);
        if n < start { n } else { start + (n - start) % period }
    }
}

/// The last heap whose value Theorem M needs for a period: B + p − 1.
///
/// `None` if the theorem does not cover the code: infinitely many digits, or the mark `!`.
pub fn last_heap_needed(code: &Code, period: PhiPeriod) -> Option<usize> {
    let t = code.last_place().filter(|_| !code.has_unequal())?;
    let h = code.most_heaps().max(1);
    Some(h * period.preperiod.max(1) + h * period.period + t - 1)
}

/// The period of the whole pretending function, if the values of heaps 0 to n, which belong to a
/// verified quotient, prove one.
///
/// The periods are tried by ascending length. The first that a window proves is the least, since
/// the least period divides it, has a preperiod no larger, and so a shorter window. O(n²) at most,
/// and O(n) where no period is near.
pub fn prove_period(code: &Code, phi: &[Element]) -> Option<PhiPeriod> {
    let n = phi.len() - 1;
    (1..=n).find_map(|period| {
        let differs = |m: &usize| phi[*m] != phi[m + period];
        // Below this heap a difference does no harm: a window beyond it may still fit.
        let preperiod = (1..=n - period).rev().find(differs).map_or(1, |m| m + 1);
        last_heap_needed(code, PhiPeriod { preperiod, period }).filter(|&last| last <= n)?;
        let preperiod = if preperiod == 1 && phi[0] == phi[period] { 0 } else { preperiod };
        Some(PhiPeriod { preperiod, period })
    })
}
