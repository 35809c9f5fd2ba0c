//! The set of option values of one heap: which values have been seen.
//!
//! Two forms with the same meaning. [`Narrow`] is one machine word, for sequences whose values are
//! below 64; [`Wide`] is a table of stamps for all 16-bit values, cleared by counting on.

use crate::grundy::space::SparseSpace;

/// Stands for "no common value up to 65535 is missing".
pub(super) const NONE_MISSING: u32 = 1 << 16;

/// The operations of the sparse engine on a set of option values.
pub(super) trait OptionSet {
    /// True if values from [`Narrow::LIMIT`] on do not fit.
    const IS_NARROW: bool;
    /// Forgets all values.
    fn clear(&mut self);
    /// Adds option values.
    fn insert_all(&mut self, values: impl Iterator<Item = u16>);
    /// The least value that is common at heap n and missing; `None` if this form cannot find it.
    fn least_missing_common(&mut self, classes: &Classes, n: usize) -> Option<u32>;
    /// Prepares [`OptionSet::least_missing_rare`]: the rare values below `common` are required.
    fn require_rare_below(&mut self, common: u32, classes: &Classes, n: usize);
    /// The number of splits to try before asking again if all required values have been seen.
    fn splits_at_once(&self) -> usize;
    /// True if all required values have been seen.
    fn all_required_seen(&mut self) -> bool;
    /// The least required value that is missing.
    fn least_missing_rare(&mut self) -> Option<u16>;
}

/// All 16-bit values, sorted by the parity of popcount(v & m); made longer as needed.
#[derive(Clone, Debug)]
pub(super) struct Classes {
    space: SparseSpace,
    below: u32,
    with_parity: [Vec<u16>; 2],
    narrow: [u64; 2],
}

impl Classes {
    pub(super) fn new(space: SparseSpace) -> Classes {
        let mut classes =
            Classes { space, below: 0, with_parity: [vec![], vec![]], narrow: [0; 2] };
        classes.list_below(u32::from(Narrow::LIMIT));
        for parity in 0..2 {
            classes.narrow[parity] =
                classes.with_parity[parity].iter().fold(0, |word, &v| word | 1 << v);
        }
        classes
    }

    fn list_below(&mut self, below: u32) {
        for v in (self.below..below).map(|v| v as u16) {
            let parity = (v & self.space.mask).count_ones() & 1;
            self.with_parity[parity as usize].push(v);
        }
        self.below = below;
    }

    /// Lists twice as many values.
    pub(super) fn lengthen(&mut self) {
        self.list_below((2 * self.below).min(NONE_MISSING));
    }

    fn rare(&self, n: usize) -> usize {
        self.space.rare_parity(n) as usize
    }
}

/// Values below 64 in one word.
#[derive(Clone, Debug, Default)]
pub(super) struct Narrow {
    seen: u64,
    required: u64,
}

impl Narrow {
    /// One more than the largest value this form can hold.
    pub(super) const LIMIT: u16 = 64;
}

impl OptionSet for Narrow {
    const IS_NARROW: bool = true;

    #[inline]
    fn clear(&mut self) {
        self.seen = 0;
    }

    #[inline]
    fn insert_all(&mut self, values: impl Iterator<Item = u16>) {
        self.seen = values.fold(self.seen, |seen, value| seen | 1 << (value & 63));
    }

    #[inline]
    fn least_missing_common(&mut self, classes: &Classes, n: usize) -> Option<u32> {
        let missing = !self.seen & classes.narrow[classes.rare(n) ^ 1];
        (missing != 0).then(|| missing.trailing_zeros())
    }

    #[inline]
    fn require_rare_below(&mut self, common: u32, classes: &Classes, n: usize) {
        self.required = classes.narrow[classes.rare(n)] & !(u64::MAX << common);
    }

    #[inline]
    fn splits_at_once(&self) -> usize {
        32
    }

