//! The certificate of a long search: its snapshots are those of the chain, if they are not too few.
//!
//! A snapshot of a search is the state before a heap; one of a chain has the values from it on.
//! These, the windows that show the period, and those that have the parts of far splits are
//! recomputed from the checkpoint: O(spacing of the snapshots) for each of the latter, and at most
//! the time of the search for all snapshots that are added.
//!
//! # Splits into two large parts
//!
//! A link tries the splits with a small part up to B, its reach. A search with a longer window, or
//! one that has decided a heap by all its splits, may have come to a heap with a rare value that
//! none of these has. To find these heaps, the sequence is continued once more, with a window of B
//! heaps: where that halts, the splits with a larger small part are tried, up to the end of the
//! base. Cost: the time of the search.

use std::ops::Range;

use super::{
    BASE, CertificateError, Chain, ChainSnapshot, FarSplit, LEAST_REACH, MOST_REACH, least_window,
    needed,
};
use crate::grundy::driver::Tuning;
use crate::grundy::stream::{self, Basis, Halt, Stream};
use crate::period::Period;
use crate::period::resumable::{Interrupted, ResumableError, StreamCheckpoint};
use crate::rules::Rules;

/// Why a search has no certificate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// There is no such certificate.
    #[error(transparent)]
    Certificate(#[from] CertificateError),
    /// Values could not be recomputed.
    #[error(transparent)]
    Search(#[from] ResumableError),
}

/// The certificate of a period that a long search has proved, as the bytes of its file; `continues`
/// is asked several times a second.
///
/// # Errors
/// [`SearchError`] if the period is not proved, the chain form cannot hold the evidence, or
/// `continues` says no.
pub fn of_search(
    checkpoint: &StreamCheckpoint,
    continues: &dyn Fn() -> bool,
) -> Result<Vec<u8>, SearchError> {
    let period = checkpoint.proved.ok_or(CertificateError::NotProved)?;
    let basis = checkpoint.basis();
    let mut window = least_window(basis.last_rare(), &basis.rules);
    loop {
        let evidence = SearchEvidence::new(checkpoint, period, window, continues)?;
        // No link begins before the end of a window.
        let has_links = window <= MOST_REACH as u64 && evidence.snapshot_heaps()[0] >= window;
        let written = if has_links { evidence.with_links() } else { evidence.without_links() };
        match written {
            Err(SearchError::Certificate(CertificateError::WindowTooShort { .. }))
                if 2 * window <= MOST_REACH as u64 =>
            {
                window *= 2;
            }
            written => return written,
        }
    }
}

/// The same without links, as for a last rare heap beyond the reach of a link.
#[doc(hidden)]
pub fn of_search_without_links(
    checkpoint: &StreamCheckpoint,
    continues: &dyn Fn() -> bool,
) -> Result<Vec<u8>, SearchError> {
    let (period, basis) =
        (checkpoint.proved.ok_or(CertificateError::NotProved)?, checkpoint.basis());
    let window = least_window(basis.last_rare(), &basis.rules);
    SearchEvidence::new(checkpoint, period, window, continues)?.without_links()
}

/// The number of links that a checker walks side by side.
const LINKS: usize = 32;
/// Where snapshots are added, a link is at least this many windows long.
const LINK: u64 = 64;

/// The evidence of the certificate.
struct SearchEvidence<'a> {
    checkpoint: &'a StreamCheckpoint,
    basis: Basis,
    period: Period,
    /// W.
    window: u64,
    /// The values of n0 and the heaps after it: a window of them, or a period if that is shorter.
    again: Vec<u16>,
    continues: &'a dyn Fn() -> bool,
}

