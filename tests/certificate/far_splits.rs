//! Splits into two large parts, which a link does not try.

use std::ops::Range;
use std::time::Duration;

use octal::certificate::{FarSearch, FarSplit, SearchError, of_search, of_search_without_links};
use octal::check::{CertificateFile, Selection};
use octal::grundy::driver;
use octal::grundy::sparse::Sparse;
use octal::grundy::stream::Basis;
use octal::period::Period;
use octal::period::resumable::{Directory, Ended, ResumableError, Settings, search};
use octal::period::search::Limits;

/// With a short reach several are needed: each has its value, none is needless, and no heap
/// that needs one is left out.
#[test]
fn all_that_are_needed() {
    let mut sparse = Sparse::new(&"0.16".parse().unwrap()).unwrap();
    sparse.extend(250_000).unwrap();
    let (values, tuning) = (sparse.values().to_vec(), driver::Tuning::TINY.stream().unwrap());
    let basis = Basis::new(&sparse.state(), &tuning, 0, 3).unwrap();
    let (head, reach, end) = (&values[..40_000], basis.window(), values.len() as u64);
    let period = Period { preperiod: 105_351, period: 149_459, saltus: 0 };
    let continues = &|| true;
    let search = FarSearch { basis: &basis, period, window: 1000, head, reach, tuning, continues };
    let found = search.run(end).unwrap();
    assert!(found.len() > 5, "{}", found.len());
    let beyond = (reach - basis.rules.last_place) as u64 + 1;
    let is_option = |n: u64, value: u16, parts: Range<u64>| {
        let mut splits = basis.rules.splits.iter().map(|split| n - split.k as u64);
        let has = |rest: u64, a: u64| values[a as usize] ^ values[(rest - a) as usize] == value;
        splits.any(|rest| parts.clone().any(|a| has(rest, a)))
    };
    for &FarSplit { heap, value, larger_part } in &found {
        let parts = |from: u64| from..(heap - larger_part).min(heap / 2) + 1;
        assert!(is_option(heap, value, parts(beyond)), "{heap}: {value}");
        assert!(!is_option(heap, value, 1..beyond), "{heap}: {value}");
    }
    for heap in (40_000..end).step_by(7) {
        let rare = (0..values[heap as usize]).filter(|&v| basis.space.is_rare(heap as usize, v));
        let is_found = |value| found.iter().any(|f| (f.heap, f.value) == (heap, value));
        let is_single = |v| basis.rules.singles.iter().any(|&k| values[heap as usize - k] == v);
        for value in rare.filter(|&v| !is_single(v)) {
            let is_near = is_option(heap, value, 1..beyond);
            assert_eq!(is_found(value), !is_near, "{heap}: {value}");
        }
    }
    let asked = FarSearch { continues: &|| false, ..search };
    assert!(matches!(asked.run(end), Err(SearchError::Search(ResumableError::Interrupted(_)))));
    // In the last period no larger part may be below n0.
    let period = Period { preperiod: 190_000, ..period };
    let error = FarSearch { period, continues, ..asked }.run(end).unwrap_err().to_string();
    assert!(error.starts_with("heap 198379 needs a split into two large parts"), "{error}");
}

/// Both ways hold the evidence of a search whose last rare heap is within the reach of a link.
#[test]
fn with_links_and_without() {
    let place = tempfile::tempdir().unwrap();
    let directory = Directory::open(place.path()).unwrap();
    let settings = Settings { save_every: Duration::MAX, ..Settings::TINY };
    let (code, limits) = ("0.56".parse().unwrap(), Limits::heaps(1 << 21));
    let ended = search(&code, &limits, &settings, &directory, &|_| true).unwrap();
    let Ended::Streamed(record, _) = ended else { panic!("it should drop its history") };
    let links = |file: &[u8]| {
        assert!(super::check(file).unwrap().proved);
        CertificateFile::read(file).unwrap().pick(Selection::All).unwrap().len()
    };
    assert!(links(&of_search(&record, &|| true).unwrap()) > 1);
    assert_eq!(links(&of_search_without_links(&record, &|| true).unwrap()), 0);
}
