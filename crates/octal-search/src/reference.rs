//! Brent's method on the state: where the window of last values has occurred before.
//!
//! A *reference* is a stretch of S heaps that is kept, with the window before it. New ones are
//! begun at the heaps 4·2^e, 5·2^e, 6·2^e, 7·2^e, and whenever there is none; the last four are
//! kept, so a reference stays until the heap has doubled: whatever n0 and p are, one is soon begun
//! beyond n0 and stays for p heaps.
//!
//! ```text
//! at every multiple n of S:
//!     for every reference (r, r + S]: find the last heap i < n in it such that the windows
//!     that end before i and before n are equal; then the distance is n − i
//! ```
//!
//! As n runs through the multiples of S, n − i runs through all distances: no recurrence is missed,
//! although the windows are compared only once in S heaps. An index of the reference by the hash of
//! the values before each heap makes that a few comparisons a reference. `[Brent1980]`.
//!
//! A search keeps more states: snapshots, one that occurs twice, what they have settled of the least
//! period and preperiod, and how far they have led to a longer window.

use super::record;
use crate::grundy::stream::Basis;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How many references are kept.
pub(super) const REFERENCES_KEPT: usize = 4;
/// The hash of a window covers this many of its last values.
const VALUES_HASHED: usize = 32;
/// A hash has this many bits; the index has a place for each.
const HASH_BITS: u32 = 16;

/// A stretch of the sequence that later windows are looked up in.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Reference {
    /// r: the windows are those before the heaps r + 1, …, r + S.
    heap: u64,
    /// The values of the window before heap r and of the S heaps from r on.
    #[serde(serialize_with = "record::serialize_values")]
    values: Arc<[u16]>,
    #[serde(skip)]
    index: Index,
}

/// Where in the values of a reference its windows end, by their hashes.
#[derive(Clone, Debug, Default)]
struct Index {
    /// In the order of the hashes; those with equal hashes in ascending order.
    ends: Vec<u32>,
    /// The windows with hash h are `ends[first[h]..first[h + 1]]`.
    first: Vec<u32>,
}

impl Index {
    /// The index of all windows of this length but the first. O(values).
    fn new(values: &[u16], window: usize) -> Index {
        let hashes = || (window as u32 + 1..).zip(hashes(values, window).skip(1));
        let mut first = vec![0; (1 << HASH_BITS) + 1];
        hashes().for_each(|(_, hash)| first[hash + 1] += 1);
        let mut before = 0;
        for count in &mut first {
            before += *count;
            *count = before;
        }
        let mut free = first.clone();
        let mut ends = vec![0; values.len() - window];
        for (end, hash) in hashes() {
            ends[free[hash] as usize] = end;
            free[hash] += 1;
        }
        Index { ends, first }
    }

    /// The ends of the windows with this hash, in ascending order.
    fn ends(&self, hash: usize) -> &[u32] {
        &self.ends[self.first[hash] as usize..self.first[hash + 1] as usize]
    }
}

impl Reference {
    /// The last heap i < n, if any, such that the window before it is this one.
    fn find(&self, window: &[u16], hash: usize, n: u64) -> Option<u64> {
        let occurs = |&end: &usize| self.values[..end].ends_with(window);
        let ends = self.index.ends(hash).iter().rev().map(|&end| end as usize);
        let before = self.heap - window.len() as u64;
        ends.filter(|&end| before + (end as u64) < n).find(occurs).map(|end| before + end as u64)
    }

    fn build_index(&mut self, window: usize) {
        self.index = Index::new(&self.values, window);
    }
}

/// The hashes of all windows of this length, from the first on, by the last of their values: those of
/// the weights 1, B, B², …, so that each follows from the one before.
fn hashes(values: &[u16], window: usize) -> impl Iterator<Item = usize> + '_ {
    const B: u64 = 0x9e37_79b9_7f4a_7c15;
    let weighted = |sum: u64, &value: &u16| sum.wrapping_mul(B).wrapping_add(value.into());
    let hashed = VALUES_HASHED.min(window);
    let leaving_weight = (0..hashed).fold(1, |power: u64, _| power.wrapping_mul(B));
    let mut sum = values[window - hashed..window].iter().fold(0, weighted);
    let later = values[window..].iter().zip(&values[window - hashed..]).map(move |(new, &old)| {
        sum = weighted(sum, new).wrapping_sub(leaving_weight.wrapping_mul(old.into()));
        sum
    });
    std::iter::once(sum).chain(later).map(|sum| (sum >> (u64::BITS - HASH_BITS)) as usize)
}

/// The references of a search.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct References {
    kept: Vec<Reference>,
}

