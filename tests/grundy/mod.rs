//! Grundy values: each engine alone, and the driver that chooses among them.

mod driver;
mod engines;
mod kernel;
mod sparse;
mod stream;
mod values;
