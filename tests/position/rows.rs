//! Rows and circles against boards on which every move is played token by token.

use std::collections::{HashMap, HashSet};

use fastrand::Rng;
use octal::code::{Code, Digit, Game};
use octal::misere::direct::DirectSearch;
use octal::misere::limits::{Meter, MisereLimits};
use octal::outcome::Outcome;
use octal::period::search::{Limits, search};
use octal::period::sequence::Known;
use octal::position::circle::{CircleError, misere_play, normal_play};
use octal::position::parse::PositionError;
use octal::position::row::{Row, RowReading};
use octal::position::values::SequencesByCode;

use crate::common::{code, random_code};

/// Cells side by side, the last beside the first on a circle.
#[derive(Clone, Copy)]
struct Cells<'a> {
    code: &'a Code,
    is_circle: bool,
}

impl Cells<'_> {
    /// The cell that lies `step` behind one, if there is such a cell and it has a token.
    fn beside(self, cells: &[bool], at: usize, step: isize) -> Option<usize> {
        let n = cells.len() as isize;
        let next = at as isize + step;
        let next = if self.is_circle { next.rem_euclid(n) } else { next };
        usize::try_from(next).ok().filter(|&next| cells.get(next) == Some(&true))
    }

    /// All boards after a move: neighbours go, as the digit allows with this many neighbours left.
    fn moves(self, cells: &[bool]) -> HashSet<Vec<bool>> {
        let mut all = HashSet::new();
        for first in (0..cells.len()).filter(|&first| cells[first]) {
            let (mut last, mut taken) = (first, vec![first]);
            loop {
                let mut next = cells.to_vec();
                taken.iter().for_each(|&cell| next[cell] = false);
                let ends = [self.beside(&next, first, -1), self.beside(&next, last, 1)];
                let digit = self.code.digit(taken.len());
                let run = self.run(cells, first);
                let allowed = match ends.iter().flatten().count() {
                    0 => digit.leaves_none() && taken.len() == run,
                    1 => digit.leaves_one(),
                    _ => digit.leaves_two(),
                };
                let parts = ends.map(|end| end.map(|end| self.run(&next, end)));
                let is_equal = digit.is_unequal() && parts[0].is_some() && parts[0] == parts[1];
                if allowed && !is_equal {
                    all.insert(next);
                }
                match self.beside(cells, last, 1).filter(|cell| !taken.contains(cell)) {
                    Some(cell) => (last, taken) = (cell, [taken, vec![cell]].concat()),
                    None => break,
                }
            }
        }
        all
    }

    /// The number of tokens in the run of a cell.
    fn run(self, cells: &[bool], at: usize) -> usize {
        let mut run = HashSet::from([at]);
        for step in [-1, 1] {
            let mut cell = at;
            while let Some(next) = self.beside(cells, cell, step).filter(|next| run.insert(*next)) {
                cell = next;
            }
        }
        run.len()
    }

    /// True if the player to move wins.
    fn wins(self, cells: &[bool], misere: bool, known: &mut HashMap<Vec<bool>, bool>) -> bool {
        if let Some(&wins) = known.get(cells) {
            return wins;
        }
        let moves = self.moves(cells);
        let stuck = misere && moves.is_empty();
        let wins = stuck || moves.iter().any(|next| !self.wins(next, misere, known));
        known.insert(cells.to_vec(), wins);
        wins
    }
}

/// A random code whose moves take neighbours.
fn of_neighbours(random: &mut Rng, unequal: bool) -> Code {
    let digits = random.usize(1..5);
    let digits = random_code(random, digits, 8, unequal).digits()[1..].to_vec();
    Code::new([vec![Digit::ZERO], digits].concat(), []).unwrap()
}

