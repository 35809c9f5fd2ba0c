//! What the engines ask of a kernel.

/// Something to do with the vectors of a kernel.
///
/// Implementations must be `#[inline(always)]`: only then are they compiled for its instructions.
pub(in crate::grundy) trait Job {
    type Output;
    fn run<V: Vector>(self, vector: V) -> Self::Output;
}

/// What the engines ask of a kernel: sets of small numbers, for 64 heaps at once.
///
/// For the blocked engine all numbers are below 64, and of the sets only the part below 8·P need be
/// right, 1 ≤ P ≤ 8. From HEAPS on it is what the bulk engine asks, whose numbers are bytes.
pub(in crate::grundy) trait Vector: Copy {
    /// 64 sets, for 64 consecutive heaps.
    type Sets<const P: usize>: Copy;
    /// 8 sets, for 8 consecutive heaps.
    type Eight: Copy;
    /// The numbers of 64 consecutive heaps.
    type Last: Copy;

    /// 64 empty sets.
    fn empty<const P: usize>(self) -> Self::Sets<P>;
    /// Adds numbers[i] ⊕ x to set i, for all these numbers and x.
    fn insert_all<'a, const P: usize>(
        self,
        sets: Self::Sets<P>,
        all: impl Iterator<Item = (&'a [u8; 64], u64)> + Clone,
    ) -> Self::Sets<P>;
    /// Set i holds all numbers below counts[i].
    fn below<const P: usize>(self, counts: &[u8; 64]) -> Self::Sets<P>;
    /// What is in `sets` and not in `others`.
    fn without<const P: usize>(self, sets: Self::Sets<P>, others: Self::Sets<P>) -> Self::Sets<P>;
    /// Bit i says whether set i has members.
    fn inhabited<const P: usize>(self, sets: Self::Sets<P>) -> u64;
    /// The sets as words: bit v of word i says whether v is in set i.
    fn words<const P: usize>(self, sets: Self::Sets<P>) -> [u64; 64];

    /// The numbers of the last heaps.
    fn last(self, numbers: &[u8; 72]) -> Self::Last;
    /// Adds the numbers of the 8 heaps that follow; at most 8 times.
    fn push(self, last: &mut Self::Last, numbers: [u8; 8]);
    /// 8 sets, given as words.
    fn eight(self, words: &[u64; 8]) -> Self::Eight;
    /// Adds number i ⊕ x to set i, of the 8 numbers that begin `back` heaps before the next; where
    /// 8 ≤ back < 72, and back ≥ 16 if those of the last push are not needed.
    fn insert_eight<const OLD: bool>(
        self,
        sets: Self::Eight,
        last: &Self::Last,
        back: usize,
        x: u64,
    ) -> Self::Eight;
    /// What is in none of the sets, as words.
    fn missing(self, sets: Self::Eight) -> [u64; 8];

    /// Whether a[i] ⊕ b[i] = x for some i. Here a and b may hold any bytes.
    fn any_sum(self, a: &[u8; 64], b: &[u8; 64], x: u8) -> bool;

    /// Heaps in a register.
    const HEAPS: usize;
    /// Planes that fit into registers, a multiple of 4 and at most 24.
    const PLANES: usize;
    /// A byte for each of HEAPS consecutive heaps.
    type Bytes: Copy;
    /// A choice among these heaps.
    type Choice: Copy;

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
    /// Adds to the set of each heap chosen its byte. Plane j is for the 8 numbers from 8·(from + j)
    /// on; `from` is a multiple of PLANES, and from + P at most 24.
    fn add<const P: usize>(
        self,
        planes: [Self::Bytes; P],
        numbers: Self::Bytes,
        chosen: Self::Choice,
        from: usize,
    ) -> [Self::Bytes; P];
    /// The first HEAPS bytes, the last of them first.
    fn reversed(self, bytes: &[u8]) -> Self::Bytes;
    /// Bit i says whether heap i is not marked, that is, its high byte is below 128, and its number
    /// mod 1024 is in the set; or unless WIDE, its low byte.
    fn among<const WIDE: bool>(self, low: Self::Bytes, high: Self::Bytes, set: &[u64; 16]) -> u64;
    /// Bit i says whether byte i is 1; the others are 0.
    fn bits(self, bytes: &[u8; 64]) -> u64;
    /// Transposes planes: byte j of word i is planes[j][i].
    fn transpose(self, planes: &[[u8; 64]; 8]) -> [u64; 64];
}
