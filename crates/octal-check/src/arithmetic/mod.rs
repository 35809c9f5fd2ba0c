//! The checker of arithmetic periods, on the same terms as that of periods. It uses std only, its
//! own reader and its own rule of moves, and shares no code with the search.
//!
//! The format, the hypotheses and their names (A1 to A3) are specified in
//! `octal_games::certificate::arithmetic`; section 11 of `octal_games::theory` proves that an
//! accepted certificate implies its claim. The file `window` checks all steps.
//!
//! Cost, in steps of about a nanosecond: N³/36 options for each place that leaves three of N heaps,
//! and p·N²/12 for the threats. A certificate that needs more than [`STEPS`] is refused.

mod read;
mod window;

use super::{CheckResult, CodeDigit, Established, OnProgress, code, demand};

/// The first word of a file of this kind, and of no other kind.
const FIRST: &str = "octal arithmetic ";
/// The most values.
const VALUES: usize = 1 << 12;
/// The most steps of a check.
const STEPS: u64 = 1 << 34;

/// A certificate of an arithmetic period that was read and whose numbers fit together. Its
/// statements about the game are not checked yet.
#[derive(Debug)]
pub struct ArithmeticCertificate {
    /// d0, d1, …, dt.
    digits: Vec<CodeDigit>,
    /// n0.
    preperiod: usize,
    /// p.
    period: usize,
    /// s.
    saltus: usize,
    /// D.
    depth: usize,
    /// G(0), …, G(N − 1).
    values: Vec<u16>,
    /// For the last 2p heaps: options of the values 0, 1, ….
    options: Vec<Vec<Removal>>,
}

/// An option: the number of tokens that it takes, and the parts that it leaves. There may be many
/// millions.
#[derive(Debug)]
struct Removal {
    place: u16,
    /// Of these only the first `heaps`.
    parts: [u16; 3],
    heaps: u16,
}

/// The claim G(n + p) = G(n) + s for all n ≥ n0, with p and n0 least, and values to check it with.
#[derive(Clone, Copy)]
pub(super) struct Growth<'a> {
    /// G(0), G(1), …; more than n0 + 2p of them.
    pub(super) values: &'a [u16],
    /// n0.
    pub(super) preperiod: usize,
    /// p.
    pub(super) period: usize,
    /// s.
    pub(super) saltus: usize,
}

impl Growth<'_> {
    /// The first heap from which the theorems let parts grow: n0, and never heap 0.
    pub(super) fn start(&self) -> usize {
        self.preperiod.max(1)
    }

    /// G(n), to be added to.
    fn value(&self, n: usize) -> usize {
        self.values[n].into()
    }

    /// True if G(n + p) = G(n) + s.
    fn repeats(&self, n: usize) -> bool {
        self.value(n + self.period) == self.value(n) + self.saltus
    }

    /// Checks the growth in all values, and that no divisor of p and no smaller n0 would do.
    ///
    /// # Errors
    /// The heap at which the claim fails; `hypothesis` is the name of the growth in the theorem.
    pub(super) fn check(&self, hypothesis: &str) -> CheckResult<()> {
        let (start, p) = (self.start(), self.period);
        let later = "a period later its value is not larger by the saltus";
        if let Some(n) = (start..self.values.len() - p).find(|&n| !self.repeats(n)) {
            return Err(format!("heap {n}: {later} ({hypothesis})"));
        }
        let difference = |n: usize| self.value(n + 1).wrapping_sub(self.value(n));
        for q in (1..p).filter(|&q| p.is_multiple_of(q)) {
            let differ = (start..start + p).any(|n| difference(n + q) != difference(n));
            demand(differ, format!("heap {start}: the period is {q} or less"))?;
        }
        match self.preperiod.checked_sub(1) {
            None => demand(self.repeats(0), format!("heap 0: {later}")),
            Some(n) => demand(
                !self.repeats(n),
                format!("heap {n}: it repeats, too: the preperiod is smaller"),
            ),
        }
    }
}

impl Removal {
    /// The parts.
    fn parts(&self) -> Vec<usize> {
        self.parts[..usize::from(self.heaps)].iter().map(|&part| part.into()).collect()
    }
}

