//! Periods: searched in memory, and by searches that can be interrupted.

mod bookmark;
mod copies;
mod count;
mod decide;
mod excluded;
mod history;
mod kept;
mod kills;
mod least;
mod longer_window;
mod new_rare_heaps;
mod pace;
mod progress;
mod resumable;
mod search;
mod streamed;
