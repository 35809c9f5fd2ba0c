//! The engine for every code: for each number of tokens, the set of values that its splits have.
//!
//! Let T₁(m) = {G(m)}, T₂(m) the values G(a) ⊕ G(m − a) and T₃(m) the values G(a) ⊕ T₂(m − a).
//! Then the options of heap n have the values ⋃ₖ Tⱼ(n − k) over all places k and all j that digit
//! d_k allows. Each T is computed once, as a bit set.
//!
//! Digits that repeat with length l need one more idea. Seen from heap n, the moves with k beyond
//! the first repeat are the moves of heap n − l with k − l. So their values accumulate, in one set
//! for each residue of n modulo l.
//!
//! Definitions from `[WW]` chapter 4. Time O(n) set operations a heap, memory O(n · largest value)
//! bits.

use super::error::GrundyError;
use super::value_set::{ValueSet, unequal_pairs};
use super::values::{Slice, reserve};
use crate::code::{Code, Digit};

/// Moves bit v to bit v ⊕ value, for 64 values: a butterfly for each bit of `value`.
fn translate_word(word: u64, value: u16) -> u64 {
    const LOW: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    (0..6).filter(|bit| value >> bit & 1 == 1).fold(word, |word, bit| {
        let low = LOW[bit];
        (word & low) << (1 << bit) | (word >> (1 << bit)) & low
    })
}

/// A restart asks its caller after this many heaps if it should continue.
const HEAPS_BETWEEN_QUESTIONS: usize = 256;

/// The Grundy sequence of any code, extended heap by heap.
///
/// ```
/// use octal_games::grundy::option_sets::OptionSets;
/// let mut lasker = OptionSets::new(&"4.[3]".parse()?);
/// lasker.extend(8)?;
/// assert_eq!(lasker.values(), [0, 1, 2, 4, 3, 5, 6, 8, 7]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct OptionSets {
    code: Code,
    /// The places with a digit other than 0, before those that repeat.
    places: Vec<usize>,
    values: Vec<u16>,
    largest: u16,
    /// T₂ by number of tokens, and T₂ of unequal parts, and T₃; empty where the code has no use.
    two: Vec<ValueSet>,
    two_unequal: Vec<ValueSet>,
    three: Vec<ValueSet>,
    /// T₃ is not computed for fewer tokens, because no move leaves so few any more.
    triples_from: usize,
    /// The values that the repeating digits allow, for each residue modulo their number.
    repeated: Vec<ValueSet>,
    /// 64-bit words in all the sets that are kept.
    words: u64,
    work: u64,
}

impl OptionSets {
    /// Starts the sequence with G(0) = 0.
    pub fn new(code: &Code) -> OptionSets {
        let mut sets = OptionSets {
            code: code.clone(),
            places: (0..code.digits().len()).filter(|&k| code.digit(k) != Digit::ZERO).collect(),
            values: vec![],
            largest: 0,
            two: vec![],
            two_unequal: vec![],
            three: vec![],
            triples_from: 0,
            repeated: vec![ValueSet::default(); code.repeat().len()],
            words: 0,
            work: 0,
        };
        sets.push_splits(0);
        sets.values.push(0);
        sets
    }

    /// Continues after the values of the heaps 0, …, N, which were computed before. `None` if
    /// `continues`, which is called now and then, returns false.
    ///
    /// O(N²) option values; T₃ is computed only as far as moves still need it.
    #[doc(hidden)]
    pub fn again(
        code: &Code,
        values: Slice<'_>,
        continues: &dyn Fn(usize) -> bool,
    ) -> Option<OptionSets> {
        let mut sets = OptionSets::new(code);
        let last_place = code.last_place();
        sets.triples_from = last_place.map_or(0, |t| values.len().saturating_sub(t));
        for n in 1..values.len() {
            if n.is_multiple_of(HEAPS_BETWEEN_QUESTIONS) && !continues(n) {
                return None;
            }
            sets.push_splits(n);
            if last_place.is_none() {
                sets.option_values(n);
            }
            sets.values.push(values[n]);
            sets.largest = sets.largest.max(values[n]);
        }
        Some(sets)
    }

    /// The values computed: index n holds G(n).
    pub fn values(&self) -> &[u16] {
        &self.values
    }

    /// Gives up the engine and keeps the values.
    pub fn into_values(self) -> Vec<u16> {
        self.values
    }

    /// The number of option values, and of words of 64 of them, that were examined.
    #[doc(hidden)]
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Bytes of the values and sets.
    #[doc(hidden)]
    pub fn memory(&self) -> u64 {
        2 * self.values.capacity() as u64 + 8 * self.words
    }

