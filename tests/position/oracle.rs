//! The rules of taking and breaking, played to the end in every way: no Grundy value anywhere.

use std::collections::HashMap;

use octal::code::Game;

/// EqualHeaps, each with the number of its game, in order.
pub type Sum = Vec<(usize, u64)>;

/// The options of one heap, each set of parts in ascending order, by the digits alone.
pub fn options(game: &Game, heap: u64) -> Vec<Vec<u64>> {
    let s = game.shift;
    let Some(n) = heap.checked_sub(s).filter(|&n| n > 0) else { return vec![] };
    let mut all = vec![];
    for k in 0..=n {
        let digit = game.code.digit(k as usize);
        let (bits, rest) = (digit.bits(), n - k);
        if bits & 1 != 0 && rest == 0 {
            all.push(vec![]);
        }
        if bits & 2 != 0 && rest > 0 {
            all.push(vec![rest + s]);
        }
        for a in 1..rest {
            for b in a..rest {
                if bits & 4 != 0 && a + b == rest && !(digit.is_unequal() && a == b) {
                    all.push(vec![a + s, b + s]);
                }
                for c in b..rest {
                    if bits & 8 != 0 && a + b + c == rest {
                        all.push(vec![a + s, b + s, c + s]);
                    }
                }
            }
        }
    }
    all.sort();
    all.dedup();
    all
}

/// Plays sums of heaps of these games, and remembers who won.
pub struct Play<'a> {
    games: &'a [Game],
    won: HashMap<Sum, bool>,
}

impl<'a> Play<'a> {
    pub fn new(games: &'a [Game]) -> Play<'a> {
        Play { games, won: HashMap::new() }
    }

    /// True if the player to move can win; the player who cannot move loses.
    pub fn next_wins(&mut self, sum: &Sum) -> bool {
        let mut sum = sum.clone();
        sum.sort_unstable();
        if let Some(&wins) = self.won.get(&sum) {
            return wins;
        }
        let wins = (0..sum.len()).any(|i| self.replies(&sum, i).iter().any(|(_, wins)| !wins));
        self.won.insert(sum, wins);
        wins
    }

    /// The moves in heap number i of a sum, each with whether the opponent then wins.
    fn replies(&mut self, sum: &Sum, i: usize) -> Vec<(Vec<u64>, bool)> {
        let (game, heap) = sum[i];
        let mut replies = vec![];
        for parts in options(&self.games[game], heap) {
            let mut next = sum.clone();
            next.remove(i);
            next.extend(parts.iter().map(|&part| (game, part)));
            let wins = self.next_wins(&next);
            replies.push((parts, wins));
        }
        replies
    }

    /// All winning moves: game, heap, parts in ascending order; those in equal heaps once.
    pub fn winning(&mut self, sum: &Sum) -> Vec<(usize, u64, Vec<u64>)> {
        let mut winning = vec![];
        for i in 0..sum.len() {
            let good = self.replies(sum, i).into_iter().filter(|(_, wins)| !wins);
            winning.extend(good.map(|(parts, _)| (sum[i].0, sum[i].1, parts)));
        }
        winning.sort();
        winning.dedup();
        winning
    }
}
