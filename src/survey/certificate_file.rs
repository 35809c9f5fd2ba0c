//! The certificate that a row names: the file in the directory of its table.

use std::path::Path;

use super::files::{CERTIFICATES, contents};
use super::row::PeriodRow;
use crate::certificate::{self, LARGEST};
use crate::file::unpacked;

/// The bytes of the certificate that this row names in a directory, if it is whole, in its place there, and about
/// the period of the row; whether its values prove that is for `octal check` to say.
pub(super) fn about(row: &PeriodRow, directory: &Path) -> Option<Vec<u8>> {
    let (bytes, text) = whole(row, directory)?;
    states(row, &text).then_some(bytes)
}

/// Whether the certificate that this row names in a directory is whole, and about something else than the period of the row.
pub(super) fn contradicts(row: &PeriodRow, directory: &Path) -> bool {
    whole(row, directory).is_some_and(|(_, text)| !states(row, &text))
}

fn states(row: &PeriodRow, text: &[u8]) -> bool {
    let code = row.code.parse().ok();
    let claim = code.zip(row.known_period());
    claim.is_some_and(|(code, period)| certificate::states(text, &code, period))
}

/// The bytes of the file, and those of the certificate in it, if that is whole.
fn whole(row: &PeriodRow, directory: &Path) -> Option<(Vec<u8>, Vec<u8>)> {
    let file = row.certificate.as_ref().filter(|file| is_in_place(file))?;
    let bytes = contents(&directory.join(file))?;
    let text = unpacked(bytes.clone(), LARGEST).ok()?;
    certificate::is_whole(&text).then_some((bytes, text))
}

/// Whether a name in the column `certificate` is that of a file in the directory of certificates: what is elsewhere
/// is nobody's to read or to write.
fn is_in_place(file: &str) -> bool {
    Path::new(file).parent() == Some(Path::new(CERTIFICATES))
}
