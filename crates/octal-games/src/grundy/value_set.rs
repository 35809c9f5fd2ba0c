//! A set of Grundy values as a bit map, and the sets of values that splits into two have.

/// A set of Grundy values as a bit map.
#[derive(Clone, Debug, Default)]
pub(super) struct ValueSet {
    pub(super) words: Vec<u64>,
}

impl ValueSet {
    pub(super) fn insert(&mut self, value: u16) {
        let word = usize::from(value) / 64;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (value % 64);
    }

    pub(super) fn contains(&self, value: u16) -> bool {
        let word = self.words.get(usize::from(value) / 64);
        word.is_some_and(|word| word >> (value % 64) & 1 != 0)
    }

    pub(super) fn unite(&mut self, other: &ValueSet) {
        if other.words.len() > self.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (word, &more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    /// The least value that is not in the set.
    pub(super) fn mex(&self) -> usize {
        let full = self.words.iter().take_while(|&&word| word == u64::MAX).count();
        64 * full + self.words.get(full).map_or(0, |word| word.trailing_ones() as usize)
    }
}

/// Bit maps that are filled in turn. A processor waits for a word that it has just written, and
/// neighbouring pairs often have values in the same word.
const MAPS: usize = 4;

/// The values G(a) ⊕ G(m − a) with 0 < a < m − a, none of which has more bits than `largest`.
pub(super) fn unequal_pairs(values: &[u16], m: usize, largest: u16) -> ValueSet {
    let pairs = m.saturating_sub(1) / 2;
    if pairs == 0 {
        return ValueSet::default();
    }
    let (left, right) = (&values[1..=pairs], &values[m - pairs..m]);
    let words = (usize::from(largest) / 64 + 1).next_power_of_two();
    let mut bits = vec![0u64; MAPS * words];
    for (i, (x, y)) in left.iter().zip(right.iter().rev()).enumerate() {
        let value = x ^ y;
        bits[MAPS * usize::from(value / 64) + i % MAPS] |= 1 << (value % 64);
    }
    let unions = bits.chunks_exact(MAPS).map(|maps| maps.iter().fold(0, |a, b| a | b));
    let mut words: Vec<u64> = unions.collect();
    let used = words.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
    words.truncate(used);
    words.shrink_to_fit();
    ValueSet { words }
}
