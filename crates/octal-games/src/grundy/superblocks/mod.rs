//! Superblocks: hundreds of heaps at a time, for sequences with many rare heaps.
//!
//! This engine continues a sequence where taps are too many, or rare heaps turn up too often, for
//! [`blocks`](super::blocks). Theorem 4 of [`crate::theory::sparse`] is the whole of the mathematics.
//! `[WW]` chapter 4, `[Flam]`, `[Grossman2019]`.
//!
//! # Pseudo-code
//!
//! For each splitting place k and rare heap r, the *tap* (k + r, G(r)) stands for the option value
//! G(n − k − r) ⊕ G(r) of every heap n; k + r is its offset. A move that takes k tokens and leaves
//! one heap is a tap (k, 0), if the same values are rare at heaps n and n − k. A superblock has S
//! heaps, in blocks of 64. A tap is *near* if its offset is below 64, and *far* for a block if it
//! meets no heap of this superblock nor of the one before. The other taps are *block taps*.
//!
//! To *insert* a tap is to add its option values to a set for each heap. To *hold* a tap is to
//! compare its option values with a few values of each heap, the *guesses*. Far taps that give what
//! few others give *lead*: they are inserted, and all others are held. Below 2¹⁴ rare heaps all far
//! taps lead. A *witness* is a split with two common parts, which shows that a rare value is that of
//! an option.
//!
//! ```text
//! compute(superblock i):                                             at the same time:
//!     serial(superblock i)          far(superblock i + 1)          search(superblock i − 1)
//!
//! far     for every block, in parallel; for all 64 heaps n at once:
//!             seen(n)    ← the option values of the leading far taps
//!             guesses(n) ← the 7 least common values that are not in seen(n)
//!             hold the other far taps: a value that one gives is no guess any more
//!             shown(n)   ← the values of half of the witnesses
//!             hold the other half against the 7 least rare values that are not in shown(n);
//!             those that one gives are added to shown(n)
//! serial  for every block in turn:
//!             hold the block taps against guesses(n), for all 64 heaps n at once
//!             for every heap n of the block in turn:
//!                 x ← the least guess that no near tap and no other move to one heap gives
//!                 if there is none: x ← the least common value that no tap and no such move gives
//!                 missing(n) ← the rare values below x that are not in shown(n)
//!                 if rare heaps were found lately: search now
//!                 G(n) ← x, or the least of missing(n) that no split gives; n is rare then
//! search  for every heap n: try the splits of n until all of missing(n) are found
//!         if one is not: n is rare, and everything from heap n on is computed again
//! ```
//!
//! The value of a heap is the least guess left: each smaller common value is given by a leading tap
//! or by a tap that was held. No value is returned before its search.
//!
//! | file | holds |
//! |---|---|
//! | `pipeline` | the superblocks in work, and what is returned |
//! | `far`, `serial`, `search`, `postponed` | the steps above |
//! | `guesses`, `near`, `planes`, `sets` | how taps are held and inserted |
//! | `taps`, `history` | the taps by how far they reach, and the packed values that they meet |
//! | `witness`, `tuning` | parameters that adapt to the sequence, and those that do not |
//!
//! # Departures
//!
//! 1. Values are packed, as in blocks, and those of rare heaps are *marked*: a tap that meets a rare
//!    heap gives a rare value, and the mark shows it. So rare heaps may lie anywhere. While no tap can
//!    meet a rare heap, and packed values have 8 bits, marks are not looked at.
//! 2. Sets are byte *planes* while taps are inserted, each for eight values, and words afterwards.
//!    There are as many planes as nearly all values need, and more are added where that is too few. If
//!    these would be more than 24, there are planes for all values that the sets hold. A kernel for
//!    which those are too many inserts taps heap by heap, one bit each (`planes`).
//! 3. Heap n splits at place k as heap n − (k − k₀) does at the first splitting place k₀. So the far
//!    stage inserts taps and witnesses for k₀ only, and unites the sets of several heaps (`taps`).
//! 4. Leading taps are the first ones of a greedy cover of a sample of the last heaps (`witness`). To
//!    hold a tap takes a quarter to a tenth of the time of its insertion. Where no guess is left for a
//!    heap, all taps are inserted for it alone. Where block taps are many, that is one heap in seven if
//!    half of the far taps are held, and one in 60 if none is: so with fewer rare heaps none is held.
//! 5. Witnesses are chosen by a sample too: first those that show most of what no other has shown. They
//!    are chosen again whenever the sequence has doubled, or when searches have taken much longer than
//!    the choice: what one witness in a thousand heaps shows is still cheaper than a search.
//! 6. A search looks up the packed values of up to 64 splits of a heap at once in a table of the
//!    missing ones, first those splits that ended searches lately (`search`).
//! 7. Where the last rare heap is long past, only the packed values of small heaps and of the last ones
//!    are kept (`history`). A search that would need others leaves its heap to the sparse engine.
//! 8. Where no rare value is searched for in turn, all heaps of a block take their first guess at once,
//!    before these are compared with near taps (`near`).
//!
//! # Cost
//!
//! A heap costs, in vector operations with AVX2, about (inserted taps)·(5·planes/4 + 4)/32 and
//! 16·(held taps)/32, where insertions count for one splitting place only. It costs a
//! comparison with up to 64 near taps for each value that could be x, and the search for the rare
//! values that no witness shows, which is about as much. Where taps are inserted heap by heap, a tap
//! costs one store. Memory besides the values: four bytes a heap up to a small multiple of the last
//! rare heap, or of 2²⁰, and nothing from there on; and half a megabyte for each of up to nine blocks
//! that a thread has where it inserts heap by heap. Where rare heaps lie millions of heaps apart, what
//! their taps meet is prefetched (`taps`).
//!
//! Tried and rejected: (a) leading taps chosen at random leave two to three times as many values;
//! (b) more witnesses find little, because the remaining values have few witnesses.

mod far;
mod guesses;
mod history;
mod near;
mod pipeline;
mod planes;
mod postponed;
mod search;
mod serial;
mod sets;
mod taps;
mod tuning;
mod witness;

#[doc(hidden)]
pub use history::PrefixAndTail;
pub(super) use history::{state_length, window, within};
#[doc(hidden)]
pub use pipeline::Superblocks;
pub(super) use pipeline::{first_heap, memory};
#[doc(hidden)]
pub use serial::Deferral;
#[doc(hidden)]
pub use tuning::Counters;
#[doc(hidden)]
pub use tuning::Tuning;
