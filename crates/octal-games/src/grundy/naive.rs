//! The definition: G(n) is the mex of the Grundy values of all options of heap n.
//!
//! Theorem 1 of [`crate::theory`]; `[WW]` chapter 4. O(n²) time for n heaps with at most two
//! heaps left per move, O(n³) with three. Every other engine is tested against this one, so it
//! uses nothing of theirs: it reads the digits and tries every move.

use crate::code::Code;

/// G(0..=to) by the definition.
///
/// ```
/// let kayles = "0.77".parse()?;
/// assert_eq!(octal_games::grundy::naive::values(&kayles, 9), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]);
/// # Ok::<(), octal_games::CodeError>(())
/// ```
pub fn values(code: &Code, to: usize) -> Vec<u16> {
    let mut g: Vec<u16> = vec![0];
    for n in 1..=to {
        let seen = option_values(code, &g, n);
        let mex = seen.iter().position(|&s| !s).unwrap_or(seen.len());
        g.push(u16::try_from(mex).expect("so few heaps have small values"));
    }
    g
}

/// Marks the values of all options of heap n, given G of all smaller heaps.
fn option_values(code: &Code, g: &[u16], n: usize) -> Vec<bool> {
    let mut seen = vec![false; 2 * usize::from(g.iter().copied().max().unwrap_or(0)) + 64];
    let mut mark = |value: u16| {
        let value = usize::from(value);
        if value >= seen.len() {
            seen.resize(2 * value, false);
        }
        seen[value] = true;
    };
    for k in 0..=n {
        let digit = code.digit(k);
        let rest = n - k;
        if digit.leaves_none() && rest == 0 {
            mark(0);
        }
        if digit.leaves_one() && rest >= 1 {
            mark(g[rest]);
        }
        if digit.leaves_two() {
            for a in 1..=rest / 2 {
                if !(digit.is_unequal() && a == rest - a) {
                    mark(g[a] ^ g[rest - a]);
                }
            }
        }
        if digit.leaves_three() {
            for a in 1..=rest / 3 {
                for b in a..=(rest - a) / 2 {
                    mark(g[a] ^ g[b] ^ g[rest - a - b]);
                }
            }
        }
    }
    seen
}
