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
//! proof. It is not known beforehand that this ends: the partial quotient may be infinite, and where
//! Theorem I shows it, the search ends. The least failures increase, so no candidate comes twice.
//!
//! Cost of a heap that changes nothing: O(|T| + |Q|²/64). Sources `[PlaSie2008]`, and for the
//! values of heaps that change nothing ("mex interpolation") `[Siegel2017]`.

use super::candidate::candidate;
use super::infinite::{self, Infinite};
use super::limits::{Meter, MisereStop};
use super::monoid::Element;
use super::quotient::Quotient;
use super::trial::{Cycle, Trial};
use super::types::{Type, Types, answered, option_values};
use super::verify::{Closure, Word, verify, verify_last};
use crate::code::Code;

/// A heap at which the quotient changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stair {
    /// The first heap of which the partial quotient is this large.
    pub heap: usize,
    /// |Q|.
    pub order: usize,
    /// |P|.
    pub p_portion: usize,
    /// Whether it is tame.
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
}

/// What becomes of a trial.
enum Mended {
    Candidate(Quotient),
    /// None is right; whether some were left out for want of memory.
    None(Option<MisereStop>),
}

/// How often the indices of the heaps set free are raised before the search gives up.
const MOST_RAISES: usize = 4;

impl Partial {
    /// Before the first heap.
    #[must_use]
    pub fn new(code: &Code) -> Partial {
        Partial {
            code: code.clone(),
            quotient: Quotient::trivial(),
            types: Types::default(),
            closure: Closure::empty(1),
            staircase: vec![Stair { heap: 0, order: 1, p_portion: 0, is_tame: true }],
            infinite: None,
        }
    }

    /// The rules.
    #[must_use]
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// The quotient of the heaps up to [`Quotient::last_heap`].
    #[must_use]
    pub fn quotient(&self) -> &Quotient {
        &self.quotient
    }

    /// The heaps at which the quotient changes, from heap 0 on.
    #[must_use]
    pub fn staircase(&self) -> &[Stair] {
        &self.staircase
    }

    /// The quotient, the heaps at which it changes, and why that of the next heap is infinite, if it was
    /// found to be.
    #[must_use]
    pub fn into_parts(self) -> (Quotient, Vec<Stair>, Option<Infinite>) {
        (self.quotient, self.staircase, self.infinite)
    }

    /// How many pairs the evidence has.
    #[must_use]
    pub fn pairs(&self) -> usize {
        self.closure.pairs()
    }

    /// Takes in the next heap.
    ///
    /// # Errors
    /// [`MisereStop`] if a limit is reached, no candidate is right, or the quotient is infinite. The
    /// quotient so far stays.
    pub fn extend(&mut self, meter: &mut Meter<'_>) -> Result<(), MisereStop> {
        meter.progress.heap = self.quotient.last_heap();
        meter.progress.order = self.quotient.order();
        let heap = self.quotient.last_heap() + 1;
        let monoid = self.quotient.monoid();
        let options =
            option_values(&self.code, heap, self.quotient.phi(), |x, y| monoid.product(x, y));
        meter.spend(4 * heap as u64)?;
        if options.is_empty() {
            self.quotient.push(0);
            return Ok(());
        }
        if self.keep(heap, options, meter)? {
            return Ok(());
        }
        self.change(heap, meter)
    }

