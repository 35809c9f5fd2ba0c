//! Numbers as people write them: `1e9`, `2^30`, `1_000_000`; sizes such as `4G`.

/// The largest number that may be asked for.
const MOST: u128 = 1 << 53;

/// Reads a whole number, such as a number of heaps.
///
/// # Errors
/// A sentence that says what would be right.
pub fn count(text: &str) -> Result<u64, String> {
    let whole = whole(text, TOO_LARGE)?;
    if whole <= MOST { Ok(whole as u64) } else { Err(TOO_LARGE.to_owned()) }
}

/// Reads a heap of a game whose heaps may be large.
///
/// # Errors
/// A sentence that says what would be right.
pub fn large_heap(text: &str) -> Result<u128, String> {
    const TOO_LARGE: &str = "too large: at most 2^127";
    let heap = whole(text, TOO_LARGE)?;
    if heap <= 1 << 127 { Ok(heap) } else { Err(TOO_LARGE.to_owned()) }
}

/// Reads a size in bytes, with an optional K, M, G or T (powers of 1024).
///
/// # Errors
/// A sentence that says what would be right.
pub fn bytes(text: &str) -> Result<u64, String> {
    let text = text.trim().trim_end_matches(['B', 'b']).trim_end_matches('i');
    let unit = text.chars().next_back().unwrap_or(' ').to_ascii_uppercase();
    let power = "KMGT".find(unit).map_or(0, |i| i + 1);
    let digits = if power > 0 { &text[..text.len() - 1] } else { text };
    let size =
        whole(digits, TOO_LARGE).map_err(|e| format!("{e}; sizes are written 512M or 4G"))?;
    size.checked_mul(1 << (10 * power))
        .filter(|size| (1 << 20..=MOST).contains(size))
        .map(|size| size as u64)
        .ok_or_else(|| "a size from 1M to 8192T is written 512M or 4G".to_owned())
}

const FORMS: &str = "a whole number is written 1000000, 1_000_000, 1e6 or 2^20";
const TOO_LARGE: &str = "too large: at most 2^53";

/// A whole number in any of the forms, below 2^128, or else `too_large`.
fn whole(text: &str, too_large: &str) -> Result<u128, String> {
    let text = text.trim().replace('_', "");
    let too_large = || too_large.to_owned();
    let plain = |digits: &str| -> Result<u128, String> {
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(FORMS.to_owned());
        }
        digits.parse().map_err(|_| too_large())
    };
    if text.starts_with('-') {
        return Err(format!("it may not be negative; {FORMS}"));
    }
    if let Some((base, exponent)) = text.split_once('^') {
        let exponent = u32::try_from(plain(exponent)?).map_err(|_| too_large())?;
        return plain(base)?.checked_pow(exponent).ok_or_else(too_large);
    }
    let Some((mantissa, exponent)) = text.split_once(['e', 'E']) else { return plain(&text) };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let exponent = u32::try_from(plain(exponent)?).map_err(|_| too_large())?;
    let places = (exponent as usize)
        .checked_sub(fraction.len())
        .ok_or_else(|| format!("that is no whole number; {FORMS}"))?;
    let scale = 10u128.checked_pow(places as u32).ok_or_else(too_large)?;
    plain(&format!("{whole}{fraction}"))?.checked_mul(scale).ok_or_else(too_large)
}

#[cfg(test)]
mod tests {
    use super::{bytes, count, large_heap};

    #[test]
    fn counts_in_every_form() {
        let forms = [
            ("0", 0),
            ("1000", 1000),
            ("1_000", 1000),
            ("1e9", 1_000_000_000),
            ("1.5e3", 1500),
            ("2^30", 1 << 30),
            ("2^53", 1 << 53),
        ];
        for (text, n) in forms {
            assert_eq!(count(text), Ok(n), "{text}");
        }
    }

    #[test]
    fn no_other_counts() {
        let wrong =
            ["", "-1", "1e30", "2^54", "2^", "^3", "1.5", "1e", "1e-3", "x", "1e99999", "٣"];
        for text in wrong {
            assert!(count(text).is_err(), "{text}");
        }
        assert!(count("-1").unwrap_err().contains("negative"));
        assert!(count("1e30").unwrap_err().contains("2^53"));
    }

    #[test]
    fn large_heaps() {
        assert_eq!(large_heap("2^90"), Ok(1 << 90));
        assert_eq!(large_heap("2^127"), Ok(1 << 127));
        for text in ["2^128", "2^127000", "1e39", "170141183460469231731687303715884105729"] {
            assert!(large_heap(text).unwrap_err().contains("at most 2^127"), "{text}");
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(bytes("4G"), Ok(4 << 30));
        assert_eq!(bytes("512MiB"), Ok(512 << 20));
        assert_eq!(bytes("1048576"), Ok(1 << 20));
        for text in ["", "G", "4X", "-1G", "1", "9e30G", "é"] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }
}
