//! Counts of heaps by value, and of sums of heaps with nim-sum 0.
//!
//! Let G(n + p) = G(n) for all n ≥ n0. Then a heap h with n0 ≤ h < n0 + p stands for the heaps
//! h + jp, j = 0, 1, …. So the heaps of any range are counted from the first n0 + p values. If
//! values grow, or no period is known, every heap is counted by itself.
//!
//! *Sums.* A multiset of K heaps chooses a number of each heap. Let c_v be the number of heaps with
//! value v. Let χ be a character of the group of values under nim-sum: χ(v) = (−1)^(bits common to
//! χ and v). Let A = Σ c_v over χ(v) = 1 and B = Σ c_v over χ(v) = −1. Count each multiset with the
//! sign χ of its nim-sum. The sum is the coefficient of x^K in (1 − x)^−A (1 + x)^−B. The mean over
//! all χ counts those with nim-sum 0. Source: the generating function of multisets, and
//! orthogonality of characters.

use super::feed::{Chunk, Feed};
use super::sequence::Known;
use crate::grundy::GrundyError;
use std::collections::BTreeMap;

/// The most different values that are counted.
const MOST_VALUES: usize = 1 << 20;

/// The largest number of heaps in a sum that is counted.
pub const MOST_HEAPS: u64 = 1000;

/// The number of heaps of each value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ValueCounts {
    counts: BTreeMap<u64, u64>,
}

/// The reason why heaps are not counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// A value is not known.
    #[error(transparent)]
    Grundy(#[from] GrundyError),
    /// The values grow without end.
    #[error(
        "the heaps have more than 2^20 different values, as the values grow: ask for fewer heaps"
    )]
    TooManyValues,
    /// The number is too large for the arithmetic.
    #[error("the number of multisets may exceed 2^126: ask for fewer heaps, or smaller ones")]
    TooManySums,
}

impl ValueCounts {
    /// Counts the heaps `from` to `to` of the game with G(n) = G_known(n − shift). O(n0 + p) if a
    /// period without growth is proved, else O(to − from).
    ///
    /// ```
    /// use octal_games::workspace::period::count::ValueCounts;
    /// use octal_games::workspace::period::search::{Limits, search};
    /// let known = search(&"0.07".parse()?, &Limits::heaps(1000), &|_| true)?;
    /// let counts = ValueCounts::of(&known, 0, 0, 10_u64.pow(18))?;
    /// assert_eq!(counts.heaps(), 10_u64.pow(18) + 1);
    /// assert_eq!(counts.of_value(0), 147_058_823_529_411_769);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`CountError`] if a value is not known, or there are too many different values.
    pub fn of(known: &Known, shift: u64, from: u64, to: u64) -> Result<ValueCounts, CountError> {
        let mut counts = ValueCounts::default();
        let verified_to = known.verified_to() + shift;
        let Some(period) = known.finding.proved().filter(|p| p.saltus == 0 && to > verified_to)
        else {
            let mut small = vec![0; 1 << 16];
            Feed::new(shift, from, to).all(known, |chunk| match chunk {
                Chunk::Small(values) => {
                    values.iter().for_each(|&value| small[usize::from(value)] += 1);
                    Ok(())
                }
                Chunk::Large(values) => counts.add_all(values),
            })?;
            (0..).zip(small).for_each(|(value, heaps)| counts.add(value, heaps));
            return Ok(counts);
        };
        // The heaps before heap 0 of the code, those of the preperiod, each class modulo p.
        counts.add(0, shift.min(to.saturating_add(1)).saturating_sub(from));
        let first = from.max(shift) - shift;
        let Some(last) = to.checked_sub(shift) else { return Ok(counts) };
        for (h, value) in (0..period.preperiod + period.period).zip(known.values().iter()) {
            let heaps = if h < period.preperiod {
                u64::from((first..=last).contains(&h))
            } else {
                let up_to = |n: u64| n.checked_sub(h).map_or(0, |more| more / period.period + 1);
                up_to(last) - first.checked_sub(1).map_or(0, up_to)
            };
            counts.add(u64::from(value), heaps);
        }
        Ok(counts)
    }

    fn add(&mut self, value: u64, heaps: u64) {
        if heaps > 0 {
            *self.counts.entry(value).or_default() += heaps;
        }
    }

