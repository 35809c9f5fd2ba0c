//! Numbers as arguments: `1e9`, `2^30`, `1_000_000`; sizes such as `4G`.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use octal::code::number::{NumberError, whole};

/// The largest number that may be asked for.
const MOST: u128 = 1 << 53;

/// A whole number as an argument, such as a number of heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count(pub u64);

impl FromStr for Count {
    type Err = String;

    fn from_str(text: &str) -> Result<Count, String> {
        count(text).map(Count)
    }
}

impl From<Count> for u64 {
    fn from(count: Count) -> u64 {
        count.0
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Reads a whole number.
///
/// # Errors
/// A sentence that says what would be right.
pub fn count(text: &str) -> Result<u64, String> {
    Ok(up_to(MOST, "2^53", text)? as u64)
}

/// Reads a whole number that is not 0.
///
/// # Errors
/// A sentence that says what would be right.
pub fn positive(text: &str) -> Result<u64, String> {
    match count(text)? {
        0 => Err("a whole number from 1 on".to_owned()),
        n => Ok(n),
    }
}

/// Reads a whole number of this range.
pub fn within<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number = Some(count(text)?).filter(|n| range.contains(n));
        let number = number.and_then(|n| T::try_from(n).ok());
        number.ok_or_else(|| format!("from {} to {}", range.start(), range.end()))
    }
}

/// Reads a heap of a game whose heaps may be large.
///
/// # Errors
/// A sentence that says what would be right.
pub fn large_heap(text: &str) -> Result<u128, String> {
    up_to(1 << 127, "2^127", text)
}

/// Reads a size in bytes, with an optional K, M, G or T (powers of 1024).
///
/// # Errors
/// A sentence that says what would be right.
pub fn bytes(text: &str) -> Result<u64, String> {
    let text = text.trim().trim_end_matches(['B', 'b']).trim_end_matches('i');
    let unit = text.chars().next_back().unwrap_or(' ').to_ascii_uppercase();
    let power = "KMGT".find(unit).map_or(0, |i| i + 1);
    let digits = if power > 0 { &text[..text.len() - 1] } else { text };
    let size = up_to(MOST, "2^53", digits)
        .map_err(|error| format!("{error}; sizes are written 512M or 4G"))?;
    size.checked_mul(1 << (10 * power))
        .filter(|size| (1 << 20..=MOST).contains(size))
        .map(|size| size as u64)
        .ok_or_else(|| "a size from 1M to 8192T is written 512M or 4G".to_owned())
}

/// A whole number up to `most`, which is written `limit`.
fn up_to(most: u128, limit: &str, text: &str) -> Result<u128, String> {
    match whole(text.trim()) {
        Ok(n) if n <= most => Ok(n),
        Ok(_) | Err(NumberError::TooLarge) => Err(format!("too large: at most {limit}")),
        Err(error) => Err(error.to_string()),
    }
}
