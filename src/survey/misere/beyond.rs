//! Games whose misère play is solved although their normal play is open.

use std::collections::BTreeMap;

use super::study::MisereGame;
use crate::code::Code;
use crate::period::Status;
use crate::survey::store::Finished;

/// The games that are solved here, but have no proved period among `normal`, the games of
/// `periods.csv`. A game that is not among those is left out: nothing is known of its normal play.
#[must_use]
pub fn beyond_normal_play<'a>(games: &'a [MisereGame], normal: &[Finished]) -> Vec<&'a MisereGame> {
    let status = |game: &Finished| game.row.status;
    let statuses = normal.iter().flat_map(|game| game.members.iter().map(move |m| (&m.code, game)));
    let statuses: BTreeMap<&Code, Status> =
        statuses.map(|(code, game)| (code, status(game))).collect();
    let is_open = |game: &&MisereGame| {
        let known = game.members.iter().find_map(|member| statuses.get(&member.code));
        known.is_some_and(|status| *status != Status::Proved)
    };
    games.iter().filter(|game| game.row.is_solved()).filter(is_open).collect()
}
