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

    /// Chooses the planes, which are even in number: of these packed values one in 500 may need more of them. There are
    /// none if one in 50 needs more than [`MOST_CHOSEN`].
    pub(super) fn choose_planes(&mut self, mut packed: Vec<usize>) {
        packed.sort_unstable();
        let planes = |one_in: usize| {
            let most = packed.get(packed.len() * (one_in - 1) / one_in).map_or(1, |&most| most + 2);
            most.div_ceil(8).next_multiple_of(2)
        };
        self.planes = None;
        if planes(50) <= MOST_CHOSEN {
            let planes = planes(500).min(MOST_CHOSEN).min(8 * self.most_words);
            self.planes = Some(planes);
            self.words = self.words.max(planes.div_ceil(8));
        }
    }

    /// Adds a few planes, if some heaps have larger packed values; false if there are as many as can be.
    pub(super) fn add_planes(&mut self) -> bool {
        let more = self.planes.map(|planes| planes + 2);
        let more = more.filter(|&planes| planes <= MOST_CHOSEN.min(8 * self.words));
        self.planes = more.or(self.planes);
        more.is_some()
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

#[cfg(test)]
mod tests {
    use super::*;

    /// There are at most 24 planes, and no more than the words of the sets have room for.
    #[test]
    fn planes_are_added_while_there_is_room() {
        let grown = |words: usize| {
            let mut room = Room { planes: Some(10), words, most_words: 9 };
            while room.add_planes() {}
            room.planes
        };
        assert_eq!([2, 3, 9].map(grown), [16, 24, 24].map(Some));
        assert!(!Room { planes: None, words: 9, most_words: 9 }.add_planes());
    }
}
