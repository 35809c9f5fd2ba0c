//! Play: misère quotients and outcomes, boards of Treblecross and of Dawson's Chess.

use std::cell::RefCell;
use std::collections::HashMap;

use octal_games::workspace::code::{Code, Game};
use octal_games::workspace::misere::limits::MisereLimits;
use octal_games::workspace::misere::position::{is_live, options};
use octal_games::workspace::misere::presentation::presentation;
use octal_games::workspace::misere::record::Record;
use octal_games::workspace::misere::solve::solve;
use octal_games::workspace::period::search::{Limits, search};
use octal_games::workspace::position::dawson::board::{ChessBoard, PawnMove};
use octal_games::workspace::position::dawson::solve as chess_solve;
use octal_games::workspace::position::treblecross::board::Board;
use octal_games::workspace::position::treblecross::misere::{MisereBoards, MisereSolution, Piece};
use octal_games::workspace::position::treblecross::table::clean_board_values;
use octal_rule::{MisereSolver, Rule, State};
use serde_json::{Value, json};

use crate::game::computed;
use crate::{Answer, Failure};

/// The limits of a quotient: about a second.
const QUOTIENT: MisereLimits =
    MisereLimits { heaps: 400, work: Some(400_000_000), memory: 256 << 20 };

/// The largest quotient that is written in letters.
const LARGEST_PRESENTATION: usize = 64;

/// The most positions of misère play that are kept.
const MOST_POSITIONS: usize = 1 << 20;

/// The longest board.
const LONGEST_BOARD: usize = 1000;

/// The misère quotient of a game: as a row of `misere.csv`, with its steps.
pub fn quotient(game: &str) -> Answer {
    let Game { code, shift } = game.parse()?;
    let solved = solve(&code, &QUOTIENT, &()).map_err(Failure::new)?;
    let limits = Limits { work: Some(200_000_000), ..Limits::heaps(1 << 20) };
    let known = search(&code, &limits, &|_| true).map_err(Failure::new)?;
    let record = Record::new(&solved, Some(&known));
    let is_small = solved.quotient.order() <= LARGEST_PRESENTATION;
    let stairs = solved.staircase.iter().map(|stair| {
        json!({ "heap": stair.heap as u64 + shift, "order": stair.order, "tame": stair.is_tame })
    });
    Ok(json!({
        "shift": shift,
        "record": record,
        "presentation": is_small.then(|| presentation(&solved.quotient)),
        "stairs": stairs.collect::<Vec<_>>(),
    }))
}

/// Sums of heaps in misère play, with the outcomes found until now.
struct MisereSums {
    code: Code,
    /// The options of each heap.
    moves: HashMap<usize, Vec<[usize; 3]>>,
    /// True for the positions that the next player wins.
    next_wins: HashMap<Vec<usize>, bool>,
}

impl MisereSums {
    /// True if the player to move wins the sum of these heaps. The heaps ascend, and all have moves.
    fn next_wins(&mut self, heaps: &[usize]) -> Result<bool, Failure> {
        if let Some(&known) = self.next_wins.get(heaps) {
            return Ok(known);
        }
        if self.next_wins.len() >= MOST_POSITIONS {
            let most = MOST_POSITIONS;
            return Err(Failure::new(format!("the position has more than {most} followers")));
        }
        // A player who cannot move wins: the other made the last move.
        let mut wins = heaps.is_empty();
        for (i, &heap) in heaps.iter().enumerate() {
            if wins || i > 0 && heaps[i - 1] == heap {
                continue;
            }
            let code = &self.code;
            let moves = self.moves.entry(heap).or_insert_with(|| options(code, heap).collect());
            for parts in moves.clone() {
                let left = self.left(heaps, i, parts);
                if !self.next_wins(&left)? {
                    wins = true;
                    break;
                }
            }
        }
        self.next_wins.insert(heaps.to_vec(), wins);
        Ok(wins)
    }

    /// The heaps after number i has become these parts.
    fn left(&self, heaps: &[usize], i: usize, parts: [usize; 3]) -> Vec<usize> {
        let mut left = [&heaps[..i], &heaps[i + 1..], &parts].concat();
        left.retain(|&heap| is_live(&self.code, heap));
        left.sort_unstable();
        left
    }
}

/// True for each position that the player to move loses in misère play.
pub fn misere_positions(game: &str, positions: &[Vec<usize>]) -> Answer {
    let Game { code, shift } = game.parse()?;
    let mut sums = MisereSums { code, moves: HashMap::new(), next_wins: HashMap::new() };
    let mut lost = vec![];
    for heaps in positions {
        let heaps: Vec<usize> = heaps.iter().map(|n| n.saturating_sub(shift as usize)).collect();
        if let Some(heap) = heaps.iter().find(|&&heap| heap > LONGEST_BOARD) {
            let most = LONGEST_BOARD;
            return Err(Failure::new(format!("heap {heap}: the largest to play with is {most}")));
        }
        let live = sums.left(&[&heaps[..], &[0]].concat(), heaps.len(), [0; 3]);
        lost.push(!sums.next_wins(&live)?);
    }
    Ok(json!({ "lost": lost }))
}

