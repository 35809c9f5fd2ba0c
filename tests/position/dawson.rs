//! Dawson's Chess: heaps of 0.137 against chess, pawn by pawn; and the polygon.

use std::collections::{BTreeSet, HashMap};

use octal::grundy::naive;
use octal::misere::limits::MisereLimits;
use octal::outcome::Outcome;
use octal::position::dawson::board::ChessBoard;
use octal::position::dawson::heap_of_polygon;
use octal::position::dawson::solve::solve;
use octal::position::dawson::solve::solve_misere;
use octal::position::dawson::text::file_name;

/// Three ranks from the first on, each a row of squares: `P`, `p` or `.`; and who is to move.
type Chess = ([Vec<u8>; 3], bool);

/// The moves of a position, by name, with what they lead to. `white` moves upwards.
fn moves((ranks, white): &Chess) -> Vec<(String, Chess)> {
    let (own, other) = if *white { (b'P', b'p') } else { (b'p', b'P') };
    let (mut captures, mut advances) = (vec![], vec![]);
    for (rank, squares) in ranks.iter().enumerate() {
        let ahead = if *white { rank as i32 + 1 } else { rank as i32 - 1 };
        if !(0..3).contains(&ahead) {
            continue;
        }
        for file in (0..squares.len()).filter(|&file| squares[file] == own) {
            for to in [file as i32 - 1, file as i32, file as i32 + 1] {
                let Some(&there) = ranks[ahead as usize].get(to as usize) else { continue };
                let to = to as usize;
                let straight = to == file;
                if there != if straight { b'.' } else { other } {
                    continue;
                }
                let mut next = ranks.clone();
                next[rank][file] = b'.';
                next[ahead as usize][to] = own;
                let square = format!("{}{}", file_name(to), ahead + 1);
                match straight {
                    true => advances.push((square, (next, !white))),
                    false => {
                        captures.push((format!("{}x{square}", file_name(file)), (next, !white)));
                    }
                }
            }
        }
    }
    if captures.is_empty() { advances } else { captures }
}

/// True if the player to move wins; the player who cannot move loses.
fn next_wins(chess: &Chess, known: &mut HashMap<Chess, bool>) -> bool {
    if let Some(&wins) = known.get(chess) {
        return wins;
    }
    let wins = moves(chess).iter().any(|(_, next)| !next_wins(next, known));
    known.insert(chess.clone(), wins);
    wins
}

/// The board as the program reads it.
fn text((ranks, white): &Chess) -> String {
    let rank = |i: usize| String::from_utf8(ranks[i].clone()).unwrap();
    format!("{}/{}/{} {}", rank(2), rank(1), rank(0), if *white { "w" } else { "b" })
}

/// Compares a position with the program; returns whether it is quiet there.
fn compare(chess: &Chess, known: &mut HashMap<Chess, bool>, values: &[u16]) -> bool {
    let text = text(chess);
    let board: ChessBoard = text.parse().unwrap();
    let again: ChessBoard = board.to_string().parse().unwrap();
    assert_eq!(board, again, "{text}");
    let names = |moves: Vec<String>| moves.into_iter().collect::<BTreeSet<_>>();
    let all = moves(chess);
    let allowed = board.moves().iter().map(ToString::to_string).collect();
    assert_eq!(names(allowed), names(all.iter().map(|(name, _)| name.clone()).collect()), "{text}");
    let solution = solve(&board, values).unwrap();
    let wins = next_wins(chess, known);
    assert_eq!(solution.outcome == Outcome::N, wins, "{text}");
    let good = all.iter().filter(|(_, next)| !next_wins(next, known));
    let expected = good.map(|(name, _)| name.clone()).collect();
    let found = solution.winning.iter().map(ToString::to_string).collect();
    assert_eq!(names(found), names(expected), "{text}");
    solution.sum.is_some()
}

fn values() -> Vec<u16> {
    naive::values(&"0.137".parse().unwrap(), 20)
}

/// All boards of up to seven files that play can reach, from every set of untouched files.
#[test]
fn every_board_of_up_to_seven_files_equals_chess() {
    let (values, mut known) = (values(), HashMap::new());
    let (mut quiet, mut open) = (0, 0);
    for files in 1..=7 {
        let mut seen = BTreeSet::new();
        let mut ahead: Vec<Chess> = (0..1 << files)
            .flat_map(|set: usize| {
                let rank = |pawn: u8| -> Vec<u8> {
                    (0..files).map(|i| if set >> i & 1 == 1 { pawn } else { b'.' }).collect()
                };
                let ranks = [rank(b'P'), vec![b'.'; files], rank(b'p')];
                [(ranks.clone(), true), (ranks, false)]
            })
            .collect();
        while let Some(chess) = ahead.pop() {
            if seen.insert(chess.clone()) {
                ahead.extend(moves(&chess).into_iter().map(|(_, next)| next));
                let is_quiet = compare(&chess, &mut known, &values);
                quiet += usize::from(is_quiet);
                open += usize::from(!is_quiet);
            }
        }
    }
    assert!(quiet > 1000 && open > 1000, "{quiet} quiet boards, {open} others");
}

/// Any pawns anywhere, also where play never puts them.
#[test]
fn every_placement_on_up_to_three_files_equals_chess() {
    let (values, mut known) = (values(), HashMap::new());
    for files in 1..=3 {
        for number in 0..3usize.pow(3 * files) {
            let square = |i: u32| b".pP"[number / 3usize.pow(i) % 3];
            let rank = |r: u32| (0..files).map(|f| square(r * files + f)).collect::<Vec<u8>>();
            for white in [true, false] {
                compare(&([rank(0), rank(1), rank(2)], white), &mut known, &values);
            }
        }
    }
}

