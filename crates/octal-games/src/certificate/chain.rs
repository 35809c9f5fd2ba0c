//! The chain form: the rare heaps, and windows from which every part of the sequence can be
//! computed again.
//!
//! Theorem 9d of [`crate::theory`]. Made from a sequence in memory, or from the snapshots of a
//! search that kept nothing else. Cost: O(B) heaps for each snapshot, B being the reach of a link,
//! see [`Chain::write`].

use super::error::CertificateError;
use super::{claim, signed};
use crate::code::Code;
use crate::grundy::space::{RareSet, SparseSpace};
use crate::period::recurrence::prime_divisors;
use crate::period::{Period, window};
use crate::rules::Rules;
use rayon::prelude::*;
use std::ops::Range;

/// The values G(heap), G(heap + 1), ….
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChainSnapshot {
    /// The first heap.
    pub heap: u64,
    /// W values.
    pub values: Vec<u16>,
}

impl ChainSnapshot {
    /// True if the window has this heap.
    fn has(&self, heap: u64) -> bool {
        (self.heap..self.heap + self.values.len() as u64).contains(&heap)
    }
}

/// A rare value of an option of a heap, for a far split. No single heap, and no split with a part
/// within the reach of a link, has this value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FarSplit {
    /// The heap.
    pub heap: u64,
    /// The value.
    pub value: u16,
    /// The larger part of a split that has the value.
    pub larger_part: u64,
}

/// The evidence of a chain certificate.
#[derive(Clone, Debug)]
pub struct Chain {
    /// The code, finite and octal.
    pub code: Code,
    /// The period that is claimed.
    pub period: Period,
    /// The mask and the position parity.
    pub space: SparseSpace,
    /// All rare heaps r ≥ 1 in ascending order, with their values.
    pub rare: Vec<(u64, u16)>,
    /// W ≥ ρ + t + 1, where ρ is the last rare heap.
    pub window: usize,
    /// B, the number of heaps back that a link may look: a power of two from 2^16 to 2^20, and at
    /// least W.
    pub reach: usize,
    /// G(0), G(1), … up to the window of the first snapshot; may be longer, and may be empty if
    /// there are no snapshots.
    pub head: Vec<u16>,
    /// In ascending order, the first not below W and not above n0; after it, all at [`needed`]
    /// heaps. None if all heaps up to n0 + p + W are to be checked in one go.
    pub snapshots: Vec<ChainSnapshot>,
    /// The splits used by links whose smaller part is beyond the reach of the link, in ascending
    /// order of heaps. Each has its larger part in `head` or in the window of a snapshot, and its
    /// smaller part in `head`.
    pub far_splits: Vec<FarSplit>,
}

/// The default number of heaps back that a link may look.
pub const LEAST_REACH: usize = 1 << 16;
/// The most heaps back that a link may look.
pub const MOST_REACH: usize = 1 << 20;
/// The most heaps before the first link.
pub const BASE: u64 = 1 << 30;
/// Heaps of the first window tried, or more: enough for nearly all splits that are needed.
const WINDOW: u64 = 1 << 11;
/// At this many heaps a snapshot that has a part is tried to begin.
const PLACES_TRIED: usize = 8;

/// The least W that is tried.
pub fn least_window(rho: u64, rules: &Rules) -> u64 {
    (rho + rules.last_place as u64 + 1).max(WINDOW)
}

/// The heaps whose windows show that p is a period from n0 on, and that both are least. They are n0
/// and n0 + p; n0 + p/q for the primes q that divide p; and n0 − 1 and n0 + p − 1.
pub fn needed(period: Period) -> Vec<u64> {
    let Period { preperiod: n0, period: p, .. } = period;
    let mut heaps: Vec<u64> = prime_divisors(p).into_iter().map(|q| n0 + p / q).collect();
    heaps.extend([n0, n0 + p]);
    heaps.extend(n0.checked_sub(1).into_iter().flat_map(|n| [n, n + p]));
    heaps.sort_unstable();
    heaps.dedup();
    heaps
}

