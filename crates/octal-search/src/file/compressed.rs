//! Files compressed by gzip.

use std::io::{self, Write};

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;

use crate::input;

/// What every file compressed by gzip begins with.
const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// The reason that no gzip data are read, or none after the first.
const NOT_WHOLE: &str = "compressed data are damaged, cut off, or something else follows them";

/// These bytes, compressed by gzip: without a name and a time, so equal bytes stay equal.
///
/// # Panics
/// Never: memory takes all bytes.
pub fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(vec![], Compression::best());
    encoder.write_all(bytes).expect("memory takes all bytes");
    encoder.finish().expect("memory takes all bytes")
}

/// The bytes of a file: what it holds if it is compressed by gzip, else itself. At most `limit` bytes are
/// made of it, however few it has.
///
/// # Errors
/// If it is damaged, cut off or followed by something else, or holds more than `limit` bytes.
pub fn unpacked(file: Vec<u8>, limit: u64) -> io::Result<Vec<u8>> {
    if !file.starts_with(&MAGIC) {
        return Ok(file);
    }
    let read = input::read(MultiGzDecoder::new(&*file), limit);
    read.map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidInput => {
            io::Error::new(error.kind(), NOT_WHOLE)
        }
        _ => error,
    })
}
