//! Whole numbers as people write them: `1000000`, `1_000_000`, `1e6`, `1.5e6`, `2^20`.
//!
//! Underscores stand between digits, one at a time. A point stands only where an exponent follows:
//! in `1.000` it may be meant to group digits.

/// An error of reading a whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NumberError {
    /// It is written in none of the forms.
    #[error("a whole number is written 1000000, 1_000_000, 1e6 or 2^20")]
    Form,
    /// It has a minus sign.
    #[error("it may not be negative; {}", NumberError::Form)]
    Negative,
    /// It has a fraction.
    #[error("that is no whole number; {}", NumberError::Form)]
    Fraction,
    /// It has a point and no exponent, and no fraction.
    #[error("a point stands only before an exponent, as in 1.5e6; {}", NumberError::Form)]
    Point,
    /// It is 2^128 or more.
    #[error("too large: below 2^128")]
    TooLarge,
}

/// Reads a whole number.
///
/// ```
/// use octal_games::workspace::code::number::{NumberError, whole};
/// assert_eq!(whole("1.5e3"), Ok(1500));
/// assert_eq!(whole("2^64"), Ok(1 << 64));
/// assert_eq!(whole("1_000"), Ok(1000));
/// assert_eq!(whole("0^0"), Err(NumberError::Form));
/// assert_eq!(whole("1.000"), Err(NumberError::Point));
/// ```
///
/// # Errors
/// [`NumberError`], what would be right.
pub fn whole(text: &str) -> Result<u128, NumberError> {
    if text.strip_prefix(['-', '−']).is_some_and(|rest| !rest.is_empty()) {
        return Err(NumberError::Negative);
    }
    if let Some((base, exponent)) = text.split_once('^') {
        return match (plain(base)?, plain(exponent)?) {
            (0, 0) => Err(NumberError::Form),
            (base, exponent) => power(base, exponent),
        };
    }
    match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => decimal(mantissa, plain(exponent)?),
        None => match decimal(text, 0)? {
            _ if text.contains('.') => Err(NumberError::Point),
            n => Ok(n),
        },
    }
}

/// A number with a point or without, times a power of ten.
fn decimal(mantissa: &str, exponent: u128) -> Result<u128, NumberError> {
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (digits(whole)?, digits(fraction)?),
        None => (digits(mantissa)?, String::new()),
    };
    let fraction = fraction.trim_end_matches('0');
    let zeros = exponent.checked_sub(fraction.len() as u128).ok_or(NumberError::Fraction)?;
    match plain(&format!("{whole}{fraction}"))? {
        0 => Ok(0),
        n => n.checked_mul(power(10, zeros)?).ok_or(NumberError::TooLarge),
    }
}

fn power(base: u128, exponent: u128) -> Result<u128, NumberError> {
    match u32::try_from(exponent) {
        _ if base <= 1 => Ok(if exponent == 0 { 1 } else { base }),
        Ok(exponent) => base.checked_pow(exponent).ok_or(NumberError::TooLarge),
        Err(_) => Err(NumberError::TooLarge),
    }
}

fn plain(text: &str) -> Result<u128, NumberError> {
    digits(text)?.parse().map_err(|_| NumberError::TooLarge)
}

/// The digits of a text without the underscores between them.
fn digits(text: &str) -> Result<String, NumberError> {
    let is_group =
        |group: &str| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit());
    if text.split('_').all(is_group) { Ok(text.replace('_', "")) } else { Err(NumberError::Form) }
}
