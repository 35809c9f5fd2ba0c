//! All options of a heap that have a given value, however many there are.
//!
//! Let G(m + p) = G(m) for all m ≥ n0. If a ≤ b and a ≥ n0, the split into a + b has the value of
//! the split into (a + p) + (b − p), as long as that one has its smaller part first. So of the
//! splits at one place those with a < n0 + p tell all: each with a ≥ n0 stands for a family
//! (a + jp) + (b − jp), j = 0, 1, …, that ends where the parts meet. Source: periodicity alone.
//!
//! Cost: O(min(n, n0 + p)) a place that leaves two heaps; O(n²) a place that leaves three, and O(n)
//! places if digits repeat for ever. A [`Budget`] says how many option values may be looked at.

use std::fmt;

use super::sum::Move;
use crate::code::Digit;
use crate::grundy::values::Slice;
use crate::period::sequence::Known;
use crate::period::{Finding, Period};

/// Options of one heap that have one value: `heap → a+b`, and if `count` > 1 also
/// `heap → (a+j·step)+(b−j·step)` for all j < `count`.
///
/// Printed as `4 → 2+1`, or as `100 → (3+12j)+(96-12j), j = 0 … 3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// The heap.
    pub heap: u64,
    /// What remains for j = 0.
    pub parts: Vec<u64>,
    /// A period.
    pub step: u64,
    /// How many options these are.
    pub count: u64,
}

impl Family {
    /// The options one by one.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        (0..self.count).map(|j| {
            let parts = match self.parts[..] {
                [a, b] => vec![a + j * self.step, b - j * self.step],
                _ => self.parts.clone(),
            };
            Move { heap: self.heap, parts }
        })
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.count, &self.parts[..]) {
            (2.., [a, b]) => {
                let (heap, step, last) = (self.heap, self.step, self.count - 1);
                write!(f, "{heap} → ({a}+{step}j)+({b}-{step}j), j = 0 … {last}")
            }
            _ => Move { heap: self.heap, parts: self.parts.clone() }.fmt(f),
        }
    }
}

/// How much may be done for a list of options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// How many option values the search may still look at.
    pub work: u64,
    /// How many families may still be listed; the others are counted.
    pub listed: u64,
}

/// The options of one heap that have one value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OptionsOfValue {
    /// The first of them, by the tokens taken and then by the first part.
    pub families: Vec<Family>,
    /// How many options there are, those not listed included.
    pub count: u64,
    /// Whether work was left to look at all options; if not, there may be more.
    pub complete: bool,
}

/// All options of heap `n` of the game G(n) = G_known(n − shift) that have the value
/// `wanted`, as far as the budget allows. The search takes what it uses from the budget.
///
/// # Panics
/// If the value of a smaller heap is not known.
pub fn options_of_value(
    known: &Known,
    shift: u64,
    n: u64,
    wanted: u64,
    budget: &mut Budget,
) -> OptionsOfValue {
    let found = OptionsOfValue { complete: true, ..OptionsOfValue::default() };
    let Some(heap) = n.checked_sub(shift).filter(|&heap| heap > 0) else { return found };
    let mut search = OptionSearch { known, shift, heap, wanted, budget, found };
    search.places();
    search.found
}

/// A heap of the code whose options are looked through.
struct OptionSearch<'a> {
    known: &'a Known,
    shift: u64,
    heap: u64,
    wanted: u64,
    budget: &'a mut Budget,
    found: OptionsOfValue,
}

