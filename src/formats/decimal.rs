//! Numbers in decimal, appended to a buffer; two digits a step, no allocation.

/// "00", "01", …, "99" in a row.
const PAIRS: [u8; 200] = pairs();

const fn pairs() -> [u8; 200] {
    let mut table = [0; 200];
    let mut i = 0;
    while i < 100 {
        table[2 * i] = b'0' + (i / 10) as u8;
        table[2 * i + 1] = b'0' + (i % 10) as u8;
        i += 1;
    }
    table
}

/// Appends `n`.
#[inline]
pub(super) fn push(out: &mut Vec<u8>, n: u64) {
    if n < 10 {
        out.push(b'0' + n as u8);
        return;
    }
    let mut digits = [0; 20];
    let start = fill(&mut digits, n);
    out.extend_from_slice(&digits[start..]);
}

/// Appends a line `n`, separator, G(n) for every value; the first n is `first`.
pub(super) fn push_rows(out: &mut Vec<u8>, first: u64, values: &[u16], separator: u8) {
    for (n, &value) in (first..).zip(values) {
        push(out, n);
        out.push(separator);
        push(out, u64::from(value));
        out.push(b'\n');
    }
}

/// Appends `n` with blanks before it, in `width` columns or as many as it needs.
#[inline]
pub(super) fn push_right(out: &mut Vec<u8>, n: u64, width: usize) {
    let mut digits = [b' '; 20];
    let start = fill(&mut digits, n);
    let blanks = width.min(20);
    out.extend_from_slice(&digits[start.min(20 - blanks)..]);
}

/// The number of decimal digits of `n`.
#[inline]
pub(super) fn digits(n: u64) -> usize {
    n.checked_ilog10().map_or(1, |log| log as usize + 1)
}

/// Writes `n` at the end of `digits`; the answer is where it begins.
#[inline]
fn fill(digits: &mut [u8; 20], mut n: u64) -> usize {
    let mut at = 20;
    while n >= 100 {
        at -= 2;
        let pair = (n % 100) as usize * 2;
        digits[at..at + 2].copy_from_slice(&PAIRS[pair..pair + 2]);
        n /= 100;
    }
    if n >= 10 {
        let pair = n as usize * 2;
        digits[at - 2..at].copy_from_slice(&PAIRS[pair..pair + 2]);
        return at - 2;
    }
    digits[at - 1] = b'0' + n as u8;
    at - 1
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
