//! What the verbs of misère play share: the code, the limits, and how a search is followed.

use std::io::{IsTerminal, stderr};

use anyhow::ensure;
use indicatif::ProgressBar;
use octal::code::{Code, Game};
use octal::misere::limits::{Limits, Progress, Watcher};
use octal::misere::solve::{Proof, Solved};
use octal::period::search::{self, search};
use octal::period::sequence::Known;

use crate::cli::common::limits::LimitArgs;
use crate::cli::common::progress::{Interruptible, PlainLines};
use crate::cli::common::signal;

/// How far a search goes that was given no limit: about half a minute.
const DEFAULT: search::Limits =
    search::Limits { heaps: 10_000, work: Some(20_000_000_000), memory: u64::MAX };

/// How far normal play is searched for its period.
const NORMAL: search::Limits =
    search::Limits { heaps: 1 << 24, work: Some(2_000_000_000), memory: u64::MAX };

/// The code of a game without a shift.
///
/// # Errors
/// If there is one: a heap would belong to another game.
pub fn code(game: &Game) -> anyhow::Result<&Code> {
    let Game { code, shift } = game;
    ensure!(
        *shift == 0,
        "misère play is about the heaps of a code: ask for {code}, with heaps smaller by {shift}"
    );
    Ok(code)
}

/// The limits that the options set.
pub fn limits(args: &LimitArgs) -> Limits {
    let limits = args.limits(DEFAULT, 1);
    let heaps = usize::try_from(limits.heaps).unwrap_or(usize::MAX);
    Limits { heaps, work: limits.work, memory: limits.memory }
}

/// The normal play of a game whose misère play is solved by Theorem K; `None` for another, and if a
/// signal asks to stop.
///
/// # Errors
/// If the system has less memory than the limits allow.
pub fn normal(solved: &Solved, args: &LimitArgs) -> anyhow::Result<Option<Known>> {
    if !matches!(solved.proof, Some(Proof::Kernel(_))) {
        return Ok(None);
    }
    let limits = search::Limits { memory: args.memory.bytes(), ..NORMAL };
    Ok(Some(search(&solved.code, &limits, &Interruptible)?))
}

/// "8", or "unknown".
pub fn or_unknown(value: Option<impl ToString>) -> String {
    value.map_or("unknown".to_owned(), |value| value.to_string())
}

/// Follows one search.
pub struct Bar {
    bar: ProgressBar,
    lines: Option<PlainLines>,
    code: String,
}

impl Bar {
    /// A line of its own; signals are caught from now on.
    pub fn new(code: &Code) -> Bar {
        signal::catch();
        let lines = (!stderr().is_terminal()).then(PlainLines::new);
        Bar { bar: ProgressBar::new_spinner(), lines, code: code.to_string() }
    }
}

impl Watcher for Bar {
    fn goes_on(&self, progress: &Progress) -> bool {
        let Progress { heap, order, candidate } = progress;
        let candidate =
            candidate.map_or(String::new(), |order| format!(", a candidate has order {order}"));
        let state = format!("{}: heap {heap}, order {order}{candidate}", self.code);
        self.bar.set_message(state.clone());
        self.bar.tick();
        if let Some(lines) = &self.lines {
            lines.say(|| state);
        }
        !signal::caught()
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
