//! The record of a long search: all that it keeps, in memory and in its file.
//!
//! The file is `OCTALREC`, the version, the length of the body, the CRC-32 of the body, and the
//! body: a [`SearchRecord`] in the postcard format. All integers of the header are little-endian.
//!
//! [`Checksummed`] counts and sums the body on its way to the file, so that the header can say so. Values
//! are written many at once where each of them takes one byte.
//!
//! Postcard writes a sequence as the number of its elements and then each of them, as a varint. A varint below 128 is
//! the number itself, in one byte: so a sequence of such values has the bytes of a string of bytes, which needs no
//! call for each. They are read as any sequence is.

use super::reference::{LeastProgress, References, StateRecurrence, StateSnapshot};
use super::standing::Standing;
use super::tried::TriedSplits;
use crate::code::Code;
use crate::grundy::space::SparseSpace;
use crate::grundy::stream::{Basis, Stream, Tuning};
use crate::period::search::Limits;
use crate::period::sequence::Stop;
use crate::period::{Answer, Finding, Period, StopReason, Theorem};
use crate::rules::Rules;
use crc32fast::Hasher;
use postcard::ser_flavors::Flavor;
use serde::{Deserialize, Serialize, Serializer};
use std::io::{self, Seek, Write};
use std::sync::Arc;

const MAGIC: [u8; 8] = *b"OCTALREC";
const VERSION: u32 = 6;
const HEADER: usize = 24;

/// No search comes to this heap, and sums of two such numbers are numbers.
pub(super) const MOST_HEAPS: u64 = 1 << 62;
/// No chunk has more heaps than this: all values of one are in memory at once.
const MOST_CHUNK: u64 = 1 << 20;

/// The longest window of a search that goes on at this heap. References begin at the chunk of this heap or later,
/// and so the window before any heap of theirs lies far beyond all rare heaps, as Theorem 5 wants it.
pub(super) const fn longest_window(heap: u64, chunk: u64) -> u64 {
    (heap - heap % chunk) / 3
}

/// A common heap that a window does not show to be common: no split within it has some rare value below its own, or it
/// is common with a wider mask only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AcceptedHeap {
    /// The heap.
    pub heap: u64,
    /// A larger part from which on splits have all those values; 0 if that is not known.
    pub larger_part: u64,
}

/// A long search as far as it has come.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SearchRecord {
    pub(super) code: String,
    pub(super) mask: u16,
    pub(super) position_parity: bool,
    /// The rare heaps r ≥ 1, in ascending order.
    pub(super) rare: Vec<u64>,
    /// The values of the heaps 0, …, window.
    #[serde(serialize_with = "serialize_values")]
    pub(super) first: Arc<[u16]>,
    /// S: heaps between two looks for a recurrence.
    pub(super) chunk: u64,
    /// The heap from which on the history was dropped.
    pub(super) begun: u64,
    /// The next heap.
    pub(super) heap: u64,
    /// The values before it: those of a window before this chunk, and those of this chunk.
    #[serde(serialize_with = "serialize_values")]
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
    /// Whether superblocks continue the sequence, and not blocks.
    pub(super) superblocks: bool,
    /// Heaps that all values have shown to be common, while a window of them could not.
    pub(super) accepted: Vec<AcceptedHeap>,
    /// What is settled of p and n0, while they are sought.
    pub(super) least: Option<LeastProgress>,
    /// Which splits of the next heap have been tried, while it is decided whether it is common.
    pub(super) tried: Option<TriedSplits>,
}

impl SearchRecord {
    /// The code.
    ///
    /// # Panics
    /// Never: a record is checked when it is read.
    pub fn code(&self) -> Code {
        self.code.parse().expect("a record is checked when it is read")
    }

    /// The sparse space, the rare heaps, and the first values.
    pub fn basis(&self) -> Basis {
        self.checked_basis().expect("a record is checked when it is read")
    }

    fn checked_basis(&self) -> Option<Basis> {
        let rules = Rules::of(&self.code.parse().ok()?)?;
        let space = SparseSpace::new(&rules, self.mask, self.position_parity)?;
        Some(Basis {
            rules,
            space,
            rare: self.rare.clone(),
            first: self.first.clone(),
            superblocks: self.superblocks,
            state_length: self.snapshots.first()?.values.len(),
            accepted: self.accepted.iter().map(|accepted| accepted.heap).collect(),
        })
    }

