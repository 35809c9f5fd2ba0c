//! What tasks read, looked at before they are submitted: what one of them refuses, each of them would.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use clap::ArgMatches;
use octal::check::CertificateFile;

use crate::cli::common::certificates::load;
use crate::cli::common::codes::refuse_bad_lines;
use crate::cli::common::files::{OutFile, read_by};
use crate::cli::common::stderr::{count, say};

/// How many of `wanted` tasks have something to do, once all that the first of them reads is found right; a
/// search names this many codes.
///
/// # Errors
/// What each task would refuse: a file of codes with a wrong line, a certificate that cannot be read or is
/// none.
pub fn tasks(first: &ArgMatches, codes: Option<usize>, wanted: u16) -> Result<u16> {
    refuse_common_output(first)?;
    if let Some(codes) = codes {
        return Ok(at_most(codes, wanted, || {
            format!("the command names {}", count(codes, "code"))
        }));
    }
    let files = files(first)?;
    if first.subcommand_name() == Some("survey") {
        files.iter().try_for_each(|file| refuse_bad_lines(file))?;
        return Ok(wanted);
    }
    of_links(&files, wanted)
}

/// Refuses a file that each of the tasks would write.
fn refuse_common_output(first: &ArgMatches) -> Result<()> {
    let output = first.subcommand().and_then(|(_, task)| {
        let output: Option<&OutFile> = task.try_get_one("output").ok()?;
        output.filter(|file| ***file != *Path::new("-"))
    });
    ensure!(
        output.is_none(),
        "leave --output out of the command of the tasks: each of them would write that file"
    );
    Ok(())
}

/// The files that each task reads.
fn files(first: &ArgMatches) -> Result<Vec<PathBuf>> {
    let files = read_by(first);
    let has_stdin = files.iter().any(|file| file == Path::new("-"));
    ensure!(!has_stdin, "each task would read its own stdin: name a file");
    Ok(files)
}

/// No more tasks than there are parts, but one at least; if these are fewer than wanted it is told why.
fn at_most(parts: usize, wanted: u16, why: impl Fn() -> String) -> u16 {
    let tasks = u16::try_from(parts).map_or(wanted, |parts| parts.clamp(1, wanted));
    if tasks < wanted {
        say(format!("{} instead of {wanted}: {}", count(tasks, "task"), why()));
    }
    tasks
}

/// No more tasks than the longest chain has links; a certificate without any is checked whole.
fn of_links(files: &[PathBuf], wanted: u16) -> Result<u16> {
    let links: Vec<usize> = files.iter().map(|file| links(file)).collect::<Result<_>>()?;
    let most = links.iter().copied().max().unwrap_or(0);
    let tasks = at_most(most, wanted, || match most {
        0 => "a certificate without links is checked whole".to_owned(),
        _ => format!("no certificate has more than {}", count(most, "link")),
    });
    for (file, _) in files.iter().zip(links).filter(|(_, links)| *links == 0 && tasks > 1) {
        say(format!("`{}` has no links: each task checks the whole of it", file.display()));
    }
    Ok(tasks)
}

/// How many links a certificate has.
fn links(path: &Path) -> Result<usize> {
    let name = path.display();
    let file = load(path).with_context(|| format!("cannot read `{name}`"))?;
    match CertificateFile::read(&file) {
        Ok(CertificateFile::Period(certificate)) => Ok(certificate.links()),
        Ok(_) => Ok(0),
        Err(reason) => Err(anyhow!("`{name}`: refused: {reason}")),
    }
}
