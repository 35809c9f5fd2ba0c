//! The serial stage: one heap after the other, once the far taps are inserted.

use super::alone::{mark, take_marks};
use super::columns::{Columns, Marked};
use super::counters::Counters;
use super::deferral::Deferral;
use super::early;
use super::far::{FarSets, FarStage};
use super::guesses::{FEW, Guesses};
use super::inputs::Inputs;
use super::missing;
use super::order::PieceOrder;
use super::places;
use super::search::Search;
use super::sets::{BlockSets, first_missing, insert};
use super::tap::{Block, Insertion, MarkedTap};
use super::trials::SearchTrials;
use crate::grundy::distant::DistantOptions;
use crate::grundy::kernel::{Job, Vector};
use crate::grundy::layout::BLOCK;
use crate::grundy::space::SparseSpace;
use std::ops::Range;

/// What the serial stage of one superblock begins with.
pub(super) struct SerialStage<'a> {
    pub(super) inputs: Inputs<'a>,
    pub(super) far: FarStage,
    pub(super) space: SparseSpace,
    /// The options with a distant rare part.
    pub(super) distant: &'a DistantOptions,
    /// The last packed values before the superblock, which goes on with them.
    pub(super) window: Columns,
    /// The heap before which to end.
    pub(super) end: usize,
    /// Whether every heap is taken for common, and its missing rare values are searched for later.
    pub(super) postpones: bool,
    /// Whether the heaps are taken for common, and have no options but those of taps.
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
    /// For each block the packed rare values that witnesses and single heaps give, if searches are postponed.
    pub(super) shown: Vec<BlockSets>,
    /// What searches tried in turn, or early.
    pub(super) trials: SearchTrials,
    pub(super) counters: Counters,
}

impl Job for SerialStage<'_> {
    type Output = Computed;

    #[inline(always)]
    fn run<V: Vector>(self, v: V) -> Computed {
        let SerialStage { inputs, far, space, distant, window, end, postpones, is_plain } = self;
        let serial = Serial {
            v,
            inputs,
            space,
            distant,
            postpones,
            is_plain,
            values: Vec::with_capacity(end - window.next()),
            block_taps: inputs.taps.split_at(2 * BLOCK * far.blocks.len()).0.len(),
            window,
            rare: inputs.taps.rare[far.included..].to_vec(),
            order: far.order,
            trials: SearchTrials::default(),
            counters: Counters::default(),
            missing: vec![],
            marks: vec![0; 64 * inputs.room.words + 1],
            last_rare: inputs.taps.last_rare(),
        };
        serial.run(far.blocks, end)
    }
}

/// Computes the heaps of a superblock: what is known of them already, and room to work in.
struct Serial<'a, V> {
    v: V,
    inputs: Inputs<'a>,
    space: SparseSpace,
    distant: &'a DistantOptions,
    postpones: bool,
    is_plain: bool,
    values: Vec<u16>,
    window: Columns,
    /// How many taps are block taps in some blocks, and are counted as such in all.
    block_taps: usize,
    /// The rare heaps of which the far stage did not know.
    rare: Vec<(usize, Marked)>,
    /// In which order splits are tried.
    order: PieceOrder,
    trials: SearchTrials,
    counters: Counters,
    /// The packed rare values not yet shown to be those of options of the next heap.
    missing: Vec<u64>,
    /// A byte for each packed value for which the sets have room, 0 between two uses, and one for all others, which
    /// is never read.
    marks: Vec<u8>,
    /// The last rare heap.
    last_rare: usize,
}

/// What is known of the rare values below the least common one.
enum Shown {
    /// All of them are values of options, or are searched for later.
    All,
    /// This one, packed, is not: the heap is rare.
    Not(usize),
    /// One may not be: to show it takes heaps that have been forgotten.
    Forgotten,
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
        let shown = blocks.into_iter().map(|sets| sets.rare);
        Computed {
            values: self.values,
            window: self.window,
            rare: self.rare,
            deferral,
            shown: if self.postpones { shown.collect() } else { vec![] },
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
        self.include_block_taps(sets);
        let held = sets.guesses.take();
        // Of block taps that were held against guesses, sets lack those with an offset below this one.
        let lacking = match held {
            Some(_) => sets.from + places::span(self.inputs.rules),
            None => 0,
        };
        let guesses = match held {
            None if self.is_plain => {
                Some(sets.make_guesses::<FEW, V>(self.v, self.inputs.room.limit()))
            }
            held => held,
        };
        let mut i = 0;
        while i < heaps {
            if let Some(guesses) = &guesses {
                i = self.plain_heaps(guesses, sets, lacking, i..heaps);
            }
            if i < heaps {
                self.heap(sets, lacking, i)?;
                i += 1;
            }
        }
        Ok(())
    }

