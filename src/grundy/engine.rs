//! The fastest way to a sequence, whatever the code.

use super::driver::{Driver, Tuning};
use super::error::GrundyError;
use super::option_sets::OptionSets;
use super::space::RareSet;
use super::values::{Slice, Values};
use crate::code::Code;

/// The fastest engine that knows the rules of a code.
#[derive(Clone, Debug)]
pub enum Engine {
    /// For finite codes that leave at most two heaps: the sparse engine, blocks and superblocks, each
    /// where it is the fastest.
    Driver(Box<Driver>),
    /// For all others.
    OptionSets(OptionSets),
}

impl Engine {
    /// Chooses the engine for `code`.
    #[must_use]
    pub fn new(code: &Code) -> Engine {
        Engine::with(code, Tuning::DEFAULT)
    }

    /// The same with another tuning of the driver.
    #[must_use]
    pub fn with(code: &Code, tuning: Tuning) -> Engine {
        match Driver::with(code, tuning) {
            Some(driver) => Engine::Driver(Box::new(driver)),
            None => Engine::OptionSets(OptionSets::new(code)),
        }
    }

    /// Goes on after the values of the heaps 0, …, N, which were computed before; without values, from
    /// the beginning. The values that follow are the same, and the work counted begins at 0.
    ///
    /// O(N); for a code that leaves three heaps, or has infinitely many digits, most of what it took to
    /// compute them but for the splits into three.
    #[must_use]
    pub fn again(code: &Code, tuning: Tuning, values: Values) -> Engine {
        match Driver::again(code, tuning, values) {
            Ok(driver) => Engine::Driver(Box::new(driver)),
            Err(values) => Engine::OptionSets(OptionSets::again(code, values.as_slice())),
        }
    }

    /// Computes G(0..=to).
    ///
    /// # Errors
    /// [`GrundyError`] if a value or the sequence is too large; the values before that heap stay.
    pub fn extend(&mut self, to: u64) -> Result<(), GrundyError> {
        match self {
            Engine::Driver(driver) => driver.extend(to),
            Engine::OptionSets(engine) => engine.extend(to),
        }
    }

    /// The values computed: index n holds G(n).
    #[must_use]
    pub fn values(&self) -> Slice<'_> {
        match self {
            Engine::Driver(driver) => driver.values(),
            Engine::OptionSets(engine) => Slice::Words(engine.values()),
        }
    }

    /// Gives up the engine and keeps the values.
    #[must_use]
    pub fn into_values(self) -> Values {
        match self {
            Engine::Driver(driver) => driver.into_values(),
            Engine::OptionSets(engine) => Values::Words(engine.into_values()),
        }
    }

    /// How many option values have been looked at: a measure of work that depends on nothing but
    /// the code and the number of heaps.
    #[must_use]
    pub fn work(&self) -> u64 {
        match self {
            Engine::Driver(driver) => driver.counters().work(),
            Engine::OptionSets(engine) => engine.work(),
        }
    }

    /// Bytes that the sequence takes.
    #[must_use]
    pub fn memory(&self) -> u64 {
        match self {
            Engine::Driver(driver) => driver.memory(),
            Engine::OptionSets(engine) => engine.memory(),
        }
    }

    /// The sparse space in use and its rare heaps; `None` if this engine uses none.
    #[must_use]
    pub fn rare(&self) -> Option<RareSet> {
        match self {
            Engine::Driver(driver) => driver.rare(),
            Engine::OptionSets(_) => None,
        }
    }
}
