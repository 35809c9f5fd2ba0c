//! Games sought by their values.

use octal::code::Code;
use octal::identify::Query;
use octal::publish::identify::{Identified, candidates};
use octal::publish::known::OwnGame;
use octal::survey::embedded;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::interruptible::interruptible;

/// The number of games that are looked up.
const DESCRIBED: usize = 5;

/// Any error that may come from another thread.
type Failure = Box<dyn std::error::Error + Send + Sync>;

/// The games that have these values, or the nearest, as JSON.
#[pyfunction]
pub(crate) fn identify(py: Python<'_>, values: Vec<u64>, first: u64) -> PyResult<String> {
    let wrong = |error: &dyn std::error::Error| PyValueError::new_err(error.to_string());
    let query = Query::new(first, values).map_err(|error| wrong(&error))?;
    let candidates = candidates().map_err(|error| wrong(&error))?;
    let (found, raised) = interruptible(py, None, |_| -> Result<Identified, Failure> {
        let mut found = Identified::new(&query, &candidates)?;
        found.look_up(DESCRIBED, |code: &Code| -> Result<_, Failure> {
            Ok(embedded::game(code).map(OwnGame::from))
        })?;
        Ok(found)
    });
    if let Some(raised) = raised {
        return Err(raised);
    }
    Ok(found.map_err(|error| wrong(&*error))?.json())
}
