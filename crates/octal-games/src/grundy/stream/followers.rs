//! Followers: they read the sequence once more, so that a distant rare heap can be split off.
//!
//! A heap n that splits off the distant rare heap D leaves about n − D: so the sequence is read a second time, by a
//! *follower* that is D heaps behind. When the follower itself has come beyond D, it needs one that is 2D behind
//! the stream, and so on: there is one for each sum of distant rare heaps that is below n ([`Basis::distances`]). Nothing
//! is verified a second time.
//!
//! A follower whose next heap is among the first values of the basis takes these, and computes nothing.

use super::basis::Basis;
use super::continuation::Halt;
use super::runner::Runner;
use super::tuning::Tuning;
use crate::grundy::distant::{DistantOptions, DistantRare};
use std::cmp::Reverse;

/// The followers of a stream.
#[derive(Clone, Debug, Default)]
pub(super) struct Followers {
    /// In descending order of their distance: none depends on one that comes after it.
    followers: Vec<Follower>,
}

/// A reading of the sequence behind that of the stream.
#[derive(Clone, Debug)]
struct Follower {
    /// How far it is behind.
    behind: u64,
    /// At the heap that is `behind` heaps behind, or beyond; and at least after the first values.
    runner: Runner,
}

impl Followers {
    /// Those of a stream whose next heap is `heap`, where their states end with the nearest one's.
    ///
    /// `None` if these are too few or too many, or the engine cannot continue the sequence.
    pub(super) fn new(
        basis: &Basis,
        tuning: &Tuning,
        heap: u64,
        states: &[u16],
    ) -> Option<Followers> {
        let behind = basis.distances(heap)?;
        if states.len() != behind.len() * basis.state_length {
            return None;
        }
        let states = states.chunks(basis.state_length);
        let follower = |(&behind, state): (&u64, &[u16])| {
            let next = heap - behind;
            let runner = if next <= basis.first.len() as u64 {
                Runner::after_first(basis, tuning)
            } else {
                Runner::new(basis, tuning, next, state, false)
            };
            Some(Follower { behind, runner: runner? })
        };
        let followers = behind.iter().rev().zip(states).map(follower).collect::<Option<_>>()?;
        Some(Followers { followers })
    }

    /// Has them come as far as is needed, so that the options of all heaps before `end` are known, where the stream stands
    /// at `heap`; adds those that are needed from then on. O((end − `heap`)·followers) time of the engine.
    pub(super) fn extend(
        &mut self,
        basis: &Basis,
        tuning: &Tuning,
        heap: u64,
        end: u64,
    ) -> Result<(), Halt> {
        if basis.next_distant(0).is_none_or(|first| end <= first) {
            return Ok(());
        }
        let halt = Halt::NoFollower { heap };
        self.add(basis, tuning, end).ok_or(halt)?;
        for i in 0..self.followers.len() {
            let (farther, rest) = self.followers.split_at_mut(i);
            let Follower { behind, runner } = &mut rest[0];
            let end = end.saturating_sub(*behind);
            // Its values from there on stay, because the stream may halt before `end`, and the state that it has then.
            let from = heap.saturating_sub(*behind).min(runner.heap());
            let keep = (runner.heap() - from) as usize + basis.state_length;
            if runner.heap() < end {
                let distant = options(farther, basis, *behind, runner.heap(), end);
                let distant = distant.expect("those farther behind have come so far");
                runner.extend(basis, end, keep, &distant).map_err(|_| halt)?;
            }
        }
        Ok(())
    }

    /// Adds the followers that heaps before `end` need.
    fn add(&mut self, basis: &Basis, tuning: &Tuning, end: u64) -> Option<()> {
        for behind in basis.distances(end)? {
            if self.followers.iter().all(|other| other.behind != behind) {
                let runner = Runner::after_first(basis, tuning)?;
                self.followers.push(Follower { behind, runner });
            }
        }
        self.followers.sort_unstable_by_key(|follower| Reverse(follower.behind));
        Some(())
    }

    /// The options with a distant rare part of the stream's heaps from `from` on, before `end`; `None` if not all
    /// values that they need were kept.
    pub(super) fn options(&self, basis: &Basis, from: u64, end: u64) -> Option<DistantOptions> {
        options(&self.followers, basis, 0, from, end)
    }

    /// The first heap of the stream for which one of them is known to decide its own without an engine; the largest
    /// number if there is none.
    pub(super) fn alone_from(&self, basis: &Basis) -> u64 {
        let alone = |Follower { behind, runner }: &Follower| {
            runner.alone_from(basis).saturating_add(*behind)
        };
        self.followers.iter().map(alone).min().unwrap_or(u64::MAX)
    }

    /// Their states where the stream stands at `heap`, the farthest one's first.
    pub(super) fn states(&self, basis: &Basis, heap: u64) -> Option<Vec<u16>> {
        let mut states = vec![];
        for Follower { behind, runner } in &self.followers {
            if *behind < heap {
                let next = (heap - behind).max(basis.first.len() as u64);
                states.extend(runner.state(basis, next)?);
            }
        }
        Some(states)
    }
}

/// The options with a distant rare part of the heaps from `from` on, before `end`, for a reading that is this far behind
/// the stream, as those farther behind know them.
fn options(
    farther: &[Follower],
    basis: &Basis,
    behind: u64,
    from: u64,
    end: u64,
) -> Option<DistantOptions> {
    let mut columns = vec![];
    for &DistantRare { heap, value } in &basis.distant {
        let is_its = |follower: &&Follower| follower.behind == behind + heap;
        let Some(Follower { runner, .. }) = farther.iter().find(is_its) else { continue };
        for split in &basis.rules.splits {
            let taken = split.k as u64 + heap;
            // Heaps before this one have no such option.
            let none_to = (taken + 1).clamp(from, end);
            let mut column = vec![DistantOptions::NONE; (none_to - from) as usize];
            let [first, last] = [none_to, end].map(|n| n.saturating_sub(taken));
            let parts = runner.range(basis, first, last)?;
            for (part, &other) in (first..).zip(parts.into_iter().flatten()) {
                let is_rare = basis.space.is_rare((part % 2) as usize, other);
                column.push(if is_rare { DistantOptions::NONE } else { value ^ other });
            }
            columns.push(column);
        }
    }
    Some(DistantOptions::new(from, columns))
}