    #[inline]
    fn all_required_seen(&mut self) -> bool {
        self.required & !self.seen == 0
    }

    fn least_missing_rare(&mut self) -> Option<u16> {
        let missing = self.required & !self.seen;
        (missing != 0).then(|| missing.trailing_zeros() as u16)
    }
}

/// All 16-bit values: the value v has been seen if its stamp is the current one.
#[derive(Clone, Debug)]
pub(super) struct Wide {
    stamps: Box<[u32; NONE_MISSING as usize]>,
    current: u32,
    required: Vec<u16>,
}

impl Wide {
    pub(super) fn new() -> Wide {
        Wide { stamps: Box::new([0; NONE_MISSING as usize]), current: 1, required: vec![] }
    }

    fn contains(&self, value: u16) -> bool {
        self.stamps[usize::from(value)] == self.current
    }
}

impl OptionSet for Wide {
    const IS_NARROW: bool = false;

    #[inline]
    fn clear(&mut self) {
        self.current = self.current.wrapping_add(1);
        if self.current == 0 {
            self.stamps.fill(0);
            self.current = 1;
        }
    }

    #[inline]
    fn insert_all(&mut self, values: impl Iterator<Item = u16>) {
        // Local copies: a stamp might alias `self` for all the compiler knows.
        let (stamps, current) = (&mut *self.stamps, self.current);
        values.for_each(|value| stamps[usize::from(value)] = current);
    }

    fn least_missing_common(&mut self, classes: &Classes, n: usize) -> Option<u32> {
        let common = &classes.with_parity[classes.rare(n) ^ 1];
        match common.iter().find(|&&v| !self.contains(v)) {
            Some(&v) => Some(u32::from(v)),
            None => (classes.below == NONE_MISSING).then_some(NONE_MISSING),
        }
    }

    fn require_rare_below(&mut self, common: u32, classes: &Classes, n: usize) {
        let rare = &classes.with_parity[classes.rare(n)];
        self.required.clear();
        self.required.extend(rare.iter().take_while(|&&v| u32::from(v) < common));
    }

    /// A look costs as much as trying one split for each required value.
    fn splits_at_once(&self) -> usize {
        (8 * self.required.len()).clamp(64, 512)
    }

    fn all_required_seen(&mut self) -> bool {
        let (stamps, current) = (&self.stamps, self.current);
        self.required.retain(|&v| stamps[usize::from(v)] != current);
        self.required.is_empty()
    }

    fn least_missing_rare(&mut self) -> Option<u16> {
        self.all_required_seen();
        self.required.first().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::{Classes, NONE_MISSING, OptionSet, Wide};
    use crate::grundy::space::SparseSpace;

    const SPACE: SparseSpace = SparseSpace { mask: 5, position_parity: true, split_parity: 1 };

    /// After 2³² heaps the stamps begin at 0 again: no value seen long ago passes for one seen now.
    #[test]
    fn stamps_begin_again() {
        let classes = Classes::new(SPACE);
        let mut wide = Wide::new();
        wide.insert_all([0, 1, 2].into_iter());
        wide.current = u32::MAX;
        wide.insert_all([4].into_iter());
        wide.clear();
        wide.require_rare_below(6, &classes, 1);
        assert!(!wide.all_required_seen());
        assert_eq!(wide.least_missing_rare(), Some(0));
        assert_eq!(wide.current, 1);
    }

    /// With every listed common value seen the list must become longer, up to all 16 bits.
    #[test]
    fn lists_become_longer() {
        let mut classes = Classes::new(SPACE);
        let mut wide = Wide::new();
        wide.insert_all(0..=u16::MAX);
        assert_eq!(wide.least_missing_common(&classes, 1), None);
        while wide.least_missing_common(&classes, 1).is_none() {
            classes.lengthen();
        }
        assert_eq!(wide.least_missing_common(&classes, 1), Some(NONE_MISSING));
    }
}
