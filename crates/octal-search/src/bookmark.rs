//! Bookmarks: the record of a search that has dropped its history, compressed, to go on with elsewhere.
//!
//! That is all that a search needs: what else is in its directory, the first values, is computed again when it
//! is asked for. What a bookmark says is believed, as it is of a record: nobody can see in it that all heaps
//! before its own are verified. Who wants to know asks for the certificate of the period, once there is one. So a
//! search that has found its period has no bookmark.

use super::directory::Directory;
use super::keeper::{save_standing, standing};
use super::record::SearchRecord;
use super::stored_values::{stored_code, stored_heaps};
use super::{ResumableError, Settings};
use crate::code::Code;
use crate::file::{packed, unpacked};
use std::io::Cursor;

/// The longest record that a bookmark holds, in bytes: compressing it takes some twenty seconds.
pub const MOST_BOOKMARKED: u64 = 1 << 28;

/// The record in the bookmark of a search.
#[derive(Clone, Debug)]
pub struct Bookmark(SearchRecord);

impl Bookmark {
    /// The bookmark of a search that has ended with this record, as the bytes of its file.
    ///
    /// # Errors
    /// [`ResumableError::Bookmark`] if the period is found, or the record is longer than
    /// [`MOST_BOOKMARKED`].
    pub fn file(record: &SearchRecord) -> Result<Vec<u8>, ResumableError> {
        if record.recurrence.is_some() {
            return Err(failed("the period is found: its certificate is for others"));
        }
        let mut file = Cursor::new(vec![]);
        record.write(&mut file).expect("there is room in memory");
        let bytes = file.into_inner();
        if bytes.len() as u64 > MOST_BOOKMARKED {
            let length = bytes.len();
            return Err(failed(format!(
                "the record has {length} bytes, and a bookmark holds {MOST_BOOKMARKED} at most: copy the \
                 directory of the search"
            )));
        }
        Ok(packed(&bytes))
    }

    /// The bookmark that a file holds.
    ///
    /// # Errors
    /// [`ResumableError::Bookmark`] if it is damaged or is none, or if no engine goes on with it.
    pub fn read(file: Vec<u8>, settings: &Settings) -> Result<Bookmark, ResumableError> {
        let bytes = unpacked(file, MOST_BOOKMARKED).map_err(|e| failed(e.to_string()))?;
        let record = SearchRecord::decode(&bytes).map_err(failed)?;
        if record.recurrence.is_some() {
            return Err(failed("it is of a search that has found its period"));
        }
        let tuning = settings.tuning.stream()?;
        if record.stream(&tuning).is_none() {
            return Err(failed("no engine of this program goes on with it"));
        }
        Ok(Bookmark(record))
    }

    /// The code.
    pub fn code(&self) -> Code {
        self.0.code()
    }

    /// The next heap: the values of all heaps before it have been verified.
    pub fn heap(&self) -> u64 {
        self.0.heap()
    }

    /// Has the search in this directory go on with the bookmark, unless it has come as far itself; says whether
    /// it does.
    ///
    /// # Errors
    /// [`ResumableError`] if the search there is of another game, or is damaged, or the record cannot be
    /// written.
    pub fn take_over(&self, directory: &Directory) -> Result<bool, ResumableError> {
        let here = standing(directory.path())?;
        let found = here.as_ref().map(|here| here.code.clone());
        for found in found.into_iter().chain(stored_code(directory.path())?) {
            directory.require_game(&found, &self.code())?;
        }
        // What the standing says of heaps for which neither record nor values are there, nobody can go on with.
        let next = match directory.load(&self.code())? {
            Some(record) => record.heap(),
            None => stored_heaps(directory.path())?,
        };
        let is_farther = self.heap() > next;
        if is_farther {
            directory.save(&self.0)?;
            // A search that began elsewhere does not know when its last rare heap was seen.
            if here.is_none() {
                save_standing(directory.path(), &self.0.standing())?;
            }
        }
        Ok(is_farther)
    }
}

/// A bookmark cannot be made or used, for this reason.
fn failed(reason: impl Into<String>) -> ResumableError {
    ResumableError::Bookmark { reason: reason.into() }
}
