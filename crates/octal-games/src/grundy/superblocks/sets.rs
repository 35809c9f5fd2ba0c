//! Sets of packed values for the heaps of a block.

use crate::grundy::layout::BLOCK;

/// Sets of packed values for the 64 heaps of a block: bit v mod 64 of word [v / 64][i] says whether set
/// i has v.
pub(super) type BlockSets = Vec<[u64; BLOCK]>;

/// Adds to each set what the other one has.
#[inline(always)]
pub(super) fn unite(sets: &mut BlockSets, more: &BlockSets) {
    for (words, more) in sets.iter_mut().zip(more) {
        for (word, more) in words.iter_mut().zip(more) {
            *word |= more;
        }
    }
}

/// The least packed value from `from` on that is not in set i, if the set has room for it.
#[inline(always)]
pub(super) fn first_missing<const N: usize>(
    sets: &[[u64; N]],
    i: usize,
    from: usize,
) -> Option<usize> {
    let mut mask = u64::MAX << (from % 64);
    for (words, first) in sets.iter().zip((0..).step_by(64)).skip(from / 64) {
        let missing = !words[i] & mask;
        if missing != 0 {
            return Some(first + missing.trailing_zeros() as usize);
        }
        mask = u64::MAX;
    }
    None
}

/// Bit d says whether x + d is in set i, for d below 16.
#[inline(always)]
pub(super) fn sixteen_from<const N: usize>(sets: &[[u64; N]], i: usize, x: usize) -> u16 {
    let word = |place: usize| sets.get(place).map_or(0, |words| words[i]);
    let both = u128::from(word(x / 64)) | u128::from(word(x / 64 + 1)) << 64;
    (both >> (x % 64)) as u16
}

/// Adds to set i those of x, …, x + 15 that `sixteen` has, if the set has room for them.
#[inline(always)]
pub(super) fn insert_sixteen<const N: usize>(
    sets: &mut [[u64; N]],
    i: usize,
    x: usize,
    sixteen: u16,
) {
    let both = u128::from(sixteen) << (x % 64);
    for (words, more) in sets.iter_mut().skip(x / 64).zip([both as u64, (both >> 64) as u64]) {
        words[i] |= more;
    }
}

/// Adds a packed value to set i, if the set has room for it.
#[inline(always)]
pub(super) fn insert(sets: &mut BlockSets, i: usize, packed: usize) {
    if let Some(words) = sets.get_mut(packed / 64) {
        words[i] |= 1 << (packed % 64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was added from some value on is what is read from there, as far as the set has room.
    #[test]
    fn sixteen_values_at_once() {
        for x in [0, 5, 48, 49, 63, 64, 100, 112, 127, 128, 500] {
            let mut sets = vec![[0; 2]; 2];
            insert_sixteen(&mut sets, 1, x, 0b1000_0100_0000_0011);
            let members = [x, x + 1, x + 10, x + 15];
            for v in 0..128 {
                assert_eq!(sets[v / 64][1] >> (v % 64) & 1 != 0, members.contains(&v), "{x}, {v}");
                assert_eq!(sets[v / 64][0], 0);
            }
            let fits = members.into_iter().filter(|&v| v < 128);
            let expected = fits.fold(0, |bits, v| bits | 1 << (v - x));
            assert_eq!(sixteen_from(&sets, 1, x), expected, "{x}");
        }
    }
}
