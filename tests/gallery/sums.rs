//! Outcomes and winning moves of sums, against a search of whole sums without any theory.

use std::hash::Hash;

use octal::code::Code;
use octal::gallery::analysis::{SumMove, analyse};
use octal::gallery::chocolate::Chocolate;
use octal::gallery::division::Division;
use octal::gallery::grundy::GrundysGame;
use octal::gallery::kayles::Kayles;
use octal::gallery::knights::Knights;
use octal::gallery::lasker::LaskersNim;
use octal::gallery::misere::{Misere, Sums};
use octal::gallery::nim::Nim;
use octal::gallery::powers::Powers;
use octal::gallery::slices::Slices;
use octal::gallery::subtraction::Subtraction;
use octal::gallery::{Options, Rectangle, Refusal, Ruleset, Solver};
use octal::grundy::naive;
use octal::outcome::Outcome;
use proptest::prelude::*;

use super::Wins;

/// All sums of up to three of these positions.
fn triples<P: Clone>(positions: &[P]) -> Vec<Vec<P>> {
    let mut sums = vec![vec![]];
    for (i, a) in positions.iter().enumerate() {
        sums.push(vec![a.clone()]);
        for (j, b) in positions.iter().enumerate().skip(i) {
            sums.push(vec![b.clone(), a.clone()]);
            sums.extend(positions[j..].iter().map(|c| vec![b.clone(), c.clone(), a.clone()]));
        }
    }
    sums
}

fn pairs<P: Clone>(moves: Vec<SumMove<P>>) -> Vec<(P, Vec<P>)> {
    moves.into_iter().map(|m| (m.from, m.to)).collect()
}

/// Holds both plays of these sums against the search; returns how many are lost in each.
fn same<G: Ruleset>(game: &G, positions: &[G::Position]) -> [usize; 2]
where
    G::Position: Hash + std::fmt::Debug,
{
    let rule = |position: &G::Position| game.options(position).collect();
    let (mut normal, mut misere) = (Wins::new(&rule, false), Wins::new(&rule, true));
    let sums = Sums(game);
    let (mut solver, mut search) = (Solver::new(game), Misere::new(&sums));
    let mut lost = [0, 0];
    for sum in triples(positions) {
        let found = analyse(&mut solver, &sum).unwrap();
        assert_eq!(found.outcome(), Outcome::next_wins(normal.next(&sum)), "{sum:?}");
        assert_eq!(pairs(found.winning.clone().unwrap()), normal.winning(&sum), "{sum:?}");
        lost[0] += usize::from(found.outcome() == Outcome::P);
        let found = search.analyse(&sum).unwrap();
        assert_eq!(found.outcome, Outcome::next_wins(misere.next(&sum)), "misère {sum:?}");
        assert_eq!(pairs(found.winning), misere.winning(&sum), "misère {sum:?}");
        lost[1] += usize::from(found.outcome == Outcome::P);
    }
    lost
}

#[test]
fn heaps() {
    let positions: Vec<u128> = (0..=7).collect();
    assert!(same(&Kayles, &positions).iter().all(|&lost| lost > 5));
    assert!(same(&Nim, &positions).iter().all(|&lost| lost > 5));
    assert!(same(&LaskersNim, &positions).iter().all(|&lost| lost > 5));
    assert!(same(&GrundysGame, &(0..=9).collect::<Vec<_>>()).iter().all(|&lost| lost > 5));
    assert!(same(&Powers::of(2).unwrap(), &positions).iter().all(|&lost| lost > 5));
    assert!(same(&Division::by(&[2, 3, 6]).unwrap(), &positions).iter().all(|&lost| lost > 5));
    assert!(same(&Subtraction::new(&[2, 5]).unwrap(), &positions).iter().all(|&lost| lost > 5));
}

#[test]
fn boards() {
    let rectangles: Vec<Rectangle> = [(1, 1), (1, 2), (2, 2), (2, 3), (3, 1)]
        .into_iter()
        .map(|(rows, columns)| Rectangle { rows, columns })
        .collect();
    assert!(same(&Slices, &rectangles).iter().all(|&lost| lost > 5));
    assert!(same(&Chocolate, &rectangles).iter().all(|&lost| lost > 5));
    let knights = Knights { size: 4 };
    let squares: Vec<_> = knights.squares().collect();
    assert!(same(&knights, &squares).iter().all(|&lost| lost > 5));
}

