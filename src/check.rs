//! The independent checker of certificates: std only, no code shared with the rest of the crate.
//!
//! The format is specified in `octal::certificate`; section 9 of `octal::theory` proves that an
//! accepted certificate implies its claim. Three short files:
//!
//! * `read`: what a file may say: grammar, hash, the code, and all that needs no values
//! * this file: the values from heap 0 on, the claims, and what to say in the end
//! * `links`: the links of the chain form, sixteen side by side
//!
//! Cost: plain form O(N²) for N values; chain form O(number of rare heaps) a heap, in the memory of
//! the heaps before the first link.

#![forbid(unsafe_code)]

// By their paths, so that the program `octal-check` finds them too.
#[path = "check/links.rs"]
mod links;
#[path = "check/read.rs"]
mod read;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::{fmt, thread};

use links::Task;
pub use read::Certificate;
use read::{Chain, Evidence};

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

/// Why a check ends before its end.
#[derive(Debug)]
enum Stop {
    Rejected(Rejection),
    /// A value does not fit into the words in use.
    TooNarrow(u64),
    Cancelled,
}

impl From<Rejection> for Stop {
    fn from(rejection: Rejection) -> Stop {
        Stop::Rejected(rejection)
    }
}

/// Told how many more heaps have been checked; says whether to go on.
pub type Watch<'a> = &'a (dyn Fn(u64) -> bool + Sync);

/// Heaps between two looks by the watcher.
const HEAPS_AT_ONCE: u64 = 1 << 12;

/// The option values of one heap: v has been seen at heap n if entry v is n.
struct Seen(Vec<u32>);

impl Seen {
    fn add(&mut self, n: u64, v: u16) {
        self.0[usize::from(v)] = n as u32;
    }

    fn has(&self, n: u64, v: u16) -> bool {
        self.0[usize::from(v)] == n as u32
    }

    /// The least value of a class that has not been seen.
    fn least_missing(&self, n: u64, class: impl Fn(u16) -> bool) -> Checked<u16> {
        let least = (0..=u16::MAX).find(|&v| !self.has(n, v) && class(v));
        least.map_or_else(|| at_heap(n, "its value is above 65535"), Ok)
    }
}

