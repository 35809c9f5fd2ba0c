//! V2 for all positions in the scope: the closure of Lemma C.
//!
//! A position w has a value x and the set W of the contexts z such that an option of w has a value
//! y with yz in P. The checker keeps the set U of its *unanswered* contexts: the z with xz not in P
//! that are not in W. V2 requires that 0 is not in U. One heap h more gives the value x·φ(h), and
//! the set of the z with φ(h)z in U and xz not answered by h. So a larger U stays larger. Of each x
//! only the largest sets are followed up, among positions that count as little. An empty set stays
//! empty for ever (it is *saturated*) and is dropped.

use std::collections::VecDeque;

use super::monoid::{Monoid, Preimages, contains};
use super::options::Scope;
use super::types::{Contexts, Types};
use super::{ROOM, Stop, Work, demand};

/// The numbers that a pair takes beside those of its set.
const PAIR: u64 = 40;
/// The most heaps of a position that are listed.
const HEAPS_SHOWN: usize = 30;

/// A value and a set that a position has; the position is another one and a heap.
struct Pair {
    x: usize,
    /// Ascending.
    unanswered: Vec<u16>,
    /// The number of heaps that count.
    count: u64,
    rest: Option<usize>,
    heap: u64,
    /// True if a larger set was found for this value.
    replaced: bool,
}

impl Pair {
    /// True if a position of this pair fails V2 wherever a position of the other pair does.
    fn is_above(&self, other: &Pair) -> bool {
        let mut larger = self.unanswered.iter();
        self.count <= other.count && other.unanswered.iter().all(|z| larger.any(|y| y == z))
    }
}

/// The pairs found.
struct Closure<'a> {
    types: &'a Types,
    /// For each value of a live heap, the preimages of each element under it.
    preimages: Vec<Preimages>,
    scope: &'a Scope,
    pairs: Vec<Pair>,
    /// The count of numbers that the pairs hold.
    room: u64,
    /// For each value the pairs that are not replaced.
    largest: Vec<Vec<usize>>,
    /// For each value the pairs that are not followed up, and the values that have such.
    new: Vec<Vec<usize>>,
    values: VecDeque<usize>,
}

/// Checks V2.
pub(super) fn check(
    monoid: &Monoid<'_>,
    contexts: &Contexts,
    types: &Types,
    scope: &Scope,
    work: &mut Work<'_>,
) -> Result<(), Stop> {
    let mut closure = Closure::new(types, scope, monoid.order());
    closure.begin(contexts, work)?;
    while let Some(x) = closure.values.pop_front() {
        closure.follow_up(x, &monoid.row(x, work)?, work)?;
    }
    Ok(())
}

impl<'a> Closure<'a> {
    fn new(types: &'a Types, scope: &'a Scope, order: usize) -> Closure<'a> {
        let preimages = |&value: &u16| Preimages::of(&types.rows[usize::from(value)]);
        let preimages = types.answers.keys().map(preimages).collect();
        let (pairs, values, none) = (vec![], VecDeque::new(), vec![vec![]; order]);
        let (largest, new) = (none.clone(), none);
        Closure { types, preimages, scope, pairs, room: 0, largest, new, values }
    }

    /// Adds the positions of one heap.
    fn begin(&mut self, contexts: &Contexts, work: &mut Work<'_>) -> Result<(), Stop> {
        for (&value, answers) in &self.types.answers {
            let (x, order) = (usize::from(value), self.largest.len());
            for &(heap, ref answered) in answers {
                work.spend(1, order)?;
                let is_open = |set: &[u64], z: &u16| !contains(set, (*z).into());
                let not_in_p = (0..order as u16).filter(|z| is_open(contexts.of(x), z));
                let unanswered = not_in_p.filter(|z| is_open(answered, z)).collect();
                let count = self.scope.count(heap);
                self.add(Pair { x, unanswered, count, rest: None, heap, replaced: false }, work)?;
            }
        }
        Ok(())
    }

    /// Adds one heap of each type to the new pairs of a value x; the row has x·z for each z.
    fn follow_up(&mut self, x: usize, row: &[u16], work: &mut Work<'_>) -> Result<(), Stop> {
        let (types, new) = (self.types, std::mem::take(&mut self.new[x]));
        for (i, (&value, answers)) in types.answers.iter().enumerate() {
            let x = usize::from(types.rows[usize::from(value)][x]);
            for &rest in &new {
                let Pair { unanswered, count: before, replaced, .. } = &self.pairs[rest];
                if *replaced {
                    continue;
                }
                let (kept, before) = (self.preimages[i].of_all(unanswered), *before);
                work.spend(1 + answers.len(), unanswered.len() + kept.len())?;
                for &(heap, ref answered) in answers {
                    let is_open = |z: &&u16| !contains(answered, row[usize::from(**z)].into());
                    let unanswered = kept.iter().filter(is_open).copied().collect();
                    let (count, rest) = (before + self.scope.count(heap), Some(rest));
                    self.add(Pair { x, unanswered, count, rest, heap, replaced: false }, work)?;
                }
            }
        }
        Ok(())
    }

    /// Checks a pair in the scope, and keeps it unless it is saturated or not among the largest.
    fn add(&mut self, pair: Pair, work: &mut Work<'_>) -> Result<(), Stop> {
        if !self.scope.has(pair.count) || pair.unanswered.is_empty() {
            return Ok(());
        }
        let (x, length) = (pair.x, pair.unanswered.len());
        if pair.unanswered[0] == 0 {
            let reason = format!("its value {x} is not in P, and no option is in P (V2)");
            return Err(format!("position {}: {reason}", self.position(&pair)).into());
        }
        let pairs = &mut self.pairs;
        let of_value = &mut self.largest[x];
        work.spend(1, of_value.iter().map(|&i| length + pairs[i].unanswered.len()).sum())?;
        if of_value.iter().any(|&i| pairs[i].is_above(&pair)) {
            return Ok(());
        }
        self.room += length as u64 + PAIR;
        demand(self.room <= ROOM, format!("the closure of V2 has more than {ROOM} numbers"))?;
        of_value.retain(|&i| {
            pairs[i].replaced = pair.is_above(&pairs[i]);
            !pairs[i].replaced
        });
        of_value.push(pairs.len());
        if self.new[x].is_empty() {
            self.values.push_back(x);
        }
        self.new[x].push(pairs.len());
        pairs.push(pair);
        Ok(())
    }

    /// The heaps of the position of a pair, or their number.
    fn position(&self, pair: &Pair) -> String {
        let (mut heaps, mut rest) = (vec![pair.heap], pair.rest);
        while let Some(i) = rest {
            heaps.push(self.pairs[i].heap);
            rest = self.pairs[i].rest;
        }
        if heaps.len() > HEAPS_SHOWN {
            let largest = heaps.iter().max().unwrap_or(&0);
            return format!("of {} heaps up to {largest}", heaps.len());
        }
        heaps.sort_unstable();
        let heaps: Vec<String> = heaps.iter().map(u64::to_string).collect();
        heaps.join(" + ")
    }
}
