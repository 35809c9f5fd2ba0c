//! Each game against its rule stated anew.

use std::fmt::Debug;
use std::hash::Hash;

use octal::gallery::chocolate::Chocolate;
use octal::gallery::dawson::DawsonsKayles;
use octal::gallery::division::Division;
use octal::gallery::grundy::GrundysGame;
use octal::gallery::kayles::Kayles;
use octal::gallery::knights::{Knights, Square};
use octal::gallery::lasker::LaskersNim;
use octal::gallery::nim::Nim;
use octal::gallery::powers::Powers;
use octal::gallery::slices::Slices;
use octal::gallery::sticks::Sticks;
use octal::gallery::subtraction::Subtraction;
use octal::gallery::{Rectangle, Ruleset, Solver};

use super::{Rule, Values, heaps};

/// Holds a game against a rule on these positions.
fn same<P: Clone + Eq + Hash + Debug, G: Ruleset<Position = P>>(
    game: &G,
    positions: impl IntoIterator<Item = P>,
    rule: Rule<P>,
) {
    let mut solver = Solver::new(game);
    let mut values = Values::new(rule);
    for position in positions {
        assert_eq!(solver.value(&position), Ok(values.of(&position)), "{position:?}");
    }
}

/// The value of a full row of n pins, played pin by pin on one bitmask and never as a sum.
fn pin_by_pin(n: u32, throws: &[u32]) -> u64 {
    let rule = |pins: &u32| {
        let hits = throws.iter().flat_map(|&k| (0..32 - k).map(move |i| ((1 << k) - 1) << i));
        hits.filter(|hit| pins & hit == *hit).map(|hit| vec![pins & !hit]).collect()
    };
    Values::new(&rule).of(&((1_u32 << n) - 1))
}

#[test]
fn rows_equal_play_pin_by_pin() {
    for n in 0..=11 {
        let row = u128::from(n);
        assert_eq!(Solver::new(&Kayles).value(&row), Ok(pin_by_pin(n, &[1, 2])), "{n}");
        assert_eq!(Solver::new(&DawsonsKayles).value(&row), Ok(pin_by_pin(n, &[2])), "{n}");
        assert_eq!(Solver::new(&Sticks).value(&row), Ok(pin_by_pin(n, &[1, 2, 3])), "{n}");
    }
}

#[test]
fn games_with_heaps() {
    same(&Nim, 0..=60, &|&n| (0..n).map(|m| heaps(&[m])).collect());
    same(&GrundysGame, 0..=80, &|&n| {
        let pairs = (1..n).map(|a| (a, n - a)).filter(|(a, b)| a != b);
        pairs.map(|(a, b)| vec![a, b]).collect()
    });
    same(&LaskersNim, 0..=60, &|&n| {
        let splits = (1..n).map(|a| vec![a, n - a]);
        (0..n).map(|m| heaps(&[m])).chain(splits).collect()
    });
}

#[test]
fn division_by_sets_of_numbers() {
    for by in [&[2, 3, 6][..], &[2], &[7, 2], &[10, 3, 2, 2]] {
        let rule = |&n: &u128| match n {
            0 => vec![],
            _ => by.iter().map(|&d| heaps(&[(n - n % d) / d])).collect(),
        };
        let large = [10_u128.pow(18), 10_u128.pow(18) - 1, 1 << 90, 3_u128.pow(50)];
        same(&Division::by(by).unwrap(), (0..=500).chain(large), &rule);
    }
    assert_eq!(Division::by(&[2, 1]), None);
    assert_eq!(Division::by(&[]), None);
}

#[test]
fn powers_of_every_small_base() {
    for k in 1..=12_u64 {
        let rule = |&n: &u128| {
            let powers = (0..10).map(|m| u128::from(k).pow(m)).filter(|&power| power <= n);
            powers.map(|power| heaps(&[n - power])).collect()
        };
        same(&Powers::of(k).unwrap(), 0..=300, &rule);
    }
    assert_eq!(Powers::of(0), None);
}

#[test]
fn subtraction_sets() {
    for set in [&[1, 2, 3][..], &[2, 5, 7], &[4], &[6, 1, 1], &[3, 10, 11, 17]] {
        let rule = |&n: &u128| {
            let left = set.iter().filter_map(|&k| n.checked_sub(k as u128));
            left.map(|m| heaps(&[m])).collect()
        };
        same(&Subtraction::new(set).unwrap(), 0..=200, &rule);
    }
    assert!(Subtraction::new(&[]).is_none());
    assert!(Subtraction::new(&[3, 0]).is_none());
    assert!(Subtraction::new(&[10_001]).is_none());
}

/// The pieces of a rectangle with rows (or columns) of these numbers, as pairs.
fn pieces(rectangle: Rectangle, cuts: &[u32], rows: bool, least: u32) -> Vec<Rectangle> {
    let piece = |&n: &u32| match rows {
        true => Rectangle { rows: n, columns: rectangle.columns },
        false => Rectangle { rows: rectangle.rows, columns: n },
    };
    cuts.iter().map(piece).filter(|piece| piece.rows * piece.columns >= least).collect()
}

fn rectangles(most: u32) -> impl Iterator<Item = Rectangle> {
    (1..=most).flat_map(move |rows| (1..=most).map(move |columns| Rectangle { rows, columns }))
}

#[test]
fn slices_of_boards() {
    same(&Slices, rectangles(10), &|&board| {
        let mut options = vec![];
        for (side, rows) in [(board.rows, true), (board.columns, false)] {
            options.extend((0..side).map(|i| pieces(board, &[i, side - 1 - i], rows, 1)));
        }
        options
    });
}

#[test]
fn chocolate_bars() {
    same(&Chocolate, rectangles(10), &|&bar| {
        let mut options = vec![];
        if bar.rows * bar.columns == 1 {
            return options;
        }
        for (side, rows) in [(bar.rows, true), (bar.columns, false)] {
            options.push(pieces(bar, &[side - 1], rows, 2));
            options.extend((1..side).map(|i| pieces(bar, &[i, side - i], rows, 2)));
        }
        options
    });
}

#[test]
fn knights_on_boards_of_every_size() {
    for size in 1..=12_u32 {
        let knights = Knights { size };
        same(&knights, knights.squares(), &|&Square { row, column }| {
            let mut options = vec![];
            for (down, right) in [(1, -2), (-1, -2), (-2, 1), (-2, -1)] {
                let (r, c) = (row as i32 + down, column as i32 + right);
                let on_board = |n: i32| (0..size as i32).contains(&n);
                if on_board(r) && on_board(c) {
                    options.push(vec![Square { row: r as u32, column: c as u32 }]);
                }
            }
            options
        });
    }
}
