//! The kernel for AVX-512: 64 heaps in a register.
#![allow(unsafe_code)]

mod enabled;
mod planes;
mod register;

pub(super) use enabled::Avx512;
