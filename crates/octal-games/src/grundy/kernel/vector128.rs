//! The kernel for vectors of 128 bits: NEON of ARM, and simd128 of WebAssembly.
//!
//! Sets are byte planes, as in the other kernels, in four quarters of 16 heaps. The body is written
//! once, over the operations of `lanes`, of which each instruction set has its own.
#![allow(unsafe_code)]

use super::portable::PortableGroups;
use super::vector::{PlaneSets, Register};
use lanes::*;
use std::array::from_fn;
use std::mem::transmute;

/// The proof that the CPU has the instructions: every CPU of the target has them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vector128;

/// Quarters of a block that are computed together. The planes of one fit into 16 registers, which
/// most CPUs of browsers have, and the planes of two into the 32 of ARM.
const QUARTERS: usize = if cfg!(target_arch = "aarch64") { 2 } else { 1 };

/// Defines operations on the 16 bytes of registers. Where `equal` and `above` (a > b) hold, all
/// bits of a byte are 1, and elsewhere 0. `look_up` gives the bytes of a table at these places, and
/// 0 for places from 16 on. `zip` and `zip_last` interleave the first and the last 8 bytes.
/// `bits_of_block` gives the bit of each byte of a block, where all bits of a byte are the same.
macro_rules! operations {
    ($($name:ident($($of:ident),+) = $value:expr;)+) => {$(
        #[allow(unused_unsafe, reason = "in WebAssembly these intrinsics are safe")]
        #[inline(always)]
        pub(super) fn $name($($of: Bytes),+) -> Bytes {
            // SAFETY: this file is compiled only for targets with these instructions.
            unsafe { $value }
        }
    )+};
}

/// The operations of NEON.
#[cfg(target_arch = "aarch64")]
mod lanes {
    use std::arch::aarch64::*;

    pub(super) type Bytes = uint8x16_t;

    operations! {
        and(a, b) = vandq_u8(a, b);
        or(a, b) = vorrq_u8(a, b);
        minus(a, b) = vsubq_u8(a, b);
        xor(a, b) = veorq_u8(a, b);
        equal(a, b) = vceqq_u8(a, b);
        above(a, b) = vcgtq_u8(a, b);
        eighth(a) = vshrq_n_u8::<3>(a);
        look_up(table, places) = vqtbl1q_u8(table, places);
        zip(a, b) = vzip1q_u8(a, b);
        zip_last(a, b) = vzip2q_u8(a, b);
    }

    #[inline(always)]
    pub(super) fn bits_of_block(quarters: [Bytes; 4]) -> u64 {
        let places = super::load(&super::ONE);
        let [a, b, c, d] = quarters.map(|bytes| and(bytes, places));
        // SAFETY: this file is compiled only for targets with these instructions.
        unsafe {
            let fours = vpaddq_u8(vpaddq_u8(a, b), vpaddq_u8(c, d));
            vgetq_lane_u64::<0>(vreinterpretq_u64_u8(vpaddq_u8(fours, fours)))
        }
    }
}

/// The operations of simd128.
#[cfg(target_arch = "wasm32")]
mod lanes {
    use std::arch::wasm32::*;

    pub(super) type Bytes = v128;

    operations! {
        and(a, b) = v128_and(a, b);
        or(a, b) = v128_or(a, b);
        minus(a, b) = u8x16_sub(a, b);
        xor(a, b) = v128_xor(a, b);
        equal(a, b) = u8x16_eq(a, b);
        above(a, b) = u8x16_gt(a, b);
        eighth(a) = u8x16_shr(a, 3);
        look_up(table, places) = u8x16_swizzle(table, places);
        zip(a, b) =
            u8x16_shuffle::<0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>(a, b);
        zip_last(a, b) =
            u8x16_shuffle::<8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31>(a, b);
    }

    #[inline(always)]
    pub(super) fn bits_of_block(quarters: [Bytes; 4]) -> u64 {
        let [a, b, c, d] = quarters.map(|bytes| u64::from(u8x16_bitmask(bytes)));
        a | b << 16 | c << 32 | d << 48
    }
}

#[inline(always)]
fn load(bytes: &[u8; 16]) -> Bytes {
    // SAFETY: both types are 16 bytes of any value.
    unsafe { transmute::<[u8; 16], Bytes>(*bytes) }
}

#[inline(always)]
fn splat(byte: u8) -> Bytes {
    load(&[byte; 16])
}

#[inline(always)]
fn not(bytes: Bytes) -> Bytes {
    xor(bytes, splat(u8::MAX))
}

/// The 16 bytes of each quarter.
#[inline(always)]
fn quarters(bytes: &[u8; 64]) -> [Bytes; 4] {
    from_fn(|i| load(&bytes.as_chunks().0[i]))
}

