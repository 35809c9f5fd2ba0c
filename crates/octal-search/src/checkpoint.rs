//! The checkpoint of a search: one file that says all that the search knows, besides the values.
//!
//! The file is `OCTALCHK`, the version in four bytes, the body in the postcard format, and the
//! CRC-32 of all before it in four bytes. Numbers are little-endian. Each save replaces the file. A
//! copy of the file is a bookmark, from which the search continues elsewhere if it has dropped its
//! history.
//!
//! A checkpoint is believed: nobody can see in it that all heaps before its own are verified. A
//! proof for others is the certificate of the period. So the bookmark of a proved period is
//! refused.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use crc32fast::Hasher;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::ResumableError;
use super::directory::{CHECKPOINT, Directory, read_file, refuse_older, replace_checkpoint};
use super::references::References;
use super::values::require_values_of;
use crate::code::{Code, Game};
use crate::grundy::RareSet;
use crate::grundy::driver::Tuning;
use crate::grundy::space::SparseSpace;
use crate::grundy::stream::{Basis, Stream};
use crate::grundy::values::Slice;
use crate::period::search::Limits;
use crate::period::sequence::Stop;
use crate::period::{Answer, Finding, Period, StopReason, Theorem};
use crate::rules::Rules;

const MAGIC: &[u8; 8] = b"OCTALCHK";
const VERSION: u32 = 2;
/// The bytes before the body.
const HEADER: usize = 12;
/// The bytes after it.
const TRAILER: usize = 4;

/// The longest checkpoint that is read, in bytes. It is far longer than any that is written: the
/// values of a checkpoint are in memory while it is.
pub const MOST_BYTES: u64 = 1 << 40;

/// No search comes to this heap, and sums of two such numbers are numbers.
const MOST_HEAPS: u64 = 1 << 62;
/// No chunk has more heaps than this: all values of one are in memory at once.
const MOST_CHUNK: u64 = 1 << 20;

/// A search as far as it is saved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The results of the search.
    pub progress: SavedProgress,
    /// The state of its stream, once the search has dropped its history.
    pub stream: Option<Box<StreamCheckpoint>>,
}

/// The results of a search when it was saved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedProgress {
    /// The code.
    pub code: Code,
    /// The last heap whose value is certain: computed, verified, and saved.
    pub heap: u64,
    /// The sparse space and its rare heaps; `None` for a code without one.
    pub rare: Option<RareSet>,
    /// The time when the last rare heap was first saved, in seconds since 1970 began; 0 if unknown.
    pub last_rare_saved: u64,
    /// The largest value.
    pub max_value: u16,
    /// The first heap that has the largest value.
    pub max_at: u64,
    /// Heaps computed in a second, since the search was started or resumed.
    pub heaps_per_second: f64,
    /// Bytes of the file of values that are certain.
    pub certain_bytes: u64,
    /// The period, if it is proved, and the theorem.
    pub proved: Option<(Period, Theorem)>,
    /// The work done for all values in memory, see [`Engine::work`](crate::grundy::Engine::work).
    pub work: u64,
}

/// The state of a sequence at one heap: its last values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StateSnapshot {
    /// n.
    pub heap: u64,
    /// The values of the L heaps before n, where L is the `state_length` of the search's
    /// [`Basis`](crate::grundy::stream::Basis).
    pub values: Arc<[u16]>,
}

/// A common heap that a window does not show to be common: no split within it has some rare value
/// below its own, or it is common with a wider mask only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AcceptedHeap {
    /// The heap.
    pub heap: u64,
    /// A larger part from which on splits have all those values; 0 if that is not known.
    pub larger_part: u64,
}

/// All that the stream of a search needs to continue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StreamCheckpoint {
    /// The code.
    pub code: Code,
    pub(super) space: SparseSpace,
    /// The rare heaps r ≥ 1, in ascending order.
    pub(super) rare: Vec<u64>,
    /// The values of the heaps 0, …, window.
    pub(super) first: Arc<[u16]>,
    /// S: heaps between two looks for a recurrence.
    pub(super) chunk: u64,
    /// The heap from which on the history was dropped.
    pub(super) begun: u64,
    /// The next heap: the values of all heaps before it are verified.
    pub heap: u64,
    /// The values before it: those of a window before this chunk, and those of this chunk.
    pub(super) last: Arc<[u16]>,
    /// The largest value before it.
    pub max: u16,
    /// The first heap that has the largest value.
    pub max_at: u64,
    pub(super) references: References,
    /// The distance of the snapshots, in heaps.
    pub spacing: u64,
    /// The states that were kept, in ascending order of heaps, at equal distances but for the
    /// first.
    pub snapshots: Vec<StateSnapshot>,
    /// The state that occurs twice, if one was found.
    pub recurrence: Option<StateRecurrence>,
    /// The period, if it is proved by Theorem 5.
    pub proved: Option<Period>,
    /// True if superblocks continue the sequence, and not blocks.
    pub(super) superblocks: bool,
    /// Heaps that all values have shown to be common, while a window of them could not.
    pub(super) accepted: Vec<AcceptedHeap>,
    /// The progress of the replay under way.
    pub(super) replay: ReplayProgress,
}

