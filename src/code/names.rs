//! The games that have names.
