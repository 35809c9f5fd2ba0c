//! Errors of computing a value.

use super::kernel;
use std::fmt;

/// The reason why a Grundy value could not be computed.
///
/// ```
/// use octal_games::grundy::GrundyError;
/// let error = GrundyError::ValueTooLarge { heap: 70_000 }.to_string();
/// assert!(error.starts_with("G(70000) is larger than 65535"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GrundyError {
    /// A value does not fit in 16 bits.
    #[error(
        "G({heap}) is larger than 65535, the largest value this program stores: ask for heaps below {heap}"
    )]
    ValueTooLarge {
        /// The first heap with such a value.
        heap: u64,
    },
    /// The kernel asked for cannot be used.
    #[error(transparent)]
    Kernel(#[from] kernel::KernelError),
    /// A value is not the one that the guard computed.
    #[error(
        "G({heap}) = {value} is wrong, for {fault}: this is a fault of the program or of the machine, so compute again, and on another machine"
    )]
    Wrong {
        /// The heap computed again.
        heap: u64,
        /// Its value as first computed.
        value: u16,
        /// The fault.
        fault: Fault,
    },
    /// The next step would take more bytes than the engine may use.
    #[error(
        "to continue after heap {heap} takes {bytes} bytes, more than are allowed: allow more memory"
    )]
    MemoryLimit {
        /// The last heap computed.
        heap: u64,
        /// The bytes that it takes.
        bytes: u64,
    },
    /// The sequence does not fit into memory.
    #[error("the values of heaps up to {heap} do not fit into memory: ask for fewer heaps")]
    OutOfMemory {
        /// The heap that could not be stored.
        heap: u64,
    },
}

/// A fault of a value.
///
/// ```
/// use octal_games::grundy::Fault;
/// assert_eq!(Fault::Missing(3).to_string(), "no option has the value 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// An option has the value.
    IsOption,
    /// No option has this smaller value.
    Missing(u16),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::IsOption => write!(f, "an option has the same value"),
            Fault::Missing(value) => write!(f, "no option has the value {value}"),
        }
    }
}
