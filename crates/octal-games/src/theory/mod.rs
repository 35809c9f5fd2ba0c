//! Definitions, numbered theorems with proofs, and the sources: the reasons why the answers are
//! true.
//!
//! Documentation only. A theorem carries the number of its section, and the code cites it by that
//! number.
//!
//! | section | subject | where |
//! |---|---|---|
//! | 0 | notation | this page |
//! | 1 | Grundy values, mex, nim-sum | this page |
//! | 2 | first cousins, moves that change nothing | [`cousins`] |
//! | 3 | periodicity window (Guy–Smith) | [`window`] |
//! | 4 | sparse space: rare and common | [`sparse`] |
//! | 5 | sparse window | [`sparse`] |
//! | 6 | least period, least preperiod, exceptions | [`minimality`] |
//! | 7 | saltus (arithmetic periodicity) | [`saltus`] |
//! | 8 | citation keys | this page |
//! | 9 | certificates | [`certificate`] |
//! | 10 | misère quotients | [`misere`] |
//! | 11 | arithmetic periods | [`arithmetic`] |
//! | 12 | codes whose digits repeat for ever | [`endless`] |
//! | 13 | excluded periods | [`excluded`] |
//! | 14 | finite subtraction sets | [`subtraction`] |
//!
//! The theorems of sections 1 to 6 and 9 to 12 are proved in Coq too, in the folder `proofs`, with
//! the same letters; `proofs/Statements.v` has the main ones, and `proofs/StatementsMore.v` the
//! others. Sections 0 and 1 are `proofs/Octal.v` and `proofs/SpragueGrundy.v`. These parts are not
//! proved in Coq: Theorem 2a and the period of a first cousin; Corollary 5a; the far splits of
//! section 9. Of section 10, that a new heap leaves F good where Φ(v) is its value, and the least
//! failure. Of section 11, that an arithmetic period is least. Sections 13 and 14. A code of Coq
//! may end or repeat for ever.
//!
//! # 0. Notation
//!
//! A *heap* is a number n ≥ 0 of tokens; an empty heap counts for nothing. A *code*
//! d0.d1d2d3… gives for each *place* k ≥ 0 a *digit* d_k between 0 and 15, the sum of some of the
//! bits 1, 2, 4, 8. A move takes k tokens from one heap of n tokens, n ≥ k, and
//!
//! * **bit 1** of d_k allows leaving no heap: only if n = k;
//! * **bit 2** allows leaving one heap, of n − k ≥ 1 tokens (*a single-heap move*);
//! * **bit 4** allows leaving two heaps of a, b ≥ 1 tokens, a + b = n − k (*a split*);
//! * **bit 8** allows leaving three heaps of a, b, c ≥ 1 tokens, a + b + c = n − k (*a split*).
//!
//! The heaps that a move leaves are its *parts*; they are never empty. The mark `!` behind a digit
//! means that two parts must differ, a ≠ b; it says nothing of three parts. Digit d0 has neither
//! bit 1 nor bit 2. The result of a move is an *option* of the heap. A code is *finite* if only
//! finitely many digits are not zero; then t is the *last non-zero place* (t = 0 if no place k ≥ 1
//! is non-zero). The number h is the most heaps that a move of the code can leave. It is 3 if some
//! digit has bit 8, else 2 if some digit has bit 4, else 1 if some digit has bit 2, else 0. Octal
//! codes have h ≤ 2.
//!
//! *Every play ends.* Weigh a non-empty heap of n tokens with 2n − 1. A move at place k ≥ 1 that
//! leaves j ≤ 3 parts turns this into 2(n − k) − j, or 0 if j = 0. A move at place 0 leaves two or
//! three parts and turns it into 2n − 2 or 2n − 3. The sum of the weights falls with every move.
//!
//! The *mex* of a set of natural numbers is the least natural number that is not in it. The
//! *nim-sum* x ⊕ y is addition in binary without carrying; every number is its own inverse.
//! The *Grundy value* of a position in which finitely many moves are possible and every play ends
//! is the mex of the Grundy values of its options. G(n) is the Grundy value of one heap of n
//! tokens; G(0) = 0, because nothing can be done there.
//!
//! # 1. Grundy values
//!
//! Players move in turn, both have the same moves, and the player who cannot move loses. The
//! *outcome* of a position is N if the player who moves next can win, and P if the previous player
//! can. X + Y is the position in which a move is a move in X or a move in Y.
//!
//! **Theorem 1** (Sprague, Grundy; `[WW]` chapter 3). *Let X, Y be positions of games as above.*
//! 1. *G(X + Y) = G(X) ⊕ G(Y).*
//! 2. *X has outcome P if and only if G(X) = 0.*
//!
//! *Proof of 1.* By induction over the longest play of X + Y. Let x = G(X), y = G(Y), z = x ⊕ y.
//!
//! No option has Grundy value z: an option X′ + Y has value G(X′) ⊕ y by induction, and
//! G(X′) ≠ x because x is the mex of values among which is G(X′). Likewise X + Y′.
//!
//! Every w < z is the value of an option: let d = w ⊕ z and let 2^j be its leading bit. As w < z,
//! bit 2^j is in z and not in w. Hence it is in exactly one of x and y, say in x. Then x ⊕ d < x,
//! so by the definition of the mex X has an option X′ with G(X′) = x ⊕ d, and by induction
//! G(X′ + Y) = x ⊕ d ⊕ y = z ⊕ d = w. So z is the mex of the values of the options. ∎
//!
//! *Proof of 2.* By induction over the longest play. If G(X) = 0, no option has value 0, so all
//! options have outcome N and X has outcome P (also if there is no option). If G(X) > 0, some
//! option has value 0 and outcome P, so X has outcome N. ∎
//!
//! **Consequences.** Heaps n_1, …, n_j side by side have Grundy value G(n_1) ⊕ … ⊕ G(n_j), and a
//! winning move is one that makes this nim-sum 0. The sequence G(0), G(1), G(2), … follows from
//!
//! G(n) = mex { nim-sum of the G of the parts : moves of heap n }
//!
//! and every part is smaller than n: for k ≥ 1 because tokens are taken, for k = 0 because at least
//! two parts share the n tokens. The program's `naive` engine is this formula.
//!
//! # 8. Citation keys
//!
//! * `[Bouton1901]` C. L. Bouton, *Nim, a game with a complete mathematical theory*, Annals of
//!   Mathematics (2) 3 (1901–1902) 35–39.
//! * `[GuySmith1956]` R. K. Guy, C. A. B. Smith, *The G-values of various games*, Proceedings of
//!   the Cambridge Philosophical Society 52 (1956) 514–526.
//! * `[WW]` E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways for your Mathematical Plays*,
//!   Academic Press 1982; second edition, A K Peters 2001–2004. Chapter 4, "Taking and Breaking",
//!   is in volume 1.
//! * `[Brent1980]` R. P. Brent, *An improved Monte Carlo factorization algorithm*, BIT 20 (1980)
//!   176–184: cycles by comparison with one element kept.
//! * `[GanPla1989]` A. Gangolli, T. Plambeck, *A note on periodicity in some octal games*,
//!   International Journal of Game Theory 18 (1989) 311–320.
//! * `[HorNow2003]` D. G. C. Horrocks, R. J. Nowakowski, *Regularity in the G-sequences of octal
//!   games with a pass*, Integers 3 (2003) #G1.
//! * `[HowNow2004]` S. Howse, R. J. Nowakowski, *Periodicity and arithmetic-periodicity in
//!   hexadecimal games*, Theoretical Computer Science 313 (2004) 463–472.
//! * `[Plambeck2005]` T. E. Plambeck, *Taming the wild in impartial combinatorial games*,
//!   Integers 5 (2005) #G05.
//! * `[PlaSie2008]` T. E. Plambeck, A. N. Siegel, *Misère quotients for impartial games*, Journal
//!   of Combinatorial Theory, Series A 115 (2008) 593–622; with a supplement, arXiv 0705.2404.
//! * `[Siegel2013]` A. N. Siegel, *Combinatorial Game Theory*, Graduate Studies in Mathematics 146,
//!   American Mathematical Society 2013.
//! * `[Weimerskirch2015]` M. Weimerskirch, *An algorithm for computing indistinguishability
//!   quotients in misère impartial combinatorial games*, in: R. J. Nowakowski (ed.), Games of No
//!   Chance 4, MSRI Publications 63, Cambridge University Press 2015, 267–278.
//! * `[Siegel2019]` A. N. Siegel, *Misère games and misère quotients*, in: U. Larsson (ed.), Games
//!   of No Chance 5, MSRI Publications 70, Cambridge University Press 2019.
//! * `[Grossman2019]` J. P. Grossman, *Searching for periodicity in Officers*, in: U. Larsson
//!   (ed.), Games of No Chance 5, MSRI Publications 70, Cambridge University Press 2019.
//! * `[Flam]` A. Flammenkamp, *Sprague-Grundy values of octal games*, tables on the web:
//!   <https://wwwhomes.uni-bielefeld.de/achim/octal.html>, with a page on rare and common
//!   positions, `octal_sparse.html`.

pub mod arithmetic;
pub mod certificate;
pub mod cousins;
pub mod endless;
pub mod excluded;
pub mod minimality;
pub mod misere;
pub mod saltus;
pub mod sparse;
pub mod subtraction;
pub mod window;
