//! The errors of long searches.

use std::io;
use std::path::{Path, PathBuf};

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
    /// The search in the directory is of another game.
    #[error("`{}` holds a search of {found}, not of {code}: name another directory", .path.display())]
    OtherGame {
        /// The directory.
        path: PathBuf,
        /// The game of that search.
        found: String,
        /// The game asked for.
        code: String,
    },
    /// The search has come further than is asked for.
    #[error(
        "the search in `{}` has come to heap {reached}, beyond {asked}: ask for more heaps, or name another \
        directory", .path.display()
    )]
    Past {
        /// The directory.
        path: PathBuf,
        /// The last heap that it knows.
        reached: u64,
        /// The last heap asked for.
        asked: u64,
    },
    /// A file of the search is damaged or missing, or is none of this program.
    #[error(
        "cannot use `{}`: {reason}; restore it from a copy, or remove `checkpoint` beside it to continue from the \
         values that are left, or the directory to begin again", .path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The fault.
        reason: String,
    },
    /// A bookmark cannot be made, or cannot be used, for this reason.
    #[error("no bookmark: {0}")]
    Bookmark(String),
    /// No engine continues the sequence of the checkpoint, whose next heap is this.
    #[error(
        "the search cannot be continued at heap {0}: its checkpoint is not one of this program"
    )]
    Unusable(u64),
    /// Values were asked for that are not known.
    #[error("the heaps before {end} are asked for, and the search has reached heap {reached}")]
    Beyond {
        /// One more than the last heap asked for.
        end: u64,
        /// The next heap of the search.
        reached: u64,
    },
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
        ResumableError::Damaged { path: path.to_path_buf(), reason: reason.into() }
    }
}

impl From<KernelError> for ResumableError {
    fn from(error: KernelError) -> ResumableError {
        GrundyError::from(error).into()
    }
}
