//! The kernel for AVX-512: 64 heaps in a register.
//!
//! 64 sets are P byte planes: byte i of plane j holds the values 8j to 8j + 7 of set i. Adding a
//! value takes one table permute for each plane.
#![allow(unsafe_code)]

use super::vector::{GroupSets, Job, PlaneSets, Register};
use std::arch::asm;
use std::arch::x86_64::*;

/// Exists only on CPUs that have all the instructions that `enable` names.
#[derive(Clone, Copy)]
pub(super) struct Avx512(());

impl Avx512 {
    pub(super) fn detect() -> Option<Avx512> {
        let all = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        all.then_some(Avx512(()))
    }

    /// Runs a job, compiled for these instructions.
    pub(super) fn enable<J: Job>(self, job: J) -> J::Output {
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt,popcnt")]
        fn enabled<J: Job>(vector: Avx512, job: J) -> J::Output {
            job.run(vector)
        }
        // SAFETY: `self` exists, so the CPU has these instructions.
        unsafe { enabled(self, job) }
    }
}

/// The places of the next 8 heaps after 64 heaps, and the places that follow.
const ENDS: [[u64; 8]; 2] = [[64, 65, 66, 67, 68, 69, 70, 71], [72, 73, 74, 75, 76, 77, 78, 79]];

/// For each value below 64 a set, as planes.
type Table = [[u8; 64]; 8];

/// The set of the value alone.
const ONE: Table = {
    let mut table = [[0; 64]; 8];
    let mut number = 0;
    while number < 64 {
        table[number / 8][number] = 1 << (number % 8);
        number += 1;
    }
    table
};

/// For each eight planes: all bits where a value belongs to one of these planes, else none. A value v is
/// looked up at place v / 8, and at the place 32 beyond it.
const EIGHT: Table = {
    let mut table = [[0; 64]; 8];
    let mut place = 0;
    while place < 64 {
        table[place / 8 % 4][place] = 0xff;
        place += 1;
    }
    table
};

/// The set of all values below the value.
const BELOW: Table = {
    let mut table = [[0; 64]; 8];
    let mut number = 0;
    while number < 64 {
        let set = (u64::MAX >> (63 - number)) >> 1;
        let mut plane = 0;
        while plane < 8 {
            table[plane][number] = set.to_le_bytes()[plane];
            plane += 1;
        }
        number += 1;
    }
    table
};

/// Puts the pairs of heaps in the order in which [`Avx512::words`] interleaves planes.
const ORDER: [u16; 32] = {
    let mut order = [0; 32];
    let mut i = 0;
    while i < 32 {
        order[i] = (4 * (i % 8) + i / 8) as u16;
        i += 1;
    }
    order
};

/// 1 << (value mod 8) for each value below 64.
const BIT: [u64; 8] = [0x8040_2010_0804_0201; 8];

/// 63, …, 0.
const REVERSED: [u8; 64] = {
    let mut reversed = [0; 64];
    let mut i = 0;
    while i < 64 {
        reversed[i] = 63 - i as u8;
        i += 1;
    }
    reversed
};

/// A table in a register: a constant the compiler would load anew wherever it is used, and a look-up that waits for
/// its table is half as fast.
#[inline]
#[target_feature(enable = "avx512f")]
fn in_register(table: &[u8; 64]) -> __m512i {
    // SAFETY: the load is of 64 bytes. The empty assembly changes nothing: it only hides from the compiler that the
    // table is a constant.
    unsafe {
        let mut table = _mm512_loadu_si512(table.as_ptr().cast());
        asm!("/* {0} */", inout(zmm_reg) table, options(pure, nomem, nostack, preserves_flags));
        table
    }
}

impl PlaneSets for Avx512 {
    type Sets<const P: usize> = [__m512i; P];

    #[inline(always)]
    fn empty<const P: usize>(self) -> [__m512i; P] {
        // SAFETY: `self` exists, so the CPU has these instructions.
        unsafe { [_mm512_setzero_si512(); P] }
    }

