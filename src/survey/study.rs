//! One class of equal games: its search, its row, and the verdicts on the claims about it.
//! [`SortedClaims`] are claims of every kind: each game is searched once, by its own kind of play.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::class::{Class, classes, judge_equalities};
use super::files::certificate_path;
use super::misere::verdicts::{is_misere, judge_misere_claims};
use super::parallel::{Observer, longest_first, run};
use super::report::{claim_codes, is_equality, jobs};
use super::searches::KeptSearches;
use super::store::Finished;
use crate::catalogue::claims::Claim;
use crate::catalogue::verdict::{Judgement, Verdict, judge};
use crate::certificate;
use crate::formats::periods::{digest, exception_rows};
use crate::grundy::GrundyError;
use crate::misere::limits::{MisereLimits, MisereWatcher};
use crate::period::Answer;
use crate::period::search::{EventCallback, Limits, search};
use crate::period::sequence::{Known, Stop};
use crate::period::shifted::View;

/// A class to search, and the claims about its codes.
#[derive(Clone, Debug)]
pub struct SearchJob<'a> {
    /// The class.
    pub class: Class,
    /// The claims, except those that two codes are equal.
    pub claims: Vec<&'a Claim>,
    /// Whether a certificate is wanted if the period is proved.
    pub certify: bool,
    /// A heap up to which an earlier search has proved the period: this search goes up to it,
    /// whatever its limits.
    pub proved_to: Option<u64>,
}

impl SearchJob<'_> {
    /// How far this job goes within the limits of all.
    pub(super) fn limits(&self, all: &Limits) -> Limits {
        match self.proved_to {
            Some(heaps) => Limits { heaps, work: None, ..*all },
            None => *all,
        }
    }
}

/// A row of `claims.csv`: a claim and what became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClaimRow {
    /// The claim's id.
    pub claim_id: String,
    /// The code as printed in the claim.
    pub code: String,
    /// The kind of statement.
    pub statement: String,
    /// What is claimed, as printed.
    pub claimed: String,
    /// The convention of the source, if it states one.
    pub convention: Option<String>,
    /// The key of the source, if the claim names one.
    pub source: Option<String>,
    /// What became of the claim.
    pub verdict: Verdict,
    /// What this program found.
    pub computed: String,
    /// The first heap that contradicts the claim.
    pub first_difference: Option<u64>,
    /// The last heap whose value was computed.
    pub verified_to: u64,
}

impl ClaimRow {
    /// The row for the judgement on a claim.
    pub fn new(claim: &Claim, judgement: Judgement) -> ClaimRow {
        ClaimRow {
            claim_id: claim.id.clone(),
            code: claim.code.clone(),
            statement: claim.statement.kind().to_owned(),
            claimed: claim.claimed.clone(),
            convention: stated(&claim.convention),
            source: stated(&claim.source),
            verdict: judgement.verdict,
            computed: judgement.computed,
            first_difference: judgement.first_difference,
            verified_to: judgement.verified_to,
        }
    }
}

/// A text, unless it is empty.
fn stated(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

impl ClaimRow {
    /// Whether this verdict rests on more than another on the same claim: a decided one on more
    /// than an open one, then that of the longer search.
    pub fn is_deeper_than(&self, other: &ClaimRow) -> bool {
        let depth = |row: &ClaimRow| (row.verdict != Verdict::OutOfReach, row.verified_to);
        depth(self) > depth(other)
    }
}

/// What came out of a job.
#[derive(Clone, Debug)]
pub struct Study {
    /// The game's row and exceptions.
    pub game: Finished,
    /// The verdicts on its claims.
    pub verdicts: Vec<ClaimRow>,
}

/// Searches the class of a job and judges its claims; `None` if the callback cancelled. The search is one of
/// those that are `kept`, if any are.
pub fn study(
    job: &SearchJob<'_>,
    limits: &Limits,
    kept: Option<&KeptSearches>,
    watch: &EventCallback<'_>,
) -> Result<Option<Study>, GrundyError> {
    let limits = &job.limits(limits);
    let known = match kept {
        Some(kept) => kept.search(job.class.code(), limits, watch)?,
        None => search(job.class.code(), limits, watch)?,
    };
    Ok((known.stop != Stop::Cancelled).then(|| study_known(job, limits, &known)))
}

/// The same for a sequence that is known already, from a search with these limits.
pub fn study_known(job: &SearchJob<'_>, limits: &Limits, known: &Known) -> Study {
    let certificate = job.certify.then(|| certificate::write(known).ok()).flatten();
    let mut row = Answer::new(&View::from(known), limits);
    row.digest = digest(known);
    if certificate.is_some() {
        row.certificate = Some(certificate_path(job.class.code()));
    }
    let game = Finished {
        row,
        exceptions: exception_rows(known),
        members: job.class.members.clone(),
        certificate: certificate.map(Into::into),
    };
    let verdicts = job.claims.iter().map(|claim| verdict(job, claim, known)).collect();
    Study { game, verdicts }
}

fn verdict(job: &SearchJob<'_>, claim: &Claim, known: &Known) -> ClaimRow {
    // G_first(n) = G_code(n − shift), so G_code(n) = G_first(n + shift).
    let to_first = -job.class.shift_of(&claim.game.code).unwrap_or(0);
    let shift = to_first + claim.game.shift as i64;
    ClaimRow::new(claim, judge(claim, &View::new(known, shift)))
}

/// The column names of `claims.csv` in `results/`.
pub const CLAIM_HEADER: [&str; 10] = [
    "claim_id",
    "code",
    "statement",
    "claimed",
    "convention",
    "source",
    "verdict",
    "computed",
    "first_difference",
    "verified_to",
];

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
