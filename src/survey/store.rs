//! The games of reports and surveys on disk: finished games survive an interrupt, and are not
//! searched again.
//!
//! The files are a function of the set of finished games, so an interrupted and resumed run writes
//! the same bytes as an uninterrupted one.
//!
//! The unit is a game: the codes with the same sequence. [`Finished`] games are found by any of
//! their codes. Games that turn out to have a code in common are joined, and the deeper row stays.
//! Rows are read again from a directory that others may have changed. A row that is called proved
//! and lacks its certificate or its exceptions (see [`super::files`]) stays in the file until its
//! game is searched again.
//!
//! [`TableFile`] is a table with the file it is kept in, which other processes may add to.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::class::{Class, Member, MemberError, join_members, order, rank, shift_between};
use super::files::{ProofFault, UnprovedRow, contents, expect_exceptions, expect_proof};
use crate::code::Code;
use crate::file::{AtomicFile, DirectoryLock, directory_of, write_atomically};
use crate::formats::periods::{EXCEPTION_HEADER, ExceptionRow, PERIOD_HEADER};
use crate::grundy::naive;
use crate::period::Answer;
use crate::period::search::Limits;
use crate::period::{Period, Status};

pub use super::files::{StoreError, csv_bytes, read_rows, write_rows};

/// A finished game: its row, its exceptions, and the codes that are this game.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The row; its column `cousins` is written from `members`.
    pub row: Answer,
    /// The exceptions that are listed.
    pub exceptions: Vec<ExceptionRow>,
    /// The codes with this sequence, that of the row first.
    pub members: Vec<Member>,
    /// The certificate named in the row, if it was made in this run.
    pub certificate: Option<Arc<[u8]>>,
}

/// Games, no two of which have a code in common.
#[derive(Clone, Debug, Default)]
struct Games {
    games: Vec<Finished>,
    /// Where the game of each code stands.
    places: HashMap<Code, usize>,
}

impl Games {
    /// The games, in no particular order.
    pub fn all(&self) -> &[Finished] {
        &self.games
    }

    /// The game that has this code. O(1).
    pub fn of(&self, code: &Code) -> Option<&Finished> {
        self.places.get(code).map(|&i| &self.games[i])
    }

    /// Adds a game, joined with those that have a code of it.
    pub fn add(&mut self, mut game: Finished) {
        while let Some(i) = game.members.iter().find_map(|m| self.places.get(&m.code)).copied() {
            game = join(self.take(i), game);
        }
        let places = game.members.iter().map(|m| (m.code.clone(), self.games.len()));
        self.places.extend(places);
        self.games.push(game);
    }

    /// Takes out game i; the last game takes its place.
    fn take(&mut self, i: usize) -> Finished {
        let taken = self.games.swap_remove(i);
        for member in &taken.members {
            self.places.remove(&member.code);
        }
        if let Some(moved) = self.games.get(i) {
            let places = moved.members.iter().map(|m| (m.code.clone(), i));
            self.places.extend(places);
        }
        taken
    }
}

impl IntoIterator for Games {
    type Item = Finished;
    type IntoIter = std::vec::IntoIter<Finished>;

    fn into_iter(self) -> Self::IntoIter {
        self.games.into_iter()
    }
}

/// Joins two games that have a code in common. The row does not depend on which of the games is the
/// new one, see [`replaces`].
fn join(old: Finished, new: Finished) -> Finished {
    let shift = shift_between(&old.members, &new.members).unwrap_or(0);
    // The file of the new one was written last, perhaps under another name: compressed or not.
    let file = new.row.certificate.clone().or_else(|| old.row.certificate.clone());
    let (mut kept, other, shift) =
        if replaces(&new, &old) { (new, old, -shift) } else { (old, new, shift) };
    if kept.row.code == other.row.code && kept.certificate.is_none() {
        kept.certificate = other.certificate;
        kept.row.certificate = file;
    }
    join_members(&mut kept.members, other.members, shift);
    kept
}

/// True if the row of a new game replaces the row of an old one. A proof comes first, then the
/// longer search. Two proofs are equals. So are two searches of different codes that the same limit
/// ended: one survey of both codes would make only one of them. Of equals, the row stays whose code
/// comes first by [`rank`].
fn replaces(new: &Finished, old: &Finished) -> bool {
    let [new_code, old_code] = [new, old].map(|game| &game.members[0].code);
    let is_same_limit =
        new_code != old_code && new.row.stop.is_some() && new.row.stop == old.row.stop;
    let are_equals = match [new, old].map(|game| game.row.status == Status::Proved) {
        [false, false] => is_same_limit || new.row.verified_to == old.row.verified_to,
        [new_is_proved, old_is_proved] => new_is_proved && old_is_proved,
    };
    if are_equals { rank(new_code) < rank(old_code) } else { new.row.is_deeper_than(&old.row) }
}

