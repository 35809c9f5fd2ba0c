//! What several verbs share: their arguments, their output, their talk.

pub mod codes;
pub mod earlier;
pub mod files;
pub mod format;
pub mod groups;
pub mod input;
pub mod limits;
pub mod long_search;
pub mod misere;
pub mod number;
pub mod output;
pub mod period_text;
pub mod positions;
pub mod progress;
pub mod reports;
pub mod sequence;
pub mod signal;
pub mod stderr;
pub mod values_file;
