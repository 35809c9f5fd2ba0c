//! Finished games, each found by any of its codes.

use std::collections::HashMap;
use std::sync::Arc;

use super::class::{Member, join_members, rank, shift_between};
use crate::code::Code;
use crate::formats::periods::ExceptionRow;
use crate::period::Answer;
use crate::period::Status;

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

/// Joins two games that have a code in common. The row does not depend on which of the games is the
/// new one, see [`replaces`].
pub(super) fn join(old: Finished, new: Finished) -> Finished {
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
