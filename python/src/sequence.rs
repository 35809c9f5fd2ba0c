//! Sequences of Grundy values, and what is proved of them.

use numpy::{Element, IntoPyArray, PyReadonlyArray1};
use octal::certificate;
use octal::grundy::GrundyError;
use octal::grundy::values::Slice;
use octal::period::Finding;
use octal::period::search::{Limits, search as search_period};
use octal::period::sequence::{Known, Stop};
use octal::period::shifted::View;
use pyo3::exceptions::{PyMemoryError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::game::parse;
use crate::interruptible::interruptible;
use crate::{CertificateError, SearchLimit};

/// The values of a game up to some heap, and the period if there is one.
#[pyclass(frozen, module = "octal_workbench._native")]
pub(crate) struct Sequence {
    known: Known,
    shift: u64,
}

/// Computes values until the period is proved or a limit is reached. The exception is that of a signal
/// handler or of `progress`; what was computed is kept.
#[pyfunction]
#[pyo3(signature = (game, heaps, work, memory, progress))]
pub(crate) fn search(
    py: Python<'_>,
    game: &str,
    heaps: u64,
    work: Option<u64>,
    memory: u64,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Sequence, Option<PyErr>)> {
    let game = parse(game)?;
    let limits = Limits { heaps: heaps.saturating_sub(game.shift), work, memory };
    let (known, raised) = interruptible(py, progress.as_ref(), |watch| {
        search_period(&game.code, &limits, &|event| watch.observe(event))
    });
    let known = known.map_err(|error| grundy_error(&error))?;
    Ok((Sequence { known, shift: game.shift }, raised))
}

/// A failure of the engines as an exception.
pub(crate) fn grundy_error(error: &GrundyError) -> PyErr {
    match error {
        GrundyError::OutOfMemory { .. } => PyMemoryError::new_err(error.to_string()),
        GrundyError::ValueTooLarge { .. } => SearchLimit::new_err(error.to_string()),
        _ => PyRuntimeError::new_err(error.to_string()),
    }
}

#[pymethods]
impl Sequence {
    /// The last heap whose value was computed.
    #[getter]
    fn verified_to(&self) -> u64 {
        self.view().verified_to()
    }

    /// Why the search ended.
    #[getter]
    fn stop(&self) -> &'static str {
        match self.known.stop {
            Stop::Proof => "proof",
            Stop::Heaps => "heaps",
            Stop::Work => "work",
            Stop::Memory => "memory",
            Stop::ValueTooLarge => "value too large",
            Stop::Cancelled => "interrupted",
        }
    }

    /// G(n), if it is known.
    fn value(&self, n: u64) -> Option<u64> {
        self.view().value(n)
    }

    /// The status of the period, and the theorem that proves it.
    fn status(&self) -> (&'static str, Option<String>) {
        let finding = self.known.finding;
        (finding.status().name(), finding.theorem().map(|theorem| theorem.to_string()))
    }

    /// Preperiod, period and saltus.
    fn period(&self, py: Python<'_>) -> Option<(u64, u64, u64)> {
        let period = py.detach(|| self.view().finding().period())?;
        Some((period.preperiod, period.period, period.saltus))
    }

    /// The heaps below the preperiod that break the pattern, 64 bits each.
    fn exceptions<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        bytes(py, py.detach(|| self.view().exceptions().map(|e| e.n).collect()))
    }

    /// The largest value and the first heap that has it.
    fn max_value(&self, py: Python<'_>) -> (u64, u64) {
        py.detach(|| self.view().max_value())
    }

    /// The mask of the sparse space, and whether the position counts.
    fn space(&self) -> Option<(u16, bool)> {
        self.known.rare.map(|rare| (rare.space.mask, rare.space.position_parity))
    }

    /// The number of rare heaps, and the last one, unless infinitely many are rare.
    fn rare_count(&self) -> Option<(u64, Option<u64>)> {
        let rare = self.known.rare_heaps()?.shifted(self.shift as i64);
        Some((rare.count, rare.last))
    }

    /// The rare heaps among those computed, 64 bits each.
    fn rare_heaps<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let heaps = py.detach(|| {
            let Some(rare) = self.known.rare else { return vec![] };
            let rare = rare.shifted(self.shift as i64);
            let zeros = std::iter::repeat_n(0, self.shift as usize);
            let values = zeros.chain(self.known.values().iter()).enumerate();
            let heaps = values.take(rare.last.map_or(0, |last| last as usize + 1));
            heaps.filter(|&(n, v)| rare.space.is_rare(n, v)).map(|(n, _)| n as u64).collect()
        });
        bytes(py, heaps)
    }

    /// G(0), …, G(n) as the narrowest array that holds them, `None` if they are not all known.
    fn values<'py>(&self, py: Python<'py>, n: u64) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(largest) = self.bound(n) else { return Ok(None) };
        Ok(Some(match largest {
            0..0x100 => self.array(py, n, |v| v as u8)?,
            0x100..0x1_0000 => self.array(py, n, |v| v as u16)?,
            _ => self.array(py, n, |v| v)?,
        }))
    }

    /// The first place of an array whose value is not that of its heap, or is not known.
    fn first_difference(&self, py: Python<'_>, values: PyReadonlyArray1<'_, u64>) -> Option<u64> {
        let values = values.as_array();
        py.detach(|| {
            let differs = |&(n, v): &(u64, &u64)| self.view().value(n) != Some(*v);
            (0..).zip(values).find(differs).map(|(n, _)| n)
        })
    }

    /// The certificate of the period.
    fn certificate<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        if self.shift > 0 {
            let code = &self.known.code;
            let reason = format!("a certificate is about a code: ask for that of {code} alone");
            return Err(CertificateError::new_err(reason));
        }
        let file = py.detach(|| certificate::write(&self.known));
        let file = file.map_err(|error| CertificateError::new_err(error.to_string()))?;
        Ok(PyBytes::new(py, &file))
    }
}

