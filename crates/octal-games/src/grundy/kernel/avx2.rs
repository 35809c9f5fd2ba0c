//! The kernel for AVX2: 32 heaps in a register.
//!
//! Sets are byte planes as for AVX-512, in two halves of 32 heaps.
#![allow(unsafe_code)]

use super::portable::PortableGroups;
use super::vector::{Job, PlaneSets, Register};
use std::arch::x86_64::*;

/// Exists only on CPUs that have all the instructions that `enable` names.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2(());

impl Avx2 {
    pub(super) fn detect() -> Option<Avx2> {
        let all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        all.then_some(Avx2(()))
    }

    /// Runs a job, compiled for these instructions.
    pub(super) fn enable<J: Job>(self, job: J) -> J::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn enabled<J: Job>(vector: Avx2, job: J) -> J::Output {
            job.run(vector)
        }
        // SAFETY: `self` exists, so the CPU has these instructions.
        unsafe { enabled(self, job) }
    }
}

/// The set of a single value below 8 as a byte; twice, because tables are looked up by four bits.
const ONE: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
/// The set of a single value below 8 as a byte, and no set for the next eight values.
const ONE_OF_EIGHT: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];
/// No set for a value below 8, and for the next eight values the set of what is beyond 8.
const ONE_OF_NEXT_EIGHT: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128];
/// The set of all values below a bound up to 8, by the bound.
const BELOW: [u8; 16] = [0, 1, 3, 7, 15, 31, 63, 127, 255, 0, 0, 0, 0, 0, 0, 0];

/// 15, …, 0.
const REVERSED: [u8; 16] = [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0];

/// The planes of 32 heaps, and those of the next 32.
type Halves<const P: usize> = [[__m256i; P]; 2];

impl PlaneSets for Avx2 {
    type Sets<const P: usize> = Halves<P>;

    #[inline(always)]
    fn empty<const P: usize>(self) -> Halves<P> {
        // SAFETY: `self` exists, so the CPU has these instructions.
        unsafe { [[_mm256_setzero_si256(); P]; 2] }
    }

    #[inline(always)]
    fn insert_all<'a, const P: usize>(
        self,
        mut sets: Halves<P>,
        all: impl Iterator<Item = (&'a [u8; 64], u64)> + Clone,
    ) -> Halves<P> {
        for (i, half) in sets.iter_mut().enumerate() {
            for (packed, x) in all.clone() {
                // SAFETY: `self` exists, so the CPU has these instructions; the loads are of 16
                // and 32 bytes.
                unsafe {
                    let one = _mm256_broadcastsi128_si256(_mm_loadu_si128(ONE.as_ptr().cast()));
                    let packed = _mm256_loadu_si256(packed.as_chunks::<32>().0[i].as_ptr().cast());
                    let packed = _mm256_xor_si256(packed, _mm256_set1_epi8(x as i8));
                    let bit = _mm256_shuffle_epi8(one, packed);
                    let place = _mm256_and_si256(packed, _mm256_set1_epi8(0x38));
                    for (plane, set) in half.iter_mut().enumerate() {
                        let here = _mm256_cmpeq_epi8(place, _mm256_set1_epi8(8 * plane as i8));
                        *set = _mm256_or_si256(*set, _mm256_and_si256(bit, here));
                    }
                }
            }
        }
        sets
    }

    #[inline(always)]
    fn below<const P: usize>(self, counts: &[u8; 64]) -> Halves<P> {
        // SAFETY: `self` exists, so the CPU has these instructions; the loads are of 16 and 32
        // bytes.
        unsafe {
            let below = _mm256_broadcastsi128_si256(_mm_loadu_si128(BELOW.as_ptr().cast()));
            let mut sets = [[below; P]; 2];
            for (half, counts) in sets.iter_mut().zip(counts.as_chunks::<32>().0) {
                let counts = _mm256_loadu_si256(counts.as_ptr().cast());
                for (plane, set) in half.iter_mut().enumerate() {
                    let rest = _mm256_subs_epu8(counts, _mm256_set1_epi8(8 * plane as i8));
                    *set = _mm256_shuffle_epi8(below, _mm256_min_epu8(rest, _mm256_set1_epi8(8)));
                }
            }
            sets
        }
    }

