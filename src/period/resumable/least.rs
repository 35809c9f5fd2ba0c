//! The least period and preperiod, from a state that occurs twice and the snapshots.
//!
//! Section 6 of [`crate::theory::minimality`]. With the state length L = ρ + t + 1, the windows
//! before i and before i + d equal:
//!
//! ```text
//! p ← d; for every prime q that divides d:
//!     while q divides p and the states before i and before i + p/q are equal: p ← p/q
//! the first snapshot s with equal states before s and before s + p, by bisection
//! n0 ← one more than the last n < s with G(n) ≠ G(n + p)
//! ```
//!
//! A state decides everything that follows. So if the states before s and s + p are equal, those
//! before all later heaps are, and the bisection is right; and if p/q is a period at all, it is one
//! from i on. Every state is recomputed from the snapshot before it: O(spacing) each.

use super::record::StateRecurrence;
use super::replay::{HEAPS_AT_ONCE, Replay, Result};
use crate::period::primes::prime_divisors;

impl Replay<'_> {
    /// The least period and the least preperiod. Takes O(log d · spacing) time, and the memory of
    /// the heaps before the first snapshot if the preperiod is among them.
    pub(super) fn least(&self, found: StateRecurrence) -> Result<(u64, u64)> {
        let p = self.period(found)?;
        Ok((p, self.preperiod(found.first, p)?))
    }

    fn period(&self, found: StateRecurrence) -> Result<u64> {
        let mut p = found.again - found.first;
        let here = self.state(found.first)?;
        for q in prime_divisors(p) {
            while p.is_multiple_of(q) && self.state(found.first + p / q)? == here {
                p /= q;
            }
        }
        Ok(p)
    }

    /// The least n0, if the states before `known` and before `known` + p are equal.
    fn preperiod(&self, known: u64, p: u64) -> Result<u64> {
        let snapshots = &self.record.snapshots;
        let (mut low, mut high) = (0, snapshots.partition_point(|s| s.heap < known));
        while low < high {
            let middle = (low + high) / 2;
            let snapshot = &snapshots[middle];
            if self.state(snapshot.heap + p)? == snapshot.values {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        let end = snapshots.get(low).map_or(known, |s| s.heap.min(known));
        match low.checked_sub(1) {
            Some(below) => self.last_difference(snapshots[below].heap, end, p),
            None => self.last_difference(0, end, p),
        }
    }

    /// One more than the last n < `end` with G(n) ≠ G(n + p), of which there is one among the values
    /// of the state before `from` or later; 0 if `from` is 0 and there is none.
    fn last_difference(&self, from: u64, end: u64, p: u64) -> Result<u64> {
        let (mut low, mut high) = (self.cursor(from)?, self.cursor(from + p)?);
        let mut least = after_difference(&low.state(), &high.state(), from).unwrap_or(0);
        while low.heap < end {
            let count = HEAPS_AT_ONCE.min(end - low.heap);
            let (a, b) = (self.read(&mut low, count)?, self.read(&mut high, count)?);
            least = after_difference(&a, &b, low.heap).unwrap_or(least);
        }
        Ok(least)
    }
}

/// One more than the last heap at which two stretches differ that end before heap `end`.
fn after_difference(a: &[u16], b: &[u16], end: u64) -> Option<u64> {
    let back = a.iter().rev().zip(b.iter().rev()).position(|(a, b)| a != b)?;
    Some(end - back as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences() {
        assert_eq!(after_difference(&[1, 2, 3, 4], &[1, 0, 3, 4], 100), Some(98));
        assert_eq!(after_difference(&[1, 2], &[1, 0], 100), Some(100));
        assert_eq!(after_difference(&[7, 7], &[7, 7], 100), None);
    }
}