    /// The stream that goes on where the search ended; `None` if no engine does.
    pub(super) fn stream(&self, tuning: &Tuning) -> Option<Stream> {
        Stream::verified(&self.basis(), tuning, self.heap, &self.last)
    }

    /// The next heap: the values of all heaps before it are verified.
    pub fn heap(&self) -> u64 {
        self.heap
    }

    /// The values of the last heaps before [`SearchRecord::heap`], a window or more of them.
    pub fn last(&self) -> &[u16] {
        &self.last
    }

    /// The largest value before [`SearchRecord::heap`] and the first heap that has it.
    pub fn max_value(&self) -> (u64, u64) {
        (u64::from(self.max), self.max_at)
    }

    /// The states that were kept, in ascending order of heaps, at equal distances but for the first.
    pub fn snapshots(&self) -> &[StateSnapshot] {
        &self.snapshots
    }

    /// Whether a state that occurs before heap i, and again, proves a period: no heap from there on was
    /// accepted because of a split whose larger part lies before the window (condition 3 of Theorem 5).
    pub(super) fn proves_from(&self, i: u64) -> bool {
        let n1 = i - self.basis().window() as u64;
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

    /// What is known of the period.
    pub fn finding(&self) -> Finding {
        self.proved().map_or(Finding::Open, |p| Finding::Proved(p, Theorem::SparseWindow))
    }

    /// Where the search stood when this was saved; its speed is not known, nor when its last rare heap was seen.
    pub fn standing(&self) -> Standing {
        let mut standing = Standing::new(&self.code());
        standing.set_rare(Some(self.basis().rare_set()));
        standing.last_rare_saved = 0;
        (standing.heap, standing.max_value, standing.max_at) =
            (self.heap - 1, self.max, self.max_at);
        standing.set_finding(self.finding());
        standing
    }

    /// The answer of the search, which ended for this reason within these limits, for the game `CODE shift
    /// s`. Exceptions and digest are unknown. With a shift, the preperiod must not be 0.
    pub fn answer(&self, shift: u64, stop: Stop, limits: &Limits) -> Answer {
        let mut answer = self.standing().answer(shift);
        answer.stop = Some(StopReason::new(stop, limits));
        answer
    }

    /// Writes the record as a file.
    pub(super) fn write(&self, mut file: impl Write + Seek) -> io::Result<()> {
        // What the header says is known when all else is written.
        file.write_all(&[0; HEADER])?;
        let mut body = Checksummed::new(&mut file);
        let serialized = postcard::serialize_with_flavor(self, &mut body);
        let (length, checksum) = body.finish()?;
        serialized.expect("a record has no maps and no foreign types");
        file.rewind()?;
        file.write_all(&MAGIC)?;
        file.write_all(&VERSION.to_le_bytes())?;
        file.write_all(&length.to_le_bytes())?;
        file.write_all(&checksum.to_le_bytes())
    }

    /// The record that a file holds, or what is wrong with it.
    pub(super) fn decode(bytes: &[u8]) -> Result<SearchRecord, String> {
        let (header, body) = bytes
            .split_first_chunk::<HEADER>()
            .filter(|(header, _)| header.starts_with(&MAGIC))
            .ok_or("it is not a record of a search")?;
        let number = |at: std::ops::Range<usize>| {
            header[at].iter().rev().fold(0_u64, |n, &byte| n << 8 | u64::from(byte))
        };
        let version = number(8..12);
        if version != u64::from(VERSION) {
            return Err(format!(
                "its version is {version}, and this program reads version {VERSION}"
            ));
        }
        if body.len() as u64 != number(12..20) {
            let (has, wants) = (body.len(), number(12..20));
            return Err(format!(
                "it is cut off or has grown: {has} bytes follow byte {HEADER}, not {wants}"
            ));
        }
        if u64::from(crc32fast::hash(body)) != number(20..24) {
            return Err("it is damaged: its checksum does not fit".to_owned());
        }
        let (mut record, rest) = postcard::take_from_bytes::<SearchRecord>(body)
            .map_err(|e| format!("it is damaged: {e}"))?;
        if !rest.is_empty() || !record.is_sound() {
            return Err("it is damaged: its parts do not fit each other".to_owned());
        }
        record.references.build_indices(record.first.len() - 1);
        Ok(record)
    }

    /// Whether the parts fit each other, so that nothing can panic later.
    fn is_sound(&self) -> bool {
        if self.first.is_empty() {
            return false;
        }
        let Some(basis) = self.checked_basis() else { return false };
        let window = basis.window() as u64;
        let least =
            (self.rare.last().map_or(0, |&last| last) as u128) + basis.rules.last_place as u128 + 1;
        let state = basis.state_length as u128;
        let snapshot = |s: &StateSnapshot| s.heap <= self.heap && s.fits(&basis);
        self.mask != 0
            && self.max_at < self.heap
            && (least..=u128::from(window)).contains(&state)
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
                self.recurrence.is_some_and(|found| least.is_sound(&basis, found, &self.snapshots))
            })
            && self.tried.as_ref().is_none_or(|tried| {
                self.recurrence.is_none() && tried.is_sound(&basis, self.heap, self.begun)
            })
    }
}

