//! The draft of an entry of the On-Line Encyclopedia of Integer Sequences, in its internal format.
//!
//! Every line begins with `%`, a letter, and the number of the entry, which the Encyclopedia
//! assigns (`A000000` stands for it). %S %T %U are the first terms, %N the name, %C comments, %D %H
//! references, %F a formula, %o a program, %Y related entries, %K keywords, %O the offset. The
//! format is described at <https://oeis.org/eishelp1.html>. Every statement on the period is
//! proved, or is marked as observed only. Cost: O(computed heaps), and the classes of all codes of
//! three digits.

mod words;

use crate::catalogue::{CatalogueError, limits, sequences};
use crate::code::cousins::{same_by_rules, standard_form};
use crate::code::{Game, names};
use crate::period::recurrence::signature;
use crate::period::sequence::Known;
use crate::period::shifted::View;
use crate::period::{Finding, Period};
use crate::survey::class::{classes, octal_codes};

pub use words::ReportedRow;

/// The first terms of an entry have at most this many characters, commas and blanks included.
const DATA: usize = 260;

/// A line of terms is full from this many characters on.
const DATA_LINE: usize = 80;

/// At most this many exceptions are listed.
const LISTED: usize = 20;

/// At most this many cousins are listed.
const COUSINS: usize = 8;

/// The signature is written out for periods up to this length.
const SIGNATURE: u64 = 60;

/// The contents of a draft.
#[derive(Clone, Copy, Debug)]
pub struct Draft<'a> {
    /// The game.
    pub game: &'a Game,
    /// The known values of its code.
    pub known: &'a Known,
    /// The result of an earlier search, which may have gone further.
    pub earlier: Option<ReportedRow<'a>>,
    /// The heap of the first term.
    pub from: u64,
    /// The index of the first term, which is the offset of the entry.
    pub offset: u64,
}

