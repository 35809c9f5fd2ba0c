//! The independent checker of certificates: std only, no code shared with the other crates.
//!
//! The format of certificates of periods is specified in `octal_games::certificate`. Section 9 of
//! `octal_games::theory` proves that an accepted certificate implies its claim. The code to be
//! trusted is in three files:
//!
//! * this file: the hypotheses, the period, and the answer
//! * `values.rs`: values one after the other, from heap 0 on up to the first link, and in links
//! * `links.rs`: the links of the chain form, thirty-two side by side where values are small
//!
//! Three kinds of certificates have checkers of their own. They are those of arithmetic periods
//! (`arithmetic`), of codes whose digits repeat for ever (`endless.rs`), and of misère quotients
//! (`misere`). The first page of each describes its files.
//!
//! Nothing depends on the others. `read.rs` makes numbers of a text. If it misread one, the answer
//! would still be right: it states the claim that the numbers make. `selection.rs` chooses links,
//! and the answer states the number of links checked.
//!
//! Cost: plain form O(N²) for N values; chain form O(number of rare heaps) a heap. The chain form
//! uses the memory of the heaps before the first link, and at most four gigabytes for links.
//! [`CertificateFile::cost`] is the number of steps; a caller bounds them with a [`WorkLimit`].

#![forbid(unsafe_code)]

mod arithmetic;
mod endless;
mod links;
mod misere;
mod read;
mod selection;
mod values;

pub use arithmetic::ArithmeticCertificate;
pub use endless::EndlessCertificate;
pub use misere::MisereCertificate;
pub use selection::{
    CertificateFile, DEFAULT_WORK, LONG_CHECK, Selection, WorkLimit, is_compressed, load, range,
    seed, share,
};

/// A result, or the reason for rejection: it names the line or the heap, and the fault.
pub type CheckResult<T> = Result<T, String>;

/// Receives the numbers of heaps checked and of steps taken since the last call. A step is about a
/// nanosecond. The check ends early if it returns false.
pub type OnProgress<'a> = &'a (dyn Fn(u64, u64) -> bool + Sync);

/// Heaps between two calls of the watcher, at most.
const HEAPS_AT_ONCE: u64 = 1 << 12;
/// Steps between two calls of the watcher, at most, but for those of one heap.
const STEPS_AT_ONCE: u64 = 1 << 24;
/// All heaps are below this number.
const HEAPS: u64 = 1 << 48;
/// The most values of the plain form.
const PLAIN_VALUES: u64 = 1 << 19;
/// The most heaps that are kept in memory from heap 0 on.
const BASE: u64 = 1 << 30;
/// The default number of heaps back that a link may look.
const LEAST_REACH: u64 = 1 << 16;
/// The most heaps back that a link may look.
const MOST_REACH: u64 = 1 << 20;

/// A certificate that was read, and whose numbers fulfil the hypotheses; no value is computed yet.
///
/// The plain form has the mask 0, with which every value is rare, and so every heap is listed.
#[derive(Debug, Default)]
pub struct Certificate {
    /// d0, d1, …, dt.
    digits: Vec<CodeDigit>,
    /// n0.
    preperiod: u64,
    /// p.
    period: u64,
    /// m.
    mask: u64,
    /// ε.
    position: u64,
    /// The rare heaps in ascending order, and their values.
    rare: Vec<(u64, u16)>,
    /// W.
    window: u64,
    /// B, the number of heaps back that a link may look.
    reach: u64,
    /// Heaps s in ascending order, and the values of s, …, s + W − 1.
    snapshots: Vec<(u64, Vec<u16>)>,
    /// The number of links that were checked before, which the answer then counts; 0 unless the
    /// caller sets it.
    pub checked_before: usize,
}

/// Bits 1, 2, 4, 8: no, one, two, three heaps may be left; two may have to be unequal.
#[derive(Debug)]
struct CodeDigit {
    bits: u32,
    unequal: bool,
}

/// The result of a check, in words, and as a proof or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Established {
    /// The claim, and the part of it that was checked.
    pub statement: String,
    /// True if nothing was left out, so that the claim is proved.
    pub proved: bool,
}

impl Certificate {
    /// Reads a file.
    ///
    /// # Errors
    /// The line that cannot be read, or the number that is not as it should be.
    pub fn read(file: &[u8]) -> CheckResult<Certificate> {
        let certificate = read::read(file)?;
        certificate.check_numbers()?;
        Ok(certificate)
    }

