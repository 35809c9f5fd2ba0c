//! The file that says where a search stands, which is replaced at each save.

use std::path::Path;
use std::time::{Duration, Instant};

use super::directory::{STANDING, read_file};
use super::{Directory, ResumableError, Standing};
use crate::code::Code;
use crate::file::write_atomically;
use crate::grundy::RareSet;
use crate::grundy::values::Slice;

/// No file of this kind is longer, in bytes.
const MOST_BYTES: u64 = 1 << 16;

/// Writes where a search stands.
#[derive(Debug)]
pub(super) struct Keeper<'a> {
    directory: &'a Directory,
    pub(super) standing: Standing,
    /// When it was last written, by this process, or when a stage of the search began.
    saved: Instant,
    /// The next heap at that time.
    next: u64,
}

impl<'a> Keeper<'a> {
    /// Begins, or goes on where the directory says that a search for `code` stands.
    pub(super) fn open(
        directory: &'a Directory,
        code: &Code,
    ) -> Result<Keeper<'a>, ResumableError> {
        let found = standing(directory.path())?;
        if let Some(standing) = &found
            && standing.code != *code
        {
            return Err(ResumableError::OtherGame {
                path: directory.path().to_path_buf(),
                found: standing.code.to_string(),
                code: code.to_string(),
            });
        }
        let standing = found.unwrap_or_else(|| Standing::new(code));
        Ok(Keeper { directory, standing, saved: Instant::now(), next: 0 })
    }

    /// Begins a stage of the search with heap `next`.
    pub(super) fn begin(&mut self, next: u64) {
        (self.saved, self.next) = (Instant::now(), next);
    }

    /// The time since the last save.
    pub(super) fn elapsed(&self) -> Duration {
        self.saved.elapsed()
    }

    /// Saves that the values before `next` are certain, of which these are the rare heaps. A search that
    /// has gone back to its values stands where it stood until they come that far.
    pub(super) fn save(&mut self, next: u64, rare: Option<RareSet>) -> Result<(), ResumableError> {
        let (new, seconds) = (next.saturating_sub(self.next), self.saved.elapsed().as_secs_f64());
        if new > 0 && seconds > 0.0 {
            self.standing.heaps_per_second = (new as f64 / seconds).round();
        }
        self.begin(next);
        let heap = next.saturating_sub(1);
        if heap >= self.standing.heap {
            self.standing.heap = heap;
            self.standing.set_rare(rare);
        }
        let text = serde_json::to_string_pretty(&self.standing).map_err(std::io::Error::other);
        let path = self.directory.path().join(STANDING);
        let text = text.map_err(|e| ResumableError::io("write", &path, e))? + "\n";
        Ok(write_atomically(path, |file| file.write_all(text.as_bytes()))?)
    }

    /// Notes the largest of these values, the first of which belongs to heap `from`.
    pub(super) fn note_largest(&mut self, from: u64, values: Slice<'_>) {
        if let Some((max, at)) = values.max()
            && max > self.standing.max_value
        {
            (self.standing.max_value, self.standing.max_at) = (max, from + at as u64);
        }
    }
}

/// Where the search in a directory stands, without touching or locking it; `None` if nothing was saved
/// there.
///
/// # Errors
/// [`ResumableError`] if the file is damaged or cannot be read.
pub fn standing(directory: impl AsRef<Path>) -> Result<Option<Standing>, ResumableError> {
    let path = directory.as_ref().join(STANDING);
    let Some(bytes) = read_file(&path, MOST_BYTES)? else { return Ok(None) };
    let standing: Standing = serde_json::from_slice(&bytes)
        .map_err(|e| ResumableError::Damaged { path: path.clone(), reason: e.to_string() })?;
    if standing.max_at > standing.heap {
        let reason = "it is damaged: its parts do not fit each other".to_owned();
        return Err(ResumableError::Damaged { path, reason });
    }
    Ok(Some(standing))
}
