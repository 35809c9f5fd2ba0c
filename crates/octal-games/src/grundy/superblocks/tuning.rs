//! Tuning of superblocks, which changes no value, and counters of how often they took each of their
//! ways.

use super::history::Marked;
use crate::grundy::packed::BLOCK;
use std::ops::AddAssign;

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
    /// The fewest taps at the first splitting place of which only some lead, and the others are
    /// held.
    pub least_held: usize,
    /// The fewest heaps computed before leading taps are chosen again.
    pub lead: usize,
    /// The most pieces of splits that searches try first.
    pub favourites: usize,
    /// They are chosen again once searches have tried this many splits, but at most once a
    /// superblock.
    pub splits_per_choice: u64,
    /// The most words of a set, from 1 to 256: heaps with a packed value from 64 times as many on
    /// are left to other engines.
    pub most_words: usize,
    /// The least number of the smallest heaps kept, when those in the middle are forgotten.
    pub history: usize,
}

impl Tuning {
    /// For speed.
    pub const DEFAULT: Tuning = Tuning {
        start: 1 << 13,
        superblock: 256,
        sample: 256,
        taps: 4096,
        least_held: 1 << 14,
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
        least_held: 16,
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
        least_held: 100,
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

    /// The number of heaps of that sample, where the sequence is long enough for it.
    pub(super) fn sampled(&self, next: usize, effort: usize) -> usize {
        (next / HEAPS_PER_SAMPLE).min(LONGEST_SAMPLE * self.sample).max(effort * self.sample)
    }

    /// The largest number of heaps that a sample of the least effort reaches back.
    pub(super) fn longest_sample(&self) -> usize {
        SAMPLE_STEP * LONGEST_SAMPLE * self.sample
    }
}

/// Declares the counters, and how they are added.
macro_rules! counters {
    ($($(#[$doc:meta])* $name:ident)*) => {
        /// Counters of the heaps computed in superblocks: how often each way was taken.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Counters {
            $($(#[$doc])* pub $name: u64,)*
        }

        impl AddAssign for Counters {
            fn add_assign(&mut self, other: Counters) {
                $(self.$name += other.$name;)*
            }
        }
    };
}

counters! {
    /// Superblocks computed.
    superblocks
    /// Superblocks for which no value was left out, because more than 24 planes would be needed.
    many_planes
    /// Superblocks for which some far taps were held.
    held
    /// Superblocks for which witnesses were inserted.
    witnesses
    /// Choices of leading taps.
    lead_choices
    /// Heaps all whose guesses were given, so that all taps were inserted.
    beyond_guesses
    /// Heaps whose least common value has no plane, so that all taps were inserted.
    beyond_planes
    /// Option values of splits tried for single rare values.
    searched
    /// Choices of the splits that searches try first.
    order_choices
    /// Choices of witnesses from more taps and heaps than before, because searches took long.
    with_more_effort
    /// The number of times that planes were added, because heaps needed values without one.
    more_planes
    /// Rare heaps found.
    new_rare
    /// Superblocks cut short because the sets had no room for a value.
    too_large
    /// Superblocks computed while the heaps in the middle were forgotten.
    compacted
}
