//! What is told of a running search: its pace, and how far the values written have come.

use octal::period::feed::Feed;
use octal::period::pace::Pace;
use octal::period::search::Progress;

/// A look at a search to heap 10^8 that may do the work of 10^10, a heap n costing n.
fn look(heap: u64) -> Progress {
    let work_share = (heap * heap / 2) as f64 / 1e10;
    let share = f64::max(heap as f64 / 1e8, work_share);
    Progress { heap, limit: 100_000_000, share, rare: None, largest: None }
}

/// The work ends at heap 141421; at the pace of the heaps, the last one would be 40 minutes away.
#[test]
fn the_nearest_limit_tells_how_long_it_takes() {
    let pace = Pace::new(&look(0), &look(100_000), 2.5);
    assert_eq!(pace, Pace { heaps: 40_000.0, left: Some(2.5) });
    let heaps = Progress { share: 0.25, ..look(25_000_000) };
    let pace = Pace::new(&look(0), &heaps, 10.0);
    assert_eq!(pace, Pace { heaps: 2_500_000.0, left: Some(30.0) });
}

#[test]
fn what_was_done_before_does_not_count() {
    let at = |heap: u64| Progress { share: heap as f64 / 1e8, ..look(heap) };
    let pace = Pace::new(&at(50_000_000), &at(75_000_000), 5.0);
    assert_eq!(pace, Pace { heaps: 5_000_000.0, left: Some(5.0) });
}

#[test]
fn nothing_is_promised_before_anything_is_done() {
    assert_eq!(Pace::new(&look(7), &look(7), 0.0), Pace { heaps: 0.0, left: None });
    let end = Progress { share: 1.0, ..look(9) };
    assert_eq!(Pace::new(&look(0), &end, 3.0).left, Some(0.0));
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
