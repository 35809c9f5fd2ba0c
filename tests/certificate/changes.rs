//! Nothing can be changed: every alteration of an accepted file is refused, and what is said names
//! the heap or the line.

use std::ops::Range;
use std::sync::LazyLock;

use octal::certificate;
use octal::check::Certificate;
use proptest::prelude::*;

use super::{chain, check, known, signed, snapshot, unsigned};

/// A plain certificate, without its last line.
fn plain() -> String {
    unsigned(&certificate::write(&known("0.17", 1000)).unwrap())
}

/// A chain without its last line: ρ = 357, the window 361, (n0, p) = (3479, 349). Snapshots also at
/// 3478 = n0 − 1, 3479 = n0, 3480 = n0 + p/349, 3827 = n0 + p − 1, and 3828 = n0 + p.
fn links() -> String {
    let known = known("0.156", 6000);
    unsigned(&chain(&known, &[500, 900, 901, 2000, 3600]).write().unwrap())
}

/// A chain with values that are too large to walk its links side by side: ρ = 1249, (n0, p) =
/// (5010, 266).
fn large() -> String {
    unsigned(&chain(&known("0.05145", 7000), &[1500, 2000, 2001, 5100]).write().unwrap())
}

/// The first without snapshots.
fn base() -> String {
    unsigned(&chain(&known("0.156", 6000), &[]).write().unwrap())
}

/// The reason why a text with the right last line is refused.
#[track_caller]
fn refusal(text: &str) -> String {
    check(&signed(text)).expect_err("an alteration is accepted")
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
    for text in [plain(), links(), large(), base()] {
        assert!(check(&signed(&text)).unwrap().proved);
    }
}

#[test]
fn the_plain_form() {
    let text = plain();
    for (old, new, reason) in [
        ("certificate 2", "certificate 1", "line 1: `octal certificate 1` should be `octal certif"),
        ("code 0.17", "code 0.18", "the values of heaps 0 to 202 should be there"),
        ("code 0.17", "code 0.13", "the values of heaps 0 to 68 should be there"),
        ("code 0.17", "code 0.14", "heap 2: its value is 0, the certificate says 1"),
        ("code 0.17", "code 0.16", "heap 2: its value is 0, the certificate says 1"),
        ("code 0.17", "code 0.170", "the values of heaps 0 to 136 should be there"),
        ("code 0.17", "code 0.", "line 2: `code 0.` should be `code`, digits such as 0.137"),
        ("code 0.17", "code 4.!", "line 2: `code 4.!` should be `code`, digits such as 0.137"),
        ("code 0.17", "code 0.1G", "line 2: `code 0.1G` should be `code`, digits such as 0.137"),
        ("code 0.17", "code 0.1!7", "line 2: `code 0.1!7` should be `code`, digits such as 0.137"),
        ("code 0.17", "code 0.17!", "the plain form is for codes without `!`"),
        ("code 0.17", "code 3.17", "d0 should have neither bit 1 nor bit 2"),
        ("\nperiod 34", "\nperiod 68", "the values of heaps 0 to 203 should be there"),
        ("\nperiod 34", "\nperiod 17", "the values of heaps 0 to 101 should be there"),
        ("\nperiod 34", "\nperiod 0", "the period should be at least 1"),
        ("\nperiod 34", "\nperiod 034", "line 4: `period 034` should be `period` and a number"),
        ("\nperiod 34", "\nperiod 281474976710656", "line 4: `period 281474976710656` should be"),
        (
            "\nperiod 34",
            "\nperiod 281474976710655",
            "the plain form is for at most 524288 values, not 562949953421378",
        ),
        ("\nperiod 34", "\nperiod 999999", "the plain form is for at most 524288 values, not 2"),
        ("preperiod 33", "preperiod 34", "the values of heaps 0 to 137 should be there"),
        ("preperiod 33", "preperiod 32", "the values of heaps 0 to 133 should be there"),
        ("form plain", "form chain", "line 6: `from 0:"),
        ("form plain", "form other", "line 5: `form other` should be `form plain` or `form chain`"),
        ("from 20:", "from 21:", "the values of heaps 0 to 135 should be there"),
        ("from 20: ", "from 20:  ", "line 7: `from 20:  "),
        ("from 0: 0 1", "from 0: 0 01", "line 6: `from 0: 0 01"),
        ("from 0: 0 1", "from 0: 0 65536", "line 6: `from 0: 0 65536"),
        ("from 0: 0 1", "from 0: 1 1", "heap 0: its value is 0, the certificate says 1"),
    ] {
        let said = match refusal(&with(&text, old, new)) {
            said if said.contains(reason) => continue,
            said => said,
        };
        panic!("{old} → {new}: {said}");
    }
}

