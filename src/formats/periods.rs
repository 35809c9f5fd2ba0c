//! The columns of `periods.csv`, whose rows are answers, and of `exceptions.csv`.

use serde::{Deserialize, Serialize};

use super::digest::VALUES_HASHED_AT_ONCE;
use crate::file::sha256_hex_of_pieces;
use crate::period::DIGEST_DIGITS;
use crate::period::exceptions::Exception;
use crate::period::sequence::Known;

/// A row of `exceptions.csv`: one heap below the preperiod that breaks the pattern.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExceptionRow {
    /// The code, as in `periods.csv`.
    pub code: String,
    /// n.
    pub n: u64,
    /// G(n).
    pub value: u64,
    /// The value of the pattern continued downwards.
    pub periodic_value: i64,
}

/// Games with more exceptions than this are counted in `periods.csv` but not listed.
pub const LISTED_EXCEPTIONS: usize = 1000;

/// The column names of `periods.csv`.
pub const PERIOD_HEADER: [&str; 21] = [
    "code",
    "standard_form",
    "name",
    "status",
    "preperiod",
    "period",
    "saltus",
    "exceptions",
    "last_exception",
    "max_value",
    "max_at",
    "mask",
    "position_parity",
    "rare_count",
    "last_rare",
    "theorem",
    "verified_to",
    "certificate",
    "cousins",
    "stop",
    "digest",
];

/// The column names of `exceptions.csv`.
pub const EXCEPTION_HEADER: [&str; 4] = ["code", "n", "value", "periodic_value"];

/// The column `digest` of a proved periodic sequence, equal for sequences that differ by a shift
/// only.
///
/// It covers p and G(f), …, G(max(n0, f) + p − 1), where f is the first heap with a value other
/// than 0, or 0. If the values grow arithmetically, 0, which no period is, and the saltus come
/// first.
pub fn digest(known: &Known) -> Option<String> {
    let period = known.finding.proved()?;
    let values = known.values();
    let first = values.iter().position(|v| v != 0).unwrap_or(0);
    let end = period.preperiod.max(first as u64) + period.period;
    let growth = (period.saltus > 0).then_some([0, period.saltus]);
    let header = growth.into_iter().flatten().chain([period.period]);
    let header: Vec<u8> = header.flat_map(u64::to_le_bytes).collect();
    let bytes = |values: &[u16]| values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>();
    let computed = usize::try_from(end).map_or(values.len(), |end| end.min(values.len()));
    let beyond = (computed as u64..end).map(|n| known.value(n).map(|v| v as u16));
    let beyond = bytes(&beyond.collect::<Option<Vec<u16>>>()?);
    let computed = values.range(first..computed).chunks(VALUES_HASHED_AT_ONCE);
    let pieces = [header].into_iter().chain(computed.map(|piece| bytes(&piece))).chain([beyond]);
    Some(sha256_hex_of_pieces(pieces)[..DIGEST_DIGITS].to_owned())
}

impl ExceptionRow {
    /// The row for an exception of the game printed as `code`.
    pub fn new(code: &str, exception: Exception) -> ExceptionRow {
        let Exception { n, value, periodic_value } = exception;
        ExceptionRow { code: code.to_owned(), n, value, periodic_value }
    }
}

/// The rows of `exceptions.csv` for a sequence, or none if there are too many to list.
pub fn exception_rows(known: &Known) -> Vec<ExceptionRow> {
    let code = known.code.to_string();
    let exceptions = known.exceptions().take(LISTED_EXCEPTIONS + 1);
    let rows: Vec<_> = exceptions.map(|e| ExceptionRow::new(&code, e)).collect();
    if rows.len() > LISTED_EXCEPTIONS { vec![] } else { rows }
}

/// The bytes of a table: a header row, then a line for each row.
///
/// # Panics
/// Never: rows of plain fields always serialise.
pub fn csv_bytes<R: Serialize>(rows: impl IntoIterator<Item = R>, header: &[&str]) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(vec![]);
    writer.write_record(header).expect("a row of text serialises into memory");
    for row in rows {
        writer.serialize(row).expect("a row of plain fields serialises into memory");
    }
    writer.into_inner().expect("memory takes all bytes")
}
