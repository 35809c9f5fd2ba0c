//! Sweeps: the trailing taps are compared with the few values that the leading ones leave.
//!
//! ```text
//! for every heap n of a superblock:
//!     x ← least packed common value that is not in seen(n)
//!     for the trailing taps in turn, and after the last from the first again:
//!         note which of x, x + 1, …, x + 15 the tap gives
//!         once all of these are in seen(n), or all trailing taps have been compared with them:
//!             x ← least value beyond them that is not in seen(n)
//!     until two values not in seen(n) have been compared with all trailing taps, or twelve sweeps are over
//! ```
//!
//! The least of the two is the least that no far tap gives; the other is for the case that a block tap or a group
//! tap gives the first. To compare a tap with sixteen values takes a third to a twelfth of the time that it takes
//! to insert it where planes are many. Where leading taps are well chosen, a few sweeps are enough for most heaps.
//! The taps are taken part by part, and each part for all heaps, so that what they meet stays in the cache.

use super::inputs::Inputs;
use super::places;
use super::sets::{BlockSets, first_missing, insert_sixteen, sixteen_from};
use super::taps::{self, Block, MarkedTap};
use crate::grundy::kernel::{Job, Kernel, Vector};
use crate::grundy::layout::BLOCK;
use rayon::prelude::*;

/// Heaps that are swept together.
const HALF: usize = BLOCK / 2;
/// Taps compared before it is asked which values are still missing.
const TAPS_AT_ONCE: usize = 1 << 8;
/// How many values that no far tap gives are wanted for each heap.
const WANTED: u32 = 2;
/// After this many sweeps no more is found out. The serial stage inserts all taps for each heap alone whose least
/// common value is not known then.
pub(super) const MOST_SWEEPS: usize = 12;

/// What sweeps have found.
pub(super) struct Swept {
    /// Below this packed value the sets have all that far taps give, for each heap of each block.
    pub(super) known: Vec<[u16; BLOCK]>,
    /// How many option values were compared.
    pub(super) compared: u64,
}

/// Sweeps the far ones of the trailing taps for these blocks, `most_sweeps` times at most. Adds to their sets,
/// which have what the leading taps give, enough of what the trailing ones do. `None` if this CPU lacks the kernel.
pub(super) fn sweep(
    inputs: Inputs<'_>,
    kernel: Kernel,
    blocks: &[Block],
    common: &mut [BlockSets],
    most_sweeps: usize,
) -> Option<Swept> {
    let mut known = vec![[u16::MAX; BLOCK]; blocks.len()];
    let nearest = blocks.iter().map(|block| block.from).min()?;
    let trailing = inputs.taps.trailing_from(nearest);
    if trailing.is_empty() {
        return Some(Swept { known, compared: 0 });
    }
    let parts = trailing.len().div_ceil(TAPS_AT_ONCE);
    let halves = blocks.iter().zip(&*common);
    let halves =
        halves.flat_map(|(block, sets)| [0, HALF].map(|i| Half::new(block, i, sets, parts)));
    let mut halves: Vec<Half> = halves.collect();
    // What a part meets is read once a task.
    let halves_per_task = inputs.watch.share(halves.len());
    let shares = halves.par_chunks_mut(halves_per_task);
    let most = most_sweeps * parts;
    let share = |halves| inputs.watch.task(|| kernel.run(Share { inputs, trailing, halves, most }));
    let compared: Option<Vec<u64>> = shares.map(share).collect();
    for ((sets, known), halves) in common.iter_mut().zip(&mut known).zip(halves.chunks(2)) {
        halves[0].tell(0, sets, known);
        halves[1].tell(HALF, sets, known);
    }
    Some(Swept { known, compared: compared?.iter().sum() })
}

/// The work of one task.
struct Share<'a> {
    inputs: Inputs<'a>,
    trailing: &'a [MarkedTap],
    halves: &'a mut [Half],
    /// After this many parts of the trailing taps the work ends.
    most: usize,
}

impl Job for Share<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<V: Vector>(self, v: V) -> u64 {
        let Share { inputs, trailing, halves, most } = self;
        let mut compared = 0;
        for part in trailing.chunks(TAPS_AT_ONCE).cycle().take(most) {
            if halves.iter().all(Half::is_done) {
                break;
            }
            for half in halves.iter_mut().filter(|half| !half.is_done()) {
                compared += half.compare(v, inputs, part);
                half.look();
            }
        }
        compared
    }
}

