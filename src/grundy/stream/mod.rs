//! The stream: a sequence whose rare heaps have gone quiet, continued without its history.
//!
//! Remark 5 of [`crate::theory::sparse`]: beyond the last rare heap ρ the values at the rare heaps
//! and the last ρ + t values decide the next. So a *basis* (the sparse space, the rare heaps, some
//! first values) and a *window* of last values are all that is kept. `[Flam]`.
//!
//! # Pseudo-code
//!
//! ```text
//! blocks or superblocks continue the window as far as they can
//! at the heap n that they defer, by Theorem 4:
//!     x ← least common value that no rare part and no single heap gives
//!     try the splits of n with a small part a ≤ window: both parts are at hand
//!     all rare values below x shown: G(n) = x, and the engine goes on
//!     else halt: n may be a new rare heap, which only the whole history can tell
//! where x is too large for blocks, the heaps after n are decided in the same way, one by one, until it is out of
//! the reach of blocks
//! ```
//!
//! Every value is verified as the [`sparse`](super::sparse) engine verifies it: a stream never
//! takes a heap for common that is not shown to be so. All witnesses it finds leave a heap larger
//! than n minus the window, which is what condition 3 of Theorem 5 wants.
//!
//! # Departures
//!
//! 1. Blocks know a heap by its parity only. So they are started at the end of a made-up sequence,
//!    first values and window side by side, and heaps are renumbered. Superblocks know the heaps of
//!    both ends by their numbers.
//! 2. To go over heaps a second time, which are known to be common, nothing is verified: the values
//!    are the x of Theorem 4. Then ρ + t + 1 last values are enough.
//!
//! # Cost
//!
//! The time of [`blocks`] or [`superblocks`](super::superblocks); O(window) memory. The window of
//! superblocks is about as long as their history: 2²⁰ heaps, or ρ if that is more.

mod basis;
mod continuation;
mod halt;
mod single;
mod spot_check;
mod tuning;

pub use basis::Basis;
pub use halt::Halt;
pub use tuning::Tuning;

use super::blocks;
use continuation::Continuation;
use single::SingleHeap;

/// Values are dropped once there are this many times as many as have to be kept.
const SLACK: usize = 2;

/// Without an engine this many heaps are decided before blocks are tried again: to begin them takes as long.
const ALONE_BETWEEN_TRIES: usize = 512;
/// The most heaps that are decided without an engine in one go: after a single large value blocks begin long before.
const MOST_ALONE: usize = 1 << 17;

/// A sequence without its history.
#[derive(Clone, Debug)]
pub struct Stream {
    basis: Basis,
    rare: Vec<(usize, u16)>,
    tuning: Tuning,
    /// `None` while a value is too large for blocks.
    engine: Option<Continuation>,
    /// How many heaps were decided without an engine since there was one.
    alone: usize,
    verifies: bool,
    /// The last values: a window of them or more if the stream verifies, else a state of them or more.
    values: Vec<u16>,
    /// The next heap.
    heap: u64,
}

impl Stream {
    /// Goes on at `heap` after these last values, a window of them or more, and verifies every value.
    ///
    /// `None` if they are too few, or the engine cannot continue this sequence.
    #[must_use]
    pub fn verified(basis: &Basis, tuning: &Tuning, heap: u64, last: &[u16]) -> Option<Stream> {
        let before = last.len().checked_sub(basis.window())?;
        let engine = Continuation::verified(basis, tuning, heap, &last[before..]);
        if engine.is_none() && !basis.is_too_large_for_blocks(&last[before..]) {
            return None;
        }
        Some(Stream {
            rare: basis.rare_values()?,
            basis: basis.clone(),
            tuning: *tuning,
            engine,
            alone: 0,
            verifies: true,
            values: last.to_vec(),
            heap,
        })
    }

    /// Goes over heaps from `heap` on that are known to be common, after these last values, a state of
    /// them or more; nothing is verified.
    ///
    /// `None` if they are too few, or the engine cannot continue this sequence.
    #[must_use]
    pub fn again(basis: &Basis, tuning: &Tuning, heap: u64, last: &[u16]) -> Option<Stream> {
        let last = &last[last.len().checked_sub(basis.state_length)?..];
        let engine = Continuation::again(basis, tuning, heap, last);
        if engine.is_none() && !basis.is_too_large_for_blocks(last) {
            return None;
        }
        Some(Stream {
            rare: basis.rare_values()?,
            basis: basis.clone(),
            tuning: *tuning,
            engine,
            alone: 0,
            verifies: false,
            values: last.to_vec(),
            heap,
        })
    }

    /// The next heap: the value of the one before is the last known.
    #[must_use]
    pub fn heap(&self) -> u64 {
        self.heap
    }