#[test]
fn rows_of_untouched_files_are_heaps_of_0137() {
    let values = values();
    for files in 1..=20 {
        let solution = solve(&ChessBoard::new(files).unwrap(), &values).unwrap();
        assert_eq!(solution.sum.unwrap().1, values[files]);
    }
    assert_eq!(values[8], 0);
}

#[test]
fn too_many_open_exchanges_are_refused() {
    let files = 600;
    let text = format!("{}/{}/{} w", "p".repeat(files), "P.".repeat(files / 2), "P".repeat(files));
    let error = solve(&text.parse().unwrap(), &values()).unwrap_err().to_string();
    assert!(error.contains("one exchange at a time"), "{error}");
}

#[test]
fn texts_that_are_no_boards() {
    for (text, complaint) in [
        ("", "found 1 rank, expected three"),
        ("pp/2", "found 2 ranks, expected three"),
        ("pp/2/PP/2", "found 4 ranks, expected three"),
        ("pp/2/P", "rank 1 has 1 square, but rank 3 has 2"),
        ("pp/3/PP", "rank 2 has 3 squares, but rank 3 has 2"),
        ("pp/2/Qx", "column 6: found `Qx`, expected `p`, `P`"),
        (" pé/2/PP", "column 3: found `é/2/PP`"),
        ("pp/2/PP x", "column 9: found `x`, expected `w` or `b`"),
        ("pp/2/PP w w", "column 9: found `w w`, expected `w` or `b`"),
        ("//", "the board has no files"),
        ("99999999999999999999/1/1", "more than 1000000 files"),
        ("1000000p/1000001/1000000P", "more than 1000000 files"),
    ] {
        let error = text.parse::<ChessBoard>().unwrap_err().to_string();
        assert!(error.contains(complaint), "{text}: {error}");
    }
    assert_eq!(
        ["a", "z", "aa", "az", "ba", "zz", "aaa"],
        [0, 25, 26, 51, 52, 701, 702].map(file_name)[..]
    );
}

/// A polygon as a set of vertices: remove one that is left, with its neighbours.
fn polygon_wins(vertices: usize, left: usize, known: &mut HashMap<usize, bool>) -> bool {
    if let Some(&wins) = known.get(&left) {
        return wins;
    }
    let wins = (0..vertices).filter(|v| left >> v & 1 == 1).any(|v| {
        let gone = [v, (v + 1) % vertices, (v + vertices - 1) % vertices];
        let next = gone.iter().fold(left, |left, v| left & !(1 << v));
        !polygon_wins(vertices, next, known)
    });
    known.insert(left, wins);
    wins
}

#[test]
fn polygons() {
    let values = values();
    let mut won = vec![];
    for n in 3..=18 {
        let wins = polygon_wins(n, (1 << n) - 1, &mut HashMap::new());
        assert_eq!(wins, values[heap_of_polygon(n as u64).unwrap() as usize] == 0, "{n}-gon");
        won.extend(wins.then_some(n));
    }
    assert_eq!(won, [3, 7, 11, 17]);
    assert_eq!(heap_of_polygon(2), None);
}

/// True if the player to move wins where the last to move loses; the player who cannot move wins.
fn next_wins_misere(chess: &Chess, known: &mut HashMap<Chess, bool>) -> bool {
    if let Some(&wins) = known.get(chess) {
        return wins;
    }
    let moves = moves(chess);
    let wins = moves.is_empty() || moves.iter().any(|(_, next)| !next_wins_misere(next, known));
    known.insert(chess.clone(), wins);
    wins
}

/// Every board that comes from play, quiet or not: outcome and winning moves.
#[test]
fn misere_play_pawn_by_pawn() {
    let code = "0.137".parse().unwrap();
    let solved = octal::misere::solve::partial(&code, &MisereLimits::heaps(9), &());
    let is_p = |heaps: &[usize]| solved.quotient.is_p_position(heaps);
    let (mut known, mut looked_at) = (HashMap::new(), 0);
    for files in 1..=9 {
        let begin = ([vec![b'P'; files], vec![b'.'; files], vec![b'p'; files]], true);
        let (mut boards, mut seen) = (vec![begin], BTreeSet::new());
        while let Some(chess) = boards.pop() {
            if !seen.insert(chess.clone()) || seen.len() > 600 {
                continue;
            }
            let board: ChessBoard = text(&chess).parse().unwrap();
            let solution = solve_misere(&board, &is_p).unwrap();
            let wins = next_wins_misere(&chess, &mut known);
            assert_eq!(solution.outcome, Outcome::next_wins(wins), "{}", text(&chess));
            let all = moves(&chess);
            let mut won = |next: &Chess| !next_wins_misere(next, &mut known);
            let expected: BTreeSet<String> =
                all.iter().filter(|(_, next)| won(next)).map(|(name, _)| name.clone()).collect();
            let ours: BTreeSet<String> = solution.winning.iter().map(ToString::to_string).collect();
            assert_eq!(ours, expected, "{}", text(&chess));
            boards.extend(all.into_iter().map(|(_, next)| next));
            looked_at += 1;
        }
    }
    assert!(looked_at > 1000, "{looked_at}");
}
