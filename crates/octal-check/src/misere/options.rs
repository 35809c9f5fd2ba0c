//! The rule of moves: the values of the parts that the moves of a heap leave. Also the positions
//! that are examined.
//!
//! The value of several heaps is the product of theirs. The caller defines the product: that of the
//! monoid, or for normal play the nim-sum. A place k of heap n leaves n − k tokens, so the products
//! for a number of tokens are made once and serve t + 1 heaps. Cost: m/2 products for m tokens in
//! two heaps, m²/12 in three.
//!
//! [`Scope`] has the positions that are examined: for `claim infinite` those with at most B heaps
//! d, else all.

use super::monoid::{Bits, Monoid, insert, set_of};
use super::{Claim, CodeDigit, MisereCertificate, Stop, Work};
use std::collections::VecDeque;

/// The values of the options of heaps 0, 1, 2, …, in this order.
pub(super) struct HeapOptions<'a> {
    digits: &'a [CodeDigit],
    /// The values that n, n − 1, …, n − t tokens can have as several heaps.
    splits: VecDeque<HeapSplits>,
    distinct: Distinct,
}

/// The values of a number of tokens in two unequal heaps, two equal ones, three.
#[derive(Default)]
struct HeapSplits {
    unequal: Vec<u32>,
    equal: Option<u32>,
    three: Vec<u32>,
}

impl<'a> HeapOptions<'a> {
    /// Before heap 0.
    pub(super) fn new(digits: &'a [CodeDigit]) -> HeapOptions<'a> {
        HeapOptions { digits, splits: VecDeque::new(), distinct: Distinct::default() }
    }

    /// The values of the options of the next heap, each once, if `values` has those of all smaller
    /// heaps. Value 0 must be that of no heap.
    pub(super) fn next(
        &mut self,
        values: &[u32],
        product: impl Fn(u32, u32) -> u32,
        work: &mut Work<'_>,
    ) -> Result<Vec<u32>, Stop> {
        let n = values.len();
        let splits = self.splits_of(n, values, product, work)?;
        self.splits.push_front(splits);
        self.splits.truncate(self.digits.len());
        self.distinct.begin();
        for ((k, digit), splits) in self.digits.iter().enumerate().zip(&self.splits) {
            let (left, has) = (n - k, |bit| digit.bits & bit != 0);
            if left == 0 && has(1) {
                self.distinct.add(0);
            }
            if left > 0 && has(2) {
                self.distinct.add(values[left]);
            }
            if has(4) {
                splits.unequal.iter().for_each(|&v| self.distinct.add(v));
                splits
                    .equal
                    .filter(|_| !digit.unequal)
                    .into_iter()
                    .for_each(|v| self.distinct.add(v));
            }
            if has(8) {
                splits.three.iter().for_each(|&v| self.distinct.add(v));
            }
        }
        Ok(self.distinct.take())
    }

    /// The values that m tokens can have as several heaps, none of them empty.
    fn splits_of(
        &mut self,
        m: usize,
        values: &[u32],
        product: impl Fn(u32, u32) -> u32,
        work: &mut Work<'_>,
    ) -> Result<HeapSplits, Stop> {
        let mut splits = HeapSplits::default();
        let two = |a: usize| product(values[a], values[m - a]);
        if self.digits.iter().any(|digit| digit.bits & 4 != 0) {
            work.spend(1, m)?;
            self.distinct.begin();
            (1..m.div_ceil(2)).for_each(|a| self.distinct.add(two(a)));
            splits.unequal = self.distinct.take();
            splits.equal = (m > 0 && m.is_multiple_of(2)).then(|| two(m / 2));
        }
        if self.digits.iter().any(|digit| digit.bits & 8 != 0) {
            work.spend(m, m / 6)?;
            self.distinct.begin();
            for a in 1..=m / 3 {
                for b in a..=(m - a) / 2 {
                    let rest = product(values[b], values[m - a - b]);
                    self.distinct.add(product(values[a], rest));
                }
            }
            splits.three = self.distinct.take();
        }
        Ok(splits)
    }
}

/// A list in which no value stands twice.
#[derive(Default)]
struct Distinct {
    list: Vec<u32>,
    /// Entry v is the number of the last list that had v.
    last: Vec<u32>,
    number: u32,
}

impl Distinct {
    fn begin(&mut self) {
        self.number += 1;
    }

    fn add(&mut self, value: u32) {
        let v = value as usize;
        if v >= self.last.len() {
            self.last.resize(v + 1, 0);
        }
        if self.last[v] != self.number {
            self.last[v] = self.number;
            self.list.push(value);
        }
    }

    fn take(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.list)
    }
}

/// The positions that are examined.
pub(super) struct Scope {
    /// d.
    counted: u64,
    /// B.
    most: u64,
    /// The values of positions with at most B heaps d, and with at most B − 1.
    values: [Bits; 2],
}

impl Scope {
    /// The scope of a certificate.
    pub(super) fn new(
        certificate: &MisereCertificate,
        monoid: &Monoid<'_>,
        work: &mut Work<'_>,
    ) -> Result<Scope, Stop> {
        let order = monoid.order();
        let Claim::Infinite(exchange) = &certificate.claim else {
            let all = set_of(0..order, order);
            return Ok(Scope { counted: 0, most: 0, values: [all.clone(), all] });
        };
        let (d, most) = (certificate.last_heap(), exchange.most);
        // The elements of smaller heaps have the smallest numbers (least words): without a
        // generator d these are all.
        let is_generator = certificate.generators.last() == Some(&d);
        let value = usize::from(certificate.phi[d as usize]);
        let smaller = if is_generator { value } else { order };
        let by_d = monoid.row(value, work)?;
        let mut at: Vec<usize> = (0..smaller).collect();
        let mut fewer = set_of(0..smaller, order);
        let mut values = fewer.clone();
        for _ in 0..most {
            work.spend(1, at.len())?;
            fewer.copy_from_slice(&values);
            at.iter_mut().for_each(|x| *x = by_d[*x].into());
            at.iter().for_each(|&x| insert(&mut values, x));
        }
        Ok(Scope { counted: d, most, values: [values, fewer] })
    }

    /// The number of heaps d that a heap counts as.
    pub(super) fn count(&self, heap: u64) -> u64 {
        u64::from(heap == self.counted)
    }

    /// True if positions with `count` heaps d are checked.
    pub(super) fn has(&self, count: u64) -> bool {
        count <= self.most
    }

    /// The values of the positions beside which a heap may stand.
    pub(super) fn beside(&self, heap: u64) -> &[u64] {
        &self.values[self.count(heap) as usize]
    }
}
