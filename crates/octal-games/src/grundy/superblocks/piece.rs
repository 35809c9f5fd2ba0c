//! A piece of the splits of a heap at one splitting place: 256 of them, looked up a register at a time in a table of the
//! missing values, or compared with each of these, if they are few and high bytes matter.

use super::columns::Marked;
use super::remaining::Remaining;
use crate::grundy::kernel::Vector;
use crate::grundy::layout::{BLOCK, PIECE};

/// The packed values of the smaller parts of the splits, and those of the larger ones in the opposite order.
pub(super) struct Piece<'a> {
    pub(super) low: [&'a [u8; PIECE]; 2],
    pub(super) high: [&'a [u8; PIECE]; 2],
}

impl Piece<'_> {
    /// Removes the values of these splits, but not that of split `left_out`, until nothing that is needed is
    /// missing; returns how many splits were tried, a block at least.
    #[inline(always)]
    pub(super) fn remove_sums<V: Vector, const WIDE: bool>(
        &self,
        v: V,
        left_out: Option<usize>,
        remaining: &mut Remaining<'_>,
    ) -> u64 {
        if remaining.count == 0 {
            return BLOCK as u64;
        }
        for at in (0..PIECE).step_by(V::HEAPS) {
            let from = PIECE - V::HEAPS - at;
            let low = v.xor(v.bytes(&self.low[0][at..]), v.reversed(&self.low[1][from..]));
            let high = v.bytes(&self.high[0][at..]);
            let high = if WIDE { v.xor(high, v.reversed(&self.high[1][from..])) } else { high };
            let few = if WIDE { remaining.few() } else { &[] };
            let mut found = match *few {
                [a] => v.one_of(low, high, &[a]),
                [a, b] => v.one_of(low, high, &[a, b]),
                [a, b, c] => v.one_of(low, high, &[a, b, c]),
                [a, b, c, d] => v.one_of(low, high, &[a, b, c, d]),
                _ => v.among::<WIDE>(low, high, &remaining.folded),
            };
            while found != 0 {
                let i = at + found.trailing_zeros() as usize;
                found &= found - 1;
                if left_out != Some(i) {
                    remaining.find(self.sum(i).bits(), i);
                }
            }
            if remaining.count == 0 {
                return (at + V::HEAPS).next_multiple_of(BLOCK) as u64;
            }
        }
        PIECE as u64
    }

    /// The packed value of split i, marked if one of its parts is rare.
    #[inline(always)]
    fn sum(&self, i: usize) -> Marked {
        let xor = |bytes: [&[u8; PIECE]; 2]| bytes[0][i] ^ bytes[1][PIECE - 1 - i];
        Marked { low: xor(self.low), high: xor(self.high) }
    }
}
