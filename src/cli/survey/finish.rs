//! What a survey writes when it ends: the codes, the report, or all rows if there is no directory.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::ensure;
use octal::file::{DirectoryLock, directory_of, write_atomically};
use octal::publish::census;
use octal::survey::files::write_rows;
use octal::survey::store::GameTable;
use octal::survey::table_file::TableFile;
use octal::survey::{certificates, codes};

use super::Args;
use crate::cli::common::files::PERIODS;
use crate::cli::common::output::create_directory;

/// Writes what is not written row by row.
pub fn finish(args: &Args, file: &TableFile) -> anyhow::Result<()> {
    match args.dir.as_deref() {
        Some(directory) => write_beside(directory, args.report),
        None => Ok(io::stdout().write_all(&file.bytes())?),
    }
}

/// Writes what goes with the table of this directory.
fn write_beside(directory: &Path, report: bool) -> anyhow::Result<()> {
    // Others may have added to the table since: who is the last to come here writes all.
    let periods = directory.join(PERIODS);
    let _lock = DirectoryLock::beside(&periods)?;
    let table = GameTable::read(&periods, None)?;
    write_rows(&directory.join(codes::FILE), &codes::HEADER, codes::code_rows(&table))?;
    let games = table.merged();
    certificates::remove_superseded(&games, directory);
    if report {
        for (file, bytes) in census::files(&games) {
            let path = directory.join(file);
            create_directory(directory_of(&path))?;
            write_atomically(path, |out| out.write_all(&bytes))?;
        }
    }
    Ok(())
}

/// Fails if the directory has a README that the report would overwrite, of something else.
pub fn refuse_foreign_guide(args: &Args) -> anyhow::Result<()> {
    let Some(directory) = args.dir.as_deref().filter(|_| args.report) else { return Ok(()) };
    let path = directory.join(census::FILE);
    let Ok(file) = File::open(&path) else { return Ok(()) };
    let mut found = vec![];
    file.take(census::TITLE.len() as u64).read_to_end(&mut found)?;
    ensure!(
        found == census::TITLE.as_bytes(),
        "`{}` would be overwritten: name a directory that holds only a survey",
        path.display()
    );
    Ok(())
}
