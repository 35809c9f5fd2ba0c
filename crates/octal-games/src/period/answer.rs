//! The answer to the question for the period of a game: found by a search, or stored by one.

use std::cmp::Reverse;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

#[cfg(feature = "serde")]
use serde::{Deserialize, Deserializer, Serialize, de::Error};

use super::exceptions::Exception;
use super::search::Limits;
use super::sequence::{Known, Stop};
use super::shifted::View;
use super::{Finding, Period, Status, Theorem, window};
use crate::code::cousins::standard_form;
use crate::code::{Game, names};
use crate::grundy::RareSet;
use crate::grundy::space::SparseSpace;
use crate::rules::Rules;

/// The answer for one game. An empty field, `None` here, is unknown or does not apply.
///
/// Its fields are the columns of `periods.csv`. A search in memory may leave its values with the
/// answer, see [`Answer::known`].
///
/// ```
/// let game: octal_games::Game = "0.07".parse()?;
/// let answer = game.period()?;
/// let line = "0.07 (dawsons-kayles): period 34 from heap 53 on, proved (Guy-Smith window)";
/// assert_eq!(answer.to_string(), line);
/// assert_eq!((answer.exceptions, answer.max_value), (Some(8), Some(9)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Answer {
    /// The code that was searched, or `CODE shift s` for the game with G(n) = G_CODE(n − s).
    pub code: String,
    /// The standard form of the code: among it and its first cousins the one with an odd d1.
    pub standard_form: String,
    /// The name of the game, if it has one.
    pub name: Option<String>,
    /// The state of knowledge of the period.
    pub status: Status,
    /// n0.
    pub preperiod: Option<u64>,
    /// p.
    pub period: Option<u64>,
    /// The saltus: the growth of the values in one period.
    pub saltus: Option<u64>,
    /// The number of heaps below n0 that break the pattern.
    pub exceptions: Option<u64>,
    /// n0 − 1.
    pub last_exception: Option<u64>,
    /// The largest value, of the whole sequence if a period is proved, else up to `verified_to`.
    /// `None` if the values are proved to grow for ever.
    pub max_value: Option<u64>,
    /// The first heap with the largest value.
    pub max_at: Option<u64>,
    /// The mask m, which tables hold in hexadecimal.
    #[cfg_attr(feature = "serde", serde(with = "hexadecimal"))]
    pub mask: Option<u16>,
    /// ε: 1 if the position counts.
    pub position_parity: Option<u8>,
    /// The number of rare heaps, heap 0 included; empty if there are infinitely many.
    pub rare_count: Option<u64>,
    /// ρ, the last rare heap.
    pub last_rare: Option<u64>,
    /// The theorem that proves the period.
    pub theorem: Option<Theorem>,
    /// N: G(0..=N) was computed.
    pub verified_to: u64,
    /// The file of the certificate, from which anybody can check the period.
    pub certificate: Option<String>,
    /// The other codes with the same sequence: `CODE shift s` means G(n) = G_CODE(n − s). `None` if
    /// they were not looked for; empty if there are none.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "list"))]
    pub cousins: Option<String>,
    /// The reason why the search ended at `verified_to`.
    pub stop: Option<StopReason>,
    /// SHA-256 (first 128 bits) of p and G(f), …, G(max(n0, f) + p − 1), where f is the first heap
    /// with a value other than 0, or 0.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "digest_of_table"))]
    pub digest: Option<String>,
    /// The values of the code, if a search in memory left them, and the shift of the game.
    #[cfg_attr(feature = "serde", serde(skip))]
    values: Option<(Arc<Known>, u64)>,
}

/// "0.07 (dawsons-kayles): period 34 from heap 53 on, proved (Guy-Smith window)".
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
        write!(f, "{}{name}: {}", self.code, self.headline())
    }
}

/// A list of a table, whose empty field is an empty list and not an unknown one.
#[cfg(feature = "serde")]
fn list<'de, D: Deserializer<'de>>(field: D) -> Result<Option<String>, D::Error> {
    String::deserialize(field).map(Some)
}

