//! `octal survey`: a set of codes, searched in parallel.

mod finish;

use std::path::{Path, PathBuf};

use anyhow::ensure;
use octal::catalogue::claims::Claim;
use octal::certificate::SearchError;
use octal::code::Code;
use octal::period::resumable::{self, Checkpoint, ResumableError};
use octal::period::search::Limits;
use octal::survey::certificates;
use octal::survey::class::{Class, classes, octal_codes};
use octal::survey::parallel::{most_hopeful_first, run as run_jobs, works};
use octal::survey::searches::KeptSearches;
use octal::survey::store::{Finished, GameTable, TableFile};
use octal::survey::study::{SearchJob, Study, jobs, study_stream, study_values};

use super::args::files::{InFile, PERIODS, ResultsDir, SurveyDir};
use super::args::limits::{LimitArgs, SURVEY};
use super::args::number::{self, TaskPart};
use super::terminal::input::{CodeList, read_codes};
use super::terminal::output::create_directory;
use super::terminal::progress::SurveyBars;
use super::terminal::signal;
use super::terminal::stderr::{count, say, say_stopped};
use super::{Answer, Result};

/// Search many codes in parallel and write a row of periods.csv for each game
///
/// Codes that the rules prove equal are one game, which is searched once. Games whose proved
/// sequences are equal share one row. The row stands under one code of the game: a code with a
/// name, else the shortest. Its column cousins lists the other codes.
///
/// With --dir each row is written to DIR/periods.csv as soon as its search ends. DIR/codes.csv has
/// the game of every code. A second run keeps all rows, and searches only games that are missing or
/// that were searched less deeply. Without --dir the rows go to stdout.
///
/// --merge searches nothing. It joins the tables of other surveys, such as the parts of one, with
/// their certificates. The result is the table that one survey of all codes would make.
///
/// --first-work W searches in rounds: every game with W, then the open games with 10 W, up to
/// --work. Interrupt it at any time: the table is complete for the last finished round.
///
/// A search of an open game that takes longer than some seconds is saved in DIR/searches/CODE until
/// the game is proved. The next round resumes it. So does a later run with more --work or a higher
/// --limit, and the same command after a crash.
/// The rows are the same with and without saved searches. --merge leaves the searches where they
/// are: move them into DIR/searches to resume them there.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal survey --digits 2 --limit 1e4 --dir two-digits
  octal survey --codes my-codes.txt --limit 1e7 --dir mine
  octal survey --digits 3 --limit 1e4 --shard 2/8 --dir part-2   one of eight parts
  octal survey --merge two-digits mine part-2 --dir whole
  octal survey --digits 2 --first-work 1e4 --work 1e6 --certificates --report --dir census
  octal survey --digits 1 --limit 1e4 --dir small --search 0.106.search   what `octal search` found

Without --limit and --work a search ends at heap 2^27 or after 9e9 option values. Each game may
take --memory divided by the number of threads, so both decide which searches memory ends.
Exit code: 0 done, 2 could not do it, or not all of it, or stopped without --dir,
75 stopped by a signal: the same command resumes.")]
pub struct Args {
    /// All codes 0.d1…dD and 4.d1…dD with at most D digits, 1 to 7. Seven digits give 4 million
    /// codes: the first search then begins after some minutes, and the codes take 1 GB
    #[arg(long, value_name = "D", default_value = "2",
        value_parser = number::within::<u8>(1..=7), conflicts_with = "codes")]
    digits: u8,
    /// The codes of a file, one a line; `#` begins a comment; `-` is stdin
    #[arg(long, value_name = "FILE")]
    codes: Option<InFile>,
    /// Only part I of M (1/8 to 8/8, or task/8 in a task of a batch system)
    #[arg(long, value_name = "I/M")]
    shard: Option<TaskPart>,
    /// Join the tables in these directories
    #[arg(long, value_name = "DIR", num_args = 1..,
        conflicts_with_all = ["digits", "codes", "shard", "limit", "work", "first_work", "memory", "certificates"])]
    merge: Vec<ResultsDir>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Search in rounds: the first with W option values for every game, each later one with ten
    /// times as many, the last with --work
    #[arg(long, value_name = "W", requires = "work", value_parser = number::positive)]
    first_work: Option<u64>,
    /// Write a certificate of every proved period into DIR/certificates; large ones are compressed
    /// by gzip
    #[arg(long, requires = "dir")]
    certificates: bool,
    /// Add the result of the `octal search` in DIR, or of every search in a directory below DIR;
    /// may be given several times
    #[arg(long, value_name = "DIR", requires = "dir", conflicts_with = "merge")]
    search: Vec<PathBuf>,
    /// Also write README.md, a summary of the table, and its pictures
    #[arg(long, requires = "dir")]
    report: bool,
    /// The directory to work in. The command makes it, or resumes the work that is in it
    #[arg(long, value_name = "DIR")]
    dir: Option<SurveyDir>,
}

