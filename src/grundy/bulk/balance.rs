//! How much of a work that saves other work is worth its cost.

/// A number that is varied until what it costs is least.
#[derive(Clone, Copy, Debug)]
pub(super) struct Balance {
    pub(super) number: usize,
    more: bool,
    /// What the present number has cost so far, and how often, and what the one before cost.
    cost: u64,
    times: u32,
    before: u64,
}

impl Balance {
    /// Costs between two changes.
    const TIMES: u32 = 8;

    /// Begins with this number.
    pub(super) fn new(number: usize) -> Balance {
        Balance { number, more: true, cost: 0, times: 0, before: u64::MAX }
    }

    /// Takes note of what one use of the number has cost.
    pub(super) fn cost(&mut self, cost: u64) {
        self.cost += cost;
        self.times += 1;
        if self.times == Balance::TIMES {
            self.more ^= self.cost > self.before;
            let step = self.number / 8 + 1;
            self.number =
                if self.more { self.number + step } else { self.number - step.min(self.number) };
            (self.before, self.cost, self.times) = (self.cost, 0, 0);
        }
    }
}
