//! Checksums as `sha256sum` prints them.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

use super::FileError;

/// The SHA-256 of `bytes` as 64 lower-case hexadecimal digits, as `sha256sum` prints it.
pub fn sha256_hex(bytes: &[u8]) -> String {
    sha256_hex_of_pieces([bytes])
}

/// The SHA-256 of these pieces one after the other, as [`sha256_hex`].
pub fn sha256_hex_of_pieces(pieces: impl IntoIterator<Item: AsRef<[u8]>>) -> String {
    let mut hash = Sha256::new();
    pieces.into_iter().for_each(|piece| hash.update(piece));
    hex(&hash.finalize())
}

/// The SHA-256 of the contents of a file, as [`sha256_hex`]; constant memory.
///
/// # Errors
///
/// If the file cannot be read.
pub fn sha256_hex_of_file(path: impl AsRef<Path>) -> Result<String, FileError> {
    let path = path.as_ref();
    let failed = |source| FileError::Io { action: "read", path: path.to_path_buf(), source };
    let mut file = File::open(path).map_err(failed)?;
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer) {
            Ok(0) => return Ok(hex(&hash.finalize())),
            Ok(length) => hash.update(&buffer[..length]),
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            Err(e) => return Err(failed(e)),
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
