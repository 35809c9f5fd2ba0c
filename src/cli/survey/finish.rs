//! Files that a survey writes when a round ends: the codes and the report. Without a directory, all
//! rows at the end. With `--merge` the tables of other surveys are joined instead.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{bail, ensure};
use octal::catalogue::sources::MentionedGames;
use octal::file::{DirectoryLock, remove_abandoned};
use octal::publish::census;
use octal::survey::certificates;
use octal::survey::files::{CERTIFICATES, write_files, write_rows};
use octal::survey::store::GameTable;
use octal::survey::store::TableFile;
use octal::survey::store::{CODES_FILE, CODES_HEADER, code_rows};

use super::{Args, open};
use crate::cli::args::files::PERIODS;
use crate::cli::terminal::output::stdout;
use crate::cli::terminal::signal;
use crate::cli::{Answer, Result};

/// Writes the rows to stdout, if there is no directory where they were written one by one.
pub fn write_rows_without_directory(args: &Args, file: &TableFile) -> anyhow::Result<()> {
    if args.dir.is_none() { Ok(stdout().write_all(&file.bytes())?) } else { Ok(()) }
}

/// Writes the files beside the table in the directory, if there is one.
pub fn write_beside(args: &Args) -> anyhow::Result<()> {
    let Some(directory) = args.dir.as_deref() else { return Ok(()) };
    // Other processes may have added to the table since: the last one to come here writes all.
    let periods = directory.join(PERIODS);
    let lock = DirectoryLock::beside(&periods)?;
    let table = GameTable::read_with_certificates(&periods)?;
    write_rows(&directory.join(CODES_FILE), &CODES_HEADER, code_rows(&table))?;
    let games = table.merged();
    certificates::remove_superseded(&games, directory);
    // A survey that was killed while it wrote the last certificate leaves its temporary file there.
    remove_abandoned(&directory.join(CERTIFICATES));
    if args.report {
        let mentioned = MentionedGames::published()?;
        let files = census::files(&games, &mentioned);
        write_files(&lock, &files, &[])?;
    }
    Ok(())
}

/// Fails if the directory has files that would be overwritten, of something else.
pub fn refuse_foreign_files(args: &Args) -> anyhow::Result<()> {
    let Some(directory) = args.dir.as_deref() else { return Ok(()) };
    let mut beginnings = vec![(CODES_FILE, CODES_HEADER.join(","))];
    if args.report {
        beginnings.extend(census::beginnings());
    }
    for (file, beginning) in beginnings {
        let path = directory.join(file);
        ensure!(!path.is_dir(), "`{}` is a directory: move it away", path.display());
        let Ok(file) = File::open(&path) else { continue };
        let mut found = vec![];
        file.take(beginning.len() as u64).read_to_end(&mut found)?;
        ensure!(
            found == beginning.as_bytes(),
            "`{}` would be overwritten: name a directory that holds only a survey",
            path.display()
        );
    }
    Ok(())
}

/// Joins the tables of other surveys, and brings their certificates.
pub fn merge(args: &Args) -> Result {
    signal::catch();
    let from: Vec<PathBuf> = args.merge.iter().map(|directory| directory.to_path_buf()).collect();
    // All tables are read before a directory is made for their union.
    let tables = from.iter().map(|directory| table_to_join(directory));
    let tables: Vec<(PathBuf, GameTable)> = tables.collect::<anyhow::Result<_>>()?;
    let mut file = open(args)?;
    refuse_unproved(&file.table)?;
    for (path, table) in tables {
        if let Some((code, [before, here])) = file.table.contradiction(&table) {
            bail!(
                "{code} has {here} in `{}`, and {before} in a table before it: one of them is wrong; \
                 `octal check` the certificates of both",
                path.display()
            );
        }
        file.table.merge(table);
    }
    // Before the rows that name them.
    if let Some(to) = args.dir.as_deref() {
        certificates::collect(&file.table.merged(), &from, to)?;
    }
    file.save()?;
    write_beside(args)?;
    write_rows_without_directory(args, &file)?;
    Ok(Answer::Yes)
}

/// The table of the survey in this directory, all of whose proved rows have their certificates.
fn table_to_join(directory: &Path) -> anyhow::Result<(PathBuf, GameTable)> {
    let path = directory.join(PERIODS);
    ensure!(path.is_file(), "`{}` holds no {PERIODS}", directory.display());
    // A survey of no games still writes the header: an empty file is left by a copy that failed.
    let length = path.metadata()?.len();
    ensure!(length > 0, "`{}` is empty, without even a header: copy it again", path.display());
    let table = GameTable::read_with_certificates(&path)?;
    refuse_unproved(&table)?;
    Ok((path, table))
}

/// Fails if a row is not used: a merge neither loses it nor chooses between it and its certificate.
fn refuse_unproved(table: &GameTable) -> anyhow::Result<()> {
    match table.unproved().first() {
        Some(unproved) => {
            bail!("{unproved}: `octal survey` of this game in that directory mends it")
        }
        None => Ok(()),
    }
}
