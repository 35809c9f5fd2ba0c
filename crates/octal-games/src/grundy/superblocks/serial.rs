//! The serial stage: one block after the other, once the far taps are inserted.
//!
//! If the heaps of a superblock are taken for common, and taps give all their options, the heaps of
//! a block are computed together. Each takes its first guess that no tap gives. All other heaps are
//! computed one by one. A heap that loses all its guesses is computed by all its taps.

use super::far::{FarSets, FarStage, Inputs};
use super::history::{Columns, Marked};
use super::near::NearHeaps;
use super::planes::mark_heap;
use super::search::{Search, SearchTrials};
use super::sets::{self, insert};
use super::taps::{Insertion, MarkedTap};
use super::tuning::Counters;
use crate::grundy::kernel::{Job, Vector};
use crate::grundy::packed::BLOCK;
use crate::grundy::space::SparseSpace;
use std::ops::Range;

/// The reason why another engine has to compute a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Deferral {
    /// The value of the heap is larger than the sets have room for.
    #[error("a value is too large for superblocks")]
    TooLarge,
    /// A search for a rare value did not end among the heaps that are kept.
    #[error("a rare value can be shown only by heaps that have been forgotten")]
    Forgotten,
    /// The caller ends before this heap, or this CPU lacks the kernel.
    #[error("superblocks end here, or this CPU lacks the kernel")]
    NotHere,
    /// A value does not fit the width of the sequence. The caller asks again when it is wider.
    #[error("a value does not fit the width of the sequence")]
    TooWide,
}

/// The inputs of the serial stage of one superblock.
pub(super) struct SerialStage<'a> {
    pub(super) inputs: Inputs<'a>,
    pub(super) far: FarStage,
    pub(super) space: SparseSpace,
    /// The last packed values before the superblock, which continues them.
    pub(super) window: Columns,
    /// The heap before which to end.
    pub(super) end: usize,
    /// True if every heap is taken for common, and its missing rare values are searched for later.
    pub(super) postpones: bool,
    /// True if the heaps are taken for common, and have no options but those of taps.
    pub(super) is_plain: bool,
}

/// The heaps of a superblock, or of its beginning.
pub(super) struct Computed {
    pub(super) values: Vec<u16>,
    /// The window before the superblock and its packed values.
    pub(super) window: Columns,
    /// The rare heaps found.
    pub(super) rare: Vec<(usize, Marked)>,
    /// Why the heap after the last was not computed, if the superblock is not complete.
    pub(super) deferral: Option<Deferral>,
    /// The blocks, with the packed rare values that witnesses and single heaps give.
    pub(super) blocks: Vec<FarSets>,
    pub(super) trials: SearchTrials,
    pub(super) counters: Counters,
}

impl Job for SerialStage<'_> {
    type Output = Computed;

    #[inline(always)]
    fn run<V: Vector>(self, v: V) -> Computed {
        let SerialStage { inputs, far, space, window, end, postpones, is_plain } = self;
        let serial = Serial {
            v,
            inputs,
            space,
            postpones,
            is_plain,
            values: Vec::with_capacity(end - window.next()),
            window,
            rare: inputs.taps.rare[far.included..].to_vec(),
            trials: SearchTrials::default(),
            counters: Counters::default(),
            missing: vec![],
            given: vec![],
            marks: vec![],
            last_rare: inputs.taps.last_rare(),
        };
        serial.run(far.blocks, end)
    }
}

/// Computes the heaps of a superblock: what is known of them already, and room to work in.
pub(super) struct Serial<'a, V> {
    pub(super) v: V,
    pub(super) inputs: Inputs<'a>,
    pub(super) space: SparseSpace,
    pub(super) postpones: bool,
    pub(super) is_plain: bool,
    pub(super) values: Vec<u16>,
    pub(super) window: Columns,
    /// The rare heaps of which the far stage did not know.
    pub(super) rare: Vec<(usize, Marked)>,
    pub(super) trials: SearchTrials,
    pub(super) counters: Counters,
    /// The packed rare values not yet shown to be those of options of the next heap.
    pub(super) missing: Vec<u64>,
    /// Packed common values of options of the next heap that are those of no tap held.
    pub(super) given: Vec<usize>,
    /// A byte for each pair of bytes, once they are used. Between two uses it is 0 for the packed
    /// values for which the sets have room; the others are never read.
    pub(super) marks: Vec<u8>,
    /// The last rare heap.
    pub(super) last_rare: usize,
}

