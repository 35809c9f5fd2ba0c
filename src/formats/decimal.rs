//! Numbers in decimal, appended to a buffer without allocation.

use itoa::{Buffer, Integer};

/// Appends `n`.
#[inline]
pub(super) fn push(out: &mut Vec<u8>, n: u64) {
    out.extend_from_slice(Buffer::new().format(n).as_bytes());
}

/// Appends a line `n`, separator, G(n) for every value; the first n is `first`.
pub(super) fn push_rows<V: Integer + Copy>(
    out: &mut Vec<u8>,
    first: u64,
    values: &[V],
    separator: u8,
) {
    let (mut heap_digits, mut value_digits) = (Buffer::new(), Buffer::new());
    for (n, &value) in (first..).zip(values) {
        out.extend_from_slice(heap_digits.format(n).as_bytes());
        out.push(separator);
        out.extend_from_slice(value_digits.format(value).as_bytes());
        out.push(b'\n');
    }
}

/// Appends `n` with blanks before it, in `width` columns or as many as it needs.
#[inline]
pub(super) fn push_right(out: &mut Vec<u8>, n: u64, width: usize) {
    let mut buffer = Buffer::new();
    let digits = buffer.format(n);
    out.resize(out.len() + width.saturating_sub(digits.len()), b' ');
    out.extend_from_slice(digits.as_bytes());
}

/// The number of decimal digits of `n`.
#[inline]
pub(super) fn digits(n: u64) -> usize {
    n.checked_ilog10().map_or(1, |log| log as usize + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_standard_library() {
        let powers = (0..20).map(|e| 10u64.pow(e)).flat_map(|p| [p - 1, p, p + 1]);
        for n in powers.chain(0..2000).chain([u64::from(u16::MAX), u64::MAX]) {
            let mut plain = Vec::new();
            push(&mut plain, n);
            assert_eq!(plain, n.to_string().into_bytes());
            assert_eq!(digits(n), plain.len());
            let mut right = Vec::new();
            push_right(&mut right, n, 7);
            assert_eq!(right, format!("{n:>7}").into_bytes());
        }
    }
}
