//! Reports of many games.

mod frontier;
mod store;
