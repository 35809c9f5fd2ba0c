//! Textbook games: each rule file compared with the rule stated again as a function, values by
//! plain recursion, sums by a search of whole sums, and answers that are known.

use std::collections::BTreeSet;

use octal::rule::{MisereSolver, Rule, Solver, State, find};

use super::brute::{Options, Values, Wins, state};

/// The rule of a textbook game.
fn rule(name: &str) -> &'static Rule {
    &find(name).unwrap().rule
}

/// Options from lists of numbers; those with a 0 are left out.
fn options<const N: usize>(lists: Vec<Vec<[i128; N]>>) -> Vec<Vec<State>> {
    let sum = |list: Vec<[i128; N]>| {
        list.iter().filter(|n| !n.contains(&0)).map(|n| state(n)).collect::<Vec<_>>()
    };
    lists.into_iter().map(sum).collect()
}

/// The first number of a state.
fn n(state: &State) -> i128 {
    state.numbers()[0]
}

/// A row of which k neighbours are taken, for these k.
fn take_neighbours(n: i128, ks: &[i128]) -> Vec<Vec<State>> {
    let rows = |&k: &i128| (0..=n - k).map(move |a| vec![[a], [n - k - a]]);
    options(ks.iter().flat_map(rows).collect())
}

fn take(n: i128, numbers: impl Iterator<Item = i128>) -> Vec<Vec<State>> {
    options(numbers.filter(|&k| k <= n).map(|k| vec![[n - k]]).collect())
}

fn divide(n: i128, by: &[i128]) -> Vec<Vec<State>> {
    options(by.iter().filter(|_| n > 0).map(|d| vec![[(n - n % d) / d]]).collect())
}

fn unequal(n: i128) -> Vec<Vec<State>> {
    options((1..n).filter(|a| 2 * a != n).map(|a| vec![[a], [n - a]]).collect())
}

fn laskers_nim(n: i128) -> Vec<Vec<State>> {
    let splits = options((1..n).map(|a| vec![[a], [n - a]]).collect());
    [take(n, 1..=n), splits].concat()
}

/// The two pieces of a board, or of the board turned: rows a and b.
fn pieces((rows, columns): (i128, i128), turned: bool, (a, b): (i128, i128)) -> Vec<[i128; 2]> {
    if turned { vec![[rows, a], [rows, b]] } else { vec![[a, columns], [b, columns]] }
}

fn both_sides(board: &State, cuts: impl Fn(i128) -> Vec<(i128, i128)>) -> Vec<Vec<[i128; 2]>> {
    let sides = (n(board), board.numbers()[1]);
    let cut = |turned: bool| {
        let side = if turned { sides.1 } else { sides.0 };
        cuts(side).into_iter().map(move |cut| pieces(sides, turned, cut)).collect::<Vec<_>>()
    };
    [cut(false), cut(true)].concat()
}

fn slices(board: &State) -> Vec<Vec<State>> {
    options(both_sides(board, |side| (0..side).map(|i| (i, side - 1 - i)).collect()))
}

fn chocolate(bar: &State) -> Vec<Vec<State>> {
    if bar.numbers() == [1, 1] {
        return vec![];
    }
    let cuts =
        |side: i128| (1..side).map(|i| (i, side - i)).chain([(side - 1, 0)]).collect::<Vec<_>>();
    options(both_sides(bar, cuts))
}

fn knights(square: &State) -> Vec<Vec<State>> {
    let on_board = |n: i128| (0..8).contains(&n);
    let to = |(down, right): (i128, i128)| (n(square) + down, square.numbers()[1] + right);
    let moves = [(1, -2), (-1, -2), (-2, 1), (-2, -1)].into_iter().map(to);
    let moves = moves.filter(|&(r, c)| on_board(r) && on_board(c));
    moves.map(|(r, c)| vec![state(&[r, c])]).collect()
}

/// Compares the values of a textbook game with a function on these positions.
fn same(name: &str, positions: impl IntoIterator<Item = State>, options: Options<State>) {
    let (mut solver, mut values) = (Solver::new(rule(name)), Values::new(options));
    for position in positions {
        assert_eq!(solver.value(&position), Ok(values.of(&position)), "{name} {position}");
    }
}

fn heaps(last: u64) -> impl Iterator<Item = State> {
    (0..=last).map(State::heap)
}

