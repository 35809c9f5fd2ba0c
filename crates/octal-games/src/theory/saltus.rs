//! Section 7: saltus, the regularity of sequences that grow.
//!
//! Notation: [section 0](super). Source: `[HorNow2003]`, `[HowNow2004]`, `[Siegel2013]`.
//!
//! A sequence is *arithmetic periodic* from n0 on, with period p ≥ 1 and *saltus* s, if
//! G(n + p) = G(n) + s for all n ≥ n0. A saltus 0 is ordinary periodicity. A negative saltus is
//! impossible, as values are never negative.
//!
//! **Theorem 7** (`[HorNow2003]`: finite octal games are not arithmetic periodic). *For a finite
//! octal code, with or without `!`, no saltus s > 0 occurs.*
//!
//! *Proof.* Suppose G(n + p) = G(n) + s for n ≥ n0, with s > 0. From n0 on, G(n) − n·s/p has period
//! p; so there is a constant c with |G(n) − n·s/p| ≤ c for all n ≥ 0. A move of heap n takes k ≤ t
//! tokens. Hence with d = 3c + t·s/p
//!
//! * |G(n − k) − G(n)| ≤ d for a single-heap move,
//! * |G(a) + G(b) − G(n)| ≤ d for a split into a + b = n − k.
//!
//! Choose j so large that the numbers from 2^j + d to 3·2^j − 2 − d contain s consecutive integers,
//! all larger than every G(n) with n ≤ n0 + t + p. The values G(n0 + t + 1 + i·p), i = 0, 1, 2, …,
//! grow in steps of s from a value below that range, so there is an n > t with
//!
//! 2^j + d ≤ G(n) ≤ 3·2^j − 2 − d.
//!
//! The value v = 2^j − 1 is less than G(n), so some option of n has it. Not by bit 1, as n > t. Not
//! a single heap, as G(n − k) ≥ G(n) − d ≥ 2^j. So G(a) ⊕ G(b) = 2^j − 1 for a split. Then the last
//! j binary digits of G(a) and G(b) complement each other, and all higher digits agree, so
//!
//! G(a) + G(b) = 2^j − 1 + 2·2^j·u with a natural number u:
//!
//! it is 2^j − 1, or at least 3·2^j − 1. But G(a) + G(b) lies between G(n) − d ≥ 2^j and
//! G(n) + d ≤ 3·2^j − 2. Contradiction. ∎
//!
//! Both hypotheses matter.
//!
//! **Nim, 0.\[3\]** (not finite): *G(n) = n, with p = 1, s = 1, n0 = 0.* From heap n the options
//! are all smaller heaps, the empty one by bit 1. By induction their values are 0, …, n − 1, and
//! the mex is n. ∎
//!
//! **0.8** (not octal): *G(n) = ⌊(n − 1)/3⌋ for n ≥ 1, with p = 3, s = 1, n0 = 1.* Put
//! g = ⌊(n − 1)/3⌋. An option has parts with a + b + c = n − 1. A nim-sum is at most the sum, so by
//! induction its value is at most (a − 1)/3 + (b − 1)/3 + (c − 1)/3 = (n − 1)/3 − 1 < g. Conversely
//! let v < g. One of a = 3v + 1 and a = 3v + 2 makes n − 1 − a even. As a ≤ 3g − 1 ≤ n − 2, this
//! even number is positive, say 2b. The option a, b, b has value G(a) = v. So the mex is g. ∎
//!
//! For hexadecimal codes there is an arithmetic-periodicity theorem in `[HowNow2004]`, which also
//! notes that not all of their sequences are periodic or arithmetic periodic. The program does not
//! rely on it: a saltus s > 0 is reported as *observed, not proved*, unless it is proved on this
//! page or by the theorems of sections [11](super::arithmetic) and [12](super::endless).
