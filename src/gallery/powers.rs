//! Powers: take k^m tokens, m ≥ 0, from a heap, for a fixed base k ≥ 1.
//!
//! With k = 2 this is the pile from which any power of two may be taken. The *Doubloon Game* of
//! contests is one pile with a base k that is given with it, and asks for the least number of coins
//! that wins, 0 if none does.
//!
//! **Closed form.** If k is odd, every power is odd, so G(n) = n mod 2. If k is even, let
//! r = n mod (k+1). Then G(n) = 2 if r = k, else r mod 2.
//!
//! *Proof* for even k. Modulo k+1 a power of k is 1 or −1, so an option has residue r−1 (always
//! there if n ≥ 1, by taking one) or r+1 (there if n ≥ k, by taking k). r = 0: the options are worth
//! G of residues k and 1, that is 2 and 1, or there is none: value 0. r even, 0 < r < k: residues
//! r−1 and perhaps r+1, both odd and below k: worth 1, hence value 0. r odd, so r < k: residue r−1 is
//! even and below k, worth 0; r+1 is worth 0, or 2 if it is k: value 1. r = k: residue k−1 is odd,
//! worth 1; residue 0 by taking k ≤ n, worth 0: value 2. ∎
//!
//! **Least winning number.** For odd k, 1 if n is odd. For even k, 1 if r is odd, k if r = k (after
//! taking 1 residue k−1 is left, an N-position). Otherwise the pile is lost. O(1); all winning moves
//! in O(log n).

use super::row::heaps;
use super::{ClosedForm, Options, Refusal, Ruleset};

/// The game of taking powers of a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Powers {
    base: u64,
}

impl Powers {
    /// The game with base k; `None` if k is 0.
    pub const fn of(base: u64) -> Option<Powers> {
        if base == 0 { None } else { Some(Powers { base }) }
    }

    /// The least number of coins that wins from one pile, or 0 if the pile is lost. O(1).
    ///
    /// ```
    /// use octal::gallery::powers::Powers;
    /// let least = |k, pile| Powers::of(k).unwrap().least_winning(pile);
    /// assert_eq!((least(3, 7), least(4, 4), least(4, 5)), (1, 4, 0));
    /// ```
    pub const fn least_winning(&self, pile: u128) -> u128 {
        match self.value(pile) {
            0 => 0,
            1 => 1,
            _ => self.base as u128,
        }
    }

    const fn value(&self, heap: u128) -> u64 {
        let base = self.base as u128;
        let residue = heap % (base + 1);
        let value = match base % 2 {
            1 => heap % 2,
            _ if residue == base => 2,
            _ => residue % 2,
        };
        value as u64
    }
}

impl Ruleset for Powers {
    type Position = u128;

    fn options<'a>(&'a self, &heap: &u128) -> Options<'a, u128> {
        let base = u128::from(self.base);
        let next = move |power: &u128| power.checked_mul(base).filter(|_| base > 1);
        let powers = std::iter::successors(Some(1), next);
        Box::new(powers.map_while(move |power| heap.checked_sub(power)).map(|left| heaps([left])))
    }
}

impl ClosedForm for Powers {
    fn closed_form(&self, &heap: &u128) -> Result<u64, Refusal> {
        Ok(self.value(heap))
    }
}
