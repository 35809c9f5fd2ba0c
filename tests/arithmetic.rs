//! Arithmetic periods: what is proved is true, and what the literature knows is proved.

use fastrand::Rng;
use octal::arithmetic::evidence::GrowthEvidence;
use octal::arithmetic::growth::Growth;
use octal::code::Code;
use octal::grundy::{Engine, naive};
use octal::period::search::{Limits, search};
use octal::period::{Finding, Period, Theorem};

use crate::common::{code, random_code};

fn values(code: &Code, to: u64) -> Vec<u16> {
    let mut engine = Engine::new(code);
    engine.extend(to).unwrap();
    engine.into_values().as_slice().to_vec()
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
        let found = search(&code(text), &Limits::heaps(1000), &()).unwrap();
        let theorem = match text {
            "4.[3]" => Theorem::LaskersNim,
            _ => Theorem::ArithmeticWindow,
        };
        let expected = Period { preperiod, period, saltus };
        assert_eq!(found.finding, Finding::Proved(expected, theorem), "{text}");
        // Values of 64 bits, from the proof.
        let (n0, i) = (preperiod + 2 * period, 10_u64.pow(15));
        assert_eq!(found.value(n0 + i * period), Some(found.value(n0).unwrap() + i * saltus));
    }
    // G(n) = ⌊(n − 1)/3⌋, by section 7 of the theory.
    let eight = search(&code("0.8"), &Limits::heaps(100), &()).unwrap();
    assert_eq!(eight.value(10_u64.pow(15)), Some(333_333_333_333_333));
}

/// Not one of the random codes has an arithmetic period proved that is none, and as many as a tenth have one.
#[test]
fn nothing_false_is_proved() {
    let mut random = Rng::with_seed(11);
    let (mut proved, mut by_definition) = (0, 0);
    for i in 0..2000 {
        let code = random_code(&mut random, 1 + i % 4, 16, false);
        let found = search(&code, &Limits::heaps(60), &()).unwrap();
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
        let (n0, p) = (period.preperiod as usize, period.period as usize);
        let repeats = |n: usize| u64::from(values[n + p]) == u64::from(values[n]) + period.saltus;
        assert!((n0..values.len() - p).all(repeats), "{code}: {period}");
        assert!(n0 == 0 || !repeats(n0 - 1), "{code}: {period}");
        let all = 0..values.len() as u64;
        assert!(all.into_iter().all(|n| found.value(n) == Some(values[n as usize].into())));
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
            let found = search(&code, &Limits::heaps(heaps), &()).unwrap();
            let Some(p) = found.finding.proved() else { continue };
            let all = 0..=300;
            assert!(
                all.into_iter().all(|n| found.value(n) == Some(values[n as usize].into())),
                "{code} {p}"
            );
        }
        let octal = random_code(&mut random, 1 + i % 4, 8, i % 2 == 0);
        let found = search(&octal, &Limits::heaps(300), &()).unwrap();
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
    let found = search(&code, &Limits::heaps(1900), &()).unwrap();
    assert_eq!(found.finding.proved(), None);
}

/// A mark, digits that repeat, a saltus of 0, too few values: nothing is proved, and nothing fails.
#[test]
fn what_the_theorem_does_not_speak_of() {
    let growth = Growth { preperiod: 1, period: 3, saltus: 1 };
    for text in ["0.8", "0.c!", "0.[8]", "0.7"] {
        let code = code(text);
        let g = values(&code, 40);
        let evidence = GrowthEvidence::find(&code, &g, growth);
        assert_eq!(evidence.is_some(), text == "0.8", "{text}");
        for wrong in [
            Growth { saltus: 2, ..growth },
            Growth { period: 20, ..growth },
            Growth { period: 1000, ..growth },
            Growth { preperiod: 30, ..growth },
        ] {
            assert_eq!(GrowthEvidence::find(&code, &g, wrong), None, "{text}: {wrong:?}");
        }
    }
    let code = code("0.8");
    let counts: Vec<bool> =
        (0..20).map(|n| GrowthEvidence::find(&code, &values(&code, n), growth).is_some()).collect();
    assert_eq!(counts.iter().position(|&is_proved| is_proved), Some(13));
}
