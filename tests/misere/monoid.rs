//! Monoids and their reduction.

use octal::misere::limits::{Meter, MisereLimits};
use octal::misere::monoid::Bits;
use octal::misere::monoid::{ABSENT, Monoid};
use octal::misere::{position, types};

use super::{oracle, whole};
use crate::common::code;

/// C(i, p) as an action on the exponents.
fn cyclic(index: u32, period: u32) -> Vec<u32> {
    (1..index + period).chain([index]).collect()
}

#[test]
fn a_cyclic_monoid() {
    let action = cyclic(3, 2);
    let (monoid, number) = Monoid::generated(0, 5, &[(7, action.into())]);
    assert_eq!((monoid.order(), number), (5, vec![0, 1, 2, 3, 4]));
    assert_eq!(monoid.index_and_period(1), (3, 2));
    assert_eq!(monoid.product(4, 4), 4);
    assert_eq!(monoid.kernel(), (4, vec![3, 4]));
    assert_eq!(monoid.heaps(3).collect::<Vec<_>>(), [7, 7, 7]);
}

#[test]
fn what_is_not_generated_has_no_number() {
    // The squares in a group of order 6.
    let double: Vec<u32> = (0..6).map(|x| (x + 2) % 6).collect();
    let (monoid, number) = Monoid::generated(0, 6, &[(1, double.into())]);
    assert_eq!(monoid.order(), 3);
    assert_eq!(number, [0, ABSENT, 1, ABSENT, 2, ABSENT]);
}

/// Associative and commutative, on all triples, with rows and products that agree.
#[test]
fn the_laws_of_a_monoid() {
    for text in ["0.75", "0.123", "0.77"] {
        let solved = whole(text);
        let monoid = solved.quotient.monoid();
        let all = || 0..monoid.order() as u32;
        for x in all() {
            let row = monoid.row(x).into_owned();
            assert_eq!(monoid.product(0, x), x);
            for y in all() {
                assert_eq!(row[y as usize], monoid.product(y, x));
                for z in all() {
                    let left = monoid.product(monoid.product(x, y), z);
                    assert_eq!(left, monoid.product(x, monoid.product(y, z)));
                }
            }
        }
    }
}

/// Quotients are reduced, and their elements stand in the order of their least words.
#[test]
fn quotients_are_reduced_and_in_order() {
    for text in ["0.75", "0.123", "0.77", "0.15", "0.71"] {
        let solved = whole(text);
        let (quotient, monoid) = (&solved.quotient, solved.quotient.monoid());
        let actions: Vec<&[u32]> = monoid.generators().iter().map(|g| &g.action[..]).collect();
        let mut meter = Meter::new(MisereLimits::heaps(0), &());
        let classes =
            types::classes(quotient.p_portion(), &actions, quotient.order(), &mut meter).unwrap();
        assert_eq!(classes.1, quotient.order(), "{text}");
        let words: Vec<Vec<usize>> =
            (0..monoid.order() as u32).map(|x| monoid.heaps(x).collect()).collect();
        assert!(words.is_sorted() && words[0].is_empty(), "{text}");
    }
}

#[test]
fn refinement_finds_what_is_equivalent() {
    // A cycle of 6 with P = {0, 2, 4}: two classes.
    let action: Vec<u32> = (0..6).map(|x| (x + 1) % 6).collect();
    let p = Bits::collect(6, |x| x % 2 == 0);
    let mut meter = Meter::new(MisereLimits::heaps(0), &());
    let (class, count) = types::classes(&p, &[&action], 6, &mut meter).unwrap();
    assert_eq!((class, count), (vec![0, 1, 0, 1, 0, 1], 2));
}

/// The options of a heap, against a generator that shares nothing with it.
#[test]
fn options_by_another_generator() {
    for text in ["0.77", "4!.6!7!", "0.f8", "8.14!", "0.3[37]", "c!.d", "0.0"] {
        let code = code(text);
        for n in 0..=14 {
            let mut ours: Vec<Vec<usize>> = position::options(&code, n)
                .map(|parts| parts.into_iter().filter(|&part| part > 0).collect())
                .collect();
            let mut others = oracle::options(&code, &[n]);
            ours.sort();
            others.sort();
            assert_eq!(ours, others, "{text}: heap {n}");
            assert_eq!(position::is_live(&code, n), !others.is_empty());
        }
    }
    assert_eq!(position::last_dead_heap(&code("0.07")), Some(1));
    assert_eq!(position::last_dead_heap(&code("4!.0")), Some(2));
    assert_eq!(position::last_dead_heap(&code("0.11")), None);
}
