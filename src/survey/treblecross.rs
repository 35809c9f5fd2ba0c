//! The rows of `treblecross.csv`: clean boards valued three ways, beside the published tables.

use serde::{Deserialize, Serialize};

use crate::catalogue::sequences::PublishedSequence;
use crate::code::Code;
use crate::grundy::{Engine, GrundyError};
use crate::position::treblecross::table::{BoardRow, Published, rows};

/// The code of Treblecross; a clean board of n cells is its heap n + 2.
pub const CODE: &str = "0.007";

/// The standard form of Treblecross, under which the published table is kept: its heap is the
/// number of cells.
const BY_CELLS: &str = "0.11337";

/// The largest board in `treblecross.csv`.
pub const MAX_CELLS: usize = 1000;

/// A row of `treblecross.csv`: a clean board, as one source publishes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TreblecrossRow {
    /// The number of cells.
    pub cells: usize,
    /// The heap of 0.007.
    pub heap: usize,
    /// Its value by the octal code.
    pub grundy: u16,
    /// The board's value by the recursion on intervals.
    pub intervals: u16,
    /// The winner of the real game by full search: `N`, `P`, or `none` below three cells. Empty for
    /// boards too large to search.
    pub search: Option<String>,
    /// The published value.
    pub published: Option<u16>,
    /// The source that published it.
    pub source: Option<String>,
    /// `yes` if everything in the row agrees, else `no`.
    pub agrees: String,
    /// `N` or `P`; `none` below three cells, where three in a row are impossible.
    pub outcome: String,
    /// The first cells (from 1) that win.
    pub winning_cells: String,
}

/// The column names of `treblecross.csv`.
pub const HEADER: [&str; 10] = [
    "cells",
    "heap",
    "grundy",
    "intervals",
    "search",
    "published",
    "source",
    "agrees",
    "outcome",
    "winning_cells",
];

/// The table up to `max_cells` cells, beside the published tables of Treblecross.
pub fn table(max_cells: usize, published: &[Published]) -> Result<Vec<BoardRow>, GrundyError> {
    let code: Code = CODE.parse().expect("the code of Treblecross is a code");
    let mut engine = Engine::new(&code);
    engine.extend(max_cells as u64 + 2)?;
    Ok(rows(&engine.values().to_vec(), max_cells, published))
}

/// The published sequences that are tables of Treblecross, with the board of the first value.
pub fn published(sequences: &[PublishedSequence]) -> Vec<Published> {
    let table = |s: &PublishedSequence| {
        let first_cells = match s.code.as_str() {
            BY_CELLS => s.offset as i64,
            CODE => s.offset as i64 - 2,
            _ => return None,
        };
        // A value that no 16 bits hold is wrong in any case; it is kept as the largest.
        let values = s.values.iter().map(|&v| u16::try_from(v).unwrap_or(u16::MAX)).collect();
        Some(Published { source: s.source.clone(), first_cells, values })
    };
    sequences.iter().filter_map(table).collect()
}

impl From<&BoardRow> for TreblecrossRow {
    fn from(row: &BoardRow) -> TreblecrossRow {
        let cells: Vec<String> = row.winning_cells.iter().map(ToString::to_string).collect();
        TreblecrossRow {
            cells: row.cells,
            heap: row.heap,
            grundy: row.grundy,
            intervals: row.intervals,
            search: row.search.map(|outcome| outcome.to_string()),
            published: row.published,
            source: (!row.source.is_empty()).then(|| row.source.clone()),
            agrees: if row.agrees { "yes" } else { "no" }.to_owned(),
            outcome: row.outcome.to_string(),
            winning_cells: cells.join(" "),
        }
    }
}
