//! Whether rare values are values of options: the splits of a heap are tried, piece by piece, until all are found.

use super::columns::Columns;
use super::history::History;
use super::order::PieceOrder;
use super::piece::Piece;
use super::remaining::{Early, FoundAt, FoundValue, Remaining, WholePieces};
use super::trials::SearchTrial;
use crate::grundy::kernel::Vector;
use crate::grundy::layout::{BLOCK, PIECE};
use crate::rules::{Rules, Split};

/// The packed values in which splits are looked up: those before the superblock, and those in it and just
/// before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Search<'a> {
    pub(super) history: &'a History,
    pub(super) window: &'a Columns,
    pub(super) rules: &'a Rules,
    pub(super) order: &'a PieceOrder,
    /// Whether larger parts may be rare, or packed values have more than 8 bits.
    pub(super) wide: bool,
}

/// The small part with which a piece begins.
fn first_part(piece: usize) -> usize {
    PIECE * piece + 1
}

impl Search<'_> {
    /// Whether all splits of heap n can be tried: no part of them is forgotten.
    pub(super) fn knows_all(&self, n: usize) -> bool {
        self.rules.largest_smaller_part(n) <= self.last_first_part()
    }

    /// The largest small part with which a piece can begin.
    fn last_first_part(&self) -> usize {
        self.history.small().next().saturating_sub(PIECE)
    }

    /// How many pieces the splits of heap n have that can be tried.
    pub(super) fn pieces(&self, n: usize) -> usize {
        self.rules.largest_smaller_part(n).min(self.last_first_part()).div_ceil(PIECE)
    }

    /// Removes from the set the values of those splits of heap n whose parts are kept, until it is empty. The
    /// `near` smallest pieces come first. Those that the early search tried are not tried again.
    #[inline(always)]
    pub(super) fn remove_options<V: Vector>(
        self,
        v: V,
        n: usize,
        near: usize,
        early: Option<&Early>,
        set: &mut [u64],
    ) -> SearchTrial {
        let mut remaining = Remaining::new(set);
        let pieces = self.pieces(n);
        let near = near.min(pieces);
        self.try_pieces(v, n, 0..near, &mut remaining);
        let none_early = WholePieces { pieces: 0, tried: remaining.tried };
        let found = early.into_iter().flat_map(|early| &early.found);
        found.for_each(|found| remaining.remove_found(found));
        if remaining.count > 0 {
            let whole = early.map_or(none_early, |early| early.whole);
            remaining.tried = whole.tried;
            let others = self.order.pieces(near..pieces).skip(whole.pieces);
            self.try_pieces(v, n, others, &mut remaining);
        }
        remaining.trial()
    }

    /// Tries these pieces of the splits of heap n until nothing that is needed is missing. Tells how many were
    /// tried whole: if there are fewer than those given, the next one has ended the search.
    #[inline(always)]
    pub(super) fn try_pieces<V: Vector>(
        self,
        v: V,
        n: usize,
        pieces: impl Iterator<Item = usize>,
        remaining: &mut Remaining<'_>,
    ) -> WholePieces {
        let mut whole = WholePieces { pieces: 0, tried: remaining.tried };
        if remaining.count == 0 {
            return whole;
        }
        for piece in pieces {
            self.try_piece(v, n, piece, remaining);
            if remaining.count == 0 {
                break;
            }
            whole = WholePieces { pieces: whole.pieces + 1, tried: remaining.tried };
        }
        whole
    }

    /// Tries this piece of the splits of heap n, at all places.
    #[inline(always)]
    fn try_piece<V: Vector>(self, v: V, n: usize, piece: usize, remaining: &mut Remaining<'_>) {
        let a = first_part(piece);
        remaining.piece = piece;
        for (place, split) in self.places(n, piece) {
            let rest = n - split.k;
            // Where two equal parts are forbidden, the place of the split with equal parts.
            let equal = (rest / 2).checked_sub(a).filter(|_| rest.is_multiple_of(2));
            let left_out = equal.filter(|_| split.unequal);
            let parts = self.parts(rest, a);
            remaining.place = place;
            remaining.tried += if self.wide {
                parts.remove_sums::<V, true>(v, left_out, remaining)
            } else {
                parts.remove_sums::<V, false>(v, left_out, remaining)
            };
        }
    }

    /// How many splits of heap n this many of the smallest pieces have, all places counted as whole.
    pub(super) fn splits(&self, n: usize, pieces: usize) -> u64 {
        let places = |piece| self.places(n, piece).count();
        (PIECE * (0..pieces).map(places).sum::<usize>()) as u64
    }

    /// The splitting places, by their indices, at which this piece of the splits of heap n has any.
    #[inline(always)]
    fn places(&self, n: usize, piece: usize) -> impl Iterator<Item = (usize, &Split)> {
        let has_any = move |split: &Split| first_part(piece) <= split.largest_smaller_part(n);
        self.rules.splits.iter().enumerate().filter(move |(_, split)| has_any(split))
    }

    /// The value that this split of heap n gives, and how many splits come until then: as many as are counted
    /// if nothing is missing from there on.
    pub(super) fn found(&self, n: usize, at: FoundAt) -> FoundValue {
        let FoundAt { packed, piece, place, i, before } = at;
        // A block is looked at for each splitting place that follows in the same piece.
        let follow = self.places(n, piece).filter(|&(other, _)| other > place).count();
        let here = (i + 1).next_multiple_of(BLOCK);
        FoundValue { packed, piece, tried: before + (here + BLOCK * follow) as u64 }
    }

    /// The parts a, a + 1, … and the others, which end at rest − a.
    #[inline(always)]
    fn parts(&self, rest: usize, a: usize) -> Piece<'_> {
        let other = rest - a - (PIECE - 1);
        let window = other >= self.window.first();
        let (small, others) =
            (self.history.small(), if window { self.window } else { self.history.last() });
        Piece {
            low: [small.low(a, 0), others.low(other, 0)],
            high: [small.high(a, 0), others.high(other, 0)],
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::grundy::kernel::{Job, Kernel};
    use crate::grundy::superblocks::columns::Marked;
    use crate::grundy::superblocks::order::OrderChoice;
    use crate::grundy::superblocks::trials::SearchTrials;
    use crate::grundy::superblocks::tuning::Tuning;

    /// Removes the values of the splits of heap n from a set, the `near` first pieces before the others, which come in the order of the
    /// search.
    pub(in crate::grundy::superblocks) struct RemoveOptions<'a> {
        pub(in crate::grundy::superblocks) search: Search<'a>,
        pub(in crate::grundy::superblocks) n: usize,
        pub(in crate::grundy::superblocks) near: usize,
        pub(in crate::grundy::superblocks) early: Option<&'a Early>,
        pub(in crate::grundy::superblocks) set: Vec<u64>,
    }

    impl Job for RemoveOptions<'_> {
        type Output = (SearchTrial, Vec<u64>);

        #[inline(always)]
        fn run<V: Vector>(mut self, v: V) -> (SearchTrial, Vec<u64>) {
            let RemoveOptions { search, n, near, early, .. } = self;
            (search.remove_options(v, n, near, early, &mut self.set), self.set)
        }
    }

    /// Of the values below `limit`, those that no split with two common or two rare parts gives.
    pub(in crate::grundy::superblocks) fn not_sums(
        rules: &Rules,
        columns: &Columns,
        n: usize,
        limit: usize,
    ) -> Vec<u64> {
        let mut set = vec![u64::MAX; limit.div_ceil(64)];
        for split in &rules.splits {
            for a in 1..=split.largest_smaller_part(n) {
                let sum = columns.get(a, 0).xor(columns.get(n - split.k - a, 0)).bits();
                if let Some(word) = set.get_mut(sum / 64) {
                    *word &= !(1 << (sum % 64));
                }
            }
        }
        set
    }

    /// An order in which these pieces come first, the most frequent at the beginning.
    pub(in crate::grundy::superblocks) fn learnt(ended_by: &[usize]) -> PieceOrder {
        let mut choice = OrderChoice::default();
        let trials = SearchTrials { splits: u64::MAX, ended_by: ended_by.to_vec() };
        assert!(choice.learn(&trials, &Tuning::DEFAULT));
        choice.order().clone()
    }

    /// What remains of the set of all values is what no split with two common or two rare parts gives, in whatever
    /// order they are tried.
    #[test]
    fn sums_of_splits_are_removed() {
        for (code, limit, wide) in
            [("0.007", 2000, true), ("0.074!", 250, true), ("0.34", 200, false)]
        {
            for (order, near) in
                [(PieceOrder::default(), 3), (learnt(&[4, 1, 4, 90]), 0), (learnt(&[5, 0]), 100)]
            {
                let rules = Rules::of(&code.parse().unwrap()).unwrap();
                assert_sums_are_removed(&rules, limit, wide, &order, near);
            }
        }
    }

    fn assert_sums_are_removed(
        rules: &Rules,
        limit: usize,
        wide: bool,
        order: &PieceOrder,
        near: usize,
    ) {
        let mut columns = Columns::new(0, 100);
        for n in 0..3000 {
            let number = Marked::new(n * n % 1009 * 37 % limit);
            let is_rare = n % 5 == 2 && (wide || n < 1000);
            columns.push(if is_rare { number.marked() } else { number });
        }
        let window = columns.part(2000..columns.next(), 0);
        let history = History::all(columns.clone());
        let search = Search { history: &history, window: &window, rules, order, wide };
        let mut last = vec![];
        for n in [2600, 2601, 3000] {
            let expected = not_sums(rules, &columns, n, limit);
            for kernel in Kernel::ALL {
                let set = vec![u64::MAX; expected.len()];
                let remove = RemoveOptions { search, n, near, early: None, set };
                if let Some((trial, set)) = kernel.run(remove) {
                    assert_eq!(set, expected, "{n}");
                    assert_eq!(trial.ended_by.is_none(), set.iter().any(|&word| word != 0));
                    if trial.ended_by.is_none() {
                        assert_eq!(trial.splits, search.splits(n, search.pieces(n)));
                    }
                }
            }
            last = expected;
        }
        // The same where only few values are looked for.
        let mut random = fastrand::Rng::with_seed(limit as u64);
        for count in (0..6).cycle().take(120) {
            let mut few = vec![0; last.len()];
            (0..count).map(|_| random.usize(..limit)).for_each(|v| few[v / 64] |= 1 << (v % 64));
            let expected: Vec<u64> = few.iter().zip(&last).map(|(a, b)| a & b).collect();
            for kernel in Kernel::ALL {
                let set = few.clone();
                let remove = RemoveOptions { search, n: 3000, near, early: None, set };
                let removed = kernel.run(remove);
                assert!(removed.is_none_or(|(_, set)| set == expected), "{few:?}");
            }
        }
        // Where the middle is forgotten, no more is removed than that.
        assert!(search.knows_all(3000));
        let mut history = history.clone();
        history.forget(600);
        let search = Search { history: &history, ..search };
        assert!(!search.knows_all(3000));
        let set = vec![u64::MAX; last.len()];
        let near = near.min(1);
        let remove = RemoveOptions { search, n: 3000, near, early: None, set };
        let (trial, set) = Kernel::Scalar.run(remove).unwrap();
        assert!((256..600 * rules.splits.len() as u64).contains(&trial.splits));
        assert!(set.iter().zip(&last).all(|(set, last)| set & last == *last));
    }
}
