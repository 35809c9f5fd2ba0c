//! The certificates beside the table of a survey, in the directory [`CERTIFICATES`], and the rule by
//! which rows are used.
//!
//! A row is proved if it names a theorem that proves its period, and if the certificate that it names
//! is there and states that period. `octal check` checks more: that the certificate is right.
//!
//! A certificate is in its place before the row that names it is in the table, so a program killed in
//! between does the game again. A large one is compressed by gzip, and its name says so.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::class::{Class, order};
use super::files::{CERTIFICATES, StoreError, certificate_path, contents, write_changed};
use super::store::{Finished, GameTable};
use super::study::SearchJob;
use crate::certificate::{self, LARGEST};
use crate::code::Code;
use crate::file::{packed, unpacked};
use crate::formats::periods::LISTED_EXCEPTIONS;
use crate::period::search::Limits;
use crate::period::{Answer, Period, Status, Theorem};

/// A certificate of more bytes is compressed.
const LARGE: usize = 1 << 16;

/// What the name of a compressed certificate ends in.
pub(super) const PACKED: &str = ".gz";

/// The reason why a row that is called proved is not used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProofFault {
    /// The row states no period, or names no theorem that proves such a period.
    #[error(
        "it names no theorem that proves its preperiod, period and saltus, or its last exception is \
         not the heap before the preperiod"
    )]
    NoTheorem,
    /// The certificate that the row names is not there, or is cut off.
    #[error("its certificate `{file}` is missing or cut off")]
    NoCertificate {
        /// The file that should be there.
        file: String,
    },
    /// The certificate is about something else.
    #[error("its certificate `{file}` does not state this period")]
    OtherCertificate {
        /// The certificate.
        file: String,
    },
    /// The exceptions of a row are not all in `exceptions.csv`.
    #[error("not all of its exceptions are in exceptions.csv ({found} of {expected})")]
    NoExceptions {
        /// The number of exceptions in the row.
        expected: u64,
        /// The number of exceptions listed.
        found: usize,
    },
}

/// A row that is called proved and is not used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{file}`, game {code}: it is called proved, but {fault}: not used before that is repaired, or \
     the game is searched again",
    file = .file.display()
)]
pub struct UnprovedRow {
    /// The report.
    pub file: PathBuf,
    /// The code of the row.
    pub code: String,
    /// The reason.
    pub fault: ProofFault,
}

/// Fails if a row is called proved and is not. The certificate is that in `directory`; without one only
/// the row is looked at.
pub fn expect_proof(row: &Answer, directory: Option<&Path>) -> Result<(), ProofFault> {
    if row.status != Status::Proved {
        return Ok(());
    }
    let period = period(row).filter(|&period| names_theorem(row, period));
    let period = period.ok_or(ProofFault::NoTheorem)?;
    let (Some(directory), Some(file)) = (directory, row.certificate.clone()) else { return Ok(()) };
    let Some((_, text)) = whole(&file, directory) else {
        return Err(ProofFault::NoCertificate { file });
    };
    let code = row.code.parse();
    match code.is_ok_and(|code| certificate::states(&text, &code, period)) {
        true => Ok(()),
        false => Err(ProofFault::OtherCertificate { file }),
    }
}

/// Fails if the exceptions of a row are few enough to be listed, and are not.
pub(super) fn expect_exceptions(row: &Answer, found: usize) -> Result<(), ProofFault> {
    match row.exceptions.filter(|&count| count <= LISTED_EXCEPTIONS as u64) {
        Some(expected) if expected != found as u64 => {
            Err(ProofFault::NoExceptions { expected, found })
        }
        _ => Ok(()),
    }
}

/// All heaps of a certificate are below this number.
const HEAP_LIMIT: u64 = 1 << 48;

/// The period of a row, if a certificate could hold its numbers, and they go together.
fn period(row: &Answer) -> Option<Period> {
    let period = row.known_period()?;
    let largest = period.preperiod.max(period.period).max(row.last_rare.unwrap_or(0));
    let ends_before_it = row.last_exception == period.preperiod.checked_sub(1);
    (period.period > 0 && largest < HEAP_LIMIT && ends_before_it).then_some(period)
}

/// True if a row names a theorem that proves such a period.
fn names_theorem(row: &Answer, period: Period) -> bool {
    match row.theorem {
        Some(Theorem::SparseWindow) if row.rare_count.is_none() => false,
        Some(theorem) => theorem.proves_saltus(period.saltus),
        None => false,
    }
}

/// True if a row proves a period for which there is a certificate.
fn is_certifiable(row: &Answer, code: &Code) -> bool {
    let rho = row.rare_count.map(|_| row.last_rare.unwrap_or(0));
    let is_covered = |period| certificate::is_covered(code, period, rho);
    row.status == Status::Proved && period(row).is_some_and(is_covered)
}

