//! What an entry says of a game whose period the draft's own values do not prove.

use super::{Draft, plus};
use crate::code::Code;
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

/// A row: the game of the draft is that of the row with heaps `larger` larger.
struct Moved<'a> {
    row: &'a PeriodRow,
    larger: i64,
}

/// The comments on the period, by the values of the draft or by an earlier row that knows more.
pub(super) fn comments(draft: &Draft<'_>) -> Vec<String> {
    let limits = Limits::heaps(draft.known.verified_to());
    let own = PeriodRow::new(&draft.known.into(), &limits);
    let shift = draft.game.shift as i64;
    let earlier =
        draft.earlier.map(|earlier| Moved { row: earlier.row, larger: shift - earlier.shift });
    let deeper = earlier.filter(|earlier| earlier.row.is_deeper_than(&own));
    let moved = deeper.unwrap_or(Moved { row: &own, larger: shift });
    match moved.row.proved() {
        Some(period) => moved.proved(draft, period),
        None => moved.open(draft),
    }
}

impl Moved<'_> {
    /// A heap of the row as a heap of the game.
    fn heap(&self, heap: u64) -> u64 {
        heap.saturating_add_signed(self.larger)
    }

    fn proved(&self, draft: &Draft<'_>, period: Period) -> Vec<String> {
        let Period { preperiod, period, saltus } = period;
        let from = draft.index(self.heap(preperiod));
        let how = self.row.theorem.map(|theorem| format!(", proved ({theorem})"));
        let how = how.unwrap_or_default();
        let mut lines = vec![format!("a(n+{period}) = a(n){} for n >= {from}{how}.", plus(saltus))];
        lines.extend(self.largest("The largest value is"));
        lines
    }

    fn open(&self, draft: &Draft<'_>) -> Vec<String> {
        let searched = draft.index(self.heap(self.row.verified_to));
        // Without an earlier row nothing is known of what others have found.
        let terms =
            if draft.earlier.is_some() { "No period is known; the terms" } else { "The terms" };
        let none = format!("{terms} up to n = {searched} show no period.");
        let rare = self.rare(&draft.game.code, draft.game.shift);
        let largest = self.largest("The largest value up to there is");
        std::iter::once(none).chain(rare).chain(largest).collect()
    }

    fn largest(&self, words: &str) -> Option<String> {
        let (max, at) = self.row.max_value.zip(self.row.max_at)?;
        Some(format!("{words} {max}, that of heap {} for the first time.", self.heap(at)))
    }

    /// How many heaps are rare, and the last; `code` and `shift` are those of the game.
    fn rare(&self, code: &Code, shift: u64) -> Option<String> {
        let PeriodRow { mask, rare_count, last_rare, position_parity, .. } = self.row;
        let (mask, last) = (mask.as_ref()?, self.heap((*last_rare)?));
        let splits = (0..=code.last_place()?).find(|&k| code.digit(k).leaves_two())? as u64;
        let position = (*position_parity == Some(1)).then_some((splits + shift) % 2);
        let count = rare_count.and_then(|count| self.counted(count, position))?;
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

    /// How many heaps of the game are rare, if `count` heaps of the row are. Those with which the
    /// larger of the two begins have the value 0. `position` is the parity of the rare ones among them
    /// in the game, if the position counts.
    fn counted(&self, count: u64, position: Option<u64>) -> Option<u64> {
        let heaps = 0..self.larger.unsigned_abs();
        let is_game = self.larger >= 0;
        let parity = position.map(|p| if is_game { p } else { (p + heaps.end) % 2 });
        let zeros = heaps.filter(|heap| parity.is_none_or(|parity| heap % 2 == parity)).count();
        if is_game { count.checked_add(zeros as u64) } else { count.checked_sub(zeros as u64) }
    }
}
