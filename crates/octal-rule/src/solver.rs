//! Grundy values: every state once, by its options.
//!
//! The value of a state is the mex of the values of its options. The value of a sum is the nim-sum
//! of its parts (Sprague 1935, Grundy 1939). The stack of the search is a vector, so a play of a
//! million moves does not overflow it. A state whose parts are not all known is walked twice: once
//! to collect these parts, once for the value. Cost: the options of all states reached, at most
//! twice.

use std::collections::{BTreeSet, HashMap};

use crate::expression::Fault;
use crate::parts::PartsTable;
use crate::rule::{Found, Rule, State, heap};

/// Bounds of a search.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The number of options that a solver may look at, in all its searches.
    pub options: u64,
    /// The number of states that a solver may keep; a state takes about 100 bytes.
    pub states: usize,
}

impl Default for Limits {
    /// Some seconds, and some hundreds of megabytes.
    fn default() -> Limits {
        Limits { options: 300_000_000, states: 4_000_000 }
    }
}

/// Reasons why a state has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The search exceeds its limits.
    #[error("{position} is too large: its search exceeds the limits of work or memory")]
    TooLarge {
        /// The position whose value or outcome was wanted.
        position: String,
    },
    /// Play need not end, so values are not defined.
    #[error("play need not end: {}; exclude one of these moves by `if`", cycle.join(" → "))]
    Cycle {
        /// Positions each of which is an option of the one before; the last is the first.
        cycle: Vec<String>,
    },
    /// The rule excludes the state from its positions.
    #[error("{position} is no position: the rule has the line `{line}`")]
    NoPosition {
        /// The state.
        position: String,
        /// The line.
        line: String,
    },
    /// An expression of the rule has no value.
    #[error("the options of {position} cannot be computed: {fault}")]
    Fault {
        /// The position whose options were wanted.
        position: String,
        /// The reason.
        fault: Fault,
    },
}

/// Reasons to end a walk through options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    TooLarge,
    Fault(Fault),
    /// The option is a state whose own options are being examined.
    Cycle(State),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop::Fault(fault)
    }
}

impl Stop {
    /// The refusal of `root`, whose search ended at the last state of `path`.
    pub(crate) fn refusal<P: PartialEq + ToString>(
        self,
        root: &P,
        path: &[&P],
        again: Option<&P>,
    ) -> Refusal {
        match (self, again) {
            (Stop::Cycle(_), Some(again)) => {
                let round = path.iter().skip_while(|&&position| position != again);
                let cycle = round.chain([&again]).map(|position| position.to_string()).collect();
                Refusal::Cycle { cycle }
            }
            (Stop::Fault(fault), _) => {
                let position = path.last().unwrap_or(&root).to_string();
                Refusal::Fault { position, fault }
            }
            _ => Refusal::TooLarge { position: root.to_string() },
        }
    }
}

/// A state that is not known.
const UNKNOWN: u32 = 0;

/// A state whose options are being examined.
const OPEN: u32 = 1;

/// States by their values plus 2; see [`UNKNOWN`] and [`OPEN`].
struct Memo {
    /// Small states, by [`Memo::place`].
    dense: Vec<u32>,
    sparse: HashMap<State, u32>,
    known: usize,
}

/// The bits of the place that each number of a state has, by the count of numbers.
const PLACE_BITS: [u32; 4] = [0, 22, 11, 7];

impl Memo {
    fn new() -> Memo {
        Memo { dense: vec![UNKNOWN; 1 << 22], sparse: HashMap::new(), known: 0 }
    }

    fn place(state: &State) -> Option<usize> {
        let bits = PLACE_BITS[state.numbers().len()];
        let small = |&number: &i128| number < 1 << bits;
        let join = |place, &number: &i128| place << bits | number as usize;
        state.numbers().iter().all(small).then(|| state.numbers().iter().fold(0, join))
    }

    fn get(&self, state: &State) -> u32 {
        match Memo::place(state) {
            Some(place) => self.dense[place],
            None => self.sparse.get(state).copied().unwrap_or(UNKNOWN),
        }
    }

    fn set(&mut self, state: &State, entry: u32) {
        let old = match Memo::place(state) {
            Some(place) => std::mem::replace(&mut self.dense[place], entry),
            None if entry == UNKNOWN => self.sparse.remove(state).unwrap_or(UNKNOWN),
            None => self.sparse.insert(*state, entry).unwrap_or(UNKNOWN),
        };
        self.known += usize::from(old == UNKNOWN);
        self.known -= usize::from(entry == UNKNOWN);
    }
}

/// A set of values that is emptied at once.
#[derive(Default)]
struct SeenValues {
    /// The round in which each value was seen last.
    rounds: Vec<u32>,
    round: u32,
}

impl SeenValues {
    fn clear(&mut self) {
        self.round = self.round.checked_add(1).unwrap_or_else(|| {
            self.rounds.fill(0);
            1
        });
    }

    fn insert(&mut self, value: u32) {
        let value = value as usize;
        if self.rounds.len() <= value {
            self.rounds.resize(value + 1, 0);
        }
        self.rounds[value] = self.round;
    }