    #[inline(always)]
    fn insert_all<'a, const P: usize>(
        self,
        mut sets: [__m512i; P],
        mut all: impl Iterator<Item = (&'a [u8; 64], u64)> + Clone,
    ) -> [__m512i; P] {
        // SAFETY: `self` exists, so the CPU has these instructions; the loads are of 64 bytes.
        let moved = |(packed, x): (&[u8; 64], u64)| unsafe {
            let packed = _mm512_loadu_si512(packed.as_ptr().cast());
            _mm512_xor_si512(packed, _mm512_set1_epi64(x as i64))
        };
        // SAFETY: `self` exists, so the CPU has these instructions.
        let tables: [_; P] = std::array::from_fn(|plane| unsafe { in_register(&ONE[plane]) });
        // By twos: one instruction adds both to a plane.
        while let Some(first) = all.next() {
            let second = all.next().unwrap_or(first);
            let (first, second) = (moved(first), moved(second));
            for (set, table) in sets.iter_mut().zip(tables) {
                // SAFETY: `self` exists, so the CPU has these instructions. 0xfe: in any of the three.
                *set = unsafe {
                    let first = _mm512_permutexvar_epi8(first, table);
                    let second = _mm512_permutexvar_epi8(second, table);
                    _mm512_ternarylogic_epi64::<0xfe>(*set, first, second)
                };
            }
        }
        sets
    }

    #[inline(always)]
    fn below<const P: usize>(self, counts: &[u8; 64]) -> [__m512i; P] {
        // SAFETY: `self` exists, so the CPU has these instructions; the loads are of 64 bytes.
        unsafe {
            let counts = _mm512_loadu_si512(counts.as_ptr().cast());
            let mut sets = [counts; P];
            for (set, table) in sets.iter_mut().zip(&BELOW) {
                let table = _mm512_loadu_si512(table.as_ptr().cast());
                *set = _mm512_permutexvar_epi8(counts, table);
            }
            sets
        }
    }

    #[inline(always)]
    fn without<const P: usize>(self, mut sets: [__m512i; P], others: [__m512i; P]) -> [__m512i; P] {
        for (set, other) in sets.iter_mut().zip(others) {
            // SAFETY: `self` exists, so the CPU has these instructions.
            *set = unsafe { _mm512_andnot_si512(other, *set) };
        }
        sets
    }

    #[inline(always)]
    fn inhabited<const P: usize>(self, sets: [__m512i; P]) -> u64 {
        // SAFETY: `self` exists, so the CPU has these instructions.
        unsafe {
            let mut all = _mm512_setzero_si512();
            for set in sets {
                all = _mm512_or_si512(all, set);
            }
            _mm512_test_epi8_mask(all, all)
        }
    }

    #[inline(always)]
    fn larger(self, bytes: &[u8; 64], bound: u8) -> u64 {
        // SAFETY: `self` exists, so the CPU has these instructions; the load is of 64 bytes.
        unsafe {
            let bytes = _mm512_loadu_si512(bytes.as_ptr().cast());
            _mm512_cmpgt_epu8_mask(bytes, _mm512_set1_epi8(bound as i8))
        }
    }

    /// Transposes 8 bytes by 8 bytes, in three steps that interleave two registers each.
    #[inline(always)]
    fn words<const P: usize>(self, sets: [__m512i; P]) -> [u64; 64] {
        let mut words = [0; 64];
        // SAFETY: `self` exists, so the CPU has these instructions; the load is of 64 bytes, and the stores fill 8 of
        // 16 words each.
        unsafe {
            let order = _mm512_loadu_si512(ORDER.as_ptr().cast());
            let mut planes = [_mm512_setzero_si512(); 8];
            for (plane, set) in planes.iter_mut().zip(sets) {
                *plane = _mm512_permutexvar_epi16(order, set);
            }
            let mut twos = planes;
            for i in 0..4 {
                let (a, b) = (planes[2 * i], planes[2 * i + 1]);
                twos[2 * i] = _mm512_unpacklo_epi8(a, b);
                twos[2 * i + 1] = _mm512_unpackhi_epi8(a, b);
            }
            let mut fours = planes;
            for i in [0, 1, 4, 5] {
                let (a, b, to) = (twos[i], twos[i + 2], i + i % 4);
                fours[to] = _mm512_unpacklo_epi16(a, b);
                fours[to + 1] = _mm512_unpackhi_epi16(a, b);
            }
            for (i, into) in words.as_chunks_mut::<16>().0.iter_mut().enumerate() {
                let (a, b, into) = (fours[i], fours[i + 4], into.as_mut_ptr());
                _mm512_storeu_si512(into.cast(), _mm512_unpacklo_epi32(a, b));
                _mm512_storeu_si512(into.add(8).cast(), _mm512_unpackhi_epi32(a, b));
            }
        }
        words
    }