pub fn run(args: &Args) -> Result {
    if args.merge.is_empty() { search(args) } else { finish::merge(args) }
}

/// A survey: the arguments, its games, and the files beside the table.
struct Survey<'a> {
    args: &'a Args,
    all: Vec<Class>,
    kept: Option<KeptSearches>,
    /// The bytes that the values of a game may take.
    memory: u64,
}

/// Searches the missing games.
fn search(args: &Args) -> Result {
    let rounds = rounds(args)?;
    let Selected { classes: all, refused } = selected(args)?;
    let mut file = open(args)?;
    file.table.unproved().iter().for_each(say);
    // Searches that are kept in the directory.
    let kept = args.dir.as_deref().map(KeptSearches::new);
    let survey = Survey { args, all, kept, memory: rounds[0].memory };
    if !survey.take_over(&mut file)? {
        say_stopped();
        return Ok(Answer::Stopped);
    }
    file.save()?;
    survey.remove_ended(survey.all.iter().map(|class| class.code().clone()), &file);
    survey.certify(&rounds[0], &mut file)?;
    for limits in &rounds {
        if rounds.len() > 1 {
            say(format!("round of {} option values a game", limits.work.unwrap_or_default()));
        }
        survey.round(limits, &mut file)?;
        // After each round the directory holds a whole survey, with its codes and its report.
        finish::write_beside(args)?;
        if signal::caught() {
            break;
        }
    }
    finish::write_rows_without_directory(args, &file)?;
    if signal::caught() {
        return Ok(survey.stopped(&file, &rounds[rounds.len() - 1]));
    }
    let is_whole = survey.has_made_certificates()? && refused == 0;
    Ok(if is_whole { Answer::Yes } else { Answer::Unfinished })
}

/// The codes that a survey is about.
struct Selected {
    /// The games.
    classes: Vec<Class>,
    /// Lines of the file that are no codes.
    refused: usize,
}

/// The games that the arguments name. Each line of a file that is no code is reported.
fn selected(args: &Args) -> anyhow::Result<Selected> {
    let CodeList { codes, refused } = match &args.codes {
        Some(path) => read_codes(path)?,
        None => CodeList { codes: octal_codes(usize::from(args.digits)), refused: 0 },
    };
    // Signals are caught only from here on: a user who waits for a pipe can stop the program as
    // usual.
    signal::catch();
    let all = classes(codes);
    let classes = match args.shard {
        Some(part) => part.of(all),
        None => all,
    };
    Ok(Selected { classes, refused })
}

/// The limits of each round.
fn rounds(args: &Args) -> anyhow::Result<Vec<Limits>> {
    let limits = args.limits.limits(SURVEY, rayon::current_num_threads());
    let (Some(first), Some(last)) = (args.first_work, limits.work) else {
        return Ok(vec![limits]);
    };
    ensure!(
        first <= last,
        "the first round has more work than the last: give --first-work at most --work"
    );
    Ok(works(first, last).into_iter().map(|work| Limits { work: Some(work), ..limits }).collect())
}

