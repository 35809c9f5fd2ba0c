//! The high and the low part of each value: G(n) = M·u(n) + λ(n).

use super::growth::Growth;

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

    /// How many heaps there are values of.
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

    /// Whether n ≥ n0: a part of this size can grow by p.
    pub(super) const fn grows(&self, n: usize) -> bool {
        n >= self.growth.preperiod
    }
}
