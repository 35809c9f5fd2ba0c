//! Genus symbols against CGSuite's, and against the definition.

use octal::misere::genus::Forms;
use octal::misere::limits::Meter;

use super::limits;
use super::oracle::{Oracle, options};
use crate::common::code;

/// The short symbols of heaps 0 to n.
fn short(text: &str, n: usize) -> String {
    let mut forms = Forms::new(&code(text));
    let mut meter = Meter::new(limits(n), &());
    let mut symbols = vec![forms.heap(0).short()];
    symbols.extend((1..=n).map(|_| forms.next_heap(&mut meter).unwrap().short()));
    symbols.join(" ")
}

#[test]
fn symbols_that_another_program_prints() {
    let kayles = "0 1 2 3 1 4^146 3 2^2 1^1 4^046 2^2 6^46 4^046 1^1 2^2 7^57 1^13 4^64 3^31 2^20 \
                  1^031";
    assert_eq!(short("0.77", 20), kayles);
    let dawson = "0 0 1 1 2 0 3 1 1 0 3^1431 3 2^0520 2 4^146 0 5^057 2^0520 2 3^1431 3";
    assert_eq!(short("0.07", 20), dawson);
    let grundy = "0 0 0 1 0 2 1 0 2 1 0 2 1 3^1431 2 1 3^1431 2 4^0564 3^1431 0^20";
    assert_eq!(short("4!.0", 20), grundy);
}

#[test]
fn full_symbols() {
    let mut forms = Forms::new(&code("0.312"));
    let mut meter = Meter::new(limits(10), &());
    let symbols: Vec<String> =
        (1..=4).map(|_| forms.next_heap(&mut meter).unwrap().genus.to_string()).collect();
    assert_eq!(symbols, ["1^{031}", "2^{20}", "0^{02}", "2^{1420}"]);
    assert_eq!(forms.heap(0).genus.to_string(), "0^{120}");
}

/// γi is the least m such that the heap with i heaps *2 and one *m is a P-position. Nim-heaps are
/// those of the code itself: in 0.3 with a splitting move far away heap 1 is *1, in 0.33 heap 2 is
/// *2.
#[test]
fn the_symbols_are_what_the_definition_says() {
    // 0.333000…: heaps 0 to 3 are *0 to *3, and larger heaps are of any kind.
    for text in ["0.3337", "0.33304", "0.33314", "0.3336"] {
        let code = code(text);
        let mut oracle = Oracle::new(&code);
        let mut forms = Forms::new(&code);
        let mut meter = Meter::new(limits(9), &());
        let mut compared = 0;
        for n in 1..=9 {
            let genus = forms.next_heap(&mut meter).unwrap().genus;
            for i in 0..4 {
                let with = |m: usize| [&[n, m][..], &vec![2; i]].concat();
                if let Some(m) = (0..=3).find(|&m| oracle.is_p(&with(m))) {
                    assert_eq!(genus.at(i), m as u32, "{text}: heap {n}, γ{i}");
                    compared += 1;
                } else {
                    assert!(genus.at(i) > 3, "{text}: heap {n}, γ{i}");
                }
            }
        }
        assert!(compared > 20, "{compared}");
        assert!(!options(&code, &[9]).is_empty());
    }
}
