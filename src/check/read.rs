//! From the text of a file to numbers. What they should be is not decided here.

use super::{Certificate, CheckResult, CodeDigit, HEAPS, LEAST_REACH, code, demand};

/// The numbers of a file.
pub(super) fn read(file: &[u8]) -> CheckResult<Certificate> {
    let mut lines = CertificateLines { text: signed(file)?, number: 1 };
    lines.one_of(&["octal certificate 2"])?;
    let digits = lines.next("`code`, digits such as 0.137", digits)?;
    let (preperiod, period) = (lines.number("preperiod")?, lines.number("period")?);
    let mut read = Certificate { digits, preperiod, period, ..Certificate::default() };
    if lines.one_of(&["form plain", "form chain"])? == 0 {
        read.rare = lines.rows("from", usize::MAX)?.into_iter().flat_map(heaps).collect();
        read.window = (read.rare.len() as u64).saturating_sub(preperiod + period);
    } else {
        // The mask 0 is that of the plain form.
        read.mask = lines.next("`mask` and a number from 1 to 2^48 - 1", |line| {
            number(line.strip_prefix("mask ")?).filter(|&mask| mask > 0)
        })?;
        read.position = lines.number("position")?;
        read.rare = lines.rows("rare", 1)?.into_iter().flat_map(heaps).collect();
        read.window = lines.number("window")?;
        read.reach =
            if lines.text.starts_with("reach") { lines.number("reach")? } else { LEAST_REACH };
        read.snapshots = lines.rows("snapshot", usize::MAX)?;
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

/// The digits of a code; `!` follows one that leaves two heaps.
pub(super) fn digits(line: &str) -> Option<Vec<CodeDigit>> {
    let text = line.strip_prefix("code ")?;
    let mut digits: Vec<CodeDigit> = vec![];
    for c in text.strip_suffix(".0").unwrap_or(text).chars().filter(|&c| c != '.') {
        match (c, digits.last_mut()) {
            ('!', Some(last)) if last.bits & 4 != 0 => last.unequal = true,
            _ => digits.push(CodeDigit { bits: c.to_digit(16)?, unequal: false }),
        }
    }
    Some(digits).filter(|digits| (1..=65).contains(&digits.len()) && code(digits) == text)
}

/// The heaps from n on, each with its value.
fn heaps((n, values): (u64, Vec<u16>)) -> impl Iterator<Item = (u64, u16)> {
    (n..).zip(values)
}

/// The lines that are still to be read, and the number of the first of them.
pub(super) struct CertificateLines<'a> {
    pub(super) text: &'a str,
    pub(super) number: usize,
}

impl<'a> CertificateLines<'a> {
    /// What `parse` makes of the next line.
    pub(super) fn next<T>(
        &mut self,
        right: &str,
        parse: impl Fn(&'a str) -> Option<T>,
    ) -> CheckResult<T> {
        let Some((line, rest)) = self.text.split_once('\n') else {
            return Err(format!("line {}: the file ends, here should be {right}", self.number));
        };
        let shown: String = line.chars().take(60).flat_map(char::escape_debug).collect();
        let wrong = format!("line {}: `{shown}` should be {right}", self.number);
        (self.text, self.number) = (rest, self.number + 1);
        parse(line).ok_or(wrong)
    }

    /// Which of some lines is the next one.
    pub(super) fn one_of(&mut self, these: &[&str]) -> CheckResult<usize> {
        let right = format!("`{}`", these.join("` or `"));
        self.next(&right, |line| these.iter().position(|&this| this == line))
    }

    /// A line of a word and a number.
    pub(super) fn number(&mut self, word: &str) -> CheckResult<u64> {
        let parse = |line: &str| number(line.strip_prefix(word)?.strip_prefix(' ')?);
        self.next(&format!("`{word}` and a number below 2^48"), parse)
    }

    /// All lines of a word, a heap, and at most `most` values.
    pub(super) fn rows(&mut self, word: &str, most: usize) -> CheckResult<Vec<(u64, Vec<u16>)>> {
        let values = if most == 1 { "one value" } else { "values" };
        let right = format!("`{word}`, a heap, `:`, and {values} below 2^16");
        let mut rows = vec![];
        while self.text.starts_with(word) {
            rows.push(self.next(&right, |line| {
                let line = line.strip_prefix(word)?.strip_prefix(' ')?;
                let (heap, values) = line.split_once(": ")?;
                let values = values.split(' ').map(|v| number(v)?.try_into().ok());
                let values: Vec<u16> = values.collect::<Option<_>>()?;
                (values.len() <= most).then_some((number(heap)?, values))
            })?);
        }
        Ok(rows)
    }
}

pub(super) fn number(text: &str) -> Option<u64> {
    let number: u64 = text.parse().ok()?;
    (number < HEAPS && number.to_string() == text).then_some(number)
}
