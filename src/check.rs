//! The independent checker of certificates: std only, no code shared with the rest of the crate.
//!
//! The format is specified in `octal::certificate`; section 9 of `octal::theory` proves that an
//! accepted certificate implies its claim. What has to be trusted is in three files:
//!
//! * `check/read.rs`: what a file may say: grammar, hash, and all that needs no values
//! * this file: the values from heap 0 on, and the answer
//! * `check/links.rs`: the links of the chain form, thirty-two side by side
//!
//! `check/selection.rs` loads files and chooses links. Nothing depends on it: the answer says how many
//! links were checked.
//!
//! Cost: plain form O(N²) for N values; chain form O(number of rare heaps) a heap, in the memory of
//! the heaps before the first link.

#![forbid(unsafe_code)]

// By their paths, so that the program `octal-check` finds them too.
#[path = "check/links.rs"]
mod links;
#[path = "check/read.rs"]
mod read;
#[path = "check/selection.rs"]
mod selection;

use std::collections::BTreeSet;
use std::fmt;

pub use read::Certificate;
pub use selection::{Selection, load, range, seed, share, threads};

/// Why a certificate is refused: the line or the heap, and what is wrong there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection(pub String);

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Anything but a rejection.
impl std::error::Error for Rejection {}

type Checked<T> = Result<T, Rejection>;

fn at_heap<T>(n: u64, reason: impl fmt::Display) -> Checked<T> {
    Err(Rejection(format!("heap {n}: {reason}")))
}

fn no_option<T>(n: u64, v: u16) -> Checked<T> {
    at_heap(n, format!("no move is found that shows the rare value {v} to be an option"))
}

fn compare(n: u64, found: u16, stated: u16) -> Checked<()> {
    match found == stated {
        true => Ok(()),
        false => at_heap(n, format!("its value is {found}, the certificate says {stated}")),
    }
}

/// Told how many more heaps have been checked; says whether to go on.
pub type Watch<'a> = &'a (dyn Fn(u64) -> bool + Sync);

/// Heaps between two looks by the watcher.
const HEAPS_AT_ONCE: u64 = 1 << 12;

impl Certificate {
    /// Checks the heaps before the first link, and these links, on `jobs` threads; less if the
    /// watcher ends it.
    ///
    /// # Errors
    /// The first fault found.
    pub fn check(
        &self,
        links: &[usize],
        jobs: usize,
        watch: Watch<'_>,
    ) -> Result<Established, Rejection> {
        let links: BTreeSet<usize> = links.iter().copied().filter(|&i| i < self.links()).collect();
        let g = self.check_base(watch)?;
        let heaps = g.len() as u64;
        let checked =
            if heaps < self.base { 0 } else { links::check(self, &g, &links, jobs, watch)? };
        let proved = heaps == self.base && checked == self.links();
        Ok(Established { claim: self.claim(), heaps, checked, links: self.links(), proved })
    }

    /// The values of the heaps before the first link, each shown to be right.
    fn check_base(&self, watch: Watch<'_>) -> Checked<Vec<u16>> {
        let mut base = Base { certificate: self, g: vec![], seen: vec![u32::MAX; 1 << 16] };
        let mut stated = self.stated.iter().peekable();
        for n in 0..self.base {
            let is_listed = self.rare.binary_search(&n).is_ok();
            let v = if n == 0 || is_listed { base.definition()? } else { base.sparse()? };
            if let Some(&(_, stated)) = stated.next_if(|stated| stated.0 == n) {
                compare(n, v, stated)?;
            }
            if is_listed && !self.is_rare(n, v) {
                return at_heap(n, format!("listed as rare, its value {v} is common"));
            }
            if let Some(before) = n.checked_sub(self.period)
                && (before >= self.preperiod && self.links() == 0)
                && base.g[before as usize] != v
            {
                let w = base.g[before as usize];
                let reason = format!("its value is {w}, that of heap {n}, a period later, {v}");
                return at_heap(before, reason);
            }
            base.g.push(v);
            if (n + 1).is_multiple_of(HEAPS_AT_ONCE) && !watch(HEAPS_AT_ONCE) {
                break;
            }
        }
        for &(n, stated) in &self.sides {
            if let Some(&v) = base.g.get(n as usize) {
                compare(n, v, stated)?;
            }
        }
        Ok(base.g)
    }
}