/// The digest of a table; one that is cut off belongs to no game.
#[cfg(feature = "serde")]
fn digest_of_table<'de, D: Deserializer<'de>>(field: D) -> Result<Option<String>, D::Error> {
    let text = Option::<String>::deserialize(field)?;
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    match text {
        Some(text) if text.len() != DIGEST_DIGITS || !text.bytes().all(is_digit) => Err(
            Error::custom(format!("column digest should have {DIGEST_DIGITS} hexadecimal digits")),
        ),
        text => Ok(text),
    }
}

/// A mask as text, such as `0x1e`.
#[cfg(feature = "serde")]
mod hexadecimal {
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::{Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(mask: &Option<u16>, to: S) -> Result<S::Ok, S::Error> {
        mask.map(|mask| format!("{mask:#x}")).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(text: D) -> Result<Option<u16>, D::Error> {
        let Some(text) = Option::<String>::deserialize(text)? else { return Ok(None) };
        let digits = text.strip_prefix("0x").and_then(|hex| u16::from_str_radix(hex, 16).ok());
        let wrong = || Error::custom("column mask should be a number such as 0x1e, at most 0xffff");
        digits.map(Some).ok_or_else(wrong)
    }
}

/// The words for the largest value where it has no number: the values are proved to grow.
pub const NO_LARGEST_VALUE: &str = "none, the values grow without end";

/// The hexadecimal digits of [`Answer::digest`].
pub const DIGEST_DIGITS: usize = 32;

impl Answer {
    /// Returns the answer about a game that was searched up to this heap, with the finding about
    /// its period.
    #[doc(hidden)]
    pub fn of(game: &Game, finding: Finding, verified_to: u64) -> Answer {
        Answer {
            standard_form: standard_form(&game.code).0.to_string(),
            name: names::name_of(game).map(str::to_owned),
            ..Answer::without_code(game.to_string(), finding, verified_to)
        }
    }

    /// Returns the answer about a game without a code, such as a rule, of which these values were
    /// computed. The period is the one that they show, if they show one: no theorem proves it.
    /// `game` stands in the place of the code, and the standard form is empty. O(N).
    ///
    /// # Panics
    /// If there is no value.
    pub fn observed(game: String, values: &[u64], period: Option<Period>) -> Answer {
        let finding = period.map_or(Finding::Open, Finding::Observed);
        let largest = values.iter().zip(0..).max_by_key(|&(value, n)| (value, Reverse(n)));
        let (max_value, max_at) = largest.expect("the value of heap 0");
        let is_exception = |&n: &u64, period: Period| {
            let periods = (period.preperiod - n).div_ceil(period.period);
            let later = values[(n + periods * period.period) as usize];
            u128::from(values[n as usize]) + u128::from(periods) * u128::from(period.saltus)
                != u128::from(later)
        };
        let count = |period: Period| {
            (0..period.preperiod).filter(|n| is_exception(n, period)).count() as u64
        };
        Answer {
            exceptions: period.map(count),
            max_value: Some(*max_value),
            max_at: Some(max_at),
            ..Answer::without_code(game, finding, values.len() as u64 - 1)
        }
    }

    fn without_code(code: String, finding: Finding, verified_to: u64) -> Answer {
        let period = finding.period();
        Answer {
            code,
            standard_form: String::new(),
            name: None,
            status: finding.status(),
            preperiod: period.map(|p| p.preperiod),
            period: period.map(|p| p.period),
            saltus: period.map(|p| p.saltus),
            exceptions: None,
            last_exception: period.and_then(|p| p.preperiod.checked_sub(1)),
            max_value: None,
            max_at: None,
            mask: None,
            position_parity: None,
            rare_count: None,
            last_rare: None,
            theorem: finding.theorem(),
            verified_to,
            certificate: None,
            cousins: None,
            stop: None,
            digest: None,
            values: None,
        }
    }

    /// Returns the answer of a search with these limits, without its values. The digest is unknown.
    /// O(N).
    #[doc(hidden)]
    pub fn new(view: &View<'_>, limits: &Limits) -> Answer {
        let known = view.known;
        let game = Game { code: known.code.clone(), shift: view.shift.unsigned_abs() };
        let mut answer = Answer::of(&game, view.finding(), view.verified_to());
        answer.exceptions = answer.period.map(|_| view.exception_count());
        answer.set_largest(view.max_value());
        if let Some(RareSet { space, .. }) = known.rare {
            answer.set_space(space.mask, space.position_parity);
        }
        answer.set_rare(known.rare_heaps().map(|rare| rare.shifted(view.shift)));
        answer.stop = Some(StopReason::new(known.stop, limits));
        answer
    }

    /// Returns the answer of a search of a game with these limits, and keeps its values: see
    /// [`Answer::known`]. `known` are the values of the code of the game. O(N).
    #[doc(hidden)]
    pub fn with_values(game: &Game, known: impl Into<Arc<Known>>, limits: &Limits) -> Answer {
        let known = known.into();
        let answer = Answer::new(&View::new(&known, game.shift as i64), limits);
        Answer { values: Some((known, game.shift)), ..answer }
    }

    /// Returns the answer without its values.
    #[must_use]
    #[doc(hidden)]
    pub fn without_values(self) -> Answer {
        Answer { values: None, ..self }
    }

    /// Sets the largest value and the first heap that has it, unless the values grow for ever.
    #[doc(hidden)]
    pub fn set_largest(&mut self, (value, at): (u64, u64)) {
        let grows = self.proved().is_some_and(|p| p.saltus > 0);
        (self.max_value, self.max_at) = (!grows).then_some((value, at)).unzip();
    }

    /// Sets the mask of the sparse space, and true if the position counts.
    #[doc(hidden)]
    pub fn set_space(&mut self, mask: u16, position_parity: bool) {
        self.mask = Some(mask);
        self.position_parity = Some(u8::from(position_parity));
    }

    /// Sets the rare heaps; `None` if there are infinitely many, or no sparse space.
    #[doc(hidden)]
    pub fn set_rare(&mut self, rare: Option<RareSet>) {
        self.rare_count = rare.map(|rare| rare.count);
        self.last_rare = rare.and_then(|rare| rare.last);
    }

    /// The values of the code, which a search in memory left with the answer.
    #[doc(hidden)]
    pub fn known(&self) -> Option<&Known> {
        self.values.as_ref().map(|(known, _)| &**known)
    }

    /// The values of the game, which a search in memory left with the answer.
    fn view(&self) -> Option<View<'_>> {
        self.values.as_ref().map(|(known, shift)| View::new(known, *shift as i64))
    }

    /// Returns G(n): computed, or from the proved period; `None` if it is not known, or the answer
    /// has no values. O(1).
    pub fn value(&self, n: u64) -> Option<u64> {
        self.view()?.value(n)
    }

    /// The heaps below the preperiod that break the pattern, in ascending order. None if no period
    /// is known, or if the answer has no values. O(n0).
    ///
    /// ```
    /// let game: octal_games::Game = "0.77".parse()?;
    /// let answer = game.period()?;
    /// assert_eq!(answer.exceptions, Some(14));
    /// assert_eq!(answer.exceptions().last().map(|exception| exception.n), Some(70));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn exceptions(&self) -> impl Iterator<Item = Exception> {
        self.view().into_iter().flat_map(View::exceptions)
    }

