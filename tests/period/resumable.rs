//! Long searches: the answers of the searches in memory, whatever stops them on the way.

use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use octal::certificate;
use octal::check::{CertificateFile, Selection};
use octal::grundy::blocks;
use octal::grundy::driver::Tuning;
use octal::grundy::stream::Halt;
use octal::period::resumable::{
    self, Checkpoint, Directory, Ended, ResumableError, Settings, StreamCheckpoint,
};
use octal::period::search::{self, Event, EventCallback, Limits};
use octal::period::sequence::{Known, Stop};

use crate::common::{code, scratch_in_memory as scratch};

/// Settings for tests, without saving all the time.
pub(super) const SELDOM: Settings = Settings { save_every: Duration::MAX, ..Settings::TINY };

pub(super) fn checkpoint_bytes(directory: &Path) -> Vec<u8> {
    fs::read(directory.join("checkpoint")).unwrap()
}

/// The stream in the checkpoint of this directory: all of the checkpoint that does not depend on
/// time.
pub(super) fn saved_stream(directory: &Path) -> StreamCheckpoint {
    *Checkpoint::of(directory).unwrap().unwrap().stream.unwrap()
}

/// A search in this directory.
pub(super) fn search(
    text: &str,
    limits: &Limits,
    settings: &Settings,
    directory: &Path,
    watch: &EventCallback<'_>,
) -> Result<Ended, ResumableError> {
    resumable::search(&code(text), limits, settings, &Directory::open(directory)?, watch)
}

/// A search in a new directory that a stream ends with a proof.
pub(super) fn streamed(
    text: &str,
    settings: &Settings,
    watch: &EventCallback<'_>,
) -> (StreamCheckpoint, Vec<u8>) {
    let directory = scratch();
    match search(text, &Limits::heaps(1 << 21), settings, directory.path(), watch).unwrap() {
        Ended::Streamed(stream, Stop::Proof) => (*stream, checkpoint_bytes(directory.path())),
        ended => panic!("{text}: {}", how(&ended)),
    }
}

/// The end of a search, without its values.
pub(super) fn how(ended: &Ended) -> String {
    match ended {
        Ended::InMemory(known) => format!("in memory: {:?}, {:?}", known.stop, known.finding),
        Ended::Streamed(record, stop) => format!("{stop:?}, {:?}", record.finding()),
    }
}

pub(super) fn in_memory(text: &str) -> Known {
    search::search(&code(text), &Limits::heaps(1 << 21), &|_| true).unwrap()
}

/// Checks that a search has the results of a search in memory, in whatever way it ended.
pub(super) fn assert_ends_as(ended: &Ended, known: &Known) {
    match ended {
        Ended::InMemory(found) => {
            assert_eq!(found.finding.proved(), known.finding.proved());
            assert_eq!(found.rare_heaps(), known.rare_heaps());
        }
        Ended::Streamed(record, _) => assert_agrees(record, known),
    }
}

/// Checks that a record has the results of a search in memory.
pub(super) fn assert_agrees(record: &StreamCheckpoint, known: &Known) {
    let text = known.code.to_string();
    assert_eq!(record.code, known.code);
    assert_eq!(record.finding().proved(), known.finding.proved(), "{text}");
    assert_eq!((record.max.into(), record.max_at), known.max_value(), "{text}");
    let basis = record.basis();
    assert_eq!(Some(basis.rare_set()), known.rare_heaps(), "{text}");
    for snapshot in &record.snapshots {
        assert_eq!(snapshot.values.len(), basis.state_length);
        let from = snapshot.heap - snapshot.values.len() as u64;
        let values = (from..).zip(&*snapshot.values);
        assert!(values.into_iter().all(|(n, &v)| known.value(n) == Some(u64::from(v))), "{text}");
    }
    let (begun, heap) = (record.snapshots[0].heap, record.heap);
    for from in [0, begun - 100, begun, begun + 12_345, heap - 200] {
        let heaps = from..(from + 200).min(heap);
        let values = record.values(heaps.clone(), &|| true).unwrap();
        let expected = heaps.map(|n| known.value(n).unwrap());
        assert!(values.into_iter().map(u64::from).eq(expected), "{text}, from heap {from}");
    }
    let error = record.values(heap - 1..heap + 1, &|| true).unwrap_err().to_string();
    assert!(error.ends_with(&format!("the search has reached heap {heap}")), "{error}");
    let stopped = record.values(begun..heap, &|| false).unwrap_err();
    assert!(matches!(stopped, ResumableError::Interrupted(_)), "{stopped}");
}

