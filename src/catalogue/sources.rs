//! Sources of claims and values: the table `sources.csv`.
//!
//! [`MentionedGames`] are the games that the literature speaks of.

use std::collections::BTreeSet;
use std::io::Read;
use std::path::Path;

use super::error::CatalogueError;
use super::table::{self, ColumnNames, Names};
use super::{claims, limits, sequences, settled};
use crate::code::Code;
use crate::code::cousins::standard_form;

/// The columns of a table of sources.
pub const COLUMNS: [&str; 2] = ["key", "citation"];

/// One source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Publication {
    /// Its short name in the other tables.
    pub key: String,
    /// The source.
    pub citation: String,
}

/// The sources of `octal-codes/sources.csv`, which are part of the program.
pub fn published() -> Result<Vec<Publication>, CatalogueError> {
    let table = include_str!("../../octal-codes/sources.csv");
    read(table.as_bytes(), "octal-codes/sources.csv")
}

/// The sources in a file.
pub fn read_file(path: &Path) -> Result<Vec<Publication>, CatalogueError> {
    table::read_file(path, read)
}

/// The sources in a table with the [`COLUMNS`] in any order; `file` names it in messages.
pub fn read(input: impl Read, file: &str) -> Result<Vec<Publication>, CatalogueError> {
    let mut names = Names::default();
    let columns = ColumnNames { needed: &COLUMNS, optional: &[] };
    let rows = table::read_rows(input, file, &columns, |row| {
        let citation = row.filled("citation")?.to_owned();
        Ok(Publication { key: names.take(row, "key")?, citation })
    });
    Ok(rows?.rows)
}

/// The games of which a published claim, search, settlement or sequence of `octal-codes/` speaks.
#[derive(Clone, Debug, Default)]
pub struct MentionedGames {
    standard_forms: BTreeSet<Code>,
}

/// The codes of which a published claim, search, settlement or sequence of `octal-codes/` speaks.
pub fn mentioned_codes() -> Result<Vec<Code>, CatalogueError> {
    let mut codes = vec![];
    codes.extend(claims::published()?.into_iter().map(|claim| claim.game.code));
    codes.extend(limits::published()?.into_iter().map(|limit| limit.game.code));
    codes.extend(settled::published()?.into_iter().map(|settled| settled.game.code));
    codes.extend(sequences::published()?.into_iter().map(|sequence| sequence.game.code));
    Ok(codes)
}

impl MentionedGames {
    /// All of them.
    pub fn published() -> Result<MentionedGames, CatalogueError> {
        let codes = mentioned_codes()?;
        let standard_forms = codes.iter().map(|code| standard_form(code).0).collect();
        Ok(MentionedGames { standard_forms })
    }

    /// True if this code or one of its first cousins is among them. O(log of their number).
    ///
    /// ```
    /// # use octal::catalogue::sources::MentionedGames;
    /// let mentioned = MentionedGames::published()?;
    /// assert!(mentioned.include(&"0.77".parse()?) && !mentioned.include(&"0.77244".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn include(&self, code: &Code) -> bool {
        self.standard_forms.contains(&standard_form(code).0)
    }
}
