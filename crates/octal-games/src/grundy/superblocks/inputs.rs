//! What both stages read, and how the serial one inserts taps for a block.

use super::history::History;
use super::order::PieceOrder;
use super::planes;
use super::room::Room;
use super::scatter;
use super::sets::BlockSets;
use super::tap::{Block, Insertion};
use super::taps::TapRanges;
use crate::grundy::kernel::Vector;
use crate::grundy::packed::Packing;
use crate::rules::Rules;
#[cfg(test)]
use {crate::grundy::space::SparseSpace, std::sync::LazyLock};

/// What both stages read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inputs<'a> {
    pub(super) rules: &'a Rules,
    pub(super) packing: Packing,
    pub(super) history: &'a History,
    pub(super) taps: &'a TapRanges,
    /// In which order searches will try splits. The heaps of a superblock keep that of their far stage.
    pub(super) order: &'a PieceOrder,
    pub(super) room: Room,
    /// Whether high bytes matter: taps may meet rare heaps, or packed values have more than 8 bits.
    pub(super) wide: bool,
}

impl Inputs<'_> {
    /// The packed values that taps give, as sets.
    #[inline(always)]
    pub(super) fn sets<V: Vector>(self, v: V, taps: Insertion<'_>) -> BlockSets {
        let (planes, words) = (self.room.planes_needed(), self.room.words);
        if planes <= V::MOST_PLANES {
            planes::sets(v, taps, self.wide, planes, words)
        } else {
            let Insertion { columns, heap, taps } = taps;
            let mut sets = scatter::sets(columns, &[Block { heap, from: 0 }], taps, words);
            sets.pop().expect("the sets of the block")
        }
    }
}

#[cfg(test)]
impl<'a> Inputs<'a> {
    /// Sets have this many words, and planes for all of them, high bytes matter, and no order is learnt.
    pub(super) fn for_tests(
        rules: &'a Rules,
        space: SparseSpace,
        history: &'a History,
        taps: &'a TapRanges,
        words: usize,
    ) -> Inputs<'a> {
        static ORDER: LazyLock<PieceOrder> = LazyLock::new(PieceOrder::default);
        let (packing, room) =
            (Packing::new(space), Room { planes: None, words, most_words: words });
        Inputs { rules, packing, history, taps, order: &ORDER, room, wide: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::kernel::{Job, Kernel};
    use crate::grundy::layout::BLOCK;
    use crate::grundy::superblocks::columns::{Columns, Marked};
    use crate::grundy::superblocks::tap::{self, MarkedTap};

    /// Sets of seven words for each block, by planes and heap by heap.
    struct BothWays<'a>(&'a Columns, &'a [Block], &'a [MarkedTap]);

    impl Job for BothWays<'_> {
        type Output = [Vec<BlockSets>; 2];

        #[inline(always)]
        fn run<V: Vector>(self, v: V) -> [Vec<BlockSets>; 2] {
            let BothWays(columns, blocks, taps) = self;
            let by_planes = |&Block { heap, from }: &Block| {
                let taps = tap::from(taps, from);
                planes::sets(v, Insertion { columns, heap, taps }, true, 56, 7)
            };
            [blocks.iter().map(by_planes).collect(), scatter::sets(columns, blocks, taps, 7)]
        }
    }

    /// What taps give of common heaps, and nothing of rare ones, with each kernel, to each block those that it
    /// asks for.
    #[test]
    fn sets_have_what_taps_give() {
        let mut columns = Columns::new(0, 0);
        for n in 0..1100 {
            let number = Marked::new(n * 37 % 500);
            columns.push(if n % 9 == 4 { number.marked() } else { number });
        }
        let tap =
            |i: usize| MarkedTap { offset: 800 + i / 8, packed: Marked::new(3 + 15 * i % 500) };
        let taps: Vec<MarkedTap> = (0..400).map(tap).collect();
        let blocks = [(900, 0), (980, 807), (1000, 900)].map(|(heap, from)| Block { heap, from });
        let both_ways = |kernel: &Kernel| kernel.run(BothWays(&columns, &blocks, &taps));
        let ways = Kernel::ALL.iter().filter_map(both_ways);
        for all in ways.flatten() {
            for (&Block { heap, from }, sets) in blocks.iter().zip(&all) {
                let taps = taps.iter().filter(|tap| tap.offset >= from);
                for (i, s) in (0..BLOCK).flat_map(|i| (0..448).map(move |s| (i, s))) {
                    let number =
                        |tap: &MarkedTap| columns.get(heap + i, tap.offset).xor(tap.packed).bits();
                    let is_given = taps.clone().any(|tap| number(tap) == s);
                    assert_eq!(sets[s / 64][i] >> (s % 64) & 1 == 1, is_given, "{heap} {i}, {s}");
                }
            }
        }
    }
}
