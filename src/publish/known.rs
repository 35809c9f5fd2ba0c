//! The known facts about one game: from the literature, and from the searches of this program.
//!
//! Statements about an equal game count, with its code and in its heaps. Cost: O(claims and
//! limits).

use serde::Serialize;

use crate::catalogue::Statement;
use crate::catalogue::claims::Claim;
use crate::catalogue::limits::PublishedLimit;
use crate::catalogue::settled::SettledGame;
use crate::catalogue::sources::{MentionedGames, Publication};
use crate::code::cousins::{same_by_rules, standard_form};
use crate::code::{Game, names};
use crate::formats::periods::digest;
use crate::misere::record::{Extent, Order, Record};
use crate::period::Answer;
use crate::period::Status;
use crate::period::search::Limits;
use crate::period::sequence::Known;
use crate::period::shifted::View;
use crate::survey::class::{Member, classes, octal_codes};
use crate::survey::embedded::EmbeddedGame;
use crate::survey::figures::{self, FigureRow};
use crate::survey::report::Literature;
use crate::survey::store::Finished;

/// The column names of [`FlatFacts`].
pub const HEADER: [&str; 18] = [
    "code",
    "name",
    "equal_games",
    "settled_by",
    "published",
    "published_limit",
    "published_by",
    "source",
    "row",
    "status",
    "preperiod",
    "period",
    "saltus",
    "verified_to",
    "certificate",
    "misere_status",
    "misere_order",
    "misere_certificate",
];

/// The known facts about a game.
#[derive(Clone, Debug, Serialize)]
pub struct GameFacts {
    /// The game that was asked about.
    pub code: String,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The codes with the same sequence: `CODE shift s` means G(n) = G_CODE(n − s).
    pub equal_games: Vec<Member>,
    /// The people who found its period, and the year.
    pub settled: Vec<Settlement>,
    /// The published periods.
    pub periods: Vec<PublishedPeriod>,
    /// The published searches that found no period, the furthest first.
    pub limits: Vec<PublishedSearch>,
    /// The figures that these searches print, with the verdicts of ours.
    pub figures: Vec<FigureRow>,
    /// True if a collected publication states anything about the game or an equal one.
    pub published: bool,
    /// Our row, if there is one: that of `periods.csv`, or of a search made now. Its heaps are
    /// those of the game, unless `row.code` says otherwise.
    pub row: Option<Answer>,
    /// The game of `periods.csv` that has the row: `CODE shift s` means G(n) = G_CODE(n − s).
    pub row_game: Option<Member>,
    /// The file of our certificate, if there is one.
    pub certificate: Option<String>,
    /// Our row on misère play, if there is one; its heaps as those of `row`.
    pub misere: Option<Record>,
}

/// A row of this program about the game that has a code.
#[derive(Clone, Debug)]
pub struct OwnGame {
    /// The row with all codes that are the game.
    pub game: Finished,
    /// s with G_row(n) = G_code(n − s) for the code asked about.
    pub shift: i64,
    /// The path of its certificate, if it has one.
    pub certificate: Option<String>,
}

impl OwnGame {
    /// The game of a period that was just proved; none if it is not proved.
    pub fn proved_now(known: &Known) -> Option<OwnGame> {
        known.finding.proved()?;
        let mut row = Answer::new(&View::from(known), &Limits::heaps(known.verified_to()));
        row.digest = digest(known);
        let members = vec![Member { code: known.code.clone(), shift: 0 }];
        let game = Finished { row, exceptions: vec![], members, certificate: None };
        Some(OwnGame { game, shift: 0, certificate: None })
    }
}

/// A row that is part of the program, whose certificate is not.
impl From<EmbeddedGame> for OwnGame {
    fn from(found: EmbeddedGame) -> OwnGame {
        OwnGame { game: found.game, shift: found.shift, certificate: None }
    }
}

/// The results of this program on one game.
#[derive(Clone, Copy, Debug, Default)]
pub struct OwnResults<'a> {
    /// The row of the game.
    pub found: Option<&'a OwnGame>,
    /// The sequence of the code asked about, if it was computed: it has the exceptions that a row
    /// of another code does not determine.
    pub known: Option<&'a Known>,
    /// The row on misère play, and s with heap n of the code asked about being heap n − s of it.
    pub misere: Option<(&'a Record, i64)>,
}

/// The publication that settled the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Settlement {
    /// The code whose period was found.
    pub code: String,
    /// The people who found the period.
    pub by: String,
    /// The year in which it was published.
    pub year: Option<u64>,
    /// The publication, or the person who reports it.
    pub source: String,
    /// A remark of the catalogue.
    pub note: String,
}

