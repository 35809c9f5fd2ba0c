//! Theorems M and K.

use octal::grundy::Engine;
use octal::misere::extend::Partial;
use octal::misere::kernel::{NimValues, NormalKernel, last_heap, leaves_every_size};
use octal::misere::limits::{Meter, MisereLimits, MisereStop};
use octal::misere::pretending::{self, PhiPeriod};
use octal::misere::quotient::{NORMAL, normal_play};
use octal::misere::solve::solve;

use super::{limits, stair, up_to, whole};
use crate::common::code;

/// The partial quotient of a code that is its own standard form.
fn partial(text: &str, heaps: usize) -> Partial {
    let mut partial = Partial::new(&code(text));
    let mut meter = Meter::new(limits(heaps), &());
    (0..heaps).for_each(|_| partial.extend(&mut meter).unwrap());
    partial
}

/// Where both theorems apply they agree: rogues have ended, and the values in the kernel are Grundy
/// values.
#[test]
fn the_theorems_agree() {
    for (text, heaps) in [("0.77", 180), ("0.75", 60), ("0.53", 80), ("0.512", 80)] {
        let code = code(text);
        let partial = partial(text, heaps);
        let quotient = partial.quotient();
        let period = pretending::prove_period(&code, quotient.phi()).unwrap();
        let mut engine = Engine::new(&code);
        engine.extend(heaps as u64).unwrap();
        let grundy: Vec<u64> = engine.values().iter().map(u64::from).collect();
        let kernel = NormalKernel::of(quotient).unwrap();
        let values = NimValues::prove(&code, quotient, &kernel, (quotient.phi(), &grundy)).unwrap();
        assert!(values.last_rogue < period.preperiod, "{text}");
        assert!(last_heap(&code, values.last_rogue).unwrap() <= heaps);
        let theta = quotient.phi().iter().map(|&x| values.theta(x));
        assert!(theta.eq(grundy), "{text}");
    }
}

/// A period is proved at the heap that the theorem names, not before.
#[test]
fn the_window_is_as_long_as_the_theorem_says() {
    for (text, preperiod, period, last) in [("0.75", 8, 2, 21), ("0.123", 5, 5, 12)] {
        let code = code(text);
        let found = PhiPeriod { preperiod, period };
        assert_eq!(pretending::last_heap_needed(&code, found), Some(last));
        let all = up_to(&code, 60);
        let phi = all.quotient.phi();
        assert_eq!(pretending::prove_period(&code, &phi[..=last]), Some(found), "{text}");
        assert_ne!(pretending::prove_period(&code, &phi[..last]), Some(found), "{text}");
        assert_eq!(pretending::prove_period(&code, phi), Some(found), "{text}");
        assert_ne!(phi[0], phi[period]);
    }
    assert_eq!(pretending::prove_period(&code("4!.0"), &[0; 40]), None);
    assert_eq!(pretending::prove_period(&code("0.[3]"), &[0; 40]), None);
}

/// Where any heap may be left as any smaller one, the quotient is that of Nim with the Grundy
/// values as heaps.
#[test]
fn games_like_nim() {
    for text in ["0.[3]", "4.[3]", "0.3[37]", "0.[7]", "4!.[3]", "0.7[b]", "c.[3]"] {
        let solved = whole(text);
        assert!(solved.proof.is_some() && leaves_every_size(&solved.code), "{text}");
        assert_eq!((solved.quotient.last_heap(), solved.quotient.order()), (2, 6), "{text}");
        let mut engine = Engine::new(&solved.code);
        engine.extend(12).unwrap();
        let grundy: Vec<u64> = engine.values().iter().map(u64::from).collect();
        for heap in 2..=12 {
            let below = 1 + grundy[1..=heap].iter().max().unwrap();
            let found = stair(&up_to(&solved.code, 12), heap);
            assert_eq!(found, (2 + below.next_power_of_two() as usize, 2), "{text}: {heap}");
        }
    }
    for text in ["0.3", "0.333", "0.1[3]", "0.[31]", "0.[2]", "0.[6]", "0.3[2]"] {
        assert!(!leaves_every_size(&code(text)), "{text}");
    }
}

/// Proofs for the whole game hold for partial quotients far beyond.
#[test]
fn proofs_hold_far_beyond() {
    for text in ["0.75", "0.77", "0.123", "0.71", "0.53"] {
        let solved = whole(text);
        assert!(solved.proof.is_some(), "{text}");
        let heaps = 2 * solved.quotient.last_heap();
        let further = up_to(&solved.code, heaps);
        let now = (solved.quotient.order(), solved.quotient.p_portion().count());
        // Under Theorem K new Grundy values may enlarge the kernel.
        let kernel = |q: &octal::misere::quotient::Quotient| q.monoid().kernel().1.len();
        let outside = further.quotient.order() - kernel(&further.quotient);
        assert_eq!(outside, solved.quotient.order() - kernel(&solved.quotient), "{text}");
        assert_eq!(stair(&further, heaps).1, now.1, "{text}");
    }
}

/// Normal play takes the work that the search for the quotient left, and no more.
#[test]
fn normal_play_takes_the_work_that_is_left() {
    let code = code("4.44");
    let spent = solve(&code, &limits(100), &()).unwrap().work;
    let verified_to = |work: u64| {
        let limits = MisereLimits { work: Some(work), ..limits(100) };
        let solved = solve(&code, &limits, &()).unwrap();
        assert_eq!(solved.stop, MisereStop::Proof);
        normal_play(&solved, &NORMAL, &|_| true).unwrap().unwrap().verified_to()
    };
    let (few, more) = (verified_to(spent + 1000), verified_to(spent + 1_000_000));
    assert!(few < 1000 && (1000..1_000_000).contains(&more), "{few} {more}");
}
