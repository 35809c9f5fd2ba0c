//! Sets of codes, written short: `0.3(01)(45)` stands for 0.304, 0.305, 0.314 and 0.315.
//!
//! A group in parentheses has the digits that may stand in its place, and zeros at the end of a code do not
//! count, so `0.1(02)` stands for 0.1 and 0.12. The codes of one game mostly differ in digits without effect, so
//! a few such patterns hold them all: the 65 536 codes of up to five digits take 55 kilobytes.

use crate::code::Code;

/// Patterns that stand for these codes, each code in one of them. O(codes · places²) at most.
///
/// A code with digits that repeat, or with a mark, is its own pattern.
pub fn patterns<'a>(codes: impl IntoIterator<Item = &'a Code>) -> Vec<String> {
    let is_plain = |code: &&Code| code.repeat().is_empty() && !code.has_unequal();
    let (plain, others): (Vec<&Code>, Vec<&Code>) = codes.into_iter().partition(is_plain);
    // One place stays after the point, if it is a zero.
    let places = plain.iter().map(|code| code.digits().len()).fold(2, usize::max);
    let digits = |code: &&Code| (0..places).map(|k| code.digit(k).bits()).collect();
    let mut words: Vec<Vec<u8>> = plain.iter().map(digits).collect();
    words.sort();
    let words: Vec<&[u8]> = words.iter().map(Vec::as_slice).collect();
    let patterns = boxes(&words).into_iter().map(|sets| written(&sets));
    patterns.chain(others.iter().map(ToString::to_string)).collect()
}

/// The digits that may stand in a place: bit d for digit d.
type DigitSet = u16;

/// Sorted words of one length as products of sets: words that differ in their first digit only, whatever
/// follows, are joined.
fn boxes(words: &[&[u8]]) -> Vec<Vec<DigitSet>> {
    if words.iter().all(|word| word.is_empty()) {
        return words.iter().take(1).map(|_| vec![]).collect();
    }
    let mut groups: Vec<(DigitSet, Vec<Vec<DigitSet>>)> = vec![];
    for of_digit in words.chunk_by(|a, b| a[0] == b[0]) {
        let rests: Vec<&[u8]> = of_digit.iter().map(|word| &word[1..]).collect();
        let (digit, rests) = (1 << of_digit[0][0], boxes(&rests));
        match groups.iter_mut().find(|(_, others)| *others == rests) {
            Some((set, _)) => *set |= digit,
            None => groups.push((digit, rests)),
        }
    }
    let joined = |set: DigitSet, rest: Vec<DigitSet>| std::iter::once(set).chain(rest).collect();
    let of_group = |(set, rests): (DigitSet, Vec<Vec<DigitSet>>)| {
        rests.into_iter().map(move |rest| joined(set, rest))
    };
    groups.into_iter().flat_map(of_group).collect()
}

/// A product of sets, one for each place, as a pattern.
fn written(sets: &[DigitSet]) -> String {
    let mut sets = sets.to_vec();
    while sets.len() > 2 && sets.last() == Some(&1) {
        sets.pop();
    }
    let mut pattern = String::new();
    for (place, &set) in sets.iter().enumerate() {
        let digits = (0..16).filter(|digit| set >> digit & 1 == 1);
        let digits: String = digits.filter_map(|digit| char::from_digit(digit, 16)).collect();
        let one = digits.len() == 1;
        pattern += &if one { digits } else { format!("({digits})") };
        pattern += if place == 0 { "." } else { "" };
    }
    pattern
}

#[cfg(test)]
mod tests {
    use super::patterns;
    use crate::code::Code;
    use crate::survey::class::octal_codes;

    fn short(codes: &str) -> String {
        let codes: Vec<Code> = codes.split(' ').map(|code| code.parse().unwrap()).collect();
        patterns(&codes).join(" ")
    }

    #[test]
    fn digits_that_do_not_matter_are_joined() {
        assert_eq!(short("0.0"), "0.0");
        assert_eq!(short("0.304 0.305 0.314 0.315"), "0.3(01)(45)");
        assert_eq!(short("0.1 0.12"), "0.1(02)");
        assert_eq!(short("4.3 0.3 4.f 0.7 4.7"), "0.(37) 4.(37f)");
        assert_eq!(short("0.12 0.[3] 4!.0"), "0.12 0.[3] 4!.0");
    }

    #[test]
    fn all_codes_are_one_pattern() {
        let one = "(04).(01234567)(01234567)(01234567)";
        assert_eq!(patterns(&octal_codes(3)), [one]);
        assert_eq!(patterns([]), [""; 0]);
    }
}
