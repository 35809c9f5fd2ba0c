//! What a file of values says of them.

use super::error::FilePlace;

/// What a file says beside its values.
#[derive(Default)]
pub(super) struct Label {
    /// The heap of the first value, if the file says it apart from the index.
    pub(super) heap: Option<u64>,
    /// The game, if a key or a column names it.
    pub(super) code: Option<(String, FilePlace)>,
    /// What titles call the game.
    pub(super) titles: Vec<(String, FilePlace)>,
}
