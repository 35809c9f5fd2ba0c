//! Arguments that several verbs share.

pub mod files;
pub mod game;
pub mod limits;
pub mod number;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use octal::formats::Format;

/// Returns a parser of the formats `allowed`. Its error names them all.
pub fn one_of(allowed: &'static [Format]) -> impl TypedValueParser<Value = Format> {
    let values = allowed.iter().map(|format| {
        let purpose = match format {
            Format::Text => "for people",
            Format::Csv => "comma-separated values with a header",
            Format::Json => "for programs",
            Format::Bfile => "the b-file of an OEIS entry",
            Format::Latex => "a table for a paper (booktabs)",
            Format::Npy => "an array for numpy",
            Format::Digest => "one line to compare with another program",
            Format::Sage => "a list for Sage or Python",
            Format::Gap => "input for GAP",
            Format::Mathematica => "a list for Mathematica",
        };
        PossibleValue::new(format.name()).help(purpose)
    });
    PossibleValuesParser::new(values).try_map(|name| name.parse::<Format>())
}
