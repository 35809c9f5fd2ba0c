//! The directory of reports: what is there, what is missing, and how it is brought up to date.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::class::{Class, Member, classes, octal_codes};
use super::row::{EXCEPTION_HEADER, PERIOD_HEADER, PeriodRow};
use super::run::Job;
use super::store::{Finished, StoreError, Table, read_rows, write_rows};
use super::study::{CERTIFICATES, CLAIM_HEADER, ClaimRow, Study, certificate_path};
use crate::catalogue::Statement;
use crate::catalogue::claims::Claim;
use crate::catalogue::verdict::VerdictKind;
use crate::certificate;
use crate::code::{Code, names};
use crate::export::file::write_atomically;
use crate::input;
use crate::period::Period;
use crate::period::known::Stop;
use crate::period::long::Record;
use crate::period::search::Limits;

/// The files of the directory that hold results of searches.
pub const FILES: [&str; 3] = ["periods.csv", "exceptions.csv", "claims.csv"];

/// Codes of up to this many digits are in the report.
const DIGITS: usize = 3;

/// The classes of the main job: every code of up to three digits, every game of the catalogue,
/// and every code that a claim speaks of.
#[must_use]
pub fn report_classes(claims: &[Claim]) -> Vec<Class> {
    let games = names::all().iter().map(|game| game.game.code.clone());
    classes(octal_codes(DIGITS).into_iter().chain(games).chain(claims.iter().flat_map(claim_codes)))
}

/// The codes that a claim speaks of.
pub fn claim_codes(claim: &Claim) -> Vec<Code> {
    let mut codes = vec![claim.game.code.clone()];
    if let Statement::Equals { code, .. } = &claim.statement {
        codes.push(code.clone());
    }
    codes
}

/// The jobs for these classes, each with the claims about its codes; equalities are left out.
#[must_use]
pub fn jobs<'a>(classes: Vec<Class>, claims: &'a [Claim]) -> Vec<Job<'a>> {
    let mut of_code: BTreeMap<&Code, Vec<&Claim>> = BTreeMap::new();
    for claim in claims.iter().filter(|claim| !is_equality(claim)) {
        of_code.entry(&claim.game.code).or_default().push(claim);
    }
    let job = |class: Class| {
        let claims = class.members.iter().flat_map(|m| of_code.get(&m.code)).flatten();
        Job { claims: claims.copied().collect(), class, certify: false, proved_to: None }
    };
    classes.into_iter().map(job).collect()
}

/// Whether a claim states that two codes have the same sequence.
#[must_use]
pub fn is_equality(claim: &Claim) -> bool {
    matches!(claim.statement, Statement::Equals { .. })
}

/// The reports of a directory.
#[derive(Debug)]
pub struct Reports {
    directory: PathBuf,
    table: Table,
    verdicts: BTreeMap<String, ClaimRow>,
}

impl Reports {
    /// Reads what earlier runs have written; the directory must exist.
    ///
    /// # Errors
    /// [`StoreError`] if a report is there but cannot be read.
    pub fn open(directory: &Path) -> Result<Reports, StoreError> {
        let [periods, exceptions, claims] = FILES.map(|file| directory.join(file));
        let table = Table::read(&periods, Some(&exceptions))?;
        let verdicts = read_rows::<ClaimRow>(&claims, &CLAIM_HEADER)?;
        let verdicts = verdicts.into_iter().map(|row| (row.claim_id.clone(), row)).collect();
        Ok(Reports { directory: directory.to_owned(), table, verdicts })
    }

