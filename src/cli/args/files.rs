//! The files that a command reads, and those that it writes: none may be both.
//!
//! The type of an argument states how the command uses the file. All arguments are checked before a
//! command runs, so that no verb can omit the check.

use std::any::Any;
use std::fs;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::ArgMatches;
use clap::builder::{MapValueParser, PathBufValueParser, TypedValueParser, ValueParserFactory};
use octal::input;
use octal::period::resumable::is_search;

/// Kinds of paths, as types of arguments.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident,)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $kind(PathBuf);

        impl Deref for $kind {
            type Target = Path;

            fn deref(&self) -> &Path {
                &self.0
            }
        }

        impl From<PathBuf> for $kind {
            fn from(path: PathBuf) -> $kind {
                $kind(path)
            }
        }

        impl ValueParserFactory for $kind {
            type Parser = MapValueParser<PathBufValueParser, fn(PathBuf) -> $kind>;

            fn value_parser() -> Self::Parser {
                PathBufValueParser::new().map($kind)
            }
        }
    )*};
}

kinds! {
    /// A file that is read; `-` is stdin.
    InFile,
    /// A file that is made, or replaced with `--force`; `-` is stdout.
    OutFile,
    /// A file that gets more rows and keeps those it has, so that it may be read as well.
    LogFile,
    /// The directory of a long search, which holds nothing else.
    SearchDir,
    /// The directory of earlier results, of which [`PERIODS`] is read.
    ResultsDir,
    /// The directory of a survey, of which [`PERIODS`] is read and replaced.
    SurveyDir,
}

/// The file of all games in a directory of results.
pub const PERIODS: &str = "periods.csv";

/// Refuses a command that would replace a file it reads. Also refused are two outputs to one file
/// or to stdout, and an output among the files of a search.
pub fn refuse_overlaps(matches: &ArgMatches) -> anyhow::Result<()> {
    let inputs = inputs(matches);
    let searches = named::<SearchDir>(matches).into_iter();
    let searches: Vec<PathBuf> = searches.filter_map(|(_, dir)| place(&dir)).collect();
    let mut outputs: Vec<(String, FileIdentity)> = vec![];
    let surveys = named::<SurveyDir>(matches).into_iter();
    let surveys = surveys.map(|(option, directory)| (option, directory.join(PERIODS)));
    for (option, file) in named::<OutFile>(matches).into_iter().chain(surveys) {
        let Some(place) = FileIdentity::of(&file) else { continue };
        let file = file.display();
        if let Some((input, _)) = inputs.iter().find(|(_, input)| input.is(&place)) {
            bail!("{option} `{file}` would replace {input}, which is read: write to another file");
        }
        let directory = place.path.parent();
        if searches.iter().any(|search| directory == Some(search))
            || directory.is_some_and(is_search)
        {
            bail!(
                "`{file}` is in the directory of a search, which holds nothing else: write it elsewhere"
            );
        }
        if let Some((other, _)) = outputs.iter().find(|(_, other)| other.is(&place)) {
            bail!("{other} and {option} both name `{file}`: give them two names");
        }
        outputs.push((option, place));
    }
    refuse_two_on_stdout(matches)
}

/// Refuses two outputs on stdout, where the answer goes that is not sent elsewhere by `-o`.
fn refuse_two_on_stdout(matches: &ArgMatches) -> anyhow::Result<()> {
    let (answers, others): (Vec<_>, Vec<_>) =
        named::<OutFile>(matches).into_iter().partition(|(option, _)| option == "-o");
    let is_stdout = |file: &PathBuf| file == Path::new("-");
    let others: Vec<&String> =
        others.iter().filter(|(_, file)| is_stdout(file)).map(|(option, _)| option).collect();
    match *others {
        [one, other, ..] => bail!("{other} and {one} both go to stdout: give one of them a file"),
        [one] if answers.iter().all(|(_, file)| is_stdout(file)) => {
            bail!(
                "{one} and the answer both go to stdout: give one of them a file, the answer by -o FILE"
            )
        }
        _ => Ok(()),
    }
}