/// The limits of a misère search among the boards of a rule: some seconds.
const OF_BOARDS: octal_rule::Limits = octal_rule::Limits { options: 20_000_000, states: 1 << 20 };

/// True for each sum of boards of a rule that the player to move loses in misère play.
pub fn misere_boards(rule: &str, positions: &[Vec<Vec<u64>>]) -> Answer {
    let rule: Rule = rule.parse()?;
    let mut solver = MisereSolver::with_limits(&rule, OF_BOARDS);
    let mut lost = |sum: &Vec<Vec<u64>>| -> Result<bool, Failure> {
        let state = |numbers: &Vec<u64>| {
            let numbers: Vec<u128> = numbers.iter().map(|&n| n.into()).collect();
            let state = State::new(&numbers).filter(|_| numbers.len() == rule.arity());
            state
                .ok_or_else(|| Failure::new("a board has as many numbers as the state of the rule"))
        };
        let sum: Vec<State> = sum.iter().map(state).collect::<Result<_, _>>()?;
        Ok(!solver.next_wins(&sum).map_err(Failure::new)?)
    };
    let lost: Vec<bool> = positions.iter().map(&mut lost).collect::<Result<_, _>>()?;
    Ok(json!({ "lost": lost }))
}

thread_local! {
    /// Pieces of the boards that were asked about.
    static MISERE_BOARDS: RefCell<MisereBoards> = RefCell::default();
}

/// Solves a board of misère Treblecross, with the pieces of the boards before as far as they are kept.
fn misere_solution(board: &Board) -> Result<MisereSolution, Failure> {
    let solve = || MISERE_BOARDS.with_borrow_mut(|boards| boards.solve(board));
    let again = |_| {
        MISERE_BOARDS.take();
        solve()
    };
    solve().or_else(again).map_err(Failure::new)
}

/// A board of Treblecross, solved.
pub fn treblecross(text: &str, misere: bool) -> Answer {
    let board: Board = text.parse().map_err(Failure::new)?;
    if board.cells() > LONGEST_BOARD {
        return Err(Failure::new(format!("at most {LONGEST_BOARD} cells can be shown")));
    }
    if misere {
        let solution = misere_solution(&board)?;
        let pieces = solution.pieces.iter().map(|Piece { first, board, value, .. }| {
            json!({ "first": first, "cells": board.cells(), "text": board.to_string(), "value": value })
        });
        return Ok(json!({
            "runs": pieces.collect::<Vec<_>>(),
            "winning": solution.winning,
            "threat": false,
            "nimSum": solution.pieces.iter().fold(0, |sum, piece| sum ^ piece.value),
        }));
    }
    let values = clean_board_values(board.cells());
    let solution = board.solve(&values);
    let runs = board.clean_runs().into_iter();
    let runs = runs.map(|run| {
        json!({ "first": run.first, "cells": run.cells, "text": ".".repeat(run.cells),
            "value": values[run.cells] })
    });
    Ok(json!({
        "runs": runs.collect::<Vec<_>>(),
        "winning": solution.winning,
        "threat": solution.nim_sum.is_none(),
        "nimSum": solution.nim_sum,
    }))
}

/// A board of Dawson's Chess, with all moves, the board after each, and which of them win.
pub fn chess(text: &str, misere: bool) -> Answer {
    let board: ChessBoard = text.parse().map_err(Failure::new)?;
    let files = board.files().len();
    if files > LONGEST_BOARD {
        return Err(Failure::new(format!("at most {LONGEST_BOARD} files can be shown")));
    }
    let code: Code = "0.137".parse()?;
    let values = computed(&code, 0, files as u64)?;
    let (winning, runs) = if misere {
        let sums = MisereSums { code, moves: HashMap::new(), next_wins: HashMap::new() };
        let sums = RefCell::new(sums);
        let is_p = |heaps: &[usize]| {
            let mut heaps = heaps.to_vec();
            heaps.sort_unstable();
            sums.borrow_mut().next_wins(&heaps).is_ok_and(|wins| !wins)
        };
        let solution = chess_solve::solve_misere(&board, &is_p).map_err(Failure::new)?;
        (solution.winning, solution.runs)
    } else {
        let solution = chess_solve::solve(&board, &values).map_err(Failure::new)?;
        (solution.winning, solution.sum.map(|(runs, _)| runs))
    };
    let shown = |mv: PawnMove| {
        json!({
            "name": mv.to_string(),
            "from": mv.from,
            "to": mv.to,
            "rank": mv.rank,
            "board": board.after(mv).to_string(),
            "wins": winning.contains(&mv),
        })
    };
    let runs = runs.map(|runs| -> Vec<Value> {
        let run = |run: &chess_solve::FileRun| json!({ "first": run.first, "files": run.files, "value": values[run.files] });
        runs.iter().map(run).collect()
    });
    Ok(json!({
        "board": board.to_string(),
        "moves": board.moves().into_iter().map(shown).collect::<Vec<_>>(),
        "runs": runs,
    }))
}
