//! Section 11: arithmetic periods of hexadecimal games, proved by finitely many values and options.
//!
//! Notation: [section 0](super); *arithmetic periodic* and *saltus* are those of
//! [section 7](super::saltus). Theorem 11 is our own; proved by machine in `proofs/Arithmetic.v`
//! and `proofs/ArithmeticPeriod.v`. Published theorems of this kind (`[HorNow2003]`,
//! `[HowNow2004]`) ask for a saltus that is a power of two and for long windows; this one asks for
//! neither, but for options that show what is below a value. Cost: the values up to B + 2p,
//! O((B + p)²) pairs of parts, and the options of 2p heaps.
//!
//! # Words
//!
//! Let n0, p, s ≥ 1, and M the largest power of two that divides s, s = q·M. Every value has a
//! *high part* u and a *low part* λ, G(n) = M·u(n) + λ(n) with 0 ≤ λ(n) < M. As M is a power of
//! two, the low part of a nim-sum is the nim-sum of the low parts, and its high part that of the
//! high parts. Heaps n ≥ n0 are said to *grow*: if G(n + p) = G(n) + s, then u(n + p) = u(n) + q
//! and λ(n + p) = λ(n). An option
//!
//! * *rises* if some part grows and the high parts of all others have the nim-sum 0;
//! * *widens* if two of its parts grow and have the same high part;
//! * does *both* if it has three parts, all of which grow, and two of them have the same high part;
//! * is *steady* if exactly one part grows and the high parts of all others have the nim-sum 0;
//! * *threatens* heap n if it is not steady, the nim-sum of its low parts is λ(n), and the sum S of
//!   its high parts has S ≥ u(n) and S ≡ u(n) modulo 2.
//!
//! # The theorem
//!
//! **Theorem 11.** *Let C be a finite code without `!`, with last non-zero place t, and h the most
//! heaps that a move leaves, or 1 if that is 0. Let n0, p, s ≥ 1, D ≥ 0 and
//! B ≥ h·(n0 + p − 1) + t + 1 − p. Suppose*
//!
//! * *(A1) G(n + p) = G(n) + s for n0 ≤ n < B + p;*
//! * *(A2) for B ≤ n < B + p no option of heap n threatens it;*
//! * *(A3) D + 2s ≤ G(n) for B ≤ n < B + p. For every such n and every v < G(n), heap n has an
//!   option of value v that rises if G(n) − v ≤ D, and one that does both if D < G(n) − v ≤ D + 2s.
//!   For B ≤ n < B + 2p and every v < G(n) − D − 2s, heap n has an option of value v that widens.*
//!
//! *Then G(n + p) = G(n) + s for all n ≥ n0.*
//!
//! *Proof.* By induction over n ≥ B + 2p: suppose G(i) = G(i − p) + s for n0 + p ≤ i < n, and put
//! g = G(n − p) + s. We show G(n) = g. For a moment let u(n) and λ(n) be the parts of g, so that
//! u(n) = u(n − p) + q and λ(n) = λ(n − p).
//!
//! *Shifting down.* Let an option of a heap m, B + p ≤ m ≤ n, leave parts (m > t: bit 1 does not
//! apply) with the sum m − k, and let a be the largest of them. As
//! m − k ≥ B + p − t > h·(n0 + p − 1), a ≥ n0 + p. Replace a by a − p ≥ n0: a move of heap m − p at
//! the same place with the same number of parts, none empty. Its high parts have a sum smaller by
//! q, its low parts are the same, and as many parts grow.
//!
//! *No option of n has the value g.* Suppose one has. A nim-sum is at most the sum, and congruent
//! to it modulo 2. So its high parts have S ≥ u(n) and S ≡ u(n), and its low nim-sum is λ(n). If it
//! is steady, its largest part a is the one that grows, and its high nim-sum is u(a) = u(n).
//! Shifted down it is an option of n − p of value g − s = G(n − p), which is impossible. If it is
//! not steady, it threatens n. Shifted down it threatens n − p: S and u both are smaller by q, and
//! it is not steady, as the parts that do not grow are the same ones, and the others as many.
//! Shifted down until the heap is below B + p, it contradicts (A2).
//!
//! *Shifting up.* Let an option of heap m have the value v, all its parts being below n. If it
//! rises, m + p has an option of value v + s at the same place: replace the part a that grows by
//! a + p; the high nim-sum was u(a), and becomes u(a) + q. If it widens, m + 2p has an option of
//! value v: add p to both parts with the same high part. If it does both, so do the two options
//! that this gives, the part that rises being the third one. (All heaps involved are at most n, and
//! all parts below n, so their values are known.)
//!
//! *Every v < g is the value of an option of n.* Let n = m + Np, B ≤ m < B + p, N ≥ 2, and
//! d = g − v ≥ 1. By (A1) and the induction G(m) = g − Ns, and G(m + p) = G(m) + s.
//!
//! 1. d ≤ D: as G(m) − d ≥ 0, by (A3) heap m has an option of value G(m) − d that rises; it rises N
//!    times and reaches heap n and the value g − d.
//! 2. d > D, and with the l ≥ 0 for which D < d − 2ls ≤ D + 2s it is true that 2l ≤ N: heap m has
//!    an option of value G(m) − (d − 2ls) ≥ 0 that does both. It rises N − 2l times and widens l
//!    times: heap n, value G(m) − d + 2ls + (N − 2l)s = g − d.
//! 3. d > D, and with the same l, 2l > N. Let l′ = ⌊N/2⌋ ≤ l − 1, and m′ = n − 2l′p, which is m or
//!    m + p. As G(m′) − v = d − 2l′s ≥ (d − 2ls) + 2s > D + 2s, heap m′ has an option of value v
//!    that widens. It widens l′ times.
//!
//! So the mex is g. ∎
//!
//! **Least period.** Let F(n) = G(n + 1) − G(n). Then p with some saltus is an arithmetic period of
//! G from n0 on if and only if F(n + p) = F(n) for all n ≥ n0; the saltus is
//! F(n0) + … + F(n0 + p − 1). So [section 6](super::minimality) for F gives the least period and
//! preperiod.
//!
//! # Every hypothesis is needed
//!
//! | hypothesis | code, n0, p, s | what happens |
//! |---|---|---|
//! | (A1) to the end of the window | 0.f6, 604, 43, 32 | true for 604 ≤ n ≤ 1885, false for n = 1886; B ≥ 1898 |
//! | (A2) | 0.083, 1, 3, 1 | (A1), (A3) hold with B = 10, D = 1; heap 11 is threatened by 2: 3 + 3 + 3; false for n = 20 |
//! | (A3) | 0.22e, 1, 1, 1 | (A1), (A2) hold with B = 6; false for n = 7 |
//! | s ≥ 1 | any periodic one | M is not defined: [Theorem 3](super::window) |
//! | finite | 4.\[3\] | t is not defined: [section 12](super::endless) |
//!
//! The mark `!` is excluded because a pair that widens may consist of equal parts, and because the
//! largest part shifted down may become equal to another one.
//!
//! # What it reaches
//!
//! A saltus need be no power of two: Kenyon's game, 0.3f, has p = 6 and s = 3. So M = 1, all low
//! parts are 0, and (A2) says that the values of the parts of an option have a sum that is too
//! small, or of the wrong parity. Theorem 11 proves it with n0 = 1, B = 19, D = 2. Octal codes are
//! not excluded, but by [Theorem 7](super::saltus) nothing is proved of them: they have no option
//! that does both. What it cannot reach: codes that do not fulfil (A2) or (A3), whatever the base,
//! although they may be arithmetic periodic; and codes with infinitely many digits, of which
//! [section 12](super::endless) speaks.
//!
//! ```
//! use octal_games::workspace::arithmetic::{evidence::GrowthEvidence, heaps::Growth};
//! use octal_games::grundy::naive;
//!
//! let kenyon = "0.3f".parse()?;
//! let growth = Growth { preperiod: 1, period: 6, saltus: 3 };
//! let evidence = GrowthEvidence::find(&kenyon, &naive::values(&kenyon, 40), growth);
//! assert_eq!(evidence.map(|e| (e.base, e.depth)), Some((19, 2)));
//!
//! // Without (A2), and without (A3): what holds in the window, and then fails.
//! for (text, p, last, fails) in [("0.083", 3, 19, 20), ("0.22e", 1, 6, 7)] {
//!     let code = text.parse()?;
//!     let g = naive::values(&code, 60);
//!     assert!((1..=last).all(|n| g[n + p] == g[n] + 1) && g[fails + p] != g[fails] + 1);
//!     let growth = Growth { preperiod: 1, period: p, saltus: 1 };
//!     assert!((p..=fails + p).all(|n| GrowthEvidence::find(&code, &g[..n], growth).is_none()));
//! }
//! # Ok::<(), octal_games::CodeError>(())
//! ```
