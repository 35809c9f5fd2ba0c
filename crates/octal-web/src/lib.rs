//! The engines and the checker in a browser: a plain C interface that speaks JSON.
//!
//! A caller writes a request into memory from [`interface::alloc`], passes it to [`interface::call`]
//! and reads the reply. A request is an object with the field `op`; [`Request`] lists them. A reply
//! is `{"ok": …}` or `{"error": {"message", "column", "meant"}}`. Bad input is an error, never a trap.
//! A trap means that memory has run out; the caller then starts a new instance.
//!
//! ```
//! let reply = octal_web::reply(r#"{"op":"values","game":"kayles","to":5}"#);
//! assert_eq!(reply, r#"{"ok":{"values":[0,1,2,3,1,4]}}"#);
//! ```

mod game;
mod identify;
pub mod interface;
mod play;
mod proof;
mod search;

use octal_check::{CertificateFile, Selection};
use octal_games::workspace::code::CodeError;
use octal_rule::RuleError;
use serde::Deserialize;
use serde_json::{Value, json};

/// A request. Heaps and limits are numbers of tokens and bytes.
#[derive(Debug, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case")]
pub enum Request {
    /// The game that a text stands for: its code, digits, name and standard form.
    Read {
        /// A code, a name, or either with a shift.
        text: String,
    },
    /// G(0), …, G(to).
    Values {
        /// The game.
        game: String,
        /// The last heap.
        to: u64,
    },
    /// The values of a game that is given by a rule, as far as its limits allow.
    Rule {
        /// The rule, such as `n -> n-1 | n-3 | n-4`.
        text: String,
        /// The last heap, or the last number of rows and columns.
        to: u64,
    },
    /// Begins a search for the period of a game. It replaces the search before.
    Search {
        /// The game.
        game: String,
        /// The last heap to compute.
        heaps: u64,
        /// The most bytes of memory.
        memory: u64,
    },
    /// Computes for a fraction of a second. The reply says how far the search is.
    Step,
    /// Lets an ended search continue with larger limits.
    Extend {
        /// The last heap to compute.
        heaps: u64,
        /// The most bytes of memory.
        memory: u64,
    },
    /// Reports what the search has found.
    Found,
    /// Values of the search: G(from), …, G(to), as far as they are computed or proved.
    Slice {
        /// The first heap.
        from: u64,
        /// The last heap.
        to: u64,
    },
    /// The certificate of the period that the search has proved.
    Certificate,
    /// Checks a certificate of any kind with the independent checker.
    Check {
        /// The text of the file.
        text: String,
        /// The most steps; a certificate that needs more is not checked, and the reply says so.
        work: u64,
    },
    /// The misère quotient, if it is small.
    Misere {
        /// The game.
        game: String,
    },
    /// The outcome of positions in misère play, by direct search.
    MiserePositions {
        /// The game.
        game: String,
        /// The heaps of each position.
        positions: Vec<Vec<usize>>,
    },
    /// The outcome of sums of boards in misère play, by direct search.
    MisereBoards {
        /// The rule of the boards.
        rule: String,
        /// The boards of each sum, each by its numbers.
        positions: Vec<Vec<Vec<u64>>>,
    },
    /// A board of Treblecross: its clean runs, or its pieces in misère play, and the winning cells.
    Treblecross {
        /// A row of `.` and `X`.
        board: String,
        /// True if three in a row lose.
        misere: bool,
    },
    /// A board of Dawson's Chess: its moves, and those that win.
    Chess {
        /// The ranks from the top and the player to move, such as `ppp/3/PPP w`.
        board: String,
        /// True if the last to move loses.
        misere: bool,
    },
    /// The games of a list that have these values, one after the other, from some heap on, or those that
    /// are nearest.
    Identify {
        /// The values.
        values: Vec<u64>,
        /// The games to compare with.
        games: Vec<String>,
    },
}

/// The reason why a request has no answer.
#[derive(Debug)]
pub struct Failure {
    message: String,
    /// The column of the input, from 1, at which it goes wrong.
    column: Option<usize>,
    /// The input that was probably meant.
    meant: Option<String>,
}

impl Failure {
    fn new(message: impl ToString) -> Failure {
        Failure { message: message.to_string(), column: None, meant: None }
    }
}

impl From<CodeError> for Failure {
    fn from(error: CodeError) -> Failure {
        let text = error.to_string();
        let meant = match error {
            CodeError::MissingPoint { found, .. } => Some(format!("0.{found}")),
            CodeError::CommaForPoint { meant, .. } | CodeError::BracesOfSet { meant, .. } => {
                Some(meant.to_string())
            }
            CodeError::UnknownName { nearest, .. } => nearest.first().map(ToString::to_string),
            _ => None,
        };
        let numbered = text.strip_prefix("column ").and_then(|rest| rest.split_once(": "));
        let parts = numbered.and_then(|(column, rest)| Some((column.parse().ok()?, rest)));
        let (column, message) = match parts {
            Some((column, rest)) => (Some(column), rest.to_owned()),
            None => (None, text.clone()),
        };
        Failure { message, column, meant }
    }
}

impl From<RuleError> for Failure {
    fn from(error: RuleError) -> Failure {
        let RuleError { line, column, problem, .. } = error;
        let message = match line {
            Some(line) => format!("line {line}: {problem}"),
            None => problem,
        };
        Failure { message, column: Some(column), meant: None }
    }
}

/// An answer, or why there is none.
pub type Answer = Result<Value, Failure>;

/// The reply to a request, both as JSON.
pub fn reply(request: &str) -> String {
    let answer = serde_json::from_str(request).map_err(Failure::new).and_then(answer);
    let reply = match answer {
        Ok(answer) => json!({ "ok": answer }),
        Err(Failure { message, column, meant }) => {
            json!({ "error": { "message": message, "column": column, "meant": meant } })
        }
    };
    reply.to_string()
}

fn answer(request: Request) -> Answer {
    match request {
        Request::Read { text } => game::read(&text),
        Request::Values { game, to } => game::values(&game, to),
        Request::Rule { text, to } => game::rule_values(&text, to),
        Request::Search { game, heaps, memory } => search::begin(&game, heaps, memory),
        Request::Step => search::step(),
        Request::Extend { heaps, memory } => search::extend(heaps, memory),
        Request::Found => search::found(),
        Request::Slice { from, to } => search::slice(from, to),
        Request::Certificate => search::certificate(),
        Request::Check { text, work } => check(&text, work),
        Request::Misere { game } => play::quotient(&game),
        Request::MiserePositions { game, positions } => play::misere_positions(&game, &positions),
        Request::MisereBoards { rule, positions } => play::misere_boards(&rule, &positions),
        Request::Treblecross { board, misere } => play::treblecross(&board, misere),
        Request::Chess { board, misere } => play::chess(&board, misere),
        Request::Identify { values, games } => identify::identify(values, &games),
    }
}

/// Checks a certificate, unless the checker expects more steps than `work`.
fn check(text: &str, work: u64) -> Answer {
    let file = CertificateFile::read(text.as_bytes()).map_err(Failure::new)?;
    let links = file.pick(Selection::All).map_err(Failure::new)?;
    let cost = file.cost(&links);
    if cost > work {
        return Ok(json!({ "cost": cost, "heaps": file.heaps(&links) }));
    }
    let established = file.check(&links, 1, &|_, _| true).map_err(Failure::new)?;
    Ok(json!({
        "statement": established.statement,
        "proved": established.proved,
        "heaps": file.heaps(&links),
    }))
}
