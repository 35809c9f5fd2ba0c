//! Numbers of a line, headers, and rows of which a header names the columns.

use super::source::FilePlace;
use crate::input::{count, shown, stray_quote};

/// The names of a column of heaps, in lower case and without spaces, hyphens and underscores.
const HEAPS: [&str; 3] = ["n", "heap", "heapsize"];

/// The names of a column of Grundy values.
const VALUES: [&str; 9] = [
    "g",
    "g(n)",
    "grundy",
    "grundyvalue",
    "grundynumber",
    "value",
    "nimvalue",
    "nimber",
    "spraguegrundy",
];

/// A header that is understood.
pub(super) enum Header {
    /// A column of heaps and a column of values, among others perhaps.
    Columns(Columns),
    /// The column of heaps, then the columns +0, +1, …
    HeapFirst,
}

/// The places of the heap, the value and the code in a row.
pub(super) struct Columns {
    separator: char,
    count: usize,
    heap: usize,
    value: usize,
    code: Option<usize>,
    /// The game that the column `code` names, and the place of its first row.
    pub(super) game: Option<(String, FilePlace)>,
}

/// Reads a header; `None` if a line has no column of heaps with columns of values.
pub(super) fn header(line: &str, text: &str) -> Result<Option<Header>, Slip> {
    let marks = [',', ';', '\t', '&'];
    let separator = text.chars().find(|c| marks.contains(c)).unwrap_or(' ');
    let names: Vec<String> = fields(text, separator)?.into_iter().map(name).collect();
    let place = |known: &[&str]| {
        let mut places = (0..names.len()).filter(|&i| known.contains(&&*names[i]));
        (places.next(), places.next())
    };
    let is_offset =
        |(i, name): (usize, &String)| name.strip_prefix('+').unwrap_or(name).parse() == Ok(i);
    let is_table = names.len() > 1 && names[1..].iter().enumerate().all(is_offset);
    match (place(&HEAPS), place(&VALUES), place(&["code"])) {
        ((Some(0), None), _, _) if is_table => Ok(Some(Header::HeapFirst)),
        // A title has blanks and perhaps such words, too.
        _ if separator == ' ' && names.len() != 2 => Ok(None),
        ((Some(heap), None), (Some(value), None), (code, None)) => {
            let count = names.len();
            Ok(Some(Header::Columns(Columns { separator, count, heap, value, code, game: None })))
        }
        ((Some(_), _), (Some(_), _), _) => {
            let expected =
                "one column n or heap, one column G(n), grundy or value, and one code at most";
            Err(Slip::at(line, text, expected))
        }
        _ => Ok(None),
    }
}

/// A name of a column in the form of [`HEAPS`].
fn name(field: &str) -> String {
    let idle = |c: char| c.is_whitespace() || matches!(c, '-' | '_' | '$');
    field.chars().filter(|&c| !idle(c)).flat_map(char::to_lowercase).collect()
}

impl Columns {
    /// The heap and the value of a row; `text` is a slice of `line`.
    pub(super) fn row(
        &mut self,
        line: &str,
        text: &str,
        place: FilePlace,
    ) -> Result<(u64, u64), Slip> {
        let fields = fields(text, self.separator)?;
        if fields.len() != self.count {
            let expected = format!("{}, as in the header", count(self.count, "field"));
            return Err(Slip::new(count(fields.len(), "field"), expected));
        }
        if let Some(code) = self.code.map(|code| fields[code]).filter(|code| !code.is_empty()) {
            let (first, _) = self.game.get_or_insert_with(|| (code.to_owned(), place));
            if first != code {
                let expected = format!("the code of the rows before, {first}");
                return Err(Slip::at(line, code, expected));
            }
        }
        let heap = number(line, fields[self.heap], "a heap, a whole number")?;
        Ok((heap, number(line, fields[self.value], VALUE)?))
    }
}

/// The fields of a text, without quotes and white space around them.
fn fields(text: &str, by: char) -> Result<Vec<&str>, Slip> {
    if by == ' ' {
        return Ok(text.split_whitespace().collect());
    }
    if !text.contains('"') {
        return Ok(text.split(by).map(str::trim).collect());
    }
    if stray_quote(text, by).is_some() {
        let found = "a quote that is not closed on its line, or stands inside a field";
        let expected = "quotes around whole fields, and doubled within them";
        return Err(Slip::new(found, expected));
    }
    let mut quoted = false;
    let ends_field = |c: char| {
        quoted ^= c == '"';
        c == by && !quoted
    };
    Ok(text.split(ends_field).map(|field| field.trim().trim_matches('"').trim()).collect())
}

/// An expected number.
pub(super) const VALUE: &str = "a value, a whole number";

/// An error in a line, before the line is known.
#[derive(Debug)]
pub(super) struct Slip {
    /// The byte of the line at which the wrong text begins.
    pub(super) byte: Option<usize>,
    pub(super) found: String,
    pub(super) expected: String,
}

impl Slip {
    /// A description of what is wrong.
    pub(super) fn new(found: impl Into<String>, expected: impl Into<String>) -> Slip {
        Slip { byte: None, found: found.into(), expected: expected.into() }
    }

    /// A wrong part of a line; `part` is a slice of `line`.
    pub(super) fn at(line: &str, part: &str, expected: impl Into<String>) -> Slip {
        let byte = (part.as_ptr() as usize).checked_sub(line.as_ptr() as usize);
        Slip { byte, found: shown(part), expected: expected.into() }
    }
}

/// The commands that stand around a number.
pub(super) const BOLD: [&str; 3] = ["textbf", "mathbf", "emph"];

/// A number without the signs and commands around it.
pub(super) fn bare(word: &str) -> &str {
    let word = word.strip_suffix('*').unwrap_or(word);
    let word = ['"', '$'].into_iter().fold(word, |word, sign| {
        word.strip_prefix(sign).and_then(|rest| rest.strip_suffix(sign)).unwrap_or(word)
    });
    let bold = word.strip_prefix('\\').and_then(|command| {
        BOLD.iter()
            .find_map(|name| command.strip_prefix(name)?.strip_prefix('{')?.strip_suffix('}'))
    });
    bold.unwrap_or(word)
}

/// A whole number of decimal digits; `word` is a slice of `line`.
pub(super) fn number(line: &str, word: &str, expected: &str) -> Result<u64, Slip> {
    let digits = bare(word);
    if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) {
        return digits.parse().map_err(|_| Slip::at(line, word, "a number below 2^64"));
    }
    let mut slip = Slip::at(line, word, expected);
    if digits.contains(['O', 'o']) && digits.chars().all(|c| c.is_ascii_digit() || "Oo".contains(c))
    {
        slip.found += " with the letter O";
        slip.expected = format!("`{}` with the digit 0", digits.replace(['O', 'o'], "0"));
    }
    Err(slip)
}
