//! Every engine against the definition, and proof that every way through them was taken.

use octal::code::{Code, Digit};
use octal::formats::digest::Digester;
use octal::grundy::blocks::{self, Blocks};
use octal::grundy::driver::{Counters, Driver, Tuning};
use octal::grundy::kernel::Kernel;
use octal::grundy::option_sets::OptionSets;
use octal::grundy::space::SparseSpace;
use octal::grundy::sparse::Sparse;
use octal::grundy::superblocks::{self, Superblocks};
use octal::grundy::triples::Triples;
use octal::grundy::values::Slice;
use octal::grundy::{Engine, GrundyError, naive};
use octal::survey::class::octal_codes;
use rayon::prelude::*;

use crate::common::{code, random_code};

/// The engines that know a code, by name.
fn engines(code: &Code, to: u64) -> Vec<(&'static str, Vec<u16>)> {
    let mut all = vec![];
    if let Some(mut sparse) = Sparse::new(code) {
        sparse.extend(to).unwrap();
        all.push(("sparse", sparse.values().to_vec()));
    }
    if let Some(mut driver) = Driver::new(code) {
        driver.extend(to).unwrap();
        all.push(("driver", driver.values().to_vec()));
    }
    if let Some(mut triples) = Triples::new(code) {
        triples.extend(to).unwrap();
        all.push(("triples", triples.into_values()));
    }
    let mut sets = OptionSets::new(code);
    sets.extend(to).unwrap();
    all.push(("sets", sets.into_values()));
    all
}

fn assert_all_engines_are_naive(codes: impl IntoParallelIterator<Item = Code>, to: usize) {
    codes.into_par_iter().for_each(|code| {
        let expected = naive::values(&code, to);
        for (engine, values) in engines(&code, to as u64) {
            let difference = values.iter().zip(&expected).position(|(a, b)| a != b);
            assert_eq!(difference, None, "{engine} differs from naive for {code}");
            assert_eq!(values.len(), expected.len(), "{engine}, {code}");
        }
    });
}

#[test]
fn all_codes_of_two_digits() {
    assert_all_engines_are_naive(octal_codes(2), 5000);
}

#[test]
fn all_codes_of_three_digits_a_little() {
    assert_all_engines_are_naive(octal_codes(3), 300);
}

#[test]
fn random_codes_of_three_to_six_digits() {
    let mut random = fastrand::Rng::with_seed(1);
    let codes: Vec<Code> =
        (0..150).map(|i| random_code(&mut random, 3 + i % 4, 8, false)).collect();
    assert_all_engines_are_naive(codes, 3000);
}

#[test]
fn random_codes_with_unequal_parts() {
    let mut random = fastrand::Rng::with_seed(2);
    let codes: Vec<Code> = (0..60).map(|i| random_code(&mut random, 1 + i % 4, 8, true)).collect();
    assert!(codes.iter().filter(|code| code.has_unequal()).count() > 20);
    assert_all_engines_are_naive(codes, 2000);
    assert_all_engines_are_naive([code("4!.0"), code("0.6!"), code("4!.07!")], 5000);
}

#[test]
fn hexadecimal_codes() {
    let mut random = fastrand::Rng::with_seed(3);
    let mut codes: Vec<Code> =
        (0..40).map(|i| random_code(&mut random, 1 + i % 3, 16, i % 2 == 0)).collect();
    codes.extend(["0.8", "8.0", "0.3f", "c.0", "0.f!"].map(code));
    assert_all_engines_are_naive(codes, 250);
    assert_all_engines_are_naive([code("0.15e"), code("0.88")], 1200);
}

#[test]
fn digits_that_repeat() {
    let codes =
        ["0.[3]", "4.[3]", "0.[37]", "0.1[04]", "0.3003330[3]", "4!.[03]", "0.2[70]", "0.[08]"];
    assert_all_engines_are_naive(codes.map(code), 400);
    // A code that repeats, cut off beyond the heaps looked at, is a finite code.
    let (repeats, finite) = (code("0.[107]"), code(&format!("0.{}", "107".repeat(21))));
    assert_eq!(naive::values(&repeats, 60), engines(&finite, 60)[0].1);
}

