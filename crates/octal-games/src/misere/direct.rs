//! Direct search: the outcome of a sum of heaps of one game or several in misère play, by the
//! definition.
//!
//! ```text
//! outcome(sum) = N if the sum has no option, or if an option is a P-position; else P
//! ```
//!
//! Three things keep the number of sums small.
//!
//! 1. *Canonical reduction.* A heap that is equal in every sum to a nim-heap `*v` is replaced by
//!    `*v`. This needs three conditions. Its options hold `*0` … `*(v − 1)`. Every other option has
//!    an option equal to `*v`. For v = 0 the heap is dead or an N-position (`[WW]` chapter 13).
//!    Then `*1 + *1` is 0, and `*v + *1` is `*(v ⊕ 1)`. Heaps with the same reduced options count
//!    as one heap.
//! 2. *Bouton's rule.* A sum of nim-heaps is a P-position if its nim-sum is 0, or 1 where no
//!    nim-heap is larger than 1.
//! 3. *Order.* Options with nim-sum 0 come first. Most P-positions have nim-sum 0 in normal play.
//!
//! Every outcome is stored. Cost: exponential in the tokens in general; rows of 70 files of
//! Dawson's Chess take some thousand sums. The stack is a vector, so long games do not overflow it.

use std::collections::HashMap;

use super::limits::{Meter, MisereStop};
use super::position::{Parts, options};
use super::winning::{WinningFamily, WinningMoves};
use crate::code::Code;
use crate::nim::mex;

/// The largest heap that a direct search accepts.
pub const LARGEST_HEAP: u64 = 1 << 12;

/// Work for one option of a sum, and for each component that it has.
const WORK_OF_OPTION: u64 = 64;
const WORK_OF_COMPONENT: u64 = 16;

/// Bytes of a stored outcome, and of each component of its sum, while the table grows.
const OUTCOME_BYTES: u64 = 96;
const COMPONENT_BYTES: u64 = 8;

/// A part of a reduced sum: the nim-heap `*v` as 2v + 1, another heap as twice its place in the
/// table.
type Component = u32;

/// `*0`, which is nothing.
const NOTHING: Component = 1;

/// `*1`, the only odd nim-heap of a reduced sum.
const STAR: Component = 3;

/// A reduced sum: its components in ascending order, without `*0` and with `*1` at most once.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Sum(Box<[Component]>);

impl Sum {
    /// Reduces a sum of components.
    fn of(components: impl IntoIterator<Item = Component>) -> Sum {
        let (mut odd, mut kept) = (0, vec![]);
        for component in components {
            if component & 1 == 0 {
                kept.push(component);
                continue;
            }
            let size = component >> 1;
            odd ^= size & 1;
            kept.extend((size > 1).then_some((size & !1) << 1 | 1));
        }
        kept.extend((odd == 1).then_some(STAR));
        kept.sort_unstable();
        Sum(kept.into())
    }

    /// v, if this is the nim-heap `*v`.
    fn nim_heap(&self) -> Option<u32> {
        match *self.0 {
            [] => Some(0),
            [one] if one & 1 == 1 => Some(one >> 1),
            [STAR, other] if other & 1 == 1 => Some(other >> 1 | 1),
            _ => None,
        }
    }

    /// True if a sum of nim-heaps is a P-position, by Bouton's rule; `None` for another sum.
    fn of_nim(&self) -> Option<bool> {
        self.0.iter().all(|component| component & 1 == 1).then(|| match *self.0 {
            [] => false,
            [STAR] => true,
            _ => self.0.iter().fold(0, |sum, component| sum ^ (component >> 1)) == 0,
        })
    }
}

/// A game with its heaps as components of reduced sums.
#[derive(Clone, Debug)]
struct SearchedGame {
    code: Code,
    components: Vec<Component>,
}

/// A heap that is no nim-heap.
#[derive(Clone, Copy, Debug)]
struct OtherHeap {
    /// The place of its game.
    game: usize,
    size: usize,
    /// Its Grundy value in normal play.
    grundy: u16,
}

/// A sum with options still to be examined, the next one last.
struct OpenSum {
    sum: Sum,
    options: Vec<Sum>,
}