    /// Computes G(0..=to).
    ///
    /// # Errors
    /// [`GrundyError`] if a value or the sequence is too large; the values before that heap stay.
    pub fn extend(&mut self, to: u64) -> Result<(), GrundyError> {
        reserve(&mut self.values, to)?;
        while self.values.len() as u64 <= to {
            let n = self.values.len();
            if self.two.len() == n {
                self.push_splits(n);
            }
            let mex = self.option_values(n).mex();
            let value =
                u16::try_from(mex).map_err(|_| GrundyError::ValueTooLarge { heap: n as u64 })?;
            self.values.push(value);
            self.largest = self.largest.max(value);
        }
        Ok(())
    }

    /// T₂(m) and T₃(m), from the values of heaps below m.
    fn push_splits(&mut self, m: usize) {
        let (mut two, mut unequal, mut three) =
            (ValueSet::default(), ValueSet::default(), ValueSet::default());
        if self.code.most_heaps() >= 2 {
            two = unequal_pairs(&self.values, m, self.largest);
            if self.code.has_unequal() {
                unequal = two.clone();
            }
            if m >= 2 && m.is_multiple_of(2) {
                two.insert(0);
            }
            self.work += m as u64 / 2;
        }
        if self.code.most_heaps() >= 3 && m >= self.triples_from {
            three = self.triples(m);
            let words = |a: usize| self.two[m - a].words.len() as u64;
            self.work += (1..=m / 3).map(words).sum::<u64>();
        }
        self.words +=
            [&two, &unequal, &three].map(|set| set.words.len() as u64).iter().sum::<u64>();
        self.two.push(two);
        self.two_unequal.push(unequal);
        self.three.push(three);
    }

    /// The values G(a) ⊕ T₂(m − a) with 0 < a ≤ m / 3.
    ///
    /// Translating a set by a number moves its words by the high bits, and the bits in every word
    /// by the six low bits. So the sets are united for each of the 64 low parts, and only the
    /// unions are translated by them.
    fn triples(&self, m: usize) -> ValueSet {
        let pairs = |a: usize| (&self.two[m - a].words, usize::from(self.values[a]));
        let width = |a| {
            let (set, value) = pairs(a);
            set.len().max(value / 64 + 1).next_power_of_two()
        };
        let width = (1..=m / 3).map(width).max().unwrap_or(0);
        let mut by_low = vec![0; 64 * width];
        for a in 1..=m / 3 {
            let (set, value) = pairs(a);
            let (far, low) = (value / 64, value % 64);
            let union = &mut by_low[low * width..(low + 1) * width];
            match far {
                0 => union.iter_mut().zip(set).for_each(|(word, more)| *word |= more),
                _ => set.iter().enumerate().for_each(|(i, more)| union[i ^ far] |= more),
            }
        }
        let mut words = vec![0; width];
        for (low, union) in by_low.chunks_exact(width.max(1)).enumerate() {
            for (word, &more) in words.iter_mut().zip(union).filter(|(_, more)| **more != 0) {
                *word |= translate_word(more, low as u16);
            }
        }
        ValueSet { words }
    }

    fn option_values(&mut self, n: usize) -> ValueSet {
        let written = self.code.digits().len();
        let length = self.code.repeat().len();
        let mut options = ValueSet::default();
        for &k in self.places.iter().take_while(|&&k| k <= n) {
            self.unite_moves(&mut options, self.code.digit(k), n - k);
        }
        if length > 0 {
            let mut repeated = std::mem::take(&mut self.repeated[n % length]);
            for k in written..(written + length).min(n + 1) {
                self.unite_moves(&mut repeated, self.code.digit(k), n - k);
            }
            options.unite(&repeated);
            self.repeated[n % length] = repeated;
        }
        let united = match length {
            0 => self.places.partition_point(|&k| k <= n),
            _ => (written + length).min(n + 1),
        };
        self.work += (united * options.words.len()) as u64;
        options
    }

    /// Adds the values of the moves that `digit` allows when `rest` tokens remain.
    fn unite_moves(&self, options: &mut ValueSet, digit: Digit, rest: usize) {
        if digit.leaves_none() && rest == 0 {
            options.insert(0);
        }
        if digit.leaves_one() && rest >= 1 {
            options.insert(self.values[rest]);
        }
        if digit.leaves_two() {
            options.unite(if digit.is_unequal() {
                &self.two_unequal[rest]
            } else {
                &self.two[rest]
            });
        }
        if digit.leaves_three() {
            options.unite(&self.three[rest]);
        }
    }
}
