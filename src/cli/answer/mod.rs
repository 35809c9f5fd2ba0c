//! Answers that several verbs find or write.

pub mod earlier;
pub mod misere;
pub mod period_text;
pub mod positions;
pub mod rule;
pub mod sequence;
pub mod sum_text;
pub mod sums;
pub mod values_file;
