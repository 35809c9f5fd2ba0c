//! Which splits of a heap have been tried, while it is decided whether that heap is common. The record keeps
//! it.

use super::reference::{BegunWindow, StateSnapshot};
use crate::grundy::stream::Basis;
use crate::rules::Rules;
use serde::{Deserialize, Serialize};

/// The splits of a heap with parts a ≤ b that have been tried: those with b from a heap on.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct TriedSplits {
    /// n.
    pub(super) heap: u64,
    /// The values sought that no split tried has, in ascending order.
    pub(super) missing: Vec<u16>,
    /// For each value found there is a greatest b; the least of these, or n if none is found.
    pub(super) larger_part: u64,
    /// The splits with b from here on have been tried.
    pub(super) from: u64,
    /// The values of the last heaps before n − `from` + 1, heap 0 left out, that the next splits need.
    parts: Vec<u16>,
    /// The state before heap n − `from` + 1, if that is beyond the first snapshot.
    pub(super) small: Option<StateSnapshot>,
    /// Places at which a replay can go on to heaps below `from`, in ascending order.
    pub(super) marks: Vec<StateSnapshot>,
    /// What is computed of a window that shows the values which were sought, if they are found.
    pub(super) window: Option<BegunWindow>,
}

impl TriedSplits {
    /// No split of this heap has been tried; these values are sought, which ascend.
    pub(super) fn none(heap: u64, missing: Vec<u16>) -> TriedSplits {
        let (larger_part, from) = (heap, heap);
        let (parts, small, marks, window) = (vec![], None, vec![], None);
        TriedSplits { heap, missing, larger_part, from, parts, small, marks, window }
    }

    /// The same with what is computed of a longer window.
    pub(super) fn with_window(self, begun: &BegunWindow) -> TriedSplits {
        TriedSplits { window: Some(begun.clone()), ..self }
    }

    /// The next smaller part to be computed. All up to n − b are needed for a larger part b, because a split
    /// need not take a token.
    pub(super) fn next_part(&self) -> u64 {
        self.part_beyond(self.from)
    }

    /// One more than the largest smaller part of a split whose larger part is b or greater.
    pub(super) fn part_beyond(&self, b: u64) -> u64 {
        self.heap - b + 1
    }

    /// The least b that is the larger part of a split.
    pub(super) fn least_from(&self, rules: &Rules) -> u64 {
        self.heap.saturating_sub(rules.last_place as u64).div_ceil(2)
    }

    /// Tries the splits whose larger part is one of the heaps that end before `self.from` and have the values
    /// `large`, with the values of the `parts` that they need beyond those known.
    pub(super) fn try_stretch(&mut self, rules: &Rules, large: &[u16], parts: &[u16]) {
        self.parts.extend(parts);
        self.from -= large.len() as u64;
        let first = self.next_part() - self.parts.len() as u64;
        for (i, &value) in large.iter().enumerate().rev() {
            let b = self.from + i as u64;
            for split in &rules.splits {
                let a = self.heap.saturating_sub(split.k as u64 + b);
                if (1..=b).contains(&a) && !(split.unequal && a == b) {
                    self.find(value ^ self.parts[(a - first) as usize], b);
                }
            }
        }
        self.parts.drain(..self.parts.len().saturating_sub(rules.last_place));
    }

    /// A split with this larger part has this value; those that are tried later have no greater one.
    fn find(&mut self, value: u16, b: u64) {
        if let Ok(at) = self.missing.binary_search(&value) {
            self.missing.remove(at);
            self.larger_part = b;
        }
    }

    /// Adds a place that a replay has come to on its way from heap `begun` to heap `to`. The place before
    /// it stays if it halves the way from the one before that, or more: so about log₂ of the steps stay,
    /// and to come to each of them in descending order takes as many replays.
    pub(super) fn add_mark(&mut self, mark: StateSnapshot, begun: u64, to: u64) {
        self.marks.retain(|before| before.heap < mark.heap);
        if let [rest @ .., last] = &self.marks[..] {
            let before = rest.last().map_or(begun, |mark| mark.heap);
            if last.heap - before < to - last.heap {
                self.marks.pop();
            }
        }
        self.marks.push(mark);
    }

    /// Whether this belongs to a search with this basis that has halted at this heap, and has begun with a snapshot at
    /// heap `begun`.
    pub(super) fn is_sound(&self, basis: &Basis, heap: u64, begun: u64) -> bool {
        let rules = &basis.rules;
        if self.heap != heap || !(self.least_from(rules).max(1)..=heap).contains(&self.from) {
            return false;
        }
        let next = self.next_part();
        let is_mark =
            |mark: &StateSnapshot| mark.fits(basis) && (begun..=heap).contains(&mark.heap);
        self.missing.is_sorted_by(|a, b| a < b)
            && (self.from..=heap).contains(&self.larger_part)
            && self.parts.len() as u64 == (next - 1).min(rules.last_place as u64)
            && self.small.as_ref().map_or(next <= begun, |s| s.heap == next && is_mark(s))
            && self.marks.is_sorted_by(|a, b| a.heap < b.heap)
            && self.marks.iter().all(is_mark)
            && self
                .window
                .as_ref()
                .is_none_or(|w| self.missing.is_empty() && w.is_sound(basis, heap, begun))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values that occur about equally often, of a sequence of no game.
    fn value(n: u64) -> u16 {
        (n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 55) as u16
    }

    fn values(from: u64, to: u64) -> Vec<u16> {
        (from..to).map(value).collect()
    }

    /// The values that no split has, and the least of the greatest larger parts, by enumeration.
    fn by_definition(rules: &Rules, heap: u64, sought: &[u16]) -> (Vec<u16>, u64) {
        let (mut missing, mut larger_part) = (sought.to_vec(), heap);
        for b in (1..heap).rev() {
            let found: Vec<u16> = rules
                .splits
                .iter()
                .flat_map(|s| (1..=b).map(move |a| (s, a)))
                .filter(|&(s, a)| a + b + s.k as u64 == heap && !(s.unequal && a == b))
                .map(|(_, a)| value(a) ^ value(b))
                .collect();
            let before = missing.len();
            missing.retain(|value| !found.contains(value));
            larger_part = if missing.len() < before { b } else { larger_part };
        }
        (missing, larger_part)
    }

    /// However long the stretches are, and whether a split takes a token or none.
    #[test]
    fn stretches() {
        for code in ["0.4", "4.4", "4.0406", "4!.4", "0.07!"] {
            let rules = Rules::of(&code.parse().unwrap()).unwrap();
            for heap in 20..120 {
                let sought: Vec<u16> = (0..heap as u16 * 3).step_by(3).collect();
                let expected = by_definition(&rules, heap, &sought);
                for length in [1, 2, 3, 7, 1000] {
                    let mut tried = TriedSplits::none(heap, sought.clone());
                    while tried.from > tried.least_from(&rules) {
                        let to = tried.from.saturating_sub(length).max(tried.least_from(&rules));
                        let parts = values(tried.next_part(), tried.part_beyond(to));
                        tried.try_stretch(&rules, &values(to, tried.from), &parts);
                    }
                    let found = (tried.missing, tried.larger_part);
                    assert_eq!(found, expected, "{code}, heap {heap}, {length} at a time");
                }
            }
        }
    }
}
