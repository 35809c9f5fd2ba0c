//! The progress of a running search: its pace, and the share of the values written.

use octal::period::feed::Feed;
use octal::period::pace::{Pace, PaceMeter};
use octal::period::search::Progress;

/// A look at a search to heap 10^8 that may do the work of 10^10, a heap n costing n.
fn look(heap: u64) -> Progress {
    let work_share = (heap * heap / 2) as f64 / 1e10;
    let share = f64::max(heap as f64 / 1e8, work_share);
    Progress { heap, limit: 100_000_000, share, rare: None, largest: None }
}

/// The pace at the last of these looks, each a heap, its share and the seconds since the first.
fn pace(looks: &[(u64, f64, f64)]) -> Pace {
    let mut meter = PaceMeter::default();
    let mut pace = |&(heap, share, seconds): &(u64, f64, f64)| {
        meter.look(&Progress { share, ..look(heap) }, seconds)
    };
    looks.iter().map(&mut pace).last().unwrap()
}

/// The pace of a search that is at this share of its heaps, and began at another one. Up to a share
/// x it takes 1000·x^power seconds, a look for each thousandth.
fn pace_at(share: f64, begun: f64, power: i32) -> Pace {
    let seconds = |x: f64| 1000.0 * x.powi(power);
    let looks = (0..).map(|i| begun + f64::from(i) / 1000.0).take_while(|x| *x < share + 1e-9);
    let looks: Vec<_> = looks.map(|x| ((x * 1e6) as u64, x, seconds(x) - seconds(begun))).collect();
    pace(&looks)
}

/// The work ends at heap 141421; at the pace of the heaps, the last one would be 40 minutes away.
#[test]
fn the_nearest_limit_tells_how_long_it_takes() {
    let mut meter = PaceMeter::default();
    meter.look(&look(0), 0.0);
    assert_eq!(meter.look(&look(100_000), 2.5), Pace { heaps: 40_000.0, left: Some(2.5) });
    let heaps = pace(&[(0, 0.0, 0.0), (25_000_000, 0.25, 10.0)]);
    assert_eq!(heaps, Pace { heaps: 2_500_000.0, left: Some(30.0) });
}

/// Where heap n takes a time that grows with n, or with its square, the time left is right at any
/// state of the search, from a tenth of the heaps on.
#[test]
fn the_time_left_follows_the_work() {
    for power in 1..=3 {
        for percent in [10, 25, 50, 75, 99] {
            let share = f64::from(percent) / 100.0;
            let right = 1000.0 * (1.0 - share.powi(power));
            let left = pace_at(share, 0.0, power).left.unwrap();
            assert!((left / right - 1.0).abs() < 0.05, "{power}, {percent} %: {left}, not {right}");
        }
        // A search that another process began shows the growth later.
        let left = pace_at(0.8, 0.4, power).left.unwrap();
        let right = 1000.0 * (1.0 - 0.8_f64.powi(power));
        assert!((left / right - 1.0).abs() < 0.05, "{power}: {left}, not {right}");
    }
}

/// A search that becomes faster is not expected to become faster still.
#[test]
fn a_search_that_becomes_faster_keeps_its_last_pace() {
    let pace = pace(&[(0, 0.0, 0.0), (100, 0.1, 100.0), (200, 0.2, 110.0)]);
    assert_eq!(pace, Pace { heaps: 10.0, left: Some(80.0) });
}

#[test]
fn what_was_done_before_does_not_count() {
    let pace = pace(&[(50_000_000, 0.5, 0.0), (75_000_000, 0.75, 5.0)]);
    assert_eq!(pace, Pace { heaps: 5_000_000.0, left: Some(5.0) });
}

#[test]
fn nothing_is_promised_before_anything_is_done() {
    assert_eq!(pace(&[(7, 0.1, 0.0)]), Pace { heaps: 0.0, left: None });
    assert_eq!(pace(&[(7, 0.1, 0.0), (7, 0.1, 3.0)]).left, None);
    assert_eq!(pace(&[(0, 0.0, 0.0), (9, 1.0, 3.0)]).left, Some(0.0));
}

/// A game with larger heaps has come as far as its code.
#[test]
fn a_shift_moves_no_progress() {
    for shift in [0, 5, 70_000] {
        // The values of heaps 0 to 99999 of the code, of which half are written.
        let feed = Feed::new(shift, shift, 99_999 + shift);
        for reached in [None, Some(50_000), Some(65_536)] {
            let half = feed.progress(50_000, reached);
            assert_eq!((half.heap, half.limit, half.share), (49_999, 99_999, 0.5), "{shift}");
        }
        let quarter = feed.progress(50_000, Some(25_000));
        assert_eq!((quarter.heap, quarter.share), (24_999, 0.25), "{shift}");
        assert_eq!(feed.progress(100_000, Some(100_000)).share, 1.0);
    }
    let zeros = Feed::new(70_000, 0, 99_999).progress(60_000, None);
    assert_eq!((zeros.heap, zeros.limit, zeros.share), (0, 29_999, 0.0));
}