    #[inline(always)]
    fn any_sum(self, a: &[u8; 64], b: &[u8; 64], x: u8) -> bool {
        // SAFETY: `self` exists, so the CPU has these instructions; the loads are of 64 bytes.
        unsafe {
            let a = _mm512_loadu_si512(a.as_ptr().cast());
            let b = _mm512_loadu_si512(b.as_ptr().cast());
            _mm512_cmpeq_epi8_mask(_mm512_xor_si512(a, b), _mm512_set1_epi8(x as i8)) != 0
        }
    }
}

impl GroupSets for Avx512 {
    type Eight = __m512i;
    type Last = [__m512i; 2];

    #[inline(always)]
    fn last(self, packed: &[u8; 72]) -> [__m512i; 2] {
        // SAFETY: `self` exists, so the CPU has these instructions; the loads are of 64 bytes, the
        // second from byte 8 on.
        [0, 8].map(|from| unsafe { _mm512_loadu_si512(packed.as_ptr().add(from).cast()) })
    }

    #[inline(always)]
    fn push(self, last: &mut [__m512i; 2], packed: [u8; 8]) {
        // SAFETY: `self` exists, so the CPU has these instructions.
        let next = unsafe {
            let packed = _mm512_set1_epi64(i64::from_le_bytes(packed));
            _mm512_alignr_epi64::<1>(packed, last[1])
        };
        *last = [last[1], next];
    }

    #[inline(always)]
    fn eight(self, words: &[u64; 8]) -> __m512i {
        // SAFETY: `self` exists, so the CPU has these instructions; the load is of 8 words.
        unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
    }

    #[inline(always)]
    fn insert_eight<const OLD: bool>(
        self,
        sets: __m512i,
        last: &[__m512i; 2],
        back: usize,
        x: u64,
    ) -> __m512i {
        let (ends, last) = if OLD { (&ENDS[1], last[0]) } else { (&ENDS[0], last[1]) };
        // SAFETY: `self` exists, so the CPU has these instructions; the load is of 8 words.
        unsafe {
            // Only the six lowest bits of these places and values count.
            let ends = _mm512_loadu_si512(ends.as_ptr().cast());
            let places = _mm512_sub_epi64(ends, _mm512_set1_epi64(back as i64));
            let packed = _mm512_permutexvar_epi8(places, last);
            let packed = _mm512_xor_si512(packed, _mm512_set1_epi64(x as i64));
            _mm512_or_si512(sets, _mm512_rolv_epi64(_mm512_set1_epi64(1), packed))
        }
    }

    #[inline(always)]
    fn missing(self, sets: __m512i) -> [u64; 8] {
        let mut words = [0; 8];
        // SAFETY: `self` exists, so the CPU has these instructions; the store fills 8 words.
        unsafe {
            let missing = _mm512_xor_si512(sets, _mm512_set1_epi64(-1));
            _mm512_storeu_si512(words.as_mut_ptr().cast(), missing);
        }
        words
    }
}

impl Register for Avx512 {
    const HEAPS: usize = 64;
    const PLANES: usize = 24;
    const MOST_PLANES: usize = 80;
    type Bytes = __m512i;
    type Choice = __mmask64;

