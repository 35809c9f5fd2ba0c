//! Octal games: Grundy sequences, proved periods, positions, misère play, certificates.
//!
//! An octal game is played with heaps of tokens. A code such as 0.137 states what may remain when
//! tokens are taken from a heap. The Grundy value G(n) of a heap of n tokens is the mex of the
//! values of its options. This library computes the sequences exactly, finds their periods and
//! **proves** them. Nothing is called a period without a proof.
//!
//! ```text
//! code → rules → grundy → arithmetic → period → certificate, position, misere, identify
//! input, nim, outcome: used by all of them
//! ```
//!
//! ```
//! let game: octal_games::Game = "0.137".parse()?;
//! let period = game.period()?.proved().ok_or("not proved")?;
//! assert_eq!((period.preperiod, period.period), (52, 34));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The same [`Game`] has more answers. Every default is safe: a search uses half of the machine's
//! memory at most.
//!
//! ```
//! use octal_games::{Game, Position};
//! let game: Game = "0.137".parse()?;
//! assert_eq!(game.values(9)?, [0, 1, 1, 2, 0, 3, 1, 1, 0, 3]);
//! assert_eq!(game.value(10_u64.pow(15))?, Some(2));
//! let answer = game.search().limit(1 << 20).memory(1 << 30).run()?;
//! let certificate = answer.certificate()?;
//! assert!(octal_check::Certificate::read(&certificate)?.check(&[], 1, &|_, _| true)?.proved);
//! let moves = "kayles: 3 4 5".parse::<Position>()?.winning_moves()?;
//! assert_eq!(moves[0].1.to_string(), "5 → 1+3");
//! assert!("0.75".parse::<Game>()?.misere().quotient()?.proof.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod arithmetic;
pub mod certificate;
pub mod code;
mod game;
pub mod grundy;
pub mod identify;
pub mod input;
pub mod misere;
pub mod nim;
pub mod outcome;
pub mod period;
pub mod position;
pub mod rules;
pub mod theory;

pub use code::{Code, Game};
pub use game::{MisereGame, Search};
pub use period::{Answer, Period};
pub use position::sum::Position;