    /// Computes the next heaps, which are these of their block, with these guesses for them, against which block taps with an
    /// offset below `lacking` were held. Ends before the first that needs more; returns which heap of the block that is.
    #[inline(always)]
    fn plain_heaps(
        &mut self,
        guesses: &Guesses,
        sets: &mut FarSets,
        lacking: usize,
        heaps: Range<usize>,
    ) -> usize {
        let Inputs { taps, packing, room, .. } = self.inputs;
        let next = self.window.next();
        let first = next - heaps.start;
        let mut packed = [[0; 2]; 3 * BLOCK];
        let known = BLOCK + heaps.start;
        packed[..known].copy_from_slice(self.window.both_of(next, known, known));
        let mut count = 0;
        let beyond = |i: usize, before: &[[u8; 2]; BLOCK]| {
            count += 1;
            let is_given = |x| {
                let give = || taps.rows.give(&self.window, first + i, lacking, x);
                x < guesses.end(i) || taps.group.give(before, x) || give()
            };
            let x = first_missing(&sets.common, i, is_given)?;
            (x < room.limit().min(sets.known[i].into())).then_some(x as u16)
        };
        let end = taps.group.least_common(self.v, guesses, heaps.clone(), &mut packed, beyond);
        let block: &[[u8; 2]; BLOCK] =
            packed[BLOCK..].first_chunk().expect("the heaps of the block");
        let block = block.map(u16::from_le_bytes);
        let values = &packing.unpack_common(first, &block)[heaps.start..end];
        let has_room = |value: u16| sets.have_room_below(packing.other_below(value));
        // Nearly always there is room for the largest, and so for all.
        let fit = match values.iter().copied().max() {
            Some(largest) if !has_room(largest) => {
                values.iter().take_while(|&&value| has_room(value)).count()
            }
            _ => values.len(),
        };
        self.values.extend_from_slice(&values[..fit]);
        self.window.extend(&packed[known..known + fit]);
        self.counters.group += (fit * taps.group.len()) as u64;
        self.counters.beyond_guesses += count;
        heaps.start + fit
    }

    /// Inserts the block taps that are left, or holds them against guesses, and inserts the taps of rare heaps of which the
    /// far stage did not know, for all heaps of the next block.
    #[inline(always)]
    fn include_block_taps(&mut self, sets: &mut FarSets) {
        let Inputs { history, taps, wide, .. } = self.inputs;
        let heap = self.window.next();
        let fresh =
            self.rare.iter().flat_map(|&(r, s)| MarkedTap::of_part(self.inputs.rules, r, s));
        let fresh: Vec<MarkedTap> = fresh.filter(|tap| tap.offset < heap + BLOCK).collect();
        let count = ((self.block_taps + fresh.len()) * BLOCK) as u64;
        self.counters.block += count;
        self.counters.held += if sets.guesses.is_some() { count } else { 0 };
        let (block, _) = taps.split_at(sets.left);
        // A fresh rare heap meets small heaps, which may be rare, and block taps may meet it.
        let inputs = Inputs { wide: wide || !self.rare.is_empty(), ..self.inputs };
        for (columns, taps) in [(&self.window, block), (history.small(), &fresh)] {
            if !taps.is_empty() {
                sets.include(self.v, inputs, Insertion { columns, heap, taps });
            }
        }
    }

