//! The claim of a certificate: code, period and preperiod, and why both are least (Theorem 6 of
//! [`crate::theory`]).

use std::convert::Infallible;
use std::fmt;

use super::value;
use crate::code::Code;
use crate::period::Period;
use crate::period::known::Known;

/// Two heaps with different values: heap, value, heap, value.
pub type Difference = [(u64, u16); 2];

/// A period, with the differences that make it least.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    code: Code,
    period: Period,
    /// For every prime q that divides p, ascending: heaps n ≥ n0 and n + p/q < n0 + p.
    least: Vec<(u64, Difference)>,
    /// n0 − 1 and n0 − 1 + p.
    before: Option<Difference>,
}

impl Claim {
    /// The claim that a code has this period, both numbers least.
    ///
    /// `value` is asked for the heaps n0, n0 + p/q, n0 + 1, n0 + 1 + p/q, … until two values
    /// differ, for each prime q that divides p, and for n0 − 1 and n0 − 1 + p.
    ///
    /// # Errors
    /// Those of `value`.
    pub fn new<E>(
        code: &Code,
        period: Period,
        mut value: impl FnMut(u64) -> Result<u16, E>,
    ) -> Result<Claim, E> {
        let Period { preperiod: n0, period: p, .. } = period;
        let mut pair = |n: u64, m: u64| Ok([(n, value(n)?), (m, value(m)?)]);
        let mut least = vec![];
        for q in prime_divisors(p) {
            for n in n0..n0 + p - p / q {
                let difference: Difference = pair(n, n + p / q)?;
                if difference[0].1 != difference[1].1 {
                    least.push((q, difference));
                    break;
                }
            }
        }
        let before = n0.checked_sub(1).map(|n| pair(n, n + p)).transpose()?;
        Ok(Claim { code: code.clone(), period, least, before })
    }

    /// The claim about a known sequence.
    pub(super) fn of(known: &Known, period: Period) -> Claim {
        let claim = Claim::new(&known.code, period, |n| Ok::<_, Infallible>(value(known, n)));
        claim.unwrap_or_else(|never| match never {})
    }

    /// The code.
    #[must_use]
    pub const fn code(&self) -> &Code {
        &self.code
    }

    /// The period.
    #[must_use]
    pub const fn period(&self) -> Period {
        self.period
    }
}

/// The primes that divide a number, ascending. O(√number).
fn prime_divisors(mut number: u64) -> Vec<u64> {
    let mut primes = vec![];
    for q in 2.. {
        if q * q > number {
            break;
        }
        if number.is_multiple_of(q) {
            primes.push(q);
        }
        while number.is_multiple_of(q) {
            number /= q;
        }
    }
    primes.extend((number > 1).then_some(number));
    primes
}

/// The first lines of the file.
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "octal certificate 1\ncode {}", self.code)?;
        writeln!(f, "period {}\npreperiod {}", self.period.period, self.period.preperiod)?;
        for (q, [(n, v), (m, w)]) in &self.least {
            writeln!(f, "least {q}: G({n}) = {v}, G({m}) = {w}")?;
        }
        match self.before {
            Some([(n, v), (m, w)]) => writeln!(f, "before: G({n}) = {v}, G({m}) = {w}"),
            None => Ok(()),
        }
    }
}
