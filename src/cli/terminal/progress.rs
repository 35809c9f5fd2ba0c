//! Progress on stderr: bars on a terminal, now and then a plain line elsewhere.

use std::fmt;
use std::io::{IsTerminal, stderr};
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, MultiProgress, ProgressBar, ProgressState, ProgressStyle};
use octal::code::Code;
use octal::period::pace::{Pace, PaceMeter};
use octal::period::search::{Event, EventCallback, Progress};
use octal::survey::parallel::Observer;

use super::signal;
use super::stderr::{causes, say};

/// Steps of a bar that shows a share.
const STEPS: u64 = 10_000;

/// Between two plain lines.
const LINE_EVERY: Duration = Duration::from_secs(30);

/// Says something at most every [`LINE_EVERY`], and nothing at first.
pub struct PlainLines(Mutex<Instant>);

impl PlainLines {
    /// A printer of progress in lines that has printed none yet.
    pub fn new() -> PlainLines {
        PlainLines(Mutex::new(Instant::now()))
    }

    /// Says this line, if it is time.
    pub fn say(&self, line: impl FnOnce() -> String) {
        let mut last = self.0.lock().unwrap_or_else(|e| e.into_inner());
        if last.elapsed() >= LINE_EVERY {
            *last = Instant::now();
            say(line());
        }
    }
}

/// A meter of the pace with its clock, which starts at the first look.
#[derive(Default)]
struct Clock(Mutex<(Option<Instant>, PaceMeter)>);

impl Clock {
    /// The pace of the search shown now.
    fn pace(&self, progress: &Progress) -> Pace {
        let mut clock = self.0.lock().unwrap_or_else(|e| e.into_inner());
        let begun = *clock.0.get_or_insert_with(Instant::now);
        clock.1.look(progress, begun.elapsed().as_secs_f64())
    }
}

/// Follows one search.
pub struct SearchBar {
    bar: ProgressBar,
    clock: Clock,
    lines: Option<PlainLines>,
    code: String,
    /// True if the user has set a limit, so that the share done and the time left mean something.
    is_limited: bool,
}

impl SearchBar {
    /// A bar of its own; signals are caught from now on.
    pub fn new(code: &Code) -> SearchBar {
        let lines = (!stderr().is_terminal()).then(PlainLines::new);
        SearchBar::with(ProgressBar::new(STEPS), code, lines)
    }

    /// One bar of several.
    pub fn among(all: &MultiProgress, code: &Code) -> SearchBar {
        let lines = (!stderr().is_terminal()).then(PlainLines::new);
        SearchBar::with(all.add(ProgressBar::new(STEPS)), code, lines)
    }

    /// The same without a bar, for a terminal that shows something else.
    pub fn hidden(code: &Code) -> SearchBar {
        let lines = (!stderr().is_terminal()).then(PlainLines::new);
        SearchBar::with(ProgressBar::hidden(), code, lines)
    }

    fn with(bar: ProgressBar, code: &Code, lines: Option<PlainLines>) -> SearchBar {
        signal::catch();
        let template = "{prefix:>12} {bar:30} {percent:>3}% {msg}";
        bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| bar.style()));
        bar.set_prefix(code.to_string());
        let code = code.to_string();
        SearchBar { bar, clock: Clock::default(), lines, code, is_limited: true }
    }

    /// The same for a search that ends with a proof only.
    pub fn without_limit(mut self) -> SearchBar {
        let template = ProgressStyle::with_template("{prefix:>12} {msg}");
        self.bar.set_style(template.unwrap_or_else(|_| self.bar.style()));
        self.is_limited = false;
        self
    }

    /// This text about the limits; nothing if there is none.
    fn of_limits(&self, text: String) -> String {
        if self.is_limited { text } else { String::new() }
    }

    /// Shows an event of the search; `false` if a signal asks to stop.
    pub fn observe(&self, event: Event<'_>) -> bool {
        match event {
            Event::Progress(progress) => self.show(&progress),
            Event::NotKept(reason) => say(format_args!(
                "{}: the search continues in memory only: {}",
                self.code,
                causes(reason)
            )),
            _ => {}
        }
        !signal::caught()
    }

    fn show(&self, progress: &Progress) {
        let pace = self.clock.pace(progress);
        self.bar.set_position((progress.share * STEPS as f64) as u64);
        let (state, left) = (state(progress, &pace), self.of_limits(left(&pace)));
        self.bar.set_message(format!("{state}{left}"));
        if let Some(lines) = &self.lines {
            lines.say(|| {
                let percent = progress.share * 100.0;
                let share = self.of_limits(format!(", {percent:.0}% of the nearest limit"));
                format!("{}: {state}{share}{left}", self.code)
            });
        }
    }
}