/// Remembers the halts.
#[derive(Default)]
struct Halts(Mutex<Vec<Halt>>);

impl Halts {
    /// The heaps that may have been new rare ones.
    fn not_shown(&self) -> Vec<u64> {
        let halts = self.0.lock().unwrap();
        halts.iter().filter(|h| matches!(h, Halt::NotShown { .. })).map(Halt::heap).collect()
    }

    fn observe(&self, event: Event<'_>) -> bool {
        if let Event::Halted(halt) = event {
            assert!(!matches!(halt, Halt::Disagree { .. }), "{halt}");
            self.0.lock().unwrap().push(halt);
        }
        true
    }
}

/// Games whose period a stream finds.
const GAMES: [&str; 6] = ["0.56", "0.156", "0.356", "0.644", "4.064", "4.406"];

#[test]
fn as_in_memory() {
    for text in GAMES {
        let known = in_memory(text);
        for chunk in [64, 256] {
            let (record, _) = streamed(text, &Settings { chunk, ..SELDOM }, &|_| true);
            assert_agrees(&record, &known);
        }
    }
}

/// A stream begins once it takes less memory than all values do. A search that has begun one needs
/// as much memory as that takes, and says how much.
#[test]
fn the_memory_of_a_stream() {
    // The window takes 48 bytes a heap, less 4 MiB: as much as 10 205 697 values of a byte each.
    let (directory, settings) = (scratch(), Settings { window: 300_000, ..SELDOM });
    let run = |heaps, memory| {
        let limits = Limits { memory, ..Limits::heaps(heaps) };
        search("0.106", &limits, &settings, directory.path(), &|_| true)
    };
    let Ended::InMemory(known) = run(10_000_000, u64::MAX).unwrap() else { panic!("a stream") };
    assert_eq!(known.stop, Stop::Heaps);
    let least = 48 * 300_000 - (1 << 22);
    let ended = run(14_000_000, u64::MAX).unwrap();
    let Ended::Streamed(record, Stop::Heaps) = ended else { panic!("{}", how(&ended)) };
    assert!(record.snapshots[0].heap > least);
    let error = run(15_000_000, 6_000_000).unwrap_err();
    let ResumableError::NeedsMemory { bytes, .. } = error else { panic!("{error}") };
    assert!((least..least + (1 << 20)).contains(&bytes), "{bytes}");
    assert!(matches!(run(15_000_000, bytes).unwrap(), Ended::Streamed(_, Stop::Heaps)));
}

/// Stops a stream as soon as it runs.
fn no_stream(event: Event<'_>) -> bool {
    !matches!(event, Event::Progress(progress) if progress.largest.is_some())
}

/// Killed after the values of the first heaps were stored, and before a checkpoint counts on them:
/// the stream begins with them again.
#[test]
fn killed_before_the_first_stream() {
    for text in GAMES {
        let (expected, _) = streamed(text, &SELDOM, &|_| true);
        let (directory, limits) = (scratch(), Limits::heaps(1 << 21));
        let before = Mutex::new(None);
        let watch = |event: Event<'_>| {
            let first = || checkpoint_bytes(directory.path());
            before.lock().unwrap().get_or_insert_with(first);
            no_stream(event)
        };
        let ended = search(text, &limits, &SELDOM, directory.path(), &watch).unwrap();
        assert!(matches!(ended, Ended::Streamed(_, Stop::Cancelled)), "{text}: {}", how(&ended));
        fs::write(directory.path().join("checkpoint"), before.into_inner().unwrap().unwrap())
            .unwrap();
        let ended = search(text, &limits, &SELDOM, directory.path(), &|_| true).unwrap();
        assert!(matches!(ended, Ended::Streamed(_, Stop::Proof)), "{text}: {}", how(&ended));
        assert!(saved_stream(directory.path()) == expected, "{text}");
    }
}

