//! (A2): no option may threaten its heap.
//!
//! An option *threatens* heap n if its low nim-sum is λ(n) and the sum S of its high parts has
//! S ≥ u(n) and S ≡ u(n) modulo 2. As its parts grow, its value may become that of its heap. There
//! is one exception. If only a single part can grow, and the high parts of the others have nim-sum
//! 0, the value always has the same distance. Of all pairs with the same tokens, low nim-sum and
//! parity only the largest sum matters. An option of three parts is a pair and one more part. Cost:
//! O(N²) for the pairs of N heaps, O(n) for heap n and a place.

use super::heaps::{Growth, Heaps};
use crate::code::{Code, Digit};

/// No pair has such a sum: less than every sum wanted.
const NONE: isize = isize::MIN;

/// The largest sum of the high parts of two parts.
struct PairSums {
    unit: usize,
    /// For m tokens and the low nim-sum l, at place m·M + l: of even sums, and of odd ones.
    largest: Vec<[isize; 2]>,
}

impl PairSums {
    /// The sums of the pairs b ≤ c of at most `most` tokens that are `wanted`.
    fn of(
        heaps: &Heaps<'_>,
        unit: usize,
        most: usize,
        wanted: impl Fn(usize, usize) -> bool,
    ) -> PairSums {
        let mut largest = vec![[NONE; 2]; (most + 1) * unit];
        for b in 1..=most / 2 {
            for c in (b..=most - b).filter(|&c| wanted(b, c)) {
                let sum = (heaps.high(b) + heaps.high(c)) as isize;
                let low = heaps.low(b) ^ heaps.low(c);
                let known = &mut largest[(b + c) * unit + low][sum as usize % 2];
                *known = sum.max(*known);
            }
        }
        PairSums { unit, largest }
    }

    /// True if a pair of m tokens with this low nim-sum has a sum of at least `least`, and of the
    /// same parity.
    fn reach(&self, m: usize, low: usize, least: isize) -> bool {
        let sums = self.largest.get(m * self.unit + low);
        sums.is_some_and(|sums| sums[least.rem_euclid(2) as usize] >= least)
    }
}

/// True if an option of one of the p heaps from `base` on threatens its heap.
pub(super) fn exist(code: &Code, heaps: Heaps<'_>, growth: Growth, base: usize) -> bool {
    let (unit, end) = (growth.unit(), base + growth.period);
    let both_grow = |b, c| heaps.grows(b) && heaps.grows(c);
    let are_fixed = |b, c| !heaps.grows(b) && !heaps.grows(c) && heaps.high(b) != heaps.high(c);
    let growing = PairSums::of(&heaps, unit, end, both_grow);
    let fixed = PairSums::of(&heaps, unit, end.min(2 * growth.preperiod), are_fixed);
    let threats = Threats { heaps, preperiod: growth.preperiod, growing, fixed };
    (base..end).any(|n| {
        let mut places = code.digits().iter().enumerate().take(n);
        places.any(|(k, &digit)| threats.of(n, n - k, digit))
    })
}

/// The pairs of parts that may threaten a heap.
struct Threats<'a> {
    heaps: Heaps<'a>,
    preperiod: usize,
    /// Pairs of which both parts can grow.
    growing: PairSums,
    /// Pairs of which neither can, and whose high parts differ.
    fixed: PairSums,
}

impl Threats<'_> {
    /// True if a move that leaves `rest` tokens by this digit threatens heap n. A move to a single
    /// part never does.
    fn of(&self, n: usize, rest: usize, digit: Digit) -> bool {
        let (low, high) = (self.heaps.low(n), self.heaps.high(n) as isize);
        digit.leaves_two()
            && (self.growing.reach(rest, low, high) || self.one_of_two_grows(rest, low, high))
            || digit.leaves_three()
                && (1..rest).any(|a| {
                    let (m, low) = (rest - a, low ^ self.heaps.low(a));
                    let least = high - self.heaps.high(a) as isize;
                    self.growing.reach(m, low, least)
                        || self.heaps.grows(a) && self.fixed.reach(m, low, least)
                })
    }

    /// True if two parts threaten a heap with these low and high parts. One part cannot grow and
    /// has a high part above 0; the other part can grow.
    fn one_of_two_grows(&self, rest: usize, low: usize, high: isize) -> bool {
        (1..self.preperiod.min(rest)).any(|a| {
            let sum = (self.heaps.high(a) + self.heaps.high(rest - a)) as isize;
            self.heaps.high(a) > 0
                && self.heaps.low(a) ^ self.heaps.low(rest - a) == low
                && sum >= high
                && (sum - high) % 2 == 0
        })
    }
}
