//! JSON: the object that [`Json`](crate::formats::Json) writes, or an array of values.

use std::fmt;
use std::io::BufRead;

use serde::de::{Error, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::run::ValueRun;
use super::source::ByteSource;
use super::{FilePlace, MOST_BYTES_KEPT, ReadError};
use crate::input;

/// The values of a JSON file, all in memory.
pub(super) struct JsonReader {
    /// The values that the caller has not taken.
    pub(super) values: Option<ValueRun>,
    /// The key `code`, and where it is.
    pub(super) code: Option<(String, FilePlace)>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Object {
    code: Option<String>,
    #[serde(default)]
    from: u64,
    to: Option<u64>,
    #[serde(rename = "summary")]
    _summary: Option<IgnoredAny>,
    values: ValueArray,
}

/// An array of values.
#[derive(Default)]
struct ValueArray(Vec<u64>);

impl<'de> Deserialize<'de> for ValueArray {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ValueArray, D::Error> {
        deserializer.deserialize_seq(Collect)
    }
}

/// Takes values as long as there is memory for them.
struct Collect;

impl<'de> Visitor<'de> for Collect {
    type Value = ValueArray;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of values")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut array: A) -> Result<ValueArray, A::Error> {
        let mut values = vec![];
        while let Some(value) = array.next_element()? {
            input::push(&mut values, value).map_err(A::Error::custom)?;
        }
        Ok(ValueArray(values))
    }
}

impl JsonReader {
    pub(super) fn read(source: &ByteSource, reader: impl BufRead) -> Result<JsonReader, ReadError> {
        let bytes =
            input::read(reader, MOST_BYTES_KEPT).map_err(|error| source.unreadable(error))?;
        let array = bytes.trim_ascii_start().starts_with(b"[");
        let parsed = if array {
            serde_json::from_slice(&bytes).map(|values| Object { values, ..Object::default() })
        } else {
            serde_json::from_slice(&bytes)
        };
        let Object { code, from, to, values: ValueArray(values), .. } =
            parsed.map_err(|error| {
                let place = FilePlace::Line(error.line() as u64);
                let expected = "an array of values, or an object with the key `values` and perhaps \
                `code`, `from`, `to` and `summary`";
                source.wrong(place, error.to_string(), expected)
            })?;
        let (count, last) = (values.len() as u64, from.saturating_add(values.len() as u64));
        if let Some(to) = to.filter(|to| to.checked_add(1) != Some(last)) {
            let expected = format!("as many values as from heap {from} to heap {to}");
            return Err(source.wrong(
                FilePlace::Key("values"),
                input::count(count, "value"),
                expected,
            ));
        }
        let code = code.filter(|code| !code.is_empty()).map(|code| (code, FilePlace::Key("code")));
        Ok(JsonReader { values: Some(ValueRun::new(from, values, FilePlace::Value(1), 1)), code })
    }
}