    /// Checks the heaps before the first link, and then these links, on `jobs` threads. If the
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
        let (mut checked, all) = (0, self.links());
        let g = values::base(self, watch)?;
        let is_whole = g.len() as u64 == self.base_length();
        if is_whole {
            self.check_period(&g)?;
            checked = self.checked_before + links::check(self, &g, links, jobs, watch)?;
        }
        let proved = is_whole && checked == all;
        let heaps = format!("every heap up to {}", g.len() - 1);
        let answer = match (proved, all) {
            (true, 0) => format!("{heaps}, the last that the certificate needs, checked: proved"),
            (true, _) => format!("{heaps} and every link checked: proved"),
            _ => format!("no fault found, not proved: {checked} of {all} links checked, {heaps}"),
        };
        Ok(Established { statement: format!("{}: {answer}", self.claim()), proved })
    }

    /// The claim in words.
    pub fn claim(&self) -> String {
        let Certificate { digits, preperiod, period, .. } = self;
        format!("{}: preperiod {preperiod}, period {period}, both least", code(digits))
    }

    /// The number of links.
    pub fn links(&self) -> usize {
        self.snapshots.len().saturating_sub(1)
    }

    /// The number of heaps that link i computes. The link must exist.
    fn length(&self, i: usize) -> u64 {
        self.snapshots[i + 1].0 - self.snapshots[i].0
    }

    /// The number of heaps from 0 on that are computed before any link.
    pub fn base_length(&self) -> u64 {
        let end = self.preperiod + self.period;
        self.snapshots.first().map_or(end, |first| first.0) + self.window
    }

    /// The places that leave two heaps, with `true` if these must be unequal.
    fn splits(&self) -> impl Iterator<Item = (u64, bool)> {
        let splits = (0..).zip(&self.digits).filter(|(_, digit)| digit.bits & 4 != 0);
        splits.map(|(k, digit)| (k, digit.unequal))
    }

    /// s, or another number of its parity.
    fn split_parity(&self) -> u64 {
        self.splits().next().map_or(0, |(k, _)| k)
    }

    /// True if the value v is rare at heap n.
    fn is_rare(&self, n: u64, v: u16) -> bool {
        let ones = u64::from((u64::from(v) & self.mask).count_ones());
        (ones + self.position * (n + self.split_parity())).is_multiple_of(2)
    }

    /// Checks that the numbers are as the forms require.
    fn check_numbers(&self) -> CheckResult<()> {
        let Certificate { preperiod: n0, period: p, window, .. } = *self;
        demand(self.digits[0].bits & 3 == 0, "d0 should have neither bit 1 nor bit 2")?;
        demand(p > 0, "the period should be at least 1")?;
        demand(n0.max(p).max(window) < HEAPS, format!("heaps should be below {HEAPS}"))?;
        if self.mask == 0 { self.check_plain() } else { self.check_chain() }
    }

    fn has_bit(&self, bit: u32) -> bool {
        self.digits.iter().any(|digit| digit.bits & bit != 0)
    }

    /// t: the digits after the point.
    fn last_place(&self) -> u64 {
        self.digits.len() as u64 - 1
    }

    /// The number of values that the plain form needs for this claim.
    fn plain_values(&self) -> u64 {
        let heaps = 1 + u64::from(self.has_bit(12)) + u64::from(self.has_bit(8));
        heaps * (self.preperiod.max(1) + self.period) + self.last_place()
    }

    /// Theorem 9a.
    fn check_plain(&self) -> CheckResult<()> {
        let is_free = self.splits().all(|(_, unequal)| !unequal);
        demand(is_free, "the plain form is for codes without `!`")?;
        let most = if self.has_bit(8) { 1 << 12 } else { PLAIN_VALUES };
        let values = self.plain_values();
        let right = format!("the plain form is for at most {most} values, not {values}");
        demand(values <= most, right)?;
        let are_there = self.rare.iter().map(|rare| rare.0).eq(0..values);
        let is_all = are_there && self.base_length() == values && self.snapshots.is_empty();
        demand(is_all, format!("the values of heaps 0 to {} should be there", values - 1))
    }

    /// Theorem 9d.
    fn check_chain(&self) -> CheckResult<()> {
        let Certificate { preperiod: n0, period: p, window, position, reach, .. } = *self;
        demand(!self.has_bit(8), "the chain form is for digits below 8")?;
        let is_parity = self.splits().all(|(k, _)| k % 2 == self.split_parity() % 2);
        let right = "the position should be 0, or 1 if all splitting places have one parity";
        demand(position == 0 || position == 1 && is_parity, right)?;
        let mut rho = 0;
        for &(r, _) in &self.rare {
            if r <= rho {
                return Err(format!("heap {r}: the rare heaps should ascend"));
            }
            rho = r;
        }
        demand(rho < n0, format!("heap {rho}: rare heaps should be below the preperiod"))?;
        let least = rho + self.last_place() + 1;
        let right =
            format!("the reach should be a power of two from {LEAST_REACH} to {MOST_REACH}");
        demand(reach.is_power_of_two() && (LEAST_REACH..=MOST_REACH).contains(&reach), right)?;
        let most = if self.snapshots.is_empty() { HEAPS } else { reach };
        let right = format!("the window should be from {least} to {most}");
        demand((least..=most).contains(&window), right)?;
        let mut least = window;
        for (s, values) in &self.snapshots {
            if *s < least || values.len() as u64 != window {
                return Err(format!(
                    "heap {s}: a snapshot should be of {window} heaps, from {least} or more on"
                ));
            }
            least = s + 1;
        }
        let last = self.snapshots.last().map_or(0, |last| last.0);
        demand(last <= n0 + p, format!("heap {last}: no snapshot is needed"))?;
        let base = self.base_length();
        let right = match self.snapshots.first() {
            Some((s, _)) => format!("heap {s}: the first window should end before heap {BASE}"),
            None => format!("without snapshots there should be at most {BASE} heaps, not {base}"),
        };
        demand(base <= BASE, right)
    }

    /// Checks that the first snapshot is right. Checks that, if all are right, p is a period from
    /// n0 on, and both are least (Theorems 5 and 6).
    fn check_period(&self, g: &[u16]) -> CheckResult<()> {
        let Certificate { preperiod: n0, period: p, .. } = *self;
        let window = |n: u64| {
            let stated = || self.snapshots.iter().find(|snapshot| snapshot.0 == n);
            let computed = g.get(n as usize..(n + self.window) as usize);
            let window = computed.or_else(|| stated().map(|snapshot| &*snapshot.1));
            window.ok_or_else(|| format!("heap {n}: here should be a snapshot"))
        };
        if let Some((s, stated)) = self.snapshots.first() {
            compare(*s, window(*s)?, STATED, stated)?;
        }
        compare(n0, window(n0)?, "a period later it is", window(n0 + p)?)?;
        let (mut rest, mut q) = (p, 2);
        while rest > 1 {
            if rest.is_multiple_of(q) {
                rest /= q;
                let differ = window(n0 + p / q)? != window(n0)?;
                demand(differ, format!("heap {n0}: the period is {} or less", p / q))?;
            } else {
                q = if q * q < rest { q + 1 } else { rest };
            }
        }
        match n0.checked_sub(1) {
            Some(n) if window(n)?.first() == window(n + p)?.first() => {
                Err(format!("heap {n}: a period later its value is the same"))
            }
            _ => Ok(()),
        }
    }
}

fn no_option<T>(n: u64, v: u16) -> CheckResult<T> {
    Err(format!("heap {n}: no move is found that shows the rare value {v} to be an option"))
}

/// d0.d1d2….
fn code(digits: &[CodeDigit]) -> String {
    let mark = |digit: &CodeDigit| if digit.unequal { "!" } else { "" };
    let digits = digits.iter().map(|digit| format!("{:x}{}", digit.bits, mark(digit)));
    let mut digits: Vec<String> = digits.collect();
    digits.insert(1, if digits.len() > 1 { "." } else { ".0" }.to_owned());
    digits.concat()
}

/// The source of a value, in messages.
const STATED: &str = "the certificate says";

/// Compares the values of the heaps from n on with `others`, which the source `says`.
fn compare(n: u64, values: &[u16], says: &str, others: &[u16]) -> CheckResult<()> {
    match (n..).zip(values.iter().zip(others)).find(|(_, (v, w))| v != w) {
        Some((n, (v, w))) => Err(format!("heap {n}: its value is {v}, {says} {w}")),
        None => Ok(()),
    }
}

fn demand(holds: bool, otherwise: impl Into<String>) -> CheckResult<()> {
    if holds { Ok(()) } else { Err(otherwise.into()) }
}
