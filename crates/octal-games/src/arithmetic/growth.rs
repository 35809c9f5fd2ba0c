//! What is to be proved of a sequence, and from which heap on it has to be looked at.

use crate::code::Code;

/// G(n + p) = G(n) + s for every n ≥ n0, as a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Growth {
    /// n0 ≥ 1.
    pub preperiod: usize,
    /// p ≥ 1.
    pub period: usize,
    /// s ≥ 1.
    pub saltus: usize,
}

impl Growth {
    /// M, the largest power of two that divides s.
    #[must_use]
    pub const fn unit(&self) -> usize {
        1 << self.saltus.trailing_zeros()
    }

    /// The least base B that Theorem 11 allows, h·(n0 + p − 1) + t + 1 − p; `None` if the code has
    /// infinitely many digits or a mark `!`, of which the theorem does not speak.
    #[must_use]
    pub fn least_base(&self, code: &Code) -> Option<usize> {
        let t = code.last_place().filter(|_| !code.has_unequal())?;
        let h = code.most_heaps().max(1);
        Some(h * (self.preperiod + self.period - 1) + t + 1 - self.period)
    }

    /// (A1): whether G(n + p) = G(n) + s as far as there are values.
    #[must_use]
    pub fn holds(&self, values: &[u16]) -> bool {
        let Some(later) = values.get(self.preperiod + self.period..) else { return false };
        let mut pairs = values[self.preperiod..].iter().zip(later);
        pairs.all(|(&v, &w)| usize::from(w) == usize::from(v) + self.saltus)
    }
}
