//! Sections on a survey: words, tables and pictures, and the page of them in Markdown.

use super::ColumnKind::{self, Code, Number, Words};
use super::facts::{self, Rarity, depth};
use super::{LISTED, Section, SectionTable, equal, number, pictures, range, unpublished};
use crate::catalogue::sources::MentionedGames;
use crate::code;
use crate::period::{Period, Status, Theorem};
use crate::plot::grouped;
use crate::survey::store::Finished;

/// All sections about these games.
pub fn sections(games: &[Finished], mentioned: &MentionedGames) -> Vec<Section> {
    vec![
        by_digits(games),
        depth(games),
        theorems(games),
        distributions(games),
        longest(games),
        unpublished::section(games, mentioned),
        decades(games),
        equal::coincidences_section(games),
        equal::agreements_section(games),
    ]
}

/// A name for these codes, by the kind and the number of their digits.
fn kind(codes: &[&code::Code]) -> (&'static str, String) {
    let hexadecimal = codes.iter().filter(|code| code.most_heaps() > 2).count();
    let (kind, digit) = match hexadecimal {
        0 => ("octal codes", ""),
        all if all == codes.len() => ("hexadecimal codes", ", each with a digit of 8 or more"),
        _ => ("codes", ", octal and hexadecimal"),
    };
    let most = codes.iter().map(|code| facts::digits(code)).max().unwrap_or(0);
    let digits = if most == 1 { "digit" } else { "digits" };
    (kind, format!("at most {most} {digits} after the point{digit}"))
}

