//! What a certificate may say: the grammar of `octal::certificate`, and nothing else.

use std::iter::{Enumerate, Peekable};
use std::str::SplitTerminator;

use super::links::Link;
use super::{Checked, Rejection, at_heap};

/// All heaps are below this number.
const HEAPS: u64 = 1 << 48;
/// The most heaps that are kept in memory from heap 0 on.
const BASE: u64 = 1 << 26;
/// The most values of the plain form, and if a move may leave three heaps.
const PLAIN: [u64; 2] = [1 << 19, 1 << 12];
/// How many values are on a line.
const ROW: usize = 20;
/// How many heaps back a link may look, and so the longest window.
pub(super) const REACH: u64 = 1 << 16;

/// A certificate that is well-formed; nothing is computed yet.
#[derive(Debug)]
pub struct Certificate<'a> {
    code: &'a str,
    pub(super) rules: Rules,
    pub(super) period: u64,
    pub(super) preperiod: u64,
    /// Heaps and the values they must have, for period and preperiod to be least.
    pub(super) sides: Vec<(u64, u16)>,
    pub(super) evidence: Evidence<'a>,
}

#[derive(Debug)]
pub(super) enum Evidence<'a> {
    /// The values from heap 0 on.
    Plain(Vec<u16>),
    Chain(Chain<'a>),
}

/// The sparse space, the rare heaps with their values, and the snapshots: heap and digits.
#[derive(Debug)]
pub(super) struct Chain<'a> {
    pub(super) mask: u64,
    pub(super) position: u64,
    pub(super) split_parity: u64,
    pub(super) rare: Vec<(u64, u16)>,
    pub(super) window: u64,
    pub(super) snapshots: Vec<(u64, &'a str)>,
}

impl Chain<'_> {
    /// Whether the value v is rare at heap n.
    pub(super) fn is_rare(&self, n: u64, v: u16) -> bool {
        let ones = (u64::from(v) & self.mask).count_ones();
        (u64::from(ones) + self.position * (n + self.split_parity)).is_multiple_of(2)
    }

    /// The values of a snapshot.
    pub(super) fn values(&self, i: usize) -> Vec<u16> {
        values(self.snapshots[i].1, self.window).unwrap_or_default()
    }
}

/// The places with bits 1, 2, 4 and 8; a split may have to be unequal.
#[derive(Debug, Default)]
pub(super) struct Rules {
    takes: Vec<u64>,
    pub(super) singles: Vec<u64>,
    pub(super) splits: Vec<(u64, bool)>,
    triples: Vec<u64>,
    pub(super) last_place: u64,
}

impl Rules {
    /// The digits d0.d1d2… to the last that is not 0; `!` follows a digit with bit 4.
    fn parse(code: &str) -> Option<Rules> {
        let (zero, rest) = code.split_once('.')?;
        let rest = if rest == "0" { "" } else { Some(rest).filter(|r| !r.ends_with('0'))? };
        let mut rules = Rules::default();
        let mut next = 0;
        let mut digits = zero.chars().chain(rest.chars()).peekable();
        while let Some(c) = digits.next() {
            let digit = c.to_digit(16).filter(|_| !c.is_ascii_uppercase())?;
            let unequal = digit & 4 != 0 && digits.next_if_eq(&'!').is_some();
            let (k, has) = (next, |bit| digit & bit != 0);
            rules.takes.extend(has(1).then_some(k));
            rules.singles.extend(has(2).then_some(k));
            rules.splits.extend(has(4).then_some((k, unequal)));
            rules.triples.extend(has(8).then_some(k));
            next += 1;
        }
        rules.last_place = rest.chars().filter(|&c| c != '!').count() as u64;
        let moves_nothing = rules.takes.contains(&0) || rules.singles.contains(&0);
        let one_digit = next == rules.last_place + 1 && next <= 65;
        (one_digit && !moves_nothing).then_some(rules)
    }

    /// The most heaps that a move leaves, and 1 if that is 0.
    fn most_heaps(&self) -> u64 {
        if self.triples.is_empty() { 1 + u64::from(!self.splits.is_empty()) } else { 3 }
    }

    /// Hands over the values of the moves of heap n that leave nothing or one heap.
    pub(super) fn small_moves(&self, g: &[u16], n: u64, mut option: impl FnMut(u16)) {
        self.takes.iter().filter(|&&k| k == n).for_each(|_| option(0));
        self.singles.iter().filter(|&&k| k < n).for_each(|k| option(g[(n - k) as usize]));
    }

