//! The pace of a search, and the time at which it will have used up its limits.

use super::search::Progress;

/// The pace of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// Heaps a second, in the second half of the work since the first look.
    pub heaps: f64,
    /// Seconds until the nearest limit of heaps or of work; unknown at the first look.
    pub left: Option<f64>,
}

/// The looks at a search that is running, from which its pace follows.
///
/// Most searches spend more time on a later heap than on an earlier one. The meter compares the
/// time for the first half of the work with that for the second half. It extends the growth between
/// them, as a power of the share that is used up, to the end. Heaps that an earlier process
/// computed do not count.
///
/// ```
/// use octal_games::workspace::period::pace::PaceMeter;
/// use octal_games::workspace::period::search::Progress;
/// let mut meter = PaceMeter::default();
/// // Each heap takes as long as there are heaps before it: 100 seconds in all.
/// for heap in 0..=500 {
///     let share = heap as f64 / 1000.0;
///     let progress = Progress { heap, limit: 1000, share, rare: None, largest: None };
///     let pace = meter.look(&progress, 100.0 * share * share);
///     assert!(heap < 50 || (pace.left.unwrap() - 100.0 * (1.0 - share * share)).abs() < 1.0);
/// }
/// ```
#[derive(Clone, Debug, Default)]
pub struct PaceMeter {
    /// In the order of time: the first look, and some of the later ones.
    looks: Vec<Look>,
}

/// Where a search stood.
#[derive(Clone, Copy, Debug)]
struct Look {
    heap: u64,
    share: f64,
    seconds: f64,
}

impl PaceMeter {
    /// The most looks that are kept.
    const LOOKS: usize = 256;

    /// Takes note of where the search stands after this many seconds, and returns its pace.
    pub fn look(&mut self, progress: &Progress, seconds: f64) -> Pace {
        let now = Look { heap: progress.heap, share: progress.share, seconds };
        if self.looks.len() == Self::LOOKS {
            let mut is_kept = false;
            self.looks.retain(|_| {
                is_kept = !is_kept;
                is_kept
            });
        }
        self.looks.push(now);
        let first = self.looks[0];
        let half = f64::midpoint(first.share, now.share);
        let until_half = self.looks.partition_point(|look| look.share <= half);
        let middle = self.looks[until_half.saturating_sub(1)];
        let heaps = now.heap.saturating_sub(middle.heap) as f64;
        let left = (now.share > first.share).then(|| left(first, middle, now));
        Pace { heaps: heaps / (now.seconds - middle.seconds).max(1e-9), left }
    }
}

/// The largest power: splits into three take a time that grows with the cube of the last heap, or a
/// little faster.
const MOST_POWER: f64 = 4.0;

/// The least ratio of the middles of the two halves at which their times show a growth.
const LEAST_RATIO: f64 = 1.25;

/// The seconds until the share is 1, if all seconds up to a share x are in the ratio of x^power.
fn left(first: Look, middle: Look, now: Look) -> f64 {
    let part = |power: f64, from: Look, to: Look| to.share.powf(power) - from.share.powf(power);
    let (early, late) = (middle.seconds - first.seconds, now.seconds - middle.seconds);
    let grows_by = |power| early * part(power, middle, now) < late * part(power, first, middle);
    let is_shown = middle.share + now.share >= LEAST_RATIO * (first.share + middle.share);
    let (mut power, mut step) = (1.0, MOST_POWER - 1.0);
    // Bisection; before the first half has taken any time, no power is shown.
    while is_shown && early > 0.0 && step > 1e-6 {
        step /= 2.0;
        power += if grows_by(power + step) { step } else { 0.0 };
    }
    late * (1.0 - now.share.powf(power)) / part(power, middle, now)
}