#[test]
fn subtraction_sets() {
    let codes = [
        "S(1,2,3)",
        "S(2,5,7)",
        "S(64)",
        "S(1,2,4,8,16,32,64)",
        "S(1,100)",
        "S(65,130..140,999)",
        "S(k^2)",
    ];
    assert_all_engines_are_naive(codes.map(code), 2000);
    assert_eq!(naive::values(&code("S(1,2,3)"), 8), [0, 1, 2, 3, 0, 1, 2, 3, 0]);
}

/// Codes whose places are named by number, with splits and without. Only without splits has the
/// driver engines for them.
#[test]
fn places_by_number() {
    let mut random = fastrand::Rng::with_seed(15);
    let mut codes =
        vec![code("0.{3:7,70:7,999:7}"), code("take 3..100 in a row"), code("4!.{100:7!}")];
    for i in 0..40 {
        let mut digits = vec![Digit::ZERO; random.usize(66..400)];
        for _ in 0..random.usize(0..5) {
            let k = random.usize(1..digits.len());
            digits[k] = Digit::new(random.u8(0..if i % 2 == 0 { 4 } else { 8 }));
        }
        digits.push(Digit::new(1 + random.u8(0..if i % 2 == 0 { 3 } else { 7 })));
        codes.push(Code::by_number(digits).unwrap());
    }
    for code in &codes {
        let has_splits = code.most_heaps() > 1;
        assert_eq!(matches!(Engine::new(code), Engine::OptionSets(_)), has_splits, "{code}");
    }
    assert_all_engines_are_naive(codes, 2000);
}

/// The sparse engine with the mask that the driver ends with, or with any other.
#[test]
fn sparse_alone() {
    for text in ["0.106", "0.6", "4!.0", "0.454"] {
        let (_, driver) = counters(text, 20_000);
        let known = driver.rare().unwrap();
        for mask in [known.space.mask, 1, 0x55] {
            let space = SparseSpace { mask, ..known.space };
            let mut sparse = Sparse::with_space(&code(text), space).unwrap();
            // Another mask makes many heaps rare, so that it takes its time.
            let to = if mask == known.space.mask { 20_000 } else { 4000 };
            sparse.extend(to).unwrap();
            assert!(sparse.values() == driver.values().range(..=to as usize), "{text}");
            assert!(mask != known.space.mask || sparse.rare() == Some(known), "{text}");
        }
    }
}

/// Blocks continue where the sparse engine stopped, and it computes the heaps that they defer.
#[test]
fn blocks_alone() {
    for text in ["0.106", "0.454", "0.156"] {
        let mut sparse = Sparse::new(&code(text)).unwrap();
        sparse.extend(20_000).unwrap();
        let (tuning, kernel) = (blocks::Tuning::DEFAULT, Kernel::chosen().unwrap());
        let mut blocks = Blocks::new(&sparse.state(), &tuning, kernel).unwrap();
        let mut values = sparse.values().to_vec();
        while values.len() <= 60_000 {
            blocks.extend(&mut values, 60_000, usize::MAX).unwrap();
            let deferred = values.len();
            if deferred <= 60_000 {
                sparse.extend(deferred as u64).unwrap();
                values.push(sparse.values()[deferred]);
            }
        }
        sparse.extend(60_000).unwrap();
        assert!(sparse.values() == values, "{text}");
        assert!(64 * blocks.counters().blocks > 38_000, "{text}: {:?}", blocks.counters());
    }
}

/// Superblocks continue where the sparse engine stopped, new rare heaps included. The rare heaps
/// have one splitting place and several, side by side, far apart, and a whole block apart.
#[test]
fn superblocks_alone() {
    let [apart, far_apart] = [20, 63].map(|zeros| format!("4.{}7", "0".repeat(zeros)));
    for text in ["0.6", "0.34", "4!.0", "4.004", "0.146", "0.4!74", &apart, &far_apart] {
        let mut sparse = Sparse::new(&code(text)).unwrap();
        sparse.extend(12_000).unwrap();
        let (tuning, kernel) = (superblocks::Tuning::DEFAULT, Kernel::chosen().unwrap());
        let mut superblocks = Superblocks::new(&sparse.state(), &tuning, kernel).unwrap();
        let mut values = sparse.values().to_vec();
        superblocks.extend(&mut values, 30_000).unwrap();
        sparse.extend(30_000).unwrap();
        assert!(sparse.values() == values, "{text}");
        assert!(superblocks.counters().superblocks >= 17, "{text}");
    }
}

