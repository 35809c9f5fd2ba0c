//! Values beyond memory.

use octal::code::Code;
use octal::grundy::driver::Driver;
use octal::grundy::values::Slice;
use octal::period::feed::Feed;
use octal::period::streamed::{Beyond, BeyondError};

/// Over heaps that are not wanted, the sink receives the heap that the sequence has reached.
#[test]
fn the_heap_reached_is_told() {
    let code: Code = "0.106".parse().unwrap();
    let mut driver = Driver::new(&code).unwrap();
    driver.extend(699_999).unwrap();
    let known = driver.values().range(..200_000).to_vec();
    let mut beyond = Beyond::new(&code, Slice::Words(&known), driver.rare()).unwrap().unwrap();
    let mut feed = Feed::new(0, 600_000, 699_999);
    let (mut reached, mut values) = (vec![], vec![]);
    let sink = |heap, chunk: &[u16]| {
        reached.push((heap, chunk.len()));
        values.extend_from_slice(chunk);
        Ok::<(), BeyondError>(())
    };
    beyond.feed(&mut feed, sink).unwrap();
    assert!(reached.is_sorted() && reached.first().unwrap().0 < 300_000);
    assert!(reached.iter().all(|&(heap, count)| (count > 0) == (heap > 600_000)));
    assert_eq!(reached.last().unwrap().0, 700_000);
    assert_eq!(values, *driver.values().range(600_000..).to_vec());
}
