//! The links of a chain, thirty-two side by side: each computes all values from one snapshot to the
//! next from the rules, and must meet the window there.
//!
//! Each of these links is a *lane*, one bit of every word. Sets of values, one for each lane, are
//! an array of words: bit i of word v says whether v is in the set of lane i. A *tap* (w, o) of
//! heap n is an option of value w ⊕ G(n − o): a single-heap move (0, k), or a split with a part a,
//! (G(a), k + a). A few operations on words then compute a heap of every lane:
//!
//! ```text
//! seen ← ∅
//! for each tap (w, o), for each v:    seen[v ⊕ w] ← seen[v ⊕ w] | values of heap n − o [v]
//! for v = 0, 1, 2, … in the lanes that have no value yet, if v is not seen:
//!     v is common: it is G(n) (Theorem 4)
//!     v is rare:   a split of this value is looked for
//! ```
//!
//! The compiler turns the second line into vector instructions, for eight v at once. The lower
//! three bits of w would exchange words within a vector: this is done once for all taps that have
//! these bits in common. The upper bits only say which eight words are meant.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::{array, panic, thread};

use super::{Certificate, CheckResult, HEAPS_AT_ONCE, OnProgress, STATED, compare, no_option};

/// One bit for each of the links that are walked side by side. With u64 it is faster where vectors
/// have 512 bits, and slower where they have 128.
type LinkWord = u32;
const LANES: usize = LinkWord::BITS as usize;

/// Checks links on several threads, the longest first. Returns how many were checked: fewer than
/// asked for if the watcher ends the check.
pub(super) fn check(
    certificate: &Certificate,
    g: &[u16],
    links: &[usize],
    jobs: usize,
    watch: OnProgress<'_>,
) -> CheckResult<usize> {
    let mut links = links.to_vec();
    links.retain(|&i| i < certificate.links());
    links.sort_by_key(|&i| (Reverse(certificate.length(i)), i));
    links.dedup();
    let groups: Vec<&[usize]> = links.chunks(LANES).collect();
    let longest_ring = |links: &&[usize]| ring_length(certificate, links);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut checked = 0;
        while let Some(links) = groups.get(next.fetch_add(1, Relaxed)) {
            // Nearly all values are small. Where one is not, the narrow sets refuse the link.
            let result = Walk::<32>::walk(certificate, g, links, watch)
                .or_else(|_| Walk::<64>::walk(certificate, g, links, watch))
                .or_else(|_| Walk::<128>::walk(certificate, g, links, watch))
                .or_else(|_| Walk::<256>::walk(certificate, g, links, watch));
            if result != Ok(true) {
                next.store(groups.len(), Relaxed);
                return result.and(Ok(checked));
            }
            checked += links.len();
        }
        Ok(checked)
    };
    thread::scope(|scope| {
        let ring = size_of::<Set<256>>() * groups.iter().map(longest_ring).max().unwrap_or(1);
        let jobs = jobs.min(RINGS / ring).clamp(1, groups.len().max(1));
        let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        let results = threads.into_iter().map(|thread| thread.join());
        results.map(|result| result.unwrap_or_else(|cause| panic::resume_unwind(cause))).sum()
    })
}

/// The most bytes that the rings of all threads take.
const RINGS: usize = 1 << 32;

/// How many steps are kept of these links: as many as a link may look back, but no more than the longest has, in a
/// power of two.
fn ring_length(certificate: &Certificate, links: &[usize]) -> usize {
    let longest = links.iter().map(|&i| certificate.length(i)).max().unwrap_or(0);
    certificate.reach.min((longest + certificate.window).next_power_of_two()) as usize
}

/// For each value the lanes that have it, in whole lines of the cache.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Set<const V: usize>([LinkWord; V]);

/// Links side by side, the longest first, with values below V: at step j lane i is at the heap that
/// is j above the first of its snapshot.
struct Walk<'a, const V: usize> {
    certificate: &'a Certificate,
    /// The values of the base.
    g: &'a [u16],
    links: &'a [usize],
    /// All ones for a value with an odd number of ones in the mask, else 0.
    odd_ones: [LinkWord; V],
    /// Taps (w, o) by the lower three bits of w, which are cleared.
    taps: [Vec<(usize, u64)>; 8],
    /// The values at step j, at j modulo the length, which is a power of two.
    ring: Vec<Set<V>>,
}

