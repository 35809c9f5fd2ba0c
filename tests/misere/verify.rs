//! Verification refuses what is wrong, and names the least position at which it is.

use std::borrow::Cow;

use octal::misere::limits::Meter;
use octal::misere::monoid::Bits;
use octal::misere::monoid::Monoid;
use octal::misere::quotient::Quotient;
use octal::misere::types::Types;
use octal::misere::verify::{Word, verify};

use super::oracle::{Oracle, positions};
use super::{limits, up_to};
use crate::common::code;

/// The least position at which a candidate fails.
fn failure(text: &str, candidate: &Quotient) -> Option<Word> {
    let meter = &mut Meter::new(limits(100), &());
    let types = Types::of(&code(text), candidate, meter).unwrap();
    verify(candidate, &types, meter).unwrap().err()
}

/// The quotient with other values of heaps.
fn with_phi(quotient: &Quotient, phi: Vec<u32>) -> Quotient {
    Quotient::new(quotient.monoid().clone(), quotient.p_portion().clone(), phi)
}

/// The least position of the oracle that a candidate calls by the wrong name.
fn least_mistake(text: &str, candidate: &Quotient, total: usize) -> Option<Word> {
    let mut oracle = Oracle::new(&code(text));
    let last = candidate.last_heap();
    let within = positions(total).into_iter().filter(|p| p.iter().all(|&heap| heap <= last));
    let wrong = within.filter(|p| candidate.is_p_position(p) != oracle.is_p(p));
    let descending = |mut p: Vec<usize>| {
        p.reverse();
        p
    };
    wrong.map(descending).min()
}

#[test]
fn a_quotient_passes() {
    for text in ["0.75", "0.77", "0.123", "0.7f", "4!.6"] {
        let solved = up_to(&code(text), 14);
        assert_eq!(failure(text, &solved.quotient), None, "{text}");
    }
}

/// Every change of one value of φ, but for the generators, and every change of P, of a small
/// quotient.
#[test]
fn changed_quotients_fail_at_their_least_mistake() {
    let text = "0.75";
    let solved = up_to(&code(text), 9);
    let quotient = &solved.quotient;
    let mut refused = 0;
    for heap in [3, 4, 6, 7, 8, 9] {
        for value in 0..quotient.order() as u32 {
            let mut phi = quotient.phi().to_vec();
            phi[heap] = value;
            let candidate = with_phi(quotient, phi);
            let failure = failure(text, &candidate);
            assert_eq!(failure.is_none(), value == quotient.phi()[heap], "heap {heap}: {value}");
            refused += usize::from(failure.is_some());
            // Where the failure is within the reach of brute force, it is the least mistake.
            if let Some(word) = failure.filter(|word| word.iter().sum::<usize>() <= 16) {
                let least = least_mistake(text, &candidate, 16).unwrap();
                assert!(word <= least, "{word:?} {least:?}");
            }
        }
    }
    assert_eq!(refused, 6 * 7);
    for x in 0..quotient.order() {
        let p = Bits::collect(quotient.order(), |y| quotient.p_portion().contains(y) != (x == y));
        let candidate = Quotient::new(quotient.monoid().clone(), p, quotient.phi().to_vec());
        assert!(failure(text, &candidate).is_some(), "{x}");
    }
}

/// The quotient of misère Nim does not fit a wild game, nor that of normal play any game.
#[test]
fn quotients_of_other_games_fail() {
    // T_2 = ⟨a, b | a² = 1, b³ = b⟩ with the right values as long as 0.75 is tame.
    let solved = up_to(&code("0.75"), 4);
    assert!(solved.quotient.is_tame());
    for value in 0..6 {
        let phi = [solved.quotient.phi(), &[value]].concat();
        assert!(failure("0.75", &with_phi(&solved.quotient, phi)).is_some());
    }
    // Normal play of Nim: a group, P = {1}.
    let actions = [(1, Cow::Owned(vec![1, 0, 3, 2])), (2, Cow::Owned(vec![2, 3, 0, 1]))];
    let (monoid, _) = Monoid::generated(0, 4, &actions);
    let mut p = Bits::new(4);
    p.insert(0);
    let normal = Quotient::new(monoid, p, vec![0, 1, 2, 3]);
    assert_eq!(failure("0.333", &normal), Some(vec![]));
}
