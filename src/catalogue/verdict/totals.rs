//! Statements about all heaps at once: the largest value, rare heaps, P-positions.
//!
//! They hold of the whole sequence, or of the heaps up to a limit that the source states. The known
//! values may settle such a statement, or be able only to contradict it.

use super::convention::Convention;
use super::heaps::{HeapSet, Scope};
use super::{Ruling, Verdict};
use crate::period::Period;
use crate::period::shifted::View;

/// The largest value is `claimed`.
pub(super) fn max_value(claimed: u64, convention: &Convention, view: &View) -> Ruling {
    if let Some(growth) = growth(view) {
        return growing_max(claimed, growth, convention.limit(), view);
    }
    let scope = Scope::of(convention, view);
    let max = scope.values(view).map(|(_, value)| value).max().unwrap_or(0);
    let larger = scope.values(view).find(|&(_, value)| value > claimed).map(|(n, _)| n);
    let computed = format!("{max}{}", scope.limit_text());
    match larger {
        Some(_) => Ruling::contradicted(computed, larger),
        None if !scope.settles => Ruling::out_of_reach(computed),
        None if max == claimed => Ruling::confirmed(computed),
        None => Ruling::contradicted(computed, None),
    }
}

/// The period with which values are proved to grow for ever, if they do.
fn growth(view: &View) -> Option<Period> {
    view.proved().filter(|period| period.saltus > 0)
}

/// As [`max_value`], for values that grow for ever. O(n0 + p).
fn growing_max(claimed: u64, growth: Period, limit: Option<u64>, view: &View) -> Ruling {
    let larger = first_larger(claimed, growth, view);
    let Some(limit) = limit else {
        return Ruling::contradicted("none, values grow for ever", larger);
    };
    let Period { preperiod, period, .. } = growth;
    // From the preperiod on, the last period up to the limit holds the largest values.
    let last_period = preperiod.max(limit.saturating_sub(period - 1))..=limit;
    let heaps = (0..=limit.min(preperiod + period)).chain(last_period);
    let Some(max) = heaps.filter_map(|n| view.value(n)).max() else {
        return Ruling::out_of_reach(format!("heap {limit} not reached"));
    };
    match larger.filter(|&n| n <= limit) {
        None if max == claimed => Ruling::confirmed(max),
        larger => Ruling::contradicted(max, larger),
    }
}

/// The first heap with a value above `claimed`, of values that grow for ever; `None` also if
/// that heap is 2^64 or more.
fn first_larger(claimed: u64, growth: Period, view: &View) -> Option<u64> {
    let Period { preperiod, period, saltus } = growth;
    let larger = |n: &u64| view.value(*n).is_some_and(|value| value > claimed);
    (0..preperiod).find(larger).or_else(|| {
        let repeated = (preperiod..preperiod + period).filter_map(|n| {
            let missing = claimed.checked_add(1)?.saturating_sub(view.value(n)?);
            n.checked_add(missing.div_ceil(saltus).checked_mul(period)?)
        });
        repeated.min()
    })
}

/// There are `claimed` heaps of value 0, heap 0 included.
pub(super) fn p_positions(claimed: u64, convention: &Convention, view: &View) -> Ruling {
    let scope = match growth(view) {
        // All values of the second period and later ones are at least the saltus.
        Some(growth) => {
            let last = growth.preperiod + growth.period - 1;
            Scope::settling(convention.limit().map_or(last, |limit| limit.min(last)))
        }
        None => Scope::of(convention, view),
    };
    count(claimed, &scope.pick(view, |_, value| value == 0), &scope)
}

/// There are `claimed` rare heaps, heap 0 included.
pub(super) fn rare_count(claimed: u64, convention: &Convention, view: &View) -> Ruling {
    let Some(rare) = Rare::of(convention, view) else { return no_sparse_space() };
    let scope = Scope::of(convention, view);
    let heaps = scope.pick(view, |n, value| rare.is_rare(n, value));
    rare.if_fair(count(claimed, &heaps, &scope))
}

