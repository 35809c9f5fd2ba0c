//! Games sought by their values: a list v(a), v(a + 1), … and the games of which it is a part.
//!
//! A list fits a game with *offset* d if v(n) = G(n + d) for all its values. Values below heap 0
//! count as 0, as those of a shifted [`Game`] do. Offsets from −[`REACH`] to [`REACH`] are tried.
//!
//! ```text
//! for each candidate and offset: compare the first 64 values, heap by heap
//!     drop the offset at its first difference, and the candidate with its last offset
//! if none is left: once more, and drop an offset only if it has more differences than the best,
//!     or than a quarter of the values
//! compare all values with those that are left, one search for all codes that the rules prove equal
//! ```
//!
//! Cost: most candidates are dropped at heap 16 to 30, after some thousand steps. A list of 64
//! values among the 73 000 [`codes`] takes a tenth of a second, and up to half a second if none
//! fits.
//!
//! ```
//! use octal_games::identify::{Query, codes, identify};
//!
//! let list = Query::new(1, vec![1, 2, 0, 3, 1, 1, 0, 3, 3, 2])?;
//! let candidates = codes([]);
//! let found = identify(&list, &candidates)?;
//! let dawsons_chess = "0.137".parse()?;
//! let found = found.matches.iter().find(|found| candidates[found.candidate] == dawsons_chess);
//! assert_eq!(found.map(|found| (found.offset, found.differences)), Some((1, 0)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use crate::code::cousins::class_key;
use crate::code::{Code, Digit, Game, names};
use crate::grundy::GrundyError;
use crate::period::search::{Limits, search};

/// The largest distance between the index of a value and its heap.
///
/// ```
/// use octal_games::identify::{Query, REACH, identify};
/// let kayles: octal_games::Code = "0.77".parse()?;
/// let values = octal_games::grundy::naive::values(&kayles, 60).split_off(REACH as usize);
/// let query = Query::new(0, values.into_iter().map(u64::from).collect())?;
/// assert_eq!(identify(&query, &[kayles])?.matches[0].offset, REACH);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub const REACH: i64 = 16;

/// The fewest values that identify a game: shorter lists fit hundreds of games.
///
/// ```
/// use octal_games::identify::FEWEST_VALUES;
/// assert!([0, 1, 2, 3].len() < FEWEST_VALUES, "thousands of games begin so");
/// ```
pub const FEWEST_VALUES: usize = 8;

/// The most values of a list.
///
/// ```
/// use octal_games::identify::{IdentifyError, MOST_VALUES, Query};
/// let many = MOST_VALUES + 1;
/// assert_eq!(Query::new(0, vec![0; many]), Err(IdentifyError::TooMany(many)));
/// ```
pub const MOST_VALUES: usize = 1 << 20;

/// The largest index of a first value: all candidates are computed up to that heap.
///
/// ```
/// use octal_games::identify::{IdentifyError, LARGEST_INDEX, Query};
/// let first = LARGEST_INDEX + 1;
/// assert_eq!(Query::new(first, vec![0]), Err(IdentifyError::TooFar(first)));
/// ```
pub const LARGEST_INDEX: u64 = 64;

/// The number of values that are compared with all candidates.
const WINDOW: usize = 64;

/// The number of heaps that are computed before the offsets are compared again.
const HEAPS_AT_ONCE: usize = 8;

/// The largest element of the subtraction sets among the [`codes`].
const LARGEST_ELEMENT: u32 = 12;

/// A list of values whose game is sought.
///
/// ```
/// use octal_games::identify::Query;
/// let query = Query::new(1, vec![1, 2, 3, 1, 4])?;
/// assert_eq!((query.first(), query.values()), (1, &[1, 2, 3, 1, 4][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    first: u64,
    values: Vec<u64>,
}

