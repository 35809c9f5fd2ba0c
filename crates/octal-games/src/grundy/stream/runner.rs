//! One reading of the sequence, from heap to heap: that of a stream, or one of its followers.

use super::basis::Basis;
use super::continuation::{Continuation, Halt};
use super::single::SingleHeap;
use super::tuning::Tuning;
use crate::grundy::blocks;
use crate::grundy::distant::DistantOptions;

/// Values are dropped once there are this many times as many as have to be kept.
const SLACK: usize = 2;

/// Without an engine this many heaps are decided before blocks are tried again: to begin them takes as long.
const ALONE_BETWEEN_TRIES: usize = 512;
/// The most heaps that are decided without an engine in one go, or twice as many as one looks back if these are more;
/// not counted while a distant rare heap is too near. After a single large value blocks begin before that.
const MOST_ALONE: usize = 1 << 17;

/// The last values of a sequence, and what computes the next.
#[derive(Clone, Debug)]
pub(super) struct Runner {
    /// The rare heaps that a window reaches, and their values.
    rare: Vec<(usize, u16)>,
    tuning: Tuning,
    /// `None` while a value is too large for blocks, or a distant rare heap too near.
    engine: Option<Continuation>,
    /// How many heaps were decided without an engine since there was one, those not counted for which a distant rare heap
    /// was too near. A search that is interrupted begins to count anew, and so may halt later: that changes no value.
    alone: usize,
    verifies: bool,
    /// The last values: a window of them or more if it verifies, else L of them or more.
    pub(super) values: Vec<u16>,
    /// The next heap.
    heap: u64,
}

impl Runner {
    /// Goes on at `heap` after these last values, and decides heaps one by one as long as the engine cannot begin.
    ///
    /// `None` if they are too few.
    pub(super) fn new(
        basis: &Basis,
        tuning: &Tuning,
        heap: u64,
        last: &[u16],
        verifies: bool,
    ) -> Option<Runner> {
        let (values, engine, alone) = (last.to_vec(), None, 0);
        let rare = basis.rare_values()?;
        let mut runner = Runner { rare, tuning: *tuning, engine, alone, verifies, values, heap };
        if last.len() < runner.kept(basis) {
            return None;
        }
        runner.engine = runner.begun_engine(basis);
        Some(runner)
    }

    /// The same, just begun; `None` if the engine cannot continue this sequence, also later.
    pub(super) fn if_it_can(self, basis: &Basis) -> Option<Runner> {
        let near = &self.values[self.values.len() - self.kept(basis)..];
        let is_alone_for_now = self.reach(basis).is_none() || basis.is_too_large_for_blocks(near);
        (self.engine.is_some() || is_alone_for_now).then_some(self)
    }

    /// Goes on after the first values of the basis, which need not be verified.
    pub(super) fn after_first(basis: &Basis, tuning: &Tuning) -> Option<Runner> {
        let first = &basis.first;
        let last = &first[first.len() - basis.state_length..];
        Runner::new(basis, tuning, first.len() as u64, last, false)
    }

    /// How many last values have to be kept.
    fn kept(&self, basis: &Basis) -> usize {
        if self.verifies { basis.window() } else { basis.state_length }
    }

    /// How many last values an engine begins with; `None` if a distant rare heap is too near for it. With one among those
    /// that are kept, it begins with no more than it needs.
    fn reach(&self, basis: &Basis) -> Option<usize> {
        let kept = self.kept(basis);
        if !basis.is_distant_before(self.heap, kept) {
            return Some(kept);
        }
        let needed = if self.verifies { basis.engine_reach(&self.tuning).min(kept) } else { kept };
        (!basis.is_distant_before(self.heap, needed)).then_some(needed)
    }

    /// The first heap that is known to be decided without an engine: the next one, or the next distant rare heap; the
    /// largest number if there is none.
    pub(super) fn alone_from(&self, basis: &Basis) -> u64 {
        match self.engine {
            None => self.heap,
            Some(_) => basis.next_distant(self.heap).unwrap_or(u64::MAX),
        }
    }

    /// The next heap.
    pub(super) fn heap(&self) -> u64 {
        self.heap
    }