/// A state that occurs twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StateRecurrence {
    /// i, the earlier heap: the window occurs before it.
    pub first: u64,
    /// i + d, the later heap: the same window occurs before it.
    pub again: u64,
}

/// The progress of a replay, which decides a heap or seeks the least period and preperiod.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct ReplayProgress {
    /// Places on the way of the replay, from which it can continue, in ascending order.
    pub(super) marks: Vec<StateSnapshot>,
    /// The questions about p and n0 that are settled, while they are sought.
    pub(super) settled: Option<Settled>,
    /// The splits of the next heap that have been tried, while the heap is decided.
    pub(super) tried: Option<TriedSplits>,
}

/// The questions about the least period and preperiod that are settled.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Settled {
    /// `p` is a period, and p/q is none for the prime divisors q ≤ `tried` of p.
    Period { p: u64, tried: u64 },
    /// `p` is the least period. Of the snapshots s, the first `low` do not have equal states before
    /// s and s + p, and those from place `high` on have.
    Snapshots { p: u64, low: usize, high: usize },
    /// n0 is `least`, unless G(n) ≠ G(n + p) for a heap n from `from` on, and below `end`.
    Values { p: u64, from: u64, end: u64, least: u64 },
}

/// The splits of a heap with parts a ≤ b that have been tried: those with b from a heap on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct TriedSplits {
    /// n.
    pub(super) heap: u64,
    /// The values sought that no split tried has, in ascending order.
    pub(super) missing: Vec<u16>,
    /// For each value found there is a greatest b; the least of these, or n if none is found.
    pub(super) larger_part: u64,
    /// The splits with b from here on have been tried.
    pub(super) from: u64,
}

impl Checkpoint {
    /// The checkpoint in a directory, without locking it; `None` if nothing was saved there.
    ///
    /// # Errors
    /// [`ResumableError`] if the file is damaged or cannot be read.
    pub fn of(directory: impl AsRef<Path>) -> Result<Option<Checkpoint>, ResumableError> {
        let path = directory.as_ref().join(CHECKPOINT);
        let Some(bytes) = read_file(&path, MOST_BYTES)? else {
            return refuse_older(directory.as_ref()).map(|()| None);
        };
        Checkpoint::decode(&path, &bytes).map(Some)
    }

    /// The bookmark of the search in this directory, as the bytes of its file: a copy of its
    /// checkpoint.
    ///
    /// # Errors
    /// [`ResumableError::Bookmark`] if no search can continue from it, because the period is found,
    /// or all values are kept.
    pub fn bookmark(directory: &Directory) -> Result<Vec<u8>, ResumableError> {
        let path = directory.path().join(CHECKPOINT);
        let bytes = read_file(&path, MOST_BYTES)?;
        let bytes = bytes.ok_or(ResumableError::Bookmark("nothing was saved"))?;
        Checkpoint::decode(&path, &bytes)?.require_bookmark().map(|()| bytes)
    }

    /// The checkpoint in a bookmark, the file with these bytes.
    ///
    /// # Errors
    /// [`ResumableError`] if the file is damaged or is no checkpoint, or if no search can continue
    /// from it.
    pub fn from_bookmark(
        path: &Path,
        bytes: &[u8],
        tuning: &Tuning,
    ) -> Result<Checkpoint, ResumableError> {
        let decoded = Checkpoint::decode(path, bytes);
        let mut checkpoint = decoded.map_err(|e| e.with_remedy("restore it from a copy"))?;
        checkpoint.require_bookmark()?;
        checkpoint.stream.as_ref().map(|stream| stream.stream(tuning)).transpose()?;
        // The values of the other directory are not here.
        checkpoint.progress.certain_bytes = 0;
        Ok(checkpoint)
    }

