//! The sequences that positions need, each searched only as far as that is worth it.
//!
//! ```text
//! for each code: search up to its largest heap, but only for a moment
//!     for most games with a proved period, that proves it again
//! if the value is still unknown: ask the earlier searches how far the proof lies
//!     they proved the period: search as far as they did
//!     they searched this far in vain: refuse, and name them
//!     else: search as far as the limits allow
//! ```
//!
//! A period is only used when this run has proved it. Cost: that of [`search`], a sequence a code.

mod error;

use std::collections::{BTreeSet, HashMap};
use std::error::Error;
use std::path::PathBuf;

pub use error::{MissingValue, SequencesError};

use super::sum::{Position, SumComponent};
use crate::code::{Code, value_of};
use crate::grundy::GrundyError;
use crate::period::Answer;
use crate::period::search::{EventCallback, Limits, search};
use crate::period::sequence::{Known, Stop};

/// Option values of the first search of a code: a user does not notice it (about 0.2 s).
const WORK_OF_FIRST_SEARCH: u64 = 200_000_000;

/// An earlier search of a code, whose answer determines how far another search has to go.
#[derive(Clone, Debug)]
pub struct EarlierSearch {
    /// The file that holds the answer.
    pub file: PathBuf,
    /// The answer for a code with the same sequence up to a shift.
    pub answer: Answer,
    /// s with G(n) = G_answer(n + s), where G is the sequence that was asked for.
    pub shift: i64,
}

/// The earlier search of a code, if there was one, or an error of reading it.
pub type EarlierResult = Result<Option<EarlierSearch>, Box<dyn Error + Send + Sync>>;

/// The sequence of each code that some positions need.
#[derive(Debug)]
pub struct SequencesByCode {
    sequences: HashMap<Code, SearchedSequence>,
}

#[derive(Debug)]
struct SearchedSequence {
    known: Known,
    /// A comparison of the period with that of the earlier search; empty if there was none.
    remark: String,
    /// Heaps for which no search was begun, and why.
    refused: HashMap<u64, MissingValue>,
}

impl SequencesByCode {
    /// Searches the codes of all components up to their largest heaps, as far as possible. `limits`
    /// are those of a code, `earlier` finds its earlier search, and `watch` makes the callback of
    /// its search. `None` if a callback cancelled.
    ///
    /// ```
    /// use octal_games::workspace::period::search::Limits;
    /// use octal_games::workspace::position::{sum::Position, values::SequencesByCode};
    ///
    /// let position: Position = "0.77: 3 5 1000000000000".parse()?;
    /// let limits = Limits::heaps(10_000);
    /// let sequences = SequencesByCode::search(
    ///     [&position],
    ///     |_| limits,
    ///     |_| Ok(None),
    ///     |_| Box::new(|_| true),
    /// )?;
    /// let sequences = sequences.ok_or("cancelled")?;
    /// assert!(sequences.missing(&position).is_none());
    /// assert_eq!(sequences.of(&position)[0].value(1_000_000_000_000), Some(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`SequencesError`] if the engine fails or the earlier searches cannot be read.
    pub fn search<'a, 'w>(
        positions: impl IntoIterator<Item = &'a Position>,
        limits: impl Fn(&Code) -> Limits,
        earlier: impl Fn(&Code) -> EarlierResult,
        watch: impl Fn(&Code) -> Box<EventCallback<'w>>,
    ) -> Result<Option<SequencesByCode>, SequencesError> {
        let mut sequences = HashMap::new();
        for (code, heaps) in largest_heaps(positions) {
            let (limits, run) =
                (limits(&code), |limits: &Limits| search(&code, limits, &*watch(&code)));
            let Some(sequence) = SearchedSequence::new(&code, &heaps, &limits, &earlier, run)?
            else {
                return Ok(None);
            };
            sequences.insert(code, sequence);
        }
        Ok(Some(SequencesByCode { sequences }))
    }

    /// The first component of a position with a heap whose value is not known, and why; `None` if
    /// all are known.
    pub fn missing<'p>(&self, position: &'p Position) -> Option<(&'p SumComponent, MissingValue)> {
        let why = |c: &SumComponent| self.sequences[&c.game.code].missing(largest_heap(c));
        position.components().iter().find_map(|c| Some((c, why(c)?)))
    }

    /// The sequences of the components of a position, in their order.
    ///
    /// # Panics
    /// If the position was not among those of [`SequencesByCode::search`].
    pub fn of(&self, position: &Position) -> Vec<&Known> {
        position.components().iter().map(|c| &self.sequences[&c.game.code].known).collect()
    }

    /// The source of the values of a code, in words.
    ///
    /// # Panics
    /// If no position of [`SequencesByCode::search`] has this code.
    pub fn source(&self, code: &Code) -> String {
        let SearchedSequence { known, remark, .. } = &self.sequences[code];
        match (known.finding.proved(), known.finding.theorem()) {
            (Some(period), Some(theorem)) => {
                format!("{period}, proved ({theorem}){remark}")
            }
            _ => format!("every value computed up to heap {}", known.verified_to()),
        }
    }

    /// True if the value of a heap of a code comes from its period.
    ///
    /// # Panics
    /// If no position of [`SequencesByCode::search`] has this code.
    pub fn is_periodic(&self, code: &Code, heap: u64) -> bool {
        self.sequences[code].known.verified_to() < heap
    }
}

