//! G(n) for the next heap: the four steps of the engine's pseudo-code.
//!
//! [`SplitValues`] has the splits of the next heap, as the values of their parts side by side.

use super::counters::Counters;
use super::option_set::{Classes, OptionSet};
use crate::grundy::error::GrundyError;
use crate::grundy::kernel::{Job, Kernel, Vector};
use crate::grundy::space::SparseSpace;
use crate::grundy::values::Value;
use crate::rules::{Rules, Split};
use std::iter::{Rev, Zip};
use std::slice;

/// Splits with a smaller part up to this are tried for all required values at once.
const TRIED_TOGETHER: usize = 1 << 12;

/// The reason why no value was appended, or none after the last.
pub(super) enum Unfit {
    /// A value does not fit the set of option values.
    TooNarrow,
    /// A value does not fit a byte.
    TooShort,
    Grundy(GrundyError),
}

/// All that the next value depends on, but the values before.
#[derive(Clone, Debug)]
pub(super) struct NextValue {
    pub(super) rules: Rules,
    pub(super) space: SparseSpace,
    classes: Classes,
    /// The rare heaps r ≥ 1 in ascending order, and their values.
    pub(super) rare: Vec<usize>,
    pub(super) rare_values: Vec<u16>,
    pub(super) counters: Counters,
}

impl NextValue {
    pub(super) fn new(rules: Rules, space: SparseSpace) -> NextValue {
        NextValue {
            rules,
            space,
            classes: Classes::new(space),
            rare: vec![],
            rare_values: vec![],
            counters: Counters::default(),
        }
    }

    /// Continues with this sparse space, of which no rare heap is listed yet.
    pub(super) fn set_space(&mut self, space: SparseSpace) {
        self.counters.mask_changes += 1;
        self.space = space;
        self.classes = Classes::new(space);
        self.rare = vec![];
        self.rare_values = vec![];
    }

    /// Lists heap n, larger than those before, if it is rare. Returns true if it is.
    pub(super) fn list_if_rare(&mut self, n: usize, value: u16) -> bool {
        let is_rare = self.space.is_rare(n, value);
        if is_rare {
            self.rare.push(n);
            self.rare_values.push(value);
        }
        is_rare
    }

    /// Lists the rare heaps from heap `from` on.
    pub(super) fn list_rare<E: Value>(&mut self, values: &[E], from: usize) {
        for r in self.space.rare_among(from, &values[from..]) {
            self.rare.push(r);
            self.rare_values.push(values[r].get());
        }
    }

    /// G(n) for the next heap n.
    #[inline]
    pub(super) fn compute<S: OptionSet, E: Value>(
        &mut self,
        values: &[E],
        kernel: Kernel,
        seen: &mut S,
    ) -> Result<u16, Unfit> {
        let n = values.len();
        seen.clear();
        self.insert_single_heaps(values, seen);
        self.insert_rare_splits(values, seen);
        let common = self.least_missing_common(n, seen)?;
        seen.require_rare_below(common, &self.classes, n);
        if !seen.all_required_seen()
            && !self.verify_rare(values, seen)
            && let Some(rare) = self.least_rare(values, seen, kernel)
        {
            return Ok(rare);
        }
        u16::try_from(common)
            .map_err(|_| Unfit::Grundy(GrundyError::ValueTooLarge { heap: n as u64 }))
    }

    /// The values of moves that leave nothing or one heap.
    #[inline]
    fn insert_single_heaps<S: OptionSet, E: Value>(&mut self, values: &[E], seen: &mut S) {
        let n = values.len();
        if n <= self.rules.last_place && self.rules.takes.binary_search(&n).is_ok() {
            seen.insert_all(std::iter::once(0));
        }
        let places = self.rules.singles.iter().take_while(|&&k| k < n);
        seen.insert_all(places.map(|&k| values[n - k].get()));
        self.counters.taps += self.rules.singles.len() as u64;
    }

