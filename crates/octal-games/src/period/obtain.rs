//! The values of a game up to a heap, within a limit of memory: kept, or replaced by a proved
//! period, or streamed.
//!
//! ```text
//! search as far as memory holds one byte a value
//! if that proves the period, or reaches heap n: done
//! if the rare heaps have gone quiet: keep what is in memory, and stream the values beyond
//! else: refuse, and say how much memory heap n needs
//! ```
//!
//! ```
//! use octal_games::Game;
//! use octal_games::workspace::period::obtain::ValueRequest;
//!
//! // The first values of Kayles prove its period, so a megabyte is enough for heap 10^15.
//! let kayles: Game = "kayles".parse()?;
//! let request = ValueRequest::new(&kayles, 10_u64.pow(15), 1 << 20);
//! let known = request.obtain(&|_| true)?.ok_or("cancelled")?;
//! assert_eq!(known.value(10_u64.pow(15)), Some(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::search::{EventCallback, Limits, PeriodSearch, Step, search};
use super::sequence::{Known, Stop};
use super::streamed::Beyond;
use crate::code::Game;
use crate::grundy::values::Slice;
use crate::grundy::{GrundyError, RareSet};

/// Where memory is too small for all values, a search succeeds only by a proof. It gives up at this
/// heap: every proof that such a search has found came earlier.
const LAST_HEAP_FOR_A_PROOF: u64 = 1 << 26;

/// A request for a table computes at most min(n, this number) heaps beyond heap n to prove the
/// period.
const MOST_HEAPS_BEYOND: u64 = 500;

/// The limits of a search for the period alone, after the values are known: about a second.
const PERIOD_SEARCH: Limits = Limits { heaps: 1 << 24, work: Some(1_000_000_000), memory: 1 << 28 };

/// The reason why the values up to a heap cannot be obtained.
///
/// ```
/// use octal_games::{Game, ObtainError};
/// // Heap n of this game has the value n, which 16 bits hold up to 65535. A proof gives the others.
/// assert_eq!("nim".parse::<Game>()?.values(70_000)?[70_000], 70_000);
/// let error = ObtainError::ValueTooLarge { heap: 9 }.to_string();
/// assert!(error.starts_with("G(9) is larger than 65535"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ObtainError {
    /// The engine failed.
    #[error(transparent)]
    Grundy(#[from] GrundyError),
    /// A value does not fit into 16 bits.
    #[error(
        "G({heap}) is larger than 65535, the largest value this program stores: ask for smaller \
         heaps"
    )]
    ValueTooLarge {
        /// The first heap with such a value, as the game counts.
        heap: u64,
    },
    /// The values do not fit into memory, no period replaces them, and they cannot be streamed.
    #[error(
        "the values up to heap {n} do not fit into the memory allowed, and no period of {game} was proved up to heap \
         {verified_to}: ask for heaps up to that one, or allow {bytes} bytes"
    )]
    OutOfMemory {
        /// The game.
        game: Game,
        /// The last heap that was asked for.
        n: u64,
        /// The bytes that are enough for all values up to heap n.
        bytes: u64,
        /// The last heap that was computed, as the game counts.
        verified_to: u64,
    },
}

/// A request for the values of a game up to a heap, with the memory that may be spent on it.
#[derive(Clone, Copy, Debug)]
pub struct ValueRequest<'a> {
    game: &'a Game,
    n: u64,
    /// Heap n as the code counts.
    last: u64,
    limits: Limits,
}

/// The values that a [`ValueRequest`] obtained.
#[derive(Clone, Debug)]
pub struct Obtained {
    /// The known values of the code in memory, and its period if that is proved.
    pub known: Known,
    /// Computes the values that `known` lacks, if memory is too small for them.
    pub beyond: Option<Beyond>,
}

impl<'a> ValueRequest<'a> {
    /// A request for the values up to heap n of the game, with this many bytes of memory for them.
    pub const fn new(game: &'a Game, n: u64, memory: u64) -> ValueRequest<'a> {
        let last = n.saturating_sub(game.shift);
        ValueRequest { game, n, last, limits: Limits { heaps: last, work: None, memory } }
    }

    /// The same request with at most 500 more heaps, and at most twice as many, so that a table of
    /// the values can name the period.
    pub fn and_its_period(mut self) -> ValueRequest<'a> {
        self.limits.heaps = self.last.saturating_add(self.last.min(MOST_HEAPS_BEYOND));
        self
    }

