//! The links of a chain, sixteen side by side: each computes all values from one snapshot to the
//! next from the rules, and must meet the window there.
//!
//! A *tap* (w, o) of heap n is an option of value w ⊕ G(n − o): a single-heap move (0, k), or a
//! split with a part a (G(a), k + a). Every value of the last heaps is kept as a *one-hot* word,
//! bit v for value v. Then ⊕ w permutes the bits: for every bit j of w it swaps neighbouring groups
//! of 2^j. Taps are sorted by w as in a Gray code, so that one swap leads from a w to the next,
//! and one accumulator takes all option values:
//!
//! ```text
//! seen ← 0
//! for each w:  swap the bits of seen in which w differs from the w before
//!              for each tap (w, o): seen ← seen | onehot(n − o)
//! x    ← the lowest bit that is common and not seen (Theorem 4)
//! every rare bit below x must be seen too, else a split with that value is looked for
//! ```
//!
//! All this is plain arithmetic on arrays of sixteen words, one for each link, which the compiler
//! turns into vector instructions.

use std::array;

use super::read::{Certificate, Chain, REACH, Rules};
use super::{Checked, HEAPS_AT_ONCE, Stop, Watch, at_heap, differ, no_option};

/// Links walked side by side.
pub(super) const LANES: usize = 16;

/// From the window of snapshot `from` at heap `start` to that of snapshot `to` at heap `end`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) start: u64,
    pub(super) end: u64,
    pub(super) from: usize,
    pub(super) to: usize,
}

impl Link {
    /// Whether the value of heap n is computed here.
    pub(super) fn computes(&self, chain: &Chain<'_>, n: u64) -> bool {
        (self.start + chain.window..self.end + chain.window).contains(&n)
    }
}

/// One bit for each value below 64·P, of every lane.
type Words<const P: usize> = [[u64; LANES]; P];

fn has<const P: usize>(words: &Words<P>, lane: usize, v: u16) -> bool {
    words.get(usize::from(v / 64)).is_some_and(|plane| plane[lane] >> (v % 64) & 1 == 1)
}

/// The bits whose number does not have bit j.
const LOW: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// Renames every value v to v ⊕ 2^J, J < 6.
#[inline(always)]
fn swap<const P: usize, const J: usize>(mut words: Words<P>) -> Words<P> {
    for plane in &mut words {
        for word in plane {
            *word = (*word & LOW[J]) << (1 << J) | *word >> (1 << J) & LOW[J];
        }
    }
    words
}

/// Renames every value v to v ⊕ w.
#[inline(always)]
fn rename<const P: usize>(mut words: Words<P>, mut w: u16) -> Words<P> {
    while w != 0 {
        words = match w.trailing_zeros() {
            0 => swap::<P, 0>(words),
            1 => swap::<P, 1>(words),
            2 => swap::<P, 2>(words),
            3 => swap::<P, 3>(words),
            4 => swap::<P, 4>(words),
            5 => swap::<P, 5>(words),
            j => array::from_fn(|p| words[p ^ 1 << (j - 6)]),
        };
        w &= w - 1;
    }
    words
}

/// Taps (w, o).
pub(super) type Taps = Vec<(u16, u64)>;

/// All single-heap moves, all splits with a rare part, which Theorem 4 needs, and the splits with a
/// small part that are most likely to show the rare values to be options.
pub(super) fn taps(rules: &Rules, chain: &Chain<'_>, g: &[u16]) -> Taps {
    let mut taps: Taps = rules.singles.iter().map(|&k| (0, k)).collect();
    for &(k, _) in &rules.splits {
        taps.extend(chain.rare.iter().map(|&(r, v)| (v, k + r)));
    }
    choose_witnesses(rules, chain, g, &mut taps);
    // The number whose Gray code is w.
    let rank = |w: u16| [1, 2, 4, 8].iter().fold(w, |rank, shift| rank ^ rank >> shift);
    taps.sort_unstable_by_key(|&(w, o)| (rank(w), o));
    taps.dedup();
    taps
}

