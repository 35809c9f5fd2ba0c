//! Misère play: genus symbols, quotients, positions.

use octal::code::{Code, Game};
use octal::misere::genus::Forms;
use octal::misere::limits::{Meter, MisereLimits, MisereProgress, MisereStop, MisereWatcher};
use octal::misere::position::MisereAnalysis;
use octal::misere::presentation::{in_letters, letter, relations};
use octal::misere::pretending::{Pretending, QuotientValue};
use octal::misere::quotient::{NORMAL, normal_play};
use octal::misere::record::Record;
use octal::misere::solve::{Solved, partial, solve};
use octal::misere::winning::{WinningBudget, WinningFamily, WinningMoves};
use octal::period::search;
use octal::period::sequence::Known;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::SearchLimit;
use crate::game::parse;
use crate::interruptible::{Watch, interruptible};
use crate::sequence::grundy_error;

impl MisereWatcher for &Watch {
    fn continues(&self, _: &MisereProgress) -> bool {
        self.is_wanted()
    }
}

/// The code of a game without a shift: misère play is about the heaps of a code.
fn code(text: &str) -> PyResult<Code> {
    let Game { code, shift } = parse(text)?;
    if shift == 0 {
        return Ok(code);
    }
    let value = octal::code::value_of(&code, shift as i64);
    let reason = format!("misère play is about a code: ask for {code}, of which G(n) = {value}");
    Err(PyValueError::new_err(reason))
}

/// Grundy value, misère nim-values, symbol, short symbol, and whether the heap is tame.
type GenusRow = (u32, Vec<u32>, String, String, bool);

/// The genus symbols of heaps 0 to n, as far as they were computed; why there are no more, if some are
/// missing; and the exception of a signal handler.
#[pyfunction]
pub(crate) fn misere_genus(
    py: Python<'_>,
    game: &str,
    n: usize,
    memory: u64,
) -> PyResult<(Vec<GenusRow>, Option<&'static str>, Option<PyErr>)> {
    let code = code(game)?;
    let limits = MisereLimits { heaps: n, work: None, memory };
    let ((rows, stop), raised) = interruptible(py, None, |watch| genus_rows(&code, limits, &watch));
    Ok((rows, stop.map(MisereStop::name), raised))
}

fn genus_rows(
    code: &Code,
    limits: MisereLimits,
    watcher: &dyn MisereWatcher,
) -> (Vec<GenusRow>, Option<MisereStop>) {
    let mut meter = Meter::new(limits, watcher);
    let mut forms = Forms::new(code);
    let mut genera = vec![forms.heap(0)];
    let mut stop = None;
    while stop.is_none() && genera.len() <= limits.heaps {
        match forms.next_heap(&mut meter) {
            Ok(genus) => genera.push(genus),
            Err(why) => stop = Some(why),
        }
    }
    let row = |heap: octal::misere::genus::HeapGenus| {
        let (symbol, short) = (heap.genus.to_string(), heap.short());
        (heap.genus.normal, heap.genus.misere, symbol, short, heap.is_tame)
    };
    (genera.into_iter().map(row).collect(), stop)
}

/// The known facts about the misère play of a code.
#[pyclass(frozen, module = "octal_workbench._native")]
pub(crate) struct Quotient {
    solved: Solved,
    normal: Option<Known>,
}

/// Computes partial quotients until the quotient of the whole game is proved or a limit is reached;
/// `whole` is true if a proof is wanted. The exception is that of a signal handler.
#[pyfunction]
pub(crate) fn misere_quotient(
    py: Python<'_>,
    game: &str,
    whole: bool,
    heaps: usize,
    work: u64,
    memory: u64,
) -> PyResult<(Quotient, Option<PyErr>)> {
    let code = code(game)?;
    let limits = MisereLimits { heaps, work: Some(work), memory };
    let (quotient, raised) = interruptible(py, None, |watch| {
        let solved = match whole {
            true => solve(&code, &limits, &watch)?,
            false => partial(&code, &limits, &watch),
        };
        let normal = normal_play(&solved, &search::Limits { memory, ..NORMAL }, &|event| {
            watch.observe(event)
        })?;
        Ok(Quotient { solved, normal })
    });
    Ok((quotient.map_err(|error| grundy_error(&error))?, raised))
}