impl<V: Vector> Serial<'_, V> {
    #[inline(always)]
    fn run(mut self, mut blocks: Vec<FarSets>, end: usize) -> Computed {
        let known_before = self.rare.len();
        let mut deferral = None;
        for sets in &mut blocks {
            if let Err(reason) = self.block(sets, end) {
                deferral = Some(reason);
                break;
            }
        }
        self.rare.drain(..known_before);
        Computed {
            values: self.values,
            window: self.window,
            rare: self.rare,
            deferral,
            blocks,
            trials: self.trials,
            counters: self.counters,
        }
    }

    /// Computes the heaps of the next block that are before `end`.
    #[inline(always)]
    fn block(&mut self, sets: &mut FarSets, end: usize) -> Result<(), Deferral> {
        let heaps = BLOCK.min(end.saturating_sub(self.window.next()));
        if heaps == 0 {
            return Ok(());
        }
        self.hold_block_taps(sets);
        let mut i = 0;
        while i < heaps {
            if self.is_plain {
                i = self.plain_heaps(sets, i..heaps);
            }
            if i < heaps {
                self.heap(sets, i)?;
                i += 1;
            }
        }
        Ok(())
    }

    /// Holds the block taps that are left, and the taps of rare heaps of which the far stage did
    /// not know, against the guesses for the next block.
    #[inline(always)]
    fn hold_block_taps(&mut self, sets: &mut FarSets) {
        let Inputs { history, taps, rules, .. } = self.inputs;
        let heap = self.window.next();
        let fresh = self.rare.iter().flat_map(|&(r, s)| MarkedTap::of_part(rules, r, s));
        let fresh: Vec<MarkedTap> = fresh.filter(|tap| tap.offset < heap + BLOCK).collect();
        let (block, _) = taps.split_at(sets.left);
        for (columns, taps) in [(&self.window, block), (history.small(), &fresh)] {
            let taps = Insertion { columns, heap, taps };
            sets.guesses.hold(self.v, self.is_wide(), taps);
        }
    }

    /// True if high bytes matter. A rare heap of which the far stage did not know meets small
    /// heaps, which may be rare, and near taps may meet it.
    #[inline(always)]
    pub(super) fn is_wide(&self) -> bool {
        self.inputs.wide || !self.rare.is_empty()
    }
}

/// The result of the search for the rare values below the least common one.
enum Shown {
    /// All of them are values of options, or are searched for later.
    All,
    /// This one, packed, is not: the heap is rare.
    Not(usize),
    /// One may not be: to show it takes heaps that have been forgotten.
    Forgotten,
}