/// So many splits are chosen, from the values of so many windows and heaps of each.
const WITNESSES: usize = 48;
const WINDOWS: usize = 16;
const HEAPS: u64 = 512;

/// Adds splits, each the one that shows most of the rare values that those before it do not show
/// to be options of the last heaps of some windows. Parts are so small that the other part is
/// larger and within the window.
fn choose_witnesses(rules: &Rules, chain: &Chain<'_>, g: &[u16], taps: &mut Taps) {
    let reach = (chain.window / 2).min(2 * HEAPS);
    let parts = |k: u64| (1..(reach + 1).saturating_sub(k)).map(move |a| (g[a as usize], k + a));
    let mut splits: Taps = rules.splits.iter().flat_map(|&(k, _)| parts(k)).collect();
    let count = chain.snapshots.len();
    let windows: Vec<(u64, Vec<u16>)> = (0..count)
        .step_by(count.div_ceil(WINDOWS).max(1))
        .map(|i| (chain.snapshots[i].0, chain.values(i)))
        .collect();
    let mut missing: Vec<(usize, u64, u16)> = vec![];
    for (i, (start, values)) in windows.iter().enumerate() {
        for j in reach.max(chain.window.saturating_sub(HEAPS))..chain.window {
            let rare = (0..values[j as usize]).filter(|&v| chain.is_rare(start + j, v));
            missing.extend(rare.map(|v| (i, j, v)));
        }
    }
    let shows = |(w, o): (u16, u64), (i, j, v): (usize, u64, u16)| {
        j >= o && windows[i].1[(j - o) as usize] ^ w == v
    };
    taps.iter().for_each(|&tap| missing.retain(|&value| !shows(tap, value)));
    for _ in 0..WITNESSES {
        let gain = |tap: &(u16, u64)| missing.iter().filter(|&&value| shows(*tap, value)).count();
        let best = splits.iter().map(gain).enumerate().max_by_key(|&(_, gain)| gain);
        let Some((i, _)) = best.filter(|&(_, gain)| gain > 0) else { return };
        let tap = splits.swap_remove(i);
        missing.retain(|&value| !shows(tap, value));
        taps.push(tap);
    }
}

/// Links to be walked side by side, at most [`LANES`] and at least one, and what they need.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    pub(super) certificate: &'a Certificate<'a>,
    pub(super) chain: &'a Chain<'a>,
    /// The values of the base.
    pub(super) g: &'a [u16],
    pub(super) taps: &'a Taps,
    pub(super) links: &'a [Link],
}

/// Walks links, in as few words for a value as possible.
pub(super) fn walk(task: Task<'_>, watch: Watch<'_>) -> Result<(), Stop> {
    let mut result = Group::<1>::new(task).and_then(|group| group.walk(watch));
    if let Err(Stop::TooNarrow(_)) = result {
        result = Group::<2>::new(task).and_then(|group| group.walk(watch));
    }
    if let Err(Stop::TooNarrow(_)) = result {
        result = Group::<4>::new(task).and_then(|group| group.walk(watch));
    }
    result
}

/// What a lane does after a step.
enum Event {
    /// The value just computed must be this.
    Value(u16),
    /// The link is at its end.
    End,
}

/// Links side by side: at step j lane i is at heap start + j of link i. Lanes that are left over
/// repeat the first link.
struct Group<'a, const P: usize> {
    task: Task<'a>,
    /// By how much w differs from the last, and the taps of w.
    program: Vec<(u16, Vec<u64>)>,
    /// The rare values at heaps n with ε·(n − s) even.
    rare: [u64; P],
    /// The values at steps j, at j modulo the length, which is a power of two.
    ring: Vec<Words<P>>,
    /// Steps, lanes, and what is to be done, the first last.
    events: Vec<(u64, usize, Event)>,
}

