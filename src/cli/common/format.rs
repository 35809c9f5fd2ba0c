//! The option `--format`: one type for all verbs, each of which lists the formats that it has.

use clap::builder::{MapValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use octal::formats;

/// How to write an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Text,
    /// Rows, apart by commas.
    Csv,
    /// For programs.
    Json,
    /// The b-file of an entry of the OEIS.
    Bfile,
    /// A table for a paper.
    Latex,
    /// An array for numpy.
    Npy,
    /// One line to compare with another program.
    Digest,
    /// A picture of lines.
    Svg,
    /// A picture of pixels.
    Png,
}

impl Format {
    /// All formats.
    const ALL: [Format; 9] = [
        Format::Text,
        Format::Csv,
        Format::Json,
        Format::Bfile,
        Format::Latex,
        Format::Npy,
        Format::Digest,
        Format::Svg,
        Format::Png,
    ];

    /// The formats of a sequence, which stand first among all.
    pub const SEQUENCE: &[Format] = Format::ALL.split_at(formats::Format::ALL.len()).0;

    /// Its name, as one types it, and what it is.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Format::Text => ("text", "for people"),
            Format::Csv => ("csv", "comma-separated values with a header"),
            Format::Json => ("json", "for programs"),
            Format::Bfile => ("bfile", "the b-file of an OEIS entry"),
            Format::Latex => ("latex", "a table for a paper (booktabs)"),
            Format::Npy => ("npy", "an array for numpy"),
            Format::Digest => ("digest", "one line to compare with another program"),
            Format::Svg => ("svg", "a picture of lines"),
            Format::Png => ("png", "a picture of pixels"),
        }
    }

    /// Reads a format that is one of these; an error names them all.
    pub fn among(
        allowed: &'static [Format],
    ) -> MapValueParser<PossibleValuesParser, fn(String) -> Format> {
        let values = allowed.iter().map(|format| {
            let (name, what) = format.words();
            PossibleValue::new(name).help(what)
        });
        PossibleValuesParser::new(values).map(Format::named as fn(String) -> Format)
    }

    /// Reads a format of sequences.
    pub fn sequences() -> impl TypedValueParser<Value = formats::Format> {
        let of_sequence = |format: Format| format.of_sequence().expect("a format of sequences");
        Format::among(Format::SEQUENCE).map(of_sequence)
    }

    /// The format of a name that was found to be one.
    fn named(name: String) -> Format {
        let format = Format::ALL.into_iter().find(|format| format.words().0 == name);
        format.expect("clap has looked the name up among these")
    }

    /// The same as a format of sequences; `None` for a picture.
    pub fn of_sequence(self) -> Option<formats::Format> {
        formats::Format::ALL.into_iter().find(|format| format.name() == self.words().0)
    }
}
