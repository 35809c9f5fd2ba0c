//! A known sequence seen as that of a cousin: G(n) = G_known(n − s), and 0 for n < s.
//!
//! A period p stays. The preperiod moves by s and is made least again. The zeros below heap s may
//! continue the pattern, and for s < 0 the heaps that broke the pattern may be cut off.

use super::sequence::Known;
use super::{Finding, Period};

/// The known facts about the sequence G(n) = G_known(n − shift), values below heap 0 being 0.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The sequence that was computed.
    pub known: &'a Known,
    /// s with G(n) = G_known(n − s); may be negative.
    pub shift: i64,
}

impl<'a> From<&'a Known> for View<'a> {
    fn from(known: &'a Known) -> View<'a> {
        View { known, shift: 0 }
    }
}

impl<'a> View<'a> {
    /// The sequence G(n) = G_known(n − shift).
    pub const fn new(known: &'a Known, shift: i64) -> View<'a> {
        View { known, shift }
    }

    /// G(n): computed, or from a proved period; `None` if it is not known. O(1).
    pub fn value(&self, n: u64) -> Option<u64> {
        let at = i128::from(n) - i128::from(self.shift);
        if at < 0 { Some(0) } else { self.known.value(u64::try_from(at).ok()?) }
    }

    /// The last heap whose value was computed; 0 if the shift leaves none.
    pub fn verified_to(&self) -> u64 {
        self.moved(self.known.verified_to())
    }

    /// The least period and least preperiod, with their status.
    pub fn finding(&self) -> Finding {
        match self.known.finding {
            Finding::Proved(period, theorem) => Finding::Proved(self.least(period), theorem),
            Finding::Observed(period) => Finding::Observed(self.least(period)),
            Finding::Open => Finding::Open,
        }
    }

    /// The period, if it is proved. O(n0 + p).
    pub fn proved(&self) -> Option<Period> {
        self.finding().proved()
    }

    /// The largest value and the first heap that has it. They are of the whole sequence if it is
    /// proved to be periodic, else of the heaps up to [`View::verified_to`].
    pub fn max_value(&self) -> (u64, u64) {
        if self.shift >= 0 {
            // Every heap of the known sequence is one of this one; heap 0 has the value 0.
            let max = self.known.values().max().filter(|&(max, _)| max > 0);
            return max.map_or((0, 0), |(max, at)| (max.into(), self.moved(at as u64)));
        }
        let periodic = self.proved().filter(|period| period.saltus == 0);
        let last = periodic.map_or(self.verified_to(), |p| p.preperiod + p.period);
        let mut max = (0, 0);
        for n in 0..=last {
            match self.value(n) {
                Some(value) if value > max.0 => max = (value, n),
                _ => {}
            }
        }
        max
    }

    /// A heap of the known sequence as a heap of this one.
    pub(super) fn moved(&self, heap: u64) -> u64 {
        let heap = i128::from(heap) + i128::from(self.shift);
        u64::try_from(heap.max(0)).unwrap_or(u64::MAX)
    }

    /// The period of the known sequence with the least preperiod that it has here.
    fn least(&self, known: Period) -> Period {
        let mut n0 = self.moved(known.preperiod);
        let zeros = self.moved(0);
        let repeats = |n: u64| {
            let grown = self.value(n).and_then(|value| value.checked_add(known.saltus));
            grown == self.value(n + known.period)
        };
        while n0 > 0 && repeats(n0 - 1) {
            // A whole period within the zeros below the first heap: it repeats down to heap 0.
            let all_zeros = known.saltus == 0 && n0 - 1 + known.period < zeros;
            n0 = if all_zeros { 0 } else { n0 - 1 };
        }
        Period { preperiod: n0, ..known }
    }
}

/// A known sequence is its own view with shift 0.
impl Known {
    /// As [`View::max_value`]. O(N).
    pub fn max_value(&self) -> (u64, u64) {
        View::from(self).max_value()
    }
}
