//! Sweeps: the trailing taps are compared with the few values that the leading ones leave.
//!
//! ```text
//! for every heap n of a superblock:
//!     x ← least packed common value that is not in seen(n)
//!     for the trailing taps in turn, and after the last from the first again:
//!         note which of x, x + 1, …, x + 15 the tap gives
//!         once all of these are in seen(n), or all trailing taps have been compared with them:
//!             x ← least value beyond them that is not in seen(n)
//!     until three values not in seen(n) have been compared with all trailing taps, or twelve sweeps are over
//! ```
//!
//! The least of the three is the least that no far tap gives; the others are for the case that the tap of a rare heap
//! nearby gives the first, and the second too: where these are many (0.004, 0.06), two would not be enough for one heap
//! in a hundred, for which all taps would be inserted alone. To compare a tap with sixteen values takes a third to a
//! twelfth of the time that it takes to insert it where planes are many. Where leading taps are well chosen, a few sweeps
//! are enough for most heaps. The taps are taken part by part, and each part for all heaps, so that what they meet stays
//! in the cache.

mod half;

use super::far::{Inputs, Swept};
use super::sets::BlockSets;
use super::tap::{self, Block, MarkedTap};
use crate::grundy::kernel::{Job, Vector, Vectors};
use half::{HALF, Half};
use std::array::from_fn;

/// Taps compared before it is asked which values are still missing.
const TAPS_AT_ONCE: usize = 1 << 8;
/// After this many sweeps no more is found out. The serial stage inserts all taps for each heap alone whose least
/// common value is not known then.
const MOST_SWEEPS: usize = 12;

/// Sweeps of the trailing taps that are far for some block of a superblock.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sweeps<'a> {
    inputs: Inputs<'a>,
    vectors: Vectors,
    trailing: &'a [MarkedTap],
    /// After this many of them no more is found out.
    most: usize,
}

impl<'a> Sweeps<'a> {
    /// The sweeps for blocks for which taps from offset `nearest` on are far, or fewer; `None` if no such tap trails.
    pub(super) fn new(inputs: Inputs<'a>, vectors: Vectors, nearest: usize) -> Option<Sweeps<'a>> {
        let trailing = inputs.taps.trailing_from(nearest);
        let sweeps = Sweeps { inputs, vectors, trailing, most: MOST_SWEEPS };
        (!trailing.is_empty()).then_some(sweeps)
    }

    /// Sweeps for these blocks, whose sets have what the leading taps give.
    pub(super) fn run(self, blocks: Vec<(Block, BlockSets)>) -> Vec<Swept> {
        self.vectors.run(SweepJob { sweeps: self, blocks })
    }
}

/// The sweeps for some blocks.
struct SweepJob<'a> {
    sweeps: Sweeps<'a>,
    blocks: Vec<(Block, BlockSets)>,
}

impl Job for SweepJob<'_> {
    type Output = Vec<Swept>;

    #[inline(always)]
    fn run<V: Vector>(self, v: V) -> Vec<Swept> {
        let SweepJob { sweeps: Sweeps { inputs, trailing, most, .. }, blocks } = self;
        let parts = trailing.len().div_ceil(TAPS_AT_ONCE);
        let mut halves = Vec::with_capacity(2 * blocks.len());
        for (block, sets) in &blocks {
            halves.extend([0, HALF].map(|first| Half::new(block, first, sets, parts)));
        }
        let mut open: Vec<&mut Half> = halves.iter_mut().filter(|half| !half.is_done()).collect();
        for part in trailing.chunks(TAPS_AT_ONCE).cycle().take(most * parts) {
            if open.is_empty() {
                break;
            }
            // A tap is read once for four halves.
            for several in open.chunks_mut(4) {
                match several {
                    [a, b, c, d]
                        if part[0].offset >= a.from.max(b.from).max(c.from).max(d.from) =>
                    {
                        compare(v, inputs, [a, b, c, d], part);
                    }
                    _ => several.iter_mut().for_each(|half| compare(v, inputs, [half], part)),
                }
            }
            open.iter_mut().for_each(|half| half.look());
            open.retain(|half| !half.is_done());
        }
        let mut all = Vec::with_capacity(blocks.len());
        for ((_, sets), halves) in blocks.into_iter().zip(halves.chunks(2)) {
            let mut swept = Swept::complete(sets);
            halves.iter().zip([0, HALF]).for_each(|(half, first)| half.tell(first, &mut swept));
            all.push(swept);
        }
        all
    }
}