/// Options looked at for the winning moves of a position: some seconds.
const WORK_FOR_MOVES: u64 = 2_000_000_000;

/// A heap of a position: size, times, value, value of the others, and what winning moves leave.
type HeapRow = (u64, usize, String, String, Option<Vec<Vec<usize>>>);

#[pymethods]
impl Quotient {
    /// The columns of `octal misere quotient` by name. Unknown entries are `None`.
    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let record = Record::new(&self.solved, self.normal.as_ref());
        let text =
            |order: Option<octal::misere::record::Order>| order.map(|order| order.to_string());
        let dict = PyDict::new(py);
        dict.set_item("code", record.code)?;
        dict.set_item("status", record.status.name())?;
        dict.set_item("order", text(record.order))?;
        dict.set_item("p_portion", record.p_portion)?;
        dict.set_item("preperiod", record.preperiod)?;
        dict.set_item("period", record.period)?;
        dict.set_item("last_change", record.last_change)?;
        dict.set_item("heaps", record.heaps)?;
        dict.set_item("kernel", text(record.kernel))?;
        dict.set_item("last_rogue", record.last_rogue)?;
        dict.set_item("tame", record.tame)?;
        dict.set_item("tame_to", record.tame_to)?;
        dict.set_item("theorem", record.theorem.map(|theorem| theorem.name()))?;
        dict.set_item("stop", record.stop.to_string())?;
        Ok(dict)
    }

    /// The value of a heap in letters; `None` if it is not known.
    fn value(&self, heap: u64) -> Option<String> {
        self.pretending().value(heap).map(|value| self.in_letters(value))
    }

    /// The heaps at which the partial quotient changes: heap, order, |P|.
    fn staircase(&self) -> Vec<(usize, usize, usize)> {
        self.solved.staircase.iter().map(|s| (s.heap, s.order, s.p_portion)).collect()
    }

    /// Generators with their heaps, relations, and the elements of P, in letters.
    #[allow(clippy::type_complexity)]
    fn presentation(&self) -> (Vec<(String, usize)>, Vec<(String, String)>, Vec<String>) {
        let quotient = &self.solved.quotient;
        let monoid = quotient.monoid();
        let generators = monoid.generators().iter().enumerate();
        let generators = generators.map(|(g, generator)| (letter(g), generator.heap)).collect();
        let p = quotient.p_portion().iter().map(|x| in_letters(monoid, x as u32)).collect();
        (generators, relations(quotient), p)
    }

    /// The certificate of what is known.
    fn certificate(&self, py: Python<'_>) -> String {
        py.detach(|| self.solved.certificate())
    }

    /// The value of a position, whether it is a P-position, and its heaps.
    fn position(&self, py: Python<'_>, sizes: Vec<u64>) -> PyResult<(String, bool, Vec<HeapRow>)> {
        let pretending = self.pretending();
        let budget = WinningBudget { work: WORK_FOR_MOVES, listed: u64::MAX };
        let analysis = py.detach(|| MisereAnalysis::new(&pretending, &sizes, budget));
        let analysis = analysis.map_err(|error| SearchLimit::new_err(error.to_string()))?;
        let value = self.in_letters(analysis.value);
        let heaps = analysis.heaps.into_iter().map(|heap| {
            let parts = |family: &WinningFamily| family.present().collect();
            // A family of many moves is no list of moves.
            let single =
                |moves: &WinningMoves| moves.families.iter().all(|family| family.count == 1);
            let listed = heap.winning.filter(single);
            let winning = listed.map(|moves| moves.families.iter().map(parts).collect());
            let (value, others) = (self.in_letters(heap.value), self.in_letters(heap.others));
            (heap.size, heap.times, value, others, winning)
        });
        Ok((value, analysis.is_p, heaps.collect()))
    }
}

impl Quotient {
    fn pretending(&self) -> Pretending<'_> {
        Pretending { solved: &self.solved, normal: self.normal.as_ref() }
    }

    /// A value in letters; `*g` for an element of the kernel with Grundy value g.
    fn in_letters(&self, value: QuotientValue) -> String {
        match value {
            QuotientValue::Element(x) => in_letters(self.solved.quotient.monoid(), x),
            QuotientValue::Nim(value) => format!("*{value}"),
        }
    }
}
