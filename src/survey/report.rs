//! The directory of reports: what is there, what is missing, and how it is brought up to date.

mod jobs;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::evidence::{Evidence, Objection, Unused};
use super::figures;
use super::files::{StoreError, certificate_path, csv_bytes, read_rows};
use super::frontier::{self, FrontierRow};
use super::manifest::{self, Content, Manifest, ManifestRow};
use super::store::{Finished, GameTable};
use super::study::{CLAIM_HEADER, ClaimRow, SearchJob, Study};
use crate::catalogue::claims::Claim;
use crate::catalogue::verdict::Verdict;
use crate::code::Code;
use crate::file::DirectoryLock;
use crate::formats::periods::{EXCEPTION_HEADER, PERIOD_HEADER};
use crate::period::Status;
use crate::period::search::Limits;

pub use jobs::{Literature, claim_codes, is_equality, jobs, report_classes};

/// The files of the directory that hold results of searches.
pub const FILES: [&str; 3] = ["periods.csv", "exceptions.csv", "claims.csv"];

/// The reports of a directory, which other processes may add to as well.
#[derive(Debug)]
pub struct Reports {
    directory: PathBuf,
    table: GameTable,
    /// The verdicts, by the id of their claim.
    verdicts: BTreeMap<String, ClaimRow>,
    /// The open games, when the directory was last read or written.
    frontier: Vec<FrontierRow>,
    /// The manifest when the directory was last read or written.
    manifest: Manifest,
    /// The rows and files that were found but are not used.
    unused: Vec<Unused>,
    /// The names under which files are kept that were replaced but not used.
    kept: Vec<String>,
    /// Certificates of long searches that are still to be written.
    taken_over: Vec<Content>,
}

impl Reports {
    /// Reads what earlier runs have written; the directory must exist.
    pub fn open(directory: &Path) -> Result<Reports, StoreError> {
        let _lock = DirectoryLock::shared(directory);
        let mut reports = Reports {
            directory: directory.to_owned(),
            table: GameTable::default(),
            verdicts: BTreeMap::new(),
            frontier: vec![],
            manifest: Manifest::default(),
            unused: vec![],
            kept: vec![],
            taken_over: vec![],
        };
        reports.merge(Manifest::read(directory)?)?;
        Ok(reports)
    }

    /// Takes over what the directory, with this manifest, has more than these reports.
    fn merge(&mut self, manifest: Manifest) -> Result<(), StoreError> {
        let mut usable = vec![];
        for file in FILES {
            usable.push(self.usable(file, &manifest)?);
        }
        let [periods, exceptions, claims] = FILES.map(|file| self.directory.join(file));
        let mut table = GameTable::default();
        if usable[0] {
            let evidence = Evidence::Directory(self.directory.clone(), manifest.clone());
            let exceptions = if usable[1] { &exceptions } else { Path::new("") };
            table = GameTable::judged(&periods, Some(exceptions), &evidence)?;
        }
        // Where the file of the exceptions is not used, that was said of the file.
        let is_news =
            |unused: &&Unused| usable[1] || !matches!(unused.fault, Objection::NoExceptions { .. });
        table.unused().iter().filter(is_news).for_each(|unused| self.note_unused(unused.clone()));
        self.table.merge(table);
        if usable[2] {
            self.add_verdicts(read_rows::<ClaimRow>(&claims, &CLAIM_HEADER)?);
        }
        if self.usable(frontier::FILE, &manifest)? {
            self.frontier = read_rows(&self.directory.join(frontier::FILE), &frontier::HEADER)?;
        }
        self.manifest = manifest;
        Ok(())
    }

    /// Whether a file is as it was written.
    fn usable(&mut self, file: &str, manifest: &Manifest) -> Result<bool, StoreError> {
        let is_unchanged = manifest.is_unchanged(&self.directory, file)?;
        if !is_unchanged {
            let file = self.directory.join(file);
            self.note_unused(Unused { file, code: None, fault: Objection::Changed });
        }
        Ok(is_unchanged)
    }

    /// Notes a row or file that is not used, once.
    fn note_unused(&mut self, unused: Unused) {
        if !self.unused.contains(&unused) {
            self.unused.push(unused);
        }
    }

    /// The rows and files that were found but are not used, and why.
    pub fn unused(&self) -> &[Unused] {
        &self.unused
    }

    /// The files that were replaced but not used, by the names under which they are kept.
    pub fn kept(&self) -> &[String] {
        &self.kept
    }