/// The last rare heap is `claimed`.
pub(super) fn last_rare(claimed: u64, convention: &Convention, view: &View) -> Ruling {
    let Some(rare) = Rare::of(convention, view) else { return no_sparse_space() };
    let scope = Scope::of(convention, view);
    let heaps = scope.pick(view, |n, value| rare.is_rare(n, value));
    let computed = match (heaps.count(), heaps.last()) {
        (None, _) => "rare heaps recur for ever".to_owned(),
        (_, Some(last)) => format!("{last}{}", scope.limit_text()),
        (_, None) => format!("none{}", scope.limit_text()),
    };
    let later = heaps.after(claimed);
    rare.if_fair(if later.is_some() {
        Ruling::contradicted(computed, later)
    } else if scope.settles && heaps.last() == Some(claimed) {
        Ruling::confirmed(computed)
    } else if scope.settles || (claimed <= scope.last && !heaps.contains(claimed)) {
        Ruling::contradicted(computed, Some(claimed))
    } else {
        Ruling::out_of_reach(computed)
    })
}

/// There are `claimed` heaps in a set. If there are more, the first one too many contradicts.
fn count(claimed: u64, heaps: &HeapSet, scope: &Scope) -> Ruling {
    let limit = scope.limit_text();
    let computed = match (heaps.count(), heaps.last()) {
        (None, _) => "infinitely many".to_owned(),
        (Some(count), Some(last)) => format!("{count}, the last {last}{limit}"),
        (Some(count), None) => format!("{count}{limit}"),
    };
    match (heaps.nth(claimed), heaps.count()) {
        (None, _) if !scope.settles => Ruling::out_of_reach(computed),
        (None, Some(count)) if count == claimed => Ruling::confirmed(computed),
        (too_many, _) => Ruling::contradicted(computed, too_many),
    }
}

/// The rare heaps: the class of the value, and of the position if ε = 1.
struct Rare {
    mask: u64,
    /// Heaps of this parity are rare with an even number of one bits, the others with an odd
    /// number. `None`: all heaps with an even number.
    position: Option<u64>,
    /// True if the source states its mask.
    is_stated: bool,
}

impl Rare {
    /// The rare heaps by the mask that the convention states. Without a mask, by the sparse space
    /// of the known sequence, if the space has the type that the convention states.
    fn of(convention: &Convention, view: &View) -> Option<Rare> {
        let by_position = convention.is_position_type();
        let own = view.known.rare.map(|rare| rare.space);
        let own = own.filter(|space| space.position_parity == by_position);
        let stated = convention.mask();
        let mask = stated.or(own.map(|space| u64::from(space.mask)))?;
        let position = if by_position { Some(position_parity(view)?) } else { None };
        Some(Rare { mask, position, is_stated: stated.is_some() })
    }

    fn is_rare(&self, n: u64, value: u64) -> bool {
        let is_odd = self.position.is_some_and(|parity| n % 2 != parity);
        (value & self.mask).count_ones() % 2 == u32::from(is_odd)
    }

    /// The figures of a source that does not state its mask cannot be contradicted: it may use
    /// another one.
    fn if_fair(&self, ruling: Ruling) -> Ruling {
        match ruling.verdict {
            Verdict::Contradicted if !self.is_stated => {
                Ruling::out_of_reach(format!("{} (mask {:#x})", ruling.computed, self.mask))
            }
            _ => ruling,
        }
    }
}

/// The parity of shift + t, if it is the same for all splitting places t.
fn position_parity(view: &View) -> Option<u64> {
    let code = &view.known.code;
    let places = code.digits().len() + code.repeat().len();
    let mut splits = (0..places).filter(|&k| code.digit(k).leaves_two());
    let parity = splits.next()? % 2;
    let same = splits.all(|k| k % 2 == parity);
    same.then_some((parity as u64 + view.shift.unsigned_abs()) % 2)
}

fn no_sparse_space() -> Ruling {
    Ruling::out_of_reach("no sparse space of this type")
}
