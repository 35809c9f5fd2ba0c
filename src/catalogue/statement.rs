//! The kinds of published statements; `octal-codes/README.md` says when each holds.

use super::error::CatalogueError;
use super::misere::MisereStatement;
use super::table::TableRow;
use crate::code::{Code, CodeError, Game, LARGEST_SHIFT};

/// A claim about a sequence, or about misère play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// The least period.
    Period(u64),
    /// n0, the least preperiod.
    Preperiod(u64),
    /// G(n + p) = G(n) + s for all n ≥ n0: p least, then n0.
    ArithmeticPeriod {
        /// p.
        period: u64,
        /// s.
        saltus: u64,
        /// n0, if the source states it.
        preperiod: Option<u64>,
    },
    /// n0 − 1.
    LastException(u64),
    /// All heaps that break the pattern, in ascending order.
    Exceptions(Vec<u64>),
    /// The number of heaps that break the pattern.
    ExceptionCount(u64),
    /// The pattern by n mod p, from n mod p = 0 on; never empty.
    PeriodicValues(Vec<u64>),
    /// G(n) = v.
    Value {
        /// The heap.
        n: u64,
        /// Its value.
        v: u64,
    },
    /// G(n) = G_code(n − shift) for all n, values below heap 0 being 0.
    Equals {
        /// The other code.
        code: Code,
        /// The difference between the heaps of this code and of the other.
        shift: i64,
    },
    /// The largest value.
    MaxValue(u64),
    /// The number of rare heaps.
    RareCount(u64),
    /// The last rare heap.
    LastRare(u64),
    /// The number of heaps with value 0.
    PPositions(u64),
    /// Something about misère play.
    Misere(MisereStatement),
}

impl Statement {
    /// The names of all kinds about normal play, as they stand in tables; the others are
    /// [`MisereStatement::KINDS`].
    pub const KINDS: [&str; 13] = [
        "period",
        "preperiod",
        "arithmetic_period",
        "last_exception",
        "exceptions",
        "exception_count",
        "periodic_values",
        "value",
        "equals",
        "max_value",
        "rare_count",
        "last_rare",
        "p_positions",
    ];

    /// The name of this kind.
    pub const fn kind(&self) -> &'static str {
        match self {
            Statement::Period(_) => "period",
            Statement::Preperiod(_) => "preperiod",
            Statement::ArithmeticPeriod { .. } => "arithmetic_period",
            Statement::LastException(_) => "last_exception",
            Statement::Exceptions(_) => "exceptions",
            Statement::ExceptionCount(_) => "exception_count",
            Statement::PeriodicValues(_) => "periodic_values",
            Statement::Value { .. } => "value",
            Statement::Equals { .. } => "equals",
            Statement::MaxValue(_) => "max_value",
            Statement::RareCount(_) => "rare_count",
            Statement::LastRare(_) => "last_rare",
            Statement::PPositions(_) => "p_positions",
            Statement::Misere(statement) => statement.kind(),
        }
    }

    /// Reads the columns `statement` and `claimed` of a row about this game.
    pub(super) fn of(row: &TableRow, game: &Game) -> Result<Statement, CatalogueError> {
        match MisereStatement::of(row, game)? {
            Some(statement) => Ok(Statement::Misere(statement)),
            None => Statement::of_normal_play(row),
        }
    }

    fn of_normal_play(row: &TableRow) -> Result<Statement, CatalogueError> {
        let number = |what| row.number(CLAIMED, what);
        Ok(match row.get("statement") {
            "period" => Statement::Period(match number("the period, a whole number from 1")? {
                0 => return Err(row.wrong(CLAIMED, "the period, a whole number from 1")),
                p => p,
            }),
            "preperiod" => Statement::Preperiod(number("the preperiod, a whole number")?),
            "arithmetic_period" => arithmetic_period(row)?,
            "last_exception" => Statement::LastException(number("a heap size")?),
            "exceptions" => Statement::Exceptions(exceptions(row)?),
            "exception_count" => Statement::ExceptionCount(number("how many, a whole number")?),
            "periodic_values" => {
                let what = "the values of one period, separated by spaces";
                Statement::PeriodicValues(row.numbers(CLAIMED, what)?)
            }
            "value" => value(row)?,
            "equals" => equals(row)?,
            "max_value" => Statement::MaxValue(number("a value, a whole number")?),
            "rare_count" => Statement::RareCount(number("how many, a whole number")?),
            "last_rare" => Statement::LastRare(number("a heap size")?),
            "p_positions" => Statement::PPositions(number("how many, a whole number")?),
            found => {
                let ((file, line), found) = (row.place(), found.to_owned());
                let expected = [&Statement::KINDS[..], &MisereStatement::KINDS].concat().join(", ");
                return Err(CatalogueError::UnknownStatement { file, line, found, expected });
            }
        })
    }
}

