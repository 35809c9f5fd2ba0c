//! The fastest way to a sequence, whatever the code.

use super::driver::{Driver, Tuning};
use super::error::GrundyError;
use super::option_sets::OptionSets;
use super::space::RareSet;
use super::triples::Triples;
use super::values::{Slice, Values};
use crate::code::Code;

/// The fastest engine that knows the rules of a code.
///
/// ```
/// use octal_games::grundy::Engine;
/// let mut engine = Engine::new(&"0.07".parse()?);
/// engine.extend(10)?;
/// assert_eq!(engine.values(), [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum Engine {
    /// For finite codes that leave at most two heaps, without far splitting places: the sparse
    /// engine, blocks and superblocks, each where it is the fastest.
    Driver(Box<Driver>),
    /// For finite codes that leave three heaps.
    Triples(Triples),
    /// For all others.
    OptionSets(OptionSets),
}

impl Engine {
    /// Chooses the engine for `code`.
    pub fn new(code: &Code) -> Engine {
        Engine::with(code, Tuning::DEFAULT)
    }

    /// The same with another tuning of the driver.
    #[doc(hidden)]
    pub fn with(code: &Code, tuning: Tuning) -> Engine {
        if let Some(driver) = Driver::with(code, tuning) {
            return Engine::Driver(Box::new(driver));
        }
        let triples = Triples::new(code).map(Engine::Triples);
        triples.unwrap_or_else(|| Engine::OptionSets(OptionSets::new(code)))
    }

    /// Continues after the values of the heaps 0, …, N, which were computed before. Without values
    /// it begins at heap 0. The values that follow are the same, and the work counted begins at 0.
    /// `None` if `continues` returns false. It is called now and then, at heaps where this takes
    /// long.
    ///
    /// O(N); for a code that leaves three heaps, or has infinitely many digits, O(N²), without the
    /// splits into three.
    #[doc(hidden)]
    pub fn again(
        code: &Code,
        tuning: Tuning,
        values: Values,
        continues: &dyn Fn(usize) -> bool,
    ) -> Option<Engine> {
        let values = match Driver::again(code, tuning, values) {
            Ok(driver) => return Some(Engine::Driver(Box::new(driver))),
            Err(values) => values,
        };
        let triples = Triples::again(code, values.as_slice()).map(Engine::Triples);
        let sets = || OptionSets::again(code, values.as_slice(), continues).map(Engine::OptionSets);
        triples.or_else(sets)
    }

    /// Computes G(0..=to).
    ///
    /// # Errors
    /// [`GrundyError`] if a value or the sequence is too large; the values before that heap stay.
    pub fn extend(&mut self, to: u64) -> Result<(), GrundyError> {
        match self {
            Engine::Driver(driver) => driver.extend(to),
            Engine::Triples(engine) => engine.extend(to),
            Engine::OptionSets(engine) => engine.extend(to),
        }
    }

    /// The values computed: index n holds G(n).
    pub fn values(&self) -> Slice<'_> {
        match self {
            Engine::Driver(driver) => driver.values(),
            Engine::Triples(engine) => Slice::Words(engine.values()),
            Engine::OptionSets(engine) => Slice::Words(engine.values()),
        }
    }

    /// Gives up the engine and keeps the values.
    pub fn into_values(self) -> Values {
        match self {
            Engine::Driver(driver) => driver.into_values(),
            Engine::Triples(engine) => Values::Words(engine.into_values()),
            Engine::OptionSets(engine) => Values::Words(engine.into_values()),
        }
    }

    /// The work of the heaps computed, about one for each option value looked at. It depends on
    /// nothing but the code and the number of heaps, see [`Driver::work`].
    pub fn work(&self) -> u64 {
        match self {
            Engine::Driver(driver) => driver.work(),
            Engine::Triples(engine) => engine.work(),
            Engine::OptionSets(engine) => engine.work(),
        }
    }

    /// Sets the most bytes that the sequence, and the data kept to continue it, may take from now
    /// on. Only the driver heeds this, since some of its engines begin by taking several bytes a
    /// heap at once.
    #[doc(hidden)]
    pub fn set_memory_limit(&mut self, bytes: u64) {
        if let Engine::Driver(driver) = self {
            driver.set_memory_limit(bytes);
        }
    }

    /// Bytes that the sequence takes.
    pub fn memory(&self) -> u64 {
        match self {
            Engine::Driver(driver) => driver.memory(),
            Engine::Triples(engine) => engine.memory(),
            Engine::OptionSets(engine) => engine.memory(),
        }
    }

    /// The sparse space in use and its rare heaps; `None` if this engine uses none.
    pub fn rare(&self) -> Option<RareSet> {
        match self {
            Engine::Driver(driver) => driver.rare(),
            Engine::Triples(_) | Engine::OptionSets(_) => None,
        }
    }
}
