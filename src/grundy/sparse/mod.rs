//! The sparse engine: only rare positions are tried, everything else is verified.
//!
//! Theorem 4 of [`crate::theory::sparse`]; `[WW]` chapter 4, `[Flam]`, `[Grossman2019]`. For heap n:
//!
//! ```text
//! seen ← values of the moves to one heap, and of the splits with a rare part
//! x    ← least common value that is not seen     (no other split has a common value)
//! try splits of heap n until every rare value below x is seen, or no split is left
//! G(n) ← the least rare value below x never seen, if any (n is then a new rare heap); else x
//! ```
//!
//! Nothing is assumed of the mask: a poor one only makes the set R of rare heaps large. The mask
//! with the fewest rare heaps is chosen anew whenever the sequence has doubled.
//!
//! Engines that compute many heaps at a time take over where they can: the [`blocks`](super::blocks)
//! one while rare heaps are few and the last of them is far enough away, else the
//! [`superblocks`](super::superblocks) one. They leave to this one every heap at which anything changes.
//!
//! O(|R| · splitting places + splits tried) a heap; memory of
//! [one or two bytes](super::values) a heap.

mod hand_over;
mod next_value;
mod option_set;
mod splits;

pub use crate::grundy::driver::counters::Counters;

use crate::code::Code;
use crate::grundy::blocks::Blocked;
use crate::grundy::driver::guard::Guard;
use crate::grundy::driver::tuning::Tuning;
use crate::grundy::kernel::Kernel;
use crate::grundy::layout::BLOCK;
use crate::grundy::space::{Histogram, SparseSpace};
use crate::grundy::superblocks::Bulk;
use crate::grundy::values::{Slice, Value, Values};
use crate::grundy::{GrundyError, RareSet, reserve};
use crate::rules::Rules;
use option_set::{Classes, Narrow, Seen, Wide};

/// The length at which a mask is first chosen from the data.
const FIRST_CHOICE: usize = 16;

/// The set of option values in the form that the sequence needs.
#[derive(Clone, Debug)]
enum Form {
    Narrow(Narrow),
    Wide(Wide),
}

/// Everything but the values and the set of option values, which come in two forms each.
#[derive(Clone, Debug)]
struct Sequence {
    rules: Rules,
    space: SparseSpace,
    classes: Classes,
    /// The rare heaps r ≥ 1 in ascending order, and their values.
    rare: Vec<usize>,
    rare_values: Vec<u16>,
    histogram: Histogram,
    /// How many values the histogram has counted, and when the mask is chosen next.
    counted: usize,
    next_choice: usize,
    guard: Guard,
    counters: Counters,
    tuning: Tuning,
    /// The engine that goes on while it can, and the heap at which it is tried next.
    blocked: Option<Box<Blocked>>,
    hand_over: usize,
    /// The engine that goes on while blocks cannot, and the heap from which on it is tried.
    bulk: Option<Box<Bulk>>,
    bulk_from: usize,
    /// How many small heaps it has to keep.
    history: usize,
}

/// The Grundy sequence of a finite code that leaves at most two heaps, extended heap by heap.
#[derive(Clone, Debug)]
pub struct Sparse {
    values: Values,
    sequence: Sequence,
    form: Form,
}

impl Sparse {
    /// Starts the sequence with G(0) = 0, or `None` if the code has infinitely many digits or
    /// leaves three heaps.
    #[must_use]
    pub fn new(code: &Code) -> Option<Sparse> {
        Sparse::with(code, Tuning::DEFAULT)
    }