/// All finished games.
#[derive(Clone, Debug, Default)]
pub struct GameTable {
    games: Games,
    /// Games whose row is called proved and lacks its certificate or exceptions: not used, but kept
    /// in the file.
    uncertified: Vec<Finished>,
    unproved: Vec<UnprovedRow>,
}

impl GameTable {
    /// Reads the rows of earlier runs, each judged alone; a file that does not exist has none.
    pub fn read(periods: &Path) -> Result<GameTable, StoreError> {
        GameTable::judged(periods, None, None)
    }

    /// Reads the rows of a survey, each judged with the certificate that it names in the directory
    /// of the file.
    pub fn read_with_certificates(periods: &Path) -> Result<GameTable, StoreError> {
        GameTable::judged(periods, None, Some(directory_of(periods)))
    }

    /// Reads the rows of earlier runs, each judged with its exceptions and with the certificate
    /// that it names in this directory.
    pub fn judged(
        periods: &Path,
        exceptions_file: Option<&Path>,
        directory: Option<&Path>,
    ) -> Result<GameTable, StoreError> {
        let mut listed: BTreeMap<String, Vec<ExceptionRow>> = BTreeMap::new();
        let read = |path| read_rows::<ExceptionRow>(path, &EXCEPTION_HEADER);
        for row in exceptions_file.map_or(Ok(vec![]), read)? {
            listed.entry(row.code.clone()).or_default().push(row);
        }
        let mut table = GameTable::default();
        let mut row_of: HashMap<Code, String> = HashMap::new();
        for row in read_rows::<Answer>(periods, &PERIOD_HEADER)? {
            let exceptions = listed.remove(&row.code).unwrap_or_default();
            let members = members(&row, periods)?;
            for Member { code, .. } in &members {
                if let Some(other) = row_of.insert(code.clone(), row.code.clone()) {
                    let (path, code) = (periods.to_owned(), code.clone());
                    return Err(StoreError::TwoRows { path, code, rows: [other, row.code] });
                }
            }
            let mut judged = expect_proof(&row, directory);
            if exceptions_file.is_some() {
                judged = judged.and(expect_exceptions(&row, exceptions.len()));
            }
            let game = Finished { row, exceptions, members, certificate: None };
            match judged {
                Ok(()) => table.games.add(game),
                Err(fault) => table.leave_out(game, fault, periods),
            }
        }
        Ok(table)
    }

    fn leave_out(&mut self, game: Finished, fault: ProofFault, file: &Path) {
        let (file, code) = (file.to_owned(), game.row.code.clone());
        if fault != ProofFault::NoTheorem {
            self.uncertified.push(game);
        }
        self.unproved.push(UnprovedRow { file, code, fault });
    }

    /// The rows that are called proved and are not used, and why.
    pub fn unproved(&self) -> &[UnprovedRow] {
        &self.unproved
    }

    /// The game that has this code, if its row is called proved and is not used because its
    /// certificate or its exceptions are missing.
    pub fn uncertified(&self, code: &Code) -> Option<&Finished> {
        let has_code = |game: &&Finished| game.members.iter().any(|m| m.code == *code);
        self.uncertified.iter().find(has_code)
    }

    /// Adds the games of the file, as [`GameTable::insert`] does.
    pub fn merge(&mut self, file: GameTable) {
        let mine = std::mem::replace(self, file);
        mine.games.into_iter().for_each(|game| self.insert(game));
    }

    /// A code for which this table and another prove different periods, and both, if there is one.
    pub fn contradiction(&self, other: &GameTable) -> Option<(String, [Period; 2])> {
        let of_code = |code: &Code, others: &Answer| {
            let mine = &self.games.of(code)?.row;
            let (p, q) = (mine.proved()?, others.proved()?);
            // Two codes of one game may have different preperiods.
            let differ = if mine.code == others.code {
                p != q
            } else {
                (p.period, p.saltus) != (q.period, q.saltus)
            };
            differ.then(|| (others.code.clone(), [p, q]))
        };
        let of_game = |game: &Finished| {
            game.members.iter().find_map(|member| of_code(&member.code, &game.row))
        };
        other.games.all().iter().find_map(of_game)
    }

    /// True if a search of this class with these limits would find nothing new.
    pub fn answers(&self, class: &Class, limits: &Limits) -> bool {
        self.games.of(class.code()).is_some_and(|game| {
            game.row.answers(limits)
                && class.members.iter().all(|m| game.members.iter().any(|g| g.code == m.code))
        })
    }

    /// The row of the game that has this code, and s with G_row(n) = G_code(n − s).
    pub fn row_of(&self, code: &Code) -> Option<(&Answer, i64)> {
        let game = self.games.of(code)?;
        let member = game.members.iter().find(|m| m.code == *code)?;
        Some((&game.row, member.shift))
    }

