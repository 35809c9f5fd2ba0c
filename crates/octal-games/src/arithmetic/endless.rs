//! The evidence of Theorem 12b: a base and a depth, for codes whose digits repeat for ever.
//!
//! ```text
//! B ← the largest base that leaves 2p heaps of the values and takes few enough options
//! refuse unless G(n + p) = G(n) + s up to the end of these heaps                    (E1)
//! refuse unless the high parts below n0 + p are below those of the window           (E2)
//! for each of the 2p heaps from B on, for each of its options
//!     refuse if the option threatens the heap                                       (E3)
//!     for the first p heaps: note if the value of the option rises, stays, does both
//! D ← the least depth at which the noted values are enough                          (E4)
//! ```
//!
//! All options are tried, as the theorem says. Cost: O(p·n^h) for the heaps n of the window.

use super::heaps::{Growth, Heaps};
use crate::code::Code;

/// The most options that one search for evidence tries: some hundredths of a second.
const OPTIONS: usize = 1 << 24;

/// The most values that evidence has, for a code that leaves at most h ≥ 1 heaps. A checker
/// computes all options of as many heaps, at most 2^34.
pub(crate) const fn most_values(h: usize) -> usize {
    match h {
        1 => 16384,
        2 => 5900,
        _ => 1250,
    }
}

/// A proof of a growth of an endless code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndlessEvidence {
    /// The proved period, which is a multiple of the number of digits that repeat.
    pub growth: Growth,
    /// B, the first heap of the window.
    pub base: usize,
    /// D.
    pub depth: usize,
}

impl EndlessEvidence {
    /// The evidence among the values G(0), …, G(N). `None` if they prove nothing, or if the code is
    /// finite or has a mark `!`. Also `None` if the number of digits that repeat does not divide
    /// the period.
    pub fn find(code: &Code, values: &[u16], growth: Growth) -> Option<EndlessEvidence> {
        let Growth { period: p, saltus, .. } = growth;
        let length = code.repeat().len();
        if length == 0 || code.has_unequal() || saltus == 0 || !p.is_multiple_of(length) {
            return None;
        }
        let h = code.most_heaps().max(1);
        let last = values.len().checked_sub(2 * p)?;
        let is_possible = |&base: &usize| {
            let (end, steps) = (base + 2 * p, options(h, base + 2 * p).saturating_mul(2 * p));
            base <= last && end <= most_values(h) && steps <= OPTIONS
        };
        let larger = |&base: &usize| Some(base + base / 4 + 1);
        let bases = std::iter::successors(Some(least_base(code, growth)), larger);
        let base = bases.take_while(is_possible).last()?;
        let values = &values[..base + 2 * p];
        let window = Window { code, heaps: Heaps::new(values, growth), growth, base };
        let holds = growth.holds(values) && window.is_high();
        let depth = holds.then(|| window.depth())??;
        Some(EndlessEvidence { growth, base, depth })
    }
}

/// The least base B that Theorem 12b allows, h·(n0 + p − 1) + e.
pub(crate) fn least_base(code: &Code, growth: Growth) -> usize {
    let h = code.most_heaps().max(1);
    h * (growth.preperiod + growth.period - 1) + code.digits().len()
}

/// The approximate number of options of a heap below n that leave at most h heaps.
const fn options(h: usize, n: usize) -> usize {
    match h {
        1 => n,
        2 => n.saturating_mul(n) / 4,
        _ => n.saturating_mul(n).saturating_mul(n) / 36,
    }
}

/// The 2p heaps from the base on.
struct Window<'a> {
    code: &'a Code,
    heaps: Heaps<'a>,
    growth: Growth,
    base: usize,
}

