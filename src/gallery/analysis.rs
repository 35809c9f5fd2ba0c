//! Who wins a sum, and by which moves: normal play.
//!
//! By Theorem 1 of [`crate::theory`] a sum of nim-sum s is a P-position if s = 0; otherwise exactly
//! those moves win that replace a part of value v by an option of value v ⊕ s. Source: `[WW]`
//! chapter 3. Cost: the values of all parts, and a walk through the options of each part that
//! differs from those before.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use super::{ClosedForm, Refusal, shown};
use crate::outcome::Outcome;

/// Where values come from: a [`super::Solver`], or a [`Formula`].
pub trait ValueSource {
    /// One component of a sum.
    type Position;

    /// The Grundy value of a position.
    fn value(&mut self, position: &Self::Position) -> Result<u64, Refusal>;

    /// The options of this value, some perhaps twice.
    fn options_worth(
        &mut self,
        position: &Self::Position,
        value: u64,
    ) -> Result<Vec<Vec<Self::Position>>, Refusal>;
}

/// The values of a game by its closed form.
pub struct Formula<'g, G>(pub &'g G);

/// The analysis looks through at most this many options of one position for winning moves.
const MOST_OPTIONS: usize = 10_000_000;

impl<G: ClosedForm> ValueSource for Formula<'_, G> {
    type Position = G::Position;

    fn value(&mut self, position: &G::Position) -> Result<u64, Refusal> {
        self.0.closed_form(position)
    }

    fn options_worth(
        &mut self,
        position: &G::Position,
        value: u64,
    ) -> Result<Vec<Vec<G::Position>>, Refusal> {
        if let Some(options) = self.0.inverse(position, value) {
            return Ok(options);
        }
        let mut found = Vec::new();
        for (count, option) in self.0.options(position).enumerate() {
            if count == MOST_OPTIONS {
                let reason = format!("only the first {MOST_OPTIONS} options are looked through");
                return Err(Refusal::OutOfReach { position: position.to_string(), reason });
            }
            let nim_sum = |sum, part| Ok::<u64, Refusal>(sum ^ self.0.closed_form(part)?);
            if option.iter().try_fold(0, nim_sum)? == value {
                found.push(option);
            }
        }
        Ok(found)
    }
}

/// Equal components of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part<P> {
    /// The component.
    pub position: P,
    /// Its Grundy value.
    pub value: u64,
    /// How often the sum has it.
    pub times: usize,
}

/// A move in a sum: one component becomes a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumMove<P> {
    /// The component.
    pub from: P,
    /// What it becomes, larger parts first.
    pub to: Vec<P>,
    /// In how many equal components the move can be made.
    pub times: usize,
}

impl<P: Display> Display for SumMove<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} → {}", self.from, shown(&self.to))
    }
}

/// What is known of a sum under normal play.
#[derive(Clone, Debug)]
pub struct NormalAnalysis<P> {
    /// Its components in increasing order, equal ones together.
    pub parts: Vec<Part<P>>,
    /// The nim-sum of their values.
    pub nim_sum: u64,
    /// Every winning move once, by component and then by what it leaves; none in a P-position.
    /// Or why they cannot be listed.
    pub winning: Result<Vec<SumMove<P>>, Refusal>,
}

impl<P> NormalAnalysis<P> {
    /// P if the nim-sum is 0, else N.
    pub const fn outcome(&self) -> Outcome {
        Outcome::next_wins(self.nim_sum != 0)
    }
}

/// Equal components together, in increasing order. O(n log n).
pub(super) fn grouped<P: Ord + Clone>(sum: &[P]) -> BTreeMap<P, usize> {
    let mut times = BTreeMap::new();
    for part in sum {
        match times.get_mut(part) {
            Some(count) => *count += 1,
            None => {
                times.insert(part.clone(), 1);
            }
        }
    }
    times
}

/// The value of a sum, and all its winning moves.
///
/// ```
/// use octal::gallery::{Solver, analysis::analyse, kayles::Kayles};
/// let mut kayles = Solver::new(&Kayles);
/// assert_eq!(analyse(&mut kayles, &[3, 4, 5, 2, 5])?.nim_sum, 0);
/// // After 4 → 2+1:
/// let reply = analyse(&mut kayles, &[3, 2, 1, 5, 2, 5])?;
/// assert!(reply.winning?.iter().any(|m| m.to_string() == "3 → 1"));
/// # Ok::<(), octal::gallery::Refusal>(())
/// ```
pub fn analyse<P: Ord + Clone + Display>(
    values: &mut impl ValueSource<Position = P>,
    sum: &[P],
) -> Result<NormalAnalysis<P>, Refusal> {
    let mut parts = Vec::new();
    let mut nim_sum = 0;
    for (position, times) in grouped(sum) {
        let value = values.value(&position)?;
        nim_sum ^= if times % 2 == 1 { value } else { 0 };
        parts.push(Part { position, value, times });
    }
    let winning = match nim_sum {
        0 => Ok(Vec::new()),
        _ => winning(values, &parts, nim_sum),
    };
    Ok(NormalAnalysis { parts, nim_sum, winning })
}

fn winning<P: Ord + Clone>(
    values: &mut impl ValueSource<Position = P>,
    parts: &[Part<P>],
    nim_sum: u64,
) -> Result<Vec<SumMove<P>>, Refusal> {
    let mut moves = Vec::new();
    for Part { position, value, times } in parts {
        let options = values.options_worth(position, value ^ nim_sum)?;
        let distinct: BTreeSet<Vec<P>> = options.into_iter().map(larger_first).collect();
        moves.extend(distinct.into_iter().map(|to| SumMove {
            from: position.clone(),
            to,
            times: *times,
        }));
    }
    Ok(moves)
}

/// A sum as it is shown: larger parts first.
pub(super) fn larger_first<P: Ord>(mut sum: Vec<P>) -> Vec<P> {
    sum.sort_unstable_by(|a, b| b.cmp(a));
    sum
}
