//! The known facts about the misère play of a game, as a row of `misere.csv`.

#[cfg(feature = "serde")]
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use super::end::SearchEnd;
use super::kernel::{NimValues, leaves_every_size};
use super::limits::MisereStop;
use super::monoid::Element;
use super::solve::{Proof, Solved};
use crate::code::Game;
use crate::period::Period as NormalPeriod;
use crate::period::sequence::Known;

/// The order of a misère quotient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(untagged))]
pub enum Order {
    /// This number of elements.
    Finite(u64),
    /// `"infinite"`.
    #[cfg_attr(
        feature = "serde",
        serde(serialize_with = "write_infinite", deserialize_with = "read_infinite")
    )]
    Infinite,
}

/// The word for an infinite order.
pub const INFINITE: &str = "infinite";

#[cfg(feature = "serde")]
fn write_infinite<S: Serializer>(serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(INFINITE)
}

#[cfg(feature = "serde")]
fn read_infinite<'de, D: Deserializer<'de>>(field: D) -> Result<(), D::Error> {
    match String::deserialize(field)?.as_str() {
        INFINITE => Ok(()),
        other => Err(D::Error::custom(format!("found `{other}`, expected a number or {INFINITE}"))),
    }
}

impl std::fmt::Display for Order {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Order::Finite(order) => order.fmt(f),
            Order::Infinite => f.write_str(INFINITE),
        }
    }
}

/// Of which heaps the quotient is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Extent {
    /// Of the whole game; or it is proved to be infinite.
    Proved,
    /// Of the heaps that were asked for.
    Partial,
    /// Of the heaps taken in, and more was wanted.
    Open,
}

impl Extent {
    /// The word for it in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Extent::Proved => "proved",
            Extent::Partial => "partial",
            Extent::Open => "open",
        }
    }
}

/// The theorem that proves a quotient of a whole game, or that it is infinite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub enum QuotientTheorem {
    /// Theorem M: the pretending function is periodic.
    M,
    /// Theorem K: from some heap on, misère play is normal play, which is open.
    K,
    /// Theorem K, with a proved period of normal play.
    #[cfg_attr(feature = "serde", serde(rename = "K+period"))]
    KAndPeriod,
    /// Theorem I: the quotient is infinite.
    I,
    /// Theorem N: any heap may be left as any smaller one, misère play is normal play behind heap
    /// 1, and the quotient is infinite.
    N,
}

impl QuotientTheorem {
    /// The word for it in reports.
    pub const fn name(self) -> &'static str {
        match self {
            QuotientTheorem::M => "M",
            QuotientTheorem::K => "K",
            QuotientTheorem::KAndPeriod => "K+period",
            QuotientTheorem::I => "I",
            QuotientTheorem::N => "N",
        }
    }
}

/// A row about a game. An empty field, `None` here, is unknown or does not apply.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Record {
    /// The code.
    pub code: String,
    /// Of which heaps the quotient is known.
    pub status: Extent,
    /// |Q|: of the whole game if it is proved, else of the heaps up to `heaps`.
    pub order: Option<Order>,
    /// |P|; empty if Q is infinite by Theorem I, which does not determine it.
    pub p_portion: Option<u64>,
    /// n0 of the pretending function.
    pub preperiod: Option<u64>,
    /// p of the pretending function.
    pub period: Option<u64>,
    /// The last heap at which the partial quotient changes.
    pub last_change: Option<u64>,
    /// The heaps up to this one were verified.
    pub heaps: u64,
    /// The order of the kernel.
    pub kernel: Option<Order>,
    /// The last heap whose value is not in the kernel; empty if there are infinitely many, or if
    /// nothing is proved. 0 if there is none.
    pub last_rogue: Option<u64>,
    /// True if the quotient is that of misère Nim; empty if this holds so far and nothing is
    /// proved.
    pub tame: Option<bool>,
    /// The last heap with a tame partial quotient, if a later one is wild.
    pub tame_to: Option<u64>,
    /// The theorem that proves it.
    pub theorem: Option<QuotientTheorem>,
    /// The file of the certificate, from which anybody can check the quotient.
    pub certificate: Option<String>,
    /// The reason why the search ended.
    pub stop: SearchEnd,
}

