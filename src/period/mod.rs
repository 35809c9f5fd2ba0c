//! Eventual periods: found from the values, proved by a theorem, or reported open.
//!
//! * [`recurrence`] heaps at which the end of the sequence has occurred before
//! * [`window`] the Guy–Smith window and the sparse window (theorems 3 and 5 of [`crate::theory`])
//! * [`sequence`] what is known of a sequence: its values, and its period with the proof
//! * [`search`] computes a sequence until its period is proved or a limit is reached
//! * [`resumable`] the same without keeping the sequence, for days if need be
//! * [`pace`] how fast a search is, and when it will end
//! * [`signature`] the linear recurrence of least order that a period gives
//! * [`shifted`] a known sequence as that of a cousin
//! * [`feed`] the values in order, beyond those computed
//! * [`streamed`] the same where neither memory nor a period holds them

pub mod feed;
pub mod pace;
mod proof;
pub mod recurrence;
pub mod resumable;
pub mod search;
pub mod sequence;
pub mod shifted;
pub mod signature;
pub mod streamed;
pub mod window;

use std::fmt;

/// (n0, p, saltus): G(n + p) = G(n) + saltus for every n ≥ n0, with p least and then n0 least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// n0, the least heap from which on the sequence repeats.
    pub preperiod: u64,
    /// p, the least period.
    pub period: u64,
    /// How much the values grow in one period; 0 for a periodic sequence.
    pub saltus: u64,
}

/// The theorem that proves a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theorem {
    /// Theorem 3 of [`crate::theory`], `[GuySmith1956]`.
    GuySmith,
    /// Theorem 5 of [`crate::theory`].
    SparseWindow,
    /// Nim: G(n) = n (section 7 of [`crate::theory`]).
    Nim,
}

impl Theorem {
    /// Every theorem the program uses.
    pub const ALL: [Theorem; 3] = [Theorem::GuySmith, Theorem::SparseWindow, Theorem::Nim];
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Theorem::GuySmith => "Guy-Smith window",
            Theorem::SparseWindow => "sparse window",
            Theorem::Nim => "Nim",
        })
    }
}

/// How far the knowledge of a period goes.
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
    #[must_use]
    pub const fn period(&self) -> Option<Period> {
        match *self {
            Finding::Proved(period, _) | Finding::Observed(period) => Some(period),
            Finding::Open => None,
        }
    }

    /// The period, if it is proved.
    #[must_use]
    pub const fn proved(&self) -> Option<Period> {
        match *self {
            Finding::Proved(period, _) => Some(period),
            _ => None,
        }
    }

    /// The theorem, if the period is proved.
    #[must_use]
    pub const fn theorem(&self) -> Option<Theorem> {
        match *self {
            Finding::Proved(_, theorem) => Some(theorem),
            _ => None,
        }
    }

    /// `proved`, `observed` or `open`.
    #[must_use]
    pub const fn status(&self) -> &'static str {
        match self {
            Finding::Proved(..) => "proved",
            Finding::Observed(_) => "observed",
            Finding::Open => "open",
        }
    }
}
