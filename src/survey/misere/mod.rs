//! Misère quotients of many games.
//!
//! ```text
//! family → first cousins → study each (quotient, row, certificate) → table → CSV files
//! ```
//!
//! Codes are searched once only if they are first cousins: games that are equal in normal play may
//! differ in misère play.
//!
//! * [`study`] the codes that are searched, in parallel; of each game its quotient, its rows, its
//!   certificate
//! * [`table`] the games in a directory of reports: finished games are not searched again
//! * [`verdicts`] the claims about misère play, judged; games solved in misère play alone

pub mod study;
pub mod table;
pub mod verdicts;
