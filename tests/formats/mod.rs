//! Sequences as files: written, and read back.

mod read;
mod write;
