//! The surroundings of the checker: files, the choice of links, and the amount of work.
//!
//! No part of the code to be trusted: see the page of [`super`].

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::{
    ArithmeticCertificate, Certificate, CheckResult, EndlessCertificate, Established,
    MisereCertificate, OnProgress, links,
};

/// The links of a certificate to be checked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Selection {
    /// Every one.
    All,
    /// From the first number up to, not including, the second.
    Range(usize, usize),
    /// This share of them, at least one, chosen by a seed.
    Sample(f64, u64),
}

impl Selection {
    /// The numbers of the links, of `count` in all; where there are none, every selection is empty.
    ///
    /// # Errors
    /// The range that would be right, if the given range goes beyond it.
    pub fn pick(self, count: usize) -> Result<Vec<usize>, String> {
        Ok(match self {
            Selection::Range(_, to) if to > count && count > 0 => {
                return Err(format!("its links are 0..{count}"));
            }
            Selection::Range(from, to) if count > 0 => (from..to).collect(),
            Selection::All | Selection::Range(..) => (0..count).collect(),
            Selection::Sample(share, seed) => {
                let wanted = ((share * count as f64).ceil() as usize).clamp(1, count.max(1));
                let mut links: Vec<usize> = (0..count).collect();
                // The links with the least random numbers, by the generator SplitMix64.
                links.sort_by_cached_key(|&i| mix(seed.wrapping_add(mix(i as u64))));
                links.truncate(wanted);
                links.sort_unstable();
                links
            }
        })
    }
}

fn mix(seed: u64) -> u64 {
    let z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// Reads a range of links, `A..B`.
///
/// # Errors
/// The reason, with what would be right.
pub fn range(text: &str) -> Result<(usize, usize), String> {
    let ends = text.split_once("..").and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    ends.filter(|(a, b)| a < b).ok_or_else(|| format!("`{text}` is no range such as 0..100"))
}

/// Reads a share of links, above 0 and up to 1.
///
/// # Errors
/// The reason, with what would be right.
pub fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|&share: &f64| share > 0.0 && share <= 1.0);
    share.ok_or_else(|| format!("`{text}` is no share such as 0.05, above 0 and up to 1"))
}

/// Reads the seed of a sample.
///
/// # Errors
/// The reason, with what would be right.
pub fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("`{text}` is no seed: a whole number from 0 to 2^64 - 1"))
}

/// The largest file that is read, in bytes.
const LARGEST: u64 = 1 << 28;

/// Reads a file, or stdin for `-`, but never more than a certificate may have.
///
/// # Errors
/// Those of the system, and that the file is too large.
pub fn load(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = vec![];
    let input: Box<dyn Read> =
        if path == Path::new("-") { Box::new(io::stdin()) } else { Box::new(File::open(path)?) };
    input.take(LARGEST + 1).read_to_end(&mut file)?;
    let too_large = || io::Error::other(format!("it has more than {LARGEST} bytes"));
    if file.len() as u64 > LARGEST { Err(too_large()) } else { Ok(file) }
}

/// True if a file is compressed by gzip, as its first bytes show.
pub fn is_compressed(file: &[u8]) -> bool {
    file.starts_with(&[0x1f, 0x8b])
}

/// A certificate of one kind or another, named in its first line.
#[derive(Debug)]
pub enum CertificateFile {
    /// Of a period.
    Period(Certificate),
    /// Of an arithmetic period.
    Arithmetic(ArithmeticCertificate),
    /// Of a period of a code whose digits repeat for ever.
    Endless(EndlessCertificate),
    /// Of a misère quotient.
    Misere(MisereCertificate),
}

impl CertificateFile {
    /// Reads a file.
    ///
    /// # Errors
    /// The line that cannot be read, or the number that is not as it should be.
    pub fn read(file: &[u8]) -> CheckResult<CertificateFile> {
        if MisereCertificate::is_named_by(file) {
            MisereCertificate::read(file).map(CertificateFile::Misere)
        } else if ArithmeticCertificate::is_named_by(file) {
            ArithmeticCertificate::read(file).map(CertificateFile::Arithmetic)
        } else if EndlessCertificate::is_named_by(file) {
            EndlessCertificate::read(file).map(CertificateFile::Endless)
        } else {
            Certificate::read(file).map(CertificateFile::Period)
        }
    }

