//! Periods that a finite octal game cannot have: Theorem 13 of [`crate::theory`].
//!
//! If G(l) = 0, l ≥ 1 and k is a splitting place, no period divides l + k. The zeros among the
//! values that are known exclude periods of an open game, however late they begin.

use crate::code::Code;
use crate::grundy::values::Slice;
use crate::rules::{Rules, Split};

/// The periods that the known values of a code exclude.
#[derive(Clone, Debug)]
pub struct ExcludedPeriods<'k> {
    values: Slice<'k>,
    splits: Vec<Split>,
    /// Index s is true if s = l + k as in Theorem 13.
    sums: Vec<bool>,
}

/// A heap and a place that exclude all divisors of their sum as periods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ZeroAndPlace {
    /// l ≥ 1 with G(l) = 0.
    pub l: u64,
    /// A splitting place.
    pub k: u64,
}

/// Larger sums are not used: smaller ones have almost all divisors up to a thousand.
const LAST_SUM: usize = 1 << 22;

impl<'k> ExcludedPeriods<'k> {
    /// Returns the periods that the first values of a code exclude. `None` for a code without
    /// splits, with infinitely many digits or with three heaps. O(values · splitting places).
    ///
    /// ```
    /// use octal_games::workspace::period::excluded::{ExcludedPeriods, ZeroAndPlace};
    /// use octal_games::workspace::period::search::{Limits, search};
    /// let known = search(&"0.07".parse()?, &Limits::heaps(60), &|_| true)?;
    /// let excluded = ExcludedPeriods::of(&known.code, known.values()).ok_or("a code with splits")?;
    /// // G(15) = 0, and 17 divides 15 + 2; so the period 34 of 0.07 is least.
    /// assert_eq!(excluded.witness(17), Some(ZeroAndPlace { l: 15, k: 2 }));
    /// assert_eq!(excluded.witness(34), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(code: &Code, values: Slice<'k>) -> Option<ExcludedPeriods<'k>> {
        let splits = Rules::of(code)?.splits;
        let last_place = splits.iter().map(|split| split.k).max()?;
        let heaps = values.len().min(LAST_SUM);
        let mut sums = vec![false; heaps + last_place];
        for l in (1..heaps).filter(|&l| values.get(l) == Some(0)) {
            splits.iter().for_each(|split| sums[l + split.k] = true);
        }
        Some(ExcludedPeriods { values, splits, sums })
    }

    /// The least sum l + k that p divides; `None` if p is not excluded. O(values / p).
    fn multiple(&self, p: u64) -> Option<usize> {
        let p = usize::try_from(p).ok().filter(|&p| p > 0)?;
        (p..self.sums.len()).step_by(p).find(|&sum| self.sums[sum])
    }

    /// A heap and a place that exclude p; `None` if p is not excluded. O(values / p).
    pub fn witness(&self, p: u64) -> Option<ZeroAndPlace> {
        let sum = self.multiple(p)?;
        let zero = |l: &usize| *l > 0 && self.values.get(*l) == Some(0);
        self.splits.iter().find_map(|split| {
            let l = sum.checked_sub(split.k).filter(zero)?;
            Some(ZeroAndPlace { l: l as u64, k: split.k as u64 })
        })
    }

    /// The least period that is not excluded. O(values) for each period before it at most, and much
    /// less where zeros are frequent.
    pub fn least_possible(&self) -> u64 {
        (1..).find(|&p| self.multiple(p).is_none()).expect("a number divides no smaller sum")
    }

    /// The number of excluded periods from 1 to `last`. O(values · log(last)).
    pub fn count_to(&self, last: u64) -> u64 {
        (1..=last).filter(|&p| self.multiple(p).is_some()).count() as u64
    }
}