/// Makes the directory, and opens its table.
fn open(args: &Args) -> anyhow::Result<TableFile> {
    let path = args.dir.as_deref().map(|directory| directory.join(PERIODS));
    args.dir.as_deref().map(create_directory).transpose()?;
    finish::refuse_foreign_files(args)?;
    Ok(TableFile::open(path.as_deref())?)
}

impl Survey<'_> {
    /// Adds the results of long searches; `false` if a signal came first.
    fn take_over(&self, file: &mut TableFile) -> anyhow::Result<bool> {
        let (memory, certify) = (self.args.limits.memory.bytes(), self.args.certificates);
        TakeOver { memory, claims: &[], certify }.all(&self.args.search, |taken| {
            let (FoundBySearch::Stream(Study { mut game, .. })
            | FoundBySearch::Values(Study { mut game, .. })) = taken;
            let code = &game.members[0].code;
            let has_code = |class: &&Class| class.members.iter().any(|m| m.code == *code);
            match self.all.iter().find(has_code) {
                Some(class) if class.code() != code => {
                    say(format!(
                        "the search of {code} is passed over: {} stands for this game, so search that",
                        class.code()
                    ));
                    return Ok(());
                }
                Some(class) => game.members.clone_from(&class.members),
                None => {}
            }
            self.add(game, file)
        })
    }

    /// Adds a game to the table, and its certificate to the directory.
    fn add(&self, mut game: Finished, file: &mut TableFile) -> anyhow::Result<()> {
        if let Some(directory) = self.args.dir.as_deref() {
            certificates::keep(&mut game, directory)?;
        }
        file.table.insert(game);
        Ok(())
    }

    /// Makes the certificates of games proved by earlier runs that are not there. A game is tried
    /// once, and not if the heaps of its proof do not fit into memory.
    fn certify(&self, limits: &Limits, file: &mut TableFile) -> anyhow::Result<()> {
        let mut classes = self.uncertified(&file.table);
        classes.retain(|class| !certificates::is_beyond(&file.table, class.code(), self.memory));
        self.run(certificates::jobs(classes, &file.table).collect(), limits, file)
    }

    /// Searches the games that this round can decide or take further.
    fn round(&self, limits: &Limits, file: &mut TableFile) -> anyhow::Result<()> {
        // No search in memory finds such a proof again.
        let is_out_of_reach = |code: &Code| {
            let (table, memory) = (&file.table, self.memory);
            table.uncertified(code).is_some() && certificates::is_beyond(table, code, memory)
        };
        let is_open =
            |class: &&Class| !file.table.answers(class, limits) && !is_out_of_reach(class.code());
        let classes = self.all.iter().filter(is_open).cloned();
        let wanted = if self.args.certificates {
            certificates::jobs(classes, &file.table).collect()
        } else {
            jobs(classes.collect(), &[])
        };
        self.run(wanted, limits, file)
    }

    /// Does these jobs, the most hopeful first, and saves each game when it is done.
    fn run(
        &self,
        jobs: Vec<SearchJob<'_>>,
        limits: &Limits,
        file: &mut TableFile,
    ) -> anyhow::Result<()> {
        if jobs.is_empty() || signal::caught() {
            return Ok(());
        }
        let bars = SurveyBars::new(jobs.len());
        let ordered = most_hopeful_first(jobs, &file.table, limits);
        run_jobs(ordered, limits, self.kept.as_ref(), &bars, |studies: Vec<Study>| {
            let code = |study: &Study| study.game.members[0].code.clone();
            let codes: Vec<Code> = studies.iter().map(code).collect();
            studies.into_iter().try_for_each(|study| self.add(study.game, file))?;
            file.save()?;
            self.remove_ended(codes, file);
            anyhow::Ok(())
        })
    }

    /// Removes the saved searches for these games that have ended by the table.
    fn remove_ended(&self, codes: impl IntoIterator<Item = Code>, file: &TableFile) {
        for code in codes {
            let kept = self.kept.as_ref();
            let removed = kept.map_or(Ok(()), |kept| kept.remove_if_ended(&code, &file.table));
            if let Err(error) = removed {
                say(format!("{code}: {:#}", anyhow::Error::from(error)));
            }
        }
    }

    /// The games of this survey whose certificates are wanted, and are not there.
    fn uncertified(&self, table: &GameTable) -> Vec<Class> {
        let codes = self.all.iter().map(Class::code);
        if self.args.certificates { certificates::missing(table, codes) } else { vec![] }
    }

    /// Names the wanted certificates that are missing; true if there are none.
    fn has_made_certificates(&self) -> anyhow::Result<bool> {
        let Some(directory) = self.args.dir.as_deref() else { return Ok(true) };
        // As others see the table: games that were found to be equal are one game there.
        let table = GameTable::read_with_certificates(&directory.join(PERIODS))?;
        let missing = self.uncertified(&table);
        for class in &missing {
            let code = class.code();
            say(format!(
                "{code}: a search up to the end of its proof does not fit into memory, so its certificate is not \
                 made here: give more --memory, or --search with the directory of its search"
            ));
        }
        Ok(missing.is_empty())
    }

    /// Prints the state of the survey when a signal stopped it.
    fn stopped(&self, file: &TableFile, limits: &Limits) -> Answer {
        let done = self.all.iter().filter(|class| file.table.answers(class, limits)).count();
        let verb = if self.all.len() == 1 { "is" } else { "are" };
        say(format!("stopped: {done} of {} {verb} done", count(self.all.len(), "game")));
        // Without a directory nothing is kept from which another run could resume.
        if self.args.dir.is_some() { Answer::Stopped } else { Answer::Unfinished }
    }
}

