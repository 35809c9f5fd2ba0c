//! From the text of a file to numbers. Their correct values are not decided here.

use super::{Certificate, CheckResult, CodeDigit, HEAPS, LEAST_REACH, PLAIN_VALUES, code, demand};

/// The end of a line of values, in words.
pub(super) const VALUES: &str = "values";

/// The numbers of a file. Their counts are checked while they are read: memory stays in proportion
/// to the file.
pub(super) fn read(file: &[u8]) -> CheckResult<Certificate> {
    let mut lines = CertificateLines { text: signed(file)?, number: 1 };
    lines.one_of(&["octal certificate 2"])?;
    let digits = lines.next("`code`, digits such as 0.137", digits)?;
    let (preperiod, period) = (lines.number("preperiod")?, lines.number("period")?);
    let mut read = Certificate { digits, preperiod, period, ..Certificate::default() };
    if lines.one_of(&["form plain", "form chain"])? == 0 {
        // One value too many is enough to refuse the file.
        let most = read.plain_values().min(PLAIN_VALUES) as usize + 1;
        lines.rows("from", VALUES, |n, values| {
            let values = (n..).zip(values).take(most - read.rare.len());
            extend(&mut read.rare, values.map(|(n, v)| Some((n, v?))))
        })?;
        read.window = (read.rare.len() as u64).saturating_sub(preperiod + period);
    } else {
        // The mask 0 is that of the plain form.
        read.mask = lines.next("`mask` and a number from 1 to 2^48 - 1", |line| {
            number(line.strip_prefix("mask ")?).filter(|&mask| mask > 0)
        })?;
        read.position = lines.number("position")?;
        lines.rows("rare", "one value", |r, values| {
            read.rare.push((r, values.next()??));
            values.next().is_none().then_some(())
        })?;
        read.window = lines.number("window")?;
        read.reach =
            if lines.text.starts_with("reach") { lines.number("reach")? } else { LEAST_REACH };
        let most = read.window as usize + 1;
        lines.rows("snapshot", VALUES, |s, values| {
            let mut window = vec![];
            extend(&mut window, values.take(most))?;
            read.snapshots.push((s, window));
            Some(())
        })?;
    }
    demand(lines.text.is_empty(), format!("line {}: here the file should end", lines.number))?;
    Ok(read)
}

/// The text before the last line, if that holds its hash: FNV-1a of 64 bits.
pub(super) fn signed(file: &[u8]) -> CheckResult<&str> {
    let refused = |reason: &str| Err(reason.to_owned());
    let Ok(file) = std::str::from_utf8(file) else { return refused("the file should be a text") };
    let Some((text, end)) = file.rsplit_once("end ").filter(|(_, end)| end.ends_with('\n')) else {
        return refused(
            "the file should end with a line `end` and its hash: it is cut off, or is no certificate",
        );
    };
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    let reason = "the hash in the last line is not that of the lines before: damaged";
    if end == format!("{hash:016x}\n") { Ok(text) } else { refused(reason) }
}

/// The most digits of a code.
const MOST_DIGITS: usize = 65;

/// The digits of a code; `!` follows one that leaves two heaps.
pub(super) fn digits(line: &str) -> Option<Vec<CodeDigit>> {
    let text = line.strip_prefix("code ")?;
    if !(1..=MOST_DIGITS).contains(&text.chars().filter(char::is_ascii_hexdigit).count()) {
        return None;
    }
    let mut digits: Vec<CodeDigit> = vec![];
    for c in text.strip_suffix(".0").unwrap_or(text).chars().filter(|&c| c != '.') {
        match (c, digits.last_mut()) {
            ('!', Some(last)) if last.bits & 4 != 0 => last.unequal = true,
            _ => digits.push(CodeDigit { bits: c.to_digit(16)?, unequal: false }),
        }
    }
    Some(digits).filter(|digits| code(digits) == text)
}

/// Appends items up to the first that is wrong; `None` if there is one.
pub(super) fn extend<T>(list: &mut Vec<T>, items: impl Iterator<Item = Option<T>>) -> Option<()> {
    for item in items {
        list.push(item?);
    }
    Some(())
}

/// The lines that are still to be read, and the number of the first of them.
pub(super) struct CertificateLines<'a> {
    pub(super) text: &'a str,
    pub(super) number: usize,
}

impl<'a> CertificateLines<'a> {
    /// The next line, as read by `parse`.
    pub(super) fn next<T>(
        &mut self,
        right: &str,
        parse: impl FnOnce(&'a str) -> Option<T>,
    ) -> CheckResult<T> {
        let Some((line, rest)) = self.text.split_once('\n') else {
            return Err(format!("line {}: the file ends, here should be {right}", self.number));
        };
        let number = self.number;
        (self.text, self.number) = (rest, number + 1);
        parse(line).ok_or_else(|| {
            let shown: String = line.chars().take(60).flat_map(char::escape_debug).collect();
            format!("line {number}: `{shown}` should be {right}")
        })
    }

    /// The index of the next line among some lines.
    pub(super) fn one_of(&mut self, these: &[&str]) -> CheckResult<usize> {
        let right = format!("`{}`", these.join("` or `"));
        self.next(&right, |line| these.iter().position(|&this| this == line))
    }

    /// A line of a word and a number.
    pub(super) fn number(&mut self, word: &str) -> CheckResult<u64> {
        let parse = |line: &str| number(line.strip_prefix(word)?.strip_prefix(' ')?);
        self.next(&format!("`{word}` and a number below 2^48"), parse)
    }

    /// Passes the heap and the values of each line that begins with a word to `row`, which returns
    /// `None` if they are wrong. `values` is their name for the error.
    pub(super) fn rows(
        &mut self,
        word: &str,
        values: &str,
        mut row: impl FnMut(u64, &mut dyn Iterator<Item = Option<u16>>) -> Option<()>,
    ) -> CheckResult<()> {
        let right = format!("`{word}`, a heap, `:`, and {values} below 2^16");
        while self.text.starts_with(word) {
            self.next(&right, |line| {
                let line = line.strip_prefix(word)?.strip_prefix(' ')?;
                let (heap, values) = line.split_once(": ")?;
                let mut values = values.split(' ').map(|v| number(v)?.try_into().ok());
                row(number(heap)?, &mut values)
            })?;
        }
        Ok(())
    }

    /// The values of the heaps from 0 on, none left out; reads at most one more than `most`.
    pub(super) fn values(&mut self, most: usize) -> CheckResult<Vec<u16>> {
        let (mut values, mut misplaced) = (vec![], None);
        self.rows("from", VALUES, |heap, more| {
            misplaced = misplaced.or((heap != values.len() as u64).then_some((heap, values.len())));
            // One value too many is enough to refuse the file.
            let room = most + 1 - values.len();
            extend(&mut values, more.take(room))
        })?;
        match misplaced {
            Some((heap, next)) => {
                Err(format!("heap {heap}: here should be the value of heap {next}"))
            }
            None => Ok(values),
        }
    }
}

/// A number below 2^48, without a sign or zeros in front.
pub(super) fn number(text: &str) -> Option<u64> {
    let is_number = text == "0" || text.starts_with(|c: char| ('1'..='9').contains(&c));
    let number = text.parse().ok().filter(|_| is_number);
    number.filter(|&number| number < HEAPS)
}
