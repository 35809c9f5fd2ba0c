//! Values of a stream, which are below 128, as bytes and back.

/// The values as bytes. Every value must be below 128, as those of a stream are.
pub(super) fn narrow(values: &[u16]) -> Vec<u8> {
    values.iter().map(|&v| v as u8).collect()
}

/// The bytes as values.
pub(super) fn widen(bytes: &[u8]) -> Vec<u16> {
    bytes.iter().map(|&v| u16::from(v)).collect()
}
