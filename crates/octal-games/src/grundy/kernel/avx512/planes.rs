//! 64 sets are P byte planes, a register each: byte i of plane j holds the values 8j to 8j + 7 of set i. Adding a
//! value takes one table permute for each plane.

use super::super::vector::PlaneSets;
use super::enabled::Avx512;
use super::register::{ONE, Table};
use std::arch::asm;
use std::arch::x86_64::*;

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
    fn sums_equal(self, a: &[u8; 64], b: &[u8; 64], x: u8) -> u64 {
        // SAFETY: `self` exists, so the CPU has these instructions; the loads are of 64 bytes.
        unsafe {
            let a = _mm512_loadu_si512(a.as_ptr().cast());
            let b = _mm512_loadu_si512(b.as_ptr().cast());
            _mm512_cmpeq_epi8_mask(_mm512_xor_si512(a, b), _mm512_set1_epi8(x as i8))
        }
    }
}
