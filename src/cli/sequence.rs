//! The values of a game as far as a verb wants them, computed or from a proved period.

use anyhow::anyhow;
use octal::code::Game;
use octal::grundy::values::Slice;
use octal::period::search::{Limits, Search, Step, Watch, search};
use octal::period::sequence::{Known, Stop};
use octal::period::streamed::Beyond;

use super::common::limits::LimitArgs;
use super::common::progress::SearchBar;

/// Where a search gives up that could only end by a proof, because memory is too small for all
/// the values: no period so far was proved later.
const PROOF_BY: u64 = 1 << 26;

/// How many heaps beyond the last one wanted are computed at most, and never more than it has.
const PROOF_BEYOND: u64 = 500;

/// Computes the values up to heap n of the game, or enough of them to prove its period; `None` if
/// interrupted.
///
/// # Errors
/// If the values do not fit into memory, or are larger than the program can store.
pub fn known_to(game: &Game, n: u64, memory: Option<u64>) -> anyhow::Result<Option<Known>> {
    Wanted::new(game, n, memory).known()
}

/// The same for a table of values: computed somewhat beyond heap n, if that costs next to nothing,
/// so that the table can name the period.
///
/// # Errors
/// Those of [`known_to`].
pub fn known_for_table(game: &Game, n: u64, memory: Option<u64>) -> anyhow::Result<Option<Known>> {
    Wanted::new(game, n, memory).and_its_period().known()
}

/// Values that are wanted, and what may be spent on them.
pub struct Wanted<'a> {
    game: &'a Game,
    n: u64,
    /// Heap n as the code counts.
    last: u64,
    limits: Limits,
}

impl<'a> Wanted<'a> {
    /// The values up to heap n of the game.
    pub fn new(game: &'a Game, n: u64, memory: Option<u64>) -> Wanted<'a> {
        let last = n.saturating_sub(game.shift);
        let limits = Limits { heaps: last, work: None, memory: LimitArgs::memory(memory) };
        Wanted { game, n, last, limits }
    }

    /// The same with somewhat more values, if that costs next to nothing.
    pub fn and_its_period(mut self) -> Wanted<'a> {
        self.limits.heaps = self.last + self.last.min(PROOF_BEYOND);
        self
    }

    /// The limits of a search that ends in vain if it proves no period, if there is not enough
    /// memory even for one byte a value.
    fn first_limits(&self) -> Limits {
        match self.limits.last_heap(1) {
            fits if fits < self.last => Limits { heaps: fits.min(PROOF_BY), ..self.limits },
            _ => self.limits,
        }
    }

    /// Computes the values, or enough of them to prove the period; `None` if interrupted.
    fn known(&self) -> anyhow::Result<Option<Known>> {
        let code = &self.game.code;
        let known = search(code, &self.first_limits(), &SearchBar::new(code))?;
        if self.is_short(known.stop, known.verified_to()) {
            return Err(self.refusal(&known));
        }
        Ok((known.stop != Stop::Cancelled).then_some(known))
    }

    /// The same, and if memory is too small for all the values, what computes those beyond. As soon
    /// as it is certain that all will be known, `new` is called with those known so far, again and
    /// again.
    ///
    /// # Errors
    /// Those of [`known_to`] and of `new`.
    pub fn known_and_beyond(
        &self,
        watch: &dyn Watch,
        mut new: impl FnMut(Slice<'_>) -> anyhow::Result<()>,
    ) -> anyhow::Result<Option<(Known, Option<Beyond>)>> {
        let code = &self.game.code;
        let mut search = Search::new(code, &self.first_limits());
        // Values from 256 on take two bytes, and whether there are any is not known before.
        if self.limits.last_heap(2) < self.last {
            while search.step(watch)? != Step::Ended {}
            let verified_to = search.values().len() as u64 - 1;
            if search.stop() == Some(Stop::Heaps)
                && verified_to < self.last
                && Beyond::new(code, search.values(), search.rare())?.is_some()
            {
                search.go_on(&self.limits);
            }
        }
        while search.step(watch)? != Step::Ended {
            new(search.values())?;
        }
        let known = search.into_known();
        let (stop, verified_to) = (known.stop, known.verified_to());
        if !self.is_short(stop, verified_to) {
            return Ok((stop != Stop::Cancelled).then_some((known, None)));
        }
        let beyond = match stop {
            Stop::ValueTooLarge => None,
            _ => Beyond::new(code, known.values(), known.rare)?,
        };
        let beyond = beyond.ok_or_else(|| self.refusal(&known))?;
        Ok(Some((known, Some(beyond))))
    }

    /// Whether a search that has ended so knows too little.
    fn is_short(&self, stop: Stop, verified_to: u64) -> bool {
        let ended = matches!(stop, Stop::ValueTooLarge | Stop::Heaps | Stop::Memory);
        ended && verified_to < self.last
    }

    /// Why the values are not known up to the last that is wanted.
    fn refusal(&self, known: &Known) -> anyhow::Error {
        let Wanted { game, n, last, limits } = self;
        let (verified_to, width) = (known.verified_to(), known.values().width());
        match known.stop {
            Stop::ValueTooLarge => anyhow!(
                "G({}) is larger than 65535, the largest value this program stores: ask for less",
                verified_to + 1 + game.shift
            ),
            _ => anyhow!(
                "the values up to heap {n} need {} bytes and no period of {game} was proved up to \
                 heap {verified_to}: ask for heaps up to {}, or allow more --memory",
                u128::from(*last) * u128::from(width),
                limits.last_heap(width)
            ),
        }
    }
}
/// How far a search for the period alone goes, beyond the values that are wanted: a second or so.
const PERIOD: Limits = Limits { heaps: 1 << 24, work: Some(1_000_000_000), memory: 1 << 28 };

/// The same game with its period, if a short search proves it; else `known` as it is. `None` if
/// interrupted.
///
/// # Errors
/// Those of [`search`].
pub fn with_period(known: Known) -> anyhow::Result<Option<Known>> {
    if known.finding.period().is_some() {
        return Ok(Some(known));
    }
    let further = search(&known.code, &PERIOD, &SearchBar::new(&known.code))?;
    Ok(match further.stop {
        Stop::Cancelled => None,
        _ if further.finding.proved().is_some() => Some(further),
        _ => Some(known),
    })
}
