//! The kernel for AVX-512: 64 heaps in a register.
#![allow(unsafe_code)]

mod enabled;
mod groups;
mod planes;
mod register;
mod tables;

pub(super) use enabled::Avx512;
