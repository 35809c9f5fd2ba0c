//! Division: divide a heap by one of a few numbers, rounding down.
//!
//! A heap of n ≥ 1 may become ⌊n/d⌋ for any of the numbers d allowed, by default 2, 3 and 6; heap 0
//! is over. No closed form is needed: after any moves the heap is ⌊n/(2^a·3^b)⌋, so a heap n meets
//! only O(log² n) others (one more logarithm for every further prime), and search is at once done
//! for heaps of thirty digits. Source: a contest exercise on Theorem 1 of [`crate::theory`].

use super::row::heaps;
use super::{Options, Ruleset};

/// Division by a set of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Division {
    by: Vec<u128>,
}

impl Division {
    /// The game in which a heap may be divided by any of these numbers; `None` unless there is one
    /// and all are at least 2.
    pub fn by(numbers: &[u128]) -> Option<Division> {
        let valid = !numbers.is_empty() && numbers.iter().all(|&d| d >= 2);
        valid.then(|| Division { by: numbers.to_vec() })
    }
}

impl Ruleset for Division {
    type Position = u128;

    fn options<'a>(&'a self, &heap: &u128) -> Options<'a, u128> {
        let by: &[u128] = if heap == 0 { &[] } else { &self.by };
        Box::new(by.iter().map(move |d| heaps([heap / d])))
    }
}
