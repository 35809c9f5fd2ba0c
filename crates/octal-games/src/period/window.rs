//! The windows: finite checks that prove a period for ever.
//!
//! Each takes values G(0..=N), a candidate p, and the heap from which on the candidate seems to
//! hold. Each answers true if the values prove the candidate. None looks at how the values were
//! computed.

use std::ops::Range;

use rayon::prelude::*;

use super::{Period, Theorem};
use crate::code::Code;
use crate::grundy::kernel::Kernel;
use crate::grundy::space::SparseSpace;
use crate::grundy::values::Value;
use crate::grundy::{RareSet, State, blocks};
use crate::rules::Rules;

/// The length of the Guy–Smith window (theorem 3 of [`crate::theory`]). If G(n + p) = G(n) for n0 ≤
/// n < n0 + this number, with n0 ≥ 1, then for all n ≥ n0. For a code that leaves at most h heaps
/// and has last place t.
///
/// `None` if the number does not fit. `[GuySmith1956]`.
pub fn guy_smith_length(h: usize, t: usize, n0: usize, p: usize) -> Option<usize> {
    let h = h.max(1);
    (h - 1).checked_mul(n0.checked_add(p)?)?.checked_add(t)
}

/// The last heap whose value the proof of this period of a code needs, if the theorem is that of a
/// window. For the Guy–Smith window it is h·(n1 + p) + t − 1 with n1 = max(n0, 1), and for the
/// sparse window max(n0, ρ + 1) + p + ρ + t. `rho` is ρ, the last rare heap, 0 without one.
///
/// ```
/// use octal_games::workspace::period::{Period, Theorem, window};
/// let period = Period { preperiod: 52, period: 34, saltus: 0 };
/// let dawsons_chess = "0.137".parse()?;
/// assert_eq!(window::last_heap(&dawsons_chess, period, Theorem::GuySmith, 0), Some(174));
/// # Ok::<(), octal_games::CodeError>(())
/// ```
pub fn last_heap(code: &Code, period: Period, theorem: Theorem, rho: u64) -> Option<u64> {
    let Period { preperiod, period, .. } = period;
    let t = code.last_place()? as u64;
    match theorem {
        Theorem::GuySmith => {
            let h = code.most_heaps().max(1) as u64;
            let values = h.saturating_mul(preperiod.max(1).saturating_add(period));
            Some(values.saturating_add(t).saturating_sub(1))
        }
        Theorem::SparseWindow => {
            let first = preperiod.max(rho.saturating_add(1));
            Some(first.saturating_add(period).saturating_add(rho).saturating_add(t))
        }
        Theorem::ArithmeticWindow | Theorem::EndlessWindow => None,
    }
}

/// True if the Guy–Smith window proves that `values` repeat with period p from `start` on.
///
/// `start` must be such that G(n) = G(n + p) for every n ≥ start with n + p among the values. A
/// preperiod of 0 is proved from heap 1 on and settled by comparing G(0) with G(p), which the
/// condition on `start` includes. O(1).
pub fn guy_smith<V>(h: usize, t: usize, values: &[V], p: usize, start: usize) -> bool {
    let n0 = start.max(1);
    // The last n in the window is n0 + length − 1; G(n + p) must be among the values.
    guy_smith_length(h, t, n0, p)
        .and_then(|length| length.checked_add(n0)?.checked_add(p))
        .is_some_and(|needed| values.len() >= needed.max(n0 + p + 1))
}

/// The multiple of p that Theorem 12a of [`crate::theory`] proves to be a period, for a code whose
/// digits repeat for ever. `None` if it proves nothing. O(1).
///
/// `count` is the number of values. `start` must be such that G(n) = G(n + p) for every n ≥ start
/// with n + p among the values. So it is such for the multiple, too: the least one that the theorem
/// speaks of.
pub fn endless(code: &Code, count: usize, p: usize, start: usize) -> Option<usize> {
    let multiple = least_multiple(p, code.repeat().len())?;
    let needed = endless_length(code, multiple, start)?;
    (!code.has_unequal() && count >= needed).then_some(multiple)
}

/// W, the number of values from heap 0 on that Theorem 12a needs; `None` if it is too large.
pub(crate) fn endless_length(code: &Code, p: usize, start: usize) -> Option<usize> {
    let (n0, h) = (start.max(1), code.most_heaps().max(1));
    let beyond = code.digits().len().checked_add(p)?;
    h.checked_mul(n0.checked_add(p - 1)?)?.checked_add(beyond)
}

/// The least common multiple of a period and the number of digits that repeat; `None` if none do,
/// or if it is too large.
pub(crate) fn least_multiple(p: usize, repeat: usize) -> Option<usize> {
    let (mut divisor, mut rest) = (p, repeat);
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    (p / divisor.max(1)).checked_mul(repeat).filter(|&multiple| multiple > 0)
}

/// True if the sparse window (theorem 5 of [`crate::theory`]) proves that `values` repeat with
/// period p from n1 = max(start, ρ + 1) on.
///
/// `start` is as for [`guy_smith`]; `rare` names the sparse space and ρ, the last rare heap. The
/// function also checks that all heaps beyond ρ are common. Every rare value below G(n) of the last
/// p heaps must have a witness: a move that leaves a heap ≥ n1, namely the larger one if it leaves
/// two. O(N + p · splits tried), the heaps in parallel.
pub fn sparse<V: Value>(
    rules: &Rules,
    rare: &RareSet,
    values: &[V],
    p: usize,
    start: usize,
) -> bool {
    let rho = rare.last.map_or(0, |r| r as usize);
    let n1 = start.max(rho + 1);
    let quiet = rho + rules.last_place + 1;
    if values.len() < n1.saturating_add(p).saturating_add(quiet) {
        return false;
    }
    let all_common =
        (rho + 1..).zip(&values[rho + 1..]).all(|(n, v)| !rare.space.is_rare(n, v.get()));
    let last_period = values.len() - p..values.len();
    all_common && all_witnessed(rules, rare, values, last_period, n1)
}

