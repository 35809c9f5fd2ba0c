//! Entry points for untrusted bytes: codes, certificates, files with sequences.

use octal::check::{Certificate, CertificateFile};
use octal::code::Game;
use octal::formats::read::{Entry, ReadError, ValueTable};

/// A text is a game that is read again as it is printed, or an error that says something.
pub fn code(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match text.parse::<Game>() {
        Ok(game) => assert_eq!(game.to_string().parse::<Game>().as_ref(), Ok(&game), "{text:?}"),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// A file is a certificate or not. Without its last line, the checksum, returns what it
/// establishes. The checksum is put right, so that more than the checksum is tried.
pub fn certificate(bytes: &[u8]) -> Option<String> {
    if let Ok(file @ CertificateFile::Misere(_)) = CertificateFile::read(bytes) {
        let _ = file.check(&[], 1, &|_, _| true);
    }
    let certificate = Certificate::read(&signed(bytes)).ok()?;
    let links: Vec<usize> = (0..certificate.links()).collect();
    // Somebody may claim a period of 10^15: the check is stopped before it takes long.
    if certificate.base_length() > 100_000 || links.len() > 100 {
        return None;
    }
    let established = certificate.check(&links, 1, &|heaps, _| heaps < 1 << 20).ok()?;
    established.proved.then(|| certificate.claim())
}

/// A certificate with this text and the right last line.
fn signed(text: &[u8]) -> Vec<u8> {
    let hash = text.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    [text, format!("end {hash:016x}\n").as_bytes()].concat()
}

/// A file is a table whose values are all there, in the order of the heaps, or an error with a
/// place.
pub fn table(bytes: &[u8]) {
    let Ok(table) = ValueTable::from_bytes(bytes.to_vec(), "file", None) else { return };
    let entries: Result<Vec<Entry>, ReadError> =
        table.entries().and_then(|entries| entries.collect());
    let entries = entries.expect("what was read once is read again");
    assert!(entries.iter().map(|entry| entry.heap).eq(table.first..=table.last));
}
