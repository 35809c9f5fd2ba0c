//! Why a search ended, with the limit that ended it: the column `stop` of `periods.csv`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::period::search::Limits;
use crate::period::sequence::Stop;

/// Why the search of a row ended. Tables hold it as text, such as `heaps 1000000`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum StopReason {
    /// The period is proved.
    Proof,
    /// The search was to go up to this heap.
    Heaps(u64),
    /// The search was to look at this many option values.
    Work(u64),
    /// The search was to use this many bytes.
    Memory(u64),
    /// The next value does not fit into 16 bits.
    ValueTooLarge,
    /// The user or the system stopped the program.
    Interrupted,
}

impl StopReason {
    /// The reason for a search with these limits.
    pub fn new(stop: Stop, limits: &Limits) -> StopReason {
        match stop {
            Stop::Proof => StopReason::Proof,
            Stop::Heaps => StopReason::Heaps(limits.heaps),
            Stop::Work => StopReason::Work(limits.work.unwrap_or(0)),
            Stop::Memory => StopReason::Memory(limits.memory),
            Stop::ValueTooLarge => StopReason::ValueTooLarge,
            Stop::Cancelled => StopReason::Interrupted,
        }
    }
}

const PROOF: &str = "proof";
const VALUE_TOO_LARGE: &str = "value above 65535";
const INTERRUPTED: &str = "interrupted";

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StopReason::Proof => f.write_str(PROOF),
            StopReason::Heaps(limit) => write!(f, "heaps {limit}"),
            StopReason::Work(limit) => write!(f, "work {limit}"),
            StopReason::Memory(limit) => write!(f, "memory {limit}"),
            StopReason::ValueTooLarge => f.write_str(VALUE_TOO_LARGE),
            StopReason::Interrupted => f.write_str(INTERRUPTED),
        }
    }
}

/// A text that says no reason for the end of a search.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "found `{0}`, expected {PROOF}, {VALUE_TOO_LARGE}, {INTERRUPTED}, or heaps, work or memory with \
    a limit"
)]
pub struct UnknownStop(String);

impl FromStr for StopReason {
    type Err = UnknownStop;

    fn from_str(text: &str) -> Result<StopReason, UnknownStop> {
        let limited = || {
            let (limit, number) = text.split_once(' ')?;
            let number = number.parse().ok()?;
            match limit {
                "heaps" => Some(StopReason::Heaps(number)),
                "work" => Some(StopReason::Work(number)),
                "memory" => Some(StopReason::Memory(number)),
                _ => None,
            }
        };
        let reason = match text {
            PROOF => Some(StopReason::Proof),
            VALUE_TOO_LARGE => Some(StopReason::ValueTooLarge),
            INTERRUPTED => Some(StopReason::Interrupted),
            _ => limited(),
        };
        reason.ok_or_else(|| UnknownStop(text.to_owned()))
    }
}

impl From<StopReason> for String {
    fn from(reason: StopReason) -> String {
        reason.to_string()
    }
}

impl TryFrom<String> for StopReason {
    type Error = UnknownStop;

    fn try_from(text: String) -> Result<StopReason, UnknownStop> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_read_as_it_is_written() {
        use StopReason::{Heaps, Interrupted, Memory, Proof, ValueTooLarge, Work};
        let all = [Proof, Heaps(7), Work(0), Memory(u64::MAX), ValueTooLarge, Interrupted];
        for reason in all {
            assert_eq!(reason.to_string().parse(), Ok(reason));
        }
        for wrong in ["", "heaps", "heaps 1e6", "time 5", "proof "] {
            assert!(wrong.parse::<StopReason>().is_err(), "{wrong}");
        }
    }
}
