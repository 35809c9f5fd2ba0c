//! Reports as a page, as tables, and as drafts for the OEIS.

mod census;
mod html;
mod oeis;
mod tables;