    /// The same with another tuning of the engines that compute many heaps at a time.
    #[must_use]
    pub fn with(code: &Code, tuning: Tuning) -> Option<Sparse> {
        let rules = Rules::of(code)?;
        let tuning = tuning.sound();
        let space = SparseSpace { mask: 1, position_parity: false, split_parity: 0 };
        let sequence = Sequence {
            rules,
            space,
            classes: Classes::new(space),
            rare: vec![],
            rare_values: vec![],
            histogram: Histogram::default(),
            counted: 0,
            next_choice: FIRST_CHOICE,
            guard: Guard::new(),
            counters: Counters::default(),
            tuning,
            blocked: None,
            hand_over: tuning.start,
            bulk: None,
            bulk_from: 0,
            history: tuning.history,
        };
        let values = Values::Bytes(vec![0]);
        Some(Sparse { values, sequence, form: Form::Narrow(Narrow::default()) })
    }

    /// The moves.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.sequence.rules
    }

    /// The values so far.
    #[must_use]
    pub fn values(&self) -> Slice<'_> {
        self.values.as_slice()
    }

    /// Gives up the engine and keeps the values.
    #[must_use]
    pub fn into_values(self) -> Values {
        self.values
    }

    /// Bytes of the values, the rare heaps, and what the engines in use keep of them.
    #[must_use]
    pub fn memory(&self) -> u64 {
        let s = &self.sequence;
        let blocked = s.blocked.as_ref().map_or(0, |blocked| blocked.memory());
        let bulk = s.bulk.as_ref().map_or(0, |bulk| bulk.memory());
        bulk + self.values.memory() + 10 * s.rare.capacity() as u64 + blocked
    }

    /// How often each way was taken.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.sequence.counters
    }

    /// The sparse space and its rare heaps; `None` for a code without splits, which needs none.
    #[must_use]
    pub fn rare(&self) -> Option<RareSet> {
        let s = &self.sequence;
        if s.rules.splits.is_empty() {
            return None;
        }
        let heap_zero = s.space.is_rare(0, 0);
        Some(RareSet {
            space: s.space,
            count: s.rare.len() as u64 + u64::from(heap_zero),
            last: s.rare.last().map(|&r| r as u64).or(heap_zero.then_some(0)),
        })
    }

    /// Computes G(0..=to).
    ///
    /// # Errors
    /// As [`super::Engine::extend`].
    pub fn extend(&mut self, to: u64) -> Result<(), GrundyError> {
        if to.saturating_sub(self.values.as_slice().len() as u64) < BLOCK as u64 {
            return self.extend_here(to);
        }
        // On a thread of the pool: to call the others from outside takes longer than what they do.
        rayon::scope(|_| self.extend_here(to))
    }

    fn extend_here(&mut self, to: u64) -> Result<(), GrundyError> {
        let kernel = self.sequence.tuning.kernel()?;
        let sequence = &mut self.sequence;
        while self.values.as_slice().len() as u64 <= to {
            let result = match (&mut self.values, &mut self.form) {
                (Values::Bytes(v), Form::Narrow(seen)) => sequence.extend(v, to, kernel, seen),
                (Values::Bytes(v), Form::Wide(seen)) => sequence.extend(v, to, kernel, seen),
                (Values::Words(v), Form::Narrow(seen)) => sequence.extend(v, to, kernel, seen),
                (Values::Words(v), Form::Wide(seen)) => sequence.extend(v, to, kernel, seen),
            };
            match result {
                Err(Stop::TooNarrow) => {
                    sequence.counters.widenings += 1;
                    self.form = Form::Wide(Wide::new());
                }
                Err(Stop::TooShort) => {
                    self.values.widen().map_err(|_| GrundyError::OutOfMemory { heap: to })?;
                }
                Err(Stop::Grundy(error)) => return Err(error),
                Ok(()) => {}
            }
        }
        Ok(())
    }
}

/// Why the inner loop stopped early.
enum Stop {
    /// A value does not fit the set of option values.
    TooNarrow,
    /// A value does not fit a byte.
    TooShort,
    Grundy(GrundyError),
}

