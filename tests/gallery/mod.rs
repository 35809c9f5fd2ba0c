//! The gallery: every game in two ways that share no code, and its answers against the octal engines.
//!
//! The second way of this file is plain recursion over a rule stated anew, with its own mex and, for
//! outcomes, over whole sums without any theory.

mod answers;
mod boards;
mod dag;
mod forms;
mod rules;
mod sums;

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

/// A rule: the options of a position, each a sum.
type Rule<'a, P> = &'a dyn Fn(&P) -> Vec<Vec<P>>;

/// Grundy values by recursion.
struct Values<'a, P> {
    rule: Rule<'a, P>,
    known: HashMap<P, u64>,
}

impl<'a, P: Clone + Eq + Hash> Values<'a, P> {
    fn new(rule: Rule<'a, P>) -> Values<'a, P> {
        Values { rule, known: HashMap::new() }
    }

    fn of(&mut self, position: &P) -> u64 {
        if let Some(&value) = self.known.get(position) {
            return value;
        }
        let options = (self.rule)(position);
        let sum = |option: Vec<P>| option.iter().fold(0, |sum, part| sum ^ self.of(part));
        let seen: BTreeSet<u64> = options.into_iter().map(sum).collect();
        let value = (0..).find(|value| !seen.contains(value)).unwrap();
        self.known.insert(position.clone(), value);
        value
    }
}

/// Who wins whole sums, by recursion over all moves.
struct Wins<'a, P> {
    rule: Rule<'a, P>,
    misere: bool,
    known: HashMap<Vec<P>, bool>,
}

impl<'a, P: Clone + Ord + Hash> Wins<'a, P> {
    fn new(rule: Rule<'a, P>, misere: bool) -> Wins<'a, P> {
        Wins { rule, misere, known: HashMap::new() }
    }

    /// Whether the player to move wins.
    fn next(&mut self, sum: &[P]) -> bool {
        let mut sum = sum.to_vec();
        sum.sort();
        if let Some(&wins) = self.known.get(&sum) {
            return wins;
        }
        let moves = self.moves(&sum);
        let over = moves.is_empty() && self.misere;
        let wins = over || moves.iter().any(|(_, _, after)| !self.next(after));
        self.known.insert(sum, wins);
        wins
    }

    /// All moves: which component becomes what, larger parts first, and the sum that is left.
    fn moves(&self, sum: &[P]) -> BTreeSet<(P, Vec<P>, Vec<P>)> {
        let mut moves = BTreeSet::new();
        for (place, part) in sum.iter().enumerate() {
            for mut option in (self.rule)(part) {
                option.sort_by(|a, b| b.cmp(a));
                let mut after: Vec<P> = sum.to_vec();
                after.remove(place);
                after.extend(option.clone());
                after.sort();
                moves.insert((part.clone(), option, after));
            }
        }
        moves
    }

    /// All winning moves.
    fn winning(&mut self, sum: &[P]) -> Vec<(P, Vec<P>)> {
        let moves = self.moves(sum).into_iter();
        moves.filter(|(_, _, after)| !self.next(after)).map(|(from, to, _)| (from, to)).collect()
    }
}

/// A sum of heaps without empty ones.
fn heaps(heaps: &[u128]) -> Vec<u128> {
    heaps.iter().copied().filter(|&heap| heap > 0).collect()
}
