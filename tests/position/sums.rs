//! Every winning move that is listed leads to a P-position, and none is missing.

use octal::code::{Code, Digit, Game};
use octal::outcome::Outcome;
use octal::period::search::{Limits, search};
use octal::position::analysis::Analysis;
use octal::position::options::Budget;
use octal::position::sum::{Move, Position, SumComponent};
use proptest::prelude::*;

use super::oracle::{Play, Sum, options};

const ENOUGH: Budget = Budget { work: u64::MAX, listed: u64::MAX, counting: u64::MAX };

pub fn analysis(position: &Position, budget: Budget) -> Analysis {
    let known: Vec<_> = position
        .components()
        .iter()
        .map(|c| {
            let heaps = c.heaps.iter().max().copied().unwrap_or(0);
            search(&c.game.code, &Limits::heaps(heaps), &|_| true).unwrap()
        })
        .collect();
    Analysis::new(position, &known.iter().collect::<Vec<_>>(), budget).unwrap()
}

/// The winning moves as the oracle writes them.
pub fn winning(analysis: &Analysis) -> Vec<(usize, u64, Vec<u64>)> {
    let moves = analysis.winning().flat_map(|(heaps, family)| {
        family.moves().map(|m| {
            let mut parts = m.parts;
            parts.sort_unstable();
            (heaps.component, m.heap, parts)
        })
    });
    let mut moves: Vec<_> = moves.collect();
    moves.sort();
    moves
}

/// A random code: a few digits with marks, of which some may repeat, and a shift now and then.
fn games() -> impl Strategy<Value = Game> {
    let digit = || {
        (0..16u8, any::<bool>()).prop_map(|(bits, unequal)| {
            let digit = Digit::new(bits);
            if unequal { digit.unequal() } else { digit }
        })
    };
    let first = prop_oneof![4 => Just(0u8), 1 => Just(4), 1 => Just(8), 1 => Just(12)];
    let digits = prop::collection::vec(digit(), 1..5);
    let repeat = prop_oneof![3 => Just(vec![]), 1 => prop::collection::vec(digit(), 1..3)];
    let shift = prop_oneof![3 => Just(0), 1 => 1..3u64];
    (first, digits, repeat, shift).prop_map(|(first, digits, repeat, shift)| {
        let digits = std::iter::once(Digit::new(first)).chain(digits);
        Game { code: Code::new(digits, repeat).unwrap(), shift }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn winning_moves_are_those_of_play(
        games in prop::collection::vec(games(), 1..3),
        heaps in prop::collection::vec((0..2usize, 0..8u64), 1..4),
    ) {
        let (heaps, count) = (&heaps, games.len());
        let of = |i: usize| heaps.iter().filter(move |h| h.0 % count == i).map(|h| h.1);
        let position = Position::new(games.iter().enumerate().map(|(i, game)| {
            SumComponent { game: game.clone(), heaps: of(i).collect() }
        }));
        let solved = analysis(&position, ENOUGH);
        let sum: Sum = position.components().iter().enumerate()
            .flat_map(|(i, c)| c.heaps.iter().map(move |&heap| (i, heap)))
            .collect();
        let mut play = Play::new(&solved.games);
        let wins = play.next_wins(&sum);
        prop_assert_eq!(solved.outcome() == Outcome::N, wins, "{}", position);
        prop_assert_eq!(winning(&solved), play.winning(&sum), "{}", position);
        prop_assert_eq!(solved.winning_count(), play.winning(&sum).len() as u64);
        prop_assert!(solved.is_complete());
    }

    #[test]
    fn exactly_the_options_can_be_played(game in games(), heap in 0..7u64) {
        let position = Position::new([SumComponent { game: game.clone(), heaps: vec![heap] }]);
        let allowed = options(&game, heap);
        let sizes = game.shift + 1..heap + 2;
        let mut tried = vec![vec![]];
        for a in sizes.clone() {
            tried.push(vec![a]);
            for b in a..sizes.end {
                tried.push(vec![a, b]);
                tried.extend((b..sizes.end).map(|c| vec![a, b, c]));
            }
        }
        for parts in tried {
            let mv = Move { heap, parts: parts.clone() };
            let next = position.play(None, &mv);
            prop_assert_eq!(next.is_ok(), allowed.contains(&parts), "{} in {}", mv, game);
            if let Ok(next) = next {
                prop_assert_eq!(&next.components()[0].heaps, &parts);
            }
        }
    }
}

#[test]
fn equal_heaps_are_looked_at_once() {
    let position: Position = "0.77: 5 2 5 5 2 1".parse().unwrap();
    let solved = analysis(&position, ENOUGH);
    let heaps: Vec<_> = solved.heaps.iter().map(|h| (h.heap, h.times, h.value)).collect();
    assert_eq!(heaps, [(5, 3, 4), (2, 2, 2), (1, 1, 1)]);
    assert_eq!(solved.nim_sum, 5);
    let moves: Vec<String> = solved.winning().map(|(_, m)| m.to_string()).collect();
    assert_eq!(moves, ["5 → 4"]);
}

#[test]
fn a_small_budget_is_said() {
    let position: Position = "0.6: 900 17 | 0.77: 3".parse().unwrap();
    let all = analysis(&position, ENOUGH);
    assert!(all.is_complete() && all.winning_count() > 3);
    let few = analysis(&position, Budget { work: u64::MAX, listed: 2, counting: u64::MAX });
    assert_eq!((few.winning().count(), few.winning_count()), (2, all.winning_count()));
    assert!(few.is_complete());
    let short = analysis(&position, Budget { work: 100, listed: 1000, counting: u64::MAX });
    assert!(!short.is_complete() && short.winning_count() < all.winning_count());
    let all = winning(&all);
    assert!(winning(&short).iter().all(|m| all.contains(m)));
}

#[test]
fn a_value_that_is_not_known() {
    let position: Position = "0.77: 3 | 0.6: 9 50".parse().unwrap();
    let known = |code: &str| search(&code.parse().unwrap(), &Limits::heaps(20), &|_| true).unwrap();
    let (kayles, officers) = (known("0.77"), known("0.6"));
    let error = Analysis::new(&position, &[&kayles, &officers], ENOUGH).unwrap_err();
    let said = "the value of heap 50 of 0.6 is not known: no period is proved up to heap 20";
    assert_eq!(error.to_string(), said);
}
