//! Theorem I: beside many heaps c, removing q heaps c and p heaps d changes no outcome. Beside
//! fewer heaps c, removing p heaps d changes no outcome, unless there are few heaps d. Then no two
//! of infinitely many positions of heaps d are indistinguishable.
//!
//! By V0, V1 and V2 the monoid is right about all positions with at most B heaps d. Let R be the
//! elements that the heaps other than c and d generate. I1 to I4 compare sets of the r in R for
//! which r beside a heaps c and b heaps d is in P. The powers of φ(c) are periodic, so finitely
//! many numbers a are enough.

use std::collections::BTreeSet;

use super::monoid::{Bits, contains, empty_set, insert, set_of};
use super::types::Types;
use super::{CheckResult, CodeDigit, MisereCertificate, Stop, Work, demand};

/// The most words of 64 bits for the sets that I1 to I4 compare.
const MOST_WORDS: u64 = 1 << 24;
/// The words that a set takes beside its elements.
const SET: u64 = 4;

/// The letters of Theorem I; d is the last heap.
#[derive(Debug)]
pub(super) struct Exchange {
    /// c.
    pub(super) smaller: u64,
    pub(super) q: u64,
    pub(super) p: u64,
    pub(super) alpha: u64,
    pub(super) k1: u64,
    pub(super) k0: u64,
    /// B.
    pub(super) most: u64,
    /// a and b of I4.
    pub(super) numbers: (u64, u64),
    /// v of I4: heaps, ascending.
    pub(super) context: Vec<u64>,
}

/// Checks that the numbers are as the theorem asks for.
pub(super) fn check_numbers(
    certificate: &MisereCertificate,
    exchange: &Exchange,
) -> CheckResult<()> {
    let &Exchange { smaller: c, q, p, alpha, k1, k0, most, numbers: (a, b), .. } = exchange;
    let d = certificate.last_heap();
    demand(certificate.has_move(d), format!("heap {d}: without a move it is no d (Theorem I)"))?;
    demand(c < d, format!("c should be a heap below {d} (Theorem I)"))?;
    let added = most_added(certificate, c);
    let right =
        format!("q should be at least {added}, as a move adds up to {added} heaps {c} (Theorem I)");
    demand(q >= added, right)?;
    demand(alpha > q, "alpha should be above q (Theorem I)")?;
    let ascend = p <= k1 && k1 <= k0 && k0 + p <= most;
    demand(ascend, "p <= K1 <= K0 and K0 + p <= B should hold (Theorem I)")?;
    let is_few = alpha - q <= a && a < alpha;
    demand(is_few, "a should be from alpha - q to alpha - 1 (I4)")?;
    let is_seen = k1 - p <= b && b + p <= most;
    demand(is_seen, "b should be from K1 - p to B - p (I4)")?;
    let is_other = exchange.context.iter().all(|&heap| heap != c && heap < d);
    demand(is_other, format!("v should have heaps below {d}, and no heap {c} (I4)"))
}

/// The most heaps c that a move may add, in any heap up to d.
fn most_added(certificate: &MisereCertificate, c: u64) -> u64 {
    let of_heap = |n: u64| {
        let places = (0..=n).zip(&certificate.digits);
        places.map(|(k, digit)| most_left(digit, n - k, c)).max().unwrap_or(0)
    };
    (1..=certificate.last_heap()).map(of_heap).max().unwrap_or(0)
}

/// The most heaps c that a digit may leave of these tokens, beside other heaps.
fn most_left(digit: &CodeDigit, tokens: u64, c: u64) -> u64 {
    let two = if tokens == 2 * c { 2 * u64::from(!digit.unequal) } else { 1 };
    let three = if tokens == 3 * c { 3 } else { 1 + u64::from(tokens > 2 * c) };
    let ways = [(2, tokens == c, 1), (4, tokens > c, two), (8, tokens > c + 1, three)];
    let ways = ways.into_iter().filter(|(bit, is_enough, _)| digit.bits & bit != 0 && *is_enough);
    ways.map(|(_, _, heaps)| heaps).max().unwrap_or(0)
}

/// Checks I1 to I4.
pub(super) fn check(
    certificate: &MisereCertificate,
    exchange: &Exchange,
    types: &Types,
    work: &mut Work<'_>,
) -> Result<(), Stop> {
    let outcomes = Outcomes::new(certificate, exchange, types, work)?;
    let letters = [exchange.q, exchange.p, exchange.alpha, exchange.k1, exchange.k0, exchange.most];
    let [q, p, alpha, k1, k0, most] = letters.map(|number| number as usize);
    for b in k1..=most {
        for a in alpha..outcomes.columns {
            outcomes.check_same((a, b), (a - q, b - p), "I1")?;
        }
    }
    for b in k0..=most {
        for a in 0..alpha {
            outcomes.check_same((a, b), (a, b - p), "I2")?;
        }
    }
    for b in k0 - p..k0 {
        outcomes.check_same((alpha - 1, b), (alpha - 1 - q, b), "I3")?;
    }
    outcomes.check_i4(types)
}

