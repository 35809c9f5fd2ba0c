//! What is said of a survey as a page in Markdown.

use super::sections::{ColumnKind, Section, SectionTable};

/// The first line of the page.
pub const TITLE: &str = "# Census\n";

/// The page.
pub fn markdown(introduction: &str, sections: &[Section]) -> String {
    let sections: Vec<String> = sections.iter().map(section).collect();
    format!("{TITLE}\n{introduction}\n\n{INDEX}\n{}\n{FILES}", sections.join("\n"))
}

const INDEX: &str = "\
[`index.html`](index.html), to be opened from disk, has all games in a table that sorts and filters, and finds any of these codes.
";

const FILES: &str = "\
## Files

| file | a row is |
|---|---|
| `periods.csv` | a game, with the columns of `../periods.csv` |
| `codes.csv` | a code: its game, s with G_code(n) = G_game(n − s), and how the period of the game is known |
| `equal.csv` | a code that no rule makes equal to its game, though their proved sequences are the same: its game, and s as above |
| `unpublished.csv` | a proved game of which the publications collected in `octal-codes/` say nothing, with some columns of `periods.csv` |
| `checked.csv`, where it is | a certificate, and what `octal check` answered |

`certificates/`, where it is, has the certificates of proved games, a large one compressed; `octal check` reads both. A row names
its certificate; none is written of a code with infinitely many digits, nor where the evidence would be too large.
The program writes these files, `index.html` and this page; nobody edits them.
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