    /// "period 34 from heap 53 on, proved (Guy-Smith window)", or the last heap of a search that
    /// proved none.
    pub fn headline(&self) -> String {
        let Some(period) = self.known_period() else {
            return format!("open, no period proved up to heap {}", self.verified_to);
        };
        match self.theorem {
            None => format!("{period}, observed, not proved"),
            Some(theorem) => format!("{period}, proved ({theorem})"),
        }
    }

    /// The game; `None` if a table spells it wrongly.
    pub fn game(&self) -> Option<Game> {
        self.code.parse().ok()
    }

    /// Returns the answer for another game with this sequence up to a shift: G_game(n) =
    /// G(n − shift). The heaps that only one of the two has are without a move. Exceptions are
    /// unknown with a shift, because they depend on values that the answer does not have. Cousins
    /// are unknown.
    ///
    /// `None` if the preperiod depends on such values too: it is 0, and the shift is positive.
    #[doc(hidden)]
    pub fn moved(&self, game: &Game, shift: i64) -> Option<Answer> {
        if shift > 0 && self.preperiod == Some(0) {
            return None;
        }
        let heap = |heap: u64| heap.saturating_add_signed(shift);
        let preperiod = self.preperiod.map(heap);
        let rare = self.rare().map(|rare| rare.shifted(shift));
        Some(Answer {
            code: game.to_string(),
            standard_form: standard_form(&game.code).0.to_string(),
            name: names::name_of(game).map(str::to_owned),
            preperiod,
            exceptions: self.exceptions.filter(|_| shift == 0),
            last_exception: preperiod.and_then(|n0| n0.checked_sub(1)),
            max_at: self.max_at.map(|at| if self.max_value == Some(0) { 0 } else { heap(at) }),
            rare_count: rare.map(|rare| rare.count),
            last_rare: rare.and_then(|rare| rare.last),
            verified_to: heap(self.verified_to),
            cousins: None,
            values: None,
            ..self.clone()
        })
    }

