//! The values of consecutive heaps, one after the other, each computed from the rules. A rare value
//! comes from all options (Theorem 1), a common one from Theorem 4.
//!
//! So the heaps before the first link are computed, and the links whose values are too large to be
//! walked side by side. In a link the smaller part of a split is in the base, and the larger one in
//! the link, or far back ([`Certificate::has_far_split`]).

use std::mem;
use std::ops::Range;

use super::{
    Certificate, CheckResult, HEAPS_AT_ONCE, OnProgress, STATED, STEPS_AT_ONCE, compare, demand,
    no_option,
};

/// The smaller parts of splits tried between two looks at their results.
const PARTS_AT_ONCE: u64 = 32;

/// The last values of consecutive heaps up to n − 1, and which option values of heap n have been
/// seen.
pub(super) struct HeapRun<'a> {
    certificate: &'a Certificate,
    /// Of the base; empty while that is computed.
    base: &'a [u16],
    /// The number of the link that is computed.
    link: usize,
    /// The first heap whose value is kept: 0 in the base.
    first: u64,
    /// G(first), …, G(n − 1).
    kept: Vec<u16>,
    /// Entry v is n if an option of value v has been seen.
    seen: Box<[u64; 1 << 16]>,
    /// True if popcount(v & m) is even: v is rare at the heaps where 0 is, or at the others.
    even: Vec<bool>,
    /// The steps taken since the watcher was asked last.
    steps: u64,
}

/// The values of the base, each shown to be right; fewer of them if the watcher ends it.
pub(super) fn base(certificate: &Certificate, watch: OnProgress<'_>) -> CheckResult<Vec<u16>> {
    let mut values = HeapRun::new(certificate, &[], 0, 0, vec![]);
    values.extend(certificate.base_length(), watch)?;
    Ok(values.kept)
}

/// Computes the values of these links, one link after the other, and compares the last ones with
/// the second snapshot of the link. False if the watcher ended it.
pub(super) fn links(
    certificate: &Certificate,
    base: &[u16],
    links: &[usize],
    watch: OnProgress<'_>,
) -> CheckResult<bool> {
    for &i in links {
        let ((s, window), (end, stated)) =
            (&certificate.snapshots[i], &certificate.snapshots[i + 1]);
        let mut values = HeapRun::new(certificate, base, i, *s, window.clone());
        if !values.extend(end + certificate.window, watch)? {
            return Ok(false);
        }
        let last = &values.kept[(end - values.first) as usize..];
        compare(*end, last, STATED, stated)?;
    }
    Ok(true)
}

