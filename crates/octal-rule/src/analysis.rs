//! Outcomes of sums with all winning moves, under normal play and under misère play.
//!
//! Normal play: a sum of nim-sum s is lost for the player to move if s = 0. Otherwise exactly those
//! moves win that replace a part of value v by an option of value v ⊕ s.
//!
//! Misère play has no values: no number for each part determines the outcome of a sum. The
//! definition is applied to whole sums: the player to move wins if no move is left, or if some move
//! leaves a sum that loses. Parts without options are left out of a sum. Cost: every sum in reach
//! is a position of its own, and their number grows exponentially with the number of parts. The
//! search of a sum ends at its first winning move.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::rc::Rc;

use crate::rule::{Rule, State};
use crate::solver::{Limits, Refusal, Solver, Stop, refuse_outside, shown};

/// Equal parts of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EqualParts {
    /// The part.
    pub state: State,
    /// Its Grundy value; `None` under misère play.
    pub value: Option<u64>,
    /// The number of times that the sum has it.
    pub times: usize,
}

/// A move that wins: one part of a sum becomes an option of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WinningMove {
    /// The part.
    pub from: State,
    /// The option, larger parts first.
    pub to: Vec<State>,
    /// The number of equal parts in which the move can be made.
    pub times: usize,
}

impl WinningMove {
    /// The move as `4 → 2+1`, with this text between the numbers of a state.
    pub fn separated(&self, separator: &str) -> String {
        let to = match &self.to[..] {
            [] => "0".to_owned(),
            to => to.iter().map(|s| s.separated(separator)).collect::<Vec<_>>().join("+"),
        };
        format!("{} → {to}", self.from.separated(separator))
    }
}

/// The answer about a sum.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Analysis {
    /// The parts in increasing order.
    pub parts: Vec<EqualParts>,
    /// The nim-sum of their values; `None` under misère play.
    pub nim_sum: Option<u64>,
    /// True if the player to move wins.
    pub next_wins: bool,
    /// Every winning move once, by part and then by option; or the reason why they cannot be
    /// listed.
    pub winning: Result<Vec<WinningMove>, Refusal>,
}

/// Equal parts together, in increasing order.
fn grouped(sum: &[State]) -> BTreeMap<State, usize> {
    let mut times = BTreeMap::new();
    sum.iter().for_each(|part| *times.entry(*part).or_default() += 1);
    times
}

impl Solver<'_> {
    /// The outcome of a sum under normal play, with all winning moves.
    ///
    /// ```
    /// use octal_rule::{Rule, Solver, State};
    /// let kayles: Rule = "n -> [a, n-k-a] for k in 1..2, a in 0..n-k".parse()?;
    /// let mut solver = Solver::new(&kayles);
    /// let sum = [3, 2, 1, 5, 2, 5].map(State::heap);
    /// let moves = solver.analyse(&sum)?.winning?;
    /// let moves: Vec<String> = moves.iter().map(|won| won.separated("x")).collect();
    /// assert_eq!(moves, ["2 → 0", "3 → 1"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Refusal`] if the value of some part is not known.
    pub fn analyse(&mut self, sum: &[State]) -> Result<Analysis, Refusal> {
        let (mut parts, mut nim_sum) = (Vec::new(), 0);
        for (state, times) in grouped(sum) {
            let value = self.value(&state)?;
            nim_sum ^= if times % 2 == 1 { value } else { 0 };
            parts.push(EqualParts { state, value: Some(value), times });
        }
        let winning = if nim_sum == 0 { Ok(Vec::new()) } else { self.winning(&parts, nim_sum) };
        Ok(Analysis { parts, nim_sum: Some(nim_sum), next_wins: nim_sum != 0, winning })
    }

    fn winning(&mut self, parts: &[EqualParts], nim_sum: u64) -> Result<Vec<WinningMove>, Refusal> {
        let mut moves = Vec::new();
        for &EqualParts { state: from, value, times } in parts {
            let options = self.options_worth(&from, value.unwrap_or(0) ^ nim_sum)?;
            moves.extend(options.into_iter().map(|to| WinningMove { from, to, times }));
        }
        Ok(moves)
    }
}

