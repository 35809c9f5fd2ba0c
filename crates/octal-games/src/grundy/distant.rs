//! Rare heaps that lie farther back than the values which a stream keeps.
//!
//! Let D be such a heap. At each splitting place k it is split off from every heap n > D + k, and
//! leaves heap n − k − D. The value G(D) ⊕ G(n − k − D) of that option is common, unless heap
//! n − k − D is rare too (Lemma 4a of [`crate::theory::sparse`]). So it is all that engines have to
//! know of D.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// A rare heap that lies farther back than the values which a stream keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct DistantRare {
    /// D.
    pub heap: u64,
    /// G(D).
    pub value: u16,
}

/// The common values of the splits with a distant rare part, for heaps one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct DistantOptions {
    /// The first of these heaps.
    from: u64,
    /// One column for each distant rare heap and splitting place, with a value for each heap.
    columns: Vec<Vec<u16>>,
}

impl DistantOptions {
    /// Stands in a column for a heap that has no such option, or one with a rare value. It is the
    /// value of no heap that engines know.
    pub(super) const NONE: u16 = u16::MAX;

    /// The columns begin with heap `from`.
    pub(super) fn new(from: u64, columns: Vec<Vec<u16>>) -> DistantOptions {
        DistantOptions { from, columns }
    }

    /// True if no heap has such an option.
    pub(super) fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    /// The first heap of the columns.
    pub(super) fn from(&self) -> u64 {
        self.from
    }

    /// The columns.
    pub(super) fn columns(&self) -> &[Vec<u16>] {
        &self.columns
    }

    /// The common values that heap n, one of the columns' heaps, has by such options.
    pub(super) fn of(&self, n: u64) -> impl Iterator<Item = u16> + '_ {
        let values = self.columns.iter().map(move |column| column[(n - self.from) as usize]);
        values.filter(|&value| value != DistantOptions::NONE)
    }
}