/// A plain certificate of a claim with the values that are right.
fn claimed(preperiod: u64, period: u64) -> String {
    let known = known("0.17", 1000);
    let claim = format!("code 0.17\npreperiod {preperiod}\nperiod {period}\n");
    let mut text = format!("octal certificate 2\n{claim}form plain\n");
    for n in 0..2 * (preperiod + period) + 2 {
        text += &format!("from {n}: {}\n", known.value(n).unwrap());
    }
    text
}

/// A chain of a claim about 0.156 with snapshots of the right values.
fn claimed_chain(preperiod: u64, period: u64, snapshots: &[u64]) -> String {
    let known = known("0.156", 6000);
    let line = |&heap: &u64| {
        let values = (heap..heap + 361).map(|n| known.value(n).unwrap() as u16);
        snapshot(heap, &values.collect::<Vec<u16>>())
    };
    let lines: String = snapshots.iter().map(line).collect();
    let text = with(&links(), "preperiod 3479", &format!("preperiod {preperiod}"));
    let text = with(&text, "\nperiod 349", &format!("\nperiod {period}"));
    text[..text.find("snapshot").unwrap()].to_owned() + &lines
}

#[test]
fn a_period_made_longer_or_a_preperiod_moved() {
    for (preperiod, period, reason) in [
        (33, 34, ""),
        (33, 68, "heap 33: the period is 34 or less"),
        (33, 102, "heap 33: the period is 34 or less"),
        (33, 17, "heap 33: its value is 6, a period later it is 5"),
        (34, 34, "heap 33: a period later its value is the same"),
        (32, 34, "heap 32: its value is 2, a period later it is 3"),
    ] {
        match check(&signed(&claimed(preperiod, period))) {
            Ok(established) => assert!(reason.is_empty() && established.proved),
            Err(said) => assert_eq!(said, reason, "{preperiod}, {period}"),
        }
    }

    // Chains: with all snapshots that are needed, and with one missing.
    let refused = |preperiod: u64, period: u64, snapshots: &[u64]| {
        refusal(&claimed_chain(preperiod, period, snapshots))
    };
    let right = claimed_chain(3479, 349, &[500, 3478, 3479, 3480, 3827, 3828]);
    assert!(check(&signed(&right)).unwrap().proved);
    let needed = [500, 3478, 3479, 3481, 3828, 4176, 4177];
    assert_eq!(refused(3479, 698, &needed), "heap 3479: the period is 349 or less");
    let needed = [500, 1000, 3479, 3480, 3481, 3828, 3829];
    let same = "heap 3479: a period later its value is the same";
    assert_eq!(refused(3480, 349, &needed), same);
    // Snapshots with a false value of that heap are found out.
    let lie = "heap 3828: its value is 2, the certificate says 3";
    for (preperiod, period, snapshots) in
        [(3479, 698, [500, 3478, 3479, 3481, 3828, 4176, 4177]), (3480, 349, needed)]
    {
        let text = claimed_chain(preperiod, period, &snapshots);
        assert_eq!(refusal(&with(&text, "snapshot 3828: 2", "snapshot 3828: 3")), lie);
    }
    let needed = [500, 3477, 3478, 3479, 3826, 3827];
    let differs = "heap 3478: its value is 8, a period later it is 1";
    assert_eq!(refused(3478, 349, &needed), differs);
    for missing in [3478, 3479, 3480, 3827, 3828] {
        let mut heaps = vec![500, 3478, 3479, 3480, 3827, 3828];
        heaps.retain(|&heap| heap != missing);
        let reason = format!("heap {missing}: here should be a snapshot");
        assert_eq!(refused(3479, 349, &heaps), reason);
    }

    // The same without snapshots.
    let text = base();
    let sooner = with(&text, "preperiod 3479", "preperiod 3478");
    assert_eq!(refusal(&sooner), differs);
    let later = with(&text, "preperiod 3479", "preperiod 3480");
    assert_eq!(refusal(&later), same);
    let doubled = with(&text, "\nperiod 349", "\nperiod 698");
    assert_eq!(refusal(&doubled), "heap 3479: the period is 349 or less");
}

