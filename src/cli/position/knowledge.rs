//! The sequences that a position needs: computed quickly, else as far as earlier results show to be
//! worth it.
//!
//! A search that is cheap comes first; for most games with a proved period it proves it again.
//! If it does not get there, `periods.csv` says where the proof was found, or that the game was
//! searched as far in vain. A period is only used when this run has proved it.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use octal::code::Code;
use octal::period::Status;
use octal::period::search::{Limits, search};
use octal::period::sequence::{Known, Stop};
use octal::position::sum::{Component, Position};
use octal::survey::store::GameTable;

use crate::cli::common::progress::SearchBar;

/// Option values of a search that is not felt.
const CHEAP: u64 = 200_000_000;

/// Sequences by code.
pub struct Knowledge {
    known: HashMap<Code, Sequence>,
}

struct Sequence {
    known: Known,
    /// What the earlier results say, if they were asked.
    remark: String,
    /// Why the values of some heaps were not even searched for.
    refused: HashMap<u64, String>,
}

/// The largest heap of a component, as a heap of its code.
fn largest(component: &Component) -> u64 {
    let heap = component.heaps.iter().max().copied().unwrap_or(0);
    heap.saturating_sub(component.game.shift)
}

impl Knowledge {
    /// The sequences of all codes in these positions, up to their largest heaps if possible; `None`
    /// if interrupted.
    ///
    /// # Errors
    /// If a search or the earlier results fail.
    pub fn of<'a>(
        positions: impl IntoIterator<Item = &'a Position>,
        limits: &Limits,
        results: &Path,
    ) -> anyhow::Result<Option<Knowledge>> {
        let mut wanted: Vec<(Code, BTreeSet<u64>)> = vec![];
        let mut places: HashMap<Code, usize> = HashMap::new();
        for component in positions.into_iter().flat_map(Position::components) {
            let code = &component.game.code;
            let place = *places.entry(code.clone()).or_insert(wanted.len());
            if place == wanted.len() {
                wanted.push((code.clone(), BTreeSet::new()));
            }
            wanted[place].1.insert(largest(component));
        }
        let mut known = HashMap::new();
        for (code, heaps) in wanted {
            let Some(sequence) = sequence(&code, &heaps, limits, results)? else {
                return Ok(None);
            };
            known.insert(code, sequence);
        }
        Ok(Some(Knowledge { known }))
    }

    /// Why the values of a position cannot be had: a sentence that names the heap.
    pub fn missing(&self, position: &Position) -> Option<anyhow::Error> {
        let components = position.components().iter().map(|c| (&c.game.code, largest(c)));
        components.into_iter().find_map(|(code, heap)| self.known[code].missing(code, heap))
    }

    /// The sequences of the components of a position, in their order.
    pub fn sequences(&self, position: &Position) -> Vec<&Known> {
        position.components().iter().map(|c| &self.known[&c.game.code].known).collect()
    }

    /// How the values of a code are known.
    pub fn source(&self, code: &Code) -> String {
        let Sequence { known, remark, .. } = &self.known[code];
        let verified = known.verified_to();
        match (known.finding.proved(), known.finding.theorem()) {
            (Some(period), Some(theorem)) => {
                format!("{period}, proved ({theorem}){remark}")
            }
            _ => format!("every value computed up to heap {verified}"),
        }
    }

    /// Whether the value of a heap of a code comes from its period.
    pub fn is_periodic(&self, code: &Code, heap: u64) -> bool {
        self.known[code].known.verified_to() < heap
    }
}

impl Sequence {
    fn missing(&self, code: &Code, heap: u64) -> Option<anyhow::Error> {
        let Sequence { known, refused, .. } = self;
        if known.value(heap).is_some() {
            return None;
        }
        Some(match refused.get(&heap) {
            Some(why) => anyhow!("{why}"),
            None => anyhow!(
                "G({heap}) of {code} is not known: no period is proved up to heap {} ({}): \
                 ask for smaller heaps, or allow more --limit, --work or --memory",
                known.verified_to(),
                reason(known.stop)
            ),
        })
    }
}