const CLAIMED: &str = "claimed";

/// Heap sizes in ascending order, each once; the word `none` stands for no heap at all.
fn exceptions(row: &TableRow) -> Result<Vec<u64>, CatalogueError> {
    if row.get(CLAIMED) == "none" {
        return Ok(Vec::new());
    }
    let mut heaps = row.numbers(CLAIMED, "heap sizes separated by spaces, or `none`")?;
    heaps.sort_unstable();
    heaps.dedup();
    Ok(heaps)
}

fn arithmetic_period(row: &TableRow) -> Result<Statement, CatalogueError> {
    let expected = "a period from 1, a saltus, and perhaps a preperiod, as in `53 16 1`";
    match row.numbers(CLAIMED, expected)?[..] {
        [period, saltus, ref rest @ ..] if period > 0 && rest.len() <= 1 => {
            let preperiod = rest.first().copied();
            Ok(Statement::ArithmeticPeriod { period, saltus, preperiod })
        }
        _ => Err(row.wrong(CLAIMED, expected)),
    }
}

fn value(row: &TableRow) -> Result<Statement, CatalogueError> {
    let expected = "a heap size and its value, as in `35 6`";
    match row.numbers(CLAIMED, expected)?[..] {
        [n, v] => Ok(Statement::Value { n, v }),
        _ => Err(row.wrong(CLAIMED, expected)),
    }
}

fn equals(row: &TableRow) -> Result<Statement, CatalogueError> {
    let text = row.get(CLAIMED);
    let (text, back) = negative_shift(text).unwrap_or((text, 0));
    let game: Game = text.parse().map_err(|error| wrong_code(row, CLAIMED, error))?;
    let shift = back.checked_add_unsigned(game.shift);
    let shift = shift.filter(|shift| shift.unsigned_abs() <= LARGEST_SHIFT);
    let shift = shift.ok_or_else(|| {
        row.wrong(CLAIMED, format!("a shift from -{LARGEST_SHIFT} to {LARGEST_SHIFT}"))
    })?;
    Ok(Statement::Equals { code: game.code, shift })
}

/// Splits `CODE shift -s` into CODE and −s.
fn negative_shift(text: &str) -> Option<(&str, i64)> {
    let (before, number) = text.rsplit_once(char::is_whitespace)?;
    let (code, word) = before.trim_end().rsplit_once(char::is_whitespace)?;
    let shift = number.strip_prefix('-').and(number.parse().ok())?;
    word.eq_ignore_ascii_case("shift").then_some((code, shift))
}

/// The game in the column `code` of a row.
pub(super) fn game(row: &TableRow) -> Result<Game, CatalogueError> {
    row.get("code").parse().map_err(|error| wrong_code(row, "code", error))
}

fn wrong_code(row: &TableRow, column: &'static str, source: CodeError) -> CatalogueError {
    let (file, line) = row.place();
    CatalogueError::Code { file, line, column, source }
}