/// The reason why a list cannot be sought.
///
/// ```
/// use octal_games::identify::{IdentifyError, Query};
/// assert_eq!(Query::new(0, vec![]), Err(IdentifyError::Empty));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IdentifyError {
    /// There is no value.
    #[error("there are no values: give the first values of a game, such as 0 1 2 3 1 4 3 2")]
    Empty,
    /// The list is too long.
    #[error("there are {0} values: give the first {MOST_VALUES} at most")]
    TooMany(usize),
    /// The first value is that of a large heap.
    #[error("the first value has the index {0}: give values from an index up to {LARGEST_INDEX}")]
    TooFar(u64),
    /// A value of a candidate is larger than any that is stored.
    #[error("G({heap}) of {game} is not known: give fewer values")]
    UnknownValue {
        /// The candidate.
        game: Box<Code>,
        /// The heap.
        heap: u64,
    },
    /// The engine failed.
    #[error(transparent)]
    Grundy(#[from] GrundyError),
}

impl Query {
    /// The list v(first), v(first + 1), …
    ///
    /// # Errors
    /// No value, more than [`MOST_VALUES`], or a first index beyond [`LARGEST_INDEX`].
    pub fn new(first: u64, values: Vec<u64>) -> Result<Query, IdentifyError> {
        match values.len() {
            0 => Err(IdentifyError::Empty),
            1..=MOST_VALUES if first <= LARGEST_INDEX => Ok(Query { first, values }),
            1..=MOST_VALUES => Err(IdentifyError::TooFar(first)),
            many => Err(IdentifyError::TooMany(many)),
        }
    }

    /// The index of the first value.
    pub const fn first(&self) -> u64 {
        self.first
    }

    /// The values.
    pub fn values(&self) -> &[u64] {
        &self.values
    }

    /// The values that are compared with all candidates.
    fn window(&self) -> &[u64] {
        &self.values[..self.values.len().min(WINDOW)]
    }

    /// The heap of value `i`, counted from 0, with this offset.
    const fn heap(&self, i: usize, offset: i64) -> i64 {
        self.first as i64 + i as i64 + offset
    }
}

/// A game among which a list is sought.
///
/// ```
/// use octal_games::{Code, identify::Candidate};
/// let (kayles, mut values): (Code, _) = ("0.77".parse()?, vec![]);
/// kayles.extend(&mut values, 5);
/// assert_eq!(values, [0, 1, 2, 3, 1, 4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Candidate: Sync {
    /// Appends the values of the heaps from `values.len()` to `to`, which is at most 255.
    fn extend(&self, values: &mut Vec<u64>, to: usize);

    /// The code that is searched for long lists, with its shift, if there is one. The code is the
    /// same for games that the rules prove equal.
    fn class(&self) -> Option<Game>;

    /// G(0), …, G(to) for a long list.
    fn far_values(&self, to: usize) -> Result<Vec<u64>, IdentifyError>;
}

/// The agreement of a list with a candidate.
///
/// ```
/// use octal_games::identify::{Match, Query, identify};
/// let candidates: [octal_games::Code; 2] = ["0.07".parse()?, "0.77".parse()?];
/// let found = identify(&Query::new(1, vec![1, 2, 3, 1, 4, 3, 2, 1])?, &candidates)?;
/// assert_eq!(found.matches, [Match { candidate: 1, offset: 0, differences: 0 }]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The place of the candidate.
    pub candidate: usize,
    /// d: value n of the list is compared with G(n + d). The least of those with as few
    /// differences.
    pub offset: i64,
    /// The number of values that differ.
    pub differences: usize,
}

/// A value of a list that is not that of its heap.
///
/// ```
/// use octal_games::identify::{Difference, Query, differences};
/// let kayles: octal_games::Code = "0.77".parse()?;
/// let query = Query::new(1, vec![1, 2, 9, 1, 4])?;
/// let wrong = Difference { n: 3, found: 9, heap: 3, right: 3 };
/// assert_eq!(differences(&query, &kayles, 0)?, [wrong]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Difference {
    /// The index of the value.
    pub n: u64,
    /// The value of the list.
    pub found: u64,
    /// The heap that it stands for; negative below the heaps of the game.
    pub heap: i64,
    /// The value of this heap.
    pub right: u64,
}