fn boards(first: i128, last: i128) -> impl Iterator<Item = State> {
    (first..=last).flat_map(move |a| (first..=last).map(move |b| state(&[a, b])))
}

/// The options of a state, each as its components.
type Followers = fn(&State) -> Vec<Vec<State>>;

/// The textbook games of heaps.
const HEAPS: [(&str, Followers); 10] = [
    ("nim", |heap| take(n(heap), 1..=n(heap))),
    ("laskers-nim", |heap| laskers_nim(n(heap))),
    ("subtraction", |heap| take(n(heap), 1..=3)),
    ("powers", |heap| take(n(heap), (0..20).map(|m| 1 << m))),
    ("doubloon", |heap| take(n(heap), (0..20).map(|m| 1 << (2 * m)))),
    ("division", |heap| divide(n(heap), &[2, 3, 6])),
    ("kayles", |row| take_neighbours(n(row), &[1, 2])),
    ("dawsons-kayles", |row| take_neighbours(n(row), &[2])),
    ("sticks", |row| take_neighbours(n(row), &[1, 2, 3])),
    ("grundys-game", |heap| unequal(n(heap))),
];

/// The textbook games of boards, with the first number of a side.
const BOARDS: [(&str, Followers, i128, i128); 3] =
    [("slices", slices, 1, 10), ("chocolate", chocolate, 1, 10), ("knights", knights, 0, 7)];

#[test]
fn values_of_heaps() {
    HEAPS.iter().for_each(|(name, options)| same(name, heaps(120), options));
    let large = [10_u128.pow(18), 10_u128.pow(18) - 1, 1 << 90, 3_u128.pow(50)];
    let large = large.map(|n| State::new(&[n]).unwrap());
    same("division", large, &|heap| divide(n(heap), &[2, 3, 6]));
}

#[test]
fn values_of_boards() {
    for (name, options, first, last) in BOARDS {
        same(name, boards(first, last), &options);
    }
}

/// The value of a full row of n pins, played pin by pin on one bitmask and never as a sum.
fn pin_by_pin(n: u64, throws: &[u32]) -> u64 {
    let options = |pins: &u32| {
        let hits = throws.iter().flat_map(|&k| (0..32 - k).map(move |i| ((1 << k) - 1) << i));
        hits.filter(|hit| pins & hit == *hit).map(|hit| vec![pins & !hit]).collect()
    };
    Values::new(&options).of(&((1_u32 << n) - 1))
}

#[test]
fn rows_equal_play_pin_by_pin() {
    for n in 0..=11 {
        for (name, throws) in
            [("kayles", &[1, 2][..]), ("dawsons-kayles", &[2]), ("sticks", &[1, 2, 3])]
        {
            let value = Solver::new(rule(name)).value(&State::heap(n));
            assert_eq!(value, Ok(pin_by_pin(n, throws)), "{name} {n}");
        }
    }
}

/// All sums of up to three of these positions.
fn triples(positions: &[State]) -> Vec<Vec<State>> {
    let mut sums = vec![vec![]];
    for (i, a) in positions.iter().enumerate() {
        sums.push(vec![*a]);
        for (j, b) in positions.iter().enumerate().skip(i) {
            sums.push(vec![*b, *a]);
            sums.extend(positions[j..].iter().map(|c| vec![*b, *c, *a]));
        }
    }
    sums
}

/// Compares both plays of these sums with the search of whole sums.
fn same_sums(name: &str, positions: &[State], options: Options<State>) {
    let (mut wins, mut misere_wins) = (Wins::new(options, false), Wins::new(options, true));
    let (mut normal, mut misere) = (Solver::new(rule(name)), MisereSolver::new(rule(name)));
    let mut lost = [0, 0];
    for sum in triples(positions) {
        let plays = [(normal.analyse(&sum), &mut wins), (misere.analyse(&sum), &mut misere_wins)];
        for (lost, (found, wins)) in lost.iter_mut().zip(plays) {
            let found = found.unwrap();
            assert_eq!(found.next_wins, wins.next(&sum), "{name} {sum:?}");
            let moves = found.winning.unwrap();
            let moves: Vec<_> = moves.into_iter().map(|won| (won.from, won.to)).collect();
            // A part with a 0 is shown only if it has options.
            let is_shown = |part: &State| !part.numbers().contains(&0) || !options(part).is_empty();
            let shown =
                |(from, to): (State, Vec<State>)| (from, to.into_iter().filter(is_shown).collect());
            let expected: BTreeSet<(State, Vec<State>)> =
                wins.winning(&sum).into_iter().map(shown).collect();
            let expected: Vec<_> = expected.into_iter().collect();
            assert_eq!(moves, expected, "{name} {sum:?}");
            *lost += u32::from(!found.next_wins);
        }
    }
    assert!(lost.iter().all(|&lost| lost > 5), "{name} {lost:?}");
}

