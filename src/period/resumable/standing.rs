//! Where a search stands, for those who ask while it runs: a small file that is replaced at each save.

use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use serde::{Deserialize, Serialize};

use super::directory::read_file;
use super::{Directory, ResumableError};
use crate::code::Code;
use crate::file::write_atomically;
use crate::grundy::RareSet;
use crate::grundy::values::Slice;

/// The name of the file.
pub(super) const FILE: &str = "standing.json";
/// No file of this kind is longer, in bytes.
const MOST_BYTES: u64 = 1 << 16;

/// Where a search stood when it was saved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// The code.
    #[serde(with = "code_as_text")]
    pub code: Code,
    /// The last heap whose value is certain: computed, verified, and saved.
    pub heap: u64,
    /// The mask of the sparse space; `None` for a code without one.
    pub mask: Option<u16>,
    /// Whether the parity of the position counts too.
    pub position_parity: bool,
    /// How many heaps are rare, heap 0 counted.
    pub rare_count: u64,
    /// The last rare heap.
    pub last_rare: Option<u64>,
    /// When the last rare heap was first among those saved, in seconds since 1970 began.
    pub last_rare_saved: u64,
    /// The largest value, and the first heap that has it.
    pub max_value: u16,
    /// See [`Standing::max_value`].
    pub max_at: u64,
    /// Heaps computed in a second before this save, since the one before it.
    pub heaps_per_second: f64,
    /// Bytes of the file of values that are certain.
    pub certain_bytes: u64,
}

impl Standing {
    /// The search for this code before its first heap.
    pub(super) fn new(code: &Code) -> Standing {
        Standing {
            code: code.clone(),
            heap: 0,
            mask: None,
            position_parity: false,
            rare_count: 0,
            last_rare: None,
            last_rare_saved: 0,
            max_value: 0,
            max_at: 0,
            heaps_per_second: 0.0,
            certain_bytes: 0,
        }
    }

    /// Takes the place of the rare heaps.
    pub(super) fn set_rare(&mut self, rare: Option<RareSet>) {
        if rare.and_then(|rare| rare.last) != self.last_rare {
            let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
            self.last_rare_saved = now.map_or(0, |now| now.as_secs());
        }
        self.mask = rare.map(|rare| rare.space.mask);
        self.position_parity = rare.is_some_and(|rare| rare.space.position_parity);
        self.rare_count = rare.map_or(0, |rare| rare.count);
        self.last_rare = rare.and_then(|rare| rare.last);
    }
}

/// A code as it is printed.
mod code_as_text {
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::Serializer;

    use crate::code::Code;

    pub(super) fn serialize<S: Serializer>(code: &Code, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(code)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(text: D) -> Result<Code, D::Error> {
        String::deserialize(text)?.parse().map_err(D::Error::custom)
    }
}

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
        let standing = read_if_any(directory.path())?;
        if let Some(standing) = &standing
            && standing.code != *code
        {
            return Err(ResumableError::OtherGame {
                path: directory.path().to_path_buf(),
                found: standing.code.to_string(),
                code: code.to_string(),
            });
        }
        let standing = standing.unwrap_or_else(|| Standing::new(code));
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

    /// Saves that the values before `next` are certain, of which these are the rare heaps.
    pub(super) fn save(&mut self, next: u64, rare: Option<RareSet>) -> Result<(), ResumableError> {
        let (new, seconds) = (next.saturating_sub(self.next), self.saved.elapsed().as_secs_f64());
        if new > 0 && seconds > 0.0 {
            self.standing.heaps_per_second = (new as f64 / seconds).round();
        }
        self.begin(next);
        self.standing.heap = next.saturating_sub(1);
        self.standing.set_rare(rare);
        let text = serde_json::to_string_pretty(&self.standing).map_err(std::io::Error::other);
        let path = self.directory.path().join(FILE);
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
    read_if_any(directory.as_ref())
}

fn read_if_any(directory: &Path) -> Result<Option<Standing>, ResumableError> {
    let path = directory.join(FILE);
    let Some(bytes) = read_file(&path, MOST_BYTES)? else { return Ok(None) };
    let standing: Standing = serde_json::from_slice(&bytes)
        .map_err(|e| ResumableError::Damaged { path: path.clone(), reason: e.to_string() })?;
    if standing.max_at > standing.heap {
        let reason = "it is damaged: its parts do not fit each other".to_owned();
        return Err(ResumableError::Damaged { path, reason });
    }
    Ok(Some(standing))
}
