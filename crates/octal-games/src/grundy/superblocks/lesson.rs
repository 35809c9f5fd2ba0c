//! What the last heaps teach: how many planes their values need, which splits would have been witnesses, and which
//! taps shall lead (`leading`).

use super::choice::WitnessChoice;
use super::history::History;
use super::missing::{Missing, below};
use super::places;
use super::tap::MarkedTap;
use super::taps::candidates;
use super::tuning::Tuning;
use super::witness::SplitsOfTaps;
use crate::grundy::packed::Packing;
use crate::rules::Rules;

/// A sequence to learn from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lesson<'a> {
    pub(super) history: &'a History,
    pub(super) rules: &'a Rules,
    pub(super) packing: &'a Packing,
    pub(super) tuning: &'a Tuning,
}

/// A heap and its packed value.
pub(super) type SampledHeap = (usize, usize);
/// Some of the last common heaps.
pub(super) type SampledHeaps = Vec<SampledHeap>;

impl Lesson<'_> {
    /// The least sample of the last common heaps.
    pub(super) fn sample(&self) -> SampledHeaps {
        self.common(1, self.history.last().first())
    }

    /// The witnesses that would have shown most of the rare values below those of this sample, in sets of
    /// `words` words: of those chosen `before` the ones that would have shown some, and those that would have shown most of
    /// the others. With more effort, there follow those that would have shown in a sample that may be larger what
    /// the first do not.
    pub(super) fn witnesses(
        &self,
        sample: &SampledHeaps,
        words: usize,
        choice: &WitnessChoice,
        before: &[MarkedTap],
    ) -> Vec<MarkedTap> {
        let splits = SplitsOfTaps { columns: self.history.last(), rules: self.rules };
        let mut missing = self.missing(sample, words);
        let mut witnesses = missing.keep(splits, before);
        let taps = self.candidates(self.tuning.taps);
        witnesses.extend(missing.choose(splits, &taps));
        if choice.effort > 1 {
            let taps = self.candidates(choice.taps(self.tuning));
            let farthest = taps.last().map_or(0, |tap| tap.offset) + places::span(self.rules);
            let sample = self.common(choice.effort, splits.columns.first() + farthest);
            let mut missing = self.missing(&sample, words);
            missing.remove(splits, &witnesses);
            witnesses.extend(missing.choose(splits, &taps));
        }
        witnesses
    }

    /// Taps from which witnesses are chosen.
    fn candidates(&self, count: usize) -> Vec<MarkedTap> {
        candidates(self.rules, self.history, 2 * self.tuning.superblock, count)
    }

    /// The common heaps from heap `first` on in the sample that is made with this effort.
    fn common(&self, effort: usize, first: usize) -> SampledHeaps {
        let sample = self.tuning.sample(self.history.next(), effort).filter(|&n| n >= first);
        let packed = sample.map(|n| (n, self.history.last().get(n, 0)));
        packed
            .filter(|(_, packed)| !packed.is_rare())
            .map(|(n, packed)| (n, packed.bits()))
            .collect()
    }

    /// The rare values below those of these heaps.
    fn missing(&self, heaps: &SampledHeaps, words: usize) -> Missing {
        let mut missing = Missing::new(words, heaps.len());
        for &(n, packed) in heaps {
            let value = self.packing.unpack(n, packed, false);
            missing.push(n, below(self.packing.other_below(value)));
        }
        missing
    }
}