/// The columns of a [`Record`].
pub const HEADER: [&str; 15] = [
    "code",
    "status",
    "order",
    "p_portion",
    "preperiod",
    "period",
    "last_change",
    "heaps",
    "kernel",
    "last_rogue",
    "tame",
    "tame_to",
    "theorem",
    "certificate",
    "stop",
];

impl Record {
    /// The row of a search; `normal` is the normal play of the same code, if it is known.
    pub fn new(solved: &Solved, normal: Option<&Known>) -> Record {
        let quotient = &solved.quotient;
        let wild_at = solved.wild_at();
        let complete = solved.stop == MisereStop::Complete;
        let status = if complete { Extent::Partial } else { Extent::Open };
        let (_, kernel) = quotient.monoid().kernel();
        let record = Record {
            code: solved.code.to_string(),
            status,
            order: Some(Order::Finite(quotient.order() as u64)),
            p_portion: Some(quotient.p_portion().count() as u64),
            preperiod: None,
            period: None,
            last_change: Some(solved.last_change() as u64),
            heaps: quotient.last_heap() as u64,
            kernel: Some(Order::Finite(kernel.len() as u64)),
            last_rogue: None,
            tame: wild_at.map(|_| false),
            tame_to: wild_at.map(|heap| heap as u64 - 1),
            theorem: None,
            certificate: None,
            stop: SearchEnd::new(solved.stop, &solved.limits),
        };
        match &solved.proof {
            None if solved.infinite.is_some() => record.infinite(),
            None => record,
            Some(Proof::Period(period)) => Record {
                preperiod: Some(period.preperiod as u64),
                period: Some(period.period as u64),
                last_rogue: last_rogue(quotient.phi(), &kernel, period.preperiod.max(1)),
                theorem: Some(QuotientTheorem::M),
                ..record.proved(wild_at)
            },
            Some(Proof::Kernel(values)) => {
                record.proved(wild_at).with_kernel(values, solved, normal)
            }
        }
    }

    /// The row of a game that is this one with a shift: heap n of `game` is heap n − `shift` of
    /// this code. The heaps that only one of the two has are without a move.
    ///
    /// `None` where the row does not determine the values of heaps without a move. This is so with
    /// a positive shift if the preperiod is 0, or if no heap is rogue and the quotient is infinite.
    pub fn moved(&self, game: &Game, shift: i64) -> Option<Record> {
        let heap = |heap: u64| heap.saturating_add_signed(shift);
        let unless_0 = |at: u64| if at == 0 { 0 } else { heap(at) };
        let last_rogue = match self.last_rogue {
            // A heap without a move has the value of heap 0, which is in the kernel of a group
            // alone.
            Some(0) if shift > 0 => match (self.order, self.kernel) {
                (Some(Order::Finite(order)), Some(Order::Finite(kernel))) => {
                    Some(if order == kernel { 0 } else { shift.unsigned_abs() })
                }
                _ => return None,
            },
            last => last.map(unless_0),
        };
        if shift > 0 && self.preperiod == Some(0) {
            return None;
        }
        Some(Record {
            code: game.to_string(),
            preperiod: self.preperiod.map(heap),
            last_change: self.last_change.map(unless_0),
            heaps: heap(self.heaps),
            last_rogue,
            tame_to: self.tame_to.map(heap),
            ..self.clone()
        })
    }

    fn proved(self, wild_at: Option<usize>) -> Record {
        Record { status: Extent::Proved, tame: Some(wild_at.is_none()), ..self }
    }

    /// The row by Theorem I; nothing else is known of the whole quotient.
    fn infinite(self) -> Record {
        let (order, theorem) = (Some(Order::Infinite), Some(QuotientTheorem::I));
        let (status, p_portion, last_change, kernel) = (Extent::Proved, None, None, None);
        Record { status, order, p_portion, last_change, kernel, theorem, ..self }
    }

