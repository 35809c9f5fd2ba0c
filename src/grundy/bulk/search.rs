//! Whether rare values are options: all splits of a heap, small parts first.

use super::lanes::{Lanes, Number};
use crate::grundy::kernel::{Job, Kernel, Vector};
use crate::grundy::recent::BLOCK;
use crate::rules::Rules;
use rayon::prelude::*;

/// A heap, and numbers with rare values that are not yet known to be those of options.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    pub(super) heap: usize,
    pub(super) numbers: Vec<Number>,
}

/// The numbers that splits are looked up in: those before the superblock, and those in and just
/// before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Search<'a> {
    pub(super) lanes: &'a Lanes,
    pub(super) window: &'a Lanes,
    pub(super) rules: &'a Rules,
}

/// Heaps searched by one thread before it asks for more.
const AT_ONCE: usize = 16;

impl Search<'_> {
    /// The first of these heaps with a number that no split gives, in parallel; and how many splits
    /// were tried.
    ///
    /// `None` if this CPU lacks the kernel.
    pub(super) fn first_rare(
        self,
        kernel: Kernel,
        wanted: &[Wanted],
    ) -> Option<(Option<usize>, u64)> {
        let some = |wanted| kernel.run(Share { search: self, wanted });
        let found: Option<Vec<(Option<usize>, u64)>> =
            wanted.par_chunks(AT_ONCE).map(some).collect();
        let found = found?;
        let first = found.iter().filter_map(|&(heap, _)| heap).min();
        Some((first, found.iter().map(|&(_, tried)| tried).sum()))
    }

    /// Tries all splits of heap n until none of the numbers is missing; returns how many it tried.
    #[inline(always)]
    pub(super) fn strike<V: Vector>(self, v: V, n: usize, missing: &mut Vec<Number>) -> u64 {
        let splits = &self.rules.splits;
        let last = splits.iter().map(|split| split.largest_smaller_part(n)).max().unwrap_or(0);
        let mut tried = 0;
        for a in (1..=last).step_by(BLOCK) {
            for split in splits {
                if a > split.largest_smaller_part(n) {
                    continue;
                }
                tried += BLOCK as u64;
                // The smaller parts are a, a + 1, …, the others end at rest − a.
                let rest = n - split.k;
                let other = rest - a - (BLOCK - 1);
                let others = if other >= self.window.first() { self.window } else { self.lanes };
                let low: [&[u8; BLOCK]; 2] = [self.lanes.low(a, 0), others.low(other, 0)];
                let high: [&[u8; BLOCK]; 2] = [self.lanes.high(a, 0), others.high(other, 0)];
                let allowed = match (rest / 2).checked_sub(a) {
                    Some(equal @ 0..BLOCK) if split.unequal && rest.is_multiple_of(2) => {
                        !(1 << equal)
                    }
                    _ => u64::MAX,
                };
                for part in (0..BLOCK).step_by(V::HEAPS) {
                    let from = BLOCK - V::HEAPS - part;
                    let lows = v.xor(v.bytes(&low[0][part..]), v.reversed(&low[1][from..]));
                    let highs = v.xor(v.bytes(&high[0][part..]), v.reversed(&high[1][from..]));
                    // No closures in here: one would not be compiled for the kernel's instructions.
                    let mut i = 0;
                    while i < missing.len() {
                        let number = missing[i];
                        let differs = v.xor(lows, v.all(number.low));
                        let differs = v.differs(highs, v.all(number.high), differs);
                        let mut found = v.any(v.equal(differs, v.all(0)));
                        if found && allowed != u64::MAX {
                            let low = v.sums(low[0], low[1], number.low);
                            let high = v.sums(high[0], high[1], number.high);
                            found = low & high & allowed != 0;
                        }
                        if found {
                            missing.swap_remove(i);
                        } else {
                            i += 1;
                        }
                    }
                }
                if missing.is_empty() {
                    return tried;
                }
            }
        }
        tried
    }
}

/// The work of one thread.
struct Share<'a> {
    search: Search<'a>,
    wanted: &'a [Wanted],
}

impl Job for Share<'_> {
    type Output = (Option<usize>, u64);

    #[inline(always)]
    fn run<V: Vector>(self, v: V) -> Self::Output {
        let (mut first, mut tried) = (None, 0);
        for Wanted { heap, numbers } in self.wanted {
            let mut missing = numbers.clone();
            tried += self.search.strike(v, *heap, &mut missing);
            if !missing.is_empty() && first.is_none() {
                first = Some(*heap);
            }
        }
        (first, tried)
    }
}