impl<'a> SearchEvidence<'a> {
    fn new(
        checkpoint: &'a StreamCheckpoint,
        period: Period,
        window: u64,
        continues: &'a dyn Fn() -> bool,
    ) -> Result<SearchEvidence<'a>, ResumableError> {
        let basis = checkpoint.basis();
        let again = period.preperiod..period.preperiod + period.period.min(window);
        let again = checkpoint.values(again, continues)?;
        Ok(SearchEvidence { checkpoint, basis, period, window, again, continues })
    }

    /// n0 + p.
    fn end(&self) -> u64 {
        self.period.preperiod + self.period.period
    }

    /// The values of these heaps, at most a window after n0 + p.
    fn values(&self, heaps: Range<u64>) -> Result<Vec<u16>, ResumableError> {
        let mut windows = self.windows(&[heaps.start], heaps.end - heaps.start)?;
        Ok(windows.pop().unwrap_or_default())
    }

    /// The windows of this length that begin at these heaps, at most W after n0 + p. The search may
    /// not have gone on to their ends: what lies beyond n0 + p repeats the values from n0 on.
    fn windows(&self, heaps: &[u64], length: u64) -> Result<Vec<Vec<u16>>, ResumableError> {
        let Period { preperiod: n0, period: p, .. } = self.period;
        let mut windows = self.checkpoint.windows(heaps, length, self.end(), self.continues)?;
        for (heap, values) in heaps.iter().zip(&mut windows) {
            let repeated = heap + values.len() as u64..heap + length;
            values.extend(repeated.map(|n| self.again[((n - n0) % p) as usize]));
        }
        Ok(windows)
    }

    /// B: how many heaps back a link may look. As far as the search itself, if it can: then no far
    /// splits are needed. (Where superblocks continued the sequence, their window is longer too,
    /// but a link of a game with hundreds of rare heaps would have no end.)
    fn reach(&self) -> usize {
        let looked_back = if self.basis.superblocks { 0 } else { self.basis.window() };
        let least = looked_back.max(self.window as usize).max(LEAST_REACH);
        least.checked_next_power_of_two().map_or(MOST_REACH, |reach| reach.min(MOST_REACH))
    }

    /// The heaps of the snapshots: those of the checkpoint or, if these are fewer than the links
    /// that a checker walks side by side, others, evenly spaced, as many as that unless links
    /// became too short; and those that are needed.
    fn snapshot_heaps(&self) -> Vec<u64> {
        let of_checkpoint = self.checkpoint.snapshots.iter().map(|snapshot| snapshot.heap);
        let mut heaps: Vec<u64> = of_checkpoint.filter(|&heap| heap < self.end()).collect();
        if let Some(&first) = heaps.first()
            && heaps.len() < LINKS
        {
            let spacing = (self.end() - first).div_ceil(LINKS as u64).max(LINK * self.window);
            let spaced: Vec<u64> = (first..self.end()).step_by(spacing as usize).collect();
            if spaced.len() > heaps.len() {
                heaps = spaced;
            }
        }
        heaps.extend(needed(self.period));
        heaps.sort_unstable();
        heaps.dedup();
        heaps
    }

    /// A chain without snapshots and far splits.
    fn chain(&self, head: Vec<u16>) -> Chain {
        let value = |&r: &u64| (r, self.basis.first[r as usize]);
        Chain {
            code: self.checkpoint.code.clone(),
            period: self.period,
            space: self.basis.space,
            rare: self.basis.rare.iter().map(value).collect(),
            window: self.window as usize,
            reach: self.reach(),
            head,
            snapshots: vec![],
            far_splits: vec![],
        }
    }

    /// That of a last rare heap within the reach of a link.
    fn with_links(&self) -> Result<Vec<u8>, SearchError> {
        let heaps = self.snapshot_heaps();
        if heaps[0] + self.window > BASE {
            return Err(CertificateError::FirstTooFar { heap: heaps[0] }.into());
        }
        let mut chain = self.chain(self.values(0..heaps[0] + self.window)?);
        chain.far_splits = self.far_splits(&chain.head)?;
        let windows = self.windows(&heaps, self.window)?;
        let snapshot = |(heap, values)| ChainSnapshot { heap, values };
        chain.snapshots = heaps.into_iter().zip(windows).map(snapshot).collect();
        for part in chain.far_splits.iter().map(|split| split.larger_part).collect::<Vec<u64>>() {
            chain.add_part(part, |heaps| self.values(heaps))?;
        }
        Ok(chain.write()?)
    }

    /// That of a last rare heap beyond the reach of a link, if all heaps can be checked in one go.
    /// It takes the memory of these heaps.
    fn without_links(&self) -> Result<Vec<u8>, SearchError> {
        let mut chain = self.chain(vec![]);
        if chain.heaps() > BASE {
            return Err(CertificateError::RareTooFar { rho: self.basis.last_rare() }.into());
        }
        chain.lengthen_window(self.values(0..chain.heaps())?)?;
        Ok(chain.write()?)
    }

    /// The far splits of the links, if the search has tried more splits than a link tries.
    fn far_splits(&self, head: &[u16]) -> Result<Vec<FarSplit>, SearchError> {
        let SearchEvidence { ref basis, period, window, continues, .. } = *self;
        if basis.accepted.is_empty() && (basis.superblocks || basis.window() <= self.reach()) {
            return Ok(vec![]);
        }
        // A stream begins two windows after heap 0, or later.
        let reach = self.reach().min(head.len() / 2 - 1);
        let tuning = Tuning::DEFAULT.stream().map_err(ResumableError::from)?;
        FarSearch { basis, period, window, head, reach, tuning, continues }.run(self.end() + window)
    }
}

