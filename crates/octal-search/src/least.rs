//! The least period and preperiod, from a state that occurs twice and the snapshots.
//!
//! Section 6 of [`octal_games::theory::minimality`]. A state is the last L values, L = ρ + t + 1 or more. Let the
//! windows before i and before i + d be equal:
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
//!
//! What is settled ([`LeastProgress`]) is handed over after each question, and also on the way to a state,
//! as a replay may take hours: the place it has come to serves whoever goes on as one more snapshot.

use super::replay::{Cursor, Replay, Result};
use super::states::{LeastProgress, Settled, StateRecurrence, StateSnapshot};
use crate::period::primes::prime_divisors;

/// The search for the least period and preperiod.
pub(super) struct LeastSearch<'a> {
    replay: &'a Replay<'a>,
    found: StateRecurrence,
    progress: LeastProgress,
    /// Takes note of what is settled.
    keep: &'a mut dyn FnMut(&LeastProgress) -> Result<()>,
}

impl<'a> LeastSearch<'a> {
    /// Goes on with what the record has settled; `keep` is told what is settled since.
    pub(super) fn new(
        replay: &'a Replay<'a>,
        found: StateRecurrence,
        keep: &'a mut dyn FnMut(&LeastProgress) -> Result<()>,
    ) -> LeastSearch<'a> {
        let progress = replay.record.least.clone();
        let progress = progress.unwrap_or_else(|| LeastProgress::new(found));
        LeastSearch { replay, found, progress, keep }
    }

    /// The least period and the least preperiod. Takes O((log d + log of the number of snapshots) · spacing)
    /// time, and the memory of the heaps before the first snapshot if the preperiod is among them.
    pub(super) fn run(mut self) -> Result<(u64, u64)> {
        loop {
            let settled = match self.progress.settled {
                Settled::Period { p, tried } => self.try_prime(p, tried)?,
                Settled::Snapshots { p, low, high } => self.halve(p, low, high)?,
                Settled::Values { p, .. } => return Ok((p, self.last_difference()?)),
            };
            self.note(settled, vec![])?;
        }
    }

    /// Tries the next prime at which the period may be shorter.
    fn try_prime(&mut self, p: u64, tried: u64) -> Result<Settled> {
        let is_next = |q: &u64| *q > tried && p.is_multiple_of(*q);
        let Some(q) = prime_divisors(p).into_iter().find(is_next) else {
            let snapshots = &self.replay.record.snapshots;
            let high = snapshots.partition_point(|s| s.heap < self.found.first);
            return Ok(Settled::Snapshots { p, low: 0, high });
        };
        let there = self.cursor(self.found.first + p / q)?;
        // The state before the first heap also stands before the second, at which the record ends.
        let is_shorter = self.replay.record.last.ends_with(&there.state());
        Ok(if is_shorter {
            Settled::Period { p: p / q, tried }
        } else {
            Settled::Period { p, tried: q }
        })
    }

    /// Halves the range of snapshots, or takes its end.
    fn halve(&mut self, p: u64, low: usize, high: usize) -> Result<Settled> {
        let snapshots = &self.replay.record.snapshots;
        if low == high {
            let end = snapshots.get(low).map_or(self.found.first, |s| s.heap.min(self.found.first));
            let from = low.checked_sub(1).map_or(0, |below| snapshots[below].heap);
            // The states before `from` differ, unless that is 0, so that a difference is found.
            return Ok(Settled::Values { p, from, end, least: 0 });
        }
        let middle = (low + high) / 2;
        let snapshot = &snapshots[middle];
        Ok(if self.cursor(snapshot.heap + p)?.state() == *snapshot.values {
            Settled::Snapshots { p, low, high: middle }
        } else {
            Settled::Snapshots { p, low: middle + 1, high }
        })
    }

    /// One more than the last n < `end` with G(n) ≠ G(n + p), of which there is one among the values
    /// of the state before `from` or later; 0 if `from` is 0 and there is none.
    fn last_difference(&mut self) -> Result<u64> {
        let Settled::Values { p, from, end, least } = self.progress.settled else { return Ok(0) };
        let (mut low, mut high) = (self.cursor(from)?, self.cursor(from + p)?);
        let mut least = after_difference(&low.state(), &high.state(), from).unwrap_or(least);
        while low.heap < end {
            let a = self.replay.read(&mut low, end)?;
            let b = self.replay.read_all(&mut high, low.heap + p)?;
            least = after_difference(&a, &b, low.heap).unwrap_or(least);
            let marks = [low.mark(), high.mark()].into_iter().flatten().collect();
            self.note(Settled::Values { p, from: low.heap, end, least }, marks)?;
        }
        Ok(least)
    }

    /// A cursor at heap n, whose way there is noted.
    fn cursor(&mut self, n: u64) -> Result<Cursor> {
        let (marks, LeastSearch { replay, progress, keep, .. }) =
            (self.progress.marks.clone(), self);
        replay.cursor_from(&marks, n, &mut |cursor| {
            progress.marks = cursor.mark().into_iter().collect();
            keep(progress)
        })
    }

    fn note(&mut self, settled: Settled, marks: Vec<StateSnapshot>) -> Result<()> {
        self.progress = LeastProgress { settled, marks };
        (self.keep)(&self.progress)
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
