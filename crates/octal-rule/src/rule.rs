//! Rules after reading: lines, variables, options; and the options of one state.

use std::fmt;
use std::str::FromStr;

use crate::expression::{Expression, Fault};
use crate::parse::{self, RuleError};
use crate::parts::PartsForm;
use crate::solver::Stop;

/// The most numbers of a state.
pub(crate) const MOST_NUMBERS: usize = 3;

/// The most variables of a line, the numbers of the state among them.
pub(crate) const MOST_VARIABLES: usize = 12;

/// One component of a sum: a heap, or a pair or triple of numbers such as the sides of a board.
///
/// Printed as `12` or `3x4`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    /// The numbers; those that the state does not have are 0.
    numbers: [i128; MOST_NUMBERS],
    arity: u8,
}

impl State {
    /// A heap of n tokens.
    pub const fn heap(n: u64) -> State {
        State { numbers: [n as i128, 0, 0], arity: 1 }
    }

    /// A state of these numbers; `None` unless there are one to three, each below 2^100.
    pub fn new(numbers: &[u128]) -> Option<State> {
        let mut state = State { numbers: [0; MOST_NUMBERS], arity: numbers.len() as u8 };
        let fits = (1..=MOST_NUMBERS).contains(&numbers.len())
            && numbers.iter().all(|&n| n < crate::expression::LARGEST as u128);
        let places = state.numbers.iter_mut().zip(numbers);
        places.for_each(|(place, &number)| *place = number as i128);
        fits.then_some(state)
    }

    /// The numbers.
    pub fn numbers(&self) -> &[i128] {
        &self.numbers[..usize::from(self.arity)]
    }

    /// The state with this text between its numbers.
    pub fn separated(&self, separator: &str) -> String {
        self.numbers().iter().map(i128::to_string).collect::<Vec<_>>().join(separator)
    }

    /// The sum of the numbers.
    pub(crate) fn size(&self) -> i128 {
        self.numbers.iter().sum()
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.separated("x"))
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The rule of an impartial game. The crate's documentation describes the language.
///
/// ```
/// use octal_rule::{Rule, Solver, State};
/// let rule: Rule = "n -> n-1 | n-3 | n-4".parse()?;
/// let mut solver = Solver::new(&rule);
/// let values: Result<Vec<u64>, _> = (0..8).map(|n| solver.value(&State::heap(n))).collect();
/// assert_eq!(values?, [0, 1, 0, 1, 2, 3, 2, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Rule {
    pub(crate) text: String,
    pub(crate) arity: usize,
    pub(crate) lines: Vec<RuleLine>,
    /// The conditions that every position satisfies, each with its line.
    pub(crate) board: Vec<(Expression, String)>,
    /// Partitions that occur in the lines.
    pub(crate) parts: Vec<PartsForm>,
}

/// One line of a rule.
#[derive(Clone, Debug)]
pub(crate) struct RuleLine {
    pub(crate) loops: Vec<Loop>,
    pub(crate) condition: Option<Expression>,
    /// The condition as linear expressions that are at least 0, if all options are linear heaps
    /// too.
    pub(crate) bounds: Option<Vec<Expression>>,
    pub(crate) options: Vec<OptionForm>,
}

/// A variable with its range.
#[derive(Clone, Debug)]
pub(crate) enum Loop {
    /// A number from each of these ranges, both ends included.
    Numbers { slot: usize, ranges: Vec<(Expression, Expression)> },
    /// The parts of a number: `parts` of the rule at this index.
    Parts { form: usize, total: Expression },
}

/// An option: a sum of states, and perhaps of parts.
#[derive(Clone, Debug)]
pub(crate) struct OptionForm {
    pub(crate) states: Vec<Vec<Expression>>,
}

