//! How to use the program, and what it has found: one page for each subject, for readers who are not
//! programmers. The README is the short form.
//!
//! | page | subject |
//! |---|---|
//! | [`papers`] | tables for papers, the OEIS and numpy |
//! | [`positions`] | winning moves in sums of heaps and on boards |
//! | [`misere`] | misère play: quotients, positions, boards |
//! | [`results`] | what is proved, and how far the open games were searched |
//! | [`pictures`] | plots |
//! | [`checking`] | how to check a result without trusting this program |
//! | [`clusters`] | a census, searches and checks on many machines |
//! | [`proofs`] | what is proved, by whom, and what you still have to trust |
//! | [`method`] | how it works |
//! | [`timings`] | how fast it is |
//! | [`conventions`] | words, conventions, spellings of codes |
//!
//! Every command that is printed with its output is run by the tests.

#[doc = include_str!("guide/checking.md")]
pub mod checking {}
#[doc = include_str!("guide/clusters.md")]
pub mod clusters {}
#[doc = include_str!("guide/conventions.md")]
pub mod conventions {}
#[doc = include_str!("guide/method.md")]
pub mod method {}
#[doc = include_str!("guide/misere.md")]
pub mod misere {}
#[doc = include_str!("guide/papers.md")]
pub mod papers {}
#[doc = include_str!("guide/pictures.md")]
pub mod pictures {}
#[doc = include_str!("guide/positions.md")]
pub mod positions {}
#[doc = include_str!("guide/proofs.md")]
pub mod proofs {}
#[doc = include_str!("guide/results.md")]
pub mod results {}
#[doc = include_str!("guide/timings.md")]
pub mod timings {}
