//! How a source counts, read from the words of its convention.

/// The convention of a claim.
pub(super) struct Convention<'a>(&'a str);

impl Convention<'_> {
    pub(super) fn of(text: &str) -> Convention<'_> {
        Convention(text)
    }

    /// `from heap 1`: the source says nothing of heap 0.
    pub(super) fn starts_at_heap_one(&self) -> bool {
        self.0.contains("from heap 1")
    }

    /// `mask 0x1ee`: rare by an even number of one bits under this mask.
    pub(super) fn mask(&self) -> Option<u64> {
        let mask = self.after(&["mask"])?.strip_prefix("0x")?;
        u64::from_str_radix(mask, 16).ok()
    }

    /// `position type`: rare by the parity of the position too.
    pub(super) fn is_position_type(&self) -> bool {
        self.0.contains("position type")
    }

    /// `to 2097152`, `up to 1e6`, `limit 2^21`: the last heap that the source has looked at.
    pub(super) fn limit(&self) -> Option<u64> {
        whole_number(self.after(&["to", "limit"])?)
    }

    /// The word after one of these words, without the punctuation around it.
    fn after(&self, words: &[&str]) -> Option<&str> {
        let mut all = self.0.split_whitespace().map(|word| word.trim_matches([',', ';', '(', ')']));
        all.find(|word| words.contains(word)).and_then(|_| all.next())
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