#[test]
fn misere_nim_is_as_bouton_found() {
    let sums = Sums(&Nim);
    let mut search = Misere::new(&sums);
    for sum in triples(&(0..=8).collect::<Vec<u128>>()) {
        let nim_sum = sum.iter().fold(0, |sum, heap| sum ^ heap);
        let large = sum.iter().any(|&heap| heap > 1);
        let expected = Outcome::next_wins((nim_sum != 0) == large);
        assert_eq!(search.analyse(&sum).unwrap().outcome, expected, "{sum:?}");
    }
}

/// A game given by an octal code, as a rule for the gallery.
struct ByCode(Code);

impl Ruleset for ByCode {
    type Position = usize;

    fn options<'a>(&'a self, &heap: &usize) -> Options<'a, usize> {
        let mut options = vec![];
        for k in 0..=heap {
            let (digit, rest) = (self.0.digit(k), heap - k);
            if digit.leaves_none() && rest == 0 {
                options.push(vec![]);
            }
            if digit.leaves_one() && rest > 0 {
                options.push(vec![rest]);
            }
            if digit.leaves_two() {
                options.extend((1..rest).map(|a| vec![a, rest - a]));
            }
        }
        Box::new(options.into_iter())
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn random_codes(code in "[04]\\.[0-7]{1,4}", sum in prop::collection::vec(0..8_usize, 1..4)) {
        let code: Code = code.parse().unwrap();
        let values = naive::values(&code, 30);
        let game = ByCode(code);
        let mut solver = Solver::new(&game);
        for (heap, value) in values.into_iter().enumerate() {
            prop_assert_eq!(solver.value(&heap), Ok(u64::from(value)));
        }
        let rule = |heap: &usize| game.options(heap).collect();
        let mut wins = Wins::new(&rule, false);
        let found = analyse(&mut solver, &sum).unwrap();
        prop_assert_eq!(found.outcome(), Outcome::next_wins(wins.next(&sum)));
        prop_assert_eq!(pairs(found.winning.unwrap()), wins.winning(&sum));
    }
}

#[test]
fn equal_components_are_grouped() {
    let found = analyse(&mut Solver::new(&Kayles), &[5, 2, 5, 1, 5]).unwrap();
    let times: Vec<_> = found.parts.iter().map(|part| (part.position, part.times)).collect();
    assert_eq!(times, [(1, 1), (2, 1), (5, 3)]);
    let winning = found.winning.unwrap();
    assert!(winning.iter().any(|m| m.from == 5 && m.times == 3), "{winning:?}");
}

/// Round and round: 0 → 1 → 2 → 0, with a way out to 9.
struct Round;

impl Ruleset for Round {
    type Position = u8;

    fn options<'a>(&'a self, &at: &u8) -> Options<'a, u8> {
        let to = if at == 9 { vec![] } else { vec![vec![9], vec![(at + 1) % 3]] };
        Box::new(to.into_iter())
    }
}

#[test]
fn play_that_comes_back_is_refused_with_the_way_round() {
    let mut solver = Solver::new(&Round);
    let refused = solver.value(&1).unwrap_err();
    assert_eq!(refused.to_string(), "play need not end: 1 → 2 → 0 → 1; remove one of these moves");
    // Nothing is left half known.
    assert_eq!(solver.value(&9), Ok(0));
    assert_eq!(solver.value(&1), Err(refused));
}

#[test]
fn a_search_that_would_take_too_long_is_refused() {
    let mut kayles = Solver::new(&Kayles);
    assert_eq!(kayles.value(&10), Ok(2));
    let refused = kayles.value(&(1 << 60)).unwrap_err();
    assert!(
        matches!(&refused, Refusal::TooLarge { position } if position == "1152921504606846976")
    );
    assert_eq!(kayles.value(&10), Ok(2));
    let many = vec![3; 10_000];
    let refused = Misere::new(&Sums(&Nim)).analyse(&many).unwrap_err();
    assert!(refused.to_string().starts_with("3+3+3+"), "{refused}");
    assert!(refused.to_string().len() < 200, "{refused}");
}

#[test]
fn a_long_play_does_not_overflow_the_stack() {
    let one = Subtraction::new(&[1]).unwrap();
    assert_eq!(Solver::new(&one).value(&300_001), Ok(1));
}
