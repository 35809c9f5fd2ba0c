//! Integration tests, one module a subject.

mod export;
mod export_files;
mod notation;
mod treblecross;