impl<'a, const P: usize> Group<'a, P> {
    /// [`Stop::TooNarrow`] if a value does not fit into P words.
    fn new(task: Task<'a>) -> Result<Group<'a, P>, Stop> {
        let Task { certificate, chain, g, taps, links } = task;
        if let Some(n) = g.iter().position(|&v| usize::from(v) >= 64 * P) {
            return Err(Stop::TooNarrow(n as u64));
        }
        let longest = links.iter().map(|link| link.end - link.start).max().unwrap_or(0);
        let length = (longest + chain.window).min(REACH).next_power_of_two();
        let mut ring = vec![[[0; LANES]; P]; length as usize];
        for lane in 0..LANES {
            let link = links.get(lane).unwrap_or(&links[0]);
            let values = chain.values(link.from).into_iter();
            for ((n, words), v) in (link.start..).zip(&mut ring).zip(values) {
                let plane = words.get_mut(usize::from(v / 64)).ok_or(Stop::TooNarrow(n))?;
                plane[lane] = 1 << (v % 64);
            }
        }
        let mut program: Vec<(u16, Vec<u64>)> = vec![];
        let mut last = 0;
        for &(w, o) in taps {
            match program.last_mut().filter(|_| w == last) {
                Some((_, offsets)) => offsets.push(o),
                None => program.push((w ^ last, vec![o])),
            }
            last = w;
        }
        program.push((last, vec![]));
        let rare = array::from_fn(|p| {
            let values = (0..64).filter(|&v| chain.is_rare(chain.split_parity, v + 64 * p as u16));
            values.fold(0, |word, v| word | 1 << v)
        });
        let events = events(certificate, chain, links);
        Ok(Group { task, program, rare, ring, events })
    }

    fn walk(mut self, watch: Watch<'_>) -> Result<(), Stop> {
        let mut odd: [u64; LANES] = array::from_fn(|lane| {
            let link = self.task.links.get(lane).unwrap_or(&self.task.links[0]);
            self.odd(link.start + self.task.chain.window)
        });
        let index = self.ring.len() - 1;
        for step in self.task.chain.window.. {
            let seen = self.seen(step);
            let (x, doubt) = least_common(&seen, &self.rare, &odd);
            if doubt != 0 {
                self.settle(step, &seen, &x)?;
            }
            self.ring[step as usize & index] = x;
            odd.iter_mut().for_each(|odd| *odd ^= self.odd(self.task.chain.split_parity + 1));
            while let Some((_, lane, event)) = self.events.pop_if(|event| event.0 == step) {
                self.handle(step, lane, &event)?;
            }
            if self.events.is_empty() {
                return Ok(());
            }
            if step % HEAPS_AT_ONCE == 0 && !watch(HEAPS_AT_ONCE * self.running()) {
                return Err(Stop::Cancelled);
            }
        }
        Ok(())
    }

    /// How many links have not come to their end.
    fn running(&self) -> u64 {
        self.events.iter().filter(|event| matches!(event.2, Event::End)).count() as u64
    }

    /// All ones if ε·(n − s) is odd, else 0.
    fn odd(&self, n: u64) -> u64 {
        let odd = self.task.chain.position * (n + self.task.chain.split_parity) % 2;
        odd.wrapping_neg()
    }

    /// The values of the taps.
    #[inline(never)]
    fn seen(&self, step: u64) -> Words<P> {
        let index = self.ring.len() - 1;
        let mut seen = [[0; LANES]; P];
        for (change, offsets) in &self.program {
            seen = rename(seen, *change);
            for o in offsets {
                let words = &self.ring[(step - o) as usize & index];
                for (seen, words) in seen.iter_mut().zip(words) {
                    for (seen, word) in seen.iter_mut().zip(words) {
                        *seen |= word;
                    }
                }
            }
        }
        seen
    }

    /// Looks, in every lane that is not yet at its end, for the options that the taps do not show.
    #[cold]
    fn settle(&self, step: u64, seen: &Words<P>, x: &Words<P>) -> Result<(), Stop> {
        for (lane, link) in self.task.links.iter().enumerate() {
            let n = link.start + step;
            if !link.computes(self.task.chain, n) {
                continue;
            }
            let x = value_of(x, lane).ok_or(Stop::TooNarrow(n))?;
            let missing = |v: &u16| self.task.chain.is_rare(n, *v) && !has(seen, lane, *v);
            if let Some(v) = (0..x).filter(missing).find(|&v| !self.has_split(step, lane, v)) {
                no_option(n, v)?;
            }
        }
        Ok(())
    }

    /// Whether a split has the value v, with one part among the last heaps of the link and the
    /// other, a, among the heaps of the base.
    fn has_split(&self, step: u64, lane: usize, v: u16) -> bool {
        let n = self.task.links[lane].start + step;
        let reach = step.min(self.ring.len() as u64);
        let index = self.ring.len() - 1;
        (1..reach.min(self.task.g.len() as u64)).any(|a| {
            self.task.certificate.rules.splits.iter().any(|&(k, unequal)| {
                let o = k + a;
                let fits = o <= reach && !(unequal && n - o == a);
                let other = v ^ self.task.g[a as usize];
                fits && has(&self.ring[(step - o) as usize & index], lane, other)
            })
        })
    }

    fn handle(&self, step: u64, lane: usize, event: &Event) -> Checked<()> {
        let link = self.task.links[lane];
        let check = |step: u64, stated: u16| {
            let words = &self.ring[step as usize & (self.ring.len() - 1)];
            match value_of(words, lane).unwrap_or(u16::MAX) {
                found if found != stated => at_heap(link.start + step, differ(found, stated)),
                _ => Ok(()),
            }
        };
        match event {
            Event::Value(v) => check(step, *v),
            Event::End => {
                let steps = step + 1 - self.task.chain.window..;
                steps.zip(self.task.chain.values(link.to)).try_for_each(|(step, v)| check(step, v))
            }
        }
    }
}

/// The values of the side claims, and the ends, in the order in which they are popped.
fn events(
    certificate: &Certificate<'_>,
    chain: &Chain<'_>,
    links: &[Link],
) -> Vec<(u64, usize, Event)> {
    let mut events = vec![];
    for (lane, link) in links.iter().enumerate() {
        let sides = certificate.sides.iter().filter(|side| link.computes(chain, side.0));
        events.extend(sides.map(|&(n, v)| (n - link.start, lane, Event::Value(v))));
        events.push((link.end + chain.window - 1 - link.start, lane, Event::End));
    }
    events.sort_by_key(|event| std::cmp::Reverse(event.0));
    events
}

/// The value of a lane.
fn value_of<const P: usize>(words: &Words<P>, lane: usize) -> Option<u16> {
    (0..64 * P as u16).find(|&v| has(words, lane, v))
}

/// The least common value not seen, in every lane, and not 0 if in some lane there is none, or a
/// rare value below it is not seen either.
#[inline(always)]
fn least_common<const P: usize>(
    seen: &Words<P>,
    rare: &[u64; P],
    odd: &[u64; LANES],
) -> (Words<P>, u64) {
    let (mut least, mut doubt) = ([[0; LANES]; P], 0);
    let mut none_yet = [u64::MAX; LANES];
    for p in 0..P {
        for lane in 0..LANES {
            let missing = !seen[p][lane] & none_yet[lane];
            let rare = rare[p] ^ odd[lane];
            let common = missing & !rare;
            let x = common & common.wrapping_neg();
            doubt |= missing & rare & x.wrapping_sub(1);
            none_yet[lane] = if x == 0 { none_yet[lane] } else { 0 };
            least[p][lane] = x;
        }
    }
    (least, none_yet.iter().fold(doubt, |doubt, none| doubt | none))
}
