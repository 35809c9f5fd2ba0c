//! The heaps below the preperiod that break the periodic pattern.
//!
//! Below n0 the pattern is that of the period, continued downwards. The heaps there are taken in
//! bands, each as many periods below n0, …, n0 + p − 1, so that no heap needs a division.

use std::ops::Range;

use super::Period;
use super::sequence::Known;
use super::shifted::View;
use crate::grundy::values::{Slice, Value};

/// One heap that breaks the periodic pattern.
///
/// ```
/// use octal_games::{Exception, Game};
/// let answer = "0.77".parse::<Game>()?.period()?;
/// // G(0) = 0, and G(12) = G(24) = … = 4.
/// let first = Exception { n: 0, value: 0, periodic_value: 4 };
/// assert_eq!(answer.exceptions().next(), Some(first));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exception {
    /// n < n0.
    pub n: u64,
    /// G(n).
    pub value: u64,
    /// The value that the pattern, continued downwards, has at n. Negative only with a saltus.
    pub periodic_value: i64,
}

/// Heaps below the preperiod that lie the same number of periods below n0, …, n0 + p − 1.
struct Band {
    heaps: Range<u64>,
    /// These periods, in heaps.
    distance: u64,
    /// The growth of the pattern in them.
    growth: u64,
}

impl Band {
    /// The heaps below this one, which is in the band or at its end, and the others.
    fn divided_at(self, heap: u64) -> (Band, Band) {
        let Range { start, end } = self.heaps;
        (Band { heaps: start..heap, ..self }, Band { heaps: heap..end, ..self })
    }
}

impl<'a> View<'a> {
    /// All heaps below the preperiod that break the pattern, in ascending order; none if no
    /// period is proved or observed. O(n0).
    pub fn exceptions(self) -> impl Iterator<Item = Exception> + 'a {
        self.bands().flat_map(move |band| self.exceptions_of(band))
    }

    /// The number of heaps below the preperiod that break the pattern. O(n0), much faster than a
    /// pass over [`View::exceptions`].
    pub fn exception_count(self) -> u64 {
        let count = |band: Band| {
            let zeros = band.heaps.end.min(self.moved(0).max(band.heaps.start));
            let (below, computed) = band.divided_at(zeros);
            let differ = self.differences(&computed);
            let differ = differ.unwrap_or_else(|| self.exceptions_of(computed).count());
            (self.exceptions_of(below).count() + differ) as u64
        };
        self.bands().map(count).sum()
    }

    /// The bands of the heaps below the preperiod, in ascending order.
    fn bands(self) -> impl Iterator<Item = Band> + 'a {
        self.finding().period().into_iter().flat_map(|Period { preperiod, period, saltus }| {
            (1..=preperiod.div_ceil(period)).rev().map(move |periods| {
                let distance = periods * period;
                let heaps = preperiod.saturating_sub(distance)..preperiod - (distance - period);
                Band { heaps, distance, growth: periods * saltus }
            })
        })
    }

    /// The heaps of a band that break the pattern.
    fn exceptions_of(self, band: Band) -> impl Iterator<Item = Exception> + 'a {
        let Band { heaps, distance, growth } = band;
        heaps.filter_map(move |n| {
            let (value, above) = (self.value(n)?, self.value(n + distance)?);
            let periodic_value = above as i64 - growth as i64;
            (value as i64 != periodic_value).then_some(Exception { n, value, periodic_value })
        })
    }

    /// The number of heaps of a band that break the pattern, by a glance at the values. `None` if
    /// they grow, or are not all computed.
    fn differences(self, band: &Band) -> Option<usize> {
        fn differences<V: Value>(a: &[V], b: &[V]) -> usize {
            // The counts of a piece fit into bytes, so that the compiler compares many values at a
            // time.
            let pieces = a.chunks(255).zip(b.chunks(255));
            let count = |(a, b): (&[V], &[V])| a.iter().zip(b).map(|(a, b)| u8::from(a != b)).sum();
            pieces.map(|pair| -> u8 { count(pair) }).map(usize::from).sum()
        }
        let values = self.known.values();
        let at = |heap: u64| usize::try_from(i128::from(heap) - i128::from(self.shift)).ok();
        let (start, end) = (at(band.heaps.start)?, at(band.heaps.end)?);
        let distance = usize::try_from(band.distance).ok()?;
        if band.growth > 0 || end.checked_add(distance)? > values.len() {
            return None;
        }
        Some(match values {
            Slice::Bytes(v) => differences(&v[start..end], &v[start + distance..end + distance]),
            Slice::Words(v) => differences(&v[start..end], &v[start + distance..end + distance]),
        })
    }
}

/// A known sequence is its own view with shift 0.
impl Known {
    /// As [`View::exceptions`]. O(n0).
    pub fn exceptions(&self) -> impl Iterator<Item = Exception> + '_ {
        View::from(self).exceptions()
    }

    /// As [`View::exception_count`]. O(n0).
    pub fn exception_count(&self) -> u64 {
        View::from(self).exception_count()
    }
}