/// The sequence of a code up to the largest of these heaps that can be had, by its period or value
/// for value.
fn sequence(
    code: &Code,
    heaps: &BTreeSet<u64>,
    limits: &Limits,
    results: &Path,
) -> anyhow::Result<Option<Sequence>> {
    let work = Some(limits.work.map_or(CHEAP, |work| work.min(CHEAP)));
    let run = |limits: &Limits| search(code, limits, &SearchBar::new(code));
    let largest = heaps.last().copied().unwrap_or(0);
    let known = run(&Limits { heaps: largest.min(limits.heaps), work, memory: limits.memory })?;
    let mut found = Sequence { known, remark: String::new(), refused: HashMap::new() };
    if found.known.stop != Stop::Cancelled && found.known.value(largest).is_none() {
        let earlier = Earlier::of(code, results)?;
        let unknown = heaps.iter().rev().take_while(|&&heap| found.known.value(heap).is_none());
        for &heap in unknown {
            match earlier.limits(heap, limits) {
                Err(why) => _ = found.refused.insert(heap, why),
                // What this search does not reach, a search for a smaller heap does not either.
                Ok(limits) => {
                    found.known = run(&limits)?;
                    found.remark = earlier.remark(&found.known);
                    break;
                }
            }
        }
    }
    Ok((found.known.stop != Stop::Cancelled).then_some(found))
}

/// Why a search ended without an answer.
const fn reason(stop: Stop) -> &'static str {
    match stop {
        Stop::Heaps => "the limit of heaps",
        Stop::Work => "the limit of work",
        Stop::Memory => "the limit of memory",
        Stop::ValueTooLarge => "the next value is larger than 65535",
        Stop::Proof | Stop::Cancelled => "the search ended",
    }
}

/// What earlier results say of a code.
struct Earlier {
    code: Code,
    file: PathBuf,
    row: Option<(octal::survey::row::PeriodRow, i64)>,
}

impl Earlier {
    fn of(code: &Code, results: &Path) -> anyhow::Result<Earlier> {
        let file = results.join("periods.csv");
        let table = GameTable::read(&file, None)?;
        let row = table.row_of(code).map(|(row, shift)| (row.clone(), shift));
        Ok(Earlier { code: code.clone(), file, row })
    }

    /// How far to search for the value of a heap; or why there is no use in it.
    fn limits(&self, heap: u64, limits: &Limits) -> Result<Limits, String> {
        let asked = Limits { heaps: heap.min(limits.heaps), ..*limits };
        let Some((row, shift)) = &self.row else { return Ok(asked) };
        // Heap m of the code is heap m + shift of the row.
        let verified_to = row.verified_to.saturating_add_signed(shift.saturating_neg());
        if row.status == Status::Proved {
            let bytes = Limits::memory_for(heap.min(verified_to));
            if bytes > limits.memory {
                return Err(format!(
                    "G({heap}) of {} takes {bytes} bytes: its period begins at heap {} (`{}`), and \
                     all values up to there have to be computed: ask for smaller heaps, or allow \
                     more --memory",
                    self.code,
                    row.preperiod.unwrap_or(0),
                    self.file.display(),
                ));
            }
            // Another code of the game may need somewhat more for its proof.
            let enough = verified_to.saturating_add(verified_to / 2 + 64);
            return Ok(Limits { heaps: heap.min(enough), work: None, ..*limits });
        }
        if row.answers(&asked) && verified_to < heap {
            return Err(format!(
                "G({heap}) of {} is not known: `{}` says that no period is proved up to heap \
                 {verified_to}: ask for smaller heaps, or for a longer search with --limit or --work",
                self.code,
                self.file.display(),
            ));
        }
        Ok(asked)
    }

    /// Whether the row says what was proved now.
    fn remark(&self, known: &Known) -> String {
        let (Some((row, shift)), Some(period)) = (&self.row, known.finding.proved()) else {
            return String::new();
        };
        let file = self.file.display();
        match (row.period, row.preperiod, row.status) {
            (Some(p), Some(n0), Status::Proved) if p == period.period => match *shift {
                0 if n0 == period.preperiod => format!(", as `{file}` says"),
                0 => format!(" (but `{file}` says preperiod {n0})"),
                shift => format!(", as `{file}` says of {}, heaps {shift} larger", row.code),
            },
            (Some(p), _, Status::Proved) => format!(" (but `{file}` says period {p})"),
            _ => format!(" (`{file}` has no proof)"),
        }
    }
}
