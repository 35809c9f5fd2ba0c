//! Arithmetic periods: what is proved is true, and what the literature knows is proved.

use fastrand::Rng;
use octal::arithmetic::endless::EndlessEvidence;
use octal::arithmetic::evidence::GrowthEvidence;
use octal::arithmetic::heaps::Growth;
use octal::code::cousins::standard_form;
use octal::code::{Code, Digit};
use octal::grundy::{Engine, naive};
use octal::period::search::{Limits, search};
use octal::period::sequence::Known;
use octal::period::shifted::View;
use octal::period::{Finding, Period, Theorem};

use crate::common::{code, random_code};

fn values(code: &Code, to: u64) -> Vec<u16> {
    let mut engine = Engine::new(code);
    engine.extend(to).unwrap();
    engine.into_values().as_slice().to_vec()
}

/// True if the answer gives exactly these values.
fn gives(found: &Known, values: &[u16]) -> bool {
    (0..).zip(values).all(|(n, &value)| found.value(n) == Some(value.into()))
}

/// Checks a proved period against values from heap 0 on: it holds, and the preperiod is least.
fn assert_true(found: &Known, period: Period, values: &[u16]) {
    let (n0, p) = (period.preperiod as usize, period.period as usize);
    let repeats = |n: usize| u64::from(values[n + p]) == u64::from(values[n]) + period.saltus;
    assert!((n0..values.len() - p).all(repeats), "{}: {period}", found.code);
    assert!(n0 == 0 || !repeats(n0 - 1), "{}: {period}", found.code);
    assert!(gives(found, values), "{}: {period}", found.code);
}

/// Arithmetic periods of the literature: preperiod, period, saltus.
const KNOWN: [(&str, u64, u64, u64); 10] = [
    ("0.8", 1, 3, 1),
    ("0.28", 1, 53, 16),
    ("0.9c", 28, 36, 16),
    ("0.89", 3, 4, 2),
    ("0.8b", 7, 7, 4),
    ("0.9b", 8, 7, 4),
    ("0.9e", 4, 3, 2),
    ("0.bc", 4, 3, 2),
    ("0.3f", 0, 6, 3),
    ("4.[3]", 1, 4, 4),
];

#[test]
fn what_is_known_is_proved() {
    for (text, preperiod, period, saltus) in KNOWN {
        let found = search(&code(text), &Limits::heaps(1000), &|_| true).unwrap();
        let theorem = match text {
            "4.[3]" => Theorem::EndlessWindow,
            _ => Theorem::ArithmeticWindow,
        };
        let expected = Period { preperiod, period, saltus };
        assert_eq!(found.finding, Finding::Proved(expected, theorem), "{text}");
        // Values of 64 bits, from the proof.
        let (n0, i) = (preperiod + 2 * period, 10_u64.pow(15));
        assert_eq!(found.value(n0 + i * period), Some(found.value(n0).unwrap() + i * saltus));
    }
    // G(n) = ⌊(n − 1)/3⌋, by section 7 of the theory.
    let eight = search(&code("0.8"), &Limits::heaps(100), &|_| true).unwrap();
    assert_eq!(eight.value(10_u64.pow(15)), Some(333_333_333_333_333));
}

/// Not one of the random codes has an arithmetic period proved that is none, and as many as a tenth
/// have one.
#[test]
fn nothing_false_is_proved() {
    let mut random = Rng::with_seed(11);
    let (mut proved, mut by_definition) = (0, 0);
    for i in 0..2000 {
        let code = random_code(&mut random, 1 + i % 4, 16, false);
        let found = search(&code, &Limits::heaps(60), &|_| true).unwrap();
        let Some(period) = found.finding.proved().filter(|period| period.saltus > 0) else {
            continue;
        };
        let to = 20 * found.verified_to();
        let is_naive = proved % 20 == 0;
        let values = match is_naive {
            true => naive::values(&code, to.min(400) as usize),
            false => values(&code, to),
        };
        proved += 1;
        by_definition += usize::from(is_naive);
        assert_true(&found, period, &values);
    }
    assert!(proved > 200 && by_definition > 10, "{proved}, {by_definition}");
}

