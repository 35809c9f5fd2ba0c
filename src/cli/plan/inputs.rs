//! What tasks read, looked at before they are submitted: what one of them refuses, each of them would.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use octal::check::CertificateFile;

use crate::cli::common::certificates::load;
use crate::cli::common::codes::refuse_bad_lines;
use crate::cli::common::stderr::{count, say};

/// How many of `wanted` tasks have something to do, once all files that a verb reads are found right.
///
/// # Errors
/// What is wrong with a file of codes, or that a certificate cannot be read or is none.
pub fn tasks(verb: &str, files: &[PathBuf], wanted: u16) -> Result<u16> {
    for file in files {
        let is_stdin = file == Path::new("-");
        ensure!(!is_stdin, "each task would read its own stdin: name a file");
    }
    match verb {
        "check" => of_links(files, wanted),
        _ => files.iter().try_for_each(|file| refuse_bad_lines(file)).map(|()| wanted),
    }
}

/// No more tasks than the longest chain has links; a certificate without any is checked whole.
fn of_links(files: &[PathBuf], wanted: u16) -> Result<u16> {
    let links: Vec<usize> = files.iter().map(|file| links(file)).collect::<Result<_>>()?;
    let most = links.iter().copied().max().unwrap_or(0);
    let tasks = u16::try_from(most).map_or(wanted, |most| most.clamp(1, wanted));
    if tasks < wanted {
        let why = match most {
            0 => "a certificate without links is checked whole".to_owned(),
            _ => format!("no certificate has more than {}", count(most, "link")),
        };
        say(format!("{} instead of {wanted}: {why}", count(tasks.into(), "task")));
    }
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
