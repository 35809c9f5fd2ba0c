//! The codes whose misère play is surveyed.

use crate::code::{Code, Digit};
use crate::survey::class::octal_codes;

/// Octal digits behind the point of the codes that begin with 0, and of those that begin with 4.
const DIGITS: [usize; 2] = [3, 2];

/// Digits behind the point of the quaternary codes.
const QUATERNARY_DIGITS: u32 = 4;

/// All codes 0.d1d2d3 and 4.d1d2 with octal digits, and all 0.d1d2d3d4 with digits up to 3, which
/// leave one heap at most; shorter codes are among them.
#[must_use]
pub fn family() -> Vec<Code> {
    let places = |code: &Code| code.digits().len() - 1;
    let is_short = |code: &Code| {
        let splits = code.digit(0).leaves_two();
        places(code) <= DIGITS[usize::from(splits)]
    };
    let octal = octal_codes(DIGITS[0]).into_iter().filter(is_short);
    let longer = |code: &Code| places(code) > DIGITS[0];
    let mut codes: Vec<Code> = octal.chain(quaternary_codes().filter(longer)).collect();
    codes.sort();
    codes.dedup();
    codes
}

/// All codes 0.d1d2d3d4 with digits up to 3.
fn quaternary_codes() -> impl Iterator<Item = Code> {
    let digit = |number: u32, k: u32| Digit::new((number >> (2 * k) & 3) as u8);
    (0..1u32 << (2 * QUATERNARY_DIGITS)).filter_map(move |number| {
        let digits = (0..QUATERNARY_DIGITS).map(|k| digit(number, k));
        Code::new(std::iter::once(Digit::ZERO).chain(digits), []).ok()
    })
}
