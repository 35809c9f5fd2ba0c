//! Sections 4 and 5: sparse space, and the window that needs few values.
//!
//! Notation: [section 0](super). Only octal codes (h ≤ 2: no bit 8); `!` is allowed throughout.
//! Source: `[WW]` chapter 4 ("Sparse Space Spells Speed"; the idea is Berlekamp's) and `[Flam]`,
//! who also uses the parity of the position. Proved by machine, but for Corollary 5a, in
//! `proofs/Sparse.v`.
//!
//! # 4. Rare and common
//!
//! A *sparse space* is given by a *mask* m ≥ 0 and by ε, s ∈ {0, 1}. The *class of the value v at
//! heap n* is
//!
//! κ_n(v) = parity of popcount(v & m) + ε·(n − s), taken modulo 2.
//!
//! Here ε = 1 is *allowed* only if all places k with bit 4 have the parity of s; ε = 0 always is.
//! At heap n, class 0 is *rare* and class 1 is *common*. The position n itself is rare or common as
//! κ_n(G(n)) is 0 or 1. R is the set of rare positions. In these sections a position is the size of
//! a single heap, so a rare position is also called a *rare heap*. Heap 0 counts as a position,
//! with G(0) = 0, but it is never a part.
//!
//! **Lemma 4a.** *Let (m, ε, s) be allowed. If heap n splits at place k into parts a and b, whose
//! values have the classes α at heap a and β at heap b, then the value of this option has class
//! α + β (modulo 2) at heap n. So at heap n*
//! * *two rare parts, or two common parts, give a rare value;*
//! * *a rare and a common part give a common value.*
//!
//! *Proof.* The popcount of a nim-sum has the parity of the sum of the popcounts, also under a
//! mask: (u ⊕ w) & m = (u & m) ⊕ (w & m), and every bit that cancels removes two. So with u = G(a),
//! w = G(b), the class of u ⊕ w at heap n differs from α + β by ε·((n − s) − (a − s) − (b − s)) =
//! ε·(n − a − b + s) = ε·(k + s). That is even: ε = 0, or k and s have the same parity. ∎
//!
//! For a single-heap move to n − k the class of the value at heap n is κ_n(G(n − k)). It need not
//! be the class of the position n − k, if ε = 1 and k is odd.
//!
//! **Theorem 4** (sparse evaluation). *Let (m, ε, s) be allowed, m ≠ 0, n ≥ 1. Let A be the set of
//! the values that are common at heap n and arise*
//! * *by a split at a place with bit 4 into parts of which exactly one is a rare position, or*
//! * *by a single-heap move, or by bit 1 (value 0, if n = k).*
//!
//! *Let x be the least value that is common at heap n and not in A. If every rare value v < x is
//! the value of some option of heap n, then G(n) = x, and n is common. Otherwise G(n) is the least
//! rare value that is not the value of an option, and n is a new rare position.*
//!
//! *Proof.* By Lemma 4a the splits of the first kind are all splits with a common value, so A is
//! the set of *all* common values of options of heap n. Since m ≠ 0, infinitely many values are
//! common at n, so x exists; it is the least common value that no option has. The mex is the least
//! value, of either class, that no option has: x, or a smaller rare one. ∎
//!
//! **Soundness.** The theorem holds for *every* allowed mask. A wrong mask makes R large, and so
//! costs time; it never makes a value wrong. The mask may be changed at any heap, when R is
//! computed again from the values.
//!
//! **The mark `!`.** A rare and a common position are never equal, so A is the same with and
//! without `!`. The mark matters only where rare values are shown to be options, and there only for
//! value 0: equal parts have value 0.
//!
//! **Cost.** Let τ be the number of places with bit 4. A takes at most τ·|R| splits and t + 1 other
//! moves. Each rare value below x must be found once; usually a few dozen splits show them all.
//! When a value is missing, all of the about τ·n/2 splits have to be tried: that is how a new rare
//! position is recognised. While new rare positions are few, G(0), …, G(n) cost O(n·τ·|R|) instead
//! of O(n²·τ).
//!
//! **Choice of the mask.** Count the values seen at N positions, in one histogram for even
//! and one for odd positions: c_0(v), c_1(v). Their Walsh–Hadamard transforms
//!
//! W_i(m) = Σ_v c_i(v)·(−1)^popcount(v & m)
//!
//! give for every mask at once
//!
//! W(m, ε) = Σ_n (−1)^κ_n(G(n)) = W_0(m) + W_1(m) if ε = 0, and (−1)^s·(W_0(m) − W_1(m)) if ε = 1.
//!
//! A rare position contributes +1 and a common one −1, so **|R| = (N + W(m, ε))/2 exactly**. Take
//! the allowed mask m ≠ 0 with the least |R|. For values below 2^q the transforms cost O(q·2^q).
//!
//! # 5. Sparse window
//!
//! **Theorem 5.** *Let C be a finite octal code (`!` allowed) with last non-zero place t, and let
//! (m, ε, s) be allowed. Let ρ ≥ 0, n1 > ρ, p ≥ 1, L ≥ ρ + t + 1 and M ≥ n1 + L + p − 1 be such
//! that*
//! 1. *all n with ρ < n ≤ M are common (so rare positions up to M are ≤ ρ);*
//! 2. *G(n + p) = G(n) for n1 ≤ n < n1 + L;*
//! 3. *for n1 + L ≤ n < n1 + L + p, every v < G(n) that is rare at heap n has a* witness: *an
//!    option of heap n with value v that is a single heap, or a split whose larger part is ≥ n1.*
//!
//! *Then G(n + p) = G(n) for all n ≥ n1, and all n > ρ are common.*
//!
//! *Proof.* First, **ε·p is even**. By 1, n1 and n1 + p are both common (both are > ρ and ≤ M), and
//! by 2 they have the same value. So κ at n1 and at n1 + p of this value are equal, and they differ
//! by ε·p. Hence κ_n(v) = κ_(n+p)(v) for all n and v.
//!
//! Now let n ≥ n1 + L and N = n + p. We show by induction over n:
//!
//! * (a) G(N) = G(n), and N is common;
//! * (b) every rare v < G(n) has a witness at n.
//!
//! Suppose (a) and (b) for all smaller n. Then, with 2 and 1:
//!
//! * (i) G(i + p) = G(i) for n1 ≤ i < n;
//! * (ii) all i with ρ < i < N are common. In particular n is common, for ρ < n < N.
//!
//! *(b) at n.* For n < n1 + L + p it is hypothesis 3. Else n − p ≥ n1 + L, and (b) holds at n − p.
//! By (i), G(n) = G(n − p), and the same values are rare at both heaps. So let v < G(n) be rare,
//! with a witness at n − p. If it is a single heap n − p − k, then by (i) heap n − k has the same
//! value, since n − p − k ≥ n1 + L − t ≥ n1. If it is a split into a ≤ b with b ≥ n1, then a and
//! b + p are a split of heap n at the same place. The parts differ, whatever `!` demands, because
//! a < b + p. By (i) G(b + p) = G(b): n1 ≤ b < n. So heap n has the option a, b + p with value v
//! and the larger part b + p ≥ n1: a witness.
//!
//! *(a) at n: common values.* As n ≥ n1 + L > t, bit 1 applies neither to n nor to N. By Lemma 4a
//! and (ii), the options of heap n, or of N, with a common value are of two kinds.
//!
//! * *A rare part r, 1 ≤ r ≤ ρ, and a common part*, at a place k ≤ t. For heap n the other part is
//!   c = n − k − r ≥ n1 + L − t − ρ ≥ n1 + 1, so it exists, is larger than ρ, hence common, and
//!   differs from r. The same holds for N, with c + p. So the same pairs (k, r) occur for both
//!   heaps, and G(c + p) = G(c) by (i): n1 ≤ c < n. The values agree.
//! * *A single heap* n − k, k ≥ 1, or N − k. Here n1 ≤ n1 + L − t ≤ n − k < n, so the values agree
//!   by (i), and their class at n is their class at N.
//!
//! So the sets of common values of options are equal. Let x = G(n). It is common at n by (ii),
//! hence at N. As x is the mex of heap n, all smaller common values are values of options of n,
//! hence of N, and x itself is not a value of an option of n, hence not of N.
//!
//! *(a) at n: rare values.* Let v < x be rare at N, hence at n. By (b) it has a witness at n. The
//! step above, from n − p to n, leads from n to N in the same way: a single heap n − k ≥ n1 becomes
//! N − k, and a split a ≤ b becomes a, b + p. (Both uses of (i) are at heaps < n.) So v is the
//! value of an option of N.
//!
//! Altogether every value below x is the value of an option of N, and x is not: G(N) = x = G(n),
//! and N is common. With 1, all heaps > ρ are common. ∎
//!
//! **Remarks.**
//! 1. In condition 3 a single heap is always good enough, as n − k ≥ n1 + L − t > n1, and so is
//!    every split if n ≥ 2·n1 + t: the larger part is at least (n − k)/2 ≥ n1.
//! 2. The larger of the two parts moves, so `!` does no harm. Codes with bit 8 are not covered:
//!    Lemma 4a is about two parts.
//! 3. ρ may be larger than the last rare position, if n1 > ρ and L ≥ ρ + t + 1 still hold.
//! 4. The proof uses of L only L ≥ 1 and L ≥ ρ + t.
//! 5. Values needed: G(0), …, G(n1 + L + p − 1), so n1 + p + L in number, where the window of
//!    [Theorem 3](super::window) takes 2·n0 + 2·p + t. And while no new rare position appears, the
//!    last ρ + t values and the values at the rare positions determine the next value: this is the
//!    state that a long search keeps. (To show that rare values are options it also needs values at
//!    small heaps, for splits into a small and a recent part.)
//! 6. Should a heap D turn out to be rare when only such a state is kept, then by Theorem 4 one
//!    more thing is needed of each later heap n: those of the values G(n − k − D) at the splitting
//!    places k that are common, which a second reading of the sequence has, D heaps behind. It
//!    needs the same state, and once it has itself come beyond heap D, a third reading. And if G(D)
//!    has a binary digit 2^b that no value before it has, nothing more is needed. With the mask
//!    m ⊕ 2^b, if that is not 0, heap D is common, and no heap before it changes its class. Whether
//!    a space is allowed does not depend on its mask.
//!
//! **Corollary 5a.** *If a finite octal code has a sparse space, m ≠ 0, with finitely many rare
//! positions, its sequence is periodic from some heap on.*
//!
//! *Proof.* Let no position above ρ be rare, and n > 2ρ + t. Then G(n) is the x of Theorem 4. A has
//! at most τ·ρ + t elements. Of the 2^q values from a multiple of 2^q on, where 2^q > m, exactly
//! half are common. So x stays below a bound. Every part left beside a rare part r ≤ ρ is larger
//! than ρ, hence common. So A, and with it x, depends only on the parity of n, on the values at
//! rare positions, and on G(n − 1), …, G(n − ρ − t). Those are finitely many states, so one recurs,
//! and from there on everything does. ∎
//!
//! The corollary gives no period and no way to know that no rare position is still to come: this is
//! what Theorem 5 is for.
