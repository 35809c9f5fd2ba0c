//! Misère play: the last player to move loses.
//!
//! Grundy values say nothing here. In their place stands the *misère quotient* of a game, a
//! commutative monoid Q with a subset P. Its *pretending function* φ gives every heap a value in Q.
//! A position is a P-position exactly if the product of the values of its heaps is in P.
//! Definitions and theorems with proofs: [`crate::theory::misere`]. Sources `[PlaSie2008]`,
//! `[Plambeck2005]`, `[Siegel2019]`.
//!
//! | module | what it is |
//! |---|---|
//! | [`monoid`] | finite commutative monoids, their elements in the order of least words |
//! | [`quotient`] | a monoid with P-portion and pretending function; the normal play under Theorem K |
//! | [`types`] | what a quotient knows of a heap and its options; the coarsest reduction of a monoid |
//! | [`verify`] | Theorem V and Lemma C: accept a candidate, or find its least failure |
//! | [`trial`] | heaps set free: a monoid times cyclic factors |
//! | [`candidate`] | trial monoids marked by the rules, and reduced; mended where they fail |
//! | [`extend`] | the partial quotients heap by heap |
//! | [`infinite`] | Theorem I: partial quotients that are infinite |
//! | [`kernel`] | Theorem K: the whole game where the rogues end |
//! | [`solve`] | both theorems tried as heaps come in |
//! | [`record`] | what was found, as a row of `misere.csv` |
//! | [`end`] | why a search ended, as that row says it |
//! | [`presentation`] | quotients in letters |
//! | [`certificate`] | the evidence for a stranger |
//! | [`pretending`] | Theorem M: the whole game from a window; the values of heaps of any size |
//! | [`position`], [`winning`] | options of a heap; sums of heaps: outcome and winning moves |
//! | [`direct`] | any position without a quotient, by the definition |
//! | [`genus`] | genus symbols, by canonical forms |
//! | [`limits`] | how far a search may go |

pub mod candidate;
pub mod certificate;
pub mod direct;
pub mod end;
pub mod extend;
pub mod genus;
pub mod infinite;
pub mod kernel;
pub mod limits;
pub mod monoid;
pub mod position;
pub mod presentation;
pub mod pretending;
pub mod quotient;
pub mod record;
pub mod solve;
pub mod trial;
pub mod types;
pub mod verify;
pub mod winning;
