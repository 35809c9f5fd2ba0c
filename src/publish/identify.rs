//! The games that have given values, each once, with all its codes.
//!
//! [`candidates`] lists the codes of [`mod@crate::identify`] and those of the catalogue, and the
//! textbook games whose rules are no codes. Codes that the rules prove equal are one game, as are
//! those of one row of our tables. A code with a name stands for it, or else the code with the
//! least shift.
//!
//! ```
//! use octal::identify::Query;
//! use octal::publish::identify::{Identified, candidates};
//! let query = Query::new(0, vec![0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6])?;
//! let found = Identified::new(&query, &candidates()?)?;
//! assert!(found.exact && found.games[0].equation == "a(n) = G_0.77(n)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::HashMap;

use serde::Serialize;

use super::known::{GameFacts, OwnGame, OwnResults, Publications};
use crate::catalogue::sources::{self, MentionedGames};
use crate::catalogue::{CatalogueError, claims, limits, settled};
use crate::code::{Code, Game, names, value_of};
use crate::identify::{
    self, Difference, FEWEST_VALUES, IdentifyError, Match, Query, codes, differences, identify,
};
use crate::period::search::{Limits, search};
use crate::rule::{self, NamedRule, Solver, State};
use crate::survey::class::{Class, Member, classes};
use crate::survey::embedded;
use crate::survey::report::Literature;

/// The games that have given values, or those that are nearest.
#[derive(Clone, Debug, Serialize)]
pub struct Identified {
    /// The index of the first value.
    pub first: u64,
    /// The index of the last value.
    pub last: u64,
    /// True if there are at least [`FEWEST_VALUES`] values.
    pub enough: bool,
    /// True if the games have all values.
    pub exact: bool,
    /// The number of first values that exclude all other games, if the games are exact.
    pub deciding: Option<usize>,
    /// The number of codes of these games among the candidates.
    pub codes: usize,
    /// The games, those with names first.
    pub games: Vec<IdentifiedGame>,
}

/// The limits of a search for a period that no table has.
const QUICK: Limits = Limits { heaps: 1 << 16, work: Some(20_000_000), memory: 1 << 26 };

/// A game with given values.
#[derive(Clone, Debug, Serialize)]
pub struct IdentifiedGame {
    #[serde(skip)]
    first: Option<Code>,
    /// Its code, or the first of them; the name of a game without a code.
    pub code: String,
    /// The rule of a game without a code.
    pub rule: Option<String>,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// s with a(n) = G_code(n − s) for the values a(n).
    pub shift: i64,
    /// The same as an equation.
    pub equation: String,
    /// Its other codes among the candidates: `CODE shift s` means a(n) = G_CODE(n − s).
    pub equal: Vec<Member>,
    /// The values that differ.
    pub differences: Vec<Difference>,
    /// The known facts about the game, if they were looked up.
    pub known: Option<GameFacts>,
}

/// A game among which values are sought.
#[derive(Clone, Debug)]
pub enum Candidate {
    /// A code.
    Code(Code),
    /// A textbook game of single heaps whose rule is no code.
    Rule(&'static NamedRule),
}

/// The games among which values are sought: the codes of [`codes`] and of the catalogue, and the
/// textbook games whose rules are no codes.
pub fn candidates() -> Result<Vec<Candidate>, CatalogueError> {
    let is_no_code = |game: &&NamedRule| game.rule.arity() == 1 && game.rule.code().is_none();
    let rules = rule::all().iter().filter(is_no_code).map(Candidate::Rule);
    let codes = codes(sources::mentioned_codes()?).into_iter().map(Candidate::Code);
    Ok(codes.chain(rules).collect())
}

impl identify::Candidate for Candidate {
    fn extend(&self, values: &mut Vec<u64>, to: usize) {
        match self {
            Candidate::Code(code) => code.extend(values, to),
            Candidate::Rule(game) => {
                *values = values_of_rule(game, to);
                assert!(values.len() > to, "the rules of the program give the first values");
            }
        }
    }

    fn class(&self) -> Option<Game> {
        match self {
            Candidate::Code(code) => code.class(),
            Candidate::Rule(_) => None,
        }
    }

