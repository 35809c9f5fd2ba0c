//! The checker of periods of codes whose digits repeat for ever, on the same terms as that of
//! periods. It uses std only, its own reader and its own rule of moves, and shares no code with the
//! search.
//!
//! The format, the hypotheses and their names (E1 to E4) are specified in
//! `octal_games::certificate::endless`; section 12 of `octal_games::theory` proves that an accepted
//! certificate implies its claim.
//!
//! Cost: the options of N heaps, about a nanosecond each. With the most values these are 2^34.

use super::arithmetic::Growth;
use super::read::{CertificateLines, digits, signed};
use super::{CheckResult, CodeDigit, Established, OnProgress, STATED, code, compare, demand};

/// The first word of a file of this kind, and of no other kind.
const FIRST: &str = "octal endless ";
/// The most values of a code that leaves at most one, two, three heaps.
const VALUES: [usize; 3] = [16384, 5900, 1250];

/// A certificate of a period of an endless code that was read and whose numbers fit together. Its
/// statements about the game are not checked yet.
#[derive(Debug)]
pub struct EndlessCertificate {
    /// d0, d1, …, and then the digits that repeat.
    digits: Vec<CodeDigit>,
    /// e: the number of digits before those that repeat.
    written: usize,
    /// n0.
    preperiod: usize,
    /// p.
    period: usize,
    /// s, 0 or more.
    saltus: usize,
    /// D.
    depth: usize,
    /// G(0), …, G(N − 1).
    values: Vec<u16>,
}

impl EndlessCertificate {
    /// True if a file says of itself that it is of this kind.
    pub fn is_named_by(file: &[u8]) -> bool {
        file.starts_with(FIRST.as_bytes())
    }

    /// Reads a file.
    ///
    /// # Errors
    /// The line that cannot be read, or the number that does not fit.
    pub fn read(file: &[u8]) -> CheckResult<EndlessCertificate> {
        let mut lines = CertificateLines { text: signed(file)?, number: 1 };
        lines.one_of(&["octal endless certificate 1"])?;
        let (digits, written) = lines.next("`code`, digits such as 0.[3]", endless_code)?;
        let mut numbers = [0; 4];
        for (place, word) in numbers.iter_mut().zip(["preperiod", "period", "saltus", "depth"]) {
            *place = lines.number(word)? as usize;
        }
        let [preperiod, period, saltus, depth] = numbers;
        let values = lines.values(VALUES[0])?;
        demand(lines.text.is_empty(), format!("line {}: here the file should end", lines.number))?;
        let read = EndlessCertificate { digits, written, preperiod, period, saltus, depth, values };
        read.check_numbers()?;
        Ok(read)
    }

    /// Checks everything. If the watcher says no, the check ends there.
    ///
    /// # Errors
    /// The first fault found: the heap, and the hypothesis that fails.
    pub fn check(&self, watch: OnProgress<'_>) -> CheckResult<Established> {
        let are_right = self.check_values(watch)?;
        // (E1) is true of the multiple if it is true of the period.
        self.claimed().check("E1")?;
        let proved = are_right && (self.saltus == 0 || self.check_growth(watch)?);
        let answer = match proved {
            true => format!("every heap up to {} checked: proved", self.values.len() - 1),
            false => "no fault found, not proved: stopped".to_owned(),
        };
        Ok(Established { statement: format!("{}: {answer}", self.claim()), proved })
    }

    /// The claim in words.
    pub fn claim(&self) -> String {
        let EndlessCertificate { digits, written, preperiod, period, saltus, .. } = self;
        let (before, repeat) = digits.split_at(*written);
        let before = code(before);
        let before = if *written == 1 { before.trim_end_matches('0') } else { &before };
        let repeat: String = repeat.iter().map(|digit| format!("{:x}", digit.bits)).collect();
        format!(
            "{before}[{repeat}]: preperiod {preperiod}, period {period}, saltus {saltus}, the first two least"
        )
    }

    /// The number of heaps that a check goes through: those with values, and 2p of them for
    /// threats.
    pub fn heaps(&self) -> u64 {
        let window = if self.saltus == 0 { 0 } else { 2 * self.multiple() };
        (self.values.len() + window) as u64
    }

