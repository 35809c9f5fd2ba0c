//! The values of the heaps before the first link: each is computed from the rules, a rare one from
//! all its options (Theorem 1), a common one by Theorem 4.

use std::ops::Range;

use super::{
    Certificate, CheckResult, HEAPS_AT_ONCE, OnProgress, STATED, compare, demand, no_option,
};

/// The smaller parts of splits that are tried between two looks at what they have shown.
const PARTS_AT_ONCE: u64 = 32;

/// The values of heaps 0 to n − 1, and which option values of heap n have been seen.
pub(super) struct Base<'a> {
    certificate: &'a Certificate,
    /// G(0), …, G(n − 1).
    g: Vec<u16>,
    /// Entry v is n if an option of value v has been seen.
    seen: Box<[u32; 1 << 16]>,
    /// Whether popcount(v & m) is even: v is rare at the heaps where 0 is, or at the others.
    even: Vec<bool>,
}

impl<'a> Base<'a> {
    /// A base without heaps: [`Base::values`] computes them.
    pub(super) fn new(certificate: &'a Certificate) -> Base<'a> {
        let ones = |v: u16| (u64::from(v) & certificate.mask).count_ones();
        let even = (0..=u16::MAX).map(|v| ones(v).is_multiple_of(2)).collect();
        Base { certificate, g: vec![], seen: Box::new([u32::MAX; 1 << 16]), even }
    }

    /// The values of the base, each shown to be right; fewer of them if the watcher ends it.
    ///
    /// # Errors
    /// The first heap at which the certificate is wrong.
    pub(super) fn values(mut self, watch: OnProgress<'_>) -> CheckResult<Vec<u16>> {
        let mut rare = self.certificate.rare.iter().peekable();
        for n in 0..self.certificate.base_length() {
            let value = match rare.next_if(|rare| rare.0 == n) {
                Some(&(_, stated)) => self.rare(stated)?,
                None if n == 0 => 0,
                None => self.common()?,
            };
            self.g.push(value);
            if (n + 1).is_multiple_of(HEAPS_AT_ONCE) && !watch(HEAPS_AT_ONCE) {
                break;
            }
        }
        Ok(self.g)
    }

    /// G(n) of a heap that is listed as rare: the mex of all options (Theorem 1).
    fn rare(&mut self, stated: u16) -> CheckResult<u16> {
        let n = self.g.len() as u64;
        self.see_other_moves();
        self.see_splits(1..n / 2 + 1, 1);
        let v = self.least_missing(|_| true)?;
        compare(n, &[v], STATED, &[stated])?;
        let is_rare = self.certificate.is_rare(n, v);
        demand(is_rare, format!("heap {n}: listed as rare, its value {v} is common")).and(Ok(v))
    }

    /// G(n) of a heap that is not listed as rare (Theorem 4): the least common value that no move
    /// to less than two heaps and no split with a rare part has, if all smaller rare values are
    /// options. In the last period the larger part that shows it must not be below n0 (Theorem 5).
    fn common(&mut self) -> CheckResult<u16> {
        let (certificate, n) = (self.certificate, self.g.len() as u64);
        self.see_other_moves();
        self.see_splits_with_rare_part();
        let even_is_rare = certificate.is_rare(n, 0);
        let x = self.least_missing(|v| self.even[usize::from(v)] != even_is_rare)?;
        let is_last_period = n >= certificate.preperiod + certificate.window;
        let least = if is_last_period { certificate.preperiod } else { 1 };
        let mut from = 1;
        for v in 0..x {
            while self.even[usize::from(v)] == even_is_rare && !self.has_seen(v) {
                if from > n / 2 {
                    return no_option(n, v);
                }
                self.see_splits(from..from + PARTS_AT_ONCE, least);
                from += PARTS_AT_ONCE;
            }
        }
        Ok(x)
    }

    fn has_seen(&self, v: u16) -> bool {
        self.seen[usize::from(v)] == self.g.len() as u32
    }

    /// The least value of a class that has not been seen.
    fn least_missing(&self, class: impl Fn(u16) -> bool) -> CheckResult<u16> {
        let least = (0..=u16::MAX).find(|&v| !self.has_seen(v) && class(v));
        least.ok_or_else(|| format!("heap {}: its value is above 65535", self.g.len()))
    }

    /// Sees the moves to no heap, to one and to three.
    fn see_other_moves(&mut self) {
        let Base { certificate, g, seen, .. } = self;
        let n = g.len();
        let mut see = |v: u16| seen[usize::from(v)] = n as u32;
        for (k, digit) in certificate.digits.iter().enumerate().take(n + 1) {
            let rest = n - k;
            if digit.bits & 1 != 0 && rest == 0 {
                see(0);
            }
            if digit.bits & 2 != 0 && rest > 0 {
                see(g[rest]);
            }
            if digit.bits & 8 != 0 {
                for a in 1..=rest / 3 {
                    (a..=(rest - a) / 2).for_each(|b| see(g[a] ^ g[b] ^ g[rest - a - b]));
                }
            }
        }
    }

    /// Sees the splits with a part that is listed as rare: that part's value was found to be the one
    /// stated.
    fn see_splits_with_rare_part(&mut self) {
        let Base { certificate, g, seen, .. } = self;
        let n = g.len() as u64;
        for (k, unequal) in certificate.splits().filter(|split| split.0 <= n) {
            let rest = n - k;
            let smaller = certificate.rare.partition_point(|rare| rare.0 < rest);
            let g = &g[..rest as usize];
            for &(r, v) in &certificate.rare[..smaller] {
                if !(unequal && 2 * r == rest) {
                    seen[usize::from(v ^ g[(rest - r) as usize])] = n as u32;
                }
            }
        }
    }

    /// Sees the splits with one of these smaller parts, and a larger part of at least this size.
    fn see_splits(&mut self, parts: Range<u64>, least: u64) {
        let Base { certificate, g, seen, .. } = self;
        let n = g.len() as u64;
        for (k, unequal) in certificate.splits().filter(|split| split.0 <= n) {
            let rest = n - k;
            // The smaller part a has a ≤ rest − a, or a < rest − a, and rest − a is not too small.
            let largest = rest.saturating_sub(u64::from(unequal)) / 2;
            let largest = largest.min(rest.saturating_sub(least));
            let (from, to) = (parts.start, parts.end.min(largest + 1));
            if from < to {
                let smaller = &g[from as usize..to as usize];
                let larger = &g[(rest - to + 1) as usize..=(rest - from) as usize];
                for (v, w) in smaller.iter().zip(larger.iter().rev()) {
                    seen[usize::from(v ^ w)] = n as u32;
                }
            }
        }
    }
}