    /// The class of the game that has this code: the codes of its row.
    pub fn class_of(&self, code: &Code) -> Option<Class> {
        self.games.of(code).map(|game| Class { members: game.members.clone() })
    }

    /// Adds a finished game. If the table has the game, the deeper row stays, and the codes of
    /// both. Of equally deep rows, the one stays whose code comes first by [`rank`]. So a game that
    /// was merged with others keeps the code that stands for all of them.
    pub fn insert(&mut self, mut game: Finished) {
        if let Some(i) = self.uncertified.iter().position(|old| is_found_again(old, &game)) {
            let exceptions = game.exceptions.clone();
            let mut old = self.uncertified.swap_remove(i);
            old.row.certificate = None;
            game = Finished { exceptions, ..join(old, game) };
        }
        let of_all = game.members[0].code.clone();
        self.games.add(game);
        if let Some(game) = self.games.of(&of_all) {
            self.uncertified.retain(|old| !is_refuted(old, game));
        }
    }

    /// The games in the order of the report, equal ones merged. Two games are equal if the rules
    /// say so, or if both are proved periodic with the same values (column `digest`).
    pub fn merged(&self) -> Vec<Finished> {
        let mut games = self.games.all().to_vec();
        games.sort_by_cached_key(|game| rank(&game.members[0].code));
        let mut by_digest: BTreeMap<String, usize> = BTreeMap::new();
        let mut merged: Vec<Finished> = vec![];
        for game in games {
            let digest = game.row.digest.clone();
            let first = |g: &Finished| first_nonzero(&g.members[0].code);
            let equal = digest.as_ref().and_then(|digest| by_digest.get(digest)).and_then(|&i| {
                let same: &Finished = &merged[i];
                let shift = first(same) - first(&game);
                let member = Member { code: game.members[0].code.clone(), shift };
                // A digest copied into another row is not trusted.
                let differs = other_game(&[same.members[0].clone(), member]).is_some();
                (!differs).then_some((i, shift))
            });
            match equal {
                Some((i, shift)) => join_members(&mut merged[i].members, game.members, shift),
                None => {
                    by_digest.extend(digest.map(|digest| (digest, merged.len())));
                    merged.push(game);
                }
            }
        }
        in_order(merged)
    }

    /// The rows of the file: the games, and those that still lack their certificates.
    pub fn written(&self) -> Vec<Finished> {
        let mut games = self.merged();
        games.retain(|game| self.uncertified.iter().all(|other| !have_common_code(other, game)));
        games.extend(self.uncertified.iter().cloned());
        in_order(games)
    }
}

fn in_order(mut games: Vec<Finished>) -> Vec<Finished> {
    games.sort_by_cached_key(|game| order(&game.members[0].code));
    games.into_iter().map(with_cousins).collect()
}

fn have_common_code(a: &Finished, b: &Finished) -> bool {
    a.members.iter().any(|m| b.members.iter().any(|n| n.code == m.code))
}

/// True if a new row confirms the period of an old one whose certificate or exceptions are missing.
/// Then the cousins of the old row are right as well.
fn is_found_again(old: &Finished, new: &Finished) -> bool {
    let period = |row: &Answer| (row.code.clone(), row.preperiod, row.period, row.saltus);
    let has_same_digest = old.row.digest.is_none() || old.row.digest == new.row.digest;
    new.row.status == old.row.status && period(&old.row) == period(&new.row) && has_same_digest
}

/// True if a new row replaces an old one that it does not confirm.
fn is_refuted(old: &Finished, new: &Finished) -> bool {
    let is_same = new.members.iter().any(|m| m.code == old.members[0].code);
    let is_proved = new.row.status == Status::Proved;
    is_same && (is_proved || new.row.verified_to >= old.row.verified_to)
}

/// Writes the members into the column `cousins`.
fn with_cousins(mut game: Finished) -> Finished {
    let cousins: Vec<String> = game.members[1..].iter().map(Member::to_string).collect();
    game.row.cousins = Some(cousins.join("; "));
    game
}

/// The codes of a row, from its columns `code` and `cousins`.
pub(super) fn members(row: &Answer, path: &Path) -> Result<Vec<Member>, StoreError> {
    let member = |text: &str| {
        text.parse().map_err(|error| match error {
            MemberError::Code(source) => {
                StoreError::Code { path: path.into(), text: text.into(), source }
            }
            MemberError::Shift => StoreError::Shift { path: path.into(), text: text.into() },
        })
    };
    let members: Result<Vec<Member>, StoreError> =
        std::iter::once(row.code.as_str()).chain(row.listed_cousins()).map(member).collect();
    let members = members?;
    match other_game(&members) {
        Some(cousin) => Err(StoreError::OtherGame {
            path: path.into(),
            code: members[0].code.clone(),
            cousin: cousin.to_string(),
        }),
        None => Ok(members),
    }
}

