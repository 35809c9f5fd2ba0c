//! Certificates: a period, and the evidence from which a stranger can check it.
//!
//! A certificate is a text file. (Those of arithmetic periods, of codes whose digits repeat for
//! ever, and of misère quotients have pages of their own: [`arithmetic`], [`endless`], [`misere`].)
//! This page is the specification of certificates of periods, version 2. Section 9 of
//! [`crate::theory`] proves that the claim of an accepted certificate is true. The crate
//! `octal-check`, also built as a program, is a checker that shares nothing with this crate's
//! engines. This page is meant to be enough for writing another checker.
//!
//! # Grammar
//!
//! ASCII, at most 2^28 bytes; every line ends in a line feed. A `number` is decimal without zeros
//! in front, below 2^48; a `value` is a number below 2^16. Single spaces as shown, nothing else.
//!
//! ```text
//! file      = "octal certificate 2" claim ( plain | chain ) end
//! claim     = "code " code
//!             "preperiod " n0                             a number
//!             "period " p                                 a number
//! plain     = "form plain"
//!             { "from " n ": " values }                   G(n), G(n + 1), …
//! chain     = "form chain"
//!             "mask " m                                   a number
//!             "position " ε                               0 or 1
//!             { "rare " r ": " value }                    G(r)
//!             "window " W                                 a number
//!             [ "reach " B ]                              a number; 65536 without this line
//!             { "snapshot " s ": " values }               G(s), …, G(s + W − 1)
//! end       = "end " hash                                 16 hexadecimal digits
//! values    = value { " " value }
//! code      = digit [ "!" ] "." ( "0" | digit [ "!" ] { digit [ "!" ] } )
//! digit     = "0" … "9" | "a" … "f"
//! ```
//!
//! (Each quoted word at the left begins a line. Braces: any number of times, or not at all;
//! brackets: once, or not at all. The number of values on a line of the plain form is free; this
//! program writes 20.) The `code` has at most 65 digits; `!` stands only behind a digit with bit 4;
//! digit d0 has neither bit 1 nor bit 2. `hash` is FNV-1a of 64 bits over all bytes before the line
//! `end`: h ← 14695981039346656037, then h ← (h ⊕ byte)·1099511628211 modulo 2^64 for every byte.
//! It distinguishes a damaged file from a false one, and has no part in the proof.
//!
//! # What must hold
//!
//! *Numbers.* p ≥ 1. Let t be the number of digits after the point, zeros at the end included; for
//! `.0`, t = 0. Every value is at most 65535, including values that are computed and not stated. A
//! game that needs a larger value before its period is shown has no certificate.
//!
//! *Plain form* (Theorem 9a; no `!` in the code). Let h be the most heaps that a move leaves, or 1
//! if that is 0, and n1 = max(n0, 1). The values are those of the heaps 0, …, N − 1, each once and
//! in order, with N = h·(n1 + p) + t; N ≤ 2^19, and N ≤ 2^12 if h = 3. These heaps are the *base*;
//! each value must be that of the definition. The windows have W = N − n0 − p values, all of them
//! in the base. (W = 0 in one case only, code `0.0` with n0 ≥ 1: windows of no values are equal.)
//!
//! *Chain form* (Theorem 9d; digits below 8). The rare heaps r ≥ 1 ascend strictly: each is listed
//! once; ρ is the last one, or 0. Required: m ≥ 1, n0 > ρ, W ≥ ρ + t + 1; so a chain cannot claim
//! that the preperiod is 0. B is a power of two from 2^16 to 2^20. Further ε = 1 only if all places
//! with bit 4 have one parity s (s = 0 if there is none). The value v is *rare at heap n* if
//! popcount(v & m) + ε·(n − s) is even. With no snapshots the *base* is all heaps below n0 + p + W.
//! With snapshots it is all heaps below s0 + W, where s0 is the heap of the first snapshot. Then W
//! ≤ s0 and W ≤ B, the heaps of the snapshots ascend strictly and are at most n0 + p, and each
//! snapshot has W values. The base has at most 2^30 heaps.
//!
//! * *Base.* Heaps 1, 2, … in order. At a listed heap r, G(r) is computed from the definition; it
//!   must have the value stated and be rare at r. At any other heap n, some moves show values: the
//!   moves to a single heap or to none, and the splits with a listed rare part. Let x be the least
//!   value that is common at n and not shown. Every smaller value that is rare at n must be the
//!   value of some move. If n ≥ n0 + W, it must be the value of a move to a single heap, or of a
//!   split whose larger part is at least n0. Then G(n) = x. The values of the first snapshot must
//!   be those computed.
//! * *Links.* One from each snapshot s to the next snapshot s′. From the W values of snapshot s,
//!   the heaps s + W, …, s′ + W − 1 are computed in order, as in the base, with two differences.
//!   Every heap is to be common. Every smaller rare value must be the value of a move to a single
//!   heap, of a split within reach, or of a *far split*. A split is within reach if one part is at
//!   least max(s, n − B) and the other part is in the base. In a far split the smaller part is in
//!   the base. Its larger part is in the base or in the window of a snapshot that is not beyond s,
//!   and it is at least n0 if s is. The last W values must be those of snapshot s′.
//!
//! *Period*, in both forms. The *window* of a heap n is the values G(n), …, G(n + W − 1). The
//! windows of n0 and n0 + p must be known, and that of n0 + p/q for every prime q that divides p.
//! If n0 ≥ 1, those of n0 − 1 and n0 + p − 1 must be known too. A window is known if all its W
//! heaps lie in the base, or if a snapshot is of its first heap. The windows of n0 and n0 + p must
//! be equal. The window of each n0 + p/q must differ from that of n0, so W = 0 is refused if there
//! is a q. If n0 ≥ 1, G(n0 − 1) ≠ G(n0 + p − 1). (Both values are the first of such windows; if W =
//! 0, they lie in the base.)
//!
//! A link needs the values of the base and the windows, and nothing of other links. So links can be
//! checked in any order, on many machines, or as a random sample. Only all of them prove the claim.
//!
//! # An example
//!
//! ```
//! let game: octal_games::Game = "0.17".parse()?;
//! let file = game.period()?.certificate()?;
//! let text = std::str::from_utf8(&file)?;
//! assert!(text.starts_with("octal certificate 2\ncode 0.17\npreperiod 33\nperiod 34\n"));
//!
//! let certificate = octal_check::Certificate::read(&file)?;
//! let established = certificate.check(&[], 1, &|_, _| true)?;
//! assert!(established.proved);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod arithmetic;
mod chain;
pub mod endless;
mod error;
mod in_memory;
pub mod misere;

