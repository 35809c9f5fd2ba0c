//! Games sought by their values.

use fastrand::Rng;
use octal::code::Code;
use octal::grundy::naive;
use octal::identify::{
    Candidate, Difference, IdentifyError, LARGEST_INDEX, Query, REACH, codes, differences, identify,
};

use crate::common::{code, random_code};

fn query(first: u64, values: &[u64]) -> Query {
    Query::new(first, values.to_vec()).unwrap()
}

/// G(from), …, G(from + count − 1) by the definition; 0 below heap 0.
fn values(code: &Code, from: i64, count: usize) -> Vec<u64> {
    let last = (from + count as i64).max(0) as usize;
    let values = naive::values(code, last);
    let value = |n: i64| usize::try_from(n).map_or(0, |n| u64::from(values[n]));
    (from..from + count as i64).map(value).collect()
}

/// The fewest differences of each candidate, by trying everything, and its best offset.
fn by_trying(query: &Query, candidates: &[Code]) -> Vec<(usize, i64)> {
    let best = |code: &Code| {
        let right = values(code, -REACH, query.values().len() + query.first() as usize + 33);
        let trial = |offset: i64| {
            let right = &right[(query.first() as i64 + offset + REACH) as usize..];
            let differences = query.values().iter().zip(right).filter(|(a, b)| a != b).count();
            (differences, offset.abs(), -offset)
        };
        let (differences, _, offset) = (-REACH..=REACH).map(trial).min().unwrap();
        (differences, -offset)
    };
    candidates.iter().map(best).collect()
}

/// The answer is that of the definition, for lists of random games, some with slips.
#[test]
fn every_list_has_the_games_that_trying_finds() {
    let mut random = Rng::with_seed(1);
    for round in 0..1000 {
        let games: Vec<Code> = (0..12)
            .map(|_| {
                let (digits, base) = (random.usize(1..6), if random.bool() { 8 } else { 16 });
                random_code(&mut random, digits, base, round % 3 == 0)
            })
            .collect();
        let (offset, first) = (random.i64(-REACH..=REACH), random.u64(0..=8));
        let mut list = values(&games[0], first as i64 + offset, random.usize(1..30));
        for _ in 0..random.usize(0..3) {
            let slip = random.usize(..list.len());
            list[slip] = random.u64(0..5);
        }
        let query = query(first, &list);
        let tried = by_trying(&query, &games);
        let least = tried.iter().map(|(differences, _)| *differences).min().unwrap();
        let found = identify(&query, &games).unwrap();
        let expected: Vec<(usize, i64)> = if least <= list.len() / 4 {
            let places = (0..games.len()).filter(|&i| tried[i].0 == least);
            places.map(|i| (i, tried[i].1)).collect()
        } else {
            vec![]
        };
        let offsets: Vec<(usize, i64)> =
            found.matches.iter().map(|found| (found.candidate, found.offset)).collect();
        assert_eq!(offsets, expected, "{games:?} {list:?} from {first}");
        assert!(found.matches.iter().all(|found| found.differences == least));
        assert_eq!(found.is_exact(), least == 0);
    }
}

/// As many values as `deciding` says have the same games as all; one value fewer has more.
#[test]
fn the_values_that_decide() {
    let candidates = codes([]);
    for (game, from) in [("0.77", 0), ("0.137", 1), ("0.07", -3), ("0.36", 0)] {
        let list = values(&code(game), from, 40);
        let found = identify(&query(0, &list), &candidates).unwrap();
        let deciding = found.deciding.unwrap();
        let places = |count: usize| {
            let found = identify(&query(0, &list[..count]), &candidates).unwrap();
            found.matches.iter().map(|found| found.candidate).collect::<Vec<_>>()
        };
        assert_eq!(places(deciding), places(40), "{game}");
        assert!(places(deciding - 1).len() > places(40).len(), "{game}");
    }
}

