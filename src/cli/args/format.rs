//! The option `--format`: one type for all verbs, each of which lists the formats that it has.

use clap::builder::{MapValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use octal::formats;

/// The format of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerFormat {
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
    /// A list for Sage or Python.
    Sage,
    /// Input for GAP.
    Gap,
    /// A list for Mathematica.
    Mathematica,
    /// A picture of lines.
    Svg,
    /// A picture of pixels.
    Png,
}

impl AnswerFormat {
    /// All formats.
    const ALL: [AnswerFormat; 12] = [
        AnswerFormat::Text,
        AnswerFormat::Csv,
        AnswerFormat::Json,
        AnswerFormat::Bfile,
        AnswerFormat::Latex,
        AnswerFormat::Npy,
        AnswerFormat::Digest,
        AnswerFormat::Sage,
        AnswerFormat::Gap,
        AnswerFormat::Mathematica,
        AnswerFormat::Svg,
        AnswerFormat::Png,
    ];

    /// The formats of a sequence, which stand first among all.
    pub const SEQUENCE: &[AnswerFormat] = AnswerFormat::ALL.split_at(formats::Format::ALL.len()).0;

    /// The name of the format, as one types it, and a description.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            AnswerFormat::Text => ("text", "for people"),
            AnswerFormat::Csv => ("csv", "comma-separated values with a header"),
            AnswerFormat::Json => ("json", "for programs"),
            AnswerFormat::Bfile => ("bfile", "the b-file of an OEIS entry"),
            AnswerFormat::Latex => ("latex", "a table for a paper (booktabs)"),
            AnswerFormat::Npy => ("npy", "an array for numpy"),
            AnswerFormat::Digest => ("digest", "one line to compare with another program"),
            AnswerFormat::Sage => ("sage", "a list for Sage or Python"),
            AnswerFormat::Gap => ("gap", "input for GAP"),
            AnswerFormat::Mathematica => ("mathematica", "a list for Mathematica"),
            AnswerFormat::Svg => ("svg", "a picture of lines"),
            AnswerFormat::Png => ("png", "a picture of pixels"),
        }
    }

    /// Reads a format that is one of these; an error names them all.
    pub fn among(
        allowed: &'static [AnswerFormat],
    ) -> MapValueParser<PossibleValuesParser, fn(String) -> AnswerFormat> {
        let values = allowed.iter().map(|format| {
            let (name, what) = format.words();
            PossibleValue::new(name).help(what)
        });
        PossibleValuesParser::new(values).map(AnswerFormat::named as fn(String) -> AnswerFormat)
    }

    /// Reads a format of sequences.
    pub fn sequences() -> impl TypedValueParser<Value = formats::Format> {
        let of_sequence =
            |format: AnswerFormat| format.of_sequence().expect("a format of sequences");
        AnswerFormat::among(AnswerFormat::SEQUENCE).map(of_sequence)
    }

    /// The format of a name that was found to be one.
    fn named(name: String) -> AnswerFormat {
        let format = AnswerFormat::ALL.into_iter().find(|format| format.words().0 == name);
        format.expect("clap has looked the name up among these")
    }

    /// The same as a format of sequences; `None` for a picture.
    pub fn of_sequence(self) -> Option<formats::Format> {
        formats::Format::ALL.into_iter().find(|format| format.name() == self.words().0)
    }
}
