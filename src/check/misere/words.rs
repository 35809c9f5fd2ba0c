//! V2 for all positions: the closure of Lemma C.
//!
//! A position w has a value x and the set W of the contexts z such that an option of w has a value y
//! with yz in P. V2 asks for 0 in W unless x is in P. One heap h more makes of (x, W) the value
//! x·φ(h) and the set of the z with φ(h)z in W or xz answered by h. So a smaller W stays smaller,
//! and of each x only the smallest sets are followed up; those that hold every z with xz not in P
//! (they are *saturated*) keep that property for ever and need not be.

use std::collections::VecDeque;

use super::bits::{self, Bits};
use super::contexts::Contexts;
use super::monoid::Monoid;
use super::types::Types;
use super::{ROOM, Stop, Work, demand};

/// The most heaps of a position that are listed.
const HEAPS_SHOWN: usize = 30;

/// A value and a set that a position has; the position is another one and a heap.
struct Pair {
    x: usize,
    answered: Bits,
    rest: Option<usize>,
    heap: u64,
    /// Whether a smaller set was found for this value.
    replaced: bool,
}

/// The pairs found.
struct Closure<'a> {
    contexts: &'a Contexts,
    pairs: Vec<Pair>,
    /// For each value the pairs that are not replaced.
    smallest: Vec<Vec<usize>>,
    /// For each value the pairs that are not followed up, and the values that have such.
    new: Vec<Vec<usize>>,
    values: VecDeque<usize>,
}

/// Checks V2.
pub(super) fn check(
    monoid: &Monoid<'_>,
    contexts: &Contexts,
    types: &Types,
    work: &mut Work<'_>,
) -> Result<(), Stop> {
    let none = vec![vec![]; monoid.order()];
    let (smallest, new) = (none.clone(), none);
    let mut closure = Closure { contexts, pairs: vec![], smallest, new, values: VecDeque::new() };
    for (&x, answers) in &types.answers {
        for (heap, answered) in answers {
            let (x, answered) = (x.into(), answered.clone());
            closure.add(Pair { x, answered, rest: None, heap: *heap, replaced: false }, work)?;
        }
    }
    while let Some(x) = closure.values.pop_front() {
        closure.follow_up(x, &monoid.row(x, work)?, types, work)?;
    }
    Ok(())
}

impl Closure<'_> {
    /// Adds one heap of each type to the new pairs of a value x; the row has x·z for each z.
    fn follow_up(
        &mut self,
        x: usize,
        row: &[u16],
        types: &Types,
        work: &mut Work<'_>,
    ) -> Result<(), Stop> {
        let new = std::mem::take(&mut self.new[x]);
        for (&value, answers) in &types.answers {
            let row_of_value = &types.rows[usize::from(value)];
            work.spend(answers.len() + new.len(), row.len())?;
            let answers = answers.iter().map(|(h, answered)| (h, bits::preimage(answered, row)));
            let answers: Vec<(&u64, Bits)> = answers.collect();
            for &rest in &new {
                if self.pairs[rest].replaced {
                    continue;
                }
                let kept = bits::preimage(&self.pairs[rest].answered, row_of_value);
                for (heap, answers) in &answers {
                    let mut answered = kept.clone();
                    bits::join(&mut answered, answers);
                    let (x, rest) = (row_of_value[x].into(), Some(rest));
                    self.add(Pair { x, answered, rest, heap: **heap, replaced: false }, work)?;
                }
            }
        }
        Ok(())
    }

    /// Checks a pair, and keeps it unless it is saturated or not among the smallest.
    fn add(&mut self, pair: Pair, work: &mut Work<'_>) -> Result<(), Stop> {
        let (x, set, order) = (pair.x, &pair.answered, self.smallest.len());
        if !self.contexts.is_p(x) && !bits::contains(set, 0) {
            let reason = format!("its value {x} is not in P, and no option is in P (V2)");
            return Err(format!("position {}: {reason}", self.position(&pair)).into());
        }
        work.spend(self.smallest[x].len(), set.len())?;
        let is_saturated = bits::outside(self.contexts.of(x), set, order).is_none();
        let is_smaller = |i: &usize| bits::is_subset(&self.pairs[*i].answered, set);
        if is_saturated || self.smallest[x].iter().any(is_smaller) {
            return Ok(());
        }
        let room = (self.pairs.len() + 1) as u64 * set.len() as u64;
        demand(room <= ROOM, format!("the closure of V2 has more than {ROOM} words of 64 bits"))?;
        let pairs = &mut self.pairs;
        self.smallest[x].retain(|&i| {
            pairs[i].replaced = bits::is_subset(set, &pairs[i].answered);
            !pairs[i].replaced
        });
        self.smallest[x].push(pairs.len());
        if self.new[x].is_empty() {
            self.values.push_back(x);
        }
        self.new[x].push(pairs.len());
        pairs.push(pair);
        Ok(())
    }

    /// The heaps of the position of a pair, or how many they are.
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