/// All files that the command reads. Stdin is among them, since the user may want to keep a file
/// given there.
fn inputs(matches: &ArgMatches) -> Vec<(String, FileIdentity)> {
    let files = named::<InFile>(matches).into_iter().map(|(_, file)| file);
    let results = named::<ResultsDir>(matches).into_iter();
    let results = results.map(|(_, directory)| directory.join(PERIODS));
    let files = files.chain(results).filter_map(|file| {
        let place = FileIdentity::of(&file)?;
        Some((format!("the input `{}`", file.display()), place))
    });
    files
        .chain(FileIdentity::of_stdin().map(|place| ("the file on stdin".to_owned(), place)))
        .collect()
}

/// The paths of a kind in the arguments of a command and its verbs, each with its option.
fn named<K>(matches: &ArgMatches) -> Vec<(String, PathBuf)>
where
    K: Any + Clone + Send + Sync + Deref<Target = Path>,
{
    let option = |id: &str| match id {
        "output" => "-o".to_owned(),
        id => format!("--{}", id.replace('_', "-")),
    };
    let paths = of_type::<K>(matches).into_iter();
    paths.map(|(id, path)| (option(&id), path.to_path_buf())).collect()
}

/// The values of a type in the arguments of a command and its verbs, each with the name of its
/// argument.
pub fn of_type<T: Any + Clone + Send + Sync>(matches: &ArgMatches) -> Vec<(String, T)> {
    let mut found = vec![];
    let mut level = Some(matches);
    while let Some(matches) = level {
        for id in matches.ids() {
            // An argument of another type has no value of this type.
            let values = matches.try_get_many::<T>(id.as_str()).ok().flatten();
            found.extend(values.into_iter().flatten().map(|value| (id.to_string(), value.clone())));
        }
        level = matches.subcommand().map(|(_, matches)| matches);
    }
    found
}

/// Where a regular file is, or would be.
#[derive(Debug)]
struct FileIdentity {
    /// Its path, links and all followed.
    path: PathBuf,
    /// The inode, which hard links share; `None` if no file is there.
    inode: Option<(u64, u64)>,
}

impl FileIdentity {
    /// The place of the file of this name. `None` for `-`, for a device or a pipe, which cannot be
    /// replaced, and where no file can be.
    fn of(file: &Path) -> Option<FileIdentity> {
        let path = std::path::absolute(file).ok().filter(|_| file != Path::new("-"))?;
        match fs::metadata(&path) {
            Ok(data) if data.is_file() => {
                let path = path.canonicalize().unwrap_or(path);
                Some(FileIdentity { path, inode: input::inode(&data) })
            }
            Ok(_) => None,
            Err(_) => Some(FileIdentity { path: place(&path)?, inode: None }),
        }
    }

    /// The file that the shell has opened as stdin, if it is one.
    #[cfg(unix)]
    fn of_stdin() -> Option<FileIdentity> {
        use std::os::fd::AsFd;
        let stdin = std::io::stdin().as_fd().try_clone_to_owned().ok()?;
        let data = fs::File::from(stdin).metadata().ok().filter(fs::Metadata::is_file)?;
        Some(FileIdentity { path: PathBuf::new(), inode: input::inode(&data) })
    }

    /// Only Unix shows which file stdin is.
    #[cfg(not(unix))]
    fn of_stdin() -> Option<FileIdentity> {
        None
    }

    /// True if both are the same file.
    fn is(&self, other: &FileIdentity) -> bool {
        self.path == other.path || (self.inode.is_some() && self.inode == other.inode)
    }
}

/// The path with all links followed, also for a file or a directory that is not there yet. `None`
/// if no file can be there.
fn place(path: &Path) -> Option<PathBuf> {
    let path = std::path::absolute(path).ok()?;
    match path.canonicalize() {
        Ok(path) => Some(path),
        Err(_) => Some(place(path.parent()?)?.join(path.file_name()?)),
    }
}