impl Certificate<'_> {
    /// Checks the heaps before the first link, and these links, on `jobs` threads. `None` if the
    /// watcher ended it.
    ///
    /// # Errors
    /// The first fault found.
    pub fn check(
        &self,
        links: &[usize],
        jobs: usize,
        watch: Watch<'_>,
    ) -> Result<Option<Established>, Rejection> {
        let done = self.base(watch).and_then(|g| self.check_links(&g, links, jobs, watch));
        match done {
            Ok(()) => Ok(Some(self.established(links))),
            Err(Stop::Rejected(rejection)) => Err(rejection),
            Err(Stop::TooNarrow(n)) => at_heap(n, "its value is above 255"),
            Err(Stop::Cancelled) => Ok(None),
        }
    }

    /// The values of all heaps before the first link, each shown to be right.
    fn base(&self, watch: Watch<'_>) -> Result<Vec<u16>, Stop> {
        let (mut g, mut seen) = (vec![0], Seen(vec![0; 1 << 16]));
        for n in 1..self.base_length() {
            g.push(match &self.evidence {
                Evidence::Plain(_) => self.definition(&g, n, &mut seen)?,
                Evidence::Chain(chain) => self.sparse(chain, &g, n, &mut seen)?,
            });
            if n % HEAPS_AT_ONCE == 0 && !watch(HEAPS_AT_ONCE) {
                return Err(Stop::Cancelled);
            }
        }
        match &self.evidence {
            Evidence::Plain(values) => {
                compare(&g, 0, values)?;
                self.repeats(&g, self.preperiod.max(1), g.len() as u64 - self.period)?;
                self.repeats(&g, self.preperiod, 1)?;
            }
            Evidence::Chain(chain) => match chain.snapshots.first() {
                Some(&(heap, _)) => compare(&g, heap, &chain.values(0))?,
                None => self.repeats(&g, self.preperiod, self.preperiod + chain.window)?,
            },
        }
        self.sides.iter().try_for_each(|&(n, v)| match g.get(n as usize) {
            Some(&found) if found != v => at_heap(n, differ(found, v)),
            _ => Ok(()),
        })?;
        Ok(g)
    }

    /// G(n) as the mex of all options (Theorem 1).
    fn definition(&self, g: &[u16], n: u64, seen: &mut Seen) -> Checked<u16> {
        self.rules.moves(g, n, |v| seen.add(n, v));
        seen.least_missing(n, |_| true)
    }

    /// G(n) by Theorem 4: from the definition at a heap that is listed as rare; at any other from
    /// the moves with a rare part, if every smaller rare value is an option. In the last period
    /// the larger part must then not be below the preperiod (Theorem 5).
    fn sparse(&self, chain: &Chain<'_>, g: &[u16], n: u64, seen: &mut Seen) -> Checked<u16> {
        if let Ok(i) = chain.rare.binary_search_by_key(&n, |rare| rare.0) {
            let (found, listed) = (self.definition(g, n, seen)?, chain.rare[i].1);
            return match (found == listed, chain.is_rare(n, found)) {
                (true, true) => Ok(found),
                (true, false) => at_heap(n, format!("listed as rare, its value {found} is common")),
                (false, _) => at_heap(n, differ(found, listed)),
            };
        }
        self.rules.small_moves(g, n, |v| seen.add(n, v));
        for &(k, unequal) in &self.rules.splits {
            let tried = chain.rare.partition_point(|&(r, _)| r + k < n);
            for &(r, v) in &chain.rare[..tried] {
                let other = n - k - r;
                if !(unequal && other == r) {
                    seen.add(n, v ^ g[other as usize]);
                }
            }
        }
        let x = seen.least_missing(n, |v| !chain.is_rare(n, v))?;
        let last_period = n >= self.preperiod + chain.window;
        let least_larger_part = if last_period { self.preperiod } else { 1 };
        self.show_options(chain, g, n, x, least_larger_part, seen)?;
        Ok(x)
    }

    /// Finds a split for every rare value below x that has not been seen.
    fn show_options(
        &self,
        chain: &Chain<'_>,
        g: &[u16],
        n: u64,
        x: u16,
        least_larger_part: u64,
        seen: &mut Seen,
    ) -> Checked<()> {
        let wanted = |v: u16, seen: &Seen| v < x && chain.is_rare(n, v) && !seen.has(n, v);
        let mut missing = (0..x).filter(|&v| wanted(v, seen)).count();
        for a in 1..=n / 2 {
            if missing == 0 {
                return Ok(());
            }
            for &(k, unequal) in &self.rules.splits {
                let b = n.saturating_sub(k + a);
                if b < a.max(least_larger_part) || unequal && a == b {
                    continue;
                }
                let v = g[a as usize] ^ g[b as usize];
                missing -= usize::from(wanted(v, seen));
                seen.add(n, v);
            }
        }
        (0..x).find(|&v| wanted(v, seen)).map_or(Ok(()), |v| no_option(n, v))
    }

    /// Whether period p holds at the heaps from `from` to `to` − 1.
    fn repeats(&self, g: &[u16], from: u64, to: u64) -> Checked<()> {
        let value = |n: u64| g[n as usize];
        match (from..to).find(|&n| value(n) != value(n + self.period)) {
            None => Ok(()),
            Some(n) => {
                let (v, w, later) = (value(n), value(n + self.period), n + self.period);
                at_heap(n, format!("its value is {v}, that of heap {later}, a period later, {w}"))
            }
        }
    }

    /// Checks links in groups that are walked side by side, the longest first.
    fn check_links(
        &self,
        g: &[u16],
        links: &[usize],
        jobs: usize,
        watch: Watch<'_>,
    ) -> Result<(), Stop> {
        let Evidence::Chain(chain) = &self.evidence else { return Ok(()) };
        let mut links: Vec<_> = links.iter().map(|&i| self.link(chain, i)).collect();
        links.sort_by_key(|link| std::cmp::Reverse(link.end - link.start));
        let groups: Vec<_> = links.chunks(links::LANES).collect();
        let taps = links::taps(&self.rules, chain, g);
        let (next, stopped) = (AtomicUsize::new(0), Mutex::new(None));
        let work = || {
            while let Some(group) = groups.get(next.fetch_add(1, Relaxed)) {
                let task = Task { certificate: self, chain, g, taps: &taps, links: group };
                if let Err(stop) = links::walk(task, watch) {
                    next.store(groups.len(), Relaxed);
                    if let Ok(mut first) = stopped.lock() {
                        first.get_or_insert(stop);
                    }
                }
            }
        };
        let threads = jobs.clamp(1, groups.len().max(1));
        thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
        stopped.into_inner().ok().flatten().map_or(Ok(()), Err)
    }

    /// What the check of the base and of these links has shown.
    fn established(&self, links: &[usize]) -> Established {
        let within = |n: u64| {
            let link = |&i: &usize| match &self.evidence {
                Evidence::Chain(chain) => self.link(chain, i).computes(chain, n),
                Evidence::Plain(_) => false,
            };
            n < self.base_length() || links.iter().any(link)
        };
        Established {
            claim: self.claim(),
            base: self.base_length() - 1,
            links: self.links(),
            checked: links.len(),
            sides: self.sides.len(),
            sides_checked: self.sides.iter().filter(|side| within(side.0)).count(),
        }
    }
}

