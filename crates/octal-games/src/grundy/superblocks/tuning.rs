//! What the speed of superblocks depends on; it changes no value.

use super::columns::Marked;
use crate::grundy::layout::BLOCK;

/// The most words of a set: there is no room for larger packed values beside marks.
const MOST_WORDS: usize = Marked::LIMIT / 64;
/// The distance between two heaps of the sample from which witnesses are chosen.
const SAMPLE_STEP: usize = 7;
/// The sample has one more heap for this many heaps of the sequence.
const HEAPS_PER_SAMPLE: usize = 1 << 10;
/// It has at most this many times the least number of heaps, unless more effort is made.
const LONGEST_SAMPLE: usize = 8;

/// When superblocks are tried, how long they are, and what is kept for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// The heap from which on superblocks are tried.
    pub start: usize,
    /// Heaps of a superblock, from 1 to 2²⁰, rounded up to a multiple of 64.
    pub superblock: usize,
    /// The fewest heaps by which witnesses are chosen.
    pub sample: usize,
    /// The fewest taps among which witnesses are chosen.
    pub taps: usize,
    /// The fewest taps at the first splitting place of which only some lead, and the others are swept.
    pub least_swept: usize,
    /// Leading taps are chosen anew once this many heaps have been computed.
    pub lead: usize,
    /// The most pieces of splits that searches try first.
    pub favourites: usize,
    /// These are chosen anew once searches have tried this many splits, but at most once a superblock.
    pub splits_per_choice: u64,
    /// The most words of a set, from 1 to 256: heaps with a packed value from 64 times as many on are left to other
    /// engines.
    pub most_words: usize,
    /// How many of the smallest heaps are kept at least, when those in the middle are forgotten.
    pub history: usize,
}

impl Tuning {
    /// For speed.
    pub const DEFAULT: Tuning = Tuning {
        start: 1 << 13,
        superblock: 512,
        sample: 256,
        taps: 4096,
        least_swept: 1 << 11,
        lead: 1 << 16,
        favourites: 1 << 10,
        splits_per_choice: 1 << 22,
        most_words: MOST_WORDS,
        history: 1 << 20,
    };

    /// As short and as forgetful as possible.
    pub const TINY: Tuning = Tuning {
        start: 64,
        superblock: 64,
        sample: 8,
        taps: 128,
        least_swept: 16,
        lead: 1024,
        favourites: 4,
        splits_per_choice: 1 << 10,
        most_words: MOST_WORDS,
        history: 1,
    };

    /// Differs from [`Tuning::DEFAULT`] in every field, for a second opinion.
    pub const ALTERNATE: Tuning = Tuning {
        start: 3000,
        superblock: 192,
        sample: 100,
        taps: 2000,
        least_swept: 700,
        lead: 9000,
        favourites: 300,
        splits_per_choice: 1 << 18,
        most_words: MOST_WORDS / 2,
        history: 7000,
    };

    /// The same within the bounds that the fields state.
    pub(in crate::grundy) fn clamped(self) -> Tuning {
        let superblock = self.superblock.clamp(1, 1 << 20).next_multiple_of(BLOCK);
        Tuning {
            superblock,
            sample: self.sample.max(1),
            taps: self.taps.max(1),
            most_words: self.most_words.clamp(1, MOST_WORDS),
            ..self
        }
    }

    /// The heaps before heap `next` by which witnesses are chosen with this effort; none lies below
    /// `next` / 2, because witnesses have parts up to `next` / 4.
    pub(super) fn sample(&self, next: usize, effort: usize) -> impl Iterator<Item = usize> + use<> {
        let count = self.sampled(next, effort);
        (next - (SAMPLE_STEP * count).min(next / 2)..next).step_by(SAMPLE_STEP)
    }

    /// How many heaps that sample has, where the sequence is long enough for it.
    pub(super) fn sampled(&self, next: usize, effort: usize) -> usize {
        (next / HEAPS_PER_SAMPLE).min(LONGEST_SAMPLE * self.sample).max(effort * self.sample)
    }

    /// How many heaps back a sample reaches, at most, that is made with the least effort.
    pub(super) fn longest_sample(&self) -> usize {
        SAMPLE_STEP * LONGEST_SAMPLE * self.sample
    }
}
