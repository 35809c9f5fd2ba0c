//! The results of earlier searches: the option `--results`, and the game in them that a verb asks
//! for.

use std::path::{Path, PathBuf};

use anyhow::ensure;
use octal::code::Code;
use octal::code::cousins::same_by_rules;
use octal::file::DirectoryLock;
use octal::misere::record::Record;
use octal::period::Answer;
use octal::position::values::{EarlierResult, EarlierSearch};
use octal::publish::known::OwnGame;
use octal::survey::claims::EarlierRows;
use octal::survey::embedded::{self, EmbeddedGame};
use octal::survey::files::{UnprovedRow, expect_proof};
use octal::survey::misere::table::MisereTable;
use octal::survey::store::{Finished, GameTable};

use crate::cli::args::files::{PERIODS, ResultsDir};
use crate::cli::terminal::stderr::say;

/// The option of verbs that use earlier results.
#[derive(Debug, clap::Args)]
pub struct ResultsArgs {
    /// A directory of results, with a periods.csv, in place of the tables that are part of the
    /// program
    #[arg(long, value_name = "DIR")]
    results: Option<ResultsDir>,
}

/// The surveys beside the results, which are asked about a game that the results do not have.
const SURVEYS: [&str; 2] = ["census", "hexadecimal"];

/// The earlier search of a code, as this file of rows says; the file need not exist.
fn search_in_file(file: &Path, code: &Code) -> EarlierResult {
    let table = GameTable::read(file)?;
    let search = |(row, shift): (&Answer, i64)| EarlierSearch {
        file: file.to_owned(),
        answer: row.clone(),
        shift,
    };
    Ok(table.row_of(code).map(search))
}

/// The earlier search of a code, as the tables say that are part of the program.
fn embedded_search(code: &Code) -> Option<EarlierSearch> {
    let EmbeddedGame { game, shift, file } = embedded::game(code)?;
    Some(EarlierSearch { file: file.to_owned(), answer: game.row, shift })
}

impl ResultsArgs {
    /// The directory, if one was given.
    fn directory(&self) -> anyhow::Result<Option<&Path>> {
        let Some(directory) = &self.results else { return Ok(None) };
        ensure!(
            directory.is_dir(),
            "`{}` is no directory: name one with earlier results",
            directory.display()
        );
        Ok(Some(directory))
    }

    /// Refuses the directory beside an option that makes no use of it.
    pub fn refuse_beside(&self, option: &str) -> anyhow::Result<()> {
        ensure!(self.results.is_none(), "{option} judges by its own values: leave out --results");
        Ok(())
    }

    /// Finds the earlier search of a code.
    pub fn earlier_searches(&self) -> anyhow::Result<impl Fn(&Code) -> EarlierResult> {
        let file = self.directory()?.map(|directory| directory.join(PERIODS));
        Ok(move |code: &Code| match &file {
            Some(file) => search_in_file(file, code),
            None => Ok(embedded_search(code)),
        })
    }

    /// The row of misere.csv about the game that has this code, and the shift s: heap n of the code
    /// is heap n − s of the row's code.
    pub fn misere(&self, code: &Code) -> anyhow::Result<Option<(Record, i64)>> {
        let Some(directory) = self.directory()? else { return Ok(embedded::misere(code)) };
        let _lock = DirectoryLock::shared(directory);
        let table = MisereTable::read(directory)?;
        Ok(table.game(code).map(|(game, shift)| (game.row.clone(), shift)))
    }

    /// The game that has this code, or a game that the rules prove equal, from the results or from
    /// a survey beside them. `None` if there are no results. A row that is called proved but lacks
    /// its proof is named on stderr and not used.
    pub fn game(&self, code: &Code) -> anyhow::Result<Option<OwnGame>> {
        let Some(directory) = self.directory()? else {
            return Ok(embedded::game(code).map(OwnGame::from));
        };
        let surveys = SURVEYS.into_iter().map(|survey| directory.join(survey));
        for directory in std::iter::once(directory.to_path_buf()).chain(surveys) {
            if let Some(found) = earlier(directory, code)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}

impl EarlierRows for ResultsArgs {
    type Error = anyhow::Error;

    fn normal(&self, code: &Code) -> anyhow::Result<Option<(Answer, i64)>> {
        Ok(self.game(code)?.map(|own| (own.game.row, own.shift)))
    }

    fn misere(&self, code: &Code) -> anyhow::Result<Option<(Record, i64)>> {
        self.misere(code)
    }
}

/// The game with this code in a directory, if it has one.
fn earlier(directory: PathBuf, code: &Code) -> anyhow::Result<Option<OwnGame>> {
    let file = directory.join(PERIODS);
    if !file.is_file() {
        return Ok(None);
    }
    let _lock = DirectoryLock::shared(&directory);
    let games = GameTable::read(&file)?.merged();
    let Some((i, shift)) = find(&games, code) else { return Ok(None) };
    let game = games[i].clone();
    if let Err(fault) = expect_proof(&game.row, Some(&directory)) {
        say(UnprovedRow { file, code: game.row.code, fault });
        return Ok(None);
    }
    let certificate = game.row.certificate.as_ref();
    let certificate = certificate.map(|file| directory.join(file).display().to_string());
    Ok(Some(OwnGame { game, shift, certificate }))
}

/// The place of the game with this code, and s with G_row(n) = G_code(n − s).
fn find(games: &[Finished], code: &Code) -> Option<(usize, i64)> {
    let listed = |(i, game): (usize, &Finished)| {
        Some((i, game.members.iter().find(|member| member.code == *code)?.shift))
    };
    let equal =
        |(i, game): (usize, &Finished)| Some((i, same_by_rules(&game.members[0].code, code)?));
    let games = || games.iter().enumerate();
    games().find_map(listed).or_else(|| games().find_map(equal))
}
