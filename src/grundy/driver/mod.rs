//! What stands above the engines: when which of them computes, and that one heap in a while is
//! computed again.

pub(super) mod counters;
pub mod guard;
pub(super) mod tuning;

pub use tuning::Tuning;