impl Sequence {
    fn extend<S: Seen, V: Value>(
        &mut self,
        values: &mut Vec<V>,
        to: u64,
        kernel: Kernel,
        seen: &mut S,
    ) -> Result<(), Stop> {
        reserve(values, to.saturating_add(BLOCK as u64)).map_err(Stop::Grundy)?;
        while values.len() as u64 <= to {
            if values.len() == self.next_choice {
                self.choose_space(values);
            }
            self.look_back(values)?;
            // The guard looks at its heap before any later one is computed.
            let until = usize::try_from(to).unwrap_or(usize::MAX).min(self.guard.heap());
            let n = values.len();
            if self.extend_at_once(values, until, kernel)? == 0 {
                self.extend_by_one(values, kernel, seen)?;
            }
            if S::IS_NARROW && values[n..].iter().any(|value| value.get() >= Narrow::LIMIT) {
                return Err(Stop::TooNarrow);
            }
        }
        Ok(())
    }

    /// Computes the next heap alone.
    #[inline]
    fn extend_by_one<S: Seen, V: Value>(
        &mut self,
        values: &mut Vec<V>,
        kernel: Kernel,
        seen: &mut S,
    ) -> Result<(), Stop> {
        let n = values.len();
        let value = self.next_value(values, kernel, seen)?;
        let kept = V::new(value).ok_or(Stop::TooShort)?;
        if self.space.is_rare(n, value) {
            self.push_rare(n, value);
            self.end_blocks(n);
        }
        values.push(kept);
        Ok(())
    }

    /// Takes note of a rare heap, larger than those before.
    fn push_rare(&mut self, n: usize, value: u16) {
        self.rare.push(n);
        self.rare_values.push(value);
    }

    /// Has the guard look at the last heap if it is its turn.
    fn look_back<V: Value>(&mut self, values: &[V]) -> Result<(), Stop> {
        if values.len() == self.guard.heap() + 1 {
            self.guard.check(&self.rules, values).map_err(Stop::Grundy)?;
            self.counters.guarded += 1;
        }
        Ok(())
    }

    /// Takes the sparse space with the fewest rare heaps so far, and lists them.
    fn choose_space<V: Value>(&mut self, values: &[V]) {
        let rare = &self.rare[self.rare.partition_point(|&r| r < self.counted)..];
        self.histogram.add(self.counted, &values[self.counted..], rare);
        self.counted = values.len();
        self.next_choice = 2 * self.counted;
        let space = self.histogram.fewest_rare(self.rules.split_parity());
        if space != self.space {
            self.counters.mask_changes += 1;
            self.counters.blocked.new_spaces += u64::from(self.blocked.take().is_some());
            self.bulk = None;
            self.space = space;
            self.classes = Classes::new(space);
            self.rare = (1..self.counted).filter(|&n| space.is_rare(n, values[n].get())).collect();
            self.rare_values = self.rare.iter().map(|&n| values[n].get()).collect();
        }
        self.plan_hand_over(self.counted);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An engine that has lost its rare heaps is stopped by the guard, and stays stopped.
    #[test]
    fn the_guard_stops_a_broken_engine() {
        for tuning in [Tuning::OFF, Tuning::DEFAULT] {
            let mut sparse = Sparse::with(&"0.106".parse().unwrap(), tuning).unwrap();
            sparse.extend(20_000).unwrap();
            let counters = sparse.counters();
            assert_eq!((counters.guarded, counters.blocked.blocks > 0), (8, tuning != Tuning::OFF));
            sparse.sequence.rare.clear();
            sparse.sequence.rare_values.clear();
            sparse.sequence.blocked = None;
            sparse.sequence.hand_over = 20_100;
            for _ in 0..2 {
                let error = sparse.extend(30_000).unwrap_err();
                let GrundyError::Wrong { heap, value, fault } = error else { panic!("{error}") };
                assert_eq!((heap, fault), (22_333, crate::grundy::driver::guard::Fault::IsOption));
                assert_eq!(sparse.values()[22_333], value);
            }
        }
    }
}
