//! Directories of searches that are copied while they are written, one file after the other.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use octal::period::resumable::{ResumableError, Settings};
use octal::period::search::{Event, Limits};
use tempfile::TempDir;

use super::kills::Steps;
use super::resumable::{SELDOM, assert_ends_as, in_memory, search};
use crate::common::scratch_in_memory as scratch;

/// The files, in the orders in which they are copied.
const ORDERS: [[&str; 2]; 2] = [["values", "checkpoint"], ["checkpoint", "values"]];

/// Copies a directory again and again: the next file at every few steps of the search.
struct Copying<'a> {
    from: &'a Path,
    /// Steps between two files.
    pause: usize,
    state: Mutex<(usize, Vec<TempDir>)>,
}

impl Copying<'_> {
    fn observe(&self, event: Event<'_>) -> bool {
        if !matches!(event, Event::Progress(_)) {
            return true;
        }
        let (steps, copies) = &mut *self.state.lock().unwrap();
        if steps.is_multiple_of(self.pause) {
            let (copy, file) = (*steps / self.pause / 2, *steps / self.pause % 2);
            if file == 0 {
                copies.push(scratch());
            }
            let name = ORDERS[copy % ORDERS.len()][file];
            let to: PathBuf = copies[copy].path().join(name);
            // Files that are not there yet, or were replaced a moment ago, are not in the copy.
            let _ = fs::copy(self.from.join(name), to);
        }
        *steps += 1;
        true
    }
}

/// The files of a copy may be from any moments. The search resumes from it to the same end, or
/// reports that it is damaged.
#[test]
fn directories_copied_while_they_are_written() {
    let (mut gone_on, mut refused) = (0, 0);
    for text in ["0.56", "4.406"] {
        let (known, limits) = (in_memory(text), Limits::heaps(1 << 21));
        let (directory, all) = (scratch(), Steps::at_most(usize::MAX));
        search(text, &limits, &Settings::TINY, directory.path(), &|e| all.observe(e)).unwrap();
        let (directory, pause) = (scratch(), (all.done() / 48).max(1));
        let copying = Copying { from: directory.path(), pause, state: Mutex::default() };
        search(text, &limits, &Settings::TINY, directory.path(), &|e| copying.observe(e)).unwrap();
        for copy in copying.state.into_inner().unwrap().1 {
            match search(text, &limits, &SELDOM, copy.path(), &|_| true) {
                Ok(ended) => {
                    assert_ends_as(&ended, &known);
                    gone_on += 1;
                }
                Err(ResumableError::Damaged { .. }) => {
                    refused += 1;
                }
                Err(error) => panic!("{text}: {error}"),
            }
        }
    }
    assert!(gone_on >= 15, "{gone_on} were resumed, {refused} were refused");
}
