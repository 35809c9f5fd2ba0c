//! The long searches of several codes: side by side, and those that a survey keeps.
//!
//! # Side by side
//!
//! Each search has a directory of its own below a common one.
//!
//! ```text
//! for depth D = 2^22 (where a stream may begin), 2^25, 2^28, …, up to the limit:
//!     for every game that was not searched up to heap D, those with few rare heaps first:
//!         continue its search up to heap D, as soon as a thread is free
//!     for every game whose share of the memory was too small, one after the other:
//!         continue its search up to heap D, with all the memory
//! ```
//!
//! The chance that a game is solved in the next decade of heaps falls with the number of its rare
//! heaps, and the time it takes grows with it. So the order is that of the greatest hope, and a run
//! without a limit comes to every game.
//!
//! Each search has threads of its own: a thread that waits for a part of one search must not begin
//! another, or the first would stand still, and not be saved, until that ends.
//!
//! # Kept by a survey
//!
//! Each search is in a directory of its own in that of the survey, from one round to the next, also
//! if it is killed. A search of some seconds is not kept, because it can be repeated in the same
//! time. If its values cannot be written, a search runs in memory. No row depends on saved searches,
//! unless memory ends a search.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use rayon::ThreadPoolBuilder;

use super::store::GameTable;
use crate::code::Code;
use crate::grundy::{GrundyError, RareSet};
use crate::period::Status;
use crate::period::resumable::{
    Directory, Ended, ResumableError, Settings, is_search, remove_kept, search, search_and_keep,
};
use crate::period::search::{EventCallback, Limits};
use crate::period::sequence::{Known, Stop};

/// Each round is this many times deeper than the one before.
const DEEPER: u64 = 8;

/// The resources that the searches share.
#[derive(Clone, Copy, Debug)]
pub struct SideBySide<'a> {
    /// The limits of each search, and the memory of all.
    pub limits: Limits,
    /// The settings of each.
    pub settings: Settings,
    /// The directory in which each has its own.
    pub path: &'a Path,
    /// The number of threads that they share.
    pub threads: usize,
}

/// The end of the search of a game.
#[derive(Clone, Copy, Debug)]
pub struct GameEnd<'a> {
    /// The game.
    pub code: &'a Code,
    /// The result.
    pub ended: &'a Ended,
    /// The reason of the end. [`Stop::Cancelled`] if the search was to continue to the last heap
    /// asked for.
    pub stop: Stop,
    /// The last heap asked for, and the memory that this search had.
    pub limits: Limits,
}

/// A game that is searched, and the result of the last end of its search.
struct Running<T> {
    code: Code,
    rare: u64,
    made: Option<Result<T, ResumableError>>,
    /// The reason why that search ended; `None` if none has, or with an error.
    stop: Option<Stop>,
    /// The limits of that search.
    limits: Limits,
}

/// The name of the directory of a game: its code, with `u` for `!`.
pub fn directory_name(code: &Code) -> String {
    code.to_string().replace('!', "u")
}

impl SideBySide<'_> {
    /// Searches these games, which must differ, each with the callback that `watch` makes for its
    /// code. Returns what `make` makes of the end of each search, in the order of the codes.
    ///
    /// # Errors
    /// [`ResumableError`] if the common directory cannot be used. The error of one search does not
    /// end the others.
    pub fn search<'w, T: Send>(
        &self,
        codes: &[Code],
        watch: &(dyn Fn(&Code) -> Box<EventCallback<'w>> + Sync),
        make: &(dyn Fn(GameEnd<'_>) -> T + Sync),
    ) -> Result<Vec<Result<T, ResumableError>>, ResumableError> {
        self.open()?;
        let begun = |code: &Code| Running {
            code: code.clone(),
            rare: 0,
            made: None,
            stop: None,
            limits: self.limits,
        };
        let mut games: Vec<Running<T>> = codes.iter().map(begun).collect();
        let search_one = |code: &Code, limits: &Limits| {
            let directory = Directory::open(self.path.join(directory_name(code)))?;
            let ended = search(code, limits, &self.settings, &directory, &*watch(code))?;
            let (stop, rare) = outline(&ended);
            let is_last = limits.heaps == self.limits.heaps;
            let reported = if stop == Stop::Heaps && !is_last { Stop::Cancelled } else { stop };
            let limits = Limits { heaps: self.limits.heaps, ..*limits };
            Ok((make(GameEnd { code, ended: &ended, stop: reported, limits }), (stop, rare)))
        };
        let mut depth = self.settings.start.min(self.limits.heaps);
        loop {
            let all_memory = self.limits_of_each(1, depth);
            let left = games.iter().filter(|game| game.continues(&all_memory)).count();
            if left == 0 || are_cancelled(&games) {
                return Ok(games.into_iter().filter_map(|game| game.made).collect());
            }
            let at_once = left.min(self.threads.max(1));
            let limits = self.limits_of_each(at_once, depth);
            self.round(&mut games, at_once, &limits, &search_one);
            if at_once > 1 && !are_cancelled(&games) {
                self.round(&mut games, 1, &all_memory, &search_one);
            }
            depth = depth.saturating_mul(DEEPER).min(self.limits.heaps);
        }
    }

    /// The limits of each of `at_once` games that are searched at the same time.
    fn limits_of_each(&self, at_once: usize, depth: u64) -> Limits {
        Limits { heaps: depth, memory: self.limits.memory / at_once as u64, ..self.limits }
    }

    /// Makes the common directory, or sees that it holds nothing but directories.
    fn open(&self) -> Result<(), ResumableError> {
        let failed =
            |source| ResumableError::Io { action: "open", path: self.path.to_path_buf(), source };
        fs::create_dir_all(self.path).map_err(failed)?;
        for entry in fs::read_dir(self.path).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            if !entry.path().is_dir() {
                let (path, name) = (self.path.to_path_buf(), entry.file_name());
                let name = name.to_string_lossy().into_owned();
                return Err(ResumableError::Foreign(path, name));
            }
        }
        Ok(())
    }

    /// Continues the games that these limits of each let continue, `at_once` at the same time,
    /// those with few rare heaps first.
    fn round<T: Send>(
        &self,
        games: &mut [Running<T>],
        at_once: usize,
        limits: &Limits,
        search: &(dyn Fn(&Code, &Limits) -> Made<T> + Sync),
    ) {
        let mut games: Vec<_> = games.iter_mut().filter(|game| game.continues(limits)).collect();
        games.sort_by_key(|game| game.rare);
        let queue = Mutex::new(games.into_iter());
        let next = || queue.lock().unwrap_or_else(|e| e.into_inner()).next();
        thread::scope(|scope| {
            for i in 0..at_once {
                let next = &next;
                scope.spawn(move || {
                    let more = usize::from(i < self.threads % at_once);
                    let threads = (self.threads / at_once + more).max(1);
                    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
                    while let Some(game) = next() {
                        let searched = || search(&game.code, limits);
                        game.limits = *limits;
                        game.ended(match &pool {
                            Ok(pool) => pool.install(searched),
                            Err(_) => searched(),
                        });
                    }
                });
            }
        });
    }
}