    /// The basis.
    #[must_use]
    pub fn basis(&self) -> &Basis {
        &self.basis
    }

    /// The last values, up to the heap before [`Stream::heap`].
    #[must_use]
    pub fn values(&self) -> &[u16] {
        &self.values
    }

    /// How often blocks took each of their ways.
    #[must_use]
    pub fn counters(&self) -> blocks::Counters {
        self.engine.as_ref().map(Continuation::counters).unwrap_or_default()
    }

    /// Computes the values of the heaps before `end`. Of the values known before, the last `keep` stay, and
    /// at least a window of them, or a state if nothing is verified; the others may be dropped.
    ///
    /// # Errors
    /// [`Halt`] if a heap cannot be decided; the values before it stay.
    pub fn extend(&mut self, end: u64, keep: usize) -> Result<(), Halt> {
        let least = if self.verifies { self.basis.window() } else { self.basis.state_length };
        let keep = keep.max(least);
        if self.values.len() > keep.saturating_mul(SLACK) {
            self.values.drain(..self.values.len() - keep);
        }
        let new = usize::try_from(end.saturating_sub(self.heap)).unwrap_or(usize::MAX);
        // Room for these values and no more: a vector that grows by itself doubles, and windows may be long.
        let most = keep.saturating_mul(SLACK).saturating_add(new);
        self.values.reserve_exact(most.saturating_sub(self.values.len()));
        while self.heap < end {
            let before = self.values.len();
            let count = usize::try_from(end - self.heap).unwrap_or(usize::MAX);
            if let Some(engine) = &mut self.engine {
                engine.extend(&mut self.values, self.heap, count);
            }
            self.heap += (self.values.len() - before) as u64;
            if self.heap < end {
                self.single_heap()?;
            }
        }
        Ok(())
    }

    /// Decides a heap that the engine has left.
    fn single_heap(&mut self) -> Result<(), Halt> {
        let next = self.heap_below(0);
        let value = next.least_common();
        if self.verifies && !self.is_accepted(self.heap) {
            next.verify(value)?;
        }
        if self.alone == MOST_ALONE {
            return Err(Halt::TooLarge { heap: self.heap, value });
        }
        self.values.push(value);
        self.heap += 1;
        let follows = self.engine.as_mut().is_some_and(|engine| match engine {
            Continuation::Blocks(blocks) => blocks.push(value).is_ok(),
            Continuation::Superblocks(superblocks) => superblocks.push(value),
        });
        if !follows {
            self.begin_engine();
        }
        Ok(())
    }

    /// Begins the engine anew after the last value, if it has room for it, or is to be tried again.
    fn begin_engine(&mut self) {
        let (basis, tuning, heap) = (&self.basis, &self.tuning, self.heap);
        let is_tried = self.alone.is_multiple_of(ALONE_BETWEEN_TRIES);
        let begin = if self.verifies { Continuation::verified } else { Continuation::again };
        let length = if self.verifies { basis.window() } else { basis.state_length };
        let last = &self.values[self.values.len() - length..];
        self.engine = is_tried.then(|| begin(basis, tuning, heap, last)).flatten();
        self.alone = if self.engine.is_some() { 0 } else { self.alone + 1 };
    }

    /// The rare values below the least common one that no option of the next heap has, as far as the window
    /// reaches.
    #[must_use]
    pub fn missing(&self) -> Vec<u16> {
        let next = self.heap_below(0);
        next.missing(next.least_common())
    }

    /// Takes the next heap, at which the stream has halted, for common: the caller has shown, by all values
    /// of the sequence, that those which are missing are values of its options.
    pub fn accept(&mut self) {
        self.basis.accepted.push(self.heap);
    }

    /// Decides the heap that is `back` ≥ 1 below the next one again, without blocks. A window of
    /// values before it must have been kept.
    ///
    /// # Errors
    /// [`Halt::Disagree`] if its value is another one than before, [`Halt::NotShown`] if it cannot be
    /// shown again.
    pub fn check(&self, back: usize) -> Result<(), Halt> {
        let (checked, blocks) = (self.heap_below(back), self.heap_below(0).before(back));
        let alone = checked.least_common();
        if alone != blocks {
            return Err(Halt::Disagree { heap: checked.heap, blocks, alone });
        }
        if self.is_accepted(checked.heap) { Ok(()) } else { checked.verify(alone) }
    }

    /// Whether this heap was [accepted](Stream::accept) as common.
    fn is_accepted(&self, heap: u64) -> bool {
        self.basis.accepted.binary_search(&heap).is_ok()
    }

    /// To be called at the end of each chunk of this many heaps: checks one heap in sixteen chunks.
    ///
    /// # Errors
    /// Those of [`Stream::check`].
    pub fn spot_check(&self, chunk: u64) -> Result<(), Halt> {
        spot_check::heap_to_check(self.heap, chunk).map_or(Ok(()), |back| self.check(back))
    }