/// The jobs for these classes, each of which asks for a certificate. A job whose period is proved already
/// goes as far as that proof, whatever its limits.
pub fn jobs(
    classes: impl IntoIterator<Item = Class>,
    table: &GameTable,
) -> impl Iterator<Item = SearchJob<'static>> {
    classes.into_iter().map(|class| {
        let row = table.row_of(class.code()).map(|(row, _)| row);
        let row = row.or_else(|| Some(&table.uncertified(class.code())?.row));
        let is_of_code = |row: &&Answer| row.code == class.code().to_string();
        let proof = row.filter(|row| is_of_code(row) && is_certifiable(row, class.code()));
        SearchJob {
            proved_to: proof.map(|row| row.verified_to),
            class,
            claims: vec![],
            certify: true,
        }
    })
}

/// The games of a table that have one of these codes and are proved, and have no certificate although there
/// is one for such a period.
pub fn missing<'a>(table: &GameTable, codes: impl IntoIterator<Item = &'a Code>) -> Vec<Class> {
    let of_code = |code| {
        let members = table.uncertified(code).map(|game| game.members.clone());
        members.map(|members| Class { members }).or_else(|| {
            let class = table.class_of(code)?;
            let (row, _) = table.row_of(class.code())?;
            (row.certificate.is_none() && is_certifiable(row, class.code())).then_some(class)
        })
    };
    let classes: BTreeMap<_, _> =
        codes.into_iter().filter_map(of_code).map(|class| (order(class.code()), class)).collect();
    classes.into_values().collect()
}

/// True if the heaps up to which a game was computed are too many for this memory: then its certificate is
/// written by the search that has come to its heap, and by no search in memory.
pub fn is_beyond(table: &GameTable, code: &Code, memory: u64) -> bool {
    let in_memory = Limits { heaps: u64::MAX, work: None, memory };
    let row = table.row_of(code).map(|(row, _)| row);
    let row = row.or_else(|| Some(&table.uncertified(code)?.row));
    row.is_some_and(|row| {
        let width = if row.max_value.is_some_and(|value| value > 255) { 2 } else { 1 };
        row.verified_to > in_memory.last_heap(width)
    })
}

/// Writes the certificate that came with a game into this directory; its row then names the file.
pub fn keep(game: &mut Finished, directory: &Path) -> Result<(), StoreError> {
    let Some((file, bytes)) = game.row.certificate.take().zip(game.certificate.take()) else {
        return Ok(());
    };
    let (file, bytes) = stored(file, bytes.to_vec());
    write_changed(&directory.join(&file), &bytes)?;
    game.row.certificate = Some(file);
    Ok(())
}

/// The name and the content of a certificate as they are kept: a large one is compressed.
pub(super) fn stored(file: String, bytes: Vec<u8>) -> (String, Vec<u8>) {
    if bytes.len() > LARGE { (file + PACKED, packed(&bytes)) } else { (file, bytes) }
}

/// Copies the certificates that these games name from the directories of other surveys, where they are
/// not here already.
pub fn collect(games: &[Finished], from: &[PathBuf], to: &Path) -> Result<(), StoreError> {
    for Finished { row, .. } in games {
        let Some(file) = &row.certificate else { continue };
        let is_here = |directory: &&PathBuf| expect_proof(row, Some(directory)).is_ok();
        if expect_proof(row, Some(to)).is_ok() {
            continue;
        }
        let found = from.iter().find(is_here).and_then(|directory| whole(file, directory));
        if let Some((bytes, _)) = found {
            write_changed(&to.join(file), &bytes)?;
        }
    }
    Ok(())
}

/// Removes from this directory the certificates of all codes of these games but the first, if that of the first
/// is there: they were written before the codes were known to be equal.
pub fn remove_superseded(games: &[Finished], directory: &Path) {
    if !directory.join(CERTIFICATES).is_dir() {
        return;
    }
    let is_certified = |game: &&Finished| {
        game.row.certificate.as_ref().is_some_and(|file| directory.join(file).is_file())
    };
    for member in games.iter().filter(is_certified).flat_map(|game| &game.members[1..]) {
        let file = certificate_path(&member.code);
        for file in [format!("{file}{PACKED}"), file] {
            // Most of these files never existed.
            let _ = std::fs::remove_file(directory.join(file));
        }
    }
}

/// The bytes of the file, and those of the certificate in it, if it is in the directory of certificates and whole.
fn whole(file: &str, directory: &Path) -> Option<(Vec<u8>, Vec<u8>)> {
    let is_in_place = Path::new(file).parent() == Some(Path::new(CERTIFICATES));
    let bytes = contents(&directory.join(file)).filter(|_| is_in_place)?;
    let text = unpacked(bytes.clone(), LARGEST).ok()?;
    certificate::is_whole(&text).then_some((bytes, text))
}