/// The largest file that is read, in bytes.
const LARGEST: u64 = 1 << 28;

/// Reads a file, but never more than a certificate may have.
///
/// # Errors
/// Those of the system, and that the file is too large.
pub fn load(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = vec![];
    File::open(path)?.take(LARGEST + 1).read_to_end(&mut file)?;
    let too_large = || io::Error::other(format!("it has more than {LARGEST} bytes"));
    if file.len() as u64 > LARGEST { Err(too_large()) } else { Ok(file) }
}

/// The values `found` from heap `from` on must be those that the certificate states.
fn compare(g: &[u16], from: u64, stated: &[u16]) -> Checked<()> {
    let pairs = (from..).zip(g[from as usize..].iter().zip(stated));
    let mut wrong = pairs.filter(|(_, (found, stated))| found != stated);
    wrong.next().map_or(Ok(()), |(n, (&found, &stated))| at_heap(n, differ(found, stated)))
}

fn differ(found: u16, stated: u16) -> String {
    format!("its value is {found}, the certificate says {stated}")
}

fn no_option<T>(n: u64, v: u16) -> Checked<T> {
    at_heap(n, format!("no move is found that shows the rare value {v} to be an option"))
}

/// What a check has shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Established {
    claim: String,
    base: u64,
    links: usize,
    checked: usize,
    sides: usize,
    sides_checked: usize,
}

impl Established {
    /// Whether the claim is proved: nothing was left out.
    #[must_use]
    pub fn proved(&self) -> bool {
        self.checked == self.links && self.sides_checked == self.sides
    }
}

impl fmt::Display for Established {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Established { claim, base, links, checked, sides, sides_checked } = self;
        match (self.proved(), links) {
            (true, 0) => write!(f, "{claim}: every heap up to {base} checked: proved"),
            (true, _) => {
                write!(f, "{claim}: every heap up to {base} and every link checked: proved")
            }
            (false, _) => write!(
                f,
                "{claim}: no fault found, not proved: {checked} of {links} links checked, every heap \
                 up to {base}, {sides_checked} of {sides} single values"
            ),
        }
    }
}

/// Which links of a certificate are to be checked.
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
    /// The numbers of the links, of `count` in all.
    #[must_use]
    pub fn pick(self, count: usize) -> Vec<usize> {
        match self {
            Selection::All => (0..count).collect(),
            Selection::Range(from, to) => (from.min(count)..to.min(count)).collect(),
            Selection::Sample(share, seed) => {
                let wanted = ((share * count as f64).ceil() as usize).clamp(1, count.max(1));
                let mut links: Vec<usize> = (0..count).collect();
                // The links with the least random numbers, by the generator SplitMix64.
                links.sort_by_cached_key(|&i| mix(seed.wrapping_add(mix(i as u64))));
                links.truncate(wanted);
                links.sort_unstable();
                links
            }
        }
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
/// What would be right.
pub fn range(text: &str) -> Result<(usize, usize), String> {
    let ends = text.split_once("..").and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    ends.filter(|(a, b)| a < b).ok_or_else(|| format!("`{text}` is no range such as 0..100"))
}

/// Reads a share of links, above 0 and up to 1.
///
/// # Errors
/// What would be right.
pub fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|&share: &f64| share > 0.0 && share <= 1.0);
    share.ok_or_else(|| format!("`{text}` is no share such as 0.05, above 0 and up to 1"))
}
