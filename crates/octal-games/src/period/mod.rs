//! Eventual periods: found from the values, proved by a theorem, or reported open.
//!
//! * [`recurrence`] heaps at which the end of the sequence has occurred before; the primes that
//!   divide a period; the linear recurrence of least order of a period
//! * `landmarks` heaps of a long sequence that are found again at once
//! * `proof` the theorem that proves that given values repeat
//! * [`window`] the Guy–Smith window and the sparse window (theorems 3 and 5 of [`crate::theory`])
//! * [`sequence`] the known facts about a sequence: its values, and its period with the proof
//! * [`search`] computes a sequence until its period is proved or a limit is reached
//! * [`pace`] the pace of a search, and the time at which it will end
//! * [`shifted`] a known sequence as that of a cousin
//! * [`exceptions`] the heaps below the preperiod that break the pattern
//! * [`Answer`] the answer for one game, as searches give it and tables store it
//! * [`count`] the number of heaps with each value, and of sums with nim-sum 0
//! * [`excluded`] periods that an open game cannot have
//! * [`feed`] the values in order, beyond those computed
//! * [`streamed`] the same where neither memory nor a period holds them
//! * [`obtain`] the values up to a heap within a limit of memory, by whichever of these ways serves

mod answer;
pub mod count;
pub mod exceptions;
pub mod excluded;
pub mod feed;
mod landmarks;
pub mod obtain;
pub mod pace;
mod proof;
pub mod recurrence;
pub mod search;
pub mod sequence;
pub mod shifted;
pub mod streamed;
pub mod window;

use crate::arithmetic::heaps::Growth;
pub use answer::{Answer, DIGEST_DIGITS, NO_LARGEST_VALUE, StopReason, UnknownStop};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// (n0, p, saltus): G(n + p) = G(n) + saltus for every n ≥ n0, with p least and then n0 least.
///
/// ```
/// let game: octal_games::Game = "0.07".parse()?;
/// let period = game.period()?.proved().ok_or("not proved")?;
/// assert_eq!(period.to_string(), "period 34 from heap 53 on");
/// // Heap 1000 has the value of heap 82, 27 periods below.
/// assert_eq!(period.reduce(1000), (82, 27));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Period {
    /// n0, the least heap from which on the sequence repeats.
    pub preperiod: u64,
    /// p, the least period.
    pub period: u64,
    /// The growth of the values in one period; 0 for a periodic sequence.
    pub saltus: u64,
}

impl Period {
    /// The period in words, as [`Display`](fmt::Display), with its numbers written by `number`.
    #[doc(hidden)]
    pub fn in_words(&self, number: impl Fn(u64) -> String) -> String {
        let saltus = match self.saltus {
            0 => String::new(),
            saltus => format!(" with saltus {}", number(saltus)),
        };
        let [period, preperiod] = [self.period, self.preperiod].map(number);
        format!("period {period}{saltus} from heap {preperiod} on")
    }
}

/// The candidate of Theorem 11 for a period with a saltus.
impl From<Period> for Growth {
    fn from(Period { preperiod, period, saltus }: Period) -> Growth {
        let [preperiod, period, saltus] =
            [preperiod.max(1), period, saltus].map(|number| number as usize);
        Growth { preperiod, period, saltus }
    }
}

/// "period 34 from heap 53 on", "period 1 with saltus 1 from heap 0 on".
impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.in_words(|number| number.to_string()))
    }
}

/// The theorem that proves a period. Tables hold its name.
///
/// ```
/// use octal_games::{Game, Theorem};
/// let answer = "0.07".parse::<Game>()?.period()?;
/// assert_eq!(answer.theorem, Some(Theorem::GuySmith));
/// assert_eq!("sparse window".parse(), Ok(Theorem::SparseWindow));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(Serialize, Deserialize),
    serde(into = "String", try_from = "String")
)]
pub enum Theorem {
    /// Theorem 3 of [`crate::theory`], `[GuySmith1956]`.
    GuySmith,
    /// Theorem 5 of [`crate::theory`].
    SparseWindow,
    /// Theorem 11 of [`crate::theory`]: an arithmetic period.
    ArithmeticWindow,
    /// Theorems 12a and 12b of [`crate::theory`]: a code whose digits repeat for ever.
    EndlessWindow,
}

