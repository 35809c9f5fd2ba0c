//! Nothing can be changed: every alteration of an accepted file is refused, and what is said names
//! the heap or the line.

use std::ops::Range;

use octal::certificate;
use octal::check::Certificate;
use proptest::prelude::*;

use super::{chain, check, known, signed, unsigned};

/// A plain certificate, without its last line.
fn plain() -> String {
    unsigned(&certificate::write(&known("0.17", 1000)).unwrap())
}

/// A chain of six links, without its last line: ρ = 357, the window 361, (n0, p) = (3479, 349).
fn links() -> String {
    let known = known("0.156", 6000);
    unsigned(&chain(&known, &[500, 900, 901, 2000, 3600]).write().unwrap())
}

/// The same without snapshots.
fn base() -> String {
    unsigned(&chain(&known("0.156", 6000), &[]).write().unwrap())
}

/// Why a text with the right last line is refused.
#[track_caller]
fn refusal(text: &str) -> String {
    check(&signed(text)).expect_err("an alteration is accepted").to_string()
}

/// A text with one piece in place of another.
#[track_caller]
fn with(text: &str, old: &str, new: &str) -> String {
    assert!(text.contains(old), "{old}");
    text.replacen(old, new, 1)
}

/// The line that begins so.
fn line<'a>(text: &'a str, begin: &str) -> &'a str {
    text.lines().find(|line| line.starts_with(begin)).unwrap()
}

#[test]
fn the_files_that_are_changed_are_right() {
    for text in [plain(), links(), base()] {
        assert!(check(&signed(&text)).unwrap().proved());
    }
}

#[test]
fn the_plain_form() {
    let text = plain();
    for (old, new, reason) in [
        ("certificate 1", "certificate 2", "line 1: `octal certificate 2` should be"),
        ("code 0.17", "code 0.18", "line 15: `from 120:"),
        ("code 0.17", "code 0.16", "heap 2: its value is 0, the certificate says 1"),
        ("code 0.17", "code 0.170", "line 2: `code 0.170` should be `code` and a finite code"),
        ("code 0.17", "code 0.", "line 2: `code 0.` should be `code` and a finite code"),
        ("code 0.17", "code 4.!", "line 2: `code 4.!` should be `code` and a finite code"),
        ("period 34", "period 68", "the prime 2 of the period, heaps n ≥ 33 and n + 34 < 101"),
        ("period 34", "period 17", "line 5: `least 2"),
        ("period 34", "period 0", "line 3: `period 0` should be `period #`, at least 1"),
        ("preperiod 33", "preperiod 34", "line 5: `least 2"),
        ("preperiod 33", "preperiod 32", "line 7: `before"),
        ("form plain", "form chain", "line 9: `from 0:"),
        ("form plain", "form other", "line 8: `form other` should be `form plain` or"),
        ("from 20:", "from 21:", "line 10: `from 21:"),
        ("from 20: ", "from 20:  ", "line 10: `from 20:  "),
        ("from 0: 0 1", "from 0: 0 01", "line 9: `from 0: 0 01"),
    ] {
        let said = match refusal(&with(&text, old, new)) {
            said if said.contains(reason) => continue,
            said => said,
        };
        panic!("{old} → {new}: {said}");
    }
}

#[test]
fn a_period_made_longer_or_a_preperiod_moved() {
    let text = links();
    let value = |n: u64| known("0.156", 6000).value(n).unwrap();
    let window = |text: &str| text.rsplit_once(' ').unwrap().1.to_owned();
    let loop_start = line(&text, "snapshot 3479 ");
    let digit =
        |n: u64| char::from(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[value(n) as usize]).to_string();

    // 2p: there are no heaps n and n + p with different values, so some are made up.
    let doubled = with(&text, "\nperiod 349", "\nperiod 698");
    let doubled = with(&doubled, line(&text, "before"), "before: G(3478) = 8, G(4176) = 1");
    assert!(refusal(&doubled).contains("the prime 2 of the period, heaps n ≥ 3479 and n + 349"));
    let lie = "least 2: G(3479) = 2, G(3828) = 3\nleast 349: G(3481) = 2, G(3483) = 12";
    let lying = with(&doubled, line(&text, "least"), lie);
    assert_eq!(refusal(&lying), "heap 3828: its value is 2, the certificate says 3");

    // n0 + 1: heaps n0 and n0 + p have equal values.
    let later = with(&text, "preperiod 3479", "preperiod 3480");
    let later = with(&later, line(&text, "before"), "before: G(3479) = 2, G(3828) = 3");
    let moved = format!("snapshot 3480 {}{}", &window(loop_start)[1..], digit(3840));
    let later = with(&later, loop_start, &moved);
    assert_eq!(refusal(&later), "heap 3828: its value is 2, the certificate says 3");

    // n0 − 1: the period does not hold there.
    let sooner = with(&text, "preperiod 3479", "preperiod 3478");
    let before = format!("before: G(3477) = {}, G(3826) = 99", value(3477));
    let sooner = with(&sooner, line(&text, "before"), &before);
    let moved = window(loop_start);
    let moved = format!("snapshot 3478 {}{}", digit(3478), &moved[..moved.len() - 1]);
    let sooner = with(&sooner, loop_start, &moved);
    assert!(refusal(&sooner).starts_with("heap 38"), "{}", refusal(&sooner));

    // The same without snapshots.
    let text = base();
    let sooner = with(&text, "preperiod 3479", "preperiod 3478");
    let sooner = with(&sooner, line(&text, "before"), &before);
    let said = refusal(&sooner);
    assert_eq!(said, "heap 3478: its value is 8, that of heap 3827, a period later, 1");
}