/// In 0.16 heap 13932 is rare, long after heap 3604, and a stream begins between them, so the
/// search goes back to memory. Later heaps are common, but their rare values are not shown by the
/// splits within a window.
#[test]
fn a_new_rare_heap_after_the_history_was_dropped() {
    let (halts, directory) = (Halts::default(), scratch());
    let ended =
        search("0.16", &Limits::heaps(1 << 21), &SELDOM, directory.path(), &|e| halts.observe(e))
            .unwrap();
    assert!(halts.not_shown().len() > 1 && halts.not_shown()[0] <= 13_932, "{:?}", halts.0);
    let known = in_memory("0.16");
    assert!(known.rare_heaps().unwrap().last == Some(13_935));
    assert_ends_as(&ended, &known);
}

/// In 0.56 a stream with a short window halts at a common heap. The next stream continues to the
/// end.
#[test]
fn a_split_beyond_the_window() {
    let halts = Halts::default();
    let (record, _) = streamed("0.56", &SELDOM, &|e| halts.observe(e));
    let halted = halts.not_shown();
    assert!(!halted.is_empty() && halted[0] < record.snapshots[0].heap, "{halted:?}");
    assert_agrees(&record, &in_memory("0.56"));
}

/// Without the memory to begin again, values computed again decide the common heaps at which a
/// search halts. The search continues after them, and proves the same period.
#[test]
fn common_heaps_without_memory() {
    let (halts, directory) = (Halts::default(), scratch());
    let little = Limits { heaps: 1 << 21, work: None, memory: 175_000 };
    let ended = search("0.16", &little, &SELDOM, directory.path(), &|e| halts.observe(e)).unwrap();
    let Ended::Streamed(record, Stop::Proof) = ended else { panic!("{}", how(&ended)) };
    let begun = record.snapshots[0].heap;
    let decided = halts.not_shown().into_iter().filter(|&heap| heap > begun).count();
    assert!(decided > 1, "{:?}", halts.0);
    assert_eq!(record.basis().accepted.len(), decided);
    assert_agrees(&record, &in_memory("0.16"));
    // Links look farther back than the window of this stream.
    let file = certificate::of_search(&record, &|| true).unwrap();
    let links = CertificateFile::read(&file).unwrap();
    let established = links.check(&links.pick(Selection::All).unwrap(), 2, &|_, _| true).unwrap();
    assert!(established.proved, "{}", established.statement);
}

/// The tuning with which no sequence is one for blocks.
pub(super) const BY_SUPERBLOCKS: Settings = Settings {
    tuning: Tuning { blocks: blocks::Tuning { taps: 0, ..blocks::Tuning::TINY }, ..Tuning::TINY },
    ..SELDOM
};

/// Superblocks continue the stream where blocks cannot, in the same way.
#[test]
fn streams_of_superblocks() {
    for text in ["0.56", "4.064", "4.406"] {
        let (record, _) = streamed(text, &BY_SUPERBLOCKS, &|_| true);
        assert!(record.basis().superblocks, "{text}");
        assert_agrees(&record, &in_memory(text));
    }
}

/// Stops a stream at this report of its progress.
pub(super) fn patient(patience: u64) -> impl Fn(Event<'_>) -> bool + Sync {
    let left = AtomicU64::new(patience);
    move |event| no_stream(event) || left.fetch_sub(1, Ordering::Relaxed) > 1
}

