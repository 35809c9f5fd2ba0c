//! What the last heaps teach: how many planes their values need, and which splits would have been witnesses.

use super::Rounds;
use crate::grundy::superblocks::missing::{Missing, below};
use crate::grundy::superblocks::taps::{MarkedTap, candidates};

impl Rounds {
    /// Chooses the planes, and the witnesses by what they would have shown of the last heaps: first by a
    /// few heaps, then, with more effort, for what these do not show.
    pub(super) fn choose_witnesses(&mut self) {
        let start = self.history.next();
        self.counters.with_more_effort += u64::from(self.choice.make(start, &self.tuning));
        let sample = self.tuning.sample(start, 1).filter(|&n| n >= self.history.last().first());
        let sample = self.common(sample);
        self.room.choose_planes(sample.iter().map(|&(_, packed)| packed).collect());
        if self.takes_as_common {
            return;
        }
        let columns = self.history.last();
        let mut witnesses =
            self.missing(&sample).choose(columns, &self.candidates(self.tuning.taps));
        if self.choice.effort > 1 {
            let taps = self.candidates(self.choice.taps(&self.tuning));
            let farthest = taps.last().map_or(0, |tap| tap.offset);
            let sample = self.tuning.sample(start, self.choice.effort);
            let sample = self.common(sample.filter(|&n| n >= columns.first() + farthest));
            let mut missing = self.missing(&sample);
            witnesses.iter().for_each(|&tap| missing.remove(columns, tap));
            witnesses.extend(missing.choose(columns, &taps));
        }
        self.taps.witnesses = witnesses;
    }

    /// Taps from which witnesses are chosen.
    fn candidates(&self, count: usize) -> Vec<MarkedTap> {
        candidates(&self.rules, &self.history, 2 * self.tuning.superblock, count)
    }

    /// The common heaps among these, with their packed values.
    fn common(&self, heaps: impl Iterator<Item = usize>) -> Vec<(usize, usize)> {
        let packed = heaps.map(|n| (n, self.history.last().get(n, 0)));
        packed
            .filter(|(_, packed)| !packed.is_rare())
            .map(|(n, packed)| (n, packed.bits()))
            .collect()
    }

    /// The rare values below those of these heaps.
    fn missing(&self, heaps: &[(usize, usize)]) -> Missing {
        let mut missing = Missing::new(self.room.words);
        for &(n, packed) in heaps {
            let value = self.packing.unpack(n, packed, false);
            missing.push(n, below(self.packing.other_below(value)));
        }
        missing
    }
}
