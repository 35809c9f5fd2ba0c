//! What an entry says of a game whose period the draft's own values do not prove.

use super::{Draft, plus};
use crate::code::Game;
use crate::period::Period;
use crate::period::search::Limits;
use crate::survey::row::PeriodRow;

/// What an earlier search found of a game that has the values of the code of a draft.
#[derive(Clone, Copy, Debug)]
pub struct ReportedRow<'a> {
    /// Its row of `periods.csv`.
    pub row: &'a PeriodRow,
    /// s with G_row(n) = G_code(n − s).
    pub shift: i64,
}

/// The comments on the period, by the values of the draft or by an earlier row that knows more.
pub(super) fn comments(draft: &Draft<'_>) -> Vec<String> {
    let limits = Limits::heaps(draft.known.verified_to());
    let own = PeriodRow::new(&draft.view(), &limits);
    let shift = draft.game.shift as i64;
    let earlier = draft.earlier.and_then(|earlier| {
        // G_row(n) = G_code(n − s) and G_game(n) = G_code(n − shift).
        earlier.row.moved(draft.game, shift - earlier.shift)
    });
    let row = earlier.filter(|earlier| earlier.is_deeper_than(&own)).unwrap_or(own);
    match row.proved() {
        Some(period) => proved(draft, &row, period),
        None => open(draft, &row),
    }
}

fn proved(draft: &Draft<'_>, row: &PeriodRow, period: Period) -> Vec<String> {
    let Period { preperiod, period, saltus } = period;
    let from = draft.index(preperiod);
    let how = row.theorem.map(|theorem| format!(", proved ({theorem})")).unwrap_or_default();
    let mut lines = vec![format!("a(n+{period}) = a(n){} for n >= {from}{how}.", plus(saltus))];
    lines.extend(largest(row, "The largest value is"));
    lines
}

fn open(draft: &Draft<'_>, row: &PeriodRow) -> Vec<String> {
    let searched = draft.index(row.verified_to);
    // Without an earlier row nothing is known of what others have found.
    let terms = if draft.earlier.is_some() { "No period is known; the terms" } else { "The terms" };
    let none = format!("{terms} up to n = {searched} show no period.");
    let rare = rare(row, draft.game);
    let largest = largest(row, "The largest value up to there is");
    std::iter::once(none).chain(rare).chain(largest).collect()
}

fn largest(row: &PeriodRow, words: &str) -> Option<String> {
    let (max, at) = row.max_value.zip(row.max_at)?;
    Some(format!("{words} {max}, that of heap {at} for the first time."))
}

/// How many heaps of the game are rare, and the last.
fn rare(row: &PeriodRow, game: &Game) -> Option<String> {
    let (mask, count, last) = (row.mask.as_ref()?, row.rare_count?, row.last_rare?);
    let code = &game.code;
    let splits = (0..=code.last_place()?).find(|&k| code.digit(k).leaves_two())? as u64;
    let position = (row.position_parity == Some(1)).then_some((splits + game.shift) % 2);
    let ones = match position {
        None => "an even number of ones".to_owned(),
        Some(parity) => {
            let [rare, other] = if parity == 0 { ["even", "odd"] } else { ["odd", "even"] };
            format!("an even number of ones if h is {rare}, an odd number if h is {other}")
        }
    };
    let zero = if position == Some(1) { "" } else { ", heap 0 included" };
    Some(format!(
        "Up to there {count} heaps are rare{zero}, the last of them heap {last}: heap h is rare if \
         its value AND {mask} has, in binary, {ones}."
    ))
}
