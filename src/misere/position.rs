//! Sums of heaps in misère play: who wins, and by which moves.
//!
//! The value of a position is the product of the values of its heaps, and it is a P-position if that is
//! in P. A move in a heap h wins if yt is in P, where y is the value of the other heaps and t that of
//! the parts left. Beyond the heaps of the partial quotient values come from a proof: by the period
//! (Theorem M), or, where the rogues have ended, by Grundy values (Theorem K): the values are then
//! those of Q′ = (Q ∖ K) ⊔ V, elements outside the kernel beside nim-values.

use super::monoid::Element;
use super::options::{Parts, options};
use super::solve::{Proof, Solved};
use crate::period::sequence::Known;

/// The value of a position: an element of the quotient, or, under Theorem K, of its kernel, which
/// consists of nim-values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum QuotientValue {
    /// An element.
    Element(Element),
    /// An element of the kernel.
    Nim(u64),
}

/// The pretending function of a game, for as many heaps as are known.
#[derive(Clone, Copy, Debug)]
pub struct Pretending<'a> {
    /// The quotient.
    pub solved: &'a Solved,
    /// The normal play of the same code, for heaps beyond the quotient under Theorem K.
    pub normal: Option<&'a Known>,
}

impl Pretending<'_> {
    /// The value of a heap, if it is known.
    #[must_use]
    pub fn value(&self, heap: u64) -> Option<QuotientValue> {
        let phi = self.solved.quotient.phi();
        if let Some(&x) = usize::try_from(heap).ok().and_then(|n| phi.get(n)) {
            return Some(self.of_element(x));
        }
        match &self.solved.proof {
            Some(Proof::Period(period)) => {
                let at = usize::try_from(period.reduce(heap)).ok()?;
                Some(self.of_element(phi[at]))
            }
            Some(Proof::Kernel(_)) => self.normal?.value(heap).map(QuotientValue::Nim),
            None => None,
        }
    }

    /// An element as a value.
    fn of_element(&self, x: Element) -> QuotientValue {
        match &self.solved.proof {
            Some(Proof::Kernel(values)) if values.kernel().contains(x) => {
                QuotientValue::Nim(values.theta(x))
            }
            _ => QuotientValue::Element(x),
        }
    }

    /// The value of two positions together.
    #[must_use]
    pub fn product(&self, x: QuotientValue, y: QuotientValue) -> QuotientValue {
        if let (QuotientValue::Element(x), QuotientValue::Element(y)) = (x, y) {
            return self.of_element(self.solved.quotient.monoid().product(x, y));
        }
        QuotientValue::Nim(self.nim(x) ^ self.nim(y))
    }

    /// θ, the Grundy value under Theorem K.
    fn nim(&self, x: QuotientValue) -> u64 {
        match (x, &self.solved.proof) {
            (QuotientValue::Nim(value), _) => value,
            (QuotientValue::Element(x), Some(Proof::Kernel(values))) => values.theta(x),
            // Without Theorem K no value is a nim-value.
            (QuotientValue::Element(_), _) => 0,
        }
    }

    /// Whether the positions of this value are P-positions.
    #[must_use]
    pub fn is_p(&self, x: QuotientValue) -> bool {
        match x {
            QuotientValue::Element(x) => self.solved.quotient.p_portion().contains(x as usize),
            QuotientValue::Nim(value) => value == 0,
        }
    }
}

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
    /// What its winning moves leave; `None` if it has too many options to look at them all.
    pub winning: Option<Vec<Parts>>,
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

/// Larger heaps are not searched for winning moves.
pub const LARGEST_SEARCHED: u64 = 1 << 20;

impl MisereAnalysis {
    /// Solves a position. O(heaps² + options).
    ///
    /// # Errors
    /// [`UnknownHeap`] if the value of a heap is not known.
    pub fn new(pretending: &Pretending<'_>, sizes: &[u64]) -> Result<MisereAnalysis, UnknownHeap> {
        let mut sizes: Vec<u64> = sizes.iter().copied().filter(|&n| n > 0).collect();
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
            let winning = winning(pretending, size, others);
            heaps.push(Heap { size, times: 1, value: values[i], others, winning });
        }
        let value = product(&values);
        Ok(MisereAnalysis { heaps, value, is_p: pretending.is_p(value) })
    }
}

/// What the winning moves in a heap leave, each once.
fn winning(pretending: &Pretending<'_>, size: u64, others: QuotientValue) -> Option<Vec<Parts>> {
    let n = usize::try_from(size).ok().filter(|_| size <= LARGEST_SEARCHED)?;
    let code = &pretending.solved.code;
    // Of a smaller heap the value is known as well; a heap of three parts has too many options.
    if code.most_heaps() > 2 && n > 1 << 12 {
        return None;
    }
    let wins = |parts: &Parts| {
        let parts = parts.iter().filter(|&&part| part > 0);
        let values = parts.map(|&part| pretending.value(part as u64));
        let all = values.into_iter().try_fold(others, |x, y| Some(pretending.product(x, y?)));
        all.is_some_and(|x| pretending.is_p(x))
    };
    let mut winning: Vec<Parts> = options(code, n).filter(wins).collect();
    winning.sort_unstable();
    winning.dedup();
    Some(winning)
}
