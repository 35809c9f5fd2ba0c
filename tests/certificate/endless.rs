//! Certificates of codes whose digits repeat for ever: accepted as they are written, and refused or
//! harmless if altered.

use fastrand::Rng;
use octal::check::{CertificateFile, EndlessCertificate};

use super::arithmetic::{
    assert_accepted, assert_nothing_false_is_accepted, assert_refused, check, listed, text,
};

const CODES: [&str; 12] = [
    "0.[3]", "8.[3]", "c.[3]", "0.[7]", "0.[1]", "0.[2]", "0.[4]", "0.[30]", "0.0[3]", "0.[12]",
    "8.[7]", "4.[3]",
];

#[test]
fn what_is_written_is_accepted() {
    assert_accepted(&CODES, |file| matches!(file, CertificateFile::Endless(_)), 17 + 8);
}

/// Every part of some certificates in turn.
#[test]
fn each_part_is_needed() {
    let (lasker, half, even, four) = (text("4.[3]"), text("0.0[3]"), text("0.[30]"), text("0.[4]"));
    assert_refused(&[
        (&lasker, "code 4.[3]", "code 8.[3]", "at least 21 values"),
        (&lasker, "code 4.[3]", "code 0.[3]", "heap 3: its value is 3"),
        (&lasker, "code 4.[3]", "code 4!.[3]", "codes without `!`"),
        (&lasker, "code 4.[3]", "code 3.[3]", "d0 should have neither"),
        (&lasker, "code 4.[3]", "code 4.3", "should be `code`, digits such as 0.[3]"),
        (&lasker, "code 4.[3]", "code 4.[]", "should be `code`, digits such as 0.[3]"),
        (&lasker, "code 4.[3]", "code 4.[3]3", "should be `code`, digits such as 0.[3]"),
        (&lasker, "code 4.[3]", "code 4.3[3]", "at least 18 values"),
        (&lasker, "code 4.[3]", "code 4.[33333]", "at least 81 values"),
        (&lasker, "preperiod 1", "preperiod 2", "at least 19 values"),
        (&lasker, "preperiod 1", "preperiod 0", "heap 0: a period later"),
        (&four, "preperiod 1", "preperiod 0", "heap 0: a period later"),
        (&lasker, "period 4", "period 8", "at least 33 values"),
        (&lasker, "period 4", "period 0", "at least 1"),
        (&lasker, "saltus 4", "saltus 3", "(E1)"),
        (&lasker, "saltus 4", "saltus 0", "the depth should be 0"),
        (&even, "saltus 0", "saltus 1", "at least"),
        (&lasker, "depth 1", "depth 0", "that rises and stays (E4)"),
        (&lasker, "depth 1", "depth 300000000", "its value should be at least"),
        (&half, "from 0: 0 0", "from 0: 0 1", "heap 1: its value is 0"),
        (&half, "from 0: 0 0", "from 1: 0 0", "here should be the value of heap 0"),
        (&half, "from 0: 0 0", "from 0: 0 0 0", "heap 2: its value is 1"),
    ]);
    assert!(check(&format!("{even}more\n")).unwrap_err().contains("here the file should end"));
    let damaged = format!("{even}end 0123456789abcdef\n");
    assert!(EndlessCertificate::read(damaged.as_bytes()).unwrap_err().contains("damaged"));
}

/// The text of a certificate with these numbers and the true values.
fn file(code: &str, [n0, p, s, depth]: [usize; 4], count: u64) -> String {
    let values = listed(code, count);
    format!(
        "octal endless certificate 1\ncode {code}\npreperiod {n0}\nperiod {p}\nsaltus {s}\ndepth {depth}\n\
         from 0:{values}\n"
    )
}

/// Multiples of the period are periods, and are refused; a true growth without the evidence is
/// refused.
#[test]
fn what_is_not_least_or_not_shown_is_refused() {
    assert!(check(&file("4.[3]", [1, 4, 4, 1], 17)).unwrap().proved);
    assert!(
        check(&file("4.[3]", [1, 8, 8, 1], 40)).unwrap_err().contains("the period is 4 or less")
    );
    assert!(
        check(&file("0.[1]", [1, 2, 0, 0], 12)).unwrap_err().contains("the period is 1 or less")
    );
    assert!(
        check(&file("0.[1]", [2, 1, 0, 0], 12)).unwrap_err().contains("the preperiod is smaller")
    );
    assert!(check(&file("8.[30]", [3, 1, 1, 1], 60)).unwrap_err().contains("(E4)"));
}

/// A text with a number of one of its lines changed, or a digit of its code.
fn altered(text: &str, random: &mut Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..random.usize(1..=2) {
        let line = &mut lines[random.usize(1..7)];
        let digits: Vec<usize> =
            line.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(i, _)| i).collect();
        let at = digits[random.usize(..digits.len())];
        line.replace_range(at..=at, &random.u8(..10).to_string());
    }
    lines.join("\n") + "\n"
}

/// Alterations: what is accepted claims what is true.
#[test]
fn nothing_false_is_accepted() {
    let texts = CODES.map(text);
    let mut random = Rng::with_seed(9);
    let [accepted, refused] =
        assert_nothing_false_is_accepted(&texts, 3000, 200, |text| altered(text, &mut random));
    assert!(accepted > 100 && refused > 1500, "{accepted}, {refused}");
}