/// Half a block while it is swept.
struct Half {
    /// The first of its heaps.
    heap: usize,
    /// Taps from this offset on are far.
    from: usize,
    /// What taps are known to give, as [`BlockSets`].
    sets: Vec<[u64; HALF]>,
    /// The number of parts of the trailing taps.
    parts: u32,
    /// x, for each heap.
    least: [u16; HALF],
    /// Bit d says whether a tap gives x + d.
    seen: [u16; HALF],
    /// How many parts have not yet been compared with the values from x on; 0 if the heap is done.
    left: [u32; HALF],
    /// How many values are still wanted.
    wanted: [u32; HALF],
}

impl Half {
    /// The heaps of this block from number `first` on.
    fn new(block: &Block, first: usize, sets: &BlockSets, parts: usize) -> Half {
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
        };
        (0..HALF).for_each(|i| half.begin(i, 0));
        half
    }

    /// Begins with the least value that heap i misses from x on, and those after it. If there is none, the heap
    /// is done: the sets have no room for more.
    #[inline(always)]
    fn begin(&mut self, i: usize, x: usize) {
        match first_missing(&self.sets, i, |value| value < x) {
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
    fn is_done(&self) -> bool {
        self.left == [0; HALF]
    }

    /// Compares these taps, as far as they are far, with the values from x on; returns how many option values
    /// these are.
    #[inline(always)]
    fn compare<V: Vector>(&mut self, v: V, inputs: Inputs<'_>, taps: &[MarkedTap]) -> u64 {
        let taps = taps::from(taps, self.from);
        let [Some(nearest), Some(farthest)] = [taps.first(), taps.last()] else { return 0 };
        let mut compared = 0;
        for shift in places::shifts(inputs.rules) {
            let heap = self.heap - shift;
            let count = farthest.offset - nearest.offset + HALF;
            let met = inputs.history.last().both_of(heap, farthest.offset, count);
            let pairs = taps.iter().map(|tap| {
                let heaps = met[farthest.offset - tap.offset..].first_chunk();
                (heaps.expect("the taps ascend"), u16::from_le_bytes(tap.packed.both()))
            });
            self.seen = v.insert_near(self.seen, &self.least, pairs);
            compared += (HALF * taps.len()) as u64;
        }
        compared
    }

    /// Looks what is missing, after a part of the trailing taps.
    #[inline(always)]
    fn look(&mut self) {
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
    fn tell(&self, first: usize, sets: &mut BlockSets, known: &mut [u16; BLOCK]) {
        for (words, here) in sets.iter_mut().zip(&self.sets) {
            words[first..first + HALF].copy_from_slice(here);
        }
        for i in 0..HALF {
            insert_sixteen(sets, first + i, self.least[i].into(), self.seen[i]);
            known[first + i] = self.least[i] + if self.left[i] == 0 { 16 } else { 0 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::packed::Packing;
    use crate::grundy::space::SparseSpace;
    use crate::grundy::superblocks::columns::{Columns, Marked};
    use crate::grundy::superblocks::history::History;
    use crate::grundy::superblocks::order::Order;
    use crate::grundy::superblocks::room::Room;
    use crate::grundy::superblocks::sets::insert;
    use crate::grundy::superblocks::stages::Stopwatch;
    use crate::grundy::superblocks::taps::TapRanges;
    use crate::rules::Rules;

    const WORDS: usize = 5;
    const START: usize = 6000;

    /// The values for which the sets have room and that none of these taps gives heap n, at any place.
    fn missing(rules: &Rules, columns: &Columns, taps: &[MarkedTap], n: usize) -> Vec<usize> {
        let mut given = vec![false; Marked::LIMIT];
        for shift in places::shifts(rules) {
            for tap in taps {
                let sum = columns.get(n - shift, tap.offset).xor(tap.packed).bits();
                given.get_mut(sum).into_iter().for_each(|given| *given = true);
            }
        }
        (0..64 * WORDS).filter(|&value| !given[value]).collect()
    }

    /// Sweeps two blocks, `most` times at most, where one tap of `leading_of` leads, or none, and heaps have
    /// packed values below `values`. Below what is said to be known, everything is as the definition has it, with
    /// each kernel, and for any number of threads. Returns for how many heaps two missing values are known, and
    /// for how many none.
    fn swept(code: &str, values: usize, leading_of: Option<usize>, most: usize) -> [usize; 2] {
        let rules = Rules::of(&code.parse().unwrap()).unwrap();
        let mut random = fastrand::Rng::with_seed(values as u64);
        let mut columns = Columns::new(0, 2 * BLOCK + rules.last_place);
        for n in 0..START {
            let number = Marked::new(random.usize(0..values));
            columns.push(if n % 11 == 3 { number.marked() } else { number });
        }
        let rare = |r: usize| (r, Marked::new(r * 7919 % 256));
        let mut taps = TapRanges::new((1..5900).step_by(2).map(rare).collect());
        taps.include(&rules);
        let all = taps.first_place();
        let leads = |i: usize| leading_of.is_some_and(|rest| i.is_multiple_of(rest));
        let part = |lead| {
            let of_kind = all.iter().enumerate().filter(move |&(i, _)| leads(i) == lead);
            of_kind.map(|(_, &tap)| tap).collect()
        };
        taps.let_lead([part(true), part(false)]);
        let space = SparseSpace { mask: 1, position_parity: false, split_parity: 0 };
        let history = History::all(columns.clone());
        let inputs = Inputs {
            rules: &rules,
            packing: Packing::new(space),
            history: &history,
            taps: &taps,
            order: &Order::default(),
            room: Room { planes: None, words: WORDS },
            wide: true,
            watch: &Stopwatch::default(),
        };
        let blocks = [0, BLOCK].map(|b| Block { heap: START + b, from: 2 * BLOCK + b });
        let begun = blocks.map(|Block { heap, from }| {
            let leading = taps.leading_from(from);
            let mut common = vec![[0; BLOCK]; WORDS];
            for i in 0..BLOCK {
                let misses = missing(&rules, &columns, leading, heap + i);
                let given = (0..64 * WORDS).filter(|value| !misses.contains(value));
                given.for_each(|value| insert(&mut common, i, value));
            }
            common
        });
        let mut counts = [0; 2];
        let kernels = Kernel::ALL.into_iter().filter(|kernel| kernel.is_supported());
        for (kernel, threads) in kernels.flat_map(|kernel| [(kernel, 1), (kernel, 3)]) {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let mut common = begun.clone();
            let swept = pool.install(|| sweep(inputs, kernel, &blocks, &mut common, most)).unwrap();
            assert!(swept.compared > 0);
            counts = [0; 2];
            for (b, i) in (0..2).flat_map(|b| (0..BLOCK).map(move |i| (b, i))) {
                let (Block { heap, from }, common) = (blocks[b], &common[b]);
                let far: Vec<MarkedTap> =
                    all.iter().filter(|tap| tap.offset >= from).copied().collect();
                let expected = missing(&rules, &columns, &far, heap + i);
                let is_missing = |&value: &usize| common[value / 64][i] >> (value % 64) & 1 == 0;
                let known = usize::from(swept.known[b][i]);
                let below = |value: &usize| *value < known;
                let found: Vec<usize> = (0..64 * WORDS).filter(is_missing).filter(below).collect();
                let expected: Vec<usize> = expected.into_iter().filter(below).collect();
                assert_eq!(found, expected, "{code}, heap {i} of block {b}, {kernel:?}");
                counts[0] += usize::from(found.len() >= 2 || known >= 64 * WORDS);
                counts[1] += usize::from(found.is_empty() && known < 64 * WORDS);
            }
        }
        counts
    }

    /// Two values that no far tap gives are found for each heap, whatever leads, or else all are given.
    #[test]
    fn sweeps_find_what_no_tap_gives() {
        for code in ["0.007", "0.07", "0.774"] {
            for (values, leading_of) in
                [(256, Some(3)), (256, Some(40)), (90, Some(2)), (300, None)]
            {
                let found = swept(code, values, leading_of, 99);
                assert_eq!(found, [2 * BLOCK, 0], "{code} {values} {leading_of:?}");
            }
        }
    }

    /// Where the sweeps end before, it is not said that more is known.
    #[test]
    fn some_heaps_are_left() {
        for most in 1..4 {
            let [found, none] = swept("0.007", 256, Some(20), most);
            assert!(none > 0 && found < 2 * BLOCK, "{found} {none}");
        }
    }
}
