//! How long the stages take, and how long they would take on more cores.
//!
//! Tasks that are dealt at the same time take the times t₁, t₂, …; one of them may be the serial stage. P cores need
//! max(max tᵢ, (Σ tᵢ) / P) for them at least, and about that much if they are many. What is dealt later waits for them,
//! and what is never dealt is done by one core alone.

use super::locked::locked;
use std::ops::AddAssign;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};

/// Times are told for 1 to this many cores.
const MOST_CORES: usize = 32;

/// How long tasks took: nothing, unless the tuning has them timed. Times are those that pass while a stage or a task is at
/// work, without the looks at the clock. The clock is the one whose looks are cheap: a task takes some microseconds, and
/// to ask how long its thread has had the processor takes half of one, and what is in the caches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stages {
    /// The time in which tasks were dealt and done, with all that was waited meanwhile.
    pub dealt: Duration,
    /// The time of the serial stages.
    pub serial: Duration,
    /// The time of all other tasks, on whatever thread.
    pub parallel: Duration,
    /// Element i is the least time that i + 1 cores need, in nanoseconds.
    cores: [u64; MOST_CORES],
}

impl Stages {
    /// The least time that `cores` cores need for all that was dealt; `None` for 0 and for more than 32.
    #[must_use]
    pub fn by_cores(&self, cores: usize) -> Option<Duration> {
        self.cores.get(cores.checked_sub(1)?).copied().map(Duration::from_nanos)
    }
}

impl AddAssign for Stages {
    fn add_assign(&mut self, other: Stages) {
        self.dealt += other.dealt;
        self.serial += other.serial;
        self.parallel += other.parallel;
        self.cores.iter_mut().zip(other.cores).for_each(|(time, more)| *time += more);
    }
}

/// From this many threads on they may wait for the serial stage, which is a tenth of the work, or more.
pub(super) const MANY_THREADS: usize = 4;

/// Takes the times of all that is dealt, if they are taken.
#[derive(Debug, Default)]
pub(super) struct Stopwatch {
    stages: Option<Mutex<Stages>>,
}

impl Stopwatch {
    pub(super) fn new(is_timed: bool) -> Stopwatch {
        Stopwatch { stages: is_timed.then(Mutex::default) }
    }

    /// To time the tasks that are dealt now; `None` if they are not timed.
    pub(super) fn begin(&self) -> Option<TaskTimes> {
        self.is_timed().then(TaskTimes::begin)
    }

    /// Adds the times of tasks that are done.
    pub(super) fn add(&self, times: &TaskTimes) {
        if let Some(stages) = &self.stages {
            let mut stages = locked(stages);
            *stages += times.stages();
            // At last, because all this takes its time, too.
            stages.dealt += times.begun.elapsed();
        }
    }

    /// How long tasks took since the last call; `None` if they are not timed.
    pub(super) fn take(&self) -> Option<Stages> {
        let stages = self.stages.as_ref()?;
        Some(std::mem::take(&mut *locked(stages)))
    }

    fn is_timed(&self) -> bool {
        self.stages.is_some()
    }

    /// How many of these equal things one task does. One thread does all of them in one task, because they share
    /// what is in the cache; several threads have two tasks each. Where tasks are timed, each does one thing, so
    /// that the times tell what more cores would need.
    pub(super) fn share(&self, things: usize) -> usize {
        match rayon::current_num_threads() {
            _ if self.is_timed() => 1,
            1 => things.max(1),
            threads => things.div_ceil(2 * threads).max(1),
        }
    }

    /// Whether there are so many threads that they may wait for the serial stage; so it is where tasks are timed, because
    /// the times tell what more cores would need.
    pub(super) fn has_many_threads(&self) -> bool {
        self.is_timed() || rayon::current_num_threads() >= MANY_THREADS
    }
}

impl Clone for Stopwatch {
    /// Another one, which has taken no times yet.
    fn clone(&self) -> Stopwatch {
        Stopwatch::new(self.is_timed())
    }
}

/// The times of tasks that are dealt at the same time, in nanoseconds.
#[derive(Debug)]
pub(super) struct TaskTimes {
    begun: Instant,
    serial: AtomicU64,
    tasks: AtomicU64,
    longest: AtomicU64,
}

impl TaskTimes {
    fn begin() -> TaskTimes {
        let [serial, tasks, longest] = [const { AtomicU64::new(0) }; 3];
        TaskTimes { begun: Instant::now(), serial, tasks, longest }
    }

    /// Does the serial stage, or another task. None may wait for another.
    pub(super) fn of(&self, is_serial: bool, task: impl FnOnce()) {
        let begun = Instant::now();
        task();
        let time = begun.elapsed().saturating_sub(*LOOK_AT_CLOCK).as_nanos() as u64;
        let all = if is_serial { &self.serial } else { &self.tasks };
        all.fetch_add(time, Relaxed);
        self.longest.fetch_max(time, Relaxed);
    }

    /// These times, once all tasks are done, but that from the beginning to the end.
    fn stages(&self) -> Stages {
        let [serial, tasks, longest] =
            [&self.serial, &self.tasks, &self.longest].map(|time| time.load(Relaxed));
        let by = |cores: usize| longest.max((serial + tasks) / cores as u64);
        Stages {
            dealt: Duration::ZERO,
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
        let times = TaskTimes::begin();
        times.serial.fetch_add(30, Relaxed);
        times.tasks.fetch_add(130, Relaxed);
        times.longest.fetch_add(40, Relaxed);
        let mut stages = Stages { dealt: Duration::from_nanos(90), ..times.stages() };
        stages += stages;
        let by_cores = [0, 1, 2, 3, 4, 32, 33].map(|cores| stages.by_cores(cores));
        let expected = [320, 160, 106, 80, 80].map(|time| Some(Duration::from_nanos(time)));
        assert_eq!(by_cores[1..6], expected);
        assert_eq!([by_cores[0], by_cores[6]], [None, None]);
        assert_eq!(stages.dealt.as_nanos(), 180);
        assert_eq!(stages.serial + stages.parallel, stages.by_cores(1).unwrap());
    }

    /// What is done is timed, if it is asked for.
    #[test]
    fn tasks_are_timed() {
        let work = || {
            let begun = Instant::now();
            while begun.elapsed() < Duration::from_millis(3) {}
        };
        let watch = Stopwatch::new(true);
        let times = watch.begin().unwrap();
        times.of(false, work);
        times.of(false, work);
        times.of(true, || ());
        watch.add(&times);
        let stages = watch.clone().take().unwrap();
        assert_eq!(stages, Stages::default());
        let stages = watch.take().unwrap();
        assert!(stages.parallel >= Duration::from_millis(4) && stages.dealt >= stages.parallel);
        assert!(stages.by_cores(32) < stages.by_cores(1));
        assert_eq!(watch.take(), Some(Stages::default()));
        let untimed = Stopwatch::new(false);
        untimed.add(&times);
        assert!(untimed.begin().is_none() && untimed.take().is_none());
    }
}