/// Long lists are compared to their last value, at every offset that fits the first values.
#[test]
fn long_lists() {
    let candidates = codes([]);
    let matched = |list: &[u64], first| {
        let found = identify(&query(first, list), &candidates).unwrap();
        let name = |place: usize| candidates[place].to_string();
        let names: Vec<(String, i64, usize)> =
            found.matches.iter().map(|f| (name(f.candidate), f.offset, f.differences)).collect();
        (names, found.deciding)
    };
    // 0.161 and 0.36 agree up to heap 518.
    let of = |game: &str, from, count| values(&code(game), from, count);
    let (names, deciding) = matched(&of("0.36", 0, 600), 0);
    assert!(names.contains(&("0.36".to_owned(), 0, 0)) && deciding == Some(520), "{names:?}");
    assert!(!names.iter().any(|(name, ..)| name == "0.161"), "{names:?}");
    // With a wrong value the nearest are found, and what is wrong.
    let mut slip = of("0.137", 2, 200);
    slip[150] = 9;
    let (names, deciding) = matched(&slip, 0);
    assert!(names.contains(&("0.137".to_owned(), 2, 1)) && deciding.is_none(), "{names:?}");
    let wrong = differences(&query(0, &slip), &code("0.137"), 2).unwrap();
    let right = values(&code("0.137"), 152, 1)[0];
    assert_eq!(wrong, [Difference { n: 150, found: 9, heap: 152, right }]);
    // The first 64 values fit at several offsets, all values at one.
    let games = [code("0.3"), code("0.0[3]")];
    let mut list = [0, 1].repeat(50);
    let found = identify(&query(0, &list), &games).unwrap();
    assert_eq!((found.matches[0].candidate, found.matches[0].offset), (0, 0));
    list.insert(0, 0);
    let found = identify(&query(5, &list), &games).unwrap();
    assert_eq!(found.matches.len(), 1);
    assert_eq!((found.matches[0].offset, found.matches[0].differences), (-6, 0));
}

/// A candidate that is no code, with values of its own.
struct Squares;

impl Candidate for Squares {
    fn extend(&self, values: &mut Vec<u64>, to: usize) {
        values.extend((values.len() as u64..=to as u64).map(|n| n * n));
    }

    fn class(&self) -> Option<octal::code::Game> {
        None
    }

    fn far_values(&self, to: usize) -> Result<Vec<u64>, IdentifyError> {
        Ok((0..=to as u64).map(|n| n * n).collect())
    }
}

#[test]
fn candidates_without_a_code() {
    for count in [8, 100] {
        let list: Vec<u64> = (3..3 + count).map(|n| n * n).collect();
        let found = identify(&query(0, &list), &[Squares]).unwrap();
        assert_eq!((found.matches[0].offset, found.deciding), (3, Some(1)));
    }
}

#[test]
fn the_candidates() {
    let all = codes([code("0.1234567")]);
    let sets = [code("0.000000000003"), code("0.333333333333")];
    let others = [code("0.0"), code("4.77777"), code("0.fff"), code("0.1234567"), code("nim")];
    for game in sets.iter().chain(&others) {
        assert_eq!(all.iter().filter(|code| *code == game).count(), 1, "{game}");
    }
    // 2 · 8^5 octal codes, 16^3 − 8^3 more, 2^12 − 2^5 sets with an element beyond 5.
    assert!(all.len() >= 65_536 + 3_584 + 4_064, "{}", all.len());
}

#[test]
fn lists_that_are_refused() {
    assert_eq!(Query::new(0, vec![]), Err(IdentifyError::Empty));
    let far = Query::new(LARGEST_INDEX + 1, vec![1]).unwrap_err().to_string();
    assert_eq!(far, "the first value has the index 65: give values from an index up to 64");
    // Values that no heap has fit nothing.
    let found = identify(&query(64, &[u64::MAX; 70]), &codes([])).unwrap();
    assert!(found.matches.is_empty() && !found.is_exact());
}
