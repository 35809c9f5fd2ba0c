//! The rows of `codes.csv`: every code of a survey with the game that it is.

use serde::{Deserialize, Serialize};

use super::class::order;
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
    /// s with G_game(n) = G_code(n − s).
    pub shift: i64,
    /// How the period of the game is known.
    pub status: Status,
}

/// Every code of these games, by number of places, then by digits. O(codes · log codes) time.
#[must_use]
pub fn code_rows(table: &GameTable) -> Vec<CodeRow> {
    let mut rows = vec![];
    for game in table.merged() {
        for member in &game.members {
            let (code, status) = (member.code.to_string(), game.row.status);
            let row = CodeRow { code, game: game.row.code.clone(), shift: member.shift, status };
            rows.push((order(&member.code), row));
        }
    }
    rows.sort_by(|(a, _), (b, _)| a.cmp(b));
    rows.into_iter().map(|(_, row)| row).collect()
}
