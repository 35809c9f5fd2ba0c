//! The certificates beside the table of a survey: the directory [`CERTIFICATES`] in its own.
//!
//! A certificate is in its place before the row that names it is in the table, so a program killed in
//! between does the game again. A large one is compressed by gzip, and its name says so.
//! A row names the file in the directory of its table.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::class::{Class, order};
use super::evidence::is_certifiable;
use super::files::{CERTIFICATES, StoreError, certificate_path, contents};
use super::games::Finished;
use super::store::GameTable;
use super::study::SearchJob;
use crate::certificate::{self, LARGEST};
use crate::code::Code;
use crate::file::{packed, unpacked, write_atomically};
use crate::period::Answer;
use crate::period::search::Limits;

/// A certificate of more bytes is compressed.
const LARGE: usize = 1 << 16;

/// What the name of a compressed certificate ends in.
pub(super) const PACKED: &str = ".gz";

/// The jobs for these classes, each of which asks for a certificate. A job whose period is proved already
/// goes as far as that proof, whatever its limits.
pub fn jobs(
    classes: impl IntoIterator<Item = Class>,
    table: &GameTable,
) -> impl Iterator<Item = SearchJob<'static>> {
    classes.into_iter().map(|class| {
        let row = table.row_of(class.code()).map(|(row, _)| row);
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

/// The games of a table that have one of these codes and are proved, whose certificate is not in this directory
/// although there is one: a file that is cut off or about something else counts as none.
pub fn missing<'a>(
    table: &GameTable,
    codes: impl IntoIterator<Item = &'a Code>,
    directory: &Path,
) -> Vec<Class> {
    let of_code = |code| table.class_of(code);
    let classes: BTreeMap<_, _> =
        codes.into_iter().filter_map(of_code).map(|class| (order(class.code()), class)).collect();
    let is_missing = |class: &Class| {
        let lacks_it = |(row, _)| is_certifiable(row, class.code()) && !is_there(row, directory);
        table.row_of(class.code()).is_some_and(lacks_it)
    };
    classes.into_values().filter(is_missing).collect()
}

/// Whether the certificate that a row names is in this directory, whole and about its period.
pub fn is_there(row: &Answer, directory: &Path) -> bool {
    about(row, directory).is_some()
}

/// Whether the heaps up to which a game was computed are too many for this memory: then its certificate is
/// written by the search that has come to its heap, and by no search in memory.
pub fn is_beyond(table: &GameTable, code: &Code, memory: u64) -> bool {
    let in_memory = Limits { heaps: u64::MAX, work: None, memory };
    table.row_of(code).is_some_and(|(row, _)| {
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
    write(&directory.join(&file), &bytes)?;
    game.row.certificate = Some(file);
    Ok(())
}

/// The name and the content of a certificate as they are kept: a large one is compressed.
pub(super) fn stored(file: String, bytes: Vec<u8>) -> (String, Vec<u8>) {
    if bytes.len() > LARGE { (file + PACKED, packed(&bytes)) } else { (file, bytes) }
}

/// Copies the certificates that these games name from the directories of other surveys, where they are
/// not here already; a file about something else counts as none. Gives the names of those that are nowhere.
pub fn collect(games: &[Finished], from: &[PathBuf], to: &Path) -> Result<Vec<String>, StoreError> {
    let mut nowhere = vec![];
    for Finished { row, .. } in games {
        let Some(file) = &row.certificate else { continue };
        if about(row, to).is_some() {
            continue;
        }
        match from.iter().find_map(|directory| about(row, directory)) {
            Some(bytes) => write(&to.join(file), &bytes)?,
            None => nowhere.push(file.clone()),
        }
    }
    Ok(nowhere)
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

fn write(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    // If this fails, writing the file does, with a better message.
    let _ = path.parent().map(std::fs::create_dir_all);
    Ok(write_atomically(path, |out| out.write_all(bytes))?)
}

/// The bytes of the certificate that this row names in a directory, if it is whole, in its place there, and about
/// the period of the row; whether its values prove that is for `octal check` to say.
pub(super) fn about(row: &Answer, directory: &Path) -> Option<Vec<u8>> {
    let (bytes, text) = whole(row, directory)?;
    states(row, &text).then_some(bytes)
}

/// Whether the certificate that this row names in a directory is whole, and about something else than the period of the row.
pub(super) fn contradicts(row: &Answer, directory: &Path) -> bool {
    whole(row, directory).is_some_and(|(_, text)| !states(row, &text))
}

fn states(row: &Answer, text: &[u8]) -> bool {
    let code = row.code.parse().ok();
    let claim = code.zip(row.known_period());
    claim.is_some_and(|(code, period)| certificate::states(text, &code, period))
}

/// The bytes of the file, and those of the certificate in it, if that is whole.
fn whole(row: &Answer, directory: &Path) -> Option<(Vec<u8>, Vec<u8>)> {
    let file = row.certificate.as_ref().filter(|file| is_in_place(file))?;
    let bytes = contents(&directory.join(file))?;
    let text = unpacked(bytes.clone(), LARGEST).ok()?;
    certificate::is_whole(&text).then_some((bytes, text))
}

/// Whether a name in the column `certificate` is that of a file in the directory of certificates: what is elsewhere
/// is nobody's to read or to write.
fn is_in_place(file: &str) -> bool {
    Path::new(file).parent() == Some(Path::new(CERTIFICATES))
}