/// The candidates nearest to a list.
///
/// ```
/// use octal_games::identify::{Query, identify};
/// let kayles: octal_games::Code = "0.77".parse()?;
/// let found = identify(&Query::new(1, vec![1, 2, 3, 1, 4, 3, 2, 1])?, &[kayles])?;
/// assert!(found.is_exact());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Identification {
    /// The candidates with the fewest differences, in their order. Empty if even these differ in
    /// more than a quarter of the first 64 values.
    pub matches: Vec<Match>,
    /// The number of first values after which no further candidate is excluded, if some are exact.
    pub deciding: Option<usize>,
}

impl Identification {
    /// True if the matches have all values of the list.
    pub fn is_exact(&self) -> bool {
        self.deciding.is_some()
    }
}

/// The codes among which a list is sought. They are all octal codes of up to five digits with d0 =
/// 0 or 4, and hexadecimal codes of up to three digits. Also subtraction sets with elements up to
/// 12, named games, and `more`.
///
/// ```
/// let candidates = octal_games::identify::codes(["0.{100:7}".parse()?]);
/// assert!(candidates.len() > 70_000 && candidates.contains(&"0.77".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn codes(more: impl IntoIterator<Item = Code>) -> Vec<Code> {
    let sets = (1..1 << LARGEST_ELEMENT).map(|set: u32| {
        let digit = |k: u32| Digit::new(if set >> k & 1 == 1 { 3 } else { 0 });
        Code::new([Digit::ZERO].into_iter().chain((0..LARGEST_ELEMENT).map(digit)), [])
    });
    let named = names::all().iter().map(|named| named.game.code.clone());
    let census = Code::all(&[0, 4], 8, 5).chain(Code::all(&[0], 16, 3));
    let all: BTreeSet<Code> = census.chain(sets.flatten()).chain(named).chain(more).collect();
    all.into_iter().collect()
}

/// Compares a list with all candidates: those that have all its values, or else the nearest.
///
/// # Errors
/// A long list that needs a value of a candidate that is not known.
///
/// ```
/// use octal_games::identify::{Match, Query, identify};
/// let candidates: [octal_games::Code; 2] = ["0.07".parse()?, "0.77".parse()?];
/// let found = identify(&Query::new(1, vec![1, 2, 3, 1, 4, 3, 2, 1])?, &candidates)?;
/// assert_eq!(found.matches, [Match { candidate: 1, offset: 0, differences: 0 }]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn identify<C: Candidate>(
    query: &Query,
    candidates: &[C],
) -> Result<Identification, IdentifyError> {
    let mut swept = sweep(query, candidates, 0);
    if swept.trials.is_empty() {
        swept = sweep(query, candidates, query.window().len() / 4);
    }
    let Sweep { mut trials, mut agreed } = swept;
    if query.values.len() > WINDOW {
        trials = compare_all(query, candidates, trials)?;
    }
    trials.sort_by_key(|trial| {
        (trial.candidate, trial.differences, trial.offset.abs(), -trial.offset)
    });
    // The best offset of each candidate.
    trials.dedup_by_key(|trial| trial.candidate);
    let differing = trials.iter().filter(|trial| trial.differences > 0);
    agreed = differing.map(|trial| trial.agreed).max().unwrap_or(0).max(agreed);
    let least = trials.iter().map(|trial| trial.differences).min();
    trials.retain(|trial| Some(trial.differences) == least);
    let matches = trials.into_iter().map(|trial| {
        let Trial { candidate, offset, differences, .. } = trial;
        Match { candidate, offset, differences }
    });
    let deciding = (least == Some(0)).then_some(agreed + 1);
    Ok(Identification { matches: matches.collect(), deciding })
}

