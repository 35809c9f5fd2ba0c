//! The options of a heap as lists of parts, for any code: also for three parts and for the mark `!`.

use crate::code::Code;

/// What a move leaves of a heap: up to three parts, ascending; 0 stands for no part.
pub type Parts = [usize; 3];

/// The options of heap `n`. Parts that arise at several places are listed several times.
///
/// O(places · n), or O(places · n²) where three parts may be left.
///
/// ```
/// use octal_games::misere::options::options;
/// let kayles: Vec<_> = options(&"0.77".parse()?, 3).collect();
/// assert_eq!(kayles, [[0, 0, 2], [0, 1, 1], [0, 0, 1]]);
/// # Ok::<(), octal_games::code::CodeError>(())
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

/// Whether heap `n` has an option. A heap without one is *dead*.
#[must_use]
pub fn is_live(code: &Code, n: usize) -> bool {
    options(code, n).next().is_some()
}

/// The last dead heap, or `None` if there are infinitely many, or digits repeat for ever.
///
/// A heap of more than t + 3 tokens has an option as soon as some digit leaves a part; if none
/// does, all heaps above t are dead.
#[must_use]
pub fn last_dead_heap(code: &Code) -> Option<usize> {
    let t = code.last_place().filter(|_| code.most_heaps() > 0)?;
    (0..=t + 3).rev().find(|&n| !is_live(code, n))
}