/// The published statements about games.
#[derive(Clone, Copy, Debug)]
pub struct Publications<'a> {
    /// The published claims and limits.
    pub literature: Literature<'a>,
    /// The settled games.
    pub settled: &'a [SettledGame],
    /// Where all of it was published.
    pub sources: &'a [Publication],
    /// The games that any publication mentions.
    pub mentioned: &'a MentionedGames,
}

/// A published statement about the period of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PublishedPeriod {
    /// The code for which it was stated.
    pub code: String,
    /// The period.
    pub period: u64,
    /// Where it was published.
    pub source: String,
    /// A remark of the catalogue.
    pub note: String,
}

/// A published search of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PublishedSearch {
    /// The code that was searched.
    pub code: String,
    /// The last heap searched.
    pub heaps: u64,
    /// The people who searched.
    pub who: String,
    /// The year in which it was published.
    pub year: Option<u64>,
    /// Where it was published.
    pub source: String,
    /// A remark of the catalogue.
    pub note: String,
}

/// [`GameFacts`] as one row of a table.
#[derive(Clone, Debug, Serialize)]
pub struct FlatFacts {
    code: String,
    name: Option<String>,
    equal_games: String,
    settled_by: String,
    published: String,
    published_limit: Option<u64>,
    published_by: Option<String>,
    source: Option<String>,
    row: Option<String>,
    status: Option<Status>,
    preperiod: Option<u64>,
    period: Option<u64>,
    saltus: Option<u64>,
    verified_to: Option<u64>,
    certificate: Option<String>,
    misere_status: Option<Extent>,
    misere_order: Option<Order>,
    misere_certificate: Option<String>,
}

impl GameFacts {
    /// The published statements about a game, and about the games that the rules or our row prove
    /// equal; and our results.
    pub fn new(game: &Game, own: OwnResults<'_>, published: Publications<'_>) -> GameFacts {
        let Publications { literature, settled, sources, mentioned } = published;
        let found = own.found;
        let of_row = |other: &Game| {
            found.is_some_and(|own| own.game.members.iter().any(|m| m.code == other.code))
        };
        // Equal up to the size of heaps.
        let equal =
            |other: &Game| of_row(other) || same_by_rules(&game.code, &other.code).is_some();
        let claims = literature.claims.iter().filter(|claim| equal(&claim.game));
        let settled = settled.iter().filter(|settled| equal(&settled.game));
        let limits = literature.limits.iter().filter(|limit| equal(&limit.game));
        let mut limits: Vec<PublishedSearch> =
            limits.map(|limit| PublishedSearch::new(limit, sources)).collect();
        limits.sort_by_key(|limit| std::cmp::Reverse(limit.heaps));
        let row = found.map_or(&[][..], |own| std::slice::from_ref(&own.game));
        let equal_games = equal_games(game, found);
        let is_mentioned = equal_games.iter().any(|member| mentioned.include(&member.code));
        GameFacts {
            code: game.to_string(),
            name: names::name_of(game).map(str::to_owned),
            published: is_mentioned || mentioned.include(&game.code),
            settled: settled.map(|settled| Settlement::new(settled, sources)).collect(),
            periods: claims.filter_map(|claim| PublishedPeriod::new(claim, sources)).collect(),
            limits,
            figures: figures::rows(row, literature.limits),
            row: found.map(|found| own_row(game, found, own.known)),
            row_game: found.map(|own| {
                let code = own.game.members[0].code.clone();
                Member { code, shift: game.shift as i64 - own.shift }
            }),
            certificate: found.and_then(|own| own.certificate.clone()),
            misere: own.misere.map(|(record, shift)| {
                let moved = record.moved(game, shift + game.shift as i64);
                moved.unwrap_or_else(|| record.clone())
            }),
            equal_games,
        }
    }

    /// True if anything is known: a name, a published statement, or a row.
    pub fn is_anything(&self) -> bool {
        let is_published =
            !self.settled.is_empty() || !self.periods.is_empty() || !self.limits.is_empty();
        is_published || self.name.is_some() || self.row.is_some() || self.misere.is_some()
    }

    /// As one row of a table.
    pub fn flat(&self) -> FlatFacts {
        let (furthest, row) = (self.limits.first(), self.row.as_ref());
        let misere = self.misere.as_ref();
        let published = self
            .periods
            .iter()
            .map(|said| format!("{}: {} ({})", said.code, said.period, said.source));
        FlatFacts {
            code: self.code.clone(),
            name: self.name.clone(),
            equal_games: listed(&self.equal_games),
            settled_by: self.settled.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
            published: published.collect::<Vec<_>>().join("; "),
            published_limit: furthest.map(|limit| limit.heaps),
            published_by: furthest.map(|limit| limit.who.clone()),
            source: furthest.map(|limit| limit.source.clone()),
            row: self.row_game.as_ref().map(|member| member.code.to_string()),
            status: row.map(|row| row.status),
            preperiod: row.and_then(|row| row.preperiod),
            period: row.and_then(|row| row.period),
            saltus: row.and_then(|row| row.saltus),
            verified_to: row.map(|row| row.verified_to),
            certificate: self.certificate.clone(),
            misere_status: misere.map(|record| record.status),
            misere_order: misere.and_then(|record| record.order),
            misere_certificate: misere.and_then(|record| record.certificate.clone()),
        }
    }
}

