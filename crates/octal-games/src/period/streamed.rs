//! The values of a sequence beyond those that memory holds, once its rare heaps have gone quiet.
//!
//! From then on the last values decide the next ([`crate::grundy::stream`]), so that memory stays
//! bounded however many values are wanted. Each value is verified as in memory. A heap that cannot
//! be shown to be common ends the sequence: its value would need the history.
//!
//! Cost: the time of the engine in use, blocks or superblocks, and the memory of a window: a few
//! megabytes.

use super::feed::Feed;
use super::search::Limits;
use crate::code::Code;
use crate::grundy::driver::Tuning;
use crate::grundy::stream::{Basis, Halt, Stream};
use crate::grundy::values::Slice;
use crate::grundy::{GrundyError, RareSet, State};
use crate::rules::Rules;

/// The stream keeps a window of at most this many last values.
const LONGEST_WINDOW: usize = 1 << 16;
/// There must be this many values in memory for each value of the window.
const VALUES_PER_WINDOW_VALUE: usize = 8;

/// The stream computes this many heaps at a time.
const HEAPS_AT_ONCE: u64 = 1 << 16;

/// The reason why the values end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BeyondError {
    /// A heap cannot be decided without the history.
    #[error(
        "{code}: {halt}, and to decide that, all values up to there are needed: allow {bytes} bytes \
        of memory"
    )]
    NeedsHistory {
        /// The code; its heaps are those of the halt.
        code: Code,
        /// The step that was not possible.
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

/// A sequence that continues without its history.
#[derive(Clone, Debug)]
pub struct Beyond {
    code: Code,
    stream: Stream,
}

impl Beyond {
    /// Continues after these values, whose rare heaps are those of `rare`.
    ///
    /// `None` if that is impossible: the code has no splits, or its rare heaps have not been quiet
    /// for long enough.
    ///
    /// # Errors
    /// [`GrundyError::Kernel`] if the kernel asked for cannot be used.
    pub fn new(
        code: &Code,
        values: Slice<'_>,
        rare: Option<RareSet>,
    ) -> Result<Option<Beyond>, GrundyError> {
        let Some((rules, rare)) = Rules::of(code).zip(rare) else { return Ok(None) };
        let tuning = Tuning::DEFAULT.stream().map_err(GrundyError::from)?;
        let window = LONGEST_WINDOW.min(values.len() / VALUES_PER_WINDOW_VALUE);
        let state = State::new(&rules, values, rare);
        let Some(basis) = Basis::new(&state, &tuning, window, 3) else {
            return Ok(None);
        };
        let last = values.range(values.len() - basis.window()..).to_vec();
        let stream = Stream::verified(&basis, &tuning, values.len() as u64, &last);
        Ok(stream.map(|stream| Beyond { code: code.clone(), stream }))
    }

    /// Passes on all values that `feed` has not passed on, which must all lie beyond those in
    /// memory. The sink receives the heap that the stream has reached and the new values. For heaps
    /// before the first wanted one it receives no values, so that it can still cancel the stream.
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
            let end = (heap + 1).next_multiple_of(HEAPS_AT_ONCE).min(feed.last() + 1);
            let keep = self.stream.basis().window() + HEAPS_AT_ONCE as usize;
            let extended = self.stream.extend(end, keep);
            let new = (self.stream.heap() - heap) as usize;
            let values = self.stream.values();
            let reached = self.stream.heap();
            if reached <= feed.heap() {
                sink(reached, &[])?;
            } else {
                let new = values[values.len() - new..].into();
                feed.part(heap, new, |chunk| sink(reached, chunk))?;
            }
            extended
                .and_then(|()| self.stream.spot_check(HEAPS_AT_ONCE))
                .map_err(|halt| self.error(halt))?;
        }
        Ok(())
    }

    fn error(&self, halt: Halt) -> BeyondError {
        let code = self.code.clone();
        match halt {
            Halt::Disagree { .. } => BeyondError::Faulty { code, halt },
            _ => {
                let bytes = Limits::memory_for_any_engine(halt.heap() + 1);
                BeyondError::NeedsHistory { code, halt, bytes }
            }
        }
    }
}