    /// Whether the heap has a value in the quotient as it is.
    fn keep(
        &mut self,
        heap: usize,
        options: Vec<Element>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, MisereStop> {
        let order = self.quotient.order();
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

    /// Whether the heap has this value; then the evidence takes in its type.
    fn accepts(
        &mut self,
        heap: usize,
        value: Element,
        options: &[Element],
        meter: &mut Meter<'_>,
    ) -> Result<bool, MisereStop> {
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

    /// Finds the larger quotient with this heap.
    fn change(&mut self, heap: usize, meter: &mut Meter<'_>) -> Result<(), MisereStop> {
        let free = vec![Cycle { heap, index: 2, period: 2 }];
        let first = self.attempt(&self.quotient, free, None, meter)?;
        let mut candidate = first.ok_or(MisereStop::Unmended)?;
        loop {
            meter.progress.candidate = Some(candidate.order());
            let each = if candidate.monoid().has_table() { 1 } else { candidate.order() };
            meter.spend((heap * heap * each) as u64)?;
            let types = Types::of(&self.code, &candidate);
            match verify(&candidate, &types, meter)? {
                Ok(closure) => {
                    self.accept(candidate, types, closure);
                    meter.progress.candidate = None;
                    return Ok(());
                }
                Err(failure) => {
                    self.infinite = infinite::prove(&self.code, &candidate, &failure, meter)?;
                    if self.infinite.is_some() {
                        return Err(MisereStop::Infinite);
                    }
                    candidate = self.mend(&candidate, &failure, meter)?;
                }
            }
        }
    }

    fn accept(&mut self, quotient: Quotient, types: Types, closure: Closure) {
        let (order, p_portion) = (quotient.order(), quotient.p_portion().count());
        let (heap, is_tame) = (quotient.last_heap(), quotient.is_tame());
        self.staircase.push(Stair { heap, order, p_portion, is_tame });
        (self.quotient, self.types, self.closure) = (quotient, types, closure);
    }

    /// The first trial that is right where the candidate fails.
    fn mend(
        &self,
        candidate: &Quotient,
        failure: &Word,
        meter: &mut Meter<'_>,
    ) -> Result<Quotient, MisereStop> {
        let mut reason = MisereStop::Unmended;
        for raise in 0..MOST_RAISES {
            match self.mend_with(candidate, failure, 2 * raise, meter)? {
                Mended::Candidate(mended) => return Ok(mended),
                Mended::None(stop) => reason = stop.unwrap_or(reason),
            }
        }
        Err(reason)
    }

    fn mend_with(
        &self,
        candidate: &Quotient,
        failure: &Word,
        raise: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Mended, MisereStop> {
        let wanted = Some((failure.as_slice(), !candidate.is_p_position(failure)));
        let mut left_out = None;
        for subset in subsets(candidate, failure, raise) {
            match self.attempt(candidate, subset, wanted, meter) {
                Ok(Some(mended)) => return Ok(Mended::Candidate(mended)),
                Ok(None) => {}
                Err(MisereStop::Memory) => left_out = Some(MisereStop::Memory),
                Err(stop) => return Err(stop),
            }
        }
        Ok(Mended::None(left_out))
    }

    /// The candidate with these heaps set free, if it is right where it is wanted to be.
    fn attempt(
        &self,
        quotient: &Quotient,
        free: Vec<Cycle>,
        wanted: Option<(&[usize], bool)>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Quotient>, MisereStop> {
        let trial = Trial::new(&self.code, quotient, free, meter)?;
        candidate(&trial, wanted, meter)
    }
}

/// More different heaps than this are not set free in all ways.
const MOST_HEAPS: usize = 10;

/// The ways to set some heaps of a position free, small ones first.
fn subsets(candidate: &Quotient, failure: &Word, raise: usize) -> Vec<Vec<Cycle>> {
    let mut heaps = failure.clone();
    heaps.dedup();
    heaps.truncate(MOST_HEAPS);
    let cycle = |&heap: &usize| {
        let exponent = failure.iter().filter(|h| **h == heap).count();
        let (index, _) = candidate.monoid().index_and_period(candidate.phi()[heap]);
        let index = index.max(exponent - 1) + raise;
        Cycle { heap, index, period: (index.saturating_sub(4) / 2 * 2).max(2) }
    };
    let cycles: Vec<Cycle> = heaps.iter().map(cycle).collect();
    let chosen = |set: u32| {
        let is_in = |i: &usize| set >> i & 1 == 1;
        (0..cycles.len()).filter(is_in).map(|i| cycles[i]).collect::<Vec<_>>()
    };
    let mut subsets: Vec<Vec<Cycle>> = (1..1 << cycles.len()).map(chosen).collect();
    let size = |set: &Vec<Cycle>| (set.len(), set.iter().map(|c| c.index + c.period).product());
    subsets.sort_by_key(|set| -> (usize, usize) { size(set) });
    subsets
}
