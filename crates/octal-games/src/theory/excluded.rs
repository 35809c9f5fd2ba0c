//! Section 13: excluded periods.
//!
//! Notation: [section 0](super). A sequence has the *period* p if G(n + p) = G(n) for every n from
//! some n0 on.
//!
//! **Theorem 13.** *Let k be a place of a code with bit 4 in d_k, with or without `!`, and let
//! G(l) = 0 for some l ≥ 1. Then no period of the sequence divides l + k.*
//!
//! *Proof.* Suppose that p divides l + k and that G(n + p) = G(n) for all n ≥ n0. Choose n with
//! n − k − l ≥ n0 and n − k − l > l. A move at place k splits heap n into l and n − k − l. Both
//! parts are at least 1, and they differ. The option has the value
//! G(l) ⊕ G(n − k − l) = G(n − (l + k)), which is G(n) because l + k is a multiple of p. But G(n)
//! is the mex of the values of the options. ∎
//!
//! The preperiod plays no part: the theorem excludes a period however late it begins, and one zero
//! of an open sequence is enough. It says nothing of arithmetic periods with a saltus s > 0, which
//! a finite octal code does not have ([Theorem 7](super::saltus)).
