//! Brent's method on the state: where the window of last values has occurred before.
//!
//! A *reference* is a stretch of S heaps that is kept, with the window before it. New ones are begun
//! at the heaps 4·2^e, 5·2^e, 6·2^e, 7·2^e, and the last four are kept, so a reference stays until
//! the heap has doubled: whatever n0 and p are, one is soon begun beyond n0 and stays for p heaps.
//!
//! ```text
//! at every multiple n of S:
//!     for every reference (r, r + S]: find the last heap i < n in it such that the windows
//!     that end before i and before n are equal; then the distance is n − i
//! ```
//!
//! As n runs through the multiples of S, n − i runs through all distances: no recurrence is missed,
//! although the windows are compared only once in S heaps. An index of the reference by the hash of
//! the values before each heap makes that O(log S) a reference. `[Brent1980]`.

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

/// So many references are kept.
const KEPT: usize = 4;
/// Values that are hashed.
const HASHED: usize = 32;

/// A stretch of the sequence that later windows are looked up in.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Reference {
    /// r: the windows are those before the heaps r + 1, …, r + S.
    heap: u64,
    /// The values of the window before heap r and of the S heaps from r on.
    values: Vec<u8>,
    /// The hashes of the values before each of these heaps, in order, and the places of the heaps.
    #[serde(skip)]
    index: Vec<(u64, u32)>,
}

impl Reference {
    /// The last heap i < n, if any, such that the window before it is this one.
    fn find(&self, window: &[u8], n: u64) -> Option<u64> {
        let hash = hash(window);
        let end = self.index.partition_point(|&(h, _)| h <= hash);
        let same = self.index[..end].iter().rev().take_while(|&&(h, _)| h == hash);
        let occurs = |&end: &usize| self.values[..end].ends_with(window);
        let ends = same.map(|&(_, end)| end as usize);
        let before = self.heap - window.len() as u64;
        ends.filter(|&end| before + (end as u64) < n).find(occurs).map(|end| before + end as u64)
    }

    fn build_index(&mut self, window: usize) {
        let ends = window + 1..=self.values.len();
        self.index = ends.map(|end| (hash(&self.values[..end]), end as u32)).collect();
        self.index.sort_unstable();
    }
}

fn hash(window: &[u8]) -> u64 {
    xxh3_64(&window[window.len().saturating_sub(HASHED)..])
}

/// The references of a search.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct References {
    kept: Vec<Reference>,
}

impl References {
    /// Restores what is not stored.
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
        self.kept.len() <= KEPT && self.kept.iter().all(sound)
    }

    /// Looks the window before heap n up: the heap before which it has occurred last.
    ///
    /// `values` are those of the window and the chunk before n, and n is a multiple of the chunk.
    /// `first` is the first multiple of the chunk that the search has reached.
    pub(super) fn look_up(&mut self, values: &[u8], chunk: u64, first: u64, n: u64) -> Option<u64> {
        let window = values.len() - chunk as usize;
        let r = n - chunk;
        if r == first || is_mark(r) {
            self.kept.drain(..(self.kept.len() + 1).saturating_sub(KEPT));
            let mut reference = Reference { heap: r, values: values.to_vec(), index: vec![] };
            reference.build_index(window);
            self.kept.push(reference);
        }
        let last = &values[values.len() - window..];
        self.kept.iter().filter_map(|reference| reference.find(last, n)).max()
    }
}

/// Whether n is 4, 5, 6 or 7 times a power of two.
fn is_mark(n: u64) -> bool {
    n != 0 && n.trailing_zeros() + 3 >= u64::BITS - n.leading_zeros()
}