    /// Computes the values, or enough of them to prove the period; `None` if `watch` cancelled
    /// the search.
    ///
    /// # Errors
    /// [`ObtainError`] if the values do not fit into memory or into 16 bits.
    pub fn obtain(&self, watch: &EventCallback<'_>) -> Result<Option<Known>, ObtainError> {
        let known = search(&self.game.code, &self.first_limits(), watch)?;
        if self.is_short(&known) {
            return Err(self.refusal(&known));
        }
        Ok((known.stop != Stop::Cancelled).then_some(known))
    }

    /// Computes the values as [`ValueRequest::obtain`] does, and streams those that memory cannot
    /// hold. As soon as it is certain that all values will be known, the search calls `receive`
    /// after each step with all values computed up to then. `None` if `watch` cancelled.
    ///
    /// # Errors
    /// Those of [`ValueRequest::obtain`] and of `receive`.
    pub fn obtain_or_stream<E: From<ObtainError>>(
        &self,
        watch: &EventCallback<'_>,
        mut receive: impl FnMut(Slice<'_>) -> Result<(), E>,
    ) -> Result<Option<Obtained>, E> {
        let mut search = self.begin(watch)?;
        while search.step(watch).map_err(ObtainError::from)? != Step::Ended {
            receive(search.values())?;
        }
        let known = search.into_known();
        if !self.is_short(&known) {
            let beyond = None;
            return Ok((known.stop != Stop::Cancelled).then_some(Obtained { known, beyond }));
        }
        let beyond = match known.stop {
            Stop::ValueTooLarge => None,
            _ => self.beyond(known.values(), known.rare)?,
        };
        match beyond {
            None => Err(self.refusal(&known).into()),
            beyond => Ok(Some(Obtained { known, beyond })),
        }
    }

    /// Begins the search. If the values may not fit into memory, it first runs until it is certain
    /// that all will be known, so that none are written in vain.
    fn begin(&self, watch: &EventCallback<'_>) -> Result<PeriodSearch, ObtainError> {
        let mut search = PeriodSearch::new(&self.game.code, &self.first_limits());
        // Values from 256 on take two bytes. At the beginning it is not known if any occurs.
        if self.limits.last_heap(2) < self.last {
            while search.step(watch)? != Step::Ended {}
            let verified_to = search.values().len() as u64 - 1;
            if search.stop() == Some(Stop::Heaps)
                && verified_to < self.last
                && self.beyond(search.values(), search.rare())?.is_some()
            {
                search.resume(&self.limits);
            }
        }
        Ok(search)
    }

    /// The stream that continues these values, if their rare heaps have gone quiet.
    fn beyond(
        &self,
        values: Slice<'_>,
        rare: Option<RareSet>,
    ) -> Result<Option<Beyond>, ObtainError> {
        Ok(Beyond::new(&self.game.code, values, rare)?)
    }

    /// The limits of the first search. Where memory is too small even for one byte a value, that
    /// search can only succeed by a proof, and ends early.
    fn first_limits(&self) -> Limits {
        match self.limits.last_heap(1) {
            fits if fits < self.last => {
                Limits { heaps: fits.min(LAST_HEAP_FOR_A_PROOF), ..self.limits }
            }
            _ => self.limits,
        }
    }

    /// True if a search ended before the last heap of the request, at a limit.
    fn is_short(&self, known: &Known) -> bool {
        let ended = matches!(known.stop, Stop::ValueTooLarge | Stop::Heaps | Stop::Memory);
        ended && known.verified_to() < self.last
    }

    /// The reason why the values are not known up to the last heap of the request.
    fn refusal(&self, known: &Known) -> ObtainError {
        let verified_to = known.verified_to();
        match known.stop {
            Stop::ValueTooLarge => {
                ObtainError::ValueTooLarge { heap: verified_to + 1 + self.game.shift }
            }
            _ => ObtainError::OutOfMemory {
                game: self.game.clone(),
                n: self.n,
                bytes: Limits::memory_for_any_engine(self.last),
                verified_to: verified_to + self.game.shift,
            },
        }
    }
}

/// The sequence with its period, if a search of about a second proves it; else `known` unchanged.
/// `None` if `watch` cancelled the search.
///
/// # Errors
/// Those of [`search`].
pub fn with_period(known: Known, watch: &EventCallback<'_>) -> Result<Option<Known>, GrundyError> {
    if known.finding.period().is_some() {
        return Ok(Some(known));
    }
    let further = search(&known.code, &PERIOD_SEARCH.unasked_for(&known.code), watch)?;
    Ok(match further.stop {
        Stop::Cancelled => None,
        _ if further.finding.proved().is_some() => Some(further),
        _ => Some(known),
    })
}
