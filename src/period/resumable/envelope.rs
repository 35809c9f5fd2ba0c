//! What stands around the body of a file: eight bytes that name the kind of file, the version, the length of the
//! body, and its CRC-32. All integers are little-endian.

use std::ops::RangeInclusive;

/// The bytes before the body.
const HEADER: usize = 24;

/// A kind of file.
pub(super) struct Envelope {
    /// The first bytes of such a file.
    pub(super) magic: [u8; 8],
    /// What it is, with an article: "a record of a search".
    pub(super) what: &'static str,
    /// The versions that this program reads; it writes the last.
    pub(super) versions: RangeInclusive<u32>,
}

impl Envelope {
    /// The file with this body.
    pub(super) fn wrap(&self, body: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER + body.len());
        bytes.extend(self.magic);
        bytes.extend(self.versions.end().to_le_bytes());
        bytes.extend((body.len() as u64).to_le_bytes());
        bytes.extend(crc32fast::hash(body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// The version and the body of a file, or what is wrong with it.
    pub(super) fn open<'a>(&self, bytes: &'a [u8]) -> Result<(u32, &'a [u8]), String> {
        let (header, body) = bytes
            .split_first_chunk::<HEADER>()
            .filter(|(header, _)| header.starts_with(&self.magic))
            .ok_or_else(|| format!("it is not {}", self.what))?;
        let number = |at: std::ops::Range<usize>| {
            header[at].iter().rev().fold(0_u64, |n, &byte| n << 8 | u64::from(byte))
        };
        let version = number(8..12) as u32;
        if !self.versions.contains(&version) {
            let (first, last) = (self.versions.start(), self.versions.end());
            let reads = if first == last {
                format!("version {first}")
            } else {
                format!("versions {first} to {last}")
            };
            return Err(format!("its version is {version}, and this program reads {reads}"));
        }
        if body.len() as u64 != number(12..20) {
            let (has, wants) = (body.len(), number(12..20));
            return Err(format!(
                "it is cut off or has grown: {has} bytes follow byte {HEADER}, not {wants}"
            ));
        }
        if u64::from(crc32fast::hash(body)) != number(20..24) {
            return Err("it is damaged: its checksum does not fit".to_owned());
        }
        Ok((version, body))
    }
}
