//! Nim-sums of partitions, from those of smaller partitions.
//!
//! A large number has too many partitions to list, but few nim-sums of their values. Let T(k, m) be
//! the set of nim-sums of the partitions of m into k parts, each at most p. A part p + 1 of value g
//! adds the set T(k − 1, m − p − 1) ⊕ g to T(k, m). If m increases during this step, the part may
//! occur again; if m decreases, it occurs once. Cost: one set operation for each p, m and k.

use crate::solver::Stop;

/// Partitions that a rule allows.
#[derive(Clone, Debug)]
pub(crate) struct PartsForm {
    /// True if no two parts may be equal.
    pub(crate) distinct: bool,
    /// Numbers of parts: from the first to the second number, or without end.
    pub(crate) counts: Vec<(u64, Option<u64>)>,
}

impl PartsForm {
    /// True if partitions may have this number of parts.
    pub(crate) fn allows(&self, parts: u64) -> bool {
        self.counts.iter().any(|&(from, to)| from <= parts && to.is_none_or(|to| parts <= to))
    }

    /// The least number of parts, 0 excluded.
    fn least(&self) -> u64 {
        let least = |&(from, to): &(u64, Option<u64>)| (to != Some(0)).then_some(from.max(1));
        self.counts.iter().filter_map(least).min().unwrap_or(u64::MAX)
    }

    /// From this number of parts on, all numbers are alike, or none occurs.
    fn cap(&self) -> usize {
        let end = |&(from, to): &(u64, Option<u64>)| to.unwrap_or(from);
        self.counts.iter().map(end).max().unwrap_or(0).max(1) as usize
    }

    /// True if there is no greatest number of parts.
    fn is_open(&self) -> bool {
        self.counts.iter().any(|&(_, to)| to.is_none())
    }

    /// The largest part of any allowed partition of `total`; 0 if there is no part.
    pub(crate) fn largest_part(&self, total: u64) -> u64 {
        let others = self.least().saturating_sub(1);
        let least = if self.distinct { others.saturating_mul(others + 1) / 2 } else { others };
        let largest = total.saturating_sub(least);
        if self.distinct && others > 0 && largest <= others { 0 } else { largest }
    }

    /// Visits the partitions of `total`, larger parts first, until the visitor fails or the work is
    /// used up.
    pub(crate) fn each(
        &self,
        total: u64,
        work: &mut u64,
        visit: &mut dyn FnMut(&[u64]) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let mut walk = PartitionWalk { form: self, work, parts: Vec::new() };
        walk.extend(total, self.largest_part(total), visit)
    }
}

struct PartitionWalk<'a> {
    form: &'a PartsForm,
    work: &'a mut u64,
    parts: Vec<u64>,
}

impl PartitionWalk<'_> {
    /// Adds parts of at most `most` that make up the rest.
    fn extend(
        &mut self,
        rest: u64,
        most: u64,
        visit: &mut dyn FnMut(&[u64]) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        *self.work = self.work.checked_sub(1).ok_or(Stop::TooLarge)?;
        let is_full = !self.form.is_open() && self.parts.len() >= self.form.cap();
        match rest {
            0 if self.form.allows(self.parts.len() as u64) => return visit(&self.parts),
            1.. if !is_full => {}
            _ => return Ok(()),
        }
        for part in (1..=most.min(rest)).rev() {
            self.parts.push(part);
            let next = if self.form.distinct { part - 1 } else { part };
            let ended = self.extend(rest - part, next, visit);
            self.parts.pop();
            ended?;
        }
        Ok(())
    }
}

/// A set of small numbers, a bit for each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct NumberSet(Vec<u64>);

/// The bits whose number has bit 0, 1, …, 5, for exchanging neighbours.
const HALVES: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

impl NumberSet {
    /// Adds g ⊕ x for each x of the other set; returns the number of words.
    fn add_xor(&mut self, other: &NumberSet, g: u64) -> u64 {
        let (high, low) = ((g >> 6) as usize, g & 63);
        for (at, &word) in other.0.iter().enumerate().filter(|&(_, &word)| word != 0) {
            let mut bits = word;
            for (bit, half) in HALVES.iter().enumerate().filter(|(bit, _)| low >> bit & 1 == 1) {
                let by = 1 << bit;
                bits = (bits & half) >> by | (bits & !half) << by;
            }
            if self.0.len() <= at ^ high {
                self.0.resize((at ^ high) + 1, 0);
            }
            self.0[at ^ high] |= bits;
        }
        other.0.len() as u64
    }

    /// The numbers, in increasing order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u64> {
        let bits = |word: u64| (0..64).filter(move |bit| word >> bit & 1 == 1);
        (0..).zip(&self.0).flat_map(move |(at, &word)| bits(word).map(move |bit| 64 * at + bit))
    }
}

/// The most sets that a table may have.
const MOST_SETS: u64 = 1 << 24;

/// Nim-sums of the partitions of all numbers up to a bound.
#[derive(Debug)]
pub(crate) struct PartsTable {
    form: PartsForm,
    /// The number of sets of each number: one for each count of parts up to the cap.
    width: usize,
    /// The sets of m: `width` of them from `m · width` on.
    sets: Vec<NumberSet>,
    /// Partitions have parts up to this one.
    largest: u64,
}

