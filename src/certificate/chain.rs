//! The chain form: the rare heaps, and windows from which every part of the sequence can be
//! computed anew.
//!
//! Theorem 9d of [`crate::theory`]. Written from a sequence in memory, or from the snapshots of a
//! search that kept nothing else. Cost: O(2^16) heaps for each snapshot, see [`Chain::write`].

use rayon::prelude::*;

use super::{CertificateError, Claim, signed, value};
use crate::code::Code;
use crate::grundy::space::SparseSpace;
use crate::period::Period;
use crate::period::known::Known;
use crate::rules::Rules;

/// The values G(heap), G(heap + 1), ….
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The first heap.
    pub heap: u64,
    /// W values.
    pub values: Vec<u16>,
}

/// The evidence of a chain certificate.
#[derive(Clone, Debug)]
pub struct Chain {
    /// What is claimed.
    pub claim: Claim,
    /// The mask and the position parity.
    pub space: SparseSpace,
    /// All rare heaps r ≥ 1 in ascending order, with their values.
    pub rare: Vec<(u64, u16)>,
    /// W ≥ ρ + t + 1, where ρ is the last rare heap.
    pub window: usize,
    /// G(0), G(1), … up to the window of the first snapshot; may be longer, and may be empty if
    /// there are no snapshots.
    pub head: Vec<u16>,
    /// In ascending order; one at n0, the first not below W. None if all heaps up to n0 + p + W are
    /// to be checked in one go.
    pub snapshots: Vec<Snapshot>,
}

/// How far back a link may look.
const REACH: usize = 1 << 16;
/// The most heaps before the first link.
const BASE: u64 = 1 << 26;
/// Where the first snapshot of a sequence in memory is, at least.
const FIRST: u64 = 1 << 16;
/// The least window: enough for nearly all splits that are needed.
pub(super) const WINDOW: u64 = 1 << 11;
/// Sequences of fewer heaps have no snapshots.
const LONG: u64 = 1 << 20;
/// A sequence in memory has about so many snapshots, or fewer: each link costs as much as this
/// many windows, at least.
const SNAPSHOTS: u64 = 128;
const WINDOWS_A_LINK: u64 = 64;

/// Whether a chain can prove the period of a code with the last rare heap `rho`.
pub(super) fn is_covered(code: &Code, period: Period, rho: u64) -> bool {
    let window = (rho + code.last_place().unwrap_or(0) as u64 + 1).max(WINDOW);
    let heaps = snapshot_heaps(period, window);
    let base = heaps.first().copied().unwrap_or(period.preperiod + period.period) + window;
    Rules::of(code).is_some() && period.preperiod > rho && base <= BASE
}

/// The chain for a sequence in memory; `None` if its code has no sparse space.
pub(super) fn of(known: &Known, period: Period) -> Option<Chain> {
    let rules = Rules::of(&known.code)?;
    let space = known.rare?.space;
    let rho = known.rare_heaps()?.1.unwrap_or(0);
    let is_rare = |&n: &u64| space.is_rare(n as usize, value(known, n));
    let rare: Vec<(u64, u16)> = (1..=rho).filter(is_rare).map(|r| (r, value(known, r))).collect();
    let window = (rho + rules.last_place as u64 + 1).max(WINDOW);
    let heaps = snapshot_heaps(period, window);
    let values = |heap: u64, count: u64| (heap..heap + count).map(|n| value(known, n)).collect();
    let snapshots = heaps.iter().map(|&heap| Snapshot { heap, values: values(heap, window) });
    Some(Chain {
        claim: Claim::of(known, period),
        space,
        rare,
        window: window as usize,
        head: values(0, heaps.first().map_or(0, |first| first + window)),
        snapshots: snapshots.collect(),
    })
}

