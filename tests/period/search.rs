//! Periods: the published ones, the traps, and proofs that hold beyond what was looked at.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use octal::code::Code;
use octal::grundy::{Engine, GrundyError};
use octal::period::feed::stream;
use octal::period::recurrence::{Recurrence, recurrences, repeats_from};
use octal::period::search::{Event, Limits, search};
use octal::period::sequence::{Known, Stop};
use octal::period::window::{guy_smith, guy_smith_length};
use octal::period::{Finding, Period, Theorem};
use octal::survey::class::octal_codes;
use rayon::prelude::*;

use crate::common::code;

fn known(text: &str, heaps: u64) -> Known {
    search(&text.parse().unwrap(), &Limits::heaps(heaps), &|_| true).unwrap()
}

fn proved(text: &str, heaps: u64) -> (u64, u64) {
    let known = known(text, heaps);
    let period = known.finding.proved().unwrap_or_else(|| panic!("{text} is not proved"));
    (period.preperiod, period.period)
}

/// (n0, p) of games that the literature knows.
#[test]
fn published_periods() {
    let games = [
        ("0.07", 53, 34),
        ("0.137", 52, 34),
        ("0.4", 54, 34),
        ("0.77", 71, 12),
        ("0.45", 498, 20),
        ("0.055", 259, 148),
        ("0.156", 3479, 349),
        ("0.356", 7315, 142),
        ("0.644", 3256, 442),
        ("0.165", 5181, 1550),
        ("0.127", 46578, 4),
        ("0.16", 105_351, 149_459),
        ("0.56", 326_640, 144),
        ("0.7777", 142, 24),
        ("4.304", 25, 21),
        ("S(2,5,7)", 0, 22),
        ("0.1", 2, 1),
        ("0.0", 0, 1),
    ];
    games
        .par_iter()
        .for_each(|&(text, n0, p)| assert_eq!(proved(text, 1 << 20), (n0, p), "{text}"));
}

#[test]
fn exceptions_of_dawsons_chess() {
    let chess = known("0.137", 1000);
    let heaps: Vec<u64> = chess.exceptions().map(|e| e.n).collect();
    assert_eq!(heaps, [0, 14, 16, 17, 31, 34, 51]);
    let first = chess.exceptions().next().unwrap();
    assert_eq!((first.value, first.periodic_value), (0, 8));
}

/// At limits this small the values repeat, but nothing may be claimed, or only the truth.
#[test]
fn traps_at_tiny_limits() {
    for (text, limit) in [("0.1", 2), ("0.01", 3), ("0.4", 2), ("0.04", 2), ("0.4", 3), ("4.0", 1)]
    {
        let known = known(text, limit);
        assert_eq!(known.finding, Finding::Open, "{text} to {limit}");
        assert_eq!((known.stop, known.verified_to()), (Stop::Heaps, limit));
    }
}

/// For every limit from 0 on: what is proved is the truth.
#[test]
fn no_limit_gives_a_false_proof() {
    octal_codes(2).into_par_iter().for_each(|code: Code| {
        let truth = search(&code, &Limits::heaps(3000), &|_| true).unwrap().finding.proved();
        for limit in 0..60 {
            let early = search(&code, &Limits::heaps(limit), &|_| true).unwrap().finding;
            if early != Finding::Open {
                assert_eq!(early.proved(), truth, "{code} to {limit}");
            }
        }
    });
}

/// A proved period holds, and is least, far beyond the heaps that proved it.
#[test]
fn proofs_hold_beyond_what_was_verified() {
    let codes: Vec<Code> = octal_codes(3).into_iter().step_by(3).collect();
    let theorems: Vec<Theorem> = codes
        .par_iter()
        .filter_map(|code| {
            let known = search(code, &Limits::heaps(2000), &|_| true).unwrap();
            let Finding::Proved(period, theorem) = known.finding else { return None };
            let mut engine = Engine::new(code);
            engine.extend(6 * known.verified_to()).unwrap();
            let values = &engine.values().to_vec();
            let (n0, p) = (period.preperiod as usize, period.period as usize);
            assert_eq!(repeats_from(values, p), n0, "{code}");
            assert!((1..p).all(|q| repeats_from(values, q) > values.len() / 2), "{code}");
            let all = 0..values.len() as u64;
            assert!(all.into_iter().all(|n| known.value(n) == Some(values[n as usize].into())));
            Some(theorem)
        })
        .collect();
    for theorem in [Theorem::GuySmith, Theorem::SparseWindow] {
        assert!(theorems.iter().filter(|&&t| t == theorem).count() > 30, "too few by {theorem}");
    }
}

