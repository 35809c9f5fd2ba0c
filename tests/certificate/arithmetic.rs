//! Certificates of arithmetic periods: accepted as they are written, and refused or harmless if
//! altered.

use fastrand::Rng;
use octal::certificate::{self, is_covered};
use octal::check::{ArithmeticCertificate, CertificateFile, CheckResult, Established, Selection};
use octal::grundy::Engine;

use super::{known, signed, unsigned};

const CODES: [&str; 8] = ["0.28", "0.9c", "0.89", "0.8b", "0.9e", "0.bc", "0.3f", "0.8"];

/// The text of the certificate of a code, without its last line.
pub(super) fn text(code: &str) -> String {
    unsigned(&certificate::write(&known(code, 1000)).unwrap())
}

/// G(0), …, G(to).
fn values(code: &str, to: u64) -> Vec<u16> {
    let mut engine = Engine::new(&code.parse().unwrap());
    engine.extend(to).unwrap();
    engine.values().to_vec()
}

/// The first values of a code, as a certificate lists them.
pub(super) fn listed(code: &str, count: u64) -> String {
    values(code, count - 1).iter().map(|v| format!(" {v}")).collect()
}

/// Checks a text with the right last line added.
pub(super) fn check(text: &str) -> CheckResult<Established> {
    super::check(&signed(text))
}

/// The certificates written for these codes state their periods, are of this kind and are accepted.
/// That of the last code has no links, and this many heaps.
pub(super) fn assert_accepted(codes: &[&str], kind: fn(&CertificateFile) -> bool, heaps: u64) {
    for code in codes {
        let known = known(code, 1000);
        let period = known.finding.proved().unwrap();
        let file = certificate::write(&known).unwrap();
        assert!(certificate::states(&file, &known.code, period), "{code}");
        assert!(is_covered(&known.code, period, None), "{code}");
        let certificate = CertificateFile::read(&file).unwrap();
        assert!(kind(&certificate), "{code}: {certificate:?}");
        let established = certificate.check(&[], 1, &|_, _| true).unwrap();
        let [n0, p, s] = [period.preperiod, period.period, period.saltus];
        let claim =
            format!("{code}: preperiod {n0}, period {p}, saltus {s}, the first two least: ");
        assert!(established.proved && established.statement.starts_with(&claim), "{established:?}");
    }
    let file = CertificateFile::read(&signed(&text(codes[codes.len() - 1]))).unwrap();
    assert_eq!(file.pick(Selection::All), Ok(vec![]));
    assert!(file.pick(Selection::Range(0, 1)).unwrap_err().contains("has no links"));
    assert_eq!(file.heaps(&[]), heaps);
    let stopped = file.check(&[], 1, &|_, _| false).unwrap();
    assert!(!stopped.proved && stopped.statement.ends_with("no fault found, not proved: stopped"));
}

/// A text, a part of it, what stands in its place, and a part of the refusal.
pub(super) type Alteration<'a> = (&'a str, &'a str, &'a str, &'a str);

