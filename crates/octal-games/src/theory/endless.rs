//! Section 12: codes whose digits repeat for ever, and what finitely many of their values prove.
//!
//! Notation: [section 0](super); *heaps that grow*, *high* and *low parts* are those of
//! [section 11](super::arithmetic). Theorems 12a and 12b are our own. They are proved by
//! machine in `proofs/Endless.v` and `proofs/EndlessSaltus.v`.
//!
//! Let C be an *endless* code without `!`: there are e ≥ 1 and L ≥ 1 with d_(k + L) = d_k for all
//! k ≥ e. Let h be the most heaps that a move leaves, or 1 if that is 0. Let p ≥ 1 be a multiple of
//! L, and n0 ≥ 1. Two changes of an option lead to an option of another heap:
//!
//! * *Moving the place.* An option of heap n at a place k ≥ e is an option of heap n + p at the
//!   place k + p: the digits of both places are equal, and the parts stay. Conversely, an option at
//!   a place k ≥ e + p is an option of heap n − p at the place k − p.
//! * *Moving a part.* Replace a part a by a + p, or by a − p if that is at least 1. The place and
//!   the number of parts stay, so this is an option of heap n + p, or of heap n − p.
//!
//! The mark `!` is excluded because two different parts may become equal when one of them moves.
//!
//! **Theorem 12a** (periods). *Let W = h·(n0 + p − 1) + e + p. If G(n + p) = G(n) for
//! n0 ≤ n < W − p, then for all n ≥ n0.*
//!
//! *Proof.* By induction over n ≥ W: suppose G(i) = G(i − p) for n0 + p ≤ i < n. The options of the
//! heaps n and n − p have the same values, so G(n) = G(n − p).
//!
//! *Every value of an option of n belongs to n − p.* At a place k ≥ e + p, move the place. At a
//! place k < e + p the parts have the sum n − k > W − e − p = h·(n0 + p − 1). So some part a is at
//! least n0 + p. Move it to a − p ≥ n0. As a < n, G(a − p) = G(a), and the value stays.
//!
//! *Every value of an option of n − p belongs to n.* At a place k ≥ e, move the place. At a place
//! k < e the parts have the sum n − p − k > h·(n0 + p − 1), so some part a is at least n0. Move it
//! to a + p. That is below n: a ≤ n − p − k, and if k = 0 there is another part. So
//! G(a + p) = G(a), and the value stays. ∎
//!
//! **Theorem 12b** (arithmetic periods). Let s ≥ 1. M, q, u and λ are those of section 11 for this
//! s, and so are options that *rise* and *threaten*. An option *stays* if its place is at least e.
//! *Let D ≥ 0 and B ≥ h·(n0 + p − 1) + e. Suppose*
//!
//! * *(E1) G(n + p) = G(n) + s for n0 ≤ n < B + p;*
//! * *(E2) u(i) < u(n) for 1 ≤ i < n0 + p and B ≤ n < B + p;*
//! * *(E3) for B ≤ n < B + 2p no option of heap n threatens it;*
//! * *(E4) for B ≤ n < B + p: D + s ≤ G(n), and for every v < G(n) heap n has an option of value v
//!   that rises if G(n) − v ≤ D, that rises and stays if D < G(n) − v ≤ D + s, and that stays if
//!   G(n) − v > D + s.*
//!
//! *Then G(n + p) = G(n) + s for all n ≥ n0.*
//!
//! *Proof.* By induction over n ≥ B + 2p: suppose G(i) = G(i − p) + s for n0 + p ≤ i < n, and put
//! g = G(n − p) + s. We show G(n) = g. For a moment let u(n) and λ(n) be the parts of g, so that
//! u(n) = u(n − p) + q and λ(n) = λ(n − p). By (E2), u(i) < u(n) for 1 ≤ i < n0 + p.
//!
//! *No option of n has the value g.* Suppose one has. A nim-sum is at most the sum, and congruent
//! to it modulo 2. So its high parts have a sum S ≥ u(n) with S ≡ u(n), and the nim-sum of its low
//! parts is λ(n).
//!
//! If the option is steady, one part a grows, and u(a) is the high part u(n) of its value. So
//! a ≥ n0 + p. Move a to a − p ≥ n0: heap n − p has an option of value g − s = G(n − p), which is
//! impossible.
//!
//! If the option is not steady, it threatens n. We show that a heap of (E3) is threatened, too. If
//! the place is at least e + 2p, move the place by 2p: the parts stay, and u(n − 2p) = u(n) − 2q.
//! So S ≥ u(n − 2p), S ≡ u(n − 2p), and λ(n − 2p) = λ(n): heap n − 2p is threatened. If the place
//! is smaller, the parts have a sum of at least n − e − 2p + 1 > h·(n0 + p − 1). So some part a is
//! at least n0 + p. Move it to a − p ≥ n0: S and u both become smaller by q, the low parts stay,
//! and the same parts grow. So heap n − p is threatened. Repeat this until the heap is below
//! B + 2p; as each step takes at most 2p, it is at least B. That contradicts (E3).
//!
//! *Every v < g is the value of an option of n.* An option of heap m with the value v that rises
//! gives one of heap m + p with the value v + s: move the part that grows. The nim-sum of the high
//! parts was its own, and grows by q. An option that stays gives one of heap m + p with the value
//! v: move the place. Both keep the place at least e if it was, and an option that rises still
//! rises. Let n = m + Np with B ≤ m < B + p, N ≥ 2, and d = g − v ≥ 1. By (E1) and the induction
//! G(m) = g − Ns.
//!
//! 1. d ≤ D: heap m has an option of value G(m) − d that rises, as G(m) ≥ D. It rises N times and
//!    reaches heap n and the value g − d.
//! 2. d > D, and D < d − ls ≤ D + s with 0 ≤ l ≤ N: heap m has an option of value G(m) − (d − ls)
//!    that rises and stays. It rises N − l times and stays l times: heap n, value
//!    G(m) − d + ls + (N − l)s = g − d.
//! 3. d > D, and the l of case 2 is larger than N: then v = G(m) − (d − Ns), and
//!    d − Ns ≥ (d − ls) + s > D + s. So heap m has an option of value v that stays. It stays N
//!    times.
//!
//! (All parts involved are below n, so their values are known.) So the mex is g. ∎
//!
//! # What they reach
//!
//! A period of the sequence need not be a multiple of L: the theorems are used with the least
//! common multiple, and [section 6](super::minimality) then gives the least period and preperiod,
//! with a saltus those of the differences. The equation of a [first cousin](super::cousins) carries
//! a proof over to codes that are not in standard form, and mostly the theorems prove these
//! directly: 0.\[2\] as well as its standard form 0.\[3\].
//!
//! | code | n0, p, s | values from n0 on |
//! |---|---|---|
//! | 0.\[3\], 0.\[7\] | 0, 1, 1 | G(n) = n: Nim, also if the rest of a heap may be split |
//! | 4.\[3\] | 1, 4, 4 | Lasker's Nim, `[WW]` chapter 4: G(4k + 3) = 4k + 4, G(4k + 4) = 4k + 3, else G(n) = n |
//! | 8.\[3\] | 1, 8, 8 | Nim with a split into three: G(8k + 7) = 8k + 8, G(8k + 8) = 8k + 7, else G(n) = n |
//! | 0.0\[3\] | 0, 2, 1 | G(n) = ⌊n/2⌋ |
//! | 0.\[30\] | 0, 2, 0 | G(n) = n modulo 2 |
//! | 0.\[1\] | 1, 1, 0 | G(n) = 1 |
//!
//! Out of their reach are codes with a mark `!`, codes that do not fulfil (E3) or (E4) though they
//! may be arithmetic periodic, and sequences without any period. Of these the program reports
//! `observed` or `open`.
//!
//! ```
//! use octal_games::workspace::arithmetic::{endless::EndlessEvidence, heaps::Growth};
//! use octal_games::grundy::naive;
//!
//! let lasker = "4.[3]".parse()?;
//! let growth = Growth { preperiod: 1, period: 4, saltus: 4 };
//! let evidence = EndlessEvidence::find(&lasker, &naive::values(&lasker, 16), growth);
//! assert_eq!(evidence.map(|e| (e.base, e.depth)), Some((9, 1)));
//! # Ok::<(), octal_games::CodeError>(())
//! ```
