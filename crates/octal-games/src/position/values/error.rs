//! Reasons why the value of a heap is not known.

use std::error::Error;
use std::path::PathBuf;

use crate::code::Code;
use crate::grundy::GrundyError;
use crate::period::sequence::Stop;

/// The reason why the sequences cannot be searched at all.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SequencesError {
    /// The engine failed.
    #[error(transparent)]
    Grundy(#[from] GrundyError),
    /// The earlier searches cannot be read.
    #[error(transparent)]
    Earlier(Box<dyn Error + Send + Sync>),
}

/// Reasons why the value of a heap is not known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MissingValue {
    /// The search ended before the heap, and proved no period.
    #[error(
        "G({heap}) of {code} is not known: no period is proved up to heap {verified_to} ({}): ask for \
         smaller heaps, or allow a longer search or more memory",
        reason(*stop)
    )]
    NotReached {
        /// The heap, counted as the code does.
        heap: u64,
        /// The code.
        code: Code,
        /// The last heap that was computed.
        verified_to: u64,
        /// The reason why the search ended there.
        stop: Stop,
    },
    /// The values up to the known period do not fit into memory, so they were not computed.
    #[error(
        "G({heap}) of {code} takes {bytes} bytes: its period begins at heap {preperiod} (`{}`), and \
         all values up to there have to be computed: ask for smaller heaps, or allow more memory",
        file.display()
    )]
    TooMuchMemory {
        /// The heap, counted as the code does.
        heap: u64,
        /// The code.
        code: Code,
        /// The memory that the values take.
        bytes: u64,
        /// The heap at which the period begins, as the file says.
        preperiod: u64,
        /// The file that says so.
        file: PathBuf,
    },
    /// An earlier search went as far as this one might, and proved no period.
    #[error(
        "G({heap}) of {code} is not known: `{}` says that no period is proved up to heap \
         {verified_to}: ask for smaller heaps, or allow a longer search",
        file.display()
    )]
    SearchedInVain {
        /// The heap, counted as the code does.
        heap: u64,
        /// The code.
        code: Code,
        /// The last heap that the earlier search computed.
        verified_to: u64,
        /// The file that states it.
        file: PathBuf,
    },
}

/// The reason why a search ended without an answer, in words.
const fn reason(stop: Stop) -> &'static str {
    match stop {
        Stop::Heaps => "the limit of heaps",
        Stop::Work => "the limit of work",
        Stop::Memory => "the limit of memory",
        Stop::ValueTooLarge => "the next value is larger than 65535",
        Stop::Proof | Stop::Cancelled => "the search ended",
    }
}
