//! Numbers as arguments: `1e9`, `2^30`, `1_000_000`; sizes such as `4G`.
//!
//! A part of the work, for several machines: `3/8`, or `task/8` for that of a task of a batch
//! system.
//!
//! The number of parts is always given. A batch system that runs one task of an array again counts
//! one task, and that task must not do the work of all.

use std::ops::{Range, RangeInclusive};
use std::str::FromStr;
use std::{env, fmt};

use octal::code::number::{NumberError, whole};

/// The largest number that may be asked for.
const MOST: u128 = 1 << 53;

/// A whole number as an argument, such as a number of heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count(pub u64);

impl FromStr for Count {
    type Err = String;

    fn from_str(text: &str) -> Result<Count, String> {
        count(text).map(Count)
    }
}

impl From<Count> for u64 {
    fn from(count: Count) -> u64 {
        count.0
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Reads a whole number.
pub fn count(text: &str) -> Result<u64, String> {
    Ok(up_to(MOST, "2^53", text)? as u64)
}

/// Reads a heap that is counted, not computed: at most 2^62.
pub fn far(text: &str) -> Result<u64, String> {
    Ok(up_to(1 << 62, "2^62", text)? as u64)
}

/// Reads a whole number that is not 0.
pub fn positive(text: &str) -> Result<u64, String> {
    match count(text)? {
        0 => Err("a whole number from 1 on".to_owned()),
        n => Ok(n),
    }
}

/// Reads a whole number of this range.
pub fn within<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number = Some(count(text)?).filter(|n| range.contains(n));
        let number = number.and_then(|n| T::try_from(n).ok());
        number.ok_or_else(|| format!("from {} to {}", range.start(), range.end()))
    }
}

/// Reads a heap of a game whose heaps may be large.
pub fn large_heap(text: &str) -> Result<u128, String> {
    up_to(1 << 127, "2^127", text)
}

/// Reads a size in bytes, with an optional K, M, G or T (powers of 1024).
pub fn bytes(text: &str) -> Result<u64, String> {
    let text = text.trim().trim_end_matches(['B', 'b']).trim_end_matches('i');
    let unit = text.chars().next_back().unwrap_or(' ').to_ascii_uppercase();
    let power = "KMGT".find(unit).map_or(0, |i| i + 1);
    let digits = if power > 0 { &text[..text.len() - 1] } else { text };
    let size = up_to(MOST, "2^53", digits)
        .map_err(|error| format!("{error}; sizes are written 512M or 4G"))?;
    size.checked_mul(1 << (10 * power))
        .filter(|size| (1 << 20..=MOST).contains(size))
        .map(|size| size as u64)
        .ok_or_else(|| "a size from 1M to 8192T is written 512M or 4G".to_owned())
}

/// A whole number up to `most`, which is written `limit`.
fn up_to(most: u128, limit: &str, text: &str) -> Result<u128, String> {
    match whole(text.trim()) {
        Ok(n) if n <= most => Ok(n),
        Ok(_) | Err(NumberError::TooLarge) => Err(format!("too large: at most {limit}")),
        Err(error) => Err(error.to_string()),
    }
}

/// A part of several that are about equal, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaskPart {
    number: usize,
    of: usize,
}

/// The variables in which batch systems state the number of a task of an array; the first that is
/// set counts. A worker of HyperQueue is itself a job of Slurm or of PBS, whose variables its tasks
/// inherit, so HyperQueue comes first. Slurm passes the environment of a submitted job on, and PBS
/// does so only if asked. So where both are set, the variable of PBS was inherited.
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
        let whole = |text: &str| positive(text).ok().and_then(|n| usize::try_from(n).ok());
        let (number, of) = text.split_once('/').ok_or_else(right)?;
        let of = whole(of).ok_or_else(right)?;
        let number = if number == "task" { task(of)? } else { whole(number).ok_or_else(right)? };
        if number > of { Err(right()) } else { Ok(TaskPart { number, of }) }
    }
}

/// The number of this task of `of`, as the batch system states it.
fn task(of: usize) -> Result<usize, String> {
    let found = NUMBERS.into_iter().find_map(|name| Some((name, env::var(name).ok()?)));
    let Some((name, text)) = found else {
        let names = NUMBERS.join(", ");
        return Err(format!("this is no task of a batch system: none of {names} is set"));
    };
    let number = text.parse().ok().filter(|number| (1..=of).contains(number));
    number.ok_or_else(|| format!("{name} is `{text}`: number the tasks of the array 1 to {of}"))
}
