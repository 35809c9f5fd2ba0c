//! Partial quotients heap by heap, every one of them verified.
//!
//! ```text
//! for heap h = n + 1 with the values T of its options
//!     h has no option: its value is 1
//!     some element x of the quotient answers no context of T, and leaves open no more than is
//!     covered, or than the verification allows: its value is x, and the quotient stays
//!     else: candidate := trial with h set free
//!         while the candidate fails, first at the position f
//!             candidate := the first trial with some heaps of f set free that is right at f
//! ```
//!
//! Theorem V of [`crate::theory::misere`] accepts or refuses; how candidates come about needs no
//! proof. It is not known beforehand that this ends: the partial quotient may be infinite, and
//! where Theorem I shows it, the search ends. The least failures increase, so no candidate comes
//! twice.
//!
//! Cost of a heap that changes nothing: O(|T| + |Q|²/64). Sources `[PlaSie2008]`, and for the
//! values of heaps that change nothing ("mex interpolation") `[Siegel2019]`.

use super::candidate::{attempt, mend};
use super::infinite::{self, Infinite};
use super::limits::{Meter, MisereStop};
use super::monoid::{Bits, Element};
use super::quotient::Quotient;
use super::trial::Cycle;
use super::types::{Type, Types, answered, option_values};
use super::verify::{Closure, verify, verify_last};
use crate::code::Code;

/// A heap at which the quotient changes.
///
/// ```
/// let game: octal_games::Game = "0.75".parse()?;
/// let last = game.misere().quotient()?.staircase.pop().ok_or("no heap")?;
/// assert_eq!((last.heap, last.order, last.p_portion), (5, 8, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stair {
    /// The first heap of which the partial quotient is this large.
    pub heap: usize,
    /// |Q|.
    pub order: usize,
    /// |P|.
    pub p_portion: usize,
    /// True if the partial quotient is tame.
    pub is_tame: bool,
}

/// The verified partial quotient of the heaps up to some heap, ready to take in the next one.
#[derive(Clone, Debug)]
pub struct Partial {
    code: Code,
    quotient: Quotient,
    types: Types,
    closure: Closure,
    staircase: Vec<Stair>,
    infinite: Option<Infinite>,
    /// The candidate for the quotient with the next heap, still to be verified.
    candidate: Option<Quotient>,
}

/// The judgement on a candidate.
enum Judged {
    /// It is the larger quotient, and this is the evidence.
    Right(Types, Closure),
    /// The next candidate.
    Mended(Quotient),
}

impl Partial {
    /// Before the first heap.
    pub fn new(code: &Code) -> Partial {
        Partial {
            code: code.clone(),
            quotient: Quotient::trivial(),
            types: Types::default(),
            closure: Closure::empty(1),
            staircase: vec![Stair { heap: 0, order: 1, p_portion: 0, is_tame: true }],
            infinite: None,
            candidate: None,
        }
    }