/// The winning moves of a thousand random rows, as rows.
#[test]
fn rows_token_by_token() {
    let mut random = Rng::with_seed(11);
    let mut won = 0;
    for _ in 0..100 {
        let game: Game = of_neighbours(&mut random, true).into();
        let rules = Cells { code: &game.code, is_circle: false };
        let mut known = HashMap::new();
        let values = search(&game.code, &Limits::heaps(9), &|_| true).unwrap();
        let value = |n: u64| values.value(n).unwrap();
        for _ in 0..10 {
            let cells: Vec<bool> = (0..random.usize(..10)).map(|_| random.u8(..4) > 0).collect();
            let text: String = cells.iter().map(|&cell| if cell { 'I' } else { 'X' }).collect();
            let read = RowReading::default().position(&text, Some(&game)).unwrap();
            let Some(read) = read else {
                assert!(text.is_empty());
                continue;
            };
            assert_eq!(read.row.to_string(), text);
            assert!(read.shows_moves());
            let sum = read.row.heaps().into_iter().fold(0, |sum, n| sum ^ value(n));
            assert_eq!(sum != 0, rules.wins(&cells, false, &mut known), "{game} {text}");
            let mut ours: HashSet<Vec<bool>> = HashSet::new();
            for heap in read.row.heaps() {
                for parts in super::oracle::options(&game, heap) {
                    let left = parts.iter().fold(sum ^ value(heap), |sum, &n| sum ^ value(n));
                    if left == 0 {
                        let rows = read.row.after(heap, &parts);
                        let cells = |row: &Row| row.to_string().chars().map(|c| c == 'I').collect();
                        ours.extend(rows.iter().map(cells));
                    }
                }
            }
            let mut theirs = rules.moves(&cells);
            theirs.retain(|next| !rules.wins(next, false, &mut known));
            won += theirs.len();
            assert_eq!(ours, theirs, "{game} {text}");
        }
    }
    assert!(won > 500, "{won} winning moves");
}

/// Circles of every size up to ten of a hundred random codes, in normal and in misère play.
#[test]
fn circles_token_by_token() {
    let mut random = Rng::with_seed(12);
    for _ in 0..100 {
        let code = of_neighbours(&mut random, false);
        let rules = Cells { code: &code, is_circle: true };
        let mut known = [HashMap::new(), HashMap::new()];
        let values = search(&code, &Limits::heaps(10), &|_| true).unwrap();
        let mut direct = DirectSearch::default();
        let game = direct.game(&code);
        let mut meter = Meter::new(MisereLimits::heaps(10), &());
        for tokens in 0..=9 {
            let wins = [false, true].map(|misere| {
                let known = &mut known[usize::from(misere)];
                rules.wins(&vec![true; tokens], misere, known)
            });
            let normal = normal_play(&code, tokens as u64, |n| values.value(n)).unwrap().unwrap();
            assert_eq!(normal.outcome, Outcome::next_wins(wins[0]), "{code} {tokens}");
            let is_p = |n| Ok::<bool, CircleError>(direct.is_p(&[(game, n)], &mut meter).unwrap());
            let misere = misere_play(&code, tokens as u64, is_p).unwrap();
            assert_eq!(misere.outcome, Outcome::next_wins(wins[1]), "misère {code} {tokens}");
        }
    }
}

/// The polygon of Dawson's Chess, and circles of Kayles.
#[test]
fn circles_that_people_ask_about() {
    let value = |known: &Known, tokens: u64| {
        let circle = normal_play(&known.code, tokens, |n| known.value(n)).unwrap();
        circle.and_then(|circle| circle.value).unwrap()
    };
    let kayles = search(&code("0.77"), &Limits::heaps(100), &|_| true).unwrap();
    assert_eq!([0, 1, 2, 3, 10].map(|tokens| value(&kayles, tokens)), [0, 1, 2, 0, 0]);
    let dawson = search(&code("0.137"), &Limits::heaps(100), &|_| true).unwrap();
    for n in 3..100 {
        assert_eq!(value(&dawson, n), u64::from(dawson.value(n - 3) == Some(0)), "{n}");
    }
    for text in ["4.0", "0.8", "0.7!7"] {
        let refused = normal_play(&code(text), 5, |_| Some(0)).unwrap_err();
        assert!(refused.to_string().contains("is not played on a circle"), "{refused}");
    }
    let refused = normal_play(&code("0.[7]"), 1 << 40, |_| Some(0)).unwrap_err();
    assert!(refused.to_string().contains("too large"), "{refused}");
}