impl<const V: usize> Walk<'_, V> {
    /// Walks these links to their ends; `false` if the watcher ended the check before.
    fn walk(
        certificate: &Certificate,
        g: &[u16],
        links: &[usize],
        watch: OnProgress<'_>,
    ) -> CheckResult<bool> {
        let ones = |v: usize| (v as u64 & certificate.mask).count_ones();
        let odd_ones = array::from_fn(|v| if ones(v) % 2 == 1 { !0 } else { 0 });
        let ring = vec![Set([0; V]); ring_length(certificate, links)];
        let taps = taps::<V>(certificate, g);
        let mut walk = Walk { certificate, g, links, odd_ones, taps, ring };
        let mut step = certificate.window;
        // The lanes not at their end, and those where ε·(n − s) is odd, so that 0 is common.
        let (mut running, mut odd): (LinkWord, LinkWord) = (0, 0);
        for lane in 0..links.len() {
            walk.begin(lane)?;
            running |= 1 << lane;
            odd |= LinkWord::from(!certificate.is_rare(walk.heap(step, lane), 0)) << lane;
        }
        for lane in (0..links.len()).rev() {
            while step < certificate.length(links[lane]) + certificate.window {
                walk.compute(step, running, odd)?;
                let heaps = HEAPS_AT_ONCE * u64::from(running.count_ones());
                if step.is_multiple_of(HEAPS_AT_ONCE) && !watch(heaps) {
                    return Ok(false);
                }
                step += 1;
                odd ^= if certificate.position == 1 { !0 } else { 0 };
            }
            walk.end(lane)?;
            running ^= 1 << lane;
        }
        Ok(true)
    }

    /// Puts the window of the first snapshot of a link into its lane.
    fn begin(&mut self, lane: usize) -> CheckResult<()> {
        let (s, window) = &self.certificate.snapshots[self.links[lane]];
        for ((n, &v), values) in (*s..).zip(window).zip(&mut self.ring) {
            let set = values.0.get_mut(usize::from(v)).ok_or_else(|| too_large::<V>(n))?;
            *set |= 1 << lane;
        }
        Ok(())
    }

    /// Compares the last values of a link with those of its second snapshot.
    fn end(&self, lane: usize) -> CheckResult<()> {
        let i = self.links[lane];
        let (s, window) = &self.certificate.snapshots[i + 1];
        let value = |step| (0..V).find(|&v| self.has(step, lane, v)).unwrap_or(V) as u16;
        let last: Vec<u16> = (self.certificate.length(i)..).take(window.len()).map(value).collect();
        compare(*s, &last, STATED, window)
    }

    fn heap(&self, step: u64, lane: usize) -> u64 {
        self.certificate.snapshots[self.links[lane]].0 + step
    }

    /// Where the values at a step are.
    fn place(&self, step: u64) -> usize {
        step as usize & (self.ring.len() - 1)
    }

    /// Whether the value of a lane is v.
    fn has(&self, step: u64, lane: usize, v: usize) -> bool {
        self.ring[self.place(step)].0.get(v).is_some_and(|word| word >> lane & 1 == 1)
    }

    /// The values of all lanes that are running.
    fn compute(&mut self, step: u64, running: LinkWord, odd: LinkWord) -> CheckResult<()> {
        let seen = self.seen(step);
        let (mut values, mut open) = ([0; V], running);
        for v in 0..V {
            let missing = open & !seen[v];
            let common = missing & (self.odd_ones[v] ^ odd);
            if missing != common {
                self.find_splits(step, missing ^ common, v)?;
            }
            values[v] = common;
            open ^= common;
            if open == 0 {
                let place = self.place(step);
                self.ring[place] = Set(values);
                return Ok(());
            }
        }
        Err(too_large::<V>(self.heap(step, open.trailing_zeros() as usize)))
    }

    /// The values of the taps.
    #[inline(never)]
    fn seen(&self, step: u64) -> [LinkWord; V] {
        let mut seen = [0; V];
        for (low, taps) in self.taps.iter().enumerate() {
            for &(high, o) in taps {
                let values = &self.ring[self.place(step - o)].0;
                for v in (0..V).step_by(8) {
                    // Eight words; the mask tells the compiler that they are within the array.
                    let from = (v ^ high) & (V - 8);
                    for j in 0..8 {
                        seen[v + j] |= values[from + j];
                    }
                }
            }
            // From v ⊕ low to v ⊕ (low + 1), and at last from v ⊕ 7 to v.
            let change = low ^ (low + 1);
            rename::<V, 1>(&mut seen);
            if change & 2 != 0 {
                rename::<V, 2>(&mut seen);
            }
            if change & 4 != 0 {
                rename::<V, 4>(&mut seen);
            }
        }
        seen
    }

    /// Finds a split of value v in each of these lanes: one part among the last heaps of the link,
    /// the other, a, among those of the base; or both among values that the file states or the base has.
    #[cold]
    fn find_splits(&self, step: u64, lanes: LinkWord, v: usize) -> CheckResult<()> {
        let reach = self.certificate.reach;
        for lane in (0..LANES).filter(|lane| lanes >> lane & 1 == 1) {
            let n = self.heap(step, lane);
            let is_option = |a: u64, (k, unequal): (u64, bool)| {
                let o = k + a;
                let fits = o <= step.min(reach) && !(unequal && n - o == a);
                fits && self.has(step - o, lane, v ^ usize::from(self.g[a as usize]))
            };
            let mut parts = 1..step.min(self.g.len() as u64).min(reach + 1);
            let mut splits = self.certificate.splits();
            if !parts.any(|a| self.certificate.splits().any(|split| is_option(a, split)))
                && !splits.any(|split| self.has_far_split(lane, n, split, v as u16))
            {
                return no_option(n, v as u16);
            }
        }
        Ok(())
    }

    /// Whether heap n has a split of value v at this place whose larger part b is in the window of a snapshot
    /// up to the first of the link, or in the base, and whose smaller part is in the base. In the last period
    /// b must not be below n0 (Theorem 5).
    fn has_far_split(&self, lane: usize, n: u64, (k, unequal): (u64, bool), v: u16) -> bool {
        let Walk { certificate: Certificate { preperiod, snapshots, .. }, g, .. } = *self;
        let known = &snapshots[..=self.links[lane]];
        let is_last_period = known.last().is_some_and(|last| last.0 >= *preperiod);
        let rest = n - k;
        // 1 ≤ rest − b ≤ b, and rest − b is in the base.
        let from = rest.div_ceil(2).max(rest.saturating_sub(g.len() as u64 - 1));
        let from = from.max(if is_last_period { *preperiod } else { 1 });
        let mut windows = known.iter().map(|(s, window)| (*s, &window[..])).chain([(0, g)]);
        windows.any(|(first, values)| {
            (from.max(first)..rest.min(first + values.len() as u64)).any(|b| {
                let (a, w) = (rest - b, values[(b - first) as usize]);
                !(unequal && a == b) && w ^ g[a as usize] == v
            })
        })
    }
}

