//! Published results, and results computed by others.

use octal::code::Game;
use octal::code::cousins::standard_form;
use octal::misere::presentation;
use octal::misere::record::{Extent, Order, Record};
use octal::misere::solve::{Proof, solve};
use octal::period::search::search;

use super::{limits, stair, up_to, whole};
use crate::common::code;

/// Orders and P-portions of whole games: CGSuite's tests, `[PlaSie2008]`, `[Plambeck2005]`.
#[test]
fn quotients_of_whole_games() {
    let known = [
        ("0.75", 8, 2),
        ("0.77", 40, 9),
        ("0.123", 20, 5),
        ("0.31", 6, 2),
        ("0.34", 12, 3),
        ("0.52", 6, 2),
        ("0.53", 16, 3),
        ("0.71", 36, 9),
        ("0.72", 24, 5),
        ("0.15", 42, 12),
        ("0.144", 30, 5),
        ("0.152", 34, 6),
        ("0.241", 36, 9),
        ("0.351", 22, 6),
        ("0.512", 8, 2),
        ("0.4107", 506, 58),
        ("0.33", 6, 2),
        ("0.3333", 10, 2),
        ("0.311", 6, 2),
        ("0.712", 14, 4),
    ];
    for (text, order, p_portion) in known {
        let solved = whole(text);
        assert!(solved.proof.is_some(), "{text}: {:?}", solved.stop);
        let normal =
            search(&solved.code, &octal::period::search::Limits::heaps(2000), &|_| true).unwrap();
        let record = Record::new(&solved, Some(&normal));
        assert_eq!(record.order, Some(Order::Finite(order)), "{text}");
        assert_eq!((record.p_portion, record.status), (Some(p_portion), Extent::Proved), "{text}");
    }
}

/// The row of a game moved to a first cousin is the row of the cousin, but for how far it was
/// searched, wherever the row can be moved.
#[test]
fn rows_of_first_cousins() {
    let row = |text: &str, heaps: usize| {
        let solved = solve(&code(text), &limits(heaps), &()).unwrap();
        let normal =
            search(&solved.code, &octal::period::search::Limits::heaps(2000), &|_| true).unwrap();
        Record::new(&solved, Some(&normal))
    };
    // The last three are open, and 4.4 is Kayles with a shift.
    let proved =
        ["0.02", "0.03", "0.05", "0.22", "4.0", "4.02", "4.2", "0.002", "0.003", "0.022", "0.203"];
    let open = [("0.04", 20), ("0.44", 20), ("0.07", 14)];
    let (mut compared, mut back) = (0, 0);
    for (text, heaps) in proved.map(|text| (text, 40)).into_iter().chain([("4.4", 200)]).chain(open)
    {
        let own = row(text, heaps);
        let is_open = open.iter().any(|(open, _)| *open == text);
        assert_eq!(own.status == Extent::Open, is_open, "{text}");
        let assert_same = |moved: &Record, other: &Record| {
            let (code, tame_to) = (&other.code, other.tame_to);
            assert_eq!((&moved.code, moved.tame_to), (code, tame_to), "{text}");
            let moved = Record { heaps: other.heaps, stop: other.stop, ..moved.clone() };
            assert!(is_open || moved == *other, "{text}: {moved:?} {other:?}");
        };
        for shift in 1..=standard_form(&code(text)).1 {
            let cousin: Game = format!("{text} shift -{shift}").parse().unwrap();
            let of_cousin = row(&cousin.to_string(), heaps);
            assert_same(&own.moved(&cousin, -(shift as i64)).unwrap(), &of_cousin);
            compared += 1;
            if let Some(moved) = of_cousin.moved(&code(text).into(), shift as i64) {
                assert_same(&moved, &own);
                back += 1;
            }
        }
    }
    assert!(compared > 20 && back > 8, "{compared} {back}");
}

#[test]
fn preperiods_and_periods() {
    for (text, preperiod, period) in
        [("0.75", 8, 2), ("0.77", 71, 12), ("0.123", 5, 5), ("0.34", 7, 8), ("0.512", 7, 6)]
    {
        let solved = whole(text);
        let normal =
            search(&solved.code, &octal::period::search::Limits::heaps(2000), &|_| true).unwrap();
        let record = Record::new(&solved, Some(&normal));
        assert_eq!(record.period, Some(period), "{text}");
        // Of the last two only the period is published.
        if !["0.34", "0.512"].contains(&text) {
            assert_eq!(record.preperiod, Some(preperiod), "{text}");
        }
    }
}

