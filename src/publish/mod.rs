//! The reports made ready for readers: tables for papers, drafts for the OEIS, pictures.
//!
//! The data come from [`crate::survey`] or are read back from its files. Nothing in this room
//! decides anything about a game.
//!
//! * [`tables`] the reports in other forms: LaTeX, JSON, text
//! * [`oeis`] the draft of an entry of the Encyclopedia of Integer Sequences
//! * [`known`] the known facts about one game
//! * [`identify`] the games that have given values
//! * [`plots`] the pictures of the report
//! * [`census`] the counts and distributions of a survey, in Markdown

pub mod census;
pub mod identify;
pub mod known;
pub mod oeis;
pub mod plots;
pub mod tables;
