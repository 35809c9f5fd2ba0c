//! The hypotheses of Theorem 11, and that period and preperiod are least.

use super::super::{CheckResult, OnProgress, demand};
use super::{ArithmeticCertificate, Removal};

impl ArithmeticCertificate {
    /// G(n), to be added to.
    fn value(&self, n: usize) -> usize {
        self.values[n].into()
    }

    /// Whether G(n + p) = G(n) + s.
    fn repeats(&self, n: usize) -> bool {
        self.value(n + self.period) == self.value(n) + self.saltus
    }

    /// (A1).
    pub(super) fn check_growth(&self) -> CheckResult<()> {
        match (self.start()..self.values.len() - self.period).find(|&n| !self.repeats(n)) {
            Some(n) => {
                Err(format!("heap {n}: a period later its value is not larger by the saltus (A1)"))
            }
            None => Ok(()),
        }
    }

    /// No divisor of p is a period of the differences of values, and n0 cannot be smaller.
    pub(super) fn check_least(&self) -> CheckResult<()> {
        let (start, p) = (self.start(), self.period);
        let difference = |n: usize| self.value(n + 1).wrapping_sub(self.value(n));
        for q in (1..p).filter(|&q| p.is_multiple_of(q)) {
            let differ = (start..start + p).any(|n| difference(n + q) != difference(n));
            demand(differ, format!("heap {start}: the period is {q} or less"))?;
        }
        match self.preperiod.checked_sub(1) {
            None => demand(
                self.repeats(0),
                "heap 0: a period later its value is not larger by the saltus",
            ),
            Some(n) => demand(
                !self.repeats(n),
                format!("heap {n}: it repeats, too: the preperiod is smaller"),
            ),
        }
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

    /// Whether this is an option of heap n with the value v, of the kind that v asks for.
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
