//! The certificates beside the table of a survey, in the directory [`CERTIFICATES`].
//!
//! A row names the file of its certificate if there is one. For all other rows,
//! `octal period CODE --certificate FILE` makes the certificate again, byte for byte.
//! `octal report` keeps those that [take long](is_kept), a survey all or none.
//!
//! A certificate is written before the table has the row that names it, so a program killed in
//! between repeats the game. A large one is compressed by gzip, and its name says so.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::class::{Class, order};
use super::files::{
    CERTIFICATES, Content, StoreError, certificate_path, expect_proof, is_certifiable, whole,
    write_changed,
};
use super::store::{Finished, GameTable};
use super::study::SearchJob;
use crate::code::Code;
use crate::file::packed;
use crate::period::search::Limits;
use crate::period::{Answer, Status};

/// A certificate of more bytes is compressed.
const LARGE: usize = 1 << 16;

/// The extension of a compressed certificate.
pub(super) const PACKED: &str = ".gz";

/// Pairs of a heap and a rare heap that one core examines in one to two minutes.
const LONG_SEARCH: u128 = 200_000_000_000;

/// True if `octal report` keeps the certificate of this row: one core takes more than a minute or
/// two to make it again. The measure is the number of pairs of a verified heap and a rare heap, at
/// least 2·10^11. Where infinitely many heaps are rare, every heap counts as rare.
pub fn is_kept(row: &Answer) -> bool {
    let rare_heaps = row.rare_count.unwrap_or(row.verified_to);
    let pairs = u128::from(row.verified_to) * u128::from(rare_heaps);
    row.status == Status::Proved && pairs >= LONG_SEARCH
}

/// The certificate of a finished game as the file to keep, if `all` are kept or this one is. The
/// row then names the file, and otherwise none.
pub(super) fn to_keep(game: &mut Finished, all: bool) -> Option<Content> {
    let named = game.row.certificate.take().zip(game.certificate.take());
    let (file, bytes) = named.filter(|_| all || is_kept(&game.row))?;
    let content = stored(file, bytes.to_vec());
    game.row.certificate = Some(content.0.clone());
    Some(content)
}

/// The jobs for these classes, each asking for a certificate. A job whose period is proved already
/// runs as far as that proof, whatever its limits.
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
    let content = to_keep(game, true);
    content.map_or(Ok(()), |(file, bytes)| write_changed(&directory.join(file), &bytes))
}

/// The name and the content of a certificate as a file: a large one is compressed.
pub(super) fn stored(file: String, bytes: Vec<u8>) -> Content {
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
