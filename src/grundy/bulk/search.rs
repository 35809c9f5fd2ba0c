//! Whether rare values are options: all splits of a heap, small parts first.

use super::lanes::{Lanes, Number};
use crate::grundy::kernel::{Job, Kernel, Vector};
use crate::grundy::recent::BLOCK;
use crate::rules::Rules;
use rayon::prelude::*;
use std::ops::Range;

/// A heap, and a number with a rare value that is not yet known to be that of an option.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    pub(super) heap: usize,
    pub(super) number: Number,
}

/// The numbers that splits are looked up in: those before the superblock, and those in and just
/// before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Search<'a> {
    pub(super) lanes: &'a Lanes,
    pub(super) window: &'a Lanes,
    pub(super) rules: &'a Rules,
}

/// Numbers searched for by one thread before it asks for more.
const AT_ONCE: usize = 64;
/// Small parts tried with one splitting place before the next. The larger parts are then all before
/// the superblock or all in the window, which is longer.
const PARTS: usize = 4 * BLOCK;

impl Search<'_> {
    /// The first heap of these, which ascend, with a number that no split gives, in parallel; and how
    /// many splits were tried.
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
        for a in (1..=last).step_by(PARTS) {
            for split in splits {
                if a <= split.largest_smaller_part(n) {
                    let rest = n - split.k;
                    // Where two equal parts are forbidden, the place of the split with equal parts.
                    let equal = (rest / 2).checked_sub(a).filter(|_| rest.is_multiple_of(2));
                    let parts = self.parts(rest, a);
                    tried += parts.strike(v, equal.filter(|_| split.unequal), missing);
                }
            }
            if missing.is_empty() {
                break;
            }
        }
        tried
    }

    /// The parts a, a + 1, … and the others, which end at rest − a.
    #[inline(always)]
    fn parts(&self, rest: usize, a: usize) -> Parts<'_> {
        let other = rest - a - (PARTS - 1);
        let others = if other >= self.window.first() { self.window } else { self.lanes };
        Parts {
            low: [self.lanes.low(a, 0), others.low(other, 0)],
            high: [self.lanes.high(a, 0), others.high(other, 0)],
        }
    }
}

/// The numbers of the smaller parts of some splits, and of the larger ones in the opposite order.
struct Parts<'a> {
    low: [&'a [u8; PARTS]; 2],
    high: [&'a [u8; PARTS]; 2],
}

impl Parts<'_> {
    /// Strikes the numbers that these splits have, split number `left_out` left out, until none is
    /// missing; returns how many it tried.
    #[inline(always)]
    fn strike<V: Vector>(&self, v: V, left_out: Option<usize>, missing: &mut Vec<Number>) -> u64 {
        let left_out = left_out.unwrap_or(usize::MAX);
        for at in (0..PARTS).step_by(V::HEAPS) {
            let from = PARTS - V::HEAPS - at;
            let lows = v.xor(v.bytes(&self.low[0][at..]), v.reversed(&self.low[1][from..]));
            let highs = v.xor(v.bytes(&self.high[0][at..]), v.reversed(&self.high[1][from..]));
            let is_whole = left_out < at || left_out >= at + V::HEAPS;
            // No closures in here: one would not be compiled for the kernel's instructions.
            let mut i = 0;
            while i < missing.len() {
                let number = missing[i];
                let differs = v.xor(lows, v.all(number.low));
                let differs = v.differs(highs, v.all(number.high), differs);
                let found = v.any(v.equal(differs, v.all(0)));
                if found && (is_whole || self.any_but(left_out, at..at + V::HEAPS, number)) {
                    missing.swap_remove(i);
                } else {
                    i += 1;
                }
            }
            if missing.is_empty() {
                return (at + V::HEAPS).next_multiple_of(BLOCK) as u64;
            }
        }
        PARTS as u64
    }

    /// Whether one of these splits, but not that number `left_out`, has this number.
    fn any_but(&self, left_out: usize, mut splits: Range<usize>, number: Number) -> bool {
        splits.any(|i| {
            let sum = |bytes: [&[u8; PARTS]; 2]| bytes[0][i] ^ bytes[1][PARTS - 1 - i];
            i != left_out && sum(self.low) == number.low && sum(self.high) == number.high
        })
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
        let (mut first, mut tried, mut missing) = (None, 0, vec![]);
        for wanted in self.wanted.chunk_by(|a, b| a.heap == b.heap) {
            missing.clear();
            missing.extend(wanted.iter().map(|wanted| wanted.number));
            tried += self.search.strike(v, wanted[0].heap, &mut missing);
            if !missing.is_empty() && first.is_none() {
                first = Some(wanted[0].heap);
            }
        }
        (first, tried)
    }
}