    /// Computes the next heap, which is heap i of its block. Its set lacks block taps with an offset below `lacking`.
    #[inline(always)]
    fn heap(&mut self, sets: &mut FarSets, lacking: usize, i: usize) -> Result<(), Deferral> {
        self.insert_fresh_taps(&mut sets.common, i);
        self.insert_single_heaps(sets, i);
        self.insert_distant(&mut sets.common, i);
        let n = self.window.next();
        let x = self.least_common(sets, lacking, i).ok_or(Deferral::TooLarge)?;
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

    /// Inserts the taps of rare heaps found in this block, for the next heap.
    #[inline(always)]
    fn insert_fresh_taps(&mut self, common: &mut BlockSets, i: usize) {
        let (n, small) = (self.window.next(), self.inputs.history.small());
        for &(r, packed) in self.rare.iter().rev().take_while(|&&(r, _)| r >= n - i) {
            for tap in MarkedTap::of_part(self.inputs.rules, r, packed).filter(|tap| tap.offset < n)
            {
                insert(common, i, tap.given(small, n).bits());
                self.counters.group += 1;
            }
        }
    }

    /// Inserts the moves to one heap, for the next heap: of those that are group taps the ones to rare heaps.
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
            let sets = if is_rare { &mut sets.rare } else { &mut sets.common };
            insert(sets, i, packed.unmarked());
        }
        self.counters.group += singles.others.len() as u64;
    }

    /// Inserts the options with a distant rare part, for the next heap.
    #[inline(always)]
    fn insert_distant(&self, common: &mut BlockSets, i: usize) {
        for value in self.distant.of(self.window.next() as u64) {
            insert(common, i, self.inputs.packing.pack(value).into());
        }
    }

    /// The least packed common value that no option has, if the sets have room for it.
    #[inline(always)]
    fn least_common(&mut self, sets: &mut FarSets, lacking: usize, i: usize) -> Option<usize> {
        self.counters.group += self.inputs.taps.group.len() as u64;
        let x = self.first_missing(&sets.common, lacking, i)?;
        if x < self.inputs.room.limit().min(sets.known[i].into()) {
            return Some(x);
        }
        self.insert_all_taps(&mut sets.common, i);
        self.first_missing(&sets.common, 0, i)
    }

    /// The least packed value that neither the set has nor a group tap gives, nor a block tap with an offset below `lacking`.
    #[inline(always)]
    fn first_missing(&self, common: &BlockSets, lacking: usize, i: usize) -> Option<usize> {
        let n = self.window.next();
        let before: &[[u8; 2]; BLOCK] = self.window.both(n, BLOCK);
        let taps = self.inputs.taps;
        let is_given = |x| {
            let give = || taps.rows.give(&self.window, n, lacking, x);
            taps.group.give(before, x) || give()
        };
        first_missing(common, i, is_given)
    }

    /// Inserts all taps but the group taps for the next heap alone, which needs values without a plane, or beyond
    /// what was swept for.
    #[inline(always)]
    fn insert_all_taps(&mut self, common: &mut BlockSets, i: usize) {
        let Inputs { history, taps, .. } = self.inputs;
        let n = self.window.next();
        let marks = &mut self.marks[..];
        let (block, far) = taps.split_at(n + 1 - history.next());
        mark(marks, Insertion { columns: history.last(), heap: n, taps: far });
        mark(marks, Insertion { columns: &self.window, heap: n, taps: block });
        for &(r, packed) in &self.rare {
            for tap in MarkedTap::of_part(self.inputs.rules, r, packed).filter(|tap| tap.offset < n)
            {
                mark(marks, Insertion { columns: history.small(), heap: n, taps: &[tap] });
            }
        }
        take_marks(self.v, marks, common, i);
        let fresh = self.rare.len() * self.inputs.rules.splits.len();
        self.counters.alone += (block.len() + far.len() + fresh) as u64;
        self.counters.beyond_planes += 1;
    }

    /// Whether all packed rare values below `others` are those of options of the next heap: `sets` has
    /// those that witnesses and single heaps give.
    #[inline(always)]
    fn show_rare(&mut self, sets: &FarSets, i: usize, others: usize) -> Shown {
        self.missing.clear();
        self.missing.extend(missing::lacking(&sets.rare, i, others));
        let count = missing::count(&self.missing);
        if count == 0 {
            return Shown::All;
        }
        self.counters.missing += count as u64;
        let n = self.window.next();
        let search = Search {
            history: self.inputs.history,
            window: &self.window,
            rules: self.inputs.rules,
            order: &self.order,
            wide: self.inputs.wide || !self.rare.is_empty(),
        };
        let early = sets.early.get(i).filter(|early| others <= early.bound);
        let near = early::near(n, Block { heap: n - i, from: sets.from });
        let trial = search.remove_options(self.v, n, near, early, &mut self.missing);
        self.trials.push(trial);
        match self.missing.iter().position(|&word| word != 0) {
            None => Shown::All,
            Some(_) if !search.knows_all(n) => Shown::Forgotten,
            Some(word) => Shown::Not(64 * word + self.missing[word].trailing_zeros() as usize),
        }
    }
}
