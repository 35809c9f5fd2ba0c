//! Reports, and what several verbs say of their rows.

use std::collections::BTreeMap;

use octal::publish::tables::Report;
use octal::survey::study::ClaimRow;

use super::stderr::{count, say};

/// A report as a LaTeX table; one that does not fit a page is printed with a warning.
pub fn latex(report: &Report) -> String {
    let table = report.latex();
    if !table.fits {
        say("the table is wider than a page: choose fewer columns with octal table --select");
    }
    table.latex
}

/// Counts verdicts: "4 claims: 3 confirmed, 1 contradicted".
pub fn tally<'a>(rows: impl Iterator<Item = &'a ClaimRow>) -> String {
    let mut counts = BTreeMap::new();
    rows.for_each(|row| *counts.entry(row.verdict.name()).or_insert(0) += 1);
    let total: usize = counts.values().sum();
    let each: Vec<String> = counts.iter().map(|(verdict, n)| format!("{n} {verdict}")).collect();
    format!("{}{}{}", count(total, "claim"), if total > 0 { ": " } else { "" }, each.join(", "))
}
