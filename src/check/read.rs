//! What a certificate may say: the grammar of `octal::certificate`, and nothing else.

use super::{Checked, Rejection, at_heap};

/// All heaps are below this number, and all values below that.
const HEAPS: u64 = 1 << 48;
const VALUES: u64 = 1 << 16;
/// The most heaps that are kept in memory from heap 0 on.
const BASE: u64 = 1 << 26;
/// How many heaps back a link may look, and so the longest window.
pub(super) const REACH: u64 = 1 << 16;

/// A certificate that is well-formed; nothing is computed yet.
///
/// The plain form is read as a base in which every heap is listed as rare: the mask is 0, and so
/// every value is.
#[derive(Debug)]
pub struct Certificate {
    code: String,
    pub(super) places: Vec<Place>,
    pub(super) period: u64,
    pub(super) preperiod: u64,
    /// Heaps and the values they must have, for period and preperiod to be least.
    pub(super) sides: Vec<(u64, u16)>,
    mask: u64,
    pub(super) position: u64,
    /// s, the parity of the places that leave two heaps.
    pub(super) split_parity: u64,
    /// The heaps listed as rare, in ascending order.
    pub(super) rare: Vec<u64>,
    pub(super) window: u64,
    /// The ends of the links, with their windows: the snapshots, and that of n0 again at n0 + p.
    pub(super) ends: Vec<(u64, Vec<u8>)>,
    /// How many heaps from 0 on are computed before any link, and what they must be.
    pub(super) base: u64,
    pub(super) stated: Vec<(u64, u16)>,
}

/// A digit: bits 1, 2, 4, 8 if k tokens may be taken and no, one, two, three heaps left; two heaps
/// may have to be unequal.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) k: u64,
    pub(super) digit: u32,
    pub(super) unequal: bool,
}

impl Certificate {
    /// Reads a file.
    ///
    /// # Errors
    /// The first line that is not as it should be.
    pub fn read(file: &[u8]) -> Result<Certificate, Rejection> {
        let mut lines = Lines { text: signed(file)?, number: 1 };
        let [] = lines.numbers("octal certificate 1", "the first line", |_| true)?;
        let (code, places) = lines.next("`code` and a finite code such as 0.137", |line| {
            let code = line.strip_prefix("code ")?;
            Some((code.to_owned(), places(code)?))
        })?;
        let [period] = lines.numbers("period #", "at least 1", |[p]| p >= 1)?;
        let [preperiod] = lines.numbers("preperiod #", "below 2^48", |_| true)?;
        let mut read = Certificate {
            sides: side_claims(&mut lines, period, preperiod)?,
            code,
            places,
            period,
            preperiod,
            mask: 0,
            position: 0,
            split_parity: 0,
            rare: vec![],
            window: 0,
            ends: vec![],
            base: 0,
            stated: vec![],
        };
        let form = |line| ["form plain", "form chain"].iter().position(|&form| form == line);
        match lines.next("`form plain` or `form chain`", form)? {
            0 => read.plain(&mut lines)?,
            _ => read.chain(&mut lines)?,
        }
        match lines.text {
            "" => Ok(read),
            _ => refused(format!("line {}: here the file should end", lines.number)),
        }
    }

    /// The values from heap 0 on, as many as Theorem 3 asks for.
    fn plain(&mut self, lines: &mut Lines<'_>) -> Checked<()> {
        let digits = self.places.iter().fold(0, |digits, place| digits | place.digit);
        let (heaps, most) = match digits {
            8.. => (3, 1 << 12),
            4.. => (2, 1 << 19),
            _ => (1, 1 << 19),
        };
        self.base = heaps * (self.preperiod.max(1) + self.period) + self.last_place();
        if self.base > most || self.splits().any(|(_, unequal)| unequal) {
            let limits = format!("for at most {most} values and codes without `!`");
            return refused(format!("the plain form is {limits}, here {} are needed", self.base));
        }
        for from in (0..self.base).step_by(20) {
            let count = (self.base - from).min(20) as usize;
            let form = format!("from {from}:{}", " #".repeat(count));
            let row: [u64; 20] = lines.numbers(&form, &format!("{count} values"), are_values)?;
            self.stated.extend((from..).zip(row.map(|v| v as u16)).take(count));
        }
        self.rare = (1..self.base).collect();
        Ok(())
    }

