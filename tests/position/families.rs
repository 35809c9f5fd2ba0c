//! Families of options by the period, against every option tried one by one.

use octal::code::Code;
use octal::grundy::naive;
use octal::period::search::{Limits, search};
use octal::period::sequence::Known;
use octal::position::options::{Budget, OptionsOfValue, options_of_value};
use octal::survey::class::octal_codes;

const ENOUGH: Budget = Budget { work: u64::MAX, listed: u64::MAX };

/// A sequence with a proved period, of which few values are computed.
fn proved(code: &Code) -> Option<Known> {
    let known = search(code, &Limits::heaps(1000), &()).unwrap();
    known.finding.proved().is_some().then_some(known)
}

/// The options of heap n with a value, from the values of all smaller heaps.
fn one_by_one(code: &Code, values: &[u16], n: usize, wanted: u16) -> Vec<Vec<u64>> {
    let mut all = vec![];
    for k in 0..=n.min(code.last_place().unwrap()) {
        let (digit, rest) = (code.digit(k), n - k);
        if digit.leaves_none() && rest == 0 && wanted == 0 {
            all.push(vec![]);
        }
        if digit.leaves_one() && rest > 0 && values[rest] == wanted {
            all.push(vec![rest as u64]);
        }
        if digit.leaves_two() {
            let pairs = (1..=rest / 2).filter(|&a| values[a] ^ values[rest - a] == wanted);
            all.extend(pairs.map(|a| vec![a as u64, (rest - a) as u64]));
        }
    }
    all.sort();
    all
}

fn spread(options: &OptionsOfValue) -> Vec<Vec<u64>> {
    let moves = options.families.iter().flat_map(|family| family.moves());
    let mut moves: Vec<Vec<u64>> = moves.map(|m| m.parts).collect();
    moves.sort();
    moves
}

#[test]
fn families_are_the_options_one_by_one() {
    let (mut families, mut codes) = (0, 0);
    for code in octal_codes(2) {
        let Some(known) = proved(&code) else { continue };
        codes += 1;
        let values = naive::values(&code, 700);
        for n in [1, 2, 3, 8, 9, 50, 51, 100, 155, 301, 402, 699, 700] {
            for wanted in 0..=values.iter().max().unwrap() + 1 {
                let found = options_of_value(&known, 0, n, wanted.into(), &mut { ENOUGH });
                let expected = one_by_one(&code, &values, n as usize, wanted);
                assert_eq!(spread(&found), expected, "{code}, heap {n}, value {wanted}");
                assert_eq!((found.count, found.complete), (expected.len() as u64, true));
                families += found.families.iter().filter(|f| f.count > 1).count();
            }
        }
    }
    assert!(codes > 60 && families > 1000, "{codes} codes, {families} families");
}

#[test]
fn a_cut_list_still_counts_everything() {
    let known = proved(&"0.77".parse().unwrap()).unwrap();
    let all = options_of_value(&known, 0, 5008, 6, &mut { ENOUGH });
    assert!(all.families.len() > 10);
    let cut = options_of_value(&known, 0, 5008, 6, &mut Budget { work: u64::MAX, listed: 7 });
    assert_eq!((cut.families[..].len(), cut.count), (7, all.count));
    assert_eq!(cut.families, all.families[..7]);
    // The count, by the values of all smaller heaps.
    let values = naive::values(&known.code, 5008);
    assert_eq!(all.count, one_by_one(&known.code, &values, 5008, 6).len() as u64);
}

#[test]
fn unequal_parts_beside_a_period() {
    // Splits into unequal parts have no proof but by the sparse window; equal parts stay out.
    let mut seen = 0;
    for code in ["0.34!", "0.17!", "0.37!", "0.77!", "0.4!", "0.07!", "0.7!", "0.5!"] {
        let code: Code = code.parse().unwrap();
        let Some(known) = proved(&code) else { continue };
        let values = naive::values(&code, 400);
        for n in [3, 4, 30, 31, 200, 201, 399, 400u64] {
            for wanted in 0..8u16 {
                let found = spread(&options_of_value(&known, 0, n, wanted.into(), &mut { ENOUGH }));
                let equal = |parts: &Vec<u64>| parts.len() == 2 && parts[0] == parts[1];
                let marked = |parts: &Vec<u64>| {
                    let k = n - parts.iter().sum::<u64>();
                    code.digit(k as usize).is_unequal()
                };
                let mut expected = one_by_one(&code, &values, n as usize, wanted);
                expected.retain(|parts| !(equal(parts) && marked(parts)));
                assert_eq!(found, expected, "{code}, heap {n}, value {wanted}");
                seen += 1;
            }
        }
    }
    assert!(seen > 0);
}

#[test]
fn nim_to_any_size() {
    let nim = search(&"0.[3]".parse().unwrap(), &Limits::heaps(100), &()).unwrap();
    let moves =
        |n: u64, wanted: u64| spread(&options_of_value(&nim, 0, n, wanted, &mut { ENOUGH }));
    assert_eq!(moves(1 << 50, 12345), [[12345]]);
    assert_eq!(moves(1 << 50, 1 << 50), [[0u64; 0]; 0]);
    assert_eq!(moves(7, 0), [[0u64; 0]]);
    assert_eq!(moves(0, 0), [[0u64; 0]; 0]);
}

#[test]
fn a_shift_moves_everything() {
    let officers = search(&"0.6".parse().unwrap(), &Limits::heaps(60), &()).unwrap();
    for n in 0..60 {
        for wanted in 0..8 {
            let plain = spread(&options_of_value(&officers, 0, n, wanted, &mut { ENOUGH }));
            let moved = spread(&options_of_value(&officers, 2, n + 2, wanted, &mut { ENOUGH }));
            let larger = plain.iter().map(|parts| parts.iter().map(|p| p + 2).collect());
            assert_eq!(moved, larger.collect::<Vec<Vec<u64>>>());
        }
    }
}

#[test]
fn families_as_text() {
    let known = proved(&"0.77".parse().unwrap()).unwrap();
    let found = options_of_value(&known, 0, 10_000, 6, &mut { ENOUGH });
    let family = found.families.iter().find(|f| f.count > 1).unwrap();
    let [a, b] = family.parts[..] else { panic!("{family:?}") };
    let last = family.count - 1;
    let text = format!("10000 → ({a}+12j)+({b}-12j), j = 0 … {last}");
    assert_eq!(family.to_string(), text);
}
