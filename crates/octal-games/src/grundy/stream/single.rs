//! A heap decided alone, from the rare heaps and the last values.
//!
//! [`heap_to_check`] is the heap of a stream that is computed a second time: the guard that always
//! runs.

use super::basis::Basis;
use super::continuation::Halt;
use crate::grundy::kernel::{Job, Kernel, Vector};
use crate::rules::Split;

/// A heap n and the values before it.
pub(super) struct SingleHeap<'a> {
    pub(super) basis: &'a Basis,
    /// The rare heaps and their values.
    pub(super) rare: &'a [(usize, u16)],
    /// The values before heap n, a window of them or more if it is to be verified.
    pub(super) before: &'a [u16],
    /// n.
    pub(super) heap: u64,
    pub(super) kernel: Kernel,
}

/// Splits are tried for this many small parts at once.
const PARTS: usize = 256;

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

    /// The rare values below `common` that no option has: single heaps, and splits within the
    /// window.
    ///
    /// O(window) for each of them.
    pub(super) fn missing(&self, common: u16) -> Vec<u16> {
        let Basis { rules, first, .. } = self.basis;
        let mut missing: Vec<u16> = (0..common).filter(|&v| self.is_rare(v)).collect();
        for &k in &rules.singles {
            missing.retain(|&value| value != self.before(k));
        }
        let small = &first[1..=self.largest_part()];
        let removed =
            RemoveSums { splits: &rules.splits, small, before: self.before, values: &mut missing };
        self.kernel.run(removed).expect("the engine of the stream has this kernel, too");
        missing
    }
}

/// Removes the values that a split with one of the small parts 1, 2, … has: these are the values of
/// those parts, and `before` ends with the value of the heap before the one that is split.
struct RemoveSums<'a> {
    splits: &'a [Split],
    small: &'a [u16],
    before: &'a [u16],
    values: &'a mut Vec<u16>,
}

impl Job for RemoveSums<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(self, _: V) {
        for (small, part) in self.small.chunks(PARTS).zip((1..).step_by(PARTS)) {
            let mut i = 0;
            while let Some(&value) = self.values.get(i) {
                let is_sum = |split: &Split| {
                    let others = &self.before[..self.before.len() + 1 - split.k - part];
                    any_sum(small, &others[others.len() - small.len()..], value)
                };
                if self.splits.iter().any(is_sum) {
                    self.values.swap_remove(i);
                } else {
                    i += 1;
                }
            }
            if self.values.is_empty() {
                return;
            }
        }
        self.values.sort_unstable();
    }
}

/// True if small[i] ⊕ large[large.len() − 1 − i] = x for some i; both have the same length.
///
/// The loop visits all pairs, so the compiler makes vector operations of it. The least of the
/// numbers is 0 if there is such a pair.
#[inline(always)]
fn any_sum(small: &[u16], large: &[u16], x: u16) -> bool {
    let pairs = small.iter().zip(large.iter().rev());
    pairs.fold(u16::MAX, |least, (a, b)| least.min(a ^ b ^ x)) == 0
}

/// One heap in this many chunks is computed a second time, without blocks.
const CHUNKS_PER_CHECK: u64 = 16;

/// The distance below `end` of the heap to check in a chunk of `chunk` heaps that ends there; `None`
/// if no heap of this chunk is checked.
pub(super) fn heap_to_check(end: u64, chunk: u64) -> Option<usize> {
    // A hash of the chunk chooses the heap.
    let hash = end.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    end.is_multiple_of(CHUNKS_PER_CHECK * chunk).then_some(1 + (hash % chunk) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::space::SparseSpace;
    use crate::rules::Rules;

    /// With every kernel, a value is missing if neither a single heap nor a split within the window
    /// has it.
    #[test]
    fn missing_values() {
        let mut random = fastrand::Rng::with_seed(59);
        let rules = Rules::of(&"0.3506".parse().unwrap()).unwrap();
        let space = SparseSpace { mask: 3, position_parity: false, split_parity: 0 };
        let mut found = 0;
        for parts in [0, 1, PARTS - 1, PARTS, PARTS + 1, 4 * PARTS] {
            let window = parts + rules.last_place;
            let mut values = |count| (0..count).map(|_| random.u16(..2000)).collect::<Vec<u16>>();
            let (first, before) = (values(window + 1), values(window + 9));
            let back = |k: usize, a: usize| before[before.len() - k - a] ^ first[a];
            let sums = rules.splits.iter().flat_map(|s| (1..=parts).map(move |a| (s.k, a)));
            let mut options: Vec<u16> = sums.map(|(k, a)| back(k, a)).collect();
            options.extend(rules.singles.iter().map(|&k| before[before.len() - k]));
            let is_missing = |v: &u16| space.is_rare(0, *v) && !options.contains(v);
            let expected: Vec<u16> = (0..2000).filter(is_missing).collect();
            let (rules, rare, accepted) = (rules.clone(), vec![], vec![]);
            let (superblocks, state_length, first) = (false, window, first.into());
            let basis = Basis { rules, space, rare, first, superblocks, state_length, accepted };
            for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.is_supported()) {
                let (rare, before, heap) = (&[][..], &before[..], 1_000_000);
                let single = SingleHeap { basis: &basis, rare, before, heap, kernel };
                assert_eq!(single.missing(2000), expected, "{} {parts}", kernel.name());
            }
            found += expected.len();
        }
        assert!(found > 1000);
    }
}