/// Two sentences: the kind and number of codes, and the number of games and proofs.
pub fn introduction(games: &[Finished]) -> String {
    let members = games.iter().flat_map(|game| &game.members);
    let codes: Vec<_> = members.map(|member| &member.code).collect();
    let (kind, length) = kind(&codes);
    let count = |is: &dyn Fn(&Finished) -> bool| games.iter().filter(|game| is(game)).count();
    let [proved, observed, open] =
        Status::ALL.map(|status| number(count(&|game| game.row.status == status)));
    let grows = |game: &Finished| facts::proved(game).is_some_and(|period| period.saltus > 0);
    let growing = match count(&grows) {
        0 => String::new(),
        count => format!(" ({} of them arithmetically)", number(count)),
    };
    format!(
        "{} {kind} of {length}, which are {} games: codes that the rules prove equal, and codes whose proved sequences are \
         the same up to a shift, share a row. Of the games {proved} are proved periodic{growing}, {observed} \
         observed, and {open} open.",
        number(codes.len()),
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
    let titles = [
        "digits",
        "codes",
        "codes whose game is proved",
        "games",
        "games proved",
        "games observed",
        "games open",
    ];
    Section {
        title: "By digits",
        words: "Each row counts the codes with this number of digits after the point. A game counts once, in the row of \
                the code that stands for it in `periods.csv`: one that has a name, or else the one with the fewest digits."
            .into(),
        table: SectionTable::new(titles.map(|title| (title, Number)), rows),
        note: None,
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
        title: "Which theorem proves how many",
        words: "The theorems, with their proofs, are in the documentation, module `theory`.".into(),
        table: SectionTable::new([("theorem", Words), ("games", Number)], rows),
        note: None,
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
        title: "Preperiods, periods, rare heaps",
        words: "The number of games in each range. Games with infinitely many rare heaps, or without a \
                sparse space, are in no range of rare heaps."
            .into(),
        table: SectionTable::new([("from … to", Words), n0, p, proved, open], rows),
        note: None,
        picture: Some(pictures::periods(games)),
    }
}

fn longest(games: &[Finished]) -> Section {
    let known = |n: Option<u64>| n.map_or(String::new(), grouped);
    let longest = facts::longest(facts::all_proved(games), LISTED);
    let note = uncounted(&longest);
    let rows = longest.into_iter().map(|(game, period)| {
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
        title: "The longest",
        words: "The proved games with the largest sums of preperiod and period.".into(),
        table: SectionTable::new(titles, rows).without_empty_columns(),
        note,
        picture: None,
    }
}

/// A sentence on the games that have no number of exceptions, with the reason; `None` if all have
/// one.
fn uncounted(longest: &[(&Finished, Period)]) -> Option<String> {
    let without = longest.iter().filter(|(game, _)| game.row.exceptions.is_none());
    let codes: Vec<&str> = without.map(|(game, _)| game.row.code.as_str()).collect();
    let (last, others) = codes.split_last()?;
    let (codes, searches) = match others {
        [] => ((*last).to_owned(), "its search did not keep all values"),
        _ => {
            (format!("{} and {last}", others.join(", ")), "their searches did not keep all values")
        }
    };
    Some(format!("The exceptions of {codes} were not counted, because {searches}."))
}

fn decades(games: &[Finished]) -> Section {
    let columns = Rarity::ALL.map(|rarity| pictures::by_decade(games, rarity));
    // Beyond the last of these rows no game is counted.
    let counted = |column: &Vec<(usize, usize)>| column.iter().rposition(|&(_, of)| of > 0);
    let longest = columns.iter().filter_map(counted).max().map_or(0, |last| last + 1);
    let rows = (0..longest).map(|k| {
        let share = |column: &Vec<(usize, usize)>| match column.get(k) {
            Some(&(solved, of)) if of > 0 => {
                let percent = 100.0 * solved as f64 / of as f64;
                let some =
                    if solved > 0 && percent < 0.5 { "under 1" } else { &format!("{percent:.0}") };
                format!("{some} % of {}", number(of))
            }
            _ => String::new(),
        };
        std::iter::once(range(k + 1)).chain(columns.iter().map(share)).collect()
    });
    let [a, b, c, d, e] = Rarity::ALL.map(|rarity| (rarity.name(), Number));
    Section {
        title: "Games solved in each decade of heaps",
        words: "A game counts as solved at the last heap that was computed when its period was proved, rarely more \
                than a third beyond what the proof needs. Each cell counts the games that were \
                open when the first of these heaps was reached, and that were then either solved among these \
                heaps or searched beyond the last of them; it says what share of these games was solved. \
                Games whose searches ended among these heaps without a proof are left out of the cell. Rare \
                heaps are those found in all, so an open game may still move to a column further right."
            .into(),
        table: SectionTable::new([("heaps", Words), a, b, c, d, e], rows),
        note: None,
        picture: Some(pictures::survival(games)),
    }
}

/// The first line of the page.
pub const TITLE: &str = "# Census\n";

/// The page.
pub fn markdown(introduction: &str, sections: &[Section]) -> String {
    let sections: Vec<String> = sections.iter().map(section).collect();
    format!("{TITLE}\n{introduction}\n\n{INDEX}\n{}\n{FILES}", sections.join("\n"))
}

const INDEX: &str = "\
The atlas of the page in `web/` has all games in a table that sorts and filters, and finds any of these codes.
";

const FILES: &str = "\
## Files

| file | a row is |
|---|---|
| `periods.csv` | a game, with the columns of `../periods.csv` |
| `codes.csv` | a code: its game, s with G_code(n) = G_game(n − s), and how the period of the game is known |
| `equal.csv` | a code that no rule makes equal to its game, though their proved sequences are the same: its game, and s as above |
| `unpublished.csv` | a proved game of which the publications collected in `octal-codes/` say nothing, with some columns of `periods.csv` |

`certificates/`, where it is, has certificates of proved games, a large one compressed; `octal check` reads both. A row names its
certificate if the file is there; `octal period` makes any other one. A game whose evidence would be too large has none.
The program writes these files and this page; nobody edits them.
";

fn section(section: &Section) -> String {
    let Section { title, words, .. } = section;
    let picture =
        section.picture.as_ref().map(|drawn| format!("\n![{}]({})\n", drawn.shows, drawn.file));
    let note = section.note.as_ref().map(|note| format!("\n{note}\n")).unwrap_or_default();
    let table = table(&section.table);
    format!("## {title}\n\n{words}\n\n{table}{note}{}", picture.unwrap_or_default())
}

/// A table of Markdown.
fn table(table: &SectionTable) -> String {
    let rule = table.columns.iter().map(|column| match column {
        ColumnKind::Number => "---:",
        ColumnKind::Code | ColumnKind::Words => "---",
    });
    let rule: Vec<&str> = rule.collect();
    let rows: String = table.rows.iter().map(|cells| row(cells)).collect();
    format!("{}|{}|\n{rows}", row(&table.titles), rule.join("|"))
}

fn row<S: AsRef<str>>(cells: &[S]) -> String {
    let cells: Vec<&str> = cells.iter().map(AsRef::as_ref).collect();
    format!("| {} |\n", cells.join(" | "))
}
