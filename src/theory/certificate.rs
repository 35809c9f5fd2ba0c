//! Section 9: an accepted certificate implies its claim.
//!
//! The format, and what a checker must test, are specified in [`crate::certificate`]. Notation:
//! [section 0](super); of the certificate: (n0, p) the claimed period, W the window, s0 < s1 < …
//! the heaps of the snapshots. Cost: see the page of the checker, [`crate::check`].
//!
//! # Least period and preperiod
//!
//! **Lemma 9.** *Let p be a period from n0 on. If all heaps of the lines `least` and `before` have the
//! values stated, then (n0, p) is the period of the game: p is least, and n0 is least.*
//!
//! *Proof.* There is a line `least` for every prime q that divides p, with G(n) ≠ G(n + p/q) for an
//! n ≥ n0, and, if n0 ≥ 1, a line `before` with G(n0 − 1) ≠ G(n0 − 1 + p). That is Theorem 6 of
//! [`super::minimality`]. ∎
//!
//! (Such an n exists with n + p/q < n0 + p, as the format wants it: if G(n) = G(n + p/q) held for all
//! n with n0 ≤ n < n0 + p − p/q, then from n0 + i, i < p/q, in steps of p/q, the values would be equal
//! up to the end of the first period, and so for ever.)
//!
//! # Plain form
//!
//! **Theorem 9a.** *If a certificate of the plain form is accepted, (n0, p) is the period.*
//!
//! *Proof.* The values are G(0), …, G(N − 1): each was computed from the definition. With n1 =
//! max(n0, 1) and N = h·(n1 + p) + t, N − p is h·n1 + (h − 1)·p + t, so the window of Theorem 3 of
//! [`super::window`] was verified, from n1 on; and the code has no `!`. If n0 = 0, G(0) = G(p)
//! was verified as well. So p is a period from n0 on; Lemma 9 does the rest. ∎
//!
//! # Chain form
//!
//! Let R be the set of the heaps listed as rare, ρ the last of them, or 0. The format has n0 > ρ,
//! W ≥ ρ + t + 1, ε allowed, no bit 8, and with snapshots s0 ≥ W.
//!
//! **Lemma 9b** (base). *If the base, heaps 0, …, E, is accepted, its values are right, and the rare
//! heaps r with 1 ≤ r ≤ E are those of R.*
//!
//! *Proof.* By induction over n, with G(0) = 0. At n in R the value is that of the definition, and is
//! rare. At another n, the options tried first are those of the set A of Theorem 4: by induction the
//! rare positions among the parts are those of R. (Where both parts are rare, an option more
//! is tried. Its value is rare, so x does not change.) The checker has found every rare v < x to be the
//! value of an option. By Theorem 4, G(n) = x, and n is common. ∎
//!
//! **Lemma 9c** (link). *Suppose that the values of the base are right and R is as in Lemma 9b, that the
//! heaps from ρ + 1 to s + W − 1 are common, and that the W values of the snapshot s are right. If the
//! link from s to s′ is accepted, then the values it computes are G(s + W), …, G(s′ + W − 1), and these
//! heaps are common. If moreover s ≥ n0, every rare v < G(n) at these heaps n has a witness: a
//! single-heap move, or a split whose larger part is ≥ n0.*
//!
//! *Proof.* By induction over n. As n ≥ s + W > t, bit 1 does not apply. A split at place k with a rare
//! part has another part: if both were rare, they would be ≤ ρ, and n ≤ 2·ρ + t < 2·W ≤ s + W.
//! So the rare part is an r in R, and the other part c = n − k − r ≥ s + W − t − ρ > s is
//! a heap of the link, whose value is known, and c ≠ r. A single-heap move leads to n − k ≥ s + W − t > s,
//! also known. So the checker tries the whole set A of Theorem 4, finds its x, and shows the
//! rare values below to be options, by splits into a heap of the base and one of the link, both of
//! known value. Hence G(n) = x, common. In such a split the larger part is at least the one of the link,
//! which is ≥ s. ∎
//!
//! The bounds on how far a link looks back and how large a base may be only limit the work of a checker;
//! nothing here depends on them. What a link needs to know, the base and one window, is in the file.
//! So links may be checked in any order; a link whose window is wrong proves nothing, and its window is
//! shown to be right by the link before.
//!
//! **Theorem 9d.** *If a certificate of the chain form is accepted, every link included, (n0, p) is the
//! period.*
//!
//! *Proof.* With snapshots: the base is right by Lemma 9b. It ends at s0 + W − 1, holds the first
//! window, which was compared, and all its heaps > ρ are common. By Lemma 9c, link by link,
//! every window is right, and all values up to M = n0 + p + W − 1 are those computed, all
//! heaps from ρ + 1 to M being common. The last link ends with the window of n0: G(n + p) = G(n) for
//! n0 ≤ n < n0 + W. The links from n0 on compute the heaps n with n0 + W ≤ n < n0 + W + p, and by the
//! last sentence of Lemma 9c each rare v < G(n) has its witness. These are the hypotheses of
//! Theorem 5 of [`super::sparse`], with n1 = n0 and L = W.
//!
//! Without snapshots the base ends at M, and its check includes the same equalities, and the same
//! witnesses for n ≥ n0 + W.
//!
//! So p is a period from n0 on. The side claims are about heaps below n0 + p, all of which are
//! computed, in the base or in a link; Lemma 9 does the rest. ∎
//!
//! # What a sample shows
//!
//! If only some links were checked, nothing is proved of the period. It is shown that those links are
//! right *if* their first windows are. A file with f false links of N passes the check of a random
//! sample of c links with a probability of about (1 − f/N)^c: a file with a single false link in 800 is
//! caught by a sample of 80 in one case of ten. The answer of the checker therefore always says how
//! many links it has checked.
