//! `octal survey --merge`: the tables of other surveys, joined.

use std::path::{Path, PathBuf};

use anyhow::{bail, ensure};
use octal::survey::certificates;
use octal::survey::manifest::ManifestRow;
use octal::survey::store::GameTable;

use super::{Args, finish, open};
use crate::cli::common::files::PERIODS;
use crate::cli::common::signal;
use crate::cli::common::stderr::say;
use crate::cli::{Answer, Result};

/// Joins the tables of other surveys, and brings their certificates.
pub fn merge(args: &Args, made: &ManifestRow) -> Result {
    signal::catch();
    let from: Vec<PathBuf> = args.merge.iter().map(|directory| directory.to_path_buf()).collect();
    // Before a directory is made for what they join to.
    let paths = from.iter().map(|directory| periods(directory));
    let paths: Vec<PathBuf> = paths.collect::<anyhow::Result<_>>()?;
    let mut file = open(args)?;
    refuse_unused(&file.table)?;
    for path in &paths {
        let table = GameTable::read_with_certificates(path)?;
        refuse_unused(&table)?;
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
    let nowhere = args
        .dir
        .as_deref()
        .map_or(Ok(vec![]), |to| certificates::collect(&file.table.merged(), &from, to))?;
    for file in &nowhere {
        say(format!("`{file}` is in none of these directories: the row that names it stays"));
    }
    file.save(made)?;
    finish::write_beside(args, made)?;
    finish::write_rows_without_directory(args, &file)?;
    Ok(if nowhere.is_empty() { Answer::Yes } else { Answer::Unfinished })
}

/// The table of a survey in this directory.
///
/// # Errors
/// If there is none, or an empty file in its place.
fn periods(directory: &Path) -> anyhow::Result<PathBuf> {
    let path = directory.join(PERIODS);
    ensure!(path.is_file(), "`{}` holds no {PERIODS}", directory.display());
    // Who surveys no game writes the header: nothing at all is what a copy that failed leaves.
    let length = path.metadata()?.len();
    ensure!(length > 0, "`{}` is empty, without even a header: copy it anew", path.display());
    Ok(path)
}

/// Fails if a row is not used: a merge neither loses it nor chooses between it and its certificate.
fn refuse_unused(table: &GameTable) -> anyhow::Result<()> {
    match table.unused().first() {
        Some(unused) => bail!("{unused}: `octal survey` of this game in that directory mends it"),
        None => Ok(()),
    }
}
