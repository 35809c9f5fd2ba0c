//! Reports of many games.

mod frontier;
mod misere;
mod store;
