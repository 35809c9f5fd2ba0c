//! Integration tests, one module a subject.

mod blocked;
mod catalogue;
mod engines;
mod export;
mod export_files;
mod flow;
mod notation;
mod periods;
mod treblecross;
