//! What the engines ask of a kernel: sets of packed values for many heaps at once.
//!
//! Three traits for three ways to keep such sets: [`PlaneSets`] for a block of 64 heaps, [`GroupSets`] for a group of 8
//! heaps, [`Register`] for as many heaps as a register has bytes.
//!
//! # Why `unsafe`, and why `inline(always)`
//!
//! The types that implement these traits for an instruction set exist only on CPUs that have it: a value
//! of such a type is the proof that its instructions may be used. But the methods of a trait cannot carry
//! `#[target_feature]`, unless the trait says so for all kernels; and a function that does not carry it
//! can call the intrinsics only in an `unsafe` block, whose reason is that proof. Were such a method
//! compiled by itself, it would be compiled without the instruction set: each intrinsic would become a
//! call, and registers would be passed through memory. So one function of each kernel carries the
//! attribute, `enable`, and everything between it and the intrinsics is `#[inline(always)]`: the job, the
//! loops of the engines, and these methods. Then all of it is compiled as part of `enable`.

/// Something to do with the vectors of a kernel.
///
/// Implementations must be `#[inline(always)]`: only then are they compiled for its instructions.
pub(in crate::grundy) trait Job {
    type Output;
    fn run<V: Vector>(self, vector: V) -> Self::Output;
}

/// What the engines ask of a kernel.
pub(in crate::grundy) trait Vector: PlaneSets + GroupSets + Register {}

impl<T: PlaneSets + GroupSets + Register> Vector for T {}

/// 64 sets of packed values below 64, one for each heap of a block, as P byte planes, 1 ≤ P ≤ 8: byte i of
/// plane j has the values 8j, …, 8j + 7 of set i. Values from 8·P on may be dropped.
pub(in crate::grundy) trait PlaneSets: Copy {
    /// The sets of 64 consecutive heaps.
    type Sets<const P: usize>: Copy;

    /// 64 empty sets.
    fn empty<const P: usize>(self) -> Self::Sets<P>;
    /// Adds packed[i] ⊕ x to set i, for each of these pairs of 64 packed values and x in each of eight bytes.
    fn insert_all<'a, const P: usize>(
        self,
        sets: Self::Sets<P>,
        all: impl Iterator<Item = (&'a [u8; 64], u64)> + Clone,
    ) -> Self::Sets<P>;
    /// Set i holds all values below counts[i], which is below 64.
    fn below<const P: usize>(self, counts: &[u8; 64]) -> Self::Sets<P>;
    /// What is in `sets` and not in `others`.
    fn without<const P: usize>(self, sets: Self::Sets<P>, others: Self::Sets<P>) -> Self::Sets<P>;
    /// Bit i says whether set i has members.
    fn inhabited<const P: usize>(self, sets: Self::Sets<P>) -> u64;
    /// Bit i says whether bytes[i] is larger than the bound.
    fn larger(self, bytes: &[u8; 64], bound: u8) -> u64;
    /// The sets as words: bit v of word i says whether v is in set i.
    fn words<const P: usize>(self, sets: Self::Sets<P>) -> [u64; 64];
    /// Bit i says whether a[i] ⊕ b[i] = x. Here a and b may hold any bytes.
    fn sums_equal(self, a: &[u8; 64], b: &[u8; 64], x: u8) -> u64;
}

/// 8 sets of packed values below 64, one for each heap of a group, and the heaps before them.
pub(in crate::grundy) trait GroupSets: Copy {
    /// The sets of 8 consecutive heaps.
    type Eight: Copy;
    /// The packed values of the last heaps.
    type Last: Copy;

    /// The packed values of the last 72 heaps.
    fn last(self, packed: &[u8; 72]) -> Self::Last;
    /// Appends those of the 8 heaps that follow; at most 8 times.
    fn push(self, last: &mut Self::Last, packed: [u8; 8]);
    /// 8 sets, given as words.
    fn eight(self, words: &[u64; 8]) -> Self::Eight;
    /// Adds to set i the packed value of the heap `back` before heap i, ⊕ x, which is in each of the eight bytes.
    /// Here 8 ≤ back < 72; `OLD` says that back ≥ 16, so that the group before is not needed.
    fn insert_eight<const OLD: bool>(
        self,
        sets: Self::Eight,
        last: &Self::Last,
        back: usize,
        x: u64,
    ) -> Self::Eight;
    /// The values below 64 that are in none of the sets, as words.
    fn missing(self, sets: Self::Eight) -> [u64; 8];
}

