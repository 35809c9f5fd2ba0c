//! The links of a chain, thirty-two side by side: each computes all values from one snapshot to the
//! next from the rules, and must meet the window there.
//!
//! Each of these links is a *lane*, one bit of every word. Sets of values, one for each lane,
//! are an array of words: bit i of word v says whether v is in the set of lane i. A *tap* (w, o) of
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
//! The compiler turns the second line into vector instructions, for eight v at once. The lower three
//! bits of w would exchange words within a vector: this is done once for all taps that have these bits
//! in common. The upper bits only say which eight words are meant.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::{array, panic, thread};

use super::read::{Certificate, REACH};
use super::{Checked, HEAPS_AT_ONCE, Watch, at_heap, compare, no_option};

/// One bit for each of the links that are walked side by side. With u64 it is faster where vectors
/// have 512 bits, and slower where they have 128.
type Word = u32;
const LANES: usize = Word::BITS as usize;

/// Checks links on several threads, the longest first; how many, if the watcher ends it before all
/// are done.
pub(super) fn check(
    certificate: &Certificate,
    g: &[u16],
    links: &BTreeSet<usize>,
    jobs: usize,
    watch: Watch<'_>,
) -> Checked<usize> {
    let mut links: Vec<usize> = links.iter().copied().collect();
    links.sort_by_key(|&i| u64::MAX - certificate.length(i));
    let groups: Vec<&[usize]> = links.chunks(LANES).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut checked = 0;
        while let Some(links) = groups.get(next.fetch_add(1, Relaxed)) {
            // Nearly all values are small. Where one is not, the narrow sets refuse the link.
            let result = Walk::<32>::walk(certificate, g, links, watch)
                .or_else(|_| Walk::<64>::walk(certificate, g, links, watch))
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
        let threads = 0..jobs.clamp(1, groups.len().max(1));
        let threads: Vec<_> = threads.map(|_| scope.spawn(work)).collect();
        let results = threads.into_iter().map(|thread| thread.join());
        results.map(|result| result.unwrap_or_else(|cause| panic::resume_unwind(cause))).sum()
    })
}

/// For each value the lanes that have it, in whole lines of the cache.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Set<const V: usize>([Word; V]);

/// Links side by side, with values below V: at step j lane i is at the heap that is j above the
/// first of its snapshot.
struct Walk<'a, const V: usize> {
    certificate: &'a Certificate,
    /// The values of the base.
    g: &'a [u16],
    links: &'a [usize],
    /// All ones for a value with an odd number of ones in the mask, else 0.
    odd_ones: [Word; V],
    /// Taps (w, o) by the lower three bits of w, which are cleared.
    taps: [Vec<(usize, u64)>; 8],
    /// The values at step j, at j modulo the length.
    ring: Vec<Set<V>>,
    /// Steps, lanes, and the values that they must have, the first last.
    stated: Vec<(u64, usize, u16)>,
}

