//! Certificates of misère quotients: the format, and the checker's tests.
//!
//! In misère play the player who cannot move wins. The misère quotient of a set of heaps is a
//! commutative monoid Q with a subset P and a value φ(n) in Q for each heap n. A position is a
//! P-position if and only if the product of the values of its heaps is in P. Two positions have the
//! same product if and only if no third position beside them ever gives them different outcomes. A
//! certificate states Q, P and φ. Where the quotient is infinite, it states a monoid that is right
//! about the positions with few heaps d. It holds no other evidence: a checker recomputes what it
//! needs, and nothing can be forged.
//!
//! This page is the specification, version 1, and is meant to be enough for writing a checker.
//! `octal_check::MisereCertificate` is a checker that shares nothing with this crate's solver. The
//! names of theorems, lemmas and hypotheses are those of the theory of misère quotients in
//! [`crate::theory`].
//!
//! # Grammar
//!
//! ASCII, at most 2^28 bytes; every line, the last one included, ends in a line feed. A `number` is
//! decimal without zeros in front, below 2^48. Single spaces as shown, none at the end of a line.
//!
//! ```text
//! file      = "octal misere certificate 1"
//!             "code " code
//!             "claim quotient" | "claim kernel" | "claim infinite" | "claim partial"
//!             "order " |Q|                                from 1 to 32768
//!             "p-portion " |P|                            from 0 to |Q|
//!             ( "preperiod " n0 "period " p )             if the claim is quotient; p ≥ 1
//!             | "last-rogue " f                           if the claim is kernel
//!             | letters                                   if the claim is infinite
//!             "heaps " N                                  from 1 to 1000000
//!             "generators" { " " g }                      heaps from 1 to N, ascending
//!             { "action " g ":" { " " element } }         one for each generator, |Q| elements
//!             "P:" { " " element }                        |P| elements, ascending
//!             "phi:" { " " element }                      N + 1 elements: φ(0), …, φ(N)
//!             "end"
//! element   = a number below |Q|
//! letters   = "c " c "q " q "p " p "alpha " α "K1 " K1 "K0 " K0 "B " B
//!             "a " a "b " b                               a and b from 0, the others from 1, to 1000000
//!             "v:" { " " heap }                           heaps from 1 on, none below the one before; at most 2^15
//! ```
//!
//! (Each quoted word at the left begins a line; braces: any number of times, or not at all.) The
//! `code` is that of [`super`], in canonical form: at most 65 digits, `!` only behind a digit with
//! bit 4. Digit d0 has neither bit 1 nor bit 2. The last digit is not 0, except that a `0` follows
//! the point where no other digit does. So t, the number of digits after the point (0 for that
//! `0`), is its last non-zero place. Let h be the most heaps that a move leaves: 3 if some digit
//! has bit 8, else 2 if some digit has bit 4, else 1.
//!
//! The action of g has at place x, counted from 0, the element x·φ(g). Element 0 is the identity.
//!
//! # What is claimed
//!
//! * *partial*: (Q, P) and φ are the misère quotient of heaps 1 to N, of which sums and options are
//!   formed. N is free.
//! * *infinite*: the misère quotient of heaps 1 to N is infinite, and with it that of the whole
//!   game. (Q, P) and φ are not that quotient, but right about all positions of these heaps with at
//!   most B heaps d = N. Such a position is a P-position if and only if its value is in P. The
//!   letters are those of Theorem I.
//! * *quotient*: (Q, P) and φ, with φ(n + p) = φ(n) for every n ≥ n0, are the misère quotient of
//!   the whole game. First p is least, and then n0. No `!` in the code. With m = max(n0, 1), N =
//!   h·(m + p) + t − 1, which is B + p − 1 of Theorem M.
//! * *kernel*: (Q, P) and φ are the misère quotient of heaps 1 to N. The last heap up to N whose
//!   value is not in the kernel (a *rogue*) is f. Every position with a heap above f has the same
//!   outcome in misère play as in normal play (Theorem K). Some digit has bit 2, 4 or 8. N is the
//!   least number ≥ max(h·f + t, 1) above which every heap has a move, or the last generator if
//!   that is larger.
//!
//! # What must hold
//!
//! *The monoid* (Lemma A). Any two actions commute: for every element x, one after the other takes
//! x to the same element in both orders. Every element is reached from 0 by actions; the numbering
//! below includes this.
//!
//! *Generators and numbers.* A heap is a generator if and only if its value is not a product of
//! values of smaller heaps. Elements are numbered in the order of their least words. Words in the
//! generators are compared by the exponent of the largest generator first, then of the next. So
//! three times g is less than once a larger generator. This is checked heap by heap: let elements
//! 0, …, k − 1 be those generated before, k = 1 at first. At a heap that is no generator, φ must be
//! below k. At a generator g, φ(g) must be k, and the action of g must take 0 to it. Then let g act
//! on the elements 0, 1, … in this order, up to the last element there is. Each result must be an
//! element met before or the next number. The next number is then an element, and g acts on it as
//! well. After heap N all |Q| elements must have been met (V3). So a certificate is canonical: of
//! one claim with one N there is one file. (That a quotient is infinite may be shown by several
//! monoids and letters; the file is a function of these.)
//!
//! Let xy be the product: the actions of a word of y applied to x. For a heap n, take the products
//! of φ over the parts that each move leaves, by the rules of section 0 of [`crate::theory`] (0 if
//! nothing is left). Let T(n) be the set of these products. A heap is *dead* if no move is
//! possible.
//!
//! *Theorem V*, for the heaps 0 to N:
//!
//! * (V0) 0 is not in P; φ(n) = 0 for every dead heap n (heap 0 is one).
//! * (V1) for every n, t in T(n) and every element x: not both xφ(n) and xt are in P.
//! * (V2) every position that is not dead and whose value is not in P has an option whose value is
//!   in P.
//! * (V3) the values of heaps generate Q: see above.
//! * (V4) for any two elements x ≠ y there is a z such that exactly one of xz, yz is in P.
//!
//! For `infinite`, V1 and V2 speak of positions with at most B heaps d only. V1 speaks of those x
//! that are values of positions with at most B heaps d, or B − 1 if n = d. V2 speaks of positions
//! with at most B heaps d.
//!
//! *V2* speaks of infinitely many positions. Lemma C makes it finite. For a position w of value x,
//! let W be the set of the elements z that w answers. It answers z if some option of w has a value
//! y with yz in P. V2 says that 0 is in W unless x is in P. A single live heap n has x = φ(n) and
//! W = A(n), the set of all z such that tz is in P for some t in T(n). One more live heap n turns
//! (x, W) into the pair (xφ(n), {z : φ(n)z in W, or xz in A(n)}). A smaller W becomes a smaller W.
//! So begin with the pairs of all live heaps, and add a heap to every pair in every way. Leave out
//! a pair if there is one of the same x with a smaller or equal W. Leave out a pair also if W has
//! every z with xz not in P. All pairs that follow from such a pair have this property too. Stop
//! when nothing is new. In no pair met may x be outside P and 0 outside W. (The pair (0, empty set)
//! of the empty position must not be among them: it would be below all. Of heaps with one value,
//! only those with the smallest A need to be added.)
//!
//! For `infinite`, a pair also has a number of heaps d. Those with more than B are not formed, and
//! a pair is left out only for one that has no more heaps d. So d does not make another heap of its
//! value needless.
//!
//! *Theorem M*, for `quotient`: φ(n + p) = φ(n) for n0 ≤ n ≤ N − p. No q < p that divides p has
//! φ(n + q) = φ(n) for all n ≥ n0, and n0 = 0 or φ(n0 − 1) ≠ φ(n0 − 1 + p).
//!
//! *Theorem K*, for `kernel`. Let G be the normal Grundy values of heaps 0 to N, computed from the
//! definition. Let θ(0) = 0 and θ(xφ(g)) = θ(x) ⊕ G(g) along the least words. The kernel K is the
//! least ideal: all products with u, the product of the |Q|-th powers of the values of all
//! generators.
//!
//! * (K2) θ(xφ(g)) = θ(x) ⊕ G(g) for every x and generator g; θ(φ(n)) = G(n) for every n; no two
//!   elements of K have the same θ. (So θ is a homomorphism, and restricted to K the ψ of the
//!   theorem: for the identity e of K, θ(e) = θ(ee) = 0, and θ(ex) = θ(x).)
//! * (K1) P has one element of K, the one with θ = 0. (That is e.)
//! * (K3) φ(f) is not in K if f ≥ 1, and φ(n) is in K for f < n ≤ N.
//!
//! *Theorem I*, for `infinite`, with d = N. Let R be the set of the products of values of heaps
//! other than c and d. For r in R, o(r, a, b) states if rφ(c)^aφ(d)^b is in P.
//!
//! * 1 ≤ c < d; heap d has a move; no move in a heap up to d leaves more than q heaps c; α > q;
//!   p ≤ K1 ≤ K0; K0 + p ≤ B.
//! * (I1) o(r, a, b) = o(r, a − q, b − p) for every r, a ≥ α and K1 ≤ b ≤ B. Let i ≥ 0 and l ≥ 1 be
//!   least with φ(c)^(i + l) = φ(c)^i. Then the numbers a < max(α, i + q) + l are enough.
//! * (I2) o(r, a, b) = o(r, a, b − p) for every r, a < α and K0 ≤ b ≤ B.
//! * (I3) o(r, α − 1, b) = o(r, α − 1 − q, b) for every r and K0 − p ≤ b < K0.
//! * (I4) The heaps of v are below d, and none is c. Moreover α − q ≤ a < α and K1 − p ≤ b ≤ B − p.
//!   With x the product of the values of these heaps, o(x, a, b) ≠ o(x, a, b + p).
//!
//! # Limits
//!
//! A checker may refuse what takes too much work. The checker of this crate takes at most 2^34
//! steps, about twenty seconds. It counts the pairs of tokens in two heaps, N²/4, and in three,
//! N³/36. It counts |Q| steps for each element, and for each generator in the least word of a value
//! that the closure meets. It counts the elements that a pair of the closure leaves unanswered, for
//! each type of heap. It keeps at most 2^27 products of values of heaps with elements, 2^27 numbers
//! in the closure, and 2^24 words of 64 bits for I1 to I4. The check of a monoid of 20506 elements,
//! that of 0.07, takes some seconds and 85 MB.
//!
//! # An example
//!
//! The quotient of 0.75; elements 0 to 7 are 1, a, b, ab, b², ab², c, ac, with a = φ(1), b = φ(2)
//! and c = φ(5).
//!
//! ```
//! use octal_check::MisereCertificate;
//!
//! let text = "\
//! octal misere certificate 1
//! code 0.75
//! claim quotient
//! order 8
//! p-portion 2
//! preperiod 8
//! period 2
//! heaps 21
//! generators 1 2 5
//! action 1: 1 0 3 2 5 4 7 6
//! action 2: 2 3 4 5 2 3 3 2
//! action 5: 6 7 3 2 5 4 4 5
//! P: 1 4
//! phi: 0 1 2 1 2 6 2 6 2 5 2 5 2 5 2 5 2 5 2 5 2 5
//! end
//! ";
//! let certificate = MisereCertificate::read(text.as_bytes())?;
//! assert!(certificate.check(&|_, _| true)?.proved);
//!
//! let false_period = text.replace("\nperiod 2", "\nperiod 1").replace("heaps 21", "heaps 19");
//! assert!(MisereCertificate::read(false_period.as_bytes()).is_err());
//! # Ok::<(), String>(())
//! ```
