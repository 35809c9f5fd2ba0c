//! What several verbs share: their arguments, their output, their talk.

pub mod double_check;
pub mod files;
pub mod game;
pub mod input;
pub mod limits;
pub mod number;
pub mod output;
pub mod progress;
pub mod provenance;
pub mod signal;
pub mod stderr;
pub mod values_file;
