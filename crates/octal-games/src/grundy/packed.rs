//! Packed values: a value of a known class with one bit less.
//!
//! Let b be the lowest bit of the mask m. Of the values of one class at one heap, any two that
//! agree in all bits but b are equal. The reason is that the parity of popcount(v & m) is given. So
//! v may drop bit b: its *packed value* s has one bit less. Three facts make packed values useful:
//!
//! 1. packed(u ⊕ v) = packed(u) ⊕ packed(v).
//! 2. Within a class packed values are ordered as the values are. For if two values of one class
//!    agree above bit b, they agree in bit b, since m has no bits below.
//! 3. The values of the *other* class below v are those with a packed value below (⌊s /
//!    2^b⌋ + β)·2^b, where β is bit b of v. Those that agree with v above bit b differ from it in
//!    bit b. So all of them are below v if β = 1, and above if β = 0.

use super::space::SparseSpace;

/// Packs and unpacks the values of a sparse space.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packing {
    space: SparseSpace,
    /// The bit b that is dropped.
    bit: u32,
}

impl Packing {
    /// One more than the largest packed value that blocks can hold.
    const LIMIT: u16 = 64;

    pub(super) fn new(space: SparseSpace) -> Packing {
        Packing { space, bit: space.mask.trailing_zeros() }
    }

    /// The packed value.
    #[inline(always)]
    pub(super) fn pack(&self, value: u16) -> u16 {
        value >> self.bit >> 1 << self.bit | value & ((1 << self.bit) - 1)
    }

    /// The packed value, if it is below 64.
    pub(super) fn pack_small(&self, value: u16) -> Option<u8> {
        let s = self.pack(value);
        (s < Packing::LIMIT).then_some(s as u8)
    }

    /// True if blocks have room for this value, and for the packed values of the other class below
    /// it.
    pub(super) fn has_room_for(&self, value: u16) -> bool {
        self.has_room_for_packed(self.pack(value))
    }

    /// The same of a value that is packed.
    pub(super) fn has_room_for_packed(&self, packed: u16) -> bool {
        usize::from(packed) < self.below(Packing::LIMIT.into())
    }

    /// The common values of 64 heaps from heap n on with these packed values, which are below 64 or
    /// have two bytes.
    #[inline(always)]
    pub(super) fn unpack_common<T: Copy + Into<u16>>(
        &self,
        n: usize,
        block: &[T; BLOCK],
    ) -> [u16; BLOCK] {
        let parity = 1 ^ self.space.rare_parity(n) as u16;
        let alternates = u16::from(self.space.position_parity);
        let mut values = [0; BLOCK];
        for ((value, &s), i) in values.iter_mut().zip(block).zip(0..) {
            let s: u16 = s.into();
            let rest = s >> self.bit << self.bit << 1 | s & ((1 << self.bit) - 1);
            // The parity of popcount(rest & m), for a rest below 128, or with two bytes.
            let mut bits = rest & self.space.mask;
            if size_of::<T>() > 1 {
                bits ^= bits >> 8;
            }
            bits ^= bits >> 4;
            bits ^= bits >> 2;
            bits ^= bits >> 1;
            *value = rest | ((bits ^ parity ^ i & alternates) & 1) << self.bit;
        }
        values
    }

    /// For each of these values v the bound of fact 3. The values of the other class below v are
    /// those with a packed value below the bound.
    #[inline(always)]
    pub(super) fn others_below(&self, values: &[u16; BLOCK]) -> [u8; BLOCK] {
        let mut counts = [0; BLOCK];
        for (count, &value) in counts.iter_mut().zip(values) {
            *count = ((value + (1 << self.bit)) >> self.bit >> 1 << self.bit) as u8;
        }
        counts
    }

    /// The value, rare or common at heap n, with this packed value, which is below 2¹⁵.
    #[inline(always)]
    pub(super) fn unpack(&self, n: usize, packed: usize, rare: bool) -> u16 {
        let packed = packed as u16;
        let rest = packed >> self.bit << self.bit << 1 | packed & ((1 << self.bit) - 1);
        if self.space.is_rare(n, rest) == rare { rest } else { rest | 1 << self.bit }
    }

    /// The bound of fact 3: the values of the other class below `value` are those with a packed
    /// value below it.
    #[inline(always)]
    pub(super) fn other_below(&self, value: u16) -> usize {
        (usize::from(value) + (1 << self.bit)) >> (self.bit + 1) << self.bit
    }

    /// A bound for packed values. If s is below it, then s and the packed values of the other class
    /// below the value of s are all below `size`.
    pub(super) fn below(&self, size: usize) -> usize {
        size.saturating_sub(1 << self.bit)
    }
}

/// Heaps in a block.
pub(super) const BLOCK: usize = 64;
/// The heaps in a group: those of one step of the group taps.
pub(super) const GROUP: usize = 8;
/// Small parts in a piece. Piece p of the splits of a heap are those with the small parts 256·p + 1
/// to 256·p + 256, at all splitting places. At each of them the larger parts are then all before
/// the superblock or all in the window, which is longer.
pub(super) const PIECE: usize = 4 * BLOCK;
