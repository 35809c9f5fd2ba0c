//! The serial stage: one heap after the other, once the far taps are known.

use super::columns::{Lanes, Number, Sets};
use super::counters::Counters;
use super::far::{Block, Far, Read};
use super::missing::{self, Wanted};
use super::search::Search;
use super::taps::Tap;
use crate::grundy::kernel::{Job, Vector};
use crate::grundy::layout::BLOCK;
use crate::grundy::packed::Short;
use crate::grundy::space::SparseSpace;
use crate::rules::Rules;

/// Computes the heaps of a superblock.
pub(super) struct Serial<'a> {
    pub(super) read: Read<'a>,
    pub(super) far: Far,
    pub(super) rules: &'a Rules,
    pub(super) space: SparseSpace,
    pub(super) short: Short,
    /// The last numbers before the superblock, which goes on with them.
    pub(super) window: Lanes,
    /// The heap before which to end.
    pub(super) end: usize,
    /// Whether heaps are taken to be common, and searched for rare values behind.
    pub(super) defers: bool,
}

/// Why a heap has to be computed by another engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Deferral {
    /// Its number is larger than the sets have room for.
    #[error("a value is too large for superblocks")]
    TooLarge,
    /// A search for a rare value did not end among the numbers that are kept.
    #[error("a rare value can be shown only by heaps that have been forgotten")]
    Forgotten,
    /// It is the heap to end before, or this CPU lacks the kernel.
    #[error("superblocks end here, or this CPU lacks the kernel")]
    NotHere,
    /// A value does not fit the width of the sequence: to be asked again when it is wider.
    #[error("a value does not fit the width of the sequence")]
    TooWide,
}

/// The heaps of a superblock, or of its beginning.
pub(super) struct Known {
    pub(super) values: Vec<u16>,
    pub(super) window: Lanes,
    pub(super) rare: Vec<(usize, Number)>,
    /// Why the heap after the last was left, if it was.
    pub(super) left: Option<Deferral>,
    /// What is left to be searched for.
    pub(super) wanted: Wanted,
    /// The numbers with rare values that are not yet known to be options of the heap in hand.
    missing: Vec<u64>,
    /// A byte for each number; those that the sets have room for are 0 between two uses, and others
    /// are never read.
    seen: Box<[u8; 1 << 16]>,
    pub(super) counters: Counters,
}

impl Job for Serial<'_> {
    type Output = Known;

    #[inline(always)]
    fn run<V: Vector>(mut self, v: V) -> Known {
        let window = std::mem::replace(&mut self.window, Lanes::new(0, 0));
        let mut known = Known {
            values: Vec::with_capacity(self.end - window.next()),
            window,
            rare: self.read.taps.rare[self.far.included..].to_vec(),
            left: None,
            wanted: Wanted::new(self.read.words),
            missing: vec![],
            seen: Box::new([0; 1 << 16]),
            counters: Counters::default(),
        };
        let old = known.rare.len();
        let mut blocks = std::mem::take(&mut self.far.blocks);
        for block in &mut blocks {
            let heap = known.window.next();
            self.middle(v, &mut block.common, &mut known);
            for i in 0..BLOCK.min(self.end - heap) {
                self.heap(v, block, i, heap, &mut known);
                if known.left.is_some() {
                    break;
                }
            }
            if known.left.is_some() || known.window.next() == self.end {
                break;
            }
        }
        known.rare.drain(..old);
        known
    }
}

