//! The rows of `codes.csv`: every code of a survey with the game that it is.

use serde::{Deserialize, Serialize};

use super::class::{Member, order};
use super::store::GameTable;
use crate::period::Status;

/// The file of these rows in the directory of a survey.
pub const FILE: &str = "codes.csv";

/// The column names of `codes.csv`.
pub const HEADER: [&str; 4] = ["code", "game", "shift", "status"];

/// A row of `codes.csv`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodeRow {
    /// The code.
    pub code: String,
    /// The code of its game, as in `periods.csv`.
    pub game: String,
    /// s with G_code(n) = G_game(n − s): the code is `GAME shift s`.
    pub shift: i64,
    /// How the period of the game is known.
    pub status: Status,
}

/// Every code of these games, by number of places, then by digits. O(codes · log codes) time.
pub fn code_rows(table: &GameTable) -> Vec<CodeRow> {
    let games = table.merged();
    rows(games.iter().map(|game| (&*game.members, game.row.status)))
}

/// The same for games that are given by their members, the first of which has the row, and how each is known.
pub(super) fn rows<'a>(games: impl Iterator<Item = (&'a [Member], Status)>) -> Vec<CodeRow> {
    let mut rows = vec![];
    for (members, status) in games {
        for Member { code, shift } in members {
            let game = members[0].code.to_string();
            rows.push((
                order(code),
                CodeRow { code: code.to_string(), game, shift: -shift, status },
            ));
        }
    }
    rows.sort_by(|(a, _), (b, _)| a.cmp(b));
    rows.into_iter().map(|(_, row)| row).collect()
}