/// Few heaps prove nothing that more heaps refute; and the octal codes have no saltus.
#[test]
fn small_limits_and_octal_codes() {
    let mut random = Rng::with_seed(12);
    for i in 0..100 {
        let code = random_code(&mut random, 1 + i % 3, 16, false);
        let values = values(&code, 300);
        for heaps in 0..40 {
            let found = search(&code, &Limits::heaps(heaps), &|_| true).unwrap();
            let Some(p) = found.finding.proved() else { continue };
            assert!(gives(&found, &values), "{code} {p}");
        }
        let octal = random_code(&mut random, 1 + i % 4, 8, i % 2 == 0);
        let found = search(&octal, &Limits::heaps(300), &|_| true).unwrap();
        assert_eq!(found.finding.period().map_or(0, |period| period.saltus), 0, "{octal}");
    }
}

/// G(n + 43) = G(n) + 32 for 604 ≤ n ≤ 1885, and not for n = 1886.
#[test]
fn an_apparent_period_is_refused() {
    let code = code("0.f6");
    let g = values(&code, 1940);
    assert!((604..=1885).all(|n| g[n + 43] == g[n] + 32) && g[1886 + 43] != g[1886] + 32);
    let growth = Growth { preperiod: 604, period: 43, saltus: 32 };
    assert_eq!(growth.least_base(&code), Some(1898));
    for count in [1000, 1800, 1886 + 43, 1941] {
        assert_eq!(GrowthEvidence::find(&code, &g[..count], growth), None);
    }
    let found = search(&code, &Limits::heaps(1900), &|_| true).unwrap();
    assert_eq!(found.finding.proved(), None);
}

/// Checks that this growth is proved of the first code and of no other, and no wrong growth of any.
fn assert_proves_the_first_alone(
    codes: &[&str],
    growth: Growth,
    wrong_period: usize,
    proves: impl Fn(&Code, &[u16], Growth) -> bool,
) {
    for text in codes {
        let code = code(text);
        let g = values(&code, 40);
        assert_eq!(proves(&code, &g, growth), *text == codes[0], "{text}");
        for wrong in [
            Growth { saltus: 0, ..growth },
            Growth { saltus: 2, ..growth },
            Growth { period: wrong_period, ..growth },
            Growth { period: 1000, ..growth },
            Growth { preperiod: 30, ..growth },
        ] {
            assert!(!proves(&code, &g, wrong), "{text}: {wrong:?}");
        }
    }
}

/// A mark, digits that repeat, a saltus of 0, too few values: nothing is proved, and nothing fails.
#[test]
fn what_the_theorem_does_not_speak_of() {
    let growth = Growth { preperiod: 1, period: 3, saltus: 1 };
    let proves = |code: &Code, g: &[u16], growth| GrowthEvidence::find(code, g, growth).is_some();
    assert_proves_the_first_alone(&["0.8", "0.c!", "0.[8]", "0.7"], growth, 20, proves);
    let code = code("0.8");
    let least = (0..20).find(|&n| proves(&code, &values(&code, n), growth));
    assert_eq!(least, Some(13));
}

/// Endless codes that must be proved: preperiod, period, saltus.
const ENDLESS: [(&str, u64, u64, u64); 32] = [
    ("0.[3]", 0, 1, 1),
    ("4.[3]", 1, 4, 4),
    ("8.[3]", 1, 8, 8),
    ("c.[3]", 1, 4, 4),
    ("0.[7]", 0, 1, 1),
    ("0.[f]", 0, 1, 1),
    ("4.[7]", 2, 1, 2),
    ("8.[7]", 4, 3, 4),
    ("c.[7]", 2, 1, 2),
    ("c.[f]", 2, 1, 2),
    ("0.[1]", 1, 1, 0),
    ("4.[1]", 1, 1, 0),
    ("0.[2]", 1, 1, 1),
    ("4.[2]", 1, 1, 1),
    ("8.[2]", 1, 1, 1),
    ("0.[4]", 1, 2, 1),
    ("0.[5]", 1, 1, 0),
    ("0.[6]", 1, 1, 1),
    ("0.[8]", 1, 3, 1),
    ("0.[30]", 0, 2, 0),
    ("0.[70]", 0, 2, 0),
    ("4.[30]", 1, 2, 0),
    ("0.[37]", 0, 1, 1),
    ("0.[12]", 1, 2, 1),
    ("0.[31]", 1, 2, 0),
    ("0.[33330]", 0, 5, 0),
    ("0.0[3]", 0, 2, 1),
    ("0.00[3]", 0, 3, 1),
    ("0.1[3]", 0, 2, 1),
    ("0.3[7]", 0, 1, 1),
    ("8.0[3]", 3, 3, 2),
    ("c.0[3]", 1, 1, 1),
];

