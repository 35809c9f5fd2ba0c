//! A heap decided alone, from the rare heaps and the last values.

use super::basis::Basis;
use super::halt::Halt;

/// A heap n and the values before it.
pub(super) struct SingleHeap<'a> {
    pub(super) basis: &'a Basis,
    /// The rare heaps and their values.
    pub(super) rare: &'a [(usize, u16)],
    pub(super) before: &'a [u16],
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
        let tried = self.basis.window() - rules.last_place;
        let mut parts = self.basis.first.iter().zip(0..=tried).skip(1);
        let mut split =
            |(&v, a): (&u16, usize)| rules.splits.iter().any(|s| show(self.before(s.k + a) ^ v));
        if single || parts.any(&mut split) {
            return Ok(());
        }
        match (0..).zip(&wanted).find(|&(_, &wanted)| wanted) {
            Some((value, _)) => Err(Halt::NotShown { heap: self.heap, value, tried: tried as u64 }),
            None => Ok(()),
        }
    }
}
