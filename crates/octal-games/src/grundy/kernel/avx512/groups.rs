//! Sets of values below 64 of eight heaps, a word each, in one register.

use super::super::vector::GroupSets;
use super::enabled::Avx512;
use std::arch::x86_64::*;

/// The places of the next 8 heaps after 64 heaps, and the places that follow.
const ENDS: [[u64; 8]; 2] = [[64, 65, 66, 67, 68, 69, 70, 71], [72, 73, 74, 75, 76, 77, 78, 79]];

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