/// Compares these taps, as far as they are far, with the values from x on of each of these halves, for which the same
/// ones are far.
#[inline(always)]
fn compare<V: Vector, const N: usize>(
    v: V,
    inputs: Inputs<'_>,
    halves: [&mut Half; N],
    taps: &[MarkedTap],
) {
    let taps = tap::from(taps, halves[0].from);
    let [Some(nearest), Some(farthest)] = [taps.first(), taps.last()] else { return };
    let count = farthest.offset - nearest.offset + HALF;
    for shift in tap::shifts(inputs.rules) {
        let last = inputs.history.last();
        let met: [_; N] = from_fn(|h| last.both_of(halves[h].heap - shift, farthest.offset, count));
        let pairs = taps.iter().map(|tap| {
            let at = farthest.offset - tap.offset;
            let heaps: [_; N] = from_fn(|h| met[h][at..].first_chunk().expect("the taps ascend"));
            (heaps, u16::from_le_bytes(tap.packed.both()))
        });
        let seen = from_fn(|h| halves[h].seen);
        let seen = v.insert_among_sixteen(seen, from_fn(|h| &halves[h].least), pairs);
        for h in 0..N {
            halves[h].seen = seen[h];
            halves[h].compared += (HALF * taps.len()) as u64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::kernel::Kernel;
    use crate::grundy::packed::BLOCK;
    use crate::grundy::space::SparseSpace;
    use crate::grundy::superblocks::columns::{Columns, Marked};
    use crate::grundy::superblocks::history::History;
    use crate::grundy::superblocks::sets::insert;
    use crate::grundy::superblocks::taps::TapRanges;
    use crate::rules::Rules;

    const WORDS: usize = 5;
    const START: usize = 6000;

    /// The values for which the sets have room and that none of these taps gives heap n, at any place.
    fn missing(rules: &Rules, columns: &Columns, taps: &[MarkedTap], n: usize) -> Vec<usize> {
        let mut given = vec![false; Marked::LIMIT];
        for shift in tap::shifts(rules) {
            for tap in taps {
                let sum = columns.get(n - shift, tap.offset).xor(tap.packed).bits();
                given.get_mut(sum).into_iter().for_each(|given| *given = true);
            }
        }
        (0..64 * WORDS).filter(|&value| !given[value]).collect()
    }

    /// Sweeps two blocks, together and one by one, `most` times at most, where one tap of `leading_of` leads, or none, and
    /// heaps have packed values below `values`. Below what is said to be known, everything is as the definition has it, with
    /// each kernel. Returns for how many heaps three missing values are known, and for how many none.
    fn swept(code: &str, values: usize, leading_of: Option<usize>, most: usize) -> [usize; 2] {
        let rules = Rules::of(&code.parse().unwrap()).unwrap();
        let mut random = fastrand::Rng::with_seed(values as u64);
        let mut columns = Columns::new(0, 2 * BLOCK + rules.last_place);
        for n in 0..START {
            let number = Marked::new(random.usize(0..values));
            columns.push(if n % 11 == 3 { number.marked() } else { number });
        }
        let rare = |r: usize| (r, Marked::new(r * 7919 % 256));
        let space = SparseSpace { mask: 1, position_parity: false, split_parity: 0 };
        let mut taps = TapRanges::new(&rules, space, (1..5900).step_by(2).map(rare).collect());
        taps.include(&rules, 0);
        let all = taps.first_place();
        let leads = |i: usize| leading_of.is_some_and(|rest| i.is_multiple_of(rest));
        let part = |lead| {
            let of_kind = all.iter().enumerate().filter(move |&(i, _)| leads(i) == lead);
            of_kind.map(|(_, &tap)| tap).collect()
        };
        taps.let_lead([part(true), part(false)]);
        let history = History::all(columns.clone());
        let inputs = Inputs::for_tests(&rules, space, &history, &taps, WORDS);
        let blocks = [0, BLOCK].map(|b| Block { heap: START + b, from: 2 * BLOCK + b });
        let begun = blocks.map(|block| {
            let leading = taps.leading_from(block.from);
            let mut sets = vec![[0; BLOCK]; WORDS];
            for i in 0..BLOCK {
                let misses = missing(&rules, &columns, leading, block.heap + i);
                let given = (0..64 * WORDS).filter(|value| !misses.contains(value));
                given.for_each(|value| insert(&mut sets, i, value));
            }
            (block, sets)
        });
        let mut counts = [0; 2];
        let mut compared = vec![];
        let kernels = Kernel::ALL.into_iter().filter_map(Kernel::vectors);
        for (kernel, at_once) in kernels.flat_map(|kernel| [(kernel, 2), (kernel, 1)]) {
            let sweeps = Sweeps::new(inputs, kernel, 2 * BLOCK).unwrap();
            let sweeps = Sweeps { most, ..sweeps };
            let groups = begun.chunks(at_once).flat_map(|group| sweeps.run(group.to_vec()));
            let swept: Vec<Swept> = groups.collect();
            compared.push(swept.iter().map(|swept| swept.compared).collect::<Vec<u64>>());
            counts = [0; 2];
            for (b, i) in (0..2).flat_map(|b| (0..BLOCK).map(move |i| (b, i))) {
                let (Block { heap, from }, Swept { sets, known, .. }) = (blocks[b], &swept[b]);
                let far: Vec<MarkedTap> =
                    all.iter().filter(|tap| tap.offset >= from).copied().collect();
                let expected = missing(&rules, &columns, &far, heap + i);
                let is_missing = |&value: &usize| sets[value / 64][i] >> (value % 64) & 1 == 0;
                let known = usize::from(known[i]);
                let below = |value: &usize| *value < known;
                let found: Vec<usize> = (0..64 * WORDS).filter(is_missing).filter(below).collect();
                let expected: Vec<usize> = expected.into_iter().filter(below).collect();
                assert_eq!(found, expected, "{code}, heap {i} of block {b}, {kernel:?}");
                counts[0] += usize::from(found.len() >= 3 || known >= 64 * WORDS);
                counts[1] += usize::from(found.is_empty() && known < 64 * WORDS);
            }
        }
        // The work is the same, whoever does it.
        assert!(compared[0].iter().all(|&compared| compared > 0));
        assert!(compared.iter().all(|of_blocks| *of_blocks == compared[0]));
        counts
    }

    /// Three values that no far tap gives are found for each heap, whatever leads, or else all are given.
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
