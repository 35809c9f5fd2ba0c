//! Sets for a group of 8 heaps in plain Rust, for all kernels without a register for 64 bytes.

use super::vector::GroupSets;

/// Takes the sets of a group from here.
pub(super) trait PortableGroups: Copy {}

impl<T: PortableGroups> GroupSets for T {
    type Eight = [u64; 8];
    type Last = LastHeaps;

    #[inline(always)]
    fn last(self, packed: &[u8; 72]) -> LastHeaps {
        let mut bytes = [0; 136];
        bytes[..72].copy_from_slice(packed);
        LastHeaps { bytes, end: 72 }
    }

    #[inline(always)]
    fn push(self, last: &mut LastHeaps, packed: [u8; 8]) {
        last.bytes[last.end..last.end + 8].copy_from_slice(&packed);
        last.end += 8;
    }

    #[inline(always)]
    fn eight(self, words: &[u64; 8]) -> [u64; 8] {
        *words
    }

    #[inline(always)]
    fn insert_eight<const OLD: bool>(
        self,
        mut sets: [u64; 8],
        last: &LastHeaps,
        back: usize,
        x: u64,
    ) -> [u64; 8] {
        let from = last.end - back;
        let packed: &[u8; 8] = last.bytes[from..].first_chunk().expect("back is at least 8");
        for (set, packed) in sets.iter_mut().zip(packed) {
            *set |= 1 << ((u64::from(*packed) ^ x) & 63);
        }
        sets
    }

    #[inline(always)]
    fn missing(self, sets: [u64; 8]) -> [u64; 8] {
        sets.map(|set| !set)
    }
}

/// The packed values of the last 72 heaps before a block, and of the heaps of the block that are known.
#[derive(Clone, Copy)]
pub(in crate::grundy) struct LastHeaps {
    bytes: [u8; 136],
    end: usize,
}
