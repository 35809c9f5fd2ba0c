//! Balanced pairs: two parts b ≤ c with the same high part, u(b) = u(c).
//!
//! Their value is λ(b) ⊕ λ(c) < M, and stays so if both grow by p. Cost: O(N²) for N heaps.

use super::heaps::Heaps;

/// A pair by what counts of it.
#[derive(Clone, Copy)]
pub(super) struct BalancedPair {
    /// λ(b) ⊕ λ(c).
    pub(super) low: usize,
    /// b, the smaller part.
    pub(super) smaller: usize,
}

/// For each number of tokens one balanced pair of each value.
pub(super) struct BalancedPairs {
    by_tokens: Vec<Vec<BalancedPair>>,
}

impl BalancedPairs {
    /// The pairs of at most `most` tokens whose parts are at least `least` ≥ 1.
    pub(super) fn of(heaps: &Heaps<'_>, least: usize, most: usize) -> BalancedPairs {
        let mut by_tokens: Vec<Vec<BalancedPair>> = vec![vec![]; most + 1];
        for smaller in least..=most / 2 {
            let (high, own) = (heaps.high(smaller), heaps.low(smaller));
            for larger in (smaller..=most - smaller).filter(|&c| heaps.high(c) == high) {
                let (pairs, low) = (&mut by_tokens[smaller + larger], own ^ heaps.low(larger));
                if pairs.iter().all(|pair| pair.low != low) {
                    pairs.push(BalancedPair { low, smaller });
                }
            }
        }
        BalancedPairs { by_tokens }
    }

    /// The pairs of m tokens.
    pub(super) fn of_tokens(&self, m: usize) -> &[BalancedPair] {
        &self.by_tokens[m]
    }
}
