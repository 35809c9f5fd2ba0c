//! The rows of a survey: what is finished is kept on disk and not done again.
//!
//! The table in memory is a set of games; the file is a function of that set, sorted and with
//! equal games merged. So the same games give the same bytes, in whatever order they finished and
//! however often the run was interrupted.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::class::{Class, Member, order, rank};
use super::row::{EXCEPTION_HEADER, ExceptionRow, PERIOD_HEADER, PeriodRow};
use crate::code::{Code, CodeError};
use crate::export::file::{FileError, write_atomically};
use crate::grundy::naive;
use crate::input::{self, Bounded};
use crate::period::search::Limits;

/// Why rows could not be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// A report could not be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A report of an earlier run could not be read.
    #[error("cannot read `{path}` of an earlier run: move it away, or repair it", path = .path.display())]
    Read {
        /// The report.
        path: PathBuf,
        /// What is wrong, with the line.
        source: csv::Error,
    },
    /// A file is there that is another table.
    #[error("`{path}` is no report of this program: move it away, or choose another place \
        (line 1 should be `{expected}`)", path = .path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// Its header, if it were such a report.
        expected: String,
    },
    /// A row of an earlier run names a game that is none.
    #[error("`{path}`: `{text}` in column cousins or code is no code: {source}", path = .path.display())]
    Code {
        /// The report.
        path: PathBuf,
        /// What should be a code.
        text: String,
        /// What is wrong.
        source: CodeError,
    },
    /// A row of an earlier run has a cousin with a shift that is no number.
    #[error("`{path}`: the shift of `{text}` in column cousins is no whole number", path = .path.display())]
    Shift {
        /// The report.
        path: PathBuf,
        /// The cousin.
        text: String,
    },
}

/// A finished game: its row, its exceptions, and the codes that are this game.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The row; its column `cousins` is written from `members`.
    pub row: PeriodRow,
    /// The exceptions that are listed.
    pub exceptions: Vec<ExceptionRow>,
    /// The codes with this sequence, that of the row first.
    pub members: Vec<Member>,
    /// The certificate named in the row, if it was made in this run.
    pub certificate: Option<Arc<[u8]>>,
}

/// All finished games.
#[derive(Clone, Debug, Default)]
pub struct Table {
    games: Vec<Finished>,
}

impl Table {
    /// Reads the rows of earlier runs; a file that does not exist has none.
    ///
    /// # Errors
    /// [`StoreError`] if a file exists but is no such report.
    pub fn read(periods: &Path, exceptions: Option<&Path>) -> Result<Table, StoreError> {
        let mut listed: BTreeMap<String, Vec<ExceptionRow>> = BTreeMap::new();
        let read = |path| read_rows::<ExceptionRow>(path, &EXCEPTION_HEADER);
        for row in exceptions.map_or(Ok(vec![]), read)? {
            listed.entry(row.code.clone()).or_default().push(row);
        }
        let games = read_rows::<PeriodRow>(periods, &PERIOD_HEADER)?
            .into_iter()
            .map(|row| {
                let exceptions = listed.remove(&row.code).unwrap_or_default();
                let members = members(&row, periods)?;
                Ok(Finished { row, exceptions, members, certificate: None })
            })
            .collect::<Result<_, StoreError>>()?;
        Ok(Table { games })
    }

    /// Whether a search of this class with these limits would tell nothing new.
    #[must_use]
    pub fn answers(&self, class: &Class, limits: &Limits) -> bool {
        self.find(class.code()).is_some_and(|i| {
            let game = &self.games[i];
            game.row.answers(limits)
                && class.members.iter().all(|m| game.members.iter().any(|g| g.code == m.code))
        })
    }

    /// The row of the game that has this code, and s with G_row(n) = G_code(n − s).
    #[must_use]
    pub fn row_of(&self, code: &Code) -> Option<(&PeriodRow, i64)> {
        let game = &self.games[self.find(code)?];
        let member = game.members.iter().find(|m| m.code == *code)?;
        Some((&game.row, member.shift))
    }

    /// Adds a finished game. If it is there already, its row stays unless the new one is deeper;
    /// the codes of both are kept. So a game that was merged with others keeps the code that stands
    /// for all of them.
    pub fn insert(&mut self, game: Finished) {
        let Some(i) = self.find(&game.members[0].code) else { return self.games.push(game) };
        let old = self.games.swap_remove(i);
        // The old row may stand for the game under another of its codes.
        let same = old.members.iter().find(|m| m.code == game.members[0].code);
        let shift = same.map_or(0, |m| m.shift);
        let (mut kept, other, shift) = if game.row.is_deeper_than(&old.row) {
            (game, old, -shift)
        } else {
            (old, game, shift)
        };
        if kept.row.code == other.row.code && kept.certificate.is_none() {
            kept.certificate = other.certificate;
            kept.row.certificate = kept.row.certificate.max(other.row.certificate);
        }
        join_members(&mut kept.members, other.members, shift);
        self.games.push(kept);
    }

    /// The row of a game under the code that stands for it.
    #[must_use]
    pub fn row(&self, code: &Code) -> Option<&PeriodRow> {
        let game = &self.games[self.find(code)?];
        (game.members[0].code == *code).then_some(&game.row)
    }

