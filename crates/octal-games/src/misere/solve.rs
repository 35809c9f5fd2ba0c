//! The misère quotient of a game: heap by heap, until it is proved for all heaps.
//!
//! The heaps are those of the standard form, to which first cousins bring the code. It is the same
//! game heap by heap, also in misère play (Theorem 2 of [`crate::theory`]). *Moves that change
//! nothing* in normal play do change misère play, so they stay as they are. After every heap two
//! theorems are tried on the heaps of the code itself. Theorem M uses a period of the pretending
//! function, and Theorem K the end of the rogues.

use super::extend::{Partial, Stair};
use super::infinite::Infinite;
use super::kernel::{self, NimValues, NormalKernel};
use super::limits::{Meter, MisereLimits, MisereStop, MisereWatcher};
use super::monoid::Element;
use super::pretending::{self, PhiPeriod};
use super::quotient::Quotient;
use crate::code::{Code, cousins};
use crate::grundy::{Engine, GrundyError};

/// The theorem by which a partial quotient determines the whole game.
///
/// ```
/// use octal_games::{Game, misere::Proof};
/// let solved = "0.123".parse::<Game>()?.misere().quotient()?;
/// assert!(matches!(solved.proof, Some(Proof::Period(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Theorem M: the pretending function is periodic.
    Period(PhiPeriod),
    /// Theorem K: from some heap on, misère play is normal play.
    Kernel(NimValues),
}

/// The known facts about the misère play of a game.
///
/// ```
/// let game: octal_games::Game = "0.75".parse()?;
/// let solved = game.misere().quotient()?;
/// assert!(solved.proof.is_some());
/// assert_eq!((solved.quotient.order(), solved.last_change()), (8, 5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Solved {
    /// The rules.
    pub code: Code,
    /// The verified quotient of the heaps up to [`Quotient::last_heap`].
    pub quotient: Quotient,
    /// The heaps at which the partial quotient changes, from heap 0 on.
    pub staircase: Vec<Stair>,
    /// The proof for all heaps, if there is one.
    pub proof: Option<Proof>,
    /// The evidence that the quotient of one heap more, and so that of the whole game, is infinite,
    /// if it is known.
    pub infinite: Option<Infinite>,
    /// The reason why the search ended.
    pub stop: MisereStop,
    /// The limits of the search.
    pub limits: MisereLimits,
    /// The number of elements that were examined.
    pub work: u64,
}

impl Solved {
    /// The first heap at which the partial quotient is wild; one that is infinite is no quotient of
    /// Nim with heaps up to some size.
    pub fn wild_at(&self) -> Option<usize> {
        let wild = self.staircase.iter().find(|stair| !stair.is_tame).map(|stair| stair.heap);
        wild.or(self.infinite.as_ref().map(|infinite| infinite.larger))
    }

    /// The last heap at which the partial quotient changes.
    pub fn last_change(&self) -> usize {
        self.staircase.last().map_or(0, |stair| stair.heap)
    }
}

/// Takes in heaps until the quotient of the whole game is proved or a limit is reached.
///
/// # Errors
/// [`GrundyError`] if the Grundy values for Theorem K cannot be had.
///
/// ```
/// use octal_games::workspace::misere::{limits::MisereLimits, solve::solve};
/// let solved = solve(&"0.75".parse()?, &MisereLimits::heaps(100), &())?;
/// assert_eq!(solved.quotient.order(), 8);
/// assert!(solved.proof.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(
    code: &Code,
    limits: &MisereLimits,
    watcher: &dyn MisereWatcher,
) -> Result<Solved, GrundyError> {
    QuotientSearch::new(code, limits, watcher, Wanted::Game).run(|_, _| Ok(()))
}

/// Takes in heaps up to the limit, and proves nothing beyond them.
pub fn partial(code: &Code, limits: &MisereLimits, watcher: &dyn MisereWatcher) -> Solved {
    let search = QuotientSearch::new(code, limits, watcher, Wanted::Heaps);
    let solved: Result<Solved, GrundyError> = search.run(|_, _| Ok(()));
    solved.unwrap_or_else(|_| unreachable!("Grundy values are wanted for proofs alone"))
}

/// The aim of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A proof for the whole game.
    Game,
    /// The partial quotient of the heaps up to the limit.
    Heaps,
}

/// A search on its way.
pub struct QuotientSearch<'w> {
    code: Code,
    /// The shift: heap n of the standard form is heap n + shift of the code.
    shift: usize,
    limits: MisereLimits,
    /// The partial quotient, and the candidate for the next heap.
    pub partial: Partial,
    /// The work done, and its limits.
    pub meter: Meter<'w>,
    prover: Option<QuotientProver>,
}