    /// Requires that another directory can continue from this checkpoint alone.
    fn require_bookmark(&self) -> Result<(), ResumableError> {
        match &self.stream {
            Some(stream) if stream.recurrence.is_none() => Ok(()),
            None if self.progress.proved.is_none() => Err(ResumableError::Bookmark(
                "all values are kept: to continue elsewhere, copy the directory",
            )),
            _ => {
                Err(ResumableError::Bookmark("the period is found: its certificate is for others"))
            }
        }
    }

    /// Makes the search in this directory continue from this bookmark, unless it has come as far
    /// itself. Returns true if it continues from the bookmark.
    ///
    /// # Errors
    /// [`ResumableError`] if the search there is of another game, or is damaged, or the checkpoint
    /// cannot be written.
    pub fn take_over(mut self, directory: &Directory) -> Result<bool, ResumableError> {
        let here = Checkpoint::of(directory.path())?;
        if let Some(here) = here {
            directory.require_game(&here.progress.code, &self.progress.code)?;
            if here.progress.heap >= self.progress.heap {
                return Ok(false);
            }
            self.progress.certain_bytes = here.progress.certain_bytes;
        }
        require_values_of(directory.path(), &self.progress.code)?;
        write(directory.path(), MAGIC, &self)?;
        Ok(true)
    }

    /// The checkpoint that the file with these bytes holds.
    fn decode(path: &Path, bytes: &[u8]) -> Result<Checkpoint, ResumableError> {
        let mut checkpoint: Checkpoint = decode(path, bytes, MAGIC)?;
        if !checkpoint.is_sound() {
            return Err(ResumableError::damaged(path, MISFIT));
        }
        if let Some(stream) = &mut checkpoint.stream {
            stream.references.build_indices(stream.first.len() - 1);
        }
        Ok(checkpoint)
    }

    /// True if the parts fit each other, so that nothing can panic later.
    fn is_sound(&self) -> bool {
        let progress = &self.progress;
        let is_space_of_code = |rare: RareSet| {
            Rules::of(&progress.code).is_some_and(|rules| is_space(&rules, &rare.space))
        };
        progress.max_at <= progress.heap
            && progress.rare.is_none_or(is_space_of_code)
            && self.stream.as_ref().is_none_or(|stream| {
                stream.code == progress.code
                    && stream.heap <= progress.heap + 1
                    && stream.checked_basis().is_some_and(|basis| stream.is_sound(&basis))
            })
    }
}

/// The fault of a file whose checksum is right.
pub(super) const MISFIT: &str = "it is damaged: its parts do not fit each other";

/// The body of a checkpoint, the file with these bytes, which begins with `magic`.
///
/// # Errors
/// [`ResumableError`] if it is damaged, of another version, or none.
pub(super) fn decode<T: DeserializeOwned>(
    path: &Path,
    bytes: &[u8],
    magic: &[u8; 8],
) -> Result<T, ResumableError> {
    let damaged = |reason: &str| ResumableError::damaged(path, reason);
    let not_one = || damaged("it is not a checkpoint of such a search");
    let (header, rest) = bytes.split_at_checked(HEADER).ok_or_else(not_one)?;
    let version = header.strip_prefix(magic).ok_or_else(not_one)?;
    let version = version.iter().rev().fold(0, |n: u32, &byte| n << 8 | u32::from(byte));
    if version != VERSION {
        return Err(ResumableError::OtherVersion(path.into(), version, VERSION));
    }
    let end = rest.len().checked_sub(TRAILER).ok_or_else(|| damaged("it is cut off"))?;
    let (body, checksum) = rest.split_at(end);
    if crc32fast::hash(&bytes[..HEADER + end]).to_le_bytes() != checksum {
        return Err(damaged("it is damaged or cut off: its checksum does not fit"));
    }
    match postcard::take_from_bytes::<T>(body) {
        Ok((decoded, [])) => Ok(decoded),
        _ => Err(damaged(MISFIT)),
    }
}

/// Writes a checkpoint with this body in the place of the one before, whole or not at all.
///
/// # Errors
/// [`ResumableError`] if it cannot be written; the checkpoint before it stays.
pub(super) fn write(
    directory: &Path,
    magic: &[u8; 8],
    body: &impl Serialize,
) -> Result<(), ResumableError> {
    replace_checkpoint(directory, |file| {
        let mut to =
            BufWriter::with_capacity(1 << 16, Checksummed { to: file, hasher: Hasher::new() });
        to.write_all(magic)?;
        to.write_all(&VERSION.to_le_bytes())?;
        let written = postcard::to_io(body, &mut to).map(drop);
        // Postcard does not pass on the error of the system, which comes again here.
        to.flush()?;
        written.map_err(io::Error::other)?;
        let Checksummed { to, hasher } = to.into_inner().map_err(io::IntoInnerError::into_error)?;
        to.write_all(&hasher.finalize().to_le_bytes())
    })
}

