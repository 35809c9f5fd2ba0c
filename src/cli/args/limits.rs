//! The limits of searches: the options `--limit`, `--work` and `--memory` with their defaults, and
//! the number of threads.
//!
//! And the option `--double-check`: values are computed a second time in another way.

use anyhow::{bail, ensure};
use octal::code::Code;
use octal::grundy::double_check::{DoubleCheckError, double_check, is_possible};
use octal::period::search::Limits;
use octal::period::sequence::{Known, Stop};

use super::number::{self, Count};
use crate::cli::terminal::signal;
use crate::cli::terminal::stderr::say;

/// The limits of surveys and reports that were given none: ten minutes on two cores for all codes
/// of up to three digits.
pub const SURVEY: Limits = Limits { heaps: 1 << 27, work: Some(9_000_000_000), memory: u64::MAX };

/// The option of every verb that computes values.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct MemoryArgs {
    /// Memory for the values of all games that are computed at the same time (512M, 8G) [default:
    /// half of the machine's]. A heap takes 1 byte while all values of its game are below 256, else
    /// 2 bytes
    #[arg(long, value_name = "SIZE", value_parser = number::bytes)]
    memory: Option<u64>,
}

impl MemoryArgs {
    /// The bytes allowed, if they were given.
    pub fn asked(self) -> Option<u64> {
        self.memory
    }

    /// The bytes allowed, or half of the machine's.
    pub fn bytes(self) -> u64 {
        LimitArgs::memory(self.memory)
    }
}

/// No limit but that of memory.
impl From<MemoryArgs> for LimitArgs {
    fn from(memory: MemoryArgs) -> LimitArgs {
        LimitArgs { limit: None, work: WorkArgs { work: None }, memory }
    }
}

/// The options of every verb that searches.
#[derive(Debug, clap::Args)]
pub struct LimitArgs {
    /// Compute values up to heap N, whatever it costs (1e9, 2^30, 1_000_000)
    #[arg(long, value_name = "N")]
    limit: Option<Count>,
    #[command(flatten)]
    pub work: WorkArgs,
    #[command(flatten)]
    pub memory: MemoryArgs,
}

/// The option of every verb that counts its work.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct WorkArgs {
    /// Stop a search or a check after W option values (1e10), about 1 ns each. The limit is the
    /// same on every machine, so that results can be reproduced
    #[arg(long, value_name = "W")]
    work: Option<Count>,
}

impl WorkArgs {
    /// The work allowed, if it was given.
    pub fn asked(self) -> Option<u64> {
        self.work.map(u64::from)
    }
}

impl LimitArgs {
    /// The limits for each of `at_once` games; `default` holds where neither a limit of heaps nor
    /// of work is given. If only one of them is given, the other is not limited.
    pub fn limits(&self, default: Limits, at_once: usize) -> Limits {
        let (heaps, work) = match (self.limit, self.work.asked()) {
            (None, None) => (default.heaps, default.work),
            (limit, work) => (limit.map_or(Limits::NO_LIMIT, u64::from), work),
        };
        let memory = self.memory.bytes() / at_once.max(1) as u64;
        Limits { heaps, work, memory }
    }

    /// Refuses limits where an option sets them in another way.
    pub fn refuse_beside(&self, option: &str) -> anyhow::Result<()> {
        let given = self.limit.map(|_| "--limit").or(self.work.asked().map(|_| "--work"));
        match given {
            Some(given) => bail!("{option} sets the limit already: leave out {given}"),
            None => Ok(()),
        }
    }

    /// The memory allowed, or half of the machine's.
    pub fn memory(allowed: Option<u64>) -> u64 {
        allowed.unwrap_or_else(Limits::half_of_memory)
    }
}

/// The variable in which Slurm states the number of processors of a task.
const PROCESSORS: &str = "SLURM_CPUS_PER_TASK";

/// The number of threads, at most one for each processor.
pub fn threads(asked: Option<u64>) -> usize {
    let own = || std::env::var(PROCESSORS).ok()?.parse().ok().filter(|&own| own > 0);
    useful(asked.or_else(own), std::thread::available_parallelism().map_or(1, usize::from))
}

fn useful(asked: Option<u64>, processors: usize) -> usize {
    asked.map_or(processors, |asked| (processors as u64).min(asked) as usize)
}

/// The option of every verb that computes a sequence.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct DoubleCheckArgs {
    /// Compute all values a second time, with another kernel and other tuning, and compare; takes
    /// as much time and memory again
    #[arg(long)]
    double_check: bool,
}

impl DoubleCheckArgs {
    /// True if the option was given.
    pub fn is_wanted(self) -> bool {
        self.double_check
    }

    /// Refuses, before any long work, a game that can be computed in one way only.
    pub fn prepare(self, code: &Code) -> anyhow::Result<()> {
        ensure!(!self.double_check || is_possible(code), DoubleCheckError::OneWay);
        Ok(())
    }

    /// Checks the computed values, if the option is given. False if interrupted.
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
