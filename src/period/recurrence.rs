//! Candidates for a period: distances at which the end of a sequence has occurred before.
//!
//! ```text
//! w ← the last few values
//! for every earlier occurrence of w, nearest first, at distance p
//!     n0 ← the least heap with G(n) = G(n + p) for all n from n0 to the end; offer (p, n0)
//!     go on beyond n0: inside that stretch only multiples of p could match, and they end there too
//! ```
//!
//! Nothing is proved here. Because every stretch is left behind once it is measured, one pass over
//! a sequence of N values costs O(N) in practice.

/// A stretch at the end of a sequence that repeats with distance `period` from `start` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recurrence {
    /// p.
    pub period: usize,
    /// The least n0 with x(n) = x(n + p) for all n ≥ n0 with n + p in the sequence.
    pub start: usize,
}

/// The longest end that must recur before a distance is looked at more closely.
const LONGEST_END: usize = 32;

/// All recurrences of the end of `x`, by ascending period.
///
/// ```
/// use octal::period::recurrence::{recurrences, Recurrence};
/// let x = [9, 1, 2, 3, 1, 2, 3, 1, 2];
/// assert_eq!(recurrences(&x).next(), Some(Recurrence { period: 3, start: 1 }));
/// ```
pub fn recurrences<T: Copy + PartialEq>(x: &[T]) -> impl Iterator<Item = Recurrence> + '_ {
    let end_length = (x.len() / 8).clamp(1, LONGEST_END);
    let mut period = 0;
    std::iter::from_fn(move || {
        period = next_occurrence(x, end_length, period + 1)?;
        let start = repeats_from(x, period);
        let found = Recurrence { period, start };
        // The stretch [start, end] has period `period`; the next end that is not inside it
        // begins below `start`.
        let beyond = x.len() - end_length - start;
        period = period.max(beyond);
        Some(found)
    })
}

/// The least p ≥ from such that the last `length` values also stand p earlier.
fn next_occurrence<T: Copy + PartialEq>(x: &[T], length: usize, from: usize) -> Option<usize> {
    let end_start = x.len().checked_sub(length)?;
    let end = &x[end_start..];
    let last_start = end_start.checked_sub(from)?;
    let first = *end.first()?;
    (0..=last_start)
        .rev()
        .find(|&start| x[start] == first && x[start..start + length] == *end)
        .map(|start| end_start - start)
}

/// The least n0 with x(n) = x(n + p) for all n ≥ n0 with n + p in the sequence.
///
/// O(length of the stretch).
#[must_use]
pub fn repeats_from<T: Copy + PartialEq>(x: &[T], p: usize) -> usize {
    let matching =
        x[..x.len().saturating_sub(p)].iter().rev().zip(x.iter().rev()).take_while(|(a, b)| a == b);
    x.len().saturating_sub(p) - matching.count()
}
