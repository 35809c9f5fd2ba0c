//! Integration tests, one module a subject.

mod blocks;
mod catalogue;
mod certificates;
#[cfg(feature = "cli")]
mod cli;
mod common;
mod engines;
mod export;
mod export_files;
mod gallery;
mod html;
mod layers;
mod notation;
mod oeis;
mod periods;
mod plots;
mod positions;
mod read_back;
#[cfg(feature = "cli")]
mod readme;
mod resumable;
mod shared_reports;
mod tables;
mod treblecross;
