//! Files of certificates.

use std::io;

use octal::certificate::LARGEST;
use octal::file::unpacked;

/// The bytes of a certificate in a file with these bytes.
///
/// # Errors
/// If it is compressed and damaged, or larger than any certificate.
pub fn certificate(file: Vec<u8>) -> io::Result<Vec<u8>> {
    unpacked(file, LARGEST)
}
