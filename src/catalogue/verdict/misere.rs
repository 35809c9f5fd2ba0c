//! Statements about misère play: quotients, partial quotients, genus symbols, outcomes.
//!
//! |Q_n| and |P_n| of the partial quotients never fall as n grows, as each is a quotient of a
//! submonoid of the next one. So a verified partial quotient that is too large contradicts a
//! statement about the whole game, also where that is open.

use std::fmt;

use super::pattern::{least_period, least_preperiod};
use super::{Convention, Judgement, Ruling};
use crate::catalogue::misere::MisereStatement;
use crate::code::Code;
use crate::misere::direct::DirectSearch;
use crate::misere::genus::{GenusSymbol, HeapGenus};
use crate::misere::limits::Meter;
use crate::misere::position::MisereAnalysis;
use crate::misere::pretending::Pretending;
use crate::misere::record::{Extent, Order, QuotientTheorem, Record};
use crate::misere::solve::Solved;
use crate::misere::winning::WinningBudget;
use crate::outcome::Outcome;
use crate::period::Period;
use crate::period::sequence::Known;

/// The known facts about the misère play of a game.
#[derive(Clone, Copy, Debug)]
pub struct MisereView<'a> {
    /// The quotient, of the whole game if it is proved.
    pub solved: &'a Solved,
    /// Its row.
    pub record: &'a Record,
    /// A partial quotient that may go further; the same as `solved` if nothing more was asked.
    pub partial: &'a Solved,
    /// Normal play, as far as the row was made with it.
    pub normal: Option<&'a Known>,
    /// The genera of heaps 0, 1, ….
    pub genera: &'a [HeapGenus],
}

/// Judges a statement about misère play by the known facts; `convention` as in a claim.
///
/// O(heaps²) for an outcome, else O(heaps at which the quotient changes).
pub fn judge_misere(
    statement: &MisereStatement,
    convention: &str,
    view: &MisereView<'_>,
) -> Judgement {
    let convention = Convention::of(convention);
    let ruling = match statement {
        MisereStatement::Order(Order::Finite(order)) => size(*order, view.order(), view),
        MisereStatement::Order(Order::Infinite) => infinite(view.order(), view),
        MisereStatement::PPortion(p) => size(*p, view.p_portion(), view),
        MisereStatement::Preperiod(n0) => view.by_period(|proved| {
            least_preperiod(*n0, proved, &convention, || proved.preperiod.checked_sub(1))
        }),
        MisereStatement::Period(p) => view.by_period(|proved| least_period(*p, proved, |_| None)),
        MisereStatement::TameTo(n) => first_wild(n.saturating_add(1), view, |heap| heap - 1),
        MisereStatement::WildAt(n) => first_wild(*n, view, |heap| heap),
        MisereStatement::Partial { n, order, p_portion } => partial(*n, (*order, *p_portion), view),
        MisereStatement::Genus { n, symbol } => genus(*n, symbol, view.genera),
        MisereStatement::Outcome { heaps, outcome } => outcome_of(heaps, *outcome, view),
    };
    let of_genera = (view.genera.len() as u64).saturating_sub(1);
    ruling.verified_to(match statement {
        MisereStatement::Genus { .. } => of_genera,
        _ => view.verified_to(),
    })
}

/// Judges a statement by the row of a quotient, where heap n − `shift` of the row is heap n of the
/// game. `None` if the row proves nothing, or does not decide such a statement. O(1).
pub fn judge_by_record(
    statement: &MisereStatement,
    (record, shift): (&Record, i64),
) -> Option<Judgement> {
    if record.status != Extent::Proved {
        return None;
    }
    let wild_at = match record.tame? {
        true => None,
        false => Some((record.tame_to? + 1).checked_add_signed(shift)?),
    };
    let ruling = match statement {
        MisereStatement::Order(order) => equal(*order, record.order?),
        MisereStatement::PPortion(p) => equal(*p, record.p_portion?),
        MisereStatement::Period(p) => {
            let (preperiod, period) = (record.preperiod?, record.period?);
            least_period(*p, Period { preperiod, period, saltus: 0 }, |_| None)
        }
        MisereStatement::TameTo(n) => wild_from(n.saturating_add(1), wild_at, |heap| heap - 1),
        MisereStatement::WildAt(n) => wild_from(*n, wild_at, |heap| heap),
        _ => return None,
    };
    Some(ruling.verified_to(record.heaps.checked_add_signed(shift)?))
}

