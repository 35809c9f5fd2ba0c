//! Families of options by the period, against every option tried one by one.

use octal::code::Code;
use octal::grundy::naive;
use octal::period::search::{Limits, search};
use octal::period::sequence::Known;
use octal::position::options::{Budget, OptionsOfValue, options_of_value};
use octal::survey::class::octal_codes;

const ENOUGH: Budget = Budget { work: u64::MAX, listed: u64::MAX, counting: u64::MAX };

/// A sequence with a proved period, of which few values are computed.
fn proved(code: &Code) -> Option<Known> {
    let known = search(code, &Limits::heaps(1000), &|_| true).unwrap();
    known.finding.proved().is_some().then_some(known)
}

/// The options of heap n with a value, from the values of all smaller heaps.
fn one_by_one(code: &Code, values: &[u16], n: usize, wanted: u16) -> Vec<Vec<u64>> {
    let mut all = vec![];
    for k in 0..=n.min(code.last_place().unwrap_or(n)) {
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
        for a in (1..=rest / 3).filter(|_| digit.leaves_three()) {
            let (left, x) = (rest - a, values[a]);
            let pairs = (a..=left / 2).filter(|&b| x ^ values[b] ^ values[left - b] == wanted);
            all.extend(pairs.map(|b| [a, b, left - b].map(|part| part as u64).to_vec()));
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

/// Options of heaps beyond the values computed, of codes whose digits repeat for ever: splits at
/// every place.
#[test]
fn endless_codes_split_at_every_place() {
    for text in ["0.[3]", "0.[7]", "4.[3]", "4.[7]", "0.[4]", "0.[30]", "c.[3]", "8.[7]"] {
        let code: Code = text.parse().unwrap();
        let known = proved(&code).unwrap();
        let (n, values) = (known.verified_to() + 9, naive::values(&code, 80));
        assert!(n < 80, "{text}: {n}");
        for wanted in 0..=values[n as usize] + 1 {
            let found = options_of_value(&known, 0, n, wanted.into(), &mut { ENOUGH });
            let expected = one_by_one(&code, &values, n as usize, wanted);
            assert_eq!(spread(&found), expected, "{text}, heap {n}, value {wanted}");
            assert_eq!((found.count, found.complete), (expected.len() as u64, true));
        }
    }
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
    let cut = options_of_value(
        &known,
        0,
        5008,
        6,
        &mut Budget { work: u64::MAX, listed: 7, counting: u64::MAX },
    );
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
    let nim = search(&"0.[3]".parse().unwrap(), &Limits::heaps(100), &|_| true).unwrap();
    let moves =
        |n: u64, wanted: u64| spread(&options_of_value(&nim, 0, n, wanted, &mut { ENOUGH }));
    assert_eq!(moves(1 << 50, 12345), [[12345]]);
    assert_eq!(moves(1 << 50, 1 << 50), [[0u64; 0]; 0]);
    assert_eq!(moves(7, 0), [[0u64; 0]]);
    assert_eq!(moves(0, 0), [[0u64; 0]; 0]);
}

/// Where values grow, few are computed; the options are those that all values show, in the same
/// order.
#[test]
fn growing_values_one_by_one() {
    let texts = ["4.[3]", "4!.[3]", "c.[3]", "0.[3]"];
    let endless = texts.map(|text| text.parse().unwrap());
    let (mut codes, mut pairs, mut triples) = (0, 0, 0);
    for code in endless.into_iter().chain(hexadecimal_codes()) {
        let known = search(&code, &Limits::heaps(200), &|_| true).unwrap();
        let Some(period) = known.finding.proved().filter(|period| period.saltus > 0) else {
            continue;
        };
        let largest = (known.verified_to() + 3 * period.period).min(400);
        if largest <= known.verified_to() {
            continue;
        }
        codes += 1;
        let all = naive::values(&code, largest as usize);
        for n in [known.verified_to() + 1, (known.verified_to() + largest) / 2, largest] {
            for wanted in (0..70).step_by(3) {
                let found = options_of_value(&known, 0, n, wanted.into(), &mut { ENOUGH });
                let mut expected = vec![];
                options(&code, n, |parts| {
                    let value = parts.iter().fold(0, |sum, &part| sum ^ all[part as usize]);
                    if value == wanted {
                        expected.push(parts.to_vec());
                    }
                });
                expected.sort();
                assert_eq!(spread(&found), expected, "{code}, heap {n}, value {wanted}");
                assert!(found.complete);
                pairs += expected.iter().filter(|parts| parts.len() == 2).count();
                triples += expected.iter().filter(|parts| parts.len() == 3).count();
                let first = |family: &&[u64]| family.first().copied();
                let two = found.families.iter().map(|family| &family.parts[..]);
                let two: Vec<&[u64]> = two.filter(|parts| parts.len() == 2).collect();
                let by_place = two.chunk_by(|a, b| a.iter().sum::<u64>() == b.iter().sum::<u64>());
                assert!({ by_place }.all(|place| place.is_sorted_by_key(first)), "{code}");
            }
        }
    }
    assert!(codes >= 3 && pairs > 300, "{codes} codes, {pairs} pairs, {triples} triples");
}

/// Some codes whose values may grow: two heaps may be left without taking a token.
fn hexadecimal_codes() -> impl Iterator<Item = Code> {
    let digits = "0123456789abcdef";
    let two = move |d: char| digits.chars().map(move |e| format!("4.{d}{e}"));
    digits.chars().flat_map(two).map(|text| text.parse().unwrap())
}

/// Every option of heap n, once for each place that has it.
fn options(code: &Code, n: u64, mut visit: impl FnMut(&[u64])) {
    for k in 0..=n {
        let (digit, rest) = (code.digit(k as usize), n - k);
        if digit.leaves_none() && rest == 0 {
            visit(&[]);
        }
        if digit.leaves_one() && rest > 0 {
            visit(&[rest]);
        }
        for a in 1..=rest / 2 {
            if digit.leaves_two() && !(digit.is_unequal() && 2 * a == rest) {
                visit(&[a, rest - a]);
            }
            for b in (a..=(rest - a) / 2).filter(|_| digit.leaves_three()) {
                visit(&[a, b, rest - a - b]);
            }
        }
    }
}

/// Lasker's Nim to any size: the splits are computed, not tried.
#[test]
fn laskers_nim_to_any_size() {
    let lasker = search(&"4.[3]".parse().unwrap(), &Limits::heaps(100), &|_| true).unwrap();
    let budget = || Budget { work: 100_000, listed: 3, counting: 100_000 };
    let found = |n: u64, wanted: u64| options_of_value(&lasker, 0, n, wanted, &mut budget());
    let alone = found(2_147_483_647, 0);
    assert_eq!((alone.count, alone.complete, spread(&alone)), (1, true, vec![vec![]]));
    // 4k + 1 and 4k + 2 have their own number as value.
    let split = found((1 << 50) + 3, 1 << 50 ^ 3);
    assert!(split.complete && spread(&split).contains(&vec![2, (1 << 50) + 1]), "{split:?}");
    // As many splits as subsets of 30 bits are counted only as far as the budget allows.
    let many = found((1 << 32) - 1, (1 << 32) - 1);
    assert!(!many.complete && many.families.len() == 3 && many.count > 1000, "{many:?}");
}

/// Once nothing more is to be listed, no more work is done than is allowed for counting.
#[test]
fn counting_has_its_own_budget() {
    let officers = search(&"0.6".parse().unwrap(), &Limits::heaps(60_000), &|_| true).unwrap();
    let found_of = |wanted: u64, listed: u64, counting: u64| {
        let budget = &mut Budget { work: u64::MAX, listed, counting };
        (options_of_value(&officers, 0, 60_000, wanted, budget), budget.counting)
    };
    let count = |wanted: &u64| found_of(*wanted, 0, u64::MAX).0.count;
    let wanted = (0..256).max_by_key(count).unwrap();
    let found = |listed: u64, counting: u64| found_of(wanted, listed, counting);
    let (all, _) = found(u64::MAX, 0);
    assert!(all.complete && all.count > 100, "{}", all.count);
    let (counted, _) = found(0, u64::MAX);
    assert_eq!((counted.count, counted.complete), (all.count, true));
    let (few, left) = found(5, 10_000);
    assert!(!few.complete && few.families == all.families[..5] && left < 5000, "{left}");
    assert!((5..all.count).contains(&few.count), "{}", few.count);
    let (none, _) = found(0, 0);
    assert_eq!((none.count, none.complete), (0, false));
}

#[test]
fn a_shift_moves_everything() {
    let officers = search(&"0.6".parse().unwrap(), &Limits::heaps(60), &|_| true).unwrap();
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
