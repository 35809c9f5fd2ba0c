//! The reason why a search for a quotient ended, with the limit that ended it: the column `stop` of
//! `misere.csv`.

use std::fmt;
use std::str::FromStr;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use super::limits::{MisereLimits, MisereStop};

/// The end of a search. Tables hold it as text, such as `proof` or `heaps 1000`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(Serialize, Deserialize),
    serde(into = "String", try_from = "String")
)]
pub struct SearchEnd {
    stop: MisereStop,
    /// The limit that was reached; 0 if none was.
    limit: u64,
}

impl SearchEnd {
    /// The end of a search with these limits.
    pub fn new(stop: MisereStop, limits: &MisereLimits) -> SearchEnd {
        let limit = match stop {
            MisereStop::Heaps => limits.heaps as u64,
            MisereStop::Work => limits.work.unwrap_or(0),
            MisereStop::Memory => limits.memory,
            _ => 0,
        };
        SearchEnd { stop, limit }
    }

    /// True if the quotient was proved, or proved to be infinite.
    pub const fn is_proof(&self) -> bool {
        matches!(self.stop, MisereStop::Proof | MisereStop::Infinite)
    }

    /// True if a search with these limits would find nothing more.
    pub fn is_final_within(&self, limits: &MisereLimits) -> bool {
        match self.stop {
            MisereStop::Proof | MisereStop::Unmended | MisereStop::Infinite => true,
            MisereStop::Heaps => limits.heaps as u64 <= self.limit,
            MisereStop::Work => limits.work.is_some_and(|work| work <= self.limit),
            MisereStop::Memory => limits.memory <= self.limit,
            MisereStop::Complete | MisereStop::Cancelled => false,
        }
    }
}

/// True if the column names the limit, too.
const fn has_limit(stop: MisereStop) -> bool {
    matches!(stop, MisereStop::Heaps | MisereStop::Work | MisereStop::Memory)
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
    names = MisereStop::ALL.map(MisereStop::name).join(", "))]
pub struct UnknownEnd(String);

impl FromStr for SearchEnd {
    type Err = UnknownEnd;

    fn from_str(text: &str) -> Result<SearchEnd, UnknownEnd> {
        let (name, limit) = match text.split_once(' ') {
            Some((name, limit)) => (name, limit.parse().ok()),
            None => (text, Some(0)),
        };
        let stop = MisereStop::ALL.into_iter().find(|stop| stop.name() == name);
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
        let limits = MisereLimits { heaps: 7, work: Some(9), memory: u64::MAX };
        let texts = MisereStop::ALL.map(|stop| SearchEnd::new(stop, &limits).to_string());
        let memory = format!("memory {}", u64::MAX);
        let expected = [
            "proof",
            "complete",
            "heaps 7",
            "work 9",
            &memory,
            "unmended",
            "infinite",
            "interrupted",
        ];
        assert_eq!(texts, expected);
        for (stop, text) in MisereStop::ALL.into_iter().zip(&texts) {
            assert_eq!(text.parse(), Ok(SearchEnd::new(stop, &limits)));
        }
        for wrong in ["", "heaps", "heaps x", "proof 7", "time 5", "proof "] {
            assert!(wrong.parse::<SearchEnd>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn only_larger_limits_find_more() {
        let limits = MisereLimits { heaps: 10, work: Some(100), memory: 1000 };
        let larger = [
            MisereLimits { heaps: 11, ..limits },
            MisereLimits { work: None, ..limits },
            MisereLimits { memory: 1001, ..limits },
        ];
        for (stop, larger) in
            [MisereStop::Heaps, MisereStop::Work, MisereStop::Memory].into_iter().zip(larger)
        {
            let end = SearchEnd::new(stop, &limits);
            assert!(end.is_final_within(&limits) && !end.is_final_within(&larger), "{end}");
        }
        assert!(SearchEnd::new(MisereStop::Proof, &limits).is_final_within(&larger[1]));
        assert!(!SearchEnd::new(MisereStop::Cancelled, &limits).is_final_within(&limits));
    }
}
