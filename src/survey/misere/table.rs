//! The games in a directory of reports: `misere.csv`, `misere_partial.csv`, `misere_codes.csv`, and
//! the certificates. Finished games are not searched again.
//!
//! The files are a function of the set of games, so the same games give the same bytes, in whatever
//! order they finished. A row that ends with a proof is used only if its certificate is there.

use std::collections::BTreeMap;
use std::path::Path;

use super::study::{MisereGame, MisereStudyError, StairRow, certificate_path};
use crate::code::Code;
use crate::code::cousins::standard_form;
use crate::file::DirectoryLock;
use crate::misere::limits::MisereLimits;
use crate::misere::record::{Extent, HEADER, Record};
use crate::period::Status;
use crate::survey::certificates::PACKED;
use crate::survey::class::{Class, Member, join_members, order, shift_between};
use crate::survey::files::{Content, StoreError, csv_bytes, read_rows, write_files};
use crate::survey::store::{CODES_HEADER, CodeRow, rows_of_members};

/// The file with a row for each game.
pub const FILE: &str = "misere.csv";

/// The file with a row for each heap at which a partial quotient grows.
pub const PARTIAL_FILE: &str = "misere_partial.csv";

/// The file with a row for each code: the game that it is, heap by heap.
pub const CODES_FILE: &str = "misere_codes.csv";

/// The column names of `misere_partial.csv`.
pub const PARTIAL_HEADER: [&str; 4] = ["code", "heap", "order", "p_portion"];

/// All finished games.
#[derive(Clone, Debug, Default)]
pub struct MisereTable {
    games: Vec<MisereGame>,
}

impl MisereTable {
    /// Reads the files of earlier runs; a directory without these files has no games.
    pub fn read(directory: &Path) -> Result<MisereTable, MisereStudyError> {
        let mut stairs: BTreeMap<String, Vec<StairRow>> = BTreeMap::new();
        for row in read_rows::<StairRow>(&directory.join(PARTIAL_FILE), &PARTIAL_HEADER)? {
            stairs.entry(row.code.clone()).or_default().push(row);
        }
        let mut members: BTreeMap<String, Vec<Member>> = BTreeMap::new();
        for row in read_rows::<CodeRow>(&directory.join(CODES_FILE), &CODES_HEADER)? {
            let member =
                Member { code: code(directory, CODES_FILE, &row.code)?, shift: -row.shift };
            members.entry(row.game).or_default().push(member);
        }
        let mut table = MisereTable::default();
        for row in read_rows::<Record>(&directory.join(FILE), &HEADER)? {
            let stairs = stairs.remove(&row.code).unwrap_or_default();
            let of_game = members.remove(&row.code).unwrap_or_default();
            if is_certified(&row, directory)? && !stairs.is_empty() {
                let first = Member { code: code(directory, FILE, &row.code)?, shift: 0 };
                let others = of_game.into_iter().filter(|member| member.code != first.code);
                let members = std::iter::once(first.clone()).chain(others).collect();
                table.games.push(MisereGame { row, stairs, members, certificate: None });
            }
        }
        Ok(table)
    }

    /// The games, in the order of `misere.csv`: by number of places, then by digits.
    pub fn games(&self) -> &[MisereGame] {
        &self.games
    }

    /// The game that has this code or a first cousin of it, and the shift s: heap n of the code is
    /// heap n − s of the game. O(games).
    pub fn game(&self, code: &Code) -> Option<(&MisereGame, i64)> {
        let (form, shift) = standard_form(code);
        self.games.iter().find_map(|game| {
            let (other, less) = standard_form(&game.members[0].code);
            (form == other).then_some((game, shift as i64 - less as i64))
        })
    }

    /// True if a search of this game within these limits would find nothing new.
    pub fn answers(&self, class: &Class, limits: &MisereLimits) -> bool {
        let is_it = |game: &&MisereGame| game.members.iter().any(|m| m.code == *class.code());
        self.games.iter().find(is_it).is_some_and(|game| {
            let has = |code: &Code| game.members.iter().any(|member| member.code == *code);
            game.row.stop.is_final_within(limits)
                && class.members.iter().all(|member| has(&member.code))
        })
    }

