//! One heap alone: where there are no guesses for it, or none that is left is its value.

use super::alone::{mark, take_marks};
use super::columns::Marked;
use super::deferral::Deferral;
use super::early;
use super::far::FarSets;
use super::inputs::Inputs;
use super::missing;
use super::search::Search;
use super::serial::{NextHeap, Serial};
use super::sets::{BlockSets, insert};
use super::tap::{Block, Insertion, MarkedTap};
use crate::grundy::kernel::Vector;
use crate::grundy::layout::BLOCK;

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
    /// Computes the next heap, which is heap i of its block.
    #[inline(always)]
    pub(super) fn heap(&mut self, sets: &mut FarSets, i: usize) -> Result<(), Deferral> {
        self.insert_fresh_taps(&mut sets.common, i);
        self.insert_single_heaps(sets, i);
        self.insert_distant(&mut sets.common, i);
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
    fn least_common(&mut self, sets: &mut FarSets, i: usize) -> Option<usize> {
        self.counters.group += self.inputs.taps.group.len() as u64;
        let n = self.window.next();
        let before = self.window.met(n, BLOCK);
        let next = NextHeap { n, before, lacking: sets.lacking };
        let x = self.first_not_given(next, &sets.common, i, 0)?;
        if x < self.inputs.room.limit().min(sets.known[i].into()) {
            return Some(x);
        }
        self.insert_all_taps(&mut sets.common, i);
        let next = NextHeap { n, before: self.window.met(n, BLOCK), lacking: 0 };
        self.first_not_given(next, &sets.common, i, 0)
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
            wide: self.is_wide(),
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
