//! Integration tests, one module a subject.

mod notation;
mod treblecross;
