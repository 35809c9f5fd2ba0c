//! The values of one heap that are still searched for, and those found.

use super::columns::Marked;
use super::missing;
use super::trials::SearchTrial;

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
        let count = missing::count(set);
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
        let below = set.iter().zip(missing::below(needed)).map(|(set, below)| set & below);
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
