//! Section 6: least period, least preperiod, exceptions.
//!
//! Theorems 3 and 5 prove *some* (n0, p). Notation: [section 0](super). These facts are about
//! sequences of any origin. Proved by machine in `proofs/Minimality.v`.
//! Cost: at most p comparisons for each prime that divides p.
//!
//! Call p ≥ 1 a *period from n0 on* if G(n + p) = G(n) for all n ≥ n0.
//!
//! **Lemma 6a.** *If p is a period from n0 on, and d is a period from some (perhaps larger) heap
//! on, then d is a period from n0 on.*
//!
//! *Proof.* Let n ≥ n0, and choose i so that n + i·p is where d is known to be a period. Then
//! G(n + d) = G(n + d + i·p) = G(n + i·p) = G(n), as n + d ≥ n0 and n ≥ n0. ∎
//!
//! **Lemma 6b.** *The least period divides every period* (each from some heap on).
//!
//! *Proof.* If p > q are periods from some heap on, so is p − q: G(n + p − q) = G(n + p − q + q) =
//! G(n + p) = G(n) for large n. Starting from a period p and the least period q, subtract q as
//! often as possible while the rest stays positive. The rest is a period ≤ q, so it is q, and q
//! divides p. ∎
//!
//! **Theorem 6.** *Let p be a period from n0 on.*
//! 1. *p is the least period if and only if for every prime q that divides p there is an n ≥ n0
//!    with G(n) ≠ G(n + p/q). Such an n, if there is any, occurs among any p consecutive n ≥ n0.*
//! 2. *n0 is the least preperiod, for p and for the least period alike, if and only if n0 = 0 or
//!    G(n0 − 1) ≠ G(n0 − 1 + p).*
//!
//! *Proof of 1.* If p is not least, the least period d divides p by Lemma 6b and p/d has a prime
//! factor q. Then d divides p/q, so p/q is a period from some heap on, and by Lemma 6a from n0 on.
//! Conversely, if G(n) = G(n + p/q) for all n ≥ n0, then p/q < p is a period. Finally both G(n) and
//! G(n + p/q) have period p in n from n0 on, so whether they differ depends only on n modulo p.
//!
//! *Proof of 2.* If n0 ≥ 1 and G(n0 − 1) = G(n0 − 1 + p), then p is a period from n0 − 1 on; else
//! it is not. That p has the same least preperiod as the least period d: a period d from some n on
//! gives its multiple p from the same n on, and Lemma 6a is the converse. ∎
//!
//! So a proof of the least (n0, p) needs one side claim for each prime divisor of p, and one for
//! n0 − 1. One heap settles each of them.
//!
//! **The period of a game** is (n0, p) with p least and then n0 least. By Theorem 6 the preperiod
//! n0 does not depend on which period was found first.
//!
//! **Exceptions.** Let (n0, p) be the period. The periodic pattern *continued downwards* has at n <
//! n0 the value G(n + i·p), with any i such that n + i·p ≥ n0. The *exceptions* are the n < n0
//! where G(n) differs from it. If n0 > 0, the last exception is n0 − 1: there the pattern has the
//! value G(n0 − 1 + p), which differs from G(n0 − 1) by Theorem 6.