    /// The row if Grundy values, and with them the kernel, grow without end.
    fn unbounded(self, theorem: QuotientTheorem) -> Record {
        let (infinite, theorem) = (Some(Order::Infinite), Some(theorem));
        Record { order: infinite, kernel: infinite, last_change: None, theorem, ..self }
    }

    /// |Q| and |P| of the partial quotient to heap n, if that is known to be the quotient of the whole game.
    pub fn whole_at(&self, n: u64) -> Option<(u64, u64)> {
        let is_whole =
            self.status == Extent::Proved && self.last_change.is_some_and(|last| last <= n);
        match (self.order, self.p_portion) {
            (Some(Order::Finite(order)), Some(p_portion)) if is_whole => Some((order, p_portion)),
            _ => None,
        }
    }

    /// True if the whole quotient is known, except for what depends on normal play.
    pub fn is_solved(&self) -> bool {
        self.status == Extent::Proved && self.theorem != Some(QuotientTheorem::I)
    }

    /// The row by Theorem K, if normal play is known up to there, or by Theorem N.
    fn with_kernel(self, values: &NimValues, solved: &Solved, normal: Option<&Known>) -> Record {
        let last_rogue = Some(values.last_rogue as u64);
        if leaves_every_size(&solved.code) {
            return Record { last_rogue, ..self.unbounded(QuotientTheorem::N) };
        }
        let period = normal.and_then(|known| Some((known, known.finding.proved()?)));
        let Some((known, period)) = period else {
            let (order, kernel, last_change) = (None, None, None);
            let theorem = Some(QuotientTheorem::K);
            return Record { last_rogue, order, kernel, last_change, theorem, ..self };
        };
        if period.saltus > 0 {
            return Record { last_rogue, ..self.unbounded(QuotientTheorem::KAndPeriod) };
        }
        let (group, grown_at) = group(known, period);
        let before = values.kernel().elements.len() as u64;
        let outside = solved.quotient.order() as u64 - before;
        let grows = group > before;
        Record {
            order: Some(Order::Finite(outside + group)),
            kernel: Some(Order::Finite(group)),
            last_rogue,
            last_change: if grows { Some(grown_at) } else { self.last_change },
            preperiod: Some(preperiod(values, solved, period)),
            period: Some(period.period),
            theorem: Some(QuotientTheorem::KAndPeriod),
            ..self
        }
    }
}

/// The order of the group V that all Grundy values generate, and the heap at which it reaches this
/// order. This is the first heap whose value has the highest bit.
fn group(known: &Known, period: NormalPeriod) -> (u64, u64) {
    let values = known.values();
    let end = (period.preperiod + period.period).min(values.len() as u64);
    let largest = (0..end).map(|n| values[n as usize]).max().unwrap_or(0);
    let order = (u64::from(largest) + 1).next_power_of_two();
    let first = (0..end).find(|&n| 2 * u64::from(values[n as usize]) >= order);
    (order, first.unwrap_or(0))
}

/// The preperiod of the pretending function. It is that of normal play, but behind the last rogue;
/// heap 0 is a rogue if 1 is not in the kernel.
fn preperiod(values: &NimValues, solved: &Solved, period: NormalPeriod) -> u64 {
    let heap_0 = solved.quotient.phi()[0];
    let behind = match values.last_rogue {
        0 => u64::from(!values.kernel().contains(heap_0)),
        f => f as u64 + 1,
    };
    period.preperiod.max(behind)
}

/// The last rogue, if the heaps from `from` on, which stand for all later ones, are none.
fn last_rogue(phi: &[Element], kernel: &[Element], from: usize) -> Option<u64> {
    let is_rogue = |n: &usize| kernel.binary_search(&phi[*n]).is_err();
    let last = (1..phi.len()).rev().find(is_rogue).unwrap_or(0);
    (last < from).then_some(last as u64)
}
