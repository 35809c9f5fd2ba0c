//! The kernel for every CPU: plain Rust.
//!
//! Sets are byte planes, as in the other kernels: byte i of plane j holds the numbers 8j to
//! 8j + 7 of set i. The loops over bytes are such that a compiler can use the vectors that every CPU
//! of the target has; so no tables and no shifts by a variable number of bits in them.

use super::Vector;
use super::window::Window;

/// Plain Rust.
#[derive(Clone, Copy)]
pub(super) struct Scalar;

/// 1 << (number mod 8).
#[inline(always)]
fn bit(number: u8) -> u8 {
    let choose = |bit: u8, yes: u8, no: u8| if number & bit != 0 { yes } else { no };
    choose(1, 0xaa, 0x55) & choose(2, 0xcc, 0x33) & choose(4, 0xf0, 0x0f)
}

impl Vector for Scalar {
    type Sets<const P: usize> = [[u8; 64]; P];
    type Eight = [u64; 8];
    type Last = Window;

    #[inline(always)]
    fn empty<const P: usize>(self) -> [[u8; 64]; P] {
        [[0; 64]; P]
    }

    #[inline(always)]
    fn insert_all<'a, const P: usize>(
        self,
        mut sets: [[u8; 64]; P],
        all: impl Iterator<Item = (&'a [u8; 64], u64)> + Clone,
    ) -> [[u8; 64]; P] {
        for i in 0..4 {
            let mut quarter = sets.map(|plane| plane.as_chunks::<16>().0[i]);
            for (numbers, x) in all.clone() {
                let numbers = numbers.as_chunks::<16>().0[i].map(|number| number ^ x as u8);
                let bits = numbers.map(bit);
                for (plane, set) in quarter.iter_mut().enumerate() {
                    for ((set, number), bit) in set.iter_mut().zip(numbers).zip(bits) {
                        *set |= if number & 0x38 == 8 * plane as u8 { bit } else { 0 };
                    }
                }
            }
            for (plane, quarter) in sets.iter_mut().zip(quarter) {
                plane.as_chunks_mut::<16>().0[i] = quarter;
            }
        }
        sets
    }

    #[inline(always)]
    fn below<const P: usize>(self, counts: &[u8; 64]) -> [[u8; 64]; P] {
        let mut sets = [[0; 64]; P];
        for (plane, set) in sets.iter_mut().enumerate() {
            *set = counts.map(|count| {
                let rest = count.saturating_sub(8 * plane as u8);
                if rest < 8 { bit(rest) - 1 } else { u8::MAX }
            });
        }
        sets
    }

    #[inline(always)]
    fn without<const P: usize>(
        self,
        mut sets: [[u8; 64]; P],
        others: [[u8; 64]; P],
    ) -> [[u8; 64]; P] {
        for (set, other) in sets.iter_mut().flatten().zip(others.iter().flatten()) {
            *set &= !other;
        }
        sets
    }

    #[inline(always)]
    fn inhabited<const P: usize>(self, sets: [[u8; 64]; P]) -> u64 {
        let mut all = [0; 64];
        for plane in sets {
            for (all, set) in all.iter_mut().zip(plane) {
                *all |= set;
            }
        }
        if all == [0; 64] {
            return 0;
        }
        all.iter().rev().fold(0, |mask, &set| mask << 1 | u64::from(set != 0))
    }

    #[inline(always)]
    fn words<const P: usize>(self, sets: [[u8; 64]; P]) -> [u64; 64] {
        let mut words = [0; 64];
        for (plane, set) in sets.iter().enumerate() {
            for (word, &byte) in words.iter_mut().zip(set) {
                *word |= u64::from(byte) << (8 * plane);
            }
        }
        words
    }

    #[inline(always)]
    fn any_sum(self, a: &[u8; 64], b: &[u8; 64], x: u8) -> bool {
        a.iter().zip(b).fold(false, |any, (a, b)| any | (a ^ b == x))
    }

    #[inline(always)]
    fn last(self, numbers: &[u8; 72]) -> Window {
        Window::new(numbers)
    }

    #[inline(always)]
    fn push(self, last: &mut Window, numbers: [u8; 8]) {
        last.push(numbers);
    }

    #[inline(always)]
    fn eight(self, words: &[u64; 8]) -> [u64; 8] {
        *words
    }

    #[inline(always)]
    fn insert_eight<const OLD: bool>(
        self,
        mut sets: [u64; 8],
        last: &Window,
        back: usize,
        x: u64,
    ) -> [u64; 8] {
        for (set, number) in sets.iter_mut().zip(last.eight(back)) {
            *set |= 1 << ((u64::from(*number) ^ x) & 63);
        }
        sets
    }

    #[inline(always)]
    fn missing(self, sets: [u64; 8]) -> [u64; 8] {
        sets.map(|set| !set)
    }
}
