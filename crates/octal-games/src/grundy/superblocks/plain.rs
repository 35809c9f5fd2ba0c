//! Heaps for which there are guesses: they are computed block by block, as far as guesses are enough.

use super::far::FarSets;
use super::group::NearHeaps;
use super::inputs::Inputs;
use super::serial::{NextHeap, Serial};
use crate::grundy::kernel::Vector;
use crate::grundy::layout::BLOCK;
use std::ops::Range;

impl<V: Vector> Serial<'_, V> {
    /// Computes the next heaps, which are these of their block, if there are guesses for them. Ends before the first that
    /// needs more; returns which heap of the block that is.
    #[inline(always)]
    pub(super) fn plain_heaps(&mut self, sets: &FarSets, heaps: Range<usize>) -> usize {
        let Some(guesses) = &sets.guesses else { return heaps.start };
        let Inputs { taps, packing, room, .. } = self.inputs;
        let next = self.window.next();
        let first = next - heaps.start;
        let mut near = NearHeaps::NONE;
        let known = BLOCK + heaps.start;
        let [low, high] = self.window.low_and_high(next, known, known);
        near.low[..known].copy_from_slice(low);
        near.high[..known].copy_from_slice(high);
        let (v, group) = (self.v, &taps.group);
        let mut draft = group.draft(v, guesses, heaps.clone(), near, self.is_wide());
        let (mut end, mut beyond) = (heaps.end, 0);
        while let Some(i) = group.decide(v, guesses, &mut draft) {
            beyond += 1;
            let next = NextHeap { n: first + i, before: draft.before(i), lacking: sets.lacking };
            let limit = room.limit().min(sets.known[i].into());
            match self.first_not_given(next, &sets.common, i, guesses.end(i)) {
                Some(x) if x < limit => group.set(v, &mut draft, i, x as u16),
                _ => {
                    end = i;
                    break;
                }
            }
        }
        let near = draft.near;
        let values = &packing.unpack_common(first, &near.block())[heaps.start..end];
        let has_room = |value: u16| sets.have_room_below(packing.other_below(value));
        // Nearly always there is room for the largest, and so for all.
        let fit = match values.iter().copied().max() {
            Some(largest) if !has_room(largest) => {
                values.iter().take_while(|&&value| has_room(value)).count()
            }
            _ => values.len(),
        };
        self.values.extend_from_slice(&values[..fit]);
        self.window.extend(&near.low[known..known + fit], &near.high[known..known + fit]);
        self.counters.group += (fit * taps.group.len()) as u64;
        self.counters.beyond_guesses += beyond;
        heaps.start + fit
    }
}
