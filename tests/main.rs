//! Integration tests, one module a subject.

mod catalogue;
mod export;
mod export_files;
mod notation;
mod treblecross;
