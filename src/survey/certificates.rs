//! The certificates beside the table of a survey, in the directory [`CERTIFICATES`].
//!
//! A certificate is written before the table has the row that names it, so a program killed in
//! between repeats the game. A large one is compressed by gzip, and its name says so.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::class::{Class, order};
use super::files::{
    CERTIFICATES, StoreError, certificate_path, expect_proof, is_certifiable, whole, write_changed,
};
use super::store::{Finished, GameTable};
use super::study::SearchJob;
use crate::code::Code;
use crate::file::packed;
use crate::period::Answer;
use crate::period::search::Limits;

/// A certificate of more bytes is compressed.
const LARGE: usize = 1 << 16;

/// The extension of a compressed certificate.
pub(super) const PACKED: &str = ".gz";

/// The jobs for these classes, each asking for a certificate.
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

/// The proved games of a table with one of these codes that lack a certificate, although such a
/// period has one.
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

/// True if the heaps up to which a game was computed are too many for this memory. Then only the
/// search that has reached that heap can write its certificate, and no search in memory.
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

/// The name and the content of a certificate as a file: a large one is compressed.
pub(super) fn stored(file: String, bytes: Vec<u8>) -> (String, Vec<u8>) {
    if bytes.len() > LARGE { (file + PACKED, packed(&bytes)) } else { (file, bytes) }
}

/// Copies the certificates that these games name from the directories of other surveys, where they
/// are not here already.
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

/// Removes from this directory the certificates of all codes of these games but the first, if the
/// first has one. They were written before the codes were known to be equal.
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
