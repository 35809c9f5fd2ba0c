//! The text of certificates.

use super::{up_to, whole};
use crate::common::code;

/// The lines that begin with this word.
fn line<'a>(text: &'a str, name: &str) -> &'a str {
    text.lines()
        .find_map(|line| line.strip_prefix(name))
        .unwrap_or_else(|| panic!("{name}: {text}"))
}

#[test]
fn a_partial_quotient() {
    let text = up_to(&code("0.75"), 9).certificate();
    assert_eq!(
        text,
        "octal misere certificate 1\ncode 0.75\nclaim partial\norder 8\np-portion 2\nheaps 9\n\
         generators 1 2 5\naction 1: 1 0 3 2 5 4 7 6\naction 2: 2 3 4 5 2 3 3 2\n\
         action 5: 6 7 3 2 5 4 4 5\nP: 1 4\nphi: 0 1 2 1 2 6 2 6 2 5\nend\n"
    );
    let nothing = up_to(&code("0.0"), 2).certificate();
    assert!(nothing.contains("\ngenerators\nP:\nphi: 0 0 0\nend\n"), "{nothing}");
}

#[test]
fn whole_games() {
    let period = whole("0.123").certificate();
    assert_eq!(line(&period, "claim "), "quotient");
    assert_eq!((line(&period, "preperiod "), line(&period, "period ")), ("5", "5"));
    // No move leaves two heaps, so the window is short: n0 + p + t − 1.
    assert_eq!(line(&period, "heaps "), "12");
    assert_eq!(line(&period, "phi: ").split(' ').count(), 13);
    let kernel = whole("0.77").certificate();
    assert_eq!((line(&kernel, "claim "), line(&kernel, "last-rogue ")), ("kernel", "25"));
    assert_eq!((line(&kernel, "heaps "), line(&kernel, "order ")), ("52", "40"));
}

/// The monoid is the candidate, beside the letters of Theorem I.
#[test]
fn an_infinite_quotient() {
    let (cousin, form) =
        (up_to(&code("0.005"), 30).certificate(), up_to(&code("0.10137"), 30).certificate());
    assert_eq!((line(&cousin, "claim "), line(&form, "claim ")), ("infinite", "infinite"));
    assert_eq!((line(&cousin, "heaps "), line(&form, "heaps ")), ("18", "16"));
    let number = |text, letter| line(text, letter).parse::<usize>().unwrap();
    assert_eq!(number(&cousin, "c "), number(&form, "c ") + 2);
    for name in ["order ", "q ", "p ", "alpha ", "K1 ", "K0 ", "B ", "a ", "b ", "P: "] {
        assert_eq!(line(&cousin, name), line(&form, name), "{name}");
    }
    assert_eq!(line(&cousin, "phi: "), format!("0 0 {}", line(&form, "phi: ")));
    let before = up_to(&code("0.005"), 17).certificate();
    assert_eq!(line(&before, "claim "), "partial");
}

/// A code whose heaps are those of a first cousin keeps its own heaps.
#[test]
fn a_shifted_game() {
    let (shifted, cousin) = (whole("0.07711").certificate(), whole("0.07711").certificate());
    assert_eq!(shifted, cousin);
    let (long, short) =
        (up_to(&code("0.07"), 15).certificate(), up_to(&code("0.137"), 14).certificate());
    assert_eq!(line(&long, "phi: "), format!("0 {}", line(&short, "phi: ")));
    assert_eq!(line(&long, "P: "), line(&short, "P: "));
    assert_eq!(line(&long, "code "), "0.07");
}