#[test]
fn sums_equal_a_search_without_theory() {
    for (name, options) in HEAPS {
        let last = if name == "grundys-game" { 9 } else { 7 };
        same_sums(name, &heaps(last).collect::<Vec<_>>(), &options);
    }
    let rectangles = [[1, 1], [1, 2], [2, 2], [2, 3], [3, 1]].map(|sides| state(&sides));
    same_sums("slices", &rectangles, &slices);
    same_sums("chocolate", &rectangles, &chocolate);
    same_sums("knights", &boards(0, 3).collect::<Vec<_>>(), &knights);
}

#[test]
fn misere_nim_is_as_bouton_found() {
    let mut misere = MisereSolver::new(rule("nim"));
    for sum in triples(&heaps(8).collect::<Vec<_>>()) {
        let nim_sum = sum.iter().fold(0, |sum, heap| sum ^ n(heap));
        let large = sum.iter().any(|heap| n(heap) > 1);
        assert_eq!(misere.analyse(&sum).unwrap().next_wins, (nim_sum != 0) == large, "{sum:?}");
    }
}

#[test]
fn known_answers() {
    for (name, sum, nim_sum, winning) in [
        ("kayles", &[3, 4, 5, 2, 5][..], 0, &[][..]),
        ("dawsons-kayles", &[12, 13, 14], 4, &["14 → 6+6"]),
        ("dawsons-kayles", &[8, 9, 10, 13], 0, &[]),
        ("grundys-game", &[10, 11, 12], 3, &["11 → 9+2", "12 → 7+5", "12 → 8+4", "12 → 11+1"]),
        ("grundys-game", &[13, 14, 15], 0, &[]),
        ("laskers-nim", &[7, 11, 15], 20, &["15 → 3"]),
        ("subtraction", &[10, 11], 1, &["10 → 7", "11 → 10"]),
        ("powers", &[5, 9, 100], 3, &["5 → 4", "5 → 1", "100 → 98", "100 → 92", "100 → 68"]),
    ] {
        let sum: Vec<State> = sum.iter().copied().map(State::heap).collect();
        let found = Solver::new(rule(name)).analyse(&sum).unwrap();
        assert_eq!(found.nim_sum, Some(nim_sum), "{name}");
        let mut moves: Vec<String> =
            found.winning.unwrap().iter().map(|won| won.separated("x")).collect();
        let mut winning: Vec<String> = winning.iter().map(ToString::to_string).collect();
        moves.sort();
        winning.sort();
        assert_eq!(moves, winning, "{name} {sum:?}");
    }
}

#[test]
fn powers_have_the_period_of_their_residues() {
    // 2^m is 1 or 2 modulo 3, and 4^m is 1 or 4 modulo 5.
    let (mut two, mut four) = (Solver::new(rule("powers")), Solver::new(rule("doubloon")));
    for heap in 0..=2000 {
        assert_eq!(two.value(&State::heap(heap)), Ok(heap % 3), "{heap}");
        let value = [0, 1, 0, 1, 2][heap as usize % 5];
        assert_eq!(four.value(&State::heap(heap)), Ok(value), "{heap}");
    }
}

/// Compares the values of knights with a published table, in which one cell is wrong.
#[test]
fn exactly_one_cell_of_the_published_knights_is_wrong() {
    const PUBLISHED: &str = "0011001100210011122232221121432300340011002300211122122211221120";
    let mut solver = Solver::new(rule("knights"));
    let squares = boards(0, 7).zip(PUBLISHED.bytes().map(|b| u64::from(b - b'0')));
    let wrong: Vec<_> = squares
        .map(|(square, published)| (square, published, solver.value(&square).unwrap()))
        .filter(|(_, published, value)| published != value)
        .collect();
    assert_eq!(wrong, [(state(&[7, 3]), 2, 3)]);
}