/// A period one too long, with all values right except the last window, which is that of the
/// preperiod again. Only the last link shows that the sequence does not reach it.
#[test]
fn a_forged_last_link() {
    let known = known("0.156", 6000);
    let value = |n: u64| known.value(n).unwrap() as u16;
    let n0 = (3480..).find(|&n| value(n - 1) != value(n + 349)).unwrap();
    // 350 = 2 · 5² · 7.
    let needed = [500, n0 - 1, n0, n0 + 50, n0 + 70, n0 + 175, n0 + 349, n0 + 350];
    let text = claimed_chain(n0, 350, &needed);
    let (end, begin) = (n0 + 350, text.rfind("snapshot").unwrap());
    let forged: Vec<u16> = (n0..n0 + 361).map(value).collect();
    let forged = text[..begin].to_owned() + &snapshot(end, &forged);
    let n = (end..).find(|&n| value(n) != value(n - 350)).unwrap();
    let (right, stated) = (value(n), value(n - 350));
    let reason = format!("heap {n}: its value is {right}, the certificate says {stated}");
    assert_eq!(refusal(&forged), reason);
}

#[test]
fn rare_heaps() {
    for text in [links(), base()] {
        for (old, new, reason) in [
            ("rare 172: 7\n", "", "heap 172: no move is found that shows the rare value 7"),
            ("rare 357: 18\n", "", "heap 357: no move is found that shows the rare value 18"),
            ("rare 82:", "rare 60: 1\nrare 82:", "heap 60: listed as rare, its value 1 is common"),
            ("rare 7: 4", "rare 7: 5", "heap 7: its value is 4, the certificate says 5"),
            ("rare 7: 4", "rare 6: 4", "heap 6: its value is 2, the certificate says 4"),
            ("rare 7: 4", "rare 7: 4\nrare 7: 4", "heap 7: the rare heaps should ascend"),
            ("rare 7: 4", "rare 0: 0\nrare 7: 4", "heap 0: the rare heaps should ascend"),
            (
                "rare 7: 4",
                "rare 7: 4 1",
                "line 9: `rare 7: 4 1` should be `rare`, a heap, `:`, and one value",
            ),
            ("rare 357: 18", "rare 3479: 18", "heap 3479: rare heaps should be below the preper"),
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
        let lines = |n: &u64| format!("rare {n}: {}\n", known.value(*n).unwrap());
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
    let none = refusal(&with(&text, "mask 27", "mask 0"));
    assert_eq!(none, "line 6: `mask 0` should be `mask` and a number from 1 to 2^48 - 1");
    // Places 1, 2 and 3 split, or may not: their parities differ.
    let right = "the position should be 0, or 1 if all splitting places have one parity";
    for position in ["position 1", "position 2"] {
        assert_eq!(refusal(&with(&text, "position 0", position)), right);
    }
}

#[test]
fn snapshots() {
    let text = links();
    let [a, b, c, start] = ["snapshot 900:", "snapshot 901:", "snapshot 2000:", "snapshot 3479:"]
        .map(|s| line(&text, s));
    let window = |line: &str| line.split_once(": ").unwrap().1.to_owned();
    let swapped = |a: &str, b: &str| {
        let marked = with(&with(&text, a, "<"), b, ">");
        with(&with(&marked, "<", b), ">", a)
    };
    let short = window(c).rsplit_once(' ').unwrap().0.to_owned();
    let right = |heap: u64, least: u64| {
        format!("heap {heap}: a snapshot should be of 361 heaps, from {least} or more on")
    };
    let cases = [
        (swapped(a, b), right(900, 902)),
        (swapped(&window(a), &window(c)), "heap 901: its value is".into()),
        (with(&text, "snapshot 3480:", "snapshot 3480: x"), "line 29: `snapshot 3480: x".into()),
        (with(&text, "snapshot 3480:", "snapshot 3479:"), right(3479, 3480)),
        (with(&text, &format!("{start}\n"), ""), "heap 3479: here should be a snapshot".into()),
        (with(&text, "snapshot 900:", "snapshot 899:"), "heap 901: its value is 2".into()),
        (
            with(&text, "snapshot 3600: 8 2 2 2", "snapshot 3600: 8 2 2 3"),
            "heap 3603: its value is 2, the certificate says 3".into(),
        ),
        (with(&text, "snapshot 500:", "snapshot 300:"), right(300, 361)),
        (with(&text, "snapshot 500:", "snapshot 501:"), "heap 501: its value is".into()),
        (with(&text, &window(c), &short), right(2000, 902)),
        (
            with(&text, "window 361", "window 362"),
            "heap 500: a snapshot should be of 362 heaps, from 362 or more on".into(),
        ),
        (with(&text, "window 361", "window 360"), "the window should be from 361 to 65536".into()),
        (
            with(&text, "window 361", "window 65537"),
            "the window should be from 361 to 65536".into(),
        ),
        (
            with(&text, "window 361", "window 361\nreach 65537"),
            "the reach should be a power of two from 65536 to 1048576".into(),
        ),
        (
            with(&text, "window 361", "window 361\nreach 2097152"),
            "the reach should be a power of two from 65536 to 1048576".into(),
        ),
        (
            with(&text, "window 361", "window 361\nreach far"),
            "line 23: `reach far` should be `reach` and a number below 2^48".into(),
        ),
        (
            with(&text, "window 361", "reach 65536\nwindow 361"),
            "line 22: `reach 65536` should be `window` and a number below 2^48".into(),
        ),
        (text.clone() + &snapshot(3829, &[0; 361]), "heap 3829: no snapshot is needed".into()),
        (text.clone() + "more\n", "line 33: here the file should end".into()),
        (with(&text, start, &with(start, " 2 ", " 256 ")), "heap 34".into()),
    ];
    for (i, (text, reason)) in cases.iter().enumerate() {
        let said = refusal(text);
        assert!(said.starts_with(reason), "case {i}: {said}");
    }
    // A base that is too large, with snapshots and without.
    let no_snapshots = &text[..text.find("snapshot 500:").unwrap()];
    let late = with(no_snapshots, "preperiod 3479", "preperiod 1073741824");
    let right = "without snapshots there should be at most 1073741824 heaps, not 1073742534";
    assert_eq!(refusal(&late), right);
    let right = "heap 1073741824: the first window should end before heap 1073741824";
    assert_eq!(refusal(&(late + &snapshot(1 << 30, &[0; 361]))), right);
    // A chain cannot claim the preperiod 0: it is above every rare heap, or 0.
    let none = with(no_snapshots, "preperiod 3479", "preperiod 0");
    assert_eq!(refusal(&none), "heap 357: rare heaps should be below the preperiod");
    // The windows of n0 and n0 + p are equal; both wrong, they are compared with the links.
    let last = |line: &str| format!("{} 99", line.rsplit_once(' ').unwrap().0);
    let one = with(&text, start, &last(start));
    assert!(refusal(&one).starts_with("heap 3839: its value is 99, a period later it is"));
    let end = line(&text, "snapshot 3828:");
    let both = with(&one, end, &last(end));
    let said = refusal(&both);
    assert!(said.starts_with("heap ") && said.contains("the certificate says"), "{said}");
}

/// The numbers of a text, windows left out.
fn numbers(text: &str) -> Vec<Range<usize>> {
    let mut numbers = vec![];
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let length = line.find(':').filter(|_| line.starts_with("snap")).unwrap_or(line.len());
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
    for text in [plain(), links(), large(), base()] {
        let numbers = numbers(&text);
        assert!(numbers.len() > 30);
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
                let named = [
                    "heap ",
                    "line ",
                    "the values of heaps",
                    "the window",
                    "the position",
                    "the chain form",
                ];
                let named = named.iter().any(|named| said.starts_with(named));
                assert!(named || said.starts_with("d0 should"), "{number} → {other}: {said}");
            }
        }
    }
}

