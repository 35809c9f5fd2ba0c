//! What a task of an array does, and what follows when all are done.

use anyhow::{Result, bail, ensure};

use super::shell::{line, quoted};

/// The command of a user, and the tasks that share it.
pub struct Shared<'a> {
    /// The command: a verb and its arguments.
    pub words: &'a [&'a str],
    /// The word by which a shell calls this program.
    pub program: &'a str,
    /// The directory to work in.
    pub dir: &'a str,
    /// The memory of a task in bytes.
    pub memory: u64,
}

/// The commands of a script.
pub struct BatchJob {
    /// The verb: survey, search or check.
    pub verb: &'static str,
    /// How many tasks there are.
    pub tasks: u16,
    /// What a task does, as a line of a shell.
    pub task: String,
    /// What follows.
    pub after: String,
    /// Whether it follows only if every task has ended with 0. A search that finds no period ends with 1, and so
    /// does the check of a certificate that is refused.
    pub needs_success: bool,
}

/// The option that is for the whole of a survey.
const REPORT: &str = "--report";

/// The options that tasks are given by the plan, and what sets them there.
const OF_THE_PLAN: [(&str, &str); 4] = [
    ("--dir", "the tasks work in the --dir that stands before it"),
    ("--memory", "the values of a task take half of the --task-memory that stands before it"),
    ("--shard", "each task has a part of its own, of as many as --tasks before it says"),
    ("--links", "each task has a part of its own, of as many as --tasks before it says"),
];

impl Shared<'_> {
    /// The arguments of the first of some tasks.
    ///
    /// # Errors
    /// If the command is none that can be done in parts, or has an option of the plan.
    pub fn first(&self) -> Result<Vec<String>> {
        for (option, why) in OF_THE_PLAN {
            let is_it = |word: &&str| word.split('=').next() == Some(option);
            let is_free = !self.words.iter().any(is_it);
            ensure!(is_free, "leave {option} out of the command of the tasks: {why}");
        }
        let ends = self.ends("1/8")?;
        let words = self.words.iter().map(|&word| word.to_owned());
        Ok(words.chain(ends).chain([self.dir.to_owned()]).collect())
    }

    /// The commands for this number of tasks.
    ///
    /// # Errors
    /// If the command is none that can be done in parts.
    pub fn job(&self, tasks: u16) -> Result<BatchJob> {
        let part = format!("task/{tasks}");
        let ends = self.ends(&part)?;
        let ends: Vec<&str> = ends.iter().map(String::as_str).collect();
        Ok(match self.words[0] {
            "survey" => self.survey(tasks, &ends),
            "search" => self.search(tasks, &ends),
            _ => self.check(tasks, &ends),
        })
    }

    /// The last arguments of a task with this part of the work, but for its directory.
    fn ends(&self, part: &str) -> Result<Vec<String>> {
        // What is left for values in the memory of a task.
        let memory = format!("{}M", self.memory >> 21);
        let words = match self.words[0] {
            "survey" | "search" => vec!["--memory", &memory, "--shard", part, "--dir"],
            "check" => vec!["--links", part, "--dir"],
            other => bail!("`{other}` is not done in parts: name survey, search or check"),
        };
        Ok(words.into_iter().map(str::to_owned).collect())
    }

    /// Each task makes a table of its own, and the tables are joined.
    fn survey(&self, tasks: u16, ends: &[&str]) -> BatchJob {
        // What is written when all is done is no matter of the parts.
        let own: Vec<&str> = self.words.iter().copied().filter(|word| *word != REPORT).collect();
        let report = if own.len() < self.words.len() { " --report" } else { "" };
        let parts = quoted(&format!("{}/part-", self.dir));
        let task = format!("{} {parts}\"$task\"", self.octal(own.iter().chain(ends)));
        let merge = self.octal(&["survey", "--merge"]);
        let after = format!("{merge} {parts}* --dir {}{report}", quoted(self.dir));
        BatchJob { verb: "survey", tasks, task, after, needs_success: true }
    }

    /// Each task searches some of the codes, each in a directory of its own.
    fn search(&self, tasks: u16, ends: &[&str]) -> BatchJob {
        let task = self.octal(self.words.iter().chain(ends).chain([&self.dir]));
        let after = self.octal(&["search", "--status", self.dir]);
        BatchJob { verb: "search", tasks, task, after, needs_success: false }
    }

    /// Each task checks some of the links and notes them; then no link is left.
    fn check(&self, tasks: u16, ends: &[&str]) -> BatchJob {
        let task = self.octal(self.words.iter().chain(ends).chain([&self.dir]));
        let after = self.octal(self.words.iter().chain(&["--dir", self.dir]));
        BatchJob { verb: "check", tasks, task, after, needs_success: false }
    }

    /// The command line of this program with these arguments.
    fn octal<'a>(&'a self, arguments: impl IntoIterator<Item = &'a &'a str>) -> String {
        line([self.program].into_iter().chain(arguments.into_iter().copied()))
    }
}
