//! Engines that compute Grundy sequences: a ladder, each rung tested against the one below.
//!
//! 1. [`naive`] the definition, O(n²) for n heaps; shares nothing with the others
//! 2. [`option_sets`] keeps the set of option values of every split: any code, also three heaps per move
//!    and digits that repeat for ever
//! 3. [`sparse`] tries rare positions only: finite codes with at most two heaps per move
//! 4. [`blocks`] does so for 64 heaps at a time, by a vector [`kernel`], for sequences with few rare
//!    heaps; the sparse engine hands over to it and takes back ([`driver::Tuning`] says when)
//! 5. [`superblocks`] does so for hundreds of heaps at a time, on all cores, for sequences with many rare
//!    heaps
//!
//! [`mod@values`] are kept as bytes while they are small.
//! [`stream`] goes on by blocks without the history, once the rare heaps have gone quiet.
//! [`space`] chooses the mask that tells rare from common. Every engine extends a sequence in
//! place and can be stopped between any two heaps. A [`guard`](driver::guard) computes heaps again now and then, and
//! [`double_check`] all of them, if asked to.

pub mod blocks;
pub mod double_check;
pub mod driver;
pub mod kernel;
mod layout;
pub mod naive;
pub mod option_sets;
mod packed;
pub mod space;
pub mod sparse;
mod state;
pub mod stream;
pub mod superblocks;
pub mod values;

use crate::code::Code;
use option_sets::Sets;
use space::SparseSpace;
use sparse::Sparse;
use values::{Slice, Values};

/// Why a Grundy value could not be computed.
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
    /// A value that the guard computed again is not what it should be.
    #[error(
        "G({heap}) = {value} is wrong, for {fault}: this is a fault of the program or of the machine, so compute again, and on another machine"
    )]
    Wrong {
        /// The heap looked at.
        heap: u64,
        /// Its value as first computed.
        value: u16,
        /// What is wrong with it.
        fault: driver::guard::Fault,
    },
    /// The sequence does not fit into memory.
    #[error("the values of heaps up to {heap} do not fit into memory: ask for fewer heaps")]
    OutOfMemory {
        /// The heap that could not be stored.
        heap: u64,
    },
}

/// What an engine that uses a sparse space has seen so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RareSet {
    /// The mask and the position parity.
    pub space: SparseSpace,
    /// How many heaps from 0 on are rare.
    pub count: u64,
    /// The last rare heap ρ, if any.
    pub last: Option<u64>,
}

/// The fastest engine that knows the rules of a code.
#[derive(Clone, Debug)]
pub enum Engine {
    /// For finite codes that leave at most two heaps.
    Sparse(Box<Sparse>),
    /// For all others.
    Sets(Sets),
}

impl Engine {
    /// Chooses the engine for `code`.
    #[must_use]
    pub fn new(code: &Code) -> Engine {
        match Sparse::new(code) {
            Some(sparse) => Engine::Sparse(Box::new(sparse)),
            None => Engine::Sets(Sets::new(code)),
        }
    }

    /// Computes G(0..=to).
    ///
    /// # Errors
    /// [`GrundyError`] if a value or the sequence is too large; the values before that heap stay.
    pub fn extend(&mut self, to: u64) -> Result<(), GrundyError> {
        match self {
            Engine::Sparse(engine) => engine.extend(to),
            Engine::Sets(engine) => engine.extend(to),
        }
    }

    /// The values so far: index n holds G(n).
    #[must_use]
    pub fn values(&self) -> Slice<'_> {
        match self {
            Engine::Sparse(engine) => engine.values(),
            Engine::Sets(engine) => Slice::Words(engine.values()),
        }
    }

    /// Gives up the engine and keeps the values.
    #[must_use]
    pub fn into_values(self) -> Values {
        match self {
            Engine::Sparse(engine) => engine.into_values(),
            Engine::Sets(engine) => Values::Words(engine.into_values()),
        }
    }

    /// How many option values have been looked at: a measure of work that depends on nothing but
    /// the code and the number of heaps.
    #[must_use]
    pub fn work(&self) -> u64 {
        match self {
            Engine::Sparse(engine) => engine.counters().work(),
            Engine::Sets(engine) => engine.work(),
        }
    }

    /// Bytes that the sequence takes.
    #[must_use]
    pub fn memory(&self) -> u64 {
        match self {
            Engine::Sparse(engine) => engine.memory(),
            Engine::Sets(engine) => engine.memory(),
        }
    }

    /// The sparse space in use and its rare heaps; `None` if this engine uses none.
    #[must_use]
    pub fn rare(&self) -> Option<RareSet> {
        match self {
            Engine::Sparse(engine) => engine.rare(),
            Engine::Sets(_) => None,
        }
    }
}

/// Makes room for the values of heaps up to `to`, and for a quarter more than there are now.
///
/// Growing by a quarter instead of doubling keeps the memory claimed close to the memory used.
fn reserve<V>(values: &mut Vec<V>, to: u64) -> Result<(), GrundyError> {
    let out_of_memory = || GrundyError::OutOfMemory { heap: to };
    let wanted = usize::try_from(to).map_err(|_| out_of_memory())?.saturating_add(1);
    let missing = wanted.saturating_sub(values.len());
    if values.capacity() - values.len() >= missing {
        return Ok(());
    }
    values.try_reserve_exact(missing.max(values.len() / 4)).map_err(|_| out_of_memory())
}
