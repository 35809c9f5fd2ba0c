//! The misère quotient of a game: heap by heap, until it is proved for all heaps.
//!
//! The heaps are those of the standard form, to which first cousins bring the code: the same game
//! heap by heap, also in misère play (Theorem 2 of [`crate::theory`]). *Moves that change nothing* in
//! normal play do change misère play, so they stay as they are. After every heap the two theorems are
//! tried on the heaps of the code itself: M, the period of the pretending function, and K, the end of
//! the rogues.

use super::extend::{Partial, Stair};
use super::infinite::Infinite;
use super::kernel::{self, NimValues, NormalKernel};
use super::limits::{Meter, MisereLimits, MisereStop, MisereWatcher};
use super::monoid::Element;
use super::periodic::{self, PhiPeriod};
use super::quotient::Quotient;
use crate::code::{Code, cousins};
use crate::grundy::{Engine, GrundyError};

/// Why a partial quotient tells the whole game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Theorem M: the pretending function is periodic.
    Period(PhiPeriod),
    /// Theorem K: from some heap on, misère play is normal play.
    Kernel(NimValues),
}

/// What is known of the misère play of a game.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The rules.
    pub code: Code,
    /// The verified quotient of the heaps up to [`Quotient::last_heap`].
    pub quotient: Quotient,
    /// The heaps at which the partial quotient changes, from heap 0 on.
    pub staircase: Vec<Stair>,
    /// The proof for all heaps, if there is one.
    pub proof: Option<Proof>,
    /// Why the quotient of one heap more is infinite, if it is known to be.
    pub infinite: Option<Infinite>,
    /// Why the search ended.
    pub stop: MisereStop,
    /// How far it might have gone.
    pub limits: MisereLimits,
}

impl Solved {
    /// The first heap at which the partial quotient is wild.
    #[must_use]
    pub fn wild_at(&self) -> Option<usize> {
        self.staircase.iter().find(|stair| !stair.is_tame).map(|stair| stair.heap)
    }

    /// The last heap at which the partial quotient changes.
    #[must_use]
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
/// use octal::misere::{limits::MisereLimits, solve::solve};
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
    let prover = QuotientProver::new(code);
    search(code, limits, watcher, Some(prover))
}

/// Takes in heaps up to the limit, and proves nothing beyond them.
#[must_use]
pub fn partial(code: &Code, limits: &MisereLimits, watcher: &dyn MisereWatcher) -> Solved {
    let solved = search(code, limits, watcher, None);
    solved.unwrap_or_else(|_| unreachable!("Grundy values are wanted for proofs alone"))
}

fn search(
    code: &Code,
    limits: &MisereLimits,
    watcher: &dyn MisereWatcher,
    mut prover: Option<QuotientProver>,
) -> Result<Solved, GrundyError> {
    let (form, shift) = cousins::standard_form(code);
    let shift = shift as usize;
    let mut meter = Meter::new(*limits, watcher);
    let mut partial = Partial::new(&form);
    let (mut proof, mut stop) =
        (None, prover.as_ref().map_or(MisereStop::Complete, |_| MisereStop::Heaps));
    while partial.quotient().last_heap().saturating_add(shift) < limits.heaps {
        if let Err(why) = partial.extend(&mut meter) {
            stop = why;
            break;
        }
        proof = match &mut prover {
            Some(prover) => prover.prove(partial.quotient(), shift)?,
            None => None,
        };
        if proof.is_some() {
            stop = MisereStop::Proof;
            break;
        }
    }
    let (quotient, mut staircase, mut infinite) = partial.into_parts();
    staircase[1..].iter_mut().for_each(|stair| stair.heap += shift);
    infinite.iter_mut().for_each(|found| found.shift(shift));
    let last = (quotient.last_heap() + shift).min(limits.heaps);
    Ok(Solved {
        code: code.clone(),
        quotient: quotient.shifted(shift, last),
        staircase,
        proof,
        infinite,
        stop,
        limits: *limits,
    })
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
        if let Some(period) = periodic::prove(&self.code, &self.phi) {
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
