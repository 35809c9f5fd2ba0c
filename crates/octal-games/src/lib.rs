//! Octal games: Grundy sequences, proved periods, positions, misère play, certificates.
//!
//! An octal game is played with heaps of tokens; a code such as 0.137 says what may remain when
//! tokens are taken from a heap. A heap of n tokens is worth its Grundy value G(n), the mex of the
//! values of its options. This library computes the sequences exactly, finds their periods and
//! **proves** them. Nothing is called a period without a proof.
//!
//! ```text
//! code → rules → grundy → arithmetic → period → certificate, position, misere
//! input, nim, outcome: used by all of them
//! ```
//!
//! ```
//! use octal_games::code::Code;
//! use octal_games::period::search::{Limits, search};
//!
//! let code: Code = "0.07".parse()?;
//! let known = search(&code, &Limits::heaps(1000), &|_| true)?;
//! let period = known.finding.proved().ok_or("not proved")?;
//! assert_eq!((period.preperiod, period.period), (53, 34));
//! assert_eq!(known.value(10_u64.pow(18)), Some(3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod arithmetic;
pub mod certificate;
pub mod code;
pub mod grundy;
pub mod input;
pub mod misere;
pub mod nim;
pub mod outcome;
pub mod period;
pub mod position;
pub mod rules;
pub mod theory;
