//! Octal games: Grundy sequences, proved periods, checked claims.
#![deny(missing_docs)]
#![deny(unsafe_code)]

pub mod catalogue;
pub mod code;
pub mod grundy;
pub mod nim;
pub mod period;
pub mod position;
pub mod rules;
