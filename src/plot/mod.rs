//! Pictures of a sequence: records in, SVG out.
//!
//! * [`PlotKind::Sequence`] n against G(n); more heaps than pixels become shades of density
//! * [`PlotKind::Histogram`] the number of heaps with each value
//! * [`PlotKind::Rare`] how the set of rare heaps and the largest value grow
//! * [`PlotKind::Periodic`] the sequence folded at a period, one period a row. A true period makes
//!   columns, and every heap with G(n + p) ≠ G(n) is marked, so a wrong period shows at once
//!
//! A [`Figure`] shows many games, as [`points`] or as [`steps`].
//!
//! Rare heaps are marked in a dark rust among blues that differ as greys. So the marks remain
//! visible in print and with every kind of colour vision. The same records give the same bytes. A
//! picture costs O(values) time. It takes at most some hundred kilobytes for any number of values.
//!
//! ```
//! use octal::plot::{PlotKind, PlotOptions, Stretch, svg};
//! let kayles = Stretch {
//!     game: "0.77 (kayles)".into(),
//!     note: String::new(),
//!     space: String::new(),
//!     from: 0,
//!     values: vec![0, 1, 2, 3, 1, 4],
//!     rare: Some(vec![0]),
//!     period: None,
//! };
//! let picture = svg(&kayles, &PlotOptions::from(PlotKind::Sequence))?;
//! assert!(picture.starts_with("<svg ") && picture.contains("0.77 (kayles)"));
//! // Folded at 3: G(0) = 0, but G(3) = 3, and G(2) = 2, but G(5) = 4.
//! let folded = PlotOptions { fold: Some(3), ..PlotKind::Periodic.into() };
//! assert!(svg(&kayles, &folded)?.contains("G(n + 3) ≠ G(n) at 2 of 3 heaps, the last n = 2"));
//! # Ok::<(), octal::plot::PlotError>(())
//! ```

mod axis;
mod figure;
mod frame;
mod histogram;
mod pen;
mod periodic;
#[cfg(feature = "png")]
pub mod png;
mod rare;
mod sequence;

use std::fmt;
use std::str::FromStr;

pub use axis::grouped;
pub use figure::{Figure, Group, points, steps};

/// The values of consecutive heaps, and the known facts about them.
#[derive(Clone, Debug)]
pub struct Stretch {
    /// The game, as printed: "0.137 (dawsons-chess)".
    pub game: String,
    /// A short text on its period; may be empty.
    pub note: String,
    /// A short text on the sparse space that separates rare from common; may be empty.
    pub space: String,
    /// The heap of the first value.
    pub from: u64,
    /// G(from), G(from + 1), …
    pub values: Vec<u16>,
    /// The rare heaps among these, in ascending order; `None` if the game has no sparse space.
    pub rare: Option<Vec<u64>>,
    /// The period of the game, if it has one.
    pub period: Option<Fold>,
}

/// A period: G(n + p) = G(n) + saltus for every n ≥ n0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// n0.
    pub preperiod: u64,
    /// p.
    pub period: u64,
    /// The growth in a period.
    pub saltus: u64,
}

impl Stretch {
    /// The last heap.
    fn to(&self) -> u64 {
        self.from + self.values.len() as u64 - 1
    }

    /// The heaps with their values.
    fn heaps(&self) -> impl Iterator<Item = (u64, u16)> {
        (self.from..).zip(self.values.iter().copied())
    }

    /// The rare heaps with their values.
    fn rare_heaps(&self) -> impl Iterator<Item = (u64, u16)> {
        let value = |&n: &u64| (n, self.values[(n - self.from) as usize]);
        self.rare.iter().flatten().map(value)
    }

    fn largest(&self) -> u16 {
        self.values.iter().copied().max().unwrap_or(0)
    }

    /// The preperiod, if it lies here.
    fn preperiod(&self) -> Option<u64> {
        let n0 = self.period.map(|p| p.preperiod);
        n0.filter(|n0| (self.from.max(1)..=self.to()).contains(n0))
    }

    /// A line on what is known.
    fn known(&self) -> String {
        let parts = [&self.note, &self.space].map(String::as_str);
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
    }

    /// A title: the game, the kind of picture, and the range.
    fn title(&self, what: &str) -> String {
        format!("{}: {what}, heaps {} to {}", self.game, grouped(self.from), grouped(self.to()))
    }
}

/// The kind of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlotKind {
    /// n against G(n).
    Sequence,
    /// The number of heaps with each value.
    Histogram,
    /// The number of rare heaps and the largest value up to n.
    Rare,
    /// The sequence folded at a period.
    Periodic,
}

impl PlotKind {
    /// All kinds, in the order of the documentation.
    pub const ALL: [PlotKind; 4] =
        [PlotKind::Sequence, PlotKind::Histogram, PlotKind::Rare, PlotKind::Periodic];

    /// The name: what [`Display`](fmt::Display) prints and [`FromStr`] reads.
    pub const fn name(self) -> &'static str {
        match self {
            PlotKind::Sequence => "sequence",
            PlotKind::Histogram => "histogram",
            PlotKind::Rare => "rare",
            PlotKind::Periodic => "periodic",
        }
    }
}

impl fmt::Display for PlotKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is not the name of a [`PlotKind`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no kind `{0}`; the kinds are {names}", names = PlotKind::ALL.map(PlotKind::name).join(", "))]
pub struct UnknownKind(pub String);

impl FromStr for PlotKind {
    type Err = UnknownKind;

    fn from_str(name: &str) -> Result<PlotKind, UnknownKind> {
        let known = PlotKind::ALL.into_iter().find(|kind| kind.name() == name);
        known.ok_or_else(|| UnknownKind(name.to_owned()))
    }
}

/// The options of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlotOptions {
    /// The kind of picture.
    pub kind: PlotKind,
    /// True if x is placed at ln(1 + x).
    pub log_x: bool,
    /// True if y is placed at ln(1 + y).
    pub log_y: bool,
    /// Where [`PlotKind::Periodic`] folds the sequence, if not at its period.
    pub fold: Option<u64>,
}

impl From<PlotKind> for PlotOptions {
    fn from(kind: PlotKind) -> PlotOptions {
        PlotOptions { kind, log_x: false, log_y: false, fold: None }
    }
}

/// An error that prevents a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlotError {
    /// There are no values.
    #[error("there are no heaps to draw")]
    NoHeaps,
    /// The sequence is to be folded, but no period is given or known.
    #[error("no period is known up to heap {to}: ask for more heaps, or name a period to try")]
    NoPeriod {
        /// The last heap.
        to: u64,
    },
    /// Fewer heaps than a period and one more.
    #[error("{heaps} heaps cannot be folded at {period}: more than {period} are needed")]
    TooFewHeaps {
        /// Their number.
        heaps: u64,
        /// Where they should be folded.
        period: u64,
    },
    /// A period of no heaps.
    #[error("a period is at least 1")]
    PeriodZero,
    /// Logarithmic axes for a folded sequence.
    #[error("a folded sequence has no logarithmic axes")]
    NoLogAxes,
}

/// Draws a picture of 960 × 560 pixels. O(values).
pub fn svg(stretch: &Stretch, options: &PlotOptions) -> Result<String, PlotError> {
    if stretch.values.is_empty() {
        return Err(PlotError::NoHeaps);
    }
    match options.kind {
        PlotKind::Sequence => Ok(sequence::svg(stretch, options)),
        PlotKind::Histogram => Ok(histogram::svg(stretch, options)),
        PlotKind::Rare => Ok(rare::svg(stretch, options)),
        PlotKind::Periodic => periodic::svg(stretch, options),
    }
}
