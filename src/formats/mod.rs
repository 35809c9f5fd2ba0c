//! Sequences of Grundy values written for people and for other programs, and read back.
//!
//! The values G(from), …, G(to) arrive as a stream of chunks, so memory does not depend on the
//! number of heaps. The bytes written do not depend on the division into chunks.
//!
//! * [`Format`] the formats by name, and a [`SequenceWriter`] for each
//! * [`Style`] options of a format
//! * [`booktabs`] tables for papers
//! * [`periods`] the tables of periods and their exceptions
//! * [`read`] sequences read back from files of every format
//! * [`digest`] the XXH3-64 digest of a sequence and its largest value
//!
//! ```
//! use octal::formats::{Format, Header, SequenceWriter};
//! let header = Header { code: "0.77".into(), from: 0, to: 3, summary: None };
//! let mut bytes = Vec::new();
//! let mut writer = Format::Csv.writer(&mut bytes);
//! writer.begin(&header)?;
//! writer.chunk(&[0, 1])?;
//! writer.chunk(&[2, 3])?;
//! writer.end()?;
//! drop(writer);
//! assert_eq!(bytes, b"n,grundy\n0,0\n1,1\n2,2\n3,3\n");
//! # Ok::<(), std::io::Error>(())
//! ```

pub mod booktabs;
pub mod digest;
mod lines;
mod npy;
pub mod periods;
pub mod read;
mod rows;
mod writer;

use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;

pub use lines::BFILE_ROWS;
use lines::{List, ListSyntax};
use writer::Writer;

/// The range of a sequence: the values G(from), …, G(to) of one code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The code, as printed.
    pub code: String,
    /// The heap of the first value.
    pub from: u64,
    /// The heap of the last value; less than `from` if there are no values.
    pub to: u64,
    /// One line about the sequence, such as "period 12 from heap 71 on, proved".
    pub summary: Option<String>,
}

impl Header {
    /// The number of values: `to − from + 1`, or 0 if `to < from`.
    ///
    /// # Panics
    ///
    /// If the range is all 2^64 heaps.
    pub fn count(&self) -> u64 {
        match self.to.checked_sub(self.from) {
            Some(steps) => steps.checked_add(1).expect("fewer than 2^64 heaps"),
            None => 0,
        }
    }

    /// The header as one line: code, heaps, summary. Control characters become spaces.
    pub fn title(&self) -> String {
        let mut title = match self.count() {
            0 => format!("{}, no heaps", self.code),
            _ => format!("{}, heaps {} to {}", self.code, self.from, self.to),
        };
        if let Some(summary) = &self.summary {
            title.push_str(": ");
            title.push_str(summary);
        }
        title.replace(char::is_control, " ")
    }
}

/// Takes a sequence in order: `begin` once, `chunk` any number of times with `flush` between them
/// where wanted, `end` once.
///
/// Every call fails with [`io::ErrorKind::InvalidInput`] if it comes out of turn, or if the number
/// of values is not that of the header. Other errors are those of the destination. The output is
/// complete only after `end` has succeeded.
pub trait SequenceWriter {
    /// Starts the sequence.
    fn begin(&mut self, header: &Header) -> io::Result<()>;

    /// Takes the next values, as many as there are.
    fn chunk(&mut self, values: &[u16]) -> io::Result<()>;

    /// Takes the next values, some of which need more than 16 bits.
    fn large_chunk(&mut self, values: &[u64]) -> io::Result<()>;

    /// Writes all values taken until now to the destination and flushes it, so that a reader need
    /// not wait for more values.
    fn flush(&mut self) -> io::Result<()>;

    /// Ends the sequence and flushes the destination.
    fn end(&mut self) -> io::Result<()>;
}

/// The formats of a sequence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Rows of twenty for reading in a terminal.
    Text,
    /// One row `n,grundy` a heap.
    Csv,
    /// One object with an array of values.
    Json,
    /// A b-file of the OEIS.
    Bfile,
    /// A table for a paper.
    Latex,
    /// A NumPy array of `u8` or `u16`.
    Npy,
    /// One line with hash and largest value.
    Digest,
    /// A list for Sage or Python.
    Sage,
    /// A list for GAP.
    Gap,
    /// A list for Mathematica.
    Mathematica,
}

