//! Tasks are dealt to the threads one by one.
//!
//! A superblock is some ten microseconds of work for each thread. If its tasks were divided among the threads beforehand,
//! all would wait at its end for the one that has the longest. So each thread takes the next task that nobody has begun,
//! until none is left; the tasks that others wait for come first, and short ones last.

use super::locked::locked;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock};

/// Tasks that can be dealt.
pub(super) trait Tasks: Sync {
    /// How many there are.
    fn count(&self) -> usize;

    /// Does task i. Each is done once.
    fn run(&self, i: usize);
}

/// Tasks of one kind, and what they have given.
pub(super) struct ManyTasks<T, F> {
    task: F,
    given: Vec<OnceLock<T>>,
}

impl<T, F: Fn(usize) -> T> ManyTasks<T, F> {
    /// The tasks 0, 1, …, `count` − 1.
    pub(super) fn new(count: usize, task: F) -> ManyTasks<T, F> {
        ManyTasks { task, given: (0..count).map(|_| OnceLock::new()).collect() }
    }

    /// What each task has given, once all have been dealt.
    pub(super) fn given(self) -> Vec<T> {
        self.given.into_iter().map(given).collect()
    }
}

impl<T: Send + Sync, F: Fn(usize) -> T + Sync> Tasks for ManyTasks<T, F> {
    fn count(&self) -> usize {
        self.given.len()
    }

    fn run(&self, i: usize) {
        self.given[i].get_or_init(|| (self.task)(i));
    }
}

/// A task of its own, and what it has given.
pub(super) struct OneTask<T, F> {
    task: Mutex<Option<F>>,
    given: OnceLock<T>,
}

impl<T, F: FnOnce() -> T> OneTask<T, F> {
    pub(super) fn new(task: F) -> OneTask<T, F> {
        OneTask { task: Mutex::new(Some(task)), given: OnceLock::new() }
    }

    /// What the task gives; it is done now if it has not been dealt.
    pub(super) fn given(self) -> T
    where
        T: Send + Sync,
        F: Send,
    {
        self.run(0);
        given(self.given)
    }
}

impl<T: Send + Sync, F: FnOnce() -> T + Send> Tasks for OneTask<T, F> {
    fn count(&self) -> usize {
        1
    }

    fn run(&self, _: usize) {
        let task = locked(&self.task).take();
        if let Some(task) = task {
            self.given.get_or_init(task);
        }
    }
}

/// No task.
impl Tasks for () {
    fn count(&self) -> usize {
        0
    }

    fn run(&self, _: usize) {}
}

/// No tasks, or these.
impl<P: Tasks> Tasks for Option<P> {
    fn count(&self) -> usize {
        self.as_ref().map_or(0, Tasks::count)
    }

    fn run(&self, i: usize) {
        if let Some(tasks) = self {
            tasks.run(i);
        }
    }
}

/// The same tasks.
impl<P: Tasks + ?Sized> Tasks for &P {
    fn count(&self) -> usize {
        (**self).count()
    }

    fn run(&self, i: usize) {
        (**self).run(i);
    }
}

/// Tasks each of which has something of its own.
impl<T: Send + Sync, F: FnOnce() -> T + Send> Tasks for Vec<OneTask<T, F>> {
    fn count(&self) -> usize {
        self.len()
    }

    fn run(&self, i: usize) {
        self[i].run(0);
    }
}

/// What a task has given.
fn given<T>(given: OnceLock<T>) -> T {
    given.into_inner().expect("all tasks have been dealt")
}

/// Deals all these tasks, in this order, and waits until they are done.
pub(super) fn deal(all: &[&dyn Tasks]) {
    deal_beside(&(), all);
}

/// Deals the serial stage and then all others, and waits until they are done.
pub(super) fn deal_beside(serial: &dyn Tasks, others: &[&dyn Tasks]) {
    let others_from = serial.count();
    let count = others_from + others.iter().map(|tasks| tasks.count()).sum::<usize>();
    let next = AtomicUsize::new(0);
    let task = |i: usize| match i.checked_sub(others_from) {
        None => serial.run(i),
        Some(i) => run(others, i),
    };
    let take = || {
        loop {
            let i = next.fetch_add(1, Relaxed);
            if i >= count {
                break;
            }
            task(i);
        }
    };
    on_threads(rayon::current_num_threads().min(count), &take);
}

/// Number of these equal things that one task does. One thread does all of them in one task, because
/// they share the cache; several threads have two tasks each.
pub(super) fn share(things: usize) -> usize {
    match rayon::current_num_threads() {
        1 => things.max(1),
        threads => things.div_ceil(2 * threads).max(1),
    }
}

/// Does task i of all these.
fn run(all: &[&dyn Tasks], mut i: usize) {
    for tasks in all {
        match i.checked_sub(tasks.count()) {
            Some(rest) => i = rest,
            None => return tasks.run(i),
        }
    }
}

/// Has up to this many threads do the work, those that are free before it is over.
fn on_threads(threads: usize, work: &(impl Fn() + Sync)) {
    if threads <= 1 {
        work();
    } else {
        let half = threads / 2;
        rayon::join(|| on_threads(threads - half, work), || on_threads(half, work));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;
    use std::thread;
    use std::time::{Duration, Instant};

    fn pool(threads: usize) -> rayon::ThreadPool {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
    }

    /// Every task is done once and gives its own; one thread does them in turn.
    #[test]
    fn each_task_once() {
        for (threads, count) in [(1, 0), (1, 60), (2, 0), (2, 1), (3, 60), (5, 60)] {
            let begun = Mutex::new(vec![]);
            let begin = |number: usize| {
                begun.lock().unwrap().push(number);
                thread::yield_now();
                number
            };
            let single = OneTask::new(|| begin(0));
            let first = ManyTasks::new(count, |i| begin(1 + i));
            let second = ManyTasks::new(3, |i| begin(1 + count + i));
            pool(threads).install(|| deal_beside(&single, &[&first, &second]));
            let given = [vec![single.given()], first.given(), second.given()].concat();
            let all: Vec<usize> = (0..count + 4).collect();
            assert_eq!(given, all);
            let mut begun = begun.into_inner().unwrap();
            assert!(threads > 1 || begun == all);
            begun.sort_unstable();
            assert_eq!(begun, all);
        }
    }

    /// A task that takes long keeps none of the others from being done.
    #[test]
    fn others_go_on() {
        let (done, patience) = (AtomicBool::new(false), Instant::now() + Duration::from_secs(60));
        let long = OneTask::new(|| {
            while !done.load(Relaxed) && Instant::now() < patience {
                thread::yield_now();
            }
            done.load(Relaxed)
        });
        let short = ManyTasks::new(9, |i| done.store(i == 8, Relaxed));
        pool(2).install(|| deal(&[&long, &short]));
        assert!(long.given());
        assert_eq!(short.given().len(), 9);
    }
}
