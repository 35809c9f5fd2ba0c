//! What a search is asked to do, and the replays that it needs for that.

use super::record::SearchRecord;
use super::replay::Replay;
use super::{Directory, Settings};
use crate::code::Code;
use crate::grundy::stream::Basis;
use crate::period::search::{Limits, Watcher};

/// What a search is to do, where, and who watches it.
#[derive(Clone, Copy)]
pub(super) struct SearchRequest<'a> {
    pub(super) code: &'a Code,
    pub(super) limits: &'a Limits,
    pub(super) settings: &'a Settings,
    pub(super) directory: &'a Directory,
    pub(super) watch: &'a dyn Watcher,
}

impl<'a> SearchRequest<'a> {
    /// Replays the search as far as this record has come, as long as `goes_on` says so.
    pub(super) fn replay<'r>(
        &self,
        record: &'r SearchRecord,
        basis: &'r Basis,
        goes_on: &'r dyn Fn() -> bool,
    ) -> Replay<'r>
    where
        'a: 'r,
    {
        Replay::new(record, basis, self.settings, goes_on).beside(self.directory.path())
    }
}
