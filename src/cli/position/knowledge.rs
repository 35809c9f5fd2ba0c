//! The sequences that a position needs: computed quickly, else as far as earlier results show to be
//! worth it.
//!
//! A search that is cheap comes first; for most games with a proved period it proves it again.
//! If it does not get there, `periods.csv` says where the proof was found, or that the game was
//! searched as far in vain. A period is only used when this run has proved it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::bail;
use octal::code::Code;
use octal::period::Period;
use octal::period::known::{Known, Stop};
use octal::period::search::{Limits, search};
use octal::position::sum::Position;
use octal::survey::store::Table;

use crate::cli::progress::SearchBar;

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
}

impl Knowledge {
    /// The sequences of all codes in these positions, up to their largest heaps; `None` if
    /// interrupted.
    ///
    /// # Errors
    /// A sentence that names the heap whose value cannot be had.
    pub fn of<'a>(
        positions: impl IntoIterator<Item = &'a Position>,
        limits: &Limits,
        results: &Path,
    ) -> anyhow::Result<Option<Knowledge>> {
        let mut largest: Vec<(Code, u64)> = vec![];
        let mut places: HashMap<Code, usize> = HashMap::new();
        for component in positions.into_iter().flat_map(Position::components) {
            let heap = component.heaps.iter().max().copied().unwrap_or(0);
            let heap = heap.saturating_sub(component.game.shift);
            let code = &component.game.code;
            match places.get(code) {
                Some(&place) => largest[place].1 = largest[place].1.max(heap),
                None => {
                    places.insert(code.clone(), largest.len());
                    largest.push((code.clone(), heap));
                }
            }
        }
        let mut known = HashMap::new();
        for (code, heap) in largest {
            let Some(sequence) = sequence(&code, heap, limits, results)? else { return Ok(None) };
            known.insert(code, sequence);
        }
        Ok(Some(Knowledge { known }))
    }

    /// The sequences of the components of a position, in their order.
    pub fn sequences(&self, position: &Position) -> Vec<&Known> {
        position.components().iter().map(|c| &self.known[&c.game.code].known).collect()
    }

    /// How the values of a code are known.
    pub fn source(&self, code: &Code) -> String {
        let Sequence { known, remark } = &self.known[code];
        let verified = known.verified_to();
        match (known.finding.proved(), known.finding.theorem()) {
            (Some(period), Some(theorem)) => {
                format!("{}, proved ({theorem}){remark}", numbers(&period))
            }
            _ => format!("every value computed up to heap {verified}"),
        }
    }

    /// Whether the value of a heap of a code comes from its period.
    pub fn is_periodic(&self, code: &Code, heap: u64) -> bool {
        self.known[code].known.verified_to() < heap
    }
}

fn numbers(period: &Period) -> String {
    let saltus =
        if period.saltus > 0 { format!(", saltus {}", period.saltus) } else { String::new() };
    format!("preperiod {}, period {}{saltus}", period.preperiod, period.period)
}

/// The sequence of a code up to a heap at least, by its period or value for value.
fn sequence(
    code: &Code,
    heap: u64,
    limits: &Limits,
    results: &Path,
) -> anyhow::Result<Option<Sequence>> {
    let work = Some(limits.work.map_or(CHEAP, |work| work.min(CHEAP)));
    let run = |limits: &Limits| search(code, limits, &SearchBar::new(code));
    let known = run(&Limits { heaps: heap.min(limits.heaps), work, memory: limits.memory })?;
    if known.stop == Stop::Cancelled {
        return Ok(None);
    }
    if known.value(heap).is_some() {
        return Ok(Some(Sequence { known, remark: String::new() }));
    }
    let earlier = Earlier::of(code, results)?;
    let known = run(&earlier.limits(heap, limits)?)?;
    match known.value(heap) {
        _ if known.stop == Stop::Cancelled => Ok(None),
        Some(_) => Ok(Some(Sequence { remark: earlier.remark(&known), known })),
        None => bail!(
            "G({heap}) of {code} is not known: no period is proved up to heap {} ({}): \
             ask for smaller heaps, or allow more --limit, --work or --memory",
            known.verified_to(),
            reason(known.stop)
        ),
    }
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
        let table = Table::read(&file, None)?;
        let row = table.row_of(code).map(|(row, shift)| (row.clone(), shift));
        Ok(Earlier { code: code.clone(), file, row })
    }

    /// How far to search for the value of a heap.
    fn limits(&self, heap: u64, limits: &Limits) -> anyhow::Result<Limits> {
        let asked = Limits { heaps: heap.min(limits.heaps), ..*limits };
        let Some((row, shift)) = &self.row else { return Ok(asked) };
        // Heap m of the code is heap m + shift of the row.
        let verified_to = row.verified_to.saturating_add_signed(shift.saturating_neg());
        if row.status == "proved" {
            let bytes = Limits::memory_for(heap.min(verified_to));
            if bytes > limits.memory {
                bail!(
                    "G({heap}) of {} takes {bytes} bytes: its period begins at heap {} (`{}`), and \
                     all values up to there have to be computed: ask for smaller heaps, or allow \
                     more --memory",
                    self.code,
                    row.preperiod.unwrap_or(0),
                    self.file.display(),
                );
            }
            // Another code of the game may need somewhat more for its proof.
            let enough = verified_to.saturating_add(verified_to / 2 + 64);
            return Ok(Limits { heaps: heap.min(enough), work: None, ..*limits });
        }
        if row.answers(&asked) && verified_to < heap {
            bail!(
                "G({heap}) of {} is not known: `{}` says that no period is proved up to heap \
                 {verified_to}: ask for smaller heaps, or for a longer search with --limit or --work",
                self.code,
                self.file.display(),
            );
        }
        Ok(asked)
    }

    /// Whether the row says what was proved now.
    fn remark(&self, known: &Known) -> String {
        let (Some((row, shift)), Some(period)) = (&self.row, known.finding.proved()) else {
            return String::new();
        };
        let file = self.file.display();
        match (row.period, row.preperiod, row.status.as_str()) {
            (Some(p), Some(n0), "proved") if p == period.period => match *shift {
                0 if n0 == period.preperiod => format!(", as `{file}` says"),
                0 => format!(" (but `{file}` says preperiod {n0})"),
                shift => format!(", as `{file}` says of {}, heaps {shift} larger", row.code),
            },
            (Some(p), _, "proved") => format!(" (but `{file}` says period {p})"),
            _ => format!(" (`{file}` has no proof)"),
        }
    }
}