    #[inline(always)]
    fn without<const P: usize>(self, mut sets: Halves<P>, others: Halves<P>) -> Halves<P> {
        for (half, others) in sets.iter_mut().zip(others) {
            for (set, other) in half.iter_mut().zip(others) {
                // SAFETY: `self` exists, so the CPU has these instructions.
                *set = unsafe { _mm256_andnot_si256(other, *set) };
            }
        }
        sets
    }

    #[inline(always)]
    fn inhabited<const P: usize>(self, sets: Halves<P>) -> u64 {
        let mut mask = 0;
        for (half, shift) in sets.into_iter().zip([0, 32]) {
            // SAFETY: `self` exists, so the CPU has these instructions.
            unsafe {
                let zero = _mm256_setzero_si256();
                let mut all = zero;
                for set in half {
                    all = _mm256_or_si256(all, set);
                }
                let empty = _mm256_movemask_epi8(_mm256_cmpeq_epi8(all, zero));
                mask |= u64::from(!empty as u32) << shift;
            }
        }
        mask
    }

    #[inline(always)]
    fn larger(self, bytes: &[u8; 64], bound: u8) -> u64 {
        let mut mask = 0;
        for (bytes, shift) in bytes.as_chunks::<32>().0.iter().zip([0, 32]) {
            // SAFETY: `self` exists, so the CPU has these instructions; the load is of 32 bytes.
            unsafe {
                let bytes = _mm256_loadu_si256(bytes.as_ptr().cast());
                let bound = _mm256_set1_epi8(bound as i8);
                let not = _mm256_cmpeq_epi8(_mm256_max_epu8(bytes, bound), bound);
                mask |= u64::from(!_mm256_movemask_epi8(not) as u32) << shift;
            }
        }
        mask
    }

    /// Transposes 8 bytes by 8 bytes, in three steps that interleave two registers each.
    #[inline(always)]
    fn words<const P: usize>(self, sets: Halves<P>) -> [u64; 64] {
        let mut words = [0; 64];
        for (half, into) in sets.iter().zip(words.as_chunks_mut::<32>().0) {
            // SAFETY: `self` exists, so the CPU has these instructions; the stores fill 4 words
            // each, of which `into` has 32.
            unsafe {
                let mut planes = [_mm256_setzero_si256(); 8];
                planes[..P].copy_from_slice(half);
                let mut twos = planes;
                for i in 0..4 {
                    let (a, b) = (planes[2 * i], planes[2 * i + 1]);
                    twos[2 * i] = _mm256_unpacklo_epi8(a, b);
                    twos[2 * i + 1] = _mm256_unpackhi_epi8(a, b);
                }
                let mut fours = planes;
                for i in [0, 1, 4, 5] {
                    let (a, b, to) = (twos[i], twos[i + 2], i + i % 4);
                    fours[to] = _mm256_unpacklo_epi16(a, b);
                    fours[to + 1] = _mm256_unpackhi_epi16(a, b);
                }
                let into = into.as_mut_ptr();
                for i in 0..4 {
                    let low = _mm256_unpacklo_epi32(fours[i], fours[i + 4]);
                    let high = _mm256_unpackhi_epi32(fours[i], fours[i + 4]);
                    let heaps = into.add(4 * i).cast();
                    _mm256_storeu_si256(heaps, _mm256_permute2x128_si256::<0x20>(low, high));
                    let heaps = into.add(16 + 4 * i).cast();
                    _mm256_storeu_si256(heaps, _mm256_permute2x128_si256::<0x31>(low, high));
                }
            }
        }
        words
    }

    #[inline(always)]
    fn sums_equal(self, a: &[u8; 64], b: &[u8; 64], x: u8) -> u64 {
        let x = self.all(x);
        let low = self.equal(self.xor(self.bytes(a), self.bytes(b)), x);
        let high = self.equal(self.xor(self.bytes(&a[32..]), self.bytes(&b[32..])), x);
        // SAFETY: `self` exists, so the CPU has these instructions.
        let [low, high] =
            unsafe { [_mm256_movemask_epi8(low) as u32, _mm256_movemask_epi8(high) as u32] };
        u64::from(high) << 32 | u64::from(low)
    }
}

