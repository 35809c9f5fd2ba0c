//! The files of `octal bench --record`, such as `results/timings.csv`: one row for each game timed.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use octal::input;
use serde::{Deserialize, Serialize};

/// A row: the machine, the number of heaps, the speed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timing {
    /// The day, as in 2026-01-31.
    pub date: String,
    /// The processor, by the name it gives itself.
    pub cpu: String,
    pub kernel: String,
    pub threads: usize,
    /// The version of this program.
    pub version: String,
    pub code: String,
    /// The last heap.
    pub heaps: u64,
    /// The best time of all runs.
    pub seconds: f64,
    pub heaps_per_second: u64,
    /// The digest of `octal-codes/digests.csv`.
    pub digest: String,
}

const HEADER: &str = "date,cpu,kernel,threads,version,code,heaps,seconds,heaps_per_second,digest\n";

/// A file begins in another way.
#[derive(Debug, thiserror::Error)]
#[error("it is no file of timings, which begins {HEADER:?}")]
struct NoTimings;

/// A file of timings, open at its end.
pub struct Timings {
    file: File,
    path: PathBuf,
}

impl Timings {
    /// Opens the file, or begins it with its header.
    pub fn open(path: &Path) -> anyhow::Result<Timings> {
        let open = || -> anyhow::Result<File> {
            ensure!(path != "-", "timings are appended to a file, not to stdout: name one");
            let mut file =
                input::open(path, OpenOptions::new().read(true).append(true).create(true))?;
            // Of several processes one begins the file. A file without locks has one process only.
            let _ = file.lock();
            let mut header = String::new();
            (&mut file).take(HEADER.len() as u64).read_to_string(&mut header)?;
            if header.is_empty() {
                file.write_all(HEADER.as_bytes())?;
            } else {
                ensure!(header == HEADER, NoTimings);
            }
            let mut last = [0];
            file.seek(SeekFrom::End(-1))?;
            file.read_exact(&mut last)?;
            ensure!(last == *b"\n", "its last row is cut off: complete it, or remove it");
            let _ = file.unlock();
            Ok(file)
        };
        let file = open().with_context(|| format!("cannot append to `{}`", path.display()))?;
        Ok(Timings { file, path: path.to_owned() })
    }

    /// Writes one row at the end, at once.
    pub fn append(&mut self, row: &Timing) -> anyhow::Result<()> {
        let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(vec![]);
        writer.serialize(row)?;
        let bytes = writer.into_inner()?;
        let wrote = self.file.write_all(&bytes);
        wrote.with_context(|| format!("cannot append to `{}`", self.path.display()))
    }
}

/// The rows of a file, to compare with.
pub fn read(path: &Path) -> anyhow::Result<Vec<Timing>> {
    let rows = || -> anyhow::Result<Vec<Timing>> {
        // The reader of CSV itself would take an error in the first row for the end of the file.
        let bytes = input::read(File::open(path)?, input::TEXT)?;
        ensure!(bytes.starts_with(HEADER.as_bytes()), NoTimings);
        Ok(csv::Reader::from_reader(&bytes[..]).deserialize().collect::<Result<_, _>>()?)
    };
    rows().with_context(|| format!("cannot compare with `{}`", path.display()))
}

/// The speed of this row relative to the last row in `earlier` with the same game, heaps, kernel
/// and threads; above 1 is faster.
pub fn ratio(row: &Timing, earlier: &[Timing]) -> Option<f64> {
    let what = |t: &Timing| (t.code.clone(), t.heaps, t.kernel.clone(), t.threads);
    let before = earlier.iter().rev().find(|t| what(t) == what(row))?;
    Some(before.seconds / row.seconds)
}

/// The name of the processor, where the system states it.
pub fn cpu() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = info.lines().find(|line| line.starts_with("model name"));
    let name = line.and_then(|line| line.split_once(": ")).map(|(_, name)| name.trim());
    name.unwrap_or(std::env::consts::ARCH).to_owned()
}
