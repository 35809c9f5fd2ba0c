//! A hundred thousand random alterations: none that is accepted claims what is false.

use std::collections::HashMap;

use fastrand::Rng;
use octal::check::CertificateFile;

use super::{FILES, agrees, check, text};

/// The number of alterations.
const ALTERATIONS: usize = 100_000;

/// Hypotheses that fail.
const NAMES: [&str; 10] = [
    "(least words)",
    "(Lemma A)",
    "(V0)",
    "(V1)",
    "(V2)",
    "(V3)",
    "(V4)",
    "(K2)",
    "(Theorem K)",
    "(Theorem M)",
];

/// A text with one to three changes: in numbers, lines, digits, or bytes.
pub(super) fn altered(text: &str, random: &mut Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..random.usize(1..=3) {
        // Mostly what is said of the game: the first lines are soon refused.
        let begin = if random.u8(..8) > 0 { lines.len() / 2 } else { 0 };
        let (i, j) = (random.usize(begin..lines.len()), random.usize(..lines.len()));
        match random.u8(..20) {
            0..=6 => lines[i] = with_number_changed(&lines[i], random),
            7..=14 => lines[i] = with_numbers_swapped(&lines[i], random),
            15 => lines[i] = with_byte_changed(&lines[i], random),
            16 => lines[1] = with_digit_changed(&lines[1], random),
            17 => lines.swap(i, j),
            18 => drop(lines.remove(i)),
            _ => lines[i] = lines[i].rsplit_once(' ').map_or("", |(rest, _)| rest).to_owned(),
        }
        if lines.len() < 2 {
            break;
        }
    }
    lines.join("\n") + "\n"
}

/// One of the numbers of a line a little larger or smaller, or any other.
fn with_number_changed(line: &str, random: &mut Rng) -> String {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let i = random.usize(..words.len());
    if let Ok(number) = words[i].parse::<u64>() {
        let near = [number + 1, number.saturating_sub(1), random.u64(..45), u64::MAX / 1000];
        words[i] = near[random.usize(..near.len())].to_string();
    }
    words.join(" ")
}

fn with_numbers_swapped(line: &str, random: &mut Rng) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    let (i, j) = (random.usize(..words.len()), random.usize(..words.len()));
    words.swap(i, j);
    words.join(" ")
}

fn with_byte_changed(line: &str, random: &mut Rng) -> String {
    let mut bytes = line.as_bytes().to_vec();
    let i = random.usize(..=bytes.len());
    match random.u8(..3) {
        0 if i < bytes.len() => bytes[i] = random.u8(b' '..=b'~'),
        1 if i < bytes.len() => drop(bytes.remove(i)),
        _ => bytes.insert(i, random.u8(b' '..=b'~')),
    }
    String::from_utf8(bytes).unwrap()
}

/// Another digit, or one more, in the code.
fn with_digit_changed(line: &str, random: &mut Rng) -> String {
    let digit = char::from_digit(random.u32(..16), 16).unwrap().to_string();
    let (place, more) = (random.usize(..line.len().max(1)), random.bool());
    match line.get(place..place + 1) {
        Some(old) if !more && old.bytes().all(|c| c.is_ascii_hexdigit()) => {
            format!("{}{digit}{}", &line[..place], &line[place + 1..])
        }
        _ => format!("{line}{digit}"),
    }
}

/// An accepted text is the text itself, or a statement about another code or fewer heaps that is
/// right about all outcomes of small positions. Such a text has another first claim, too.
#[test]
fn nothing_false_is_accepted() {
    let texts = FILES.map(text);
    let mut random = Rng::with_seed(20);
    let (mut accepted, mut reasons) = (0, HashMap::new());
    for i in 0..ALTERATIONS {
        let text = &texts[i % texts.len()];
        let altered = altered(text, &mut random);
        match check(&altered) {
            Ok(_) if altered == *text => {}
            Ok(statement) => {
                assert!(agrees(&altered, 14), "{statement}\n{altered}");
                accepted += 1;
            }
            Err(reason) => {
                let hypothesis = NAMES.into_iter().find(|name| reason.ends_with(name));
                *reasons.entry(hypothesis.unwrap_or("a line")).or_insert(0) += 1;
            }
        }
    }
    println!("{accepted} accepted; refused for {reasons:?}");
    // The alterations reach every hypothesis.
    assert!(NAMES.iter().all(|name| reasons.contains_key(name)), "{reasons:?}");
}

/// Any bytes: an answer, and no panic.
#[test]
fn any_bytes() {
    let mut random = Rng::with_seed(21);
    for name in FILES {
        let text = text(name).into_bytes();
        for _ in 0..2000 {
            let mut bytes = text.clone();
            for _ in 0..random.usize(1..6) {
                let at = random.usize(..bytes.len());
                let end = (at + random.usize(..40)).min(bytes.len());
                match random.u8(..3) {
                    0 => bytes[at] = random.u8(..),
                    1 if end - at < bytes.len() => drop(bytes.drain(at..end)),
                    _ => {
                        let stretch = bytes[at..end].to_vec();
                        drop(bytes.splice(at..at, stretch));
                    }
                }
            }
            if let Ok(certificate) = CertificateFile::read(&bytes) {
                let _ = certificate.check(&[], 1, &|_, _| true);
            }
        }
    }
}
