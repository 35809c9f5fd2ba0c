//! Recurrences: where the window of last values has occurred before, and the least period and
//! preperiod that follow.
//!
//! # Brent's method on the window
//!
//! A *reference* is a stretch of S heaps that is kept, with the window before it. A new one begins
//! at the heaps 4·2^e, 5·2^e, 6·2^e, 7·2^e, and whenever there is none. The last four are
//! kept, so a reference stays until the heap has doubled: whatever n0 and p are, one soon begins
//! beyond n0 and stays for p heaps. `[Brent1980]`.
//!
//! ```text
//! at every multiple n of S:
//!     for every reference (r, r + S]: find the last heap i < n in it such that the windows
//!     that end before i and before n are equal; then the distance is n − i
//! ```
//!
//! As n runs through the multiples of S, n − i runs through all distances: no recurrence is missed,
//! although the windows are compared only once in S heaps. An index of the reference by the hash of
//! the values before each heap makes that a few comparisons a reference.
//!
//! # The least period and preperiod
//!
//! They follow from a state that occurs twice and the snapshots: section 6 of
//! [`octal_games::theory::minimality`]. A state is the last L values, L = ρ + t + 1 or more. Let
//! the windows before i and before i + d be equal:
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
//! The settled questions ([`LeastProgress`]) are saved after each question, and also on the way to
//! a state, as a replay may take hours: the place it has come to serves as one more snapshot.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::checkpoint::StateSnapshot;
use super::replay::{Cursor, Replay, Result};
use crate::grundy::stream::Basis;
use crate::period::recurrence::prime_divisors;

/// The most references that are kept.
const REFERENCES_KEPT: usize = 4;
/// The hash of a window covers this many of its last values.
const VALUES_HASHED: usize = 32;

/// A stretch of the sequence that later windows are looked up in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Reference {
    /// r: the windows are those before the heaps r + 1, …, r + S.
    heap: u64,
    /// The values of the window before heap r and of the S heaps from r on.
    values: Arc<[u16]>,
    /// The hash of each window but the first, and the place in the values where it ends, in
    /// ascending order.
    #[serde(skip)]
    index: Vec<(u32, u32)>,
}

impl Reference {
    /// The last heap i < n, if any, such that the window before it is this one.
    fn find(&self, window: &[u16], hash: u32, n: u64) -> Option<u64> {
        let before = self.heap - window.len() as u64;
        let end = self.index.partition_point(|&(other, _)| other <= hash);
        let ends = self.index[..end].iter().rev().take_while(|&&(other, _)| other == hash);
        let mut ends = ends.map(|&(_, end)| end as usize);
        let found =
            ends.find(|&end| before + (end as u64) < n && self.values[..end].ends_with(window));
        found.map(|end| before + end as u64)
    }

    /// O(values · log values).
    fn build_index(&mut self, window: usize) {
        self.index = hashes(&self.values, window).zip(window as u32..).skip(1).collect();
        self.index.sort_unstable();
    }
}

/// The hashes of all windows of this length, from the first on, by the last of their values: those
/// of the weights 1, B, B², …, so that each follows from the one before.
fn hashes(values: &[u16], window: usize) -> impl Iterator<Item = u32> + '_ {
    const B: u64 = 0x9e37_79b9_7f4a_7c15;
    let weighted = |sum: u64, &value: &u16| sum.wrapping_mul(B).wrapping_add(value.into());
    let hashed = VALUES_HASHED.min(window);
    let leaving_weight = (0..hashed).fold(1, |power: u64, _| power.wrapping_mul(B));
    let mut sum = values[window - hashed..window].iter().fold(0, weighted);
    let later = values[window..].iter().zip(&values[window - hashed..]).map(move |(new, &old)| {
        sum = weighted(sum, new).wrapping_sub(leaving_weight.wrapping_mul(old.into()));
        sum
    });
    std::iter::once(sum).chain(later).map(|sum| (sum >> 32) as u32)
}

/// The references of a search.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct References {
    kept: Vec<Reference>,
}

impl References {
    /// Builds the indices, which the file does not hold.
    pub(super) fn build_indices(&mut self, window: usize) {
        self.kept.iter_mut().for_each(|reference| reference.build_index(window));
    }

