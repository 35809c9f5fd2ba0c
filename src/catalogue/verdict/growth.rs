//! Statements about arithmetic periods: G(n + p) = G(n) + s for all n ≥ n0.

use super::Ruling;
use crate::period::Period;
use crate::period::shifted::View;

/// The claimed period and saltus, from the preperiod on that is stated, or else from some heap on. A proved
/// period decides; without it a heap that breaks the claim still contradicts. O(computed heaps).
pub(super) fn arithmetic_period(
    period: u64,
    saltus: u64,
    preperiod: Option<u64>,
    view: &View,
) -> Ruling {
    let Some(least) = view.proved() else {
        let claimed = preperiod.map(|preperiod| Period { preperiod, period, saltus });
        let broken = claimed.and_then(|claimed| first_break(claimed, view.verified_to(), view));
        return match broken {
            Some(n) => Ruling::contradicted(difference(n, period, view), Some(n)),
            None => Ruling::open(view),
        };
    };
    let claimed = Period { preperiod: preperiod.unwrap_or(least.preperiod), period, saltus };
    if claimed == least {
        return Ruling::confirmed(least);
    }
    let times = claimed.period / least.period;
    let is_multiple = claimed.period.is_multiple_of(least.period);
    if is_multiple && claimed.saltus == times * least.saltus && claimed.preperiod >= least.preperiod
    {
        return Ruling::sharpened(least);
    }
    // If the claim does not hold for ever, it fails before it has met a whole period of the sequence.
    let begin = claimed.preperiod.max(least.preperiod);
    let last = begin.saturating_add(least.period).saturating_add(claimed.period);
    Ruling::contradicted(least, first_break(claimed, last, view))
}

/// The first heap n from which the claimed step leads to another value: G(n + p) ≠ G(n) + s.
fn first_break(claimed: Period, last: u64, view: &View) -> Option<u64> {
    let breaks = |n: u64| {
        let (before, after) = (view.value(n)?, view.value(n.checked_add(claimed.period)?)?);
        Some(before.checked_add(claimed.saltus) != Some(after))
    };
    let mut heaps = claimed.preperiod..=last.checked_sub(claimed.period)?;
    heaps.find(|&n| breaks(n) == Some(true))
}

/// "G(1929) = 326, G(1886) = 1221".
fn difference(n: u64, p: u64, view: &View) -> String {
    let value = |n| view.value(n).map_or(String::from("unknown"), |value| value.to_string());
    format!("G({}) = {}, G({n}) = {}", n + p, value(n + p), value(n))
}
