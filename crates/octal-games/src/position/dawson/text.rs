//! Boards and moves as text.
//!
//! A board is written as chess players do, the third rank first. `p` is a Black pawn, `P` a White
//! one, and `.` or a number stands for empty squares. `/` separates the ranks, and `w` or `b`
//! follows for the side to move (`w` if left out). Four files at the beginning: `pppp/4/PPPP w`.
//! Files are called a, b, …, z, aa, ab, …; a move is `c2` or, if it captures, `bxc2`. Cost of
//! everything: O(files).

use super::board::{ChessBoard, ChessBoardError, MOST_FILES, PawnMove, Side};
use crate::code::Excerpt;
use std::fmt;
use std::str::FromStr;

impl ChessBoard {
    /// The board as a picture with a letter for each file, if it has at most as many as letters.
    pub fn picture(&self) -> Option<String> {
        let row = |label: &str, cell: &dyn Fn(usize) -> String| {
            let cells: Vec<String> = (0..self.files().len()).map(cell).collect();
            format!("{label}  {}\n", cells.join(" "))
        };
        let rank = |rank: usize| {
            row(&(rank + 1).to_string(), &|i| letter(self.files()[i][rank]).to_string())
        };
        let files = row(" ", &file_name);
        (self.files().len() <= 26).then(|| rank(2) + &rank(1) + &rank(0) + &files)
    }
}

impl fmt::Display for PawnMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (to, rank) = (file_name(self.to), self.rank + 1);
        if self.from == self.to {
            write!(f, "{to}{rank}")
        } else {
            write!(f, "{}x{to}{rank}", file_name(self.from))
        }
    }
}

/// The name of a file, from 0: a, b, …, z, aa, ab, …
pub fn file_name(file: usize) -> String {
    let letter = char::from(b'a' + (file % 26) as u8);
    let before = if file < 26 { String::new() } else { file_name(file / 26 - 1) };
    format!("{before}{letter}")
}

/// The letter for a square.
const fn letter(square: Option<Side>) -> char {
    match square {
        None => '.',
        Some(Side::White) => 'P',
        Some(Side::Black) => 'p',
    }
}

impl fmt::Display for ChessBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in [2, 1, 0] {
            let mut empty = 0;
            let count = |empty: usize| if empty > 0 { empty.to_string() } else { String::new() };
            for file in self.files() {
                if file[rank].is_some() {
                    write!(f, "{}{}", count(empty), letter(file[rank]))?;
                    empty = 0;
                } else {
                    empty += 1;
                }
            }
            write!(f, "{}{}", count(empty), if rank > 0 { "/" } else { "" })?;
        }
        f.write_str(if self.side == Side::White { " w" } else { " b" })
    }
}

impl FromStr for ChessBoard {
    type Err = ChessBoardError;

    /// Reads a board in the format of the [module](self).
    ///
    /// ```
    /// use octal_games::position::dawson::ChessBoard;
    /// let board: ChessBoard = "p.p/3/P1P b".parse()?;
    /// assert_eq!(board.to_string(), "p1p/3/P1P b");
    /// # Ok::<(), octal_games::position::dawson::ChessBoardError>(())
    /// ```
    fn from_str(text: &str) -> Result<ChessBoard, ChessBoardError> {
        let start = text.chars().take_while(|c| c.is_whitespace()).count() + 1;
        let text = text.trim();
        let (pawns, side) = text.split_once(char::is_whitespace).unwrap_or((text, "w"));
        let side_column = start + pawns.chars().count() + 1;
        let ranks = ranks(pawns, start)?;
        let side = match side.trim() {
            "w" => Side::White,
            "b" => Side::Black,
            other => {
                return Err(ChessBoardError::Side {
                    column: side_column,
                    found: Excerpt::of(other),
                });
            }
        };
        let [third, second, first] = &ranks[..] else {
            return Err(ChessBoardError::Ranks { found: ranks.len() });
        };
        for (rank, squares) in [(2, second), (1, first)] {
            if squares.len() != third.len() {
                let (found, expected) = (squares.len(), third.len());
                return Err(ChessBoardError::Length { rank, found, expected });
            }
        }
        let files = (0..third.len()).map(|i| [first[i], second[i], third[i]]);
        ChessBoard::of(files.collect(), side)
    }
}

/// The squares of each rank; the text begins at `column`.
fn ranks(text: &str, mut column: usize) -> Result<Vec<Vec<Option<Side>>>, ChessBoardError> {
    let mut ranks = vec![vec![]];
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let squares: &mut Vec<Option<Side>> = ranks.last_mut().expect("there is a first rank");
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let length = digits.max(c.len_utf8());
        match c {
            'p' => squares.push(Some(Side::Black)),
            'P' => squares.push(Some(Side::White)),
            '.' => squares.push(None),
            '/' => ranks.push(vec![]),
            _ if digits > 0 => {
                let empty: usize = rest[..digits].parse().unwrap_or(usize::MAX);
                if empty.saturating_add(squares.len()) > MOST_FILES {
                    return Err(ChessBoardError::TooLarge);
                }
                squares.resize(squares.len() + empty, None);
            }
            _ => return Err(ChessBoardError::Foreign { column, found: Excerpt::of(rest) }),
        }
        column += rest[..length].chars().count();
        rest = &rest[length..];
    }
    Ok(ranks)
}
