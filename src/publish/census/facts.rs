//! Counts and distributions of the games of a survey.

use std::cmp::Reverse;

use crate::code::Code;
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

/// How many digits a code has after the point; 0.0 has one.
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

/// How many of these numbers are 0, 1 to 9, 10 to 99, …: `counts[k]` for those with k digits, 0 having
/// none. No range that is empty ends the list.
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