/// The outcomes of all positions with at most B heaps d.
struct Outcomes<'a> {
    certificate: &'a MisereCertificate,
    exchange: &'a Exchange,
    /// R.
    rest: Vec<usize>,
    /// All numbers a from this one on have been compared if the smaller ones have.
    columns: usize,
    /// `table[b][a]`: the i such that the i-th element of R beside a heaps c and b heaps d is in P.
    table: Vec<Vec<Bits>>,
}

impl<'a> Outcomes<'a> {
    fn new(
        certificate: &'a MisereCertificate,
        exchange: &'a Exchange,
        types: &Types,
        work: &mut Work<'_>,
    ) -> Result<Outcomes<'a>, Stop> {
        let rest = rest(certificate, exchange, types, work)?;
        let [by_c, by_d] = [exchange.smaller, certificate.last_heap()].map(|heap| types.row(heap));
        let (index, period) = index_and_period(by_c);
        // From a = α and a − q = index on, both sides of I1 have the period.
        let columns = (exchange.alpha as usize).max(index + exchange.q as usize) + period;
        let rows = exchange.most as usize + 1;
        let room = (rows * columns) as u64 * (rest.len().div_ceil(64) as u64 + SET);
        let right = format!("I1 to I4 need more than {MOST_WORDS} words of 64 bits");
        demand(room <= MOST_WORDS, right)?;
        let p = set_of(certificate.p.iter().map(|&x| x.into()), certificate.order);
        let mut table = vec![];
        let mut row = rest.clone();
        for _ in 0..rows {
            work.spend(columns, rest.len())?;
            let mut at = row.clone();
            let mut sets = vec![];
            for _ in 0..columns {
                sets.push(places_in(&p, &at));
                at.iter_mut().for_each(|x| *x = by_c[*x].into());
            }
            table.push(sets);
            row.iter_mut().for_each(|x| *x = by_d[*x].into());
        }
        Ok(Outcomes { certificate, exchange, rest, columns, table })
    }

    /// Checks that two pairs of numbers of heaps c and d have the same outcome beside all other
    /// heaps.
    fn check_same(
        &self,
        (a, b): (usize, usize),
        (fewer_c, fewer_d): (usize, usize),
        name: &str,
    ) -> CheckResult<()> {
        let (one, other) = (&self.table[b][a], &self.table[fewer_d][fewer_c]);
        let is_other = |i: &usize| contains(one, *i) != contains(other, *i);
        let Some(i) = (one != other).then(|| (0..self.rest.len()).find(is_other)).flatten() else {
            return Ok(());
        };
        let (x, c, d) = (self.rest[i], self.exchange.smaller, self.certificate.last_heap());
        Err(format!(
            "element {x}: beside it, {a} heaps {c} and {b} heaps {d} have another outcome than \
             {fewer_c} and {fewer_d} ({name})"
        ))
    }

    /// Checks that p more heaps d make a difference beside v and the heaps c.
    fn check_i4(&self, types: &Types) -> Result<(), Stop> {
        let Exchange { numbers: (a, b), p, context, .. } = self.exchange;
        let times = |x: usize, row: &[u16]| usize::from(row[x]);
        let v = context.iter().fold(0, |x, &heap| times(x, types.row(heap)));
        let is_p = |b: u64| {
            let i = self.rest.iter().position(|&x| x == v);
            i.is_some_and(|i| contains(&self.table[b as usize][*a as usize], i))
        };
        let d = self.certificate.last_heap();
        let right = format!("element {v}: {p} more heaps {d} than {b} make no difference (I4)");
        Ok(demand(is_p(*b) != is_p(b + p), right)?)
    }
}

/// The i such that the i-th of these elements is in P.
fn places_in(p: &[u64], elements: &[usize]) -> Bits {
    let places = (0..elements.len()).filter(|&i| contains(p, elements[i]));
    set_of(places, elements.len())
}

/// R: the values of positions without heaps c and d.
fn rest(
    certificate: &MisereCertificate,
    exchange: &Exchange,
    types: &Types,
    work: &mut Work<'_>,
) -> Result<Vec<usize>, Stop> {
    let others = (1..certificate.last_heap()).filter(|&heap| heap != exchange.smaller);
    let values: BTreeSet<u16> = others.map(|heap| certificate.phi[heap as usize]).collect();
    let mut seen = empty_set(certificate.order);
    insert(&mut seen, 0);
    let (mut rest, mut next) = (vec![0], 0);
    while let Some(&x) = rest.get(next) {
        work.spend(1, values.len())?;
        for &value in &values {
            let y = types.rows[usize::from(value)][x].into();
            if !contains(&seen, y) {
                insert(&mut seen, y);
                rest.push(y);
            }
        }
        next += 1;
    }
    Ok(rest)
}

/// The least i, and then p ≥ 1, such that the powers i and i + p of an element are equal.
fn index_and_period(row: &[u16]) -> (usize, usize) {
    let mut powers = vec![];
    let mut x = 0;
    while !powers.contains(&x) {
        powers.push(x);
        x = row[x].into();
    }
    let index = powers.iter().position(|&power| power == x).unwrap_or(0);
    (index, powers.len() - index)
}
