//! The claims about misère play, judged: each game is searched once, as far as its claims need.
//!
//! [`beyond_normal_play`] lists the games whose misère play is solved although their normal play is
//! open.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::study::{MisereGame, normal_limits};
use crate::catalogue::claims::Claim;
use crate::catalogue::verdict::{Judgement, MisereView, Verdict, judge_misere, judge_outcome};
use crate::catalogue::{MisereStatement, Statement};
use crate::code::Code;
use crate::grundy::GrundyError;
use crate::misere::direct::DirectSearch;
use crate::misere::genus::{Forms, HeapGenus};
use crate::misere::limits::{Meter, MisereLimits, MisereStop, MisereWatcher};
use crate::misere::quotient::normal_play;
use crate::misere::record::Record;
use crate::misere::solve::{Solved, partial, solve};
use crate::period::Status;
use crate::survey::store::Finished;
use crate::survey::study::ClaimRow;

/// The last heap whose genus is asked for: those of larger heaps need forms that are nested too
/// deep.
const LAST_GENUS: u64 = 1000;

/// The most work of a direct search for the outcome of one position, about a second.
const DIRECT_WORK: u64 = 1_000_000_000;

fn statement(claim: &Claim) -> Option<&MisereStatement> {
    match &claim.statement {
        Statement::Misere(statement) => Some(statement),
        _ => None,
    }
}

/// The verdicts on those of `claims` that are about misère play, game by game. Normal play, where a
/// quotient depends on it, is searched up to the heap `last` at most. Games that the watcher
/// cancels are left out.
pub fn judge_misere_claims(
    claims: &[&Claim],
    (limits, last): (&MisereLimits, u64),
    watcher: &dyn MisereWatcher,
) -> Result<Vec<ClaimRow>, GrundyError> {
    let mut of_code: BTreeMap<&Code, Vec<&Claim>> = BTreeMap::new();
    for claim in claims.iter().filter(|claim| claim.is_misere()) {
        of_code.entry(&claim.game.code).or_default().push(claim);
    }
    let games: Vec<Vec<&Claim>> = of_code.into_values().collect();
    let rows: Result<Vec<Vec<ClaimRow>>, GrundyError> =
        games.into_par_iter().map(|claims| judge_game(&claims, (limits, last), watcher)).collect();
    Ok(rows?.into_iter().flatten().collect())
}

/// The verdicts on the claims about one game; none if the watcher cancels.
fn judge_game(
    claims: &[&Claim],
    (limits, last): (&MisereLimits, u64),
    watcher: &dyn MisereWatcher,
) -> Result<Vec<ClaimRow>, GrundyError> {
    let statements: Vec<&MisereStatement> = claims.iter().filter_map(|c| statement(c)).collect();
    let code = &claims[0].game.code;
    let mut direct = DirectSearch::default();
    let mut by_direct_search = |statement: &MisereStatement| {
        let work = limits.work.unwrap_or(DIRECT_WORK).min(DIRECT_WORK);
        let mut meter = Meter::new(MisereLimits { work: Some(work), ..*limits }, watcher);
        judge_outcome(statement, (&mut direct, code), &mut meter)
    };
    // Outcomes alone mostly need no quotient.
    let all: Option<Vec<Judgement>> = statements.iter().map(|s| by_direct_search(s)).collect();
    if let Some(judgements) = all {
        let rows = claims.iter().zip(judgements);
        return Ok(rows.map(|(claim, judgement)| ClaimRow::new(claim, judgement)).collect());
    }
    let needed = needed_heaps(&statements);
    let whole = statements.iter().any(|statement| statement.is_about_all_heaps());
    let heaps = if whole { limits.heaps } else { needed.min(limits.heaps) };
    let solved = solve(code, &MisereLimits { heaps, ..*limits }, watcher)?;
    if solved.stop == MisereStop::Cancelled {
        return Ok(vec![]);
    }
    let normal = normal_play(&solved, &normal_limits(last), &|_| true)?;
    let record = Record::new(&solved, normal.as_ref());
    let further = further(&solved, &record, &statements, limits, watcher);
    let Some(genera) = genera(code, &statements, limits, watcher) else { return Ok(vec![]) };
    let partial = further.as_ref().unwrap_or(&solved);
    if partial.stop == MisereStop::Cancelled {
        return Ok(vec![]);
    }
    let (solved, record, normal, genera) = (&solved, &record, normal.as_ref(), &genera[..]);
    let view = MisereView { solved, record, partial, normal, genera };
    let row = |(claim, statement): (&&Claim, &&MisereStatement)| {
        let judgement = judge_misere(statement, &claim.convention, &view);
        let directly = match judgement.verdict {
            Verdict::OutOfReach => by_direct_search(statement),
            _ => None,
        };
        ClaimRow::new(claim, directly.unwrap_or(judgement))
    };
    Ok(claims.iter().zip(&statements).map(row).collect())
}

/// The last heap that a statement names, genera apart.
fn needed_heaps(statements: &[&MisereStatement]) -> usize {
    let named = statements.iter().filter(|s| !matches!(s, MisereStatement::Genus { .. }));
    let last = named.filter_map(|statement| statement.last_heap()).max().unwrap_or(0);
    usize::try_from(last).unwrap_or(usize::MAX)
}

/// The partial quotient of the heaps that a statement about partial quotients names. Used where the
/// proof for the whole game was found earlier and does not show it.
fn further(
    solved: &Solved,
    record: &Record,
    statements: &[&MisereStatement],
    limits: &MisereLimits,
    watcher: &dyn MisereWatcher,
) -> Option<Solved> {
    let asked = |statement: &&MisereStatement| match statement {
        MisereStatement::Partial { n, .. } => Some(*n),
        _ => None,
    };
    let untold = statements.iter().filter_map(asked).filter(|&n| record.whole_at(n).is_none());
    let heaps = usize::try_from(untold.max()?).unwrap_or(usize::MAX).min(limits.heaps);
    let is_short = solved.stop == MisereStop::Proof && solved.quotient.last_heap() < heaps;
    is_short.then(|| partial(&solved.code, &MisereLimits { heaps, ..*limits }, watcher))
}

/// The genera of the heaps that statements name, as far as the limits allow; `None` if the watcher
/// cancels.
fn genera(
    code: &Code,
    statements: &[&MisereStatement],
    limits: &MisereLimits,
    watcher: &dyn MisereWatcher,
) -> Option<Vec<HeapGenus>> {
    let heap = |statement: &&MisereStatement| match statement {
        MisereStatement::Genus { n, .. } => Some((*n).min(LAST_GENUS)),
        _ => None,
    };
    let Some(last) = statements.iter().filter_map(heap).max() else { return Some(vec![]) };
    let mut meter = Meter::new(*limits, watcher);
    let mut forms = Forms::new(code);
    let mut genera = vec![forms.heap(0)];
    for _ in 0..last {
        match forms.next_heap(&mut meter) {
            Ok(genus) => genera.push(genus),
            Err(MisereStop::Cancelled) => return None,
            Err(_) => break,
        }
    }
    Some(genera)
}

/// The games that are solved here, but have no proved period among `normal`, the games of
/// `periods.csv`. A game that is not among those is left out: nothing is known of its normal play.
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
