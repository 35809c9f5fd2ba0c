//! Files of certificates.

use std::io;
use std::path::Path;

use octal::certificate::LARGEST;
use octal::check;
use octal::file::unpacked;

/// The bytes of a certificate; one that is compressed is decompressed.
///
/// # Errors
/// Those of the system, and that it is larger than any certificate.
pub fn load(path: &Path) -> io::Result<Vec<u8>> {
    certificate(check::load(path)?)
}

/// The bytes of a certificate in a file with these bytes.
///
/// # Errors
/// If it is compressed and damaged, or larger than any certificate.
pub fn certificate(file: Vec<u8>) -> io::Result<Vec<u8>> {
    unpacked(file, LARGEST)
}