impl Window<'_> {
    /// (E2): the high part of every heap below n0 + p is below those of the window.
    fn is_high(&self) -> bool {
        let Growth { preperiod, period, .. } = self.growth;
        let below = (1..preperiod + period).map(|i| self.heaps.high(i)).max();
        let window = (self.base..self.base + period).map(|n| self.heaps.high(n)).min();
        below < window
    }

    /// (E3) and (E4): the least depth D, if no option threatens its heap and there is one.
    fn depth(&self) -> Option<usize> {
        let Growth { period: p, saltus: s, .. } = self.growth;
        let shown: Vec<ShownValues> =
            (self.base..self.base + 2 * p).map(|n| self.shown(n)).collect::<Option<_>>()?;
        let shown = &shown[..p];
        let least_value = shown.iter().map(|heap| heap.rises.len()).min()?;
        let is_shown = |depth: usize| {
            shown.iter().all(|heap| {
                (1..=heap.rises.len()).all(|below| {
                    let value = heap.rises.len() - below;
                    match below {
                        below if below <= depth => heap.rises[value],
                        below if below <= depth + s => heap.does_both[value],
                        _ => heap.stays[value],
                    }
                })
            })
        };
        (0..=least_value.checked_sub(s)?).find(|&depth| is_shown(depth))
    }

    /// The values below that of heap n that its options show; `None` if an option threatens it.
    fn shown(&self, n: usize) -> Option<ShownValues> {
        let none = vec![false; self.heaps.value(n)];
        let mut shown = ShownValues { rises: none.clone(), stays: none.clone(), does_both: none };
        let mut is_threatened = false;
        self.each_option(n, |k, parts| {
            is_threatened |= self.threatens(n, parts);
            let value = self.value_of(parts);
            if value < shown.rises.len() {
                let (rises, stays) = (self.rises(parts), k >= self.code.digits().len());
                shown.rises[value] |= rises;
                shown.stays[value] |= stays;
                shown.does_both[value] |= rises && stays;
            }
            !is_threatened
        });
        (!is_threatened).then_some(shown)
    }

    /// Passes the place and the parts of each option of heap n to `visit`, until that returns
    /// `false`.
    fn each_option(&self, n: usize, mut visit: impl FnMut(usize, &[usize]) -> bool) -> bool {
        (0..=n).all(|k| {
            let (rest, digit) = (n - k, self.code.digit(k));
            let (two, three) = (digit.leaves_two(), digit.leaves_three());
            (!digit.leaves_none() || rest > 0 || visit(k, &[]))
                && (!digit.leaves_one() || rest == 0 || visit(k, &[rest]))
                && (!two || (1..=rest / 2).all(|a| visit(k, &[a, rest - a])))
                && (!three
                    || (1..=rest / 3)
                        .all(|a| (a..=(rest - a) / 2).all(|b| visit(k, &[a, b, rest - a - b]))))
        })
    }

    /// The value of an option.
    fn value_of(&self, parts: &[usize]) -> usize {
        parts.iter().fold(0, |value, &a| value ^ self.heaps.value(a))
    }

    /// Some part grows, and the high parts of all others have the nim-sum 0.
    fn rises(&self, parts: &[usize]) -> bool {
        let all = parts.iter().fold(0, |high, &a| high ^ self.heaps.high(a));
        parts.iter().any(|&a| self.heaps.grows(a) && self.heaps.high(a) == all)
    }

    /// The option may have the value of heap n, or of a later one as its parts grow.
    fn threatens(&self, n: usize, parts: &[usize]) -> bool {
        let low = parts.iter().fold(0, |low, &a| low ^ self.heaps.low(a));
        let (sum, high) =
            (parts.iter().map(|&a| self.heaps.high(a)).sum::<usize>(), self.heaps.high(n));
        let is_steady =
            || parts.iter().filter(|&&a| self.heaps.grows(a)).count() == 1 && self.rises(parts);
        low == self.heaps.low(n) && sum >= high && (sum - high).is_multiple_of(2) && !is_steady()
    }
}

/// For each value below that of a heap: true if some option of this kind has it.
struct ShownValues {
    rises: Vec<bool>,
    stays: Vec<bool>,
    does_both: Vec<bool>,
}
