//! A game as an argument: a code, a name, a rule, or a file with a rule.

use std::path::Path;
use std::str::FromStr;

use anyhow::{Result, bail};
use octal::code::Game;
use octal::input::shortened;
use octal::rule::{self, Rule};

use crate::cli::terminal::input;

/// A game as an argument.
#[derive(Clone, Debug)]
pub enum GameArg {
    /// A game with a code, also if it was given by a rule.
    Code(Game),
    /// A game by a rule that is not recognised as a code.
    Rule(GivenRule),
}

/// A rule with the name under which it is shown.
#[derive(Clone, Debug)]
pub struct GivenRule {
    /// The name of a textbook game, or the rule itself.
    pub name: String,
    /// The rule.
    pub rule: Rule,
}

impl GameArg {
    /// The game with a code; an error says that a rule has none.
    pub fn code(&self) -> Result<&Game> {
        match self {
            GameArg::Code(game) => Ok(game),
            GameArg::Rule(rule) => {
                bail!(
                    "`{}` is a rule, and this needs a game with a code",
                    shortened(&rule.name, 60)
                )
            }
        }
    }
}

impl FromStr for GameArg {
    type Err = String;

    fn from_str(text: &str) -> Result<GameArg, String> {
        match GivenRule::read(text).map_err(|error| format!("{error:#}"))? {
            // A rule of an octal game is computed as its code: a code has proved periods.
            Some(rule) => match rule.rule.code().and_then(|code| code.parse().ok()) {
                Some(game) => Ok(GameArg::Code(game)),
                None => Ok(GameArg::Rule(rule)),
            },
            None => text.parse().map(GameArg::Code).map_err(|error| format!("{error}")),
        }
    }
}

impl GivenRule {
    /// Reads a rule: its text, `@` and a file, or the name of a textbook game. `None` if the text
    /// is none of them, or a game with a code.
    pub fn read(text: &str) -> Result<Option<GivenRule>> {
        if let Some(file) = text.strip_prefix('@') {
            let rule = input::text(Path::new(file), "name a file with a rule such as `n -> n-1`")?;
            let rule = rule
                .parse::<Rule>()
                .map_err(|error| anyhow::anyhow!("`{}`, {error}", input::name(Path::new(file))))?;
            return Ok(Some(GivenRule { name: in_one_line(&rule), rule }));
        }
        if text.contains("->") || text.contains('→') {
            let rule: Rule = text.parse()?;
            return Ok(Some(GivenRule { name: in_one_line(&rule), rule }));
        }
        let has_code = text.parse::<Game>().is_ok();
        let game = rule::find(text).filter(|_| !has_code);
        Ok(game.map(|game| GivenRule { name: game.name.clone(), rule: game.rule.clone() }))
    }
}

/// A rule for a title: its lines apart by `; `.
fn in_one_line(rule: &Rule) -> String {
    rule.to_string().replace('\n', "; ")
}
