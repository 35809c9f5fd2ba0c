//! Statements about the period, the preperiod and the exceptions.
//!
//! They are about a proved period, which the caller passes on. A candidate that fails near the end
//! of an open sequence may still be a period, since the preperiod may be larger. A heap that breaks
//! a statement about an arithmetic period, G(n + p) = G(n) + s for all n ≥ n0, contradicts it
//! without a proof.

use super::convention::Convention;
use super::{Ruling, Verdict};
use crate::period::Period;
use crate::period::excluded::{ExcludedPeriods, ZeroAndPlace};
use crate::period::shifted::View;

/// The least period is `claimed`.
pub(super) fn period(claimed: u64, proved: Period, view: &View) -> Ruling {
    least_period(claimed, proved, |distance| not_repeating(view, proved, distance))
}

/// As [`period`], where `first` returns the first heap n ≥ n0 with G(n) ≠ G(n + d) for a distance
/// d.
pub(super) fn least_period(
    claimed: u64,
    proved: Period,
    first: impl Fn(u64) -> Option<u64>,
) -> Ruling {
    match (proved.saltus, claimed % proved.period) {
        (0, 0) if claimed == proved.period => Ruling::confirmed(proved.period),
        (0, 0) => Ruling::sharpened(proved.period),
        (0, rest) => Ruling::contradicted(proved.period, first(rest)),
        (saltus, _) => {
            let computed = format!("{}, saltus {saltus}", proved.period);
            Ruling::contradicted(computed, first(claimed))
        }
    }
}

/// The ruling on a period that Theorem 13 excludes, if it does. O(values).
pub(super) fn excluded_period(claimed: u64, view: &View) -> Option<Ruling> {
    let known = view.known;
    let excluded = ExcludedPeriods::of(&known.code, known.values())?;
    let ZeroAndPlace { l, k } = excluded.witness(claimed)?;
    let computed = format!("no period divides {l} + {k}, as G_{}({l}) = 0", known.code);
    Some(Ruling::contradicted(computed, None))
}

/// The first heap n ≥ n0 with G(n) ≠ G(n + distance). O(p).
fn not_repeating(view: &View, proved: Period, distance: u64) -> Option<u64> {
    let mut heaps = proved.preperiod..proved.preperiod + proved.period;
    heaps.find(|n| n.checked_add(distance).and_then(|n| view.value(n)) != view.value(*n))
}

/// The least preperiod is `claimed`.
pub(super) fn preperiod(
    claimed: u64,
    proved: Period,
    convention: &Convention,
    view: &View,
) -> Ruling {
    least_preperiod(claimed, proved, convention, || left_out(claimed, view))
}

/// As [`preperiod`], where `first` returns the first exception that the claim leaves out.
///
/// A larger preperiod than the least is one too; a smaller one leaves out exceptions.
pub(super) fn least_preperiod(
    claimed: u64,
    proved: Period,
    convention: &Convention,
    first: impl Fn() -> Option<u64>,
) -> Ruling {
    let least = proved.preperiod;
    let same_from_one = convention.starts_at_heap_one() && claimed.max(least) <= 1;
    if claimed == least || same_from_one {
        Ruling::confirmed(least)
    } else if claimed > least {
        Ruling::sharpened(least)
    } else {
        Ruling::contradicted(least, first())
    }
}

/// The last exception is `claimed`: the least preperiod is one more.
pub(super) fn last_exception(
    claimed: u64,
    proved: Period,
    convention: &Convention,
    view: &View,
) -> Ruling {
    final_exception(claimed, proved, convention, || left_out(claimed.saturating_add(1), view))
}

/// As [`last_exception`], where `first` returns the first exception that the claim leaves out.
///
/// A heap beyond the last exception is none, so it contradicts the claim itself.
pub(super) fn final_exception(
    claimed: u64,
    proved: Period,
    convention: &Convention,
    first: impl Fn() -> Option<u64>,
) -> Ruling {
    let last = proved.preperiod.checked_sub(1);
    let computed = last.map_or_else(|| "none".to_owned(), |last| last.to_string());
    let none_from_one = convention.starts_at_heap_one() && claimed == 0 && last.is_none();
    match last {
        _ if none_from_one => Ruling::confirmed(computed),
        Some(last) if claimed == last => Ruling::confirmed(computed),
        Some(last) if claimed < last => Ruling::contradicted(computed, first()),
        _ => Ruling::contradicted(computed, Some(claimed)),
    }
}