/// Each alteration is refused for its reason.
pub(super) fn assert_refused(alterations: &[Alteration<'_>]) {
    for &(text, old, new, reason) in alterations {
        assert!(text.contains(old), "{old}: {text}");
        let refused = check(&text.replacen(old, new, 1)).expect_err(new);
        assert!(refused.contains(reason), "{new}: {refused}");
    }
}

/// Checks random alterations of texts; what is accepted must be true up to heap `to`. Returns the
/// numbers of those accepted and refused.
pub(super) fn assert_nothing_false_is_accepted(
    texts: &[String],
    count: usize,
    to: u64,
    mut altered: impl FnMut(&str) -> String,
) -> [u32; 2] {
    let mut answers = [0; 2];
    for i in 0..count {
        let altered = altered(&texts[i % texts.len()]);
        if check(&altered).is_err() {
            answers[1] += 1;
            continue;
        }
        answers[0] += 1;
        let mut lines = altered.lines().skip(1).map(|line| line.split_once(' ').unwrap().1);
        let g = values(lines.next().unwrap(), to);
        let mut number = || lines.next().unwrap().parse::<usize>().unwrap();
        let [n0, p, s] = [number(), number(), number()];
        let repeats = |n: usize| usize::from(g[n + p]) == usize::from(g[n]) + s;
        let least = n0 == 0 || !repeats(n0 - 1);
        assert!((n0..g.len() - p).all(repeats) && least, "{altered}");
    }
    answers
}

#[test]
fn what_is_written_is_accepted() {
    assert_accepted(&CODES, |file| matches!(file, CertificateFile::Arithmetic(_)), 17);
}

/// Every part of the certificate of 0.8, and of 0.9e, in turn.
#[test]
fn each_part_is_needed() {
    let (eight, nine, large) = (text("0.8"), text("0.9e"), text("0.28"));
    assert_refused(&[
        (&eight, "code 0.8", "code 8.8", "heap 3: its value is 1"),
        (&eight, "code 0.8", "code 0.c", ""),
        (&eight, "code 0.8", "code 0.c!", "codes without `!`"),
        (&eight, "code 0.8", "code 3.8", "d0 should have neither"),
        (&eight, "code 0.8", "code 0.80", "at least 15 values"),
        (&eight, "preperiod 1", "preperiod 2", "at least 17 values"),
        (&large, "preperiod 1", "preperiod 2", "heap 1: it repeats, too"),
        (&eight, "preperiod 1", "preperiod 0", "heap 0: a period later"),
        (&eight, "period 3", "period 6", "should be"),
        (&eight, "period 3", "period 0", "should be `heap 14:`"),
        (&eight, "saltus 1", "saltus 2", "(A1)"),
        (&eight, "saltus 1", "saltus 0", "at least 1"),
        (&eight, "depth 0", "depth 1", "(A3)"),
        (&eight, "from 0: 0 0", "from 0: 0 1", "heap 1: its value is 0"),
        (&eight, "from 0: 0 0", "from 1: 0 0", "here should be the value of heap 0"),
        (&eight, "from 0: 0 0", "from 0: 0", "should be `heap 7:`"),
        (&eight, "heap 8:", "heap 9:", "should be `heap 8:`"),
        (&eight, "heap 8: ", "heap 8: 1:1+1+5 ", "2 options should be there, not 3"),
        (&eight, "heap 8: 1:", "heap 8: 0:", "is no move (A3)"),
        (&nine, "saltus 2", "saltus 4", "(A1)"),
        (&nine, "depth 5", "depth 4", "should rise and widen (A3)"),
        (&nine, "depth 5", "depth 300000000", "at least D + 2s"),
    ]);
    let cut = eight.rsplit_once("heap").unwrap().0;
    assert!(check(cut).unwrap_err().contains("options of 6 heaps should be there, not of 5"));
    assert!(check(&format!("{eight}more\n")).unwrap_err().contains("here the file should end"));
    let damaged = format!("{eight}end 0123456789abcdef\n");
    assert!(ArithmeticCertificate::read(damaged.as_bytes()).unwrap_err().contains("damaged"));
}

/// Two options of one heap in each other's place: their values show it.
#[test]
fn options_have_their_values() {
    let text = text("0.89");
    let line = text.lines().find(|line| line.starts_with("heap")).unwrap();
    let words: Vec<&str> = line.split(' ').collect();
    for i in 2..words.len() - 1 {
        let mut words = words.clone();
        words.swap(i, i + 1);
        let refused = check(&text.replace(line, &words.join(" "))).unwrap_err();
        assert!(refused.contains("should have the value"), "{refused}");
    }
}

/// (A2) is for the checker alone: 0.083 and 0.22e have windows without it, and without (A3).
#[test]
fn false_periods_are_refused() {
    let heaps = |base: usize, end: usize| -> String {
        (base..end).map(|n| format!("heap {n}: 1:1+1+1\n")).collect()
    };
    let file = |code: &str, n0: usize, p: usize, count: usize| {
        let head = format!(
            "octal arithmetic certificate 1\ncode {code}\npreperiod {n0}\nperiod {p}\nsaltus 1\ndepth 1\n"
        );
        let values = listed(code, count as u64);
        format!("{head}from 0:{values}\n{}", heaps(count - 2 * p, count))
    };
    assert!(check(&file("0.083", 0, 3, 16)).unwrap_err().contains("threatens it (A2)"));
    assert!(check(&file("0.22e", 1, 1, 8)).unwrap_err().contains("options should be there, not 1"));
}

/// A text with one to three changes: in numbers, lines, digits, or bytes.
fn altered(text: &str, random: &mut Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..random.usize(1..=3) {
        let (i, j) = (random.usize(1..lines.len()), random.usize(1..lines.len()));
        let head = random.usize(1..6);
        match random.u8(..10) {
            0..=3 => lines[i] = with_number_changed(&lines[i], random),
            4..=6 => lines[head] = with_number_changed(&lines[head], random),
            7 => lines.swap(i, j),
            8 => drop(lines.remove(i)),
            _ => lines[i] = lines[i].rsplit_once(' ').map_or("", |(rest, _)| rest).to_owned(),
        }
        if lines.len() < 8 {
            break;
        }
    }
    lines.join("\n") + "\n"
}

/// One of the numbers of a line a little larger or smaller, or any other; of the code, a digit.
fn with_number_changed(line: &str, random: &mut Rng) -> String {
    let is_digit = |c: char| c.is_ascii_digit();
    let starts =
        line.char_indices().filter(|&(i, c)| is_digit(c) && !line[..i].ends_with(is_digit));
    let starts: Vec<usize> = starts.map(|(i, _)| i).collect();
    if starts.is_empty() {
        return line.to_owned();
    }
    let from = starts[random.usize(..starts.len())];
    let length = line[from..].find(|c| !is_digit(c)).unwrap_or(line.len() - from);
    let number: u64 = line[from..from + length].parse().unwrap_or(0);
    let near = [number + 1, number.saturating_sub(1), random.u64(..45), 1 << 47];
    let new = near[random.usize(..near.len())];
    format!("{}{new}{}", &line[..from], &line[from + length..])
}

/// Ten thousand alterations: what is accepted claims what is true.
#[test]
fn nothing_false_is_accepted() {
    let texts = ["0.8", "0.89", "0.9e", "0.bc", "0.8b"].map(text);
    let mut random = Rng::with_seed(8);
    let [accepted, refused] =
        assert_nothing_false_is_accepted(&texts, 10_000, 600, |text| altered(text, &mut random));
    assert!(accepted > 100 && refused > 8000, "{accepted}, {refused}");
}
