//! Published claims, judged.

use octal::catalogue::claims;
use octal::code::Code;
use octal::grundy::GrundyError;
use octal::misere::limits::MisereLimits;
use octal::period::search::{Event, EventCallback, Limits};
use octal::survey::claims::{SortedClaims, Watchers, judge_by_rows};
use octal::survey::embedded::EmbeddedRows;
use octal::survey::parallel::Observer;
use octal::survey::store::csv_bytes;
use octal::survey::study::{CLAIM_HEADER, ClaimRow};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::interruptible::{Watch, interruptible};
use crate::sequence::grundy_error;

impl Observer for Watch {
    fn start(&self, _: &Code) -> Box<EventCallback<'_>> {
        Box::new(|event| self.observe(event))
    }

    fn finish(&self, _: &Code) {}
}

/// The last heap of a search for a misère quotient.
const MISERE_HEAPS: usize = 10_000;

/// A table of claims with their verdicts, both as CSV; in the order of the claims.
#[pyfunction]
pub(crate) fn judge_claims(
    py: Python<'_>,
    table: &str,
    heaps: u64,
    work: u64,
    memory: u64,
) -> PyResult<Vec<u8>> {
    let claims = claims::read(table.as_bytes(), "claims");
    let claims = claims.map_err(|error| PyValueError::new_err(error.to_string()))?.rows;
    let limits = Limits { heaps, work: Some(work), memory };
    let heaps = usize::try_from(heaps).unwrap_or(MISERE_HEAPS).min(MISERE_HEAPS);
    let misere = MisereLimits { heaps, work: Some(work), memory };
    let (verdicts, raised) = interruptible(py, None, |watch| {
        let watchers = Watchers {
            games: watch,
            equalities: &|event: Event<'_>| watch.observe(event),
            misere: &watch,
        };
        let mut verdicts = SortedClaims::new(&claims).judge(&limits, &misere, watchers)?;
        let Ok(()) = judge_by_rows(&claims, &mut verdicts, &EmbeddedRows);
        Ok::<_, GrundyError>(verdicts)
    });
    if let Some(raised) = raised {
        return Err(raised);
    }
    let verdicts = verdicts.map_err(|error| grundy_error(&error))?;
    let rows: Vec<&ClaimRow> = claims.iter().filter_map(|claim| verdicts.get(&claim.id)).collect();
    Ok(csv_bytes(&rows, &CLAIM_HEADER))
}
