//! Brent's method on the window: where the window of last values has occurred before.
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

use std::sync::Arc;

use serde::{Deserialize, Serialize};

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
}