impl Theorem {
    /// Every theorem the program uses.
    pub const ALL: [Theorem; 4] = [
        Theorem::GuySmith,
        Theorem::SparseWindow,
        Theorem::ArithmeticWindow,
        Theorem::EndlessWindow,
    ];

    /// True if the theorem can prove a period with this saltus.
    pub const fn proves_saltus(self, saltus: u64) -> bool {
        match self {
            Theorem::GuySmith | Theorem::SparseWindow => saltus == 0,
            Theorem::ArithmeticWindow => saltus > 0,
            Theorem::EndlessWindow => true,
        }
    }
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Theorem::GuySmith => "Guy-Smith window",
            Theorem::SparseWindow => "sparse window",
            Theorem::ArithmeticWindow => "arithmetic window",
            Theorem::EndlessWindow => "endless window",
        })
    }
}

impl From<Theorem> for String {
    fn from(theorem: Theorem) -> String {
        theorem.to_string()
    }
}

/// A text that names no theorem of this program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found the theorem `{found}`, expected one of {}", Theorem::ALL.map(String::from).join(", "))]
pub struct UnknownTheorem {
    /// The text.
    pub found: String,
}

impl FromStr for Theorem {
    type Err = UnknownTheorem;

    fn from_str(name: &str) -> Result<Theorem, UnknownTheorem> {
        let found = Theorem::ALL.into_iter().find(|theorem| theorem.to_string() == name);
        found.ok_or_else(|| UnknownTheorem { found: name.to_owned() })
    }
}

impl TryFrom<String> for Theorem {
    type Error = UnknownTheorem;

    fn try_from(name: String) -> Result<Theorem, UnknownTheorem> {
        name.parse()
    }
}

/// The state of knowledge of the period of a sequence.
///
/// ```
/// use octal_games::{Game, Status};
/// let officers: Game = "0.6".parse()?;
/// assert_eq!(officers.search().limit(1000).run()?.status, Status::Open);
/// assert_eq!("0.07".parse::<Game>()?.period()?.status, Status::Proved);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "lowercase"))]
pub enum Status {
    /// A theorem proves the period.
    Proved,
    /// The values computed repeat, but no theorem shows that they continue so.
    Observed,
    /// No period is known.
    Open,
}

impl Status {
    /// Every status, in the order of the documentation.
    pub const ALL: [Status; 3] = [Status::Proved, Status::Observed, Status::Open];

    /// The status as tables hold it.
    pub const fn name(self) -> &'static str {
        match self {
            Status::Proved => "proved",
            Status::Observed => "observed",
            Status::Open => "open",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The state of knowledge of a period, with the period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The period holds for ever.
    Proved(Period, Theorem),
    /// The values computed repeat so, but no theorem applies.
    Observed(Period),
    /// Nothing is claimed.
    Open,
}

impl Finding {
    /// The period, proved or observed.
    pub const fn period(&self) -> Option<Period> {
        match *self {
            Finding::Proved(period, _) | Finding::Observed(period) => Some(period),
            Finding::Open => None,
        }
    }

    /// The period, if it is proved.
    pub const fn proved(&self) -> Option<Period> {
        match *self {
            Finding::Proved(period, _) => Some(period),
            _ => None,
        }
    }

    /// The theorem, if the period is proved.
    pub const fn theorem(&self) -> Option<Theorem> {
        match *self {
            Finding::Proved(_, theorem) => Some(theorem),
            _ => None,
        }
    }

    /// The status of the period.
    pub const fn status(&self) -> Status {
        match self {
            Finding::Proved(..) => Status::Proved,
            Finding::Observed(_) => Status::Observed,
            Finding::Open => Status::Open,
        }
    }
}