/// In how many pieces a sequence is computed makes no difference.
#[test]
fn step_by_step() {
    for text in ["0.6", "0.106", "0.77", "0.3f", "4!.0", "4.[3]"] {
        let mut steps = Engine::new(&code(text));
        for to in (0..3000).step_by(7).chain([2999, 5, 3000]) {
            steps.extend(to).unwrap();
        }
        let mut once = Engine::new(&code(text));
        once.extend(3000).unwrap();
        assert_eq!(steps.values(), once.values(), "{text}");
        assert_eq!(steps.rare(), once.rare(), "{text}");
        assert_eq!(steps.work(), once.work(), "{text}");
    }
}

fn counters(text: &str, to: u64) -> (Counters, Driver) {
    let mut driver = Driver::new(&code(text)).unwrap();
    driver.extend(to).unwrap();
    (driver.counters(), driver)
}

/// The games of the tests above take every way through the sparse engine.
#[test]
fn every_way_is_taken() {
    let (narrow, sparse) = counters("0.106", 5000);
    assert!(narrow.sparse.taps > 0 && narrow.sparse.splits > 0 && narrow.sparse.full_scans > 0);
    assert!(narrow.sparse.mask_changes > 0 && narrow.sparse.widenings == 0);
    assert!(sparse.rare().unwrap().space.position_parity, "0.106 needs position parity");
    let (wide, sparse) = counters("0.6", 5000);
    assert!(
        wide.sparse.widenings == 1 && wide.sparse.mask_changes > 1 && wide.sparse.full_scans > 0
    );
    assert!(!sparse.rare().unwrap().space.position_parity);
    // Digits of both parities: position parity is not allowed, whatever the data say.
    let (mixed, sparse) = counters("0.77", 5000);
    assert!(mixed.sparse.splits > 0 && !sparse.rare().unwrap().space.position_parity);
    // The tap with two equal parts is left out where `!` forbids it: Grundy's game has rare heaps
    // r with 2r an even rest.
    let (_, sparse) = counters("4!.0", 5000);
    assert!(sparse.rare().unwrap().count > 100);
    // No splits at all.
    let (single, sparse) = counters("S(1,2,3)", 5000);
    assert!(single.sparse.taps > 0 && single.sparse.splits == 0 && sparse.rare().is_none());
}

/// The numbers of rare heaps that are published (mask 0x1ee for Officers, heap 0 counted).
#[test]
fn published_rare_sets() {
    let (_, officers) = counters("0.6", 100_000);
    let rare = officers.rare().unwrap();
    assert_eq!((rare.space.mask, rare.count, rare.last), (0x1ee, 1584, Some(20627)));
    let (_, few) = counters("0.106", 100_000);
    let rare = few.rare().unwrap();
    assert_eq!((rare.count, rare.last), (15, Some(1103)));
    let (_, grundy) = counters("4!.0", 100_000);
    let rare = grundy.rare().unwrap();
    assert_eq!((rare.space.mask, rare.count, rare.last), (0xfe, 1274, Some(82860)));
}

/// Digests that another program (ogsolve 0.0.7, method rc2) gives as well, or another kernel.
#[test]
fn digests_of_long_sequences() {
    let table = include_str!("../../octal-codes/digests.csv");
    let mut checked = 0;
    for row in csv::Reader::from_reader(table.as_bytes()).records() {
        let row = row.unwrap();
        let heaps: u64 = row[1].parse().unwrap();
        let most = match &row[0] {
            "0.106" => 10_000_000,
            "0.007" | "0.04" => 0,
            _ => 2_000_000,
        };
        if heaps > most {
            continue;
        }
        let mut engine = Engine::new(&code(&row[0]));
        engine.extend(heaps).unwrap();
        let mut digester = Digester::new();
        digester.update(&engine.values().to_vec());
        assert_eq!(digester.finish().to_string(), row[2], "{}", &row[0]);
        checked += 1;
    }
    assert!(checked >= 8);
}

