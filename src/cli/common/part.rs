//! A part of the work, for several machines: `3/8`, or `task/8` for that of a task of a batch system.
//!
//! How many parts there are is always said: a batch system that is asked for one task of an array
//! again counts one task, and that task must not take the whole for its part.

use std::env;
use std::ops::Range;
use std::str::FromStr;

use super::number;

/// A part of several that are about equal, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaskPart {
    number: usize,
    of: usize,
}

/// Where batch systems tell a task of an array its number; of several the first counts. A worker of
/// HyperQueue is itself a job of Slurm or of PBS, whose variables its tasks inherit, so HyperQueue comes
/// first. Slurm and PBS are not run within each other, but Slurm hands the environment in which a job is
/// submitted on to it, and PBS does so only if asked: where both are set, that of PBS is the inherited one.
const NUMBERS: [&str; 3] = ["HQ_TASK_ID", "SLURM_ARRAY_TASK_ID", "PBS_ARRAY_INDEX"];

impl TaskPart {
    /// Every M-th of these things.
    pub fn of<T>(self, things: impl IntoIterator<Item = T>) -> Vec<T> {
        things.into_iter().skip(self.number - 1).step_by(self.of).collect()
    }

    /// The numbers of this part of `count` things that stand side by side.
    pub fn range(self, count: usize) -> Range<usize> {
        (self.number - 1) * count / self.of..self.number * count / self.of
    }
}

impl FromStr for TaskPart {
    type Err = String;

    fn from_str(text: &str) -> Result<TaskPart, String> {
        let right =
            || "a part is written 1/8, …, 8/8, or task/8 in a task of a batch system".to_owned();
        let whole = |text: &str| number::positive(text).ok().and_then(|n| usize::try_from(n).ok());
        let (number, of) = text.split_once('/').ok_or_else(right)?;
        let of = whole(of).ok_or_else(right)?;
        let number = if number == "task" { task(of)? } else { whole(number).ok_or_else(right)? };
        if number > of { Err(right()) } else { Ok(TaskPart { number, of }) }
    }
}

/// The number of this task of `of`, as the batch system tells it.
fn task(of: usize) -> Result<usize, String> {
    let told = NUMBERS.into_iter().find_map(|name| Some((name, env::var(name).ok()?)));
    let Some((name, text)) = told else {
        let names = NUMBERS.join(", ");
        return Err(format!("this is no task of a batch system: none of {names} is set"));
    };
    let number = text.parse().ok().filter(|number| (1..=of).contains(number));
    number.ok_or_else(|| format!("{name} is `{text}`: number the tasks of the array 1 to {of}"))
}
