//! Reports of many games.

mod agreement;
mod census;
mod class;
mod embedded;
mod figures;
mod frontier;
mod misere;
mod rounds;
mod searches;
mod side_by_side;
mod store;
