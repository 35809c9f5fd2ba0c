//! Periods: searched in memory, and by searches that can be interrupted.

mod resumable;
mod search;