    /// True if all of this comes from a search with a window of this length that has reached
    /// `heap`.
    pub(super) fn are_sound(&self, window: usize, chunk: u64, heap: u64) -> bool {
        let sound = |r: &Reference| {
            let length = (window as u64).checked_add(chunk);
            Some(r.values.len() as u64) == length
                && r.heap >= window as u64
                && r.heap.checked_add(chunk).is_some_and(|end| end <= heap)
        };
        self.kept.len() <= REFERENCES_KEPT && self.kept.iter().all(sound)
    }

    /// Looks the window before heap n up: the last heap before which it has occurred in a
    /// reference.
    ///
    /// `values` are those of the window and the chunk before n, and n is a multiple of the chunk.
    pub(super) fn look_up(&mut self, values: &[u16], chunk: u64, n: u64) -> Option<u64> {
        let window = values.len() - chunk as usize;
        let r = n - chunk;
        if self.kept.is_empty() || is_mark(r) {
            self.kept.drain(..(self.kept.len() + 1).saturating_sub(REFERENCES_KEPT));
            let mut reference = Reference { heap: r, values: values.into(), index: vec![] };
            reference.build_index(window);
            self.kept.push(reference);
        }
        let last = &values[chunk as usize..];
        let hash = hashes(last, window).next()?;
        self.kept.iter().filter_map(|reference| reference.find(last, hash, n)).max()
    }
}

/// True if n is 4, 5, 6 or 7 times a power of two.
fn is_mark(n: u64) -> bool {
    n != 0 && n.trailing_zeros() + 3 >= u64::BITS - n.leading_zeros()
}

/// A state that occurs twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StateRecurrence {
    /// i, the earlier heap: the window occurs before it.
    pub first: u64,
    /// i + d, the later heap: the same window occurs before it.
    pub again: u64,
}

impl StateRecurrence {
    /// d, which is a period, though not always the least.
    pub(super) fn distance(&self) -> u64 {
        self.again - self.first
    }
}

/// The progress of the search for the least period and preperiod.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct LeastProgress {
    pub(super) settled: Settled,
    /// Places from which the replays continue: one on the way to a state, or those of two stretches
    /// that are compared.
    pub(super) marks: Vec<StateSnapshot>,
}

/// The questions about the least period and preperiod that are answered.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Settled {
    /// `p` is a period, and p/q is none for the prime divisors q ≤ `tried` of p.
    Period { p: u64, tried: u64 },
    /// `p` is the least period. Of the snapshots s, the first `low` do not have equal states before
    /// s and s + p, and those from place `high` on have.
    Snapshots { p: u64, low: usize, high: usize },
    /// n0 is `least`, unless G(n) ≠ G(n + p) for a heap n from `from` on, and below `end`.
    Values { p: u64, from: u64, end: u64, least: u64 },
}

impl LeastProgress {
    /// Nothing is settled but that a state recurs.
    pub(super) fn new(found: StateRecurrence) -> LeastProgress {
        LeastProgress { settled: Settled::Period { p: found.distance(), tried: 1 }, marks: vec![] }
    }

    /// True if this belongs to a search with this recurrence and these snapshots.
    pub(super) fn is_sound(
        &self,
        basis: &Basis,
        found: StateRecurrence,
        snapshots: &[StateSnapshot],
    ) -> bool {
        let Some(begun) = snapshots.first() else { return false };
        let (p, is_settled) = match self.settled {
            Settled::Period { p, .. } => (p, true),
            Settled::Snapshots { p, low, high } => {
                let before = snapshots.partition_point(|s| s.heap < found.first);
                (p, low <= high && high <= before)
            }
            Settled::Values { p, from, end, least } => {
                (p, least <= from && from <= end && end <= found.first)
            }
        };
        let is_mark = |mark: &StateSnapshot| {
            mark.fits(basis) && (begun.heap..=found.again).contains(&mark.heap)
        };
        is_settled && p > 0 && found.distance().is_multiple_of(p) && self.marks.iter().all(is_mark)
    }
}

/// The search for the least period and preperiod.
pub(super) struct LeastSearch<'a> {
    replay: &'a Replay<'a>,
    found: StateRecurrence,
    progress: LeastProgress,
    /// Notes the settled questions.
    keep: &'a mut dyn FnMut(&LeastProgress) -> Result<()>,
}

