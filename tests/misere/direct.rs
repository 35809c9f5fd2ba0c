//! Direct search against brute force and published outcomes.

use fastrand::Rng;
use octal::code::{Code, Digit};
use octal::misere::direct::{DirectSearch, LARGEST_HEAP};
use octal::misere::limits::{Meter, MisereLimits, MisereStop};

use super::oracle::{Oracle, options};
use crate::common::{code, random_code};

fn is_p(code: &Code, heaps: &[u64]) -> Result<bool, MisereStop> {
    let mut search = DirectSearch::default();
    let game = search.game(code);
    let heaps: Vec<(usize, u64)> = heaps.iter().map(|&heap| (game, heap)).collect();
    search.is_p(&heaps, &mut Meter::new(MisereLimits::heaps(10_000), &()))
}

/// A random code: octal or hexadecimal, with marks or digits that repeat for ever.
fn any_code(random: &mut Rng) -> Code {
    let digits = random.usize(1..5);
    let (base, unequal) = (if random.bool() { 8 } else { 16 }, random.u8(..4) == 0);
    let finite = random_code(random, digits, base, unequal);
    let repeat = (random.u8(..5) == 0).then(|| Digit::new(random.u8(..8)));
    Code::new(finite.digits().to_vec(), repeat).unwrap()
}

/// Outcome and winning moves of a thousand positions of random codes.
#[test]
fn random_positions() {
    let mut random = Rng::with_seed(73);
    let mut won = 0;
    for _ in 0..250 {
        let code = any_code(&mut random);
        let (mut oracle, mut search) = (Oracle::new(&code), DirectSearch::default());
        let game = search.game(&code);
        let mut meter = Meter::new(MisereLimits::heaps(100), &());
        for _ in 0..4 {
            let position: Vec<usize> = (0..random.usize(..4)).map(|_| random.usize(..6)).collect();
            let heaps: Vec<(usize, u64)> = position.iter().map(|&n| (game, n as u64)).collect();
            let found = search.analyse(&heaps, u64::MAX, &mut meter).unwrap();
            assert_eq!(found.is_p, oracle.is_p(&position), "{code}: {position:?}");
            assert_eq!(search.is_p(&heaps, &mut meter), Ok(found.is_p));
            for heap in &found.heaps {
                let n = heap.size as usize;
                let mut others = position.clone();
                others.remove(others.iter().position(|&m| m == n).unwrap());
                let mut wins = options(&code, &[n]);
                wins.retain(|parts| oracle.is_p(&[&others[..], parts].concat()));
                wins.sort();
                wins.dedup();
                won += wins.len();
                let moves = heap.winning.as_ref().unwrap();
                let mut ours: Vec<Vec<usize>> =
                    moves.families.iter().map(|family| family.present().collect()).collect();
                ours.sort();
                assert_eq!((ours, moves.count as usize), (wins.clone(), wins.len()), "{code} {n}");
            }
        }
    }
    assert!(won > 500, "{won} winning moves");
}

/// Sums of heaps of two games: the options of both, by the definition.
#[test]
fn several_games() {
    fn oracle_is_p(codes: &[Code], heaps: &[(usize, usize)]) -> bool {
        let mut has_move = false;
        for (i, &(game, n)) in heaps.iter().enumerate() {
            for parts in options(&codes[game], &[n]) {
                has_move = true;
                let others = heaps[..i].iter().chain(&heaps[i + 1..]).copied();
                let left: Vec<(usize, usize)> =
                    others.chain(parts.iter().map(|&part| (game, part))).collect();
                if oracle_is_p(codes, &left) {
                    return false;
                }
            }
        }
        has_move
    }
    let mut random = Rng::with_seed(4);
    for _ in 0..100 {
        let codes = [any_code(&mut random), any_code(&mut random)];
        let mut search = DirectSearch::default();
        let games: Vec<usize> = codes.iter().map(|code| search.game(code)).collect();
        for _ in 0..5 {
            let position: Vec<(usize, usize)> =
                (0..3).map(|_| (random.usize(..2), random.usize(..4))).collect();
            let heaps: Vec<(usize, u64)> =
                position.iter().map(|&(i, n)| (games[i], n as u64)).collect();
            let found = search.is_p(&heaps, &mut Meter::new(MisereLimits::heaps(9), &()));
            assert_eq!(found, Ok(oracle_is_p(&codes, &position)), "{codes:?} {position:?}");
        }
    }
}

