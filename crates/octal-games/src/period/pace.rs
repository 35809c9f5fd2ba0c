//! How fast a search is, and when it will have used up its limits.

use super::search::Progress;

/// How fast a search is since the first look; what an earlier process computed does not count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// Heaps a second.
    pub heaps: f64,
    /// Seconds until the nearest limit, be it that of the heaps or of the work, if the search uses
    /// it up as fast as before; unknown at the first look.
    pub left: Option<f64>,
}

impl Pace {
    /// The pace from the `first` look until `now`, between which this many seconds passed.
    ///
    /// ```
    /// use octal_games::period::pace::Pace;
    /// use octal_games::period::search::Progress;
    /// let look = |heap, share| Progress { heap, limit: 1000, share, rare: None, largest: None };
    /// let pace = Pace::new(&look(100, 0.1), &look(300, 0.3), 4.0);
    /// assert_eq!((pace.heaps, pace.left.map(f64::round)), (50.0, Some(14.0)));
    /// ```
    #[must_use]
    pub fn new(first: &Progress, now: &Progress, seconds: f64) -> Pace {
        let heaps = now.heap.saturating_sub(first.heap) as f64 / seconds.max(1e-9);
        let used = now.share - first.share;
        let left = (used > 0.0).then(|| seconds * (1.0 - now.share) / used);
        Pace { heaps, left }
    }
}
