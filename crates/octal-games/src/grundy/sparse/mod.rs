//! The sparse engine: only rare heaps are tried, everything else is verified.
//!
//! Theorem 4 of [`crate::theory::sparse`]; `[WW]` chapter 4, `[Flam]`, `[Grossman2019]`. For heap
//! n:
//!
//! ```text
//! seen ← values of the moves to one heap, and of the splits with a rare part
//! x    ← least common value that is not seen     (no other split has a common value)
//! try splits of heap n until every rare value below x is seen, or no split is left
//! G(n) ← the least rare value below x never seen, if any (n is then a new rare heap); else x
//! ```
//!
//! Nothing is assumed of the mask: a poor one only makes the set R of rare heaps large. Unless a
//! mask is given, the mask with the fewest rare heaps is chosen again whenever the sequence has
//! doubled.
//!
//! O(|R| · splitting places + splits tried) a heap; memory of
//! [one or two bytes](super::values) a heap.

mod counters;
mod next_value;
mod option_set;

#[doc(hidden)]
pub use counters::Counters;

use super::error::GrundyError;
use super::kernel::Kernel;
use super::space::{MaskChoice, RareSet, SparseSpace};
use super::state::State;
use super::values::{Slice, Value, Values};
use crate::code::Code;
use crate::rules::Rules;
use next_value::{NextValue, Unfit};
use option_set::{Narrow, Wide};
use std::borrow::Cow;

/// The set of option values in the form that the sequence needs.
#[derive(Clone, Debug)]
enum OptionValues {
    Narrow(Narrow),
    Wide(Wide),
}

/// The Grundy sequence of a finite code that leaves at most two heaps, extended heap by heap.
///
/// ```
/// use octal_games::grundy::sparse::Sparse;
/// let kayles = "0.77".parse()?;
/// let mut sparse = Sparse::new(&kayles).expect("at most two heaps are left");
/// sparse.extend(9)?;
/// assert_eq!(sparse.values(), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sparse {
    values: Values,
    next: NextValue,
    seen: OptionValues,
    /// `None` if the mask is given.
    masks: Option<MaskChoice>,
    memory_limit: u64,
    /// The most bytes that were claimed at once.
    claimed: u64,
}

impl Sparse {
    /// Starts the sequence with G(0) = 0, and chooses masks by itself. `None` if the code has
    /// infinitely many digits or leaves three heaps.
    pub fn new(code: &Code) -> Option<Sparse> {
        let sparse = Sparse::with_space(code, MaskChoice::START)?;
        Some(Sparse { masks: Some(MaskChoice::new()), ..sparse })
    }

    /// The same with a given sparse space, which stays. `None` also if the mask is 0, or if the
    /// position may not count because the splitting places have not the parity that the space says.
    #[doc(hidden)]
    pub fn with_space(code: &Code, space: SparseSpace) -> Option<Sparse> {
        let rules = Rules::of(code)?;
        let is_parity = rules.split_parity() == Some(space.split_parity);
        if space.mask == 0 || space.position_parity && !is_parity {
            return None;
        }
        Some(Sparse {
            values: Values::Bytes(vec![0]),
            next: NextValue::new(rules, space),
            seen: OptionValues::Narrow(Narrow::default()),
            masks: None,
            memory_limit: u64::MAX,
            claimed: 0,
        })
    }

    /// The moves.
    #[doc(hidden)]
    pub fn rules(&self) -> &Rules {
        &self.next.rules
    }

    /// The values computed: index n holds G(n).
    pub fn values(&self) -> Slice<'_> {
        self.values.as_slice()
    }

    /// Gives up the engine and keeps the values.
    pub fn into_values(self) -> Values {
        self.values
    }

    /// The present sequence, to be continued by another engine.
    #[doc(hidden)]
    pub fn state(&self) -> State<'_> {
        State {
            rules: &self.next.rules,
            space: self.next.space,
            values: self.values(),
            rare: Cow::Borrowed(&self.next.rare),
        }
    }

    /// Bytes of the values and of the rare heaps.
    #[doc(hidden)]
    pub fn memory(&self) -> u64 {
        self.values.memory() + 10 * self.next.rare.capacity() as u64
    }

    /// The number of times that each way was taken.
    #[doc(hidden)]
    pub fn counters(&self) -> Counters {
        self.next.counters
    }

    /// The sparse space and its rare heaps; `None` for a code without splits, which needs none.
    pub fn rare(&self) -> Option<RareSet> {
        let NextValue { rules, space, rare, .. } = &self.next;
        if rules.splits.is_empty() {
            return None;
        }
        let heap_zero = space.is_rare(0, 0);
        Some(RareSet {
            space: *space,
            count: rare.len() as u64 + u64::from(heap_zero),
            last: rare.last().map(|&r| r as u64).or(heap_zero.then_some(0)),
        })
    }

    /// Computes G(0..=to).
    ///
    /// # Errors
    /// [`GrundyError`] if a value or the sequence is too large; the values before that heap stay.
    pub fn extend(&mut self, to: u64) -> Result<(), GrundyError> {
        let kernel = Kernel::chosen()?;
        while self.len() as u64 <= to {
            self.reserve(to)?;
            let mut until = usize::try_from(to).unwrap_or(usize::MAX);
            if let Some(mut masks) = self.masks.take() {
                if self.len() == masks.next() {
                    self.set_space(masks.choose(&self.state()));
                }
                until = until.min(masks.next() - 1);
                self.masks = Some(masks);
            }
            self.advance(until, kernel)?;
        }
        Ok(())
    }
}

