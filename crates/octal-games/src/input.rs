//! Untrusted inputs: bytes up to a limit, text, the separator and the quotes of CSV.
//!
//! A device or a pipe has no length, so the limit counts what is read. Each format has a limit of
//! its own, far above the length of any real input. Memory is reserved before it is used: if there
//! is none, the caller gets an error, and the program does not abort.
//!
//! ```
//! use octal_games::workspace::input;
//! assert_eq!(input::read(&b"0.77"[..], 4)?, b"0.77");
//! let error = input::read(std::io::repeat(0), 1 << 20).unwrap_err();
//! assert_eq!(error.to_string(), "it has more than 1048576 bytes, the limit for such an input");
//! # Ok::<(), std::io::Error>(())
//! ```

use std::fmt::Display;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

/// The limit, in bytes, for a text that people write: claims, codes, positions.
pub const TEXT: u64 = 1 << 24;

/// The limit, in bytes, for a table of rows that stays in memory: reports, graphs.
pub const TABLE: u64 = 1 << 26;

/// An input that fails beyond a limit.
#[derive(Debug)]
pub struct Bounded<R> {
    input: R,
    limit: u64,
    read: u64,
}

impl<R: Read> Bounded<R> {
    /// An input of which at most `limit` bytes are read; one byte more is an error.
    pub fn new(input: R, limit: u64) -> Bounded<R> {
        Bounded { input, limit, read: 0 }
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.read += read as u64;
        if self.read > self.limit {
            let limit = self.limit;
            let message = format!("it has more than {limit} bytes, the limit for such an input");
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        Ok(read)
    }
}

/// All bytes of an input that has at most `limit` of them. O(limit) memory at most.
///
/// # Errors
/// Those of the system, among them that there is no memory, and that the input is longer.
pub fn read(input: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = vec![];
    Bounded::new(input, limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Opens a file with these options. Anything else is refused: to open a pipe might take for ever.
///
/// # Errors
/// Those of the system, and one that says so if there is no file but something else.
pub fn open(path: &Path, options: &OpenOptions) -> io::Result<File> {
    match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => Err(io::Error::other("it is no file")),
        _ => options.open(path),
    }
}

/// The device and the number of a file on it, which no other file there has; `None` where the
/// system does not tell.
pub fn inode(data: &Metadata) -> Option<(u64, u64)> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        Some((data.dev(), data.ino()))
    }
    #[cfg(not(unix))]
    {
        let _ = data;
        None
    }
}

/// True if an input holds these bytes and no others. Reads no more of it than this takes.
pub fn holds(input: impl Read, bytes: &[u8]) -> bool {
    read(input, bytes.len() as u64).is_ok_and(|found| found == bytes)
}

/// Appends a value, or says that there is no memory for it.
///
/// # Errors
/// [`io::ErrorKind::OutOfMemory`].
pub fn push<T>(values: &mut Vec<T>, value: T) -> io::Result<()> {
    values.try_reserve(1).map_err(|_| io::ErrorKind::OutOfMemory)?;
    values.push(value);
    Ok(())
}

/// The byte order mark.
pub const MARK: char = '\u{feff}';

/// Where bytes cease to be UTF-8; both count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: byte {byte} of the line is not UTF-8: save the file as UTF-8")]
pub struct NotUtf8 {
    /// The line.
    pub line: u64,
    /// The byte of the line.
    pub byte: u64,
}

/// The text that these bytes are, without the byte order mark that some programs put before it.
///
/// # Errors
/// [`NotUtf8`].
///
/// ```
/// assert_eq!(octal_games::workspace::input::text(b"\xef\xbb\xbf0.77"), Ok("0.77"));
/// ```
pub fn text(bytes: &[u8]) -> Result<&str, NotUtf8> {
    let text = std::str::from_utf8(bytes).map(|text| text.strip_prefix(MARK).unwrap_or(text));
    text.map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = 1 + before.iter().filter(|&&b| b == b'\n').count() as u64;
        let byte = 1 + before.iter().rev().take_while(|&&b| b != b'\n').count() as u64;
        NotUtf8 { line, byte }
    })
}

/// The lines of these bytes, without the byte order mark before the first and without their line
/// feeds. A line that is not UTF-8 is an error of its own, and those after it are read.
///
/// ```
/// use octal_games::workspace::input::{NotUtf8, lines};
/// let lines: Vec<_> = lines(b"\xef\xbb\xbf0.77\n0.\xff\n0.6").collect();
/// assert_eq!(lines, [Ok("0.77"), Err(NotUtf8 { line: 2, byte: 3 }), Ok("0.6")]);
/// ```
pub fn lines(bytes: &[u8]) -> impl Iterator<Item = Result<&str, NotUtf8>> {
    (1..).zip(bytes.split(|&b| b == b'\n')).map(|(line, bytes)| match std::str::from_utf8(bytes) {
        Ok(text) if line == 1 => Ok(text.strip_prefix(MARK).unwrap_or(text)),
        Ok(text) => Ok(text),
        Err(error) => Err(NotUtf8 { line, byte: 1 + error.valid_up_to() as u64 }),
    })
}

/// The separator between the fields of a CSV table with this header: the first comma, semicolon or
/// tab in it. A comma if the header has none.
pub fn separator(header: &str) -> char {
    header.chars().find(|c| [',', ';', '\t'].contains(c)).unwrap_or(',')
}

/// The line, from 1, of a quote that CSV does not allow there, if there is one. Quotes stand only
/// around whole fields, are doubled within fields, and are closed. For a quote that is never closed
/// it is the line of that quote.
pub fn stray_quote(text: &str, separator: char) -> Option<u64> {
    #[derive(PartialEq)]
    enum At {
        Start,
        Plain,
        Quoted,
        Closed,
    }
    let (mut at, mut line, mut opened) = (At::Start, 1, 1);
    for c in text.chars() {
        at = match (at, c) {
            (At::Start, '"') => {
                opened = line;
                At::Quoted
            }
            (At::Plain, '"') => return Some(line),
            (At::Quoted, '"') => At::Closed,
            (At::Closed, '"') | (At::Quoted, _) => At::Quoted,
            (_, '\n' | '\r') => At::Start,
            (_, c) if c == separator => At::Start,
            (At::Start, ' ' | MARK) => At::Start,
            (At::Closed, ' ') => At::Closed,
            (At::Closed, _) => return Some(line),
            _ => At::Plain,
        };
        line += u64::from(c == '\n');
    }
    (at == At::Quoted).then_some(opened)
}

/// Text in quotes, cut to a length that fits into a message, without control characters.
pub fn shown(text: &str) -> String {
    const MOST_CHARACTERS: usize = 40;
    if text.is_empty() {
        return "nothing".to_owned();
    }
    format!("`{}`", shortened(&visible(text), MOST_CHARACTERS))
}

/// A number of things.
///
/// ```
/// use octal_games::workspace::input::count;
/// assert_eq!([count(1, "field"), count(2, "field")], ["1 field", "2 fields"]);
/// ```
pub fn count<N: Display + PartialEq + From<u8>>(number: N, thing: &str) -> String {
    let end = if number == N::from(1) { "" } else { "s" };
    format!("{number} {thing}{end}")
}

/// The first `length` characters of a text, and a mark if more follow.
///
/// ```
/// use octal_games::workspace::input::shortened;
/// assert_eq!(shortened("0.137", 5), "0.137");
/// assert_eq!(shortened("0.1372", 5), "0.137…");
/// ```
pub fn shortened(text: &str, length: usize) -> String {
    match text.char_indices().nth(length) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A text with a mark in the place of each control character.
pub(crate) fn visible(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}