/// Positions of which the quotient is infinite or out of reach.
#[test]
fn positions_that_people_ask_about() {
    for (text, heaps, expected) in [
        ("4.76", &[1, 1, 8][..], false),
        ("4.ae", &[8], false),
        ("0.07", &[34], false),
        ("0.137", &[34], true),
        ("grundys-game", &[30], true),
    ] {
        assert_eq!(is_p(&code(text), heaps), Ok(expected), "{text} {heaps:?}");
    }
    let mut search = DirectSearch::default();
    let game = search.game(&code("0.07"));
    let mut meter = Meter::new(MisereLimits::heaps(100), &());
    let found = search.analyse(&[(game, 34)], 3, &mut meter).unwrap();
    let moves = found.heaps[0].winning.as_ref().unwrap();
    assert_eq!((moves.families.len(), moves.count), (3, 5));
}

/// A row of Dawson's Chess of every length up to 70 is decided with less work than a second takes.
#[test]
fn rows_of_dawsons_chess() {
    let mut search = DirectSearch::default();
    let game = search.game(&code("0.137"));
    let limits = MisereLimits { work: Some(1_000_000_000), ..MisereLimits::heaps(100) };
    let mut meter = Meter::new(limits, &());
    let p: Vec<u64> =
        (1..=70).filter(|&n| search.is_p(&[(game, n)], &mut meter).unwrap()).collect();
    let mut oracle = Oracle::new(&code("0.137"));
    let by_definition: Vec<u64> = (1..=20).filter(|&n| oracle.is_p(&[n as usize])).collect();
    assert_eq!(p[..by_definition.len()], by_definition);
    assert!([34, 35].iter().all(|n| p.contains(n)) && p.len() == 25, "{p:?}");
}

/// Every limit ends the search, and what was found stays right.
#[test]
fn limits() {
    let dawson = code("0.137");
    let limits = MisereLimits::heaps(60);
    let stop = |limits: MisereLimits, heap: u64| {
        let mut search = DirectSearch::default();
        let game = search.game(&dawson);
        search.is_p(&[(game, heap)], &mut Meter::new(limits, &()))
    };
    assert_eq!(stop(limits, 61), Err(MisereStop::Heaps));
    assert_eq!(stop(MisereLimits::heaps(usize::MAX), LARGEST_HEAP + 1), Err(MisereStop::Heaps));
    assert_eq!(stop(MisereLimits { work: Some(1000), ..limits }, 60), Err(MisereStop::Work));
    assert_eq!(stop(MisereLimits { memory: 1000, ..limits }, 60), Err(MisereStop::Memory));
    let mut search = DirectSearch::default();
    let game = search.game(&dawson);
    let heaps = [(game, 60), (game, 41)];
    let whole = DirectSearch::clone(&search).is_p(&heaps, &mut Meter::new(limits, &())).unwrap();
    for work in (10_000..).step_by(10_000) {
        let short = MisereLimits { work: Some(work), ..limits };
        let found = search.is_p(&heaps, &mut Meter::new(short, &()));
        if found != Err(MisereStop::Work) {
            assert_eq!(found, Ok(whole));
            break;
        }
    }
    // The outcome is known, the winning moves are not all.
    let mut meter = Meter::new(MisereLimits { work: Some(1000), ..limits }, &());
    let found = search.analyse(&heaps, 9, &mut meter).unwrap();
    assert_eq!(found.is_p, whole);
    assert!(found.is_p || found.heaps.iter().any(|heap| heap.winning.is_none()));
}
