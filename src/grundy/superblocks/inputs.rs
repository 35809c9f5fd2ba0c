//! What both stages read, and how they insert taps.

use super::history::History;
use super::room::Room;
use super::scatter;
use super::sets::BlockSets;
use super::stages::Stopwatch;
use super::taps::{Insertion, TapRanges};
use crate::grundy::kernel::Vector;
use crate::grundy::layout::BLOCK;
use crate::grundy::packed::Packing;
use crate::rules::Rules;

/// What both stages read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inputs<'a> {
    pub(super) rules: &'a Rules,
    pub(super) packing: Packing,
    pub(super) history: &'a History,
    pub(super) taps: &'a TapRanges,
    pub(super) room: Room,
    /// Whether high bytes matter: taps may meet rare heaps, or packed values have more than 8 bits.
    pub(super) wide: bool,
    /// Takes the time of each task.
    pub(super) watch: &'a Stopwatch,
}

impl Inputs<'_> {
    /// The packed values that taps give, as sets.
    #[inline(always)]
    pub(super) fn sets<V: Vector>(self, v: V, taps: Insertion<'_>) -> BlockSets {
        let Room { planes, words } = self.room;
        let Some(most) = planes else {
            return scatter::sets(v, taps, words);
        };
        let mut planes = vec![[0; BLOCK]; 8 * words];
        for from in (0..most).step_by(V::PLANES) {
            let to = most.min(from + V::PLANES);
            let piece = &mut planes[from..to];
            match to - from {
                1..=4 => self.insert::<V, 4>(v, taps, from, piece),
                5..=8 => self.insert::<V, 8>(v, taps, from, piece),
                9..=12 => self.insert::<V, 12>(v, taps, from, piece),
                13..=16 => self.insert::<V, 16>(v, taps, from, piece),
                17..=20 => self.insert::<V, 20>(v, taps, from, piece),
                _ => self.insert::<V, 24>(v, taps, from, piece),
            }
        }
        let mut sets = BlockSets::with_capacity(words);
        for planes in planes.as_chunks::<8>().0 {
            sets.push(v.transpose(planes));
        }
        sets
    }

    /// Inserts the packed values that taps give into the planes from plane `from` on.
    #[inline(always)]
    fn insert<V: Vector, const P: usize>(
        self,
        v: V,
        taps: Insertion<'_>,
        from: usize,
        planes: &mut [[u8; BLOCK]],
    ) {
        if P > V::PLANES {
            unreachable!("no piece has more planes than registers");
        }
        let Insertion { columns, heap, taps } = taps;
        for part in (0..BLOCK).step_by(V::HEAPS) {
            let mut sets = [v.all(0); P];
            for tap in taps {
                let low: &[u8; BLOCK] = columns.low(heap, tap.offset);
                let packed = v.xor(v.bytes(&low[part..]), v.all(tap.packed.low));
                let here = if self.wide {
                    let bytes: &[u8; BLOCK] = columns.high(heap, tap.offset);
                    v.equal(v.bytes(&bytes[part..]), v.all(tap.packed.high))
                } else {
                    v.everywhere()
                };
                sets = v.add::<P>(sets, packed, here, from);
            }
            for (plane, set) in planes.iter_mut().zip(sets) {
                v.store(set, &mut plane[part..]);
            }
        }
    }
}