    pub(super) fn counters(&self) -> blocks::Counters {
        self.engine.as_ref().map(Continuation::counters).unwrap_or_default()
    }

    /// The last L values before heap n, which is not beyond the next; `None` if not all of them were kept.
    pub(super) fn state(&self, basis: &Basis, n: u64) -> Option<&[u16]> {
        let end = self.values.len().checked_sub(usize::try_from(self.heap - n).ok()?)?;
        self.values.get(end.checked_sub(basis.state_length)?..end)
    }

    /// The values of the heaps from `from` on, before `end`: those that are first values of the basis, and the others.
    /// `None` if these were not all kept.
    pub(super) fn range<'a>(
        &'a self,
        basis: &'a Basis,
        from: u64,
        end: u64,
    ) -> Option<[&'a [u16]; 2]> {
        let first = &basis.first;
        let place = |n: u64| usize::try_from(n).map_or(first.len(), |n| n.min(first.len()));
        let early = &first[place(from)..place(end).max(place(from))];
        let back = |n: u64| usize::try_from(self.heap.checked_sub(n)?).ok();
        let from = from.max(first.len() as u64);
        if from >= end {
            return Some([early, &[]]);
        }
        let at = |n: u64| self.values.len().checked_sub(back(n)?);
        Some([early, &self.values[at(from)?..at(end)?]])
    }

    /// Computes the values of the heaps before `end`, which have these options with a distant rare part. Of the values
    /// known before, the last `keep` stay, and at least those that are needed; the others may be dropped.
    pub(super) fn extend(
        &mut self,
        basis: &Basis,
        end: u64,
        keep: usize,
        distant: &DistantOptions,
    ) -> Result<(), Halt> {
        let new = usize::try_from(end.saturating_sub(self.heap)).unwrap_or(usize::MAX);
        let keep = keep.min(self.values.len().saturating_add(new)).max(self.kept(basis));
        if self.values.len() > keep.saturating_mul(SLACK) {
            self.values.drain(..self.values.len() - keep);
        }
        // Room for these values and no more: a vector that grows by itself doubles, and windows may be long.
        let most = keep.saturating_mul(SLACK).saturating_add(new);
        self.values.reserve_exact(most.saturating_sub(self.values.len()));
        if let Some(engine) = &mut self.engine {
            engine.set_distant(distant);
        }
        while self.heap < end {
            if let Some(value) = basis.distant_value(self.heap) {
                self.push_distant(value);
                continue;
            }
            let before = self.values.len();
            let end = basis.next_distant(self.heap).map_or(end, |heap| end.min(heap));
            if let Some(engine) = &mut self.engine {
                engine.extend(&mut self.values, self.heap, end, !distant.is_empty());
            }
            self.heap += (self.values.len() - before) as u64;
            if self.heap < end {
                self.single_heap(basis, distant)?;
            }
        }
        if let Some(engine) = &mut self.engine {
            engine.set_distant(&DistantOptions::default());
        }
        Ok(())
    }

    /// Goes over a distant rare heap. No engine begins as long as it could meet that.
    fn push_distant(&mut self, value: u16) {
        self.values.push(value);
        self.heap += 1;
        (self.engine, self.alone) = (None, 0);
    }

    /// Decides a heap that the engine has left.
    fn single_heap(&mut self, basis: &Basis, distant: &DistantOptions) -> Result<(), Halt> {
        let next = self.heap_below(basis, 0, distant);
        let value = next.least_common();
        if self.verifies && !basis.is_accepted(self.heap) {
            next.verify(value)?;
        }
        if self.alone >= MOST_ALONE.max(2 * self.kept(basis)) {
            return Err(self.too_large());
        }
        self.values.push(value);
        self.heap += 1;
        let follows = self.engine.as_mut().is_some_and(|engine| match engine {
            Continuation::Blocks(blocks) => blocks.push(value).is_ok(),
            Continuation::Superblocks(superblocks) => superblocks.push(value),
        });
        if !follows {
            self.begin_engine(basis, distant);
        }
        Ok(())
    }

    /// Says which value keeps the engine from going on with the next heap.
    fn too_large(&self) -> Halt {
        let kept = self.heap - self.values.len() as u64..self.heap;
        let (large, &value) =
            kept.zip(&self.values).max_by_key(|&(_, value)| value).expect("a state of values");
        Halt::TooLarge { heap: self.heap, large, value }
    }

    /// Begins the engine anew after the last value, if it has room for it, or is to be tried again.
    fn begin_engine(&mut self, basis: &Basis, distant: &DistantOptions) {
        self.engine = None;
        if self.reach(basis).is_none() {
            return;
        }
        if self.alone.is_multiple_of(ALONE_BETWEEN_TRIES) {
            self.engine = self.begun_engine(basis);
        }
        match &mut self.engine {
            Some(engine) => {
                engine.set_distant(distant);
                self.alone = 0;
            }
            None => self.alone += 1,
        }
    }

    /// The engine that goes on after the last value, if one can.
    fn begun_engine(&self, basis: &Basis) -> Option<Continuation> {
        let last = &self.values[self.values.len() - self.reach(basis)?..];
        let begin = if self.verifies { Continuation::verified } else { Continuation::again };
        begin(basis, &self.tuning, self.heap, last)
    }

    /// The heap that is `back` below the next one, to be decided alone; it has these options with a distant rare part.
    pub(super) fn heap_below<'a>(
        &'a self,
        basis: &'a Basis,
        back: usize,
        distant: &DistantOptions,
    ) -> SingleHeap<'a> {
        let heap = self.heap - back as u64;
        SingleHeap {
            basis,
            rare: &self.rare,
            before: &self.values[..self.values.len() - back],
            distant: distant.of(heap).collect(),
            heap,
            kernel: self.tuning.kernel,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::sparse::Sparse;

    /// Last values made up so that the next heap has an option with every common value for which
    /// there is room.
    #[test]
    fn a_value_too_large_for_blocks() {
        let mut sparse = Sparse::new(&"4.064".parse().unwrap()).unwrap();
        sparse.extend(100_000).unwrap();
        let heap = 100_001;
        let tuning = Tuning::chosen();
        let basis = Basis::new(&sparse.state(), &tuning, 0, 3).unwrap();
        let room = 128 - (2 << basis.space.mask.trailing_zeros());
        let mut backs = std::collections::BTreeMap::new();
        for &r in &basis.rare {
            let v = basis.first[r as usize];
            backs.extend(basis.rules.splits.iter().map(|s| (s.k + r as usize, v)));
        }
        let mut last = vec![0; basis.state_length];
        for common in (0..room).filter(|&v| !basis.space.is_rare(heap, v)) {
            let (&back, &v) = backs.iter().find(|&(_, v)| v ^ common < room).unwrap();
            backs.remove(&back);
            let at = last.len() - back;
            last[at] = common ^ v;
        }
        let none = DistantOptions::default();
        let mut runner = Runner::new(&basis, &tuning, heap as u64, &last, false).unwrap();
        runner.extend(&basis, heap as u64 + 1, 0, &none).unwrap();
        assert!(runner.engine.is_none() && runner.values[last.len()] >= room);
        // Stopped here, it goes on alone as well.
        let state = &runner.values[1..];
        let mut again = Runner::new(&basis, &tuning, runner.heap(), state, false).unwrap();
        assert!(again.engine.is_none());
        let rare = &*runner.rare.clone();
        let kernel = tuning.kernel;
        for n in heap..heap + 20_000 {
            let (before, distant, heap) = (&*last, vec![], n as u64);
            let single = SingleHeap { basis: &basis, rare, before, distant, heap, kernel };
            last.push(single.least_common());
        }
        for runner in [&mut runner, &mut again] {
            runner.extend(&basis, heap as u64 + 20_000, 20_000, &none).unwrap();
            assert!(runner.engine.is_some() && runner.counters().blocks > 200);
            assert!(runner.values.ends_with(&last[last.len() - 10_000..]));
        }
    }

    /// A basis with the first `heaps` values of a game, which blocks are to continue, and the next heap after twice as
    /// many with the values before it.
    fn begun_by_blocks(code: &str, heaps: usize) -> (Basis, u64, Vec<u16>) {
        let mut sparse = Sparse::new(&code.parse().unwrap()).unwrap();
        sparse.extend(2 * heaps as u64).unwrap();
        let state = sparse.state();
        let rare: Vec<u64> = state.rare.iter().map(|&r| r as u64).collect();
        let state_length = state.last_rare() + state.rules.last_place + 1;
        let first = state.values.range(..heaps).to_vec().into();
        let (rules, space) = (state.rules.clone(), state.space);
        let (distant, accepted, superblocks) = (vec![], vec![], false);
        let basis =
            Basis { rules, space, rare, distant, first, superblocks, state_length, accepted };
        (basis, 2 * heaps as u64 + 1, state.values.to_vec())
    }

    /// One value without room keeps blocks from going on as far as they look back, however far that is; and then they
    /// do.
    #[test]
    fn one_large_value_is_waited_for() {
        let (basis, heap, mut values) = begun_by_blocks("0.207", 440_000);
        assert!(basis.last_reached() > 3 * MOST_ALONE as u64);
        let last = values.len() - 1;
        values[last] = 126;
        let last = &values[values.len() - basis.state_length..];
        let mut runner = Runner::new(&basis, &Tuning::chosen(), heap, last, false).unwrap();
        let (none, reach) = (DistantOptions::default(), basis.last_reached());
        runner.extend(&basis, heap + reach, 0, &none).unwrap();
        assert!(runner.engine.is_none() && runner.alone as u64 == reach);
        runner.extend(&basis, heap + reach + 10_000, 0, &none).unwrap();
        assert!(runner.engine.is_some() && runner.alone == 0 && runner.counters().blocks > 100);
    }

    /// Where large values come again and again, it halts, and says which.
    #[test]
    fn many_large_values() {
        let (basis, heap, values) = begun_by_blocks("0.36", 12_000);
        let last = &values[values.len() - basis.state_length..];
        let mut runner = Runner::new(&basis, &Tuning::chosen(), heap, last, false).unwrap();
        let (end, none) = (heap + 200_000, DistantOptions::default());
        let halt = runner.extend(&basis, end, 0, &none).unwrap_err();
        let Halt::TooLarge { heap: halted, large, value } = halt else { panic!("{halt}") };
        assert_eq!((halted, runner.heap()), (heap + MOST_ALONE as u64, halted));
        assert!((halted - runner.values.len() as u64..halted).contains(&large) && value > 124);
        assert_eq!(runner.values[runner.values.len() - (halted - large) as usize], value);
        let text = format!(
            "heap {halted} cannot be computed by blocks of 64 heaps: G({large}) = {value} is too large"
        );
        assert!(halt.to_string().starts_with(&text), "{halt}");
    }

    /// A range of values is that of the first values and of those kept, wherever it begins and ends; `None` where one is
    /// missing.
    #[test]
    fn ranges() {
        let basis = Basis::of_length(&"0.07".parse().unwrap(), 0);
        let basis = Basis { first: (0..10).collect(), ..basis };
        let tuning = Tuning::chosen();
        let of = |heap: u64, values: std::ops::Range<u16>| Runner {
            rare: vec![],
            tuning,
            engine: None,
            alone: 0,
            verifies: false,
            values: values.collect(),
            heap,
        };
        // The value of each heap is its number. In the first runner those of heaps 10, 11 and 12 were dropped.
        for (runner, kept) in [(of(20, 13..20), 13), (of(20, 5..20), 10), (of(10, 4..10), 10)] {
            for (from, end) in (0..22).flat_map(|from| (from..22).map(move |end| (from, end))) {
                let found = runner.range(&basis, from, end).map(|pieces| pieces.concat());
                let is_there = |n: u64| n < 10 || (kept..runner.heap).contains(&n);
                let expected: Option<Vec<u16>> =
                    (from..end).map(|n| is_there(n).then_some(n as u16)).collect();
                assert_eq!(found, expected, "{from} to {end}, up to {}", runner.heap);
            }
        }
    }
}
