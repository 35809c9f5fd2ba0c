//! The known facts about a Grundy sequence: its first values, and its period with the proof.

use super::{Finding, Period, Theorem, window};
use crate::arithmetic::evidence::GrowthEvidence;
use crate::arithmetic::heaps::Growth;
use crate::code::Code;
use crate::grundy::RareSet;
use crate::grundy::values::{Slice, Values};

/// The reason why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The period is proved.
    Proof,
    /// The heap limit is reached.
    Heaps,
    /// The work limit is reached.
    Work,
    /// The memory limit is reached.
    Memory,
    /// A value larger than 65535 came next.
    ValueTooLarge,
    /// The caller asked to stop.
    Cancelled,
}

/// The values G(0..=N) of a code, with what has been found out about all others.
#[derive(Clone, Debug)]
pub struct Known {
    /// The rules.
    pub code: Code,
    /// The period.
    pub finding: Finding,
    /// The sparse space and its rare heaps up to N, if the code has splits.
    pub rare: Option<RareSet>,
    /// The reason why the search ended at N.
    pub stop: Stop,
    /// The number of option values examined.
    pub work: u64,
    pub(super) values: Values,
}

impl Known {
    /// The values computed: index n holds G(n), up to [`Known::verified_to`].
    pub fn values(&self) -> Slice<'_> {
        self.values.as_slice()
    }

    /// N, the last heap whose value was computed.
    pub fn verified_to(&self) -> u64 {
        self.values().len() as u64 - 1
    }

    /// G(n): computed, or from a proved period; `None` if it is not known. O(1).
    pub fn value(&self, n: u64) -> Option<u64> {
        if let Some(value) = usize::try_from(n).ok().and_then(|n| self.values().get(n)) {
            return Some(u64::from(value));
        }
        let period = self.finding.proved()?;
        let (at, periods) = period.reduce(n);
        periods.checked_mul(period.saltus)?.checked_add(u64::from(self.values()[at as usize]))
    }

    /// The last heap whose value the proof of the period needs. `None` if no period is proved, or
    /// by a theorem about this very code. For an arithmetic period the cost is that of
    /// [`GrowthEvidence::find`].
    pub fn last_heap_for_proof(&self) -> Option<u64> {
        let Finding::Proved(period, theorem) = self.finding else { return None };
        if theorem == Theorem::ArithmeticWindow {
            let growth = Growth::from(period);
            let evidence = GrowthEvidence::find(&self.code, &self.values().to_vec(), growth)?;
            return Some((evidence.base + 2 * growth.period) as u64 - 1);
        }
        let rho = self.rare_heaps().and_then(|rare| rare.last).unwrap_or(0);
        window::last_heap(&self.code, period, theorem, rho)
    }

    /// The rare heaps of the whole sequence; up to N if no period is proved. `None` if there is no
    /// sparse space, or the periodic part holds rare heaps for ever.
    pub fn rare_heaps(&self) -> Option<RareSet> {
        self.rare?.if_finite(self.finding.proved().map(|period| period.preperiod))
    }
}

impl Period {
    /// The heap below n0 + p that has the value of heap n, and the number of periods between the
    /// two.
    pub const fn reduce(&self, n: u64) -> (u64, u64) {
        if n < self.preperiod {
            return (n, 0);
        }
        let beyond = n - self.preperiod;
        (self.preperiod + beyond % self.period, beyond / self.period)
    }
}
