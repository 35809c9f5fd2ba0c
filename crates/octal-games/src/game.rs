//! The questions that a [`Game`] answers: its values, its period, its misère quotient.

use crate::code::Game;
use crate::grundy::GrundyError;
use crate::period::Answer;
use crate::period::feed::{Chunk, Feed};
use crate::period::obtain::{ObtainError, ValueRequest};
use crate::period::search::{Event, Limits, Progress, search};
use crate::workspace::misere::limits::MisereLimits;
use crate::workspace::misere::solve::{Solved, solve};

impl Game {
    /// Returns G(0), …, G(n). O(n) memory, and the time of the engines.
    ///
    /// ```
    /// let kayles: octal_games::Game = "kayles".parse()?;
    /// assert_eq!(kayles.values(8)?, [0, 1, 2, 3, 1, 4, 3, 2, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ObtainError`] if the values do not fit into half of the machine's memory. Also if a value
    /// needs more than 16 bits and no period gives it.
    pub fn values(&self, n: u64) -> Result<Vec<u64>, ObtainError> {
        let memory = Limits::half_of_memory();
        if n.saturating_add(1).saturating_mul(size_of::<u64>() as u64) > memory {
            return Err(GrundyError::OutOfMemory { heap: n }.into());
        }
        let request = ValueRequest::new(self, n, memory);
        let known = request.obtain(&|_| true)?.expect("nothing cancels the search");
        let mut values = Vec::with_capacity(n as usize + 1);
        Feed::new(self.shift, 0, n).all(&known, |chunk| {
            match chunk {
                Chunk::Small(small) => values.extend(small.iter().map(|&v| u64::from(v))),
                Chunk::Large(large) => values.extend_from_slice(large),
            }
            Ok::<(), GrundyError>(())
        })?;
        Ok(values)
    }

    /// Returns G(n): computed, or from a proved period; `None` if the [default
    /// limits](Limits::default) are too small for both.
    ///
    /// ```
    /// let dawsons_chess: octal_games::Game = "0.137".parse()?;
    /// assert_eq!(dawsons_chess.value(10_u64.pow(15))?, Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GrundyError`] if the engine fails.
    pub fn value(&self, n: u64) -> Result<Option<u64>, GrundyError> {
        let limits = Limits::default().unasked_for(&self.code);
        let heaps = limits.heaps.min(n);
        Ok(Search { limits: Limits { heaps, ..limits }, ..self.search() }.run()?.value(n))
    }

    /// Searches for the period within the [default limits](Limits::default), and proves it.
    ///
    /// ```
    /// let game: octal_games::Game = "0.137".parse()?;
    /// let period = game.period()?.proved().ok_or("not proved")?;
    /// assert_eq!((period.preperiod, period.period), (52, 34));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GrundyError`] if the engine fails.
    pub fn period(&self) -> Result<Answer, GrundyError> {
        self.search().run()
    }

    /// Returns a search for the period, to which limits and progress can be added.
    pub fn search(&self) -> Search<'static> {
        let limits = Limits::default().unasked_for(&self.code);
        Search { game: self.clone(), limits, is_limited: false, progress: Box::new(|_| true) }
    }

    /// Returns the game under misère play, where the last player to move loses.
    pub fn misere(&self) -> MisereGame<'_> {
        MisereGame { game: self }
    }
}

/// A search for the period of a game, with its limits.
///
/// ```
/// let officers: octal_games::Game = "officers".parse()?;
/// let search = officers.search().limit(10_000).memory(1 << 24);
/// let answer = search.progress(|progress| progress.heap <= 10_000).run()?;
/// assert_eq!((answer.period, answer.verified_to), (None, 10_000));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Search<'s> {
    game: Game,
    limits: Limits,
    /// True if the caller has set a limit of heaps or work; then the other one has no default.
    is_limited: bool,
    progress: Box<dyn Fn(&Progress) -> bool + Sync + 's>,
}

impl<'s> Search<'s> {
    /// Ends the search at this heap, whatever it costs, unless a limit of work is set too.
    #[must_use]
    pub fn limit(self, heaps: u64) -> Search<'s> {
        let work = self.limits.work.filter(|_| self.is_limited);
        Search { limits: Limits { heaps, work, ..self.limits }, is_limited: true, ..self }
    }

    /// Ends the search after this many option values, about a nanosecond each, unless a limit of
    /// heaps is set too.
    #[must_use]
    pub fn work(self, option_values: u64) -> Search<'s> {
        let heaps = if self.is_limited { self.limits.heaps } else { Limits::NO_LIMIT };
        let work = Some(option_values);
        Search { limits: Limits { heaps, work, ..self.limits }, is_limited: true, ..self }
    }

    /// Allows this many bytes for the values and for what the engine keeps beside them.
    #[must_use]
    pub fn memory(self, bytes: u64) -> Search<'s> {
        Search { limits: Limits { memory: bytes, ..self.limits }, ..self }
    }

    /// Calls `progress` several times a second; the search ends when it returns `false`.
    #[must_use]
    pub fn progress<'p>(self, progress: impl Fn(&Progress) -> bool + Sync + 'p) -> Search<'p> {
        let Search { game, limits, is_limited, .. } = self;
        Search { game, limits, is_limited, progress: Box::new(progress) }
    }

    /// Searches until the period is proved or a limit is reached. The answer keeps the values.
    ///
    /// # Errors
    /// [`GrundyError`] if the engine fails.
    pub fn run(&self) -> Result<Answer, GrundyError> {
        // The limit counts the heaps of the game, which are larger than those of its code.
        let heaps = self.limits.heaps.saturating_sub(self.game.shift);
        let known =
            search(&self.game.code, &Limits { heaps, ..self.limits }, &|event| match event {
                Event::Progress(progress) => (self.progress)(&progress),
                _ => true,
            })?;
        Ok(Answer::with_values(&self.game, known, &self.limits))
    }
}

/// A game under misère play.
///
/// ```
/// let game: octal_games::Game = "0.3".parse()?;
/// assert_eq!(game.misere().quotient()?.quotient.order(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MisereGame<'g> {
    game: &'g Game,
}

impl MisereGame<'_> {
    /// Searches for the misère quotient of the code, and proves it if the
    /// [default limits](MisereLimits::default) allow.
    ///
    /// ```
    /// let game: octal_games::Game = "0.75".parse()?;
    /// let solved = game.misere().quotient()?;
    /// assert_eq!((solved.quotient.order(), solved.proof.is_some()), (8, true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GrundyError`] if the normal play of the game fails.
    pub fn quotient(&self) -> Result<Solved, GrundyError> {
        solve(&self.game.code, &MisereLimits::default(), &())
    }
}