/// Passes bytes on, and computes their CRC-32.
struct Checksummed<'f> {
    to: &'f mut File,
    hasher: Hasher,
}

impl Write for Checksummed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.to.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// True if this is a sparse space of a game with these rules.
fn is_space(rules: &Rules, space: &SparseSpace) -> bool {
    let SparseSpace { mask, position_parity, .. } = *space;
    mask != 0 && SparseSpace::new(rules, mask, position_parity).as_ref() == Some(space)
}

/// The longest window of a search whose next heap is this. References begin at the chunk of this
/// heap or later, and so the window before any heap of theirs lies far beyond all rare heaps, as
/// Theorem 5 wants it.
pub(super) const fn longest_window(heap: u64, chunk: u64) -> u64 {
    (heap - heap % chunk) / 3
}

impl StreamCheckpoint {
    /// The sparse space, the rare heaps, and the first values.
    ///
    /// # Panics
    /// Never: a checkpoint is checked when it is read.
    pub fn basis(&self) -> Basis {
        self.checked_basis().expect("a checkpoint is checked when it is read")
    }

    fn checked_basis(&self) -> Option<Basis> {
        let rules = Rules::of(&self.code)?;
        is_space(&rules, &self.space).then_some(())?;
        Some(Basis {
            rules,
            space: self.space,
            rare: self.rare.clone(),
            first: self.first.clone(),
            superblocks: self.superblocks,
            state_length: self.snapshots.first()?.values.len(),
            accepted: self.accepted.iter().map(|accepted| accepted.heap).collect(),
        })
    }

    /// The stream that continues where the search ended.
    pub(super) fn stream(&self, tuning: &Tuning) -> Result<Stream, ResumableError> {
        let stream = Stream::verified(&self.basis(), &tuning.stream()?, self.heap, &self.last);
        stream.ok_or(ResumableError::Unusable(self.heap))
    }

    /// True if a state that occurs before heap i, and again, proves a period: no heap from there on
    /// was accepted because of a split whose larger part lies before the window (condition 3 of
    /// Theorem 5).
    pub(super) fn proves_from(&self, i: u64) -> bool {
        let n1 = i - (self.first.len() as u64 - 1);
        self.accepted.iter().all(|accepted| accepted.heap < i || accepted.larger_part >= n1)
    }

    /// The state of knowledge of the period: proved, or open.
    pub fn finding(&self) -> Finding {
        self.proved.map_or(Finding::Open, |period| Finding::Proved(period, Theorem::SparseWindow))
    }

    /// The answer of the search, which ended for this reason within these limits, for the game
    /// `CODE shift s`. Exceptions and digest are unknown. With a shift, the preperiod must not be
    /// 0.
    pub fn answer(&self, shift: u64, stop: Stop, limits: &Limits) -> Answer {
        let mut progress = SavedProgress::new(&self.code);
        progress.set_rare(Some(self.basis().rare_set()));
        (progress.heap, progress.max_value, progress.max_at) =
            (self.heap - 1, self.max, self.max_at);
        progress.set_finding(self.finding());
        let mut answer = progress.answer(shift);
        answer.stop = Some(StopReason::new(stop, limits));
        answer
    }

    /// True if the parts fit each other, so that nothing can panic later.
    fn is_sound(&self, basis: &Basis) -> bool {
        let window = basis.window() as u64;
        let least = u128::from(basis.last_rare()) + basis.rules.last_place as u128 + 1;
        let snapshot =
            |s: &StateSnapshot| s.heap <= self.heap && s.values.len() == basis.state_length;
        self.max_at < self.heap
            && (least..=u128::from(window)).contains(&(basis.state_length as u128))
            && self.accepted.is_sorted_by(|a, b| a.heap < b.heap)
            && self.accepted.last().is_none_or(|accepted| accepted.heap <= self.heap)
            && self.rare.first() != Some(&0)
            && self.rare.is_sorted_by(|a, b| a < b)
            && self.chunk.is_power_of_two()
            && self.chunk <= MOST_CHUNK
            && self.begun.is_multiple_of(self.chunk)
            && (self.begun..=MOST_HEAPS).contains(&self.heap)
            && window <= longest_window(self.heap, self.chunk)
            && self.last.len() as u64 == window + self.heap % self.chunk
            && self.references.are_sound(window as usize, self.chunk, self.heap)
            && self.spacing != 0
            && self.snapshots.first().is_some_and(|s| s.heap == self.begun)
            && self.snapshots.is_sorted_by(|a, b| a.heap < b.heap)
            && self.snapshots.iter().all(snapshot)
            && self.recurrence.is_none_or(|r| {
                let is_later = self.begun < r.first && 3 * window < r.first;
                is_later && r.first < r.again && r.again == self.heap
            })
            && self.proved.is_none_or(|proved| proved.period > 0 && self.recurrence.is_some())
            && self.is_replay_sound(basis)
    }

