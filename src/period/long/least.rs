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

use std::cell::OnceCell;

use super::record::{Record, Recurrence, widen};
use super::{Interrupted, LongError};
use crate::grundy::sparse::Sparse;
use crate::grundy::stream::{Basis, Stream};
use crate::grundy::tuning::Tuning;

/// Heaps recomputed between two looks whether to go on.
const STEP: u64 = 1 << 22;

/// Goes over a search again.
pub(super) struct Replay<'a> {
    pub(super) record: &'a Record,
    pub(super) basis: &'a Basis,
    pub(super) tuning: &'a Tuning,
    /// Whether to go on.
    pub(super) goes_on: &'a dyn Fn() -> bool,
    /// The values before the first snapshot, once they are asked for.
    pub(super) early: OnceCell<Vec<u16>>,
}

type Result<T> = std::result::Result<T, LongError>;

impl Record {
    /// G(heap), …, G(heap + count − 1), recomputed from the snapshot before; all these heaps must
    /// have been verified. O(spacing + count), and the memory of the heaps before the first
    /// snapshot if `heap` is one of them. `goes_on` is asked several times a second.
    ///
    /// # Errors
    /// [`LongError::Interrupted`] if `goes_on` says no; [`LongError`] if the record is not one that
    /// this program has written.
    pub fn values(&self, heap: u64, count: u64, goes_on: &dyn Fn() -> bool) -> Result<Vec<u16>> {
        let (basis, tuning) = (&self.basis(), &Tuning::DEFAULT);
        let replay = Replay { record: self, basis, tuning, goes_on, early: OnceCell::new() };
        let mut cursor = replay.cursor(heap)?;
        replay.read(&mut cursor, count)
    }
}

impl Replay<'_> {
    /// The least period and the least preperiod. Takes O(log d · spacing) time, and the memory of
    /// the heaps before the first snapshot if the preperiod is among them.
    pub(super) fn least(&self, found: Recurrence) -> Result<(u64, u64)> {
        let p = self.period(found)?;
        Ok((p, self.preperiod(found.first, p)?))
    }

    fn period(&self, found: Recurrence) -> Result<u64> {
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
            if self.state(snapshot.heap + p)? == widen(&snapshot.values) {
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
            let count = STEP.min(end - low.heap);
            let (a, b) = (self.read(&mut low, count)?, self.read(&mut high, count)?);
            least = after_difference(&a, &b, low.heap).unwrap_or(least);
        }
        Ok(least)
    }

    /// The values of the state before heap n, which is not below the first snapshot.
    fn state(&self, n: u64) -> Result<Vec<u16>> {
        Ok(self.cursor(n)?.state())
    }

    /// A cursor at heap n.
    fn cursor(&self, n: u64) -> Result<Cursor> {
        let at = self.record.snapshots.partition_point(|s| s.heap <= n);
        let Some(at) = at.checked_sub(1) else {
            return Ok(Cursor { heap: n, stream: None });
        };
        let mut cursor = Cursor { heap: n, stream: Some(self.stream(at)?) };
        cursor.heap = self.record.snapshots[at].heap;
        while cursor.heap < n {
            let count = STEP.min(n - cursor.heap);
            self.read(&mut cursor, count)?;
        }
        Ok(cursor)
    }

    fn stream(&self, snapshot: usize) -> Result<Stream> {
        let snapshot = &self.record.snapshots[snapshot];
        let last = widen(&snapshot.values);
        let stream = Stream::again(self.basis, self.tuning, snapshot.heap, &last);
        stream.map_err(LongError::from)?.ok_or(LongError::Unusable { heap: snapshot.heap })
    }

    /// The next values.
    fn read(&self, cursor: &mut Cursor, count: u64) -> Result<Vec<u16>> {
        if !(self.goes_on)() {
            return Err(Interrupted.into());
        }
        let mut values = vec![];
        let end = cursor.heap + count;
        if cursor.heap < self.record.begun {
            let early = self.early()?;
            let to = end.min(self.record.begun);
            values.extend(&early[cursor.heap as usize..to as usize]);
            cursor.heap = to;
        }
        if cursor.heap < end {
            let stream = match &mut cursor.stream {
                Some(stream) => stream,
                none => none.insert(self.stream(0)?),
            };
            stream.extend(end, 0)?;
            values.extend(&stream.values()[stream.values().len() - (end - cursor.heap) as usize..]);
            cursor.heap = end;
        }
        Ok(values)
    }

    /// The values of the heaps before the first snapshot.
    fn early(&self) -> Result<&Vec<u16>> {
        if self.early.get().is_none() {
            let code = self.record.code();
            let mut sparse = Sparse::with(&code, *self.tuning)
                .ok_or(LongError::Unusable { heap: self.record.begun })?;
            sparse.extend(self.record.begun - 1)?;
            let _ = self.early.set(sparse.into_values());
        }
        Ok(self.early.get_or_init(Vec::new))
    }
}

/// A place in the sequence.
struct Cursor {
    /// The next heap.
    heap: u64,
    /// What computes it, if that is not below the first snapshot.
    stream: Option<Stream>,
}

impl Cursor {
    /// The last values, as many as make a state; none before the first snapshot.
    fn state(&self) -> Vec<u16> {
        let Some(stream) = &self.stream else { return vec![] };
        let values = stream.values();
        values[values.len() - stream.basis().state_length()..].to_vec()
    }
}

/// One more than the last heap at which two stretches differ that end before heap `end`.
fn after_difference(a: &[u16], b: &[u16], end: u64) -> Option<u64> {
    let back = a.iter().rev().zip(b.iter().rev()).position(|(a, b)| a != b)?;
    Some(end - back as u64)
}

/// The primes that divide n ≥ 1. O(√n).
fn prime_divisors(mut n: u64) -> Vec<u64> {
    let mut primes = vec![];
    let mut q = 2;
    while n > 1 {
        if q * q > n {
            q = n;
        }
        if n.is_multiple_of(q) {
            primes.push(q);
        }
        while n.is_multiple_of(q) {
            n /= q;
        }
        q += 1;
    }
    primes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes() {
        for n in 1..2000 {
            let prime = |q: u64| (2..q).all(|d| q % d != 0);
            let expected: Vec<u64> = (2..=n).filter(|&q| n % q == 0 && prime(q)).collect();
            assert_eq!(prime_divisors(n), expected, "{n}");
        }
        assert_eq!(prime_divisors(3 << 40), [2, 3]);
        assert_eq!(prime_divisors(999_999_000_001), [999_999_000_001]);
    }

    #[test]
    fn differences() {
        assert_eq!(after_difference(&[1, 2, 3, 4], &[1, 0, 3, 4], 100), Some(98));
        assert_eq!(after_difference(&[1, 2], &[1, 0], 100), Some(100));
        assert_eq!(after_difference(&[7, 7], &[7, 7], 100), None);
    }
}
