//! The search for rare values among the values of options: the splits of a heap are tried, piece by piece, until
//! all are found.
//!
//! A piece has the splits of a heap at one splitting place: 256 of them, looked up a register at a time in a table of the
//! missing values, or compared with each of these, if they are few and high bytes matter.

use super::columns::{Columns, Marked};
use super::history::History;
use super::order::{PieceOrder, SearchTrial};
use super::sets;
use crate::grundy::kernel::Vector;
use crate::grundy::packed::{BLOCK, PIECE};
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

/// The packed values of the smaller parts of the splits, and those of the larger ones in the opposite order.
pub(super) struct Piece<'a> {
    pub(super) low: [&'a [u8; PIECE]; 2],
    pub(super) high: [&'a [u8; PIECE]; 2],
}

impl Piece<'_> {
    /// Removes the values of these splits, but not that of split `left_out`, until nothing that is needed is
    /// missing; returns how many splits were tried, a block at least.
    #[inline(always)]
    pub(super) fn remove_sums<V: Vector, const WIDE: bool>(
        &self,
        v: V,
        left_out: Option<usize>,
        remaining: &mut Remaining<'_>,
    ) -> u64 {
        if remaining.count == 0 {
            return BLOCK as u64;
        }
        for at in (0..PIECE).step_by(V::HEAPS) {
            let from = PIECE - V::HEAPS - at;
            let low = v.xor(v.bytes(&self.low[0][at..]), v.reversed(&self.low[1][from..]));
            let high = v.bytes(&self.high[0][at..]);
            let high = if WIDE { v.xor(high, v.reversed(&self.high[1][from..])) } else { high };
            let few = if WIDE { remaining.few() } else { &[] };
            let mut found = match *few {
                [a] => v.one_of(low, high, &[a]),
                [a, b] => v.one_of(low, high, &[a, b]),
                [a, b, c] => v.one_of(low, high, &[a, b, c]),
                [a, b, c, d] => v.one_of(low, high, &[a, b, c, d]),
                _ => v.among::<WIDE>(low, high, &remaining.folded),
            };
            while found != 0 {
                let i = at + found.trailing_zeros() as usize;
                found &= found - 1;
                if left_out != Some(i) {
                    remaining.find(self.sum(i).bits(), i);
                }
            }
            if remaining.count == 0 {
                return (at + V::HEAPS).next_multiple_of(BLOCK) as u64;
            }
        }
        PIECE as u64
    }

    /// The packed value of split i, marked if one of its parts is rare.
    #[inline(always)]
    fn sum(&self, i: usize) -> Marked {
        let xor = |bytes: [&[u8; PIECE]; 2]| bytes[0][i] ^ bytes[1][PIECE - 1 - i];
        Marked { low: xor(self.low), high: xor(self.high) }
    }
}

/// A value that a split gives.
#[derive(Clone, Copy, Debug)]
pub(super) struct FoundValue {
    pub(super) packed: usize,
    /// The piece of the split.
    pub(super) piece: usize,
    /// How many splits are tried until it is found.
    pub(super) tried: u64,
}

/// The split that gives a value: number i of its piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct FoundAt {
    /// The packed value.
    pub(super) packed: usize,
    pub(super) piece: usize,
    /// The index of the splitting place in the rules.
    pub(super) place: usize,
    pub(super) i: usize,
    /// How many splits are tried before those of this place in the piece.
    pub(super) before: u64,
}

/// If at most this many values are missing, and high bytes matter, splits are compared with each of them: that finds
/// nothing else, and is faster than a look into a set.
const FEW: usize = 4;

/// The values of one heap that are still missing.
pub(super) struct Remaining<'a> {
    /// Bit v mod 64 of word v / 64 says whether v is missing.
    set: &'a mut [u64],
    /// The search goes on until no packed value below this is missing.
    needed: usize,
    /// How many of them are missing.
    pub(super) count: usize,
    /// The set of the missing values modulo 1024.
    pub(super) folded: [u64; 16],
    /// How many values are missing, whether they are needed or not.
    missing: usize,
    /// All of them, the low byte first, if they are few.
    few: [[u8; 2]; FEW],
    /// How many splits come before the next.
    pub(super) tried: u64,
    /// The piece in work.
    pub(super) piece: usize,
    /// The index of its splitting place in the rules.
    pub(super) place: usize,
    /// The splits that gave values, if they are kept.
    found: Option<&'a mut Vec<FoundAt>>,
}