#[test]
fn alphabets() {
    let kayles: Game = code("0.77").into();
    let heaps = |text: &str| {
        let row = RowReading::default().position(text, Some(&kayles)).unwrap();
        row.map(|row| row.row.heaps())
    };
    for text in ["IXXIII", "+--+++", "#..###", "100111", "kayles: IXXIII", "kayles IXXIII"] {
        let game = (!text.starts_with("kayles")).then_some(&kayles);
        let row = RowReading::default().position(text, game).unwrap().unwrap();
        assert_eq!((row.row.heaps(), &row.game), (vec![1, 3], &kayles), "{text}");
    }
    for (text, runs) in [("IIII", vec![4]), ("XX", vec![]), ("----", vec![]), ("I", vec![1])] {
        assert_eq!(heaps(text), Some(runs), "{text}");
    }
    for text in ["1000", "1000001", "1111", "110", "3 + 4", "3+4", "1_011", "-4", ".5", ""] {
        assert_eq!(heaps(text), None, "{text}");
    }
    let own = RowReading { token: Some('o'), bits: false };
    assert_eq!(own.row("oo", 1).unwrap().unwrap().heaps(), [2]);
    assert_eq!(own.row("oo_o__ooo", 1).unwrap().unwrap().heaps(), [2, 1, 3]);
    let bits = RowReading { token: None, bits: true };
    assert_eq!(bits.row("1000001", 1).unwrap().unwrap().heaps(), [1, 1]);
}

#[test]
fn rows_that_are_none() {
    let read = |text: &str, token| {
        let reading = RowReading { token, bits: false };
        reading.position(text, None).unwrap_err().to_string()
    };
    for (text, token, complaint) in [
        (
            "kayles IXX1I",
            None,
            "column 11: found `1` in a row, expected the token `I` or the gap `X`",
        ),
        ("kayles: ++-a", None, "column 12: found `a`"),
        (
            "kayles oo_x",
            Some('o'),
            "column 11: found `x` in a row, expected the token `o` or the gap `_`",
        ),
        ("kayles IXI XII", None, "column 12: a row of tokens and gaps stands alone"),
        ("kayles oo oo", Some('o'), "column 11: a row of tokens and gaps stands alone"),
        ("IIII", None, "column 1: the game of these heaps is missing: write `kayles: IIII`"),
        ("0.9x IXI", None, "column 4: found `x`"),
    ] {
        let error = read(text, token);
        assert!(error.contains(complaint), "{text}: {error}");
    }
    let error = RowReading::default().row("I I", 1).unwrap_err();
    assert!(matches!(error, PositionError::ForeignCell { column: 2, .. }), "{error}");
}

/// The runs of a row are the heaps of its position.
#[test]
fn the_position_of_a_row() {
    let row = RowReading::default().position("dawsons-kayles ++++-+++++", None).unwrap().unwrap();
    assert_eq!(row.position().to_string(), "0.07: 4 5");
    let limits = Limits::heaps(100);
    let position = row.position();
    let sequences =
        SequencesByCode::search([&position], |_| limits, |_| Ok(None), |_| Box::new(|_| true))
            .unwrap()
            .unwrap();
    assert!(sequences.missing(&position).is_none());
    for (text, shows) in [("4.07: II", false), ("0.8: II", false), ("0.6 shift 1: II", false)] {
        let row = RowReading::default().position(text, None).unwrap().unwrap();
        assert_eq!(row.shows_moves(), shows, "{text}");
    }
}
