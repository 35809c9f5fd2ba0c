//! The chain of a sequence in memory: its snapshots are evenly spaced, or it has none. A sequence
//! in memory that needs splits into two large parts is checked without links.

use super::chain::{BASE, Chain, ChainSnapshot, LEAST_REACH, MOST_REACH, least_window, needed};
use super::error::CertificateError;
use super::value;
use crate::code::Code;
use crate::grundy::driver::Tuning;
use crate::grundy::stream::{Basis, Stream};
use crate::grundy::values::Slice;
use crate::grundy::{RareSet, State};
use crate::period::Period;
use crate::period::sequence::Known;
use crate::period::window::witnessed;
use crate::rules::Rules;

/// The first snapshot of a sequence in memory is at this heap or a later one.
const FIRST_SNAPSHOT: u64 = 1 << 16;
/// A sequence in memory has snapshots if n0 + p is at least this many heaps.
const SNAPSHOTS_FROM: u64 = 1 << 20;
/// A sequence in memory has about this many evenly spaced snapshots, or fewer.
const SNAPSHOTS: u64 = 128;
/// A link of a sequence in memory is at least this many windows long.
const WINDOWS_A_LINK: u64 = 64;

/// True if a chain can prove the period of a code with the last rare heap `rho`.
pub(super) fn is_covered(code: &Code, period: Period, rho: u64) -> bool {
    let Some(rules) = Rules::of(code) else { return false };
    let window = least_window(rho, &rules);
    let heaps = snapshot_heaps(period, window);
    let base = heaps.first().copied().unwrap_or(period.preperiod + period.period) + window;
    // A long search has snapshots of windows that are too long for those of a sequence in memory.
    period.preperiod > rho && (base <= BASE || window <= MOST_REACH as u64)
}

/// The file of a sequence in memory; `None` if its code has no sparse space. If a link cannot
/// continue from a needed snapshot because its window is too short, all windows are made twice as
/// long.
pub(super) fn write(known: &Known, period: Period) -> Option<Result<Vec<u8>, CertificateError>> {
    let rules = Rules::of(&known.code)?;
    let rho = known.rare_heaps()?.last.unwrap_or(0);
    let mut window = least_window(rho, &rules);
    let base = snapshot_heaps(period, window).first().map(|first| (first + window) as usize);
    // Links do not try all splits.
    let has_links = base.is_some_and(|base| !needs_far_splits(known, &rules, base));
    Some(loop {
        let heaps = if has_links { snapshot_heaps(period, window) } else { vec![] };
        let mut chain = of(known, period, rho, window, &heaps)?;
        let lengthened = if chain.snapshots.is_empty() {
            chain.lengthen_window((0..chain.heaps()).map(|n| value(known, n)).collect())
        } else {
            Ok(())
        };
        match lengthened.and_then(|()| chain.write()) {
            Err(CertificateError::WindowTooShort { .. }) if 2 * window <= LEAST_REACH as u64 => {
                window *= 2
            }
            written => break written,
        }
    })
}

/// The chain with snapshots of these heaps, of windows of this length; `None` if the code has no
/// sparse space.
fn of(known: &Known, period: Period, rho: u64, window: u64, heaps: &[u64]) -> Option<Chain> {
    let space = known.rare?.space;
    let is_rare = |&n: &u64| space.is_rare(n as usize, value(known, n));
    let rare: Vec<(u64, u16)> = (1..=rho).filter(is_rare).map(|r| (r, value(known, r))).collect();
    let values = |heap: u64, count: u64| (heap..heap + count).map(|n| value(known, n)).collect();
    let snapshots = heaps.iter().map(|&heap| ChainSnapshot { heap, values: values(heap, window) });
    Some(Chain {
        code: known.code.clone(),
        period,
        space,
        rare,
        window: window as usize,
        reach: LEAST_REACH,
        head: values(0, heaps.first().map_or(0, |first| first + window)),
        snapshots: snapshots.collect(),
        far_splits: vec![],
    })
}

/// The heaps of snapshots: evenly spaced, and those that are needed.
fn snapshot_heaps(period: Period, window: u64) -> Vec<u64> {
    let Period { preperiod: n0, period: p, .. } = period;
    let end = n0 + p;
    let spacing = end.div_ceil(SNAPSHOTS).max(WINDOWS_A_LINK * window).max(FIRST_SNAPSHOT);
    let first = FIRST_SNAPSHOT.max(window);
    if end < SNAPSHOTS_FROM || n0 < first || window > LEAST_REACH as u64 {
        return vec![];
    }
    let heaps = (first..end).step_by(spacing as usize).chain(needed(period));
    let mut heaps: Vec<u64> = heaps.filter(|&heap| heap >= first).collect();
    heaps.sort_unstable();
    heaps.dedup();
    heaps
}

/// True if some heap of a sequence in memory, from heap `base` on, needs a split with two parts
/// beyond 2^16. No link shows the value of such a heap. The time of the search without superblocks;
/// with them, that of [`witnessed`].
fn needs_far_splits(known: &Known, rules: &Rules, base: usize) -> bool {
    let Some(rare) = known.rare else { return false };
    let end = known.values().len();
    let mut stream = stream_of(known, rules, rare);
    let alone = base..stream.as_ref().map_or(end, |stream| stream.heap() as usize);
    let least = |n: usize| n.saturating_sub(LEAST_REACH);
    let shown = match known.values() {
        Slice::Bytes(values) => witnessed(rules, rare.space, values, alone, least),
        Slice::Words(values) => witnessed(rules, rare.space, values, alone, least),
    };
    // Whatever it is that a stream halts at, links are not for this sequence.
    let streams = stream.as_mut().is_none_or(|stream| stream.extend(end as u64, 0).is_ok());
    !(shown && streams)
}

/// The sequence after its first heaps, with a window as long as a link reaches; `None` if blocks
/// cannot continue it.
fn stream_of(known: &Known, rules: &Rules, rare: RareSet) -> Option<Stream> {
    let (tuning, values) = (Tuning::DEFAULT.stream().ok()?, known.values());
    let begin = 2 * LEAST_REACH + 2;
    let basis = Basis::new(&State::new(rules, values, rare), &tuning, LEAST_REACH, 3)?;
    let fits = basis.window() == LEAST_REACH && begin < values.len();
    fits.then(|| Stream::verified(&basis, &tuning, begin as u64, &values.range(..begin).to_vec()))?
}
