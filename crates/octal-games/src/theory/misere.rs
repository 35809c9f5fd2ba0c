//! Section 10: misère quotients.
//!
//! Misère play: the player who cannot move wins. Notation: [section 0](super). Sources:
//! `[PlaSie2008]` (quotients, the algorithm, Theorem M), `[Plambeck2005]`, `[Siegel2019]`. The
//! proofs are our own; Theorems I and K we have not seen in print; Theorem N is that of
//! `[Bouton1901]` for Nim. Proved by machine: Theorem V in `proofs/Misere.v` and Lemma C in
//! `proofs/MisereClosure.v`, both with few heaps d. Theorem I in `proofs/MisereInfinite.v`, Theorem
//! N in `proofs/MisereNim.v`, Lemma A in `proofs/MisereActions.v`, Theorem M in
//! `proofs/MisereWindow.v`. The kernel in `proofs/MisereMonoid.v`, Theorem K in
//! `proofs/MisereExtension.v` and `proofs/MisereKernel.v`.
//!
//! # Definitions
//!
//! A *position* is a multiset of heaps, an element w of the free commutative monoid on the heaps;
//! the empty position is 0. A heap is *dead* if it has no option, else *live*. A position is
//! *terminal* if all its heaps are dead. Its *misère outcome* is N if it is terminal; otherwise P
//! if all its options are N, and N if one is P.
//!
//! Positions w, w′ over a set H of heaps that contains the parts of its heaps are
//! *indistinguishable* if w + v and w′ + v have the same outcome for every position v over H. This
//! is a congruence. The *misère quotient* of H is the monoid Q of its classes, written
//! multiplicatively, with the set P of the classes of P-positions. The *pretending function* Φ
//! takes a position to its class, and φ(h) is the class of heap h. Then Φ(w) is the product of φ
//! over the heaps of w. The *partial quotient* to heap n is that of the heaps 1, …, n.
//!
//! Let Q be any commutative monoid, P ⊆ Q, and φ a function from H to Q, with Φ(w) the product over
//! w. For a heap h let T_h = {Φ(o) : o an option of h}; the pair (φ(h), T_h) is the *type* of h.
//! (Q, P) is *reduced* if for any x ≠ y some z ∈ Q has exactly one of xz and yz in P. A quotient is
//! *tame* if it is that of misère Nim with heaps up to some size, or of all its heaps, else *wild*.
//!
//! # Verification
//!
//! **Theorem V.** *Let Q be finite, and suppose*
//! * (V0) *1 ∉ P, and φ(h) = 1 for every dead h;*
//! * (V1) *for every live h, x ∈ Q and t ∈ T_h: not both xφ(h) ∈ P and xt ∈ P;*
//! * (V2) *every non-terminal w with Φ(w) ∉ P has an option w′ with Φ(w′) ∈ P.*
//!
//! *Then w is a P-position if and only if Φ(w) ∈ P. If moreover* (V3) *the φ(h) generate Q, and*
//! (V4) *(Q, P) is reduced, then (Q, P) with Φ is the misère quotient of H.*
//!
//! *Proof.* By induction over the longest play from w. If w is terminal, Φ(w) = 1 ∉ P by V0, and w
//! is an N-position. Otherwise let Φ(w) ∈ P. An option arises in a live heap h: w = v + h,
//! w′ = v + o. With x = Φ(v), xφ(h) ∈ P, so Φ(w′) = xt ∉ P by V1, and w′ is an N-position by
//! induction. As w has an option and all are N, it is P. If Φ(w) ∉ P, V2 gives an option w′ with
//! Φ(w′) ∈ P, which is a P-position by induction, so w is N.
//!
//! If Φ(w) = Φ(w′), then Φ(w + v) = Φ(w′ + v) for all v, and w, w′ are indistinguishable. If they
//! differ, V4 gives z with exactly one of Φ(w)z, Φ(w′)z in P; by V3 z = Φ(v) for a position v,
//! which distinguishes w from w′. So Φ(w) ↦ class of w is well defined and injective, and it is
//! onto by V3. ∎
//!
//! V1 is a finite check. V2 speaks of infinitely many positions. For a position w let
//!
//! W(w) = {z ∈ Q : Φ(w′)z ∈ P for some option w′ of w},
//!
//! the contexts that w answers. W(0) = ∅, and for a live heap h, with x = Φ(w),
//!
//! (∗) W(w + h) = {z : φ(h)z ∈ W(w)} ∪ G_h(x), where G_h(x) = {z : xtz ∈ P for some t ∈ T_h},
//!
//! as an option of w + h is w′ + h or w + o. Adding a dead heap changes neither Φ nor W. Let
//! N_x = {z : xz ∉ P}. V2 says that 1 ∈ W(w) for every w with a live heap and Φ(w) ∉ P. (∗) is
//! monotone in W. Call a pair (x, W) *saturated* if N_x ⊆ W. If the pair of w is saturated, so is
//! that of w + h: xφ(h)z ∉ P means φ(h)z ∈ N_x ⊆ W(w).
//!
//! **Lemma C** (closure). *Let F be a finite set of pairs (x, W) such that for every live h*
//! * (a) *the pair (φ(h), G_h(1)), and*
//! * (b) *for every (x, W) ∈ F the pair (xφ(h), {z : φ(h)z ∈ W} ∪ G_h(x)),*
//!
//! *is saturated or has a pair (x′, W′) ∈ F below it, that is with the same x′ and W′ a subset. If
//! 1 ∈ W for every (x, W) ∈ F with x ∉ P, then V2 holds.*
//!
//! *Proof.* By induction over the number of live heaps, which is at least 1: the pair of every w is
//! saturated or has a member of F below it. For one heap this is (a). If the pair of w is
//! saturated, so is that of w + h. If a member of F lies below the pair of w, then by monotonicity
//! the pair of (b) lies below that of w + h. The pair of (b) is saturated, and with it the larger
//! one, or it has a member of F below it. Now let Φ(w) = x ∉ P. Then 1 ∈ N_x, so 1 ∈ W(w) if the
//! pair is saturated, and also if the member of F below it has 1 ∈ W. ∎
//!
//! The pair (1, ∅) of the empty position is not to be put into F: by V0, 1 ∉ P, and as 1 ∉ ∅ the
//! last condition of Lemma C would fail. (Without that condition it would spoil the lemma: it lies
//! below every pair of the value 1.)
//!
//! *Fewer heaps.* If g and h are live, φ(g) = φ(h) and T_g ⊆ T_h, replacing h by g makes no W
//! larger; so (a) and (b) need only one such g for every live h. V1 needs all types. More
//! generally, a new live heap h with φ(h) = Φ(v) for a position v ≠ 0 of old live heaps and
//! W(v) ⊆ G_h(1), or with (φ(h), G_h(1)) saturated, leaves F good: by (∗) W(w + v) = {z :
//! φ(h)z ∈ W(w)} ∪ {z : Φ(w)z ∈ W(v)} is a subset of W(w + h).
//!
//! *Few heaps d.* Let no move leave a part d, as for the largest heap, and let B ≥ 0. The options
//! of a position with at most B heaps d are such positions. So suppose that V1 holds for all h and
//! all x = Φ(v) for which v and h together have at most B heaps d, and V2 for all positions with at
//! most B heaps d. Then the induction of Theorem V shows for these positions, and for no others,
//! that w is a P-position if and only if Φ(w) ∈ P. In Lemma C let F then consist of triples (x, b,
//! W) with b ≤ B, and let h count 1 if h = d and else 0. Let a triple lie below another if also its
//! b is at most the other's. Suppose that (a) and (b) hold with (φ(h), count of h, …) and (xφ(h),
//! b + count of h, …) wherever that number is at most B. Then V2 holds for all positions with at
//! most B heaps d: the induction adds a heap to a position with at most B heaps d, and a triple
//! below has no more. For a heap h, g may stand only if it counts no more.
//!
//! The program stores the complement U(w) = N_x ∖ W(w), the contexts that w leaves *unanswered*.
//! From (∗), as xφ(h)z ∉ P says that φ(h)z ∈ N_x,
//!
//! U(w + h) = {z : φ(h)z ∈ U(w)} ∖ G_h(x).
//!
//! Saturated means U = ∅, below becomes above, and V2 says that 1 is in no U(w) with w live.
//!
//! # The least failure
//!
//! Compare positions as descending lists of heaps: the largest heap counts first. This is a
//! well-order, addition respects it, and every option of w is smaller than w, as its parts are
//! smaller than their heap. Let f be the least position at which a candidate breaks V1 (Φ(f) ∈ P
//! and an option is in P) or V2. Then the candidate is right about every smaller position, by the
//! induction of Theorem V, so about all options of f, and wrong about f. That is what the search
//! uses to mend a candidate; its result is accepted by Theorem V alone.
//!
//! # Infinite quotients
//!
//! Let H be the heaps 1, …, d, where d is live, and c < d one of the others. (u, a, b) stands for
//! the position of a position u without c and d, a heaps c and b heaps d; o(u, a, b) is its
//! outcome. In a position of H no move leaves a part d. A move takes away at most one heap c.
//!
//! **Theorem I.** *Let no move add more than q heaps c, p ≥ 1, α > q, p ≤ K1 ≤ K0 and
//! B ≥ K0 + p. Suppose for all u*
//! * (I1) *o(u, a, b) = o(u, a − q, b − p) for a ≥ α and K1 ≤ b ≤ B;*
//! * (I2) *o(u, a, b) = o(u, a, b − p) for a < α and K0 ≤ b ≤ B;*
//! * (I3) *o(u, α − 1, b) = o(u, α − 1 − q, b) for K0 − p ≤ b < K0.*
//!
//! *Then I1 holds for all b ≥ K1, and I2 for all b ≥ K0. If moreover* (I4) *o(v, a, b) ≠ o(v, a,
//! b + p) for some v, α − q ≤ a < α and b ≥ K1 − p, then the misère quotient of H is infinite, and
//! with it that of every set of heaps that contains H.*
//!
//! *Proof.* By induction over the longest play from w = (u, a, b), b > B. Let σ(w) be the position
//! on the other side: (u, a − q, b − p) if a ≥ α, else (u, a, b − p). As b − p > K0 ≥ p, both have
//! a heap d and are not terminal; and σ(w) has a heap c if w has one, as α > q. So moves of w and
//! of σ(w) are the same moves. They lead from w to some w′ = (u′, a′, b′), and from σ(w) to (u′,
//! a′ − q, b′ − p), if a ≥ α, else to (u′, a′, b′ − p). Here a − 1 ≤ a′ ≤ a + q and b − 1 ≤ b′ ≤ b.
//! It is enough that the outcomes of these two are equal. Note b′ ≥ B ≥ K0 + p. I1 or I2 holds for
//! w′, by assumption if b′ = B, else by induction, and in the same way for what has fewer heaps
//! than w′.
//!
//! *a and a′ are both ≥ α, or both < α.* Then this is I1 or I2 for w′.
//!
//! *a ≥ α > a′.* Then a′ = α − 1. By I2 o(w′) = o(u′, α − 1, b′ − p), and we need o(u′, α − 1 − q,
//! b′ − p). As b′ − p ≥ K0, I2 brings both to one b″ with K0 − p ≤ b″ < K0, where they are equal by
//! I3.
//!
//! *a < α ≤ a′.* Then a′ − q < α. By I1 o(w′) = o(u′, a′ − q, b′ − p), and o(u′, a′,
//! b′ − p) = o(u′, a′ − q, b′ − 2p), as b′ − p ≥ K0 ≥ K1. The right sides are equal by I2.
//!
//! Now let v, a, b be as in I4, and S_l = o(v, a, b + lp). By I2 S_l is the same for all large l,
//! but by I4 not for all l ≥ 0; so there is an m with S_m ≠ S_l for all l > m. By I1, used j times,
//! o(v, a + jq, b + (j + l)p) = S_l. Let X_i be the position of b + ip heaps d. For m ≤ i < i′ put
//! j = i − m: beside v and a + jq heaps c, X_i has the outcome S_m and X_i′ the outcome
//! S_(m + i′ − i), which differs. So no two of X_m, X_(m+1), … are indistinguishable, neither over
//! H nor over a larger set of heaps. ∎
//!
//! The quotient of the whole game is infinite as soon as one of its partial quotients is. That
//! partial quotient is wild then, as those of misère Nim with heaps up to some size are finite.
//!
//! A candidate is right about all positions with fewer heaps d than its least failure has, if d is
//! its last heap; a checker sees that by *few heaps d* above. Let R be the submonoid generated by
//! the values of the heaps other than c and d. I1 to I4 determine which elements rφ(c)^a φ(d)^b,
//! r ∈ R, are in P. In a they are periodic, so finitely many comparisons are enough. So the
//! quotient of the heaps of 0.07 up to 34 is infinite (c = 30, d = 34, q = p = 2, α = 5, B = 12),
//! which `[PlaSie2008]` left open. The quotient of 0.3122 up to heap 7 is infinite too, which is
//! known (`[Weimerskirch2015]`). The positions of heap 25, a heaps 30 and b ≥ 2 heaps 34 of 0.07
//! show it at a glance: they are in P if and only if a ≥ b and a ≡ b (mod 2). For b ≤ 12 the
//! candidate says so, and I1 carries (a, b) to (a − 2, b − 2) if a ≥ 5, while I2 leaves out two
//! heaps 34 if a ≤ 4. So of b and b′ > b heaps 34, heap 25 and b heaps 30 make a position in P of
//! the former alone.
//!
//! # A monoid from the actions of its generators
//!
//! **Lemma A.** *Let maps f_1, …, f_k of a finite set Q to itself commute in pairs, and let an
//! element 0 reach every element under them. Then Q has exactly one structure of a commutative
//! monoid with identity 0 in which each f_i is the multiplication by f_i(0).*
//!
//! *Proof.* Let S be the monoid of all compositions of the f_i; it is commutative. The map f ↦ f(0)
//! from S to Q is onto, as 0 reaches everything. It is injective: let f(0) = g(0), and let x = s(0)
//! with s ∈ S; then f(x) = f(s(0)) = s(f(0)) = s(g(0)) = g(x). So the product of S may be carried
//! over to Q. There f_i belongs to f_i(0), and f_i(0) times s(0) is f_i(s(0)). In any such
//! structure the product of f_i(0) f_j(0) … with x must be f_i(f_j(…x)), so there is no other. ∎
//!
//! # Periodicity
//!
//! **Theorem M** (Plambeck–Siegel, for any h). *Let C be a finite code without `!`, t its last
//! non-zero place, and h the most heaps that a move leaves, or 1 if that is 0. Let n0 ≥ 1, p ≥ 1,
//! B = h·n0 + (h − 1)·p + t, and let (Q, P) and φ satisfy V0–V4 for the heaps 1, …, B + p − 1, and
//! φ(n + p) = φ(n) for n0 ≤ n < B. Extend φ by φ(n + p) = φ(n) for all n ≥ n0. Then (Q, P) with
//! this φ is the misère quotient of the whole game.*
//!
//! *Proof.* For n ≥ B, T_{n+p} = T_n, by the argument of [Theorem 3](super::window). Let N = n + p.
//! As n ≥ B ≥ n0 + t > t, every move of n and of N leaves j parts with 1 ≤ j ≤ h. If a move of N
//! leaves parts with the sum N − k, that is at least B + p − t = h·(n0 + p), so the largest part a
//! is at least n0 + p. Replacing it by a − p ≥ n0 ≥ 1 gives a move of n, and φ(a − p) = φ(a).
//! Conversely the parts of a move of n have a sum of at least B − t ≥ h·n0, so the largest part a
//! is at least n0. Replacing it by a + p gives a move of N, with φ(a + p) = φ(a).
//!
//! So heap n + p has the type of n for every n ≥ B, and the type of every heap is that of one of
//! the heaps up to B + p − 1. In particular no heap ≥ B is dead unless such a one is, whose value
//! is 1. V0, V1 and V2 (as (∗) shows) speak of the set of types alone, V3 and V4 of Q. So they hold
//! for all heaps, and Theorem V applies. ∎
//!
//! For octal codes values are needed up to heap 2·n0 + 2·p + t − 1, as in normal play. A preperiod
//! 0 is settled as there: prove n0 = 1 and compare φ(0) = 1 with φ(p). That p and n0 are least is
//! seen from the values, which are then known for all heaps. Theorem M does not cover codes with
//! `!`.
//!
//! *First cousins.* [Theorem 2](super::cousins) says that heaps correspond as games, so it holds in
//! misère play. Theorem 2a (moves that change nothing) does not: 0.71, 0.311 and 0.712 have one
//! Grundy sequence, and misère quotients of orders 36, 6 and 14.
//!
//! # Where misère play is normal play
//!
//! The *kernel* K of a finite commutative monoid Q is its least ideal. Let e be the product of all
//! idempotents; then K = eQ, and K is a group with identity e. A heap n is a *rogue* if φ(n) ∉ K.
//!
//! **Theorem K.** *Let C be a finite code, with or without `!`, h the most heaps that a move
//! leaves, t its last non-zero place, f ≥ 0, and L ≥ max(h·f + t, 1) such that every heap > L is
//! live. Let (Q, P) and φ satisfy V0–V4 for the heaps 1, …, L, let K be the kernel of Q and e its
//! identity, and let G(n) be the Grundy values of normal play. Suppose*
//! * (K1) *K ∩ P = {e};*
//! * (K2) *there is an injective homomorphism ψ from K to the numbers with ⊕ such that
//!   ψ(eφ(n)) = G(n) for 1 ≤ n ≤ L;*
//! * (K3) *φ(n) ∈ K for f < n ≤ L.*
//!
//! *Let V be the group of numbers generated under ⊕ by all G(n). Put θ(x) = ψ(ex) for x ∈ Q,
//! θ(v) = v for v ∈ V, and Q′ = (Q ∖ K) ⊔ V, where xy is the product in Q if x, y and xy are in
//! Q ∖ K, and otherwise θ(x) ⊕ θ(y) ∈ V. Let P′ = (P ∖ {e}) ∪ {0 ∈ V}, φ′(n) = φ(n) if n ≤ L is a
//! rogue, and else φ′(n) = G(n) ∈ V. Then (Q′, P′) with φ′ is the misère quotient of the whole
//! game, where Theorem V is to be read without the word "finite". V consists of the numbers below
//! 2^k with the least k such that all G(n)
//! < 2^k, and |Q′| = |Q ∖ K| + 2^k; Q′ is infinite if G is unbounded.*
//!
//! *Proof.* Finiteness is not used in the proof of Theorem V, only for V1 and Lemma C to be finite
//! checks; V0–V4 are shown here directly.
//!
//! ψ(K) ⊆ V: as Q is generated by the φ(n), K = eQ is generated by the eφ(n), and ψ(K) by the G(n),
//! n ≤ L. x ↦ ex is a homomorphism, and so is θ on Q. Q′ is a commutative monoid. A product of
//! several elements, bracketed in any way, is the one in Q if all factors lie in Q ∖ K and it does,
//! too; then so do all partial products, since K is an ideal. Otherwise it is the nim-sum of all θ.
//! If 1 ∈ K, then K = Q, and the identity is 0 ∈ V; otherwise it is 1. The map ι: Q → Q′ that is
//! the identity outside K and ψ on K is an injective homomorphism with θι = θ, and x ∈ P if and
//! only if ι(x) ∈ P′, by K1. φ′(n) = ιφ(n) for n ≤ L: for a value in K, ψ(φ(n)) = ψ(eφ(n)) = G(n).
//! θ(Φ′(w)) = G(w) for every position w. An element v of V is in P′ if and only if v = 0.
//!
//! *V0.* Only heaps ≤ L are dead, and V0 holds for Q.
//!
//! *V1 for n > L.* If h = 0, all heaps > t are dead, against the assumption; so h ≥ 1. An option of
//! n leaves j parts with 1 ≤ j ≤ h, as n > L ≥ t, and the sum of the parts is at least n − t > h·f.
//! So the largest is > f, and its value is in V (by K3 if it is ≤ L). V absorbs, so T_n ⊆ V; its
//! elements are the Grundy values of the options, and G(n) is not among them. If xφ′(n) = xG(n) and
//! xs are in P′ for some s ∈ T_n, both are in V, so θ(x) ⊕ G(n) = 0 = θ(x) ⊕ s and s = G(n):
//! impossible.
//!
//! *V1 for n ≤ L.* For x ∈ ι(Q) it is V1 of Q. For x ∈ V, xφ′(n) ∈ P′ says x = G(n). The value of
//! an option of Grundy value s satisfies xs ∈ P′ if and only if x = s, and s ≠ G(n).
//!
//! *V2.* Let w have a live heap, Φ′(w) ∉ P′. If all heaps of w are ≤ L, V2 of Q gives the option.
//! Otherwise w has a heap m above L, so Φ′(w) = G(w) ∈ V is not 0, and there is an option w′ of w
//! with G(w′) = 0. If the move is in m, the value of the new parts is in V, as shown; if not, m is
//! still there. So Φ′(w′) ∈ V is 0 ∈ P′.
//!
//! *V3.* Let v ∈ V, v = G(n_1) ⊕ … ⊕ G(n_j). V has an element that is a value of a position: φ′(m)
//! for a heap m > L (there are such, and φ′(m) = G(m)). Then m + m + n_1 + … + n_j has the value v,
//! as V absorbs. Elements of Q ∖ K are values by V3 of Q: a position of heaps ≤ L with that value
//! in Q has it in Q′.
//!
//! *V4.* Two elements of ι(Q) are separated as in Q. Elements v ≠ v′ of V are separated by v:
//! v ⊕ v = 0 ∈ P′ and v′ ⊕ v ≠ 0. Let x ∈ Q ∖ K and v ∈ V. If v ∈ ψ(K), both are in ι(Q). If not, v
//! separates them: v ⊕ v = 0 ∈ P′, and xv = θ(x) ⊕ v is not 0, as θ(x) ∈ ψ(K).
//!
//! *The size of V.* Every number below G(n) is a nim-sum of values of heaps, as it is the value of
//! an option of n. So V contains with G(n) all powers of two up to it. ∎
//!
//! **Consequences.** (1) If a position has a heap > f, or more generally Φ(w) ∈ K, its misère
//! outcome is its normal outcome. (2) A partial quotient to heap h·f + t is evidence enough,
//! whatever the period of normal play; with such a period, φ′ has it, too, beyond f. (3) Games with
//! normal play unsolved may be solved in this sense. The theorem does not apply where rogues never
//! end, as in 0.71 or 0.123.
//!
//! Theorem K wants a last place t. Where there is none, large heaps may be left as small ones,
//! rogues among them; but if every heap may be left as any smaller one, there are few rogues.
//!
//! **Theorem N.** *Let all digits d_k, k ≥ 1, of a code have the bits 1 and 2, as those of Nim,
//! 0.\[3\], and of Lasker's Nim, 4.\[3\]. Let Q = {1, a} ⊔ V, where V is the group of all numbers
//! with ⊕, a² = 1, θ(1) = 0, θ(a) = 1, θ(v) = v for v ∈ V, and xy = θ(x) ⊕ θ(y) ∈ V unless x and y
//! are both in {1, a}. Let P = {a} ∪ {0 ∈ V}, φ(0) = 1, φ(1) = a, and φ(n) = G(n) ∈ V for n ≥ 2.
//! Then (Q, P) with φ is the misère quotient of the whole game, and it is infinite. The partial
//! quotient to heap n ≥ 2 is the same with the group of the numbers below 2^k, the least k with
//! G(1), …, G(n) < 2^k, in place of V: so it is tame.*
//!
//! *Proof.* Heap n has the options 0, as d_n has bit 1, and m for 1 ≤ m < n, as d_(n − m) has
//! bit 2. So G(n) differs from all G(m), m < n; G is unbounded, G(1) = 1, and G(n) ≥ 2 for n ≥ 2.
//! θ(Φ(w)) = G(w) for every position w, and Φ(w) ∈ V if and only if w has a heap ≥ 2. Again V0–V4
//! are shown, for Theorem V without "finite".
//!
//! *V0.* Heap 0 alone is dead, and 1 ∉ P. *V1, n ≥ 2.* Let xφ(n) ∈ P; this is in V, so
//! θ(x) = G(n) ≥ 2, and x ∈ V. For the value t of an option xt ∈ V is 0 only if θ(t) = G(n), which
//! is not so. *V1, n = 1.* The only option is 0. Let xa ∈ P and x ∈ P: x = a gives a² = 1 ∉ P, and
//! x = 0 ∈ V gives 1 ∈ V, not in P.
//!
//! *V2.* Let w have a heap ≥ 1 and Φ(w) ∉ P. If all heaps are 1, their number is even, and one less
//! has the value a. Otherwise G(w) ≠ 0, and some option w′ of w has G(w′) = 0. If w′ has a
//! heap ≥ 2, Φ(w′) = 0 ∈ V. If not, w has one heap n ≥ 2 and otherwise heaps 1; leaving of n
//! nothing, or a heap 1, makes the number of heaps 1 odd, and the value a.
//!
//! *V3.* Every number below G(n) is the value of an option of n, a nim-sum of values of heaps; so
//! all numbers are such nim-sums, and two more heaps 2 bring one into V. *V4.* 1 and a differ in
//! the context 1, v ≠ v′ of V in the context v, x ∈ {1, a} and v ∈ V with v ≠ θ(x) in the context
//! v, 1 and 0 ∈ V in the context 1, a and 1 ∈ V in the context a. The proof for heaps 1 to n is the
//! same. ∎
//!
//! So in such a game heap 1 is the last rogue, and consequence (1) of Theorem K holds with f = 1.
