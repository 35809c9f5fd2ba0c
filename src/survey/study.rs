//! One class of equal games: its search, its row, and the verdicts on the claims about it.
//! [`study_stream`] and [`study_values`] make the study of a game that a long search was about.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::class::{Class, Member, classes};
use super::files::certificate_path;
use super::searches::KeptSearches;
use super::store::Finished;
use crate::catalogue::claims::Claim;
use crate::catalogue::verdict::{Judgement, Verdict, judge, judge_search};
use crate::certificate::{self, SearchError};
use crate::code::Code;
use crate::formats::periods::{digest, exception_rows};
use crate::grundy::GrundyError;
use crate::period::Answer;
use crate::period::resumable::{self, Directory, ResumableError, StreamCheckpoint};
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
    /// True if a certificate is wanted when the period is proved.
    pub certify: bool,
    /// A heap up to which an earlier search has proved the period: this search goes up to it,
    /// whatever its limits.
    pub proved_to: Option<u64>,
}

impl SearchJob<'_> {
    /// The limits of this job within the limits of all.
    pub(super) fn limits(&self, all: &Limits) -> Limits {
        match self.proved_to {
            Some(heaps) => Limits { heaps, work: None, ..*all },
            None => *all,
        }
    }
}

/// A row of `claims.csv`: a claim and its verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClaimRow {
    /// The claim's id.
    pub claim_id: String,
    /// The code as printed in the claim.
    pub code: String,
    /// The kind of statement.
    pub statement: String,
    /// The claimed value, as printed.
    pub claimed: String,
    /// The convention of the source, if it states one.
    pub convention: Option<String>,
    /// The key of the source, if the claim names one.
    pub source: Option<String>,
    /// The verdict on the claim.
    pub verdict: Verdict,
    /// The value that this program found.
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
    /// True if this verdict rests on more than another on the same claim. A decided verdict rests
    /// on more than an open one; otherwise the longer search decides.
    pub fn is_deeper_than(&self, other: &ClaimRow) -> bool {
        let depth = |row: &ClaimRow| (row.verdict != Verdict::OutOfReach, row.verified_to);
        depth(self) > depth(other)
    }
}

/// The result of a job.
#[derive(Clone, Debug)]
pub struct Study {
    /// The game's row and exceptions.
    pub game: Finished,
    /// The verdicts on its claims.
    pub verdicts: Vec<ClaimRow>,
}

/// Searches the class of a job and judges its claims; `None` if the callback cancelled. The search
/// is one of those that are `kept`, if any are.
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

/// The jobs for these classes, each with the claims about its codes; equalities and misère play
/// are left out.
pub fn jobs<'a>(classes: Vec<Class>, claims: &'a [Claim]) -> Vec<SearchJob<'a>> {
    let mut of_code: BTreeMap<&Code, Vec<&Claim>> = BTreeMap::new();
    for claim in claims.iter().filter(|claim| !claim.is_equality() && !claim.is_misere()) {
        of_code.entry(&claim.game.code).or_default().push(claim);
    }
    let job = |class: Class| {
        let claims = class.members.iter().flat_map(|m| of_code.get(&m.code)).flatten();
        SearchJob { claims: claims.copied().collect(), class, certify: false, proved_to: None }
    };
    classes.into_iter().map(job).collect()
}

/// The study of a search that has dropped its history: its row, the verdicts on these claims that
/// it allows, and, on request, the certificate of its period. `continues` is asked several times a
/// second.
///
/// The certificate is not checked: that may take as long as the search.
pub fn study_stream(
    checkpoint: &StreamCheckpoint,
    claims: &[Claim],
    certify: bool,
    continues: &dyn Fn() -> bool,
) -> Result<Study, SearchError> {
    let code = checkpoint.code.clone();
    let limits = Limits::heaps(checkpoint.heap.saturating_sub(1));
    let stop = if checkpoint.proved.is_some() { Stop::Proof } else { Stop::Heaps };
    let mut row = checkpoint.answer(0, stop, &limits);
    let mut verdicts = vec![];
    for claim in claims {
        let verdict = judge_search(claim, (checkpoint, &row), continues)?;
        verdicts.extend(verdict.map(|verdict| ClaimRow::new(claim, verdict)));
    }
    let proved = checkpoint.proved.filter(|_| certify);
    let certificate = proved.map(|_| certificate::of_search(checkpoint, continues)).transpose()?;
    row.certificate = certificate.is_some().then(|| certificate_path(&code));
    let members = vec![Member { code, shift: 0 }];
    let certificate = certificate.map(Into::into);
    let game = Finished { row, exceptions: vec![], members, certificate };
    Ok(Study { game, verdicts })
}

/// The study of a search that has kept all its values, which may take this many bytes of memory.
pub fn study_values(
    directory: &Path,
    memory: u64,
    claims: &[Claim],
    certify: bool,
) -> Result<Study, ResumableError> {
    let nothing = || ResumableError::Nothing(directory.to_path_buf());
    // To open a directory would make it.
    let locked =
        if directory.is_dir() { Directory::open(directory)? } else { return Err(nothing()) };
    let known = resumable::known(&locked, memory)?.ok_or_else(nothing)?;
    let limits = Limits::heaps(known.verified_to());
    let job = jobs(classes([known.code.clone()]), claims).pop();
    let mut job = job.ok_or_else(nothing)?;
    job.certify = certify;
    Ok(study_known(&job, &limits, &known))
}
