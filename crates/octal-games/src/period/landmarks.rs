//! Landmarks: heaps of a long sequence that are found at once. With them a search need not read the
//! whole sequence for the places where its end has occurred before.
//!
//! ```text
//! needle ← one or two neighbouring values that occur rarely, but regularly, near the end
//! landmark: a heap n where the needle stands
//! key of a landmark: the values that follow the needle there
//! every landmark knows the landmark before it that has the same key
//! ```
//!
//! An end of the sequence that goes back to its last landmark and has occurred p heaps earlier has
//! a landmark of the same key there. So only the distances to the landmarks with this key are
//! tried. The values are read once, when they are new and still in the cache.

use crate::grundy::values::{Slice, Value};
use std::collections::HashMap;

/// A shorter sequence, in heaps, is looked through as a whole.
const SHORTEST: usize = 1 << 18;

/// The needle is chosen among this many of the last values, or among this share of all if that is
/// less: 1/64.
const SAMPLE: usize = 1 << 17;
const SAMPLE_SHARE: usize = 64;

/// The needle occurs among them at least this many times.
const REGULAR: u32 = 8;

/// With more pairs of values than these, single values are rare enough.
const MOST_PAIRS: usize = 1 << 20;

/// This many values after the needle make the key of a landmark.
const KEY: usize = 16;

/// The last landmark is at most this share of the sequence away from its end: 1/64.
const OLDEST: usize = 64;

/// A needle that no longer occurs is replaced once the sequence has grown by this share since it
/// was chosen: 1/64.
const GROWTH: usize = 64;

/// The fewest heaps for each landmark, on average. If there are more landmarks, a less frequent
/// needle is chosen as soon as the sequence has doubled its length.
const SPACING: usize = 1 << 12;

/// The landmarks of a growing sequence.
#[derive(Debug, Default)]
pub(super) struct Landmarks {
    /// One or two values; none as long as the sequence is short.
    needle: Vec<u16>,
    /// The length of the sequence when the needle was chosen.
    chosen_at: usize,
    /// The heap from which on landmarks are still to be found.
    next: usize,
    /// In ascending order.
    found: Vec<Landmark>,
    /// The place in `found` of the last landmark with a key.
    latest: HashMap<u64, usize>,
}

/// A heap where the needle stands.
#[derive(Clone, Copy, Debug)]
struct Landmark {
    heap: usize,
    /// The place in `found` of the landmark before it that has the same key.
    before: Option<usize>,
}

impl Landmarks {
    /// Takes note of the values that are new since the last call.
    ///
    /// About 0.05 ns a new value. If the needle no longer occurs, or occurs too often, another one
    /// is chosen and all values are read once more.
    pub(super) fn note<V: Value>(&mut self, values: &[V]) {
        if values.len() < SHORTEST {
            return;
        }
        self.find_new(values);
        let (length, chosen_at) = (values.len(), self.chosen_at);
        let is_lost = !self.are_near(length) && length - chosen_at >= chosen_at / GROWTH;
        let are_many = self.found.len() > length / SPACING && length / 2 >= chosen_at;
        if is_lost || are_many {
            *self =
                Landmarks { needle: infrequent(values), chosen_at: length, ..Landmarks::default() };
            self.find_new(values);
        }
    }

    /// The distances, in ascending order, at which the end of the values may have occurred before.
    /// `None` if there are no landmarks.
    ///
    /// Only an end that goes back to the last landmark is found, and that is nearer to the end
    /// than 1/64 of the length.
    pub(super) fn distances(&self, length: usize) -> Option<impl Iterator<Item = usize> + '_> {
        let last = self.found.last().filter(|_| self.are_near(length))?;
        let before = |landmark: &&Landmark| landmark.before.map(|place| &self.found[place]);
        let chain = std::iter::successors(Some(last), move |landmark| before(landmark));
        Some(chain.skip(1).map(|landmark| last.heap - landmark.heap))
    }

    /// True if the last landmark is near the end.
    fn are_near(&self, length: usize) -> bool {
        self.found.last().is_some_and(|last| length - last.heap <= length / OLDEST)
    }

    /// Finds the landmarks whose keys are complete since the last call.
    fn find_new<V: Value>(&mut self, values: &[V]) {
        let (needle, from) = (self.needle.clone(), self.next);
        let end = values.len().saturating_sub(KEY);
        if needle.is_empty() || from >= end {
            return;
        }
        self.next = end.saturating_sub(needle.len() - 1);
        let note = |place: usize| {
            let heap = from + place;
            let key = key(&values[heap + needle.len()..][..KEY]);
            let before = self.latest.insert(key, self.found.len());
            self.found.push(Landmark { heap, before });
        };
        match V::slice(&values[from..end]) {
            Slice::Bytes(new) => {
                let needle: Vec<u8> = needle.iter().map(|&value| value as u8).collect();
                places(new, &needle).for_each(note);
            }
            Slice::Words(new) => places(new, &needle).for_each(note),
        }
    }
}