/// The claimed figure is that of a proof.
fn equal<T: PartialEq + fmt::Display>(claimed: T, proved: T) -> Ruling {
    match claimed == proved {
        true => Ruling::confirmed(proved),
        false => Ruling::contradicted(proved, None),
    }
}

/// Heap n is the first with a wild partial quotient, which is known. `stated` is the stated size at
/// such a heap.
fn wild_from(n: u64, wild_at: Option<u64>, stated: impl Fn(u64) -> u64) -> Ruling {
    match wild_at {
        Some(heap) if heap == n => Ruling::confirmed(stated(heap)),
        Some(heap) => Ruling::contradicted(stated(heap), Some(heap.min(n))),
        None => Ruling::contradicted("tame for ever", Some(n)),
    }
}

/// A size of the whole quotient, proved or only reached.
#[derive(Clone, Copy)]
enum Size {
    Exactly(u64),
    Infinite,
    AtLeast(u64),
}

impl MisereView<'_> {
    fn verified_to(&self) -> u64 {
        let last = |solved: &Solved| solved.quotient.last_heap();
        last(self.solved).max(last(self.partial)) as u64
    }

    /// |Q| of the whole game.
    fn order(&self) -> Size {
        match (self.record.status, self.record.order) {
            (Extent::Proved, Some(Order::Finite(order))) => Size::Exactly(order),
            (Extent::Proved, Some(Order::Infinite)) => Size::Infinite,
            _ => {
                Size::AtLeast(self.partial.quotient.order().max(self.solved.quotient.order()) as u64)
            }
        }
    }

    /// |P| of the whole game.
    fn p_portion(&self) -> Size {
        match (self.record.status, self.record.p_portion) {
            (Extent::Proved, Some(p)) => Size::Exactly(p),
            _ => {
                let of = |solved: &Solved| solved.quotient.p_portion().count();
                Size::AtLeast(of(self.partial).max(of(self.solved)) as u64)
            }
        }
    }

    /// A ruling on the period of the pretending function, which needs a proof.
    fn by_period(&self, rule: impl Fn(Period) -> Ruling) -> Ruling {
        match (self.record.preperiod, self.record.period) {
            (Some(preperiod), Some(period)) => rule(Period { preperiod, period, saltus: 0 }),
            // Under Theorem I the quotient is infinite, and its values may be periodic.
            _ if self.record.order == Some(Order::Infinite)
                && self.record.theorem != Some(QuotientTheorem::I) =>
            {
                Ruling::contradicted("none, the values grow without end", None)
            }
            _ => Ruling::out_of_reach(format!("no period proved to heap {}", self.verified_to())),
        }
    }

    /// |Q| and |P| of the partial quotient of the heaps up to n, if it is known.
    fn partial_to(&self, n: u64) -> Option<(u64, u64)> {
        let reaches = |solved: &&Solved| solved.quotient.last_heap() as u64 >= n;
        let Some(solved) = [self.solved, self.partial].into_iter().find(reaches) else {
            return self.record.whole_at(n);
        };
        let stair = solved.staircase.iter().rfind(|stair| stair.heap as u64 <= n)?;
        Some((stair.order as u64, stair.p_portion as u64))
    }

    /// The first heap with a wild partial quotient, among those verified.
    fn wild_at(&self) -> Option<u64> {
        let wild = self.solved.wild_at().or(self.partial.wild_at());
        wild.map(|heap| heap as u64)
    }
}