    /// The values of splits with a rare part.
    #[inline]
    fn insert_rare_splits<S: OptionSet, E: Value>(&mut self, values: &[E], seen: &mut S) {
        let n = values.len();
        for split in &self.rules.splits {
            let Some(rest) = n.checked_sub(split.k) else { continue };
            let tried = match self.rare.last() {
                Some(&last) if last >= rest => self.rare.partition_point(|&r| r < rest),
                _ => self.rare.len(),
            };
            // Where two equal parts are forbidden, the tap with equal parts is left out.
            let equal = match rest {
                rest if split.unequal && rest % 2 == 0 => {
                    self.rare[..tried].binary_search(&(rest / 2)).ok()
                }
                _ => None,
            };
            let smaller = &values[..rest];
            let mut insert = |taps: std::ops::Range<usize>| {
                let taps = self.rare[taps.clone()].iter().zip(&self.rare_values[taps]);
                seen.insert_all(taps.map(|(&r, &v)| smaller[rest - r].get() ^ v));
            };
            insert(0..equal.unwrap_or(tried));
            insert(equal.map_or(tried, |i| i + 1)..tried);
            self.counters.taps += tried as u64;
        }
    }

    #[inline]
    fn least_missing_common<S: OptionSet>(&mut self, n: usize, seen: &mut S) -> Result<u32, Unfit> {
        loop {
            match seen.least_missing_common(&self.classes, n) {
                Some(common) => return Ok(common),
                None if S::IS_NARROW => return Err(Unfit::TooNarrow),
                None => self.classes.lengthen(),
            }
        }
    }

    /// Tries splits, smaller parts first, until all missing values are seen, or many splits have
    /// been tried. Returns true if all are seen.
    fn verify_rare<S: OptionSet, E: Value>(&mut self, values: &[E], seen: &mut S) -> bool {
        let n = values.len();
        let last = self.rules.largest_smaller_part(n).min(TRIED_TOGETHER);
        let mut from = 1;
        while from <= last {
            let to = last.min(from + seen.splits_at_once() - 1);
            for split in &self.rules.splits {
                let parts = parts(values, split, from, to);
                self.counters.splits += parts.len() as u64;
                seen.insert_all(parts.map(|(&a, &b)| (a ^ b).get()));
            }
            if seen.all_required_seen() {
                return true;
            }
            from = to + 1;
        }
        false
    }

    /// The least required value that is no option, if any: the splits not yet tried are tried for
    /// one value after the other.
    fn least_rare<S: OptionSet, E: Value>(
        &mut self,
        values: &[E],
        seen: &mut S,
        kernel: Kernel,
    ) -> Option<u16> {
        while let Some(value) = seen.least_missing_rare() {
            if !self.is_option(values, value, kernel) {
                self.counters.full_scans += 1;
                return Some(value);
            }
            seen.insert_all(std::iter::once(value));
        }
        None
    }

    /// True if a split of the next heap with both parts above [`TRIED_TOGETHER`] has this value.
    fn is_option<E: Value>(&mut self, values: &[E], value: u16, kernel: Kernel) -> bool {
        let n = values.len();
        let Some(value) = E::new(value) else { return false };
        for from in
            (TRIED_TOGETHER + 1..=self.rules.largest_smaller_part(n)).step_by(TRIED_TOGETHER)
        {
            for split in &self.rules.splits {
                let parts = parts(values, split, from, from + TRIED_TOGETHER - 1);
                self.counters.splits += parts.len() as u64;
                if kernel.run(AnySum { parts, value }) == Some(true) {
                    return true;
                }
            }
        }
        false
    }
}

/// Values of smaller parts in ascending order of the parts, each with that of the larger part.
pub(super) type SplitValues<'a, E> = Zip<slice::Iter<'a, E>, Rev<slice::Iter<'a, E>>>;

/// The values of the parts that this move leaves of the next heap, for the smaller parts
/// `from..=to`.
pub(super) fn parts<'a, E>(
    values: &'a [E],
    split: &Split,
    from: usize,
    to: usize,
) -> SplitValues<'a, E> {
    let n = values.len();
    let to = split.largest_smaller_part(n).min(to);
    if from > to {
        return [].iter().zip([].iter().rev());
    }
    let rest = n - split.k;
    values[from..=to].iter().zip(values[rest - to..=rest - from].iter().rev())
}

/// A job that finds if any of these splits has this value.
pub(super) struct AnySum<'a, E> {
    pub(super) parts: SplitValues<'a, E>,
    pub(super) value: E,
}

impl<E: Value> Job for AnySum<'_, E> {
    type Output = bool;

    #[inline(always)]
    fn run<V: Vector>(self, _: V) -> bool {
        self.parts.fold(false, |any, (&a, &b)| any | (a ^ b == self.value))
    }
}
