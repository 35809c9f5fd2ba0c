//! Published statements: the table `claims.csv`.

use std::io::Read;
use std::path::Path;

use super::error::CatalogueError;
use super::statement::{self, Statement};
use super::table::{self, ColumnNames, Names, TableRow};
use super::verdict::convention::misread;
use crate::code::{Code, Game};

/// The columns that a table of claims must have.
pub const COLUMNS: [&str; 4] = ["id", "code", "statement", "claimed"];

/// The columns that a table of claims may have; without them they are empty.
pub const OPTIONAL: [&str; 3] = ["convention", "source", "note"];

/// A table of claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claims {
    /// A claim for each row.
    pub rows: Vec<Claim>,
    /// The columns of the file that a table of claims does not have, perhaps misspelt; they were
    /// not read.
    pub unread: Vec<String>,
}

/// One published statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Its name, unlike that of any other row.
    pub id: String,
    /// The game that it is about.
    pub game: Game,
    /// The game as printed.
    pub code: String,
    /// The statement that it makes.
    pub statement: Statement,
    /// The claimed value, as printed.
    pub claimed: String,
    /// The convention of the source.
    pub convention: String,
    /// Where it was published: a key of `sources.csv`.
    pub source: String,
    /// A remark for readers.
    pub note: String,
    /// Its line in the table.
    pub line: u64,
}

impl Claim {
    /// True if the claim is about misère play.
    pub fn is_misere(&self) -> bool {
        matches!(self.statement, Statement::Misere(_))
    }

    /// True if the claim states that two codes have the same sequence.
    pub fn is_equality(&self) -> bool {
        matches!(self.statement, Statement::Equals { .. })
    }

    /// The codes of the claim.
    pub fn codes(&self) -> Vec<Code> {
        let mut codes = vec![self.game.code.clone()];
        if let Statement::Equals { code, .. } = &self.statement {
            codes.push(code.clone());
        }
        codes
    }
}

/// The claims of `octal-codes/claims.csv`, which are part of the program.
///
/// ```
/// assert!(octal::catalogue::claims::published()?.len() > 1000);
/// # Ok::<(), octal::catalogue::CatalogueError>(())
/// ```
pub fn published() -> Result<Vec<Claim>, CatalogueError> {
    let table = include_str!("../../octal-codes/claims.csv");
    Ok(read(table.as_bytes(), "octal-codes/claims.csv")?.rows)
}

/// The claims in a file.
pub fn read_file(path: &Path) -> Result<Claims, CatalogueError> {
    table::read_file(path, read)
}

/// The claims in a table with the [`COLUMNS`], and perhaps the [`OPTIONAL`] ones, in any order.
///
/// `file` names the table in messages. One wrong row is an error for the whole table.
pub fn read(input: impl Read, file: &str) -> Result<Claims, CatalogueError> {
    let mut names = Names::default();
    let columns = ColumnNames { needed: &COLUMNS, optional: &OPTIONAL };
    let read = table::read_rows(input, file, &columns, |row| claim(row, &mut names))?;
    Ok(Claims { rows: read.rows, unread: read.unread })
}

fn claim(row: &TableRow, names: &mut Names) -> Result<Claim, CatalogueError> {
    let text = |column| row.get(column).to_owned();
    let (id, game) = (names.take(row, "id")?, statement::game(row)?);
    Ok(Claim {
        id,
        statement: Statement::of(row, &game)?,
        game,
        code: text("code"),
        claimed: text("claimed"),
        convention: convention(row)?,
        source: text("source"),
        note: text("note"),
        line: row.line,
    })
}

/// The convention of a claim, in words for readers. A part that begins like a limit or a mask must
/// be one.
fn convention(row: &TableRow) -> Result<String, CatalogueError> {
    let (column, text) = ("convention", row.get("convention"));
    match misread(text) {
        None => Ok(text.to_owned()),
        Some((found, expected)) => {
            let ((file, line), expected) = (row.place(), expected.to_owned());
            Err(CatalogueError::Field { file, line, column, found, expected })
        }
    }
}
