//! Whole numbers as people write them.

use octal::code::number::{NumberError, whole};

#[test]
fn every_form() {
    let forms = [
        ("0", 0),
        ("007", 7),
        ("1_000_000", 1_000_000),
        ("1e9", 1_000_000_000),
        ("1E2", 100),
        ("1_0e0_2", 1000),
        ("1.5e1", 15),
        ("1.50e1", 15),
        ("2.000e0", 2),
        ("0e999999999999", 0),
        ("2^30", 1 << 30),
        ("7^0", 1),
        ("0^7", 0),
        ("1^99999999999", 1),
        ("340282366920938463463374607431768211455", u128::MAX),
    ];
    for (text, n) in forms {
        assert_eq!(whole(text), Ok(n), "{text}");
    }
}

#[test]
fn no_other() {
    let none = ["", "_1", "1_", "1__0", "1_e3", "0^0", "2^", "^3", "2^3^2", "1e", "e3", "1e-3"];
    let more = ["1e+3", "+1", ".5e1", "1.e1", "1.5.0e3", "1 000", "x", "٣", "1,000", "-", "0x10"];
    for text in none.into_iter().chain(more) {
        assert_eq!(whole(text), Err(NumberError::Form), "{text}");
    }
    for text in ["-1", "−1", "-x"] {
        assert_eq!(whole(text), Err(NumberError::Negative), "{text}");
    }
    for text in ["1.5", "1.25e1", "0.001e2"] {
        assert_eq!(whole(text), Err(NumberError::Fraction), "{text}");
    }
    for text in ["2.000", "0.0", "1_0.0"] {
        assert_eq!(whole(text), Err(NumberError::Point), "{text}");
    }
    for text in ["2^128", "1e39", "1e99999999999", "9^99999999999", &"9".repeat(1000)] {
        assert_eq!(whole(text), Err(NumberError::TooLarge), "{text}");
    }
}