#[test]
fn partial_quotients_of_dawsons_kayles_and_of_grundys_game() {
    let dawson = up_to(&code("0.07"), 29);
    for (heap, order) in [(24, 24), (26, 144), (29, 176)] {
        assert_eq!(stair(&dawson, heap).0, order, "heap {heap}");
    }
    let grundy = up_to(&code("4!.0"), 18);
    for (heap, order) in [(12, 6), (13, 12), (18, 24)] {
        assert_eq!(stair(&grundy, heap).0, order, "heap {heap}");
    }
}

/// `[PlaSie2008]` stops at heap 33.
#[test]
fn dawsons_kayles_to_heap_33() {
    let solved = up_to(&code("0.07"), 33);
    assert_eq!(stair(&solved, 33), (638, 109));
    let p: Vec<usize> = (1..=31).filter(|&n| solved.quotient.is_p_position(&[n])).collect();
    assert_eq!(p, [2, 3, 7, 8, 12, 16, 17, 21, 22, 26, 30, 31]);
}

/// The first cousin has the same quotients, one heap earlier.
#[test]
fn first_cousins_have_one_quotient() {
    let (dawson, cousin) = (up_to(&code("0.07"), 28), up_to(&code("0.137"), 27));
    assert!((1..=27).all(|heap| stair(&dawson, heap + 1) == stair(&cousin, heap)));
    assert_eq!(dawson.quotient.phi()[1..], *cousin.quotient.phi());
    let heaps = |q: &octal::misere::quotient::Quotient| -> Vec<usize> {
        q.monoid().generators().iter().map(|g| g.heap).collect()
    };
    let later: Vec<usize> = heaps(&cousin.quotient).iter().map(|heap| heap + 1).collect();
    assert_eq!(heaps(&dawson.quotient), later);
}

/// A quotient that changes late is not called periodic before.
#[test]
fn a_late_change() {
    let solved = whole("0.4107");
    assert_eq!(solved.last_change(), 61);
    assert!(solved.proof.is_some() && solved.quotient.last_heap() > 61);
}

#[test]
fn rogues_of_kayles_end_at_25() {
    let solved = whole("0.77");
    let Some(Proof::Kernel(values)) = &solved.proof else { panic!("{:?}", solved.proof) };
    assert_eq!((values.last_rogue, solved.quotient.last_heap()), (25, 52));
}

/// The smallest wild quotient, R_8.
#[test]
fn the_presentation_of_a_small_quotient() {
    let solved = whole("0.75");
    let relations = presentation::relations(&solved.quotient);
    let relations: Vec<String> = relations.iter().map(|(l, r)| format!("{l}={r}")).collect();
    assert_eq!(relations, ["a^2=1", "b^3=b", "bc=ab", "c^2=b^2"]);
    let p = solved.quotient.p_portion().iter();
    let p: Vec<String> =
        p.map(|x| presentation::in_letters(solved.quotient.monoid(), x as u32)).collect();
    assert_eq!(p, ["a", "b^2"]);
    assert_eq!(solved.wild_at(), Some(5));
}

/// The presentation of 0.123 in `[Plambeck2005]`, with x, z, a, b for heaps 1, 3, 8, 9. Its
/// relations hold, its letters generate the quotient, and its list of P is right.
#[test]
fn a_published_presentation() {
    let solved = whole("0.123");
    let quotient = &solved.quotient;
    let heap = |letter| match letter {
        'x' => 1,
        'z' => 3,
        'a' => 8,
        'b' => 9,
        other => panic!("{other}"),
    };
    let value = |word: &str| quotient.value(&word.chars().map(heap).collect::<Vec<_>>());
    let relations = [
        ("xx", ""),
        ("aa", ""),
        ("zzzz", "zz"),
        ("bbbb", "bb"),
        ("abz", "b"),
        ("bbbx", "bb"),
        ("zzza", "zz"),
    ];
    for (left, right) in relations {
        assert_eq!(value(left), value(right), "{left} = {right}");
    }
    let mut p: Vec<usize> =
        ["x", "xa", "bb", "zz", "zb"].iter().map(|word| value(word) as usize).collect();
    p.sort_unstable();
    assert!(quotient.p_portion().iter().eq(p));
    let mut generated: Vec<u32> = vec![0];
    for i in 0.. {
        let Some(&x) = generated.get(i) else { break };
        for letter in "xzab".chars() {
            let y = quotient.monoid().product(x, quotient.phi()[heap(letter)]);
            if !generated.contains(&y) {
                generated.push(y);
            }
        }
    }
    assert_eq!(generated.len(), 20);
}
