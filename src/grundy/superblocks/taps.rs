//! The taps of the bulk engine.

use super::columns::Number;
use super::history::History;
use crate::grundy::layout::BLOCK;
use crate::rules::Rules;

/// An option of every heap n: its value is G(n − offset) ⊕ number, in short numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tap {
    pub(super) offset: usize,
    pub(super) number: Number,
}

impl Tap {
    /// The splits with this part, which has this number.
    #[inline(always)]
    pub(super) fn of_part(
        rules: &Rules,
        part: usize,
        number: Number,
    ) -> impl Iterator<Item = Tap> + use<'_> {
        rules.splits.iter().map(move |split| Tap { offset: split.k + part, number })
    }
}

/// The taps, by how far they reach.
#[derive(Clone, Debug, Default)]
pub(super) struct Taps {
    /// Rare parts: offset below BLOCK, below the distance of far taps, and not below it.
    pub(super) near: Vec<Tap>,
    pub(super) middle: Vec<Tap>,
    pub(super) far: Vec<Tap>,
    /// Common parts, all far.
    pub(super) witnesses: Vec<Tap>,
    /// The rare heaps, and how many of them are among the taps.
    pub(super) rare: Vec<(usize, Number)>,
    included: usize,
}

impl Taps {
    /// None yet; these are the rare heaps.
    pub(super) fn new(rare: Vec<(usize, Number)>) -> Taps {
        Taps { rare, ..Taps::default() }
    }

    /// Adds the taps of the rare heaps that have none.
    pub(super) fn include(&mut self, rules: &Rules, far: usize) {
        for &(r, number) in &self.rare[self.included..] {
            for tap in Tap::of_part(rules, r, number) {
                if tap.offset < BLOCK {
                    self.near.push(tap);
                } else if tap.offset < far {
                    self.middle.push(tap);
                } else {
                    self.far.push(tap);
                }
            }
        }
        self.included = self.rare.len();
    }

    /// The last rare heap, 0 if there is none.
    pub(super) fn last_rare(&self) -> usize {
        self.rare.last().map_or(0, |&(r, _)| r)
    }

    /// How many rare heaps are among the taps.
    pub(super) fn included(&self) -> usize {
        self.included
    }

    /// Makes witnesses of `count` common heaps from heap `first` on.
    pub(super) fn choose_witnesses(
        &mut self,
        rules: &Rules,
        history: &History,
        first: usize,
        count: usize,
    ) {
        let small = history.small();
        let parts = first..small.next().min(history.next() / 4);
        let parts = parts.map(|a| (a, small.number(a, 0)));
        let common = parts.filter(|(_, number)| !number.is_rare());
        let taps = common.flat_map(|(a, number)| Tap::of_part(rules, a, number));
        self.witnesses = taps.take(count).collect();
    }
}
