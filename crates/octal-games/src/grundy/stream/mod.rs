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
//!     all rare values below x shown: G(n) = x, and the engine continues
//!     else halt: n may be a new rare heap, which only the whole history can decide
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
//! The time of [`blocks`] or [`superblocks`](super::superblocks). O(window) memory. The window of
//! superblocks is about as long as their history: 2²⁰ heaps, or ρ if that is more.

mod basis;
mod continuation;
mod single;

#[doc(hidden)]
pub use basis::{Basis, Tuning};
#[doc(hidden)]
pub use continuation::Halt;

use super::blocks;
use continuation::Continuation;
use single::SingleHeap;

/// Values are dropped once there are this many times as many as have to be kept.
const SLACK: usize = 2;
/// Without an engine this many heaps are decided before blocks are tried again: to begin them takes
/// as long.
const HEAPS_BETWEEN_TRIES: usize = 512;
/// The most heaps that are decided one by one in one go, or twice as many as the engine looks back
/// if these are more. After a single large value blocks begin before that.
const MOST_SINGLE_HEAPS: usize = 1 << 17;
/// At most this many heaps are decided without an engine in one [step](Stream::step).
const SINGLE_HEAPS_IN_A_STEP: u64 = 1 << 10;

/// A sequence without its history.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct Stream {
    basis: Basis,
    tuning: Tuning,
    /// The rare heaps and their values.
    rare: Vec<(usize, u16)>,
    /// `None` while a value is too large for blocks.
    engine: Option<Continuation>,
    /// The number of heaps decided since there was an engine. A stream that is begun again counts
    /// from 0, so it may halt later. That changes no value.
    single_heaps: usize,
    verifies: bool,
    /// The last values: a window of them or more if the stream verifies, else L of them or more.
    values: Vec<u16>,
    /// The next heap.
    heap: u64,
}

impl Stream {
    /// Continues the sequence at `heap` after these last values, a window of them or more. The
    /// stream verifies every value.
    ///
    /// `None` if the values are too few, or the engine cannot continue this sequence.
    pub fn verified(basis: &Basis, tuning: &Tuning, heap: u64, last: &[u16]) -> Option<Stream> {
        Stream::new(basis, tuning, heap, last, true)
    }

    /// Computes heaps from `heap` on again that are known to be common, after this
    /// [state](Stream::state). The stream verifies nothing.
    ///
    /// `None` if the state is too short, or the engine cannot continue this sequence.
    pub fn again(basis: &Basis, tuning: &Tuning, heap: u64, state: &[u16]) -> Option<Stream> {
        let state = &state[state.len().checked_sub(basis.state_length)?..];
        Stream::new(basis, tuning, heap, state, false)
    }

    fn new(
        basis: &Basis,
        tuning: &Tuning,
        heap: u64,
        last: &[u16],
        verifies: bool,
    ) -> Option<Stream> {
        let mut stream = Stream {
            basis: basis.clone(),
            tuning: *tuning,
            rare: basis.rare_values()?,
            engine: None,
            single_heaps: 0,
            verifies,
            values: last.to_vec(),
            heap,
        };
        let near = &last[last.len().checked_sub(stream.kept())?..];
        stream.engine = stream.begun_engine();
        (stream.engine.is_some() || basis.is_too_large_for_blocks(near)).then_some(stream)
    }

    /// The number of last values that the stream keeps at least.
    fn kept(&self) -> usize {
        if self.verifies { self.basis.window() } else { self.basis.state_length }
    }

    /// The next heap: the value of the one before is the last known.
    pub fn heap(&self) -> u64 {
        self.heap
    }

    /// The basis.
    pub fn basis(&self) -> &Basis {
        &self.basis
    }

    /// The last values, up to the heap before [`Stream::heap`].
    pub fn values(&self) -> &[u16] {
        &self.values
    }

    /// The last L values: all that the next values depend on, besides the basis.
    pub fn state(&self) -> &[u16] {
        &self.values[self.values.len() - self.basis.state_length..]
    }

    /// The number of times that blocks took each of their ways.
    pub fn counters(&self) -> blocks::Counters {
        self.engine.as_ref().map(Continuation::counters).unwrap_or_default()
    }