#[test]
fn rare_heaps() {
    for text in [links(), base()] {
        for (old, new, reason) in [
            ("rare G(172) = 7\n", "", "heap 172: no move is found that shows the rare value 7"),
            ("rare G(357) = 18\n", "", "heap 357: no move is found that shows the rare value 18"),
            ("rare G(82)", "rare G(60) = 1\nrare G(82)", "heap 60: listed as rare, its value 1 is"),
            ("rare G(7) = 4", "rare G(7) = 5", "heap 7: its value is 4, the certificate says 5"),
            ("rare G(7) = 4", "rare G(6) = 4", "heap 6: its value is 2, the certificate says 4"),
            (
                "rare G(7) = 4\n",
                "rare G(7) = 4\nrare G(7) = 4\n",
                "line 12: `rare G(7) = 4` should",
            ),
            ("rare G(357) = 18", "rare G(3479) = 18", "line 23: `rare G(3479) = 18` should"),
        ] {
            let said = refusal(&with(&text, old, new));
            assert!(said.starts_with(reason), "{old} → {new}: {said}");
        }
    }
}

/// With another mask, a value that no option shows may be called common; then others are rare.
#[test]
fn a_wrong_mask() {
    let known = known("0.156", 6000);
    let text = base();
    for (mask, heap) in [(1, 361), (2, 359), (4, 363), (7, 359), (11, 380), (19, 358), (26, 358)] {
        let rare = |n: &u64| (known.value(*n).unwrap() & mask).count_ones().is_multiple_of(2);
        let rare: Vec<u64> = (1..=357).filter(rare).collect();
        let lines = |n: &u64| format!("rare G({n}) = {}\n", known.value(*n).unwrap());
        let (start, end) = (text.find("rare").unwrap(), text.find("window").unwrap());
        let wrong = format!(
            "{}{}window 400\n",
            with(&text[..start], "mask 27", &format!("mask {mask}")),
            rare.iter().map(lines).collect::<String>(),
        );
        assert!(end > start);
        let said = refusal(&wrong);
        let reason = format!("heap {heap}: no move is found that shows the rare value");
        assert!(said.starts_with(&reason), "mask {mask}: {said}");
    }
    assert!(refusal(&with(&text, "mask 27", "mask 0")).starts_with("line 8: `mask 0` should be"));
    // Places 1, 2 and 3 split, or may not: their parities differ.
    assert!(refusal(&with(&text, "position 0", "position 1")).starts_with("line 9: `position 1`"));
}

#[test]
fn snapshots() {
    let text = links();
    let [a, b, c, start] = ["snapshot 900 ", "snapshot 901 ", "snapshot 2000 ", "snapshot 3479 "]
        .map(|s| line(&text, s));
    let window = |line: &str| line.rsplit_once(' ').unwrap().1.to_owned();
    let swapped = |a: &str, b: &str| {
        let marked = with(&with(&text, a, "<"), b, ">");
        with(&with(&marked, "<", b), ">", a)
    };
    let cases = [
        (swapped(a, b), "line 27: `snapshot 900 "),
        (swapped(&window(a), &window(c)), "heap 901: its value is"),
        (with(&text, start, "snapshot 3480 x"), "line 29: `snapshot 3480 x` should be"),
        (with(&text, &format!("{start}\n"), ""), "heap 3479: the preperiod should have a snapshot"),
        (with(&text, "snapshot 900 ", "snapshot 899 "), "heap 901: its value is 2"),
        (with(&text, "snapshot 3600 8222", "snapshot 3600 8223"), "heap 3603: its value is 2"),
        (with(&text, "snapshot 500 ", "snapshot 300 "), "line 25: `snapshot 300 "),
        (with(&text, "window 361", "window 362"), "line 25: `snapshot 500 "),
        (with(&text, "window 361", "window 360"), "line 24: `window 360` should be"),
        (with(&text, start, &start.replace("222", "22!")), "line 29: `snapshot 3479 22!"),
    ];
    for (i, (text, reason)) in cases.iter().enumerate() {
        let said = refusal(text);
        assert!(said.starts_with(reason), "case {i}: {said}");
    }
    // The end of the last link is compared with the window of the preperiod.
    let last = start.chars().last().unwrap();
    let other = format!("{}{}", &start[..start.len() - 1], if last == '1' { '2' } else { '1' });
    assert!(refusal(&with(&text, start, &other)).starts_with("heap 3839: its value is"));
}

