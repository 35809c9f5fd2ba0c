//! Integration tests, one module a subject.

mod catalogue;
mod notation;
mod treblecross;
