//! Section 14: finite subtraction sets.
//!
//! Notation: [section 0](super). A *subtraction set* S is a non-empty set of numbers s ≥ 1. A move
//! takes s ∈ S tokens from a heap of n ≥ s tokens. If S is finite with the largest element m, its
//! code has digit 3 at the places in S, the last place is t = m, and h = 1.
//!
//! **Theorem 14.** *Let S be a finite subtraction set with the largest element m.*
//! 1. *Let a ≥ 0 and p ≥ 1. If G(n + p) = G(n) for the m heaps n = a, …, a + m − 1, then
//!    G(n + p) = G(n) for every n ≥ a.*
//! 2. *There are such a and p with a + p ≤ (|S| + 1)^m. So every finite subtraction set has a
//!    period.*
//!
//! *Proof of 1.* By induction over n ≥ a + m. Every s ∈ S is at most m, so n − s ≥ a ≥ 0. Hence
//! heaps n and n + p both have a move for every s ∈ S. The options n − s and n + p − s have equal
//! values, by the hypothesis or by induction. So both heaps have the same set of option values, and
//! the same mex. ∎
//!
//! *Proof of 2.* The mex of at most |S| values is at most |S|. So there are at most (|S| + 1)^m
//! different windows G(a), …, G(a + m − 1). Among the windows with 0 ≤ a ≤ (|S| + 1)^m two are
//! equal. Let them begin at a and a + p. ∎
//!
//! Part 1 is [Theorem 3](super::window) with h = 1 and t = m, from heap 0 on. The program proves
//! these periods by the Guy–Smith window, as those of every code without splits. The proof needs
//! the values up to heap max(n0, 1) + p + m − 1, and each value costs at most |S| option values.
