//! What is said of a survey: sections of words, tables and pictures, in whatever form they are written.

use std::collections::BTreeMap;

use super::facts::{self, Coincidence};
use super::pictures::{self, CensusPicture};
use super::rarity::Rarity;
use super::survival;
use crate::period::{Status, Theorem};
use crate::plot::grouped;
use crate::survey::store::Finished;

/// Games that a list names.
const LISTED: usize = 20;

/// A section: a paragraph, then a table, then a picture.
pub struct Section {
    /// A word for its place in a page.
    pub id: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// The heading in a word or two.
    pub brief: &'static str,
    /// The paragraph.
    pub words: String,
    /// The table.
    pub table: SectionTable,
    /// The picture, if there is one.
    pub picture: Option<CensusPicture>,
}

/// A table.
pub struct SectionTable {
    /// The titles of its columns.
    pub titles: Vec<&'static str>,
    /// What each column holds.
    pub columns: Vec<ColumnKind>,
    /// The cells, row by row.
    pub rows: Vec<Vec<String>>,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// A code of the survey in each cell.
    Code,
    /// Words.
    Words,
    /// Numbers.
    Number,
}

use ColumnKind::{Code, Number, Words};

impl SectionTable {
    fn new<const N: usize>(
        titles: [(&'static str, ColumnKind); N],
        rows: impl IntoIterator<Item = Vec<String>>,
    ) -> SectionTable {
        let (titles, columns) = titles.into_iter().unzip();
        SectionTable { titles, columns, rows: rows.into_iter().collect() }
    }

    /// The table without the columns that are empty in every row.
    fn without_empty_columns(mut self) -> SectionTable {
        for i in (0..self.titles.len()).rev() {
            if !self.rows.is_empty() && self.rows.iter().all(|row| row[i].is_empty()) {
                self.titles.remove(i);
                self.columns.remove(i);
                self.rows.iter_mut().for_each(|row| drop(row.remove(i)));
            }
        }
        self
    }
}

/// All that is said of these games.
pub fn sections(games: &[Finished]) -> Vec<Section> {
    vec![
        by_digits(games),
        depth(games),
        theorems(games),
        distributions(games),
        longest(games),
        tenfolds(games),
        coincidences(games),
    ]
}

fn number(n: usize) -> String {
    grouped(n as u64)
}

/// How many codes, games and proofs there are, in two sentences.
pub fn introduction(games: &[Finished]) -> String {
    let codes: usize = games.iter().map(|game| game.members.len()).sum();
    let count = |is: &dyn Fn(&Finished) -> bool| games.iter().filter(|game| is(game)).count();
    let [proved, observed, open] =
        Status::ALL.map(|status| number(count(&|game| game.row.status == status)));
    let grows = |game: &Finished| facts::proved(game).is_some_and(|period| period.saltus > 0);
    let growing = match count(&grows) {
        0 => String::new(),
        count => format!(" ({} of them arithmetically)", number(count)),
    };
    format!(
        "{} codes, which are {} games: codes that the rules prove equal, and codes whose proved sequences are \
         the same up to a shift, share a row. Of the games {proved} are proved periodic{growing}, {observed} \
         observed, and {open} open.",
        number(codes),
        number(games.len())
    )
}

fn by_digits(games: &[Finished]) -> Section {
    let rows = (1..).zip(facts::by_digits(games)).map(|(digits, of): (usize, _)| {
        let [proved, observed, open] = of.games;
        let games = proved + observed + open;
        let cells = [digits, of.codes, of.proved_codes, games, proved, observed, open];
        cells.map(number).into()
    });
    let titles = ["digits", "codes", "of proved games", "games", "proved", "observed", "open"];
    Section {
        id: "digits",
        title: "By digits",
        brief: "By digits",
        words: "A game counts where its first code does.".into(),
        table: SectionTable::new(titles.map(|title| (title, Number)), rows),
        picture: None,
    }
}

/// How deep the open games were searched.
fn depth(games: &[Finished]) -> Section {
    let mut ends: BTreeMap<String, (usize, u64, u64)> = BTreeMap::new();
    for row in games.iter().map(|game| &game.row).filter(|row| row.status != Status::Proved) {
        let stop = row.stop.map_or("unknown".to_owned(), |stop| stop.to_string());
        let (count, least, most) = ends.entry(stop).or_insert((0, u64::MAX, 0));
        *count += 1;
        (*least, *most) = ((*least).min(row.verified_to), (*most).max(row.verified_to));
    }
    let rows = ends.into_iter().map(|(stop, (count, least, most))| {
        vec![stop, number(count), grouped(least), grouped(most)]
    });
    let titles =
        [("stop", Words), ("games", Number), ("least heap", Number), ("largest heap", Number)];
    Section {
        id: "depth",
        title: "How deep",
        brief: "How deep",
        words: "The games without a proof, by why their searches ended (`work` counts option values; with \
                more work the survey goes on from here), and the heaps reached."
            .into(),
        table: SectionTable::new(titles, rows),
        picture: None,
    }
}

fn theorems(games: &[Finished]) -> Section {
    let rows = Theorem::ALL.map(|theorem| {
        let by = games.iter().filter(|game| game.row.theorem == Some(theorem));
        vec![theorem.to_string(), number(by.count())]
    });
    let rows = rows.into_iter().filter(|row| row[1] != "0");
    Section {
        id: "theorems",
        title: "Which theorem proves how many",
        brief: "Theorems",
        words: "The theorems, with their proofs, are in the documentation, module `theory`.".into(),
        table: SectionTable::new([("theorem", Words), ("games", Number)], rows),
        picture: None,
    }
}

fn distributions(games: &[Finished]) -> Section {
    let rare = |status| {
        let of = games.iter().filter(move |game| game.row.status == status);
        facts::by_decade(of.filter_map(|game| game.row.rare_count))
    };
    let periods = || games.iter().filter_map(facts::proved);
    let columns = [
        facts::by_decade(periods().map(|period| period.preperiod)),
        facts::by_decade(periods().map(|period| period.period)),
        rare(Status::Proved),
        rare(Status::Open),
    ];
    let longest = columns.iter().map(Vec::len).max().unwrap_or(0);
    let rows = (0..longest).map(|decade| {
        let count = |column: &Vec<usize>| number(column.get(decade).copied().unwrap_or(0));
        std::iter::once(range(decade)).chain(columns.iter().map(count)).collect()
    });
    let numbers = ["preperiods", "periods", "rare heaps, proved", "rare heaps, open"];
    let [n0, p, proved, open] = numbers.map(|title| (title, Number));
    Section {
        id: "distributions",
        title: "Preperiods, periods, rare heaps",
        brief: "Distributions",
        words: "How many games have a number in each range. Games with infinitely many rare heaps, or without a \
                sparse space, are in no range of rare heaps."
            .into(),
        table: SectionTable::new([("from … to", Words), n0, p, proved, open], rows),
        picture: Some(pictures::periods(games)),
    }
}

/// The numbers with this number of digits, 0 having none.
fn range(digits: usize) -> String {
    match digits {
        0 => "0".to_owned(),
        _ => {
            let least = 10_u64.saturating_pow(digits as u32 - 1);
            format!("{} … {}", grouped(least), grouped(least.saturating_mul(10) - 1))
        }
    }
}

fn longest(games: &[Finished]) -> Section {
    let known = |n: Option<u64>| n.map_or(String::new(), grouped);
    let rows = facts::longest(games, LISTED).into_iter().map(|(game, period)| {
        let row = &game.row;
        let saltus = Some(period.saltus).filter(|&saltus| saltus > 0);
        let [n0, p] = [period.preperiod, period.period].map(grouped);
        let [saltus, exceptions, largest] = [saltus, row.exceptions, row.max_value].map(known);
        let rare = match &row.mask {
            Some(_) => row.rare_count.map_or("∞".to_owned(), grouped),
            None => known(row.rare_count),
        };
        vec![row.code.clone(), n0, p, saltus, exceptions, largest, rare]
    });
    let numbers = ["preperiod", "period", "saltus", "exceptions", "largest value", "rare heaps"];
    let [n0, p, saltus, exceptions, largest, rare] = numbers.map(|title| (title, Number));
    let titles = [("code", Code), n0, p, saltus, exceptions, largest, rare];
    Section {
        id: "longest",
        title: "The longest",
        brief: "The longest",
        words: "The proved games with the largest sums of preperiod and period.".into(),
        table: SectionTable::new(titles, rows).without_empty_columns(),
        picture: None,
    }
}

fn tenfolds(games: &[Finished]) -> Section {
    let columns = Rarity::ALL.map(|rarity| survival::by_tenfold(games, rarity));
    let longest = columns.iter().map(Vec::len).max().unwrap_or(0);
    let rows = (0..longest).map(|k| {
        let share = |column: &Vec<(usize, usize)>| match column.get(k) {
            Some(&(solved, of)) if of > 0 => {
                format!("{:.0} % of {}", 100.0 * solved as f64 / of as f64, number(of))
            }
            _ => String::new(),
        };
        std::iter::once(range(k + 1)).chain(columns.iter().map(share)).collect()
    });
    let [a, b, c, d, e] = Rarity::ALL.map(|rarity| (rarity.name(), Number));
    Section {
        id: "tenfolds",
        title: "How many are solved in a tenfold of heaps",
        brief: "Tenfolds",
        words: "Of the games that were open at the first of these heaps, and solved among them or searched \
                through them, the share that was solved: the heap at which a game is solved is the last one that \
                its proof needs. Rare heaps are those found in all, so an open game may still move to the right."
            .into(),
        table: SectionTable::new([("heaps", Words), a, b, c, d, e], rows),
        picture: Some(pictures::survival(games)),
    }
}

fn coincidences(games: &[Finished]) -> Section {
    let found = facts::coincidences(games);
    let rows = found.iter().take(LISTED).map(|Coincidence { game, period, others }| {
        let first = others.iter().take(SHOWN).map(|class| class.code().to_string());
        let shown: Vec<String> = first.collect();
        let more = others.len() - shown.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let [n0, p] = [period.preperiod, period.period].map(grouped);
        vec![game.row.code.clone(), n0, p, shown.join(", ") + &more]
    });
    let titles = [("code", Code), ("preperiod", Number), ("period", Number), ("equal to", Words)];
    Section {
        id: "coincidences",
        title: "Equal games that no rule explains",
        brief: "Coincidences",
        words: format!(
            "The proved sequences of {} games are those of codes, up to a shift, that the rules for first cousins \
             and for digits without effect do not make equal. Those with the longest periods, and of each set of \
             codes that the rules do make equal the first:",
            number(found.len())
        ),
        table: SectionTable::new(titles, rows),
        picture: None,
    }
}

/// Codes that a row names.
const SHOWN: usize = 6;