/// Stopped after every few chunks, also while the least period is sought: the same file.
#[test]
fn interrupted_as_uninterrupted() {
    for (text, settings) in [("4.406", SELDOM), ("0.56", SELDOM), ("4.406", BY_SUPERBLOCKS)] {
        let (uninterrupted, _) = streamed(text, &settings, &|_| true);
        let directory = scratch();
        let (mut stops, mut patience) = (0, 1);
        let record = loop {
            let watch = patient(patience);
            let limits = Limits::heaps(1 << 21);
            match search(text, &limits, &settings, directory.path(), &watch).unwrap() {
                Ended::Streamed(record, Stop::Proof) => break record,
                Ended::Streamed(_, Stop::Cancelled) => stops += 1,
                ended => panic!("{}", how(&ended)),
            }
            patience += 7;
        };
        assert!(stops > 10, "{text}: {stops}");
        assert!(saved_stream(directory.path()) == uninterrupted, "{text}");
        assert_agrees(&record, &in_memory(text));
    }
}

/// A search in stages, each with a higher limit, none of which ends a chunk.
#[test]
fn in_stages() {
    let (at_once, _) = streamed("4.406", &SELDOM, &|_| true);
    let directory = scratch();
    for heaps in (1..).map(|i| 29_999 * i) {
        match search("4.406", &Limits::heaps(heaps), &SELDOM, directory.path(), &|_| true).unwrap()
        {
            Ended::InMemory(known) => assert_eq!(known.stop, Stop::Heaps),
            Ended::Streamed(record, Stop::Heaps) => assert_eq!(record.heap, heaps + 1),
            Ended::Streamed(_, stop) => {
                assert_eq!((stop, heaps > 294_097), (Stop::Proof, true));
                break;
            }
        }
    }
    assert!(saved_stream(directory.path()) == at_once);
}

/// Everything but a whole record of this game is refused.
#[test]
fn damaged_records() {
    let (_, whole) = streamed("0.356", &SELDOM, &|_| true);
    let directory = scratch();
    let refusal = |bytes: &[u8]| {
        fs::write(directory.path().join("checkpoint"), bytes).unwrap();
        match search("0.356", &Limits::heaps(1 << 20), &SELDOM, directory.path(), &|_| true) {
            Err(error @ (ResumableError::Damaged { .. } | ResumableError::OtherVersion(..))) => {
                error.to_string()
            }
            Err(other) => panic!("{other}"),
            Ok(ended) => panic!("{}", how(&ended)),
        }
    };
    for length in (0..40).chain((40..whole.len()).step_by(97)) {
        let text = refusal(&whole[..length]);
        let reason =
            if length < 12 { "it is not a checkpoint of such a search" } else { "cut off" };
        assert!(text.contains(reason) && text.contains("checkpoint`"), "{length}: {text}");
    }
    for at in (0..40).chain((40..whole.len()).step_by(61)) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        let text = refusal(&bytes);
        let reason = match at {
            0..8 => "it is not a checkpoint of such a search",
            8..12 => "its version is ",
            _ => "its checksum does not fit",
        };
        assert!(text.contains(reason), "{at}: {text}");
    }
    assert!(refusal(&[&whole[..], b"x"].concat()).contains("its checksum does not fit"));
}

/// Records with a right checksum and a wrong content: refused or used, never a panic.
#[test]
fn records_that_contradict_themselves() {
    let (_, whole) = streamed("0.356", &SELDOM, &|_| true);
    let mut refused = 0;
    for at in (12..112).chain((112..whole.len() - 4).step_by(173)) {
        refused += u32::from(is_refused(whole.clone(), at, 1));
    }
    assert!(refused > 5, "{refused}");
}