/// The heaps of snapshots: evenly spaced, and the preperiod.
fn snapshot_heaps(period: Period, window: u64) -> Vec<u64> {
    let Period { preperiod: n0, period: p, .. } = period;
    let end = n0 + p;
    let spacing = end.div_ceil(SNAPSHOTS).max(WINDOWS_A_LINK * window).max(FIRST);
    if end < LONG || n0 < FIRST.max(window) || window > REACH as u64 {
        return vec![];
    }
    let first = FIRST.max(window);
    let mut heaps: Vec<u64> = (first..end).step_by(spacing as usize).collect();
    heaps.push(n0);
    heaps.sort_unstable();
    heaps.dedup();
    heaps
}

impl Chain {
    /// The bytes of the file.
    ///
    /// A link can look for a split only within its own heaps. So a snapshot soon after which a
    /// heap needs a part from before the snapshot is left out, and the link before it goes on: to
    /// know which, each link is begun, for 2^16 heaps.
    ///
    /// # Errors
    /// [`CertificateError::WindowTooShort`] if the snapshot of the preperiod would be left out;
    /// [`CertificateError::NotOctal`] if the code leaves three heaps or is infinite.
    pub fn write(&self) -> Result<Vec<u8>, CertificateError> {
        let rules = Rules::of(self.claim.code()).ok_or(CertificateError::NotOctal)?;
        let good: Vec<bool> = self
            .snapshots
            .par_iter()
            .map(|s| self.begins_well(&rules, &s.values, s.heap))
            .collect();
        let heap = self.claim.period().preperiod;
        let mut text = format!("{}form chain\n", self.claim);
        text += &format!("mask {}\n", self.space.mask);
        text += &format!("position {}\n", u8::from(self.space.position_parity));
        for (r, v) in &self.rare {
            text += &format!("rare G({r}) = {v}\n");
        }
        text += &format!("window {}\n", self.window);
        for (snapshot, good) in self.snapshots.iter().zip(good) {
            if good {
                text += &format!("snapshot {} {}\n", snapshot.heap, digits(&snapshot.values));
            } else if snapshot.heap == heap {
                return Err(CertificateError::WindowTooShort { heap });
            }
        }
        Ok(signed(text))
    }

    /// Whether all of the first heaps of a link can be computed from its window.
    fn begins_well(&self, rules: &Rules, window: &[u16], start: u64) -> bool {
        let mut values = window.to_vec();
        (0..REACH).all(|_| match self.next_value(rules, &values, start) {
            Some(value) => {
                values.push(value);
                true
            }
            None => false,
        })
    }

    /// The value of the heap after these values, the first of which is that of heap `start`, by
    /// Theorem 4; `None` if no split within them shows some rare value to be an option.
    fn next_value(&self, rules: &Rules, values: &[u16], start: u64) -> Option<u16> {
        let end = values.len();
        let n = start as usize + end;
        let mut seen = [false; 512];
        let mut see =
            |v: u16| seen.get_mut(usize::from(v)).is_some_and(|s| std::mem::replace(s, true));
        rules.singles.iter().for_each(|k| _ = see(values[end - k]));
        for split in &rules.splits {
            for &(r, v) in &self.rare {
                see(v ^ values[end - split.k - r as usize]);
            }
        }
        let is_rare = |v: u16| self.space.is_rare(n, v);
        let common = (0..512).find(|&v| !is_rare(v) && !seen[usize::from(v)])?;
        let mut missing = (0..common).filter(|&v| is_rare(v) && !seen[usize::from(v)]).count();
        for a in 1..self.head.len().min(REACH) {
            if missing == 0 {
                break;
            }
            for k in rules.splits.iter().map(|split| split.k).filter(|k| k + a <= end) {
                let v = self.head[a] ^ values[end - k - a];
                let wanted = v < common && is_rare(v) && !seen[usize::from(v)];
                missing -= usize::from(wanted);
                seen[usize::from(v).min(511)] = true;
            }
        }
        (missing == 0).then_some(common)
    }
}

/// The digits of a window: one each, or two if a value needs two.
fn digits(values: &[u16]) -> String {
    const DIGITS: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
    let digit = |v: u16| char::from(DIGITS[usize::from(v & 63)]);
    let two = values.iter().any(|&v| v > 63);
    let of = |&v: &u16| two.then(|| digit(v / 64)).into_iter().chain([digit(v)]);
    values.iter().flat_map(of).collect()
}
