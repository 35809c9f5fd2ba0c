//! The rule of moves, and the values that follow from it.

use super::super::{CheckResult, OnProgress, STATED, compare};
use super::ArithmeticCertificate;

impl ArithmeticCertificate {
    /// Hands the parts of every option of heap n to `visit`.
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
