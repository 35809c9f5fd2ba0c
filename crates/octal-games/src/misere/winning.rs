//! The winning moves in a heap, in families if the heap is large.
//!
//! Let the values of heaps have the period p from heap s on. This is so by Theorem M, or, behind
//! the last rogue, if Grundy values have it (Theorem K). If a ≤ b and a ≥ s, the parts a + b have
//! the value of (a + p) + (b − p), as long as the smaller part stands first. So the splits at one
//! place with a < s + p are enough; each with a ≥ s stands for a family. O(min(n, s + p)) a place.

use super::position::{Parts, options};
use super::pretending::{Pretending, QuotientValue};
use std::fmt;

/// Winning moves that leave `parts`, a ≤ b, and if there are more than one, also a + j·step and
/// b − j·step.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WinningFamily {
    /// The parts left for j = 0.
    pub parts: Parts,
    /// A period.
    pub step: u64,
    /// The number of these moves.
    pub count: u64,
}

impl fmt::Display for WinningFamily {
    /// `2+2`, `0` for nothing, or `(3+12j)+(96-12j), j = 0 … 3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> = self.present().map(|part| part.to_string()).collect();
        match (self.count, &parts[..]) {
            (_, []) => f.write_str("0"),
            (2.., [a, b]) => {
                let (step, last) = (self.step, self.count - 1);
                write!(f, "({a}+{step}j)+({b}-{step}j), j = 0 … {last}")
            }
            _ => f.write_str(&parts.join("+")),
        }
    }
}

impl WinningFamily {
    /// The parts for j = 0 that are heaps.
    pub fn present(&self) -> impl Iterator<Item = usize> + '_ {
        self.parts.iter().copied().filter(|&part| part > 0)
    }
}

/// The limits of a list of winning moves of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinningBudget {
    /// The number of options that the search may still examine.
    pub work: u64,
    /// The number of families that may still be listed; further families are only counted.
    pub listed: u64,
}

/// The winning moves in a heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningMoves {
    /// The families that are listed, ascending.
    pub families: Vec<WinningFamily>,
    /// The number of moves, those not listed included.
    pub count: u64,
}

/// The largest heap whose options are all examined.
const LARGEST_SEARCHED: usize = 1 << 20;

/// The same for heaps that may be left as three parts.
const LARGEST_OF_THREE: usize = 1 << 12;

/// The winning moves in a heap, where `others` is the value of the other heaps. `None` if the heap
/// has too many options, or more than the budget allows, and its values have no period that would
/// help.
pub(super) fn winning(
    pretending: &Pretending<'_>,
    size: u64,
    others: QuotientValue,
    budget: &mut WinningBudget,
) -> Option<WinningMoves> {
    let n = usize::try_from(size).ok()?;
    let mut search = WinningSearch { pretending, others, budget };
    let three = pretending.solved.code.most_heaps() > 2;
    let mut families = if n <= if three { LARGEST_OF_THREE } else { LARGEST_SEARCHED } {
        search.all(n)?
    } else {
        search.by_period(n).filter(|_| !three)?
    };
    let count = families.iter().map(|family| family.count).sum();
    families.truncate(usize::try_from(budget.listed).unwrap_or(usize::MAX));
    budget.listed -= families.len() as u64;
    Some(WinningMoves { families, count })
}

/// A heap whose options are looked through.
struct WinningSearch<'a> {
    pretending: &'a Pretending<'a>,
    others: QuotientValue,
    budget: &'a mut WinningBudget,
}

impl WinningSearch<'_> {
    /// Takes this much work from the budget, if it has that much.
    fn afford(&mut self, work: u64) -> Option<()> {
        self.budget.work = self.budget.work.checked_sub(work)?;
        Some(())
    }

    fn wins(&self, parts: Parts) -> bool {
        let parts = parts.into_iter().filter(|&part| part > 0);
        let values = parts.map(|part| self.pretending.value(part as u64));
        let mut values = { values };
        let all = values.try_fold(self.others, |x, y| Some(self.pretending.product(x, y?)));
        all.is_some_and(|x| self.pretending.is_p(x))
    }

    /// Every move for itself.
    fn all(&mut self, n: usize) -> Option<Vec<WinningFamily>> {
        let code = &self.pretending.solved.code;
        let options_at = |k: usize| {
            let (digit, rest) = (code.digit(k), (n - k) as u64);
            let two = if digit.leaves_two() { rest / 2 } else { 0 };
            1 + two + if digit.leaves_three() { rest * rest / 12 } else { 0 }
        };
        self.afford((0..=code.last_place().map_or(n, |t| t.min(n))).map(options_at).sum())?;
        let mut winning: Vec<Parts> = options(code, n).filter(|parts| self.wins(*parts)).collect();
        winning.sort_unstable();
        winning.dedup();
        let single = |parts| WinningFamily { parts, step: 0, count: 1 };
        Some(winning.into_iter().map(single).collect())
    }

    /// The moves of a heap that is larger than two starts and a period.
    fn by_period(&mut self, n: usize) -> Option<Vec<WinningFamily>> {
        let code = &self.pretending.solved.code;
        let (start, period) = self.pretending.tail()?;
        let places = code.last_place()?;
        let end = usize::try_from(start.checked_add(period)?).ok()?;
        let splits = (places as u64 + 1).checked_mul(end as u64)?;
        if n < places + 2 * end {
            return None;
        }
        self.afford(splits)?;
        let mut winning = vec![];
        for k in 0..=places {
            let (digit, rest) = (code.digit(k), n - k);
            if digit.leaves_one() && k > 0 && self.wins([0, 0, rest]) {
                winning.push(WinningFamily { parts: [0, 0, rest], step: 0, count: 1 });
            }
            if digit.leaves_two() {
                let last = if digit.is_unequal() { (rest - 1) / 2 } else { rest / 2 };
                let winning_parts = (1..end).map(|a| [0, a, rest - a]).filter(|p| self.wins(*p));
                winning.extend(winning_parts.map(|p| family(p, (start, period), last)));
            }
        }
        winning.sort_unstable();
        Some(winning)
    }
}

/// The moves for which a split stands, of which the smaller part is at most `last`.
fn family(parts: Parts, (start, period): (u64, u64), last: usize) -> WinningFamily {
    let a = parts[1] as u64;
    let count = if a < start { 1 } else { (last as u64 - a) / period + 1 };
    WinningFamily { parts, step: period, count }
}
