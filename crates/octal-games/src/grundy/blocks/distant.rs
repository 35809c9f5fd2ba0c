//! The options with a distant rare part, packed, as blocks insert them.

use crate::grundy::distant::DistantOptions;
use crate::grundy::packed::{BLOCK, Packing};

/// Stands for no option, and for packed values that are larger: sets need not tell it from them, because a heap whose
/// packed value could be 63 or more is left to another engine anyway.
const NONE: u8 = 63;

/// The packed values of [`DistantOptions`].
#[derive(Clone, Debug, Default)]
pub(super) struct PackedOptions {
    /// The first heap of the columns.
    from: usize,
    /// For each heap a packed value, and for a block more [`NONE`].
    columns: Vec<Vec<u8>>,
}

impl PackedOptions {
    pub(super) fn new(options: &DistantOptions, packing: &Packing) -> PackedOptions {
        let pack = |&value: &u16| match value {
            DistantOptions::NONE => NONE,
            value => packing.pack_small(value).unwrap_or(NONE),
        };
        let column = |values: &Vec<u16>| {
            values.iter().map(pack).chain(std::iter::repeat_n(NONE, BLOCK)).collect()
        };
        let columns = options.columns().iter().map(column).collect();
        PackedOptions { from: options.from() as usize, columns }
    }

    /// What they give the 64 heaps from heap n on, which is one of the columns' heaps.
    #[inline(always)]
    pub(super) fn of_block(&self, n: usize) -> impl Iterator<Item = (&[u8; BLOCK], u64)> + Clone {
        self.columns.iter().map(move |column| {
            let block = column[n - self.from..].first_chunk();
            (block.expect("the columns go a block beyond the heaps"), 0)
        })
    }
}
