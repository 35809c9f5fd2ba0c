//! The columns of the reports (`periods.csv`, `exceptions.csv`).

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::stop::StopReason;
use crate::code::cousins::standard_form;
use crate::code::{Game, MAX_PLACE, names};
use crate::file::sha256_hex_of_pieces;
use crate::formats::digest::VALUES_HASHED_AT_ONCE;
use crate::grundy::RareSet;
use crate::grundy::space::SparseSpace;
use crate::period::exceptions::Exception;
use crate::period::resumable::{SearchRecord, Standing};
use crate::period::search::Limits;
use crate::period::sequence::{Known, Stop};
use crate::period::shifted::View;
use crate::period::{Period, Status, Theorem, window};
use crate::rules::Rules;

/// A row of `periods.csv`: one game. An empty field, `None` here, is unknown or does not apply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PeriodRow {
    /// The code searched.
    pub code: String,
    /// Its standard form: the first of it and its first cousins whose d1 is odd; 0.0 is its own.
    pub standard_form: String,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// How its period is known.
    pub status: Status,
    /// n0.
    pub preperiod: Option<u64>,
    /// p.
    pub period: Option<u64>,
    /// The saltus: how much the values grow in one period.
    pub saltus: Option<u64>,
    /// How many heaps below n0 break the pattern.
    pub exceptions: Option<u64>,
    /// n0 − 1.
    pub last_exception: Option<u64>,
    /// The largest value, of the whole sequence if a period is proved, else up to `verified_to`;
    /// none if the values are proved to grow for ever.
    pub max_value: Option<u64>,
    /// The first heap that has it.
    pub max_at: Option<u64>,
    /// The mask m, in hexadecimal.
    pub mask: Option<String>,
    /// ε: 1 if the position counts.
    pub position_parity: Option<u8>,
    /// How many heaps are rare, heap 0 counted; empty if infinitely many are.
    pub rare_count: Option<u64>,
    /// ρ, the last of them.
    pub last_rare: Option<u64>,
    /// The theorem that proves the period.
    pub theorem: Option<Theorem>,
    /// N: G(0..=N) was computed.
    pub verified_to: u64,
    /// The certificate: the file from which anybody can check the period.
    pub certificate: Option<String>,
    /// The other codes with the same sequence: `CODE shift s` means G(n) = G_CODE(n − s). `None` if
    /// nobody has looked for them; empty if there are none.
    #[serde(deserialize_with = "list")]
    pub cousins: Option<String>,
    /// Why the search ended at `verified_to`.
    pub stop: Option<StopReason>,
    /// SHA-256 (first 128 bits) of p and G(f), …, G(max(n0, f) + p − 1), where f is the first heap
    /// with a value other than 0, or 0.
    #[serde(deserialize_with = "digest_of_table")]
    pub digest: Option<String>,
}

/// A list of a table, whose empty field is an empty list and not an unknown one.
fn list<'de, D: Deserializer<'de>>(field: D) -> Result<Option<String>, D::Error> {
    String::deserialize(field).map(Some)
}

/// The digest of a table; one that is cut off belongs to no game.
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

/// A row of `exceptions.csv`: one heap below the preperiod that breaks the pattern.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExceptionRow {
    /// The code, as in `periods.csv`.
    pub code: String,
    /// n.
    pub n: u64,
    /// G(n).
    pub value: u64,
    /// The value of the pattern continued downwards.
    pub periodic_value: i64,
}

/// What is said of the largest value where it has no number: the values are proved to grow.
pub const NO_LARGEST_VALUE: &str = "none, the values grow without end";

/// Games with more exceptions than this are counted in `periods.csv` but not listed.
pub const LISTED_EXCEPTIONS: usize = 1000;

/// The column names of `periods.csv`.
pub const PERIOD_HEADER: [&str; 21] = [
    "code",
    "standard_form",
    "name",
    "status",
    "preperiod",
    "period",
    "saltus",
    "exceptions",
    "last_exception",
    "max_value",
    "max_at",
    "mask",
    "position_parity",
    "rare_count",
    "last_rare",
    "theorem",
    "verified_to",
    "certificate",
    "cousins",
    "stop",
    "digest",
];

/// The column names of `exceptions.csv`.
pub const EXCEPTION_HEADER: [&str; 4] = ["code", "n", "value", "periodic_value"];

