//! How much room the sets of packed values have.

use super::columns::Marked;

/// If more planes than these were needed, no value is left out.
const MOST_CHOSEN: usize = 24;

/// The room of the set of one heap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// The byte planes that nearly all heaps need; larger packed values have no plane. `None` if no value is
    /// left out where taps are inserted: then there are planes for all words, or they are inserted heap by heap.
    pub(super) planes: Option<usize>,
    /// Words for packed values below 64·words; larger ones are dropped.
    pub(super) words: usize,
    /// There are never more words than these.
    pub(super) most_words: usize,
}

impl Room {
    /// At most `most_words` words, for values up to `largest`, and no planes yet.
    pub(super) fn new(largest: usize, most_words: usize) -> Room {
        Room { planes: None, words: (largest / 64 + 1).min(most_words), most_words }
    }

    /// Chooses the planes: of these packed values one in fifty may need more of them.
    pub(super) fn choose_planes(&mut self, mut packed: Vec<usize>) {
        packed.sort_unstable();
        let most = packed.get(packed.len() * 49 / 50).map_or(1, |&most| most + 2);
        let planes = most.div_ceil(8).next_multiple_of(4).min(8 * self.most_words);
        self.words = self.words.max(planes.div_ceil(8));
        self.planes = Some(planes).filter(|&planes| planes <= MOST_CHOSEN);
    }

    /// Makes room for larger values; false if there is no more.
    pub(super) fn grow(&mut self) -> bool {
        let words = self.most_words.min(self.words + self.words / 8 + 1);
        let grows = words > self.words;
        self.words = words;
        grows
    }

    /// How many planes hold all values that are not left out when taps are inserted.
    pub(super) fn planes_needed(self) -> usize {
        self.planes.unwrap_or(8 * self.words)
    }

    /// One more than the largest packed value that is not left out when taps are inserted.
    pub(super) fn limit(self) -> usize {
        8 * self.planes_needed()
    }

    /// Whether there is room for values of more than 8 bits.
    pub(super) fn is_wide(self) -> bool {
        64 * self.words > Marked::NARROW
    }
}
