//! Section 3: the periodicity window of Guy and Smith.
//!
//! Finitely many equalities G(n + p) = G(n) imply all of them. Notation: [section 0](super).
//! Proved by machine in `proofs/Window.v`.
//! Source: `[GuySmith1956]`, `[WW]` chapter 4, `[Siegel2013]`. Cost: the values up to the end of
//! the window plus p, and one comparison for each n of the window.
//!
//! # The theorem
//!
//! **Theorem 3** (Guy–Smith, for any h). *Let C be a finite code without `!`, with last non-zero
//! place t, and let h be the most heaps that a move leaves, or 1 if that is 0. Let n0 ≥ 1, p ≥ 1
//! and B = h·n0 + (h − 1)·p + t. If G(n + p) = G(n) for n0 ≤ n < B, then G(n + p) = G(n) for all
//! n ≥ n0.*
//!
//! | most heaps left | window to verify | values needed: G(0), …, up to |
//! |---|---|---|
//! | 0 or 1 | n0 ≤ n < n0 + t | n0 + p + t − 1 |
//! | 2 (octal) | n0 ≤ n < 2·n0 + p + t | 2·n0 + 2·p + t − 1 |
//! | 3 (hexadecimal) | n0 ≤ n < 3·n0 + 2·p + t | 3·n0 + 3·p + t − 1 |
//!
//! *Proof.* By induction over n ≥ B. Suppose G(i + p) = G(i) for n0 ≤ i < n, and put N = n + p. As
//! n ≥ B ≥ n0 + t > t, bit 1 applies neither to heap n nor to heap N. So every move of either
//! leaves j parts with 1 ≤ j ≤ h. We show that both heaps have the same set of option values.
//!
//! *From N to n.* Let a move of N at place k leave parts with the sum N − k, and let a be the
//! largest part. The sum is at least
//!
//! B + p − t = h·(n0 + p),
//!
//! so a ≥ h·(n0 + p)/j ≥ n0 + p. Replace a by a − p ≥ n0. As n0 ≥ 1, *the part is still not
//! empty*, so this is a move of n at the same place k with the same number of parts. And
//! a < N: for k ≥ 1 because a ≤ N − k, for k = 0 because then there are other parts. Hence
//! n0 ≤ a − p < n, so G(a) = G(a − p) by the induction hypothesis, and both options have the same
//! value.
//!
//! *From n to N.* Let a move of n at place k leave parts with the sum n − k ≥ B − t ≥ h·n0. The
//! largest part a has a ≥ n0, and a < n as before. Replace a by a + p: a move of N at the same
//! place, and G(a + p) = G(a) by the induction hypothesis.
//!
//! So both sets of values are equal, and G(N) = G(n). ∎
//!
//! # Why the guards are there
//!
//! *n0 ≥ 1.* With n0 = 0 the shortened part could be empty, and the digit that allows leaving one
//! part more says nothing of one part less. Without this guard the first values of these four codes
//! would "prove" periods that are false:
//!
//! | code | values from heap 0 | what the window with n0 = 0 would accept | first failure |
//! |---|---|---|---|
//! | 0.1 | 0 1 0 0 0 0 … | p = 2: G(2) = G(0), window 0 ≤ n < 1 | G(3) ≠ G(1) |
//! | 0.01 | 0 0 1 0 0 0 … | p = 3: G(3) = G(0), G(4) = G(1), window 0 ≤ n < 2 | G(5) ≠ G(2) |
//! | 0.4 | 0 0 0 1 1 2 … | p = 1: G(0) = G(1) = G(2), window 0 ≤ n < 2 | G(3) ≠ G(2) |
//! | 0.04 | 0 0 0 0 1 1 … | p = 1: G(0) = … = G(3), window 0 ≤ n < 3 | G(4) ≠ G(3) |
//!
//! *+ t.* A heap n ≤ t may have a move by bit 1 to which no move of n + p corresponds, and t is
//! what makes the largest part at least n0. In 0.01 (h = 1) the window with n0 = 1, p = 1 and
//! without + t would be empty, and yet G(2) = 1 differs from G(1) = 0.
//!
//! **Preperiod 0.** The theorem never speaks of heap 0. A preperiod 0 is settled in two steps:
//! prove n0 = 1, then compare G(0) with G(p). If they are equal, the preperiod is 0.
//!
//! # The mark `!`
//!
//! Theorem 3 does not cover codes with `!`: on the way from N to n the larger part a of two is
//! replaced by a − p, and the parts may become equal, which is not allowed. Then the value of the
//! option of N is G(a) ⊕ G(a − p) = 0. That is all that can go wrong, for on the way from n to N
//! the larger part grows and the parts stay different. So with S(n) for the set of option values,
//!
//! S(n) ⊆ S(N) ⊆ S(n) ∪ {0}.
//!
//! It does go wrong: in Grundy's game, 4`!`.0, with t = 0, the values from heap 3 on are
//! 1 0 2 1 0 2 1 0 2 1 3 …. With n0 = 3, p = 3 the window 3 ≤ n < 9 is satisfied, and yet
//! G(13) = 3 differs from G(10) = 0.
//!
//! **Corollary 3a.** *Theorem 3 holds for codes with `!` if in addition G(n) ≠ 0 for
//! n0 ≤ n < n0 + p.*
//!
//! *Proof.* Run the same induction; the inclusions above take the place of equality. Let i be the
//! number with n0 ≤ i < n0 + p and i ≡ n modulo p. By the induction hypothesis G(n) = G(i), which
//! is not 0. So 0 is in S(n), the inclusions are equalities, and G(N) = G(n). ∎
//!
//! The program does not use the corollary: for octal codes with `!` it proves periods by
//! [Theorem 5](super::sparse), which needs no extra condition.
//!
//! ```
//! // Grundy's game: the window with n0 = 3, p = 3 holds, the period does not.
//! let mut g: Vec<u32> = vec![0];
//! for n in 1..14usize {
//!     let seen: Vec<u32> = (1..n).filter(|a| 2 * a != n).map(|a| g[a] ^ g[n - a]).collect();
//!     g.push((0..).find(|v| !seen.contains(v)).unwrap());
//! }
//! assert!((3..9).all(|n| g[n + 3] == g[n]));
//! assert_ne!(g[13], g[10]);
//! ```