#[doc(hidden)]
pub use chain::{
    BASE, Chain, ChainSnapshot, FarSplit, LEAST_REACH, MOST_REACH, least_window, needed,
};
pub use error::CertificateError;

use crate::code::{Code, MAX_PLACE};
use crate::period::sequence::Known;
use crate::period::{Answer, Period, Theorem, window};

/// The most bytes that the file of a certificate has.
#[doc(hidden)]
pub const LARGEST: u64 = 1 << 28;

/// The most values that a plain certificate has: about a megabyte of text.
const PLAIN_VALUES: u64 = 350_000;
/// The most values for codes that leave three heaps, whose check takes cubic time.
const PLAIN_VALUES_THREE_HEAPS: u64 = 1 << 12;

/// The file name of the certificate of a code: `0.137.txt`, with `u` for `!`, and `r` before the
/// digits that repeat for ever.
///
/// Brackets would be a pattern to a shell.
///
/// ```
/// use octal_games::certificate::file_name;
/// assert_eq!(file_name(&"4!.7".parse()?), "4u.7.txt");
/// assert_eq!(file_name(&"0.3[37]".parse()?), "0.3r37.txt");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn file_name(code: &Code) -> String {
    let name = code.to_string().replace('!', "u").replace('[', "r").replace(']', "");
    format!("{name}.txt")
}

impl Answer {
    /// Returns the certificate of the period, as the bytes of its file.
    ///
    /// ```
    /// let game: octal_games::Game = "0.137".parse()?;
    /// let file = game.period()?.certificate()?;
    /// let certificate = octal_check::Certificate::read(&file)?;
    /// assert!(certificate.check(&[], 1, &|_, _| true)?.proved);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`CertificateError`] if the period is not proved, no form of certificates holds its
    /// evidence, the answer has no values, or it is about a shifted game.
    pub fn certificate(&self) -> Result<Vec<u8>, CertificateError> {
        let known = self.known().ok_or(CertificateError::NoValues)?;
        if self.code == known.code.to_string() {
            write(known)
        } else {
            Err(CertificateError::Shifted)
        }
    }
}

