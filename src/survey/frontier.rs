//! The rows of `frontier.csv`: the open games, with the last heaps of others' searches and of ours.
//!
//! The table is a function of the games and of the published limits. Only the column `date` is
//! remembered from one run to the next.

use serde::{Deserialize, Serialize, Serializer};

use super::class::{Class, classes, order};
use super::store::Finished;
use crate::catalogue::limits::PublishedLimit;
use crate::code::Code;
use crate::period::Answer;
use crate::period::Status;

/// The file of these rows in a directory of reports.
pub const FILE: &str = "frontier.csv";

/// The column names of `frontier.csv`.
pub const HEADER: [&str; 13] = [
    "code",
    "published_limit",
    "published_by",
    "source",
    "our_limit",
    "factor",
    "rare_count",
    "last_rare",
    "max_value",
    "max_at",
    "mask",
    "position_parity",
    "date",
];

/// A row of `frontier.csv`: an open game. Heaps are those of its code; an empty field, `None` here,
/// is unknown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FrontierRow {
    /// The code, as in `periods.csv`.
    pub code: String,
    /// The largest published limit of this game or an equal one: the last heap searched.
    pub published_limit: Option<u64>,
    /// The people who searched that far.
    pub published_by: Option<String>,
    /// Where it was published: a key of `sources.csv`.
    pub source: Option<String>,
    /// The last heap that we have searched.
    pub our_limit: Option<u64>,
    /// Our limit divided by the published one.
    pub factor: Option<LimitFactor>,
    /// The number of rare heaps up to our limit, heap 0 included.
    pub rare_count: Option<u64>,
    /// The last of them.
    pub last_rare: Option<u64>,
    /// The largest value up to our limit.
    pub max_value: Option<u64>,
    /// The first heap that has it.
    pub max_at: Option<u64>,
    /// The mask m, in hexadecimal.
    pub mask: Option<String>,
    /// ε: 1 if the position counts.
    pub position_parity: Option<u8>,
    /// The day, as YYYY-MM-DD, on which our limit came into the table.
    pub date: Option<String>,
}

/// A ratio, to two significant digits.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(transparent)]
pub struct LimitFactor(f64);

impl LimitFactor {
    /// `a` divided by `b`, which is not 0.
    pub fn of(a: u64, b: u64) -> LimitFactor {
        let digits = format!("{:.1e}", a as f64 / b as f64);
        LimitFactor(digits.parse().expect("a number is printed as one"))
    }

    /// The ratio as a number.
    pub const fn value(self) -> f64 {
        self.0
    }
}

impl std::fmt::Display for LimitFactor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if (1.0..10.0).contains(&self.0) {
            write!(f, "{:.1}", self.0)
        } else {
            write!(f, "{}", self.0)
        }
    }
}

impl Serialize for LimitFactor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Two digits of a large ratio are a whole number.
        if self.0 < 10.0 {
            self.0.serialize(serializer)
        } else {
            (self.0 as u64).serialize(serializer)
        }
    }
}

/// A published limit in the heaps of a row.
struct LimitInRow<'a> {
    heap: u64,
    limit: &'a PublishedLimit,
}

/// A row for each of these games that is open, and for each other game with a published limit, in
/// the order of `periods.csv`. `earlier` are the rows of the last run, and `date` is today.
pub fn rows(
    games: &[Finished],
    limits: &[PublishedLimit],
    earlier: &[FrontierRow],
    date: &str,
) -> Vec<FrontierRow> {
    let is_open = |game: &&Finished| game.row.status == Status::Open;
    let of_game = |game: &Finished| {
        let shift = |code: &Code| game.members.iter().find(|m| m.code == *code).map(|m| m.shift);
        let row = empty(game.row.code.clone(), furthest(limits, shift));
        (game.members[0].code.clone(), searched(row, &game.row, earlier, date))
    };
    let mut rows: Vec<(Code, FrontierRow)> = games.iter().filter(is_open).map(of_game).collect();
    for class in classes(limits.iter().map(|limit| limit.game.code.clone())) {
        let is_here = |game: &Finished| game.members.iter().any(|m| is_in(&class, &m.code));
        if !games.iter().any(is_here) {
            let code = class.code().clone();
            let limit = furthest(limits, |code| class.shift_of(code));
            rows.push((code.clone(), empty(code.to_string(), limit)));
        }
    }
    rows.sort_by_cached_key(|(code, _)| order(code));
    rows.into_iter().map(|(_, row)| row).collect()
}

fn is_in(class: &Class, code: &Code) -> bool {
    class.shift_of(code).is_some()
}

/// The limit that reaches furthest. `shift` gives s for a code of the same game: heap n of the code
/// is heap n + s of the row.
fn furthest(
    limits: &[PublishedLimit],
    shift: impl Fn(&Code) -> Option<i64>,
) -> Option<LimitInRow<'_>> {
    let in_row = |limit| {
        let PublishedLimit { game, heaps, .. }: &PublishedLimit = limit;
        let heap = *heaps as i64 - game.shift as i64 + shift(&game.code)?;
        Some(LimitInRow { heap: u64::try_from(heap).ok().filter(|&heap| heap > 0)?, limit })
    };
    // Of equal limits the first counts.
    limits.iter().rev().filter_map(in_row).max_by_key(|limit| limit.heap)
}

/// The row of a game that we have not searched.
fn empty(code: String, limit: Option<LimitInRow<'_>>) -> FrontierRow {
    FrontierRow {
        code,
        published_limit: limit.as_ref().map(|limit| limit.heap),
        published_by: limit.as_ref().map(|limit| limit.limit.who.clone()),
        source: limit.as_ref().map(|limit| limit.limit.source.clone()),
        our_limit: None,
        factor: None,
        rare_count: None,
        last_rare: None,
        max_value: None,
        max_at: None,
        mask: None,
        position_parity: None,
        date: None,
    }
}

/// The same row with the results of our search.
fn searched(row: FrontierRow, found: &Answer, earlier: &[FrontierRow], date: &str) -> FrontierRow {
    let our_limit = Some(found.verified_to);
    let same = earlier.iter().find(|old| old.code == row.code && old.our_limit == our_limit);
    let date = same.and_then(|old| old.date.clone()).unwrap_or_else(|| date.to_owned());
    FrontierRow {
        our_limit,
        factor: row.published_limit.map(|theirs| LimitFactor::of(found.verified_to, theirs)),
        rare_count: found.rare_count,
        last_rare: found.last_rare,
        max_value: found.max_value,
        max_at: found.max_at,
        mask: found.mask.map(|mask| format!("{mask:#x}")),
        position_parity: found.position_parity,
        date: Some(date),
        ..row
    }
}