    /// The chain form: sparse space, rare heaps, window, snapshots.
    fn chain(&mut self, lines: &mut Lines<'_>) -> Checked<()> {
        if self.places.iter().any(|place| place.digit >= 8) || self.preperiod == 0 {
            return refused("the chain form is for digits below 8 and preperiods from 1 on");
        }
        let (n0, end) = (self.preperiod, self.preperiod + self.period);
        [self.mask] = lines.numbers("mask #", "from 1 to 65535", |[m]| m > 0 && m < VALUES)?;
        let split_parity = self.splits().next().map_or(0, |(k, _)| k % 2);
        let one_parity = self.splits().all(|(k, _)| k % 2 == split_parity);
        self.split_parity = split_parity;
        let right = "0, or 1 if the splitting places are all even or all odd";
        let is_right = |[position]: [u64; 1]| position <= u64::from(one_parity);
        [self.position] = lines.numbers("position #", right, is_right)?;
        let mut rho = 0;
        while lines.text.starts_with("rare ") {
            let right = "heaps in ascending order and below the preperiod";
            let is_right = |[r, v]: [u64; 2]| r > rho && r < n0 && v < VALUES;
            let [r, v] = lines.numbers("rare G(#) = #", right, is_right)?;
            rho = r;
            self.rare.push(r);
            self.stated.push((r, v as u16));
        }
        let least = rho + self.last_place() + 1;
        let right = format!("at least {least}, the last rare heap + the last place + 1");
        [self.window] = lines.numbers("window #", &right, |[w]| w >= least)?;
        while lines.text.starts_with("snapshot ") {
            let least = self.ends.last().map_or(self.window, |last| last.0 + 1);
            let right = format!(
                "`snapshot`, a heap from {least} to {}, and the digits of {} values below 256, at \
                 most {REACH} of them",
                end - 1,
                self.window
            );
            self.ends.push(lines.next(&right, |line| {
                let (head, digits) = line.rsplit_once(' ')?;
                let [heap] = numbers(head, "snapshot #")?;
                let is_right = heap >= least && heap < end && self.window <= REACH;
                Some((heap, values(digits, self.window)?)).filter(|_| is_right)
            })?);
        }
        self.base = self.ends.first().map_or(end, |first| first.0) + self.window;
        if self.base > BASE {
            return at_heap(self.base, format!("links should begin before heap {BASE}"));
        }
        if let Some((first, values)) = self.ends.first() {
            self.stated.extend((*first..).zip(values.iter().map(|&v| u16::from(v))));
            match self.ends.iter().find(|snapshot| snapshot.0 == n0) {
                Some((_, values)) => self.ends.push((end, values.clone())),
                None => return at_heap(n0, "the preperiod should have a snapshot"),
            }
        }
        Ok(())
    }

    fn last_place(&self) -> u64 {
        self.places.len() as u64 - 1
    }

    /// The places that leave two heaps, and whether these have to be unequal.
    pub(super) fn splits(&self) -> impl Iterator<Item = (u64, bool)> {
        let splits = self.places.iter().filter(|place| place.digit & 4 != 0);
        splits.map(|place| (place.k, place.unequal))
    }

    /// Whether the value v is rare at heap n.
    pub(super) fn is_rare(&self, n: u64, v: u16) -> bool {
        let ones = u64::from((u64::from(v) & self.mask).count_ones());
        (ones + self.position * (n + self.split_parity)).is_multiple_of(2)
    }

    /// The claim in words.
    #[must_use]
    pub fn claim(&self) -> String {
        let Certificate { code, preperiod, period, .. } = self;
        format!("{code}: preperiod {preperiod}, period {period}, both least")
    }

    /// How many links there are.
    #[must_use]
    pub fn links(&self) -> usize {
        self.ends.len().saturating_sub(1)
    }

