//! The option `--double-check`: values are computed a second time in another way.

use anyhow::ensure;
use octal::code::Code;
use octal::grundy::double_check::{DoubleCheckError, double_check, is_possible};
use octal::period::sequence::{Known, Stop};

use super::signal;
use super::stderr::say;

/// The option of every verb that computes a sequence.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct DoubleCheckArgs {
    /// Compute all values a second time, with another kernel and other tuning, and compare; takes
    /// as much time and memory again
    #[arg(long)]
    double_check: bool,
}

impl DoubleCheckArgs {
    /// Whether it was asked for.
    pub fn is_wanted(self) -> bool {
        self.double_check
    }

    /// Refuses, before any long work, a game that can be computed in one way only.
    ///
    /// # Errors
    /// [`DoubleCheckError::OneWay`].
    pub fn prepare(self, code: &Code) -> anyhow::Result<()> {
        ensure!(!self.double_check || is_possible(code), DoubleCheckError::OneWay);
        Ok(())
    }

    /// Checks what was computed, if that was asked for; false if interrupted.
    ///
    /// # Errors
    /// Any value that differs.
    pub fn run(self, known: &Known) -> anyhow::Result<bool> {
        if !self.double_check || known.stop == Stop::Cancelled {
            return Ok(true);
        }
        match double_check(&known.code, known.values(), |_| !signal::caught()) {
            Err(DoubleCheckError::Cancelled) => Ok(false),
            result => {
                let kernel = result?.name();
                let heap = known.verified_to();
                say(format!("double check: kernel {kernel} has the same values up to heap {heap}"));
                Ok(true)
            }
        }
    }
}
