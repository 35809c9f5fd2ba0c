//! Integration tests, one module a subject.

mod blocked;
mod catalogue;
#[cfg(feature = "cli")]
mod cli;
mod engines;
mod export;
mod export_files;
mod flow;
mod notation;
mod periods;
mod positions;
#[cfg(feature = "cli")]
mod readme;
mod treblecross;
