//! High and low parts of values, and what options do as heaps grow.
//!
//! M is the largest power of two that divides s, and G(n) = M·u(n) + λ(n). Parts from n0 on grow.

use super::ArithmeticCertificate;

impl ArithmeticCertificate {
    /// u(n).
    fn high(&self, n: usize) -> usize {
        usize::from(self.values[n]) >> self.saltus.trailing_zeros()
    }

    /// λ of a value.
    fn low(&self, value: u16) -> usize {
        usize::from(value) % (1 << self.saltus.trailing_zeros())
    }

    fn grows(&self, n: usize) -> bool {
        n >= self.start()
    }

    /// The nim-sum of the high parts of all parts but that at place i.
    fn others(&self, parts: &[usize], i: usize) -> usize {
        let others = parts.iter().enumerate().filter(|&(j, _)| j != i);
        others.fold(0, |sum, (_, &part)| sum ^ self.high(part))
    }

    /// Some part grows, and the high parts of all others have the nim-sum 0.
    pub(super) fn rises(&self, parts: &[usize]) -> bool {
        (0..parts.len()).any(|i| self.grows(parts[i]) && self.others(parts, i) == 0)
    }

    /// Two parts grow and have the same high part.
    pub(super) fn widens(&self, parts: &[usize]) -> bool {
        let is_pair =
            |b: usize, c: usize| self.grows(b) && self.grows(c) && self.high(b) == self.high(c);
        let later = |i: usize| parts[i + 1..].iter();
        (0..parts.len()).any(|i| later(i).any(|&c| is_pair(parts[i], c)))
    }

    /// Three parts grow, and two of them have the same high part.
    pub(super) fn does_both(&self, parts: &[usize]) -> bool {
        parts.len() == 3 && parts.iter().all(|&part| self.grows(part)) && self.widens(parts)
    }

    /// The option may have the value of heap n, or of a later one as it grows.
    pub(super) fn threatens(&self, n: usize, parts: &[usize]) -> bool {
        let (high, sum) = (self.high(n), parts.iter().map(|&part| self.high(part)).sum::<usize>());
        let growing = parts.iter().filter(|&&part| self.grows(part)).count();
        let is_steady = growing == 1 && self.rises(parts);
        self.low(self.value_of(parts)) == self.low(self.values[n])
            && sum >= high
            && (sum - high).is_multiple_of(2)
            && !is_steady
    }
}