impl PeriodRow {
    /// The row for a sequence that was searched with these limits. O(N).
    pub fn new(view: &View<'_>, limits: &Limits) -> PeriodRow {
        let known = view.known;
        let game = Game { code: known.code.clone(), shift: view.shift.unsigned_abs() };
        let finding = view.finding();
        let period = finding.period();
        let grows = finding.proved().is_some_and(|p| p.saltus > 0);
        let (max_value, max_at) = (!grows).then(|| view.max_value()).unzip();
        let rare = known.rare_heaps().map(|rare| rare.shifted(view.shift));
        let space = known.rare.map(|rare| rare.space);
        PeriodRow {
            code: game.to_string(),
            standard_form: standard_form(&known.code).0.to_string(),
            name: names::name_of(&game).map(str::to_owned),
            status: finding.status(),
            preperiod: period.map(|p| p.preperiod),
            period: period.map(|p| p.period),
            saltus: period.map(|p| p.saltus),
            exceptions: period.map(|_| view.exception_count()),
            last_exception: period.and_then(|p| p.preperiod.checked_sub(1)),
            max_value,
            max_at,
            mask: space.map(|space| format!("{:#x}", space.mask)),
            position_parity: space.map(|space| u8::from(space.position_parity)),
            rare_count: rare.map(|rare| rare.count),
            last_rare: rare.and_then(|rare| rare.last),
            theorem: finding.theorem(),
            verified_to: view.verified_to(),
            certificate: None,
            cousins: None,
            stop: Some(StopReason::new(known.stop, limits)),
            digest: digest(known),
        }
    }

    /// The row for a search that has not kept its values, of the game `CODE shift s`. Exceptions and
    /// digest are unknown. With a shift, the preperiod must not be 0.
    pub fn streamed(record: &SearchRecord, shift: u64, stop: Stop, limits: &Limits) -> PeriodRow {
        let stop = Some(StopReason::new(stop, limits));
        PeriodRow { stop, ..PeriodRow::standing(&record.standing(), shift) }
    }

    /// The row for a search as far as it was saved, of the game `CODE shift s`. Exceptions and digest
    /// are unknown. With a shift, the preperiod must not be 0.
    pub fn standing(standing: &Standing, shift: u64) -> PeriodRow {
        let game = Game { code: standing.code.clone(), shift };
        let finding = standing.finding();
        let period = finding.proved();
        let preperiod = period.map(|p| p.preperiod + shift);
        let grows = period.is_some_and(|p| p.saltus > 0);
        let rare = standing.rare_heaps().map(|rare| rare.shifted(shift as i64));
        PeriodRow {
            code: game.to_string(),
            standard_form: standard_form(&game.code).0.to_string(),
            name: names::name_of(&game).map(str::to_owned),
            status: finding.status(),
            preperiod,
            period: period.map(|p| p.period),
            saltus: period.map(|p| p.saltus),
            exceptions: None,
            last_exception: preperiod.and_then(|n0| n0.checked_sub(1)),
            max_value: (!grows).then_some(u64::from(standing.max_value)),
            max_at: (!grows).then_some(standing.max_at + shift),
            mask: standing.mask.map(|mask| format!("{mask:#x}")),
            position_parity: standing.mask.map(|_| u8::from(standing.position_parity)),
            rare_count: rare.map(|rare| rare.count),
            last_rare: rare.and_then(|rare| rare.last),
            theorem: finding.theorem(),
            verified_to: standing.heap + shift,
            certificate: None,
            cousins: None,
            stop: None,
            digest: None,
        }
    }

    /// The row of another game with this sequence up to a shift: G_game(n) = G_row(n − shift), and
    /// the heaps that only one of the two has are without a move. Exceptions are unknown with a
    /// shift, because they depend on values that the row does not have. Cousins are unknown.
    ///
    /// `None` if the preperiod depends on such values too: it is 0, and the shift is positive.
    pub fn moved(&self, game: &Game, shift: i64) -> Option<PeriodRow> {
        if shift > 0 && self.preperiod == Some(0) {
            return None;
        }
        let heap = |heap: u64| heap.saturating_add_signed(shift);
        let preperiod = self.preperiod.map(heap);
        let rare = self.rare().map(|rare| rare.shifted(shift));
        Some(PeriodRow {
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
            ..self.clone()
        })
    }

    /// The rare heaps, if there are finitely many.
    fn rare(&self) -> Option<RareSet> {
        let Game { code, shift } = self.code.parse().ok()?;
        let mask = self.mask.as_deref()?.strip_prefix("0x")?;
        let mask = u16::from_str_radix(mask, 16).ok()?;
        let space = SparseSpace::new(&Rules::of(&code)?, mask, self.position_parity? == 1)?;
        let space = space.shifted(shift as i64);
        Some(RareSet { space, count: self.rare_count?, last: self.last_rare })
    }

