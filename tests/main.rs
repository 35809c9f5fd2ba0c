//! Integration tests, one module a subject.

mod blocked;
mod browser;
mod catalogue;
#[cfg(feature = "cli")]
mod cli;
mod engines;
mod export;
mod export_files;
mod flow;
mod notation;
mod page;
mod periods;
mod plots;
#[cfg(feature = "cli")]
mod readme;
mod treblecross;