    /// Resumes another search, if that quotient is the one of its heaps.
    ///
    /// # Errors
    /// [`MisereStop`] if the limits are reached before this is verified.
    pub fn resume(
        code: &Code,
        (quotient, staircase): (Quotient, Vec<Stair>),
        candidate: Option<Quotient>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Partial>, MisereStop> {
        let verified = meter.scoped(|meter| {
            let candidate = candidate.as_ref().map_or(0, Quotient::memory);
            meter.hold(quotient.memory() + candidate)?;
            let types = Types::of(code, &quotient, meter)?;
            let closure = verify(&quotient, &types, meter)?.ok();
            Ok::<_, MisereStop>(closure.map(|closure| (types, closure)))
        })?;
        let Some((types, closure)) = verified else { return Ok(None) };
        let code = code.clone();
        let infinite = None;
        Ok(Some(Partial { code, quotient, types, closure, staircase, infinite, candidate }))
    }

    /// The rules.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// The quotient of the heaps up to [`Quotient::last_heap`].
    pub fn quotient(&self) -> &Quotient {
        &self.quotient
    }

    /// The heaps at which the quotient changes, from heap 0 on.
    pub fn staircase(&self) -> &[Stair] {
        &self.staircase
    }

    /// The candidate for the quotient with the next heap, if it is not verified yet.
    pub fn candidate(&self) -> Option<&Quotient> {
        self.candidate.as_ref()
    }

    /// The quotient, the heaps at which it changes, and the evidence that the next quotient is
    /// infinite, if found.
    pub(crate) fn into_parts(self) -> (Quotient, Vec<Stair>, Option<Infinite>) {
        (self.quotient, self.staircase, self.infinite)
    }

    /// The number of pairs of the evidence.
    pub fn pairs(&self) -> usize {
        self.closure.pairs()
    }

    /// Takes in the next heap.
    ///
    /// # Errors
    /// [`MisereStop`] if a limit is reached, no candidate is right, or the quotient is infinite.
    /// The quotient that is verified stays.
    pub fn extend(&mut self, meter: &mut Meter<'_>) -> Result<(), MisereStop> {
        while !self.step(meter)? {}
        Ok(())
    }

    /// Adds the next heap, or finds or mends a candidate for it. True if the heap was added.
    ///
    /// # Errors
    /// See [`Partial::extend`]; the last candidate stays, too.
    pub fn step(&mut self, meter: &mut Meter<'_>) -> Result<bool, MisereStop> {
        meter.scoped(|meter| {
            let candidate = self.candidate.as_ref().map_or(0, Quotient::memory);
            let evidence = self.types.memory() + self.closure.memory();
            meter.hold(self.quotient.memory() + candidate + evidence)?;
            self.step_within(meter)
        })
    }

    /// A step beside what is held before it.
    fn step_within(&mut self, meter: &mut Meter<'_>) -> Result<bool, MisereStop> {
        meter.progress.heap = self.quotient.last_heap();
        meter.progress.order = self.quotient.order();
        meter.progress.candidate = self.candidate.as_ref().map(Quotient::order);
        if let Some(candidate) = self.candidate.take() {
            return match self.judge(&candidate, meter) {
                Ok(Judged::Right(types, closure)) => {
                    self.accept(candidate, types, closure);
                    Ok(true)
                }
                Ok(Judged::Mended(mended)) => {
                    self.candidate = Some(mended);
                    Ok(false)
                }
                Err(stop) => {
                    self.candidate = Some(candidate);
                    Err(stop)
                }
            };
        }
        let heap = self.quotient.last_heap() + 1;
        let monoid = self.quotient.monoid();
        let options =
            option_values(&self.code, heap, self.quotient.phi(), |x, y| monoid.product(x, y));
        meter.spend(4 * heap as u64)?;
        if options.is_empty() {
            self.quotient.push(0);
            return Ok(true);
        }
        if self.keep(heap, options, meter)? {
            return Ok(true);
        }
        let free = vec![Cycle { heap, index: 2, period: 2 }];
        let first = attempt(&self.code, &self.quotient, free, None, meter)?;
        self.candidate = Some(first.ok_or(MisereStop::Unmended)?);
        Ok(false)
    }

    /// True if the heap has a value in the quotient as it is.
    fn keep(
        &mut self,
        heap: usize,
        options: Vec<Element>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, MisereStop> {
        let order = self.quotient.order();
        meter.hold(4 * options.len() as u64 + 12 * order as u64 + 3 * Bits::bytes(order))?;
        let answered = answered(&self.quotient, &options);
        meter.spend((order * (options.len() + order) / 32) as u64)?;
        let possible = |&x: &Element| self.quotient.avoids(x, &answered);
        let candidates: Vec<Element> = (0..order as Element).filter(possible).collect();
        let mut undecided = vec![];
        for x in candidates {
            let contexts = self.quotient.contexts(x);
            let open = |z: &usize| !contexts.contains(*z) && !answered.contains(*z);
            let open: Vec<Element> = (0..order).filter(open).map(|z| z as Element).collect();
            meter.spend(order as u64)?;
            if self.closure.covers(x, &open) {
                self.types.insert(Type { heap, value: x, options, answered });
                self.quotient.push(x);
                return Ok(true);
            }
            if open.first() != Some(&0) {
                undecided.push(x);
            }
        }
        for x in undecided {
            if self.accepts(heap, x, &options, meter)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// True if the heap has this value; then its type is added to the evidence.
    fn accepts(
        &mut self,
        heap: usize,
        value: Element,
        options: &[Element],
        meter: &mut Meter<'_>,
    ) -> Result<bool, MisereStop> {
        meter.hold(self.types.memory() + self.closure.memory())?;
        let mut types = self.types.clone();
        types.insert(Type::new(&self.quotient, heap, value, options.to_vec()));
        let closure = self.closure.clone();
        let Ok(closure) = verify_last(&self.quotient, &types, closure, meter)? else {
            return Ok(false);
        };
        (self.types, self.closure) = (types, closure);
        self.quotient.push(value);
        Ok(true)
    }

    /// Verifies the candidate for the larger quotient, or finds the next candidate.
    fn judge(&mut self, candidate: &Quotient, meter: &mut Meter<'_>) -> Result<Judged, MisereStop> {
        let heap = candidate.last_heap();
        let each = if candidate.monoid().has_table() { 1 } else { candidate.order() };
        meter.spend((heap * heap * each) as u64)?;
        let verified = meter.scoped(|meter| {
            let types = Types::of(&self.code, candidate, meter)?;
            let verified = verify(candidate, &types, meter)?;
            Ok::<_, MisereStop>(verified.map(|closure| (types, closure)))
        })?;
        let failure = match verified {
            Ok((types, closure)) => return Ok(Judged::Right(types, closure)),
            Err(failure) => failure,
        };
        self.infinite = infinite::prove(&self.code, candidate, &failure, meter)?;
        if self.infinite.is_some() {
            return Err(MisereStop::Infinite);
        }
        Ok(Judged::Mended(mend(&self.code, candidate, &failure, meter)?))
    }

    fn accept(&mut self, quotient: Quotient, types: Types, closure: Closure) {
        let (order, p_portion) = (quotient.order(), quotient.p_portion().count());
        let (heap, is_tame) = (quotient.last_heap(), quotient.is_tame());
        self.staircase.push(Stair { heap, order, p_portion, is_tame });
        (self.quotient, self.types, self.closure) = (quotient, types, closure);
    }
}
