//! Sets for half a block: which of the sixteen values from some value on are given, for each of its heaps.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
use super::avx2::{Avx2, ONE_OF_EIGHT};
#[cfg(target_arch = "x86_64")]
use super::avx512::Avx512;
use super::scalar::Scalar;
use super::vector::SixteenSets;
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

/// 1 << value for a value below 16, else 0.
#[inline(always)]
fn bit_of_sixteen(more: u16) -> u16 {
    let choose = |bit: u16, yes: u16, no: u16| if more & bit != 0 { yes } else { no };
    let bit = choose(1, 0xaaaa, 0x5555) & choose(2, 0xcccc, 0x3333);
    let bit = bit & choose(4, 0xf0f0, 0x0f0f) & choose(8, 0xff00, 0x00ff);
    if more < 16 { bit } else { 0 }
}

impl SixteenSets for Scalar {
    #[inline(always)]
    fn insert_among_sixteen<'a, const N: usize>(
        self,
        mut sets: [[u16; 32]; N],
        least: [&[u16; 32]; N],
        all: impl Iterator<Item = ([&'a [[u8; 2]; 32]; N], u16)>,
    ) -> [[u16; 32]; N] {
        for (packed, x) in all {
            for ((sets, least), packed) in sets.iter_mut().zip(least).zip(packed) {
                for ((set, least), packed) in sets.iter_mut().zip(least).zip(packed) {
                    *set |= bit_of_sixteen((u16::from_le_bytes(*packed) ^ x).wrapping_sub(*least));
                }
            }
        }
        sets
    }
}

#[cfg(target_arch = "x86_64")]
impl SixteenSets for Avx2 {
    #[inline(always)]
    fn insert_among_sixteen<'a, const N: usize>(
        self,
        mut sets: [[u16; 32]; N],
        least: [&[u16; 32]; N],
        all: impl Iterator<Item = ([&'a [[u8; 2]; 32]; N], u16)>,
    ) -> [[u16; 32]; N] {
        // SAFETY: `self` exists, so the CPU has these instructions; the loads and stores are of two times
        // 32 bytes, and one load is of 16.
        unsafe {
            let one = _mm256_broadcastsi128_si256(_mm_loadu_si128(ONE_OF_EIGHT.as_ptr().cast()));
            let mut given = [[_mm256_setzero_si256(); 2]; N];
            let mut first = given;
            for half in 0..N {
                for (i, from) in [(0, 0), (1, 16)] {
                    given[half][i] = _mm256_loadu_si256(sets[half].as_ptr().add(from).cast());
                    first[half][i] = _mm256_loadu_si256(least[half].as_ptr().add(from).cast());
                }
            }
            for (packed, x) in all {
                let x = _mm256_set1_epi16(x as i16);
                for half in 0..N {
                    for (i, from) in [(0, 0), (1, 16)] {
                        let packed = _mm256_loadu_si256(packed[half].as_ptr().add(from).cast());
                        let more = _mm256_sub_epi16(_mm256_xor_si256(packed, x), first[half][i]);
                        // The low byte looks up 0 to 7 and the high one 8 to 15, by their four lowest bits;
                        // those from 16 on have their highest bit set, and give 0.
                        let low = _mm256_min_epu16(more, _mm256_set1_epi16(0x80));
                        let low = _mm256_add_epi16(low, _mm256_set1_epi16(0x70));
                        let high = _mm256_xor_si256(low, _mm256_set1_epi16(8));
                        let places = _mm256_or_si256(low, _mm256_slli_epi16::<8>(high));
                        let bit = _mm256_shuffle_epi8(one, places);
                        given[half][i] = _mm256_or_si256(given[half][i], bit);
                    }
                }
            }
            for half in 0..N {
                for (given, from) in given[half].into_iter().zip([0, 16]) {
                    _mm256_storeu_si256(sets[half].as_mut_ptr().add(from).cast(), given);
                }
            }
        }
        sets
    }
}

#[cfg(target_arch = "x86_64")]
impl SixteenSets for Avx512 {
    #[inline(always)]
    fn insert_among_sixteen<'a, const N: usize>(
        self,
        mut sets: [[u16; 32]; N],
        least: [&[u16; 32]; N],
        all: impl Iterator<Item = ([&'a [[u8; 2]; 32]; N], u16)>,
    ) -> [[u16; 32]; N] {
        // SAFETY: `self` exists, so the CPU has these instructions; the loads and the store are of 64 bytes.
        unsafe {
            let mut given = [_mm512_setzero_si512(); N];
            let mut first = given;
            for half in 0..N {
                given[half] = _mm512_loadu_si512(sets[half].as_ptr().cast());
                first[half] = _mm512_loadu_si512(least[half].as_ptr().cast());
            }
            for (packed, x) in all {
                let x = _mm512_set1_epi16(x as i16);
                for half in 0..N {
                    let packed = _mm512_loadu_si512(packed[half].as_ptr().cast());
                    let more = _mm512_sub_epi16(_mm512_xor_si512(packed, x), first[half]);
                    // A shift by 16 or more gives 0.
                    let bit = _mm512_sllv_epi16(_mm512_set1_epi16(1), more);
                    given[half] = _mm512_or_si512(given[half], bit);
                }
            }
            for half in 0..N {
                _mm512_storeu_si512(sets[half].as_mut_ptr().cast(), given[half]);
            }
        }
        sets
    }
}
