//! Claims of every kind, judged: each game is searched once, by its own kind of play.

use std::collections::HashMap;

use rayon::prelude::*;

use super::class::classes;
use super::misere::verdicts::judge_misere_claims;
use super::parallel::{Observer, longest_first, run};
use super::study::{ClaimRow, SearchJob, Study, jobs};
use crate::catalogue::Statement;
use crate::catalogue::claims::Claim;
use crate::catalogue::verdict::{
    Verdict, judge_by_answer, judge_by_record, judge_equality, shift_by_rules,
};
use crate::code::{Code, Game};
use crate::grundy::GrundyError;
use crate::misere::limits::{MisereLimits, MisereWatcher};
use crate::misere::record::Record;
use crate::period::Answer;
use crate::period::search::{EventCallback, Limits, search};
use crate::period::sequence::Stop;
use crate::period::shifted::View;

/// Verdicts by the id of their claim.
pub type Verdicts = HashMap<String, ClaimRow>;

/// Claims to be judged, sorted by the searches that they need.
pub struct SortedClaims<'c> {
    games: Vec<SearchJob<'c>>,
    equalities: Vec<&'c Claim>,
    misere: Vec<&'c Claim>,
}

/// The observers of the searches, which may stop them.
#[derive(Clone, Copy)]
pub struct Watchers<'w> {
    /// Observes the search of each game.
    pub games: &'w dyn Observer,
    /// Watches the searches of two games that are claimed to be equal.
    pub equalities: &'w EventCallback<'w>,
    /// Watches the searches in misère play.
    pub misere: &'w dyn MisereWatcher,
}

impl<'c> SortedClaims<'c> {
    /// Sorts the claims; nothing is searched yet.
    pub fn new(claims: &'c [Claim]) -> SortedClaims<'c> {
        let (misere, normal): (Vec<&Claim>, Vec<&Claim>) =
            claims.iter().partition(|claim| claim.is_misere());
        let (equalities, others): (Vec<&Claim>, Vec<&Claim>) =
            normal.into_iter().partition(|claim| claim.is_equality());
        let classes = classes(others.into_iter().flat_map(Claim::codes));
        SortedClaims { games: jobs(classes, claims), equalities, misere }
    }

    /// The number of games to be searched, equalities and misère play aside.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// The verdicts. Claims about a game whose search its callback cancels have none.
    pub fn judge(
        self,
        limits: &Limits,
        misere: &MisereLimits,
        watchers: Watchers<'_>,
    ) -> Result<Verdicts, GrundyError> {
        let mut rows = Verdicts::new();
        let take = |studies: Vec<Study>| {
            rows.extend(by_id(studies.into_iter().flat_map(|study| study.verdicts)));
            Ok::<(), GrundyError>(())
        };
        run(longest_first(self.games, limits), limits, None, watchers.games, take)?;
        rows.extend(by_id(judge_equalities(&self.equalities, limits, watchers.equalities)?));
        rows.extend(by_id(judge_misere_claims(
            &self.misere,
            (misere, limits.heaps),
            watchers.misere,
        )?));
        Ok(rows)
    }
}

/// Judges the claims that are out of reach by the rows of earlier searches, where these decide.
/// `rows` finds them.
///
/// # Errors
/// Those of `rows`.
pub fn judge_by_rows<E>(
    claims: &[Claim],
    verdicts: &mut Verdicts,
    rows: &impl EarlierRows<Error = E>,
) -> Result<(), E> {
    for claim in claims {
        let is_open = |row: &ClaimRow| row.verdict == Verdict::OutOfReach;
        let Some(open) = verdicts.get_mut(&claim.id).filter(|row| is_open(row)) else { continue };
        let Game { code, shift } = &claim.game;
        let decided = match &claim.statement {
            Statement::Equals { .. } => None,
            Statement::Misere(statement) => rows.misere(code)?.and_then(|(record, of_row)| {
                judge_by_record(statement, (&record, of_row + *shift as i64))
            }),
            // G_game(n) = G_code(n − its shift) = G_row(n − its shift + s).
            _ => rows.normal(code)?.and_then(|(answer, of_row)| {
                judge_by_answer(claim, &answer.moved(&claim.game, *shift as i64 - of_row)?)
            }),
        };
        if let Some(judgement) = decided.filter(|j| j.verdict != Verdict::OutOfReach) {
            *open = ClaimRow::new(claim, judgement);
        }
    }
    Ok(())
}

/// The rows of earlier searches.
pub trait EarlierRows {
    /// An error of reading rows.
    type Error;

    /// The row of the game with this code, and s with G_row(n) = G_code(n − s).
    fn normal(&self, code: &Code) -> Result<Option<(Answer, i64)>, Self::Error>;

    /// The row on its misère play, and s with heap n of the code being heap n − s of the row.
    fn misere(&self, code: &Code) -> Result<Option<(Record, i64)>, Self::Error>;
}

/// Rows with the ids of their claims.
pub fn by_id(rows: impl IntoIterator<Item = ClaimRow>) -> impl Iterator<Item = (String, ClaimRow)> {
    rows.into_iter().map(|row| (row.claim_id.clone(), row))
}

/// The last heap of a first, short comparison, which settles most claims.
const FIRST_LIMIT: u64 = 4096;

/// The verdicts on those of `claims` that state an equality, in their order. Claims that the
/// callback cancels are left out.
pub fn judge_equalities(
    claims: &[&Claim],
    limits: &Limits,
    watch: &EventCallback<'_>,
) -> Result<Vec<ClaimRow>, GrundyError> {
    let rows: Vec<Option<ClaimRow>> =
        claims.par_iter().map(|claim| equality(claim, limits, watch)).collect::<Result<_, _>>()?;
    Ok(rows.into_iter().flatten().collect())
}

fn equality(
    claim: &Claim,
    limits: &Limits,
    watch: &EventCallback<'_>,
) -> Result<Option<ClaimRow>, GrundyError> {
    let Statement::Equals { code: other, .. } = &claim.statement else { return Ok(None) };
    let by_rules = shift_by_rules(claim);
    let mut row = None;
    let short = Limits { heaps: limits.heaps.min(FIRST_LIMIT), ..*limits };
    for limits in [&short, limits] {
        let a = search(&claim.game.code, limits, watch)?;
        let b = search(other, limits, watch)?;
        if a.stop == Stop::Cancelled || b.stop == Stop::Cancelled {
            return Ok(None);
        }
        let shift = claim.game.shift as i64;
        let judgement = judge_equality(claim, &View::new(&a, shift), &View::from(&b), by_rules);
        let settled = judgement.verdict != Verdict::OutOfReach;
        row = Some(ClaimRow::new(claim, judgement));
        if settled {
            break;
        }
    }
    Ok(row)
}
