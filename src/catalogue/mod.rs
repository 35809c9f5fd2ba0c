//! Published statements about octal games, and verdicts on them.
//!
//! The tables are those of `octal-codes/`, whose `README.md` defines their columns. They are part
//! of the program; any other file with the same columns can be read in their place.
//!
//! * [`claims`] published statements, one a row
//! * [`sequences`] published first values
//! * [`limits`] the last heaps of published searches of games that stayed open
//! * [`settled`] the people who settled games, and the years
//! * [`sources`] the publications, and the games that each one speaks of
//! * [`compare`] a comparison of somebody's table of values with the rules
//! * [`verdict`] a comparison of a claim with the [known values](crate::period::shifted::View)
//!
//! ```
//! use octal::catalogue::{claims, verdict};
//! use octal::period::search::{Limits, search};
//! let table = "id,code,statement,claimed\n1,0.77,period,24\n";
//! let claim = &claims::read(table.as_bytes(), "table")?.rows[0];
//! let kayles = search(&claim.game.code, &Limits::heaps(1000), &|_| true)?;
//! let judgement = verdict::judge(claim, &(&kayles).into());
//! assert_eq!((judgement.verdict.name(), judgement.computed.as_str()), ("sharpened", "12"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod claims;
pub mod compare;
mod error;
pub mod limits;
mod misere;
pub mod sequences;
pub mod settled;
pub mod sources;
mod statement;
mod table;
pub mod verdict;

pub use error::CatalogueError;
pub use misere::MisereStatement;
pub use statement::Statement;
