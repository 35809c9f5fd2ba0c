//! Which games the literature speaks of, whatever it says of them.

use std::collections::BTreeSet;

use super::error::CatalogueError;
use super::{claims, limits, sequences, settled};
use crate::code::Code;
use crate::code::cousins::standard_form;

/// The games of which a published claim, search, settlement or sequence of `octal-codes/` speaks.
#[derive(Clone, Debug, Default)]
pub struct MentionedGames {
    standard_forms: BTreeSet<Code>,
}

impl MentionedGames {
    /// All of them.
    ///
    /// # Errors
    /// [`CatalogueError`] if a table that was built in is wrong.
    pub fn published() -> Result<MentionedGames, CatalogueError> {
        let mut standard_forms = BTreeSet::new();
        let mut mention = |code: &Code| {
            standard_forms.insert(standard_form(code).0);
        };
        claims::published()?.iter().for_each(|claim| mention(&claim.game.code));
        limits::published()?.iter().for_each(|limit| mention(&limit.game.code));
        settled::published()?.iter().for_each(|settled| mention(&settled.game.code));
        sequences::published()?.iter().for_each(|sequence| mention(&sequence.game.code));
        Ok(MentionedGames { standard_forms })
    }

    /// Whether this code or one of its first cousins is among them. O(log of their number).
    ///
    /// ```
    /// # use octal::catalogue::mentioned::MentionedGames;
    /// let mentioned = MentionedGames::published()?;
    /// assert!(mentioned.include(&"0.77".parse()?) && !mentioned.include(&"0.77244".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn include(&self, code: &Code) -> bool {
        self.standard_forms.contains(&standard_form(code).0)
    }
}
