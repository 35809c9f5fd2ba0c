//! How a source counts, read from the words of its convention.

/// The words of the convention of a claim, without the punctuation around them.
pub(super) struct Convention<'a>(Vec<&'a str>);

impl Convention<'_> {
    pub(super) fn of(text: &str) -> Convention<'_> {
        let around = [',', ';', '.', ':', '(', ')', '"'];
        let words = text.split_whitespace().map(|word| word.trim_matches(around));
        Convention(words.filter(|word| !word.is_empty()).collect())
    }

    /// `from heap 1`: the source says nothing of heap 0.
    pub(super) fn starts_at_heap_one(&self) -> bool {
        self.has(&["from", "heap", "1"])
    }

    /// `mask 0x1ee`: rare by an even number of one bits under this mask.
    pub(super) fn mask(&self) -> Option<u64> {
        self.after(&["mask"], |word| u64::from_str_radix(word.strip_prefix("0x")?, 16).ok())
    }

    /// `position type`: rare by the parity of the position too.
    pub(super) fn is_position_type(&self) -> bool {
        self.has(&["position", "type"])
    }

    /// `to 2097152`, `up to 1e6`, `limit 2^21`: the last heap that the source has looked at.
    pub(super) fn limit(&self) -> Option<u64> {
        self.after(&["to", "limit"], whole_number)
    }

    fn has(&self, phrase: &[&str]) -> bool {
        self.0.windows(phrase.len()).any(|words| words == phrase)
    }

    /// The first word after one of these words that can be read.
    fn after<T>(&self, words: &[&str], read: impl Fn(&str) -> Option<T>) -> Option<T> {
        let mut pairs = self.0.windows(2).filter(|pair| words.contains(&pair[0]));
        pairs.find_map(|pair| read(pair[1]))
    }
}

/// A whole number: `2097152`, `2_097_152`, `1e6` or `2^21`.
fn whole_number(text: &str) -> Option<u64> {
    let power = |(base, exponent): (&str, &str), ten: Option<u64>| {
        let base: u64 = base.parse().ok()?;
        let exponent = exponent.parse().ok()?;
        match ten {
            Some(ten) => base.checked_mul(ten.checked_pow(exponent)?),
            None => base.checked_pow(exponent),
        }
    };
    if let Some(parts) = text.split_once('e') {
        return power(parts, Some(10));
    }
    if let Some(parts) = text.split_once('^') {
        return power(parts, None);
    }
    text.replace('_', "").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_whole() {
        let convention = Convention::of("according to Guy (from heap 10), up to 1e6; mask 0xd.");
        assert!(!convention.starts_at_heap_one());
        assert_eq!((convention.limit(), convention.mask()), (Some(1_000_000), Some(13)));
        assert!(Convention::of("heap sizes, from heap 1; position type").is_position_type());
        assert!(Convention::of("from heap 1.").starts_at_heap_one());
        assert_eq!(Convention::of("attributed to").limit(), None);
    }
}
