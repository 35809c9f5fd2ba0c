//! Options of one heap that show values below its own, by kind.
//!
//! An option *rises* if one of its parts can grow by p and the high parts of the others have
//! nim-sum 0. It *widens* if two of its parts can grow by p and have the same high part. It does
//! *both* with three parts that can grow, two of them with the same high part. Cost: O(n·M) for
//! heap n and a place.

use super::heaps::{BalancedPair, BalancedPairs, Growth, Heaps};
use crate::code::Code;
use std::fmt;

/// An option: the tokens taken, and the parts left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Witness {
    /// k.
    pub place: usize,
    /// The parts; 0 for those that are not there.
    pub parts: [usize; 3],
}

/// `2:5+1+1`: two tokens are taken, and heaps 5, 1 and 1 left.
impl fmt::Display for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = self.parts.iter().filter(|&&part| part > 0);
        let parts: Vec<String> = parts.map(usize::to_string).collect();
        write!(f, "{}:{}", self.place, parts.join("+"))
    }
}

/// The kind of an option: the course of its value as heaps grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Heap n + p has an option whose value is larger by s.
    Rises,
    /// Heap n + 2p has an option of the same value.
    Widens,
    /// Both, one after the other, in any order and number.
    Both,
}

/// For each value below that of a heap an option of each kind, if there is one.
pub(super) struct OptionRow(Vec<[Option<Witness>; 3]>);

impl OptionRow {
    /// The option of this value and kind.
    pub(super) fn get(&self, value: usize, kind: Kind) -> Option<Witness> {
        self.0[value][kind as usize]
    }

    fn add(&mut self, value: usize, kind: Kind, place: usize, parts: [usize; 3]) {
        if let Some(kinds) = self.0.get_mut(value) {
            kinds[kind as usize].get_or_insert(Witness { place, parts });
        }
    }
}

/// The options of heaps up to a largest one.
pub(super) struct OptionKinds<'a> {
    code: &'a Code,
    heaps: Heaps<'a>,
    preperiod: usize,
    /// Pairs of any parts, and of parts that can grow.
    balanced: BalancedPairs,
    growing: BalancedPairs,
}

impl<'a> OptionKinds<'a> {
    /// For heaps up to `last`.
    pub(super) fn new(code: &'a Code, heaps: Heaps<'a>, growth: Growth, last: usize) -> Self {
        let preperiod = growth.preperiod;
        let balanced = BalancedPairs::of(&heaps, 1, last);
        let growing = BalancedPairs::of(&heaps, preperiod, last);
        OptionKinds { code, heaps, preperiod, balanced, growing }
    }

    /// The options of heap n whose values are below G(n).
    pub(super) fn row(&self, n: usize) -> OptionRow {
        let mut row = OptionRow(vec![[None; 3]; self.heaps.value(n)]);
        for (k, digit) in self.code.digits().iter().enumerate().take(n) {
            let rest = n - k;
            if digit.leaves_one() && self.heaps.grows(rest) {
                row.add(self.heaps.value(rest), Kind::Rises, k, [rest, 0, 0]);
            }
            if digit.leaves_two() {
                self.add_two(&mut row, k, rest);
            }
            if digit.leaves_three() {
                self.add_three(&mut row, k, rest);
            }
        }
        row
    }

    /// Adds the options that leave `rest` tokens in two heaps.
    fn add_two(&self, row: &mut OptionRow, k: usize, rest: usize) {
        for a in self.preperiod..rest {
            let other = rest - a;
            if self.heaps.high(other) == 0 {
                let value = self.heaps.value(a) ^ self.heaps.value(other);
                row.add(value, Kind::Rises, k, [a, other, 0]);
            }
        }
        for &BalancedPair { low, smaller } in self.growing.of_tokens(rest) {
            row.add(low, Kind::Widens, k, [smaller, rest - smaller, 0]);
        }
    }

    /// Adds the options that leave `rest` tokens in three heaps: one, and a balanced pair.
    fn add_three(&self, row: &mut OptionRow, k: usize, rest: usize) {
        for a in 1..rest {
            let (value, pair) = (self.heaps.value(a), rest - a);
            let grows = self.heaps.grows(a);
            for &BalancedPair { low, smaller } in self.growing.of_tokens(pair) {
                let parts = [a, smaller, pair - smaller];
                row.add(value ^ low, Kind::Widens, k, parts);
                if grows {
                    row.add(value ^ low, Kind::Both, k, parts);
                }
            }
            if grows {
                for &BalancedPair { low, smaller } in self.balanced.of_tokens(pair) {
                    row.add(value ^ low, Kind::Rises, k, [a, smaller, pair - smaller]);
                }
            }
        }
    }
}
