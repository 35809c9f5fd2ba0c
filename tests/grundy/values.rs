//! Values in one byte and in two.

use octal::grundy::values::{Slice, Value, Values};
use octal::grundy::{Fault, GrundyError};

#[test]
fn both_widths_are_the_same_values() {
    let words: Vec<u16> = (0..300).map(|n| n * 7 % 251).collect();
    let bytes = words.iter().map(|&v| u8::new(v).unwrap()).collect();
    let (mut values, words) = (Values::Bytes(bytes), Values::Words(words));
    let (a, b) = (values.as_slice(), words.as_slice());
    assert_eq!((a.width(), b.width()), (1, 2));
    assert_eq!(a, b);
    assert_eq!(a.to_vec(), b.to_vec());
    assert_eq!((a.max(), a.len()), (b.max(), b.len()));
    assert_eq!(a.max(), Some((250, 215)));
    assert!((0..301).all(|n| a.get(n) == b.get(n)) && (0..300).all(|n| a[n] == b[n]));
    assert!(a.range(3..10) == b.range(3..10) && a.range(3..10) != b.range(4..11));
    assert!(a.iter().rev().eq(b.iter().rev()));
    assert_eq!(Slice::Bytes(&[]).max(), None);
    values.widen().unwrap();
    assert_eq!(values, words);
    assert!(values.memory() >= 600);
    assert_eq!((u8::new(255), u8::new(256), u16::new(256)), (Some(255), None, Some(256)));
}

#[test]
fn what_is_wrong_is_said() {
    let error = GrundyError::Wrong { heap: 77, value: 3, fault: Fault::Missing(2) };
    let text = error.to_string();
    assert!(text.starts_with("G(77) = 3 is wrong, for no option has the value 2: "), "{text}");
}