/// Many pieces are a value each, and some are very long; this many bytes are passed on at once.
const AT_ONCE: usize = 1 << 16;

/// Passes bytes on, and keeps their number and their CRC-32.
pub(super) struct Checksummed<W> {
    to: W,
    /// Bytes that have not been passed on.
    waiting: Vec<u8>,
    length: u64,
    hasher: Hasher,
    /// Why the bytes could not be passed on: whoever serializes says only that they could not.
    failure: Option<io::Error>,
}

impl<W: Write> Checksummed<W> {
    pub(super) fn new(to: W) -> Checksummed<W> {
        let (waiting, hasher) = (Vec::with_capacity(AT_ONCE), Hasher::new());
        Checksummed { to, waiting, length: 0, hasher, failure: None }
    }

    /// The number of all bytes, and their CRC-32, once they are passed on.
    pub(super) fn finish(mut self) -> io::Result<(u64, u32)> {
        let passed = self.pass_on();
        let passed = self.failure.map_or(passed, Err);
        passed.map(|()| (self.length, self.hasher.finalize()))
    }

    /// Passes on the bytes that wait.
    fn pass_on(&mut self) -> io::Result<()> {
        self.hasher.update(&self.waiting);
        self.length += self.waiting.len() as u64;
        let passed = self.to.write_all(&self.waiting);
        self.waiting.clear();
        passed
    }

    /// Has these bytes wait, at most [`AT_ONCE`], and passes on those before them if they are many. It keeps why it
    /// could not.
    #[inline]
    fn take(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        if self.waiting.len() + bytes.len() > AT_ONCE
            && let Err(error) = self.pass_on()
        {
            self.failure.get_or_insert(error);
            return Err(postcard::Error::SerializeBufferFull);
        }
        // A copy of one or two bytes takes longer by a call.
        match *bytes {
            [byte] => self.waiting.push(byte),
            [low, high] => self.waiting.extend([low, high]),
            _ => self.waiting.extend(bytes),
        }
        Ok(())
    }
}

impl<W: Write> Flavor for &mut Checksummed<W> {
    type Output = ();

    #[inline]
    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.take(&[byte])
    }

    #[inline]
    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        bytes.chunks(AT_ONCE).try_for_each(|piece| self.take(piece))
    }

    fn finalize(self) -> postcard::Result<()> {
        Ok(())
    }
}

/// From here on the varint of a value has a second byte.
const TWO_BYTES_FROM: u16 = 1 << 7;

/// Serializes these values, as postcard would serialize them as a sequence. O(values).
pub(super) fn serialize_values<S: Serializer>(values: &[u16], to: S) -> Result<S::Ok, S::Error> {
    let largest = values.iter().fold(0, |largest, &value| largest.max(value));
    if largest < TWO_BYTES_FROM {
        let bytes: Vec<u8> = values.iter().map(|&value| value as u8).collect();
        to.serialize_bytes(&bytes)
    } else {
        values.serialize(to)
    }
}