    /// True if the progress of the replay belongs to a search that has come this far.
    fn is_replay_sound(&self, basis: &Basis) -> bool {
        let ReplayProgress { marks, settled, tried } = &self.replay;
        let is_mark = |s: &StateSnapshot| {
            s.values.len() == basis.state_length && (self.begun..=self.heap).contains(&s.heap)
        };
        let is_settled = |found: StateRecurrence| match *settled {
            None => true,
            Some(Settled::Period { p, .. }) => found.has_period(p),
            Some(Settled::Snapshots { p, low, high }) => {
                let before = self.snapshots.partition_point(|s| s.heap < found.first);
                found.has_period(p) && low <= high && high <= before
            }
            Some(Settled::Values { p, from, end, least }) => {
                found.has_period(p) && least <= from && from <= end && end <= found.first
            }
        };
        let is_tried = |tried: &TriedSplits| {
            tried.heap == self.heap
                && tried.missing.is_sorted_by(|a, b| a < b)
                && (tried.least_from(&basis.rules).max(1)..=self.heap).contains(&tried.from)
                && (tried.from..=self.heap).contains(&tried.larger_part)
        };
        marks.is_sorted_by(|a, b| a.heap < b.heap)
            && marks.iter().all(is_mark)
            && match self.recurrence {
                Some(found) => tried.is_none() && is_settled(found),
                None => settled.is_none() && tried.as_ref().is_none_or(is_tried),
            }
    }
}

impl StateRecurrence {
    /// d, which is a period, though not always the least.
    pub(super) fn distance(&self) -> u64 {
        self.again - self.first
    }

    /// True if d is a multiple of p, which is not 0.
    fn has_period(&self, p: u64) -> bool {
        p > 0 && self.distance().is_multiple_of(p)
    }
}

impl TriedSplits {
    /// The least b that is the larger part of a split.
    pub(super) fn least_from(&self, rules: &Rules) -> u64 {
        self.heap.saturating_sub(rules.last_place as u64).div_ceil(2)
    }
}

impl SavedProgress {
    /// The progress before the first heap.
    pub(super) fn new(code: &Code) -> SavedProgress {
        SavedProgress {
            code: code.clone(),
            heap: 0,
            rare: None,
            last_rare_saved: 0,
            max_value: 0,
            max_at: 0,
            heaps_per_second: 0.0,
            certain_bytes: 0,
            proved: None,
            work: 0,
        }
    }

    /// The state of knowledge of the period: proved, or open.
    pub fn finding(&self) -> Finding {
        self.proved.map_or(Finding::Open, |(period, theorem)| Finding::Proved(period, theorem))
    }

    /// Notes a period, if this is one with a proof.
    pub(super) fn set_finding(&mut self, finding: Finding) {
        if let Finding::Proved(period, theorem) = finding {
            self.proved = Some((period, theorem));
        }
    }

    /// The answer of the search as far as it was saved, for the game `CODE shift s`. Exceptions and
    /// digest are unknown. With a shift, the preperiod must not be 0.
    pub fn answer(&self, shift: u64) -> Answer {
        let mut finding = self.finding();
        if let Finding::Proved(period, _) = &mut finding {
            period.preperiod += shift;
        }
        let game = Game { code: self.code.clone(), shift };
        let mut answer = Answer::of(&game, finding, self.heap + shift);
        answer.set_largest((self.max_value.into(), self.max_at + shift));
        if let Some(rare) = self.rare {
            answer.set_space(rare.space.mask, rare.space.position_parity);
            // A period may have rare heaps for ever.
            let rare = rare.if_finite(self.proved.map(|(period, _)| period.preperiod));
            answer.set_rare(rare.map(|rare| rare.shifted(shift as i64)));
        }
        answer
    }

