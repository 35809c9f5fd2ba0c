//! How far the games without a proof were searched.

use std::collections::BTreeMap;

use super::section::ColumnKind::{Number, Words};
use super::section::{Section, SectionTable, number, range};
use crate::period::Status;
use crate::survey::stop::StopReason;
use crate::survey::store::Finished;

/// What ended the searches of the games without a proof, and how many digits the number of the last heap
/// has, with the number of these games.
fn ends(games: &[Finished]) -> BTreeMap<(&'static str, usize), usize> {
    let mut ends = BTreeMap::new();
    for row in games.iter().map(|game| &game.row).filter(|row| row.status != Status::Proved) {
        let digits = row.verified_to.checked_ilog10().map_or(0, |log| log as usize + 1);
        *ends.entry((limit(row.stop), digits)).or_insert(0) += 1;
    }
    ends
}

/// The limit that ended a search, in a word or two.
fn limit(stop: Option<StopReason>) -> &'static str {
    match stop {
        Some(StopReason::Heaps(_)) => "heaps",
        Some(StopReason::Work(_)) => "work",
        Some(StopReason::Memory(_)) => "memory",
        Some(StopReason::ValueTooLarge) => "value above 65535",
        Some(StopReason::Interrupted) => "interrupted",
        Some(StopReason::Proof) | None => "unknown",
    }
}

/// The section that says so.
pub fn depth(games: &[Finished]) -> Section {
    let rows = ends(games);
    let rows = rows
        .into_iter()
        .map(|((limit, digits), count)| vec![limit.to_owned(), range(digits), number(count)]);
    let titles = [("limit", Words), ("last heap searched", Words), ("games", Number)];
    Section {
        id: "depth",
        title: "How deep",
        brief: "How deep",
        words: "The games without a proof, by the limit that ended their searches and by the last heap whose value \
                was computed. `work` is a limit of option values that a search looks at, `heaps` one of heaps; the \
                columns `stop` and `verified_to` of `periods.csv` have both numbers of each game. With a higher \
                limit the survey resumes the searches that it has kept in `searches/`, if that is still there, and begins the others anew."
            .into(),
        table: SectionTable::new(titles, rows),
        note: None,
        picture: None,
    }
}
