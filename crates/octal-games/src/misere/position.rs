//! Sums of heaps in misère play: who wins, and by which moves.
//!
//! The value of a position is the product of the values of its heaps, and it is a P-position if that is
//! in P. A move in a heap h wins if yt is in P, where y is the value of the other heaps and t that of
//! the parts left.

use super::pretending::{Pretending, QuotientValue};
use super::winning::{WinningBudget, WinningMoves, winning};

/// A heap of a position, with its value and its winning moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heap {
    /// Its size.
    pub size: u64,
    /// How many heaps of this size there are.
    pub times: usize,
    /// Its value.
    pub value: QuotientValue,
    /// The value of all other heaps.
    pub others: QuotientValue,
    /// Its winning moves; `None` if it has too many options to look at them all, and its values no period.
    pub winning: Option<WinningMoves>,
}

/// A position solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MisereAnalysis {
    /// The heaps of different sizes, ascending.
    pub heaps: Vec<Heap>,
    /// The value of the position.
    pub value: QuotientValue,
    /// Whether it is a P-position.
    pub is_p: bool,
}

/// Why a position has no answer.
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