    #[inline(always)]
    fn bytes(self, bytes: &[u8]) -> __m512i {
        let bytes: &[u8; 64] = bytes.first_chunk().expect("a register full of bytes");
        // SAFETY: `self` exists, so the CPU has these instructions; the load is of 64 bytes.
        unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store(self, bytes: __m512i, into: &mut [u8]) {
        let into: &mut [u8; 64] = into.first_chunk_mut().expect("room for a register");
        // SAFETY: `self` exists, so the CPU has these instructions; the store is of 64 bytes.
        unsafe { _mm512_storeu_si512(into.as_mut_ptr().cast(), bytes) }
    }

    #[inline(always)]
    fn all(self, byte: u8) -> __m512i {
        // SAFETY: `self` exists, so the CPU has these instructions.
        unsafe { _mm512_set1_epi8(byte as i8) }
    }

    #[inline(always)]
    fn xor(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: `self` exists, so the CPU has these instructions.
        unsafe { _mm512_xor_si512(a, b) }
    }

    #[inline(always)]
    fn equal(self, a: __m512i, b: __m512i) -> __mmask64 {
        // SAFETY: `self` exists, so the CPU has these instructions.
        unsafe { _mm512_cmpeq_epi8_mask(a, b) }
    }

    #[inline(always)]
    fn everywhere(self) -> __mmask64 {
        !0
    }

    #[inline(always)]
    fn add<const P: usize>(
        self,
        mut planes: [__m512i; P],
        packed: __m512i,
        chosen: __mmask64,
        from: usize,
    ) -> [__m512i; P] {
        // SAFETY: `self` exists, so the CPU has these instructions; the loads are of 64 bytes.
        unsafe {
            // The two highest bits of a value choose among 8 planes each, and its other bits the byte.
            let place = _mm512_srli_epi16::<3>(packed);
            let mut eights = [place; 3];
            for (eight, table) in eights.iter_mut().zip(&EIGHT[from / 8..]) {
                let table = _mm512_loadu_si512(table.as_ptr().cast());
                *eight = _mm512_maskz_permutexvar_epi8(chosen, place, table);
            }
            for (j, table) in ONE.iter().enumerate() {
                let table = _mm512_loadu_si512(table.as_ptr().cast());
                let one = _mm512_permutexvar_epi8(packed, table);
                for (plane, eight) in planes.iter_mut().skip(j).step_by(8).zip(eights) {
                    // 0xf8: the first operand, or both others.
                    *plane = _mm512_ternarylogic_epi64::<0xf8>(*plane, one, eight);
                }
            }
        }
        planes
    }

    #[inline(always)]
    fn reversed(self, bytes: &[u8]) -> __m512i {
        let order = self.bytes(&REVERSED);
        // SAFETY: `self` exists, so the CPU has these instructions.
        unsafe { _mm512_permutexvar_epi8(order, self.bytes(bytes)) }
    }

    #[inline(always)]
    fn among<const WIDE: bool>(self, low: __m512i, high: __m512i, set: &[u64; 16]) -> u64 {
        // SAFETY: `self` exists, so the CPU has these instructions; the loads are of 64 bytes, and one
        // of 32.
        unsafe {
            // Byte j of the set has the values 8j to 8j + 7.
            let place = _mm512_srli_epi16::<3>(low);
            let byte = if WIDE {
                // 0xe4: the bits of the first operand where the last has 1, else those of the second.
                let five = _mm512_set1_epi8(31);
                let place =
                    _mm512_ternarylogic_epi64::<0xe4>(place, _mm512_slli_epi16::<5>(high), five);
                let first = _mm512_loadu_si512(set.as_ptr().cast());
                let second = _mm512_loadu_si512(set.as_ptr().add(8).cast());
                _mm512_permutex2var_epi8(first, place, second)
            } else {
                // The sixth bit of the place comes from another byte, and does not count here.
                let table = _mm256_loadu_si256(set.as_ptr().cast());
                _mm512_permutexvar_epi8(place, _mm512_broadcast_i64x4(table))
            };
            let bit = _mm512_permutexvar_epi8(low, _mm512_loadu_si512(BIT.as_ptr().cast()));
            _mm512_mask_test_epi8_mask(!_mm512_movepi8_mask(high), byte, bit)
        }
    }

    #[inline(always)]
    fn one_of<const N: usize>(self, low: __m512i, high: __m512i, few: &[[u8; 2]; N]) -> u64 {
        // SAFETY: `self` exists, so the CPU has these instructions.
        unsafe {
            // A byte is 0 where both bytes are those of a pair.
            let mut least = _mm512_set1_epi8(-1);
            for [first, second] in few {
                let differs = _mm512_xor_si512(low, self.all(*first));
                // 0xf6: the first operand, or the other two differ.
                let differs = _mm512_ternarylogic_epi64::<0xf6>(differs, high, self.all(*second));
                least = _mm512_min_epu8(least, differs);
            }
            _mm512_testn_epi8_mask(least, least)
        }
    }

    #[inline(always)]
    fn bits(self, bytes: &[u8; 64]) -> u64 {
        let bytes = self.bytes(bytes);
        // SAFETY: `self` exists, so the CPU has these instructions.
        unsafe { _mm512_test_epi8_mask(bytes, bytes) }
    }

    #[inline(always)]
    fn transpose(self, planes: &[[u8; 64]; 8]) -> [u64; 64] {
        let mut sets = self.empty::<8>();
        for (set, plane) in sets.iter_mut().zip(planes) {
            *set = self.bytes(plane);
        }
        self.words(sets)
    }
}
