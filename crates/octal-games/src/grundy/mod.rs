//! Engines that compute Grundy sequences: a ladder, each rung callable alone and tested against the
//! one below.
//!
//! 1. [`naive`] the definition, O(n²) for n heaps; shares nothing with the others
//! 2. [`option_sets`] keeps the set of option values of every split: any code, also three heaps per
//!    move and digits that repeat for ever
//! 3. [`triples`] tries candidates for the value one by one: finite codes with three heaps per move
//! 4. [`sparse`] tries rare heaps only: finite codes with at most two heaps per move
//! 5. [`blocks`] does so for 64 heaps at a time, by a vector [`kernel`], for sequences with few
//!    rare heaps
//! 6. [`superblocks`] does so for hundreds of heaps at a time, on all cores, for sequences with
//!    many rare heaps
//!
//! Rungs 5 and 6 continue a `State` that rung 4 has reached. They leave to rung 4 every heap at
//! which the set of rare heaps may change. The [`driver`] above them chooses the engine for each
//! heap, and computes one heap in a while again by the definition. [`Engine`] is the driver, or
//! rung 3 or 2 for a code that the driver does not know.
//!
//! [`stream`] continues by blocks without the history, once the rare heaps have gone quiet.
//! `double_check` computes everything a second time in another way. `space` says which
//! heaps are rare, and `values` keeps the sequence as bytes while values are small. Every
//! engine extends a sequence in place and can be stopped between any two heaps.
//!
//! # Words
//!
//! The words of [`crate::theory`] are used as there (rare, common, mask, mex, …). The engines have
//! a dozen of their own:
//!
//! | word | meaning |
//! |---|---|
//! | block | 64 heaps, computed together |
//! | group | 8 heaps of a block |
//! | superblock | S heaps (512 unless tuned), computed with all cores |
//! | tap | an option of every heap n, with the value G(n − o) ⊕ v; o is its *offset* |
//! | table, group, block, far tap | o < 8, o < 64, o < 2S, o ≥ 2S heaps: each range is inserted in its own way |
//! | witness | a split into two common parts that shows a rare value to be that of an option |
//! | missing value | a rare value that no option tried so far has |
//! | packed value | a value without the lowest bit of the mask, which the class of the heap implies |
//! | marked value | a packed value with one more bit, which is set if its heap is rare |
//! | plane | 64 bytes: byte i has eight members of the set of heap i |
//! | deferred | said of a heap that another engine has to compute |
//! | postponed | said of a search that is made while the next superblock is computed |

pub mod blocks;
#[doc(hidden)]
pub mod double_check;
pub mod driver;
mod engine;
mod error;
pub mod kernel;
pub mod naive;
pub mod option_sets;
mod packed;
#[doc(hidden)]
pub mod space;
pub mod sparse;
mod state;
pub mod stream;
pub mod superblocks;
pub mod triples;
mod value_set;
#[doc(hidden)]
pub mod values;

pub use engine::Engine;
pub use error::{Fault, GrundyError};
pub use space::{RareSet, SparseSpace};
#[doc(hidden)]
pub use state::State;
pub use values::{Slice, Values};