/// A byte for each of some consecutive heaps, in a register.
pub(in crate::grundy) trait Register: Copy {
    /// Heaps in a register.
    const HEAPS: usize;
    /// Planes that fit into registers, an even number, at most 24.
    const PLANES: usize;
    /// With more planes than these it is faster to insert values heap by heap.
    const MOST_PLANES: usize;
    /// A byte for each of HEAPS consecutive heaps.
    type Bytes: Copy;
    /// A choice among these heaps.
    type Choice: Copy;
    /// What [`Register::add`] looks up.
    type Tables: Copy;

    /// The first HEAPS bytes.
    fn bytes(self, bytes: &[u8]) -> Self::Bytes;
    /// Overwrites the first HEAPS bytes.
    fn store(self, bytes: Self::Bytes, into: &mut [u8]);
    /// The same byte for all heaps.
    fn all(self, byte: u8) -> Self::Bytes;
    /// a ⊕ b.
    fn xor(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// The heaps where a = b.
    fn equal(self, a: Self::Bytes, b: Self::Bytes) -> Self::Choice;
    /// All heaps.
    fn everywhere(self) -> Self::Choice;
    /// Those of the heaps chosen where a ≠ b.
    fn unless_equal(self, chosen: Self::Choice, a: Self::Bytes, b: Self::Bytes) -> Self::Choice;
    /// Those of the heaps chosen where a[0] ≠ b[0] or a[1] ≠ b[1].
    fn unless_both_equal(
        self,
        chosen: Self::Choice,
        a: [Self::Bytes; 2],
        b: [Self::Bytes; 2],
    ) -> Self::Choice;
    /// What is looked up to add values to planes, where plane j is for the 8 values from 8·(from + j) on; `from` is a
    /// multiple of PLANES.
    fn tables(self, from: usize) -> Self::Tables;
    /// Adds to the set of each heap chosen its byte. P is even; for the `from` of the tables, from + P is at most 32.
    fn add<const P: usize>(
        self,
        planes: [Self::Bytes; P],
        packed: Self::Bytes,
        chosen: Self::Choice,
        tables: &Self::Tables,
    ) -> [Self::Bytes; P];
    /// The first HEAPS bytes, the last of them first.
    fn reversed(self, bytes: &[u8]) -> Self::Bytes;
    /// Bit i says whether heap i is not marked, that is, its high byte is below 128, and its packed
    /// value mod 1024 is in the set; or unless WIDE, its low byte.
    fn among<const WIDE: bool>(self, low: Self::Bytes, high: Self::Bytes, set: &[u64; 16]) -> u64;
    /// Bit i says whether the low and the high byte of heap i are one of these pairs.
    fn one_of<const N: usize>(self, low: Self::Bytes, high: Self::Bytes, few: &[[u8; 2]; N])
    -> u64;
    /// Bit i says whether byte i is 1; the others are 0.
    fn bits(self, bytes: &[u8; 64]) -> u64;
    /// Transposes planes: byte j of word i is planes[j][i].
    fn transpose(self, planes: &[[u8; 64]; 8]) -> [u64; 64];
    /// Transposes back to planes: planes[j][i] is byte j of word i.
    #[inline(always)]
    fn transpose_back(self, words: &[u64; 64]) -> [[u8; 64]; 8] {
        // With i = 8a + b, byte (j, a, b) becomes byte (a, b, j). After three times it is where it was.
        as_planes(&self.transpose(&as_planes(&self.transpose(&as_planes(words)))))
    }
    /// The places of the N lowest bits of a word, N at most 8, from the lowest byte on; beyond its bits any bytes.
    #[inline(always)]
    fn lowest_bits<const N: usize>(self, mut word: u64) -> u64 {
        let mut places = 0;
        for j in 0..N {
            places |= u64::from(word.trailing_zeros()) << (8 * j);
            word &= word.wrapping_sub(1);
        }
        places
    }
}

/// The same bytes as planes.
#[inline(always)]
fn as_planes(words: &[u64; 64]) -> [[u8; 64]; 8] {
    let mut planes = [[0; 64]; 8];
    for (plane, words) in planes.iter_mut().zip(words.as_chunks::<8>().0) {
        for (bytes, word) in plane.as_chunks_mut().0.iter_mut().zip(words) {
            *bytes = word.to_le_bytes();
        }
    }
    planes
}

/// Asks the CPU to bring the memory around these values into its cache, because it will be read soon; does
/// nothing where it cannot be asked.
#[allow(unsafe_code)]
#[inline(always)]
pub(in crate::grundy) fn prefetch<T, const N: usize>(values: [&T; N]) {
    for value in values {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: every CPU of this kind has the instruction, and a prefetch reads nothing.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = value;
    }
}