/// Heaps of the last period whose witnesses are sought by one thread.
const HEAPS_PER_TASK: usize = 1 << 22;

/// True if each rare value below that of a heap n among these has a witness. All heaps from n1 on
/// are common.
///
/// Nearly all heaps have their witnesses among splits with a small part, which blocks try for 64
/// heaps at a time. For the others, and where blocks cannot, all splits are tried.
fn all_witnessed<V: Value>(
    rules: &Rules,
    rare: &RareSet,
    values: &[V],
    heaps: Range<usize>,
    n1: usize,
) -> bool {
    let (state, tuning) = (State::new(rules, V::slice(values), *rare), blocks::Tuning::DEFAULT);
    let kernel = Kernel::chosen().unwrap_or(Kernel::Scalar);
    // From here on the larger part of each split that blocks try is at least n1, and not equal to
    // the smaller one.
    let in_blocks = (n1 + 2 * blocks::reach(&state, &tuning)).clamp(heaps.start, heaps.end);
    let alone = |heaps| witnessed(rules, rare.space, values, heaps, |_| n1);
    let task = |from: usize| {
        let heaps = from..heaps.end.min(from + HEAPS_PER_TASK);
        match blocks::unshown(&state, heaps.clone(), &tuning, kernel) {
            Some(unshown) => {
                let mut wanted = vec![];
                let is_shown = |n| is_witnessed(rules, rare.space, values, n, n1, &mut wanted);
                unshown.into_iter().all(is_shown)
            }
            None => alone(heaps),
        }
    };
    let tasks = (in_blocks..heaps.end).into_par_iter().step_by(HEAPS_PER_TASK);
    alone(heaps.start..in_blocks) && tasks.map(task).all(|shown| shown)
}

/// True if each rare value below that of a heap n among these has a witness: a move whose largest
/// part is ≥ `least`(n). O(splits tried), the heaps in parallel.
pub(crate) fn witnessed<V: Value>(
    rules: &Rules,
    space: SparseSpace,
    values: &[V],
    heaps: Range<usize>,
    least: impl Fn(usize) -> usize + Sync,
) -> bool {
    let is_shown =
        |wanted: &mut Vec<bool>, n: usize| is_witnessed(rules, space, values, n, least(n), wanted);
    let heaps = heaps.into_par_iter().with_min_len(1 << 12);
    heaps.map_init(Vec::new, is_shown).all(|shown| shown)
}

/// True if every rare value below that of heap n is the value of a move that leaves a heap ≥ n1.
///
/// `wanted` is room for a mark at each of these values, which is taken away as a witness is found.
fn is_witnessed<V: Value>(
    rules: &Rules,
    space: SparseSpace,
    values: &[V],
    n: usize,
    n1: usize,
    wanted: &mut Vec<bool>,
) -> bool {
    wanted.clear();
    wanted.extend((0..values[n].get()).map(|v| space.is_rare(n, v)));
    let mut missing = wanted.iter().filter(|&&w| w).count();
    let mut witness = |v: u16| {
        if let Some(w) = wanted.get_mut(usize::from(v)) {
            missing -= usize::from(std::mem::take(w));
        }
        missing == 0
    };
    // No wanted value is as large as 65535: with it, `witness` only finds if nothing is missing.
    let singles = rules.singles.iter().map(|k| n - k).filter(|&rest| rest >= n1);
    if witness(u16::MAX) || singles.map(|rest| values[rest].get()).any(&mut witness) {
        return true;
    }
    let last = rules.splits.iter().map(|s| s.largest_smaller_part(n)).max().unwrap_or(0);
    (1..=last).any(|a| {
        let splits = rules.splits.iter().filter(|s| a <= s.largest_smaller_part(n));
        let larger = splits.map(|s| n - s.k - a).filter(|&larger| larger >= n1);
        larger.map(|larger| (values[a] ^ values[larger]).get()).any(&mut witness)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::sparse::Sparse;

    /// In blocks and alone, heaps have the same witnesses. 0.16 has heaps whose witnesses have two
    /// large parts, so that their existence depends on n1.
    #[test]
    fn witnesses_in_blocks() {
        for (code, answers) in [("0.16", [true, false]), ("0.354", [true, true])] {
            let mut sparse = Sparse::new(&code.parse().unwrap()).unwrap();
            sparse.extend(150_000).unwrap();
            let rules = Rules::of(&code.parse().unwrap()).unwrap();
            let rare = sparse.rare().unwrap();
            let (space, values) = (rare.space, sparse.values().to_vec());
            let heaps = 50_000..values.len();
            for (n1, answer) in [15_000, 40_000].into_iter().zip(answers) {
                let state = State::new(&rules, (&values[..]).into(), rare);
                assert!(n1 + 2 * blocks::reach(&state, &blocks::Tuning::DEFAULT) < heaps.start);
                let alone = witnessed(&rules, space, &values, heaps.clone(), |_| n1);
                let in_blocks = all_witnessed(&rules, &rare, &values, heaps.clone(), n1);
                assert_eq!((alone, in_blocks), (answer, answer), "{code}: {n1}");
            }
        }
    }
}
