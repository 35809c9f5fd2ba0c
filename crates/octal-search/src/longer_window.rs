//! A longer window for a stream that has halted at a common heap.
//!
//! A rare value that no split within the window has is that of a split soon beyond it. Each such heap
//! costs a replay of the values between two snapshots, so a stream whose window is too short for many
//! heaps crawls. Hence the window grows whenever it was too short:
//!
//! ```text
//! W ← the larger of 2·W and the reach of the split, at most a third of the heap, and half of what the memory allows
//! compute the first values and the last ones again
//! begin the stream anew with them, and Brent's references at the next multiple of the chunk
//! ```
//!
//! To compute the last values may take minutes: those that are known ([`BegunWindow`]) are handed over on
//! the way.
//!
//! As it doubles, the window grows a few times only. Theorem 5 asks for windows of one length: those that
//! recur are looked for with the longer one from then on, and splits within the shorter window are within
//! the longer.

use super::record::{AcceptedHeap, SearchRecord, longest_window};
use super::reference::References;
use super::replay::{Replay, Result};
use super::states::BegunWindow;

/// How long the window should become after this heap was shown to be common; `None` if it cannot be so long, and at
/// most `longest`, that it holds the splits which show that, or if it does already.
pub(super) fn longer_window(
    record: &SearchRecord,
    found: &AcceptedHeap,
    longest: u64,
) -> Option<usize> {
    let basis = record.basis();
    let window = basis.window() as u64;
    let reach = found.heap - found.larger_part + basis.rules.last_place as u64;
    let most = longest.min(longest_window(record.heap, record.chunk));
    let longer = reach.max(2 * window).min(most);
    (window < reach && reach <= longer).then_some(longer as usize)
}

/// The values that the record of a search with a window of this length keeps.
pub(super) struct WindowEnds {
    first: Vec<u16>,
    last: Vec<u16>,
}

impl Replay<'_> {
    /// Computes the values for a window of this length again, or goes on with what the record has of them;
    /// `keep` is told what has been computed since. O(window + spacing) time, and the memory of the heaps
    /// before the first snapshot.
    pub(super) fn ends(
        &self,
        window: usize,
        keep: &mut dyn FnMut(&BegunWindow) -> Result<()>,
    ) -> Result<WindowEnds> {
        let SearchRecord { heap, chunk, ref tried, .. } = *self.record;
        let from = heap - heap % chunk - window as u64;
        let begun = tried.as_ref().and_then(|tried| tried.window.clone());
        let begun = begun.filter(|begun| begun.from == from);
        let mut begun = begun.unwrap_or(BegunWindow { from, last: vec![], mark: None });
        let late = self.late_from();
        if begun.next() < late {
            let (mark, next) = (begun.mark.clone(), begun.next());
            let mut cursor = self.cursor_from(mark.as_slice(), next, &mut |cursor| {
                begun.mark = cursor.mark();
                keep(&begun)
            })?;
            while cursor.heap < late {
                begun.last.extend(self.read(&mut cursor, late)?);
                begun.mark = cursor.mark();
                keep(&begun)?;
            }
        }
        begun.last.extend(self.late(begun.next()..heap)?);
        let first = self.read_all(&mut self.cursor(0)?, window as u64 + 1)?;
        Ok(WindowEnds { first, last: begun.last })
    }
}

impl SearchRecord {
    /// Takes a window of another length.
    pub(super) fn set_window(&mut self, ends: WindowEnds) {
        (self.first, self.last) = (ends.first.into(), ends.last.into());
        self.references = References::default();
    }
}
