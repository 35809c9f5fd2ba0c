//! The hypotheses of Theorem 11, and that period and preperiod are least.
//!
//! M is the largest power of two that divides s, and G(n) = M·u(n) + λ(n). Parts from n0 on grow.

use super::super::{CheckResult, OnProgress, STATED, compare, demand};
use super::{ArithmeticCertificate, Removal};

impl ArithmeticCertificate {
    /// G(n), to be added to.
    fn value(&self, n: usize) -> usize {
        self.values[n].into()
    }

    /// (A2): all options of p heaps; `false` if the watcher ended it.
    pub(super) fn check_threats(&self, watch: OnProgress<'_>) -> CheckResult<bool> {
        for n in self.base()..self.base() + self.period {
            let mut threat = None;
            self.each_option(n, |parts| {
                if threat.is_none() && self.threatens(n, parts) {
                    threat = Some(format!("heap {n}: the option {parts:?} threatens it (A2)"));
                }
            });
            threat.map_or(Ok(()), Err)?;
            if !watch(1, self.steps(n)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// (A3).
    pub(super) fn check_options(&self) -> CheckResult<()> {
        let middle = self.base() + self.period;
        let deep = self.depth + 2 * self.saltus;
        for (n, options) in (self.base()..).zip(&self.options) {
            let value = self.value(n);
            let right = format!("heap {n}: its value should be at least D + 2s, {deep} (A3)");
            demand(value >= deep, right)?;
            let wanted = if n < middle { value } else { value - deep };
            let found = options.len();
            demand(
                found == wanted,
                format!("heap {n}: {wanted} options should be there, not {found}"),
            )?;
            for (v, option) in options.iter().enumerate() {
                self.check_option(n, v, option)?;
            }
        }
        Ok(())
    }

    /// Checks that this is an option of heap n with the value v, of the kind that v asks for.
    fn check_option(&self, n: usize, v: usize, option: &Removal) -> CheckResult<()> {
        let (k, parts) = (usize::from(option.place), &*option.parts());
        let wrong = |what: &str| format!("heap {n}: its option {k}:{parts:?} {what} (A3)");
        let sum = parts.iter().fold(k, |sum, &part| sum.saturating_add(part));
        let is_allowed = self.digits.get(k).is_some_and(|digit| digit.bits >> parts.len() & 1 != 0);
        let is_move = is_allowed && sum == n && parts.iter().all(|&part| part > 0);
        demand(is_move, wrong("is no move"))?;
        demand(
            usize::from(self.value_of(parts)) == v,
            wrong(&format!("should have the value {v}")),
        )?;
        let below = self.value(n) - v;
        if below <= self.depth {
            demand(self.rises(parts), wrong("should rise"))
        } else if below <= self.depth + 2 * self.saltus {
            demand(self.does_both(parts), wrong("should rise and widen"))
        } else {
            demand(self.widens(parts), wrong("should widen"))
        }
    }
}

/// High and low parts of values, and the effect of growing heaps on options.
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

/// The rule of moves, and the values that follow from it.
impl ArithmeticCertificate {
    /// Gives the parts of every option of heap n to `visit`.
    pub(super) fn each_option(&self, n: usize, mut visit: impl FnMut(&[usize])) {
        for (k, digit) in self.digits.iter().enumerate().take(n + 1) {
            let (rest, has) = (n - k, |bit| digit.bits & bit != 0);
            if has(1) && rest == 0 {
                visit(&[]);
            }
            if has(2) && rest > 0 {
                visit(&[rest]);
            }
            if has(4) {
                (1..=rest / 2).for_each(|a| visit(&[a, rest - a]));
            }
            if has(8) {
                for a in 1..=rest / 3 {
                    (a..=(rest - a) / 2).for_each(|b| visit(&[a, b, rest - a - b]));
                }
            }
        }
    }

    /// The value of an option.
    pub(super) fn value_of(&self, parts: &[usize]) -> u16 {
        parts.iter().fold(0, |value, &part| value ^ self.values[part])
    }

    /// Checks every value by the definition (Theorem 1); `false` if the watcher ended it.
    pub(super) fn check_values(&self, watch: OnProgress<'_>) -> CheckResult<bool> {
        // Entry v is the last heap that has an option of value v.
        let mut seen = vec![usize::MAX; 1 << 16];
        for n in 0..self.values.len() {
            self.each_option(n, |parts| seen[usize::from(self.value_of(parts))] = n);
            let least = (0..=u16::MAX).find(|&v| seen[usize::from(v)] != n);
            let value = least.ok_or_else(|| format!("heap {n}: its value is above 65535"))?;
            compare(n as u64, &[value], STATED, &self.values[n..=n])?;
            if !watch(1, self.steps(n)) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