/// The heaps whose splits are sought, and the values in which they are.
#[allow(missing_debug_implementations)]
pub struct FarSearch<'a> {
    /// The basis of all large heaps.
    pub basis: &'a Basis,
    /// The period that the splits help to prove.
    pub period: Period,
    /// W, the length of the windows of the chain.
    pub window: u64,
    /// The values of the base.
    pub head: &'a [u16],
    /// The largest small part: B, or almost half of the heaps of the base if that is less.
    pub reach: usize,
    /// The tuning, on which the speed depends.
    pub tuning: stream::Tuning,
    /// The callback that says whether to continue, several times a second.
    pub continues: &'a dyn Fn() -> bool,
}

/// Heaps between two calls of `continues`.
const HEAPS_AT_ONCE: u64 = 1 << 20;

impl FarSearch<'_> {
    /// The splits that the heaps from the base on up to, not including, `end` need, in ascending
    /// order of heaps.
    ///
    /// # Errors
    /// [`SearchError`] if a heap needs a split that no base holds, or `continues` says no.
    pub fn run(&self, end: u64) -> Result<Vec<FarSplit>, SearchError> {
        let mut found = vec![];
        let mut stream = self.stream()?;
        while stream.heap() < end {
            if !(self.continues)() {
                return Err(ResumableError::from(Interrupted).into());
            }
            let to = end.min(stream.heap() + HEAPS_AT_ONCE);
            match stream.extend(to, self.head.len() + self.basis.rules.last_place) {
                Ok(()) => {}
                Err(Halt::NotShown { .. }) => {
                    found.extend(self.splits(&stream)?);
                    stream.accept();
                }
                Err(halt) => return Err(ResumableError::from(halt).into()),
            }
        }
        Ok(found)
    }

    /// The sequence after the base, with a window as long as a link reaches.
    fn stream(&self) -> Result<Stream, ResumableError> {
        let heap = self.head.len() as u64;
        let first = self.head[..=self.reach].to_vec();
        let basis = Basis { first: first.into(), accepted: vec![], ..self.basis.clone() };
        let stream = Stream::verified(&basis, &self.tuning, heap, self.head);
        stream.ok_or(ResumableError::Unusable(heap))
    }

    /// For each missing value of the next heap a split that has it.
    fn splits(&self, stream: &Stream) -> Result<Vec<FarSplit>, CertificateError> {
        let (heap, window) = (stream.heap(), stream.basis().window() as u64);
        let parts = window - self.basis.rules.last_place as u64..self.head.len() as u64;
        let find = |value: u16| {
            let larger_part = parts.clone().find_map(|a| self.larger_part(stream, a, value));
            let found = larger_part.map(|larger_part| FarSplit { heap, value, larger_part });
            found.ok_or(CertificateError::SplitTooFar { heap })
        };
        stream.missing().into_iter().map(find).collect()
    }

    /// The larger part of a split of the next heap with the smaller part a and this value.
    fn larger_part(&self, stream: &Stream, a: u64, value: u16) -> Option<u64> {
        let (heap, Rules { splits, .. }) = (stream.heap(), &self.basis.rules);
        let larger_parts = self.larger_parts(heap);
        let wanted = value ^ self.head[a as usize];
        let values = stream.values();
        splits.iter().find_map(|split| {
            let back = split.k as u64 + a;
            let b = heap.checked_sub(back)?;
            let is_split = a <= b && !(split.unequal && a == b) && larger_parts.contains(&b);
            (is_split && values[values.len() - back as usize] == wanted).then_some(b)
        })
    }

    /// Which larger parts may show a value of this heap: in the last period none below n0 (Theorem
    /// 5).
    fn larger_parts(&self, heap: u64) -> Range<u64> {
        let n0 = self.period.preperiod;
        if heap >= n0 + self.window { n0..heap } else { 1..heap }
    }
}
