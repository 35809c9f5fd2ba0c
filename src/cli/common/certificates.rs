//! Files of certificates.

use std::io;
use std::path::Path;

use octal::certificate;
use octal::check;
use octal::file::unpacked;

/// The bytes of a certificate; one that is compressed is decompressed.
///
/// # Errors
/// Those of the system, and that it is larger than any certificate.
pub fn load(path: &Path) -> io::Result<Vec<u8>> {
    unpacked(check::load(path)?, certificate::LARGEST)
}
