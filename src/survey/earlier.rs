//! The rows of an earlier survey, which tell a position how far it has to search.

use std::error::Error;
use std::path::{Path, PathBuf};

use super::row::PeriodRow;
use super::store::GameTable;
use crate::code::Code;
use crate::period::Period;
use crate::period::search::Limits;
use crate::position::values::{EarlierSearch, EarlierSearches};

/// The file `periods.csv`, read for each code that is asked for; it need not exist.
#[derive(Clone, Debug)]
pub struct PeriodsFile(pub PathBuf);

/// A row of that file, for a code of its game.
struct EarlierRow {
    file: PathBuf,
    row: PeriodRow,
    /// Heap n of the code is heap n + shift of the row.
    shift: i64,
}

impl EarlierSearches for PeriodsFile {
    fn of(
        &self,
        code: &Code,
    ) -> Result<Option<Box<dyn EarlierSearch>>, Box<dyn Error + Send + Sync>> {
        let PeriodsFile(file) = self;
        let table = GameTable::read(file, None)?;
        Ok(table.row_of(code).map(|(row, shift)| {
            let row = EarlierRow { file: file.clone(), row: row.clone(), shift };
            Box::new(row) as Box<dyn EarlierSearch>
        }))
    }
}

impl EarlierSearch for EarlierRow {
    fn file(&self) -> &Path {
        &self.file
    }

    fn code(&self) -> &str {
        &self.row.code
    }

    fn shift(&self) -> i64 {
        self.shift
    }

    fn verified_to(&self) -> u64 {
        self.row.verified_to
    }

    fn proved(&self) -> Option<Period> {
        self.row.proved()
    }

    fn answers(&self, limits: &Limits) -> bool {
        self.row.answers(limits)
    }
}
