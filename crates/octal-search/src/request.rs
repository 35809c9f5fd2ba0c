//! What a search is asked to do.

use super::{Directory, Settings};
use crate::code::Code;
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
