//! Counts of heaps and sums against heaps one by one.

use std::collections::BTreeMap;

use fastrand::Rng;
use octal::period::count::{CountError, ValueCounts};
use octal::period::search::{Limits, search};
use octal::period::sequence::Known;
use octal::period::shifted::View;

use crate::common::{code, random_code};

fn known(text: &str, heaps: u64) -> Known {
    search(&code(text), &Limits::heaps(heaps), &|_| true).unwrap()
}

/// Ranges within the values, across them and far behind them, with a shift and without.
#[test]
fn ranges_heap_by_heap() {
    let mut random = Rng::with_seed(3);
    for text in ["0.07", "0.77", "0.137", "nim", "0.3", "0.6", "4.0", "0.0", "8.[3]"] {
        let known = known(text, 1000);
        for _ in 0..100 {
            let (shift, from) = (random.u64(..4), random.u64(..900));
            let last = if known.finding.proved().is_some() { 3000 } else { 990 };
            let to = random.u64(from..last);
            let view = View::new(&known, shift as i64);
            let mut expected: BTreeMap<u64, u64> = BTreeMap::new();
            for n in from..=to {
                *expected.entry(view.value(n).unwrap()).or_default() += 1;
            }
            let counts = ValueCounts::of(&known, shift, from, to).unwrap();
            let expected: Vec<(u64, u64)> = expected.into_iter().collect();
            assert_eq!(counts.iter().collect::<Vec<_>>(), expected, "{text} {shift} {from} {to}");
            assert_eq!(counts.heaps(), to - from + 1);
        }
    }
}

/// The b-file A215721 ends with a(10000) = 67971.
#[test]
fn p_heaps_of_dawsons_kayles() {
    let known = known("0.07", 1000);
    assert_eq!(ValueCounts::of(&known, 0, 0, 67_971).unwrap().of_value(0), 10_000);
    assert_eq!(ValueCounts::of(&known, 0, 0, 67_970).unwrap().of_value(0), 9_999);
}

/// The multisets of heaps, one by one.
#[test]
fn sums_one_by_one() {
    fn zero(values: &[u64], k: usize, sum: u64) -> (u128, u128) {
        if k == 0 {
            return (1, u128::from(sum == 0));
        }
        let rest = (0..values.len()).map(|i| zero(&values[i..], k - 1, sum ^ values[i]));
        rest.fold((0, 0), |(all, zero), (a, z)| (all + a, zero + z))
    }
    let mut random = Rng::with_seed(9);
    for _ in 0..200 {
        let digits = random.usize(1..4);
        let code = random_code(&mut random, digits, 8, true);
        let (n, k) = (random.u64(1..12), random.u64(..5));
        let known = search(&code, &Limits::heaps(12), &|_| true).unwrap();
        let values: Vec<u64> = (1..=n).map(|n| known.value(n).unwrap()).collect();
        let counts = ValueCounts::of(&known, 0, 1, n).unwrap();
        let expected = zero(&values, k as usize, 0);
        assert_eq!(counts.sums(k).unwrap(), expected, "{code} {n} {k}");
    }
}

#[test]
fn what_is_not_counted() {
    let nim = known("nim", 100);
    assert_eq!(ValueCounts::of(&nim, 0, 0, 1 << 40), Err(CountError::TooManyValues));
    let open = known("0.6", 100);
    assert!(matches!(ValueCounts::of(&open, 0, 0, 101), Err(CountError::Grundy(_))));
    let counts = ValueCounts::of(&known("0.07", 1000), 0, 1, 1 << 62).unwrap();
    assert_eq!(counts.sums(3), Err(CountError::TooManySums));
    let (all, zero) = counts.sums(1).unwrap();
    assert_eq!((all, zero), (1 << 62, counts.of_value(0).into()));
}