#[test]
fn every_value_of_a_window() {
    for (text, second) in [(links(), "snapshot 900:"), (large(), "snapshot 2000:")] {
        let begin = text.find(second).unwrap();
        let spaces = text[begin..].match_indices(' ').map(|(i, _)| begin + i + 1);
        for i in spaces.step_by(41).filter(|&i| !text[i..].starts_with("snap")) {
            let end = i + text[i..].find([' ', '\n']).unwrap();
            if text[..end].ends_with(':') {
                continue;
            }
            let value: u16 = text[i..end].parse().unwrap();
            let mut changed = text.clone();
            changed.replace_range(i..end, &(value ^ 1).to_string());
            let said = refusal(&changed);
            assert!(said.starts_with("heap "), "byte {i}: {said}");
        }
    }
}

#[test]
fn whatever_is_cut_off() {
    for text in [plain(), links()] {
        let file = signed(&text);
        for length in 0..file.len() {
            let said = check(&file[..length]).unwrap_err();
            assert!(said.contains("cut off") || said.contains("hash"), "{length}: {said}");
        }
        // Whole lines gone, and the hash computed again.
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        for count in 0..lines.len() {
            let cut: String = lines[..count].concat();
            match check(&signed(&cut)) {
                Err(_) => {}
                // A chain may do without any snapshots.
                Ok(_) => assert!(cut.ends_with("window 361\n"), "{count} lines"),
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

/// Periods that the window would prove if it were used without its guards.
#[test]
fn traps() {
    for (code, period, values, reason) in [
        ("0.1", 2, "0 1 0 1", "heap 3: its value is 0, the certificate says 1"),
        ("0.1", 2, "0 1 0 0", "heap 1: its value is 1, a period later it is 0"),
        ("0.01", 3, "0 0 1 0 0 1", "heap 5: its value is 0, the certificate says 1"),
        ("0.4", 1, "0 0 0 0 0", "heap 3: its value is 1, the certificate says 0"),
        ("4!.0", 3, "0 0 0 1 0 2 1 0 2 1 0 2", "the plain form is for codes without `!`"),
        ("0.0", 2, "0 0 0", "heap 0: the period is 1 or less"),
    ] {
        let claim = format!("code {code}\npreperiod 0\nperiod {period}\n");
        let text = format!("octal certificate 2\n{claim}form plain\nfrom 0: {values}\n");
        assert_eq!(refusal(&text), reason, "{code}");
    }
}

/// In the game without moves a later preperiod leaves windows of no values, which are all equal.
#[test]
fn windows_of_no_values() {
    let claim = |n0: u64, p: u64, values: &str| {
        format!(
            "octal certificate 2\ncode 0.0\npreperiod {n0}\nperiod {p}\nform plain\nfrom 0: {values}\n"
        )
    };
    assert!(check(&signed(&claim(0, 1, "0 0"))).unwrap().proved);
    let same = "heap 4: a period later its value is the same";
    assert_eq!(refusal(&claim(5, 1, "0 0 0 0 0 0")), same);
    let longer = "heap 5: the period is 1 or less";
    assert_eq!(refusal(&claim(5, 2, "0 0 0 0 0 0 0")), longer);
    // A chain cannot claim that the preperiod is 0, even if no heap is rare.
    let chain = "octal certificate 2\ncode 0.0\npreperiod 0\nperiod 1\nform chain\nmask 1\nposition 0\nwindow 1\n";
    assert_eq!(refusal(chain), "heap 0: rare heaps should be below the preperiod");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Whatever a file says, the answer comes soon, and without a panic.
    #[test]
    fn nonsense_is_refused(
        form in 0..4usize,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        static TEXTS: LazyLock<[String; 4]> = LazyLock::new(|| [plain(), links(), large(), base()]);
        let mut text = TEXTS[form].clone().into_bytes();
        for (index, byte) in changes {
            let i = index.index(text.len());
            text[i] = b"0123456789 \n.!:abcG()="[usize::from(byte) % 22];
        }
        let _ = check(&signed(std::str::from_utf8(&text).unwrap()));
        let _ = check(&text);
    }
}
