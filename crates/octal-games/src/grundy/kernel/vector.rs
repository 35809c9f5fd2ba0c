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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::kernel::Kernel;
    use fastrand::Rng;
    use std::array::from_fn;

    /// Compares the operations of a kernel with their definitions, on random values.
    struct CompareOperations;

    impl Job for CompareOperations {
        type Output = ();

        #[inline(always)]
        fn run<V: Vector>(self, v: V) {
            let mut random = Rng::with_seed(128);
            for _ in 0..60 {
                compare_plane_sets::<1, V>(v, &mut random);
                compare_plane_sets::<2, V>(v, &mut random);
                compare_plane_sets::<5, V>(v, &mut random);
                compare_plane_sets::<8, V>(v, &mut random);
                compare_group_sets(v, &mut random);
                compare_insertion::<2, V>(v, &mut random);
                compare_insertion::<6, V>(v, &mut random);
                compare_insertion::<8, V>(v, &mut random);
                compare_insertion::<24, V>(v, &mut random);
                compare_searches::<false, V>(v, &mut random);
                compare_searches::<true, V>(v, &mut random);
                compare_transposition(v, &mut random);
            }
        }
    }

    #[test]
    fn operations_by_every_kernel() {
        let run = Kernel::ALL.into_iter().filter_map(|kernel| kernel.run(CompareOperations));
        assert!(run.count() >= 1);
    }

    /// Random bytes below a bound.
    fn below<const N: usize>(random: &mut Rng, bound: u8) -> [u8; N] {
        from_fn(|_| random.u8(..bound))
    }

    /// Bit i says whether this is true of i.
    fn bits(count: usize, is: impl Fn(usize) -> bool) -> u64 {
        (0..count).fold(0, |bits, i| bits | u64::from(is(i)) << i)
    }

    #[inline(always)]
    fn compare_plane_sets<const P: usize, V: Vector>(v: V, random: &mut Rng) {
        let tap = |_| (below::<64>(random, 64), random.u8(..64));
        let taps: Vec<([u8; 64], u8)> = (0..7).map(tap).collect();
        let pairs = taps.iter().map(|(packed, x)| (packed, u64::from_le_bytes([*x; 8])));
        let counts = below(random, 64);
        let missing = v.without(v.below::<P>(&counts), v.insert_all(v.empty::<P>(), pairs));
        let expected: [u64; 64] = from_fn(|i| {
            let given = taps.iter().fold(0, |set, (packed, x)| set | 1 << (packed[i] ^ x));
            ((1 << counts[i]) - 1) & !given & u64::MAX >> (64 - 8 * P)
        });
        assert_eq!(v.words(missing), expected, "{P} planes");
        assert_eq!(v.inhabited(missing), bits(64, |i| expected[i] != 0));
        let (a, b, x) = (below(random, 4), below(random, 4), 128 + random.u8(..4));
        let b: [u8; 64] = b.map(|b: u8| 128 + b);
        assert_eq!(v.larger(&b, x), bits(64, |i| b[i] > x));
        assert_eq!(v.sums_equal(&a, &b, x), bits(64, |i| a[i] ^ b[i] == x));
    }

    #[inline(always)]
    fn compare_group_sets<V: Vector>(v: V, random: &mut Rng) {
        let mut known: Vec<u8> = below::<72>(random, 64).to_vec();
        let mut last = v.last(known.first_chunk().unwrap());
        for _ in 0..8 {
            let words: [u64; 8] = from_fn(|_| random.u64(..) & random.u64(..));
            let (back, x) = (random.usize(8..72), random.u8(..64));
            let xs = u64::from_le_bytes([x; 8]);
            let sets = v.eight(&words);
            let sets = if back < 16 {
                v.insert_eight::<false>(sets, &last, back, xs)
            } else {
                v.insert_eight::<true>(sets, &last, back, xs)
            };
            let met = &known[known.len() - back..];
            let expected: [u64; 8] = from_fn(|i| !(words[i] | 1 << (met[i] ^ x)));
            assert_eq!(v.missing(sets), expected, "{back}");
            let next = below(random, 64);
            v.push(&mut last, next);
            known.extend(next);
        }
    }

    #[inline(always)]
    fn compare_insertion<const P: usize, V: Vector>(v: V, random: &mut Rng) {
        if P > V::PLANES {
            return;
        }
        let from = V::PLANES * random.usize(0..=(32 - P) / V::PLANES);
        let tables = v.tables(from);
        let (mut planes, mut expected) = ([v.all(0); P], [[0; 64]; P]);
        for _ in 0..40 {
            let (packed, x) = (from_fn::<u8, 64, _>(|_| random.u8(..)), random.u8(..));
            let [a, b, c]: [[u8; 64]; 3] = from_fn(|_| below(random, 3));
            let [some, others, rest] = [&a, &b, &c].map(|bytes| v.bytes(bytes));
            let one = v.all(1);
            let chosen = if x < 128 { v.equal(some, one) } else { v.everywhere() };
            let chosen = v.unless_equal(chosen, others, v.all(2));
            let chosen = v.unless_both_equal(chosen, [others, rest], [one, one]);
            planes = v.add(planes, v.xor(v.bytes(&packed), v.all(x)), chosen, &tables);
            let is_chosen =
                |&i: &usize| (x >= 128 || a[i] == 1) && b[i] != 2 && (b[i] != 1 || c[i] != 1);
            for i in (0..V::HEAPS).filter(is_chosen) {
                let value = packed[i] ^ x;
                let plane = usize::from(value / 8).wrapping_sub(from);
                expected.get_mut(plane).into_iter().for_each(|set| set[i] |= 1 << (value % 8));
            }
        }
        for (plane, expected) in planes.into_iter().zip(expected) {
            let mut stored = [0; 64];
            v.store(plane, &mut stored);
            assert_eq!(stored, expected, "{P} planes from {from} on");
        }
    }

    #[inline(always)]
    fn compare_searches<const WIDE: bool, V: Vector>(v: V, random: &mut Rng) {
        let low: [u8; 64] = from_fn(|_| random.u8(..));
        let high: [u8; 64] = from_fn(|_| random.u8(..4) | (random.u8(..2) << 7));
        let set: [u64; 16] = from_fn(|_| random.u64(..));
        let is_among = |i: usize| {
            let packed = usize::from(low[i]) + if WIDE { usize::from(high[i] % 4) << 8 } else { 0 };
            high[i] < 128 && set[packed / 64] >> (packed % 64) & 1 == 1
        };
        let found = v.among::<WIDE>(v.bytes(&low), v.bytes(&high), &set);
        assert_eq!(found, bits(V::HEAPS, is_among), "{WIDE}");
        let few: [[u8; 2]; 3] = from_fn(|_| [random.u8(..5), random.u8(..5)]);
        let (low, high) = (below::<64>(random, 5), below::<64>(random, 5));
        let found = v.one_of(v.bytes(&low), v.bytes(&high), &few);
        assert_eq!(found, bits(V::HEAPS, |i| few.contains(&[low[i], high[i]])));
        let mut reversed = [0; 64];
        v.store(v.reversed(&low), &mut reversed);
        assert_eq!(reversed, from_fn(|i| if i < V::HEAPS { low[V::HEAPS - 1 - i] } else { 0 }));
        let flags = below(random, 2);
        assert_eq!(v.bits(&flags), bits(64, |i| flags[i] == 1));
    }

    #[inline(always)]
    fn compare_transposition<V: Vector>(v: V, random: &mut Rng) {
        let planes: [[u8; 64]; 8] = from_fn(|_| from_fn(|_| random.u8(..)));
        let words = v.transpose(&planes);
        assert_eq!(words, from_fn(|i| u64::from_le_bytes(from_fn(|j| planes[j][i]))));
    }
}