impl<'a> LeastSearch<'a> {
    /// Continues after the questions that are settled. `keep` receives those settled since.
    pub(super) fn new(
        replay: &'a Replay<'a>,
        found: StateRecurrence,
        keep: &'a mut dyn FnMut(&LeastProgress) -> Result<()>,
    ) -> LeastSearch<'a> {
        let progress = replay.checkpoint.least.clone();
        let progress = progress.unwrap_or_else(|| LeastProgress::new(found));
        LeastSearch { replay, found, progress, keep }
    }

    /// The least period and the least preperiod. Takes O((log d + log of the number of snapshots) ·
    /// spacing) time, and the memory of the heaps before the first snapshot if the preperiod is
    /// among them.
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
            let snapshots = &self.replay.checkpoint.snapshots;
            let high = snapshots.partition_point(|s| s.heap < self.found.first);
            return Ok(Settled::Snapshots { p, low: 0, high });
        };
        let there = self.cursor(self.found.first + p / q)?;
        // The state before the first heap also stands before the second, at which the checkpoint
        // ends.
        let is_shorter = self.replay.checkpoint.last.ends_with(there.state());
        Ok(if is_shorter {
            Settled::Period { p: p / q, tried }
        } else {
            Settled::Period { p, tried: q }
        })
    }

    /// Halves the range of snapshots, or takes its end.
    fn halve(&mut self, p: u64, low: usize, high: usize) -> Result<Settled> {
        let snapshots = &self.replay.checkpoint.snapshots;
        if low == high {
            let end = snapshots.get(low).map_or(self.found.first, |s| s.heap.min(self.found.first));
            let from = low.checked_sub(1).map_or(0, |below| snapshots[below].heap);
            // The states before `from` differ, unless that is 0, so that a difference is found.
            return Ok(Settled::Values { p, from, end, least: 0 });
        }
        let middle = (low + high) / 2;
        let snapshot = &snapshots[middle];
        Ok(if *self.cursor(snapshot.heap + p)?.state() == *snapshot.values {
            Settled::Snapshots { p, low, high: middle }
        } else {
            Settled::Snapshots { p, low: middle + 1, high }
        })
    }

    /// One more than the last n < `end` with G(n) ≠ G(n + p), of which there is one among the
    /// values of the state before `from` or later; 0 if `from` is 0 and there is none.
    fn last_difference(&mut self) -> Result<u64> {
        let Settled::Values { p, from, end, least } = self.progress.settled else { return Ok(0) };
        let (mut low, mut high) = (self.cursor(from)?, self.cursor(from + p)?);
        let mut least = after_difference(low.state(), high.state(), from).unwrap_or(least);
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

    const WINDOW: usize = 40;
    const CHUNK: usize = 16;

    /// The heap at which a recurrence is found first, and its distance.
    fn found(values: &[u16], first: u64) -> Option<(u64, u64)> {
        let mut references = References::default();
        let ends = (first..=values.len() as u64).skip(1).filter(|n| n % CHUNK as u64 == 0);
        ends.into_iter().find_map(|n| {
            let end = n as usize;
            let last = &values[end - WINDOW - CHUNK..end];
            Some((n, n - references.look_up(last, CHUNK as u64, n)?))
        })
    }

    /// Whatever the preperiod and the period are, the recurrence found has this period, and it is
    /// found before n reaches 5/4 of the larger of both, and one period more.
    #[test]
    fn the_least_recurrence() {
        let mut random = fastrand::Rng::with_seed(1);
        for round in 0..300_u64 {
            let preperiod = random.u64(..3000);
            let period = random.u64(1..=1 + 10 * (round + 1));
            let first = 160;
            let mut values: Vec<u16> = (0..12_000).map(|_| random.u16(..60)).collect();
            for n in (preperiod + period) as usize..values.len() {
                values[n] = values[n - period as usize];
            }
            let (n, distance) = found(&values, first).unwrap();
            assert_eq!(distance, period, "preperiod {preperiod}");
            let settled = (preperiod + WINDOW as u64).max(period).max(first);
            assert!(n <= settled + settled / 4 + period + 3 * CHUNK as u64, "{n}");
        }
        let lawless: Vec<u16> = (0..12_000).map(|_| random.u16(..60)).collect();
        assert_eq!(found(&lawless, 160), None);
    }

    #[test]
    fn marks() {
        let marks: Vec<u64> = (0..70).filter(|&n| is_mark(n)).collect();
        let expected = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, 64];
        assert_eq!(marks, expected);
        assert!(is_mark(7 << 61) && !is_mark((7 << 61) + 1));
    }
}