/// The values of heaps 0 to n − 1, and which option values of heap n have been seen: v if entry v
/// of `seen` is n.
struct Base<'a> {
    certificate: &'a Certificate,
    g: Vec<u16>,
    seen: Vec<u32>,
}

impl Base<'_> {
    /// Sees the options of heap n; of splits into two, those with one of these parts of both.
    fn see_options<I: IntoIterator<Item = u64>>(&mut self, parts: impl Fn(u64) -> I) {
        let Base { certificate, g, seen } = self;
        let (n, g, seen) = (g.len() as u64, &g[..], &mut seen[..]);
        let value = |a: u64| g[a as usize];
        let mut see = |v: u16| seen[usize::from(v)] = n as u32;
        for place in certificate.places.iter().filter(|place| place.k <= n) {
            let rest = n - place.k;
            if place.digit & 1 != 0 && rest == 0 {
                see(0);
            }
            if place.digit & 2 != 0 && rest > 0 {
                see(value(rest));
            }
            if place.digit & 4 != 0 {
                for a in parts(rest) {
                    if !(place.unequal && 2 * a == rest) {
                        see(value(a) ^ value(rest - a));
                    }
                }
            }
            if place.digit & 8 != 0 {
                for a in 1..=rest / 3 {
                    let parts = a..=(rest - a) / 2;
                    parts.for_each(|b| see(value(a) ^ value(b) ^ value(rest - a - b)));
                }
            }
        }
    }

    fn has_seen(&self, v: u16) -> bool {
        self.seen[usize::from(v)] == self.g.len() as u32
    }

    /// The least value of a class that has not been seen.
    fn least_missing(&self, class: impl Fn(u16) -> bool) -> Checked<u16> {
        let least = (0..=u16::MAX).find(|&v| !self.has_seen(v) && class(v));
        least.map_or_else(|| at_heap(self.g.len() as u64, "its value is above 65535"), Ok)
    }

    /// G(n) as the mex of all options (Theorem 1).
    fn definition(&mut self) -> Checked<u16> {
        self.see_options(|rest| 1..=rest / 2);
        self.least_missing(|_| true)
    }

    /// G(n) of a heap that is not listed as rare (Theorem 4): the least common value that no move to
    /// less than two heaps and no split with a rare part has, if all smaller rare values are options.
    /// In the last period the larger part that shows it must not be below n0 (Theorem 5).
    fn sparse(&mut self) -> Checked<u16> {
        let (certificate, n) = (self.certificate, self.g.len() as u64);
        self.see_options(|rest| certificate.rare.iter().copied().take_while(move |&r| r < rest));
        let x = self.least_missing(|v| !certificate.is_rare(n, v))?;
        let is_last_period = n >= certificate.preperiod + certificate.window;
        let least = if is_last_period { certificate.preperiod } else { 1 };
        let mut parts = 1..=n / 2;
        for v in (0..x).filter(|&v| certificate.is_rare(n, v)) {
            while !self.has_seen(v) {
                let Some(a) = parts.next() else { return no_option(n, v) };
                for (k, unequal) in certificate.splits() {
                    let b = n.saturating_sub(k + a);
                    if b >= a.max(least) && !(unequal && a == b) {
                        let v = self.g[a as usize] ^ self.g[b as usize];
                        self.seen[usize::from(v)] = n as u32;
                    }
                }
            }
        }
        Ok(x)
    }
}

/// What a check has shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Established {
    claim: String,
    heaps: u64,
    checked: usize,
    links: usize,
    proved: bool,
}

impl Established {
    /// Whether the claim is proved: nothing was left out.
    #[must_use]
    pub fn proved(&self) -> bool {
        self.proved
    }
}

impl fmt::Display for Established {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Established { claim, heaps, checked, links, .. } = self;
        let heaps = format!("every heap up to {}", heaps - 1);
        match (self.proved(), links) {
            (true, 0) => write!(f, "{claim}: {heaps} checked: proved"),
            (true, _) => write!(f, "{claim}: {heaps} and every link checked: proved"),
            (false, _) => {
                let part = format!("{checked} of {links} links checked, {heaps}");
                write!(f, "{claim}: no fault found, not proved: {part}")
            }
        }
    }
}