    /// The approximate number of options of heap n.
    fn steps(&self, n: usize) -> u64 {
        let n = n as u64;
        [n, n * n / 4, n * n * n / 36][self.most_heaps() - 1] + 1
    }

    /// The most steps of a check.
    pub(super) fn cost(&self) -> u64 {
        let n = self.values.len();
        let window = if self.saltus == 0 { n } else { self.base() };
        (0..n).chain(window..n).map(|n| self.steps(n)).sum()
    }

    /// d_k.
    fn digit(&self, k: usize) -> u32 {
        let length = self.digits.len() - self.written;
        let k = if k < self.written { k } else { self.written + (k - self.written) % length };
        self.digits[k].bits
    }

    /// The growth of the claim, whose period may be a divisor of the p of the theorems.
    fn claimed(&self) -> Growth<'_> {
        let EndlessCertificate { preperiod, period, saltus, ref values, .. } = *self;
        Growth { values, preperiod, period, saltus }
    }

    /// The n0 of Theorems 12a and 12b.
    fn start(&self) -> usize {
        self.claimed().start()
    }

    /// The p of Theorems 12a and 12b: the least multiple of the period that is one of the repeat.
    fn multiple(&self) -> usize {
        let length = self.digits.len() - self.written;
        // The repeat has at most 64 digits.
        let times = (1..=length).find(|times| (times * self.period).is_multiple_of(length));
        times.unwrap_or(1) * self.period
    }

    /// The s of Theorem 12b.
    fn growth(&self) -> usize {
        self.saltus * (self.multiple() / self.period)
    }

    /// h.
    fn most_heaps(&self) -> usize {
        let has = |bits: u32| self.digits.iter().any(|digit| digit.bits & bits != 0);
        1 + usize::from(has(12)) + usize::from(has(8))
    }

    /// True if the numbers are as the format asks for.
    fn check_numbers(&self) -> CheckResult<()> {
        demand(self.digits[0].bits & 3 == 0, "d0 should have neither bit 1 nor bit 2")?;
        let is_free = self.digits.iter().all(|digit| !digit.unequal);
        demand(is_free, "periods of endless codes are proved of codes without `!`")?;
        demand(self.period > 0, "the period should be at least 1")?;
        let is_idle = self.saltus > 0 || self.depth == 0;
        demand(is_idle, "the depth should be 0 where the saltus is 0")?;
        let n = self.values.len();
        // No number is above 2^48, so that nothing overflows.
        let (h, p) = (self.most_heaps(), self.multiple());
        let most = VALUES[h - 1];
        demand(n <= most, format!("there should be at most {most} values, not {n}"))?;
        let window = if self.saltus == 0 { p } else { 2 * p };
        let least = h * (self.start() + p - 1) + self.written + window;
        demand(n >= least, format!("there should be at least {least} values, not {n}"))
    }

    /// Passes the place and the parts of every option of heap n to `visit`.
    fn each_option(&self, n: usize, mut visit: impl FnMut(usize, &[usize])) {
        for k in 0..=n {
            let (rest, digit) = (n - k, self.digit(k));
            if digit & 1 != 0 && rest == 0 {
                visit(k, &[]);
            }
            if digit & 2 != 0 && rest > 0 {
                visit(k, &[rest]);
            }
            if digit & 4 != 0 {
                (1..=rest / 2).for_each(|a| visit(k, &[a, rest - a]));
            }
            if digit & 8 != 0 {
                for a in 1..=rest / 3 {
                    (a..=(rest - a) / 2).for_each(|b| visit(k, &[a, b, rest - a - b]));
                }
            }
        }
    }

    /// The value of an option.
    fn value_of(&self, parts: &[usize]) -> u16 {
        parts.iter().fold(0, |value, &part| value ^ self.values[part])
    }

    /// Checks every value by the definition (Theorem 1); `false` if the watcher ended it.
    fn check_values(&self, watch: OnProgress<'_>) -> CheckResult<bool> {
        // Entry v is the last heap that has an option of value v.
        let mut seen = vec![usize::MAX; 1 << 16];
        for n in 0..self.values.len() {
            self.each_option(n, |_, parts| seen[usize::from(self.value_of(parts))] = n);
            let least = (0..=u16::MAX).find(|&v| seen[usize::from(v)] != n);
            let value = least.ok_or_else(|| format!("heap {n}: its value is above 65535"))?;
            compare(n as u64, &[value], STATED, &self.values[n..=n])?;
            if !watch(1, self.steps(n)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// G(n), to be added to.
    fn value(&self, n: usize) -> usize {
        self.values[n].into()
    }

    /// B.
    fn base(&self) -> usize {
        self.values.len() - 2 * self.multiple()
    }

    /// u of a heap.
    fn high(&self, n: usize) -> usize {
        self.value(n) >> self.growth().trailing_zeros()
    }

    /// λ of a value.
    fn low(&self, value: u16) -> usize {
        usize::from(value) % (1 << self.growth().trailing_zeros())
    }

    /// Some part grows, and the high parts of all others have the nim-sum 0.
    fn rises(&self, parts: &[usize]) -> bool {
        let others = |i: usize| {
            let others = parts.iter().enumerate().filter(|&(j, _)| j != i);
            others.fold(0, |sum, (_, &part)| sum ^ self.high(part))
        };
        (0..parts.len()).any(|i| parts[i] >= self.start() && others(i) == 0)
    }

    /// The option may have the value of heap n, or of a later one as it grows.
    fn threatens(&self, n: usize, parts: &[usize]) -> bool {
        let (high, sum) = (self.high(n), parts.iter().map(|&part| self.high(part)).sum::<usize>());
        let growing = parts.iter().filter(|&&part| part >= self.start()).count();
        let is_steady = growing == 1 && self.rises(parts);
        self.low(self.value_of(parts)) == self.low(self.values[n])
            && sum >= high
            && (sum - high).is_multiple_of(2)
            && !is_steady
    }

    /// (E2) to (E4); `false` if the watcher ended it.
    fn check_growth(&self, watch: OnProgress<'_>) -> CheckResult<bool> {
        let (base, p) = (self.base(), self.multiple());
        let least = (base..base + p).map(|n| self.high(n)).min().unwrap_or(0);
        if let Some(i) = (1..self.start() + p).find(|&i| self.high(i) >= least) {
            return Err(format!("heap {i}: its high part should be below {least} (E2)"));
        }
        for n in base..base + 2 * p {
            // Entry v: the kinds of options of the value v.
            let mut shown = vec![0_u8; self.value(n)];
            let mut threat = None;
            self.each_option(n, |k, parts| {
                if threat.is_none() && self.threatens(n, parts) {
                    threat = Some(format!("heap {n}: the option {parts:?} threatens it (E3)"));
                }
                if let Some(shown) = shown.get_mut(usize::from(self.value_of(parts))) {
                    let (rises, stays) = (self.rises(parts), k >= self.written);
                    *shown |= u8::from(rises) | u8::from(stays) << 1;
                    *shown |= u8::from(rises && stays) << 2;
                }
            });
            threat.map_or(Ok(()), Err)?;
            if n < base + p {
                self.check_shown(n, &shown)?;
            }
            if !watch(1, self.steps(n)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// (E4) for heap n.
    fn check_shown(&self, n: usize, shown: &[u8]) -> CheckResult<()> {
        let (value, band) = (self.value(n), self.depth + self.growth());
        demand(value >= band, format!("heap {n}: its value should be at least {band} (E4)"))?;
        for (v, shown) in shown.iter().enumerate() {
            let (bit, what) = match value - v {
                below if below <= self.depth => (1, "rises"),
                below if below <= band => (4, "rises and stays"),
                _ => (2, "stays"),
            };
            let right = format!("heap {n}: it should have an option of value {v} that {what} (E4)");
            demand(shown & bit != 0, right)?;
        }
        Ok(())
    }
}

/// The digits of a code such as 0.1[30], and the number of digits before those that repeat.
fn endless_code(line: &str) -> Option<(Vec<CodeDigit>, usize)> {
    let (before, repeat) = line.strip_suffix(']')?.split_once('[')?;
    // With a digit more, so that there is one after the point.
    let mut all = digits(&format!("{before}1"))?;
    all.pop();
    let written = all.len();
    let repeated = digits(&format!("code 0.{repeat}"))?;
    all.extend(repeated.into_iter().skip(1));
    (all.len() > written && all.len() <= 65).then_some((all, written))
}