impl PartsTable {
    pub(crate) fn new(form: &PartsForm) -> PartsTable {
        let width = form.cap() + 1;
        PartsTable { form: form.clone(), width, sets: Vec::new(), largest: 0 }
    }

    /// The nim-sums of the allowed partitions of `total`. All heaps up to the largest part have
    /// values.
    pub(crate) fn nim_sums(
        &mut self,
        total: u64,
        work: &mut u64,
        value: impl Fn(u64) -> u64,
    ) -> Result<NumberSet, Stop> {
        let parts = self.form.largest_part(total).max(self.largest);
        if self.sets.len() as u64 <= total.saturating_mul(self.width as u64) {
            // Twice as many numbers as before, so that a table of values builds few tables.
            let numbers = (total + 1).max(2 * (self.sets.len() / self.width) as u64);
            if numbers.saturating_mul(self.width as u64) > MOST_SETS {
                return Err(Stop::TooLarge);
            }
            self.sets = vec![NumberSet::default(); numbers as usize * self.width];
            self.sets[0] = NumberSet(vec![1]);
            self.largest = 0;
        }
        while self.largest < parts {
            let part = self.largest + 1;
            if let Err(stop) = self.add_part(part, value(part), work) {
                // Sets that lack some nim-sums would give wrong values.
                self.sets.clear();
                return Err(stop);
            }
        }
        let mut sums = NumberSet::default();
        let row = &self.sets[total as usize * self.width..][..self.width];
        for (count, set) in row.iter().enumerate() {
            if self.form.allows(count as u64) {
                sums.add_xor(set, 0);
            }
        }
        Ok(sums)
    }

    fn add_part(&mut self, part: u64, g: u64, work: &mut u64) -> Result<(), Stop> {
        self.largest = part;
        let (part, numbers) = (part as usize, self.sets.len() / self.width);
        let mut add = |m: usize| {
            let (before, row) = self.sets.split_at_mut(m * self.width);
            let before = &before[(m - part) * self.width..][..self.width];
            let mut words = 1;
            for count in 1..self.width {
                words += row[count].add_xor(&before[count - 1], g);
            }
            if self.form.is_open() {
                words += row[self.width - 1].add_xor(&before[self.width - 1], g);
            }
            *work = work.checked_sub(words).ok_or(Stop::TooLarge)?;
            Ok(())
        };
        match self.form.distinct {
            true => (part..numbers).rev().try_for_each(&mut add),
            false => (part..numbers).try_for_each(&mut add),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{NumberSet, PartsForm, PartsTable};

    #[test]
    fn nim_sums_of_partitions_equal_those_of_the_listed_ones() {
        let forms: [&[(u64, Option<u64>)]; 7] = [
            &[(2, None)],
            &[(1, None)],
            &[(0, Some(0)), (3, Some(3))],
            &[(2, Some(2)), (5, Some(7))],
            &[(4, None)],
            &[(2, Some(3)), (6, None)],
            &[(3, Some(4))],
        ];
        let mut random = fastrand::Rng::with_seed(1);
        for counts in forms {
            for distinct in [false, true] {
                let form = PartsForm { distinct, counts: counts.to_vec() };
                let values: Vec<u64> = (0..40).map(|_| random.u64(0..150)).collect();
                let mut table = PartsTable::new(&form);
                for total in (0..26).chain([3, 30]) {
                    let mut listed = BTreeSet::new();
                    let mut largest = 0;
                    let _ = form.each(total, &mut u64::MAX.clone(), &mut |parts| {
                        assert_eq!(parts.iter().sum::<u64>(), total);
                        assert!(form.allows(parts.len() as u64));
                        assert!(parts.is_sorted_by(|a, b| a > b || !distinct && a == b));
                        largest = largest.max(parts.iter().copied().max().unwrap_or(0));
                        listed.insert(parts.iter().fold(0, |sum, &p| sum ^ values[p as usize]));
                        Ok(())
                    });
                    assert!(largest <= form.largest_part(total));
                    let value = |part: u64| values[part as usize];
                    let sums = table.nim_sums(total, &mut u64::MAX.clone(), value).unwrap();
                    let sums: BTreeSet<u64> = sums.iter().collect();
                    assert_eq!(sums, listed, "{form:?} {total}");
                }
            }
        }
    }

    #[test]
    fn sets_of_numbers_move_by_nim_addition() {
        let mut random = fastrand::Rng::with_seed(2);
        for _ in 0..200 {
            let numbers: BTreeSet<u64> = (0..20).map(|_| random.u64(0..300)).collect();
            let mut set = NumberSet::default();
            for &number in &numbers {
                set.add_xor(&NumberSet(vec![1]), number);
            }
            assert!(set.iter().eq(numbers.iter().copied()));
            let g = random.u64(0..1000);
            let mut moved = NumberSet::default();
            moved.add_xor(&set, g);
            let expected: BTreeSet<u64> = numbers.iter().map(|x| x ^ g).collect();
            assert!(moved.iter().eq(expected));
        }
    }
}
