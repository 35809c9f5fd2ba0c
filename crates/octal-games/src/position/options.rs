//! All options of a heap that have a given value, however many there are.
//!
//! Let G(m + p) = G(m) for all m ≥ n0. If a ≤ b and a ≥ n0, the split into a + b has the value of
//! the split into (a + p) + (b − p), as long as the smaller part stands first. So the splits at one
//! place with a < n0 + p are enough. Each with a ≥ n0 stands for a family (a + jp) + (b − jp), j =
//! 0, 1, …, that ends where the parts meet. Source: periodicity alone.
//!
//! Where values grow, G(m + p) = G(m) + s, the sum of the values x and y of two parts does not
//! depend on j. As x + y = (x ⊕ y) + 2(x ∧ y), the nim-sum fixes x ∧ y, and x has some bits of the
//! nim-sum besides.
//!
//! Cost for each place: O(min(n, n0 + p)) if it leaves two heaps, or O(n0 + p + options found) if
//! values grow. It is n times as much if the place leaves three. O(n) places if digits repeat for
//! ever. A [`Budget`] bounds the option values that are examined.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
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
    /// The parts for j = 0.
    pub parts: Vec<u64>,
    /// A period.
    pub step: u64,
    /// The number of these options.
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

/// The limits of a list of options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The number of option values that the search may still examine.
    pub work: u64,
    /// The number of families that may still be listed; further families are only counted.
    pub listed: u64,
    /// The number of option values that the search may still examine only to count, once nothing
    /// more is listed.
    pub counting: u64,
}

/// The options of one heap that have one value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OptionsOfValue {
    /// The first of them, by the tokens taken and then by the first part.
    pub families: Vec<Family>,
    /// The number of options, those not listed included.
    pub count: u64,
    /// True if the work sufficed for all options; if not, there may be more.
    pub complete: bool,
}