    /// The rare heaps, if there are finitely many.
    fn rare(&self) -> Option<RareSet> {
        let Game { code, shift } = self.game()?;
        let space = SparseSpace::new(&Rules::of(&code)?, self.mask?, self.position_parity? == 1)?;
        let space = space.shifted(shift as i64);
        Some(RareSet { space, count: self.rare_count?, last: self.last_rare })
    }

    /// The last heap whose value the proof of the period needs. `None` if no period is proved, and for
    /// an arithmetic period without values.
    pub fn last_heap_for_proof(&self) -> Option<u64> {
        if let Some((known, shift)) = &self.values {
            return known.last_heap_for_proof().map(|heap| heap + shift);
        }
        let Game { code, shift } = self.game()?;
        let period = self.proved()?;
        let period = Period { preperiod: period.preperiod.saturating_sub(shift), ..period };
        let rho = self.last_rare.unwrap_or(0).saturating_sub(shift);
        Some(window::last_heap(&code, period, self.theorem?, rho)? + shift)
    }

    /// The games of the column `cousins`, as texts.
    #[doc(hidden)]
    pub fn listed_cousins(&self) -> impl Iterator<Item = &str> {
        self.cousins.iter().flat_map(|cousins| cousins.split("; ")).filter(|text| !text.is_empty())
    }

    /// The period, proved or observed.
    pub fn known_period(&self) -> Option<Period> {
        let (preperiod, period, saltus) = (self.preperiod?, self.period?, self.saltus?);
        Some(Period { preperiod, period, saltus })
    }

    /// The period, if it is proved.
    pub fn proved(&self) -> Option<Period> {
        self.known_period().filter(|_| self.status == Status::Proved)
    }

    /// True if a search with these limits would find nothing beyond this answer, as far as its work
    /// can be estimated.
    #[doc(hidden)]
    pub fn answers(&self, limits: &Limits) -> bool {
        let work = match self.stop {
            Some(StopReason::Work(work)) => work.max(self.estimated_work()),
            _ => self.estimated_work(),
        };
        self.status == Status::Proved
            || self.is_at_largest_value()
            || self.verified_to >= limits.heaps
            || limits.work.is_some_and(|most| work >= most)
            || matches!(self.stop, Some(StopReason::Memory(bytes)) if bytes >= limits.memory)
    }

    /// True if the search ended because the next value does not fit into 16 bits.
    #[doc(hidden)]
    pub fn is_at_largest_value(&self) -> bool {
        self.stop == Some(StopReason::ValueTooLarge)
    }

    /// An estimate of the work of the search up to heap N: one for each heap, and for each splitting
    /// place and each rare heap r the N − r later heaps. The c rare heaps are distinct and end at the
    /// last one, l. So the sum is c·(N − l) + c·(c − 1)/2 at least. If they were spread evenly up to l
    /// it would be c·(N − l/2). A quarter of that is surely done: in most games more of them are early.
    fn estimated_work(&self) -> u64 {
        let heaps = self.verified_to;
        let rules = self.game().and_then(|game| Rules::of(&game.code));
        let places = rules.map_or(0, |rules| rules.splits.len() as u64);
        let last = self.last_rare.unwrap_or(heaps);
        // Heap 0 is rare too, but leaves nothing to compare with.
        let rare = self.rare_count.unwrap_or(0).saturating_sub(1);
        let least = heaps.saturating_sub(last).saturating_add(rare.saturating_sub(1) / 2);
        let spread = heaps.saturating_sub(last / 2) / 4;
        places.saturating_mul(rare).saturating_mul(least.max(spread)).max(heaps)
    }

