//! Counts of verdicts, dates, and certificates in files.

use std::collections::BTreeMap;
use std::io;
use std::time::SystemTime;

use octal::certificate::LARGEST;
use octal::file::unpacked;
use octal::survey::study::ClaimRow;

use crate::cli::terminal::stderr::count;

/// Counts verdicts: "4 claims: 3 confirmed, 1 contradicted".
pub fn tally<'a>(rows: impl Iterator<Item = &'a ClaimRow>) -> String {
    let mut counts = BTreeMap::new();
    rows.for_each(|row| *counts.entry(row.verdict.name()).or_insert(0) += 1);
    let total: usize = counts.values().sum();
    let each: Vec<String> = counts.iter().map(|(verdict, n)| format!("{n} {verdict}")).collect();
    format!("{}{}{}", count(total, "claim"), if total > 0 { ": " } else { "" }, each.join(", "))
}

/// The date, as in 2026-01-31, in Greenwich.
pub fn today() -> String {
    let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    now.split('T').next().unwrap_or_default().to_owned()
}

/// The bytes of a certificate in a file with these bytes.
pub fn unpacked_certificate(file: Vec<u8>) -> io::Result<Vec<u8>> {
    unpacked(file, LARGEST)
}
