//! Values in a record, written many at once where each of them takes one byte.
//!
//! Postcard writes a sequence as the number of its elements and then each of them, as a varint. A varint below 128 is
//! the number itself, in one byte: so a sequence of such values has the bytes of a string of bytes, which needs no
//! call for each. They are read as any sequence is.

use serde::{Serialize, Serializer};

/// From here on the varint of a value has a second byte.
const TWO_BYTES_FROM: u16 = 1 << 7;

/// Serializes these values, as postcard would serialize them as a sequence. O(values).
///
/// # Errors
/// Those of the serializer.
pub(super) fn serialize<S: Serializer>(values: &[u16], to: S) -> Result<S::Ok, S::Error> {
    let largest = values.iter().fold(0, |largest, &value| largest.max(value));
    if largest < TWO_BYTES_FROM {
        let bytes: Vec<u8> = values.iter().map(|&value| value as u8).collect();
        to.serialize_bytes(&bytes)
    } else {
        values.serialize(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Written<'a>(#[serde(serialize_with = "serialize")] &'a [u16]);

    #[test]
    fn the_bytes_of_a_sequence() {
        let values: Vec<u16> = (0..1000).map(|n: u16| n.wrapping_mul(n) % 128).collect();
        for length in [0, 1, 127, 128, 1000] {
            for largest in [127, 128, u16::MAX] {
                let mut values = values[..length].to_vec();
                values.extend([largest, 5]);
                let written = postcard::to_stdvec(&Written(&values)).unwrap();
                assert_eq!(written, postcard::to_stdvec(&values).unwrap(), "{largest}");
                assert_eq!(postcard::from_bytes::<Vec<u16>>(&written).unwrap(), values);
            }
        }
        assert_eq!(postcard::to_stdvec(&Written(&[])).unwrap(), [0]);
    }
}
