//! The file that says where a search stands, which is replaced at each save.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::directory::{STANDING, read_file};
use super::{Directory, ResumableError, Standing};
use crate::code::Code;
use crate::file::write_atomically;
use crate::grundy::RareSet;
use crate::grundy::values::Slice;

/// No file of this kind is longer, in bytes.
const MOST_BYTES: u64 = 1 << 16;

/// A search computes this many times as long as it saves, unless it then went too long without.
const COST_SHARE: u32 = 32;

/// The field with the checksum of a standing, in hexadecimal.
const CHECKSUM: &str = "checksum";

/// Writes where a search stands.
#[derive(Debug)]
pub(super) struct Keeper<'a> {
    pub(super) directory: &'a Directory,
    pub(super) standing: Standing,
    /// The time between two saves.
    every: Duration,
    /// When it was last written, by this process, or when a stage of the search began.
    saved: Instant,
    /// How long it took to save all that the search keeps, the last time.
    cost: Duration,
    stretch: MeasuredStretch,
}

/// A stretch of heaps whose speed is measured: the time between two saves, or longer. What is saved in
/// between, because the search ends or halts, may be a few heaps after the last save.
#[derive(Debug)]
struct MeasuredStretch {
    begun: Instant,
    /// The next heap then.
    next: u64,
    /// Whether no stretch of this stage of the search has been measured to its end.
    is_first: bool,
}

impl MeasuredStretch {
    fn new(next: u64, is_first: bool) -> MeasuredStretch {
        MeasuredStretch { begun: Instant::now(), next, is_first }
    }
}

impl<'a> Keeper<'a> {
    /// Begins, or goes on where the directory says that a search for `code` stands.
    pub(super) fn open(
        directory: &'a Directory,
        code: &Code,
        every: Duration,
    ) -> Result<Keeper<'a>, ResumableError> {
        let found = standing(directory.path())?;
        if let Some(standing) = &found {
            directory.require_game(&standing.code, code)?;
        }
        let standing = found.unwrap_or_else(|| Standing::new(code));
        let (saved, stretch) = (Instant::now(), MeasuredStretch::new(0, true));
        Ok(Keeper { directory, standing, every, saved, cost: Duration::ZERO, stretch })
    }

    /// Saves that a search has begun here, unless that is saved already; these heaps are rare at first.
    pub(super) fn save_first(&mut self, rare: Option<RareSet>) -> Result<(), ResumableError> {
        if self.directory.path().join(STANDING).exists() { Ok(()) } else { self.save(1, rare) }
    }

    /// Begins a stage of the search with heap `next`.
    pub(super) fn begin(&mut self, next: u64) {
        (self.saved, self.stretch) = (Instant::now(), MeasuredStretch::new(next, true));
        self.cost = Duration::ZERO;
    }

    /// Whether it is time to save again. A search whose saves take long saves less often, but never goes without
    /// for more than one and a half times as long as it should.
    pub(super) fn is_time(&self) -> bool {
        let rest = (self.cost * COST_SHARE).min((self.every / 2).saturating_mul(3));
        self.saved.elapsed() >= self.every.max(rest)
    }

    /// Notes how long it took to save all that the search keeps.
    pub(super) fn note_cost(&mut self, cost: Duration) {
        self.cost = cost;
    }

    /// Saves that the values before `next` are certain, of which these are the rare heaps. A search that
    /// has gone back to its values stands where it stood until they come that far.
    pub(super) fn save(&mut self, next: u64, rare: Option<RareSet>) -> Result<(), ResumableError> {
        self.measure(next);
        self.saved = Instant::now();
        let heap = next.saturating_sub(1);
        if heap >= self.standing.heap {
            self.standing.heap = heap;
            self.standing.set_rare(rare);
        }
        save_standing(self.directory.path(), &self.standing)
    }

    /// Measures the speed up to heap `next`.
    fn measure(&mut self, next: u64) {
        let (new, elapsed) = (next.saturating_sub(self.stretch.next), self.stretch.begun.elapsed());
        let is_whole = elapsed >= self.every;
        if new > 0 && !elapsed.is_zero() && (is_whole || self.stretch.is_first) {
            self.standing.heaps_per_second = (new as f64 / elapsed.as_secs_f64()).round();
        }
        if is_whole {
            self.stretch = MeasuredStretch::new(next, false);
        }
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

/// Says in a directory that the search there stands here.
pub(super) fn save_standing(directory: &Path, standing: &Standing) -> Result<(), ResumableError> {
    let path = directory.join(STANDING);
    let text = text(standing).map_err(|e| ResumableError::io("write", &path, e.into()))?;
    Ok(write_atomically(path, |file| file.write_all(text.as_bytes()))?)
}

/// Where the search in a directory stands, without touching or locking it; `None` if nothing was saved
/// there.
///
/// # Errors
/// [`ResumableError`] if the file is damaged or cannot be read.
pub fn standing(directory: impl AsRef<Path>) -> Result<Option<Standing>, ResumableError> {
    let path = directory.as_ref().join(STANDING);
    let Some(bytes) = read_file(&path, MOST_BYTES)? else { return Ok(None) };
    let damaged = |reason| ResumableError::Damaged { path: path.clone(), reason };
    let standing = checked(&bytes).map_err(damaged)?;
    if standing.max_at > standing.heap {
        return Err(damaged("it is damaged: its parts do not fit each other".to_owned()));
    }
    Ok(Some(standing))
}

/// A standing as a file: JSON for whoever wants to read it, with a checksum of all else in it.
fn text(standing: &Standing) -> serde_json::Result<String> {
    let mut value = serde_json::to_value(standing)?;
    let checksum = checksum(&value);
    value[CHECKSUM] = checksum.into();
    Ok(serde_json::to_string_pretty(&value)? + "\n")
}

/// The standing in such a file, or what is wrong with it.
fn checked(bytes: &[u8]) -> Result<Standing, String> {
    let mut value: Value = serde_json::from_slice(bytes).map_err(|e| e.to_string())?;
    let found = value.as_object_mut().and_then(|fields| fields.remove(CHECKSUM));
    match found {
        Some(found) if found == checksum(&value) => {
            serde_json::from_value(value).map_err(|e| e.to_string())
        }
        Some(_) => Err("it is damaged: its checksum does not fit".to_owned()),
        None => Err(format!("it has no `{CHECKSUM}`, so nobody can see if it was changed")),
    }
}

/// The CRC-32 of a standing as JSON without spaces, in hexadecimal.
fn checksum(value: &Value) -> String {
    format!("{:08x}", crc32fast::hash(value.to_string().as_bytes()))
}
