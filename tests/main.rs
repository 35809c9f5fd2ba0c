//! Integration tests, one module a subject.

mod blocked;
mod catalogue;
mod certificates;
#[cfg(feature = "cli")]
mod cli;
mod engines;
mod export;
mod export_files;
mod flow;
mod gallery;
mod long;
mod notation;
mod oeis;
mod periods;
mod read_back;
mod positions;
#[cfg(feature = "cli")]
mod readme;
mod tables;
mod tools;
mod treblecross;
