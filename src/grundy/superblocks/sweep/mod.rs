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

mod half;

use super::deal::{ManyTasks, deal};
use super::far::FarSets;
use super::inputs::Inputs;
use super::places;
use super::tap::{self, Block, MarkedTap};
use crate::grundy::kernel::{Job, Kernel, Vector};
use crate::grundy::layout::BLOCK;
use half::{HALF, Half};
use std::array::from_fn;

/// Taps compared before it is asked which values are still missing.
const TAPS_AT_ONCE: usize = 1 << 8;
/// After this many sweeps no more is found out. The serial stage inserts all taps for each heap alone whose least
/// common value is not known then.
pub(super) const MOST_SWEEPS: usize = 12;

/// Where nothing trails, sets have all that far taps give.
pub(super) const ALL_KNOWN: [u16; BLOCK] = [u16::MAX; BLOCK];

/// Sweeps the far ones of the trailing taps for these blocks, `most_sweeps` times at most. Adds to their sets,
/// which have what the leading taps give, enough of what the trailing ones do, and says below which value that is all.
/// Returns how many option values were compared. `None` if this CPU lacks the kernel.
pub(super) fn sweep(
    inputs: Inputs<'_>,
    kernel: Kernel,
    blocks: &[Block],
    far: &mut [FarSets],
    most_sweeps: usize,
) -> Option<u64> {
    let nearest = blocks.iter().map(|block| block.from).min()?;
    let trailing = inputs.taps.trailing_from(nearest);
    if trailing.is_empty() {
        return Some(0);
    }
    let parts = trailing.len().div_ceil(TAPS_AT_ONCE);
    // Each half: its block, and its first heap there.
    let all: Vec<(usize, usize)> =
        (0..blocks.len()).flat_map(|b| [0, HALF].map(|i| (b, i))).collect();
    // What a part meets is read once a task.
    let shares: Vec<&[(usize, usize)]> = all.chunks(inputs.watch.share(all.len())).collect();
    let most = most_sweeps * parts;
    let half = |&(b, i): &(usize, usize)| Half::new(&blocks[b], i, &far[b].common, parts);
    let tasks = ManyTasks::new(shares.len(), |i| {
        let halves = shares[i].iter().map(half).collect();
        kernel.run(SweepTask { inputs, trailing, halves, most })
    });
    deal(inputs.watch, &[&tasks]);
    let swept: Option<Vec<(Vec<Half>, u64)>> = tasks.given().into_iter().collect();
    let (halves, compared): (Vec<Vec<Half>>, Vec<u64>) = swept?.into_iter().unzip();
    for (half, &(b, i)) in halves.iter().flatten().zip(&all) {
        half.tell(i, &mut far[b].common, &mut far[b].known);
    }
    Some(compared.iter().sum())
}

/// The work of one task.
struct SweepTask<'a> {
    inputs: Inputs<'a>,
    trailing: &'a [MarkedTap],
    halves: Vec<Half>,
    /// After this many parts of the trailing taps the work ends.
    most: usize,
}

impl Job for SweepTask<'_> {
    type Output = (Vec<Half>, u64);

    #[inline(always)]
    fn run<V: Vector>(self, v: V) -> (Vec<Half>, u64) {
        let SweepTask { inputs, trailing, mut halves, most } = self;
        let mut compared = 0;
        let mut open: Vec<&mut Half> = halves.iter_mut().filter(|half| !half.is_done()).collect();
        for part in trailing.chunks(TAPS_AT_ONCE).cycle().take(most) {
            if open.is_empty() {
                break;
            }
            // A tap is read once for four halves.
            for several in open.chunks_mut(4) {
                compared += match several {
                    [a, b, c, d]
                        if part[0].offset >= a.from.max(b.from).max(c.from).max(d.from) =>
                    {
                        compare(v, inputs, [a, b, c, d], part)
                    }
                    _ => several.iter_mut().map(|half| compare(v, inputs, [half], part)).sum(),
                };
            }
            open.iter_mut().for_each(|half| half.look());
            open.retain(|half| !half.is_done());
        }
        (halves, compared)
    }
}

/// Compares these taps, as far as they are far, with the values from x on of each of these halves, for which the same
/// ones are far; returns how many option values these are.
#[inline(always)]
fn compare<V: Vector, const N: usize>(
    v: V,
    inputs: Inputs<'_>,
    halves: [&mut Half; N],
    taps: &[MarkedTap],
) -> u64 {
    let taps = tap::from(taps, halves[0].from);
    let [Some(nearest), Some(farthest)] = [taps.first(), taps.last()] else { return 0 };
    let count = farthest.offset - nearest.offset + HALF;
    let mut compared = 0;
    for shift in places::shifts(inputs.rules) {
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
        }
        compared += (N * HALF * taps.len()) as u64;
    }
    compared
}

#[cfg(test)]
mod tests {
    use super::*;
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
        let begun = blocks.map(|Block { heap, from }| {
            let leading = taps.leading_from(from);
            let mut common = vec![[0; BLOCK]; WORDS];
            for i in 0..BLOCK {
                let misses = missing(&rules, &columns, leading, heap + i);
                let given = (0..64 * WORDS).filter(|value| !misses.contains(value));
                given.for_each(|value| insert(&mut common, i, value));
            }
            FarSets { common, known: ALL_KNOWN, ..FarSets::with_rare(vec![]) }
        });
        let mut counts = [0; 2];
        let kernels = Kernel::ALL.into_iter().filter(|kernel| kernel.is_supported());
        for (kernel, threads) in kernels.flat_map(|kernel| [(kernel, 1), (kernel, 3)]) {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let mut far = begun.clone();
            let compared = pool.install(|| sweep(inputs, kernel, &blocks, &mut far, most)).unwrap();
            assert!(compared > 0);
            counts = [0; 2];
            for (b, i) in (0..2).flat_map(|b| (0..BLOCK).map(move |i| (b, i))) {
                let (Block { heap, from }, FarSets { common, known, .. }) = (blocks[b], &far[b]);
                let far: Vec<MarkedTap> =
                    all.iter().filter(|tap| tap.offset >= from).copied().collect();
                let expected = missing(&rules, &columns, &far, heap + i);
                let is_missing = |&value: &usize| common[value / 64][i] >> (value % 64) & 1 == 0;
                let known = usize::from(known[i]);
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