impl Draft<'_> {
    /// The heaps whose values [`Draft::text`] needs: no 260 characters hold more terms.
    pub const HEAPS: u64 = DATA as u64 / 2;

    /// The lines of the draft.
    pub fn text(&self) -> Result<String, CatalogueError> {
        let terms = self.terms();
        let mut lines = vec![('I', String::new())];
        lines.extend("STU".chars().zip(data_lines(&terms)));
        let name = names::title_of(self.game);
        let title = words::title(self.game, name);
        lines.push(('N', format!("Grundy values (nim-values) of {title}.")));
        lines.extend(self.comments().into_iter().map(|line| ('C', line)));
        lines.push(('D', GUY_SMITH.to_owned()));
        lines.extend(self.recurrence());
        let last = self.from + terms.len() as u64 - 1;
        lines.push(('o', "(Python)".to_owned()));
        let program = words::program(self.game, self.from, last);
        lines.extend(program.into_iter().map(|line| ('o', line)));
        lines.extend(self.related()?.map(|related| ('Y', related)));
        let easy = if self.view().proved().is_some() { ",easy" } else { "" };
        lines.push(('K', format!("nonn{easy}")));
        let beyond_one = terms.iter().position(|&value| value > 1).map_or(1, |i| i + 1);
        lines.push(('O', format!("{},{beyond_one}", self.offset)));
        let line = |(letter, text): (char, String)| format!("%{letter} A000000 {text}");
        let lines: Vec<String> = lines.into_iter().map(line).collect();
        Ok(lines.iter().map(|line| line.trim_end().to_owned() + "\n").collect())
    }

    fn view(&self) -> View<'_> {
        View::new(self.known, self.game.shift as i64)
    }

    /// The first terms, as many as an entry shows.
    fn terms(&self) -> Vec<u64> {
        let view = self.view();
        let mut length = 0;
        let fits = |value: &u64| {
            length += value.to_string().len() + 2;
            length <= DATA + 2
        };
        (self.from..).map_while(|n| view.value(n)).take_while(fits).collect()
    }

    /// The index of a heap, or of the first term if the heap comes before it.
    fn index(&self, heap: u64) -> u64 {
        heap.max(self.from) - self.from + self.offset
    }

    fn comments(&self) -> Vec<String> {
        let mut lines =
            vec![words::value(self.game, self.from, self.offset), words::rules(self.game)];
        lines.extend(self.period());
        lines.extend(self.cousins());
        lines
    }

    /// The statements on the period.
    fn period(&self) -> Vec<String> {
        let view = self.view();
        let Some(period) = view.finding().period() else { return words::comments(self) };
        let searched = self.index(view.verified_to());
        let Period { preperiod, period: p, saltus } = period;
        let how = match self.known.finding {
            Finding::Proved(_, theorem) => format!("proved ({theorem})"),
            _ => format!("observed up to n = {searched}, not proved"),
        };
        let repeats = format!("a(n+{p}) = a(n){} for n >= {}", plus(saltus), self.index(preperiod));
        let mut lines = vec![format!("{repeats}, {how}; period and bound are least.")];
        lines.push(self.exceptions(&view));
        if saltus == 0 {
            let (max, at) = view.max_value();
            lines
                .push(format!("The largest value is {max}, that of heap {at} for the first time."));
        }
        lines
    }

    fn exceptions(&self, view: &View<'_>) -> String {
        let heaps: Vec<u64> = view.exceptions().map(|e| e.n).filter(|&n| n >= self.from).collect();
        let Some(&last) = heaps.last() else {
            return "There are no exceptions to the periodic pattern.".to_owned();
        };
        let listed = heaps.iter().take(LISTED).map(|&n| self.index(n).to_string());
        let terms = if heaps.len() == 1 { "term" } else { "terms" };
        // A list that continues ends with three dots; any other list is a sentence with a full
        // stop.
        let end = if heaps.len() > LISTED { ", ..." } else { "." };
        format!(
            "Exceptions to the periodic pattern, continued downwards: {} {terms}, the last n = {}: \
             {}{end}",
            heaps.len(),
            self.index(last),
            listed.collect::<Vec<_>>().join(", ")
        )
    }

    /// Other codes with the same values, as the rules prove.
    fn cousins(&self) -> Option<String> {
        let code = &self.game.code;
        let codes = octal_codes(3).into_iter().chain([standard_form(code).0, code.clone()]);
        let class = classes(codes).into_iter().find(|class| class.shift_of(code).is_some())?;
        let own = class.shift_of(code)?;
        let others = class.members.iter().filter(|m| m.code != *code);
        // G_first(n) = G_code(n − own) = G_other(n − shift).
        let other = |m: &crate::survey::class::Member| {
            words::value_of(&m.code, self.game.shift as i64 + m.shift - own)
        };
        let others: Vec<String> = others.map(other).collect();
        let more = others.len().saturating_sub(COUSINS);
        let more = if more > 0 { format!(" and {more} more codes") } else { String::new() };
        let listed = others[..others.len().min(COUSINS)].join(" = ");
        let heap = "G(n) is the value of heap n";
        (!others.is_empty()).then(|| format!("The same values: G(n) = {listed}{more}; {heap}."))
    }

    /// The formula and the signature of the recurrence, if the period is proved.
    fn recurrence(&self) -> Vec<(char, String)> {
        let view = self.view();
        let Some(Period { preperiod, period: p, saltus }) = view.proved() else { return vec![] };
        let values = (preperiod..preperiod + p).map_while(|n| view.value(n));
        let values: Vec<u16> = values.filter_map(|value| value.try_into().ok()).collect();
        let formula =
            format!("a(n) = a(n-{p}){} for n >= {}.", plus(saltus), self.index(preperiod) + p);
        let mut lines = vec![];
        if p <= SIGNATURE && (saltus > 0 || values.iter().any(|&value| value > 0)) {
            let signature = signature(&values, saltus);
            let numbers: Vec<String> = signature.iter().map(i64::to_string).collect();
            let index = "Index entries for linear recurrences with constant coefficients";
            let order = format!("/index/Rec#order_{:02}", signature.len());
            let signature = numbers.join(",");
            lines.push(('H', format!("<a href=\"{order}\">{index}</a>, signature ({signature}).")));
        }
        lines.push(('F', formula));
        lines
    }

    /// Entries with the same values: those whose first values are in the catalogue, and those from
    /// which it has a limit.
    fn related(&self) -> Result<Option<String>, CatalogueError> {
        let (sequences, limits) = (sequences::published()?, limits::published()?);
        let sequences = sequences.iter().map(|sequence| (&sequence.source, &sequence.game));
        let limits = limits.iter().map(|limit| (&limit.source, &limit.game));
        let mut entries: Vec<String> = vec![];
        for (source, game) in sequences.chain(limits) {
            let Some(number) = source.strip_prefix("OEIS-") else { continue };
            let shift = shift_between(self.game, game);
            let is_new = entries.iter().all(|entry| !entry.starts_with(number));
            let entry = shift.map(|shift| match shift + game.shift as i64 {
                0 => format!("{number} (the same values)"),
                shift => {
                    let value = words::value_of(&game.code, shift);
                    format!("{number} (the same values, G(n) = {value})")
                }
            });
            entries.extend(entry.filter(|_| is_new));
        }
        Ok((!entries.is_empty()).then(|| format!("Cf. {}.", entries.join(", "))))
    }
}

const GUY_SMITH: &str = "R. K. Guy and C. A. B. Smith, The G-values of various games, \
    Proc. Cambridge Philos. Soc., 52 (1956), 514-526.";

/// s with G_a(n) = G_b(n − s), if the rules prove one.
fn shift_between(a: &Game, b: &Game) -> Option<i64> {
    Some(same_by_rules(&a.code, &b.code)? + a.shift as i64 - b.shift as i64)
}

fn plus(saltus: u64) -> String {
    if saltus > 0 { format!(" + {saltus}") } else { String::new() }
}

/// The terms in at most three lines, apart by commas; each line but the last ends with one.
fn data_lines(terms: &[u64]) -> Vec<String> {
    let mut lines = vec![String::new()];
    for (i, term) in terms.iter().enumerate() {
        let full = lines.last().is_none_or(|line| line.len() >= DATA_LINE);
        if full && lines.len() < 3 {
            lines.push(String::new());
        }
        let comma = if i + 1 < terms.len() { "," } else { "" };
        lines.last_mut().into_iter().for_each(|line| *line += &format!("{term}{comma}"));
    }
    lines
}
