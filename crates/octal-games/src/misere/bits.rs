//! Sets of elements of a quotient, a bit an element.

/// A set of numbers below a fixed length.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bits(Vec<u64>);

impl Bits {
    /// The empty set of numbers below `length`.
    #[must_use]
    pub fn new(length: usize) -> Bits {
        Bits(vec![0; length.div_ceil(64)])
    }

    /// How many bytes a set of numbers below `length` takes.
    #[must_use]
    pub const fn bytes(length: usize) -> u64 {
        32 + 8 * length.div_ceil(64) as u64
    }

    /// The numbers below `length` that have this property. O(length).
    pub fn collect(length: usize, holds: impl Fn(usize) -> bool) -> Bits {
        let word = |i: usize| {
            let end = length.min(64 * i + 64);
            (64 * i..end).rev().fold(0, |word, x| word << 1 | u64::from(holds(x)))
        };
        Bits((0..length.div_ceil(64)).map(word).collect())
    }

    /// A length for which the set has space.
    #[must_use]
    pub fn capacity(&self) -> usize {
        64 * self.0.len()
    }

    /// Whether `x` is in the set.
    #[inline]
    #[must_use]
    pub fn contains(&self, x: usize) -> bool {
        self.0[x / 64] >> (x % 64) & 1 == 1
    }

    /// Puts `x` into the set.
    #[inline]
    pub fn insert(&mut self, x: usize) {
        self.0[x / 64] |= 1 << (x % 64);
    }

    /// Puts all of another set of this length into the set.
    pub fn unite(&mut self, other: &Bits) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    /// The least number in both sets.
    #[must_use]
    pub fn first_common(&self, other: &Bits) -> Option<usize> {
        let mut words = self.0.iter().zip(&other.0).map(|(a, b)| a & b).enumerate();
        let (i, word) = words.find(|(_, word)| *word != 0)?;
        Some(64 * i + word.trailing_zeros() as usize)
    }

    /// Whether no number is in both sets.
    #[must_use]
    pub fn is_disjoint(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & b == 0)
    }

    /// How many numbers are in the set.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The numbers in the set, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(i, &word)| {
            std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)))
                .take_while(|word| *word != 0)
                .map(move |word| 64 * i + word.trailing_zeros() as usize)
        })
    }
}
