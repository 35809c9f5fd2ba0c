//! The directory of reports: its contents, the missing rows, and its updates.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::certificates::{self, PACKED, to_keep};
use super::class::{Class, classes, octal_codes};
use super::figures;
use super::files::{
    Content, StoreError, UnprovedRow, certificate_path, contents, csv_bytes, read_rows, write_files,
};
use super::frontier::{self, FrontierRow};
use super::store::{Finished, GameTable};
use super::study::{CLAIM_HEADER, ClaimRow, SearchJob, Study};
use crate::catalogue::claims::Claim;
use crate::catalogue::limits::PublishedLimit;
use crate::catalogue::verdict::Verdict;
use crate::code::{Code, names};
use crate::file::DirectoryLock;
use crate::formats::periods::{EXCEPTION_HEADER, PERIOD_HEADER};
use crate::period::Status;
use crate::period::search::Limits;

/// The files of the directory that hold results of searches.
const FILES: [&str; 4] = ["periods.csv", "exceptions.csv", "claims.csv", frontier::FILE];

/// The reports of a directory, which other processes may add to as well.
#[derive(Debug)]
pub struct Reports {
    directory: PathBuf,
    table: GameTable,
    /// The verdicts, by the id of their claim.
    verdicts: BTreeMap<String, ClaimRow>,
    /// The open games, when the directory was last read or written.
    frontier: Vec<FrontierRow>,
    /// The files when the directory was last read or written.
    seen: [Option<Vec<u8>>; 4],
    /// The rows that were found but are not used.
    unproved: Vec<UnprovedRow>,
    /// True if the certificates of all proved periods are kept, not only [those that take
    /// long](certificates::is_kept).
    all_certificates: bool,
    /// Certificates that are still to be written.
    certificates: Vec<Content>,
    /// The certificates that jobs made in this run, kept or not, with the names of their files.
    new_certificates: Vec<(String, Arc<[u8]>)>,
}

impl Reports {
    /// Reads the files of earlier runs; the directory must exist.
    pub fn open(directory: &Path) -> Result<Reports, StoreError> {
        let _lock = DirectoryLock::shared(directory);
        let mut reports = Reports {
            directory: directory.to_owned(),
            table: GameTable::default(),
            verdicts: BTreeMap::new(),
            frontier: vec![],
            seen: [const { None }; 4],
            unproved: vec![],
            all_certificates: false,
            certificates: vec![],
            new_certificates: vec![],
        };
        reports.merge()?;
        Ok(reports)
    }

    /// Keeps the certificates of all proved periods from now on, or only those that take long.
    #[must_use]
    pub fn with_all_certificates(mut self, all: bool) -> Reports {
        self.all_certificates = all;
        self
    }

    /// Adds the rows that other processes have written into the directory.
    fn merge(&mut self) -> Result<(), StoreError> {
        let found = self.contents();
        if found == self.seen {
            return Ok(());
        }
        let [periods, exceptions, claims, frontier] = self.paths();
        let table = GameTable::judged(&periods, Some(&exceptions), Some(&self.directory))?;
        for unproved in table.unproved() {
            if !self.unproved.contains(unproved) {
                self.unproved.push(unproved.clone());
            }
        }
        self.table.merge(table);
        self.add_verdicts(read_rows::<ClaimRow>(&claims, &CLAIM_HEADER)?);
        self.frontier = read_rows(&frontier, &frontier::HEADER)?;
        self.seen = found;
        Ok(())
    }

    fn paths(&self) -> [PathBuf; 4] {
        FILES.map(|file| self.directory.join(file))
    }

    fn contents(&self) -> [Option<Vec<u8>>; 4] {
        self.paths().map(|path| contents(&path))
    }

    /// The rows that were found but are not used, and why.
    pub fn unproved(&self) -> &[UnprovedRow] {
        &self.unproved
    }

