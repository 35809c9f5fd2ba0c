//! Certificates of arithmetic periods: the format, and the checker's tests.
//!
//! Such a certificate claims G(n + p) = G(n) + s for all n ≥ n0, with p least and then n0 least. It
//! holds the evidence of Theorem 11 of [`crate::theory`], whose words are used here. This page is
//! the specification, version 1, and is meant to be enough for writing a checker.
//! `octal_check::ArithmeticCertificate` is a checker that shares nothing with this crate's engines.
//!
//! # Grammar
//!
//! ASCII, at most 2^28 bytes; `number`, `value`, `values`, `code` and `end` are those of [`super`].
//!
//! ```text
//! file      = "octal arithmetic certificate 1"
//!             "code " code                                no `!`
//!             "preperiod " n0                             a number
//!             "period " p                                 a number, at least 1
//!             "saltus " s                                 a number, at least 1
//!             "depth " D                                  a number
//!             { "from " n ": " values }                   G(n), G(n + 1), …
//!             { "heap " n ":" { " " option } }
//!             end
//! option    = k ":" part [ "+" part [ "+" part ] ]        k tokens are taken, the parts are left
//! part      = a number, at least 1
//! ```
//!
//! # What must hold
//!
//! *Numbers.* Let t be the number of digits after the point, and h the most heaps that a move
//! leaves, or 1 if that is 0. Let n1 = max(n0, 1), which is the n0 of Theorem 11. The values are
//! those of the heaps 0, …, N − 1, each once and in order, N ≤ 4096; B = N − 2p ≥
//! h·(n1 + p − 1) + t + 1 − p. There are 2p lines of options, of the heaps B, …, N − 1 in order.
//! The options of heap n have, in this order, the values 0, 1, …, and are G(n) many if n < B + p,
//! else G(n) − D − 2s.
//!
//! *Values.* Each is that of the definition.
//!
//! *(A1)* G(n + p) = G(n) + s for n1 ≤ n < N − p.
//!
//! *Least.* For every q < p that divides p there is an n with n1 ≤ n < n1 + p and
//! G(n + 1 + q) − G(n + q) ≠ G(n + 1) − G(n). If n0 = 0, G(p) = s; else G(n0 − 1 + p) ≠
//! G(n0 − 1) + s.
//!
//! *(A2)* No option of a heap n, B ≤ n < B + p, threatens it. The certificate says nothing of this:
//! a checker goes through all options.
//!
//! *(A3)* D + 2s ≤ G(n) for B ≤ n < B + p. Each option is possible: the digit of place k allows
//! this number of parts, whose sum is n − k. Its value v is as the line says. It rises if G(n) − v
//! ≤ D, does both if D < G(n) − v ≤ D + 2s, and widens if G(n) − v > D + 2s. The order of the parts
//! means nothing.
//!
//! # Limits
//!
//! A checker may refuse what takes too much work. That of this crate goes through at most 2^34
//! options.
//!
//! # An example
//!
//! The certificate of 0.8, G(n + 3) = G(n) + 1 for n ≥ 1: heaps 8 to 13 with their options.
//!
//! ```
//! let game: octal_games::Game = "0.8".parse()?;
//! let file = game.period()?.certificate()?;
//! let text = std::str::from_utf8(&file)?;
//! let [head, options] = ["preperiod 1\nperiod 3\nsaltus 1\ndepth 0\nfrom 0: 0 0 0 0 1 1 1", "heap 8: 1:1+"];
//! assert!(text.starts_with("octal arithmetic certificate 1\ncode 0.8\n"));
//! assert!(text.contains(head) && text.contains(options));
//!
//! let certificate = octal_check::ArithmeticCertificate::read(&file)?;
//! assert!(certificate.check(&|_, _| true)?.proved);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{CertificateError, rows, signed};
use crate::arithmetic::evidence::GrowthEvidence;
use crate::arithmetic::heaps::Growth;
use crate::code::Code;
use crate::period::Period;
use crate::period::sequence::Known;

/// The certificate of a proved period with a saltus, as the bytes of its file.
pub(super) fn write(known: &Known, period: Period) -> Result<Vec<u8>, CertificateError> {
    let growth = Growth::from(period);
    let values = known.values().to_vec();
    let evidence = GrowthEvidence::find(&known.code, &values, growth);
    let evidence = evidence.ok_or(CertificateError::NotProved)?;
    let mut text = claim(&known.code, period) + &format!("depth {}\n", evidence.depth);
    text += &rows(&values[..evidence.base + 2 * growth.period]);
    for heap in evidence.witnesses(&known.code, &values) {
        text += &format!("heap {}:", heap.heap);
        heap.witnesses.iter().for_each(|witness| text += &format!(" {witness}"));
        text.push('\n');
    }
    Ok(signed(text))
}

/// The first lines of a file.
pub(super) fn claim(code: &Code, period: Period) -> String {
    let Period { preperiod: n0, period: p, saltus: s } = period;
    let first = "octal arithmetic certificate 1";
    format!("{first}\ncode {code}\npreperiod {n0}\nperiod {p}\nsaltus {s}\n")
}
