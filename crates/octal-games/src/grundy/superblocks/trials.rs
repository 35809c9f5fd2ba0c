//! What searches tried, from which is learnt in what order to try.

/// What the search for the values of one heap tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SearchTrial {
    /// How many splits, until all values were found or none was left.
    pub(super) splits: u64,
    /// The piece that gave the last value, if all were found.
    pub(super) ended_by: Option<usize>,
}

/// What the searches for several heaps tried.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SearchTrials {
    pub(super) splits: u64,
    /// For each heap whose values were all found the piece that gave the last.
    pub(super) ended_by: Vec<usize>,
}

impl SearchTrials {
    /// These, in this order.
    pub(super) fn of(trials: &[SearchTrial]) -> SearchTrials {
        let mut all = SearchTrials { splits: 0, ended_by: Vec::with_capacity(trials.len()) };
        trials.iter().for_each(|&trial| all.push(trial));
        all
    }

    pub(super) fn push(&mut self, trial: SearchTrial) {
        self.splits += trial.splits;
        self.ended_by.extend(trial.ended_by);
    }

    pub(super) fn append(&mut self, more: SearchTrials) {
        self.splits += more.splits;
        self.ended_by.extend(more.ended_by);
    }
}
