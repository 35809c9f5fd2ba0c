//! Codes and numbers as people write them.

mod notation;
mod number;