/// The first exception that a preperiod leaves out. O(n0).
fn left_out(preperiod: u64, view: &View) -> Option<u64> {
    view.exceptions().map(|exception| exception.n).find(|&n| n >= preperiod)
}

/// The exceptions are `claimed`, in ascending order.
pub(super) fn exceptions(claimed: &[u64], convention: &Convention, view: &View) -> Ruling {
    let heaps = exceptions_of(convention, view);
    let claimed: Vec<u64> = counted(claimed.iter().copied(), convention).collect();
    match first_in_one_only(&heaps, &claimed) {
        None => Ruling::confirmed(listed(&heaps)),
        different => Ruling::contradicted(listed(&heaps), different),
    }
}

/// There are `claimed` exceptions. If there are more, the first one too many contradicts.
pub(super) fn exception_count(claimed: u64, convention: &Convention, view: &View) -> Ruling {
    let heaps = exceptions_of(convention, view);
    if heaps.len() as u64 == claimed {
        return Ruling::confirmed(claimed);
    }
    let too_many = usize::try_from(claimed).ok().and_then(|claimed| heaps.get(claimed));
    Ruling::contradicted(heaps.len(), too_many.copied())
}

fn exceptions_of(convention: &Convention, view: &View) -> Vec<u64> {
    counted(view.exceptions().map(|exception| exception.n), convention).collect()
}

/// The heaps that the source counts.
fn counted(heaps: impl Iterator<Item = u64>, convention: &Convention) -> impl Iterator<Item = u64> {
    let first = u64::from(convention.starts_at_heap_one());
    heaps.filter(move |&n| n >= first)
}

/// The least number that is in one of two ascending lists only.
fn first_in_one_only(a: &[u64], b: &[u64]) -> Option<u64> {
    let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    [a.get(same), b.get(same)].into_iter().flatten().min().copied()
}

/// At most this many heaps or values are written out.
const LISTED: usize = 64;

fn listed(heaps: &[u64]) -> String {
    let texts: Vec<String> = heaps.iter().take(LISTED).map(u64::to_string).collect();
    match heaps.len() {
        0 => "none".to_owned(),
        1..=LISTED => texts.join(" "),
        count => format!("{} … {} ({count} in all)", texts.join(" "), heaps[count - 1]),
    }
}

/// From the preperiod on, G(n) is `claimed[n mod p]`.
pub(super) fn periodic_values(claimed: &[u64], proved: Period, view: &View) -> Ruling {
    let (n0, p, length) = (proved.preperiod, proved.period, claimed.len() as u64);
    // Two periodic sequences that agree on the sum of their periods agree for ever; a saltus
    // shows within one more.
    let different =
        (n0..=n0 + p + length).find(|n| view.value(*n) != Some(claimed[(n % length) as usize]));
    let values: Vec<String> = (n0.next_multiple_of(p)..)
        .take(LISTED.min(p as usize))
        .filter_map(|n| view.value(n).map(|value| value.to_string()))
        .collect();
    let more = if p as usize > LISTED { format!(" … ({p} in all)") } else { String::new() };
    let verdict = match different {
        Some(_) => Verdict::Contradicted,
        None if length == p => Verdict::Confirmed,
        None => Verdict::Sharpened,
    };
    let computed = format!("{}{more}", values.join(" "));
    Ruling { verdict, computed, first_difference: different }
}

/// The claimed period and saltus, from the preperiod on that is stated, or else from some heap on.
/// A proved period decides; without it a heap that breaks the claim still contradicts. O(computed
/// heaps).
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
    // If the claim does not hold for ever, it fails before it has met a whole period of the
    // sequence.
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
