//! The search itself: in memory at first, then by a stream.

use super::directory::Directory;
use super::in_memory::{FirstStage, first_stage};
use super::keeper::Keeper;
use super::record::SearchRecord;
use super::request::SearchRequest;
use super::running::{RunEnd, RunningSearch};
use super::stream_memory::memory_to_go_back;
use super::values_file::{require_values, require_whole_values};
use super::{ResumableError, Settings};
use crate::code::Code;
use crate::period::search::{Limits, Watcher};
use crate::period::sequence::{Known, Stop};

/// How a long search ended.
#[derive(Debug)]
pub enum Ended {
    /// It ended in memory, with all values: what is known, and why it ended.
    InMemory(Box<Known>),
    /// It ended with a stream: what is known, and why it ended.
    Streamed(Box<SearchRecord>, Stop),
}

/// Searches for the period of `code`, and goes on where the search in the directory was saved.
///
/// # Errors
/// [`ResumableError`]: what was reached until the last save is in the directory.
pub fn search(
    code: &Code,
    limits: &Limits,
    settings: &Settings,
    directory: &Directory,
    watch: &dyn Watcher,
) -> Result<Ended, ResumableError> {
    // On a thread of the pool: to call the others from outside at every chunk takes noticeable time.
    rayon::scope(|_| search_here(SearchRequest { code, limits, settings, directory, watch }))
}

fn search_here(request: SearchRequest<'_>) -> Result<Ended, ResumableError> {
    let SearchRequest { code, settings, directory, .. } = request;
    let mut keeper = Keeper::open(directory, code, settings.save_every)?;
    let certain = keeper.standing.certain_bytes;
    require_values(directory.path(), certain)?;
    let (mut record, mut from) = (directory.load(code)?, settings.start);
    if record.is_some() {
        // A stream reads few of them, or none: damage would stay unseen until they are needed.
        require_whole_values(&request, certain)?;
    }
    if let Some(heap) = goes_back(&request, record.as_ref())? {
        (record, from) = (None, heap);
    }
    loop {
        let begun = match record.take() {
            Some(record) => record,
            None => match first_stage(&request, &mut keeper, from)? {
                FirstStage::Known(known) => return Ok(Ended::InMemory(known)),
                FirstStage::Quiet(record) => *record,
            },
        };
        let mut run = RunningSearch::new(begun, request, &mut keeper)?;
        from = match run.run()? {
            RunEnd::Stopped(stop) => return Ok(Ended::Streamed(Box::new(run.into_record()), stop)),
            RunEnd::Halted(halt) => halt.heap() + 1,
        };
    }
}

/// The heap up to which a search goes back to all values, though its record is there: it went on without its history
/// after rare heaps and can prove no period, and now there is memory for all that.
fn goes_back(
    request: &SearchRequest<'_>,
    record: Option<&SearchRecord>,
) -> Result<Option<u64>, ResumableError> {
    let SearchRequest { limits, settings, watch, .. } = *request;
    let Some(record) = record.filter(|record| record.heap() <= limits.heaps) else {
        return Ok(None);
    };
    let (heap, Some(last)) = (record.heap(), record.distant.last()) else { return Ok(None) };
    if memory_to_go_back(record, settings, Some(last.heap))? > limits.memory {
        return Ok(None);
    }
    watch.goes_back(last, heap);
    Ok(Some(heap))
}