impl<'w> QuotientSearch<'w> {
    /// Before the first heap.
    pub fn new(
        code: &Code,
        limits: &MisereLimits,
        watcher: &'w dyn MisereWatcher,
        wanted: Wanted,
    ) -> QuotientSearch<'w> {
        let (form, shift) = cousins::standard_form(code);
        QuotientSearch {
            code: code.clone(),
            shift: shift as usize,
            limits: *limits,
            partial: Partial::new(&form),
            meter: Meter::new(*limits, watcher),
            prover: (wanted == Wanted::Game).then(|| QuotientProver::new(code)),
        }
    }

    /// The last heap of the code that is taken in.
    pub fn last_heap(&self) -> usize {
        self.partial.quotient().last_heap().saturating_add(self.shift)
    }

    /// Runs to the end. After every step the caller's `keep` receives the partial quotient, and
    /// `true` after the last step.
    ///
    /// # Errors
    /// [`GrundyError`] if the Grundy values for a proof cannot be had, and the errors of `keep`.
    pub fn run<E: From<GrundyError>>(
        mut self,
        mut keep: impl FnMut(&Partial, bool) -> Result<(), E>,
    ) -> Result<Solved, E> {
        let at_limit = if self.prover.is_some() { MisereStop::Heaps } else { MisereStop::Complete };
        let (mut proof, mut is_whole) = (None, true);
        let stop = loop {
            if is_whole && self.partial.quotient().last_heap() > 0 {
                proof = self.prove()?;
            }
            if proof.is_some() {
                break MisereStop::Proof;
            }
            if self.last_heap() >= self.limits.heaps {
                break at_limit;
            }
            match self.partial.step(&mut self.meter) {
                Ok(taken_in) => is_whole = taken_in,
                Err(stop) => break stop,
            }
            keep(&self.partial, false)?;
        };
        keep(&self.partial, true)?;
        Ok(self.solved(proof, stop))
    }

    /// The proof for all heaps, if there is one.
    fn prove(&mut self) -> Result<Option<Proof>, GrundyError> {
        let Some(prover) = &mut self.prover else { return Ok(None) };
        prover.prove(self.partial.quotient(), self.shift)
    }

    /// The known facts if the search stops now.
    pub fn stopped(self, stop: MisereStop) -> Solved {
        self.solved(None, stop)
    }

    fn solved(self, proof: Option<Proof>, stop: MisereStop) -> Solved {
        let last = self.last_heap().min(self.limits.heaps);
        let (quotient, mut staircase, infinite) = self.partial.into_parts();
        staircase[1..].iter_mut().for_each(|stair| stair.heap += self.shift);
        Solved {
            code: self.code,
            quotient: quotient.shifted(self.shift, last),
            staircase,
            proof,
            infinite: infinite.map(|found| found.shifted(self.shift)),
            stop,
            limits: self.limits,
            work: self.meter.work(),
        }
    }
}

/// Tries the theorems as the heaps come in.
struct QuotientProver {
    code: Code,
    engine: Engine,
    /// The Grundy values computed, as numbers.
    grundy: Vec<u64>,
    /// The values of the heaps of the code.
    phi: Vec<Element>,
    order: usize,
    kernel: Option<NormalKernel>,
}

impl QuotientProver {
    fn new(code: &Code) -> QuotientProver {
        let engine = Engine::new(code);
        QuotientProver {
            code: code.clone(),
            engine,
            grundy: vec![],
            phi: vec![],
            order: 0,
            kernel: None,
        }
    }

    fn prove(&mut self, quotient: &Quotient, shift: usize) -> Result<Option<Proof>, GrundyError> {
        // The order grows whenever the quotient changes.
        if self.order != quotient.order() {
            self.order = quotient.order();
            self.kernel = NormalKernel::of(quotient);
            self.phi = vec![0; shift];
        }
        let known = self.phi.len() - shift;
        self.phi.extend(&quotient.phi()[known..]);
        if let Some(period) = pretending::prove_period(&self.code, &self.phi) {
            return Ok(Some(Proof::Period(period)));
        }
        Ok(self.prove_kernel(quotient)?.map(Proof::Kernel))
    }

    fn prove_kernel(&mut self, quotient: &Quotient) -> Result<Option<NimValues>, GrundyError> {
        let Some(kernel) = &self.kernel else { return Ok(None) };
        let heaps = self.phi.len() - 1;
        let needed = kernel::last_heap(&self.code, kernel.last_rogue(&self.phi));
        if needed.is_none_or(|needed| needed > heaps) {
            return Ok(None);
        }
        self.engine.extend(heaps as u64)?;
        let values = self.engine.values();
        self.grundy.extend((self.grundy.len()..=heaps).map(|n| u64::from(values[n])));
        Ok(NimValues::prove(&self.code, quotient, kernel, (&self.phi, &self.grundy)))
    }
}