    /// Hands over the values of all moves of heap n.
    pub(super) fn moves(&self, g: &[u16], n: u64, mut option: impl FnMut(u16)) {
        self.small_moves(g, n, &mut option);
        for &(k, unequal) in self.splits.iter().filter(|split| split.0 < n) {
            let rest = (n - k) as usize;
            let most = if unequal { (rest - 1) / 2 } else { rest / 2 };
            (1..=most).for_each(|a| option(g[a] ^ g[rest - a]));
        }
        for rest in self.triples.iter().filter(|&&k| k < n).map(|k| (n - k) as usize) {
            for a in 1..=rest / 3 {
                (a..=(rest - a) / 2).for_each(|b| option(g[a] ^ g[b] ^ g[rest - a - b]));
            }
        }
    }
}

impl<'a> Certificate<'a> {
    /// Reads a file.
    ///
    /// # Errors
    /// The first line that is not as it should be.
    pub fn read(file: &'a [u8]) -> Checked<Certificate<'a>> {
        let mut lines = Lines(signed(file)?.split_terminator('\n').enumerate().peekable());
        let title = "octal certificate 1";
        lines.next("`octal certificate 1`", |line| (line == title).then_some(()))?;
        let (code, rules) = lines.next("`code` and a finite code such as 0.137", |line| {
            let code = line.strip_prefix("code ")?;
            Some((code, Rules::parse(code)?))
        })?;
        let [period] = lines.numbers("period #", "at least 1", |[p]| p >= 1)?;
        let [preperiod] = lines.numbers("preperiod #", "below 2^48", |_| true)?;
        let sides = side_claims(&mut lines, period, preperiod)?;
        let evidence = Evidence::Plain(vec![]);
        let mut read = Certificate { code, rules, period, preperiod, sides, evidence };
        let plain = lines.next("`form plain` or `form chain`", |line| {
            ["form chain", "form plain"].iter().position(|&form| form == line)
        })?;
        read.evidence = match plain {
            1 => Evidence::Plain(read.plain(&mut lines)?),
            _ => Evidence::Chain(read.chain(&mut lines)?),
        };
        match lines.0.next() {
            None => Ok(read),
            Some((i, _)) => refused(format!("line {}: here the file should end", i + 1)),
        }
    }

    /// The values of the plain form: as many as Theorem 3 asks for.
    fn plain(&self, lines: &mut Lines<'a>) -> Checked<Vec<u16>> {
        let heaps = self.rules.most_heaps();
        let most = PLAIN[usize::from(heaps == 3)];
        let needed = heaps * (self.preperiod.max(1) + self.period) + self.rules.last_place;
        if needed > most || self.rules.splits.iter().any(|split| split.1) {
            let limits = format!("for at most {most} values and codes without `!`");
            return refused(format!("the plain form is {limits}, here {needed} are needed"));
        }
        let mut all: Vec<u16> = vec![];
        while (all.len() as u64) < needed {
            let from = format!("from {}:", all.len());
            let count = ROW.min(needed as usize - all.len());
            all.extend(lines.next(&format!("`{from}` and {count} values"), |line| {
                let words = line.strip_prefix(&*from)?.strip_prefix(' ')?.split(' ');
                let row: Option<Vec<u16>> = words.map(|word| value(decimal(word)?)).collect();
                row.filter(|row| row.len() == count)
            })?);
        }
        Ok(all)
    }

    /// The chain form: sparse space, rare heaps, window, snapshots.
    fn chain(&self, lines: &mut Lines<'a>) -> Checked<Chain<'a>> {
        if !self.rules.triples.is_empty() || self.preperiod == 0 {
            return refused("the chain form is for digits below 8 and preperiods from 1 on");
        }
        let is_mask = |[m]: [u64; 1]| m > 0 && value(m).is_some();
        let [mask] = lines.numbers("mask #", "from 1 to 65535", is_mask)?;
        let split_parity = self.rules.splits.first().map_or(0, |split| split.0 % 2);
        let one_parity = self.rules.splits.iter().all(|split| split.0 % 2 == split_parity);
        let is_position = |[e]: [u64; 1]| e == 0 || e == 1 && one_parity;
        let right = "0, or 1 if the splitting places are all even or all odd";
        let [position] = lines.numbers("position #", right, is_position)?;
        let (mut rare, mut rho) = (vec![], 0);
        while lines.begins("rare ") {
            let is_rare = |[r, v]: [u64; 2]| r > rho && r < self.preperiod && value(v).is_some();
            let right = "heaps in ascending order and below the preperiod";
            let [r, v] = lines.numbers("rare G(#) = #", right, is_rare)?;
            rho = r;
            rare.push((r, v as u16));
        }
        let least = rho + self.rules.last_place + 1;
        let right = format!("at least {least}, the last rare heap + the last place + 1");
        let [window] = lines.numbers("window #", &right, |[w]| w >= least)?;
        let snapshots = self.snapshots(lines, window)?;
        Ok(Chain { mask, position, split_parity, rare, window, snapshots })
    }

    /// The snapshots, if there are any.
    fn snapshots(&self, lines: &mut Lines<'a>, window: u64) -> Checked<Vec<(u64, &'a str)>> {
        let mut all: Vec<(u64, &str)> = vec![];
        let end = self.preperiod + self.period;
        while lines.begins("snapshot ") {
            let least = all.last().map_or(window, |last| last.0 + 1);
            let right = format!(
                "`snapshot`, a heap from {least} to {}, and the digits of {window} values below 256, \
                 at most {REACH} of them",
                end - 1
            );
            all.push(lines.next(&right, |line| {
                let (head, text) = line.rsplit_once(' ')?;
                let [heap] = numbers(head, "snapshot #")?;
                values(text, window)?;
                (heap >= least && heap < end && window <= REACH).then_some((heap, text))
            })?);
        }
        match all.first().map_or(end, |first| first.0) + window {
            base if base > BASE => at_heap(base, format!("links should begin before heap {BASE}")),
            _ if all.is_empty() || all.iter().any(|s| s.0 == self.preperiod) => Ok(all),
            _ => at_heap(self.preperiod, "the preperiod should have a snapshot"),
        }
    }

    /// The claim in words.
    #[must_use]
    pub fn claim(&self) -> String {
        let Certificate { code, preperiod, period, .. } = self;
        format!("{code}: preperiod {preperiod}, period {period}, both least")
    }

    /// How many heaps from 0 on are checked in one go.
    #[must_use]
    pub fn base_length(&self) -> u64 {
        match &self.evidence {
            Evidence::Plain(values) => values.len() as u64,
            Evidence::Chain(chain) => {
                let loop_end = self.preperiod + self.period;
                chain.snapshots.first().map_or(loop_end, |first| first.0) + chain.window
            }
        }
    }

    /// How many links there are.
    #[must_use]
    pub fn links(&self) -> usize {
        match &self.evidence {
            Evidence::Plain(_) => 0,
            Evidence::Chain(chain) => chain.snapshots.len(),
        }
    }

    /// Link number i: from a snapshot to the next, the last one to preperiod + period, where the
    /// window of the preperiod must recur.
    pub(super) fn link(&self, chain: &Chain<'_>, i: usize) -> Link {
        let start = chain.snapshots[i].0;
        let (end, window) = match chain.snapshots.get(i + 1) {
            Some(next) => (next.0, i + 1),
            None => {
                let is_loop = |s: &(u64, &str)| s.0 == self.preperiod;
                let window = chain.snapshots.iter().position(is_loop).unwrap_or(i);
                (self.preperiod + self.period, window)
            }
        };
        Link { start, end, from: i, to: window }
    }

    /// How many heaps a check of these links computes.
    #[must_use]
    pub fn heaps(&self, links: &[usize]) -> u64 {
        let length = |&i: &usize| match &self.evidence {
            Evidence::Plain(_) => 0,
            Evidence::Chain(chain) => {
                let link = self.link(chain, i);
                link.end - link.start
            }
        };
        self.base_length() + links.iter().map(length).sum::<u64>()
    }
}

fn refused<T>(reason: impl Into<String>) -> Checked<T> {
    Err(Rejection(reason.into()))
}

/// The text before the last line, if that holds its hash: FNV-1a of 64 bits.
fn signed(file: &[u8]) -> Checked<&str> {
    let cut = file.len().saturating_sub("end 0123456789abcdef\n".len());
    let (text, end) = file.split_at(cut);
    if !(text.ends_with(b"\n") && end.starts_with(b"end ") && end.ends_with(b"\n")) {
        return refused("the file should end with a line `end` and its hash: it is cut off");
    }
    let hash = text.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    if end != format!("end {hash:016x}\n").as_bytes() {
        return refused("the hash in the last line is not that of the lines before: damaged");
    }
    std::str::from_utf8(text).or_else(|_| refused("the file should be plain text"))
}

/// What makes the period least, for each of its primes, and what makes the preperiod least.
fn side_claims(lines: &mut Lines<'_>, p: u64, n0: u64) -> Checked<Vec<(u64, u16)>> {
    let mut sides = vec![];
    let differ = |v, w| v != w && value(v).is_some() && value(w).is_some();
    for q in primes(p) {
        let (step, end) = (p / q, n0 + p);
        let is_right = |[prime, n, v, m, w]: [u64; 5]| {
            prime == q && n >= n0 && m == n + step && m < end && differ(v, w)
        };
        let right = format!(
            "the prime {q} of the period, heaps n ≥ {n0} and n + {step} < {end}, different values"
        );
        let [_, n, v, m, w] = lines.numbers("least #: G(#) = #, G(#) = #", &right, is_right)?;
        sides.extend([(n, v as u16), (m, w as u16)]);
    }
    if let Some(last) = n0.checked_sub(1) {
        let is_right = |[n, v, m, w]: [u64; 4]| n == last && m == n + p && differ(v, w);
        let right = format!("the heaps {last} and {}, different values", last + p);
        let [n, v, m, w] = lines.numbers("before: G(#) = #, G(#) = #", &right, is_right)?;
        sides.extend([(n, v as u16), (m, w as u16)]);
    }
    Ok(sides)
}

/// The lines of a file, with their numbers.
struct Lines<'a>(Peekable<Enumerate<SplitTerminator<'a, char>>>);

impl<'a> Lines<'a> {
    fn begins(&mut self, word: &str) -> bool {
        self.0.peek().is_some_and(|(_, line)| line.starts_with(word))
    }

