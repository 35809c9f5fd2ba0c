//! A sequence of which both ends are known, and nothing between.

use crate::grundy::space::SparseSpace;
use crate::rules::Rules;

/// The values of the smallest heaps and of the last ones, with all that decides the next.
#[derive(Clone, Copy, Debug)]
pub struct Ends<'a> {
    /// The moves.
    pub rules: &'a Rules,
    /// The mask and the position parity.
    pub space: SparseSpace,
    /// All rare heaps r ≥ 1, in ascending order, and their values.
    pub rare: &'a [(usize, u16)],
    /// The values of the heaps 0, 1, …: a window of them or more.
    pub small: &'a [u16],
    /// The next heap.
    pub next: usize,
    /// The values of the heaps before it: a window of them, or those of a state if nothing is to be
    /// verified.
    pub last: &'a [u16],
}
