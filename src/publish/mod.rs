//! The reports made ready for readers: tables for papers, drafts for the OEIS, pictures.
//!
//! What is published here was computed by [`crate::survey`] or is read back from its files; nothing
//! in this room decides anything about a game.
//!
//! * [`tables`] the reports in other forms: LaTeX, JSON, text
//! * [`oeis`] the draft of an entry of the Encyclopedia of Integer Sequences
//! * [`known`] what is known of one game
//! * [`identify`] the games that have given values
//! * [`plots`] the pictures of the report
//! * [`census`] the counts and distributions of a survey, in Markdown

pub mod census;
pub mod identify;
pub mod known;
pub mod oeis;
pub mod plots;
pub mod tables;
