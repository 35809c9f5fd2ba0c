//! Nim: take any number of tokens from one heap.
//!
//! **Closed form.** G(n) = n: the options of heap n are the heaps below it, and the mex of
//! 0, …, n − 1 is n. The one option of value v < n is heap v. Source: `[Bouton1901]`, `[WW]` chapter
//! 3. O(1).

use super::row::heaps;
use super::{ClosedForm, Options, Refusal, Ruleset};

/// Nim on heaps.
#[derive(Clone, Copy, Debug)]
pub struct Nim;

impl Ruleset for Nim {
    type Position = u128;

    fn options<'a>(&'a self, &heap: &u128) -> Options<'a, u128> {
        Box::new((0..heap).map(|left| heaps([left])))
    }
}

impl ClosedForm for Nim {
    fn closed_form(&self, &heap: &u128) -> Result<u64, Refusal> {
        u64::try_from(heap).map_err(|_| Refusal::OutOfReach {
            position: heap.to_string(),
            reason: "its value is 2^64 or more; give a smaller heap".to_owned(),
        })
    }

    fn inverse(&self, &heap: &u128, value: u64) -> Option<Vec<Vec<u128>>> {
        let left = u128::from(value);
        Some(if left < heap { vec![heaps([left])] } else { Vec::new() })
    }
}
