//! The page of a survey, in Markdown.

use std::collections::BTreeMap;

use super::TITLE;
use super::facts::{self, Coincidence};
use super::rarity::Rarity;
use super::survival;
use crate::period::{Status, Theorem};
use crate::plot::grouped;
use crate::survey::store::Finished;

/// Games that a list names.
const LISTED: usize = 20;

/// The page; the pictures are in these files beside it.
pub fn page(games: &[Finished], periods: &str, survival: &str) -> String {
    let sections = [
        introduction(games),
        by_digits(games),
        depth(games),
        theorems(games),
        distributions(games),
        format!("![Preperiod against period, by the number of rare heaps]({periods})\n"),
        longest(games),
        tenfolds(games),
        format!("![The share of games that is still open, heap by heap]({survival})\n"),
        coincidences(games),
        FILES.to_owned(),
    ];
    TITLE.to_owned() + "\n" + &sections.join("\n")
}

const FILES: &str = "\
## Files

| file | a row is |
|---|---|
| `periods.csv` | a game, with the columns of `../periods.csv` |
| `codes.csv` | a code: its game, s with G_game(n) = G_code(n − s), and how the period of the game is known |

`certificates/`, where it is, has the certificates of proved games, a large one compressed; `octal check` reads both. A row names
its certificate; none is written of a code with infinitely many digits, nor where the evidence would be too large.
The program writes these files and this page; nobody edits them.
";

fn number(n: usize) -> String {
    grouped(n as u64)
}

/// A table of Markdown: the titles, `l` or `r` for each column, and the rows.
fn table(titles: &[&str], columns: &str, rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let row = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let titles: Vec<String> = titles.iter().map(|title| (*title).to_owned()).collect();
    let rule = columns.chars().map(|column| if column == 'r' { "---:" } else { "---" });
    let rule = format!("|{}|\n", rule.collect::<Vec<_>>().join("|"));
    rows.into_iter().fold(row(&titles) + &rule, |text, cells| text + &row(&cells))
}

fn introduction(games: &[Finished]) -> String {
    let codes: usize = games.iter().map(|game| game.members.len()).sum();
    let [proved, observed, open] = Status::ALL
        .map(|status| number(games.iter().filter(|game| game.row.status == status).count()));
    format!(
        "{} codes, which are {} games: codes that the rules prove equal, and codes whose proved sequences are \
         the same up to a shift, share a row. Of the games {proved} are proved periodic, {observed} observed, \
         and {open} open.\n",
        number(codes),
        number(games.len())
    )
}

fn by_digits(games: &[Finished]) -> String {
    let titles = ["digits", "codes", "of proved games", "games", "proved", "observed", "open"];
    let rows = (1..).zip(facts::by_digits(games)).map(|(digits, of): (usize, _)| {
        let [proved, observed, open] = of.games;
        let games = proved + observed + open;
        let cells = [digits, of.codes, of.proved_codes, games, proved, observed, open];
        cells.map(number).into()
    });
    format!("A game counts where its first code does.\n\n{}", table(&titles, "rrrrrrr", rows))
}

/// How deep the open games were searched.
fn depth(games: &[Finished]) -> String {
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
    format!(
        "## How deep\n\nThe games without a proof, by why their searches ended (`work` counts option values; with \
         more work the survey goes on from here), and the heaps reached.\n\n{}",
        table(&["stop", "games", "least heap", "largest heap"], "lrrr", rows)
    )
}

fn theorems(games: &[Finished]) -> String {
    let rows = Theorem::ALL.map(|theorem| {
        let by = games.iter().filter(|game| game.row.theorem == Some(theorem));
        vec![theorem.to_string(), number(by.count())]
    });
    let rows = rows.into_iter().filter(|row| row[1] != "0");
    format!("## Which theorem proves how many\n\n{}", table(&["theorem", "games"], "lr", rows))
}

fn distributions(games: &[Finished]) -> String {
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
    let titles = ["from … to", "preperiods", "periods", "rare heaps, proved", "rare heaps, open"];
    format!(
        "## Preperiods, periods, rare heaps\n\nHow many games have a number in each range. Games with infinitely many \
         rare heaps, or without a sparse space, are in no range of rare heaps.\n\n{}",
        table(&titles, "lrrrr", rows)
    )
}

/// The numbers with so many digits, 0 having none.
fn range(digits: usize) -> String {
    match digits {
        0 => "0".to_owned(),
        _ => {
            let least = 10_u64.saturating_pow(digits as u32 - 1);
            format!("{} … {}", grouped(least), grouped(least.saturating_mul(10) - 1))
        }
    }
}

fn longest(games: &[Finished]) -> String {
    let rows = facts::longest(games, LISTED).into_iter().map(|(game, period)| {
        let row = &game.row;
        let known = |n: Option<u64>| n.map_or(String::new(), grouped);
        let [preperiod, p] = [period.preperiod, period.period].map(grouped);
        vec![
            row.code.clone(),
            preperiod,
            p,
            known(row.exceptions),
            known(row.max_value),
            row.rare_count.map_or("∞".to_owned(), grouped),
        ]
    });
    let titles = ["code", "preperiod", "period", "exceptions", "largest value", "rare heaps"];
    format!("## The longest\n\n{}", table(&titles, "lrrrrr", rows))
}

fn tenfolds(games: &[Finished]) -> String {
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
    let titles: Vec<&str> =
        std::iter::once("heaps").chain(Rarity::ALL.iter().map(|rarity| rarity.name())).collect();
    format!(
        "## How many are solved in a tenfold of heaps\n\nOf the games that were open at the first of these heaps, and \
         solved among them or searched through them, the share that was solved: the heap at which a game is solved is \
         the last one that its proof needs. Rare heaps are those found in all, so an open game may still move to the \
         right.\n\n{}",
        table(&titles, "lrrrrr", rows)
    )
}

fn coincidences(games: &[Finished]) -> String {
    let found = facts::coincidences(games);
    let rows = found.iter().take(LISTED).map(|Coincidence { game, period, others }| {
        let first = others.iter().take(SHOWN).map(|class| class.code().to_string());
        let shown: Vec<String> = first.collect();
        let more = others.len() - shown.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let [n0, p] = [period.preperiod, period.period].map(grouped);
        vec![game.row.code.clone(), n0, p, shown.join(", ") + &more]
    });
    format!(
        "## Equal games that no rule explains\n\nThe proved sequences of {} games are those of codes, up to a shift, \
         that the rules for first cousins and for digits without effect do not make equal. Those with the longest \
         periods, and of each set of codes that the rules do make equal the first:\n\n{}",
        number(found.len()),
        table(&["code", "preperiod", "period", "equal to"], "lrrl", rows)
    )
}

/// Codes that a row names.
const SHOWN: usize = 6;
