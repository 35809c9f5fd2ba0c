//! Octal games: Grundy sequences, proved periods, checked claims.
#![deny(missing_docs)]
#![deny(unsafe_code)]

pub mod code;
pub mod nim;
pub mod theory;