    fn mex(&self) -> u32 {
        let is_free = |&round: &u32| round != self.round;
        self.rounds.iter().position(is_free).unwrap_or(self.rounds.len()) as u32
    }
}

/// A rule with the values that are known.
pub struct Solver<'r> {
    rule: &'r Rule,
    memo: Memo,
    tables: Vec<PartsTable>,
    seen: SeenValues,
    limits: Limits,
    /// The number of states that wait on the stack.
    waiting: usize,
}

/// A state on the stack with the parts of its options that were not known, the least ones last.
struct Frame {
    state: State,
    unknown: Vec<State>,
}

impl<'r> Solver<'r> {
    /// A solver that knows no value.
    pub fn new(rule: &'r Rule) -> Solver<'r> {
        Solver::with_limits(rule, Limits::default())
    }

    /// A solver with limits of its own.
    pub fn with_limits(rule: &'r Rule, limits: Limits) -> Solver<'r> {
        let tables = rule.parts.iter().map(PartsTable::new).collect();
        let (memo, seen) = (Memo::new(), SeenValues::default());
        Solver { rule, memo, tables, seen, limits, waiting: 0 }
    }

    /// The Grundy value of a state.
    ///
    /// # Errors
    /// [`Refusal`]; the values that were found remain known.
    ///
    /// # Panics
    /// If the state has not as many numbers as those of the rule.
    pub fn value(&mut self, state: &State) -> Result<u64, Refusal> {
        assert_eq!(state.numbers().len(), self.rule.arity(), "a state of the rule");
        refuse_outside(self.rule, state)?;
        let mut stack: Vec<Frame> = Vec::new();
        let searched = self.search(state, &mut stack);
        self.waiting = 0;
        // After a refusal no state may stay open.
        stack.iter().for_each(|frame| self.memo.set(&frame.state, UNKNOWN));
        searched.map_err(|stop| {
            let again = if let Stop::Cycle(again) = stop { Some(again) } else { None };
            let path: Vec<&State> = stack.iter().map(|frame| &frame.state).collect();
            stop.refusal(state, &path, again.as_ref())
        })?;
        Ok(u64::from(self.memo.get(state) - 2))
    }

    fn search(&mut self, root: &State, stack: &mut Vec<Frame>) -> Result<(), Stop> {
        let mut next = Some(*root);
        loop {
            if let Some(state) = next.take().filter(|state| self.memo.get(state) < 2) {
                if self.memo.get(&state) == OPEN {
                    return Err(Stop::Cycle(state));
                }
                if self.memo.known + self.waiting >= self.limits.states {
                    return Err(Stop::TooLarge);
                }
                self.memo.set(&state, OPEN);
                stack.push(Frame { state, unknown: Vec::new() });
                let unknown = self.look(&state)?;
                self.waiting += unknown.len();
                stack.last_mut().expect("the frame of the state").unknown = unknown;
            }
            let Some(top) = stack.last_mut() else { return Ok(()) };
            next = top.unknown.pop();
            if next.is_some() {
                self.waiting -= 1;
            } else {
                let state = top.state;
                if self.memo.get(&state) == OPEN && !self.look(&state)?.is_empty() {
                    unreachable!("all parts of the options of {state} are known");
                }
                stack.pop();
            }
        }
    }

    /// Looks at all options of an open state. Sets its value, or returns the unknown parts.
    fn look(&mut self, state: &State) -> Result<Vec<State>, Stop> {
        self.seen.clear();
        let (memo, seen, tables) = (&self.memo, &mut self.seen, &mut self.tables);
        let mut unknown = UnknownParts { most: self.limits.states, ..UnknownParts::default() };
        let parts = &self.rule.parts;
        self.rule.walk(state, &mut self.limits.options, |found, work| match found {
            Found::Sum(sum) => {
                let value = nim_sum(memo, sum, &mut unknown)?;
                value.into_iter().for_each(|value| seen.insert(value));
                Ok(())
            }
            Found::Strided { heaps, count } => {
                strided_values(memo, heaps, count, &mut unknown, |value| seen.insert(value))
            }
            Found::Parts { fixed, form, total } => {
                let largest = parts[form].largest_part(total);
                if largest == 0 && !(total == 0 && parts[form].allows(0)) {
                    return Ok(());
                }
                let mut ready = nim_sum(memo, fixed, &mut unknown)?;
                for part in 1..=largest {
                    *work = work.checked_sub(1).ok_or(Stop::TooLarge)?;
                    let known = nim_sum(memo, &[State::heap(part)], &mut unknown)?;
                    ready = ready.filter(|_| known.is_some());
                }
                let Some(value) = ready else { return Ok(()) };
                let of_heap = |n| u64::from(memo.get(&State::heap(n)) - 2);
                let sums = tables[form].nim_sums(total, work, of_heap)?;
                sums.iter().for_each(|sum| seen.insert(sum as u32 ^ value));
                Ok(())
            }
        })?;
        if unknown.states.is_empty() {
            self.memo.set(state, self.seen.mex() + 2);
        }
        Ok(unknown.least_last())
    }

    /// All options of a value, each once, larger parts first. Parts without options are left out if
    /// one of their numbers is 0.
    ///
    /// # Errors
    /// [`Refusal`].
    pub fn options_worth(
        &mut self,
        state: &State,
        value: u64,
    ) -> Result<BTreeSet<Vec<State>>, Refusal> {
        self.value(state)?;
        let mut found = BTreeSet::new();
        let memo = &self.memo;
        let mut limits = self.limits;
        let rule = self.rule;
        rule.each_option(state, &mut limits.options, |sum| {
            let of_sum = sum.iter().fold(0, |nim_sum, part| nim_sum ^ (memo.get(part) - 2));
            if u64::from(of_sum) == value {
                found.insert(sum.to_vec());
                if found.len() >= limits.states {
                    return Err(Stop::TooLarge);
                }
            }
            Ok(())
        })
        .map_err(|stop| stop.refusal(state, &[state], None))?;
        self.limits.options = limits.options;
        found.into_iter().map(|sum| Ok(shown(rule, sum))).collect()
    }
}

/// Refuses a state that the rule excludes from its positions.
pub(crate) fn refuse_outside(rule: &Rule, state: &State) -> Result<(), Refusal> {
    let position = || state.to_string();
    match rule.excluding_line(state) {
        Ok(None) => Ok(()),
        Ok(Some(line)) => Err(Refusal::NoPosition { position: position(), line: line.to_owned() }),
        Err(fault) => Err(Refusal::Fault { position: position(), fault }),
    }
}

/// The option for printing: larger parts first, empty heaps and boards left out.
pub(crate) fn shown(rule: &Rule, mut sum: Vec<State>) -> Vec<State> {
    sum.retain(|part| !part.numbers().contains(&0) || rule.has_options(part));
    sum.sort_unstable_by(|a, b| b.cmp(a));
    sum
}

/// The nim-sum of these states; `None` if some are unknown, which are collected.
fn nim_sum(memo: &Memo, sum: &[State], unknown: &mut UnknownParts) -> Result<Option<u32>, Stop> {
    let mut value = Some(0);
    for state in sum {
        match memo.get(state) {
            OPEN => return Err(Stop::Cycle(*state)),
            UNKNOWN => {
                unknown.push(*state)?;
                value = None;
            }
            entry => value = value.map(|value| value ^ (entry - 2)),
        }
    }
    Ok(value)
}

/// Passes on the nim-sums of sums of heaps that grow by steps; unknown heaps are collected.
fn strided_values(
    memo: &Memo,
    heaps: &[(i128, i128)],
    count: i128,
    unknown: &mut UnknownParts,
    mut pass: impl FnMut(u32),
) -> Result<(), Stop> {
    let sum = |i: i128| heaps.iter().map(|&(n, step)| heap(n + i * step)).collect::<Vec<_>>();
    let (first, last) = (sum(0), sum(count.max(1) - 1));
    let is_dense = first.iter().chain(&last).all(|state| Memo::place(state).is_some());
    let steps: Vec<(usize, isize)> = match is_dense {
        true => heaps.iter().map(|&(n, step)| (n as usize, step as isize)).collect(),
        false => Vec::new(),
    };
    let entry = |(n, step): (usize, isize), i: isize| memo.dense[n.wrapping_add_signed(i * step)];
    for i in 0..count {
        // The usual sums are read at once: the least entry shows if all are known.
        let known = match steps[..] {
            [a] => Some(entry(a, i as isize)).filter(|&a| a > OPEN).map(|a| a - 2),
            [a, b] => {
                let (a, b) = (entry(a, i as isize), entry(b, i as isize));
                (a.min(b) > OPEN).then(|| (a - 2) ^ (b - 2))
            }
            _ => None,
        };
        match known {
            Some(value) => pass(value),
            None => nim_sum(memo, &sum(i), unknown)?.into_iter().for_each(&mut pass),
        }
    }
    Ok(())
}

/// States that a look at some options found unknown.
#[derive(Default)]
struct UnknownParts {
    states: Vec<State>,
    /// The largest number before the equal ones are removed.
    room: usize,
    /// The largest number of different ones.
    most: usize,
}

impl UnknownParts {
    fn push(&mut self, state: State) -> Result<(), Stop> {
        if self.states.len() > self.room {
            self.states.sort_unstable();
            self.states.dedup();
            self.room = (2 * self.states.len()).max(1 << 12);
            if self.states.len() > self.most {
                return Err(Stop::TooLarge);
            }
        }
        self.states.push(state);
        Ok(())
    }

    /// The states, each once, the least ones last, which are searched first: their values are
    /// needed for the larger ones.
    fn least_last(mut self) -> Vec<State> {
        self.states.sort_unstable_by_key(|state| (std::cmp::Reverse(state.size()), *state));
        self.states.dedup();
        self.states.shrink_to_fit();
        self.states
    }
}