/// One heap less than the window needs, and nothing is proved. 0.07 has infinitely many rare
/// heaps, so only the Guy–Smith window can prove it: G(0..=2·53 + 2·34 + 2 − 1).
#[test]
fn the_window_is_exact() {
    assert_eq!(guy_smith_length(2, 2, 53, 34), Some(53 + 34 + 2));
    assert_eq!(known("0.07", 174).finding, Finding::Open);
    assert_eq!(proved("0.07", 175), (53, 34));
    assert_eq!(known("0.137", 173).finding, Finding::Open);
    assert_eq!(proved("0.137", 174), (52, 34));
    // Three heaps: 3·n0 + 2·p + t from n0, with G one period further.
    assert_eq!(guy_smith_length(3, 5, 10, 4), Some(2 * 14 + 5));
    assert_eq!(guy_smith_length(2, 2, usize::MAX, 1), None);
    let zeros = vec![0; 12];
    assert!(guy_smith(2, 1, &zeros, 1, 0));
    assert!(!guy_smith(2, 9, &zeros, 1, 0));
    assert!(!guy_smith(2, 1, &zeros, 12, 0));
}

/// In Grundy's game heaps 3 to 8 repeat with period 3 as far as the Guy–Smith window reaches. But
/// G(13) = 3 and G(10) = 0: the window does not hold for unequal parts.
#[test]
fn grundys_game_is_not_proved_by_the_wrong_window() {
    for limit in [11, 12, 13, 20, 1000, 20_000] {
        assert_eq!(known("grundys-game", limit).finding, Finding::Open);
    }
    // Unequal parts are covered by the sparse window.
    let game = known("0.7!", 1000);
    assert_eq!(game.finding.theorem(), Some(Theorem::SparseWindow));
}

#[test]
fn arithmetic_periods() {
    let period = |preperiod, period, saltus| Period { preperiod, period, saltus };
    let by = Theorem::ArithmeticWindow;
    assert_eq!(known("0.8", 500).finding, Finding::Proved(period(1, 3, 1), by));
    assert_eq!(known("kenyons-game", 500).finding, Finding::Proved(period(0, 6, 3), by));
    let by = Theorem::EndlessWindow;
    assert_eq!(known("laskers-nim", 500).finding, Finding::Proved(period(1, 4, 4), by));
    assert_eq!(known("8.[3]", 500).finding, Finding::Proved(period(1, 8, 8), by));
    // No theorem is about digits that repeat and a mark.
    assert_eq!(known("4!.[3]", 500).finding.theorem(), None);
    assert_eq!(known("nim", 500).finding, Finding::Proved(period(0, 1, 1), by));
    assert_eq!(known("nim", 500).value(1 << 40), Some(1 << 40));
    // Too little to observe anything.
    assert_eq!(known("kenyons-game", 12).finding, Finding::Open);
}

#[test]
fn open_games_stay_open() {
    let officers = known("0.6", 20_000);
    assert_eq!((officers.finding, officers.stop), (Finding::Open, Stop::Heaps));
    assert_eq!(officers.value(20_001), None);
    assert_eq!(officers.exceptions().count(), 0);
}

#[test]
fn limits_of_work_and_memory() {
    let code: Code = "0.6".parse().unwrap();
    let by_work = Limits { heaps: 1 << 40, work: Some(1_000_000), memory: u64::MAX };
    let known = search(&code, &by_work, &|_| true).unwrap();
    assert_eq!(known.stop, Stop::Work);
    assert!((1_000_000..40_000_000).contains(&known.work));
    let by_memory = Limits { heaps: 1 << 40, work: None, memory: 100_000 };
    let known = search(&code, &by_memory, &|_| true).unwrap();
    assert_eq!(known.stop, Stop::Memory);
    assert!((8_000..50_000).contains(&known.verified_to()));
}

#[test]
fn a_callback_can_cancel() {
    let code: Code = "0.6".parse().unwrap();
    let until_heap_1000 = |event: Event<'_>| {
        let Event::Progress(progress) = event else { panic!("{event:?}") };
        assert!(progress.heap <= progress.limit && (0.0..=1.0).contains(&progress.share));
        progress.heap < 1000
    };
    let known = search(&code, &Limits::heaps(1 << 30), &until_heap_1000).unwrap();
    assert_eq!(known.stop, Stop::Cancelled);
    assert!((1000..100_000).contains(&known.verified_to()));
}

#[test]
fn recurrences_by_ascending_period() {
    let all = |x: &[u16]| recurrences(x).map(|r| (r.period, r.start)).collect::<Vec<_>>();
    assert_eq!(all(&[]), []);
    assert_eq!(all(&[5]), []);
    assert_eq!(all(&[5, 5]), [(1, 0)]);
    assert_eq!(all(&[1, 2, 3]), []);
    assert_eq!(recurrences(&[0u16; 50]).next(), Some(Recurrence { period: 1, start: 0 }));
    // The stretch of period 2 is left behind before the next candidate.
    assert_eq!(all(&[7, 1, 2, 1, 2, 1, 2])[0], (2, 1));
    assert_eq!(repeats_from(&[7, 1, 2, 1, 2], 2), 1);
    assert_eq!(repeats_from(&[1, 2], 5), 0);
}