impl<'a> Remaining<'a> {
    /// All of them are needed.
    #[inline(always)]
    pub(super) fn new(set: &'a mut [u64]) -> Remaining<'a> {
        let mut folded = [0; 16];
        for (i, word) in set.iter().enumerate() {
            folded[i % 16] |= word;
        }
        let count = sets::count(set);
        let needed = usize::MAX;
        let mut remaining = Remaining {
            set,
            needed,
            count,
            folded,
            missing: count,
            few: [[0; 2]; FEW],
            tried: 0,
            piece: 0,
            place: 0,
            found: None,
        };
        remaining.list_few();
        remaining
    }

    /// Lists the missing values, if they are few.
    #[inline(always)]
    fn list_few(&mut self) {
        if self.missing > FEW {
            return;
        }
        let mut few = self.few.iter_mut();
        for (&word, from) in self.set.iter().zip((0..).step_by(64)) {
            let mut word = word;
            while word != 0
                && let Some(value) = few.next()
            {
                *value = Marked::new(from + word.trailing_zeros() as usize).both();
                word &= word - 1;
            }
        }
    }

    /// All missing values, the low byte first, if they are few; else nothing.
    #[inline(always)]
    pub(super) fn few(&self) -> &[[u8; 2]] {
        self.few.get(..self.missing).unwrap_or_default()
    }

    /// Those below `needed` are needed, and the splits that give any of them are added to `found`.
    #[inline(always)]
    pub(super) fn with_splits(
        set: &'a mut [u64],
        needed: usize,
        found: &'a mut Vec<FoundAt>,
    ) -> Remaining<'a> {
        let below = set.iter().zip(sets::below(needed)).map(|(set, below)| set & below);
        let count = below.map(|word| word.count_ones() as usize).sum();
        Remaining { needed, count, found: Some(found), ..Remaining::new(set) }
    }

    /// Removes the value of split i of the piece in work.
    #[inline(always)]
    pub(super) fn find(&mut self, packed: usize, i: usize) {
        let (piece, place, before) = (self.piece, self.place, self.tried);
        if self.remove(packed)
            && let Some(found) = &mut self.found
        {
            found.push(FoundAt { packed, piece, place, i, before });
        }
    }

    /// Removes a value that an early search has found.
    #[inline(always)]
    pub(super) fn remove_found(&mut self, found: &FoundValue) {
        if self.remove(found.packed) && found.tried > self.tried {
            (self.tried, self.piece) = (found.tried, found.piece);
        }
    }

    /// What the search has tried, which ended with the piece in work, or for want of others.
    pub(super) fn trial(&self) -> SearchTrial {
        let ended_by = (self.count == 0).then_some(self.piece);
        SearchTrial { splits: self.tried, ended_by }
    }

    /// Removes a value; returns whether it was missing.
    #[inline(always)]
    fn remove(&mut self, packed: usize) -> bool {
        let (i, bit) = (packed / 64, 1 << (packed % 64));
        let is_missing = self.set.get(i).is_some_and(|word| word & bit != 0);
        if is_missing {
            self.set[i] &= !bit;
            self.missing -= 1;
            self.count -= usize::from(packed < self.needed);
            self.folded[i % 16] = self.set[i % 16..].iter().step_by(16).fold(0, |all, w| all | w);
            self.list_few();
        }
        is_missing
    }
}

/// Pieces that were tried whole.
#[derive(Clone, Copy, Debug)]
pub(super) struct WholePieces {
    pub(super) pieces: usize,
    /// How many splits come before the piece after them: also those of pieces that came before these.
    pub(super) tried: u64,
}

/// What an early search knows of one heap.
#[derive(Clone, Debug)]
pub(super) struct Early {
    /// Which pieces after the near ones were tried whole.
    pub(super) whole: WholePieces,
    /// All rare values with a packed value below this were looked for, but for those of witnesses.
    pub(super) bound: usize,
    /// Those of them that these splits give.
    pub(super) found: Vec<FoundValue>,
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::grundy::kernel::{Job, Kernel};
    use crate::grundy::superblocks::columns::Marked;
    use crate::grundy::superblocks::order::OrderChoice;
    use crate::grundy::superblocks::order::SearchTrials;
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
