//! The rows of `figures.csv`: the figures that published searches without a period print, beside
//! ours.
//!
//! Two searches need not end at the same heap. So a figure of ours counts only if it is that of
//! every search which ends where the published one did:
//!
//! ```text
//! the published search ended at heap H, ours at heap N; a figure that both reach at the heap a is
//! known to ours if a ≤ N and to theirs if a ≤ H
//! ```
//!
//! A mask is chosen by each search, as that with the fewest rare heaps up to its own end. Two that
//! tell apart the values up to the largest one in the same way are the same.

use serde::{Deserialize, Serialize};

use super::store::Finished;
use crate::catalogue::limits::PublishedLimit;
use crate::period::Answer;

/// The file of these rows in a directory of reports.
pub const FILE: &str = "figures.csv";

/// The column names of `figures.csv`.
pub const HEADER: [&str; 8] =
    ["code", "heaps", "who", "source", "figure", "published", "ours", "verdict"];

/// The verdict of our search on a published figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FigureVerdict {
    /// Ours is the same.
    Reproduced,
    /// Ours is another one.
    Differs,
    /// Our row does not decide it: our search ended before that heap, or the row keeps a figure
    /// that arose only later.
    Undecided,
}

/// A row of `figures.csv`: a number that a published search prints. Heaps are those of the code as
/// printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FigureRow {
    /// The code as printed.
    pub code: String,
    /// The last heap searched.
    pub heaps: u64,
    /// The people who searched.
    pub who: String,
    /// Where it was published: a key of `sources.csv`.
    pub source: String,
    /// The name of the number: `max_value`, `max_at`, `rare_count`, `last_rare` or `mask`.
    pub figure: String,
    /// The number as published.
    pub published: String,
    /// Our figure up to the same heap; empty if our row does not show it.
    pub ours: String,
    /// The verdict on the published figure.
    pub verdict: FigureVerdict,
}

/// The figures that these limits print, in their order, beside those of the games. A limit of a
/// game that is not among them has no rows.
///
/// O(limits × codes).
pub fn rows(games: &[Finished], limits: &[PublishedLimit]) -> Vec<FigureRow> {
    limits.iter().flat_map(|limit| rows_of(games, limit)).collect()
}

fn rows_of(games: &[Finished], limit: &PublishedLimit) -> Vec<FigureRow> {
    let in_game = |game: &Finished| {
        let member = game.members.iter().find(|m| m.code == limit.game.code)?;
        let larger = member.shift - limit.game.shift as i64;
        Some(TwoSearches::new(limit, &game.row, larger)?.figures())
    };
    let figures = games.iter().find_map(in_game).unwrap_or_default();
    let row = |ComparedFigure { name, published, ours }: ComparedFigure| FigureRow {
        code: limit.code.clone(),
        heaps: limit.heaps,
        who: limit.who.clone(),
        source: limit.source.clone(),
        figure: name.to_owned(),
        verdict: match &ours {
            None => FigureVerdict::Undecided,
            Some(ours) if *ours == published => FigureVerdict::Reproduced,
            Some(_) => FigureVerdict::Differs,
        },
        published,
        ours: ours.unwrap_or_default(),
    };
    figures.into_iter().map(row).collect()
}

/// A figure that a source prints, and our figure if our row shows it.
struct ComparedFigure {
    name: &'static str,
    published: String,
    ours: Option<String>,
}

impl ComparedFigure {
    fn number(
        name: &'static str,
        published: Option<u64>,
        ours: Option<u64>,
    ) -> Option<ComparedFigure> {
        let published = published?.to_string();
        Some(ComparedFigure { name, published, ours: ours.map(|ours| ours.to_string()) })
    }
}

/// A published search and ours of the same game, in the heaps of the published one.
struct TwoSearches<'a> {
    limit: &'a PublishedLimit,
    row: &'a Answer,
    /// The difference between a heap of the row and the same heap of the source.
    larger: i64,
    /// H and N: the last heaps.
    theirs: u64,
    ours: u64,
}

impl<'a> TwoSearches<'a> {
    fn new(limit: &'a PublishedLimit, row: &'a Answer, larger: i64) -> Option<TwoSearches<'a>> {
        let ours = row.verified_to.checked_add_signed(-larger)?;
        Some(TwoSearches { limit, row, larger, theirs: limit.heaps, ours })
    }

    /// The figures that the source prints.
    fn figures(&self) -> Vec<ComparedFigure> {
        let PublishedLimit { max_value, max_at, rare_count, last_rare, .. } = *self.limit;
        let (largest, rare) = (self.largest(), self.rare());
        let figures = [
            ComparedFigure::number("max_value", max_value, largest.map(|(value, _)| value)),
            ComparedFigure::number("max_at", max_at, largest.map(|(_, at)| at)),
            ComparedFigure::number("rare_count", rare_count, rare.map(|(count, _)| count)),
            ComparedFigure::number("last_rare", last_rare, rare.map(|(_, last)| last)),
            self.mask(),
        ];
        figures.into_iter().flatten().collect()
    }

    /// A heap of the row, as one of the published search.
    fn heap(&self, heap: Option<u64>) -> Option<u64> {
        heap?.checked_add_signed(-self.larger)
    }

    /// True if both searches have reached the heaps in question.
    fn both_know(&self, theirs: Option<u64>, ours: u64) -> bool {
        ours <= self.theirs && (self.theirs <= self.ours || theirs.is_some_and(|n| n <= self.ours))
    }

    /// Our largest value up to the end of the published search, and the first heap that has it.
    fn largest(&self) -> Option<(u64, u64)> {
        let (value, at) = (self.row.max_value?, self.heap(self.row.max_at)?);
        let is_larger = at <= self.theirs && self.limit.max_value.is_some_and(|v| v < value);
        (is_larger || self.both_know(self.limit.max_at, at)).then_some((value, at))
    }

    /// The number of rare heaps by our mask up to the end of the published search, and the last of
    /// them.
    fn rare(&self) -> Option<(u64, u64)> {
        // Heaps below the first of one of two equal codes have the value 0. So they are rare, all
        // of them unless the position counts.
        if self.larger != 0 && self.row.position_parity == Some(1) {
            return None;
        }
        let count = self.row.rare_count?.checked_add_signed(-self.larger)?;
        let last = self.heap(self.row.last_rare)?;
        let are_more = last <= self.theirs && self.limit.rare_count.is_some_and(|c| c < count);
        (are_more || self.both_know(self.limit.last_rare, last)).then_some((count, last))
    }

    /// The mask. Our mask counts as equal to theirs if it separates the values up to the largest in
    /// the same way. If not, it counts as ours where it is the mask of their heaps too.
    fn mask(&self) -> Option<ComparedFigure> {
        let theirs = self.limit.mask?;
        let published = format!("{theirs:#x}");
        let largest = self.row.max_value.min(self.limit.max_value.or(self.row.max_value));
        let bits = largest.map_or(u64::MAX, |value| (value + 1).next_power_of_two() - 1);
        let ours = match self.row.mask.map(u64::from) {
            Some(mask) if (mask ^ theirs) & bits == 0 => Some(published.clone()),
            // It is a mask for the heaps up to theirs only if no rare heap of ours lies beyond.
            Some(mask) if self.theirs <= self.ours && self.rare().is_some() => {
                Some(format!("{mask:#x}"))
            }
            _ => None,
        };
        Some(ComparedFigure { name: "mask", published, ours })
    }
}
