//! Reports of many games.

mod store;