impl Chain {
    /// The bytes of the file.
    ///
    /// A link can look for a split only within its own heaps. If soon after a snapshot a heap needs
    /// a part from before it, the snapshot is left out, and the link before it continues. To find
    /// these snapshots, the first B heaps of each link are computed.
    ///
    /// # Errors
    /// [`CertificateError::WindowTooShort`] if a needed snapshot would be left out.
    /// [`CertificateError::SplitTooFar`] if a snapshot with the larger part of a far split would be
    /// left out. [`CertificateError::NotOctal`] if the code leaves three heaps or is infinite.
    pub fn write(&self) -> Result<Vec<u8>, CertificateError> {
        let rules = Rules::of(&self.code).ok_or(CertificateError::NotOctal)?;
        let mut text = format!("{}form chain\n", claim(&self.code, self.period));
        text += &format!("mask {}\n", self.space.mask);
        text += &format!("position {}\n", u8::from(self.space.position_parity));
        for (r, v) in &self.rare {
            text += &format!("rare {r}: {v}\n");
        }
        text += &format!("window {}\n", self.window);
        if self.reach > LEAST_REACH && !self.snapshots.is_empty() {
            text += &format!("reach {}\n", self.reach);
        }
        let snapshots = self.good_snapshots(&rules)?;
        self.require_parts(&snapshots)?;
        for snapshot in snapshots {
            text += &format!("snapshot {}:", snapshot.heap);
            snapshot.values.iter().for_each(|v| text += &format!(" {v}"));
            text.push('\n');
        }
        Ok(signed(text))
    }

    /// Lengthens the window W for a chain without snapshots, where the values of one period after
    /// n0 + W prove the period. Then each heap among these has its witnesses from n0 on (Theorem
    /// 5). `values` are those of the heaps from 0 to n0 + p or beyond. The search may have needed a
    /// later period for that. From heap 2·n0 + p + t on every larger part is large enough.
    ///
    /// # Errors
    /// [`CertificateError::PartsTooSmall`] if W would be too large for a checker.
    pub fn lengthen_window(&mut self, mut values: Vec<u16>) -> Result<(), CertificateError> {
        let Period { preperiod, period, .. } = self.period;
        let rules = Rules::of(&self.code).ok_or(CertificateError::NotOctal)?;
        let last = self.rare.last().map(|&(r, _)| r);
        let rare = RareSet { space: self.space, count: self.rare.len() as u64, last };
        while self.heaps() <= BASE {
            while (values.len() as u64) < self.heaps() {
                values.push(values[values.len() - period as usize]);
            }
            if window::sparse(&rules, &rare, &values, period as usize, preperiod as usize) {
                return Ok(());
            }
            self.window *= 2;
        }
        Err(CertificateError::PartsTooSmall { preperiod })
    }

    /// The number of heaps that a chain without snapshots computes.
    pub fn heaps(&self) -> u64 {
        self.period.preperiod + self.period.period + self.window as u64
    }

    /// Checks that the larger part of each far split is in the base or in one of these windows.
    fn require_parts(&self, snapshots: &[&ChainSnapshot]) -> Result<(), CertificateError> {
        let is_known = |split: &&FarSplit| {
            let part = split.larger_part;
            part < self.head.len() as u64 || snapshots.iter().any(|snapshot| snapshot.has(part))
        };
        let unknown = self.far_splits.iter().find(|split| !is_known(split));
        unknown.map_or(Ok(()), |split| Err(CertificateError::SplitTooFar { heap: split.heap }))
    }