    /// The numbers of the links that are selected.
    ///
    /// # Errors
    /// The choice that would be right, if there are no such links.
    pub fn pick(&self, selection: Selection) -> Result<Vec<usize>, String> {
        match (self, selection) {
            (CertificateFile::Period(certificate), _) => selection.pick(certificate.links()),
            (_, Selection::All) => Ok(vec![]),
            (CertificateFile::Arithmetic(_), _) => {
                Err("the certificate of an arithmetic period has no links: it is checked whole"
                    .into())
            }
            (CertificateFile::Endless(_), _) => {
                Err("the certificate of an endless code has no links: it is checked whole".into())
            }
            (CertificateFile::Misere(_), _) => {
                Err("the certificate of a misère quotient has no links: it is checked whole".into())
            }
        }
    }

    /// The number of heaps that a check of these links covers.
    pub fn heaps(&self, links: &[usize]) -> u64 {
        match self {
            CertificateFile::Period(certificate) => certificate.heaps(links),
            CertificateFile::Arithmetic(certificate) => certificate.heaps(),
            CertificateFile::Endless(certificate) => certificate.heaps(),
            CertificateFile::Misere(certificate) => certificate.last_heap() + 1,
        }
    }

    /// The approximate number of steps of a check of these links, from the numbers of the claim
    /// alone. 0 for a misère quotient, whose steps are counted as they are taken.
    pub fn cost(&self, links: &[usize]) -> u64 {
        match self {
            CertificateFile::Period(certificate) => certificate.cost(links),
            CertificateFile::Arithmetic(certificate) => certificate.cost(),
            CertificateFile::Endless(certificate) => certificate.cost(),
            CertificateFile::Misere(_) => 0,
        }
    }

    /// Checks these links, or the whole if there are none, on at most `jobs` threads. If the
    /// watcher says no, the check ends there.
    ///
    /// # Errors
    /// The first fault found.
    pub fn check(
        &self,
        links: &[usize],
        jobs: usize,
        watch: OnProgress<'_>,
    ) -> CheckResult<Established> {
        match self {
            CertificateFile::Period(certificate) => certificate.check(links, jobs, watch),
            CertificateFile::Arithmetic(certificate) => certificate.check(watch),
            CertificateFile::Endless(certificate) => certificate.check(watch),
            CertificateFile::Misere(certificate) => certificate.check(watch),
        }
    }
}

impl Certificate {
    /// The number of heaps that a check of these links computes.
    pub fn heaps(&self, links: &[usize]) -> u64 {
        self.base_length() + self.linked_heaps(links)
    }

    fn linked_heaps(&self, links: &[usize]) -> u64 {
        let links = links.iter().filter(|&&i| i < self.links());
        links.map(|&i| self.length(i)).sum()
    }

    /// The approximate number of steps of a check of these links.
    pub fn cost(&self, links: &[usize]) -> u64 {
        let places = |bit| self.digits.iter().filter(|digit| digit.bits & bit != 0).count() as u128;
        let of_rare = |n: u128| n / 2 * places(4) + n * n / 12 * places(8);
        let rare: u128 = self.rare.iter().map(|&(r, _)| of_rare(r.into())).sum();
        let near = if self.mask == 0 { 0 } else { u128::from(SPLITS_TRIED) * places(4) };
        let base = (u128::from(self.steps_a_heap(true)) + self.taps() + near)
            * u128::from(self.base_length());
        let links = match links::has_small_values(self) {
            true => u128::from(self.steps_side_by_side()) * self.steps_of_lanes(links),
            false => {
                let heap = u128::from(self.steps_a_heap(false)) + self.taps() + near;
                heap * u128::from(self.linked_heaps(links))
            }
        };
        u64::try_from(rare + base + links).unwrap_or(u64::MAX)
    }