    fn far_values(&self, to: usize) -> Result<Vec<u64>, IdentifyError> {
        match self {
            Candidate::Code(code) => code.far_values(to),
            Candidate::Rule(game) => Ok(values_of_rule(game, to)),
        }
    }
}

/// G(0), …, G(to), as far as the limits of the solver allow: millions of heaps.
fn values_of_rule(game: &NamedRule, to: usize) -> Vec<u64> {
    let mut solver = Solver::new(&game.rule);
    (0..=to as u64).map_while(|n| solver.value(&State::heap(n)).ok()).collect()
}

impl Identified {
    /// The games among the candidates that have these values, or that are nearest. Cost: that of
    /// [`identify`](mod@crate::identify), and the classes of the codes found.
    ///
    /// # Errors
    /// A long list that needs a value of a candidate that is not known.
    pub fn new(query: &Query, candidates: &[Candidate]) -> Result<Identified, IdentifyError> {
        let found = identify(query, candidates)?;
        let mut matches: HashMap<&Code, &Match> = HashMap::new();
        let mut by_rule = vec![];
        for found in &found.matches {
            match &candidates[found.candidate] {
                Candidate::Code(code) => drop(matches.insert(code, found)),
                Candidate::Rule(game) => by_rule.push(IdentifiedGame::by_rule(query, game, found)?),
            }
        }
        let game = |members: &[Member]| {
            let mut codes: Vec<(&Code, &Match)> = members
                .iter()
                .filter_map(|member| matches.get_key_value(&member.code))
                .map(|(code, found)| (*code, *found))
                .collect();
            // The sort is stable: of equal shifts the shortest code comes first.
            codes.sort_by_key(|(code, found)| (name(code).is_none(), found.offset.abs()));
            IdentifiedGame::new(query, &codes)
        };
        let codes = matches.keys().copied().cloned();
        let games = merged(classes(codes));
        let games = games.iter().map(|class| game(&class.members));
        let mut games: Vec<IdentifiedGame> = games.collect::<Result<_, _>>()?;
        games.append(&mut by_rule);
        games.sort_by_key(|game| game.name.is_none());
        Ok(Identified {
            first: query.first(),
            last: query.first() + query.values().len() as u64 - 1,
            enough: query.values().len() >= FEWEST_VALUES,
            exact: found.is_exact(),
            deciding: found.deciding,
            codes: matches.len(),
            games,
        })
    }

    /// Adds what is known of the first games: from the literature and the rows of `results`, or
    /// else by a search of some milliseconds. `results` finds the row of a code.
    ///
    /// # Errors
    /// Those of `results`, of the catalogue and of the search.
    pub fn look_up<E>(
        &mut self,
        games: usize,
        results: impl Fn(&Code) -> Result<Option<OwnGame>, E>,
    ) -> Result<(), E>
    where
        E: From<CatalogueError> + From<IdentifyError>,
    {
        let (claims, limits) = (claims::published()?, limits::published()?);
        let (settled, sources) = (settled::published()?, sources::published()?);
        let literature = Literature { claims: &claims, limits: &limits };
        let mentioned = &MentionedGames::published()?;
        let published =
            Publications { literature, settled: &settled, sources: &sources, mentioned };
        for game in self.games.iter_mut().take(games) {
            let Some(first) = &game.first else { continue };
            let mut found = results(first)?;
            let mut known = None;
            if found.as_ref().is_none_or(|own| own.shift != 0) {
                known = Some(search(first, &QUICK, &|_| true).map_err(IdentifyError::from)?);
            }
            if let (None, Some(known)) = (&found, &known) {
                found = OwnGame::proved_now(known);
            }
            let own = OwnResults { found: found.as_ref(), known: known.as_ref(), misere: None };
            game.known = Some(GameFacts::new(&first.clone().into(), own, published));
        }
        Ok(())
    }

    /// As JSON, with a line break at the end.
    ///
    /// # Panics
    /// Never: plain fields always serialise into memory.
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self).expect("plain fields serialise") + "\n"
    }
}

/// The classes, joined where one row lists codes of both: then their proved periods and values are
/// the same.
fn merged(classes: Vec<Class>) -> Vec<Class> {
    let mut merged: Vec<Class> = vec![];
    let mut places: HashMap<&str, usize> = HashMap::new();
    for class in classes {
        let row = class.members.iter().find_map(|member| embedded::row_code(&member.code));
        match row.and_then(|row| places.get(row)) {
            Some(&place) => merged[place].members.extend(class.members),
            None => {
                places.extend(row.map(|row| (row, merged.len())));
                merged.push(class);
            }
        }
    }
    merged
}

impl IdentifiedGame {
    /// The game with these codes, the first of which stands for it.
    fn new(query: &Query, codes: &[(&Code, &Match)]) -> Result<IdentifiedGame, IdentifyError> {
        let (code, found) = codes[0];
        let member =
            |&(code, found): &(&Code, &Match)| Member { code: code.clone(), shift: -found.offset };
        Ok(IdentifiedGame {
            first: Some(code.clone()),
            code: code.to_string(),
            rule: None,
            name: name(code).map(str::to_owned),
            shift: -found.offset,
            equation: format!("a(n) = {}", value_of(code, -found.offset)),
            equal: codes[1..].iter().map(member).collect(),
            differences: differences_of(query, code, found)?,
            known: None,
        })
    }

    /// The game with this rule.
    fn by_rule(
        query: &Query,
        game: &'static NamedRule,
        found: &Match,
    ) -> Result<IdentifiedGame, IdentifyError> {
        Ok(IdentifiedGame {
            first: None,
            code: game.name.clone(),
            rule: Some(game.rule.to_string()),
            name: Some(game.title.clone()),
            shift: -found.offset,
            equation: format!("a(n) = {}", value_of(&game.name, -found.offset)),
            equal: vec![],
            differences: differences_of(query, &Candidate::Rule(game), found)?,
            known: None,
        })
    }
}

/// The values that differ, if some do.
fn differences_of(
    query: &Query,
    game: &impl identify::Candidate,
    found: &Match,
) -> Result<Vec<Difference>, IdentifyError> {
    match found.differences {
        0 => Ok(vec![]),
        _ => differences(query, game, found.offset),
    }
}

/// The name of the game with this code.
fn name(code: &Code) -> Option<&'static str> {
    names::name_of(&Game::from(code.clone()))
}