impl ArithmeticCertificate {
    /// True if a file says of itself that it is of this kind.
    pub fn is_named_by(file: &[u8]) -> bool {
        file.starts_with(FIRST.as_bytes())
    }

    /// Reads a file.
    ///
    /// # Errors
    /// The line that cannot be read, or the number that does not fit.
    pub fn read(file: &[u8]) -> CheckResult<ArithmeticCertificate> {
        let certificate = read::read(file)?;
        certificate.check_numbers()?;
        Ok(certificate)
    }

    /// Checks everything. If the watcher says no, the check ends there.
    ///
    /// # Errors
    /// The first fault found: the heap, and the hypothesis that fails.
    pub fn check(&self, watch: OnProgress<'_>) -> CheckResult<Established> {
        let are_right = self.check_values(watch)?;
        self.claimed().check("A1")?;
        let proved = are_right && self.check_threats(watch)?;
        self.check_options()?;
        let answer = match proved {
            true => format!(
                "every heap up to {}, the last that the certificate needs, checked: proved",
                self.values.len() - 1
            ),
            false => "no fault found, not proved: stopped".to_owned(),
        };
        Ok(Established { statement: format!("{}: {answer}", self.claim()), proved })
    }

    /// The claim in words.
    pub fn claim(&self) -> String {
        let ArithmeticCertificate { digits, preperiod, period, saltus, .. } = self;
        let code = code(digits);
        format!(
            "{code}: preperiod {preperiod}, period {period}, saltus {saltus}, the first two least"
        )
    }

    /// The number of heaps that a check goes through: those with values, and p of them for threats.
    pub fn heaps(&self) -> u64 {
        (self.values.len() + self.period) as u64
    }

    /// The steps for the options of heap n.
    fn steps(&self, n: usize) -> u64 {
        let places = |bit| self.digits.iter().filter(|digit| digit.bits & bit != 0).count();
        (places(8) * n * n / 12 + places(4) * n / 2 + self.digits.len()) as u64
    }

    /// The most steps of a check.
    pub(super) fn cost(&self) -> u64 {
        let n = self.values.len();
        (0..n).chain(self.base()..self.base() + self.period).map(|n| self.steps(n)).sum()
    }

    /// B.
    fn base(&self) -> usize {
        self.values.len() - 2 * self.period
    }

    /// The growth of the claim.
    fn claimed(&self) -> Growth<'_> {
        let ArithmeticCertificate { preperiod, period, saltus, ref values, .. } = *self;
        Growth { values, preperiod, period, saltus }
    }

    /// The n0 of Theorem 11.
    fn start(&self) -> usize {
        self.claimed().start()
    }

    fn has_bit(&self, bit: u32) -> bool {
        self.digits.iter().any(|digit| digit.bits & bit != 0)
    }

    /// Checks that the numbers are as the format asks for.
    fn check_numbers(&self) -> CheckResult<()> {
        let ArithmeticCertificate { period: p, saltus: s, .. } = *self;
        demand(self.digits[0].bits & 3 == 0, "d0 should have neither bit 1 nor bit 2")?;
        let is_free = self.digits.iter().all(|digit| !digit.unequal);
        demand(is_free, "arithmetic periods are proved of codes without `!`")?;
        demand(p > 0 && s > 0, "period and saltus should be at least 1")?;
        let n = self.values.len();
        let heaps = 1 + usize::from(self.has_bit(12)) + usize::from(self.has_bit(8));
        let t = self.digits.len() - 1;
        // No number is above 2^48, so that nothing overflows.
        let least = heaps * (self.start() + p - 1) + t + 1 + p;
        demand(n >= least, format!("there should be at least {least} values, not {n}"))?;
        let lines = self.options.len();
        demand(
            lines == 2 * p,
            format!("options of {} heaps should be there, not of {lines}", 2 * p),
        )?;
        let steps = self.steps(n) * (n / 3 + p) as u64;
        demand(steps <= STEPS, format!("the check would take more than {STEPS} steps"))
    }
}
