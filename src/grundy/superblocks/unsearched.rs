//! Heaps that were taken for common: which of their rare values splits have to show to be options.

use super::missing::{self, Missing};
use super::sets::BlockSets;
use crate::grundy::layout::BLOCK;
use crate::grundy::packed::Packing;
use std::ops::Range;

/// The heaps of a superblock, or of its beginning, that were taken for common.
#[derive(Clone, Debug)]
pub(super) struct Unsearched {
    /// The first of these heaps, with which a block begins.
    pub(super) first: usize,
    pub(super) values: Vec<u16>,
    /// For each block the packed rare values that are known to be values of options.
    pub(super) shown: Vec<BlockSets>,
    /// As [`Search::wide`](super::search::Search::wide).
    pub(super) wide: bool,
}

impl Unsearched {
    /// The rare values below those of some of the heaps, counted from the first, that are not known to be values
    /// of options.
    #[inline(always)]
    pub(super) fn missing(&self, packing: &Packing, heaps: Range<usize>) -> Missing {
        let words = self.shown.first().map_or(0, Vec::len);
        let mut missing = Missing::new(words, heaps.len());
        for i in heaps {
            let others = packing.other_below(self.values[i]);
            let set = missing::lacking(&self.shown[i / BLOCK], i % BLOCK, others);
            if set.clone().any(|word| word != 0) {
                missing.push(self.first + i, set);
            }
        }
        missing
    }
}