    /// Notes the rare heaps, and the time if the last of them is another one.
    fn set_rare(&mut self, rare: Option<RareSet>) {
        if rare.and_then(|rare| rare.last) != self.rare.and_then(|rare| rare.last) {
            let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
            self.last_rare_saved = now.map_or(0, |now| now.as_secs());
        }
        self.rare = rare;
    }

    /// Notes the largest of these values, the first of which belongs to heap `from`.
    pub(super) fn note_largest(&mut self, from: u64, values: Slice<'_>) {
        if let Some((max, at)) = values.max()
            && max > self.max_value
        {
            (self.max_value, self.max_at) = (max, from + at as u64);
        }
    }
}

/// A search computes this many times as long as it saves: saving takes at most 2 % of the time.
const COST_SHARE: u32 = 49;

/// Tells when a search is to be saved.
#[derive(Debug)]
pub(super) struct SaveTimer {
    /// The least time between two saves.
    every: Duration,
    /// The end of the last save, or the beginning of the search.
    saved: Instant,
    /// The duration of the last save.
    cost: Duration,
}

impl SaveTimer {
    pub(super) fn new(every: Duration) -> SaveTimer {
        SaveTimer { every, saved: Instant::now(), cost: Duration::ZERO }
    }

    /// True if it is time to save. With a least time of 0 it always is.
    pub(super) fn is_time(&self) -> bool {
        let pause = self.every.max(self.cost.saturating_mul(COST_SHARE));
        self.every.is_zero() || self.saved.elapsed() >= pause
    }

    /// Notes a save that began at this time.
    pub(super) fn note_save(&mut self, begun: Instant) {
        (self.saved, self.cost) = (Instant::now(), begun.elapsed());
    }
}

/// Writes the checkpoints of a search.
#[derive(Debug)]
pub(super) struct Checkpointer {
    directory: PathBuf,
    pub(super) progress: SavedProgress,
    /// The stream that the search has given up, until the search comes farther with its values.
    pub(super) given_up: Option<Box<StreamCheckpoint>>,
    pub(super) timer: SaveTimer,
    /// The time and the next heap when a stage of the search began.
    begun: (Instant, u64),
}

impl Checkpointer {
    /// Begins, or continues from the checkpoint in this directory. Returns the state of its stream,
    /// too.
    pub(super) fn open(
        directory: &Directory,
        code: &Code,
        every: Duration,
    ) -> Result<(Checkpointer, Option<Box<StreamCheckpoint>>), ResumableError> {
        let (progress, stream) = match Checkpoint::of(directory.path())? {
            Some(Checkpoint { progress, stream }) => (progress, stream),
            None => (SavedProgress::new(code), None),
        };
        directory.require_game(&progress.code, code)?;
        let (timer, begun) = (SaveTimer::new(every), (Instant::now(), 0));
        let directory = directory.path().to_path_buf();
        Ok((Checkpointer { directory, progress, given_up: None, timer, begun }, stream))
    }

    /// Begins a stage of the search with heap `next`.
    pub(super) fn begin(&mut self, next: u64) {
        self.timer = SaveTimer::new(self.timer.every);
        self.begun = (Instant::now(), next);
    }

    /// Saves that the values before `next` are certain, of which these are the rare heaps. A search
    /// that has returned to its values keeps the progress of its stream until the values come that
    /// far. The time since `from` counts as the cost of the save.
    pub(super) fn save(
        &mut self,
        from: Instant,
        next: u64,
        rare: Option<RareSet>,
        stream: Option<&StreamCheckpoint>,
    ) -> Result<(), ResumableError> {
        let (begun, elapsed) = (self.begun.1, self.begun.0.elapsed().as_secs_f64());
        if next > begun && elapsed > 0.0 {
            self.progress.heaps_per_second = ((next - begun) as f64 / elapsed).round();
        }
        let heap = next.saturating_sub(1);
        if heap >= self.progress.heap {
            self.progress.heap = heap;
            self.progress.set_rare(rare);
        }
        if self.given_up.as_ref().is_some_and(|given_up| given_up.heap < next) {
            self.given_up = None;
        }
        let stream = stream.or(self.given_up.as_deref());
        // The body of a `Checkpoint`, without a copy.
        let saved = write(&self.directory, MAGIC, &(&self.progress, stream));
        self.timer.note_save(from);
        saved
    }
}
