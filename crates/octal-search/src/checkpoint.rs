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

use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use crc32fast::Hasher;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::ResumableError;
use super::decision::TriedSplits;
use super::directory::{CHECKPOINT, Directory, read_file, refuse_older};
use super::recurrence::{LeastProgress, References, StateRecurrence};
use super::values::stored_code;
use crate::code::{Code, Game};
use crate::file::AtomicFile;
use crate::grundy::RareSet;
use crate::grundy::space::SparseSpace;
use crate::grundy::stream::{Basis, Stream, Tuning};
use crate::grundy::values::Slice;
use crate::period::search::{Limits, Station};
use crate::period::sequence::Stop;
use crate::period::{Answer, Finding, Period, StopReason, Theorem};
use crate::rules::Rules;

const MAGIC: &[u8; 8] = b"OCTALCHK";
const VERSION: u32 = 1;
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
    #[serde(with = "code_as_text")]
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
    /// The last station at which a search with limits of work was saved, if one was.
    pub station: Option<Station>,
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
    #[serde(with = "code_as_text")]
    pub(super) code: Code,
    pub(super) space: SparseSpace,
    /// The rare heaps r ≥ 1, in ascending order.
    pub(super) rare: Vec<u64>,
    /// The values of the heaps 0, …, window.
    pub(super) first: Arc<[u16]>,
    /// S: heaps between two looks for a recurrence.
    pub(super) chunk: u64,
    /// The heap from which on the history was dropped.
    pub(super) begun: u64,
    /// The next heap.
    pub(super) heap: u64,
    /// The values before it: those of a window before this chunk, and those of this chunk.
    pub(super) last: Arc<[u16]>,
    /// The largest value.
    pub(super) max: u16,
    /// The first heap that has it.
    pub(super) max_at: u64,
    pub(super) references: References,
    /// The distance of the snapshots, in heaps.
    pub(super) spacing: u64,
    pub(super) snapshots: Vec<StateSnapshot>,
    pub(super) recurrence: Option<StateRecurrence>,
    /// p and n0, if proved.
    pub(super) proved: Option<(u64, u64)>,
    /// True if superblocks continue the sequence, and not blocks.
    pub(super) superblocks: bool,
    /// Heaps that all values have shown to be common, while a window of them could not.
    pub(super) accepted: Vec<AcceptedHeap>,
    /// The questions about p and n0 that are settled, while p and n0 are sought.
    pub(super) least: Option<LeastProgress>,
    /// The splits of the next heap that have been tried, while the heap is decided.
    pub(super) tried: Option<TriedSplits>,
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
        match Checkpoint::decode(&bytes) {
            Ok(checkpoint) => Ok(Some(checkpoint)),
            Err(reason) => Err(ResumableError::Damaged { path, reason }),
        }
    }

    /// The bookmark of the search in this directory, as the bytes of its file: a copy of its
    /// checkpoint.
    ///
    /// # Errors
    /// [`ResumableError::Bookmark`] if no search can continue from it, because the period is found,
    /// or all values are kept.
    pub fn bookmark(directory: &Directory) -> Result<Vec<u8>, ResumableError> {
        let Some(bytes) = directory.read(CHECKPOINT, MOST_BYTES)? else {
            return Err(no_bookmark("nothing was saved"));
        };
        match Checkpoint::decode(&bytes) {
            Ok(checkpoint) => checkpoint.require_bookmark().map(|()| bytes),
            Err(reason) => {
                Err(ResumableError::Damaged { path: directory.path().join(CHECKPOINT), reason })
            }
        }
    }

    /// The checkpoint in a bookmark.
    ///
    /// # Errors
    /// [`ResumableError::Bookmark`] if the file is damaged or is no checkpoint, or if no search can
    /// continue from it.
    pub fn from_bookmark(file: &[u8], tuning: &Tuning) -> Result<Checkpoint, ResumableError> {
        let mut checkpoint = Checkpoint::decode(file).map_err(|reason| no_bookmark(&reason))?;
        checkpoint.require_bookmark()?;
        if checkpoint.stream.as_ref().and_then(|stream| stream.stream(tuning)).is_none() {
            return Err(no_bookmark("no engine of this program continues it"));
        }
        // The values of the other directory are not here.
        checkpoint.progress.certain_bytes = 0;
        checkpoint.progress.station = None;
        Ok(checkpoint)
    }

    /// Requires that another directory can continue from this checkpoint alone.
    fn require_bookmark(&self) -> Result<(), ResumableError> {
        match &self.stream {
            Some(stream) if stream.recurrence.is_none() => Ok(()),
            None if self.progress.proved.is_none() => {
                Err(no_bookmark("all values are kept: to continue elsewhere, copy the directory"))
            }
            _ => Err(no_bookmark("the period is found: its certificate is for others")),
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
        let found = here.as_ref().map(|here| here.progress.code.clone());
        for found in found.into_iter().chain(stored_code(directory.path())?) {
            directory.require_game(&found, &self.progress.code)?;
        }
        if let Some(here) = here {
            if here.progress.heap >= self.progress.heap {
                return Ok(false);
            }
            self.progress.certain_bytes = here.progress.certain_bytes;
        }
        write(directory, MAGIC, &self)?;
        Ok(true)
    }

    /// The checkpoint that a file holds, or what is wrong with it.
    fn decode(bytes: &[u8]) -> Result<Checkpoint, String> {
        let mut checkpoint: Checkpoint = decode(bytes, MAGIC)?;
        if !checkpoint.is_sound() {
            return Err("it is damaged: its parts do not fit each other".to_owned());
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

/// The error about a bookmark that cannot be made or used.
fn no_bookmark(reason: &str) -> ResumableError {
    ResumableError::Bookmark { reason: reason.to_owned() }
}

/// The body of a checkpoint whose file begins with `magic`, or what is wrong with the file.
pub(super) fn decode<T: DeserializeOwned>(bytes: &[u8], magic: &[u8; 8]) -> Result<T, String> {
    let not_one = "it is not a checkpoint of such a search";
    let (header, rest) = bytes.split_at_checked(HEADER).ok_or(not_one)?;
    let version = header.strip_prefix(magic).ok_or(not_one)?;
    if version != VERSION.to_le_bytes() {
        let version = version.iter().rev().fold(0, |n: u32, &byte| n << 8 | u32::from(byte));
        return Err(format!("its version is {version}, and this program reads version {VERSION}"));
    }
    let end = rest.len().checked_sub(TRAILER).ok_or("it is cut off")?;
    let (body, checksum) = rest.split_at(end);
    if crc32fast::hash(&bytes[..HEADER + end]).to_le_bytes() != checksum {
        return Err("it is damaged or cut off: its checksum does not fit".to_owned());
    }
    match postcard::take_from_bytes::<T>(body) {
        Ok((decoded, [])) => Ok(decoded),
        Ok(_) => Err("it is damaged: its parts do not fit each other".to_owned()),
        Err(error) => Err(format!("it is damaged: {error}")),
    }
}

/// Writes a checkpoint with this body in the place of the one before, whole or not at all.
///
/// # Errors
/// [`ResumableError`] if it cannot be written; the checkpoint before it stays.
pub(super) fn write(
    directory: &Directory,
    magic: &[u8; 8],
    body: &impl Serialize,
) -> Result<(), ResumableError> {
    let file = AtomicFile::create(directory.path().join(CHECKPOINT))?;
    Ok(file.write_all_by(|file| {
        let mut to = Checksummed { to: &mut *file, hasher: Hasher::new(), failure: None };
        to.write_all(magic)?;
        to.write_all(&VERSION.to_le_bytes())?;
        let mut buffered = BufWriter::with_capacity(1 << 16, to);
        let written = postcard::to_io(body, &mut buffered).map(drop);
        let flushed = buffered.flush();
        let (to, _) = buffered.into_parts();
        let checksum = to.hasher.finalize();
        match (to.failure, written) {
            (Some(error), _) => return Err(error),
            (None, written) => written.map_err(io::Error::other).and(flushed)?,
        }
        file.write_all(&checksum.to_le_bytes())
    })?)
}

/// Passes bytes on, and computes their CRC-32. It keeps the error that postcard does not pass on.
struct Checksummed<W> {
    to: W,
    hasher: Hasher,
    failure: Option<io::Error>,
}

impl<W: Write> Write for Checksummed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.hasher.update(bytes);
        self.to.write_all(bytes).map_err(|error| {
            let kind = error.kind();
            self.failure.get_or_insert(error);
            io::Error::from(kind)
        })?;
        Ok(bytes.len())
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

impl StateSnapshot {
    /// True if it has as many values as a state of this search.
    pub(super) fn fits(&self, basis: &Basis) -> bool {
        basis.state_length == self.values.len()
    }
}

impl StreamCheckpoint {
    /// The code.
    pub fn code(&self) -> Code {
        self.code.clone()
    }

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

    /// The stream that continues where the search ended; `None` if no engine does.
    pub(super) fn stream(&self, tuning: &Tuning) -> Option<Stream> {
        Stream::verified(&self.basis(), tuning, self.heap, &self.last)
    }

    /// The next heap: the values of all heaps before it are verified.
    pub fn heap(&self) -> u64 {
        self.heap
    }

    /// The largest value before [`StreamCheckpoint::heap`] and the first heap that has it.
    pub fn max_value(&self) -> (u64, u64) {
        (u64::from(self.max), self.max_at)
    }

    /// The states that were kept, in ascending order of heaps, at equal distances but for the
    /// first.
    pub fn snapshots(&self) -> &[StateSnapshot] {
        &self.snapshots
    }

    /// True if a state that occurs before heap i, and again, proves a period: no heap from there on
    /// was accepted because of a split whose larger part lies before the window (condition 3 of
    /// Theorem 5).
    pub(super) fn proves_from(&self, i: u64) -> bool {
        let n1 = i - (self.first.len() as u64 - 1);
        self.accepted.iter().all(|accepted| accepted.heap < i || accepted.larger_part >= n1)
    }

    /// The distance of the snapshots, in heaps.
    pub fn spacing(&self) -> u64 {
        self.spacing
    }

    /// The state that occurs twice, if one was found.
    pub fn recurrence(&self) -> Option<StateRecurrence> {
        self.recurrence
    }

    /// The period, if it is proved (theorem 5 of [`octal_games::theory`]).
    pub fn proved(&self) -> Option<Period> {
        self.proved.map(|(period, preperiod)| Period { preperiod, period, saltus: 0 })
    }

    /// The state of knowledge of the period: proved, or open.
    pub fn finding(&self) -> Finding {
        self.proved().map_or(Finding::Open, |p| Finding::Proved(p, Theorem::SparseWindow))
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
        let snapshot = |s: &StateSnapshot| s.heap <= self.heap && s.fits(basis);
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
            && self.proved.is_none_or(|(p, _)| p > 0 && self.recurrence.is_some())
            && self.least.as_ref().is_none_or(|least| {
                self.recurrence.is_some_and(|found| least.is_sound(basis, found, &self.snapshots))
            })
            && self.tried.as_ref().is_none_or(|tried| {
                self.recurrence.is_none() && tried.is_sound(basis, self.heap, self.begun)
            })
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
            station: None,
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
pub(super) struct Checkpointer<'a> {
    pub(super) directory: &'a Directory,
    pub(super) progress: SavedProgress,
    /// The stream that the search has given up, until the search comes farther with its values.
    pub(super) given_up: Option<Box<StreamCheckpoint>>,
    pub(super) timer: SaveTimer,
    /// The time and the next heap when a stage of the search began.
    begun: (Instant, u64),
}

impl<'a> Checkpointer<'a> {
    /// Begins, or continues from the checkpoint in this directory. Returns the state of its stream,
    /// too.
    pub(super) fn open(
        directory: &'a Directory,
        code: &Code,
        every: Duration,
    ) -> Result<(Checkpointer<'a>, Option<Box<StreamCheckpoint>>), ResumableError> {
        let (progress, stream) = match Checkpoint::of(directory.path())? {
            Some(Checkpoint { progress, stream }) => (progress, stream),
            None => (SavedProgress::new(code), None),
        };
        directory.require_game(&progress.code, code)?;
        let (timer, begun) = (SaveTimer::new(every), (Instant::now(), 0));
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
        let saved = write(self.directory, MAGIC, &(&self.progress, stream));
        self.timer.note_save(from);
        saved
    }
}

/// A code as it is printed.
pub(super) mod code_as_text {
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::Serializer;

    use crate::code::Code;

    pub fn serialize<S: Serializer>(code: &Code, serializer: S) -> Result<S::Ok, S::Error> {
        // Not every format can collect a string piece by piece.
        serializer.serialize_str(&code.to_string())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(text: D) -> Result<Code, D::Error> {
        String::deserialize(text)?.parse().map_err(D::Error::custom)
    }
}