fn too_large<const V: usize>(n: u64) -> String {
    format!("heap {n}: its value is not below {V}")
}

/// For each value, at most this many splits with a small part of that value become taps.
const SPLITS: usize = 8;
/// A small part is a heap below this size.
const NEAR: u64 = 1 << 10;

/// All single-heap moves and all splits with a rare part, which Theorem 4 needs; and, because they
/// are likely to show rare values to be options, some splits for each value of a small part. Their
/// offset is at most W, so the other part is a heap of the link; since W ≤ s0 it is the larger one,
/// and `!` does not forbid them. Where w is not below V, neither is the option: it is left out.
fn taps<const V: usize>(certificate: &Certificate, g: &[u16]) -> [Vec<(usize, u64)>; 8] {
    let Certificate { digits, rare, window, .. } = certificate;
    let mut taps: [Vec<(usize, u64)>; 8] = Default::default();
    let mut push = |w: usize, o: u64| {
        if w < V {
            taps[w % 8].push((w & !7, o))
        }
    };
    let singles = (0..).zip(digits).filter(|(_, digit)| digit.bits & 2 != 0);
    singles.for_each(|(k, _)| push(0, k));
    let mut left = [SPLITS; V];
    for (k, _) in certificate.splits() {
        rare.iter().for_each(|&(r, v)| push(v.into(), k + r));
        for a in 1..(window + 1).saturating_sub(k).min(NEAR) {
            let w = usize::from(g[a as usize]);
            if let Some(left) = left.get_mut(w).filter(|left| **left > 0) {
                *left -= 1;
                push(w, k + a);
            }
        }
    }
    taps
}

/// Renames every value v of a set to v ⊕ B, B < 8.
#[inline(always)]
fn rename<const V: usize, const B: usize>(set: &mut [LinkWord; V]) {
    for words in set.as_chunks_mut::<8>().0 {
        *words = array::from_fn(|j| words[j ^ B]);
    }
}