impl PortableGroups for Avx2 {}

impl Register for Avx2 {
    const HEAPS: usize = 32;
    const PLANES: usize = 10;
    const MOST_PLANES: usize = 64;
    type Bytes = __m256i;
    /// All bits of a heap's byte are 1 or 0.
    type Choice = __m256i;
    /// The first plane.
    type Tables = usize;

    #[inline(always)]
    fn bytes(self, bytes: &[u8]) -> __m256i {
        let bytes: &[u8; 32] = bytes.first_chunk().expect("a register full of bytes");
        // SAFETY: `self` exists, so the CPU has these instructions; the load is of 32 bytes.
        unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store(self, bytes: __m256i, into: &mut [u8]) {
        let into: &mut [u8; 32] = into.first_chunk_mut().expect("room for a register");
        // SAFETY: `self` exists, so the CPU has these instructions; the store is of 32 bytes.
        unsafe { _mm256_storeu_si256(into.as_mut_ptr().cast(), bytes) }
    }

    #[inline(always)]
    fn all(self, byte: u8) -> __m256i {
        // SAFETY: `self` exists, so the CPU has these instructions.
        unsafe { _mm256_set1_epi8(byte as i8) }
    }

    #[inline(always)]
    fn xor(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: `self` exists, so the CPU has these instructions.
        unsafe { _mm256_xor_si256(a, b) }
    }

    #[inline(always)]
    fn equal(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: `self` exists, so the CPU has these instructions.
        unsafe { _mm256_cmpeq_epi8(a, b) }
    }

    #[inline(always)]
    fn everywhere(self) -> __m256i {
        self.all(u8::MAX)
    }

    #[inline(always)]
    fn unless_equal(self, chosen: __m256i, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: `self` exists, so the CPU has these instructions.
        unsafe { _mm256_andnot_si256(_mm256_cmpeq_epi8(a, b), chosen) }
    }

    #[inline(always)]
    fn unless_both_equal(self, chosen: __m256i, a: [__m256i; 2], b: [__m256i; 2]) -> __m256i {
        let [low, high] = [self.equal(a[0], b[0]), self.equal(a[1], b[1])];
        // SAFETY: `self` exists, so the CPU has these instructions.
        unsafe { _mm256_andnot_si256(_mm256_and_si256(low, high), chosen) }
    }

    #[inline(always)]
    fn tables(self, from: usize) -> usize {
        from
    }

    #[inline(always)]
    fn add<const P: usize>(
        self,
        mut planes: [__m256i; P],
        packed: __m256i,
        chosen: __m256i,
        &from: &usize,
    ) -> [__m256i; P] {
        const { assert!(P.is_multiple_of(2)) };
        // SAFETY: `self` exists, so the CPU has these instructions; the loads are of 16 bytes.
        unsafe {
            let four_bits = _mm256_set1_epi8(15);
            let low = _mm256_and_si256(packed, four_bits);
            let place = _mm256_andnot_si256(four_bits, packed);
            let mut bits = [low; 2];
            for (bits, table) in bits.iter_mut().zip([&ONE_OF_EIGHT, &ONE_OF_NEXT_EIGHT]) {
                let table = _mm256_broadcastsi128_si256(_mm_loadu_si128(table.as_ptr().cast()));
                *bits = _mm256_and_si256(_mm256_shuffle_epi8(table, low), chosen);
            }
            for (planes, value) in
                planes.as_chunks_mut::<2>().0.iter_mut().zip((8 * from..).step_by(16))
            {
                let here = _mm256_cmpeq_epi8(place, _mm256_set1_epi8(value as i8));
                planes[0] = _mm256_or_si256(planes[0], _mm256_and_si256(bits[0], here));
                planes[1] = _mm256_or_si256(planes[1], _mm256_and_si256(bits[1], here));
            }
        }
        planes
    }

    #[inline(always)]
    fn reversed(self, bytes: &[u8]) -> __m256i {
        // SAFETY: `self` exists, so the CPU has these instructions; the load is of 16 bytes.
        unsafe {
            let order = _mm256_broadcastsi128_si256(_mm_loadu_si128(REVERSED.as_ptr().cast()));
            let halves = _mm256_permute4x64_epi64::<0x4e>(self.bytes(bytes));
            _mm256_shuffle_epi8(halves, order)
        }
    }

    #[inline(always)]
    fn among<const WIDE: bool>(self, low: __m256i, high: __m256i, set: &[u64; 16]) -> u64 {
        // SAFETY: `self` exists, so the CPU has these instructions; the loads are of 16 bytes.
        unsafe {
            let one = _mm256_broadcastsi128_si256(_mm_loadu_si128(ONE.as_ptr().cast()));
            let fifteen = _mm256_set1_epi8(15);
            let bit = _mm256_shuffle_epi8(one, _mm256_and_si256(low, fifteen));
            // Byte j of the set has the values 8j to 8j + 7. Of j the lowest four bits choose from
            // a table of 16 bytes, the next ones among the tables.
            let place = _mm256_and_si256(_mm256_srli_epi16::<3>(low), fifteen);
            let mut tables = [place; 8];
            for (table, bytes) in tables.iter_mut().zip(set.as_chunks::<2>().0) {
                let bytes = _mm256_broadcastsi128_si256(_mm_loadu_si128(bytes.as_ptr().cast()));
                *table = _mm256_shuffle_epi8(bytes, place);
            }
            let mut byte = _mm256_blendv_epi8(tables[0], tables[1], low);
            if WIDE {
                for i in 0..4 {
                    tables[i] = _mm256_blendv_epi8(tables[2 * i], tables[2 * i + 1], low);
                }
                let (odd, upper) = (_mm256_slli_epi16::<7>(high), _mm256_slli_epi16::<6>(high));
                let lower = _mm256_blendv_epi8(tables[0], tables[1], odd);
                byte =
                    _mm256_blendv_epi8(lower, _mm256_blendv_epi8(tables[2], tables[3], odd), upper);
            }
            let found = _mm256_cmpeq_epi8(_mm256_and_si256(byte, bit), bit);
            u64::from(_mm256_movemask_epi8(_mm256_andnot_si256(high, found)) as u32)
        }
    }

    #[inline(always)]
    fn one_of<const N: usize>(self, low: __m256i, high: __m256i, few: &[[u8; 2]; N]) -> u64 {
        let mut found = self.all(0);
        for [first, second] in few {
            let [low, high] =
                [self.equal(low, self.all(*first)), self.equal(high, self.all(*second))];
            // SAFETY: `self` exists, so the CPU has these instructions.
            found = unsafe { _mm256_or_si256(found, _mm256_and_si256(low, high)) };
        }
        // SAFETY: `self` exists, so the CPU has these instructions.
        u64::from(unsafe { _mm256_movemask_epi8(found) } as u32)
    }

    #[inline(always)]
    fn bits(self, bytes: &[u8; 64]) -> u64 {
        let (low, high) = (self.bytes(bytes), self.bytes(&bytes[32..]));
        // SAFETY: `self` exists, so the CPU has these instructions.
        unsafe {
            // The lowest bit of every byte becomes its highest.
            let low = _mm256_movemask_epi8(_mm256_slli_epi16::<7>(low)) as u32;
            let high = _mm256_movemask_epi8(_mm256_slli_epi16::<7>(high)) as u32;
            u64::from(high) << 32 | u64::from(low)
        }
    }

    #[inline(always)]
    fn transpose(self, planes: &[[u8; 64]; 8]) -> [u64; 64] {
        let mut sets = self.empty::<8>();
        for (half, from) in sets.iter_mut().zip([0, 32]) {
            for (set, plane) in half.iter_mut().zip(planes) {
                *set = self.bytes(&plane[from..]);
            }
        }
        self.words(sets)
    }
}
