//! Nim-sum and mex, the two operations of the Sprague–Grundy theory.
//!
//! Theorem 1 of [`crate::theory`]; source `[WW]` chapter 3.

/// The nim-sum `a ⊕ b`: addition in binary without carrying.
///
/// The Grundy value of two heaps side by side. O(1).
///
/// ```
/// assert_eq!(octal_games::workspace::nim::nim_sum(3, 5), 6);
/// ```
#[inline]
pub const fn nim_sum(a: u16, b: u16) -> u16 {
    a ^ b
}

/// The mex (minimal excludant): the least natural number that does not occur in `values`.
///
/// O(number of values), and as much memory.
///
/// ```
/// assert_eq!(octal_games::workspace::nim::mex([0, 1, 3, 1]), 2);
/// assert_eq!(octal_games::workspace::nim::mex([]), 0);
/// ```
pub fn mex(values: impl IntoIterator<Item = u16>) -> usize {
    let mut seen = Vec::new();
    for value in values {
        let value = usize::from(value);
        if value >= seen.len() {
            seen.resize(value + 1, false);
        }
        seen[value] = true;
    }
    seen.iter().position(|&s| !s).unwrap_or(seen.len())
}
