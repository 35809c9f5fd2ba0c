//! Claims of every kind, judged: each game is searched once, by its own kind of play.

use std::collections::HashMap;

use super::class::{classes, judge_equalities};
use super::misere::verdicts::{is_misere, judge_misere_claims};
use super::parallel::{Observer, longest_first, run};
use super::report::{claim_codes, is_equality, jobs};
use super::study::{ClaimRow, SearchJob, Study};
use crate::catalogue::claims::Claim;
use crate::grundy::GrundyError;
use crate::misere::limits::{MisereLimits, MisereWatcher};
use crate::period::search::{EventCallback, Limits};

/// Verdicts by the id of their claim.
pub type Verdicts = HashMap<String, ClaimRow>;

/// Claims that are to be judged, sorted by what has to be searched for them.
pub struct SortedClaims<'c> {
    games: Vec<SearchJob<'c>>,
    equalities: Vec<&'c Claim>,
    misere: Vec<&'c Claim>,
}

/// Who observes the searches, and may stop them.
#[derive(Clone, Copy)]
pub struct Watchers<'w> {
    /// Observes the search of each game.
    pub games: &'w dyn Observer,
    /// Watches the searches of two games that are said to be equal.
    pub equalities: &'w EventCallback<'w>,
    /// Watches the searches in misère play.
    pub misere: &'w dyn MisereWatcher,
}

impl<'c> SortedClaims<'c> {
    /// Sorts the claims; nothing is searched yet.
    pub fn new(claims: &'c [Claim]) -> SortedClaims<'c> {
        let (misere, normal): (Vec<&Claim>, Vec<&Claim>) =
            claims.iter().partition(|claim| is_misere(claim));
        let (equalities, others): (Vec<&Claim>, Vec<&Claim>) =
            normal.into_iter().partition(|claim| is_equality(claim));
        let classes = classes(others.into_iter().flat_map(claim_codes));
        SortedClaims { games: jobs(classes, claims), equalities, misere }
    }

    /// How many games are to be searched, equalities and misère play apart.
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

/// Rows with the ids of their claims.
pub fn by_id(rows: impl IntoIterator<Item = ClaimRow>) -> impl Iterator<Item = (String, ClaimRow)> {
    rows.into_iter().map(|row| (row.claim_id.clone(), row))
}