/// The values of a list that differ from those of a candidate.
///
/// # Errors
/// A long list that needs a value that is not known.
///
/// ```
/// use octal_games::identify::{Difference, Query, differences};
/// let kayles: octal_games::Code = "0.77".parse()?;
/// let query = Query::new(1, vec![1, 2, 9, 1, 4])?;
/// let wrong = Difference { n: 3, found: 9, heap: 3, right: 3 };
/// assert_eq!(differences(&query, &kayles, 0)?, [wrong]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn differences(
    query: &Query,
    candidate: &impl Candidate,
    offset: i64,
) -> Result<Vec<Difference>, IdentifyError> {
    let last = query.heap(query.values.len() - 1, offset).max(0);
    let values = candidate.far_values(last as usize)?;
    let differs = |(i, &found): (usize, &u64)| {
        let heap = query.heap(i, offset);
        let right = value_at(&values, heap)?;
        (found != right).then_some(Difference { n: query.first + i as u64, found, heap, right })
    };
    Ok(query.values.iter().enumerate().filter_map(differs).collect())
}

/// The value of a heap, 0 below heap 0; `None` beyond the values.
fn value_at(values: &[u64], heap: i64) -> Option<u64> {
    usize::try_from(heap).map_or(Some(0), |heap| values.get(heap).copied())
}

/// A candidate with an offset.
struct Trial {
    candidate: usize,
    offset: i64,
    /// The place of the value that is compared next.
    next: usize,
    differences: usize,
    /// The number of first values that agree.
    agreed: usize,
}

impl Trial {
    /// Compares the next value with that of its heap.
    fn compare(&mut self, agrees: bool) {
        self.next += 1;
        self.differences += usize::from(!agrees);
        self.agreed += usize::from(self.differences == 0);
    }
}

/// The candidates left by a comparison of the first values.
struct Sweep {
    trials: Vec<Trial>,
    /// The most first values that a candidate had before its last offset was dropped.
    agreed: usize,
}

/// Compares the first values with all candidates. Keeps those with the fewest differences, if these
/// are at most `most`.
fn sweep<C: Candidate>(query: &Query, candidates: &[C], most: usize) -> Sweep {
    let least = AtomicUsize::new(most);
    let all: Vec<(Vec<Trial>, usize)> = (candidates.par_iter().enumerate())
        .map(|(place, candidate)| trials_of(query, place, candidate, &least))
        .collect();
    let least = least.into_inner();
    let mut swept = Sweep { trials: vec![], agreed: 0 };
    for (mut trials, agreed) in all {
        trials.retain(|trial| trial.differences <= least);
        if trials.is_empty() {
            swept.agreed = swept.agreed.max(agreed);
        }
        swept.trials.append(&mut trials);
    }
    swept
}

/// The offsets of a candidate with at most `least` differences, which they may lower. Also the most
/// first values that agree with any offset.
fn trials_of(
    query: &Query,
    candidate: usize,
    game: &impl Candidate,
    least: &AtomicUsize,
) -> (Vec<Trial>, usize) {
    let window = query.window();
    let trial = |offset| Trial { candidate, offset, next: 0, differences: 0, agreed: 0 };
    let mut open: Vec<Trial> = (-REACH..=REACH).map(trial).collect();
    let (mut done, mut agreed) = (vec![], 0);
    let (mut values, mut to) = (vec![], query.first as usize + REACH as usize);
    while !open.is_empty() {
        game.extend(&mut values, to);
        to += HEAPS_AT_ONCE;
        let mut still_open = vec![];
        for mut trial in open {
            let most = least.load(Ordering::Relaxed);
            while trial.differences <= most
                && let Some(value) = window.get(trial.next)
                && let Some(right) = value_at(&values, query.heap(trial.next, trial.offset))
            {
                trial.compare(*value == right);
            }
            agreed = agreed.max(trial.agreed);
            match trial.next < window.len() {
                _ if trial.differences > most => {}
                true => still_open.push(trial),
                false => {
                    least.fetch_min(trial.differences, Ordering::Relaxed);
                    done.push(trial);
                }
            }
        }
        open = still_open;
    }
    (done, agreed)
}