    /// Adds a finished game. If the game is there already, once or under several codes, the row
    /// with the most information stays, and the codes of all are kept.
    pub fn insert(&mut self, mut game: MisereGame) {
        let same = |game: &MisereGame, games: &[MisereGame]| {
            games.iter().position(|old| shift_between(&game.members, &old.members).is_some())
        };
        while let Some(i) = same(&game, &self.games) {
            let old = self.games.swap_remove(i);
            let other = if has_more(&old, &game) { std::mem::replace(&mut game, old) } else { old };
            let shift = shift_between(&game.members, &other.members).unwrap_or(0);
            join_members(&mut game.members, other.members, shift);
        }
        self.games.push(game);
        self.games.sort_by_cached_key(|game| order(&game.members[0].code));
    }

    /// Adds games to the files of a directory, and to the games that other processes have added
    /// meanwhile.
    pub fn add(directory: &Path, games: Vec<MisereGame>) -> Result<(), MisereStudyError> {
        let lock = DirectoryLock::exclusive(directory).map_err(StoreError::from)?;
        let mut table = MisereTable::read(directory)?;
        games.into_iter().for_each(|game| table.insert(game));
        let others = table.games.iter().flat_map(|game| &game.members[1..]);
        let gone = others.flat_map(|member| {
            let file = certificate_path(&member.code);
            [format!("{file}{PACKED}"), file]
        });
        let gone: Vec<String> = gone.collect();
        Ok(write_files(&lock, &table.contents(), &gone)?)
    }

    /// The rows of `misere.csv`, as its bytes.
    pub fn bytes(&self) -> Vec<u8> {
        csv_bytes(self.games.iter().map(|game| &game.row), &HEADER)
    }

    /// The files, in the order in which they are to be written: a game counts as done when it is in
    /// `misere.csv`.
    fn contents(&self) -> Vec<Content> {
        let certificate = |game: &MisereGame| {
            Some((game.row.certificate.clone()?, game.certificate.as_ref()?.to_vec()))
        };
        let mut files: Vec<Content> = self.games.iter().filter_map(certificate).collect();
        let stairs = self.games.iter().flat_map(|game| &game.stairs);
        files.push((PARTIAL_FILE.to_owned(), csv_bytes(stairs, &PARTIAL_HEADER)));
        files.push((CODES_FILE.to_owned(), csv_bytes(self.code_rows(), &CODES_HEADER)));
        files.push((FILE.to_owned(), self.bytes()));
        files
    }

    /// Every code with its game, by number of places, then by digits.
    fn code_rows(&self) -> Vec<CodeRow> {
        let status = |game: &MisereGame| match game.row.status {
            Extent::Proved => Status::Proved,
            Extent::Partial | Extent::Open => Status::Open,
        };
        rows_of_members(self.games.iter().map(|game| (&*game.members, status(game))))
    }
}

/// The code with this text in a file of this directory.
fn code(directory: &Path, file: &str, text: &str) -> Result<Code, MisereStudyError> {
    text.parse().map_err(|source| MisereStudyError::Code {
        path: directory.join(file),
        text: text.to_owned(),
        source,
    })
}

/// True if the certificate of a row is there, or the search did not end with a proof.
fn is_certified(row: &Record, directory: &Path) -> Result<bool, MisereStudyError> {
    match &row.certificate {
        Some(file) => Ok(directory.join(file).is_file()),
        // Certificates are for finite codes.
        None if code(directory, FILE, &row.code)?.last_place().is_none() => Ok(true),
        None => Ok(row.status != Extent::Proved && !row.stop.is_proof()),
    }
}

/// True if the row of a game has more information than the row of another with a code in common: a
/// proof, or more heaps. If both have the same, the row whose code comes first stays, so that the
/// table does not depend on the order of its games.
fn has_more(a: &MisereGame, b: &MisereGame) -> bool {
    let depth = |game: &MisereGame, shift: i64| {
        (game.row.status == Extent::Proved, game.row.heaps as i64 - shift)
    };
    let shift = shift_between(&a.members, &b.members).unwrap_or(0);
    let (of_a, of_b) = (depth(a, shift), depth(b, 0));
    let comes_first = || order(&a.members[0].code) < order(&b.members[0].code);
    of_a > of_b || of_a == of_b && comes_first()
}
