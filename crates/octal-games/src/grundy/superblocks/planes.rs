//! Taps inserted for a block at a time, into byte planes: byte i of plane j holds the packed values 8j to
//! 8j + 7 of heap i.

use super::columns::Marked;
use super::sets::BlockSets;
use super::tap::{Insertion, PREFETCHED};
use crate::grundy::kernel::{Vector, prefetch};
use crate::grundy::layout::BLOCK;

/// The planes of packed values that have the same high byte.
const PAGE: usize = Marked::NARROW / 8;

/// The packed values below 8·`planes` that taps give, as sets of `words` words. Unless `wide`, no tap meets
/// a rare heap, and packed values have 8 bits.
///
/// O(taps·planes) vector operations.
#[inline(always)]
pub(super) fn sets<V: Vector>(
    v: V,
    taps: Insertion<'_>,
    wide: bool,
    planes: usize,
    words: usize,
) -> BlockSets {
    let mut all = vec![[0; BLOCK]; 8 * words];
    for page in (0..planes).step_by(PAGE) {
        let end = planes.min(page + PAGE);
        for from in (page..end).step_by(V::PLANES) {
            let piece = &mut all[from..end.min(from + V::PLANES)];
            match piece.len() {
                1..=4 => insert::<V, 4>(v, taps, wide, from, piece),
                5..=6 => insert::<V, 6>(v, taps, wide, from, piece),
                7..=8 => insert::<V, 8>(v, taps, wide, from, piece),
                9..=10 => insert::<V, 10>(v, taps, wide, from, piece),
                11..=12 => insert::<V, 12>(v, taps, wide, from, piece),
                13..=14 => insert::<V, 14>(v, taps, wide, from, piece),
                15..=16 => insert::<V, 16>(v, taps, wide, from, piece),
                17..=18 => insert::<V, 18>(v, taps, wide, from, piece),
                19..=20 => insert::<V, 20>(v, taps, wide, from, piece),
                21..=22 => insert::<V, 22>(v, taps, wide, from, piece),
                _ => insert::<V, 24>(v, taps, wide, from, piece),
            }
        }
    }
    let mut sets = BlockSets::with_capacity(words);
    for planes in all.as_chunks::<8>().0 {
        sets.push(v.transpose(planes));
    }
    sets
}

/// Inserts the packed values that taps give into the planes from plane `from` on, which are of one page.
#[inline(always)]
fn insert<V: Vector, const P: usize>(
    v: V,
    taps: Insertion<'_>,
    wide: bool,
    from: usize,
    planes: &mut [[u8; BLOCK]],
) {
    if P > V::PLANES {
        unreachable!("no piece has more planes than registers");
    }
    let (page, from) = ((from / PAGE) as u8, from % PAGE);
    let Insertion { columns, heap, taps } = taps;
    let tables = v.tables(from);
    for part in (0..BLOCK).step_by(V::HEAPS) {
        let mut sets = [v.all(0); P];
        for (i, tap) in taps.iter().enumerate() {
            if let Some(soon) = taps.get(i + PREFETCHED) {
                let ends = |bytes: &[u8; BLOCK]| prefetch([&bytes[0], &bytes[BLOCK - 1]]);
                ends(columns.low(heap, soon.offset));
                if wide {
                    ends(columns.high(heap, soon.offset));
                }
            }
            let low: &[u8; BLOCK] = columns.low(heap, tap.offset);
            let packed = v.xor(v.bytes(&low[part..]), v.all(tap.packed.low));
            let here = if wide {
                let bytes: &[u8; BLOCK] = columns.high(heap, tap.offset);
                v.equal(v.bytes(&bytes[part..]), v.all(tap.packed.high ^ page))
            } else {
                v.everywhere()
            };
            sets = v.add::<P>(sets, packed, here, &tables);
        }
        for (plane, set) in planes.iter_mut().zip(sets) {
            v.store(set, &mut plane[part..]);
        }
    }
}
