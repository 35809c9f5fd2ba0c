//! The kernel for every CPU: plain Rust.
//!
//! Sets are byte planes, as in the other kernels: byte i of plane j holds the values 8j to
//! 8j + 7 of set i. But for `among`, the loops over bytes contain no tables and no shifts by a variable number of
//! bits, so that the compiler can use the vectors that every CPU of the target has.

use super::portable::PortableGroups;
use super::vector::{PlaneSets, Register};

/// Plain Rust.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scalar;

/// 1 << (value mod 8).
#[inline(always)]
fn bit(packed: u8) -> u8 {
    let choose = |bit: u8, yes: u8, no: u8| if packed & bit != 0 { yes } else { no };
    choose(1, 0xaa, 0x55) & choose(2, 0xcc, 0x33) & choose(4, 0xf0, 0x0f)
}

impl PlaneSets for Scalar {
    type Sets<const P: usize> = [[u8; 64]; P];

    #[inline(always)]
    fn empty<const P: usize>(self) -> [[u8; 64]; P] {
        [[0; 64]; P]
    }

    #[inline(always)]
    fn insert_all<'a, const P: usize>(
        self,
        mut sets: [[u8; 64]; P],
        all: impl Iterator<Item = (&'a [u8; 64], u64)> + Clone,
    ) -> [[u8; 64]; P] {
        for i in 0..4 {
            let mut quarter = sets.map(|plane| plane.as_chunks::<16>().0[i]);
            for (packed, x) in all.clone() {
                let packed = packed.as_chunks::<16>().0[i].map(|packed| packed ^ x as u8);
                let bits = packed.map(bit);
                for (plane, set) in quarter.iter_mut().enumerate() {
                    for ((set, packed), bit) in set.iter_mut().zip(packed).zip(bits) {
                        *set |= if packed & 0x38 == 8 * plane as u8 { bit } else { 0 };
                    }
                }
            }
            for (plane, quarter) in sets.iter_mut().zip(quarter) {
                plane.as_chunks_mut::<16>().0[i] = quarter;
            }
        }
        sets
    }

    #[inline(always)]
    fn below<const P: usize>(self, counts: &[u8; 64]) -> [[u8; 64]; P] {
        let mut sets = [[0; 64]; P];
        for (plane, set) in sets.iter_mut().enumerate() {
            *set = counts.map(|count| {
                let rest = count.saturating_sub(8 * plane as u8);
                if rest < 8 { bit(rest) - 1 } else { u8::MAX }
            });
        }
        sets
    }

    #[inline(always)]
    fn without<const P: usize>(
        self,
        mut sets: [[u8; 64]; P],
        others: [[u8; 64]; P],
    ) -> [[u8; 64]; P] {
        for (set, other) in sets.iter_mut().flatten().zip(others.iter().flatten()) {
            *set &= !other;
        }
        sets
    }

    #[inline(always)]
    fn inhabited<const P: usize>(self, sets: [[u8; 64]; P]) -> u64 {
        let mut all = [0; 64];
        for plane in sets {
            for (all, set) in all.iter_mut().zip(plane) {
                *all |= set;
            }
        }
        if all == [0; 64] {
            return 0;
        }
        all.iter().rev().fold(0, |mask, &set| mask << 1 | u64::from(set != 0))
    }

    #[inline(always)]
    fn larger(self, bytes: &[u8; 64], bound: u8) -> u64 {
        bytes.iter().rev().fold(0, |mask, &byte| mask << 1 | u64::from(byte > bound))
    }

    #[inline(always)]
    fn words<const P: usize>(self, sets: [[u8; 64]; P]) -> [u64; 64] {
        let mut words = [0; 64];
        for (plane, set) in sets.iter().enumerate() {
            for (word, &byte) in words.iter_mut().zip(set) {
                *word |= u64::from(byte) << (8 * plane);
            }
        }
        words
    }

    #[inline(always)]
    fn sums_equal(self, a: &[u8; 64], b: &[u8; 64], x: u8) -> u64 {
        self.bits(&std::array::from_fn(|i| u8::from(a[i] ^ b[i] == x)))
    }
}

impl PortableGroups for Scalar {}

impl Register for Scalar {
    const HEAPS: usize = 16;
    const PLANES: usize = 8;
    const MOST_PLANES: usize = 24;
    type Bytes = [u8; 16];
    /// 255 or 0.
    type Choice = [u8; 16];
    /// The first plane.
    type Tables = usize;

