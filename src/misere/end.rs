//! Why a search for a quotient ended, with the limit that ended it: the column `stop` of
//! `misere.csv`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::limits::{Limits, Stop};

/// The end of a search. Tables hold it as text, such as `proof` or `heaps 1000`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct SearchEnd {
    stop: Stop,
    /// The limit that was reached; 0 if none was.
    limit: u64,
}

impl SearchEnd {
    /// The end of a search with these limits.
    #[must_use]
    pub fn new(stop: Stop, limits: &Limits) -> SearchEnd {
        let limit = match stop {
            Stop::Heaps => limits.heaps as u64,
            Stop::Work => limits.work.unwrap_or(0),
            Stop::Memory => limits.memory,
            _ => 0,
        };
        SearchEnd { stop, limit }
    }

    /// Whether a search with these limits would come no further.
    #[must_use]
    pub fn is_final_within(&self, limits: &Limits) -> bool {
        match self.stop {
            Stop::Proof | Stop::Unmended => true,
            Stop::Heaps => limits.heaps as u64 <= self.limit,
            Stop::Work => limits.work.is_some_and(|work| work <= self.limit),
            Stop::Memory => limits.memory <= self.limit,
            Stop::Complete | Stop::Cancelled => false,
        }
    }
}

/// Whether the column names the limit, too.
const fn has_limit(stop: Stop) -> bool {
    matches!(stop, Stop::Heaps | Stop::Work | Stop::Memory)
}

impl fmt::Display for SearchEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.stop.name())?;
        if has_limit(self.stop) { write!(f, " {}", self.limit) } else { Ok(()) }
    }
}

/// A text that names no end of a search.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found `{0}`, expected one of {names}, of which heaps, work and memory have a limit",
    names = Stop::ALL.map(Stop::name).join(", "))]
pub struct UnknownEnd(String);

impl FromStr for SearchEnd {
    type Err = UnknownEnd;

    fn from_str(text: &str) -> Result<SearchEnd, UnknownEnd> {
        let (name, limit) = match text.split_once(' ') {
            Some((name, limit)) => (name, limit.parse().ok()),
            None => (text, Some(0)),
        };
        let stop = Stop::ALL.into_iter().find(|stop| stop.name() == name);
        let stop = stop.filter(|stop| has_limit(*stop) == text.contains(' '));
        let end = stop.zip(limit).map(|(stop, limit)| SearchEnd { stop, limit });
        end.ok_or_else(|| UnknownEnd(text.to_owned()))
    }
}

impl From<SearchEnd> for String {
    fn from(end: SearchEnd) -> String {
        end.to_string()
    }
}

impl TryFrom<String> for SearchEnd {
    type Error = UnknownEnd;

    fn try_from(text: String) -> Result<SearchEnd, UnknownEnd> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_is_read_as_it_is_written() {
        let limits = Limits { heaps: 7, work: Some(9), memory: u64::MAX };
        let texts = Stop::ALL.map(|stop| SearchEnd::new(stop, &limits).to_string());
        let memory = format!("memory {}", u64::MAX);
        let expected = ["proof", "complete", "heaps 7", "work 9", &memory, "unmended", "cancelled"];
        assert_eq!(texts, expected);
        for (stop, text) in Stop::ALL.into_iter().zip(&texts) {
            assert_eq!(text.parse(), Ok(SearchEnd::new(stop, &limits)));
        }
        for wrong in ["", "heaps", "heaps x", "proof 7", "time 5", "proof "] {
            assert!(wrong.parse::<SearchEnd>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn more_is_told_by_larger_limits_alone() {
        let limits = Limits { heaps: 10, work: Some(100), memory: 1000 };
        let larger = [
            Limits { heaps: 11, ..limits },
            Limits { work: None, ..limits },
            Limits { memory: 1001, ..limits },
        ];
        for (stop, larger) in [Stop::Heaps, Stop::Work, Stop::Memory].into_iter().zip(larger) {
            let end = SearchEnd::new(stop, &limits);
            assert!(end.is_final_within(&limits) && !end.is_final_within(&larger), "{end}");
        }
        assert!(SearchEnd::new(Stop::Proof, &limits).is_final_within(&larger[1]));
        assert!(!SearchEnd::new(Stop::Cancelled, &limits).is_final_within(&limits));
    }
}
