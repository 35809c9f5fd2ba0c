//! The links of a chain, thirty-two side by side if their values are below 64. Each computes all
//! values from one snapshot to the next from the rules, and must meet the window there.
//!
//! Each of these links is a *lane*, one bit of every word. Sets of values, one for each lane, are
//! an array of words: bit i of word v is 1 if v is in the set of lane i. A *tap* (w, o) of heap n
//! is an option of value w ⊕ G(n − o). It is a single-heap move (0, k), or a split with a part a,
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
use std::{array, iter, mem, panic, thread};

use super::{
    Certificate, CheckResult, HEAPS_AT_ONCE, OnProgress, STATED, STEPS_AT_ONCE, compare, no_option,
    values,
};

/// One bit for each of the links that are walked side by side. With u64 it is faster where vectors
/// have 512 bits, and slower where they have 128.
type LinkWord = u32;
pub(super) const LANES: usize = LinkWord::BITS as usize;
/// Links with a value of this size or more are faster one by one.
const WIDEST: usize = 64;

/// Checks links on several threads, the longest first. Returns the number of links checked: fewer
/// than asked for if the watcher ends the check.
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
    let is_small = has_small_values(certificate);
    let groups: Vec<&[usize]> = links.chunks(if is_small { LANES } else { 1 }).collect();
    let longest_ring = |links: &&[usize]| ring_length(certificate, links);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut checked = 0;
        while let Some(links) = groups.get(next.fetch_add(1, Relaxed)) {
            let walk = if is_small { side_by_side } else { values::links };
            let result = walk(certificate, g, links, watch);
            if result != Ok(true) {
                next.store(groups.len(), Relaxed);
                return result.and(Ok(checked));
            }
            checked += links.len();
        }
        Ok(checked)
    };
    thread::scope(|scope| {
        let ring = size_of::<Set<WIDEST>>() * groups.iter().map(longest_ring).max().unwrap_or(1);
        let jobs = jobs.min((RINGS / ring as u64) as usize).clamp(1, groups.len().max(1));
        // One job runs here: where the system has no threads, it does all the work.
        let threads: Vec<_> = (1..jobs).map(|_| scope.spawn(work)).collect();
        let here = work();
        let results = threads.into_iter().map(|thread| thread.join());
        let results =
            results.map(|result| result.unwrap_or_else(|cause| panic::resume_unwind(cause)));
        iter::once(here).chain(results).sum()
    })
}

/// Walks these links in the smallest sets that have room for their values, or one by one if none
/// has; `false` if the watcher ended it.
fn side_by_side(
    certificate: &Certificate,
    g: &[u16],
    links: &[usize],
    watch: OnProgress<'_>,
) -> CheckResult<bool> {
    if let Some(is_whole) = Walk::<32>::walk(certificate, g, links, watch)? {
        return Ok(is_whole);
    }
    if let Some(is_whole) = Walk::<WIDEST>::walk(certificate, g, links, watch)? {
        return Ok(is_whole);
    }
    values::links(certificate, g, links, watch)
}

/// True if all values that the certificate states are small enough to walk links side by side.
pub(super) fn has_small_values(certificate: &Certificate) -> bool {
    let rare = certificate.rare.iter().map(|&(_, v)| v);
    let windows = certificate.snapshots.iter().flat_map(|(_, window)| window.iter().copied());
    rare.chain(windows).all(|v| usize::from(v) < WIDEST)
}

/// The most bytes that the rings of all threads take.
const RINGS: u64 = 1 << 32;

/// The number of steps kept of these links, a power of two. It covers the reach of a link, but no
/// more than the longest link has.
fn ring_length(certificate: &Certificate, links: &[usize]) -> usize {
    let longest = links.iter().map(|&i| certificate.length(i)).max().unwrap_or(0);
    certificate.reach.min((longest + certificate.window).next_power_of_two()) as usize
}

/// For each value the lanes that have it, in whole lines of the cache.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Set<const V: usize>([LinkWord; V]);

/// Links side by side, the longest first, with values below V. At step j lane i is at the heap that
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
    /// The steps taken since the watcher was asked last.
    steps: u64,
}