/// All options of heap `n` of the game G(n) = G_known(n − shift) that have the value `wanted`, as
/// far as the budget allows. The search deducts its work from the budget.
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
        match self.known.finding {
            Finding::Proved(period, _)
                if period.saltus > 0 && self.known.verified_to() < self.heap =>
            {
                self.growing(period);
                let written = code.digits().len() as u64;
                (0..written.min(self.heap)).for_each(|k| self.splits(k));
                if code.repeat().iter().any(|digit| digit.leaves_two() || digit.leaves_three()) {
                    let mut places = written..self.heap;
                    while let Some(k) = places.next().filter(|_| self.afford(1)) {
                        self.splits(k);
                    }
                }
            }
            _ => match code.last_place() {
                Some(last) => (0..=self.heap.min(last as u64)).for_each(|k| self.place(k)),
                None => {
                    let mut places = 0..=self.heap;
                    while let Some(k) = places.next().filter(|_| self.afford(1)) {
                        self.place(k);
                    }
                }
            },
        }
    }

    /// The period, if it is proved and the values do not grow.
    fn period(&self) -> Option<Period> {
        self.known.finding.proved().filter(|period| period.saltus == 0)
    }

    /// The options that take k tokens.
    fn place(&mut self, k: u64) {
        let digit = self.digit(k);
        let rest = self.heap - k;
        if digit.leaves_none() && rest == 0 && self.wanted == 0 {
            self.add(&[], 0, 1);
        }
        if digit.leaves_one() && rest > 0 && self.value(rest) == self.wanted {
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
        let last = if digit.is_unequal() { rest.saturating_sub(1) / 2 } else { rest / 2 };
        self.pairs(Pairs { rest, first: 1, last, third: None });
    }

    /// The splits of `rest` tokens into a + b + c, a ≤ b ≤ c.
    fn splits_in_three(&mut self, rest: u64) {
        for a in 1..=rest / 3 {
            if !self.afford(1) {
                return;
            }
            let left = rest - a;
            self.pairs(Pairs { rest: left, first: a, last: left / 2, third: Some(a) });
        }
    }

    fn pairs(&mut self, pairs: Pairs) {
        match self.known.finding.proved().filter(|period| period.saltus > 0) {
            Some(period) if self.known.verified_to() < pairs.rest => {
                self.growing_pairs(pairs, period);
            }
            _ => self.stored_pairs(pairs),
        }
    }

    /// The nim-sum that two parts must have.
    fn wanted_of(&self, pairs: Pairs) -> u64 {
        self.wanted ^ pairs.third.map_or(0, |third| self.value(third))
    }

    /// Pairs by the values that are stored, and by a period without growth.
    fn stored_pairs(&mut self, pairs: Pairs) {
        let Pairs { rest, first, last, third } = pairs;
        let is_family = |period: &Period| third.is_none() && period.preperiod < last;
        let period = self.period().filter(is_family);
        // Families begin at n0, but at 1 at least: no part is empty.
        let begin = period.map_or(u64::MAX, |period| period.preperiod.max(1));
        let looked_at = period.map_or(last, |p| last.min(begin + p.period - 1));
        let wanted = self.wanted_of(pairs);
        for (a, low, high) in Stretches::new(self.known, rest, (first, looked_at)) {
            if !self.afford(low.len() as u64) {
                return;
            }
            let values = low.iter().zip(high.iter().rev()).map(|(x, y)| u64::from(x ^ y));
            for (a, _) in (a..).zip(values).filter(|&(_, value)| value == wanted) {
                let step = period.filter(|_| a >= begin).map_or(0, |p| p.period);
                let count = (last - a).checked_div(step).unwrap_or(0) + 1;
                self.add_pair(pairs, a, step, count);
            }
        }
    }

    /// Pairs where values grow: one by one before the preperiod, and behind it class by class
    /// modulo p, by ascending first part.
    fn growing_pairs(&mut self, pairs: Pairs, period: Period) {
        let Pairs { rest, first, last, .. } = pairs;
        let wanted = self.wanted_of(pairs);
        let begin = period.preperiod.max(first);
        for a in first..begin.min(last + 1) {
            if !self.afford(WORK_OF_GROWING_PAIR) {
                return;
            }
            if self.value(a) ^ self.value(rest - a) == wanted {
                self.add_pair(pairs, a, 0, 1);
            }
        }
        let mut next = BinaryHeap::new();
        for a in begin..(begin + period.period).min(last + 1) {
            if !self.afford(WORK_OF_GROWING_PAIR) {
                return;
            }
            let values = (self.value(a), self.value(rest - a));
            let class = GrowingPairs::new((a, last), values, wanted, period);
            next.extend(class.map(Reverse));
        }
        while let Some(Reverse(class)) = next.pop() {
            if !self.afford(WORK_OF_GROWING_PAIR) {
                return;
            }
            if let Some(a) = class.part() {
                self.add_pair(pairs, a, 0, 1);
            }
            next.extend(class.after().map(Reverse));
        }
    }

    /// Takes this much work from the budget, if it has that much.
    fn afford(&mut self, work: u64) -> bool {
        let Budget { work: left, listed, counting } = &mut *self.budget;
        let can = work <= *left && (*listed > 0 || work <= *counting);
        if can {
            *left -= work;
            *counting -= if *listed > 0 { 0 } else { work };
        }
        self.found.complete &= can;
        can
    }

    /// Adds splits into the part a of a pair, the rest of the pair, and the third part.
    fn add_pair(&mut self, Pairs { rest, third, .. }: Pairs, a: u64, step: u64, count: u64) {
        match third {
            None => self.add(&[a, rest - a], step, count),
            Some(third) => self.add(&[third, a, rest - a], step, count),
        }
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

/// Two parts of `rest` tokens together, of which the smaller one has from `first` to `last` tokens.
#[derive(Clone, Copy)]
struct Pairs {
    rest: u64,
    first: u64,
    last: u64,
    /// The third part, which is not larger than both, if there are three.
    third: Option<u64>,
}

/// Work of one pair where values grow: two values of a period.
const WORK_OF_GROWING_PAIR: u64 = 16;

/// The pairs of parts a + jp and b − jp whose values x and y have a given nim-sum. Only the bits of
/// x and its remainder modulo the power of two in the saltus decide here. They are visited by
/// ascending j.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct GrowingPairs {
    /// (a + jp)·saltus for the present x: classes are compared by this.
    at: u128,
    /// a and its value.
    least: (u64, u64),
    /// The bits that x has for every j.
    fixed: u64,
    /// The bits that it may have or not, and those that it has now.
    free: u64,
    chosen: u64,
    /// The largest x.
    last: u64,
    period: u64,
    saltus: u64,
}

impl GrowingPairs {
    /// Begins with the smallest part a, if there is any pair up to the part `last`; `values` are
    /// those of both parts for j = 0.
    fn new(
        (a, last): (u64, u64),
        (x, y): (u64, u64),
        wanted: u64,
        period: Period,
    ) -> Option<GrowingPairs> {
        let twice = (x + y).checked_sub(wanted)?;
        let both = twice / 2;
        // All x of the class agree in these bits.
        let low = (period.saltus & period.saltus.wrapping_neg()) - 1;
        let fixed = both | (wanted & low & x);
        if !twice.is_multiple_of(2) || both & wanted != 0 || (fixed ^ x) & low != 0 {
            return None;
        }
        let free = wanted & !low;
        let chosen = least_subset(free, x.saturating_sub(fixed))?;
        let last = x + (last - a) / period.period * period.saltus;
        let least = (a, x);
        let Period { period, saltus, .. } = period;
        GrowingPairs { at: 0, least, fixed, free, chosen, last, period, saltus }.placed()
    }

    /// Computes the place of the present x, if x is not beyond the last.
    fn placed(self) -> Option<GrowingPairs> {
        let (a, x) = self.least;
        let more = (self.fixed | self.chosen) - x;
        let at =
            u128::from(a) * u128::from(self.saltus) + u128::from(more) * u128::from(self.period);
        (x + more <= self.last).then_some(GrowingPairs { at, ..self })
    }

    /// The smaller part of the present pair, if a part of the class has the value x.
    fn part(&self) -> Option<u64> {
        let (a, x) = self.least;
        let more = (self.fixed | self.chosen) - x;
        more.is_multiple_of(self.saltus).then(|| a + more / self.saltus * self.period)
    }

    /// The same class at the next x.
    fn after(self) -> Option<GrowingPairs> {
        let chosen = least_subset(self.free, self.chosen.checked_add(1)?)?;
        GrowingPairs { chosen, ..self }.placed()
    }
}

/// The least number that is at least `floor` and whose bits are all in `mask`.
fn least_subset(mask: u64, floor: u64) -> Option<u64> {
    let outside = floor & !mask;
    if outside == 0 {
        return Some(floor);
    }
    // Above the highest bit that the number may not have it must be larger than the floor.
    let above = mask & (u64::MAX << outside.ilog2()) & !(1 << outside.ilog2());
    let next = ((floor & above) | !above).wrapping_add(1) & above;
    (next > floor).then_some(next)
}

/// The longest stretch: the budget is checked between two stretches.
const LONGEST_STRETCH: u64 = 1 << 12;

/// The values of the parts a = first, first + 1, … and `rest` − a, in stretches. In a stretch the
/// values of both are stored side by side. A stretch has the first a, the values upwards from a,
/// and the values up to `rest` − a.
struct Stretches<'a> {
    known: &'a Known,
    rest: u64,
    /// The next a.
    a: u64,
    /// The last a.
    last: u64,
}

impl<'a> Stretches<'a> {
    const fn new(known: &'a Known, rest: u64, (first, last): (u64, u64)) -> Stretches<'a> {
        Stretches { known, rest, a: first, last }
    }
}

impl<'a> Iterator for Stretches<'a> {
    type Item = (u64, Slice<'a>, Slice<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        if self.a > self.last {
            return None;
        }
        let (a, b, values) = (self.a, self.rest - self.a, self.known.values());
        let stored = values.len() as u64;
        // Where a value is stored, and the first heap from which on values may stand for it.
        let place = |n: u64| match self.known.finding.proved() {
            Some(period) if n >= stored => (period.reduce(n).0, period.preperiod),
            _ => (n, 0),
        };
        let ((low, _), (high, floor)) = (place(a), place(b));
        let length = (self.last - a + 1).min(high - floor + 1).min(stored - low);
        let length = length.min(LONGEST_STRETCH);
        self.a += length;
        let (low, high, length) = (low as usize, high as usize + 1, length as usize);
        Some((a, values.range(low..low + length), values.range(high - length..high)))
    }
}
