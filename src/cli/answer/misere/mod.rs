//! The parts that the verbs about misère play share: the code, the limits, the progress of a
//! search, and the answer to a position.

pub mod position;

use std::io::{IsTerminal, stderr};

use anyhow::ensure;
use indicatif::ProgressBar;
use octal::code::{Code, Game, value_of};
use octal::misere::limits::{MisereLimits, MisereProgress, MisereWatcher};
use octal::misere::quotient::{NORMAL, normal_play};
use octal::misere::record::{Extent, HEADER, QuotientTheorem, Record};
use octal::misere::solve::Solved;
use octal::period::search;
use octal::period::sequence::Known;
use serde::ser::{Error, Serialize, Serializer};

use crate::cli::args::limits::LimitArgs;
use crate::cli::terminal::progress::{PlainLines, until_signal};
use crate::cli::terminal::signal;

/// The limits of a search that was given none: about half a minute.
const DEFAULT: search::Limits =
    search::Limits { heaps: 10_000, work: Some(40_000_000_000), memory: u64::MAX };

/// The code of a game without a shift.
pub fn code(game: &Game) -> anyhow::Result<&Code> {
    let Game { code, shift } = game;
    ensure!(
        *shift == 0,
        "misère play is about the heaps of a code: ask for {code}, of which G(n) = {}",
        value_of(code, *shift as i64)
    );
    Ok(code)
}

/// "order 8, |P| = 2, proved (Theorem M)", or a text on the open part.
pub fn headline(record: &Record) -> String {
    let p = or_unknown(record.p_portion);
    match (record.theorem, record.order) {
        (Some(QuotientTheorem::M), Some(order)) => {
            format!("order {order}, |P| = {p}, proved (Theorem M)")
        }
        (Some(QuotientTheorem::I), _) => {
            format!("infinite from heap {} on, proved (Theorem I)", record.heaps + 1)
        }
        (Some(QuotientTheorem::N), _) => format!(
            "infinite, |P| = {p}, proved (Theorem N: any heap may be left as any smaller one)"
        ),
        (Some(QuotientTheorem::K), _) => format!(
            "solved by normal play, |P| = {p}, proved (Theorem K); the order is unknown, as normal play \
             is open"
        ),
        (Some(_), Some(order)) => {
            format!("order {order}, |P| = {p}, proved (Theorem K with the period of normal play)")
        }
        (_, order) => {
            let to = format!("order {}, |P| = {p} to heap {}", or_unknown(order), record.heaps);
            match record.status {
                Extent::Partial => to,
                _ => format!("open, {to} (stopped by: {})", record.stop),
            }
        }
    }
}

/// Up to which heap the quotient is that of misère Nim: "yes", "no, wild from heap 4 on".
pub fn tame(record: &Record) -> String {
    match (record.tame, record.tame_to) {
        (Some(true), _) => "yes".to_owned(),
        (_, Some(heap)) => format!("no, wild from heap {} on", heap + 1),
        _ => format!("to heap {}", record.heaps),
    }
}

/// The limits that the options set.
pub fn limits(args: &LimitArgs) -> MisereLimits {
    let limits = args.limits(DEFAULT, 1);
    let heaps = usize::try_from(limits.heaps).unwrap_or(usize::MAX);
    MisereLimits { heaps, work: limits.work, memory: limits.memory }
}

/// The limits of a search for a quotient, where `normal` are the limits of normal play. Without a
/// limit of work the search might not end, since a partial quotient may be infinite.
pub fn misere_limits(normal: &search::Limits) -> MisereLimits {
    let heaps = normal.heaps.min(DEFAULT.heaps);
    let heaps = usize::try_from(heaps).unwrap_or(usize::MAX);
    MisereLimits { heaps, work: normal.work.or(DEFAULT.work), memory: normal.memory }
}

/// Shows nothing, but stops at a signal.
pub struct UntilSignal;

impl MisereWatcher for UntilSignal {
    fn continues(&self, _: &MisereProgress) -> bool {
        !signal::caught()
    }
}

/// The limits of a direct search: those that the options set, or about half a minute.
pub fn direct_limits(args: Option<&LimitArgs>) -> MisereLimits {
    let unasked = || {
        let memory = LimitArgs::memory(None);
        MisereLimits { heaps: DEFAULT.heaps as usize, work: DEFAULT.work, memory }
    };
    args.map_or_else(unasked, limits)
}

/// The normal play of a game whose misère play is solved by Theorem K, within the limits that the
/// options set. If a signal asks to stop, the result holds what is known by then. `None` for
/// another game.
pub fn normal(solved: &Solved, args: &LimitArgs) -> anyhow::Result<Option<Known>> {
    Ok(normal_play(solved, &args.limits(NORMAL, 1), &until_signal)?)
}

/// A record as an object of JSON: all its columns but the certificate, which is a file beside a
/// table.
pub struct JsonRecord<'a>(pub &'a Record);

impl Serialize for JsonRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = serde_json::to_value(self.0).map_err(S::Error::custom)?;
        let keys = HEADER.into_iter().filter(|key| *key != "certificate");
        serializer.collect_map(keys.map(|key| (key, &fields[key])))
    }
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

impl MisereWatcher for Bar {
    fn continues(&self, progress: &MisereProgress) -> bool {
        let MisereProgress { heap, order, candidate, sums } = progress;
        let candidate =
            candidate.map_or(String::new(), |order| format!(", a candidate has order {order}"));
        let state = match sums {
            0 => format!("{}: heap {heap}, order {order}{candidate}", self.code),
            sums => format!("{}: direct search, {sums} sums decided", self.code),
        };
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
