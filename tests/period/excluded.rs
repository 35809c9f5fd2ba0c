//! Excluded periods: Theorem 13.

use octal::code::Code;
use octal::period::excluded::ExcludedPeriods;
use octal::period::search::{Limits, search};

/// All codes of two places, and some of three, whose first digit is 0 or 4.
fn codes() -> impl Iterator<Item = Code> {
    let digits = (0..64).map(|n| format!("{}{}", n / 8, n % 8));
    let codes = digits.flat_map(|d| ["0.", "4.", "4!.", "0.0"].map(|begin| format!("{begin}{d}")));
    codes.filter_map(|code| code.parse().ok())
}

#[test]
fn no_proved_period_is_excluded() {
    let (mut proved, mut excluded_periods) = (0, 0);
    for code in codes() {
        let known = search(&code, &Limits::heaps(3000), &|_| true).unwrap();
        let Some(excluded) = ExcludedPeriods::of(&known.code, known.values()) else { continue };
        for p in 1..=200 {
            let Some(witness) = excluded.witness(p) else { continue };
            excluded_periods += 1;
            assert_eq!(known.value(witness.l), Some(0), "{code}");
            assert!(witness.l > 0 && code.digit(witness.k as usize).leaves_two(), "{code}");
            assert_eq!((witness.l + witness.k) % p, 0, "{code}");
        }
        if let Some(period) = known.finding.proved().filter(|period| period.saltus == 0) {
            proved += 1;
            let multiples = (1..=20).map(|m| m * period.period);
            assert!(multiples.into_iter().all(|p| excluded.witness(p).is_none()), "{code}");
            assert!(excluded.least_possible() <= period.period, "{code}");
        }
    }
    assert!(proved > 50 && excluded_periods > 1000, "{proved} {excluded_periods}");
}

#[test]
fn counts_equal_those_of_the_definition() {
    for code in ["0.6", "0.06", "0.007", "0.16", "4!.0", "0.142"] {
        let known = search(&code.parse().unwrap(), &Limits::heaps(400), &|_| true).unwrap();
        let excluded = ExcludedPeriods::of(&known.code, known.values()).unwrap();
        let zeros: Vec<usize> =
            (1..known.values().len()).filter(|&l| known.values()[l] == 0).collect();
        let places = (0..=3).filter(|&k| known.code.digit(k).leaves_two());
        let sums: Vec<usize> = places.flat_map(|k| zeros.iter().map(move |l| l + k)).collect();
        let is_excluded = |p: u64| sums.iter().any(|&s| s > 0 && (s as u64).is_multiple_of(p));
        assert_eq!(excluded.count_to(300), (1..=300).filter(|&p| is_excluded(p)).count() as u64);
        assert_eq!(excluded.least_possible(), (1..).find(|&p| !is_excluded(p)).unwrap(), "{code}");
    }
}

#[test]
fn codes_without_splits_or_with_three_heaps_are_left_out() {
    for code in ["0.3", "S(1,2)", "0.8", "0.[3]"] {
        let known = search(&code.parse().unwrap(), &Limits::heaps(100), &|_| true).unwrap();
        assert!(ExcludedPeriods::of(&known.code, known.values()).is_none(), "{code}");
    }
}