/// Long stretches that almost repeat cost one pass, not one for every multiple of their period.
#[test]
fn almost_periodic_sequences_are_quick() {
    let mut x = vec![1u16; 4_000_000];
    x[1_000_000] = 2;
    let found: Vec<_> = recurrences(&x).take(10).collect();
    assert_eq!(found[0], Recurrence { period: 1, start: 1_000_001 });
    assert!(found.len() < 10);
}

fn streamed(known: &Known, shift: u64, from: u64, to: u64) -> Vec<u16> {
    let mut values = vec![];
    stream::<GrundyError>(known, shift, from, to, |chunk| {
        values.extend_from_slice(chunk);
        Ok(())
    })
    .unwrap();
    values
}

#[test]
fn values_beyond_the_proof_come_from_the_pattern() {
    for text in ["0.77", "0.16", "0.1", "0.0"] {
        let known = known(text, 1 << 20);
        let mut engine = Engine::new(&known.code);
        engine.extend(400_000).unwrap();
        let (from, to) = (known.verified_to() / 2, 400_000);
        let expected = engine.values().range(from as usize..=to as usize).to_vec();
        assert!(streamed(&known, 0, from, to) == expected, "{text}");
        assert!(streamed(&known, 5, from + 5, to + 5) == expected, "{text} with larger heaps");
    }
    let kayles = known("0.77", 1000);
    assert_eq!(streamed(&kayles, 3, 0, 6), [0, 0, 0, 0, 1, 2, 3]);
    assert_eq!(streamed(&kayles, 3, 1, 1), [0]);
    let far = (1 << 60) - (1 << 60) % 12;
    assert_eq!(streamed(&kayles, 0, far, far + 11), [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7]);
    let nim = known("nim", 100);
    let beyond = stream::<GrundyError>(&nim, 1, 65_000, 70_000, |_| Ok(()));
    assert_eq!(beyond, Err(GrundyError::ValueTooLarge { heap: 65_537 }));
}

/// Whenever a search is cancelled, it proves what it proves without, at the same heap, or nothing.
#[test]
fn no_proof_depends_on_the_moment_of_a_signal() {
    for text in ["0.77", "0.07", "0.156"] {
        let limits = Limits::heaps(10_000);
        let whole = search(&code(text), &limits, &|_| true).unwrap();
        let mut cancelled = 0;
        for call in 1.. {
            let left = AtomicU64::new(call);
            let cancels = |_: Event<'_>| left.fetch_sub(1, Ordering::Relaxed) > 1;
            let known = search(&code(text), &limits, &cancels).unwrap();
            if known.stop != Stop::Cancelled {
                let found = (known.finding, known.stop, known.verified_to());
                assert_eq!(
                    found,
                    (whole.finding, whole.stop, whole.verified_to()),
                    "{text} {call}"
                );
                break;
            }
            assert_eq!(known.finding.proved(), None, "{text} {call}");
            cancelled += 1;
        }
        assert!(cancelled > 1, "{text}");
    }
}

/// The least (n0, p) of a subtraction set by Theorem 14: the first window of max(S) values that
/// occurs again. `None` if none of the windows among so many values does.
fn first_window_again(set: &[usize], count: usize) -> Option<(u64, u64)> {
    let m = *set.iter().max().unwrap();
    let mut values: Vec<u8> = vec![];
    for n in 0..count {
        let options: Vec<u8> = set.iter().filter(|&&s| s <= n).map(|&s| values[n - s]).collect();
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    let mut first = HashMap::new();
    values.windows(m).enumerate().find_map(|(at, window)| {
        let before = *first.entry(window).or_insert(at);
        (before < at).then_some((before as u64, (at - before) as u64))
    })
}

#[test]
fn a_thousand_subtraction_sets() {
    let mut random = fastrand::Rng::with_seed(16);
    let (mut compared, mut large) = (0, 0);
    for _ in 0..1000 {
        let last = random.usize(2..140);
        let set: Vec<usize> = (0..random.usize(1..5)).map(|_| random.usize(1..=last)).collect();
        let text = set.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
        let Some((preperiod, period)) = first_window_again(&set, 2000) else { continue };
        let expected = Period { preperiod, period, saltus: 0 };
        let found = known(&format!("S({text})"), 20_000).finding;
        assert_eq!(found, Finding::Proved(expected, Theorem::GuySmith), "S({text})");
        compared += 1;
        large += usize::from(set.iter().any(|&s| s > 64));
    }
    assert!(compared > 800 && large > 200, "{compared} {large}");
}
