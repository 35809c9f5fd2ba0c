//! The certificate of a long search: its snapshots are those of the chain, if they are not too few.
//!
//! A snapshot of a search is the state before a heap; one of a chain has the values from it on.
//! These, the windows that show the period, and those that have the parts of far splits are recomputed from
//! the record: O(spacing of the snapshots) for each of the latter, and at most the time of the search for all snapshots
//! that are added.

mod far_splits;

use std::ops::Range;

use octal_games::certificate::{
    BASE, CertificateError, Chain, ChainSnapshot, FarSplit, LEAST_REACH, MOST_REACH, least_window,
    needed,
};

use crate::grundy::driver::Tuning;
use crate::grundy::stream::Basis;
use crate::period::Period;
use crate::{ResumableError, SearchRecord};
use far_splits::FarSearch;

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

/// The certificate of a period that a long search has proved, as the bytes of its file; `goes_on`
/// is asked several times a second.
///
/// # Errors
/// [`SearchError`] if the period is not proved, the chain form cannot hold the evidence, or
/// `goes_on` says no.
pub fn of_search(
    record: &SearchRecord,
    goes_on: &dyn Fn() -> bool,
) -> Result<Vec<u8>, SearchError> {
    let period = record.proved().ok_or(CertificateError::NotProved)?;
    let basis = record.basis();
    let mut window = least_window(basis.last_rare(), &basis.rules);
    loop {
        let evidence = SearchEvidence::new(record, period, window, goes_on)?;
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

/// How many links a checker walks side by side.
const LINKS: usize = 32;
/// Where snapshots are added, a link is at least this many windows long.
const LINK: u64 = 64;

/// What the certificate is made of.
struct SearchEvidence<'a> {
    record: &'a SearchRecord,
    basis: Basis,
    period: Period,
    /// W.
    window: u64,
    /// The values of n0 and the heaps after it: a window of them, or a period if that is shorter.
    again: Vec<u16>,
    goes_on: &'a dyn Fn() -> bool,
}

impl<'a> SearchEvidence<'a> {
    fn new(
        record: &'a SearchRecord,
        period: Period,
        window: u64,
        goes_on: &'a dyn Fn() -> bool,
    ) -> Result<SearchEvidence<'a>, ResumableError> {
        let basis = record.basis();
        let again = period.preperiod..period.preperiod + period.period.min(window);
        let again = record.values(again, goes_on)?;
        Ok(SearchEvidence { record, basis, period, window, again, goes_on })
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

    /// The windows of this length that begin at these heaps, at most W after n0 + p. The search may not have gone on
    /// to their ends: what lies beyond n0 + p repeats the values from n0 on.
    fn windows(&self, heaps: &[u64], length: u64) -> Result<Vec<Vec<u16>>, ResumableError> {
        let Period { preperiod: n0, period: p, .. } = self.period;
        let mut windows = self.record.windows(heaps, length, self.end(), self.goes_on)?;
        for (heap, values) in heaps.iter().zip(&mut windows) {
            let repeated = heap + values.len() as u64..heap + length;
            values.extend(repeated.map(|n| self.again[((n - n0) % p) as usize]));
        }
        Ok(windows)
    }

    /// B: how many heaps back a link may look. As far as the search itself, if it can: then no far splits are needed.
    /// (Where superblocks continued the sequence, their window is longer too, but a link of a game with
    /// hundreds of rare heaps would have no end.)
    fn reach(&self) -> usize {
        let looked_back = if self.basis.superblocks { 0 } else { self.basis.window() };
        let least = looked_back.max(self.window as usize).max(LEAST_REACH);
        least.checked_next_power_of_two().map_or(MOST_REACH, |reach| reach.min(MOST_REACH))
    }

    /// The heaps of the snapshots: those of the record or, if these are fewer than the links that a checker walks side
    /// by side, others, evenly spaced, as many as that unless links became too short; and those that are needed.
    fn snapshot_heaps(&self) -> Vec<u64> {
        let of_record = self.record.snapshots().iter().map(|snapshot| snapshot.heap);
        let mut heaps: Vec<u64> = of_record.filter(|&heap| heap < self.end()).collect();
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
            code: self.record.code(),
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

    /// That of a last rare heap beyond the reach of a link, if all heaps can be checked in one go. It takes the
    /// memory of these heaps.
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
        let SearchEvidence { ref basis, period, window, goes_on, .. } = *self;
        if basis.accepted.is_empty() && (basis.superblocks || basis.window() <= self.reach()) {
            return Ok(vec![]);
        }
        // A stream begins two windows after heap 0, or later.
        let reach = self.reach().min(head.len() / 2 - 1);
        let tuning = Tuning::DEFAULT.stream().map_err(ResumableError::from)?;
        FarSearch { basis, period, window, head, reach, tuning, goes_on }.run(self.end() + window)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use octal_check::{CertificateFile, Selection};

    use super::*;
    use crate::period::search::Limits;
    use crate::{Directory, Ended, Settings, search};

    /// Both ways hold the evidence of a search whose last rare heap is within the reach of a link.
    #[test]
    fn with_links_and_without() {
        let (place, limits) = (tempfile::tempdir().unwrap(), Limits::heaps(1 << 21));
        let directory = Directory::open(place.path()).unwrap();
        let code = "0.56".parse().unwrap();
        let settings = Settings { save_every: Duration::MAX, ..Settings::TINY };
        let ended = search(&code, &limits, &settings, &directory, &|_| true).unwrap();
        let Ended::Streamed(record, _) = ended else { panic!("it should drop its history") };
        let evidence =
            SearchEvidence::new(&record, record.proved().unwrap(), 2048, &|| true).unwrap();
        let links = |file: &[u8]| {
            let certificate = CertificateFile::read(file).unwrap();
            let all = certificate.pick(Selection::All).unwrap();
            let established = certificate.check(&all, 2, &|_, _| true).unwrap();
            assert!(established.proved, "{}", established.statement);
            all.len()
        };
        assert!(links(&evidence.with_links().unwrap()) > 1);
        assert_eq!(links(&evidence.without_links().unwrap()), 0);
    }
}
