//! stdin, stdout, stderr, progress and signals.

pub mod input;
pub mod output;
pub mod progress;
pub mod signal;
pub mod stderr;
