//! Lasker's Nim: take any number of tokens from a heap, or split it into two heaps.
//!
//! **Closed form.** G(4k+1) = 4k+1, G(4k+2) = 4k+2, G(4k+3) = 4k+4, G(4k+4) = 4k+3, and G(0) = 0.
//!
//! *Proof* by induction. Heaps 0, …, 4k are worth 0, …, 4k in some order, and modulo 4 heaps
//! 4k+1, 4k+2, 4k+3, 4k+4 are worth 1, 2, 0, 3. So the two lowest bits of a split's value are known
//! from the residues of its heaps:
//!
//! | heap | splits by residue: lowest bits | conclusion |
//! |---|---|---|
//! | 4k+1 | 0+1: 2, 2+3: 2 | no split is worth 4k+1, the heaps below are worth all less |
//! | 4k+2 | 1+1: 0, 2+0: 1, 3+3: 0 | no split is worth 4k+2, the heaps below are worth all less |
//! | 4k+3 | 1+2: 3, 3+0: 3 | no split is worth 4k+4; 1 + (4k+2) is worth 4k+3, heaps below all less |
//! | 4k+4 | 1+3: 1, 2+2: 0, 0+0: 0 | no split is worth 4k+3, the heaps below are worth all less ∎ |
//!
//! Source: `[WW]` chapter 4. O(1) for a value.

use super::row::heaps;
use super::{ClosedForm, Options, Refusal, Ruleset};

/// Lasker's Nim on heaps.
#[derive(Clone, Copy, Debug)]
pub struct LaskersNim;

impl Ruleset for LaskersNim {
    type Position = u128;

    fn options<'a>(&'a self, &heap: &u128) -> Options<'a, u128> {
        let taken = (0..heap).map(|left| heaps([left]));
        Box::new(taken.chain((1..=heap / 2).map(move |a| vec![a, heap - a])))
    }
}

impl ClosedForm for LaskersNim {
    fn closed_form(&self, &heap: &u128) -> Result<u64, Refusal> {
        let value = match heap % 4 {
            3 => heap + 1,
            0 if heap > 0 => heap - 1,
            _ => heap,
        };
        u64::try_from(value).map_err(|_| Refusal::OutOfReach {
            position: heap.to_string(),
            reason: "its value is 2^64 or more; give a smaller heap".to_owned(),
        })
    }
}