/// A heap of a position that was searched, with its winning moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchedHeap {
    /// The place of its game, as [`DirectSearch::game`] returned it.
    pub game: usize,
    /// Its size.
    pub size: u64,
    /// The number of heaps of this size.
    pub times: usize,
    /// Its winning moves; `None` if a limit ended the search for them.
    pub winning: Option<WinningMoves>,
}

/// A position solved by direct search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirectAnalysis {
    /// The heaps of different sizes, by game and size.
    pub heaps: Vec<SearchedHeap>,
    /// True for a P-position.
    pub is_p: bool,
}

/// All misère outcomes that were found, of sums of heaps of any number of games.
///
/// ```
/// use octal_games::workspace::misere::direct::DirectSearch;
/// use octal_games::workspace::misere::limits::{Meter, MisereLimits};
/// let mut meter = Meter::new(MisereLimits::heaps(100), &());
/// let mut search = DirectSearch::default();
/// let dawsons_kayles = search.game(&"0.07".parse()?);
/// assert_eq!(search.is_p(&[(dawsons_kayles, 34)], &mut meter), Ok(false));
/// let nim = search.game(&"nim".parse()?);
/// assert_eq!(search.is_p(&[(nim, 2), (dawsons_kayles, 5)], &mut meter), Ok(false));
/// # Ok::<(), octal_games::CodeError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct DirectSearch {
    games: Vec<SearchedGame>,
    others: Vec<OtherHeap>,
    by_options: HashMap<Vec<Sum>, Component>,
    /// True for P-positions.
    outcomes: HashMap<Sum, bool>,
    /// Bytes of the tables.
    bytes: u64,
}

impl DirectSearch {
    /// The place of a game, by which positions name it. O(games).
    pub fn game(&mut self, code: &Code) -> usize {
        let place = self.games.iter().position(|game| game.code == *code);
        place.unwrap_or_else(|| {
            self.games.push(SearchedGame { code: code.clone(), components: vec![NOTHING] });
            self.games.len() - 1
        })
    }

    /// The number of reduced sums that were decided.
    pub fn sums(&self) -> usize {
        self.outcomes.len()
    }

    /// True if these heaps, each with the place of its game, are a P-position. Keeps all outcomes
    /// found.
    ///
    /// # Errors
    /// [`MisereStop::Heaps`] if a heap is larger than [`LARGEST_HEAP`] or the limit of heaps. The
    /// stop of the meter if the work or memory is used up, or if the watcher cancels.
    ///
    /// # Panics
    /// If [`DirectSearch::game`] returned no such place.
    pub fn is_p(
        &mut self,
        heaps: &[(usize, u64)],
        meter: &mut Meter<'_>,
    ) -> Result<bool, MisereStop> {
        let heaps = self.prepare(heaps, meter)?;
        let sum = Sum::of(heaps.iter().map(|&(game, n)| self.games[game].components[n]));
        self.outcome(sum, meter)
    }

    /// Solves a position, with its winning moves as far as the limits allow. At most `listed` moves
    /// are listed, and further moves are counted.
    ///
    /// # Errors
    /// Those of [`DirectSearch::is_p`], as far as the outcome is not known.
    ///
    /// # Panics
    /// As [`DirectSearch::is_p`].
    pub fn analyse(
        &mut self,
        heaps: &[(usize, u64)],
        mut listed: u64,
        meter: &mut Meter<'_>,
    ) -> Result<DirectAnalysis, MisereStop> {
        let is_p = self.is_p(heaps, meter)?;
        let heaps = self.prepare(heaps, meter)?;
        let mut searched: Vec<SearchedHeap> = vec![];
        let mut is_within_limits = true;
        for group in heaps.chunk_by(|a, b| a == b) {
            let (game, size) = group[0];
            let mut winning = None;
            if is_p {
                winning = Some(vec![]);
            } else if is_within_limits {
                winning = match self.winning(&heaps, (game, size), meter) {
                    Err(MisereStop::Cancelled) => return Err(MisereStop::Cancelled),
                    found => found.ok(),
                };
                is_within_limits = winning.is_some();
            }
            let winning = winning.map(|parts| listed_moves(parts, &mut listed));
            let (size, times) = (size as u64, group.len());
            searched.push(SearchedHeap { game, size, times, winning });
        }
        Ok(DirectAnalysis { heaps: searched, is_p })
    }

