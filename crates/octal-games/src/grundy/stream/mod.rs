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
//! # Rare heaps that turn up
//!
//! What the caller has shown to be a rare heap, by all values, is one of the basis from then on: a *distant* one,
//! because the window does not reach back to it for ever. *Followers* read the sequence once more from its beginning,
//! as far behind as that heap is large (`followers`): these are the values of the parts that it leaves. Until it is out
//! of the engine's reach, heaps are decided one by one.
//!
//! # Departures
//!
//! 1. Blocks know a heap by its parity only. So they are started at the end of a made-up sequence,
//!    first values and window side by side, and heaps are renumbered. Superblocks know the heaps of
//!    both ends by their numbers.
//! 2. To go over heaps a second time, which are known to be common, nothing is verified: the values
//!    are the x of Theorem 4. Then ρ + t + 1 last values are enough, and those of each follower.
//!
//! # Cost
//!
//! The time of [`blocks`] or [`superblocks`](super::superblocks), and nearly as much again for each follower, which
//! verifies nothing. O(window) memory, and O(L) for each follower. The window of superblocks is about as long as their
//! history: 2²⁰ heaps, or ρ if that is more.

mod basis;
mod continuation;
mod followers;
mod runner;
mod single;
mod tuning;

pub use basis::Basis;
pub use continuation::Halt;
pub use tuning::Tuning;

use super::blocks;
use super::distant::DistantRare;
use followers::Followers;
use runner::Runner;
use single::SingleHeap;

/// With followers, at most this many heaps are computed in one piece: the options that they give are kept for all of
/// them.
pub const LONGEST_PIECE: u64 = 1 << 16;
/// At most this many heaps are decided without an engine in one [step](Stream::step).
const ALONE_IN_A_STEP: u64 = 1 << 10;

/// A sequence without its history.
#[derive(Clone, Debug)]
pub struct Stream {
    basis: Basis,
    tuning: Tuning,
    runner: Runner,
    followers: Followers,
}

impl Stream {
    /// Goes on at `heap` after these last values, a window of them or more, and verifies every value. The states of its
    /// followers are those that [`Stream::follower_states`] gives; without distant rare heaps there are none.
    ///
    /// `None` if they are too few, or the engine cannot continue this sequence.
    pub fn verified(
        basis: &Basis,
        tuning: &Tuning,
        heap: u64,
        last: &[u16],
        followers: &[u16],
    ) -> Option<Stream> {
        let followers = Followers::new(basis, tuning, heap, followers)?;
        let runner = Runner::new(basis, tuning, heap, last, true)?.if_it_can(basis)?;
        Some(Stream { basis: basis.clone(), tuning: *tuning, runner, followers })
    }

    /// Goes over heaps from `heap` on that are known to be common, or known as distant rare heaps, after this
    /// [state](Stream::state); nothing is verified.
    ///
    /// `None` if it is too short, or the engine cannot continue this sequence.
    pub fn again(basis: &Basis, tuning: &Tuning, heap: u64, state: &[u16]) -> Option<Stream> {
        let behind = basis.state_size(heap)? - basis.state_length;
        let (followers, last) = state.split_at_checked(behind)?;
        let last = &last[last.len().checked_sub(basis.state_length)?..];
        let followers = Followers::new(basis, tuning, heap, followers)?;
        let runner = Runner::new(basis, tuning, heap, last, false)?.if_it_can(basis)?;
        Some(Stream { basis: basis.clone(), tuning: *tuning, runner, followers })
    }

    /// The next heap: the value of the one before is the last known.
    pub fn heap(&self) -> u64 {
        self.runner.heap()
    }

    /// The basis.
    pub fn basis(&self) -> &Basis {
        &self.basis
    }

    /// The last values, up to the heap before [`Stream::heap`].
    pub fn values(&self) -> &[u16] {
        &self.runner.values
    }

    /// All that the next values depend on, besides the basis: the states of the followers, and then the last L values.
    pub fn state(&self) -> Vec<u16> {
        let values = self.values();
        let mut state = self.follower_states();
        state.extend(&values[values.len() - self.basis.state_length..]);
        state
    }

    /// The states of the followers: for each the last L values that it has read, from the farthest to the nearest. There are
    /// none without distant rare heaps.
    ///
    /// # Panics
    /// Never: a follower keeps its state where the stream stands.
    pub fn follower_states(&self) -> Vec<u16> {
        let states = self.followers.states(&self.basis, self.heap());
        states.expect("a follower keeps its state where the stream stands")
    }

    /// How often blocks took each of their ways.
    pub fn counters(&self) -> blocks::Counters {
        self.runner.counters()
    }