    #[inline(always)]
    fn bytes(self, bytes: &[u8]) -> [u8; 16] {
        *bytes.first_chunk().expect("a register full of bytes")
    }

    #[inline(always)]
    fn store(self, bytes: [u8; 16], into: &mut [u8]) {
        *into.first_chunk_mut().expect("room for a register") = bytes;
    }

    #[inline(always)]
    fn all(self, byte: u8) -> [u8; 16] {
        [byte; 16]
    }

    #[inline(always)]
    fn xor(self, a: [u8; 16], b: [u8; 16]) -> [u8; 16] {
        std::array::from_fn(|i| a[i] ^ b[i])
    }

    #[inline(always)]
    fn equal(self, a: [u8; 16], b: [u8; 16]) -> [u8; 16] {
        std::array::from_fn(|i| if a[i] == b[i] { 255 } else { 0 })
    }

    #[inline(always)]
    fn everywhere(self) -> [u8; 16] {
        [u8::MAX; 16]
    }

    #[inline(always)]
    fn unless_equal(self, chosen: [u8; 16], a: [u8; 16], b: [u8; 16]) -> [u8; 16] {
        std::array::from_fn(|i| if a[i] == b[i] { 0 } else { chosen[i] })
    }

    #[inline(always)]
    fn unless_both_equal(self, chosen: [u8; 16], a: [[u8; 16]; 2], b: [[u8; 16]; 2]) -> [u8; 16] {
        let differs = |i: usize| (a[0][i] ^ b[0][i]) | (a[1][i] ^ b[1][i]);
        std::array::from_fn(|i| if differs(i) == 0 { 0 } else { chosen[i] })
    }

    #[inline(always)]
    fn tables(self, from: usize) -> usize {
        from
    }

    #[inline(always)]
    fn add<const P: usize>(
        self,
        mut planes: [[u8; 16]; P],
        packed: [u8; 16],
        chosen: [u8; 16],
        &from: &usize,
    ) -> [[u8; 16]; P] {
        let bits: [u8; 16] = std::array::from_fn(|i| bit(packed[i]) & chosen[i]);
        for (j, plane) in planes.iter_mut().enumerate() {
            let place = 8 * (from + j) as u8;
            for ((set, packed), bit) in plane.iter_mut().zip(packed).zip(bits) {
                *set |= if packed & 0xf8 == place { bit } else { 0 };
            }
        }
        planes
    }

    #[inline(always)]
    fn reversed(self, bytes: &[u8]) -> [u8; 16] {
        let bytes = self.bytes(bytes);
        std::array::from_fn(|i| bytes[15 - i])
    }

    #[inline(always)]
    fn among<const WIDE: bool>(self, low: [u8; 16], high: [u8; 16], set: &[u64; 16]) -> u64 {
        low.iter().zip(high).enumerate().fold(0, |found, (i, (&low, high))| {
            let packed = usize::from(low) | if WIDE { usize::from(high & 3) << 8 } else { 0 };
            found | (set[packed / 64] >> (packed % 64) & u64::from(high < 128)) << i
        })
    }

    #[inline(always)]
    fn one_of<const N: usize>(self, low: [u8; 16], high: [u8; 16], few: &[[u8; 2]; N]) -> u64 {
        let mut found = [0; 16];
        for [first, second] in few {
            for ((found, low), high) in found.iter_mut().zip(low).zip(high) {
                *found |= u8::from((low ^ first) | (high ^ second) == 0);
            }
        }
        found.iter().enumerate().fold(0, |bits, (i, &found)| bits | u64::from(found) << i)
    }

    #[inline(always)]
    fn bits(self, bytes: &[u8; 64]) -> u64 {
        // The product has byte j's bit at place 56 + j, and no two summands meet.
        let eight =
            |bytes: &[u8; 8]| u64::from_le_bytes(*bytes).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        let eights = bytes.as_chunks::<8>().0.iter().zip((0..).step_by(8));
        eights.fold(0, |word, (bytes, at)| word | eight(bytes) << at)
    }

    #[inline(always)]
    fn transpose(self, planes: &[[u8; 64]; 8]) -> [u64; 64] {
        self.words(*planes)
    }
}