/// The certificate of a proved period, as the bytes of its file.
///
/// Plain where that takes less than about a megabyte, else a chain.
///
/// # Errors
/// [`CertificateError`] if the period is not proved, or neither form can hold its evidence.
#[doc(hidden)]
pub fn write(known: &Known) -> Result<Vec<u8>, CertificateError> {
    let period = known.finding.proved().ok_or(CertificateError::NotProved)?;
    if known.code.last_place().is_none() {
        return endless::write(known, period);
    }
    if let Some(place) = known.code.last_place().filter(|&place| place > MAX_PLACE) {
        return Err(CertificateError::TooManyPlaces { place });
    }
    if period.saltus > 0 {
        return arithmetic::write(known, period);
    }
    let values = plain_length(&known.code, period);
    match form(&known.code, period, known.rare_heaps().map(|rare| rare.last.unwrap_or(0))) {
        Some(CertificateForm::Plain) => Ok(plain(known, period, values)),
        Some(CertificateForm::Chain) => {
            in_memory::write(known, period).ok_or(CertificateError::TooLarge { values })?
        }
        None => Err(CertificateError::TooLarge { values }),
    }
}

#[derive(Clone, Copy)]
enum CertificateForm {
    Plain,
    Chain,
}

/// The form for a period; `rho` as in [`is_covered`].
fn form(code: &Code, period: Period, rho: Option<u64>) -> Option<CertificateForm> {
    let values = plain_length(code, period);
    let most = if code.most_heaps() > 2 { PLAIN_VALUES_THREE_HEAPS } else { PLAIN_VALUES };
    let plain = !code.has_unequal() && values <= most;
    let chain = || rho.is_some_and(|rho| in_memory::is_covered(code, period, rho));
    if plain { Some(CertificateForm::Plain) } else { chain().then_some(CertificateForm::Chain) }
}

/// True if a proved period has a certificate. `rho` is ρ, the last rare heap of the code, or 0 if
/// there is none. `None` if infinitely many heaps are rare, or if the code has no sparse space.
#[doc(hidden)]
pub fn is_covered(code: &Code, period: Period, rho: Option<u64>) -> bool {
    match code.last_place() {
        None => endless::is_covered(code, period),
        Some(t) => t <= MAX_PLACE && (period.saltus > 0 || form(code, period, rho).is_some()),
    }
}

/// True if a certificate is about this period of this code. Only its claim is read.
#[doc(hidden)]
pub fn states(file: &[u8], code: &Code, period: Period) -> bool {
    let claim = match (code.last_place(), period.saltus) {
        (None, _) => endless::claim,
        (_, 0) => claim,
        _ => arithmetic::claim,
    };
    file.starts_with(claim(code, period).as_bytes())
}

/// The number of values that the Guy–Smith window of a finite code needs: Theorem 3 of
/// [`crate::theory`].
fn plain_length(code: &Code, period: Period) -> u64 {
    window::last_heap(code, period, Theorem::GuySmith, 0)
        .map_or(u64::MAX, |last| last.saturating_add(1))
}

/// The value of a heap of a sequence that is proved periodic.
fn value(known: &Known, n: u64) -> u16 {
    known.value(n).unwrap_or(0) as u16
}

/// The first lines of a file.
fn claim(code: &Code, period: Period) -> String {
    let Period { preperiod, period, .. } = period;
    format!("octal certificate 2\ncode {code}\npreperiod {preperiod}\nperiod {period}\n")
}

/// Values that are written on a line.
const VALUES_PER_LINE: usize = 20;

fn plain(known: &Known, period: Period, length: u64) -> Vec<u8> {
    let values: Vec<u16> = (0..length).map(|n| value(known, n)).collect();
    signed(claim(&known.code, period) + "form plain\n" + &rows(&values))
}

/// The values of the heaps from 0 on, some on a line.
fn rows(values: &[u16]) -> String {
    let mut text = String::new();
    for (i, row) in values.chunks(VALUES_PER_LINE).enumerate() {
        text += &format!("from {}:", i * VALUES_PER_LINE);
        row.iter().for_each(|v| text += &format!(" {v}"));
        text.push('\n');
    }
    text
}

/// The bytes of a file: the text, and the line `end` with its hash.
fn signed(text: String) -> Vec<u8> {
    let end = end(text.as_bytes());
    (text + &end).into_bytes()
}

/// True if the last line of a file is `end` with the hash of all before it. Then nothing was cut
/// off or changed.
#[doc(hidden)]
pub fn is_whole(file: &[u8]) -> bool {
    let (text, last) = file.split_at(file.len().saturating_sub(END_LENGTH));
    last == end(text).as_bytes()
}

/// The bytes of the line `end`.
const END_LENGTH: usize = "end 0123456789abcdef\n".len();

/// The line `end` of a file with this text: FNV-1a, 64 bits, of its bytes.
fn end(text: &[u8]) -> String {
    let hash = text.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("end {hash:016x}\n")
}