/// The study of a game that was searched in a directory of its own.
pub enum FoundBySearch {
    /// From the stream of a search that has dropped its history: to check its certificate may take
    /// as long as the search.
    Stream(Study),
    /// From all values.
    Values(Study),
}

/// The way in which results of long searches are added.
#[derive(Clone, Copy)]
pub struct TakeOver<'a> {
    /// The bytes that the values of one search may take.
    pub memory: u64,
    /// The claims on which verdicts are wanted.
    pub claims: &'a [Claim],
    /// True if certificates are wanted.
    pub certify: bool,
}

impl TakeOver<'_> {
    /// Passes on the results of the searches in these directories, or in the directories in them.
    /// False if a signal came first.
    pub fn all(
        &self,
        directories: &[PathBuf],
        mut add: impl FnMut(FoundBySearch) -> anyhow::Result<()>,
    ) -> anyhow::Result<bool> {
        let searches = directories.iter().map(resumable::searches);
        let searches = searches.collect::<Result<Vec<_>, _>>()?.concat();
        for search in &searches {
            match self.one(search) {
                Ok(taken) => add(taken)?,
                Err(error) if is_stop(&error) => return Ok(false),
                Err(error) if searches.len() > 1 => pass_over(search, &error),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(true)
    }

    fn one(&self, search: &Path) -> Result<FoundBySearch, SearchError> {
        Ok(match Checkpoint::of(search)?.and_then(|checkpoint| checkpoint.stream) {
            Some(stream) => {
                let continues = || !signal::caught();
                FoundBySearch::Stream(study_stream(&stream, self.claims, self.certify, &continues)?)
            }
            None => {
                FoundBySearch::Values(study_values(search, self.memory, self.claims, self.certify)?)
            }
        })
    }
}

/// Says that a search is passed over, and why.
fn pass_over(search: &Path, error: &SearchError) {
    let search = search.display();
    match error {
        SearchError::Search(ResumableError::Locked(_)) => {
            say(format_args!("`{search}` is passed over: another process searches there"));
        }
        _ => say(format_args!("`{search}` is passed over: {error}")),
    }
}

/// True if a failure is no more than the stop that a signal asked for.
fn is_stop(error: &SearchError) -> bool {
    matches!(error, SearchError::Search(ResumableError::Interrupted(_)))
}
