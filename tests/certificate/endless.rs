//! Certificates of codes whose digits repeat for ever: accepted as they are written, and refused or
//! harmless if altered.

use fastrand::Rng;
use octal::certificate::{self, is_covered};
use octal::check::{CertificateFile, CheckResult, EndlessCertificate, Established, Selection};
use octal::grundy::Engine;

use super::{known, signed, unsigned};

const CODES: [&str; 12] = [
    "0.[3]", "4.[3]", "8.[3]", "c.[3]", "0.[7]", "0.[1]", "0.[2]", "0.[4]", "0.[30]", "0.0[3]",
    "0.[12]", "8.[7]",
];

/// The text of the certificate of a code, without its last line.
fn text(code: &str) -> String {
    unsigned(&certificate::write(&known(code, 1000)).unwrap())
}

fn check(text: &str) -> CheckResult<Established> {
    EndlessCertificate::read(&signed(text))?.check(&|_, _| true)
}

#[test]
fn what_is_written_is_accepted() {
    for code in CODES {
        let known = known(code, 1000);
        let period = known.finding.proved().unwrap();
        let file = certificate::write(&known).unwrap();
        assert!(certificate::states(&file, &known.code, period), "{code}");
        assert!(is_covered(&known.code, period, None), "{code}");
        let CertificateFile::Endless(certificate) = CertificateFile::read(&file).unwrap() else {
            panic!("{code}: another kind");
        };
        let established = certificate.check(&|_, _| true).unwrap();
        let [n0, p, s] = [period.preperiod, period.period, period.saltus];
        let claim =
            format!("{code}: preperiod {n0}, period {p}, saltus {s}, the first two least: ");
        assert!(established.proved && established.statement.starts_with(&claim), "{established:?}");
    }
    let file = CertificateFile::read(&signed(&text("4.[3]"))).unwrap();
    assert_eq!(file.pick(Selection::All), Ok(vec![]));
    assert!(file.pick(Selection::Range(0, 1)).unwrap_err().contains("has no links"));
    assert_eq!(file.heaps(&[]), 17 + 8);
    let stopped = file.check(&[], 1, &|_, _| false).unwrap();
    assert!(!stopped.proved && stopped.statement.ends_with("no fault found, not proved: stopped"));
}

/// Every part of some certificates in turn.
#[test]
fn each_part_is_needed() {
    let (lasker, half, even, four) = (text("4.[3]"), text("0.0[3]"), text("0.[30]"), text("0.[4]"));
    for (text, old, new, reason) in [
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
    ] {
        assert!(text.contains(old), "{old}: {text}");
        let refused = check(&text.replacen(old, new, 1)).expect_err(new);
        assert!(refused.contains(reason), "{new}: {refused}");
    }
    assert!(check(&format!("{even}more\n")).unwrap_err().contains("here the file should end"));
    let damaged = format!("{even}end 0123456789abcdef\n");
    assert!(EndlessCertificate::read(damaged.as_bytes()).unwrap_err().contains("damaged"));
}

/// The text of a certificate with these numbers and the true values.
fn file(code: &str, [n0, p, s, depth]: [usize; 4], count: u64) -> String {
    let mut engine = Engine::new(&code.parse().unwrap());
    engine.extend(count - 1).unwrap();
    let values: String = engine.values().iter().map(|v| format!(" {v}")).collect();
    format!(
        "octal endless certificate 1\ncode {code}\npreperiod {n0}\nperiod {p}\nsaltus {s}\ndepth {depth}\n\
         from 0:{values}\n"
    )
}

/// Multiples of the period are periods, and are refused; a true growth without the evidence is refused.
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
    let (mut accepted, mut refused) = (0, 0);
    for i in 0..3000 {
        let altered = altered(&texts[i % texts.len()], &mut random);
        if check(&altered).is_err() {
            refused += 1;
            continue;
        }
        accepted += 1;
        let mut lines = altered.lines().skip(1).map(|line| line.split_once(' ').unwrap().1);
        let code = lines.next().unwrap();
        let mut number = || lines.next().unwrap().parse::<usize>().unwrap();
        let [n0, p, s] = [number(), number(), number()];
        let mut engine = Engine::new(&code.parse().unwrap());
        engine.extend(200).unwrap();
        let g = engine.values();
        let repeats = |n: usize| usize::from(g[n + p]) == usize::from(g[n]) + s;
        assert!((n0..=200 - p).all(repeats) && (n0 == 0 || !repeats(n0 - 1)), "{altered}");
    }
    assert!(accepted > 100 && refused > 1500, "{accepted}, {refused}");
}
