//! The checker of misère quotients, on the same terms as that of periods. It uses std only, its own
//! reader and its own rule of moves, and shares no code with the solver.
//!
//! The format, the hypotheses and their names (Lemma A, V0 to V4, K1 to K3) are specified in
//! `octal_games::certificate::misere`. A file of this folder for each step:
//!
//! * `monoid`: the actions make a commutative monoid, generated and numbered as they should be
//! * `options`: the rule of moves, and the positions that are examined
//! * `types`: for each element x the contexts z with xz in P; the quotient is reduced (V4); what
//!   each heap can answer (V0, V1)
//! * `words`: the infinitely many positions, by the closure of Lemma C (V2)
//! * `kernel`: from finitely many heaps to all of them (Theorems M and K)
//! * `infinite`: no finite quotient (Theorem I)
//!
//! Cost, in steps of about a nanosecond: |Q|² for the contexts; N²/4 for the pairs that splits
//! leave;
//! |F|·|types|·|Q| for the closure. What takes more than [`STEPS`] is refused.

mod infinite;
mod kernel;
mod monoid;
mod options;
mod read;
mod types;
mod words;

use self::infinite::Exchange;
use self::monoid::Monoid;
use self::options::Scope;
use self::types::Contexts;
use super::{CheckResult, CodeDigit, Established, OnProgress, code, demand};

/// The first word of a file of this kind, and of no other kind.
const FIRST: &str = "octal misere ";
/// The most elements of a quotient.
const ORDER: u64 = 1 << 15;
/// The most heaps.
const HEAPS: u64 = 1_000_000;
/// The most steps of a check.
const STEPS: u64 = 1 << 34;
/// Steps between two calls of the watcher.
const STEPS_AT_ONCE: u64 = 1 << 20;
/// The most numbers in a table that is kept.
const ROOM: u64 = 1 << 27;

/// A certificate of a misère quotient that was read and whose numbers fit together. Its statements
/// about the game are not checked yet.
#[derive(Debug)]
pub struct MisereCertificate {
    /// d0, d1, …, dt; the last one is not 0, unless it is d0.
    digits: Vec<CodeDigit>,
    claim: Claim,
    /// |Q|; the elements are 0, …, order − 1.
    order: usize,
    /// Heaps, ascending.
    generators: Vec<u64>,
    /// For each generator g: x·φ(g) for every element x.
    actions: Vec<Vec<u16>>,
    /// The elements of P, ascending.
    p: Vec<u16>,
    /// φ(0), …, φ(N).
    phi: Vec<u16>,
}

/// The heaps that the claim is about.
#[derive(Debug)]
enum Claim {
    /// All heaps, by Theorem M.
    Quotient { preperiod: u64, period: u64 },
    /// All heaps, by Theorem K.
    Kernel { last_rogue: u64 },
    /// Heaps 1 to N, and that the quotient is infinite, also of all heaps, by Theorem I.
    Infinite(Exchange),
    /// Heaps 1 to N.
    Partial,
}

/// The reason why a check ends early.
enum Stop {
    Refused(String),
    Interrupted,
}

impl From<String> for Stop {
    fn from(reason: String) -> Stop {
        Stop::Refused(reason)
    }
}

/// The steps that are left, and the caller's function that may stop the check.
struct Work<'a> {
    steps: u64,
    /// Those that were left when the watcher was asked last.
    reported: u64,
    watch: OnProgress<'a>,
}

impl Work<'_> {
    /// Counts work to be done `times` times, in `steps` steps each.
    fn spend(&mut self, times: usize, steps: usize) -> Result<(), Stop> {
        let before = self.steps;
        match before.checked_sub(times as u64 * steps as u64) {
            Some(left) => self.steps = left,
            None => return Err(format!("the check would take more than {STEPS} steps").into()),
        }
        let is_time = self.reported - self.steps >= STEPS_AT_ONCE;
        if is_time { self.heaps(0) } else { Ok(()) }
    }

    /// Takes note of heaps that are done.
    fn heaps(&mut self, heaps: u64) -> Result<(), Stop> {
        let steps = self.reported - self.steps;
        self.reported = self.steps;
        if (self.watch)(heaps, steps) { Ok(()) } else { Err(Stop::Interrupted) }
    }
}

impl MisereCertificate {
    /// True if a file names itself as of this kind.
    pub fn is_named_by(file: &[u8]) -> bool {
        file.starts_with(FIRST.as_bytes())
    }

    /// Reads a file.
    ///
    /// # Errors
    /// The line that cannot be read, or the number that does not fit.
    pub fn read(file: &[u8]) -> CheckResult<MisereCertificate> {
        let certificate = read::read(file)?;
        certificate.check_numbers()?;
        Ok(certificate)
    }

    /// Checks everything. If the watcher says no, the check ends there.
    ///
    /// # Errors
    /// The first fault found: the heap, element or position, and the hypothesis that fails.
    pub fn check(&self, watch: OnProgress<'_>) -> CheckResult<Established> {
        let mut work = Work { steps: STEPS, reported: STEPS, watch };
        let (answer, proved) = match self.verify(&mut work) {
            Ok(()) => (format!("every heap up to {} checked: proved", self.last_heap()), true),
            Err(Stop::Interrupted) => ("no fault found, not proved: stopped".to_owned(), false),
            Err(Stop::Refused(reason)) => return Err(reason),
        };
        Ok(Established { statement: format!("{}: {answer}", self.claim()), proved })
    }

