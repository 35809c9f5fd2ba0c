//! Reports as tables, and as drafts for the OEIS.

mod census;
mod oeis;
mod tables;
