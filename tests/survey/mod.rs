//! Reports of many games.

mod census;
mod frontier;
mod rounds;
mod store;