    /// What `parse` makes of the next line.
    fn next<T>(&mut self, right: &str, parse: impl Fn(&'a str) -> Option<T>) -> Checked<T> {
        let Some((i, line)) = self.0.next() else {
            return refused(format!("the file ends where a line should follow: {right}"));
        };
        let shown: String = line.chars().take(60).collect();
        let wrong = || Rejection(format!("line {}: `{shown}` should be {right}", i + 1));
        parse(line).ok_or_else(wrong)
    }

    /// The numbers that stand on the next line in the places `#` of a form.
    fn numbers<const N: usize>(
        &mut self,
        form: &str,
        right: &str,
        is_right: impl Fn([u64; N]) -> bool,
    ) -> Checked<[u64; N]> {
        let parse = |line| numbers(line, form).filter(|&numbers| is_right(numbers));
        self.next(&format!("`{form}`, {right}"), parse)
    }
}

fn numbers<const N: usize>(line: &str, form: &str) -> Option<[u64; N]> {
    let mut pieces = form.split('#');
    let mut rest = line.strip_prefix(pieces.next()?)?;
    let mut numbers = [0; N];
    for (number, piece) in numbers.iter_mut().zip(pieces) {
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        *number = decimal(&rest[..end]).filter(|&n| n < HEAPS)?;
        rest = rest[end..].strip_prefix(piece)?;
    }
    rest.is_empty().then_some(numbers)
}

/// A decimal number without zeros in front.
fn decimal(text: &str) -> Option<u64> {
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|_| digits && (text == "0" || !text.starts_with('0')))
}

/// A value: 16 bits.
fn value(v: u64) -> Option<u16> {
    u16::try_from(v).ok()
}

/// The values of a window: a digit of base 64 each, or two if some value needs two.
fn values(text: &str, window: u64) -> Option<Vec<u16>> {
    let digit = |c: u8| match c {
        b'0'..=b'9' => Some(c - b'0'),
        b'A'..=b'Z' => Some(c - b'A' + 10),
        b'a'..=b'z' => Some(c - b'a' + 36),
        b'-' => Some(62),
        b'_' => Some(63),
        _ => None,
    };
    let width = [1, 2].into_iter().find(|width| text.len() as u64 == width * window)?;
    let digits: Option<Vec<u8>> = text.bytes().map(digit).collect();
    let number = |digits: &[u8]| digits.iter().fold(0, |v, &d| 64 * v + u16::from(d));
    let values: Vec<u16> = digits?.chunks(width as usize).map(number).collect();
    let largest = values.iter().max().copied().unwrap_or(0);
    ((largest > 63) == (width == 2) && largest < 256).then_some(values)
}

/// The primes that divide a number, ascending.
fn primes(mut number: u64) -> Vec<u64> {
    let mut found = vec![];
    let mut q = 2;
    while number > 1 {
        if q * q > number {
            q = number;
        }
        if number.is_multiple_of(q) {
            found.push(q);
        }
        while number.is_multiple_of(q) {
            number /= q;
        }
        q += 1;
    }
    found
}
