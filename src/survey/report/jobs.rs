//! The main job: which games it searches, and the claims about each.

use std::collections::BTreeMap;

use crate::catalogue::Statement;
use crate::catalogue::claims::Claim;
use crate::catalogue::limits::PublishedLimit;
use crate::code::{Code, names};
use crate::survey::class::{Class, classes, octal_codes};
use crate::survey::misere::verdicts::is_misere;
use crate::survey::study::SearchJob;

/// Codes of up to this many digits are in the report.
const DIGITS: usize = 3;

/// What the literature says, as far as reports are about it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Literature<'a> {
    /// The published claims.
    pub claims: &'a [Claim],
    /// How far others searched games that stayed open.
    pub limits: &'a [PublishedLimit],
}

/// The classes of the main job: every code of up to three digits, every game of the catalogue,
/// and every code that a claim about normal play or a published limit speaks of.
pub fn report_classes(literature: Literature<'_>) -> Vec<Class> {
    let games = names::all().iter().map(|game| game.game.code.clone());
    let claimed = literature.claims.iter().filter(|claim| !is_misere(claim)).flat_map(claim_codes);
    let searched = literature.limits.iter().map(|limit| limit.game.code.clone());
    classes(octal_codes(DIGITS).into_iter().chain(games).chain(claimed).chain(searched))
}

/// The codes that a claim speaks of.
pub fn claim_codes(claim: &Claim) -> Vec<Code> {
    let mut codes = vec![claim.game.code.clone()];
    if let Statement::Equals { code, .. } = &claim.statement {
        codes.push(code.clone());
    }
    codes
}

/// The jobs for these classes, each with the claims about its codes; equalities and misère play
/// are left out.
pub fn jobs<'a>(classes: Vec<Class>, claims: &'a [Claim]) -> Vec<SearchJob<'a>> {
    let mut of_code: BTreeMap<&Code, Vec<&Claim>> = BTreeMap::new();
    for claim in claims.iter().filter(|claim| !is_equality(claim) && !is_misere(claim)) {
        of_code.entry(&claim.game.code).or_default().push(claim);
    }
    let job = |class: Class| {
        let claims = class.members.iter().flat_map(|m| of_code.get(&m.code)).flatten();
        SearchJob { claims: claims.copied().collect(), class, certify: false, proved_to: None }
    };
    classes.into_iter().map(job).collect()
}

/// Whether a claim states that two codes have the same sequence.
pub fn is_equality(claim: &Claim) -> bool {
    matches!(claim.statement, Statement::Equals { .. })
}
