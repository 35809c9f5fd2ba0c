//! The convention of a source, read from its words.
//!
//! Other words are for readers. But a part that begins like a limit or a mask must be one. If a
//! slip such as `up to 1o` passed for words, the claim would be judged as if it had no limit.

use crate::code::number;

/// The words of the convention of a claim, without the punctuation around them.
pub(super) struct Convention<'a>(Vec<ConventionWord<'a>>);

/// A word.
struct ConventionWord<'a> {
    text: &'a str,
    /// True if it is the first word, or if punctuation separates it from the word before.
    begins_part: bool,
}

/// The characters around words, which separate them.
const PUNCTUATION: [char; 7] = [',', ';', '.', ':', '(', ')', '"'];

/// The words before a heap size that make it a limit; `up to` ends with the first.
const LIMIT: [&str; 2] = ["to", "limit"];

/// The word before a mask.
const MASK: [&str; 1] = ["mask"];

impl<'a> Convention<'a> {
    pub(super) fn of(text: &'a str) -> Convention<'a> {
        let (mut words, mut begins_part) = (vec![], true);
        for word in text.split_whitespace() {
            let text = word.trim_matches(PUNCTUATION);
            begins_part |= word.starts_with(PUNCTUATION);
            if !text.is_empty() {
                words.push(ConventionWord { text, begins_part });
                begins_part = false;
            }
            begins_part |= word.ends_with(PUNCTUATION);
        }
        Convention(words)
    }

    /// `from heap 1`: the source says nothing of heap 0.
    pub(super) fn starts_at_heap_one(&self) -> bool {
        self.has(&["from", "heap", "1"])
    }

    /// `mask 0x1ee`: rare by an even number of one bits under this mask.
    pub(super) fn mask(&self) -> Option<u64> {
        self.after(&MASK, mask)
    }

    /// `position type`: rare by the parity of the position too.
    pub(super) fn is_position_type(&self) -> bool {
        self.has(&["position", "type"])
    }

    /// `to 2097152`, `up to 1e6`, `limit 2^21`: the last heap that the source has examined.
    pub(super) fn limit(&self) -> Option<u64> {
        self.after(&LIMIT, heap_size)
    }

    fn has(&self, phrase: &[&str]) -> bool {
        self.0.windows(phrase.len()).any(|words| words.iter().zip(phrase).all(|(w, p)| w.is(p)))
    }

    /// The first word after one of these words that can be read.
    fn after<T>(&self, words: &[&str], read: impl Fn(&str) -> Option<T>) -> Option<T> {
        let mut pairs = self.0.windows(2).filter(|pair| pair[0].is_one_of(words));
        pairs.find_map(|pair| read(pair[1].text))
    }

    /// The first part that begins like a limit or a mask and is none, and a description of what
    /// would be right.
    fn misread(&self) -> Option<(String, &'static str)> {
        let begins = (0..self.0.len()).filter(|&i| self.0[i].begins_part);
        begins.map(|i| &self.0[i..]).find_map(|part| Some((shown(part), fault(part)?)))
    }
}

impl ConventionWord<'_> {
    fn is(&self, word: &str) -> bool {
        self.text.eq_ignore_ascii_case(word)
    }

    fn is_one_of(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.is(word))
    }
}

/// The first part of a convention that begins with `to`, `up to`, `limit` or `mask` and cannot be
/// read, and a description of what would be right.
pub(in crate::catalogue) fn misread(text: &str) -> Option<(String, &'static str)> {
    Convention::of(text).misread()
}

/// A description of what should stand here, if these words begin like a limit or a mask and are
/// none.
fn fault(words: &[ConventionWord]) -> Option<&'static str> {
    let (is_stated, expected) = match words {
        [key, rest @ ..] if key.is_one_of(&MASK) => (states(rest, mask), A_MASK),
        [key, rest @ ..] if key.is_one_of(&LIMIT) => (states(rest, heap_size), A_LIMIT),
        [up, to, rest @ ..] if up.is("up") && to.is("to") => (states(rest, heap_size), A_LIMIT),
        _ => return None,
    };
    (!is_stated).then_some(expected)
}

const A_MASK: &str = "a mask such as `mask 0x1ee`";

const A_LIMIT: &str = "a limit such as `up to 1e6`: `to`, `up to` or `limit` and a heap size, a whole \
    number below 2^64 written 2097152, 2_097_152, 1e6 or 2^21";

/// True if the first of these words can be read and is the whole of a number: of `2 097 152` it is
/// only a part.
fn states(words: &[ConventionWord], read: impl Fn(&str) -> Option<u64>) -> bool {
    let is_digit = |c: char| c.is_ascii_digit();
    let continues = |next: &ConventionWord| !next.begins_part && next.text.starts_with(is_digit);
    words.first().is_some_and(|word| read(word.text).is_some())
        && !words.get(1).is_some_and(continues)
}

/// The part that these words begin.
fn shown(words: &[ConventionWord]) -> String {
    let part = words.iter().enumerate().take_while(|(i, word)| *i == 0 || !word.begins_part);
    part.map(|(_, word)| word.text).collect::<Vec<_>>().join(" ")
}

fn mask(text: &str) -> Option<u64> {
    u64::from_str_radix(text.strip_prefix("0x")?, 16).ok()
}

fn heap_size(text: &str) -> Option<u64> {
    number::whole(text).ok()?.try_into().ok()
}
