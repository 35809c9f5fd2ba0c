//! Superblocks: hundreds of heaps at a time, for sequences with many rare heaps.
//!
//! This engine continues a sequence where taps are too many, or rare heaps turn up too often, for
//! [`blocks`](super::blocks). Theorem 4 of [`crate::theory::sparse`] is the whole of the mathematics.
//! `[WW]` chapter 4, `[Flam]`, `[Grossman2019]`.
//!
//! # Pseudo-code
//!
//! Taps are those of blocks: for each splitting place k and rare heap r, the tap (k + r, G(r)) stands
//! for the option value G(n − k − r) ⊕ G(r) of every heap n. A superblock is S heaps long.
//!
//! Taps that the far stage looks at are *far taps*; of the others those with an offset from 64 on are *block taps*, the
//! rest *near taps*. A move that takes k tokens and leaves one heap is a near tap too, with offset k and the packed
//! value 0, if k < 64 and the same values are rare at heaps n and n − k. From 256 rare heaps on some of the far taps
//! *lead*. The others are *held*: they are compared with the few values that the leading taps leave.
//! A *plane* holds eight packed values for each heap of a block.
//!
//! ```text
//! far     for every block of 64 heaps of the superblock after the next, in parallel:
//!             for the leading taps with offset ≥ S + 64 + i, where i heaps of the superblock come before the block,
//!             for all 64 heaps n at once: add the option value to seen(n)
//!             guesses(n) ← the seven least common values that are not in seen(n)
//!             for the next taps with such an offset: remove the option value from guesses(n)
//!             guesses(n) ← the four least of these, if values have few planes
//!             for the other taps with such an offset: remove the option value from guesses(n)
//!             for one half of the witnesses, splits with two common parts: add the option value to shown(n)
//!             for the other half: add the option value, if it is one of the seven least rare values not in shown(n)
//! serial  for every block of 64 heaps of the next superblock, in turn:
//!     block   for the block taps that are left, and those of the rare heaps that the far stage did not yet know,
//!             for all 64 heaps n at once: remove the option value from guesses(n)
//!             for every heap n of the block in turn:
//!     near        for the near taps, and the moves to one heap that are none: remove the option value from guesses(n)
//!                 x ← the least of guesses(n)
//!                 if no guess is left: x ← the least common value that no tap and no such move gives
//!                 for every rare value below x not in shown(n): try the other splits of n until it is found
//!                 G(n) ← x, or the least rare value that no split gives; n is then a new rare heap
//! ```
//!
//! The far taps of one superblock depend on no value of it, nor of the one before: the far and the serial stage run at
//! the same time, the far one on all threads, which take its tasks one by one (`deal`). The serial stage finds rare
//! heaps by itself and goes on with them. Where there was none for a while, it takes every heap for common and
//! *postpones* the search for rare values: the threads of the far stage search while the next superblock is computed, and
//! hand out values whose search is over.
//! Should they find a rare heap, the heaps from there on are computed anew. No value is handed out before its search.
//!
//! # Departures
//!
//! 1. Values are packed, as in blocks, and those of rare heaps are *marked*: a tap that meets a rare heap
//!    gives a rare value, and by the mark it is told from a common one. So rare heaps may lie anywhere.
//!    While no tap can meet a rare heap, and packed values have 8 bits, marks are not looked at.
//! 2. Sets are byte planes while taps are inserted, and words for the serial stage. There are as many
//!    planes as nearly all values need; a heap with a larger value is left to the step for x without a
//!    plane, which knows no bound but that of the sets. Where these would be more than 24, there are planes
//!    for all values that the sets hold; where heaps turn out to need more planes, some are added (`sets`). A kernel
//!    for which those for all values are too many inserts taps heap by heap instead, one bit each (`planes`).
//! 3. Heap n splits at place k as heap n − (k − k₀) does at the first splitting place k₀. So the far stage
//!    inserts its taps and witnesses for k₀ only, and unites the sets of several heaps (`tap`): the task that inserts
//!    the last of what they need does so at once (`planes`).
//! 4. Which splits are witnesses is learnt from a sample of the last heaps: those first that show most
//!    of what no other has shown. They are chosen among splits with parts of every value, and others
//!    in the place of those that show nothing any more whenever the sequence has doubled, or searches have
//!    taken much longer than the choice (`witness`): what one witness in a thousand heaps shows is still
//!    cheaper than a search.
//! 5. A search looks up the packed values of up to 64 splits of a heap at once, in a table of the missing ones, in
//!    an order that is learnt (`order`). Where it is not postponed, and there are several threads, nearly all of it
//!    is made early (`early`).
//! 6. Where the last rare heap is long past, only the packed values of small heaps and of the last ones
//!    are kept. A search that would need others defers its heap to the sparse engine, which has all
//!    values.
//! 7. Leading taps are chosen by a greedy cover of a sample of the last heaps (`witness`). To hold a tap against four
//!    values takes a fifth to a tenth of the time of its insertion (`guesses`). The value of a heap is the least guess that
//!    is left, because all smaller values are given by leading taps or by taps that were held. For some heap in 500 no
//!    guess is left: for it alone all taps are inserted.
//! 8. Where no rare value is searched for in turn, all heaps of a block take their first guess at once, before these are
//!    compared with near taps (`near`).
//!
//! # Cost
//!
//! A heap costs, in vector operations, about (inserted taps)·(5·planes/4 + 4)/32 + (held taps)·(2·guesses + 2)/32 with
//! AVX2, where far taps and witnesses that are inserted count for one splitting place only. It costs a
//! comparison with up to 64 near taps at once for each value that could be x, and the search for the rare
//! values that no witness shows, which is about as much. Where taps are inserted heap by heap, one store a tap.
//! Memory besides the values: four bytes a heap up to a small multiple of the last rare heap, or of 2²⁰, which
//! is doubled whenever a search needs more, and nothing from there on; and half a megabyte for each of up to
//! nine blocks that a thread has where it inserts heap by heap.
//!
//! Memory is slower than all this where rare heaps lie millions of heaps apart. So what such taps meet is prefetched
//! (`tap`), and a task of the postponed search tries some thousand splits for all its heaps before it tries the next.
//!
//! Two ideas look better and are not. Leading taps that are not chosen leave two to three times as many values: most values
//! below G(n) are given by dozens of taps, and some by one or two. More witnesses than those chosen show little: what these
//! leave is not left by chance, and takes a search.

mod columns;
mod deferral;
mod far;
mod guesses;
mod history;
mod near;
mod pipeline;
mod planes;
mod postponed;
mod search;
mod sequence;
mod serial;
mod sets;
mod tap;
mod taps;
mod tuning;
mod witness;

pub use deferral::Deferral;
pub use history::Ends;
pub(super) use history::{state_length, window, within};
pub use sequence::Superblocks;
pub(super) use sequence::{first_heap, memory};
pub use tuning::Counters;
pub use tuning::Tuning;