    /// Computes the values of the heaps before `end`. Of the values known before, the last `keep`
    /// stay, and at least a window of them, or L if nothing is verified; the others may be dropped.
    ///
    /// # Errors
    /// [`Halt`] if a heap cannot be decided; the values before it stay.
    pub fn extend(&mut self, end: u64, keep: usize) -> Result<(), Halt> {
        let new = usize::try_from(end.saturating_sub(self.heap)).unwrap_or(usize::MAX);
        let keep = keep.min(self.values.len().saturating_add(new)).max(self.kept());
        if self.values.len() > keep.saturating_mul(SLACK) {
            self.values.drain(..self.values.len() - keep);
        }
        // Room for these values and no more: a vector that grows by itself doubles, and windows may
        // be long.
        let most = keep.saturating_mul(SLACK).saturating_add(new);
        self.values.reserve_exact(most.saturating_sub(self.values.len()));
        while self.heap < end {
            let before = self.values.len();
            if let Some(engine) = &mut self.engine {
                engine.extend(&mut self.values, self.heap, end);
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
        if self.verifies && !self.basis.is_accepted(self.heap) {
            next.verify(value)?;
        }
        if self.single_heaps >= MOST_SINGLE_HEAPS.max(2 * self.kept()) {
            return Err(self.too_large());
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

    /// The halt that names the value which keeps the engine from the next heap.
    fn too_large(&self) -> Halt {
        let kept = self.heap - self.values.len() as u64..self.heap;
        let (large, &value) =
            kept.zip(&self.values).max_by_key(|&(_, value)| value).expect("a state of values");
        Halt::TooLarge { heap: self.heap, large, value }
    }

    /// Begins the engine again after the last value, if it is time to try that.
    fn begin_engine(&mut self) {
        self.engine = None;
        if self.single_heaps.is_multiple_of(HEAPS_BETWEEN_TRIES) {
            self.engine = self.begun_engine();
        }
        self.single_heaps = if self.engine.is_some() { 0 } else { self.single_heaps + 1 };
    }

    /// The engine that continues after the last value, if one can.
    fn begun_engine(&self) -> Option<Continuation> {
        let last = &self.values[self.values.len() - self.kept()..];
        let begin = if self.verifies { Continuation::verified } else { Continuation::again };
        begin(&self.basis, &self.tuning, self.heap, last)
    }

    /// The end of the next step on the way to heap `end`, for a caller that wants to stop the
    /// stream or to save it. Where the stream decides heaps without an engine, a step is short.
    pub fn step(&self, end: u64) -> u64 {
        match self.engine {
            None => end.min(self.heap.saturating_add(SINGLE_HEAPS_IN_A_STEP)),
            Some(_) => end,
        }
    }

    /// The rare values below the least common one that no option of the next heap has, as far as
    /// the window reaches. It is the heap at which the stream has halted.
    pub fn missing(&self) -> Vec<u16> {
        let next = self.heap_below(0);
        next.missing(next.least_common())
    }

    /// Takes the next heap, at which the stream has halted, for common: the caller has shown, by
    /// all values of the sequence, that those which are missing are values of its options.
    pub fn accept(&mut self) {
        self.basis.accepted.push(self.heap);
    }

    /// Decides the heap that is `back` ≥ 1 below the next one again, without blocks. A window of
    /// values before it must have been kept.
    ///
    /// # Errors
    /// [`Halt::Disagree`] if its value is another one than before, [`Halt::NotShown`] if it cannot
    /// be shown again.
    pub fn check(&self, back: usize) -> Result<(), Halt> {
        let (heap, checked) = (self.heap - back as u64, self.heap_below(back));
        let (alone, blocks) = (checked.least_common(), self.values[self.values.len() - back]);
        if alone != blocks {
            return Err(Halt::Disagree { heap, blocks, alone });
        }
        if self.basis.is_accepted(heap) { Ok(()) } else { checked.verify(alone) }
    }

    /// To be called at the end of each chunk of this many heaps: checks one heap in sixteen chunks.
    ///
    /// # Errors
    /// Those of [`Stream::check`].
    pub fn spot_check(&self, chunk: u64) -> Result<(), Halt> {
        single::heap_to_check(self.heap, chunk).map_or(Ok(()), |back| self.check(back))
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
    use crate::grundy::sparse::Sparse;

    /// The basis of 0.106, and its values up to heap 100 000.
    fn begun() -> (Basis, Vec<u16>) {
        let mut sparse = Sparse::new(&"0.106".parse().unwrap()).unwrap();
        sparse.extend(100_000).unwrap();
        let basis = Basis::new(&sparse.state(), &Tuning::chosen(), 0, 3).unwrap();
        (basis, sparse.values().to_vec())
    }

    /// A value that was changed in memory is noticed when its heap is computed again.
    #[test]
    fn a_faulty_machine() {
        let (basis, last) = begun();
        let mut stream = Stream::verified(&basis, &Tuning::chosen(), 100_001, &last).unwrap();
        stream.extend(110_000, 1000).unwrap();
        assert!((1..1000).all(|back| stream.check(back).is_ok()));
        let at = stream.values.len() - 5;
        let blocks = stream.values[at] ^ 4;
        let alone = std::mem::replace(&mut stream.values[at], blocks);
        assert_eq!(stream.check(5), Err(Halt::Disagree { heap: 109_995, blocks, alone }));
        let text = stream.check(5).unwrap_err().to_string();
        assert!(text.starts_with("G(109995) is ") && text.ends_with("is faulty"), "{text}");
    }

    /// Whoever wants all values to stay need not say how many there will be.
    #[test]
    fn all_values_stay() {
        let (basis, last) = begun();
        let mut stream = Stream::verified(&basis, &Tuning::chosen(), 100_001, &last).unwrap();
        for end in [200_000, 400_000] {
            stream.extend(end, usize::MAX).unwrap();
            assert_eq!(stream.values().len() as u64, end);
        }
    }

    #[test]
    fn too_few_last_values() {
        let (basis, values) = begun();
        let last = |count: usize| &values[100_001 - count..];
        let window = basis.window();
        assert!(Stream::verified(&basis, &Tuning::chosen(), 100_001, last(window)).is_some());
        assert!(Stream::verified(&basis, &Tuning::chosen(), 100_001, last(window - 1)).is_none());
        let length = basis.state_length;
        assert!(Stream::again(&basis, &Tuning::chosen(), 100_001, last(length)).is_some());
        assert!(Stream::again(&basis, &Tuning::chosen(), 100_001, last(length - 1)).is_none());
    }

    /// Last values made up so that the next heap has an option with every common value for which
    /// there is room.
    #[test]
    fn a_value_too_large_for_blocks() {
        let mut sparse = Sparse::new(&"4.064".parse().unwrap()).unwrap();
        sparse.extend(100_000).unwrap();
        let heap = 100_001;
        let tuning = Tuning::chosen();
        let basis = Basis::new(&sparse.state(), &tuning, 0, 3).unwrap();
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
        let mut stream = Stream::again(&basis, &tuning, heap as u64, &last).unwrap();
        stream.extend(heap as u64 + 1, 0).unwrap();
        assert!(stream.engine.is_none() && stream.values[last.len()] >= room);
        // Stopped here, it continues alone as well.
        let mut again = Stream::again(&basis, &tuning, stream.heap, stream.state()).unwrap();
        assert!(again.engine.is_none());
        let rare = &*stream.rare.clone();
        let kernel = tuning.kernel;
        for n in heap..heap + 20_000 {
            let (before, heap) = (&*last, n as u64);
            let single = SingleHeap { basis: &basis, rare, before, heap, kernel };
            last.push(single.least_common());
        }
        for stream in [&mut stream, &mut again] {
            stream.extend(heap as u64 + 20_000, 20_000).unwrap();
            assert!(stream.engine.is_some() && stream.counters().blocks > 200);
            assert!(stream.values.ends_with(&last[last.len() - 10_000..]));
        }
    }

    /// A basis with the first `heaps` values of a game, which blocks are to continue, and the next
    /// heap after twice as many with the values before it.
    fn begun_by_blocks(code: &str, heaps: usize) -> (Basis, u64, Vec<u16>) {
        let mut sparse = Sparse::new(&code.parse().unwrap()).unwrap();
        sparse.extend(2 * heaps as u64).unwrap();
        let state = sparse.state();
        let rare: Vec<u64> = state.rare.iter().map(|&r| r as u64).collect();
        let state_length = state.last_rare() + state.rules.last_place + 1;
        let first = state.values.range(..heaps).to_vec().into();
        let (rules, space) = (state.rules.clone(), state.space);
        let (accepted, superblocks) = (vec![], false);
        let basis = Basis { rules, space, rare, first, superblocks, state_length, accepted };
        (basis, 2 * heaps as u64 + 1, state.values.to_vec())
    }

    /// One value without room keeps blocks from going on as far as they look back, however far that
    /// is; and then they do.
    #[test]
    fn one_large_value_is_waited_for() {
        let (basis, heap, mut values) = begun_by_blocks("0.207", 440_000);
        assert!(basis.last_rare() > 3 * MOST_SINGLE_HEAPS as u64);
        let last = values.len() - 1;
        values[last] = 126;
        let last = &values[values.len() - basis.state_length..];
        let mut stream = Stream::again(&basis, &Tuning::chosen(), heap, last).unwrap();
        let reach = basis.last_rare();
        stream.extend(heap + reach, 0).unwrap();
        assert!(stream.engine.is_none() && stream.single_heaps as u64 == reach);
        stream.extend(heap + reach + 10_000, 0).unwrap();
        assert!(stream.engine.is_some() && stream.single_heaps == 0);
        assert!(stream.counters().blocks > 100);
    }

    /// If large values keep coming, the stream halts and names the value.
    #[test]
    fn many_large_values() {
        let (basis, heap, values) = begun_by_blocks("0.36", 12_000);
        let last = &values[values.len() - basis.state_length..];
        let mut stream = Stream::again(&basis, &Tuning::chosen(), heap, last).unwrap();
        let halt = stream.extend(heap + 200_000, 0).unwrap_err();
        let Halt::TooLarge { heap: halted, large, value } = halt else { panic!("{halt}") };
        assert_eq!((halted, stream.heap), (heap + MOST_SINGLE_HEAPS as u64, halted));
        assert!((halted - stream.values.len() as u64..halted).contains(&large) && value > 124);
        assert_eq!(stream.values[stream.values.len() - (halted - large) as usize], value);
        let text = format!(
            "heap {halted} cannot be computed by blocks of 64 heaps: G({large}) = {value} is too large"
        );
        assert!(halt.to_string().starts_with(&text), "{halt}");
    }
}