impl Format {
    /// All formats, in the order of the documentation.
    pub const ALL: [Format; 10] = [
        Format::Text,
        Format::Csv,
        Format::Json,
        Format::Bfile,
        Format::Latex,
        Format::Npy,
        Format::Digest,
        Format::Sage,
        Format::Gap,
        Format::Mathematica,
    ];

    /// The name: what [`Display`](fmt::Display) prints and [`FromStr`] reads.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Csv => "csv",
            Format::Json => "json",
            Format::Bfile => "bfile",
            Format::Latex => "latex",
            Format::Npy => "npy",
            Format::Digest => "digest",
            Format::Sage => "sage",
            Format::Gap => "gap",
            Format::Mathematica => "mathematica",
        }
    }

    /// A writer of this format to `out`, which needs no buffer of its own.
    ///
    /// Constant memory; hundreds of megabytes a second in every format.
    pub fn writer<'a, W: Write + 'a>(self, out: W) -> Box<dyn SequenceWriter + 'a> {
        self.styled(Style::default(), out)
    }

    /// A writer of this format in this style.
    pub fn styled<'a, W: Write + 'a>(
        self,
        style: Style<'a>,
        out: W,
    ) -> Box<dyn SequenceWriter + 'a> {
        match self {
            Format::Text => Box::new(Writer::new(rows::Text::new(style), out)),
            Format::Csv => Box::new(Writer::new(lines::Csv, out)),
            Format::Json => Box::new(Writer::new(lines::Json::default(), out)),
            Format::Bfile => Box::new(Writer::new(lines::Bfile::new(style.index), out)),
            Format::Latex => Box::new(Writer::new(rows::Latex::new(style), out)),
            Format::Npy => Box::new(Writer::new(npy::Npy::new(style.largest), out)),
            Format::Digest => Box::new(Writer::new(digest::DigestLine::default(), out)),
            Format::Sage => Box::new(Writer::new(List::new(ListSyntax::SAGE), out)),
            Format::Gap => Box::new(Writer::new(List::new(ListSyntax::GAP), out)),
            Format::Mathematica => Box::new(Writer::new(List::new(ListSyntax::MATHEMATICA), out)),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Layout options of a sequence; each format uses those that apply to it.
///
/// ```
/// use octal::formats::{Format, Header, Style};
/// let style = Style { columns: Some(4), marked: Some(Box::new([3].into_iter())), ..Style::default() };
/// let mut bytes = Vec::new();
/// let mut writer = Format::Text.styled(style, &mut bytes);
/// writer.begin(&Header { code: "0.77".into(), from: 2, to: 6, summary: None })?;
/// writer.chunk(&[2, 3, 1, 4, 3])?;
/// writer.end()?;
/// drop(writer);
/// let expected = "# 0.77, heaps 2 to 6; exceptions marked *\n2:          2   3*\n4:  1   4   3\n";
/// assert_eq!(String::from_utf8(bytes).unwrap(), expected);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Default)]
pub struct Style<'a> {
    /// Text and LaTeX: the number of values in a row. Rows then begin at the multiples of this
    /// number, so that with the period as the number all rows beyond the preperiod are alike.
    /// Without a number, text has rows of twenty from the first heap on, and LaTeX rows of ten.
    pub columns: Option<usize>,
    /// Text and LaTeX: heaps to be marked as exceptions, in ascending order.
    pub marked: Option<Box<dyn Iterator<Item = u64> + 'a>>,
    /// B-file: the index of the first value; its heap if not given.
    pub index: Option<u64>,
    /// NPY: no value is larger than this, 65535 if not given. A value up to 255 takes one byte, and
    /// one up to 65535 two.
    pub largest: Option<u64>,
}

/// A name that is not the name of a [`Format`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no format `{0}`; the formats are {names}", names = Format::ALL.map(Format::name).join(", "))]
pub struct UnknownFormat(pub String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Format, UnknownFormat> {
        let known = Format::ALL.into_iter().find(|format| format.name() == name);
        known.ok_or_else(|| UnknownFormat(name.to_owned()))
    }
}