    /// The steps of all walks of links side by side: each walk is as long as its longest link.
    fn steps_of_lanes(&self, links: &[usize]) -> u128 {
        let links = links.iter().filter(|&&i| i < self.links());
        let mut lengths: Vec<u64> = links.map(|&i| self.length(i)).collect();
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        lengths.iter().step_by(links::LANES).map(|&length| u128::from(length)).sum()
    }

    /// The splits with a rare part that are seen at each heap; none in the plain form.
    fn taps(&self) -> u128 {
        let rare = if self.mask == 0 { 0 } else { self.rare.len() };
        self.splits().count() as u128 * rare as u128
    }

    /// The steps that each heap takes one by one, besides those for its splits.
    pub(super) fn steps_a_heap(&self, is_base: bool) -> u64 {
        // A heap of the base stays in memory.
        (if is_base && self.mask != 0 { KEPT } else { 16 }) + self.digits.len() as u64
    }

    /// The steps that a heap of every lane takes together.
    pub(super) fn steps_side_by_side(&self) -> u64 {
        let taps = self.taps() + u128::from(SPLITS_TRIED) * self.splits().count() as u128;
        let steps = TAP_OF_LANES * (self.digits.len() as u128 + taps) + LANES_ALONE;
        u64::try_from(steps).unwrap_or(u64::MAX)
    }

    /// The steps for all far splits of a heap of a link.
    pub(super) fn steps_of_far_splits(&self, base: &[u16], link: usize) -> u64 {
        let windows = (link as u64 + 1) * self.window + base.len() as u64;
        windows * self.splits().count() as u64
    }
}

/// The steps that a heap of a base counts, because its value stays in memory.
const KEPT: u64 = 1 << 9;
/// The approximate number of splits of each place that show the rare values of a heap to be
/// options.
const SPLITS_TRIED: u64 = 1 << 6;
/// The steps of one tap of all lanes, and those besides taps.
const TAP_OF_LANES: u128 = 4;
const LANES_ALONE: u128 = 256;

/// The steps that a check may take if the caller does not say otherwise: about two minutes of one
/// core.
pub const DEFAULT_WORK: u64 = 1 << 37;
/// A check may take this many times the steps that it is allowed by its estimate.
const MARGIN: u64 = 8;
/// A check of more steps is announced.
pub const LONG_CHECK: u64 = 1 << 34;

/// The steps that a check may take, and those taken.
#[derive(Debug)]
pub struct WorkLimit {
    most: u64,
    taken: AtomicU64,
}

impl WorkLimit {
    /// A limit for a check that will take about `cost` steps.
    ///
    /// # Errors
    /// The limit that would be enough.
    pub fn new(most: u64, cost: u64) -> Result<WorkLimit, u64> {
        let limit = WorkLimit { most, taken: AtomicU64::new(0) };
        if cost <= most { Ok(limit) } else { Err(rounded_up(cost)) }
    }

    /// Adds steps. False if there are more than 8 times as many as allowed, since the claim does
    /// not determine how soon splits are found.
    pub fn take(&self, steps: u64) -> bool {
        self.taken.fetch_add(steps, Relaxed);
        self.is_kept()
    }

    fn is_kept(&self) -> bool {
        self.taken.load(Relaxed) <= self.most.saturating_mul(MARGIN)
    }

    /// The end of a check whose steps were added.
    ///
    /// # Errors
    /// A limit that may be enough.
    pub fn finish(&self) -> Result<(), u64> {
        if self.is_kept() { Ok(()) } else { Err(rounded_up(self.most.saturating_mul(2))) }
    }
}

/// A number of two digits and zeros that is not smaller.
fn rounded_up(steps: u64) -> u64 {
    let unit = 10_u64.pow(steps.max(10).ilog10() - 1);
    steps.div_ceil(unit).saturating_mul(unit)
}
