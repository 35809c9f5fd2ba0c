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
mod oeis;
mod periods;
mod read_back;
#[cfg(feature = "cli")]
mod readme;
mod tables;
mod tools;
mod treblecross;
