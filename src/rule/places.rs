//! Codes with places by number and large subtraction sets, as rules.
//!
//! `0.{3:7,70:7,990..999:3}` names the places whose digits are not 0, `S(1,100)` and `S(k^2)` the numbers
//! of tokens that may be taken, and `take 3..1000 in a row` is 0.{3..1000:7}. A code of the library has at
//! most 64 places; beyond them the rule with the same options is computed.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::Rule;
use crate::code::number::whole;
use crate::input::shown;

/// The largest place, and the largest number that may be taken.
const LAST_PLACE: u128 = 100_000;

/// How many numbers stand in one line of a rule.
const IN_A_LINE: usize = 400;

/// Digits by their places; ranges of places have one digit.
type Digits = Vec<(RangeInclusive<u128>, u8)>;

/// The rule of a game whose places are given by number; `None` if the text has none of these forms.
///
/// ```
/// let rule = octal::rule::by_places("0.{100:7}").unwrap()?;
/// assert_eq!(rule.to_string(), "n -> [a, n-k-a] for k in {100}, a in 0..(n-k)/2");
/// assert_eq!(octal::rule::by_places("take 2 in a row").unwrap()?.code().as_deref(), Some("0.07"));
/// assert!(octal::rule::by_places("0.77").is_none());
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// A sentence about the place or the digit that is wrong.
pub fn by_places(text: &str) -> Option<Result<Rule, String>> {
    let text = text.trim();
    let digits = if let Some(row) = text.strip_prefix("take ") {
        let places = row.strip_suffix("in a row")?;
        places_of(places).map(|places| places.into_iter().map(|range| (range, 7)).collect())
    } else if let Some(set) = text.strip_prefix("S(").and_then(|set| set.strip_suffix(')')) {
        taken(set)
    } else {
        let (first, places) = text.strip_suffix('}')?.split_once(".{")?;
        first_digit(first).and_then(|first| {
            let mut digits = digits_of(places)?;
            digits.extend((first > 0).then_some((0..=0, first)));
            Ok(digits)
        })
    };
    Some(digits.and_then(rule))
}

/// The digit before the point, which has neither bit 1 nor bit 2.
fn first_digit(text: &str) -> Result<u8, String> {
    match text {
        "0" | "" => Ok(0),
        "4" => Ok(4),
        _ => Err(format!("{} before the point: expected 0 or 4", shown(text))),
    }
}

/// Numbers that may be taken: `1,3..9,100`, or `k^2` for all squares.
fn taken(set: &str) -> Result<Digits, String> {
    let power = set.trim().strip_prefix("k^").map(|exponent| whole(exponent.trim()));
    let ranges = match power {
        Some(Ok(exponent @ 1..=17)) => {
            let powers = (1_u128..).map(|k| k.pow(exponent as u32));
            powers.take_while(|&power| power <= LAST_PLACE).map(|power| power..=power).collect()
        }
        Some(_) => return Err(format!("{}: the exponent is from 1 to 17, as in k^2", shown(set))),
        None => places_of(set)?,
    };
    Ok(ranges.into_iter().map(|range| (range, 3)).collect())
}

/// Places from 1 on, apart by commas, with ranges such as `3..9`.
fn places_of(text: &str) -> Result<Vec<RangeInclusive<u128>>, String> {
    let place = |text: &str| {
        let place = whole(text.trim()).map_err(|error| format!("{}: {error}", shown(text)))?;
        let is_place = (1..=LAST_PLACE).contains(&place);
        let wrong = || format!("{place} is no place: from 1 to {LAST_PLACE}");
        is_place.then_some(place).ok_or_else(wrong)
    };
    let range = |text: &str| match text.split_once("..") {
        None => place(text).map(|place| place..=place),
        Some((from, to)) => {
            let range = place(from)?..=place(to)?;
            let empty = || format!("{} is empty: write the smaller number first", shown(text));
            if range.is_empty() { Err(empty()) } else { Ok(range) }
        }
    };
    text.split(',').map(range).collect()
}

/// Places with their digits: `3:7,70..80:3`.
fn digits_of(text: &str) -> Result<Digits, String> {
    let mut digits = Digits::new();
    for pair in text.split(',') {
        let form = || format!("{}: a place and its digit are written 100:7", shown(pair));
        let (places, digit) = pair.split_once(':').ok_or_else(form)?;
        let digit = match digit.trim().as_bytes() {
            [digit @ b'0'..=b'7'] => digit - b'0',
            _ => return Err(format!("{} is no digit from 0 to 7", shown(digit))),
        };
        for range in places_of(places)? {
            if digits
                .iter()
                .any(|(other, _)| range.start() <= other.end() && other.start() <= range.end())
            {
                return Err(format!("{} has two digits: write one", shown(places)));
            }
            digits.push((range, digit));
        }
    }
    Ok(digits)
}

/// The rule with these digits.
fn rule(digits: Digits) -> Result<Rule, String> {
    let mut by_digit: BTreeMap<u8, Vec<String>> = BTreeMap::new();
    for (range, digit) in digits.into_iter().filter(|(_, digit)| *digit > 0) {
        let places = match (range.start(), range.end()) {
            (from, to) if from == to => from.to_string(),
            (from, to) => format!("{from}..{to}"),
        };
        by_digit.entry(digit).or_default().push(places);
    }
    let mut lines = Vec::new();
    for (digit, places) in by_digit {
        for places in places.chunks(IN_A_LINE).map(|places| places.join(", ")) {
            let split =
                |first: u8| format!("n -> [a, n-k-a] for k in {{{places}}}, a in {first}..(n-k)/2");
            match digit & 3 {
                1 => lines.push(format!("n -> [] for k in {{{places}}} if n = k")),
                2 => lines.push(format!("n -> n-k for k in {{{places}}} if n > k")),
                3 if digit == 3 => lines.push(format!("n -> n-k for k in {{{places}}}")),
                _ => {}
            }
            if digit & 4 != 0 {
                lines.push(split(u8::from(digit != 7)));
            }
        }
    }
    if lines.is_empty() {
        return Err("all digits are 0: no move is possible".to_owned());
    }
    lines.join("\n").parse().map_err(|error| format!("{error}"))
}