/// The number of heaps of each cousin that are compared with its row: two of seven digits that
/// differ do so here.
const COMPARED: usize = 32;

/// The first member whose values are not those of the first one.
fn other_game(members: &[Member]) -> Option<&Member> {
    let (first, cousins) = members.split_first()?;
    let most = cousins.iter().map(|member| member.shift).max().unwrap_or(0).max(0) as usize;
    let values = naive::values(&first.code, COMPARED + most);
    let agrees = |member: &&Member| {
        // G_first(n + s) = G_member(n), and the same from the other side.
        let (in_first, in_member) = (member.shift.max(0) as usize, (-member.shift).max(0) as usize);
        let of_member = naive::values(&member.code, COMPARED + in_member);
        (0..COMPARED).all(|n| values[in_first + n] == of_member[in_member + n])
    };
    cousins.iter().find(|member| !agrees(member))
}

/// The first heap with a non-zero value, or 0 if there is none. A code with a move has such a heap
/// at most three beyond its last place: there its last digit other than 0 allows a move.
fn first_nonzero(code: &Code) -> i64 {
    let far = code.digits().len() + code.repeat().len() + 3;
    naive::values(code, far).iter().position(|&v| v != 0).unwrap_or(0) as i64
}

/// The rows of a survey, and their file.
#[derive(Debug)]
pub struct TableFile {
    /// `None` if the rows are kept in memory only.
    path: Option<PathBuf>,
    /// The games: those of the file, and those added.
    pub table: GameTable,
    /// The file as it was last read or written.
    seen: Vec<u8>,
}

impl TableFile {
    /// Reads the rows of earlier runs; a file that does not exist has none. Without a path nothing
    /// is read, and nothing saved.
    pub fn open(path: Option<&Path>) -> Result<TableFile, StoreError> {
        let mut file = TableFile { path: None, table: GameTable::default(), seen: vec![] };
        if let Some(path) = path {
            file.table = GameTable::read_with_certificates(path)?;
            // A file that cannot be written is an error now, and not after hours of searching.
            drop(AtomicFile::create(path)?);
            file.path = Some(path.to_owned());
        }
        Ok(file)
    }

    /// Adds what other processes have written to the file, and writes all.
    pub fn save(&mut self) -> Result<(), StoreError> {
        let Some(path) = &self.path else { return Ok(()) };
        if path.exists() && !path.is_file() {
            // A device or a pipe holds nothing that could be lost.
            let bytes = self.bytes();
            return Ok(write_atomically(path, |out| out.write_all(&bytes))?);
        }
        let _lock = DirectoryLock::beside(path)?;
        let found = contents(path);
        if found.as_ref().is_some_and(|found| *found != self.seen) {
            self.table.merge(GameTable::read_with_certificates(path)?);
        }
        let bytes = self.bytes();
        if found.is_none_or(|found| found != bytes) {
            write_atomically(path, |out| out.write_all(&bytes))?;
        }
        self.seen = bytes;
        Ok(())
    }

    /// The rows as CSV.
    pub fn bytes(&self) -> Vec<u8> {
        csv_bytes(self.table.written().into_iter().map(|game| game.row), &PERIOD_HEADER)
    }
}

/// The file of these rows in the directory of a survey.
pub const CODES_FILE: &str = "codes.csv";

/// The column names of `codes.csv`.
pub const CODES_HEADER: [&str; 4] = ["code", "game", "shift", "status"];

/// A row of `codes.csv`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodeRow {
    /// The code.
    pub code: String,
    /// The code of its game, as in `periods.csv`.
    pub game: String,
    /// s with G_code(n) = G_game(n − s): the code is `GAME shift s`.
    pub shift: i64,
    /// The status of the game's period.
    pub status: Status,
}

/// Every code of these games, by number of places, then by digits. O(codes · log codes) time.
pub fn code_rows(table: &GameTable) -> Vec<CodeRow> {
    let games = table.merged();
    rows_of_members(games.iter().map(|game| (&*game.members, game.row.status)))
}

/// The same for games given by their members, the first of which has the row, each with its status.
pub(super) fn rows_of_members<'a>(
    games: impl Iterator<Item = (&'a [Member], Status)>,
) -> Vec<CodeRow> {
    let mut rows = vec![];
    for (members, status) in games {
        for Member { code, shift } in members {
            let game = members[0].code.to_string();
            rows.push((
                order(code),
                CodeRow { code: code.to_string(), game, shift: -shift, status },
            ));
        }
    }
    rows.sort_by(|(a, _), (b, _)| a.cmp(b));
    rows.into_iter().map(|(_, row)| row).collect()
}
