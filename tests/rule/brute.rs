//! Rules as functions, with plain recursion for values and for outcomes of whole sums.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

use octal::rule::State;

/// A rule: the options of a position, each a sum.
pub type Options<'a, P> = &'a dyn Fn(&P) -> Vec<Vec<P>>;

/// The state with these numbers.
pub fn state(numbers: &[i128]) -> State {
    State::new(&numbers.iter().map(|&n| n as u128).collect::<Vec<_>>()).unwrap()
}

/// Grundy values by recursion.
pub struct Values<'a, P> {
    options: Options<'a, P>,
    known: HashMap<P, u64>,
}

impl<'a, P: Clone + Eq + Hash> Values<'a, P> {
    pub fn new(options: Options<'a, P>) -> Values<'a, P> {
        Values { options, known: HashMap::new() }
    }

    pub fn of(&mut self, position: &P) -> u64 {
        if let Some(&value) = self.known.get(position) {
            return value;
        }
        let options = (self.options)(position);
        let sum = |option: Vec<P>| option.iter().fold(0, |sum, part| sum ^ self.of(part));
        let seen: BTreeSet<u64> = options.into_iter().map(sum).collect();
        let value = (0..).find(|value| !seen.contains(value)).unwrap();
        self.known.insert(position.clone(), value);
        value
    }
}

/// Winners of whole sums, by recursion over all moves.
pub struct Wins<'a, P> {
    options: Options<'a, P>,
    misere: bool,
    known: HashMap<Vec<P>, bool>,
}

impl<'a, P: Clone + Ord + Hash> Wins<'a, P> {
    pub fn new(options: Options<'a, P>, misere: bool) -> Wins<'a, P> {
        Wins { options, misere, known: HashMap::new() }
    }

    /// True if the player to move wins.
    pub fn next(&mut self, sum: &[P]) -> bool {
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

    /// All moves: the component, the option with larger parts first, and the sum that is left.
    fn moves(&self, sum: &[P]) -> BTreeSet<(P, Vec<P>, Vec<P>)> {
        let mut moves = BTreeSet::new();
        for (place, part) in sum.iter().enumerate() {
            for mut option in (self.options)(part) {
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
    pub fn winning(&mut self, sum: &[P]) -> BTreeSet<(P, Vec<P>)> {
        let moves = self.moves(sum).into_iter();
        moves.filter(|(_, _, after)| !self.next(after)).map(|(from, to, _)| (from, to)).collect()
    }
}