    /// The jobs that would add something within these limits, even if only a certificate. A job
    /// that would add only a certificate runs as far as the earlier proof.
    pub fn missing<'a>(&self, jobs: Vec<SearchJob<'a>>, limits: &Limits) -> Vec<SearchJob<'a>> {
        let certified = |job: SearchJob<'a>| {
            let uncertified = self.table.uncertified(job.class.code());
            let proved_to = uncertified.map(|game| game.row.verified_to);
            let proved_to = proved_to.or_else(|| self.lacks_certificate(&job.class, limits));
            let is_missing = proved_to.is_some() || !self.answers(&job, limits);
            is_missing.then_some(SearchJob { certify: true, proved_to, ..job })
        };
        jobs.into_iter().filter_map(certified).collect()
    }

    /// The last heap of the proof of a class whose certificate is wanted, is missing, and can be
    /// made in memory.
    fn lacks_certificate(&self, class: &Class, limits: &Limits) -> Option<u64> {
        let code = class.code();
        let lacks = self.all_certificates
            && !certificates::missing(&self.table, [code]).is_empty()
            && !certificates::is_beyond(&self.table, code, limits.memory);
        self.table.row_of(code).filter(|_| lacks).map(|(row, _)| row.verified_to)
    }

    /// True if a job within these limits would add nothing to the tables.
    pub fn answers(&self, job: &SearchJob<'_>, limits: &Limits) -> bool {
        self.table.answers(&job.class, limits) && job.claims.iter().all(|c| self.has_verdict(c))
    }

    /// True if there is a verdict on a claim.
    pub fn has_verdict(&self, claim: &Claim) -> bool {
        self.verdicts.contains_key(&claim.id)
    }

    /// True if more heaps would not change the verdict on a claim.
    pub fn is_decided(&self, claim: &Claim) -> bool {
        let is_decided = |row: &ClaimRow| row.verdict != Verdict::OutOfReach;
        self.verdicts.get(&claim.id).is_some_and(is_decided)
    }

    /// Adds the result of a job.
    pub fn add(&mut self, study: Study) {
        let game = &study.game;
        let made = game.row.certificate.clone().zip(game.certificate.clone());
        self.new_certificates.extend(made);
        self.add_search(study);
    }

    /// Adds the result of a long search. Its certificate is not for [`Reports::new_certificates`]:
    /// to check it may take as long as the search.
    pub fn add_search(&mut self, mut study: Study) {
        self.certificates.extend(to_keep(&mut study.game, self.all_certificates));
        self.add_verdicts(study.verdicts);
        self.table.insert(study.game);
    }

    /// Adds verdicts; one that rests on more stays.
    pub fn add_verdicts(&mut self, rows: impl IntoIterator<Item = ClaimRow>) {
        for row in rows {
            let stays = |old: &ClaimRow| old.is_deeper_than(&row);
            if !self.verdicts.get(&row.claim_id).is_some_and(stays) {
                self.verdicts.insert(row.claim_id.clone(), row);
            }
        }
    }

    /// Brings the directory up to date: takes over what other processes have added, then writes all
    /// files. Verdicts are in the order of the claims, and `others` is written too. Each file stays
    /// as it was until its new form is complete. `date` is that of new rows of the frontier.
    pub fn save(
        &mut self,
        literature: Literature<'_>,
        mut others: Vec<Content>,
        date: &str,
    ) -> Result<(), StoreError> {
        others.append(&mut self.certificates);
        let lock = DirectoryLock::exclusive(&self.directory)?;
        self.merge()?;
        let games = self.table.written();
        let superseded = games.iter().flat_map(|game| &game.members[1..]);
        let superseded = superseded.map(|m| certificate_path(&m.code));
        let gone: Vec<String> =
            superseded.flat_map(|file| [format!("{file}{PACKED}"), file]).collect();
        self.frontier = frontier::rows(&games, literature.limits, &self.frontier, date);
        let figures = figures::rows(&games, literature.limits);
        others.push((figures::FILE.to_owned(), csv_bytes(&figures, &figures::HEADER)));
        let files = self.files(&games, literature.claims, others);
        write_files(&lock, &files, &gone)?;
        self.seen = self.contents();
        Ok(())
    }

    /// The files of the directory, after these, in the order in which they are to be written.
    fn files(&self, games: &[Finished], claims: &[Claim], mut files: Vec<Content>) -> Vec<Content> {
        let [periods, exceptions, verdicts, frontier] = FILES.map(str::to_owned);
        // A game counts as done when it is in `periods.csv`. That file is written last, so that a
        // program killed in between repeats the game.
        files.push((verdicts, csv_bytes(self.verdicts_on(claims), &CLAIM_HEADER)));
        let listed = games.iter().flat_map(|game| &game.exceptions);
        files.push((exceptions, csv_bytes(listed, &EXCEPTION_HEADER)));
        files.push((frontier, csv_bytes(&self.frontier, &frontier::HEADER)));
        files.push((periods, csv_bytes(games.iter().map(|game| &game.row), &PERIOD_HEADER)));
        files
    }

    /// The certificates made in this run, kept or not, with the names of their files.
    pub fn new_certificates(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.new_certificates.iter().map(|(file, bytes)| (file.as_str(), &**bytes))
    }

    /// The games, equal ones merged, in the order of `periods.csv`.
    pub fn games(&self) -> Vec<Finished> {
        self.table.merged()
    }

    /// The open games beside their published limits, as last read or written.
    pub fn frontier(&self) -> &[FrontierRow] {
        &self.frontier
    }

    /// The number of proved, observed and open games, each of these classes being one game, and of
    /// games in the reports besides.
    pub fn tally(&self, classes: &[Code]) -> [usize; 3] {
        let games = self.games();
        let count = |game: &Finished| {
            let is_member = |code: &&Code| game.members.iter().any(|m| m.code == **code);
            classes.iter().filter(is_member).count().max(1)
        };
        Status::ALL.map(|status| games.iter().filter(|g| g.row.status == status).map(count).sum())
    }

    /// The verdicts there are on these claims, in their order.
    pub fn verdicts_on(&self, claims: &[Claim]) -> Vec<ClaimRow> {
        claims.iter().filter_map(|claim| self.verdicts.get(&claim.id)).cloned().collect()
    }

    /// All verdicts, in the order of the ids of their claims.
    pub fn verdicts(&self) -> impl Iterator<Item = &ClaimRow> {
        self.verdicts.values()
    }
}

/// Codes of up to this many digits are in the report.
const DIGITS: usize = 3;

/// The published statements that reports are about.
#[derive(Clone, Copy, Debug, Default)]
pub struct Literature<'a> {
    /// The published claims.
    pub claims: &'a [Claim],
    /// The published searches of games that stayed open.
    pub limits: &'a [PublishedLimit],
}

/// The classes of the main job: every code of up to three digits, and every game of the catalogue.
/// Also every code of a claim about normal play or of a published limit.
pub fn report_classes(literature: Literature<'_>) -> Vec<Class> {
    let games = names::all().iter().map(|game| game.game.code.clone());
    let claimed =
        literature.claims.iter().filter(|claim| !claim.is_misere()).flat_map(Claim::codes);
    let searched = literature.limits.iter().map(|limit| limit.game.code.clone());
    classes(octal_codes(DIGITS).into_iter().chain(games).chain(claimed).chain(searched))
}
