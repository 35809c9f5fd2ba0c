//! Finished games, each found by any of its codes.

use std::collections::HashMap;
use std::sync::Arc;

use super::class::{Member, join_members, rank, shift_between};
use super::row::{ExceptionRow, PeriodRow};
use crate::code::Code;
use crate::period::Status;

/// A finished game: its row, its exceptions, and the codes that are this game.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The row; its column `cousins` is written from `members`.
    pub row: PeriodRow,
    /// The exceptions that are listed.
    pub exceptions: Vec<ExceptionRow>,
    /// The codes with this sequence, that of the row first.
    pub members: Vec<Member>,
    /// The certificate named in the row, if it was made in this run.
    pub certificate: Option<Arc<[u8]>>,
}

/// Games, no two of which have a code in common.
#[derive(Clone, Debug, Default)]
pub(super) struct Games {
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

/// One game of two that have a code in common: the old row stays, unless the new one is deeper. Of two
/// proofs, the one stays whose code comes first by [`rank`].
pub(super) fn join(old: Finished, new: Finished) -> Finished {
    let shift = shift_between(&old.members, &new.members).unwrap_or(0);
    let are_proved = [&old, &new].iter().all(|game| game.row.status == Status::Proved);
    let is_first = are_proved && rank(&new.members[0].code) < rank(&old.members[0].code);
    // The file of the new one was written last, perhaps under another name: compressed or not.
    let file = new.row.certificate.clone().or_else(|| old.row.certificate.clone());
    let is_new = is_first || new.row.is_deeper_than(&old.row);
    let (mut kept, other, shift) = if is_new { (new, old, -shift) } else { (old, new, shift) };
    if kept.row.code == other.row.code && kept.certificate.is_none() {
        kept.certificate = other.certificate;
        kept.row.certificate = file;
    }
    join_members(&mut kept.members, other.members, shift);
    kept
}
