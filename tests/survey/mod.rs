//! Reports of many games.

mod census;
mod frontier;
mod misere;
mod rounds;
mod searches;
mod store;