/// Options that [`Rule::walk`] finds.
pub(crate) enum Found<'a> {
    /// A sum of states.
    Sum(&'a [State]),
    /// A sum of states and of the parts of a number: one option for each partition.
    Parts { fixed: &'a [State], form: usize, total: u64 },
    /// As many sums of heaps: the heaps of the first one, and the difference of each heap to the
    /// next one.
    Strided { heaps: &'a [(i128, i128)], count: i128 },
}

/// A heap of any size that a rule may have.
pub(crate) const fn heap(number: i128) -> State {
    State { numbers: [number, 0, 0], arity: 1 }
}

impl Rule {
    /// The number of numbers of a state: one to three.
    pub const fn arity(&self) -> usize {
        self.arity
    }

    /// The line of the rule that excludes a state from the positions, if there is one.
    ///
    /// # Errors
    /// [`Fault`] if the line cannot be computed.
    pub(crate) fn excluding_line(&self, state: &State) -> Result<Option<&str>, Fault> {
        for (condition, line) in &self.board {
            if condition.value(&state.numbers)? == 0 {
                return Ok(Some(line));
            }
        }
        Ok(None)
    }

    /// Visits all options of a state, some perhaps twice. An option with a negative number, or with
    /// a state that is no position, is none.
    pub(crate) fn walk(
        &self,
        state: &State,
        work: &mut u64,
        visit: impl FnMut(Found<'_>, &mut u64) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let mut slots = [0; MOST_VARIABLES];
        slots[..MOST_NUMBERS].copy_from_slice(&state.numbers);
        let mut walk = Walk { rule: self, slots, sum: Vec::new(), heaps: Vec::new(), work, visit };
        self.lines.iter().try_for_each(|line| walk.line(line, 0, None))
    }

    /// Visits all options of a state as sums of states; partitions are listed one by one.
    pub(crate) fn each_option(
        &self,
        state: &State,
        work: &mut u64,
        mut visit: impl FnMut(&[State]) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        self.walk(state, work, |found, work| match found {
            Found::Sum(sum) => visit(sum),
            Found::Strided { heaps, count } => (0..count).try_for_each(|i| {
                visit(&heaps.iter().map(|&(n, step)| heap(n + i * step)).collect::<Vec<_>>())
            }),
            Found::Parts { fixed, form, total } => {
                self.parts[form].each(total, work, &mut |parts| {
                    let parts = parts.iter().map(|&part| State::heap(part));
                    visit(&fixed.iter().copied().chain(parts).collect::<Vec<_>>())
                })
            }
        })
    }

    /// True if a state has an option, or if that takes long to find out.
    pub(crate) fn has_options(&self, state: &State) -> bool {
        const WORK: u64 = 1 << 20;
        // The visitor fails at the first option.
        self.each_option(state, &mut WORK.clone(), |_| Err(Stop::TooLarge)).is_err()
    }
}

impl FromStr for Rule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Rule, RuleError> {
        parse::rule(text)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

struct Walk<'w, V> {
    rule: &'w Rule,
    slots: [i128; MOST_VARIABLES],
    /// The option that is being built.
    sum: Vec<State>,
    /// The heaps of the options that are being built.
    heaps: Vec<(i128, i128)>,
    work: &'w mut u64,
    visit: V,
}

impl<V: FnMut(Found<'_>, &mut u64) -> Result<(), Stop>> Walk<'_, V> {
    /// Visits the options of a line whose first `depth` variables are set.
    fn line(
        &mut self,
        line: &RuleLine,
        depth: usize,
        parts: Option<(usize, u64)>,
    ) -> Result<(), Stop> {
        match line.loops.get(depth) {
            None => self.options(line, parts),
            Some(Loop::Parts { form, total }) => match total.value(&self.slots)? {
                ..0 => Ok(()),
                total => {
                    let total = u64::try_from(total).map_err(|_| Stop::TooLarge)?;
                    self.line(line, depth + 1, Some((*form, total)))
                }
            },
            Some(Loop::Numbers { slot, ranges }) => {
                for (from, to) in ranges {
                    let (from, to) = (from.value(&self.slots)?, to.value(&self.slots)?);
                    if let Some(bounds) = &line.bounds
                        && depth + 1 == line.loops.len()
                    {
                        self.strided(line, bounds, *slot, (from, to))?;
                        continue;
                    }
                    for number in from..=to {
                        self.slots[*slot] = number;
                        self.line(line, depth + 1, parts)?;
                    }
                }
                Ok(())
            }
        }
    }

    /// Visits the options whose last variable takes these numbers, all at once. Every heap and
    /// every bound grows by the same number from one option to the next.
    fn strided(
        &mut self,
        line: &RuleLine,
        bounds: &[Expression],
        slot: usize,
        (from, to): (i128, i128),
    ) -> Result<(), Stop> {
        self.slots[slot] = from;
        let slots = &self.slots;
        let line_from = |expression: &Expression| {
            let step = expression.coefficient(slot).unwrap_or(0);
            Ok::<_, Stop>((expression.value(slots)?, step))
        };
        let mut within = 0..to.saturating_sub(from).saturating_add(1);
        for bound in bounds {
            clip(&mut within, line_from(bound)?);
        }
        for option in &line.options {
            self.heaps.clear();
            let mut within = within.clone();
            for numbers in &option.states {
                let (first, step) = line_from(&numbers[0])?;
                clip(&mut within, (first, step));
                self.heaps.push((first, step));
            }
            let count = (within.end - within.start).max(0);
            let paid = u64::try_from(count).ok().and_then(|count| self.work.checked_sub(count + 1));
            *self.work = paid.ok_or(Stop::TooLarge)?;
            // The steps are small, and so are the heaps between the ends of the range.
            self.heaps.iter_mut().for_each(|(n, step)| *n += within.start * *step);
            (self.visit)(Found::Strided { heaps: &self.heaps, count }, self.work)?;
        }
        Ok(())
    }

    fn options(&mut self, line: &RuleLine, parts: Option<(usize, u64)>) -> Result<(), Stop> {
        *self.work = self.work.checked_sub(1).ok_or(Stop::TooLarge)?;
        if let Some(condition) = &line.condition
            && condition.value(&self.slots)? == 0
        {
            return Ok(());
        }
        line.options.iter().try_for_each(|option| self.option(option, parts))
    }

    fn option(&mut self, option: &OptionForm, parts: Option<(usize, u64)>) -> Result<(), Stop> {
        self.sum.clear();
        for numbers in &option.states {
            let arity = self.rule.arity as u8;
            let mut state = State { numbers: [0; MOST_NUMBERS], arity };
            for (place, number) in state.numbers.iter_mut().zip(numbers) {
                *place = number.value(&self.slots)?;
                if *place < 0 {
                    return Ok(());
                }
            }
            if self.rule.excluding_line(&state)?.is_some() {
                return Ok(());
            }
            self.sum.push(state);
        }
        let found = match parts {
            None => Found::Sum(&self.sum),
            Some((form, total)) => Found::Parts { fixed: &self.sum, form, total },
        };
        (self.visit)(found, self.work)
    }
}

/// Keeps the numbers i for which first + i · step is at least 0.
fn clip(within: &mut std::ops::Range<i128>, (first, step): (i128, i128)) {
    match step {
        0 if first < 0 => within.end = within.start,
        0 => {}
        1.. => {
            within.start =
                within.start.max((-first).div_euclid(step) + i128::from(-first % step != 0))
        }
        _ => within.end = within.end.min(first.div_euclid(-step) + 1),
    }
}
