//! Section 9: an accepted certificate implies its claim.
//!
//! The format, and what a checker must test, are specified in [`crate::certificate`]. Notation:
//! [section 0](super); of the certificate: (n0, p) the claimed period, s0 < s1 < … the heaps of the
//! snapshots; the *window* of a heap n is the W values G(n), …, G(n + W − 1). In this section t is
//! the number of digits after the point, as in the format, so at least the last non-zero place.
//! That is no loss: all that sections 3 to 5 use of t is that d_k = 0 for k > t. Proved by machine,
//! for a checker that Coq runs, in `proofs/Plain.v` and `proofs/ChainForm.v`, but for far splits
//! (Lemma 9c), which are proved on this page alone. Cost: see the page of the checker,
//! `octal_check`.
//!
//! # Least period and preperiod
//!
//! **Lemma 9.** *Let p be a period from n0 on. If, for every prime q that divides p, the windows of
//! n0 and n0 + p/q are not equal, p is least. If moreover n0 = 0 or G(n0 − 1) ≠ G(n0 + p − 1), n0
//! is least: (n0, p) is the period of the game.*
//!
//! *Proof.* For W = 0 all windows are equal, so the hypothesis says that no prime divides p: p = 1,
//! which is least. For W ≥ 1 the windows of n0 and n0 + p/q differ in the values of some heaps n
//! and n + p/q, n ≥ n0. So p/q is not a period from n0 on, and p is least by part 1 of Theorem 6 of
//! [`super::minimality`]. The rest is its part 2. ∎
//!
//! (If only the two *windows* of n0 − 1 and n0 + p − 1 had to differ, this would say nothing for
//! W = 0. In the game without moves, code 0.0, the plain form with n0 = 5, p = 1 has N = 6 values,
//! W = 0, and G(4) = G(5).)
//!
//! (Nothing true is refused by this. In the chain form, W ≥ ρ + t values determine all later ones,
//! by Theorem 4, if n and n + p/q have the same rare values. If ε·p/q is odd, they never have the
//! same value, for both are common. In the plain form, with h = 1, W ≥ t values determine all later
//! ones; with h > 1, W ≥ p, and where p values in a row are repeated after p/q, all are.)
//!
//! # Plain form
//!
//! **Theorem 9a.** *If a certificate of the plain form is accepted, (n0, p) is the period.*
//!
//! *Proof.* The values are G(0), …, G(N − 1): each was computed from the definition. As
//! N ≥ n1 + p + t ≥ n0 + p, W ≥ 0, and G(n0 + p − 1), if n0 ≥ 1, is among them. The windows of n0
//! and n0 + p being equal, and W being N − n0 − p, G(n + p) = G(n) for n0 ≤ n < N − p. With
//! n1 = max(n0, 1) and N = h·(n1 + p) + t, N − p is h·n1 + (h − 1)·p + t, so the window of Theorem
//! 3 of [`super::window`] was verified, from n1 on; and the code has no `!`. (If W = 0, that window
//! is empty: h = 1 and t = 0, and as bits 4 and 8 would make h larger, no move is allowed at all.)
//! If n0 = 0, N − p ≥ 1, and G(0) = G(p) was verified as well. So p is a period from n0 on; Lemma 9
//! does the rest. ∎
//!
//! # Chain form
//!
//! Let R be the set of the heaps listed as rare, ρ the last of them, or 0. The format has n0 > ρ,
//! W ≥ ρ + t + 1, ε allowed, no bit 8, and with snapshots s0 ≥ W.
//!
//! **Lemma 9b** (base). *If the base, heaps 0, …, E, is accepted, its values are right, and the
//! rare heaps r with 1 ≤ r ≤ E are those of R.*
//!
//! *Proof.* By induction over n, with G(0) = 0. At n in R the value is that of the definition, and
//! is rare. At another n, the options tried first are those of the set A of Theorem 4: by induction
//! the rare positions among the parts are those of R. (Where both parts are rare, an option more is
//! tried. Its value is rare, so x does not change.) The checker has found every rare v < x to be
//! the value of an option. By Theorem 4, G(n) = x, and n is common. ∎
//!
//! **Lemma 9c** (link). *Suppose that the values of the base are right and R is as in Lemma 9b,
//! that the heaps from ρ + 1 to s + W − 1 are common, and that the W values of the snapshot s and
//! of each before it are right. If the link from s to s′ is accepted, then the values it computes
//! are G(s + W), …, G(s′ + W − 1), and these heaps are common. If moreover s ≥ n0, every rare
//! v < G(n) at these heaps n has a witness: a single-heap move, or a split whose larger part
//! is ≥ n0.*
//!
//! *Proof.* By induction over n. As n ≥ s + W > t, bit 1 does not apply. A split at place k with a
//! rare part has another part: if both were rare, they would be ≤ ρ, and n ≤ 2·ρ + t < 2·W ≤ s + W.
//! So the rare part is an r in R, and the other part c = n − k − r ≥ s + W − t − ρ > s is a heap of
//! the link, whose value is known, and c ≠ r. A single-heap move leads to n − k ≥ s + W − t > s,
//! also known. So the checker tries the whole set A of Theorem 4, finds its x, and shows the rare
//! values below to be options. It does so by splits into a heap of the base and one of the link,
//! both of known value. Or it does so by far splits, into a heap of the base and one of the base or
//! of the window of a snapshot that is not beyond s, whose values are right by hypothesis. Hence
//! G(n) = x, common. In a split of the first kind the larger part is at least the one of the link,
//! which is ≥ s; in a far split, if s ≥ n0, it is ≥ n0 as the format asks. ∎
//!
//! The bounds on how far a link looks back and how large a base may be only limit the work of a
//! checker; nothing here depends on them. What a link needs to know, the base and the windows, is
//! in the file. So links may be checked in any order; a link whose window is wrong proves nothing,
//! and its window is shown to be right by the link before.
//!
//! **Theorem 9d.** *If a certificate of the chain form is accepted, every link included, (n0, p) is
//! the period.*
//!
//! *Proof.* With snapshots: the base is right by Lemma 9b. It ends at s0 + W − 1, holds the first
//! window, which was compared, and all its heaps > ρ are common. By Lemma 9c, link by link, every
//! snapshot is right, and all values up to the end of the last window are those computed, all heaps
//! from ρ + 1 on being common. So all windows of the format are right, wherever they were looked
//! up. The window of n0 + p lies in the base or is a snapshot; no snapshot is beyond it. So all
//! heaps up to M = n0 + p + W − 1 were computed, and G(n + p) = G(n) for n0 ≤ n < n0 + W. A heap n
//! with n0 + W ≤ n ≤ M was computed in the base, or by a link from a snapshot s ≥ n0. For if
//! s < n0, n0 + W − 1 is not in the base, which ends at s0 + W − 1 ≤ s + W − 1. So n0 is a
//! snapshot, and the link from s ends at s′ ≤ n0, its last heap being s′ + W − 1 < n. In the base
//! each rare v < G(n) was shown by a witness as Theorem 5 wants it, and in such a link too, by the
//! last sentence of Lemma 9c. These are the hypotheses of Theorem 5 of [`super::sparse`], with
//! n1 = n0 and L = W.
//!
//! Without snapshots the base ends at M, and the same holds.
//!
//! So p is a period from n0 on; Lemma 9 does the rest. ∎
//!
//! # What a sample shows
//!
//! If only some links were checked, nothing is proved of the period. It is shown that those links
//! are right *if* the windows that they use are. A file with f false links of N passes the check of
//! a random sample of c links with a probability of about (1 − f/N)^c. So a file with a single
//! false link in 800 is caught by a sample of 80 in one case of ten. The answer of the checker
//! therefore always says how many links it has checked.