impl Sequence {
    fn view(&self) -> View<'_> {
        View::new(&self.known, i64::try_from(self.shift).unwrap_or(i64::MAX))
    }

    /// The largest value of the heaps up to n; `None` if one of them is not known.
    fn bound(&self, n: u64) -> Option<u64> {
        let last = n.saturating_sub(self.shift);
        self.known.value(last)?;
        let values = self.known.values();
        let computed = values.range(..values.len().min(last as usize + 1)).max();
        let computed = computed.map_or(0, |(max, _)| u64::from(max));
        // Beyond what is computed the values repeat, or grow: then the last period has the largest.
        match self.known.finding {
            Finding::Proved(period, _) if period.saltus > 0 && last > self.known.verified_to() => {
                let last_period = last.saturating_sub(period.period)..=last;
                last_period.map(|m| self.known.value(m)).max()?.max(Some(computed))
            }
            _ => Some(computed),
        }
    }

    /// G(0), …, G(n): zeros below the shift, what was computed, and the period.
    fn array<'py, T: Element + Copy + Send>(
        &self,
        py: Python<'py>,
        n: u64,
        narrow: impl Fn(u64) -> T + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        let too_many = || PyMemoryError::new_err(format!("{n} values do not fit into memory"));
        let length = usize::try_from(n).ok().and_then(|n| n.checked_add(1)).ok_or_else(too_many)?;
        let mut array: Vec<T> = vec![];
        array.try_reserve_exact(length).map_err(|_| too_many())?;
        py.detach(|| {
            let zeros = usize::try_from(self.shift).unwrap_or(length).min(length);
            array.resize(zeros, narrow(0));
            let computed = self.known.values();
            let computed = computed.range(..computed.len().min(length - zeros));
            match computed {
                Slice::Bytes(values) => array.extend(values.iter().map(|&v| narrow(v.into()))),
                Slice::Words(values) => array.extend(values.iter().map(|&v| narrow(v.into()))),
            }
            let rest = computed.len() as u64..(length - zeros) as u64;
            array.extend(rest.map(|m| narrow(self.known.value(m).unwrap_or(0))));
        });
        Ok(array.into_pyarray(py).into_any())
    }
}

/// Heaps as the bytes of numbers of 64 bits.
fn bytes(py: Python<'_>, heaps: Vec<u64>) -> Bound<'_, PyBytes> {
    let bytes: Vec<u8> = heaps.into_iter().flat_map(u64::to_ne_bytes).collect();
    PyBytes::new(py, &bytes)
}