    /// The last heap whose value the proof of the period needs, as
    /// [`Known::last_heap_for_proof`]; `None` for an arithmetic period too.
    pub fn last_heap_for_proof(&self) -> Option<u64> {
        let Game { code, shift } = self.code.parse().ok()?;
        let period = self.proved()?;
        let period = Period { preperiod: period.preperiod.saturating_sub(shift), ..period };
        let rho = self.last_rare.unwrap_or(0).saturating_sub(shift);
        Some(window::last_heap(&code, period, self.theorem?, rho)? + shift)
    }

    /// The games of the column `cousins`, as texts.
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

    /// Whether a search with these limits would find nothing beyond what this row says.
    pub fn answers(&self, limits: &Limits) -> bool {
        let least_work = match self.stop {
            Some(StopReason::Work(work)) => work.max(self.least_work()),
            _ => self.least_work(),
        };
        self.status == Status::Proved
            || self.is_at_largest_value()
            || self.verified_to >= limits.heaps
            || limits.work.is_some_and(|work| least_work >= work)
            || matches!(self.stop, Some(StopReason::Memory(bytes)) if bytes >= limits.memory)
    }

    /// Whether the search ended because the next value does not fit into 16 bits.
    pub fn is_at_largest_value(&self) -> bool {
        self.stop == Some(StopReason::ValueTooLarge)
    }

    /// A lower bound for the option values that the search looked at: one for each heap, and for
    /// each rare heap as many as half of all heaps, or as there are heaps after the last rare one,
    /// whichever is more.
    ///
    /// Every later heap is compared with the rare heap r: N − r option values. A heap is known to
    /// be rare only after all its splits were tried: r/2 option values. The sum is at least N/2.
    /// The last place of the code shortens both by a few heaps.
    fn least_work(&self) -> u64 {
        let heaps = self.verified_to;
        let quiet = heaps.saturating_sub(self.last_rare.unwrap_or(heaps));
        let half = (heaps / 2).saturating_sub(MAX_PLACE as u64);
        // Heap 0 is rare too, but leaves nothing to compare with.
        let rare = self.rare_count.unwrap_or(0).saturating_sub(1);
        rare.saturating_mul(quiet.max(half)).max(heaps)
    }

    /// Whether this row tells more than another row of the same game. A proof cannot be improved.
    pub fn is_deeper_than(&self, other: &PeriodRow) -> bool {
        match (self.status, other.status) {
            (_, Status::Proved) => false,
            (Status::Proved, _) => true,
            _ => self.verified_to > other.verified_to,
        }
    }
}

/// A fingerprint of a proved periodic sequence, equal for sequences that differ by a shift only: of p, and
/// of G(f), …, G(max(n0, f) + p − 1), where f is the first heap with a value other than 0, or 0. If it grows
/// arithmetically, 0, which no period is, and the saltus come first.
fn digest(known: &Known) -> Option<String> {
    let period = known.finding.proved()?;
    let values = known.values();
    let first = values.iter().position(|v| v != 0).unwrap_or(0);
    let end = period.preperiod.max(first as u64) + period.period;
    let growth = (period.saltus > 0).then_some([0, period.saltus]);
    let header = growth.into_iter().flatten().chain([period.period]);
    let header: Vec<u8> = header.flat_map(u64::to_le_bytes).collect();
    let bytes = |values: &[u16]| values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>();
    let computed = usize::try_from(end).map_or(values.len(), |end| end.min(values.len()));
    let beyond = (computed as u64..end).map(|n| known.value(n).map(|v| v as u16));
    let beyond = bytes(&beyond.collect::<Option<Vec<u16>>>()?);
    let computed = values.range(first..computed).chunks(VALUES_HASHED_AT_ONCE);
    let pieces = [header].into_iter().chain(computed.map(|piece| bytes(&piece))).chain([beyond]);
    Some(sha256_hex_of_pieces(pieces)[..DIGEST_DIGITS].to_owned())
}

/// The hexadecimal digits of a digest.
const DIGEST_DIGITS: usize = 32;

impl ExceptionRow {
    /// The row for an exception of the game printed as `code`.
    pub fn new(code: &str, exception: Exception) -> ExceptionRow {
        let Exception { n, value, periodic_value } = exception;
        ExceptionRow { code: code.to_owned(), n, value, periodic_value }
    }
}

/// The rows of `exceptions.csv` for a sequence, or none if there are too many to list.
pub fn exception_rows(known: &Known) -> Vec<ExceptionRow> {
    let code = known.code.to_string();
    let exceptions = known.exceptions().take(LISTED_EXCEPTIONS + 1);
    let rows: Vec<_> = exceptions.map(|e| ExceptionRow::new(&code, e)).collect();
    if rows.len() > LISTED_EXCEPTIONS { vec![] } else { rows }
}
