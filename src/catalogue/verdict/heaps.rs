//! The heaps that a statement is about, and sets of heaps that repeat with the sequence.

use super::convention::Convention;
use crate::period::shifted::View;

/// The heaps that a statement is about, as far as they are known.
pub(super) struct Scope {
    /// The last heap to look at.
    pub(super) last: u64,
    /// True if the heaps up to `last` settle the statement.
    pub(super) settles: bool,
    /// From this heap on, the pattern up to `last` repeats for ever.
    cycle_from: Option<u64>,
    /// The limit that the source states, if it lies beyond `last`.
    limit: Option<u64>,
}

impl Scope {
    /// The heaps up to `last` settle the statement.
    pub(super) fn settling(last: u64) -> Scope {
        Scope { last, settles: true, cycle_from: None, limit: None }
    }

    /// Up to the stated limit; else two proved periods, which show the parity of the position too;
    /// else as far as there are values.
    pub(super) fn of(convention: &Convention, view: &View) -> Scope {
        let limit = convention.limit();
        let computed = view.verified_to();
        match (limit, view.proved().filter(|period| period.saltus == 0)) {
            (limit, Some(p)) => {
                let whole = p.preperiod + 2 * p.period - 1;
                match limit.filter(|&limit| limit <= whole) {
                    Some(limit) => Scope::settling(limit),
                    None => {
                        Scope { cycle_from: Some(p.preperiod), limit, ..Scope::settling(whole) }
                    }
                }
            }
            (Some(limit), None) if limit <= computed => Scope::settling(limit),
            _ => Scope { settles: false, ..Scope::settling(computed) },
        }
    }

    /// The heaps up to `last` and their values.
    pub(super) fn values(&self, view: &View) -> impl Iterator<Item = (u64, u64)> {
        let view = *view;
        (0..=self.last).filter_map(move |n| Some((n, view.value(n)?)))
    }

    /// The heaps that are picked by heap and value.
    pub(super) fn pick(&self, view: &View, picks: impl Fn(u64, u64) -> bool) -> HeapSet {
        let picked = self.values(view).filter(|&(n, value)| picks(n, value));
        let heaps: Vec<u64> = picked.map(|(n, _)| n).collect();
        let (head, length) = match self.cycle_from {
            Some(from) => (heaps.partition_point(|&n| n < from), self.last + 1 - from),
            None => (heaps.len(), 0),
        };
        HeapSet { heaps, head, length, limit: self.limit }
    }

    /// ` to heap N` if values beyond heap N might change the answer, else nothing.
    pub(super) fn limit_text(&self) -> String {
        if self.settles { String::new() } else { format!(" to heap {}", self.last) }
    }
}

/// A set of heaps that repeats with a period, perhaps only up to a limit.
pub(super) struct HeapSet {
    /// In ascending order, up to the end of the first cycle.
    heaps: Vec<u64>,
    /// The number of heaps before the cycle.
    head: usize,
    /// The length of the cycle.
    length: u64,
    limit: Option<u64>,
}

impl HeapSet {
    /// The number of heaps; `None` if infinite. O(log n).
    pub(super) fn count(&self) -> Option<u64> {
        match self.limit {
            _ if self.cycle().is_empty() => Some(self.heaps.len() as u64),
            Some(limit) => self.count_to(limit),
            None => None,
        }
    }

    /// The last heap, if there are some and not infinitely many.
    pub(super) fn last(&self) -> Option<u64> {
        self.nth(self.count()?.checked_sub(1)?)
    }

    /// The heap with this index. O(1).
    pub(super) fn nth(&self, index: u64) -> Option<u64> {
        if let Some(&heap) = usize::try_from(index).ok().and_then(|index| self.heaps.get(index)) {
            return Some(heap);
        }
        let (cycles, rest) = self.cycles_and_rest(index.checked_sub(self.head as u64)?)?;
        let heap = self.cycle()[rest].checked_add(cycles.checked_mul(self.length)?)?;
        (heap <= self.limit.unwrap_or(u64::MAX)).then_some(heap)
    }

    /// The first heap beyond this one.
    pub(super) fn after(&self, heap: u64) -> Option<u64> {
        self.nth(self.count_to(heap)?)
    }

    /// True if the set holds this heap.
    pub(super) fn contains(&self, heap: u64) -> bool {
        let below = heap.checked_sub(1).map_or(Some(0), |heap| self.count_to(heap));
        below.and_then(|below| self.nth(below)) == Some(heap)
    }

    fn cycle(&self) -> &[u64] {
        &self.heaps[self.head..]
    }

    fn cycles_and_rest(&self, index: u64) -> Option<(u64, usize)> {
        let size = self.cycle().len() as u64;
        Some((index.checked_div(size)?, (index % size) as usize))
    }

    /// The number of heaps up to this one, the limit aside.
    fn count_to(&self, heap: u64) -> Option<u64> {
        let listed = |heap| self.heaps.partition_point(|&n| n <= heap) as u64;
        let Some(&first) = self.cycle().first() else { return Some(listed(heap)) };
        let cycles = heap.saturating_sub(first) / self.length;
        (cycles * self.cycle().len() as u64).checked_add(listed(heap - cycles * self.length))
    }
}