impl Serial<'_> {
    /// The middle taps, and those of rare heaps of which the far stage did not know.
    #[inline(always)]
    fn middle<V: Vector>(&self, v: V, common: &mut Sets, known: &mut Known) {
        let heap = known.window.next();
        let fresh = known.rare.iter().flat_map(|&(r, s)| Tap::of_part(self.rules, r, s));
        let fresh: Vec<Tap> = fresh.filter(|tap| tap.offset < heap + BLOCK).collect();
        let middle = &self.read.taps.middle;
        known.counters.middle += ((middle.len() + fresh.len()) * BLOCK) as u64;
        // A fresh rare heap meets small heaps, which may be rare, and middle taps may meet it.
        let read = Read { wide: self.read.wide || !known.rare.is_empty(), ..self.read };
        for (lanes, taps) in [(&known.window, middle), (self.read.history.small(), &fresh)] {
            if taps.is_empty() {
                continue;
            }
            for (words, more) in common.iter_mut().zip(read.sets(v, lanes, heap, taps)) {
                for (word, more) in words.iter_mut().zip(more) {
                    *word |= more;
                }
            }
        }
    }

    /// The value of heap `start + i`.
    #[inline(always)]
    fn heap<V: Vector>(&self, v: V, block: &mut Block, i: usize, start: usize, known: &mut Known) {
        let n = start + i;
        self.near(v, block, i, n, known);
        self.fresh(block, i, start, known);
        self.singles(block, i, n, known);
        let Some(x) = self.least_common(v, block, i, n, known) else {
            known.left = Some(Deferral::TooLarge);
            return;
        };
        let mut value = self.short.value(n, x, false);
        let mut number = Number::new(x);
        let others = self.short.other_below(value);
        if others > 64 * block.rare.len() {
            known.left = Some(Deferral::TooLarge);
            return;
        }
        let rare = self.least_rare(v, &block.rare, i, n, others, known);
        if known.left.is_some() {
            return;
        }
        if let Some(s) = rare {
            value = self.short.value(n, s, true);
            number = Number::new(s);
            known.rare.push((n, number));
            number = number.marked();
        }
        known.values.push(value);
        known.window.push(number);
    }

    /// The least number below `others` that is not that of an option with a rare value; `None` also
    /// if that is deferred, or if the heap has to be left.
    #[inline(always)]
    fn least_rare<V: Vector>(
        &self,
        v: V,
        sets: &Sets,
        i: usize,
        n: usize,
        others: usize,
        known: &mut Known,
    ) -> Option<usize> {
        let shown = sets.iter().map(|words| words[i]);
        known.missing.clear();
        known.missing.extend(shown.zip(missing::below(others)).map(|(shown, all)| all & !shown));
        let count = missing::count(&known.missing);
        if count == 0 {
            return None;
        }
        known.counters.wanted += count as u64;
        if self.defers {
            known.wanted.push(n, known.missing.iter().copied());
            return None;
        }
        let wide = self.read.wide || !known.rare.is_empty();
        let search =
            Search { history: self.read.history, window: &known.window, rules: self.rules, wide };
        known.counters.searched += search.strike(v, n, &mut known.missing);
        let word = known.missing.iter().position(|&word| word != 0)?;
        if !search.knows_all(n) {
            known.left = Some(Deferral::Forgotten);
            return None;
        }
        Some(64 * word + known.missing[word].trailing_zeros() as usize)
    }

    /// The near taps.
    #[inline(always)]
    fn near<V: Vector>(&self, v: V, block: &mut Block, i: usize, n: usize, known: &mut Known) {
        let before: &[[u8; 2]; BLOCK] = known.window.both(n, BLOCK);
        for tap in &self.read.taps.near {
            let number = u16::from_le_bytes(before[BLOCK - tap.offset % BLOCK]);
            known.seen[usize::from(number) ^ tap.number.short()] = 1;
        }
        take_marks(v, &mut known.seen, &mut block.common, i);
        known.counters.near += self.read.taps.near.len() as u64;
    }

    /// The taps of rare heaps found in this block.
    #[inline(always)]
    fn fresh(&self, block: &mut Block, i: usize, start: usize, known: &mut Known) {
        for &(r, number) in known.rare.iter().rev().take_while(|&&(r, _)| r >= start) {
            for tap in Tap::of_part(self.rules, r, number).filter(|tap| tap.offset < start + i) {
                let small = self.read.history.small();
                let number = small.number(start + i, tap.offset).xor(tap.number);
                insert(&mut block.common, i, number.short());
                known.counters.near += 1;
            }
        }
    }

    /// The moves to one heap.
    #[inline(always)]
    fn singles(&self, block: &mut Block, i: usize, n: usize, known: &mut Known) {
        for k in &self.rules.singles {
            let number = known.window.number(n, *k);
            // What is common at heap n − k may be rare at heap n.
            let changes = self.space.rare_parity(n) != self.space.rare_parity(n - k);
            let is_rare = number.is_rare() != changes;
            let sets = if is_rare { &mut block.rare } else { &mut block.common };
            insert(sets, i, number.unmarked());
        }
        known.counters.near += self.rules.singles.len() as u64;
    }

    /// The least common number that is not that of an option, if it is not too large.
    #[inline(always)]
    fn least_common<V: Vector>(
        &self,
        v: V,
        block: &mut Block,
        i: usize,
        n: usize,
        known: &mut Known,
    ) -> Option<usize> {
        let mut x = first_missing(&block.common, i)?;
        if x >= self.read.limit() {
            self.all_taps(v, &mut block.common, i, n, known);
            x = first_missing(&block.common, i)?;
        }
        Some(x)
    }

    /// Inserts the numbers of all taps but the near ones, for one heap.
    #[inline(always)]
    fn all_taps<V: Vector>(&self, v: V, common: &mut Sets, i: usize, n: usize, known: &mut Known) {
        let Read { history, taps, .. } = self.read;
        // A byte for each number, marked ones included, so that none has to be told apart.
        let seen = &mut *known.seen;
        for tap in &taps.far {
            seen[history.last().number(n, tap.offset).xor(tap.number).short()] = 1;
        }
        for tap in &taps.middle {
            seen[known.window.number(n, tap.offset).xor(tap.number).short()] = 1;
        }
        for &(r, rare) in &known.rare {
            for tap in Tap::of_part(self.rules, r, rare).filter(|tap| tap.offset < n) {
                seen[history.small().number(n, tap.offset).xor(tap.number).short()] = 1;
            }
        }
        take_marks(v, seen, common, i);
        let fresh = known.rare.len() * self.rules.splits.len();
        known.counters.alone += (taps.far.len() + taps.middle.len() + fresh) as u64;
        known.counters.beyond_planes += 1;
    }
}

/// Adds the marked numbers to set i, as far as the set has room for them, and removes the marks.
#[inline(always)]
fn take_marks<V: Vector>(v: V, seen: &mut [u8; 1 << 16], sets: &mut Sets, i: usize) {
    for (words, bytes) in sets.iter_mut().zip(seen.as_chunks_mut().0) {
        words[i] |= v.bits(bytes);
        *bytes = [0; BLOCK];
    }
}

/// The least number that is not in set i, if the set has room for it.
#[inline(always)]
fn first_missing(sets: &Sets, i: usize) -> Option<usize> {
    let word = sets.iter().position(|words| words[i] != u64::MAX)?;
    Some(64 * word + sets[word][i].trailing_ones() as usize)
}

/// Adds a number to set i, if the set has room for it.
#[inline(always)]
fn insert(sets: &mut Sets, i: usize, number: usize) {
    if let Some(words) = sets.get_mut(number / 64) {
        words[i] |= 1 << (number % 64);
    }
}
