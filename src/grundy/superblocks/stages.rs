//! How long the stages take, and how long they would take on more cores.
//!
//! A superblock is a *round*: the serial stage takes its time s, and beside it tasks with the times
//! t₁, t₂, … are done. P cores need max(s, max tᵢ, (s + Σ tᵢ) / P) for it at least, and about that much if
//! the tasks are many. Rounds come one after the other.

use std::ops::AddAssign;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Times are told for 1 to this many cores.
const MOST_CORES: usize = 32;

/// How long rounds took: nothing, unless the tuning has them timed. Times are those that pass while a stage or a task is at
/// work, without the looks at the clock. The clock is the one whose looks are cheap: a task takes some microseconds, and
/// to ask how long its thread has had the processor takes half of one, and what is in the caches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stages {
    /// The time from the beginning of each round to its end, with all that was waited meanwhile.
    pub rounds: Duration,
    /// The time of the serial stages.
    pub serial: Duration,
    /// The time of all tasks, on whatever thread.
    pub parallel: Duration,
    /// Element i is the least time that i + 1 cores need, in nanoseconds.
    cores: [u64; MOST_CORES],
}

impl Stages {
    /// The least time that `cores` cores need for these rounds; `None` for 0 and for more than 32.
    #[must_use]
    pub fn by_cores(&self, cores: usize) -> Option<Duration> {
        self.cores.get(cores.checked_sub(1)?).copied().map(Duration::from_nanos)
    }

    /// Does a round, and says how long it took, if it is timed.
    pub(super) fn of<T>(is_timed: bool, round: impl FnOnce(&Stopwatch) -> T) -> (T, Stages) {
        let watch = Stopwatch { is_timed, ..Stopwatch::default() };
        let begun = is_timed.then(Instant::now);
        let done = round(&watch);
        (done, watch.stages(begun.map_or(Duration::ZERO, |begun| begun.elapsed())))
    }
}

impl AddAssign for Stages {
    fn add_assign(&mut self, other: Stages) {
        self.rounds += other.rounds;
        self.serial += other.serial;
        self.parallel += other.parallel;
        self.cores.iter_mut().zip(other.cores).for_each(|(time, more)| *time += more);
    }
}

/// From this many threads on they may wait for the serial stage, which is a tenth of the work, or more.
pub(super) const MANY_THREADS: usize = 4;

/// Takes the times of a round, in nanoseconds.
#[derive(Debug, Default)]
pub(super) struct Stopwatch {
    is_timed: bool,
    serial: AtomicU64,
    tasks: AtomicU64,
    longest: AtomicU64,
}

impl Stopwatch {
    /// Does the serial stage.
    pub(super) fn serial<T>(&self, stage: impl FnOnce() -> T) -> T {
        let (done, time) = self.timed(stage);
        self.serial.fetch_add(time, Relaxed);
        done
    }

    /// Does a task. No task may wait for another.
    pub(super) fn task<T>(&self, task: impl FnOnce() -> T) -> T {
        let (done, time) = self.timed(task);
        self.tasks.fetch_add(time, Relaxed);
        self.longest.fetch_max(time, Relaxed);
        done
    }

    /// How many of these equal things one task does. One thread does all of them in one task, because they share
    /// what is in the cache; several threads have two tasks each. Where tasks are timed, each does one thing, so
    /// that the times tell what more cores would need.
    pub(super) fn share(&self, things: usize) -> usize {
        match rayon::current_num_threads() {
            _ if self.is_timed => 1,
            1 => things.max(1),
            threads => things.div_ceil(2 * threads).max(1),
        }
    }

    /// Whether there are so many threads that they may wait for the serial stage; so it is where tasks are timed, because
    /// the times tell what more cores would need.
    pub(super) fn has_many_threads(&self) -> bool {
        self.is_timed || rayon::current_num_threads() >= MANY_THREADS
    }

    /// Does something, and says how long it took; 0 if nothing is timed.
    fn timed<T>(&self, action: impl FnOnce() -> T) -> (T, u64) {
        if !self.is_timed {
            return (action(), 0);
        }
        let begun = Instant::now();
        let done = action();
        let time = begun.elapsed().saturating_sub(*LOOK_AT_CLOCK);
        (done, time.as_nanos() as u64)
    }

    fn stages(&self, rounds: Duration) -> Stages {
        let [serial, tasks, longest] =
            [&self.serial, &self.tasks, &self.longest].map(|time| time.load(Relaxed));
        let by = |cores: usize| serial.max(longest).max((serial + tasks) / cores as u64);
        Stages {
            rounds,
            serial: Duration::from_nanos(serial),
            parallel: Duration::from_nanos(tasks),
            cores: std::array::from_fn(|i| by(i + 1)),
        }
    }
}

/// What it takes to look at the clock, which is no part of what is timed: tasks may take no longer than that.
static LOOK_AT_CLOCK: LazyLock<Duration> = LazyLock::new(|| {
    let looks = (0..LOOKS).map(|_| Instant::now().elapsed());
    looks.min().unwrap_or_default()
});
/// How often that is measured; the least time counts.
const LOOKS: usize = 1 << 10;

#[cfg(test)]
mod tests {
    use super::*;

    /// One core does all in turn, two share it, and no number of them is faster than the longest task.
    #[test]
    fn more_cores_take_less_time() {
        let watch = Stopwatch::default();
        watch.serial.fetch_add(30, Relaxed);
        watch.tasks.fetch_add(130, Relaxed);
        watch.longest.fetch_add(40, Relaxed);
        let mut stages = watch.stages(Duration::from_nanos(90));
        stages += stages;
        let times = [0, 1, 2, 3, 4, 32, 33].map(|cores| stages.by_cores(cores));
        let expected = [320, 160, 106, 80, 80].map(|time| Some(Duration::from_nanos(time)));
        assert_eq!(times[1..6], expected);
        assert_eq!([times[0], times[6]], [None, None]);
        assert_eq!(stages.rounds.as_nanos(), 180);
        assert_eq!(stages.serial + stages.parallel, stages.by_cores(1).unwrap());
    }

    /// What is done is timed, if it is asked for.
    #[test]
    fn a_round_is_timed() {
        let work = || {
            let begun = Instant::now();
            while begun.elapsed() < Duration::from_millis(3) {}
        };
        let round = |watch: &Stopwatch| {
            watch.task(work);
            watch.task(work);
            watch.serial(|| 7)
        };
        assert_eq!(Stages::of(false, round), (7, Stages::default()));
        let (done, stages) = Stages::of(true, round);
        assert_eq!(done, 7);
        assert!(stages.parallel >= Duration::from_millis(4) && stages.rounds >= stages.parallel);
        assert!(stages.by_cores(32) < stages.by_cores(1));
    }
}
