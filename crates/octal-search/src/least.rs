//! The least period and preperiod, from a state that occurs twice and the snapshots: section 6 of
//! [`octal_games::theory::minimality`].
//!
//! A state is the last L values, L = ρ + t + 1 or more. Let the windows before i and before i + d be
//! equal:
//!
//! ```text
//! p ← d; for every prime q that divides d:
//!     while q divides p and the states before i and before i + p/q are equal: p ← p/q
//! the first snapshot s with equal states before s and before s + p, by bisection
//! n0 ← one more than the last n < s with G(n) ≠ G(n + p)
//! ```
//!
//! A state decides everything that follows. If the states before s and s + p are equal, those before
//! all later heaps are: so the bisection is right. And if p/q is a period at all, it is one from i on.
//! Every state is recomputed from the snapshot before it: O(spacing) each.
//!
//! The settled questions are saved after each question, and the marks of the replay on the way to a
//! state, which may take hours.

use std::ops::Range;

use super::checkpoint::{Settled, StateRecurrence};
use super::replay::{Cursor, Replay, Result};
use crate::period::Period;
use crate::period::recurrence::prime_divisors;

/// The least period and the least preperiod. The search continues after the questions that are
/// settled. It takes O((log d + log of the number of snapshots) · spacing) time, and the memory of
/// the heaps before the first snapshot if the preperiod is among them.
pub(super) fn least_period(replay: &mut Replay<'_>, found: StateRecurrence) -> Result<Period> {
    let begin = Settled::Period { p: found.distance(), tried: 1 };
    let mut settled = replay.progress.settled.unwrap_or(begin);
    loop {
        settled = match settled {
            Settled::Period { p, tried } => try_prime(replay, found, p, tried)?,
            Settled::Snapshots { p, low, high } => halve(replay, found, p, low, high)?,
            Settled::Values { p, from, end, least } => {
                let preperiod = last_difference(replay, p, from..end, least)?;
                return Ok(Period { preperiod, period: p, saltus: 0 });
            }
        };
        note(replay, settled, [])?;
    }
}

/// Tries the next prime at which the period may be shorter.
fn try_prime(
    replay: &mut Replay<'_>,
    found: StateRecurrence,
    p: u64,
    tried: u64,
) -> Result<Settled> {
    let is_next = |q: &u64| *q > tried && p.is_multiple_of(*q);
    let Some(q) = prime_divisors(p).into_iter().find(is_next) else {
        let snapshots = &replay.checkpoint.snapshots;
        let high = snapshots.partition_point(|s| s.heap < found.first);
        return Ok(Settled::Snapshots { p, low: 0, high });
    };
    let there = replay.cursor(found.first + p / q)?;
    // The state before the first heap also stands before the second, at which the checkpoint ends.
    let is_shorter = replay.checkpoint.last.ends_with(there.state());
    Ok(if is_shorter {
        Settled::Period { p: p / q, tried }
    } else {
        Settled::Period { p, tried: q }
    })
}

/// Halves the range of snapshots, or takes its end.
fn halve(
    replay: &mut Replay<'_>,
    found: StateRecurrence,
    p: u64,
    low: usize,
    high: usize,
) -> Result<Settled> {
    let snapshots = &replay.checkpoint.snapshots;
    if low == high {
        let end = snapshots.get(low).map_or(found.first, |s| s.heap.min(found.first));
        let from = low.checked_sub(1).map_or(0, |below| snapshots[below].heap);
        // The states before `from` differ, unless that is 0, so that a difference is found.
        return Ok(Settled::Values { p, from, end, least: 0 });
    }
    let middle = (low + high) / 2;
    let snapshot = &snapshots[middle];
    Ok(if *replay.cursor(snapshot.heap + p)?.state() == *snapshot.values {
        Settled::Snapshots { p, low, high: middle }
    } else {
        Settled::Snapshots { p, low: middle + 1, high }
    })
}

/// One more than the last n with G(n) ≠ G(n + p) before the end of these heaps. There is one in the
/// state before the first of them or later. If that is heap 0 and there is none: `least`.
fn last_difference(
    replay: &mut Replay<'_>,
    p: u64,
    Range { start, end }: Range<u64>,
    least: u64,
) -> Result<u64> {
    let (mut low, mut high) = (replay.cursor(start)?, replay.cursor(start + p)?);
    let mut least = after_difference(low.state(), high.state(), start).unwrap_or(least);
    while low.heap < end {
        let a = replay.read(&mut low, end)?;
        let b = replay.read_all(&mut high, low.heap + p)?;
        least = after_difference(&a, &b, low.heap).unwrap_or(least);
        note(replay, Settled::Values { p, from: low.heap, end, least }, [&low, &high])?;
    }
    Ok(least)
}

/// Notes the questions settled, and the places from which the replay continues.
fn note<const N: usize>(
    replay: &mut Replay<'_>,
    settled: Settled,
    places: [&Cursor; N],
) -> Result<()> {
    replay.progress.settled = Some(settled);
    replay.progress.marks = places.into_iter().filter_map(Cursor::mark).collect();
    replay.note()
}

/// One more than the last heap at which two stretches differ that end before heap `end`.
fn after_difference(a: &[u16], b: &[u16], end: u64) -> Option<u64> {
    let back = a.iter().rev().zip(b.iter().rev()).position(|(a, b)| a != b)?;
    Some(end - back as u64)
}