    /// Adds a snapshot from which a link can continue and which has this heap, unless a snapshot or
    /// the base has the heap. `values` gives those of a range of heaps; O(B) heaps for each place
    /// tried. If a link can continue from none of these places, nothing is added.
    ///
    /// # Errors
    /// That of `values`.
    pub fn add_part<E>(
        &mut self,
        part: u64,
        values: impl Fn(Range<u64>) -> Result<Vec<u16>, E>,
    ) -> Result<(), E> {
        let Some(rules) = Rules::of(&self.code) else { return Ok(()) };
        let continues = |s: &ChainSnapshot| self.begun(&rules, &s.values, s.heap) == self.reach;
        let is_known = |s: &ChainSnapshot| s.has(part) && continues(s);
        if part < self.head.len() as u64 || self.snapshots.iter().any(is_known) {
            return Ok(());
        }
        let first = part + 1 - self.window as u64;
        let values = values(first..part + self.window as u64)?;
        let places =
            values.windows(self.window).zip(first..).step_by(self.window.div_ceil(PLACES_TRIED));
        let snapshot =
            |(values, heap): (&[u16], u64)| ChainSnapshot { heap, values: values.to_vec() };
        if let Some(snapshot) = places.map(snapshot).find(continues) {
            let at = self.snapshots.partition_point(|other| other.heap < snapshot.heap);
            self.snapshots.insert(at, snapshot);
        }
        Ok(())
    }

    /// The snapshots from which a link can reach the next of them.
    fn good_snapshots(&self, rules: &Rules) -> Result<Vec<&ChainSnapshot>, CertificateError> {
        let begun = |s: &ChainSnapshot| self.begun(rules, &s.values, s.heap);
        let lengths: Vec<usize> = self.snapshots.par_iter().map(begun).collect();
        let needed = needed(self.period);
        let mut good: Vec<&ChainSnapshot> = vec![];
        for (snapshot, length) in self.snapshots.iter().zip(lengths).rev() {
            let heap = snapshot.heap;
            let link = good.last().map_or(0, |next| next.heap - heap);
            if length as u64 >= link.min(self.reach as u64) {
                good.push(snapshot);
            } else if needed.contains(&heap) {
                return Err(CertificateError::WindowTooShort { heap });
            }
        }
        good.reverse();
        Ok(good)
    }

    /// The number of heaps of a link that can be computed from its window; B if there are more.
    fn begun(&self, rules: &Rules, window: &[u16], start: u64) -> usize {
        let mut values = window.to_vec();
        let mut seen = vec![0; 1 << 16];
        while values.len() < window.len() + self.reach
            && let Some(value) = self.next_value(rules, &values, start, &mut seen)
        {
            values.push(value);
        }
        values.len() - window.len()
    }

    /// The value of the heap after these values, by Theorem 4; the first value is that of heap
    /// `start`. `None` if no split within them shows some rare value to be an option. An option of
    /// value v is seen at a heap if entry v of `seen` is its number.
    fn next_value(
        &self,
        rules: &Rules,
        values: &[u16],
        start: u64,
        seen: &mut [usize],
    ) -> Option<u16> {
        let end = values.len();
        let n = start as usize + end;
        let mut see = |v: u16| seen[usize::from(v)] = n;
        rules.singles.iter().for_each(|k| see(values[end - k]));
        for split in &rules.splits {
            for &(r, v) in &self.rare {
                see(v ^ values[end - split.k - r as usize]);
            }
        }
        self.far_splits_of(n as u64).iter().for_each(|split| see(split.value));
        let is_rare = |v: u16| self.space.is_rare(n, v);
        let common = (0..=u16::MAX).find(|&v| !is_rare(v) && seen[usize::from(v)] != n)?;
        let is_missing = |v: u16, seen: &[usize]| is_rare(v) && seen[usize::from(v)] != n;
        let mut missing = (0..common).filter(|&v| is_missing(v, seen)).count();
        for a in 1..self.head.len().min(self.reach) {
            if missing == 0 {
                break;
            }
            for k in rules.splits.iter().map(|split| split.k).filter(|k| k + a <= end) {
                let v = self.head[a] ^ values[end - k - a];
                missing -= usize::from(v < common && is_missing(v, seen));
                seen[usize::from(v)] = n;
            }
        }
        (missing == 0).then_some(common)
    }

    /// The far splits of this heap.
    fn far_splits_of(&self, heap: u64) -> &[FarSplit] {
        let begin = self.far_splits.partition_point(|split| split.heap < heap);
        let end = self.far_splits.partition_point(|split| split.heap <= heap);
        &self.far_splits[begin..end]
    }
}
