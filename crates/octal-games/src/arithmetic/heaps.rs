//! The high and the low part of each value: G(n) = M·u(n) + λ(n).
//!
//! [`Growth`] is the claim about a sequence.

use crate::code::Code;

/// A sequence, seen by the growth that is to be proved of it.
#[derive(Clone, Copy)]
pub(super) struct Heaps<'a> {
    values: &'a [u16],
    growth: Growth,
}

impl<'a> Heaps<'a> {
    /// The values G(0), G(1), …
    pub(super) const fn new(values: &'a [u16], growth: Growth) -> Heaps<'a> {
        Heaps { values, growth }
    }

    /// The number of heaps with values.
    pub(super) const fn count(&self) -> usize {
        self.values.len()
    }

    /// G(n).
    pub(super) fn value(&self, n: usize) -> usize {
        self.values[n].into()
    }

    /// u(n).
    pub(super) fn high(&self, n: usize) -> usize {
        self.value(n) >> self.growth.saltus.trailing_zeros()
    }

    /// λ(n).
    pub(super) fn low(&self, n: usize) -> usize {
        self.value(n) & (self.growth.unit() - 1)
    }

    /// True if n ≥ n0: a part of this size can grow by p.
    pub(super) const fn grows(&self, n: usize) -> bool {
        n >= self.growth.preperiod
    }
}

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
    pub const fn unit(&self) -> usize {
        1 << self.saltus.trailing_zeros()
    }

    /// The least base B that Theorem 11 allows, h·(n0 + p − 1) + t + 1 − p. `None` if the theorem
    /// does not cover the code: it has infinitely many digits or a mark `!`.
    pub fn least_base(&self, code: &Code) -> Option<usize> {
        let t = code.last_place().filter(|_| !code.has_unequal())?;
        let h = code.most_heaps().max(1);
        Some(h * (self.preperiod + self.period - 1) + t + 1 - self.period)
    }

    /// (A1): true if G(n + p) = G(n) + s as far as there are values.
    pub fn holds(&self, values: &[u16]) -> bool {
        let Some(later) = values.get(self.preperiod + self.period..) else { return false };
        let mut pairs = values[self.preperiod..].iter().zip(later);
        pairs.all(|(&v, &w)| usize::from(w) == usize::from(v) + self.saltus)
    }
}

/// A pair by what counts of it.
#[derive(Clone, Copy)]
pub(super) struct BalancedPair {
    /// λ(b) ⊕ λ(c).
    pub(super) low: usize,
    /// b, the smaller part.
    pub(super) smaller: usize,
}

/// For each number of tokens one balanced pair of each value.
pub(super) struct BalancedPairs {
    by_tokens: Vec<Vec<BalancedPair>>,
}

impl BalancedPairs {
    /// The pairs of at most `most` tokens whose parts are at least `least` ≥ 1.
    pub(super) fn of(heaps: &Heaps<'_>, least: usize, most: usize) -> BalancedPairs {
        let mut by_tokens: Vec<Vec<BalancedPair>> = vec![vec![]; most + 1];
        for smaller in least..=most / 2 {
            let (high, own) = (heaps.high(smaller), heaps.low(smaller));
            for larger in (smaller..=most - smaller).filter(|&c| heaps.high(c) == high) {
                let (pairs, low) = (&mut by_tokens[smaller + larger], own ^ heaps.low(larger));
                if pairs.iter().all(|pair| pair.low != low) {
                    pairs.push(BalancedPair { low, smaller });
                }
            }
        }
        BalancedPairs { by_tokens }
    }

    /// The pairs of m tokens.
    pub(super) fn of_tokens(&self, m: usize) -> &[BalancedPair] {
        &self.by_tokens[m]
    }
}