    /// The heaps in order, with all that is needed to reduce them. The tables count as held by the
    /// meter.
    fn prepare(
        &mut self,
        heaps: &[(usize, u64)],
        meter: &mut Meter<'_>,
    ) -> Result<Vec<(usize, usize)>, MisereStop> {
        let most = LARGEST_HEAP.min(meter.limits().heaps as u64);
        if heaps.iter().any(|&(_, heap)| heap > most) {
            return Err(MisereStop::Heaps);
        }
        let mut sorted: Vec<(usize, usize)> =
            heaps.iter().map(|&(game, heap)| (game, heap as usize)).collect();
        sorted.sort_unstable();
        for &(game, heap) in &sorted {
            self.classify_to(game, heap, meter)?;
        }
        Ok(sorted)
    }

    /// The parts that the winning moves in one of these heaps leave, ascending.
    fn winning(
        &mut self,
        heaps: &[(usize, usize)],
        heap: (usize, usize),
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Parts>, MisereStop> {
        let place = heaps.partition_point(|&other| other < heap);
        let others = heaps[..place].iter().chain(&heaps[place + 1..]);
        let others: Vec<Component> =
            others.map(|&(game, n)| self.games[game].components[n]).collect();
        let mut all: Vec<Parts> = options(&self.games[heap.0].code, heap.1).collect();
        all.sort_unstable();
        all.dedup();
        let mut winning = vec![];
        for parts in all {
            let left = others.iter().copied().chain(self.components(heap.0, parts));
            if self.outcome(Sum::of(left), meter)? {
                winning.push(parts);
            }
        }
        Ok(winning)
    }

    /// True if the sum is a P-position.
    fn outcome(&mut self, sum: Sum, meter: &mut Meter<'_>) -> Result<bool, MisereStop> {
        if let Some(is_p) = self.known(&sum) {
            return Ok(is_p);
        }
        let mut stack = vec![self.open(sum, meter)?];
        loop {
            let top = stack.last_mut().expect("the first sum is not decided yet");
            let is_p = match top.options.last() {
                None => true,
                Some(option) => match self.known(option) {
                    Some(true) => false,
                    Some(false) => {
                        top.options.pop();
                        continue;
                    }
                    None => {
                        let option = option.clone();
                        stack.push(self.open(option, meter)?);
                        continue;
                    }
                },
            };
            let decided = stack.pop().expect("the sum was the last").sum;
            self.hold(OUTCOME_BYTES + COMPONENT_BYTES * decided.0.len() as u64, meter)?;
            self.outcomes.insert(decided, is_p);
            meter.progress.sums = self.outcomes.len();
            if stack.is_empty() {
                return Ok(is_p);
            }
        }
    }

    /// Counts bytes of the tables.
    fn hold(&mut self, bytes: u64, meter: &mut Meter<'_>) -> Result<(), MisereStop> {
        self.bytes += bytes;
        if self.bytes <= meter.limits().memory { Ok(()) } else { Err(MisereStop::Memory) }
    }

    /// True if the sum is known to be a P-position, false if it is known to be an N-position.
    fn known(&self, sum: &Sum) -> Option<bool> {
        sum.of_nim().or_else(|| self.outcomes.get(sum).copied())
    }

    /// Begins with a sum: its options are sorted, those that are likely P-positions last.
    fn open(&self, sum: Sum, meter: &mut Meter<'_>) -> Result<OpenSum, MisereStop> {
        let mut options = self.options(&sum, meter)?;
        let tokens = |sum: &Sum| sum.0.iter().map(|&part| self.size(part)).sum::<usize>();
        options.sort_by_cached_key(|option| {
            (self.grundy(option) == 0, std::cmp::Reverse(tokens(option)))
        });
        Ok(OpenSum { sum, options })
    }

    /// The options of a sum, ascending.
    fn options(&self, sum: &Sum, meter: &mut Meter<'_>) -> Result<Vec<Sum>, MisereStop> {
        let mut all = vec![];
        for (i, &component) in sum.0.iter().enumerate() {
            if i > 0 && sum.0[i - 1] == component {
                continue;
            }
            let others = || sum.0[..i].iter().chain(&sum.0[i + 1..]).copied();
            let before = all.len();
            if component & 1 == 1 {
                all.extend((0..component >> 1).map(|v| Sum::of(others().chain([2 * v + 1]))));
            } else {
                let OtherHeap { game, size, .. } = self.others[component as usize / 2];
                let left = options(&self.games[game].code, size);
                all.extend(left.map(|parts| Sum::of(others().chain(self.components(game, parts)))));
            }
            let new = (all.len() - before) as u64;
            meter.spend(new * (WORK_OF_OPTION + WORK_OF_COMPONENT * sum.0.len() as u64))?;
        }
        all.sort_unstable();
        all.dedup();
        Ok(all)
    }

    /// The components of the parts that a move leaves; a part 0 is nothing.
    fn components(&self, game: usize, parts: Parts) -> [Component; 3] {
        parts.map(|part| self.games[game].components[part])
    }

    /// The tokens of a component.
    fn size(&self, component: Component) -> usize {
        let half = component as usize / 2;
        if component & 1 == 1 { half } else { self.others[half].size }
    }

    /// The nim-sum of normal play.
    fn grundy(&self, sum: &Sum) -> u16 {
        let value = |&component: &Component| match component & 1 {
            1 => (component >> 1) as u16,
            _ => self.others[component as usize / 2].grundy,
        };
        sum.0.iter().map(value).fold(0, |sum, value| sum ^ value)
    }

    /// Finds the components of the heaps of a game up to n.
    fn classify_to(
        &mut self,
        game: usize,
        n: usize,
        meter: &mut Meter<'_>,
    ) -> Result<(), MisereStop> {
        while self.games[game].components.len() <= n {
            let size = self.games[game].components.len();
            let mut sums = vec![];
            for parts in options(&self.games[game].code, size) {
                meter.spend(WORK_OF_OPTION)?;
                sums.push(Sum::of(self.components(game, parts)));
            }
            sums.sort_unstable();
            sums.dedup();
            let component = match self.equal_nim_heap(&sums, meter)? {
                Some(size) => 2 * size + 1,
                None => self.other_heap(game, size, sums, meter)?,
            };
            self.games[game].components.push(component);
        }
        Ok(())
    }

    /// The component of a heap that is no nim-heap: one for all heaps with the same reduced
    /// options.
    fn other_heap(
        &mut self,
        game: usize,
        size: usize,
        sums: Vec<Sum>,
        meter: &mut Meter<'_>,
    ) -> Result<Component, MisereStop> {
        if let Some(&component) = self.by_options.get(&sums) {
            return Ok(component);
        }
        self.hold(OUTCOME_BYTES * sums.len() as u64, meter)?;
        let grundy = mex(sums.iter().map(|sum| self.grundy(sum))) as u16;
        let component = 2 * self.others.len() as Component;
        self.others.push(OtherHeap { game, size, grundy });
        self.by_options.insert(sums, component);
        Ok(component)
    }

    /// v, if a heap with these options is equal in every sum to the nim-heap `*v`.
    fn equal_nim_heap(
        &mut self,
        sums: &[Sum],
        meter: &mut Meter<'_>,
    ) -> Result<Option<u32>, MisereStop> {
        let sizes = sums.iter().filter_map(Sum::nim_heap);
        let size = mex(sizes.map(|size| size as u16)) as u32;
        for sum in sums.iter().filter(|sum| sum.nim_heap().is_none()) {
            let reverts = |option: &Sum| option.nim_heap() == Some(size);
            if !self.options(sum, meter)?.iter().any(reverts) {
                return Ok(None);
            }
        }
        let mut is_equal = size > 0 || sums.is_empty();
        for sum in sums {
            is_equal = is_equal || self.outcome(sum.clone(), meter)?;
        }
        Ok(is_equal.then_some(size))
    }
}

/// Winning moves that leave these parts, of which at most `listed` are listed.
fn listed_moves(parts: Vec<Parts>, listed: &mut u64) -> WinningMoves {
    let count = parts.len() as u64;
    let shown = count.min(*listed);
    *listed -= shown;
    let single = |parts| WinningFamily { parts, step: 0, count: 1 };
    WinningMoves { families: parts.into_iter().take(shown as usize).map(single).collect(), count }
}
