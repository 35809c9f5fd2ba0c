//! Half a block while it is swept: what is known of each heap, and what is compared next.

use crate::grundy::packed::BLOCK;
use crate::grundy::superblocks::far::Swept;
use crate::grundy::superblocks::sets::{BlockSets, first_missing, insert_sixteen, sixteen_from};
use crate::grundy::superblocks::tap::Block;

/// Heaps that are swept together.
pub(super) const HALF: usize = BLOCK / 2;
/// How many values that no far tap gives are wanted for each heap.
const WANTED: u32 = 3;

/// Half a block while it is swept.
pub(super) struct Half {
    /// The first of its heaps.
    pub(super) heap: usize,
    /// Taps from this offset on are far.
    pub(super) from: usize,
    /// What taps are known to give, as [`BlockSets`].
    sets: Vec<[u64; HALF]>,
    /// The number of parts of the trailing taps.
    parts: u32,
    /// x, for each heap.
    pub(super) least: [u16; HALF],
    /// Bit d says whether a tap gives x + d.
    pub(super) seen: [u16; HALF],
    /// How many parts have not yet been compared with the values from x on; 0 if the heap is done.
    left: [u32; HALF],
    /// How many values are still wanted.
    wanted: [u32; HALF],
    /// How many option values were compared.
    pub(super) compared: u64,
}

impl Half {
    /// The heaps of this block from number `first` on.
    pub(super) fn new(block: &Block, first: usize, sets: &BlockSets, parts: usize) -> Half {
        let part = |words: &[u64; BLOCK]| std::array::from_fn(|i| words[first + i]);
        let mut half = Half {
            heap: block.heap + first,
            from: block.from,
            sets: sets.iter().map(part).collect(),
            parts: parts as u32,
            least: [0; HALF],
            seen: [0; HALF],
            left: [0; HALF],
            wanted: [WANTED; HALF],
            compared: 0,
        };
        (0..HALF).for_each(|i| half.begin(i, 0));
        half
    }

    /// Begins with the least value that heap i misses from x on, and those after it. If there is none, the heap
    /// is done: the sets have no room for more.
    #[inline(always)]
    fn begin(&mut self, i: usize, x: usize) {
        match first_missing(&self.sets, i, x) {
            Some(x) => {
                self.least[i] = x as u16;
                self.seen[i] = sixteen_from(&self.sets, i, x);
                self.left[i] = self.parts;
            }
            None => {
                self.least[i] = (64 * self.sets.len()) as u16;
                self.left[i] = 0;
            }
        }
    }

    #[inline(always)]
    pub(super) fn is_done(&self) -> bool {
        self.left == [0; HALF]
    }

    /// Looks what is missing, after a part of the trailing taps.
    #[inline(always)]
    pub(super) fn look(&mut self) {
        for i in 0..HALF {
            if self.left[i] == 0 {
                continue;
            }
            self.left[i] -= 1;
            if self.left[i] == 0 || self.seen[i] == u16::MAX {
                self.go_on(i);
            }
        }
    }

    /// Goes on beyond the sixteen values of heap i, all of which are given, or have been compared with all
    /// trailing taps, if more are wanted.
    #[inline(always)]
    fn go_on(&mut self, i: usize) {
        self.wanted[i] = self.wanted[i].saturating_sub(self.seen[i].count_zeros());
        if self.wanted[i] == 0 {
            self.left[i] = 0;
            return;
        }
        let x = usize::from(self.least[i]);
        insert_sixteen(&mut self.sets, i, x, self.seen[i]);
        self.begin(i, x + 16);
    }

    /// Tells what is known of the heaps of this block from number `first` on.
    pub(super) fn tell(&self, first: usize, swept: &mut Swept) {
        let Swept { sets, known, compared } = swept;
        for (words, here) in sets.iter_mut().zip(&self.sets) {
            words[first..first + HALF].copy_from_slice(here);
        }
        for i in 0..HALF {
            insert_sixteen(sets, first + i, self.least[i].into(), self.seen[i]);
            known[first + i] = self.least[i] + if self.left[i] == 0 { 16 } else { 0 };
        }
        *compared += self.compared;
    }
}
