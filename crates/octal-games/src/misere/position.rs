//! Sums of heaps in misère play: outcome and winning moves.
//!
//! The value of a position is the product of the values of its heaps, and it is a P-position if
//! that is in P. A move in a heap h wins if yt is in P. Here y is the value of the other heaps, and
//! t the value of the parts left.
//!
//! [`options`] lists the options of a heap by their parts, for any code: also for three parts and
//! for the mark `!`.

use super::pretending::{Pretending, QuotientValue};
use super::winning::{WinningBudget, WinningMoves, winning};
use crate::code::Code;

/// A heap of a position, with its value and its winning moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heap {
    /// Its size.
    pub size: u64,
    /// The number of heaps of this size.
    pub times: usize,
    /// Its value.
    pub value: QuotientValue,
    /// The value of all other heaps.
    pub others: QuotientValue,
    /// Its winning moves; `None` if it has too many options to look at them all, and its values no
    /// period.
    pub winning: Option<WinningMoves>,
}

/// A position solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MisereAnalysis {
    /// The heaps of different sizes, ascending.
    pub heaps: Vec<Heap>,
    /// The value of the position.
    pub value: QuotientValue,
    /// True if it is a P-position.
    pub is_p: bool,
}

/// The heap whose value is unknown, so that a position has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the value of heap {0} is not known")]
pub struct UnknownHeap(pub u64);

impl MisereAnalysis {
    /// Solves a position, with its winning moves as far as the budget allows. O(heaps² + options).
    ///
    /// # Errors
    /// [`UnknownHeap`] if the value of a heap is not known.
    pub fn new(
        pretending: &Pretending<'_>,
        sizes: &[u64],
        mut budget: WinningBudget,
    ) -> Result<MisereAnalysis, UnknownHeap> {
        let mut sizes = sizes.to_vec();
        sizes.sort_unstable();
        let value = |&n: &u64| pretending.value(n).ok_or(UnknownHeap(n));
        let values: Vec<QuotientValue> = sizes.iter().map(value).collect::<Result<_, _>>()?;
        let one = pretending.of_element(0);
        let product =
            |from: &[QuotientValue]| from.iter().fold(one, |x, &y| pretending.product(x, y));
        let mut heaps: Vec<Heap> = vec![];
        for (i, &size) in sizes.iter().enumerate() {
            if let Some(last) = heaps.last_mut().filter(|last| last.size == size) {
                last.times += 1;
                continue;
            }
            let others = pretending.product(product(&values[..i]), product(&values[i + 1..]));
            let winning = winning(pretending, size, others, &mut budget);
            heaps.push(Heap { size, times: 1, value: values[i], others, winning });
        }
        let value = product(&values);
        Ok(MisereAnalysis { heaps, value, is_p: pretending.is_p(value) })
    }
}

/// The parts that a move leaves of a heap: up to three, ascending; 0 stands for no part.
pub type Parts = [usize; 3];

/// The options of heap `n`. Parts that arise at several places are listed several times.
///
/// O(places · n), or O(places · n²) where three parts may be left.
///
/// ```
/// use octal_games::workspace::misere::position::options;
/// let kayles: Vec<_> = options(&"0.77".parse()?, 3).collect();
/// assert_eq!(kayles, [[0, 0, 2], [0, 1, 1], [0, 0, 1]]);
/// # Ok::<(), octal_games::CodeError>(())
/// ```
pub fn options(code: &Code, n: usize) -> impl Iterator<Item = Parts> + '_ {
    let last = code.last_place().map_or(n, |t| t.min(n));
    (0..=last).flat_map(move |k| options_at(code, n - k, k))
}

/// The options that take `k` tokens and leave `rest`.
fn options_at(code: &Code, rest: usize, k: usize) -> impl Iterator<Item = Parts> {
    let digit = code.digit(k);
    let none = (digit.leaves_none() && rest == 0).then_some([0, 0, 0]);
    let one = (digit.leaves_one() && rest > 0).then_some([0, 0, rest]);
    let halves = if digit.leaves_two() { rest / 2 } else { 0 };
    let two = (1..=halves)
        .map(move |a| [0, a, rest - a])
        .filter(move |[_, a, b]| a != b || !digit.is_unequal());
    let thirds = if digit.leaves_three() { rest / 3 } else { 0 };
    let three =
        (1..=thirds).flat_map(move |a| (a..=(rest - a) / 2).map(move |b| [a, b, rest - a - b]));
    none.into_iter().chain(one).chain(two).chain(three)
}

/// True if heap `n` has an option. A heap without one is *dead*.
pub fn is_live(code: &Code, n: usize) -> bool {
    options(code, n).next().is_some()
}

/// The last dead heap, or `None` if there are infinitely many, or digits repeat for ever.
///
/// A heap of more than t + 3 tokens has an option as soon as some digit leaves a part. If no digit
/// does, all heaps above t are dead.
pub fn last_dead_heap(code: &Code) -> Option<usize> {
    let t = code.last_place().filter(|_| code.most_heaps() > 0)?;
    (0..=t + 3).rev().find(|&n| !is_live(code, n))
}
