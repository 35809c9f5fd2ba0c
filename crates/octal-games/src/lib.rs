//! Octal games: Grundy sequences, proved periods, positions, misère play, certificates.
//!
//! An octal game is played with heaps of tokens. A code such as 0.137 states what may remain when
//! tokens are taken from a heap. The Grundy value G(n) of a heap of n tokens is the mex of the
//! values of its options. This library computes the sequences exactly, finds their periods and
//! **proves** them. Nothing is called a period without a proof.
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
//!
//! # The parts
//!
//! | item | purpose |
//! |---|---|
//! | [`Game`], [`Code`] | a game by its code or name; first cousins by [`standard_form`] |
//! | [`Search`], [`Answer`] | a search for the period, and its result |
//! | [`certificate`] | a period with the evidence for a stranger: the format of the files |
//! | [`Position`], [`position`] | sums of heaps and boards, with their winning moves |
//! | [`MisereGame`], [`misere`] | misère quotients, proved |
//! | [`identify`] | the games that have given values |
//! | [`grundy`] | the engines, from the definition to vector kernels |
//! | [`theory`] | definitions, theorems, proofs, sources |

pub mod certificate;
mod game;
pub mod grundy;
pub mod identify;
pub mod theory;

pub use game::{MisereGame, Search};
pub use workspace::code::cousins::{same_by_rules, standard_form};
pub use workspace::code::{Code, CodeError, Digit, Game};
pub use workspace::outcome::Outcome;
pub use workspace::period::exceptions::Exception;
pub use workspace::period::obtain::ObtainError;
pub use workspace::period::search::Progress;
pub use workspace::period::{Answer, Period, Status, StopReason, Theorem};
pub use workspace::position::sum::Position;

/// Misère play: the player who makes the last move loses.
///
/// In place of Grundy values stands the *misère quotient* of a game, a commutative monoid Q with a
/// subset P. A *pretending function* gives every heap a value in Q. A position is a P-position if
/// the product of the values of its heaps is in P. Definitions and theorems: [`theory::misere`].
///
/// ```
/// let game: octal_games::Game = "0.75".parse()?;
/// let solved = game.misere().quotient()?;
/// assert!(solved.proof.is_some());
/// assert!(solved.quotient.is_p_position(&[1, 1, 1]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod misere {
    pub use crate::workspace::misere::extend::Stair;
    pub use crate::workspace::misere::infinite::Infinite;
    pub use crate::workspace::misere::kernel::NimValues;
    pub use crate::workspace::misere::limits::{MisereLimits, MisereStop};
    pub use crate::workspace::misere::monoid::Element;
    pub use crate::workspace::misere::presentation::presentation;
    pub use crate::workspace::misere::pretending::PhiPeriod;
    pub use crate::workspace::misere::quotient::Quotient;
    pub use crate::workspace::misere::solve::{Proof, Solved};
}

/// Sums of heaps, and the boards that stand for them.
///
/// The Grundy value of a sum is the nim-sum of the values of its heaps. A sum of value 0 is a
/// P-position, any other an N-position.
///
/// ```
/// let position: octal_games::Position = "kayles: 3 4 5".parse()?;
/// let (game, winning) = &position.winning_moves()?[0];
/// assert_eq!((game.to_string(), winning.to_string()), ("0.77".into(), "5 → 1+3".into()));
/// assert_eq!(position.play(None, winning)?.winning_moves()?, []);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod position {
    pub use crate::workspace::position::analysis::SolveError;
    pub use crate::workspace::position::parse::PositionError;
    pub use crate::workspace::position::sum::{LARGEST_HEAP, Move, MoveError, SumComponent};
    pub use crate::workspace::position::{dawson, treblecross};
}

/// The modules that the crates of this workspace share.
///
/// They are not part of the interface: any release may change or remove anything here. The modules
/// import each other in one direction:
///
/// ```text
/// code → rules → grundy → arithmetic → period → certificate, position, misere, identify
/// input, nim, outcome: used by all of them
/// ```
#[doc(hidden)]
#[path = "."]
pub mod workspace {
    pub mod arithmetic;
    pub mod code;
    pub mod input;
    pub mod misere;
    pub mod nim;
    pub mod outcome;
    pub mod period;
    pub mod position;
    pub mod rules;
}

use workspace::{arithmetic, code, input, nim, outcome, period, rules};
