//! Where a search stands, for those who ask while it runs.

use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::code::{Code, Game};
use crate::grundy::RareSet;
use crate::grundy::space::SparseSpace;
use crate::period::search::Station;
use crate::period::{Answer, Finding, Period, Theorem};
use crate::rules::Rules;

/// Where a search stood when it was saved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// The code.
    #[serde(with = "code_as_text")]
    pub code: Code,
    /// The last heap whose value is certain: computed, verified, and saved.
    pub heap: u64,
    /// The mask of the sparse space; `None` for a code without one.
    pub mask: Option<u16>,
    /// Whether the parity of the position counts too.
    pub position_parity: bool,
    /// How many heaps are rare, heap 0 counted.
    pub rare_count: u64,
    /// The last rare heap.
    pub last_rare: Option<u64>,
    /// When the last rare heap was first among those saved, in seconds since 1970 began; 0 if that is not known.
    pub last_rare_saved: u64,
    /// The largest value, and the first heap that has it.
    pub max_value: u16,
    /// See [`Standing::max_value`].
    pub max_at: u64,
    /// Heaps computed in a second, in the last stretch between two saves, or since the search went on if
    /// there was none.
    pub heaps_per_second: f64,
    /// Bytes of the file of values that are certain.
    pub certain_bytes: u64,
    /// The period, if it is proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proved: Option<ProvedPeriod>,
    /// The last station at which a search with limits of work was saved, if one was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub station: Option<Station>,
}

/// A period with its proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProvedPeriod {
    /// The period.
    #[serde(flatten)]
    pub period: Period,
    /// The theorem that proves it.
    pub theorem: Theorem,
}

impl Standing {
    /// Where a search for this code stands before its first heap.
    pub(super) fn new(code: &Code) -> Standing {
        Standing {
            code: code.clone(),
            heap: 0,
            mask: None,
            position_parity: false,
            rare_count: 0,
            last_rare: None,
            last_rare_saved: 0,
            max_value: 0,
            max_at: 0,
            heaps_per_second: 0.0,
            certain_bytes: 0,
            proved: None,
            station: None,
        }
    }

    /// The state of knowledge of the period: proved, or open.
    pub fn finding(&self) -> Finding {
        self.proved.map_or(Finding::Open, |p| Finding::Proved(p.period, p.theorem))
    }

    /// Takes note of a period, if this is one with a proof.
    pub(super) fn set_finding(&mut self, finding: Finding) {
        if let Finding::Proved(period, theorem) = finding {
            self.proved = Some(ProvedPeriod { period, theorem });
        }
    }

    /// The answer of the search as far as it was saved, for the game `CODE shift s`. Exceptions and digest
    /// are unknown. With a shift, the preperiod must not be 0.
    pub fn answer(&self, shift: u64) -> Answer {
        let mut finding = self.finding();
        if let Finding::Proved(period, _) = &mut finding {
            period.preperiod += shift;
        }
        let game = Game { code: self.code.clone(), shift };
        let mut answer = Answer::of(&game, finding, self.heap + shift);
        answer.set_largest((self.max_value.into(), self.max_at + shift));
        if let Some(mask) = self.mask {
            answer.set_space(mask, self.position_parity);
        }
        answer.set_rare(self.rare_heaps().map(|rare| rare.shifted(shift as i64)));
        answer
    }

    /// The rare heaps; `None` without a sparse space, or if the period has rare heaps for ever.
    pub fn rare_heaps(&self) -> Option<RareSet> {
        let rules = Rules::of(&self.code)?;
        let space = SparseSpace::new(&rules, self.mask?, self.position_parity)?;
        let rare = RareSet { space, count: self.rare_count, last: self.last_rare };
        rare.if_finite(self.proved.map(|proved| proved.period.preperiod))
    }

    /// Takes note of the rare heaps, and of the time if the last of them is another one.
    pub(super) fn set_rare(&mut self, rare: Option<RareSet>) {
        if rare.and_then(|rare| rare.last) != self.last_rare {
            let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
            self.last_rare_saved = now.map_or(0, |now| now.as_secs());
        }
        self.mask = rare.map(|rare| rare.space.mask);
        self.position_parity = rare.is_some_and(|rare| rare.space.position_parity);
        self.rare_count = rare.map_or(0, |rare| rare.count);
        self.last_rare = rare.and_then(|rare| rare.last);
    }
}

/// A code as it is printed.
mod code_as_text {
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::Serializer;

    use crate::code::Code;

    pub(super) fn serialize<S: Serializer>(code: &Code, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(code)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(text: D) -> Result<Code, D::Error> {
        String::deserialize(text)?.parse().map_err(D::Error::custom)
    }
}
