//! The period of a pretending function, proved by a window (Theorem M of [`crate::theory::misere`]).

use super::monoid::Element;
use crate::code::Code;

/// φ(n + p) = φ(n) for every n ≥ n0, p least and then n0 least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PhiPeriod {
    /// n0.
    pub preperiod: usize,
    /// p.
    pub period: usize,
}

impl PhiPeriod {
    /// The heap with the same value that lies before the end of the first period.
    #[must_use]
    pub const fn reduce(self, n: u64) -> u64 {
        let (start, period) = (self.preperiod as u64, self.period as u64);
        if n < start { n } else { start + (n - start) % period }
    }
}

/// The last heap whose value Theorem M needs for a period: B + p − 1.
///
/// `None` if the theorem says nothing of the code: infinitely many digits, or the mark `!`.
#[must_use]
pub fn last_heap(code: &Code, period: PhiPeriod) -> Option<usize> {
    let t = code.last_place().filter(|_| !code.has_unequal())?;
    let h = code.most_heaps().max(1);
    Some(h * period.preperiod.max(1) + h * period.period + t - 1)
}

/// The period of the whole pretending function, if the values of heaps 0 to n, which belong to a
/// verified quotient, prove one.
///
/// The periods are tried by ascending length. The first that a window proves is the least, since the
/// least period divides it, has a preperiod no larger, and so a shorter window. O(n²) at most, and
/// O(n) where no period is near.
#[must_use]
pub fn prove(code: &Code, phi: &[Element]) -> Option<PhiPeriod> {
    let n = phi.len() - 1;
    (1..=n).find_map(|period| {
        let differs = |m: &usize| phi[*m] != phi[m + period];
        // Below this heap a difference does no harm: a window beyond it may still fit.
        let preperiod = (1..=n - period).rev().find(differs).map_or(1, |m| m + 1);
        last_heap(code, PhiPeriod { preperiod, period }).filter(|&last| last <= n)?;
        let preperiod = if preperiod == 1 && phi[0] == phi[period] { 0 } else { preperiod };
        Some(PhiPeriod { preperiod, period })
    })
}