/// The codes of the components in the order of their first occurrence, each with the largest heaps
/// of its components.
fn largest_heaps<'a>(
    positions: impl IntoIterator<Item = &'a Position>,
) -> Vec<(Code, BTreeSet<u64>)> {
    let mut heaps: Vec<(Code, BTreeSet<u64>)> = vec![];
    let mut places: HashMap<Code, usize> = HashMap::new();
    for component in positions.into_iter().flat_map(Position::components) {
        let code = &component.game.code;
        let place = *places.entry(code.clone()).or_insert(heaps.len());
        if place == heaps.len() {
            heaps.push((code.clone(), BTreeSet::new()));
        }
        heaps[place].1.insert(largest_heap(component));
    }
    heaps
}

/// The largest heap of a component, counted as its code does.
fn largest_heap(component: &SumComponent) -> u64 {
    let heap = component.heaps.iter().max().copied().unwrap_or(0);
    heap.saturating_sub(component.game.shift)
}

impl SearchedSequence {
    /// The sequence of a code up to the largest of these heaps that can be reached, by its period
    /// or value for value. `None` if a callback cancelled.
    fn new(
        code: &Code,
        heaps: &BTreeSet<u64>,
        limits: &Limits,
        earlier: impl Fn(&Code) -> EarlierResult,
        run: impl Fn(&Limits) -> Result<Known, GrundyError>,
    ) -> Result<Option<SearchedSequence>, SequencesError> {
        let work = limits.work.map_or(WORK_OF_FIRST_SEARCH, |work| work.min(WORK_OF_FIRST_SEARCH));
        let largest = heaps.last().copied().unwrap_or(0);
        let first = Limits { heaps: largest.min(limits.heaps), work: Some(work), ..*limits };
        let known = run(&first)?;
        let mut found = SearchedSequence { known, remark: String::new(), refused: HashMap::new() };
        if found.known.stop != Stop::Cancelled && found.known.value(largest).is_none() {
            let earlier = earlier(code).map_err(SequencesError::Earlier)?;
            found.search_further(heaps, limits, earlier.as_ref(), run)?;
        }
        Ok((found.known.stop != Stop::Cancelled).then_some(found))
    }

    /// Searches for the values that the first search has not found, the largest heap first.
    fn search_further(
        &mut self,
        heaps: &BTreeSet<u64>,
        limits: &Limits,
        earlier: Option<&EarlierSearch>,
        run: impl Fn(&Limits) -> Result<Known, GrundyError>,
    ) -> Result<(), GrundyError> {
        let unknown = heaps.iter().rev().take_while(|&&heap| self.known.value(heap).is_none());
        let unknown: Vec<u64> = unknown.copied().collect();
        for heap in unknown {
            let further = match earlier {
                Some(earlier) => further_limits(&self.known.code, heap, limits, earlier),
                None => Ok(Limits { heaps: heap.min(limits.heaps), ..*limits }),
            };
            match further {
                Err(why) => _ = self.refused.insert(heap, why),
                // A heap that this search does not reach, a search for a smaller heap does not
                // either.
                Ok(limits) => {
                    self.known = run(&limits)?;
                    self.remark = earlier.map_or(String::new(), |e| remark(&self.known, e));
                    break;
                }
            }
        }
        Ok(())
    }

    fn missing(&self, heap: u64) -> Option<MissingValue> {
        if self.known.value(heap).is_some() {
            return None;
        }
        let not_reached = || MissingValue::NotReached {
            heap,
            code: self.known.code.clone(),
            verified_to: self.known.verified_to(),
            stop: self.known.stop,
        };
        Some(self.refused.get(&heap).cloned().unwrap_or_else(not_reached))
    }
}

/// The limits of a further search for the value of a heap that the first search has not found. Else
/// the reason why a search cannot succeed.
fn further_limits(
    code: &Code,
    heap: u64,
    limits: &Limits,
    earlier: &EarlierSearch,
) -> Result<Limits, MissingValue> {
    let (code, file) = (code.clone(), earlier.file.clone());
    let asked = Limits { heaps: heap.min(limits.heaps), ..*limits };
    let verified_to =
        earlier.answer.verified_to.saturating_add_signed(earlier.shift.saturating_neg());
    if let Some(period) = earlier.answer.proved() {
        let last = heap.min(verified_to);
        if Limits::memory_for(last) > limits.memory {
            let bytes = Limits::memory_for_any_engine(last);
            let preperiod = period.preperiod;
            return Err(MissingValue::TooMuchMemory { heap, code, bytes, preperiod, file });
        }
        // Another code of the game may need somewhat more for its proof.
        let enough = verified_to.saturating_add(verified_to / 2 + 64);
        return Ok(Limits { heaps: heap.min(enough), work: None, ..*limits });
    }
    if earlier.answer.answers(&asked) && verified_to < heap {
        return Err(MissingValue::SearchedInVain { heap, code, verified_to, file });
    }
    Ok(asked)
}

/// A comparison of the period proved now with that of the earlier search.
fn remark(known: &Known, earlier: &EarlierSearch) -> String {
    let Some(now) = known.finding.proved() else { return String::new() };
    let file = earlier.file.display();
    let Some(then) = earlier.answer.proved() else { return format!(" (`{file}` has no proof)") };
    if then.period != now.period {
        return format!(" (but `{file}` says period {})", then.period);
    }
    match earlier.shift {
        0 if then.preperiod == now.preperiod => format!(", as `{file}` says"),
        0 => format!(" (but `{file}` says preperiod {})", then.preperiod),
        shift => format!(
            ", as `{file}` says of {}, G(n) = {}",
            earlier.answer.code,
            value_of(&earlier.answer.code, shift.saturating_neg())
        ),
    }
}
