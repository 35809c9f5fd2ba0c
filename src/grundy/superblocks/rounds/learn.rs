//! What rounds learn from the last heaps and searches: planes, witnesses, leading taps, and the order of searches.

use super::Rounds;
use crate::grundy::superblocks::lesson::Lesson;
use crate::grundy::superblocks::trials::Trials;

impl Rounds {
    /// Chooses the planes and the witnesses by what the last heaps teach.
    pub(super) fn choose_witnesses(&mut self) {
        let grows = self.choice.make(self.history.next(), &self.tuning);
        self.counters.with_more_effort += u64::from(grows);
        let sample = self.lesson().sample();
        self.room.choose_planes(sample.iter().map(|&(_, packed)| packed).collect());
        if !self.takes_as_common {
            let (witnesses, stages) =
                self.lesson().witnesses(&sample, self.room.words, &self.choice);
            self.taps.witnesses = witnesses;
            self.stages += stages;
        }
    }

    /// What the last heaps teach.
    fn lesson(&self) -> Lesson<'_> {
        Lesson {
            history: &self.history,
            rules: &self.rules,
            packing: &self.packing,
            tuning: &self.tuning,
        }
    }

    /// Chooses the leading taps, if it is time to, before heap `next`.
    pub(super) fn choose_leading(&mut self, next: usize) {
        let few_planes = self.room.planes.is_some();
        let is_due = self.leading.is_due(next) || few_planes && self.taps.trails();
        if !is_due {
            return;
        }
        let all = self.taps.first_place();
        let sweeps = !few_planes && all.len() >= self.tuning.least_swept;
        let chosen = if sweeps && self.leading.pays() {
            let (chosen, stages) = self.lesson().leading(all);
            self.stages += stages;
            self.counters.lead_choices += 1;
            chosen
        } else {
            [all, vec![]]
        };
        self.taps.let_lead(chosen);
        self.leading.make(next, &self.tuning);
    }

    /// Counts what searches tried, and learns from it.
    pub(super) fn learn(&mut self, trials: &Trials) {
        self.counters.searched += trials.splits;
        self.choice.add_searched(trials.splits);
        self.counters.order_choices += u64::from(self.order.learn(trials, &self.tuning));
    }
}
