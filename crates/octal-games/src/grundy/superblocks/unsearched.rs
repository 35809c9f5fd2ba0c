//! Heaps that were taken for common: which of their rare values splits have to show to be options.

use super::far::FarSets;
use super::missing::{self, Missing};
use crate::grundy::layout::BLOCK;
use crate::grundy::packed::Packing;
use std::ops::Range;

/// The heaps of a superblock, or of its beginning, that were taken for common.
#[derive(Clone, Debug)]
pub(super) struct Unsearched {
    /// The first of these heaps, with which a block begins.
    pub(super) first: usize,
    pub(super) values: Vec<u16>,
    /// Their blocks. Of the rare values, those that the sets have are known to be values of options.
    pub(super) blocks: Vec<FarSets>,
    /// As [`Search::wide`](super::search::Search::wide).
    pub(super) wide: bool,
}

impl Unsearched {
    /// The rare values below those of some of the heaps, counted from the first, that are not known to be values
    /// of options.
    #[inline(always)]
    pub(super) fn missing(&self, packing: &Packing, heaps: Range<usize>) -> Missing {
        let words = self.blocks.first().map_or(0, |sets| sets.rare.len());
        let mut missing = Missing::new(words, heaps.len());
        for i in heaps {
            let others = packing.other_below(self.values[i]);
            let set = missing::lacking(&self.blocks[i / BLOCK].rare, i % BLOCK, others);
            if set.clone().any(|word| word != 0) {
                missing.push(self.first + i, set);
            }
        }
        missing
    }
}