/// True if a record whose byte at this place is larger by `change` is refused, though its checksum
/// is right. Other records are resumed for a while, without a panic.
pub(super) fn is_refused(mut checkpoint: Vec<u8>, at: usize, change: u8) -> bool {
    let directory = scratch();
    checkpoint[at] = checkpoint[at].wrapping_add(change);
    let body = checkpoint.len() - 4;
    let checksum = crc32(&checkpoint[..body]).to_le_bytes();
    checkpoint[body..].copy_from_slice(&checksum);
    fs::write(directory.path().join("checkpoint"), checkpoint).unwrap();
    let Ok(checkpoint) = Checkpoint::of(directory.path()) else { return true };
    let Checkpoint { progress, stream } = checkpoint.unwrap();
    let heap = stream.map_or(0, |stream| stream.heap);
    let limits = Limits { memory: 1 << 26, ..Limits::heaps(heap + 5000) };
    let code = progress.code.to_string();
    let _ = search(&code, &limits, &SELDOM, directory.path(), &patient(20));
    false
}

/// CRC-32 by the definition.
pub(super) fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc: u32, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |c, _| (c >> 1) ^ ((c & 1) * 0xedb8_8320))
    })
}

#[test]
fn directories_of_others() {
    let directory = scratch();
    let path = directory.path();
    let limits = Limits::heaps(20_000);
    search("4.406", &limits, &SELDOM, path, &|_| true).unwrap();
    let error = search("4.407", &limits, &SELDOM, path, &|_| true).unwrap_err().to_string();
    assert!(error.ends_with("holds a search of 4.406, not of 4.407: name another directory"));
    fs::write(path.join("notes.txt"), "mine").unwrap();
    let error = search("4.406", &limits, &SELDOM, path, &|_| true).unwrap_err().to_string();
    assert!(error.contains("`notes.txt`, which is none of the files of a search"), "{error}");
    let missing = path.join("a").join("b");
    let error = Directory::open(&missing).unwrap_err().to_string();
    let parent = path.join("a");
    let expected = format!(
        "cannot make `{}`: there is no directory `{}`, create it first",
        missing.display(),
        parent.display()
    );
    assert_eq!(error, expected);
    assert!(Checkpoint::of(&missing).unwrap().is_none());
}

/// A directory of an older version of the program is refused with the reason, and stays as it is.
/// Without the files that this version does not read, the search continues from the values.
#[test]
fn directories_of_older_versions() {
    let directory = scratch();
    let path = directory.path();
    let limits = Limits::heaps(2000);
    search("0.6", &limits, &SELDOM, path, &|_| true).unwrap();
    fs::rename(path.join("checkpoint"), path.join("standing.json")).unwrap();
    let error = search("0.6", &limits, &SELDOM, path, &|_| true).unwrap_err().to_string();
    let reason = "holds `standing.json`, which an older version of this program wrote: continue with that version";
    assert!(error.contains(reason), "{error}");
    assert!(Checkpoint::of(path).unwrap_err().to_string().contains(reason));
    fs::remove_file(path.join("standing.json")).unwrap();
    let ended = search("0.6", &limits, &SELDOM, path, &patient(1)).unwrap();
    let Ended::InMemory(known) = ended else { panic!("{}", how(&ended)) };
    assert_eq!(known.verified_to(), 2000);
}

#[test]
fn one_search_a_directory() {
    let directory = scratch();
    let first = Directory::open(directory.path()).unwrap();
    let second = Directory::open(directory.path()).unwrap_err().to_string();
    assert!(second.starts_with("another process searches in `"), "{second}");
    drop(first);
    Directory::open(directory.path()).unwrap();
}

/// Searches that end before the history would be dropped.
#[test]
fn in_memory_to_the_end() {
    for (text, heaps) in
        [("0.77", 1000), ("0.137", 1000), ("8.8", 300), ("0.3", 100), ("0.6", 9000)]
    {
        let directory = scratch();
        let limits = Limits::heaps(heaps);
        match search(text, &limits, &Settings::TINY, directory.path(), &|_| true).unwrap() {
            Ended::InMemory(known) => {
                let other = search::search(&code(text), &limits, &|_| true).unwrap();
                assert_eq!(
                    (known.finding.period(), known.stop),
                    (other.finding.period(), other.stop)
                );
            }
            ended => panic!("{text}: {}", how(&ended)),
        }
        assert!(Checkpoint::of(directory.path()).unwrap().unwrap().stream.is_none());
    }
}
