//! The witnesses of heaps whose values are known: block by block, as those of the heaps that come next.

use std::ops::Range;

use super::tuning::Tuning;
use super::verify::{Verify, VerifyNext};
use crate::grundy::kernel::Kernel;
use crate::grundy::layout::BLOCK;
use crate::grundy::packed::Packing;
use crate::grundy::state::State;

/// Heaps that are verified at once.
const HEAPS_AT_ONCE: usize = BLOCK << 8;

/// How far below a heap the larger part of a split that [`unshown`] tries may be.
#[must_use]
pub(crate) fn reach(state: &State<'_>, tuning: &Tuning) -> usize {
    BLOCK * tuning.part_blocks + state.rules.last_place
}

/// Of these heaps of the sequence those with a rare value below their own of which no move tried shows that
/// it is an option: a move to a single heap, or a split whose smaller part is at most
/// 64·[`Tuning::part_blocks`] heaps.
///
/// All heaps from `heaps.start` − 2·[`reach`] on must be common, and these be more than 64·[`Tuning::part_blocks`] heaps
/// beyond heap 0. `None` if a value near them is too large for blocks, if those before them are too few to choose
/// witnesses by, or if this CPU lacks the kernel. O(splits tried).
#[must_use]
pub(crate) fn unshown(
    state: &State<'_>,
    heaps: Range<usize>,
    tuning: &Tuning,
    kernel: Kernel,
) -> Option<Vec<usize>> {
    let (packing, mut unshown) = (Packing::new(state.space), vec![]);
    let before = State { values: state.values.range(..heaps.start), ..state.clone() };
    let mut verify = Verify::new(&before, packing, tuning)?;
    for values in state.values.range(heaps).chunks(HEAPS_AT_ONCE) {
        if values.iter().any(|&value| !packing.has_room_for(value)) {
            return None;
        }
        let packed: Vec<u8> = values.iter().map(|&value| packing.pack(value) as u8).collect();
        let next = VerifyNext { verify: &mut verify, packed: &packed };
        let (_, heaps) = kernel.run(next)?;
        unshown.extend(heaps);
    }
    Some(unshown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::sparse::Sparse;

    /// A heap is left out only if a move with a small part shows each of its rare values, and where all splits
    /// are tried that are allowed, it is named only if none does.
    #[test]
    fn as_by_the_definition() {
        // Position parity (0.104), moves to a single heap (0.354), unequal parts (0.4!5!4), few splits tried.
        let tunings = [Tuning::TINY, Tuning { witnesses: 256, part_blocks: 2, ..Tuning::TINY }];
        let codes = ["0.16", "0.104", "0.354", "0.4!5!4"];
        for (code, tuning) in codes.into_iter().flat_map(|code| tunings.map(|t| (code, t))) {
            let mut sparse = Sparse::new(&code.parse().unwrap()).unwrap();
            sparse.extend(24_000).unwrap();
            let (state, values) = (sparse.state(), sparse.values());
            let (rules, largest) = (state.rules, BLOCK * tuning.part_blocks);
            let first = state.last_rare() + 2 * reach(&state, &tuning) + 600;
            assert!(first < 20_000, "{code}: {first}");
            let found = Kernel::ALL.into_iter().filter(|kernel| kernel.is_supported());
            let found =
                found.map(|kernel| unshown(&state, first..24_001, &tuning, kernel).unwrap());
            let found: Vec<_> = found.collect();
            assert!(found.iter().all(|heaps| *heaps == found[0]), "{code}");
            let has = |n: usize, v: u16| {
                let is_split = |k: usize| (1..=largest).any(|a| values[a] ^ values[n - k - a] == v);
                rules.singles.iter().any(|&k| values[n - k] == v)
                    || rules.splits.iter().any(|split| is_split(split.k))
            };
            for n in first..=24_000 {
                let mut rare = (0..values[n]).filter(|&v| state.space.is_rare(n, v));
                let is_shown = rare.all(|v| has(n, v));
                let is_named = found[0].binary_search(&n).is_ok();
                assert!(is_shown || is_named, "{code}: {n}");
                assert!(!(is_shown && is_named) || tuning == Tuning::TINY, "{code}: {n}");
            }
            assert!((100..20_000).contains(&found[0].len()), "{code}: {}", found[0].len());
        }
    }
}