impl<const V: usize> Walk<'_, V> {
    /// Walks these links to their ends; `false` if the watcher ended the check before, `None` if a
    /// value is not below V.
    fn walk(
        certificate: &Certificate,
        g: &[u16],
        links: &[usize],
        watch: OnProgress<'_>,
    ) -> CheckResult<Option<bool>> {
        let ones = |v: usize| (v as u64 & certificate.mask).count_ones();
        let odd_ones = array::from_fn(|v| if ones(v) % 2 == 1 { !0 } else { 0 });
        let ring = vec![Set([0; V]); ring_length(certificate, links)];
        let taps = taps::<V>(certificate, g);
        let mut walk = Walk { certificate, g, links, odd_ones, taps, ring, steps: 0 };
        let (mut step, mut heaps) = (certificate.window, 0);
        let steps_a_step = certificate.steps_side_by_side();
        // The lanes not at their end, and those where ε·(n − s) is odd, so that 0 is common.
        let (mut running, mut odd): (LinkWord, LinkWord) = (0, 0);
        for lane in 0..links.len() {
            if !walk.begin(lane) {
                return Ok(None);
            }
            running |= 1 << lane;
            odd |= LinkWord::from(!certificate.is_rare(walk.heap(step, lane), 0)) << lane;
        }
        for lane in (0..links.len()).rev() {
            while step < certificate.length(links[lane]) + certificate.window {
                if !walk.compute(step, running, odd)? {
                    return Ok(None);
                }
                heaps += u64::from(running.count_ones());
                walk.steps += steps_a_step;
                if step.is_multiple_of(HEAPS_AT_ONCE) || walk.steps >= STEPS_AT_ONCE {
                    let steps = mem::take(&mut walk.steps);
                    if !watch(mem::take(&mut heaps), steps) {
                        return Ok(Some(false));
                    }
                }
                step += 1;
                odd ^= if certificate.position == 1 { !0 } else { 0 };
            }
            walk.end(lane)?;
            running ^= 1 << lane;
        }
        Ok(Some(watch(heaps, walk.steps)))
    }

    /// Puts the window of the first snapshot of a link into its lane, if all its values are below
    /// V.
    fn begin(&mut self, lane: usize) -> bool {
        let (_, window) = &self.certificate.snapshots[self.links[lane]];
        let has_room = window.iter().all(|&v| usize::from(v) < V);
        if has_room {
            for (&v, values) in window.iter().zip(&mut self.ring) {
                values.0[usize::from(v)] |= 1 << lane;
            }
        }
        has_room
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

    /// True if the value of a lane is v.
    fn has(&self, step: u64, lane: usize, v: usize) -> bool {
        self.ring[self.place(step)].0.get(v).is_some_and(|word| word >> lane & 1 == 1)
    }

    /// Computes the values of all lanes that are running, if they are below V.
    fn compute(&mut self, step: u64, running: LinkWord, odd: LinkWord) -> CheckResult<bool> {
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
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The values of the taps.
    #[inline(never)]
    fn seen(&self, step: u64) -> [LinkWord; V] {
        let mut seen = [0; V];
        for (low, taps) in self.taps.iter().enumerate() {
            for &(high, o) in taps {
                let values = &self.ring[self.place(step - o)].0;
                for v in (0..V).step_by(8) {
                    // Eight words; by the mask the compiler sees that they are within the array.
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

    /// Finds a split of value v in each of these lanes. One part is among the last heaps of the
    /// link, and the other, a, among those of the base. Or both parts are among values that the
    /// file states or the base has.
    #[cold]
    fn find_splits(&mut self, step: u64, lanes: LinkWord, v: usize) -> CheckResult<()> {
        let reach = self.certificate.reach;
        for lane in (0..LANES).filter(|lane| lanes >> lane & 1 == 1) {
            let n = self.heap(step, lane);
            let is_option = |a: u64, (k, unequal): (u64, bool)| {
                let o = k + a;
                let fits = o <= step.min(reach) && !(unequal && n - o == a);
                fits && self.has(step - o, lane, v ^ usize::from(self.g[a as usize]))
            };
            let most = step.min(self.g.len() as u64).min(reach + 1);
            let is_near = |&a: &u64| self.certificate.splits().any(|split| is_option(a, split));
            let found = (1..most).find(is_near);
            self.steps += found.unwrap_or(most) * self.certificate.splits().count() as u64;
            if found.is_none() {
                let link = self.links[lane];
                self.steps += self.certificate.steps_of_far_splits(self.g, link);
                if !self.certificate.has_far_split(self.g, link, n, v as u16) {
                    return no_option(n, v as u16);
                }
            }
        }
        Ok(())
    }
}

/// For each value, at most this many splits with a small part of that value become taps.
const SPLITS: usize = 8;
/// A small part is a heap below this size.
const NEAR: u64 = 1 << 10;

/// All single-heap moves and all splits with a rare part, which Theorem 4 needs. Also some splits
/// for each value of a small part, because they are likely to show rare values to be options. Their
/// offset is at most W, so the other part is a heap of the link. Since W ≤ s0 it is the larger
/// part, and `!` does not forbid the split. Where w is not below V, neither is the option: it is
/// left out.
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
