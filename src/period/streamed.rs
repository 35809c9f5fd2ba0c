//! The values of a sequence beyond those that memory holds, where its rare heaps have gone quiet.
//!
//! Then the last values decide the next ([`crate::grundy::stream`]), so that memory stays bounded
//! however many values are wanted. Each value is verified as in memory. A heap that cannot be
//! shown to be common ends the sequence: only the history could tell its value.
//!
//! The time of blocks ([`crate::grundy::blocks`]); a few megabytes.

use super::feed::Feed;
use super::search::Limits;
use crate::code::Code;
use crate::grundy::driver::Tuning;
use crate::grundy::stream::{Basis, Halt, Stream};
use crate::grundy::values::Slice;
use crate::grundy::{GrundyError, RareSet, State};
use crate::rules::Rules;

/// The longest window of last values that is kept, and its least share of the values in memory.
const WINDOW: usize = 1 << 16;
const SHARE: usize = 8;

/// Heaps computed at once.
const CHUNK: u64 = 1 << 16;

/// One heap in so many chunks is computed a second time, without blocks.
const CHECK_EVERY: u64 = 16;

/// Why the values end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BeyondError {
    /// A heap cannot be decided without the history.
    #[error(
        "{code}: {halt}, and to decide that all values up to there are needed: allow {bytes} bytes \
        with --memory"
    )]
    NeedsHistory {
        /// The code; its heaps are those of the halt.
        code: Code,
        /// What could not be done.
        halt: Halt,
        /// The memory that all values up to there take.
        bytes: u64,
    },
    /// The same heap has two values.
    #[error("{code}: {halt}")]
    Faulty {
        /// The code; its heaps are those of the halt.
        code: Code,
        /// The heap and its values.
        halt: Halt,
    },
}

/// A sequence that goes on without its history.
#[derive(Clone, Debug)]
pub struct Beyond {
    code: Code,
    stream: Stream,
}

impl Beyond {
    /// Goes on after these values, of which the rare heaps are those of `rare`.
    ///
    /// `None` if that is impossible: the code has no splits, its rare heaps have not been quiet for
    /// long, or there are too many of them for blocks.
    ///
    /// # Errors
    /// [`GrundyError::Kernel`] if the kernel asked for cannot be used.
    pub fn new(
        code: &Code,
        values: Slice<'_>,
        rare: Option<RareSet>,
    ) -> Result<Option<Beyond>, GrundyError> {
        let Some((rules, rare)) = Rules::of(code).zip(rare) else { return Ok(None) };
        let (tuning, window) = (Tuning::DEFAULT, WINDOW.min(values.len() / SHARE));
        let state = State::new(&rules, values, rare);
        let Some(basis) = Basis::new(&state, &tuning.blocks, window, 3) else {
            return Ok(None);
        };
        let last = values.range(values.len() - basis.window()..).to_vec();
        let (heap, kernel) = (values.len() as u64, tuning.kernel().map_err(GrundyError::from)?);
        let stream = Stream::verified(&basis, &tuning.blocks, kernel, heap, &last);
        Ok(stream.map(|stream| Beyond { code: code.clone(), stream }))
    }

    /// Hands out all that `feed` still wants. It has handed out all wanted values before. The sink is
    /// told the heap that was reached; over heaps that are not wanted it is called without values, so
    /// that it can end the sequence.
    ///
    /// # Errors
    /// [`BeyondError`] after the values of all heaps before the one that it names; any error of the
    /// sink.
    pub fn feed<E: From<BeyondError>>(
        &mut self,
        feed: &mut Feed,
        mut sink: impl FnMut(u64, &[u16]) -> Result<(), E>,
    ) -> Result<(), E> {
        while !feed.is_done() {
            let heap = self.stream.heap();
            let end = (heap + 1).next_multiple_of(CHUNK).min(feed.last() + 1);
            let keep = self.stream.basis().window() + CHUNK as usize;
            let extended = self.stream.extend(end, keep);
            let new = (self.stream.heap() - heap) as usize;
            let values = self.stream.values();
            let reached = self.stream.heap();
            match reached <= feed.heap() {
                true => sink(reached, &[])?,
                false => {
                    let new = values[values.len() - new..].into();
                    feed.part(heap, new, |chunk| sink(reached, chunk))?;
                }
            }
            extended.and_then(|()| self.check(end)).map_err(|halt| self.error(halt))?;
        }
        Ok(())
    }

    /// Computes a heap of the last chunk again if it is one of those that are checked.
    fn check(&self, end: u64) -> Result<(), Halt> {
        if !end.is_multiple_of(CHECK_EVERY * CHUNK) {
            return Ok(());
        }
        // A hash of the chunk chooses the heap.
        let back = end.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        self.stream.check(1 + (back % CHUNK) as usize)
    }

    fn error(&self, halt: Halt) -> BeyondError {
        let code = self.code.clone();
        match halt {
            Halt::Disagree { .. } => BeyondError::Faulty { code, halt },
            _ => {
                BeyondError::NeedsHistory { code, halt, bytes: Limits::memory_for(halt.heap() + 1) }
            }
        }
    }
}