impl References {
    /// Builds the indices, which the file does not hold.
    pub(super) fn build_indices(&mut self, window: usize) {
        self.kept.iter_mut().for_each(|reference| reference.build_index(window));
    }

    /// Whether all of this comes from a search with a window of this length that has reached `heap`.
    pub(super) fn are_sound(&self, window: usize, chunk: u64, heap: u64) -> bool {
        let sound = |r: &Reference| {
            let length = (window as u64).checked_add(chunk);
            Some(r.values.len() as u64) == length
                && r.heap >= window as u64
                && r.heap.checked_add(chunk).is_some_and(|end| end <= heap)
        };
        self.kept.len() <= REFERENCES_KEPT && self.kept.iter().all(sound)
    }

    /// Looks the window before heap n up: the last heap before which it has occurred in a reference.
    ///
    /// `values` are those of the window and the chunk before n, and n is a multiple of the chunk.
    pub(super) fn look_up(&mut self, values: &[u16], chunk: u64, n: u64) -> Option<u64> {
        let window = values.len() - chunk as usize;
        let r = n - chunk;
        if self.kept.is_empty() || is_mark(r) {
            self.kept.drain(..(self.kept.len() + 1).saturating_sub(REFERENCES_KEPT));
            let mut reference =
                Reference { heap: r, values: values.into(), index: Index::default() };
            reference.build_index(window);
            self.kept.push(reference);
        }
        let last = &values[chunk as usize..];
        let hash = hashes(last, window).next()?;
        self.kept.iter().filter_map(|reference| reference.find(last, hash, n)).max()
    }
}

/// Whether n is 4, 5, 6 or 7 times a power of two.
fn is_mark(n: u64) -> bool {
    n != 0 && n.trailing_zeros() + 3 >= u64::BITS - n.leading_zeros()
}

/// The state of a search at one heap: its last values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StateSnapshot {
    /// n.
    pub heap: u64,
    /// The values of the L heaps before n, where L is the `state_length` of the search's
    /// [`Basis`](crate::grundy::stream::Basis).
    #[serde(serialize_with = "record::serialize_values")]
    pub values: Arc<[u16]>,
}

impl StateSnapshot {
    /// Whether it has as many values as a state of this search has at its heap.
    pub(super) fn fits(&self, basis: &Basis) -> bool {
        basis.state_length == self.values.len()
    }
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

/// How far the search for the least period and preperiod has come.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct LeastProgress {
    pub(super) settled: Settled,
    /// Places at which the replays go on: one on the way to a state, or those of two stretches that are
    /// compared.
    pub(super) marks: Vec<StateSnapshot>,
}

/// Which questions about the least period and preperiod are answered.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) enum Settled {
    /// `p` is a period, and p/q is none for the prime divisors q ≤ `tried` of p.
    Period { p: u64, tried: u64 },
    /// `p` is the least period. Of the snapshots s, the first `low` do not have equal states before s and
    /// s + p, and those from place `high` on have.
    Snapshots { p: u64, low: usize, high: usize },
    /// n0 is `least`, unless G(n) ≠ G(n + p) for a heap n from `from` on, and below `end`.
    Values { p: u64, from: u64, end: u64, least: u64 },
}

impl LeastProgress {
    /// Nothing is settled but that a state recurs.
    pub(super) fn new(found: StateRecurrence) -> LeastProgress {
        LeastProgress { settled: Settled::Period { p: found.distance(), tried: 1 }, marks: vec![] }
    }

    /// Whether this belongs to a search with this recurrence and these snapshots.
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

/// The last values for a longer window, as far as they are computed again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct BegunWindow {
    /// The first heap of the window.
    pub(super) from: u64,
    /// The values from there on.
    #[serde(serialize_with = "record::serialize_values")]
    pub(super) last: Vec<u16>,
    /// Where the replay goes on: after these values, or on the way to the first of them; `None` if that is not
    /// beyond the first snapshot.
    pub(super) mark: Option<StateSnapshot>,
}

impl BegunWindow {
    /// The next heap whose value is wanted.
    pub(super) fn next(&self) -> u64 {
        self.from.saturating_add(self.last.len() as u64)
    }

    /// Whether this belongs to a search that has come to this heap and began with a snapshot at heap `begun`.
    pub(super) fn is_sound(&self, basis: &Basis, heap: u64, begun: u64) -> bool {
        let next = self.next();
        let is_place = |mark: &StateSnapshot| {
            mark.fits(basis)
                && (begun..=next).contains(&mark.heap)
                && (mark.heap == next || self.last.is_empty())
        };
        let is_early = self.last.is_empty() || next <= begun;
        next <= heap && self.mark.as_ref().map_or(is_early, is_place)
    }
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