fn size(claimed: u64, known: Size, view: &MisereView<'_>) -> Ruling {
    match known {
        Size::Exactly(size) => equal(claimed, size),
        Size::Infinite => Ruling::contradicted("infinite", None),
        Size::AtLeast(size) => {
            let computed = format!("at least {size}, to heap {}", view.verified_to());
            match size > claimed {
                true => Ruling::contradicted(computed, None),
                false => Ruling::out_of_reach(computed),
            }
        }
    }
}

/// The quotient is infinite.
fn infinite(known: Size, view: &MisereView<'_>) -> Ruling {
    match known {
        Size::Infinite => Ruling::confirmed(Order::Infinite),
        Size::Exactly(size) => Ruling::contradicted(size, None),
        Size::AtLeast(size) => {
            Ruling::out_of_reach(format!("at least {size}, to heap {}", view.verified_to()))
        }
    }
}

/// Heap n is the first with a wild partial quotient; `stated` is the stated size at such a heap.
fn first_wild(n: u64, view: &MisereView<'_>, stated: impl Fn(u64) -> u64) -> Ruling {
    match (view.wild_at(), view.record.status) {
        (wild_at @ Some(_), _) | (wild_at @ None, Extent::Proved) => wild_from(n, wild_at, stated),
        (None, _) => {
            let verified = view.verified_to();
            let computed = format!("tame to heap {verified}");
            match verified >= n {
                true => Ruling::contradicted(computed, Some(n)),
                false => Ruling::out_of_reach(computed),
            }
        }
    }
}

fn partial(n: u64, (order, p_portion): (u64, Option<u64>), view: &MisereView<'_>) -> Ruling {
    let Some((found, p)) = view.partial_to(n) else {
        return Ruling::out_of_reach(format!("heap {n} not reached"));
    };
    let computed = p_portion.map_or_else(|| found.to_string(), |_| format!("{found}/{p}"));
    match found == order && p_portion.is_none_or(|claimed| claimed == p) {
        true => Ruling::confirmed(computed),
        false => Ruling::contradicted(computed, Some(n)),
    }
}

fn genus(n: u64, symbol: &GenusSymbol, genera: &[HeapGenus]) -> Ruling {
    let known = usize::try_from(n).ok().and_then(|n| genera.get(n));
    let Some(known) = known else {
        return Ruling::out_of_reach(format!("genus of heap {n} not reached"));
    };
    let computed = if symbol.is_full { known.genus.to_string() } else { known.short() };
    match symbol.is_of(known) {
        true => Ruling::confirmed(computed),
        false => Ruling::contradicted(computed, Some(n)),
    }
}

fn outcome_of(heaps: &[u64], claimed: Outcome, view: &MisereView<'_>) -> Ruling {
    let analysis = [view.solved, view.partial].into_iter().find_map(|solved| {
        let pretending = Pretending { solved, normal: view.normal };
        MisereAnalysis::new(&pretending, heaps, WinningBudget { work: 0, listed: 0 }).ok()
    });
    let Some(analysis) = analysis else {
        let largest = heaps.iter().max().copied().unwrap_or(0);
        return Ruling::out_of_reach(format!("heap {largest} not reached"));
    };
    compare_outcome(claimed, analysis.is_p)
}

fn compare_outcome(claimed: Outcome, is_p: bool) -> Ruling {
    let outcome = Outcome::next_wins(!is_p);
    match outcome == claimed {
        true => Ruling::confirmed(outcome),
        false => Ruling::contradicted(outcome, None),
    }
}

/// Judges a statement about the outcome of a position by direct search. `None` for another
/// statement, or if a limit ends the search.
pub fn judge_outcome(
    statement: &MisereStatement,
    (search, code): (&mut DirectSearch, &Code),
    meter: &mut Meter<'_>,
) -> Option<Judgement> {
    let MisereStatement::Outcome { heaps, outcome } = statement else { return None };
    let game = search.game(code);
    let position: Vec<(usize, u64)> = heaps.iter().map(|&heap| (game, heap)).collect();
    let is_p = search.is_p(&position, meter).ok()?;
    let largest = heaps.iter().max().copied().unwrap_or(0);
    Some(compare_outcome(*outcome, is_p).verified_to(largest))
}
