//! Tuning of superblocks, which changes no value, and counters of how often they took each of their ways.

use super::columns::Marked;
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
    /// The fewest taps at the first splitting place of which only some lead, and the others are held.
    pub least_held: usize,
    /// The fewest heaps computed before leading taps are chosen again.
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
        least_held: 1 << 8,
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

    /// How many heaps that sample has, where the sequence is long enough for it.
    pub(super) fn sampled(&self, next: usize, effort: usize) -> usize {
        (next / HEAPS_PER_SAMPLE).min(LONGEST_SAMPLE * self.sample).max(effort * self.sample)
    }

    /// How many heaps back a sample reaches, at most, that is made with the least effort.
    pub(super) fn longest_sample(&self) -> usize {
        SAMPLE_STEP * LONGEST_SAMPLE * self.sample
    }
}

/// Counters of the heaps computed in superblocks: how often each way was taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Superblocks computed.
    pub superblocks: u64,
    /// Option values of taps that are far in all blocks (offset ≥ 2 superblocks).
    pub far: u64,
    /// Those of them for which no value was left out, because more than 24 planes would be needed.
    pub many_planes: u64,
    /// Those of them that were held against guesses.
    pub held: u64,
    /// Choices of leading taps.
    pub lead_choices: u64,
    /// Option values of taps that are block taps in some blocks (64 ≤ offset < 2 superblocks), and of those of rare
    /// heaps that the far stage did not know.
    pub block: u64,
    /// Option values of group taps (offset < 64), of moves to one heap, and of taps of rare heaps found in the same
    /// block.
    pub group: u64,
    /// Heaps all whose guesses were given, so that all taps were inserted.
    pub beyond_guesses: u64,
    /// Heaps whose least common value has no plane, so that all taps were inserted.
    pub beyond_planes: u64,
    /// Option values of the taps inserted for these heaps alone.
    pub alone: u64,
    /// Option values of splits tried for a whole block to verify rare values.
    pub witnesses: u64,
    /// Those of them that were held against missing rare values.
    pub held_witnesses: u64,
    /// Option values of splits tried for single rare values.
    pub searched: u64,
    /// Choices of the splits that searches try first.
    pub order_choices: u64,
    /// Choices of witnesses from more taps and heaps than before, because searches took long.
    pub with_more_effort: u64,
    /// How often planes were added, because heaps needed values without one.
    pub more_planes: u64,
    /// Rare heaps found.
    pub new_rare: u64,
    /// Superblocks cut short because the sets had no room for a value.
    pub too_large: u64,
    /// Superblocks computed while the heaps in the middle were forgotten.
    pub compacted: u64,
}

impl AddAssign for Counters {
    fn add_assign(&mut self, other: Counters) {
        self.superblocks += other.superblocks;
        self.far += other.far;
        self.many_planes += other.many_planes;
        self.held += other.held;
        self.lead_choices += other.lead_choices;
        self.block += other.block;
        self.group += other.group;
        self.beyond_guesses += other.beyond_guesses;
        self.beyond_planes += other.beyond_planes;
        self.alone += other.alone;
        self.witnesses += other.witnesses;
        self.held_witnesses += other.held_witnesses;
        self.searched += other.searched;
        self.order_choices += other.order_choices;
        self.with_more_effort += other.with_more_effort;
        self.more_planes += other.more_planes;
        self.new_rare += other.new_rare;
        self.too_large += other.too_large;
        self.compacted += other.compacted;
    }
}
