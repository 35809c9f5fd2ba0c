//! Published claims and their verdicts, and among them the mistakes.

use super::Page;
use crate::catalogue::verdict::Verdict;
use crate::publish::markup::{cell, filter, number, row, section, status, table, text};
use crate::survey::study::ClaimRow;

/// The headings of the table of claims, as (class, text).
const HEADINGS: [(&str, &str); 8] = [
    ("", "code"),
    ("", "statement"),
    ("long", "claimed"),
    ("", "verdict"),
    ("long", "computed"),
    ("number", "first difference"),
    ("number", "computed to"),
    ("", "source"),
];

/// The section with every verdict.
pub fn claims(page: &Page<'_>) -> String {
    let rows: String = page.verdicts.iter().map(claim_row).collect();
    let kinds = Verdict::ALL.map(Verdict::name);
    let form = filter("claims-table", "Code, statement, source", &kinds);
    let counts = Verdict::ALL.map(|kind| {
        let count = page.verdicts.iter().filter(|claim| claim.verdict == kind).count();
        format!("{count} {}", kind.name().replace('_', " "))
    });
    let words = format!(
        "<p>{} published statements: {}. Confirmed: it is so. Sharpened: true, but a smaller number is \
         true too. Contradicted: the first difference is the first heap that shows it. Out of reach: \
         the values computed do not decide it.</p>\n",
        page.verdicts.len(),
        counts.join(", ")
    );
    let all = form + &table("claims-table", "tall", &HEADINGS, &rows);
    let folded = format!("<details>\n<summary>All verdicts</summary>\n{all}</details>\n");
    section("claims", "Claims and verdicts", &(words + &folded))
}

fn claim_row(claim: &ClaimRow) -> String {
    let source = claim.source.as_deref().unwrap_or_default();
    let cells = [
        format!(r#"<th scope="row">{}</th>"#, text(&claim.code)),
        cell("", &claim.statement.replace('_', " ")),
        cell("long", &claim.claimed),
        status(claim.verdict.name()),
        cell("long", &claim.computed),
        number(claim.first_difference),
        number(Some(claim.verified_to)),
        cell("", source),
    ];
    let find = [&claim.code, &claim.statement, source, &claim.claimed];
    row(&find.join(" "), claim.verdict.name(), &cells.concat())
}

/// The section with the claims that are contradicted.
pub fn mistakes(page: &Page<'_>) -> String {
    let is_wrong = |claim: &&ClaimRow| claim.verdict == Verdict::Contradicted;
    let wrong = page.verdicts.iter().filter(is_wrong);
    let rows: String = wrong.map(|claim| mistake(page, claim)).collect();
    let words = "<p>Published statements that are contradicted, some of them reported by others \
        before.</p>\n";
    let headings = [
        ("", "game"),
        ("", "statement"),
        ("long", "claimed"),
        ("long", "true is"),
        ("number", "first difference"),
        ("long", "source"),
    ];
    section(
        "mistakes",
        "Mistakes found in the literature",
        &(words.to_owned() + &table("mistakes-table", "", &headings, &rows)),
    )
}

fn mistake(page: &Page<'_>, claim: &ClaimRow) -> String {
    let key = claim.source.as_deref().unwrap_or_default();
    let citation = page.sources.iter().find(|source| source.key == key);
    let citation = citation.map_or(key, |source| &source.citation);
    let note = page.claims.iter().find(|c| c.id == claim.claim_id).map_or("", |c| &c.note);
    let source = if note.is_empty() { citation.to_owned() } else { format!("{citation}: {note}") };
    let cells = [
        format!(r#"<th scope="row">{}</th>"#, text(&claim.code)),
        cell("", &claim.statement.replace('_', " ")),
        cell("long", &claim.claimed),
        cell("long", &claim.computed),
        number(claim.first_difference),
        cell("long", &source),
    ];
    format!("<tr>{}</tr>\n", cells.concat())
}