impl<'a> HeapRun<'a> {
    fn new(
        certificate: &'a Certificate,
        base: &'a [u16],
        link: usize,
        first: u64,
        kept: Vec<u16>,
    ) -> HeapRun<'a> {
        let ones = |v: u16| (u64::from(v) & certificate.mask).count_ones();
        let even = (0..=u16::MAX).map(|v| ones(v).is_multiple_of(2)).collect();
        let seen = Box::new([u64::MAX; 1 << 16]);
        HeapRun { certificate, base, link, first, kept, seen, even, steps: 0 }
    }

    /// The heap n whose value is computed next.
    fn next(&self) -> u64 {
        self.first + self.kept.len() as u64
    }

    fn is_base(&self) -> bool {
        self.base.is_empty()
    }

    /// Computes the values below heap `end`; `false` if the watcher ended that before.
    fn extend(&mut self, end: u64, watch: OnProgress<'_>) -> CheckResult<bool> {
        let certificate = self.certificate;
        let Certificate { rare, reach, .. } = certificate;
        let from = rare.partition_point(|rare| rare.0 < self.next());
        let mut rare = rare[from..].iter().peekable();
        let mut heaps = 0;
        for n in self.next()..end {
            let value = match rare.next_if(|rare| rare.0 == n) {
                Some(&(_, stated)) => self.rare(stated)?,
                None if n == 0 => 0,
                None => self.common()?,
            };
            self.kept.push(value);
            // Values more than `reach` back are not needed: they are dropped, `reach` at a time.
            if !self.is_base() && self.kept.len() as u64 == 2 * reach {
                self.kept.drain(..*reach as usize);
                self.first += reach;
            }
            (heaps, self.steps) =
                (heaps + 1, self.steps + certificate.steps_a_heap(self.is_base()));
            let is_time = heaps == HEAPS_AT_ONCE || self.steps >= STEPS_AT_ONCE || n + 1 == end;
            if is_time && !watch(mem::take(&mut heaps), mem::take(&mut self.steps)) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl HeapRun<'_> {
    /// G(n) of a heap that is listed as rare: the mex of all options (Theorem 1).
    fn rare(&mut self, stated: u16) -> CheckResult<u16> {
        let n = self.next();
        self.see_other_moves();
        self.see_splits(1..n / 2 + 1, 1);
        let v = self.least_missing(|_| true)?;
        compare(n, &[v], STATED, &[stated])?;
        let is_rare = self.certificate.is_rare(n, v);
        demand(is_rare, format!("heap {n}: listed as rare, its value {v} is common")).and(Ok(v))
    }

    /// G(n) of a heap that is not listed as rare (Theorem 4). It is the least common value that no
    /// move to fewer than two heaps and no split with a rare part has, if all smaller rare values
    /// are options.
    fn common(&mut self) -> CheckResult<u16> {
        let (certificate, n) = (self.certificate, self.next());
        self.see_other_moves();
        self.see_splits_with_rare_part();
        let even_is_rare = certificate.is_rare(n, 0);
        let x = self.least_missing(|v| self.even[usize::from(v)] != even_is_rare)?;
        let (least, most) = (self.least_larger_part(), self.most_parts());
        let mut from = 1;
        for v in 0..x {
            while self.even[usize::from(v)] == even_is_rare && !self.has_seen(v) {
                if from <= most {
                    self.see_splits(from..from + PARTS_AT_ONCE, least);
                    from += PARTS_AT_ONCE;
                } else if !self.is_base() && certificate.has_far_split(self.base, self.link, n, v) {
                    self.steps += certificate.steps_of_far_splits(self.base, self.link);
                    break;
                } else {
                    return no_option(n, v);
                }
            }
        }
        Ok(x)
    }

    /// The least larger part of a split of heap n that may show a rare value to be an option. In
    /// the last period it must not be below n0 (Theorem 5), and in a link it is a heap of the link
    /// within reach.
    fn least_larger_part(&self) -> u64 {
        let Certificate { preperiod, window, reach, .. } = *self.certificate;
        let n = self.next();
        let is_last_period = n >= preperiod + window;
        let least = if is_last_period { preperiod } else { 1 };
        if self.is_base() { least } else { least.max(self.first).max(n.saturating_sub(reach)) }
    }

    /// Smaller parts beyond this need not be tried.
    fn most_parts(&self) -> u64 {
        let base = self.base.len() as u64;
        if self.is_base() { self.next() / 2 } else { (base - 1).min(self.certificate.reach) }
    }

    fn has_seen(&self, v: u16) -> bool {
        self.seen[usize::from(v)] == self.next()
    }

    /// The least value of a class that has not been seen.
    fn least_missing(&self, class: impl Fn(u16) -> bool) -> CheckResult<u16> {
        let least = (0..=u16::MAX).find(|&v| !self.has_seen(v) && class(v));
        least.ok_or_else(|| format!("heap {}: its value is above 65535", self.next()))
    }

    /// Sees the moves to no heap, to one and to three.
    fn see_other_moves(&mut self) {
        let n = self.next();
        let HeapRun { certificate, first, kept, seen, steps, .. } = self;
        let mut see = |v: u16| seen[usize::from(v)] = n;
        let g = |a: u64| kept[(a - *first) as usize];
        for (k, digit) in (0..=n).zip(&certificate.digits) {
            let rest = n - k;
            if digit.bits & 1 != 0 && rest == 0 {
                see(0);
            }
            if digit.bits & 2 != 0 && rest > 0 {
                see(g(rest));
            }
            if digit.bits & 8 != 0 {
                *steps += rest * rest / 12;
                for a in 1..=rest / 3 {
                    (a..=(rest - a) / 2).for_each(|b| see(g(a) ^ g(b) ^ g(rest - a - b)));
                }
            }
        }
    }

    /// Sees the splits with a part that is listed as rare: that part's value was found to be the
    /// one stated.
    fn see_splits_with_rare_part(&mut self) {
        let n = self.next();
        let HeapRun { certificate, first, kept, seen, steps, .. } = self;
        for (k, unequal) in certificate.splits().filter(|split| split.0 <= n) {
            let rest = n - k;
            let smaller = certificate.rare.partition_point(|rare| rare.0 < rest);
            let kept = &kept[..(rest - *first) as usize];
            *steps += smaller as u64;
            for &(r, v) in &certificate.rare[..smaller] {
                if !(unequal && 2 * r == rest) {
                    seen[usize::from(v ^ kept[kept.len() - r as usize])] = n;
                }
            }
        }
    }

    /// Sees the splits with one of these smaller parts, and a larger part of at least this size.
    fn see_splits(&mut self, parts: Range<u64>, least: u64) {
        let (n, is_base) = (self.next(), self.is_base());
        let HeapRun { certificate, base, first, kept, seen, steps, .. } = self;
        let small: &[u16] = if is_base { kept } else { base };
        for (k, unequal) in certificate.splits().filter(|split| split.0 <= n) {
            let rest = n - k;
            // The smaller part a has a ≤ rest − a, or a < rest − a, and rest − a is not too small.
            let largest = rest.saturating_sub(u64::from(unequal)) / 2;
            let largest = largest.min(rest.saturating_sub(least));
            let (from, to) = (parts.start, parts.end.min(largest + 1).min(small.len() as u64));
            if from < to {
                *steps += to - from;
                let smaller = &small[from as usize..to as usize];
                let rest = (rest - *first) as usize;
                let larger = &kept[rest + 1 - to as usize..=rest - from as usize];
                for (v, w) in smaller.iter().zip(larger.iter().rev()) {
                    seen[usize::from(v ^ w)] = n;
                }
            }
        }
    }
}

impl Certificate {
    /// True if heap n of this link has a far split of value v. Its larger part b is in the base or
    /// in the window of a snapshot up to the first of the link. Its smaller part is in the base.
    pub(super) fn has_far_split(&self, base: &[u16], link: usize, n: u64, v: u16) -> bool {
        let known = &self.snapshots[..=link];
        let is_last_period = known.last().is_some_and(|last| last.0 >= self.preperiod);
        let least = if is_last_period { self.preperiod } else { 1 };
        self.splits().any(|(k, unequal)| {
            let rest = n - k;
            // 1 ≤ rest − b ≤ b, and rest − b is in the base.
            let from = rest.div_ceil(2).max(rest.saturating_sub(base.len() as u64 - 1)).max(least);
            let mut windows = known.iter().map(|(s, window)| (*s, &window[..])).chain([(0, base)]);
            windows.any(|(first, values)| {
                (from.max(first)..rest.min(first + values.len() as u64)).any(|b| {
                    let (a, w) = (rest - b, values[(b - first) as usize]);
                    !(unequal && a == b) && w ^ base[a as usize] == v
                })
            })
        })
    }
}