#[test]
fn endless_codes_are_proved() {
    for (text, preperiod, period, saltus) in ENDLESS {
        let found = search(&code(text), &Limits::heaps(100), &|_| true).unwrap();
        let expected = Period { preperiod, period, saltus };
        assert_eq!(found.finding, Finding::Proved(expected, Theorem::EndlessWindow), "{text}");
    }
    // Nim with a split into three, far beyond the values computed.
    let found = search(&code("8.[3]"), &Limits::heaps(1_000_000_000), &|_| true).unwrap();
    let value = |n: u64| found.value(n).unwrap();
    assert!(found.verified_to() < 100);
    let k = 123_456_789;
    assert_eq!((value(8 * k + 7), value(8 * k + 8)), (8 * k + 8, 8 * k + 7));
    assert!((8 * k + 9..8 * k + 15).all(|n| value(n) == n));
}

/// A random endless code: up to two digits and then 1 to 4 that repeat, below `base`.
fn random_endless(random: &mut Rng, base: u8) -> Code {
    loop {
        let (written, repeated) = (random.usize(..3), random.usize(1..5));
        let written = random_code(random, written, base, false);
        let repeat: Vec<Digit> = (0..repeated).map(|_| Digit::new(random.u8(..base))).collect();
        let code = Code::new(written.digits().iter().copied(), repeat).unwrap();
        if !code.repeat().is_empty() {
            return code;
        }
    }
}

/// A period proved of a random endless code holds, and more than half of the codes have one.
/// Equality inherits proofs: a code and its standard form are proved together.
#[test]
fn nothing_false_is_proved_of_endless_codes() {
    let mut random = Rng::with_seed(13);
    let (mut periodic, mut growing) = (0, 0);
    for i in 0..600 {
        let code = random_endless(&mut random, [4, 8, 8, 16][i % 4]);
        let found = search(&code, &Limits::heaps(64), &|_| true).unwrap();
        let Some(period) = found.finding.proved() else { continue };
        assert_eq!(found.finding.theorem(), Some(Theorem::EndlessWindow));
        let values = match i % 8 {
            0 | 1 => naive::values(&code, 300),
            2 | 3 => naive::values(&code, 120),
            _ => values(&code, 300),
        };
        assert_true(&found, period, &values);
        let (form, shift) = standard_form(&code);
        let of_form = search(&form, &Limits::heaps(100), &|_| true).unwrap();
        assert_eq!(View::new(&of_form, shift as i64).proved(), Some(period), "{code}, {form}");
        if period.saltus > 0 { growing += 1 } else { periodic += 1 }
    }
    assert!(periodic > 60 && growing > 200, "{periodic}, {growing}");
}

/// A mark, a finite code, a wrong growth, too few values: nothing is proved, and nothing fails.
#[test]
fn what_the_theorem_of_endless_codes_does_not_speak_of() {
    let growth = Growth { preperiod: 1, period: 4, saltus: 4 };
    let proves = |code: &Code, g: &[u16], growth| EndlessEvidence::find(code, g, growth).is_some();
    assert_proves_the_first_alone(&["4.[3]", "4!.[3]", "4.3333"], growth, 3, proves);
    let lasker = code("4.[3]");
    let least = (0..30).find(|&n| proves(&lasker, &values(&lasker, n), growth));
    assert_eq!(least, Some(16));
    // The period of the theorem is a multiple of the number of digits that repeat.
    let half = code("0.[12]");
    let growth = |times| Growth { preperiod: 1, period: times, saltus: times / 2 };
    let g = values(&half, 60);
    assert!(proves(&half, &g, growth(2)) && !proves(&half, &g, growth(3)));
}

/// Values that are seen to grow, of codes whose options do not fulfil (E4), are observed.
#[test]
fn a_growth_of_an_endless_code_without_evidence_is_observed() {
    for text in ["8.[30]", "c.[30]"] {
        let found = search(&code(text), &Limits::heaps(100), &|_| true).unwrap();
        assert_eq!(found.finding.theorem(), None, "{text}");
        assert!(found.finding.period().is_some_and(|period| period.saltus > 0), "{text}");
    }
}