impl<const V: usize> Walk<'_, V> {
    /// `false` if the watcher ended it.
    fn walk(
        certificate: &Certificate,
        g: &[u16],
        links: &[usize],
        watch: Watch<'_>,
    ) -> Checked<bool> {
        let ring = vec![Set([0; V]); REACH as usize];
        let taps = taps::<V>(certificate, g);
        let is_even = |v| certificate.is_rare(certificate.split_parity, v as u16);
        let odd_ones = array::from_fn(|v| if is_even(v) { 0 } else { !0 });
        let mut walk = Walk { certificate, g, links, odd_ones, taps, ring, stated: vec![] };
        let window = certificate.window;
        // The lanes not at their end, and those where ε·(n − s) is odd, so that 0 is common.
        let (mut running, mut odd): (Word, Word) = (0, 0);
        for (lane, &i) in links.iter().enumerate() {
            walk.begin(lane, i)?;
            running |= 1 << lane;
            odd |= Word::from(!certificate.is_rare(walk.heap(window, lane), 0)) << lane;
        }
        walk.stated.sort_unstable_by(|a, b| b.cmp(a));
        let mut step = window;
        while running != 0 {
            walk.compute(step, running, odd)?;
            // In a link shorter than W, some of them are in its first window.
            while let Some((j, lane, v)) = walk.stated.pop_if(|stated| stated.0 <= step) {
                let found = (0..V).find(|&v| walk.has(j, lane, v));
                compare(walk.heap(j, lane), found.unwrap_or(V) as u16, v)?;
                if j + 1 == certificate.length(links[lane]) + window {
                    running &= !(1 << lane);
                }
            }
            let heaps = HEAPS_AT_ONCE * u64::from(running.count_ones());
            if step.is_multiple_of(HEAPS_AT_ONCE) && !watch(heaps) {
                return Ok(false);
            }
            step += 1;
            odd ^= if certificate.position == 1 { !0 } else { 0 };
        }
        Ok(true)
    }

    /// Puts the window of link i into a lane, and takes note of what is stated of its heaps.
    fn begin(&mut self, lane: usize, i: usize) -> Checked<()> {
        let Certificate { ends, sides, window, .. } = self.certificate;
        let ((start, first), (end, last)) = (&ends[i], &ends[i + 1]);
        for ((n, &v), values) in (*start..).zip(first).zip(&mut self.ring) {
            match values.0.get_mut(usize::from(v)) {
                Some(word) => *word |= 1 << lane,
                None => return at_heap(n, format!("its value is not below {V}")),
            }
        }
        let computed = start + window..end + window;
        let sides = sides.iter().copied().filter(|side| computed.contains(&side.0));
        let stated = sides.chain((*end..).zip(last.iter().map(|&v| u16::from(v))));
        self.stated.extend(stated.map(|(n, v)| (n - start, lane, v)));
        Ok(())
    }

    fn heap(&self, step: u64, lane: usize) -> u64 {
        self.certificate.ends[self.links[lane]].0 + step
    }

    /// Whether the value of a lane is v.
    fn has(&self, step: u64, lane: usize, v: usize) -> bool {
        self.ring[(step % REACH) as usize].0.get(v).is_some_and(|word| word >> lane & 1 == 1)
    }

    /// The values of all lanes that are running.
    fn compute(&mut self, step: u64, running: Word, odd: Word) -> Checked<()> {
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
                self.ring[(step % REACH) as usize] = Set(values);
                return Ok(());
            }
        }
        at_heap(
            self.heap(step, open.trailing_zeros() as usize),
            format!("its value is not below {V}"),
        )
    }

    /// The values of the taps.
    #[inline(never)]
    fn seen(&self, step: u64) -> [Word; V] {
        let mut seen = [0; V];
        for (low, taps) in self.taps.iter().enumerate() {
            for &(high, o) in taps {
                let values = &self.ring[((step - o) % REACH) as usize].0;
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
    /// the other, a, among those of the base.
    #[cold]
    fn find_splits(&self, step: u64, lanes: Word, v: usize) -> Checked<()> {
        for lane in (0..LANES).filter(|lane| lanes >> lane & 1 == 1) {
            let n = self.heap(step, lane);
            let is_option = |(a, (k, unequal)): (u64, (u64, bool))| {
                let o = k + a;
                let fits = o <= step.min(REACH) && !(unequal && n - o == a);
                fits && self.has(step - o, lane, v ^ usize::from(self.g[a as usize]))
            };
            let parts = 1..step.min(self.g.len() as u64);
            let mut splits = parts.flat_map(|a| self.certificate.splits().map(move |s| (a, s)));
            if !splits.any(is_option) {
                return no_option(n, v as u16);
            }
        }
        Ok(())
    }
}

/// How many splits with a small part of some value become taps, and how small it is.
const SPLITS: usize = 8;
const NEAR: u64 = 1 << 10;

/// All single-heap moves and all splits with a rare part, which Theorem 4 needs; and, because they
/// are likely to show rare values to be options, some splits for each value of a small part. Their
/// offset is at most W, so the other part is a heap of the link; since W ≤ s0 it is the larger one,
/// and `!` does not forbid them. Where w is not below V, neither is the option: it is left out.
fn taps<const V: usize>(certificate: &Certificate, g: &[u16]) -> [Vec<(usize, u64)>; 8] {
    let value = |a: u64| usize::from(g[a as usize]);
    let singles = certificate.places.iter().filter(|place| place.digit & 2 != 0);
    let mut taps: Vec<(usize, u64)> = singles.map(|place| (0, place.k)).collect();
    for (k, _) in certificate.splits() {
        taps.extend(certificate.rare.iter().map(|&r| (value(r), k + r)));
    }
    let mut left = [SPLITS; V];
    for a in 1..certificate.window.min(NEAR) {
        for (k, _) in certificate.splits().filter(|&(k, _)| k + a <= certificate.window) {
            if let Some(left) = left.get_mut(value(a)).filter(|left| **left > 0) {
                *left -= 1;
                taps.push((value(a), k + a));
            }
        }
    }
    taps.retain(|&(w, _)| w < V);
    array::from_fn(|low| {
        let taps = taps.iter().filter(|(w, _)| w % 8 == low);
        taps.map(|&(w, o)| (w - low, o)).collect()
    })
}

/// Renames every value v of a set to v ⊕ B, B < 8.
#[inline(always)]
fn rename<const V: usize, const B: usize>(set: &mut [Word; V]) {
    for words in set.as_chunks_mut::<8>().0 {
        *words = array::from_fn(|j| words[j ^ B]);
    }
}
