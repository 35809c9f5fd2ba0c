//! Certificates of codes whose digits repeat for ever: the format, and the checker's tests.
//!
//! Such a certificate claims G(n + p) = G(n) + s for all n ≥ n0, with p least and then n0 least; s
//! may be 0. It holds values to which Theorem 12a or 12b of [`crate::theory`] applies, whose words
//! are used here. This page is the specification, version 1, and is meant to be enough for writing
//! a checker. `octal_check::EndlessCertificate` is a checker that shares nothing with this crate's
//! engines.
//!
//! # Grammar
//!
//! ASCII, at most 2^28 bytes; `number`, `values`, `digit` and `end` are those of [`super`].
//!
//! ```text
//! file      = "octal endless certificate 1"
//!             "code " code
//!             "preperiod " n0                             a number
//!             "period " p                                 a number, at least 1
//!             "saltus " s                                 a number
//!             "depth " D                                  a number, 0 if s is 0
//!             { "from " n ": " values }                   G(n), G(n + 1), …
//!             end
//! code      = digit "." { digit } "[" digit { digit } "]"
//! ```
//!
//! # What must hold
//!
//! *Numbers.* Let e be the number of digits before the bracket, d0 included, and L the number of
//! digits in it, at most 65 together. Let h be the most heaps that a move leaves, or 1 if that is
//! 0, and n1 = max(n0, 1). Let p′ be the least common multiple of p and L, and s′ = s·p′/p. The
//! numbers n1, p′, s′ are the n0, p, s of the theorems. The values are those of the heaps 0, …,
//! N − 1, each once and in order. N is at most 16384, 5900 or 1250 for h = 1, 2 or 3. If s = 0, N ≥
//! h·(n1 + p′ − 1) + e + p′, else N ≥ h·(n1 + p′ − 1) + e + 2p′. B = N − 2p′.
//!
//! *Values.* Each is that of the definition.
//!
//! *(E1)* G(n + p) = G(n) + s for n1 ≤ n < N − p. Where s = 0 this is the hypothesis of Theorem
//! 12a.
//!
//! *Least.* For every q < p that divides p there is an n with n1 ≤ n < n1 + p and
//! G(n + 1 + q) − G(n + q) ≠ G(n + 1) − G(n). If n0 = 0, G(p) = G(0) + s; else G(n0 − 1 + p) ≠
//! G(n0 − 1) + s.
//!
//! *(E2) to (E4)*, if s ≥ 1. The certificate has no witnesses: a checker goes through all options
//! of the heaps B, …, N − 1.
//!
//! # An example
//!
//! The certificate of 0.0\[3\], G(n + 2) = G(n) + 1.
//!
//! ```
//! let game: octal_games::Game = "0.0[3]".parse()?;
//! let file = game.period()?.certificate()?;
//! let text = std::str::from_utf8(&file)?;
//! let head = "octal endless certificate 1\ncode 0.0[3]\npreperiod 0\nperiod 2\nsaltus 1\ndepth 0\n";
//! assert!(text.starts_with(&(head.to_owned() + "from 0: 0 0 1 1 2 2 3 3\n")), "{text}");
//!
//! let certificate = octal_check::EndlessCertificate::read(&file)?;
//! assert!(certificate.check(&|_, _| true)?.proved);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{CertificateError, rows, signed, value};
use crate::arithmetic::endless::{EndlessEvidence, least_base, most_values};
use crate::arithmetic::heaps::Growth;
use crate::code::Code;
use crate::period::sequence::Known;
use crate::period::{Period, window};

/// The certificate of a proved period, as the bytes of its file.
pub(super) fn write(known: &Known, period: Period) -> Result<Vec<u8>, CertificateError> {
    let (count, depth) = match period.saltus {
        0 => (window_length(&known.code, period), 0),
        _ => evidence(known, period).map(|(count, depth)| (Some(count), depth))?,
    };
    let fits = |&count: &usize| count <= most_values(known.code.most_heaps().max(1));
    let count = count.filter(fits).ok_or(CertificateError::EndlessTooLarge)?;
    let values: Vec<u16> = (0..count as u64).map(|n| value(known, n)).collect();
    Ok(signed(claim(&known.code, period) + &format!("depth {depth}\n") + &rows(&values)))
}

/// The number of values of the evidence for a saltus, and its depth. As few values as possible are
/// taken, or else the values that the proof had.
fn evidence(known: &Known, period: Period) -> Result<(usize, usize), CertificateError> {
    let Period { preperiod, period: p, saltus } = period;
    let [preperiod, p, saltus] = [preperiod.max(1), p, saltus].map(|number| number as usize);
    let code = &known.code;
    let multiple = window::least_multiple(p, code.repeat().len());
    let multiple = multiple.ok_or(CertificateError::NotProved)?;
    let growth = Growth { preperiod, period: multiple, saltus: saltus * (multiple / p) };
    let values = known.values().to_vec();
    let least = values.len().min(least_base(code, growth) + 2 * multiple);
    let found = [least, values.len()]
        .into_iter()
        .find_map(|count| EndlessEvidence::find(code, &values[..count], growth));
    let found = found.ok_or(CertificateError::NotProved)?;
    Ok((found.base + 2 * multiple, found.depth))
}

/// The number of values that Theorem 12a needs.
fn window_length(code: &Code, period: Period) -> Option<usize> {
    let [preperiod, p] = [period.preperiod, period.period].map(|n| usize::try_from(n).ok());
    window::endless_length(code, window::least_multiple(p?, code.repeat().len())?, preperiod?)
}

/// True if a period that is proved of this code has a certificate.
pub(super) fn is_covered(code: &Code, period: Period) -> bool {
    let most = most_values(code.most_heaps().max(1));
    period.saltus > 0 || window_length(code, period).is_some_and(|count| count <= most)
}

/// The first lines of a file.
pub(super) fn claim(code: &Code, period: Period) -> String {
    let Period { preperiod: n0, period: p, saltus: s } = period;
    let first = "octal endless certificate 1";
    format!("{first}\ncode {code}\npreperiod {n0}\nperiod {p}\nsaltus {s}\n")
}
