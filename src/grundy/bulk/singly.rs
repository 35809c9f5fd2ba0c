//! Taps inserted heap by heap, into one byte a number: for values that need many planes.

use super::lanes::{Lanes, Sets};
use super::taps::Tap;
use crate::grundy::recent::BLOCK;

/// Heaps whose sets are filled at once: for each tap their numbers are one load.
const HEAPS: usize = 8;

/// A byte for each number, marked ones included, so that none has to be told apart.
type Seen = [u8; 1 << 16];

/// The numbers below 64·`words` of taps as sets, for the block at `heap`.
///
/// O(taps) stores a heap.
pub(super) fn sets(lanes: &Lanes, heap: usize, taps: &[Tap], words: usize) -> Sets {
    let mut sets = vec![[0; BLOCK]; words];
    if taps.is_empty() {
        return sets;
    }
    let mut seen = vec![[0; 1 << 16]; HEAPS];
    let seen: &mut [Seen; HEAPS] = seen.first_chunk_mut().expect("there are so many");
    for i in (0..BLOCK).step_by(HEAPS) {
        for tap in taps {
            let numbers: &[u16; HEAPS] = lanes.numbers(heap + i, tap.offset);
            for (seen, number) in seen.iter_mut().zip(numbers) {
                seen[usize::from(number ^ tap.number.both())] = 1;
            }
        }
        for (seen, i) in seen.iter_mut().zip(i..) {
            for (word, bytes) in sets.iter_mut().zip(seen.as_chunks_mut::<BLOCK>().0) {
                word[i] = bits(bytes);
                *bytes = [0; BLOCK];
            }
        }
    }
    sets
}

/// One bit for each byte, which is 0 or 1.
#[inline(always)]
pub(super) fn bits(bytes: &[u8; BLOCK]) -> u64 {
    // The product has byte j's bit at place 56 + j, and no two summands meet.
    let eight =
        |bytes: &[u8; 8]| u64::from_le_bytes(*bytes).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let eights = bytes.as_chunks::<8>().0.iter().zip((0..).step_by(8));
    eights.fold(0, |word, (bytes, at)| word | eight(bytes) << at)
}

#[cfg(test)]
mod tests {
    use super::super::lanes::Number;
    use super::*;

    #[test]
    fn a_bit_for_a_byte() {
        for at in 0..BLOCK {
            let bytes = std::array::from_fn(|i| u8::from(i == at || i == 17));
            assert_eq!(bits(&bytes), 1 << at | 1 << 17);
        }
        assert_eq!(bits(&[1; BLOCK]), u64::MAX);
    }

    /// The numbers of common heaps, and none of rare ones.
    #[test]
    fn sets_have_what_taps_give() {
        let mut lanes = Lanes::new(0, 0);
        for n in 0..1000 {
            let number = Number::new(n * 37 % 500);
            lanes.push(if n % 9 == 4 { number.marked() } else { number });
        }
        let taps: Vec<Tap> = [(800, 3), (801, 100), (830, 0)]
            .map(|(offset, s)| Tap { offset, number: Number::new(s) })
            .into();
        let sets = sets(&lanes, 900, &taps, 7);
        for (i, s) in (0..BLOCK).flat_map(|i| (0..448).map(move |s| (i, s))) {
            let given = |tap: &Tap| lanes.number(900 + i, tap.offset).xor(tap.number).short() == s;
            assert_eq!(sets[s / 64][i] >> (s % 64) & 1 == 1, taps.iter().any(given));
        }
    }
}
