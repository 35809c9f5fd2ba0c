//! What a task of an array does, and what follows when all are done.

use anyhow::bail;

use super::Args;
use super::shell::{line, quoted};

/// The commands of a script.
pub struct Job {
    /// The verb: survey, search or check.
    pub verb: &'static str,
    /// What a task does, as a line of a shell.
    pub task: String,
    /// What follows.
    pub after: String,
    /// Whether it follows only if every task has ended with 0. A search that finds no period ends with 1.
    pub needs_success: bool,
    /// The arguments of the first task.
    pub first: Vec<String>,
}

impl Job {
    /// The commands for that of the user, in a directory.
    ///
    /// # Errors
    /// If it is none that can be done in parts.
    pub fn new(command: &[String], dir: &str, args: &Args) -> anyhow::Result<Job> {
        let words: Vec<&str> = command.iter().map(String::as_str).collect();
        match words[0] {
            "survey" => Ok(Job::survey(&words, dir, args)),
            "search" => Ok(Job::search(&words, dir, args)),
            "check" => Ok(Job::check(&words, dir, args)),
            other => bail!("`{other}` is not done in parts: name survey, search or check"),
        }
    }

    /// Each task makes a table of its own, and the tables are joined.
    fn survey(words: &[&str], dir: &str, args: &Args) -> Job {
        let (tasks, memory) = (args.tasks, memory(args));
        // What is written when all is done is no matter of the parts.
        let own: Vec<&str> = words.iter().copied().filter(|word| *word != REPORT).collect();
        let report = if own.len() < words.len() { " --report" } else { "" };
        let parts = quoted(&format!("{dir}/part-"));
        let base = line(own.iter().copied().chain(["--memory", &memory]));
        let task = format!("octal {base} --shard task/{tasks} --dir {parts}\"$task\"");
        let after = format!("octal survey --merge {parts}* --dir {}{report}", quoted(dir));
        let first = format!("{dir}/part-1");
        let ends = ["--memory", &memory, "--shard", &format!("1/{tasks}"), "--dir", &first];
        Job { verb: "survey", task, after, needs_success: true, first: example(&own, &ends) }
    }

    /// Each task searches some of the codes, each in a directory of its own.
    fn search(words: &[&str], dir: &str, args: &Args) -> Job {
        let (part, memory) = (format!("task/{}", args.tasks), memory(args));
        let ends = ["--memory", &memory, "--shard", &part, "--dir", dir];
        let task = format!("octal {}", line(words.iter().copied().chain(ends)));
        let after = format!("octal search --status {}", quoted(dir));
        let first = example(words, &["--memory", &memory, "--shard", "1/8", "--dir", dir]);
        Job { verb: "search", task, after, needs_success: false, first }
    }

    /// Each task checks some of the links and notes them; then no link is left.
    fn check(words: &[&str], dir: &str, args: &Args) -> Job {
        let part = format!("task/{}", args.tasks);
        let task = words.iter().copied().chain(["--links", &part, "--dir", dir]);
        let task = format!("octal {}", line(task));
        let after = format!("octal {}", line(words.iter().copied().chain(["--dir", dir])));
        let first = example(words, &["--links", "1/8", "--dir", dir]);
        Job { verb: "check", task, after, needs_success: true, first }
    }
}

/// The option that is for the whole of a survey.
const REPORT: &str = "--report";

fn example(words: &[&str], ends: &[&str]) -> Vec<String> {
    words.iter().chain(ends).map(|&word| word.to_owned()).collect()
}

/// What is left for values in the memory of a task.
fn memory(args: &Args) -> String {
    format!("{}M", (args.task_memory >> 21).max(1))
}