/// The functions that the driver calls.
impl Sparse {
    /// The engine of the same code after these values, in this sparse space. O(N).
    pub(super) fn again(self, values: Values, space: SparseSpace) -> Sparse {
        let mut sparse = Sparse { values, ..self };
        sparse.follow(0);
        sparse.next.set_space(space);
        sparse.list_rare(1);
        sparse
    }

    /// The number of values, which is the next heap.
    pub(super) fn len(&self) -> usize {
        self.values().len()
    }

    /// The last rare heap r ≥ 1.
    pub(super) fn last_rare(&self) -> Option<usize> {
        self.next.rare.last().copied()
    }

    /// Makes room for the values of the heaps up to `to`.
    pub(super) fn reserve(&mut self, to: u64) -> Result<(), GrundyError> {
        self.values.reserve(to)
    }

    /// The values, to be continued by another engine; then the caller must call [`Sparse::follow`].
    pub(super) fn values_mut(&mut self) -> &mut Values {
        &mut self.values
    }

    /// From now on the sequence and the engines that continue it may take this many bytes.
    pub(super) fn set_memory_limit(&mut self, bytes: u64) {
        self.memory_limit = bytes;
    }

    /// The most bytes that were claimed at once.
    pub(super) fn claimed(&self) -> u64 {
        self.claimed
    }

    /// Claims this many bytes beside those of the sequence, before they are taken.
    pub(super) fn claim(&mut self, more: u64) -> Result<(), GrundyError> {
        let bytes = self.memory().saturating_add(more);
        if bytes > self.memory_limit {
            return Err(GrundyError::MemoryLimit { heap: self.len() as u64 - 1, bytes });
        }
        self.claimed = self.claimed.max(bytes);
        Ok(())
    }

    /// Widens each value to two bytes, while other engines keep `beside` bytes.
    pub(super) fn widen(&mut self, beside: u64) -> Result<(), GrundyError> {
        // The old values are given up when the new ones are there.
        self.claim(beside + 2 * self.len() as u64)?;
        self.values.widen()
    }

    /// Accepts the common values that another engine has appended from heap `from` on.
    pub(super) fn follow(&mut self, from: usize) {
        if matches!(self.seen, OptionValues::Wide(_)) {
            return;
        }
        let largest = self.values.as_slice().range(from..).largest();
        if largest.is_some_and(|value| value >= Narrow::LIMIT) {
            self.widen_option_values();
        }
    }

    /// Lists the rare heaps among those that another engine has computed, from heap `from` on.
    pub(super) fn list_rare(&mut self, from: usize) {
        match &self.values {
            Values::Bytes(values) => self.next.list_rare(values, from),
            Values::Words(values) => self.next.list_rare(values, from),
        }
    }

    /// Replaces the sparse space, and lists the heaps that are rare in it.
    pub(super) fn set_space(&mut self, space: SparseSpace) {
        if space != self.next.space {
            self.next.set_space(space);
            self.list_rare(1);
        }
    }

    /// Computes heaps up to `to`, but none after a new rare heap, nor after one for which values or
    /// sets had to be widened.
    pub(super) fn advance(&mut self, to: usize, kernel: Kernel) -> Result<(), GrundyError> {
        let next = &mut self.next;
        let advanced = match (&mut self.values, &mut self.seen) {
            (Values::Bytes(v), OptionValues::Narrow(seen)) => advance(next, v, to, kernel, seen),
            (Values::Bytes(v), OptionValues::Wide(seen)) => advance(next, v, to, kernel, seen),
            (Values::Words(v), OptionValues::Narrow(seen)) => advance(next, v, to, kernel, seen),
            (Values::Words(v), OptionValues::Wide(seen)) => advance(next, v, to, kernel, seen),
        };
        match advanced {
            Err(Unfit::TooNarrow) => self.widen_option_values(),
            Err(Unfit::TooShort) => self.widen(0)?,
            Err(Unfit::Grundy(error)) => return Err(error),
            Ok(()) => {}
        }
        Ok(())
    }

    fn widen_option_values(&mut self) {
        self.next.counters.widenings += 1;
        self.seen = OptionValues::Wide(Wide::new());
    }

    /// Forgets the rare heaps, as no engine should: the guard has to notice.
    #[cfg(test)]
    pub(super) fn lose_rare(&mut self) {
        self.next.rare.clear();
        self.next.rare_values.clear();
    }
}

/// Appends the values of the heaps up to `to`, or up to a new rare heap.
fn advance<E: Value, S: option_set::OptionSet>(
    next: &mut NextValue,
    values: &mut Vec<E>,
    to: usize,
    kernel: Kernel,
    seen: &mut S,
) -> Result<(), Unfit> {
    while values.len() <= to {
        let n = values.len();
        let value = next.compute(values, kernel, seen)?;
        values.push(E::new(value).ok_or(Unfit::TooShort)?);
        let is_rare = next.list_if_rare(n, value);
        if S::IS_NARROW && value >= Narrow::LIMIT {
            return Err(Unfit::TooNarrow);
        }
        if is_rare {
            break;
        }
    }
    Ok(())
}