/// The set of a single value below 8 as a byte; twice, because tables are looked up by four bits.
const ONE: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
/// The sets of a single value below 16 as two bytes.
const ONE_OF_SIXTEEN: [[u8; 16]; 2] = [
    [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128],
];
/// The set of all values below a bound below 8, by the bound.
const BELOW: [u8; 16] = [0, 1, 3, 7, 15, 31, 63, 127, 0, 0, 0, 0, 0, 0, 0, 0];
/// The number that the two lowest bits of a high byte add to the place of a byte in a set.
const UPPER: [u8; 16] = [0, 32, 64, 96, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
/// 15, …, 0.
const REVERSED: [u8; 16] = [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0];

/// Adds the packed values of the heaps chosen to planes. The first two planes have the 16 values from
/// `from` on, and each further pair the next 16. A value of another pair looks up 0.
#[inline(always)]
fn insert<const P: usize>(planes: &mut [Bytes; P], packed: Bytes, chosen: Bytes, from: u8) {
    const { assert!(P < 32) };
    let [even, odd] = ONE_OF_SIXTEEN.each_ref().map(load);
    let mut rest = or(minus(packed, splat(from)), not(chosen));
    for two in planes.chunks_mut(2) {
        for (plane, one) in two.iter_mut().zip([even, odd]) {
            *plane = or(*plane, look_up(one, rest));
        }
        rest = minus(rest, splat(16));
    }
}

/// The planes of each quarter.
type Quarters<const P: usize> = [[Bytes; P]; 4];

impl PlaneSets for Vector128 {
    type Sets<const P: usize> = Quarters<P>;

    #[inline(always)]
    fn empty<const P: usize>(self) -> Quarters<P> {
        [[splat(0); P]; 4]
    }

    #[inline(always)]
    fn insert_all<'a, const P: usize>(
        self,
        mut sets: Quarters<P>,
        all: impl Iterator<Item = (&'a [u8; 64], u64)> + Clone,
    ) -> Quarters<P> {
        for (several, i) in sets.as_chunks_mut::<QUARTERS>().0.iter_mut().zip(0..) {
            for (packed, x) in all.clone() {
                let packed = packed.as_chunks().0[QUARTERS * i..].iter();
                for (planes, packed) in several.iter_mut().zip(packed) {
                    insert(planes, xor(load(packed), splat(x as u8)), splat(u8::MAX), 0);
                }
            }
        }
        sets
    }

    #[inline(always)]
    fn below<const P: usize>(self, counts: &[u8; 64]) -> Quarters<P> {
        let first = |plane| 8 * plane as u8;
        let some = |counts, plane| look_up(load(&BELOW), minus(counts, splat(first(plane))));
        let all = |counts, plane| above(counts, splat(first(plane) + 7));
        quarters(counts).map(|n| from_fn(|plane| or(some(n, plane), all(n, plane))))
    }

    #[inline(always)]
    fn without<const P: usize>(self, mut sets: Quarters<P>, others: Quarters<P>) -> Quarters<P> {
        for (set, other) in sets.as_flattened_mut().iter_mut().zip(others.as_flattened()) {
            *set = and(*set, not(*other));
        }
        sets
    }

    #[inline(always)]
    fn inhabited<const P: usize>(self, sets: Quarters<P>) -> u64 {
        bits_of_block(sets.map(|planes| above(planes.into_iter().fold(splat(0), or), splat(0))))
    }

    #[inline(always)]
    fn larger(self, bytes: &[u8; 64], bound: u8) -> u64 {
        bits_of_block(quarters(bytes).map(|bytes| above(bytes, splat(bound))))
    }

    /// Three times, byte i of register j goes to place 16·j + i of 128, turned left by one of its
    /// seven bits.
    #[inline(always)]
    fn words<const P: usize>(self, sets: Quarters<P>) -> [u64; 64] {
        let mut words = [0; 64];
        for (quarter, into) in sets.iter().zip(words.as_chunks_mut::<16>().0) {
            let mut planes = [splat(0); 8];
            planes[..P].copy_from_slice(quarter);
            for _ in 0..3 {
                planes = from_fn(|j| {
                    let (a, b) = (planes[j / 2], planes[j / 2 + 4]);
                    if j % 2 == 0 { zip(a, b) } else { zip_last(a, b) }
                });
            }
            // SAFETY: both types are 128 bytes of any value.
            *into = unsafe { transmute::<[Bytes; 8], [u64; 16]>(planes) };
        }
        words
    }

    #[inline(always)]
    fn sums_equal(self, a: &[u8; 64], b: &[u8; 64], x: u8) -> u64 {
        let (a, b) = (quarters(a), quarters(b));
        bits_of_block(from_fn(|i| equal(xor(a[i], b[i]), splat(x))))
    }
}

impl PortableGroups for Vector128 {}

/// The bytes of the quarters that are computed together.
type Together = [Bytes; QUARTERS];

/// Bit i is that of byte i. All bits of a byte are the same.
#[inline(always)]
fn bits_of(bytes: Together) -> u64 {
    let quarter = |i: usize| bytes.get(i).copied().unwrap_or(bytes[0]);
    bits_of_block(from_fn(quarter)) & u64::MAX >> (64 - Vector128::HEAPS)
}

impl Register for Vector128 {
    const HEAPS: usize = 16 * QUARTERS;
    const PLANES: usize = 8;
    const MOST_PLANES: usize = 48;
    type Bytes = Together;
    /// All bits of a heap's byte are 1 or 0.
    type Choice = Together;
    /// The first plane.
    type Tables = usize;

    #[inline(always)]
    fn bytes(self, bytes: &[u8]) -> Together {
        from_fn(|i| load(&bytes.as_chunks().0[i]))
    }

    #[inline(always)]
    fn store(self, bytes: Together, into: &mut [u8]) {
        for (i, bytes) in bytes.into_iter().enumerate() {
            // SAFETY: both types are 16 bytes of any value.
            into.as_chunks_mut().0[i] = unsafe { transmute::<Bytes, [u8; 16]>(bytes) };
        }
    }

    #[inline(always)]
    fn all(self, byte: u8) -> Together {
        [splat(byte); QUARTERS]
    }

    #[inline(always)]
    fn xor(self, a: Together, b: Together) -> Together {
        from_fn(|i| xor(a[i], b[i]))
    }

    #[inline(always)]
    fn equal(self, a: Together, b: Together) -> Together {
        from_fn(|i| equal(a[i], b[i]))
    }

    #[inline(always)]
    fn everywhere(self) -> Together {
        self.all(u8::MAX)
    }

    #[inline(always)]
    fn unless_equal(self, chosen: Together, a: Together, b: Together) -> Together {
        from_fn(|i| and(chosen[i], not(equal(a[i], b[i]))))
    }

    #[inline(always)]
    fn unless_both_equal(self, chosen: Together, a: [Together; 2], b: [Together; 2]) -> Together {
        let both = |i| and(equal(a[0][i], b[0][i]), equal(a[1][i], b[1][i]));
        from_fn(|i| and(chosen[i], not(both(i))))
    }

    #[inline(always)]
    fn tables(self, from: usize) -> usize {
        from
    }

    #[inline(always)]
    fn add<const P: usize>(
        self,
        planes: [Together; P],
        packed: Together,
        chosen: Together,
        &from: &usize,
    ) -> [Together; P] {
        let mut quarters: [[Bytes; P]; QUARTERS] = from_fn(|i| planes.map(|plane| plane[i]));
        for (i, planes) in quarters.iter_mut().enumerate() {
            insert(planes, packed[i], chosen[i], 8 * from as u8);
        }
        from_fn(|plane| quarters.map(|planes| planes[plane]))
    }

    #[inline(always)]
    fn reversed(self, bytes: &[u8]) -> Together {
        let quarters = self.bytes(bytes);
        from_fn(|i| look_up(quarters[QUARTERS - 1 - i], load(&REVERSED)))
    }

    #[inline(always)]
    fn among<const WIDE: bool>(self, low: Together, high: Together, set: &[u64; 16]) -> u64 {
        bits_of(from_fn(|i| among::<WIDE>(low[i], high[i], set)))
    }

    #[inline(always)]
    fn one_of<const N: usize>(self, low: Together, high: Together, few: &[[u8; 2]; N]) -> u64 {
        let is = |i: usize, [a, b]: [u8; 2]| and(equal(low[i], splat(a)), equal(high[i], splat(b)));
        bits_of(from_fn(|i| few.iter().fold(splat(0), |any, &pair| or(any, is(i, pair)))))
    }

    #[inline(always)]
    fn bits(self, bytes: &[u8; 64]) -> u64 {
        self.larger(bytes, 0)
    }

    #[inline(always)]
    fn transpose(self, planes: &[[u8; 64]; 8]) -> [u64; 64] {
        self.words::<8>(from_fn(|i| from_fn(|j| load(&planes[j].as_chunks().0[i]))))
    }
}

/// All bits of a byte are 1 where the heap is not marked, and its packed value is in the set.
#[inline(always)]
fn among<const WIDE: bool>(low: Bytes, high: Bytes, set: &[u64; 16]) -> Bytes {
    // Byte j of the set has the values 8j to 8j + 7. A table has 16 bytes of it, and gives 0 for
    // others.
    let mut place = eighth(low);
    if WIDE {
        place = or(place, look_up(load(&UPPER), and(high, splat(3))));
    }
    let mut byte = splat(0);
    for &table in &set.as_chunks::<2>().0[..if WIDE { 8 } else { 2 }] {
        // SAFETY: two words are a register of any value.
        let table = unsafe { transmute::<[u64; 2], Bytes>(table) };
        byte = or(byte, look_up(table, place));
        place = minus(place, splat(16));
    }
    let bit = look_up(load(&ONE), and(low, splat(15)));
    and(equal(and(byte, bit), bit), not(above(high, splat(127))))
}