    fn add_all(&mut self, values: &[u64]) -> Result<(), CountError> {
        values.iter().for_each(|&value| self.add(value, 1));
        if self.counts.len() > MOST_VALUES { Err(CountError::TooManyValues) } else { Ok(()) }
    }

    /// The values that occur with the numbers of their heaps, by ascending value.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.counts.iter().map(|(&value, &heaps)| (value, heaps))
    }

    /// The number of heaps that have this value.
    pub fn of_value(&self, value: u64) -> u64 {
        self.counts.get(&value).copied().unwrap_or(0)
    }

    /// The number of heaps that were counted.
    pub fn heaps(&self) -> u64 {
        self.counts.values().sum()
    }

    /// The number of multisets of `k` of the counted heaps, and the number of them with nim-sum
    /// 0. O(values log values + values · k), where values are those up to the next power of two.
    ///
    /// ```
    /// use octal_games::workspace::period::count::ValueCounts;
    /// use octal_games::workspace::period::search::{Limits, search};
    /// // Of the multisets of two heaps of Nim, 1 to 4, those of equal heaps have nim-sum 0.
    /// let known = search(&"nim".parse()?, &Limits::heaps(4), &|_| true)?;
    /// assert_eq!(ValueCounts::of(&known, 0, 1, 4)?.sums(2)?, (10, 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`CountError`] if the numbers are too large, or there are too many values or more than
    /// [`MOST_HEAPS`] heaps.
    pub fn sums(&self, k: u64) -> Result<(u128, u128), CountError> {
        let largest = self.counts.keys().next_back().copied().unwrap_or(0);
        let size = usize::try_from(largest + 1).ok().and_then(usize::checked_next_power_of_two);
        let size = size.filter(|&size| size <= MOST_VALUES).ok_or(CountError::TooManyValues)?;
        let heaps = i128::from(self.heaps());
        let all = multisets(heaps, k).filter(|_| k <= MOST_HEAPS);
        // All partial sums below are at most this.
        let bound = all.and_then(|all| all.checked_mul(size as i128));
        let (all, _) = all.zip(bound).ok_or(CountError::TooManySums)?;
        let mut signed = vec![0_i128; size];
        for (value, heaps) in self.iter() {
            signed[value as usize] = heaps.into();
        }
        characters(&mut signed);
        let mut zero = 0;
        let mut seen: BTreeMap<i128, i128> = BTreeMap::new();
        for difference in signed {
            zero += match seen.get(&difference) {
                Some(&coefficient) => coefficient,
                None => {
                    let (plus, minus) =
                        (i128::midpoint(heaps, difference), (heaps - difference) / 2);
                    let coefficient = coefficient(plus, minus, k).ok_or(CountError::TooManySums)?;
                    seen.insert(difference, coefficient);
                    coefficient
                }
            };
        }
        Ok((all as u128, (zero / size as i128) as u128))
    }
}

/// Replaces the c_v by A − B for every character χ: the Walsh–Hadamard transform.
fn characters(counts: &mut [i128]) {
    let mut half = 1;
    while half < counts.len() {
        for block in counts.chunks_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

/// The coefficient of x^k in (1 − x)^−plus (1 + x)^−minus.
fn coefficient(plus: i128, minus: i128, k: u64) -> Option<i128> {
    (0..=k).try_fold(0_i128, |sum, j| {
        let term = multisets(plus, k - j)?.checked_mul(multisets(minus, j)?)?;
        sum.checked_add(if j % 2 == 0 { term } else { -term })
    })
}

/// The number of multisets of `k` of `n` things, C(n + k − 1, k); `None` if a step exceeds 2^127.
fn multisets(n: i128, k: u64) -> Option<i128> {
    (0..i128::from(k)).try_fold(1_i128, |product, i| Some(product.checked_mul(n + i)? / (i + 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_multisets() {
        assert_eq!(
            [multisets(4, 2), multisets(0, 3), multisets(0, 0)],
            [Some(10), Some(0), Some(1)]
        );
        assert_eq!(multisets(1 << 60, 3), None);
        // (1 − x)^−2 (1 + x)^−1 = 1 + x + 2x² + 2x³ + …
        let coefficients: Vec<Option<i128>> = (0..4).map(|k| coefficient(2, 1, k)).collect();
        assert_eq!(coefficients, [1, 1, 2, 2].map(Some));
    }
}