    /// The heap that is `back` below the next one, to be decided alone.
    fn heap_below(&self, back: usize) -> SingleHeap<'_> {
        SingleHeap {
            basis: &self.basis,
            rare: &self.rare,
            before: &self.values[..self.values.len() - back],
            heap: self.heap - back as u64,
            kernel: self.tuning.kernel,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::kernel::Kernel;
    use crate::grundy::sparse::Sparse;
    use crate::grundy::superblocks;

    fn tuning() -> Tuning {
        let (blocks, superblocks) = (blocks::Tuning::DEFAULT, superblocks::Tuning::DEFAULT);
        Tuning { kernel: Kernel::chosen().unwrap(), blocks, superblocks }
    }

    /// A value that was changed in memory is noticed when its heap is computed again.
    #[test]
    fn a_faulty_machine() {
        let mut sparse = Sparse::new(&"0.106".parse().unwrap()).unwrap();
        sparse.extend(100_000).unwrap();
        let basis = Basis::new(&sparse.state(), &tuning(), 0, 3).unwrap();
        let mut stream =
            Stream::verified(&basis, &tuning(), 100_001, &sparse.values().to_vec()).unwrap();
        stream.extend(110_000, 1000).unwrap();
        assert!((1..1000).all(|back| stream.check(back).is_ok()));
        let at = stream.values.len() - 5;
        let blocks = stream.values[at] ^ 4;
        let alone = std::mem::replace(&mut stream.values[at], blocks);
        assert_eq!(stream.check(5), Err(Halt::Disagree { heap: 109_995, blocks, alone }));
        let text = stream.check(5).unwrap_err().to_string();
        assert!(text.starts_with("G(109995) is ") && text.ends_with("is faulty"), "{text}");
    }

    /// Last values made up so that the next heap has an option with every common value for which
    /// there is room.
    #[test]
    fn a_value_too_large_for_blocks() {
        let mut sparse = Sparse::new(&"4.064".parse().unwrap()).unwrap();
        sparse.extend(100_000).unwrap();
        let heap = 100_001;
        let basis = Basis::new(&sparse.state(), &tuning(), 0, 3).unwrap();
        let room = 128 - (2 << basis.space.mask.trailing_zeros());
        let mut backs = std::collections::BTreeMap::new();
        for &r in &basis.rare {
            let v = basis.first[r as usize];
            backs.extend(basis.rules.splits.iter().map(|s| (s.k + r as usize, v)));
        }
        let mut last = vec![0; basis.state_length];
        for common in (0..room).filter(|&v| !basis.space.is_rare(heap, v)) {
            let (&back, &v) = backs.iter().find(|&(_, v)| v ^ common < room).unwrap();
            backs.remove(&back);
            let at = last.len() - back;
            last[at] = common ^ v;
        }
        let mut stream = Stream::again(&basis, &tuning(), heap as u64, &last).unwrap();
        stream.extend(heap as u64 + 1, 0).unwrap();
        assert!(stream.engine.is_none() && stream.values()[last.len()] >= room);
        // Stopped here, the stream goes on alone as well.
        let state = &stream.values()[1..];
        let mut again = Stream::again(&basis, &tuning(), stream.heap(), state).unwrap();
        assert!(again.engine.is_none());
        let rare = &*stream.rare.clone();
        let kernel = tuning().kernel;
        for n in heap..heap + 20_000 {
            let single = SingleHeap { basis: &basis, rare, before: &last, heap: n as u64, kernel };
            last.push(single.least_common());
        }
        for stream in [&mut stream, &mut again] {
            stream.extend(heap as u64 + 20_000, 20_000).unwrap();
            assert!(stream.engine.is_some() && stream.counters().blocks > 200);
            assert_eq!(
                stream.values()[stream.values().len() - 10_000..],
                last[last.len() - 10_000..]
            );
        }
    }

    #[test]
    fn too_few_last_values() {
        let mut sparse = Sparse::new(&"0.106".parse().unwrap()).unwrap();
        sparse.extend(100_000).unwrap();
        let basis = Basis::new(&sparse.state(), &tuning(), 0, 3).unwrap();
        let values = sparse.values().to_vec();
        let last = |count: usize| &values[100_001 - count..];
        let window = basis.window();
        assert!(Stream::verified(&basis, &tuning(), 100_001, last(window)).is_some());
        assert!(Stream::verified(&basis, &tuning(), 100_001, last(window - 1)).is_none());
        let length = basis.state_length;
        assert!(Stream::again(&basis, &tuning(), 100_001, last(length)).is_some());
        assert!(Stream::again(&basis, &tuning(), 100_001, last(length - 1)).is_none());
    }
}
