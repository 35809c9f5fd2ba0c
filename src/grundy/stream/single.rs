//! A heap decided alone, from the rare heaps and the last values.

use super::basis::Basis;
use super::halt::Halt;

/// A heap n and the values before it.
pub(super) struct SingleHeap<'a> {
    pub(super) basis: &'a Basis,
    /// The rare heaps and their values.
    pub(super) rare: &'a [(usize, u16)],
    /// The values before heap n, a window of them or more if it is to be verified.
    pub(super) before: &'a [u16],
    /// n.
    pub(super) heap: u64,
}

impl SingleHeap<'_> {
    fn is_rare(&self, value: u16) -> bool {
        self.basis.space.is_rare((self.heap % 2) as usize, value)
    }

    /// G(n − back).
    pub(super) fn before(&self, back: usize) -> u16 {
        self.before[self.before.len() - back]
    }

    /// The least common value that neither a split with a rare part nor a single heap has.
    pub(super) fn least_common(&self) -> u16 {
        let rules = &self.basis.rules;
        let split =
            |&(r, v): &(usize, u16)| rules.splits.iter().map(move |s| self.before(s.k + r) ^ v);
        let mut options: Vec<u16> = self.rare.iter().flat_map(split).collect();
        options.extend(rules.singles.iter().map(|&k| self.before(k)));
        options.sort_unstable();
        let is_least = |&v: &u16| !self.is_rare(v) && options.binary_search(&v).is_err();
        (0..=u16::MAX).find(is_least).unwrap_or(u16::MAX)
    }

    /// Shows that all rare values below `common` are values of options.
    pub(super) fn verify(&self, common: u16) -> Result<(), Halt> {
        let (heap, tried) = (self.heap, self.largest_part() as u64);
        let missing = self.missing(common).first().copied();
        missing.map_or(Ok(()), |value| Err(Halt::NotShown { heap, value, tried }))
    }

    /// The largest small part whose splits are tried.
    fn largest_part(&self) -> usize {
        self.basis.window() - self.basis.rules.last_place
    }

    /// The rare values below `common` that no option has: single heaps, and splits within the window.
    pub(super) fn missing(&self, common: u16) -> Vec<u16> {
        let rules = &self.basis.rules;
        let mut wanted: Vec<bool> = (0..common).map(|v| self.is_rare(v)).collect();
        let mut missing = wanted.iter().filter(|&&wanted| wanted).count();
        let mut show = |value: u16| {
            if let Some(wanted) = wanted.get_mut(usize::from(value)) {
                missing -= usize::from(std::mem::take(wanted));
            }
            missing == 0
        };
        let single = rules.singles.iter().any(|&k| show(self.before(k)));
        let mut parts = self.basis.first.iter().zip(0..=self.largest_part()).skip(1);
        let mut split =
            |(&v, a): (&u16, usize)| rules.splits.iter().any(|s| show(self.before(s.k + a) ^ v));
        if single || parts.any(&mut split) {
            return vec![];
        }
        (0..).zip(wanted).filter(|&(_, wanted)| wanted).map(|(value, _)| value).collect()
    }
}
