//! The results of earlier searches: the option `--results`, and the game in them that a verb asks for.

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use octal::code::Code;
use octal::code::cousins::same_by_rules;
use octal::file::DirectoryLock;
use octal::misere::record::Record;
use octal::period::Answer;
use octal::position::values::{EarlierResult, EarlierSearch};
use octal::publish::known::OwnGame;
use octal::survey::evidence::{Evidence, Unused};
use octal::survey::manifest::Manifest;
use octal::survey::misere::table::MisereTable;
use octal::survey::store::{Finished, GameTable};

use crate::cli::args::files::{PERIODS, ResultsDir};
use crate::cli::terminal::stderr::say;

/// The option of verbs that ask what was found before.
#[derive(Debug, clap::Args)]
pub struct ResultsArgs {
    /// The directory of earlier results, whose periods.csv says how far each game was searched
    #[arg(long, value_name = "DIR", default_value = DEFAULT)]
    results: ResultsDir,
}

/// The directory of results that need not be there.
const DEFAULT: &str = "results";

/// The surveys beside the results, which are asked about a game that the results do not have.
const SURVEYS: [&str; 2] = ["census", "hexadecimal"];

/// The earlier search of a code, as this file of rows says; the file need not exist.
pub fn earlier_search(file: &Path, code: &Code) -> EarlierResult {
    let table = GameTable::read(file, None)?;
    let search = |(row, shift): (&Answer, i64)| EarlierSearch {
        file: file.to_owned(),
        answer: row.clone(),
        shift,
    };
    Ok(table.row_of(code).map(search))
}

impl ResultsArgs {
    /// The file with a row for each game.
    pub fn periods(&self) -> anyhow::Result<PathBuf> {
        let directory = &*self.results;
        ensure!(
            directory.is_dir() || directory == Path::new(DEFAULT),
            "`{}` is no directory: name one with earlier results",
            directory.display()
        );
        Ok(directory.join(PERIODS))
    }

    /// Why no result was found, if there is no directory of earlier results.
    pub fn none_here(&self) -> Option<String> {
        let directory = self.results.display();
        let why = || format!("there is no directory `{directory}` here; --results names another");
        (!self.results.is_dir()).then(why)
    }

    /// The row of misere.csv about the game that has this code, and s with heap n of the code being
    /// heap n − s of the row's.
    pub fn misere(&self, code: &Code) -> anyhow::Result<Option<(Record, i64)>> {
        self.periods()?;
        let _lock = DirectoryLock::shared(&self.results);
        let table = MisereTable::read(&self.results)?;
        Ok(table.game(code).map(|(game, shift)| (game.row.clone(), shift)))
    }

    /// The game that has this code, or one that the rules prove equal, in the results or in a survey
    /// beside them; none if there are no results. A row that is called proved but lacks what proves it
    /// is named on stderr and not used.
    pub fn game(&self, code: &Code) -> anyhow::Result<Option<OwnGame>> {
        self.periods()?;
        let surveys = SURVEYS.into_iter().map(|survey| self.results.join(survey));
        for directory in std::iter::once(self.results.to_path_buf()).chain(surveys) {
            if let Some(found) = earlier(directory, code)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}

/// The game with this code in a directory, if it has one.
fn earlier(directory: PathBuf, code: &Code) -> anyhow::Result<Option<OwnGame>> {
    let file = directory.join(PERIODS);
    if !file.is_file() {
        return Ok(None);
    }
    let _lock = DirectoryLock::shared(&directory);
    // A manifest of something else says nothing about results.
    let manifest = Manifest::read(&directory).unwrap_or_default();
    let evidence = Evidence::beside(&file, &directory, manifest)
        .with_context(|| format!("`{}` is not used", file.display()))?;
    let games = GameTable::read(&file, None)?.merged();
    let Some((i, shift)) = find(&games, code) else { return Ok(None) };
    let game = games[i].clone();
    if let Err(fault) = evidence.judge(&game.row) {
        say(Unused { file, code: Some(game.row.code), fault });
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