impl OptionSearch<'_> {
    fn places(&mut self) {
        let code = &self.known.code;
        let last = code.last_place().map_or(u64::MAX, |t| t as u64).min(self.heap);
        match self.known.finding {
            Finding::Proved(period, _)
                if period.saltus > 0 && self.known.verified_to() < self.heap =>
            {
                self.growing(period);
                // Digits that repeat for ever leave no two heaps where growth is proved.
                let written = code.digits().len() as u64;
                (0..written.min(self.heap)).for_each(|k| self.splits(k));
            }
            _ => (0..=last).for_each(|k| self.place(k)),
        }
    }

    /// The period, if it is proved and the values do not grow.
    fn period(&self) -> Option<Period> {
        self.known.finding.proved().filter(|period| period.saltus == 0)
    }

    /// Whether the value of a heap is not among those computed, but grows with its period.
    fn grows_beyond(&self, heap: u64) -> bool {
        self.known.verified_to() < heap && self.period().is_none()
    }

    /// The options that take k tokens.
    fn place(&mut self, k: u64) {
        let digit = self.digit(k);
        let rest = self.heap - k;
        if digit.leaves_none() && rest == 0 && self.wanted == 0 {
            self.add(&[], 0, 1);
        }
        if digit.leaves_one() && rest > 0 && self.afford(1) && self.value(rest) == self.wanted {
            self.add(&[rest], 0, 1);
        }
        self.splits(k);
    }

    /// The options that take k tokens and leave several heaps.
    fn splits(&mut self, k: u64) {
        let (digit, rest) = (self.digit(k), self.heap - k);
        if digit.leaves_two() {
            self.splits_in_two(rest, digit);
        }
        if digit.leaves_three() {
            self.splits_in_three(rest);
        }
    }

    /// Single heaps of a sequence with a saltus: in each class of heaps modulo p the value `wanted`
    /// occurs once at most.
    fn growing(&mut self, period: Period) {
        let classes = 0..period.preperiod + period.period;
        let heaps: Vec<u64> = classes.filter_map(|a| self.growing_heap(period, a)).collect();
        for rest in heaps {
            if (1..self.heap).contains(&rest) && self.digit(self.heap - rest).leaves_one() {
                self.add(&[rest], 0, 1);
            }
        }
        if self.digit(self.heap).leaves_none() && self.wanted == 0 {
            self.add(&[], 0, 1);
        }
    }

    /// The heap a + jp that has the value wanted.
    fn growing_heap(&self, period: Period, a: u64) -> Option<u64> {
        let more = self.wanted.checked_sub(self.value(a))?;
        if a < period.preperiod {
            (more == 0).then_some(a)
        } else {
            more.is_multiple_of(period.saltus)
                .then(|| a.saturating_add((more / period.saltus).saturating_mul(period.period)))
        }
    }

    fn digit(&self, k: u64) -> Digit {
        self.known.code.digit(k as usize)
    }

    fn value(&self, n: u64) -> u64 {
        self.known.value(n).expect("the values of all smaller heaps are known")
    }

    /// The splits of `rest` tokens into a + b, a ≤ b.
    fn splits_in_two(&mut self, rest: u64, digit: Digit) {
        let largest = if digit.is_unequal() { rest.saturating_sub(1) / 2 } else { rest / 2 };
        let period = self.period().filter(|period| period.preperiod < largest);
        // Families begin at n0, but at 1 at least: no part is empty.
        let begin = period.map_or(u64::MAX, |period| period.preperiod.max(1));
        let looked_at = period.map_or(largest, |p| largest.min(begin + p.period - 1));
        if !self.afford(looked_at) {
            return;
        }
        if self.grows_beyond(rest) {
            let wanted = self.wanted;
            let shows = |&a: &u64| self.value(a) ^ self.value(rest - a) == wanted;
            let parts: Vec<u64> = (1..=largest).filter(shows).collect();
            parts.into_iter().for_each(|a| self.add(&[a, rest - a], 0, 1));
            return;
        }
        for (a, low, high) in Stretches::new(self.known, rest, looked_at) {
            let values = low.iter().zip(high.iter().rev()).map(|(x, y)| u64::from(x ^ y));
            let wanted = self.wanted;
            for (a, _) in (a..).zip(values).filter(|&(_, value)| value == wanted) {
                let step = period.filter(|_| a >= begin).map_or(0, |p| p.period);
                let count = (largest - a).checked_div(step).unwrap_or(0) + 1;
                self.add(&[a, rest - a], step, count);
            }
        }
    }

    /// The splits of `rest` tokens into a + b + c, a ≤ b ≤ c.
    fn splits_in_three(&mut self, rest: u64) {
        for a in 1..=rest / 3 {
            let left = rest - a;
            if !self.afford(left / 2 - a + 1) {
                return;
            }
            let wanted = self.wanted ^ self.value(a);
            for b in a..=left / 2 {
                if self.value(b) ^ self.value(left - b) == wanted {
                    self.add(&[a, b, left - b], 0, 1);
                }
            }
        }
    }

    /// Takes this much work from the budget, if it has that much.
    fn afford(&mut self, work: u64) -> bool {
        let left = self.budget.work.checked_sub(work);
        self.budget.work = left.unwrap_or(self.budget.work);
        self.found.complete &= left.is_some();
        left.is_some()
    }

    /// Adds options with these parts, in heaps of the code.
    fn add(&mut self, parts: &[u64], step: u64, count: u64) {
        self.found.count += count;
        if self.budget.listed > 0 {
            self.budget.listed -= 1;
            let parts = parts.iter().map(|part| part + self.shift).collect();
            self.found.families.push(Family { heap: self.heap + self.shift, parts, step, count });
        }
    }
}

/// The values of the parts a = 1, 2, … and `rest` − a, in stretches in which the values of both are
/// stored one behind the other: the first a, the values upwards from a, those up to `rest` − a.
struct Stretches<'a> {
    known: &'a Known,
    rest: u64,
    /// The next a.
    a: u64,
    /// The last a.
    last: u64,
}

impl<'a> Stretches<'a> {
    const fn new(known: &'a Known, rest: u64, last: u64) -> Stretches<'a> {
        Stretches { known, rest, a: 1, last }
    }
}

impl<'a> Iterator for Stretches<'a> {
    type Item = (u64, Slice<'a>, Slice<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        if self.a > self.last {
            return None;
        }
        let (a, b, values) = (self.a, self.rest - self.a, self.known.values());
        let stored = |n: u64| n < values.len() as u64;
        let (at, floor) = match self.known.finding.proved() {
            Some(period) if !stored(b) => (period.reduce(b).0, period.preperiod),
            _ => (b, 0),
        };
        let length = (self.last - a + 1).min(at - floor + 1);
        self.a += length;
        let (low, high) = (a as usize, at as usize + 1);
        let length = length as usize;
        Some((a, values.range(low..low + length), values.range(high - length..high)))
    }
}