impl Settlement {
    fn new(settled: &SettledGame, sources: &[Publication]) -> Settlement {
        Settlement {
            code: settled.code.clone(),
            by: settled.by.clone(),
            year: settled.year,
            source: cited(&settled.source, sources),
            note: settled.note.clone(),
        }
    }
}

/// "0.104 by A. Flammenkamp (OEIS A071457)".
impl std::fmt::Display for Settlement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Settlement { code, by, year, source, note } = self;
        let year = year.map(|year| format!(", {year}")).unwrap_or_default();
        let note = if note.is_empty() { String::new() } else { format!("; {note}") };
        write!(f, "{code} by {by}{year} ({source}{note})")
    }
}

impl PublishedPeriod {
    /// The period that a claim states, if it states one.
    fn new(claim: &Claim, sources: &[Publication]) -> Option<PublishedPeriod> {
        let Statement::Period(period) = claim.statement else { return None };
        Some(PublishedPeriod {
            code: claim.code.clone(),
            period,
            source: cited(&claim.source, sources),
            note: claim.note.clone(),
        })
    }
}

impl PublishedSearch {
    fn new(limit: &PublishedLimit, sources: &[Publication]) -> PublishedSearch {
        PublishedSearch {
            code: limit.code.clone(),
            heaps: limit.heaps,
            who: limit.who.clone(),
            year: limit.year,
            source: cited(&limit.source, sources),
            note: limit.note.clone(),
        }
    }
}

/// The source with this key.
fn cited(key: &str, sources: &[Publication]) -> String {
    let source = sources.iter().find(|source| source.key == key);
    source.map_or(key, |source| &source.citation).to_owned()
}

/// The other codes with the sequence of a game, G(n) = G_code(n − shift). They are the codes of its
/// row, its standard form, and the codes of up to three digits that the rules prove equal.
pub fn equal_games(game: &Game, found: Option<&OwnGame>) -> Vec<Member> {
    let own = [standard_form(&game.code).0, game.code.clone()];
    let codes = octal_codes(3).into_iter().chain(own);
    let class = classes(codes).into_iter().find(|class| class.shift_of(&game.code).is_some());
    let by_rules = class.and_then(|class| Some((class.shift_of(&game.code)?, class.members)));
    let by_row = found.map(|own| (own.shift, own.game.members.clone()));
    let mut equal: Vec<Member> = vec![];
    for (own, members) in by_row.into_iter().chain(by_rules) {
        for member in members {
            if member.code != game.code && equal.iter().all(|known| known.code != member.code) {
                // G_game(n) = G_first(n − game.shift + own) and G_first(n) = G_member(n − shift).
                let shift = game.shift as i64 - own + member.shift;
                equal.push(Member { shift, ..member });
            }
        }
    }
    equal
}

/// The row that was found as the row of the game. Exceptions are those of `known` where the row
/// does not determine them. If it does not determine the preperiod either, the row stays that of
/// its own code.
fn own_row(game: &Game, own: &OwnGame, known: Option<&Known>) -> Answer {
    let (row, shift) = (&own.game.row, game.shift as i64 - own.shift);
    let has_same_period = |known: &&Known| {
        let of_known = known.finding.proved().map(|p| (p.period, p.saltus));
        of_known.is_some() && of_known == row.proved().map(|p| (p.period, p.saltus))
    };
    let moved = match known.filter(has_same_period) {
        Some(known) if shift != 0 => {
            let limits = Limits::heaps(known.verified_to());
            let mut moved = Answer::new(&View::new(known, game.shift as i64), &limits);
            moved.verified_to = row.verified_to.saturating_add_signed(shift);
            (moved.theorem, moved.stop) = (row.theorem, row.stop);
            (moved.certificate, moved.digest) = (row.certificate.clone(), digest(known));
            Some(moved)
        }
        _ => row.moved(game, shift),
    };
    let Some(mut moved) = moved else { return row.clone() };
    let others = own.game.members.iter().filter(|member| member.code != game.code);
    let cousins: Vec<Member> =
        others.map(|m| Member { code: m.code.clone(), shift: shift + m.shift }).collect();
    moved.cousins = Some(listed(&cousins));
    moved
}

/// As tables write them.
fn listed(members: &[Member]) -> String {
    members.iter().map(Member::to_string).collect::<Vec<_>>().join("; ")
}
