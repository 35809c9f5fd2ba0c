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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::space::SparseSpace;

    /// What is no option, and what sets have no room for, are one harmless value; so is what comes after the heaps.
    #[test]
    fn blocks_of_options() {
        let space = SparseSpace { mask: 1, position_parity: false, split_parity: 0 };
        let packing = Packing::new(space);
        let columns = vec![vec![7, DistantOptions::NONE, 127, 129], vec![1, 3, 5, 9]];
        let packed = PackedOptions::new(&DistantOptions::new(1000, columns), &packing);
        let options: Vec<_> =
            packed.of_block(1001).map(|(block, x)| (block[..4].to_vec(), x)).collect();
        assert_eq!(options, [(vec![63, 63, 63, 63], 0), (vec![1, 2, 4, 63], 0)]);
        assert!(usize::from(NONE) >= packing.below(64));
        assert_eq!(PackedOptions::default().of_block(5).count(), 0);
    }
}