impl Drop for SearchBar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// The state of a search, in words.
fn state(progress: &Progress, pace: &Pace) -> String {
    let rare = progress.rare.map_or(0, |rare| rare.count);
    let largest = progress.largest.map_or(String::new(), |v| format!(", largest value {v}"));
    format!("heap {}, {}/s, {rare} rare{largest}", progress.heap, short(pace.heaps))
}

/// The time that a search still takes at this pace, if it can be estimated.
fn left(pace: &Pace) -> String {
    let duration = |seconds| HumanDuration(Duration::from_secs_f64(f64::min(seconds, 1e15)));
    pace.left.map_or(String::new(), |seconds| format!(", {} left", duration(seconds)))
}

/// 12.3M for twelve million three hundred thousand.
fn short(rate: f64) -> String {
    match rate {
        r if r >= 1e9 => format!("{:.1}G", r / 1e9),
        r if r >= 1e6 => format!("{:.1}M", r / 1e6),
        r if r >= 1e3 => format!("{:.1}k", r / 1e3),
        r => format!("{r:.0}"),
    }
}

/// Follows the check of a certificate.
pub struct CheckBar {
    bar: ProgressBar,
    clock: Clock,
    lines: Option<PlainLines>,
    name: String,
}

impl CheckBar {
    /// A bar for a file with this many heaps to check; signals are caught from now on.
    pub fn new(path: &Path, heaps: u64) -> CheckBar {
        signal::catch();
        let bar = ProgressBar::new(heaps);
        let template = "{prefix:>12} {bar:30} {percent:>3}% {msg}";
        bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| bar.style()));
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        bar.set_prefix(name.clone());
        let lines = (!stderr().is_terminal()).then(PlainLines::new);
        CheckBar { bar, clock: Clock::default(), lines, name }
    }

    /// Takes note of more heaps; `false` if a signal asks to stop.
    pub fn continues(&self, heaps: u64) -> bool {
        self.bar.inc(heaps);
        let all = self.bar.length().unwrap_or(0);
        // A check walks links with an unusually large value again, with room for the value.
        let done = self.bar.position().min(all);
        let share = done as f64 / all.max(1) as f64;
        let progress = Progress { heap: done, limit: all, share, rare: None, largest: None };
        let pace = self.clock.pace(&progress);
        self.bar.set_message(format!("{}/s{}", short(pace.heaps), left(&pace)));
        if let Some(lines) = &self.lines {
            let left = left(&pace);
            lines.say(|| format!("{}: {done} of {all} heaps checked{left}", self.name));
        }
        !signal::caught()
    }
}

impl Drop for CheckBar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Follows a survey: one bar for the whole and one for every running game.
pub struct SurveyBars {
    all: MultiProgress,
    whole: ProgressBar,
    lines: Option<PlainLines>,
}

impl SurveyBars {
    /// Bars for this many games that are to be searched. Catches signals from now on.
    pub fn new(games: usize) -> SurveyBars {
        signal::catch();
        let all = MultiProgress::new();
        let whole = all.add(ProgressBar::new(games as u64));
        let template = "{prefix:>12} {bar:30} {pos} of {len} games, {elapsed}{time_left}";
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| whole.style());
        whole.set_style(style.with_key("time_left", write_time_left));
        whole.set_prefix("all");
        whole.tick();
        let lines = (!stderr().is_terminal()).then(PlainLines::new);
        SurveyBars { all, whole, lines }
    }
}

/// Writes the time that the other games will take; nothing before the first game is done.
fn write_time_left(bar: &ProgressState, out: &mut dyn fmt::Write) {
    if bar.pos() > 0 {
        // A write that fails only leaves the time out.
        let _ = write!(out, ", ETA {:#}", HumanDuration(bar.eta()));
    }
}

impl Observer for SurveyBars {
    fn start(&self, code: &Code) -> Box<EventCallback<'_>> {
        let bar = SearchBar::with(self.all.add(ProgressBar::new(STEPS)), code, None);
        Box::new(move |event| bar.observe(event))
    }

    fn finish(&self, _: &Code) {
        self.whole.inc(1);
        if let Some(lines) = &self.lines {
            let (done, all) = (self.whole.position(), self.whole.length().unwrap_or(0));
            lines.say(|| format!("{done} of {all} games done"));
        }
    }
}

impl Drop for SurveyBars {
    fn drop(&mut self) {
        self.whole.finish_and_clear();
    }
}

/// Shows nothing; `false` if a signal asks to stop.
pub fn until_signal(_: Event<'_>) -> bool {
    !signal::caught()
}