impl<V: Vector> Serial<'_, V> {
    /// Computes the next heap, which is heap i of its block.
    #[inline(always)]
    pub(super) fn heap(&mut self, sets: &mut FarSets, i: usize) -> Result<(), Deferral> {
        self.given.clear();
        self.add_fresh_taps(i);
        self.insert_single_heaps(sets, i);
        let n = self.window.next();
        let x = self.least_common(sets, i).ok_or(Deferral::TooLarge)?;
        let value = self.inputs.packing.unpack(n, x, false);
        let others = self.inputs.packing.other_below(value);
        if !sets.have_room_below(others) {
            return Err(Deferral::TooLarge);
        }
        let shown = if self.postpones { Shown::All } else { self.show_rare(sets, i, others) };
        match shown {
            Shown::All => {
                self.values.push(value);
                self.window.push(Marked::new(x));
            }
            Shown::Not(s) => {
                self.values.push(self.inputs.packing.unpack(n, s, true));
                self.window.push(Marked::new(s).marked());
                self.rare.push((n, Marked::new(s)));
                self.last_rare = n;
            }
            Shown::Forgotten => return Err(Deferral::Forgotten),
        }
        Ok(())
    }

    /// Adds what the taps of rare heaps found in this block give the next heap.
    #[inline(always)]
    fn add_fresh_taps(&mut self, i: usize) {
        let (n, small) = (self.window.next(), self.inputs.history.small());
        for &(r, packed) in self.rare.iter().rev().take_while(|&&(r, _)| r >= n - i) {
            for tap in MarkedTap::of_part(self.inputs.rules, r, packed).filter(|tap| tap.offset < n)
            {
                self.given.push(tap.given(small, n).bits());
            }
        }
    }

    /// Inserts or adds the moves to one heap, for the next heap: of those that are near taps the
    /// ones to rare heaps.
    #[inline(always)]
    fn insert_single_heaps(&mut self, sets: &mut FarSets, i: usize) {
        let n = self.window.next();
        let singles = &self.inputs.taps.singles;
        if n <= self.last_rare + BLOCK {
            for packed in singles.taps.iter().map(|&k| self.window.get(n, k)) {
                if packed.is_rare() {
                    insert(&mut sets.rare, i, packed.unmarked());
                }
            }
        }
        for k in &singles.others {
            let packed = self.window.get(n, *k);
            // What is common at heap n − k may be rare at heap n.
            let changes = self.space.rare_parity(n) != self.space.rare_parity(n - k);
            let is_rare = packed.is_rare() != changes;
            if is_rare {
                insert(&mut sets.rare, i, packed.unmarked());
            } else {
                self.given.push(packed.unmarked());
            }
        }
    }

    /// The least packed common value that no option of the next heap has, if the sets have room for
    /// it.
    #[inline(always)]
    fn least_common(&mut self, sets: &FarSets, i: usize) -> Option<usize> {
        let (v, near_taps, wide) = (self.v, &self.inputs.taps.near, self.is_wide());
        let before = self.window.met(self.window.next(), BLOCK);
        // No adapter of iterators calls a kernel, because it would not be compiled for its
        // instructions.
        for x in sets.guesses.left(i) {
            let is_given = self.given.contains(&x.into()) || near_taps.give(v, before, x, wide);
            if !is_given {
                return Some(x.into());
            }
        }
        self.least_by_all_taps()
    }

    /// As [`Serial::least_common`], for a heap all whose guesses are given: by all taps.
    #[inline(always)]
    fn least_by_all_taps(&mut self) -> Option<usize> {
        let Inputs { rules, history, taps, capacity, .. } = self.inputs;
        let n = self.window.next();
        let (block, far) = taps.split_at(n + 1 - history.next());
        let fresh = self.rare.iter().flat_map(|&(r, s)| MarkedTap::of_part(rules, r, s));
        let fresh: Vec<MarkedTap> = fresh.filter(|tap| tap.offset < n).collect();
        self.marks.resize(1 << 16, 0);
        let marks = self.marks.first_chunk_mut().expect("a pair of bytes has 2¹⁶ values");
        self.given.iter().for_each(|&packed| marks[packed] = 1);
        let window = [taps.near.all(), block].map(|taps| (&self.window, taps));
        let all = window.into_iter().chain([(history.last(), far), (history.small(), &fresh)]);
        for (columns, taps) in all {
            mark_heap(marks, Insertion { columns, heap: n, taps });
        }
        let marks = &mut marks[..64 * capacity.words];
        let x = marks.iter().position(|&mark| mark == 0);
        marks.fill(0);
        if x.is_none_or(|x| x >= capacity.limit()) {
            self.counters.beyond_planes += 1;
        } else {
            self.counters.beyond_guesses += 1;
        }
        x
    }

    /// Searches for all packed rare values below `others` are those of options of the next heap:
    /// `sets` has those that witnesses and single heaps give.
    #[inline(always)]
    fn show_rare(&mut self, sets: &FarSets, i: usize, others: usize) -> Shown {
        self.missing.clear();
        self.missing.extend(sets::lacking(&sets.rare, i, others));
        if sets::count(&self.missing) == 0 {
            return Shown::All;
        }
        let n = self.window.next();
        let search = Search {
            history: self.inputs.history,
            window: &self.window,
            rules: self.inputs.rules,
            order: self.inputs.order,
            wide: self.is_wide(),
        };
        let trials = search.remove_options(self.v, n, &mut self.missing);
        self.trials.append(trials);
        match self.missing.iter().position(|&word| word != 0) {
            None => Shown::All,
            Some(_) if !search.knows_all(n) => Shown::Forgotten,
            Some(word) => Shown::Not(64 * word + self.missing[word].trailing_zeros() as usize),
        }
    }
}

impl<V: Vector> Serial<'_, V> {
    /// Computes the next heaps, which are these of their block. PrefixAndTail before the first that
    /// needs more than guesses; returns which heap of the block that is.
    #[inline(always)]
    pub(super) fn plain_heaps(&mut self, sets: &FarSets, heaps: Range<usize>) -> usize {
        let Inputs { taps, packing, .. } = self.inputs;
        let next = self.window.next();
        let first = next - heaps.start;
        let mut near = NearHeaps::NONE;
        let known = BLOCK + heaps.start;
        let [low, high] = self.window.low_and_high(next, known, known);
        near.low[..known].copy_from_slice(low);
        near.high[..known].copy_from_slice(high);
        let (v, near_taps) = (self.v, &taps.near);
        let mut draft = near_taps.draft(v, &sets.guesses, heaps.clone(), near, self.is_wide());
        let end = near_taps.decide(v, &sets.guesses, &mut draft).unwrap_or(heaps.end);
        let near = draft.near;
        let values = &packing.unpack_common(first, &near.block())[heaps.start..end];
        let has_room = |value: u16| sets.have_room_below(packing.other_below(value));
        // Nearly always there is room for the largest, and so for all.
        let fit = match values.iter().copied().max() {
            Some(largest) if !has_room(largest) => {
                values.iter().take_while(|&&value| has_room(value)).count()
            }
            _ => values.len(),
        };
        self.values.extend_from_slice(&values[..fit]);
        self.window.extend(&near.low[known..known + fit], &near.high[known..known + fit]);
        heaps.start + fit
    }
}
