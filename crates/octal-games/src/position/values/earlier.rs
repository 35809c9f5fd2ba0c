//! Earlier searches, which tell how far another one has to go.

use std::error::Error;
use std::path::Path;

use crate::code::Code;
use crate::period::Period;
use crate::period::search::Limits;

/// An earlier search of a code, as far as it tells how far another has to go.
pub trait EarlierSearch {
    /// The file that tells of it.
    fn file(&self) -> &Path;
    /// The code that it searched, which has the same sequence up to a shift.
    fn code(&self) -> &str;
    /// s with G(n) = G_code(n + s), `code` being that code and G the sequence that was asked for.
    fn shift(&self) -> i64;
    /// The last heap that it computed, counted as that code does.
    fn verified_to(&self) -> u64;
    /// The period of that code, if it was proved.
    fn proved(&self) -> Option<Period>;
    /// Whether a search with these limits would find out no more.
    fn answers(&self, limits: &Limits) -> bool;
}

/// All earlier searches.
pub trait EarlierSearches {
    /// The earlier search of a code, if there was one.
    ///
    /// # Errors
    /// Any error of reading them.
    fn of(
        &self,
        code: &Code,
    ) -> Result<Option<Box<dyn EarlierSearch>>, Box<dyn Error + Send + Sync>>;
}

/// There were none.
impl EarlierSearches for () {
    fn of(&self, _: &Code) -> Result<Option<Box<dyn EarlierSearch>>, Box<dyn Error + Send + Sync>> {
        Ok(None)
    }
}