    /// Computes the values of the heaps before `end`. Of the values known before, the last `keep` stay, and
    /// at least a window of them, or L if nothing is verified; the others may be dropped.
    ///
    /// # Errors
    /// [`Halt`] if a heap cannot be decided; the values before it stay.
    pub fn extend(&mut self, end: u64, keep: usize) -> Result<(), Halt> {
        let Stream { basis, tuning, runner, followers } = self;
        let begun = runner.heap();
        loop {
            let heap = runner.heap();
            // No follower may come beyond the heap at which the stream stands: that may be rare.
            let first = basis.distant.first();
            let longest = first.map_or(u64::MAX, |first| first.heap.clamp(1, LONGEST_PIECE));
            let piece = end.max(heap).min(heap.saturating_add(longest));
            followers.extend(basis, tuning, heap, piece)?;
            let distant = followers.options(basis, heap, piece);
            let distant = distant.expect("the followers have come so far");
            runner.extend(basis, piece, keep.saturating_add((heap - begun) as usize), &distant)?;
            if piece >= end {
                return Ok(());
            }
        }
    }

    /// Where it should be extended to first on its way to heap `end`, by whoever wants to stop it or save it: where the
    /// stream or a follower decides heaps without an engine, which takes much longer, that is not far.
    pub fn step(&self, end: u64) -> u64 {
        let alone_from =
            self.followers.alone_from(&self.basis).min(self.runner.alone_from(&self.basis));
        if alone_from <= self.heap() {
            end.min(self.heap().saturating_add(ALONE_IN_A_STEP))
        } else {
            end.min(alone_from)
        }
    }

    /// The rare values below the least common one that no option of the next heap has, as far as the window
    /// reaches. It is the heap at which the stream has halted.
    ///
    /// # Panics
    /// Only if the stream has distant rare heaps and was not extended since it began.
    pub fn missing(&self) -> Vec<u16> {
        let next =
            self.heap_below(0).expect("the followers have come to the heap at which it halts");
        next.missing(next.least_common())
    }

    /// Takes the next heap, at which the stream has halted, for common: the caller has shown, by all values
    /// of the sequence, that those which are missing are values of its options.
    pub fn accept(&mut self) {
        self.basis.accepted.push(self.heap());
    }

    /// Takes the next heap, at which the stream has halted, for rare, with this value: the caller has shown, by all
    /// values of the sequence, that it is the least which no option has.
    pub fn accept_rare(&mut self, value: u16) {
        self.basis.distant.push(DistantRare { heap: self.heap(), value });
    }

    /// Decides the heap that is `back` ≥ 1 below the next one again, without blocks. A window of
    /// values before it must have been kept. Nothing is decided of a distant rare heap, or if values that are needed for
    /// another one were dropped.
    ///
    /// # Errors
    /// [`Halt::Disagree`] if its value is another one than before, [`Halt::NotShown`] if it cannot be
    /// shown again.
    pub fn check(&self, back: usize) -> Result<(), Halt> {
        let heap = self.heap() - back as u64;
        let Some(checked) = self.heap_below(back) else { return Ok(()) };
        if self.basis.distant_value(heap).is_some() {
            return Ok(());
        }
        let (alone, blocks) = (checked.least_common(), self.values()[self.values().len() - back]);
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
        single::heap_to_check(self.heap(), chunk).map_or(Ok(()), |back| self.check(back))
    }

    /// The heap that is `back` below the next one, to be decided alone; `None` if values for that were dropped.
    fn heap_below(&self, back: usize) -> Option<SingleHeap<'_>> {
        let heap = self.heap() - back as u64;
        let distant = self.followers.options(&self.basis, heap, heap + 1)?;
        Some(self.runner.heap_below(&self.basis, back, &distant))
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
        let mut stream = Stream::verified(&basis, &Tuning::chosen(), 100_001, &last, &[]).unwrap();
        stream.extend(110_000, 1000).unwrap();
        assert!((1..1000).all(|back| stream.check(back).is_ok()));
        let at = stream.runner.values.len() - 5;
        let blocks = stream.runner.values[at] ^ 4;
        let alone = std::mem::replace(&mut stream.runner.values[at], blocks);
        assert_eq!(stream.check(5), Err(Halt::Disagree { heap: 109_995, blocks, alone }));
        let text = stream.check(5).unwrap_err().to_string();
        assert!(text.starts_with("G(109995) is ") && text.ends_with("is faulty"), "{text}");
    }

    /// Whoever wants all values to stay need not say how many there will be.
    #[test]
    fn all_values_stay() {
        let (basis, last) = begun();
        let mut stream = Stream::verified(&basis, &Tuning::chosen(), 100_001, &last, &[]).unwrap();
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
        assert!(Stream::verified(&basis, &Tuning::chosen(), 100_001, last(window), &[]).is_some());
        assert!(
            Stream::verified(&basis, &Tuning::chosen(), 100_001, last(window - 1), &[]).is_none()
        );
        let length = basis.state_length;
        assert!(Stream::again(&basis, &Tuning::chosen(), 100_001, last(length)).is_some());
        assert!(Stream::again(&basis, &Tuning::chosen(), 100_001, last(length - 1)).is_none());
    }
}
