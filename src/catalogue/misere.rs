//! The kinds of published statements about misère play; `octal-codes/README.md` says when each
//! holds.

use super::error::CatalogueError;
use super::table::TableRow;
use crate::code::Game;
use crate::misere::genus::GenusSymbol;
use crate::misere::record::{INFINITE, Order};
use crate::outcome::Outcome;

/// A claim about the misère play of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MisereStatement {
    /// The order of the quotient of the whole game.
    Order(Order),
    /// |P| of the quotient of the whole game.
    PPortion(u64),
    /// The least preperiod of the pretending function.
    Preperiod(u64),
    /// The least period of the pretending function.
    Period(u64),
    /// The last heap with a tame partial quotient; a later one is wild.
    TameTo(u64),
    /// The first heap with a wild partial quotient.
    WildAt(u64),
    /// The partial quotient of the heaps up to n.
    Partial {
        /// n.
        n: u64,
        /// |Q|.
        order: u64,
        /// |P|, if it is stated.
        p_portion: Option<u64>,
    },
    /// The genus of heap n.
    Genus {
        /// n.
        n: u64,
        /// The symbol.
        symbol: GenusSymbol,
    },
    /// The winner of a position.
    Outcome {
        /// The heaps.
        heaps: Vec<u64>,
        /// N or P.
        outcome: Outcome,
    },
}

impl MisereStatement {
    /// The names of all kinds, as they stand in tables.
    pub const KINDS: [&str; 9] = [
        "misere-order",
        "misere-p-portion",
        "misere-preperiod",
        "misere-period",
        "misere-tame-to",
        "misere-wild-at",
        "misere-partial",
        "genus",
        "misere-outcome",
    ];

    /// The name of this kind.
    pub const fn kind(&self) -> &'static str {
        match self {
            MisereStatement::Order(_) => "misere-order",
            MisereStatement::PPortion(_) => "misere-p-portion",
            MisereStatement::Preperiod(_) => "misere-preperiod",
            MisereStatement::Period(_) => "misere-period",
            MisereStatement::TameTo(_) => "misere-tame-to",
            MisereStatement::WildAt(_) => "misere-wild-at",
            MisereStatement::Partial { .. } => "misere-partial",
            MisereStatement::Genus { .. } => "genus",
            MisereStatement::Outcome { .. } => "misere-outcome",
        }
    }

    /// True if the statement is about all heaps, and not about finitely many that it names.
    pub fn is_about_all_heaps(&self) -> bool {
        self.last_heap().is_none()
    }

    /// The last heap that it is about, if these are finitely many.
    pub fn last_heap(&self) -> Option<u64> {
        match self {
            MisereStatement::TameTo(n) => Some(n.saturating_add(1)),
            MisereStatement::WildAt(n)
            | MisereStatement::Partial { n, .. }
            | MisereStatement::Genus { n, .. } => Some(*n),
            MisereStatement::Outcome { heaps, .. } => {
                Some(heaps.iter().max().copied().unwrap_or(0))
            }
            _ => None,
        }
    }

    /// Reads the columns `statement` and `claimed` of a row; `None` if it is of another kind.
    pub(super) fn of(
        row: &TableRow,
        game: &Game,
    ) -> Result<Option<MisereStatement>, CatalogueError> {
        let kind = row.get("statement");
        if !MisereStatement::KINDS.contains(&kind) {
            return Ok(None);
        }
        if game.shift > 0 {
            return Err(row.wrong("code", "a code without a shift, for misère play"));
        }
        let number = |what| row.number(CLAIMED, what);
        let heap = "a heap size from 1";
        Ok(Some(match kind {
            "misere-order" if row.get(CLAIMED) == INFINITE => {
                MisereStatement::Order(Order::Infinite)
            }
            "misere-order" => MisereStatement::Order(Order::Finite(number(
                "how many elements, a whole number or `infinite`",
            )?)),
            "misere-p-portion" => {
                MisereStatement::PPortion(number("how many elements of P, a whole number")?)
            }
            "misere-preperiod" => {
                MisereStatement::Preperiod(number("the preperiod, a whole number")?)
            }
            "misere-period" => {
                MisereStatement::Period(positive(row, "the period, a whole number from 1")?)
            }
            "misere-tame-to" => MisereStatement::TameTo(number("a heap size")?),
            "misere-wild-at" => MisereStatement::WildAt(positive(row, heap)?),
            "misere-partial" => partial(row)?,
            "genus" => genus(row)?,
            _ => outcome(row)?,
        }))
    }
}

const CLAIMED: &str = "claimed";

/// A whole number from 1.
fn positive(row: &TableRow, what: &str) -> Result<u64, CatalogueError> {
    match row.number(CLAIMED, what)? {
        0 => Err(row.wrong(CLAIMED, what)),
        number => Ok(number),
    }
}

/// `24 24`, or `33 638/109`.
fn partial(row: &TableRow) -> Result<MisereStatement, CatalogueError> {
    let read = || {
        let (n, sizes) = row.get(CLAIMED).split_once(char::is_whitespace)?;
        let (order, p_portion) = match sizes.trim_start().split_once('/') {
            Some((order, p)) => (order, Some(p.parse().ok()?)),
            None => (sizes.trim_start(), None),
        };
        let (n, order) = (n.parse().ok()?, order.parse().ok()?);
        Some(MisereStatement::Partial { n, order, p_portion })
    };
    let expected = "a heap size and |Q|, or |Q|/|P|, as in `24 24` or `33 638/109`";
    read().ok_or_else(|| row.wrong(CLAIMED, expected))
}

/// `5 4^{146}`.
fn genus(row: &TableRow) -> Result<MisereStatement, CatalogueError> {
    let read = || {
        let (n, symbol) = row.get(CLAIMED).split_once(char::is_whitespace)?;
        let (n, symbol) = (n.parse().ok()?, symbol.trim_start().parse().ok()?);
        Some(MisereStatement::Genus { n, symbol })
    };
    let expected = "a heap size and a genus symbol, as in `5 4^{146}`, `5 4^146` or `5 4(146)`";
    read().ok_or_else(|| row.wrong(CLAIMED, expected))
}

/// `5 9 12 N`.
fn outcome(row: &TableRow) -> Result<MisereStatement, CatalogueError> {
    let read = || {
        let (heaps, letter) = row.get(CLAIMED).rsplit_once(char::is_whitespace)?;
        let outcome = match letter {
            "N" => Outcome::N,
            "P" => Outcome::P,
            _ => return None,
        };
        let heaps: Result<Vec<u64>, _> = heaps.split_whitespace().map(str::parse).collect();
        Some(MisereStatement::Outcome { heaps: heaps.ok()?, outcome })
    };
    let expected = "heap sizes and N or P, as in `5 9 12 N`";
    read().ok_or_else(|| row.wrong(CLAIMED, expected))
}
