//! Rows of values: how one is checked, and the formats in which each row is read by itself.

use super::error::shown;
use crate::input;

/// What is wrong with a row.
pub(super) struct Slip {
    pub(super) found: String,
    pub(super) expected: String,
}

impl Slip {
    /// Something that is described.
    pub(super) fn new(found: &str, expected: impl Into<String>) -> Slip {
        Slip { found: found.to_owned(), expected: expected.into() }
    }

    /// Some text that is shown.
    pub(super) fn of(text: &str, expected: impl Into<String>) -> Slip {
        Slip { found: shown(text), expected: expected.into() }
    }
}

/// The heap of the first value of a row, and the values.
pub(super) type Parsed = Result<(u64, Vec<u64>), Slip>;

/// What a line without values holds.
pub(super) const NO_VALUES: Parsed = Ok((0, vec![]));

/// What is expected in the place of a value.
pub(super) const VALUE: &str = "a value, a whole number";

/// A whole number of decimal digits, and nothing else.
pub(super) fn number(text: &str, expected: &'static str) -> Result<u64, Slip> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let number = text.parse().ok().filter(|_| digits);
    number.ok_or_else(|| Slip::of(text, expected))
}

/// All of these values, if there is memory for them.
pub(super) fn collect(numbers: impl Iterator<Item = Result<u64, Slip>>) -> Result<Vec<u64>, Slip> {
    let mut values = vec![];
    for number in numbers {
        let full = |_| Slip::new("a row that does not fit the memory", "a shorter row");
        input::push(&mut values, number?).map_err(full)?;
    }
    Ok(values)
}

/// An index and a value.
pub(super) fn bfile(line: &str) -> Parsed {
    let expected = "an index and a value with a blank between";
    let mut fields = line.split_whitespace();
    match (fields.next(), fields.next(), fields.next()) {
        (Some(n), Some(value), None) => Ok((number(n, expected)?, vec![number(value, expected)?])),
        _ => Err(Slip::of(line, expected)),
    }
}

/// `heap: values`, exceptions marked with `*`.
pub(super) fn text(line: &str) -> Parsed {
    let expected = "a heap, a colon, and values";
    let (heap, values) = line.split_once(':').ok_or_else(|| Slip::of(line, expected))?;
    let value = |text: &str| number(text.strip_suffix('*').unwrap_or(text), VALUE);
    let values = collect(values.split_whitespace().map(value))?;
    if values.is_empty() {
        Err(Slip::of(line, expected))
    } else {
        Ok((number(heap.trim(), expected)?, values))
    }
}