    /// How many heaps link number i computes; there is such a link.
    pub(super) fn length(&self, i: usize) -> u64 {
        self.ends[i + 1].0 - self.ends[i].0
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

/// The digits d0.d1d2… to the last that is not 0; `!` follows a digit with bit 4.
fn places(code: &str) -> Option<Vec<Place>> {
    let (zero, rest) = code.split_once('.')?;
    let is_right = !(rest.is_empty() || rest.starts_with('!') || rest.ends_with('0'));
    let rest = if rest == "0" { "" } else { Some(rest).filter(|_| is_right)? };
    let mut places: Vec<Place> = vec![];
    for c in zero.chars().chain(rest.chars()) {
        let k = places.len() as u64;
        match places.last_mut() {
            Some(last) if c == '!' && last.digit & 4 != 0 && !last.unequal => last.unequal = true,
            _ if c.is_ascii_uppercase() => return None,
            _ => places.push(Place { k, digit: c.to_digit(16)?, unequal: false }),
        }
    }
    let is_one = zero.trim_end_matches('!').len() == 1 && places[0].digit & 3 == 0;
    (is_one && places.len() <= 65).then_some(places)
}

/// For each prime q that divides p, a line that makes p least; and one that makes n0 least.
fn side_claims(lines: &mut Lines<'_>, p: u64, n0: u64) -> Checked<Vec<(u64, u16)>> {
    let mut sides = vec![];
    let (mut rest, mut q) = (p, 2);
    while rest > 1 {
        q = if q * q > rest { rest } else { q };
        if rest.is_multiple_of(q) {
            let (step, end) = (p / q, n0 + p);
            let right = format!(
                "the prime {q} of the period, heaps n ≥ {n0} and n + {step} < {end}, different values"
            );
            let form = format!("least {q}: G(#) = #, G(#) = #");
            let [n, v, m, w] = lines.numbers(&form, &right, |[n, v, m, w]| {
                n >= n0 && m == n + step && m < end && v != w && are_values([v, w])
            })?;
            sides.extend([(n, v as u16), (m, w as u16)]);
        }
        while rest.is_multiple_of(q) {
            rest /= q;
        }
        q += 1;
    }
    if let Some(n) = n0.checked_sub(1) {
        let form = format!("before: G({n}) = #, G({}) = #", n + p);
        let differ = |[v, w]: [u64; 2]| v != w && are_values([v, w]);
        let [v, w] = lines.numbers(&form, "different values", differ)?;
        sides.extend([(n, v as u16), (n + p, w as u16)]);
    }
    Ok(sides)
}

/// The lines that are still to be read, and the number of the first of them.
struct Lines<'a> {
    text: &'a str,
    number: usize,
}

impl<'a> Lines<'a> {
    /// What `parse` makes of the next line.
    fn next<T>(&mut self, right: &str, parse: impl Fn(&'a str) -> Option<T>) -> Checked<T> {
        let Some((line, rest)) = self.text.split_once('\n') else {
            return refused(format!("the file ends where a line should follow: {right}"));
        };
        let wrong = format!("line {}: `{line:.60}` should be {right}", self.number);
        (self.text, self.number) = (rest, self.number + 1);
        parse(line).ok_or(Rejection(wrong))
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

/// The numbers in the places `#` of a form, at most N; then zeros.
fn numbers<const N: usize>(line: &str, form: &str) -> Option<[u64; N]> {
    let mut pieces = form.split('#');
    let mut rest = line.strip_prefix(pieces.next()?)?;
    let mut numbers = [0; N];
    for (number, piece) in numbers.iter_mut().zip(pieces) {
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (digits, after) = rest.split_at(end);
        let is_right = |&n: &u64| n < HEAPS && (digits == "0" || !digits.starts_with('0'));
        *number = digits.parse().ok().filter(is_right)?;
        rest = after.strip_prefix(piece)?;
    }
    rest.is_empty().then_some(numbers)
}

fn are_values<const N: usize>(numbers: [u64; N]) -> bool {
    numbers.iter().all(|&v| v < VALUES)
}

/// The values of a window: a digit of base 64 each, or two if some value needs two.
fn values(text: &str, window: u64) -> Option<Vec<u8>> {
    const DIGITS: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
    let width = [1, 2].into_iter().find(|width| text.len() as u64 == width * window)?;
    let digit = |byte: u8| DIGITS.iter().position(|&digit| digit == byte);
    let digits: Vec<usize> = text.bytes().map(digit).collect::<Option<_>>()?;
    let value = |digits: &[usize]| digits.iter().fold(0, |v, digit| 64 * v + digit);
    let values = digits.chunks(width as usize).map(|digits| u8::try_from(value(digits)).ok());
    let values: Vec<u8> = values.collect::<Option<_>>()?;
    (values.iter().any(|&v| v > 63) == (width == 2)).then_some(values)
}