    /// The jobs that would add something within these limits, if only a certificate.
    #[must_use]
    pub fn missing<'a>(&self, jobs: Vec<Job<'a>>, limits: &Limits) -> Vec<Job<'a>> {
        let missing = |job: Job<'a>| {
            if !self.answers(&job, limits) {
                return Some(Job { certify: true, ..job });
            }
            let proved_to = Some(self.lacks_certificate(job.class.code())?);
            Some(Job { certify: true, proved_to, claims: vec![], class: job.class })
        };
        jobs.into_iter().filter_map(missing).collect()
    }

    /// The heap up to which a game was computed that is proved and has no certificate, though it
    /// may have one.
    fn lacks_certificate(&self, code: &Code) -> Option<u64> {
        let row = self.table.row(code).filter(|row| has_status(row, "proved"))?;
        let (preperiod, period) = (row.preperiod?, row.period?);
        let period = Period { preperiod, period, saltus: row.saltus? };
        let rare = row.rare_count.map(|_| row.last_rare);
        let there = !row.certificate.is_empty() && self.directory.join(&row.certificate).is_file();
        (!there && certificate::is_covered(code, period, rare)).then_some(row.verified_to)
    }

    /// Whether a job within these limits would add nothing to the tables.
    #[must_use]
    pub fn answers(&self, job: &Job<'_>, limits: &Limits) -> bool {
        self.table.answers(&job.class, limits) && job.claims.iter().all(|c| self.has_verdict(c))
    }

    /// Whether there is a verdict on a claim.
    #[must_use]
    pub fn has_verdict(&self, claim: &Claim) -> bool {
        self.verdicts.contains_key(&claim.id)
    }

    /// Whether the verdict on a claim is one that more heaps would not change.
    #[must_use]
    pub fn is_decided(&self, claim: &Claim) -> bool {
        let open = VerdictKind::OutOfReach.name();
        self.verdicts.get(&claim.id).is_some_and(|row| row.verdict != open)
    }

    /// Adds the result of a job.
    pub fn add(&mut self, study: Study) {
        self.add_verdicts(study.verdicts);
        self.table.insert(study.game);
    }

    /// Takes over what a long search has found, with the verdicts on these claims that it allows,
    /// and writes its certificate if it has one.
    ///
    /// The certificate is not checked here: that may take as long as the search.
    ///
    /// # Errors
    /// [`StoreError::File`] if the certificate cannot be written.
    pub fn add_search(
        &mut self,
        record: &Record,
        verdicts: Vec<ClaimRow>,
        certificate: Option<&[u8]>,
    ) -> Result<(), StoreError> {
        let code = record.code();
        let limits = Limits::heaps(record.heap().saturating_sub(1));
        let stop = if record.proved().is_some() { Stop::Proof } else { Stop::Heaps };
        let mut row = PeriodRow::streamed(record, 0, stop, &limits);
        if let Some(bytes) = certificate {
            row.certificate = certificate_path(&code);
            // If this fails, writing the file does, with a better message.
            let _ = std::fs::create_dir(self.directory.join(CERTIFICATES));
            let path = self.directory.join(&row.certificate);
            write_atomically(path, |out| out.write_all(bytes))?;
        }
        self.add_verdicts(verdicts);
        let members = vec![Member { code, shift: 0 }];
        self.table.insert(Finished { row, exceptions: vec![], members, certificate: None });
        Ok(())
    }

    /// Adds verdicts; one that looked further stays.
    pub fn add_verdicts(&mut self, rows: impl IntoIterator<Item = ClaimRow>) {
        for row in rows {
            let deeper = |old: &ClaimRow| old.verified_to > row.verified_to;
            if !self.verdicts.get(&row.claim_id).is_some_and(deeper) {
                self.verdicts.insert(row.claim_id.clone(), row);
            }
        }
    }

    /// Writes the reports, verdicts in the order of `claims`; each file stays as it was until its
    /// new form is complete.
    ///
    /// # Errors
    /// [`StoreError::File`] if a report cannot be written.
    pub fn save(&self, claims: &[Claim]) -> Result<(), StoreError> {
        let [periods, exceptions, verdicts] = FILES.map(|file| self.directory.join(file));
        let games = self.games();
        games.iter().try_for_each(|game| self.save_certificate(game))?;
        // A game counts as done when it is in `periods.csv`: that is written last, so that a
        // program killed in between does the game again.
        write_rows(&verdicts, &CLAIM_HEADER, self.verdicts_on(claims))?;
        write_rows(&exceptions, &EXCEPTION_HEADER, games.iter().flat_map(|g| &g.exceptions))?;
        write_rows(&periods, &PERIOD_HEADER, games.iter().map(|game| &game.row))
    }

    /// Writes a certificate that is new, and removes those of codes that are this game under
    /// another code.
    fn save_certificate(&self, game: &Finished) -> Result<(), StoreError> {
        for member in &game.members[1..] {
            // It is there only if this code once stood for the game.
            let _ = std::fs::remove_file(self.directory.join(certificate_path(&member.code)));
        }
        let Some(bytes) = &game.certificate else { return Ok(()) };
        let path = self.directory.join(&game.row.certificate);
        if File::open(&path).is_ok_and(|old| input::holds(old, bytes)) {
            return Ok(());
        }
        // If this fails, writing the file does, with a better message.
        let _ = std::fs::create_dir(self.directory.join(CERTIFICATES));
        Ok(write_atomically(path, |out| out.write_all(bytes))?)
    }

    /// The certificates of all games, by their place within the directory.
    pub fn certificates(&self) -> impl Iterator<Item = String> {
        let names = self.games().into_iter().map(|game| game.row.certificate);
        names.filter(|name| !name.is_empty())
    }

    /// The certificates made in this run.
    pub fn new_certificates(&self) -> impl Iterator<Item = (String, Arc<[u8]>)> {
        let games = self.games().into_iter();
        games.filter_map(|game| Some((game.row.certificate, game.certificate?)))
    }

    /// The games, equal ones merged, in the order of `periods.csv`.
    #[must_use]
    pub fn games(&self) -> Vec<Finished> {
        self.table.merged()
    }

    /// How many games are proved, observed and open.
    #[must_use]
    pub fn tally(&self) -> [usize; 3] {
        let games = self.games();
        ["proved", "observed", "open"]
            .map(|status| games.iter().filter(|g: &&Finished| has_status(&g.row, status)).count())
    }

    /// The verdicts there are on these claims, in their order.
    #[must_use]
    pub fn verdicts_on(&self, claims: &[Claim]) -> Vec<ClaimRow> {
        claims.iter().filter_map(|claim| self.verdicts.get(&claim.id)).cloned().collect()
    }

    /// The verdicts, by claim.
    pub fn verdicts(&self) -> impl Iterator<Item = &ClaimRow> {
        self.verdicts.values()
    }
}

fn has_status(row: &PeriodRow, status: &str) -> bool {
    row.status == status
}
