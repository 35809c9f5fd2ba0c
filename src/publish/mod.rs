//! The reports made ready for readers: tables for papers, drafts for the OEIS, a page with pictures.
//!
//! What is published here was computed by [`crate::survey`] or is read back from its files; nothing
//! in this room decides anything about a game.
//!
//! * [`tables`] the reports in other forms: LaTeX, JSON, text
//! * [`oeis`] the draft of an entry of the Encyclopedia of Integer Sequences
//! * [`known`] what is known of one game
//! * [`identify`] the games that have given values
//! * [`picture`] a sequence made ready for a picture
//! * [`plots`] the pictures of the report
//! * [`census`] what the table of a survey teaches, and its page, which finds any of its codes
//! * [`html`] the report as one page, `index.html`

pub mod census;
pub mod html;
pub mod identify;
pub mod known;
mod markup;
pub mod oeis;
pub mod plots;
pub mod tables;