/// A sum as one position: parts with options, in increasing order.
#[derive(Clone, PartialEq, Eq, Hash)]
struct WholeSum(Vec<State>);

impl fmt::Display for WholeSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST_PARTS: usize = 12;
        let parts: Vec<String> = self.0.iter().take(MOST_PARTS).map(State::to_string).collect();
        f.write_str(&if parts.is_empty() { "0".to_owned() } else { parts.join("+") })?;
        f.write_str(if self.0.len() > MOST_PARTS { "+…" } else { "" })
    }
}

/// The options of a state, each without the parts that have no options.
type Options = Rc<[Vec<State>]>;

/// A rule with the misère outcomes that are known.
pub struct MisereSolver<'r> {
    rule: &'r Rule,
    options: HashMap<State, Options>,
    /// True if the player to move wins; `None` while the sum is on the stack.
    wins: HashMap<WholeSum, Option<bool>>,
    limits: Limits,
    /// The number of states in the sums and options that are kept.
    kept: usize,
}

/// A sum on the stack, and the option to examine next.
struct Frame {
    sum: WholeSum,
    part: usize,
    option: usize,
}

impl<'r> MisereSolver<'r> {
    /// A solver that knows no outcome.
    pub fn new(rule: &'r Rule) -> MisereSolver<'r> {
        MisereSolver::with_limits(rule, Limits::default())
    }

    /// A solver with limits of its own.
    pub fn with_limits(rule: &'r Rule, limits: Limits) -> MisereSolver<'r> {
        MisereSolver { rule, options: HashMap::new(), wins: HashMap::new(), limits, kept: 0 }
    }

    /// True if the player to move wins a sum under misère play.
    ///
    /// # Errors
    /// [`Refusal`] if the outcome is not known.
    pub fn next_wins(&mut self, sum: &[State]) -> Result<bool, Refusal> {
        sum.iter().try_for_each(|state| refuse_outside(self.rule, state))?;
        self.wins(&self.whole(sum))
    }

    /// The outcome of a sum under misère play, with all winning moves.
    ///
    /// ```
    /// use octal_rule::{MisereSolver, Rule, State};
    /// let nim: Rule = "n -> m for m in 0..n-1".parse()?;
    /// let mut misere = MisereSolver::new(&nim);
    /// assert!(!misere.analyse(&[1, 1, 1].map(State::heap))?.next_wins);
    /// let moves = misere.analyse(&[2, 1].map(State::heap))?.winning?;
    /// assert_eq!(moves[0].separated("x"), "2 → 0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Refusal`] if the outcome is not known.
    pub fn analyse(&mut self, sum: &[State]) -> Result<Analysis, Refusal> {
        let (rule, mut winning) = (self.rule, Vec::new());
        let next_wins = self.next_wins(sum)?;
        let whole = self.whole(sum);
        for (&from, times) in next_wins.then(|| grouped(&whole.0)).iter().flatten() {
            let mut options = BTreeSet::new();
            let listed = rule.each_option(&from, &mut self.limits.options, |option| {
                options.insert(option.to_vec());
                Ok(())
            });
            listed.map_err(|stop| stop.refusal(&from, &[], None))?;
            let mut won = BTreeSet::new();
            for option in options {
                if !self.wins(&after(&whole, &from, &self.whole(&option).0))? {
                    won.insert(shown(rule, option));
                }
            }
            let times = *times;
            winning.extend(won.into_iter().map(|to| WinningMove { from, to, times }));
        }
        let parts = grouped(sum).into_iter();
        let parts = parts.map(|(state, times)| EqualParts { state, value: None, times }).collect();
        Ok(Analysis { parts, nim_sum: None, next_wins, winning: Ok(winning) })
    }

    /// True if the player to move wins this sum.
    fn wins(&mut self, root: &WholeSum) -> Result<bool, Refusal> {
        if let Some(&Some(wins)) = self.wins.get(root) {
            return Ok(wins);
        }
        let mut stack = Vec::new();
        let mut again = None;
        let searched = self.search(root, &mut stack, &mut again);
        // After a refusal no sum may stay on the stack.
        stack.iter().for_each(|frame: &Frame| {
            self.wins.remove(&frame.sum);
        });
        searched.map_err(|stop| {
            let path: Vec<&WholeSum> = stack.iter().map(|frame| &frame.sum).collect();
            stop.refusal(root, &path, again.as_ref())
        })
    }

    fn search(
        &mut self,
        root: &WholeSum,
        stack: &mut Vec<Frame>,
        again: &mut Option<WholeSum>,
    ) -> Result<bool, Stop> {
        self.open(root.clone(), stack)?;
        loop {
            let top = stack.last_mut().expect("the sum whose outcome is wanted");
            let (sum, at) = (&top.sum, top.part);
            // Without options the player to move wins; otherwise by one of them.
            let mut outcome = Some(sum.0.is_empty());
            let mut next = None;
            if let Some(from) = sum.0.get(at) {
                let options = self.options[from].clone();
                outcome = (at + 1 == sum.0.len() && top.option == options.len()).then_some(false);
                match options.get(top.option) {
                    Some(option) => next = Some(after(sum, from, option)),
                    None => (top.part, top.option) = (at + 1, 0),
                }
            }
            if let Some(next) = next {
                self.limits.options = self.limits.options.checked_sub(1).ok_or(Stop::TooLarge)?;
                match self.wins.get(&next) {
                    Some(Some(false)) => outcome = Some(true),
                    Some(Some(true)) => top.option += 1,
                    Some(None) => {
                        let state = next.0.first().copied().unwrap_or(State::heap(0));
                        *again = Some(next);
                        return Err(Stop::Cycle(state));
                    }
                    None => self.open(next, stack)?,
                }
            }
            if let Some(wins) = outcome {
                let done = stack.pop().expect("the sum whose outcome is known");
                self.wins.insert(done.sum, Some(wins));
                if stack.is_empty() {
                    return Ok(wins);
                }
            }
        }
    }

    /// Puts a sum on the stack, with the options of its parts.
    fn open(&mut self, sum: WholeSum, stack: &mut Vec<Frame>) -> Result<(), Stop> {
        self.kept += 1 + sum.0.len();
        self.wins.insert(sum.clone(), None);
        stack.push(Frame { sum, part: 0, option: 0 });
        for at in 0..stack.last().map_or(0, |top| top.sum.0.len()) {
            let part = stack.last().expect("the new sum").sum.0[at];
            self.options_of(&part)?;
        }
        if self.kept > self.limits.states { Err(Stop::TooLarge) } else { Ok(()) }
    }

    /// The options of a state, each once.
    fn options_of(&mut self, state: &State) -> Result<Options, Stop> {
        if let Some(known) = self.options.get(state) {
            return Ok(known.clone());
        }
        let (mut options, most) = (BTreeSet::new(), self.limits.states);
        let (rule, mut parts) = (self.rule, 0);
        rule.each_option(state, &mut self.limits.options, |sum| {
            let mut sum: Vec<State> =
                sum.iter().copied().filter(|part| rule.has_options(part)).collect();
            sum.sort_unstable();
            parts += 1 + sum.len();
            options.insert(sum);
            if parts > most { Err(Stop::TooLarge) } else { Ok(()) }
        })?;
        self.kept += parts;
        let options: Options = options.into_iter().collect();
        self.options.insert(*state, options.clone());
        Ok(options)
    }

    /// A sum without the parts that have no options.
    fn whole(&self, sum: &[State]) -> WholeSum {
        let mut parts = sum.to_vec();
        parts.retain(|part| self.rule.has_options(part));
        parts.sort_unstable();
        WholeSum(parts)
    }
}

/// The sum in which one part has become an option of it.
fn after(sum: &WholeSum, from: &State, option: &[State]) -> WholeSum {
    let mut parts = sum.0.clone();
    if let Ok(place) = parts.binary_search(from) {
        parts.remove(place);
    }
    parts.extend_from_slice(option);
    parts.sort_unstable();
    WholeSum(parts)
}
