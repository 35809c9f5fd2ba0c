//! Section 2: first cousins, and moves that change nothing.
//!
//! Two ways to see from the rules alone that two codes have the same Grundy sequence, up to a
//! shift. Notation: [section 0](super). Source: `[GuySmith1956]`, `[WW]` chapter 4.
//! Theorem 2 is proved by machine in `proofs/Cousins.v`, for finite and endless codes.
//!
//! # First cousins
//!
//! Let C be a code in which *no lone token can be taken*: d1 has no bit 1. Then a heap of one
//! token has no move in C at all: at place 0 a move needs two tokens or more, and at place 1 only
//! bit 1 could apply. A part of one token is as good as no part. So take one token off every heap:
//! define the code C′ by joining, over all places k of C, the bits
//!
//! | C at place k | C′ | at place |
//! |---|---|---|
//! | bit 1 (k ≥ 2) | 1 | k − 1 |
//! | bit 2 (k ≥ 1) | 3 | k |
//! | bit 4 | 7 | k + 1 |
//! | bit 4 with `!` | 6`!` | k + 1 |
//! | bit 8 | 15 | k + 2 |
//!
//! Where bit 4 arises at one place both with and without `!`, it stands without `!`. All places of
//! C′ are ≥ 1, so C′ is a code.
//!
//! **Theorem 2** (shift rule). *If no lone token can be taken in C, then for every n ≥ 1 heap n of
//! C and heap n − 1 of C′ are the same game: their moves correspond, part by part, a part of i
//! tokens in C being a part of i − 1 tokens in C′. In particular G_C(n) = G_C′(n − 1).*
//!
//! *Proof.* Write n′ = n − 1, a′ = a − 1 and so on. Parts a, b, … ≥ 1 of C are the numbers
//! a′, b′, … ≥ 0, and those that are 0 drop out.
//! * Bit 1 at k: n = k leaves nothing. This is n′ = k − 1 leaving nothing: bit 1 at k − 1.
//! * Bit 2 at k: a = n − k ≥ 1. This is a′ = n′ − k ≥ 0: one part, or none if n′ = k: bits 2 and 1
//!   at k.
//! * Bit 4 at k: a + b = n − k with a, b ≥ 1. This is a′ + b′ = n′ − (k + 1) with a′, b′ ≥ 0 and
//!   nothing else required: two parts, or one, or none if n′ = k + 1: bits 4, 2 and 1 at k + 1.
//!   With `!`, a′ ≠ b′: two different parts, or one part, but not a′ = b′ = 0: bit 4 with `!` and
//!   bit 2.
//! * Bit 8 at k: a′ + b′ + c′ = n′ − (k + 2) with a′, b′, c′ ≥ 0: three, two, one or no parts,
//!   without further condition: bits 8, 4, 2 and 1 at k + 2.
//!
//! Read backwards, every move of heap n′ in C′ comes from such a move of C. A part of one token in
//! C has no move, and neither has the empty heap in C′; by induction over n all parts correspond. ∎
//!
//! Nothing in the proof depends on who loses, so the theorem holds in misère play as well. Codes
//! linked by such shifts are *first cousins*. Examples: 0.07 → 0.137, 0.6 → 0.37, 4.0 → 0.7, and
//! 0.007 → 0.0137 → 0.11337. If (n0, p) is the period of C′, then C has period p, and preperiod
//! n0 + 1 if n0 ≥ 1. If n0 = 0 its preperiod is 0 or 1, as heap 0 of C, which has no counterpart in
//! C′, does or does not fit the pattern: G_C(p) = 0 or not.
//!
//! # Moves that change nothing
//!
//! **Theorem 2a.** *Let C be a code, and let C⁺ be C with one more bit at place k, or without the
//! mark `!` there. In each of these cases G_C⁺(n) = G_C(n) for every n; the values named are those
//! of C.*
//! 1. *Bit 1, k ≥ 1, if G(k) ≠ 0.*
//! 2. *Bit 2, if a place j < k has bit 4 without `!` and G(k − j) = 0; or if a place j < k has bit
//!    8 and k − j = a + b for some a, b ≥ 1 with G(a) = G(b).*
//! 3. *Bit 4, with or without `!`, or the loss of the mark, if a place j < k has bit 8 and
//!    G(k − j) = 0.*
//! 4. *Bit 2, if a place j < k has bit 4 with `!`, G(k − j) = 0 and G(2k − j) ≠ 0.*
//! 5. *The loss of the mark, if a place j with k − j even has bit 4 without `!`, and G(n) ≠ 0 for
//!    n = k + 2, k + 4, … as long as n < j + 2 (so for no n, if j < k).*
//!
//! *Proof.* By induction over n, all smaller heaps have the same values in both codes. So it is
//! enough that every new option of heap n has the value of an old option of heap n (in case 1,
//! only heap n = k has a new one).
//! 1. The new option of heap k has value 0. As G(k) ≠ 0, an old option has value 0.
//! 2. The new option is the heap n − k ≥ 1. With bit 4 at j, the split of n at place j into n − k
//!    and k − j ≥ 1 is an old option; its value is G(n − k) ⊕ 0. With bit 8 at j, the split into
//!    n − k, a and b is an old option; its value is G(n − k) ⊕ G(a) ⊕ G(b) = G(n − k).
//! 3. The new option has parts a + b = n − k. The split of n at place j into a, b and k − j ≥ 1 is
//!    an old option, of the same value. (The mark says nothing of three parts.)
//! 4. The new option is the heap n − k ≥ 1. If n ≠ 2k − j, the parts n − k and k − j differ, and
//!    their split of n at place j is an old option, of value G(n − k) ⊕ 0. If n = 2k − j, the new
//!    option is heap k − j, of value 0; as G(n) ≠ 0, an old option of heap n has value 0.
//! 5. The new option has two equal parts, so value 0, and n = k + 2a with a ≥ 1. If n ≥ j + 2, then
//!    n − j, which is even, is at least 2, and its split into equal halves at place j is an old
//!    option, of value 0. If n < j + 2, then G(n) ≠ 0, so an old option has value 0. ∎
//!
//! Read from C⁺ to C the theorem takes moves away. In cases 2 and 3 the heaps named have at most k
//! tokens and the new move concerns larger ones, so it does not matter in which of the two codes
//! the condition is tested. **In cases 1, 4 and 5 it does**: the values that must not be 0 have to
//! be known *without* the move, for with it they are never 0.
//!
//! Several bits are added or removed one after the other, each under the conditions of the code
//! reached by then. The *standard form* of a code is reached by shifts alone. It is the first code,
//! among the code itself and its first cousins, in which a lone token can be taken (the code 0.0,
//! which has no moves, is its own). The *saturated form* is the standard form with every move
//! added, up to some place, that Theorem 2a allows. Two codes with the same standard form, or the
//! same saturated form, have, up to the shift, *one sequence, proved by the rules*.
//!
//! **Equal prefixes prove nothing.** 0.161 and 0.36 have equal values up to heap 518 and differ at
//! heap 519. Codes are therefore called equal only by the theorems above, or when both sequences
//! have proved periods and agree over preperiod and period.
//!
//! ```
//! /// The first `count` values of an octal code, straight from the definition.
//! fn values(digits: &[u32], count: usize) -> Vec<u32> {
//!     let mut g: Vec<u32> = vec![];
//!     for n in 0..count {
//!         let mut seen = std::collections::HashSet::new();
//!         for (k, digit) in digits.iter().enumerate().take(n + 1) {
//!             let left = n - k;
//!             if digit & 1 != 0 && left == 0 {
//!                 seen.insert(0);
//!             }
//!             if digit & 2 != 0 && left > 0 {
//!                 seen.insert(g[left]);
//!             }
//!             if digit & 4 != 0 {
//!                 seen.extend((1..left).map(|a| g[a] ^ g[left - a]));
//!             }
//!         }
//!         g.push((0..).find(|v| !seen.contains(v)).unwrap());
//!     }
//!     g
//! }
//! // 0.161 and 0.36: equal up to heap 518.
//! let (a, b) = (values(&[0, 1, 6, 1], 520), values(&[0, 3, 6], 520));
//! assert_eq!(a[..519], b[..519]);
//! assert_ne!(a[519], b[519]);
//! // First cousins: heap n of 0.07 is heap n − 1 of 0.137.
//! assert_eq!(values(&[0, 0, 7], 100)[1..], values(&[0, 1, 3, 7], 99));
//! ```