/// The number of values compared at once.
const CHUNK: usize = 64;

/// The places among these values where the needle stands, which is one value or two.
///
/// Chunks where it does not stand are passed over, which takes a few vector instructions each.
fn places<V: Value>(values: &[V], needle: &[V]) -> impl Iterator<Item = usize> {
    let (first, last) = (needle[0], needle[needle.len() - 1]);
    let ends = values.get(needle.len() - 1..).unwrap_or(&[]);
    let stands = move |(&begin, &end): (&V, &V)| begin == first && end == last;
    let chunks = values[..ends.len()].chunks(CHUNK).zip(ends.chunks(CHUNK));
    let chunks = chunks.enumerate().filter(move |(_, (begins, ends))| {
        begins.iter().zip(*ends).fold(false, |any, pair| any | stands(pair))
    });
    chunks.flat_map(move |(i, (begins, ends))| {
        let within = begins.iter().zip(ends).enumerate();
        within.filter(move |&(_, pair)| stands(pair)).map(move |(place, _)| i * CHUNK + place)
    })
}

/// The one or two neighbouring values that occur least often near the end, but regularly; empty if
/// none do.
fn infrequent<V: Value>(values: &[V]) -> Vec<u16> {
    let sample = &values[values.len() - SAMPLE.min(values.len() / SAMPLE_SHARE)..];
    let kinds = sample.iter().map(|value| usize::from(value.get()) + 1).max().unwrap_or(0);
    let singles = sample.iter().map(|value| usize::from(value.get()));
    let single = least_regular(kinds, singles);
    let is_few = |&pairs: &usize| pairs <= MOST_PAIRS;
    let pair = kinds.checked_mul(kinds).filter(is_few).and_then(|places| {
        // A value twice would stand at places that depend on where the search for it begins.
        let pairs = sample.windows(2).map(|pair| [pair[0].get(), pair[1].get()].map(usize::from));
        let pairs = pairs.filter(|[first, second]| first != second);
        least_regular(places, pairs.map(|[first, second]| kinds * first + second))
    });
    let of_single = single.map(|(count, value)| (count, vec![value as u16]));
    let of_pair =
        pair.map(|(count, pair)| (count, vec![(pair / kinds) as u16, (pair % kinds) as u16]));
    of_single.into_iter().chain(of_pair).min().map_or(vec![], |(_, needle)| needle)
}

/// The number below `bound` among these that occurs least often, but regularly, with its count.
fn least_regular(bound: usize, numbers: impl Iterator<Item = usize>) -> Option<(u32, usize)> {
    let mut counts = vec![0; bound];
    numbers.for_each(|number| counts[number] += 1);
    let regular = counts.into_iter().zip(0..).filter(|&(count, _)| count >= REGULAR);
    regular.min()
}

/// A number for these values, the same for values of either width (FNV-1a).
fn key<V: Value>(values: &[V]) -> u64 {
    values.iter().fold(0xcbf2_9ce4_8422_2325, |hash, value| {
        (hash ^ u64::from(value.get())).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The needle is found wherever it stands, in values of both widths, across chunks and at both
    /// ends.
    #[test]
    fn the_places_of_a_needle() {
        let mut random = fastrand::Rng::with_seed(1);
        for length in (0..300).chain([5000]) {
            let bytes: Vec<u8> = (0..length).map(|_| random.u8(0..6)).collect();
            let words: Vec<u16> = bytes.iter().map(|&value| value.into()).collect();
            for needle in [&[3][..], &[5, 0], &[9]] {
                let by_bytes: Vec<u8> = needle.iter().map(|&value| value as u8).collect();
                let windows = words.windows(needle.len()).enumerate();
                let expected: Vec<usize> =
                    windows.filter(|(_, window)| *window == needle).map(|(n, _)| n).collect();
                let found: Vec<usize> = places(&words, needle).collect();
                assert_eq!(found, expected, "{needle:?} among {length} values");
                let found: Vec<usize> = places(&bytes, &by_bytes).collect();
                assert_eq!(found, expected, "{needle:?} among {length} bytes");
                assert!(length < 5000 || needle == [9] || found.len() > 50);
            }
        }
    }
}
