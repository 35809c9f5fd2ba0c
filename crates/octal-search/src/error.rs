//! The errors of long searches.

use std::io;
use std::path::{Path, PathBuf};

use crate::code::Code;
use crate::grundy::GrundyError;
use crate::grundy::kernel::KernelError;
use crate::grundy::stream::Halt;

/// The reason why a long search cannot continue. A path is that of its directory, unless another one
/// is named.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ResumableError {
    /// Another process works on the directory.
    #[error("another process searches in `{}`: wait for it, or name another directory", .0.display())]
    Locked(PathBuf),
    /// The directory is used for something else: it holds a file of this name.
    #[error(
        "`{}` holds `{}`, which is none of the files of a search: move it away, or name a new directory",
        .0.display(), .1
    )]
    Foreign(PathBuf, String),
    /// The directory holds no search.
    #[error("there is no search in `{}`", .0.display())]
    Nothing(PathBuf),
    /// The directory holds values, and no checkpoint that says how far the search has come.
    #[error(
        "`{}` holds the values of a search, and no `checkpoint`: a search for its code continues with them",
        .0.display()
    )]
    NoCheckpoint(PathBuf),
    /// The directory holds the search of an older version of this program, with this file.
    #[error(
        "`{}` holds `{}`, which an older version of this program wrote: continue with that version, or remove \
         `record` and `standing.json` there to continue from the values in the directory", .0.display(), .1
    )]
    OlderVersion(PathBuf, &'static str),
    /// The directory in which that of a search would be made, the second path, is not there.
    #[error(
        "cannot make `{}`: there is no directory `{}`, create it first",
        .0.display(), .1.display()
    )]
    NoParent(PathBuf, PathBuf),
    /// The search in the directory is of the first of these games, and the second is asked for.
    #[error("`{}` holds a search of {}, not of {}: name another directory", .0.display(), .1, .2)]
    OtherGame(PathBuf, Code, Code),
    /// The search has come to the first of these heaps, and is to end at the second.
    #[error(
        "the search in `{}` has come to heap {}, beyond {}: ask for more heaps, or name another directory",
        .0.display(), .1, .2
    )]
    Past(PathBuf, u64, u64),
    /// A file of the search is damaged or missing, or is none of this program.
    #[error("cannot use `{}`: {reason}; {remedy}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The fault.
        reason: String,
        /// The ways to continue.
        remedy: &'static str,
    },
    /// A file has the first of these versions, and this program reads the second.
    #[error(
        "cannot use `{}`: its version is {}, and this program reads version {}: continue with the program that \
         wrote it, or name another directory", .0.display(), .1, .2
    )]
    OtherVersion(PathBuf, u32, u32),
    /// A bookmark cannot be made, or cannot be used, for this reason.
    #[error("no bookmark: {0}")]
    Bookmark(&'static str),
    /// No engine continues the sequence of the checkpoint, whose next heap is this.
    #[error(
        "the search cannot be continued at heap {0}: its checkpoint is not one of this program"
    )]
    Unusable(u64),
    /// Values up to the first of these heaps were asked for; the second is the next of the search.
    #[error("the heaps before {0} are asked for, and the search has reached heap {1}")]
    Beyond(u64, u64),
    /// The search needs more memory than it may have. Its checkpoint stays.
    #[error("{reason}: to continue, allow {bytes} bytes of memory or more")]
    NeedsMemory {
        /// The reason.
        reason: String,
        /// The memory that is enough to continue.
        bytes: u64,
    },
    /// A stream halted on heaps that it had been over before, or gave one heap two values.
    #[error(transparent)]
    Halt(#[from] Halt),
    /// The callback asked the search to stop.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// An engine failed.
    #[error(transparent)]
    Grundy(#[from] GrundyError),
    /// The system refused access to a file or directory.
    #[error("cannot {action} `{}`", .path.display())]
    Io {
        /// The action: "open", "read", "write" or "remove".
        action: &'static str,
        /// The file or directory.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

/// The callback of a replay asked to stop.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

impl ResumableError {
    /// True if more memory helps.
    pub const fn is_lack_of_memory(&self) -> bool {
        matches!(self, ResumableError::NeedsMemory { .. })
    }

    pub(super) fn io(action: &'static str, path: &Path, source: io::Error) -> ResumableError {
        ResumableError::Io { action, path: path.to_path_buf(), source }
    }

    pub(super) fn damaged(path: &Path, reason: impl Into<String>) -> ResumableError {
        let remedy = "restore it from a copy, or remove `checkpoint` beside it to continue from the \
                      values that are left, or the directory to begin again";
        ResumableError::Damaged { path: path.to_path_buf(), reason: reason.into(), remedy }
    }

    /// The same error with another remedy, if it is that of a damaged file.
    pub(super) fn with_remedy(mut self, other: &'static str) -> ResumableError {
        if let ResumableError::Damaged { remedy, .. } = &mut self {
            *remedy = other;
        }
        self
    }
}

impl From<KernelError> for ResumableError {
    fn from(error: KernelError) -> ResumableError {
        GrundyError::from(error).into()
    }
}
