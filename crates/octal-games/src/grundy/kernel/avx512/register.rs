//! A register of bytes: arithmetic, comparisons and look-ups.
//!
//! One register also has sets of values below 64 of eight heaps, a word each. Planes and registers look up the sets
//! of single values in [`ONE`].

use super::super::vector::{GroupSets, PlaneSets, Register};
use super::enabled::Avx512;
use std::arch::x86_64::*;

/// Bytes that can be read as a register.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Aligned([u8; 64]);

/// For each eight planes: all bits where a value belongs to one of these planes, else none. A value v is
/// looked up at place v / 8, and at the place 32 beyond it.
static EIGHT: [Aligned; 8] = {
    let mut table = [Aligned([0; 64]); 8];
    let mut place = 0;
    while place < 64 {
        table[place / 8 % 4].0[place] = 0xff;
        place += 1;
    }
    table
};

/// [`ONE`], aligned.
static ONE_ALIGNED: [Aligned; 8] = {
    let mut table = [Aligned([0; 64]); 8];
    let mut j = 0;
    while j < 8 {
        table[j] = Aligned(ONE[j]);
        j += 1;
    }
    table
};

/// What is looked up to add values to planes.
#[derive(Clone, Copy)]
pub(in crate::grundy) struct Tables {
    /// For each eight of the planes, what [`EIGHT`] has, in memory and in registers.
    eights: &'static [Aligned; 3],
    eight: [__m512i; 3],
    /// [`ONE`].
    one: [__m512i; 8],
}

/// Beside more planes than these there are no registers for [`Tables`].
const PLANES_BESIDE_TABLES: usize = 16;

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

impl Avx512 {
    /// Reads a table, each time that it is asked for: the compiler would keep it in a register otherwise, also where
    /// planes need all of them.
    #[inline(always)]
    fn read(self, table: &Aligned) -> __m512i {
        // SAFETY: `self` exists, so the CPU has these instructions; the read is of 64 bytes, at a multiple of 64.
        unsafe { table.0.as_ptr().cast::<__m512i>().read_volatile() }
    }
}

impl Register for Avx512 {
    const HEAPS: usize = 64;
    const PLANES: usize = 24;
    const MOST_PLANES: usize = 80;
    type Bytes = __m512i;
    type Choice = __mmask64;
    type Tables = Tables;

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
    fn unless_equal(self, chosen: __mmask64, a: __m512i, b: __m512i) -> __mmask64 {
        // SAFETY: `self` exists, so the CPU has these instructions.
        unsafe { _mm512_mask_cmpneq_epi8_mask(chosen, a, b) }
    }

    #[inline(always)]
    fn unless_both_equal(self, chosen: __mmask64, a: [__m512i; 2], b: [__m512i; 2]) -> __mmask64 {
        // SAFETY: `self` exists, so the CPU has these instructions.
        unsafe { chosen & !_mm512_mask_cmpeq_epi8_mask(self.equal(a[0], b[0]), a[1], b[1]) }
    }

    #[inline(always)]
    fn tables(self, from: usize) -> Tables {
        let eights = EIGHT[from / 8..].first_chunk().expect("planes are 32 at most");
        let mut tables = Tables { eights, eight: [self.all(0); 3], one: [self.all(0); 8] };
        for (register, table) in tables.eight.iter_mut().zip(eights) {
            *register = self.read(table);
        }
        for (register, table) in tables.one.iter_mut().zip(&ONE_ALIGNED) {
            *register = self.read(table);
        }
        tables
    }

    #[inline(always)]
    fn add<const P: usize>(
        self,
        mut planes: [__m512i; P],
        packed: __m512i,
        chosen: __mmask64,
        tables: &Tables,
    ) -> [__m512i; P] {
        // SAFETY: `self` exists, so the CPU has these instructions.
        unsafe {
            let anew = P > PLANES_BESIDE_TABLES;
            // The two highest bits of a value choose among 8 planes each, and its other bits the byte.
            let place = _mm512_srli_epi16::<3>(packed);
            let mut eights = [place; 3];
            let given = tables.eights.iter().zip(&tables.eight);
            for (eight, (memory, &table)) in eights.iter_mut().zip(given) {
                let table = if anew { self.read(memory) } else { table };
                *eight = _mm512_maskz_permutexvar_epi8(chosen, place, table);
            }
            for (j, (memory, &table)) in ONE_ALIGNED.iter().zip(&tables.one).enumerate() {
                let table = if anew { self.read(memory) } else { table };
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

/// For each value below 64 a set, as planes.
pub(super) type Table = [[u8; 64]; 8];

/// The set of the value alone.
pub(super) const ONE: Table = {
    let mut table = [[0; 64]; 8];
    let mut number = 0;
    while number < 64 {
        table[number / 8][number] = 1 << (number % 8);
        number += 1;
    }
    table
};