/// The numbers of a text, windows left out.
fn numbers(text: &str) -> Vec<Range<usize>> {
    let mut numbers = vec![];
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let length = if line.starts_with("snapshot") { 14 } else { line.len() };
        let digit = |i: usize| i < length && line.as_bytes()[i].is_ascii_digit();
        let begins = (0..length).filter(|&i| digit(i) && (i == 0 || !digit(i - 1)));
        numbers.extend(begins.map(|i| {
            let end = (i..).find(|&i| !digit(i)).unwrap();
            start + i..start + end
        }));
        start += line.len();
    }
    numbers
}

#[test]
fn every_number() {
    for text in [plain(), links(), base()] {
        let numbers = numbers(&text);
        assert!(numbers.len() > 40);
        for range in numbers {
            let number: u64 = text[range.clone()].parse().unwrap();
            for other in [number + 1, number.wrapping_sub(1), 2 * number] {
                if other == number || other > 1 << 40 {
                    continue;
                }
                let mut changed = text.clone();
                changed.replace_range(range.clone(), &other.to_string());
                let Err(said) = check(&signed(&changed)) else {
                    // A longer window is right too, but for the values of snapshots.
                    assert!(changed.contains("\nwindow") && !changed.contains("\nsnapshot"));
                    assert_ne!(line(&changed, "window"), line(&text, "window"));
                    continue;
                };
                let said = said.to_string();
                let named = said.starts_with("heap ") || said.starts_with("line ");
                assert!(named || said.contains("needed"), "{number} → {other}: {said}");
            }
        }
    }
}

#[test]
fn every_digit_of_a_window() {
    let text = links();
    let (from, to) = (text.find("snapshot 900 ").unwrap(), text.rfind('\n').unwrap());
    for i in (from..to).step_by(41).filter(|&i| !text.as_bytes()[i..].starts_with(b" ")) {
        let mut changed = text.clone().into_bytes();
        changed[i] = if changed[i] == b'1' { b'2' } else { b'1' };
        let said = refusal(std::str::from_utf8(&changed).unwrap());
        assert!(said.starts_with("heap ") || said.starts_with("line "), "byte {i}: {said}");
    }
}

#[test]
fn whatever_is_cut_off() {
    for text in [plain(), links()] {
        let file = signed(&text);
        for length in 0..file.len() {
            let said = check(&file[..length]).unwrap_err().to_string();
            assert!(said.contains("cut off") || said.contains("hash"), "{length}: {said}");
        }
        // Whole lines gone, and the hash made anew.
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        for count in 0..lines.len() {
            let cut: String = lines[..count].concat();
            match check(&signed(&cut)) {
                Err(_) => {}
                // A chain may do without its last snapshots, but not without that of n0; and
                // without any.
                Ok(_) => assert!(
                    cut.contains("\nsnapshot 3479 ") || cut.ends_with("window 361\n"),
                    "{count} lines"
                ),
            }
        }
    }
}

#[test]
fn every_byte_counts() {
    let file = signed(&plain());
    for i in 0..file.len() {
        let mut changed = file.clone();
        changed[i] ^= 1;
        assert!(Certificate::read(&changed).is_err(), "byte {i}");
    }
}

/// What the window would prove if it were used without its guards.
#[test]
fn traps() {
    for (code, period, values, reason) in [
        ("0.1", 2, "0 1 0 0", "heap"),
        ("0.01", 3, "0 0 1 0 0 1", "heap"),
        ("0.4", 1, "0 0 0 0 0", "heap"),
        ("4!.0", 3, "0 0 0 1 0 2 1 0 2 1 0 2", "the plain form is for at most"),
    ] {
        let text = format!(
            "octal certificate 1\ncode {code}\nperiod {period}\npreperiod 0\n{}form plain\nfrom 0: {values}\n",
            match period {
                2 => "least 2: G(0) = 0, G(1) = 1\n",
                3 => "least 3: G(1) = 0, G(2) = 1\n",
                _ => "",
            }
        );
        let said = refusal(&text);
        assert!(said.contains(reason) || said.starts_with("line"), "{code}: {said}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Whatever a file says, the answer comes soon, and without a panic.
    #[test]
    fn nonsense_is_refused(
        form in 0..3usize,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let mut text = [plain(), links(), base()][form].clone().into_bytes();
        for (index, byte) in changes {
            let i = index.index(text.len());
            text[i] = b"0123456789 \n.!:abcG()="[usize::from(byte) % 22];
        }
        let _ = check(&signed(std::str::from_utf8(&text).unwrap()));
        let _ = check(&text);
    }
}