    /// True if this answer holds more than another about the same game.
    #[doc(hidden)]
    pub fn is_deeper_than(&self, other: &Answer) -> bool {
        match (self.status, other.status) {
            (_, Status::Proved) => false,
            (Status::Proved, _) => true,
            _ => self.verified_to > other.verified_to,
        }
    }
}

/// The reason why a search ended, with the limit that ended it. Tables hold it as text, such as
/// `heaps 1000000`.
///
/// ```
/// use octal_games::{Game, StopReason};
/// let officers: Game = "0.6".parse()?;
/// let answer = officers.search().limit(1000).run()?;
/// assert_eq!(answer.stop, Some(StopReason::Heaps(1000)));
/// assert_eq!("heaps 1000".parse(), Ok(StopReason::Heaps(1000)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(Serialize, Deserialize),
    serde(into = "String", try_from = "String")
)]
pub enum StopReason {
    /// The period is proved.
    Proof,
    /// The search was to go up to this heap.
    Heaps(u64),
    /// The search was to look at this many option values.
    Work(u64),
    /// The search was to use this many bytes.
    Memory(u64),
    /// The next value does not fit into 16 bits.
    ValueTooLarge,
    /// The user or the system stopped the program.
    Interrupted,
}

impl StopReason {
    /// The reason for a search with these limits.
    #[doc(hidden)]
    pub fn new(stop: Stop, limits: &Limits) -> StopReason {
        match stop {
            Stop::Proof => StopReason::Proof,
            Stop::Heaps => StopReason::Heaps(limits.heaps),
            Stop::Work => StopReason::Work(limits.work.unwrap_or(0)),
            Stop::Memory => StopReason::Memory(limits.memory),
            Stop::ValueTooLarge => StopReason::ValueTooLarge,
            Stop::Cancelled => StopReason::Interrupted,
        }
    }
}

const PROOF: &str = "proof";
const VALUE_TOO_LARGE: &str = "value above 65535";
const INTERRUPTED: &str = "interrupted";

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StopReason::Proof => f.write_str(PROOF),
            StopReason::Heaps(limit) => write!(f, "heaps {limit}"),
            StopReason::Work(limit) => write!(f, "work {limit}"),
            StopReason::Memory(limit) => write!(f, "memory {limit}"),
            StopReason::ValueTooLarge => f.write_str(VALUE_TOO_LARGE),
            StopReason::Interrupted => f.write_str(INTERRUPTED),
        }
    }
}

/// A text that is no reason for the end of a search.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "found `{0}`, expected {PROOF}, {VALUE_TOO_LARGE}, {INTERRUPTED}, or heaps, work or memory with \
    a limit"
)]
pub struct UnknownStop(String);

impl FromStr for StopReason {
    type Err = UnknownStop;

    fn from_str(text: &str) -> Result<StopReason, UnknownStop> {
        let limited = || {
            let (limit, number) = text.split_once(' ')?;
            let number = number.parse().ok()?;
            match limit {
                "heaps" => Some(StopReason::Heaps(number)),
                "work" => Some(StopReason::Work(number)),
                "memory" => Some(StopReason::Memory(number)),
                _ => None,
            }
        };
        let reason = match text {
            PROOF => Some(StopReason::Proof),
            VALUE_TOO_LARGE => Some(StopReason::ValueTooLarge),
            INTERRUPTED => Some(StopReason::Interrupted),
            _ => limited(),
        };
        reason.ok_or_else(|| UnknownStop(text.to_owned()))
    }
}

impl From<StopReason> for String {
    fn from(reason: StopReason) -> String {
        reason.to_string()
    }
}

impl TryFrom<String> for StopReason {
    type Error = UnknownStop;

    fn try_from(text: String) -> Result<StopReason, UnknownStop> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_read_as_it_is_written() {
        use StopReason::{Heaps, Interrupted, Memory, Proof, ValueTooLarge, Work};
        let all = [Proof, Heaps(7), Work(0), Memory(u64::MAX), ValueTooLarge, Interrupted];
        for reason in all {
            assert_eq!(reason.to_string().parse(), Ok(reason));
        }
        for wrong in ["", "heaps", "heaps 1e6", "time 5", "proof "] {
            assert!(wrong.parse::<StopReason>().is_err(), "{wrong}");
        }
    }
}