/// Compares all values with the candidates that are left. Each game is searched once.
fn compare_all<C: Candidate>(
    query: &Query,
    candidates: &[C],
    trials: Vec<Trial>,
) -> Result<Vec<Trial>, IdentifyError> {
    // The key of a candidate without a code is its place.
    let mut classes: BTreeMap<Result<Code, usize>, Vec<(Trial, i64)>> = BTreeMap::new();
    let games: Vec<Option<Game>> =
        trials.par_iter().map(|trial| candidates[trial.candidate].class()).collect();
    for (trial, game) in trials.into_iter().zip(games) {
        let (key, shift) = match game {
            Some(Game { code, shift }) => (Ok(code), shift as i64),
            None => (Err(trial.candidate), 0),
        };
        classes.entry(key).or_default().push((trial, shift));
    }
    let classes: Vec<Vec<(Trial, i64)>> = classes.into_values().collect();
    let compared: Vec<Vec<Trial>> = classes
        .into_par_iter()
        .map(|class| compare_class(query, candidates, class))
        .collect::<Result<_, _>>()?;
    Ok(compared.into_iter().flatten().collect())
}

/// Compares all values with candidates that are the same game, each with its shift.
fn compare_class<C: Candidate>(
    query: &Query,
    candidates: &[C],
    class: Vec<(Trial, i64)>,
) -> Result<Vec<Trial>, IdentifyError> {
    let (first, shift_of_first) = (class[0].0.candidate, class[0].1);
    // Heap n of a candidate with shift s is heap n − s + s_first of the first.
    let moved = |(trial, shift): &(Trial, i64)| trial.offset - shift + shift_of_first;
    let farthest = class.iter().map(moved).max().unwrap_or(0);
    let last = query.heap(query.values.len() - 1, farthest).max(0);
    let values = candidates[first].far_values(last as usize)?;
    let compare = |of_class: (Trial, i64)| {
        let offset = moved(&of_class);
        let mut trial = Trial { next: 0, differences: 0, agreed: 0, ..of_class.0 };
        for value in &query.values {
            let right = value_at(&values, query.heap(trial.next, offset));
            trial.compare(right == Some(*value));
        }
        trial
    };
    Ok(class.into_iter().map(compare).collect())
}

impl Candidate for Code {
    fn extend(&self, values: &mut Vec<u64>, to: usize) {
        let digits = (0..=to).map(|k| (k, self.digit(k)));
        let digits: Vec<(usize, Digit)> = digits.filter(|(_, d)| *d != Digit::ZERO).collect();
        for n in values.len()..=to {
            let value = near_value(&digits, values, n);
            values.push(value);
        }
    }

    fn class(&self) -> Option<Game> {
        Some(class_key(self, PLACES))
    }

    fn far_values(&self, to: usize) -> Result<Vec<u64>, IdentifyError> {
        let known = search(self, &Limits::heaps(to as u64), &|_| true)?;
        let value = |heap| {
            let unknown = || IdentifyError::UnknownValue { game: Box::new(self.clone()), heap };
            known.value(heap).ok_or_else(unknown)
        };
        (0..=to as u64).map(value).collect()
    }
}

/// The places that tell equal codes apart: enough for codes of up to seven digits.
const PLACES: usize = 16;

/// G(n) for n up to 255, by the definition. No value there is larger than 511, because no play on a
/// heap of n tokens is longer than 2n − 1 moves.
fn near_value(digits: &[(usize, Digit)], g: &[u64], n: usize) -> u64 {
    let mut seen = [0_u64; 8];
    let mut mark = |value: u64| seen[(value >> 6) as usize] |= 1 << (value & 63);
    for &(k, digit) in digits.iter().take_while(|(k, _)| *k <= n) {
        let rest = n - k;
        if digit.leaves_none() && rest == 0 {
            mark(0);
        }
        if digit.leaves_one() && rest > 0 {
            mark(g[rest]);
        }
        if digit.leaves_two() {
            let parts = (rest - usize::from(digit.is_unequal() && rest > 0)) / 2;
            (1..=parts).for_each(|a| mark(g[a] ^ g[rest - a]));
        }
        if digit.leaves_three() {
            for a in 1..=rest / 3 {
                (a..=(rest - a) / 2).for_each(|b| mark(g[a] ^ g[b] ^ g[rest - a - b]));
            }
        }
    }
    let word = seen.iter().position(|&word| word != u64::MAX).unwrap_or(0);
    64 * word as u64 + u64::from(seen[word].trailing_ones())
}
