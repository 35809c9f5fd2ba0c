//! Heaps and rows: what the games played with a number of tokens have in common.

/// A sum of heaps, empty ones left out.
pub(super) fn heaps<const N: usize>(heaps: [u128; N]) -> Vec<u128> {
    heaps.into_iter().filter(|&heap| heap > 0).collect()
}

/// What may remain of a row of n when k neighbours are taken from it: every pair of rows, which may
/// be empty, once. O(n).
pub(super) fn take_neighbours(n: u128, k: u128) -> impl Iterator<Item = Vec<u128>> {
    let rest = n.checked_sub(k);
    rest.into_iter().flat_map(|rest| (0..=rest / 2).map(move |a| heaps([a, rest - a])))
}