    fn find(&self, code: &Code) -> Option<usize> {
        self.games.iter().position(|game| game.members.iter().any(|m| m.code == *code))
    }

    /// The games in the order of the report, equal ones merged: two games are equal if the rules
    /// say so, or if both are proved periodic with the same values (column `digest`).
    #[must_use]
    pub fn merged(&self) -> Vec<Finished> {
        let mut games: Vec<Finished> = self.games.clone();
        games.sort_by_cached_key(|game| rank(&game.members[0].code));
        let mut by_digest: BTreeMap<String, usize> = BTreeMap::new();
        let mut merged: Vec<Finished> = vec![];
        for game in games {
            match by_digest.get(&game.row.digest) {
                Some(&i) if !game.row.digest.is_empty() => {
                    let first = |g: &Finished| first_nonzero(&g.members[0].code);
                    let shift = first(&merged[i]) - first(&game);
                    join_members(&mut merged[i].members, game.members, shift);
                }
                _ => {
                    by_digest.insert(game.row.digest.clone(), merged.len());
                    merged.push(game);
                }
            }
        }
        merged.sort_by_cached_key(|game| order(&game.members[0].code));
        merged.into_iter().map(with_cousins).collect()
    }
}

/// Adds `more`, whose first code has G_first(n) = G(n − shift), to the members of a game.
fn join_members(members: &mut Vec<Member>, more: Vec<Member>, shift: i64) {
    for member in more {
        if members.iter().all(|m| m.code != member.code) {
            members.push(Member { shift: shift + member.shift, code: member.code });
        }
    }
    members[1..].sort_by_cached_key(|m| rank(&m.code));
}

/// Writes the members into the column `cousins`.
fn with_cousins(mut game: Finished) -> Finished {
    let cousin = |m: &Member| match m.shift {
        0 => m.code.to_string(),
        shift => format!("{} shift {shift}", m.code),
    };
    game.row.cousins = game.members[1..].iter().map(cousin).collect::<Vec<_>>().join("; ");
    game
}

/// The codes of a row, from its columns `code` and `cousins`.
fn members(row: &PeriodRow, path: &Path) -> Result<Vec<Member>, StoreError> {
    let member = |text: &str| {
        let (code, shift) = text.split_once(" shift ").unwrap_or((text, "0"));
        let failed = |source| StoreError::Code { path: path.into(), text: text.into(), source };
        let no_shift = |_| StoreError::Shift { path: path.into(), text: text.into() };
        let code = code.parse().map_err(failed)?;
        Ok(Member { code, shift: shift.parse().map_err(no_shift)? })
    };
    let cousins = row.cousins.split("; ").filter(|text| !text.is_empty());
    std::iter::once(row.code.as_str()).chain(cousins).map(member).collect()
}

/// The first heap with a non-zero value; 0 if there is none. It is at most three places beyond
/// the last, because only so far can a code go without a move.
fn first_nonzero(code: &Code) -> i64 {
    let far = code.digits().len() + code.repeat().len() + 3;
    naive::values(code, far).iter().position(|&v| v != 0).unwrap_or(0) as i64
}

/// Reads a report; a missing or empty file has no rows.
///
/// # Errors
/// [`StoreError::Foreign`] if the header is another, so that no table of somebody else is ever
/// overwritten, and [`StoreError::Read`] with the line of the first row that does not fit.
pub fn read_rows<R: DeserializeOwned>(path: &Path, header: &[&str]) -> Result<Vec<R>, StoreError> {
    if !path.is_file() {
        return Ok(vec![]);
    }
    let failed = |source| StoreError::Read { path: path.into(), source };
    let file = File::open(path).map_err(|error| failed(error.into()))?;
    let mut reader = csv::Reader::from_reader(Bounded::new(file, input::TABLE));
    let found = reader.byte_headers().map_err(failed)?;
    if !found.is_empty() && found != header {
        return Err(StoreError::Foreign { path: path.into(), expected: header.join(",") });
    }
    reader.deserialize().collect::<Result<_, _>>().map_err(failed)
}

/// The bytes of a report: a header row, and a row each.
///
/// # Panics
/// Never: rows of plain fields always serialise.
#[must_use]
pub fn csv_bytes<R: Serialize>(rows: impl IntoIterator<Item = R>, header: &[&str]) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(vec![]);
    writer.write_record(header).expect("a row of text serialises into memory");
    for row in rows {
        writer.serialize(row).expect("a row of plain fields serialises into memory");
    }
    writer.into_inner().expect("memory takes all bytes")
}

/// Writes a report so that its old form stays until the new one is complete.
///
/// # Errors
/// [`StoreError::File`].
pub fn write_rows<R: Serialize>(
    path: &Path,
    header: &[&str],
    rows: impl IntoIterator<Item = R>,
) -> Result<(), StoreError> {
    let bytes = csv_bytes(rows, header);
    if File::open(path).is_ok_and(|old| input::holds(old, &bytes)) {
        return Ok(());
    }
    Ok(write_atomically(path, |out| out.write_all(&bytes))?)
}
