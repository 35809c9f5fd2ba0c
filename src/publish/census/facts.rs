//! Counts and distributions of the games of a survey: by digits, by period, and by the number of
//! rare heaps. For games without a proof, the last heaps of their searches.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::ColumnKind::{Number, Words};
use super::{Section, SectionTable, number, range};
use crate::code::Code;
use crate::period::Answer;
use crate::period::StopReason;
use crate::period::{Period, Status};
use crate::survey::store::Finished;

/// The proved period of a game.
pub fn proved(game: &Finished) -> Option<Period> {
    game.row.proved()
}

/// The proved games, with their periods.
pub fn all_proved(games: &[Finished]) -> impl Iterator<Item = (&Finished, Period)> {
    games.iter().filter_map(|game| Some((game, proved(game)?)))
}

/// The number of digits of a code after the point; 0.0 has one.
pub fn digits(code: &Code) -> usize {
    (code.digits().len() - 1 + code.repeat().len()).max(1)
}

/// Codes and games with one number of digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OfDigits {
    /// Codes with this number of digits.
    pub codes: usize,
    /// Those among them whose game is proved.
    pub proved_codes: usize,
    /// Games whose first code has this number of digits: proved, observed, open.
    pub games: [usize; 3],
}

/// The counts for 1, 2, … digits.
pub fn by_digits(games: &[Finished]) -> Vec<OfDigits> {
    let codes = games.iter().flat_map(|game| &game.members);
    let most = codes.map(|member| digits(&member.code)).max().unwrap_or(0);
    let mut counts = vec![OfDigits::default(); most];
    for game in games {
        let status = Status::ALL.iter().position(|status| *status == game.row.status);
        counts[digits(&game.members[0].code) - 1].games[status.unwrap_or(2)] += 1;
        for member in &game.members {
            let count = &mut counts[digits(&member.code) - 1];
            count.codes += 1;
            count.proved_codes += usize::from(game.row.status == Status::Proved);
        }
    }
    counts
}

/// Powers of ten up to this one bound the ranges of a distribution.
const DECADES: usize = 19;

/// The counts of these numbers by digits: `counts[0]` is for 0, and `counts[k]` for numbers with k
/// digits. The last range is never empty.
pub fn by_decade(numbers: impl Iterator<Item = u64>) -> Vec<usize> {
    let mut counts = vec![0; DECADES + 2];
    numbers.for_each(|n| counts[n.checked_ilog10().map_or(0, |log| log as usize + 1)] += 1);
    while counts.last() == Some(&0) {
        counts.pop();
    }
    counts
}

/// The games of these with the largest n0 + p, at most `most` of them.
pub fn longest<'a>(
    proved: impl Iterator<Item = (&'a Finished, Period)>,
    most: usize,
) -> Vec<(&'a Finished, Period)> {
    let mut proved: Vec<_> = proved.collect();
    proved.sort_by_key(|(_, period)| Reverse(period.preperiod + period.period));
    proved.truncate(most);
    proved
}

/// The number of games without a proof for each reason why the search ended and each number of
/// digits of the last heap.
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
        title: "Depth of the searches",
        words: "The games without a proof, by the limit that ended their searches and by the last heap whose value \
                was computed. `work` is a limit of option values that a search looks at, `heaps` one of heaps; the \
                columns `stop` and `verified_to` of `periods.csv` have both numbers of each game. With a higher \
                limit the survey resumes the searches that it has kept in `searches/`, if that is still there, and begins the others again."
            .into(),
        table: SectionTable::new(titles, rows),
        note: None,
        picture: None,
    }
}

/// The range of the number of rare heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rarity {
    /// Fewer than ten.
    Units,
    /// Ten to 99.
    Tens,
    /// A hundred to 999.
    Hundreds,
    /// A thousand or more.
    Thousands,
    /// Infinitely many, or the game has no sparse space.
    Unbounded,
}

impl Rarity {
    /// From few to many.
    pub const ALL: [Rarity; 5] =
        [Rarity::Units, Rarity::Tens, Rarity::Hundreds, Rarity::Thousands, Rarity::Unbounded];

    /// Of the game of a row.
    pub fn of(row: &Answer) -> Rarity {
        match row.rare_count {
            Some(0..=9) => Rarity::Units,
            Some(10..=99) => Rarity::Tens,
            Some(100..=999) => Rarity::Hundreds,
            Some(_) => Rarity::Thousands,
            None => Rarity::Unbounded,
        }
    }

    /// In words.
    pub const fn name(self) -> &'static str {
        match self {
            Rarity::Units => "0–9 rare",
            Rarity::Tens => "10–99 rare",
            Rarity::Hundreds => "100–999 rare",
            Rarity::Thousands => "1000 or more",
            Rarity::Unbounded => "∞, or no sparse space",
        }
    }
}