    /// Theorem V for the heaps up to N, and Theorem M, K or I for all others.
    fn verify(&self, work: &mut Work<'_>) -> Result<(), Stop> {
        let monoid = Monoid::new(self, work)?;
        match &self.claim {
            Claim::Quotient { preperiod, period } => {
                kernel::check_period(&self.phi, *preperiod, *period)?
            }
            Claim::Kernel { last_rogue } => kernel::check_kernel(self, &monoid, *last_rogue, work)?,
            Claim::Infinite(_) | Claim::Partial => {}
        }
        let contexts = Contexts::new(&monoid, self, work)?;
        let scope = Scope::new(self, &monoid, work)?;
        let types = types::minimal(self, &monoid, &contexts, &scope, work)?;
        if let Claim::Infinite(exchange) = &self.claim {
            infinite::check(self, exchange, &types, work)?;
        }
        words::check(&monoid, &contexts, &types, &scope, work)
    }

    /// The claim in words.
    pub fn claim(&self) -> String {
        let (code, n) = (code(&self.digits), self.last_heap());
        let sizes = format!("|Q| = {}, |P| = {}", self.order, self.p.len());
        match &self.claim {
            Claim::Quotient { preperiod, period } => format!(
                "{code}: {sizes}, preperiod {preperiod}, period {period}: the misère quotient of \
                 the whole game"
            ),
            Claim::Kernel { last_rogue } => format!(
                "{code}: positions with a heap above {last_rogue} have the same outcome in misère \
                 as in normal play; {sizes}: the misère quotient of heaps 1 to {n}"
            ),
            Claim::Infinite(_) => {
                format!("{code}: the misère quotient is infinite, also that of heaps 1 to {n}")
            }
            Claim::Partial => {
                format!("{code}: {sizes}: the misère quotient of heaps 1 to {n}")
            }
        }
    }

    /// N, the last heap whose value is stated.
    pub fn last_heap(&self) -> u64 {
        self.phi.len() as u64 - 1
    }

    /// t.
    fn last_place(&self) -> u64 {
        self.digits.len() as u64 - 1
    }

    fn has_bit(&self, bit: u32) -> bool {
        self.digits.iter().any(|digit| digit.bits & bit != 0)
    }

    /// h: the most heaps that a move leaves, or 1 if that is 0.
    fn most_heaps(&self) -> u64 {
        1 + u64::from(self.has_bit(12)) + u64::from(self.has_bit(8))
    }

    /// Checks that the code is canonical, and that the number of heaps is as the claim requires.
    fn check_numbers(&self) -> CheckResult<()> {
        demand(self.digits[0].bits & 3 == 0, "d0 should have neither bit 1 nor bit 2")?;
        let is_short = self.digits.len() == 1 || self.digits.last().is_some_and(|d| d.bits != 0);
        demand(is_short, "line 2: the code should not end in 0, but for `.0`")?;
        match &self.claim {
            Claim::Quotient { preperiod, period } => self.check_window_length(*preperiod, *period),
            Claim::Kernel { last_rogue } => self.check_kernel_length(*last_rogue),
            Claim::Infinite(exchange) => infinite::check_numbers(self, exchange),
            Claim::Partial => Ok(()),
        }
    }

    /// N = B + p − 1 (Theorem M).
    fn check_window_length(&self, n0: u64, p: u64) -> CheckResult<()> {
        let is_free = self.digits.iter().all(|digit| !digit.unequal);
        demand(is_free, "`claim quotient` is for codes without `!` (Theorem M)")?;
        demand(p > 0, "the period should be at least 1")?;
        let last = self.most_heaps() * (n0.max(1) + p) + self.last_place() - 1;
        let right = format!("this preperiod and period need the heaps up to {last} (Theorem M)");
        demand(self.last_heap() == last, right)
    }

    /// Checks that N = L, the least number from h·f + t on above which every heap has a move
    /// (Theorem K). If the last generator is larger, N is that: there the quotient changed for the
    /// last time.
    fn check_kernel_length(&self, f: u64) -> CheckResult<()> {
        let why = "`claim kernel` is for codes where every large heap has a move (Theorem K)";
        demand(self.has_bit(14), why)?;
        // A heap of t + 3 tokens or more can leave t + 3 − k ≥ 3, as one, two or three heaps.
        let t = self.last_place();
        let dead = (0..t + 3).rev().find(|&n| !self.has_move(n));
        let last = (self.most_heaps() * f + t).max(dead.unwrap_or(0)).max(1);
        let last = last.max(self.generators.last().copied().unwrap_or(0));
        let right = format!("this last rogue needs the heaps up to {last} (Theorem K)");
        demand(self.last_heap() == last, right)
    }

    /// True if heap n has a move.
    fn has_move(&self, n: u64) -> bool {
        (0..=n).zip(&self.digits).any(|(k, digit)| {
            let (left, has) = (n - k, |bit| digit.bits & bit != 0);
            let split = if digit.unequal { 3 } else { 2 };
            left == 0 && has(1)
                || left >= 1 && has(2)
                || left >= split && has(4)
                || left >= 3 && has(8)
        })
    }
}