#[test]
fn values_that_are_too_large_are_an_error() {
    let mut nim = Engine::new(&code("0.[3]"));
    assert_eq!(nim.extend(70_000), Err(GrundyError::ValueTooLarge { heap: 65536 }));
    assert_eq!(nim.values().len(), 65536);
    assert_eq!(nim.values()[65535], 65535);
    // Asking again gives the same answer.
    assert_eq!(nim.extend(65536), Err(GrundyError::ValueTooLarge { heap: 65536 }));
    assert!(nim.memory() > 2 * 65536);
}

/// Values are bytes until one does not fit, and nothing but that changes, whichever engine meets it
/// and in whatever steps.
#[test]
fn values_widen_once() {
    let never = Tuning {
        blocks: blocks::Tuning { start: usize::MAX, ..blocks::Tuning::DEFAULT },
        superblocks: superblocks::Tuning { start: usize::MAX, ..superblocks::Tuning::DEFAULT },
        ..Tuning::DEFAULT
    };
    for (text, to) in [("0.774", 4000), ("4.44", 6000), ("0.6", 20_000)] {
        let code = code(text);
        let mut sets = OptionSets::new(&code);
        sets.extend(if to < 10_000 { to } else { 0 }).unwrap();
        for tuning in [never, Tuning::TINY, Tuning::DEFAULT] {
            let mut once = Driver::with(&code, tuning).unwrap();
            once.extend(to).unwrap();
            assert!(once.values().range(..sets.values().len()) == sets.values(), "{text}");
            assert_eq!(once.values().width(), 2);
            let large = once.values().iter().position(|v| v > 255).unwrap() as u64;
            let mut steps = Driver::with(&code, tuning).unwrap();
            for heap in (large - 700..large).chain((large..=to).step_by(77)).chain([to]) {
                steps.extend(heap).unwrap();
                assert_eq!(
                    steps.values().width(),
                    if heap < large { 1 } else { 2 },
                    "{text} {heap}"
                );
            }
            assert_eq!(steps.values(), once.values(), "{text}");
            assert!(steps.memory() >= 2 * steps.values().len() as u64);
        }
    }
    let mut small = Engine::new(&code("0.106"));
    small.extend(200_000).unwrap();
    assert!(small.memory() < 300_000 && small.values().width() == 1, "{}", small.memory());
}

#[test]
fn absurd_lengths_are_an_error() {
    let mut engine = Engine::new(&code("0.106"));
    assert_eq!(engine.extend(u64::MAX), Err(GrundyError::OutOfMemory { heap: u64::MAX }));
    assert_eq!(engine.values(), [0]);
}

/// The engine for all codes, rebuilt from the values, continues with the same values.
#[test]
fn sets_again_from_the_values() {
    let mut random = fastrand::Rng::with_seed(11);
    let fixed = ["8.8", "0.8", "0.[37]", "0.3[7]", "c.9b", "0.00[8]", "0.1[09]", "0.[0]"];
    let random_codes = (0..60).map(|i| random_code(&mut random, 3, 16, i % 2 == 0));
    let codes: Vec<Code> = fixed.map(code).into_iter().chain(random_codes).collect();
    codes.into_par_iter().for_each(|code| {
        let mut whole = OptionSets::new(&code);
        whole.extend(300).unwrap();
        for cut in [1, 2, 3, 17, 150, 300] {
            let mut again =
                OptionSets::again(&code, Slice::Words(&whole.values()[..cut]), &|_| true).unwrap();
            again.extend(300).unwrap();
            assert_eq!(again.values(), whole.values(), "{code}, from {cut} values");
        }
        let asked = |continues: bool| {
            OptionSets::again(&code, Slice::Words(whole.values()), &|_| continues)
        };
        assert!(asked(false).is_none() && asked(true).is_some());
    });
}
