//! The results of earlier searches: the option `--results`, and the game in them that a verb asks for.

use std::path::PathBuf;

use anyhow::Context;
use octal::code::Code;
use octal::code::cousins::same_by_rules;
use octal::file::DirectoryLock;
use octal::survey::evidence::{Evidence, Unused};
use octal::survey::manifest::Manifest;
use octal::survey::store::{Finished, GameTable};

use super::files::{PERIODS, ResultsDir};
use super::stderr::say;

/// The option of verbs that ask what was found before.
#[derive(Debug, clap::Args)]
pub struct ResultsArgs {
    /// The directory of earlier results, whose periods.csv says how far each game was searched
    #[arg(long, value_name = "DIR", default_value = "results")]
    pub results: ResultsDir,
}

/// A game of earlier results.
pub struct EarlierGame {
    /// Its row and the codes that are this game.
    pub game: Finished,
    /// s with G_row(n) = G_code(n − s) for the code that was asked for.
    pub shift: i64,
}

impl ResultsArgs {
    /// The file with a row for each game.
    pub fn periods(&self) -> PathBuf {
        self.results.join(PERIODS)
    }

    /// The game that has this code, or one that the rules prove equal; none if the directory has no
    /// results. A row that is called proved but lacks what proves it is named on stderr and not used.
    ///
    /// # Errors
    /// If the results cannot be read, or were changed since they were written.
    pub fn game(&self, code: &Code) -> anyhow::Result<Option<EarlierGame>> {
        let file = self.periods();
        if !file.is_file() {
            return Ok(None);
        }
        let _lock = DirectoryLock::shared(&self.results);
        // A manifest of something else says nothing about results.
        let manifest = Manifest::read(&self.results).unwrap_or_default();
        let evidence = Evidence::beside(&file, &self.results, manifest)
            .with_context(|| format!("`{}` is not used", file.display()))?;
        let games = GameTable::read(&file, None)?.merged();
        let Some((i, shift)) = find(&games, code) else { return Ok(None) };
        let game = games[i].clone();
        if let Err(fault) = evidence.judge(&game.row) {
            say(Unused { file, code: Some(game.row.code), fault });
            return Ok(None);
        }
        Ok(Some(EarlierGame { game, shift }))
    }
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
