//! Integration tests: a module tests the module of the library that has its name.

mod arithmetic;
mod catalogue;
mod certificate;
#[cfg(feature = "cli")]
mod cli;
mod code;
mod common;
mod file;
mod formats;
mod game;
mod grundy;
mod hostile;
mod identify;
mod misere;
mod period;
mod plot;
mod position;
mod publish;
#[cfg(feature = "cli")]
mod readme;
mod rule;
mod survey;