    /// The jobs that would add something within these limits, even if only a certificate: those that would
    /// add one go as far as the proof that was found before.
    pub fn missing<'a>(&self, jobs: Vec<SearchJob<'a>>, limits: &Limits) -> Vec<SearchJob<'a>> {
        let missing = jobs.into_iter().filter(|job| !self.answers(job, limits));
        let certified = |job: SearchJob<'a>| {
            let proved_to = self.table.uncertified_to(job.class.code());
            SearchJob { certify: true, proved_to, ..job }
        };
        missing.map(certified).collect()
    }

    /// Whether a job within these limits would add nothing to the tables.
    pub fn answers(&self, job: &SearchJob<'_>, limits: &Limits) -> bool {
        self.table.answers(&job.class, limits) && job.claims.iter().all(|c| self.has_verdict(c))
    }

    /// Whether there is a verdict on a claim.
    pub fn has_verdict(&self, claim: &Claim) -> bool {
        self.verdicts.contains_key(&claim.id)
    }

    /// Whether the verdict on a claim is one that more heaps would not change.
    pub fn is_decided(&self, claim: &Claim) -> bool {
        let is_decided = |row: &ClaimRow| row.verdict != Verdict::OutOfReach;
        self.verdicts.get(&claim.id).is_some_and(is_decided)
    }

    /// Adds the result of a job.
    pub fn add(&mut self, study: Study) {
        self.add_verdicts(study.verdicts);
        self.table.insert(study.game);
    }

    /// Adds the result of a long search. Its certificate is not for [`Reports::new_certificates`]: to check
    /// it may take as long as the search.
    pub fn add_search(&mut self, mut study: Study) {
        let certificate = study.game.certificate.take().map(|bytes| bytes.to_vec());
        self.taken_over.extend(study.game.row.certificate.clone().zip(certificate));
        self.add(study);
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

    /// Brings the directory up to date: what other processes have added since is taken over, then
    /// all is written, verdicts in the order of the claims, and `others` with it. Each file stays as
    /// it was until its new form is complete. `made` is for the manifest, see [`manifest::write`].
    pub fn save(
        &mut self,
        literature: Literature<'_>,
        mut others: Vec<Content>,
        made: &ManifestRow,
    ) -> Result<(), StoreError> {
        others.append(&mut self.taken_over);
        let lock = DirectoryLock::exclusive(&self.directory)?;
        let manifest = Manifest::read(&self.directory)?;
        if manifest.is_empty() || manifest != self.manifest {
            self.merge(manifest)?;
        }
        let games = self.table.written();
        let superseded = games.iter().flat_map(|game| &game.members[1..]);
        let gone: Vec<String> = superseded.map(|m| certificate_path(&m.code)).collect();
        self.frontier = frontier::rows(&games, literature.limits, &self.frontier, &made.date);
        let figures = figures::rows(&games, literature.limits);
        others.push((figures::FILE.to_owned(), csv_bytes(&figures, &figures::HEADER)));
        let files = self.files(&games, literature.claims, others);
        let kept = manifest::write(&lock, &files, &gone, made)?;
        self.kept.extend(kept);
        self.manifest = Manifest::read(&self.directory)?;
        Ok(())
    }

    /// The files of the directory, in the order in which they are to be written.
    fn files(&self, games: &[Finished], claims: &[Claim], others: Vec<Content>) -> Vec<Content> {
        let [periods, exceptions, verdicts] = FILES.map(str::to_owned);
        let new = games
            .iter()
            .filter_map(|g| Some((g.row.certificate.as_ref()?, g.certificate.as_ref()?)));
        let new = new.map(|(file, bytes)| (file.clone(), bytes.to_vec()));
        let mut files: Vec<Content> = others.into_iter().chain(new).collect();
        // A game counts as done when it is in `periods.csv`: that is written last, so that a
        // program killed in between does the game again.
        files.push((verdicts, csv_bytes(self.verdicts_on(claims), &CLAIM_HEADER)));
        let listed = games.iter().flat_map(|game| &game.exceptions);
        files.push((exceptions, csv_bytes(listed, &EXCEPTION_HEADER)));
        files.push((frontier::FILE.to_owned(), csv_bytes(&self.frontier, &frontier::HEADER)));
        files.push((periods, csv_bytes(games.iter().map(|game| &game.row), &PERIOD_HEADER)));
        files
    }

    /// The certificates made in this run.
    pub fn new_certificates(&self) -> impl Iterator<Item = (String, Arc<[u8]>)> {
        let games = self.games().into_iter();
        games.filter_map(|game| Some((game.row.certificate?, game.certificate?)))
    }

    /// The games, equal ones merged, in the order of `periods.csv`.
    pub fn games(&self) -> Vec<Finished> {
        self.table.merged()
    }

    /// The open games beside their published limits, as last read or written.
    pub fn frontier(&self) -> &[FrontierRow] {
        &self.frontier
    }

    /// How many games are proved, observed and open: of these classes, each a game, and of those
    /// that are in the reports besides.
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