/// The reason why a search ended, and its rare heaps.
type Outline = (Stop, Option<RareSet>);
/// The result made of the end of a search, and its outline.
type Made<T> = Result<(T, Outline), ResumableError>;

fn outline(ended: &Ended) -> Outline {
    match ended {
        Ended::InMemory(known) => (known.stop, known.rare),
        Ended::Streamed(stream, stop) => (*stop, Some(stream.basis().rare_set())),
    }
}

/// True if one of the searches was asked to stop.
fn are_cancelled<T>(games: &[Running<T>]) -> bool {
    games.iter().any(|game| game.stop == Some(Stop::Cancelled))
}

impl<T> Running<T> {
    /// True if no search was made yet, or these limits are farther where the last one ended.
    fn continues(&self, limits: &Limits) -> bool {
        let has_more_memory = self.limits.memory < limits.memory;
        match (&self.made, self.stop) {
            (None, _) => true,
            (Some(Err(error)), _) => error.is_lack_of_memory() && has_more_memory,
            (_, Some(Stop::Heaps)) => self.limits.heaps < limits.heaps,
            (_, Some(Stop::Memory)) => has_more_memory,
            _ => false,
        }
    }

    fn ended(&mut self, ended: Made<T>) {
        match ended {
            Ok((made, (stop, rare))) => {
                self.rare = rare.map_or(u64::MAX, |rare| rare.count);
                (self.made, self.stop) = (Some(Ok(made)), Some(stop));
            }
            Err(error) => (self.made, self.stop) = (Some(Err(error)), None),
        }
    }
}

/// True if a directory is one of several searches: it holds their directories, and no file.
pub fn is_of_several(directory: &Path) -> bool {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let entries: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    entries.iter().all(|path| path.is_dir()) && entries.iter().any(|path| is_search(path))
}

/// The directory of searches, within that of the survey.
pub const SEARCHES: &str = "searches";

/// The searches that a survey keeps.
#[derive(Debug)]
pub struct KeptSearches {
    path: PathBuf,
    save_every: Duration,
}

impl KeptSearches {
    /// The searches of the survey in this directory.
    pub fn new(directory: &Path) -> KeptSearches {
        KeptSearches::saved_every(directory, Settings::DEFAULT.save_every)
    }

    /// The same with this least time between two saves.
    pub fn saved_every(directory: &Path, save_every: Duration) -> KeptSearches {
        KeptSearches { path: directory.join(SEARCHES), save_every }
    }

    /// Searches for the period of `code`, resuming an earlier search with nearer limits if one was
    /// kept.
    pub fn search(
        &self,
        code: &Code,
        limits: &Limits,
        watch: &EventCallback<'_>,
    ) -> Result<Known, GrundyError> {
        search_and_keep(code, limits, &self.directory_of(code), self.save_every, watch)
    }

    /// Removes the search for this code if by the table no search would find more; the table must
    /// be saved. A search that another process uses, or has continued until it dropped its history,
    /// stays.
    pub fn remove_if_ended(&self, code: &Code, table: &GameTable) -> Result<(), ResumableError> {
        let path = self.directory_of(code);
        let row = table.row_of(code).map(|(row, _)| row);
        let is_ended =
            row.is_some_and(|row| row.status == Status::Proved || row.is_at_largest_value());
        if is_ended && path.exists() {
            remove_kept(&path)?;
        }
        Ok(())
    }

    fn directory_of(&self, code: &Code) -> PathBuf {
        self.path.join(directory_name(code))
    }
}
