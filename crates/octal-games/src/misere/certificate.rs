//! Certificates of misère quotients: the claim, and the monoid with its pretending function.
//!
//! ```text
//! octal misere certificate 1
//! code 0.75
//! claim quotient               quotient (Theorem M), kernel (Theorem K), infinite (Theorem I), or partial
//! order 8
//! p-portion 2
//! preperiod 8                  quotient: least n0 ≥ 0 and least p of φ
//! period 2
//! last-rogue 25                kernel: the last heap whose value is not in the kernel
//! c 30                         infinite: the letters of Theorem I, …
//! …
//! v: 25                        … of which the last is a position
//! heaps 21                     N, the last heap of φ
//! generators 1 2 5             heaps whose value is no product of values of smaller heaps
//! action 1: 1 0 3 2 5 4 7 6    x·φ(1) for each element x
//! …
//! P: 1 4
//! phi: 0 1 2 …                 φ(0), …, φ(N)
//! end
//! ```
//!
//! Elements are numbered in the order of their least words, 0 being the identity. So the file of a
//! quotient is one sequence of bytes. A checker recomputes everything else that the theorems speak
//! of. For `infinite`, the monoid is a candidate for the quotient of the heaps up to d = N. It is
//! right about all positions with at most B heaps d.

use super::infinite::Infinite;
use super::kernel::{self, NimValues};
use super::pretending::{self, PhiPeriod};
use super::quotient::Quotient;
use super::solve::{Proof, Solved};
use std::fmt::{Display, Write};

/// The claim of a certificate.
enum CertifiedResult<'s> {
    Quotient(PhiPeriod),
    Kernel(&'s NimValues),
    Infinite(&'s Infinite),
    Partial,
}

impl Solved {
    /// Returns the certificate of the quotient, as the text of its file. It is about the whole game
    /// if the quotient is proved, or proved to be infinite, else about the heaps up to the last
    /// one.
    ///
    /// The digits of the code must not repeat for ever: a checker reads finite codes.
    ///
    /// ```
    /// let game: octal_games::Game = "0.75".parse()?;
    /// let text = game.misere().quotient()?.certificate();
    /// assert!(text.starts_with("octal misere certificate 1\ncode 0.75\nclaim kernel\norder 8\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn certificate(&self) -> String {
        let quotient = self.infinite.as_ref().map_or(&self.quotient, |found| &found.candidate);
        let (claim, heaps) = claim(self);
        let mut text = String::from("octal misere certificate 1\n");
        let mut line = |name: &str, what: &dyn Display| {
            let _ = writeln!(text, "{name} {what}");
        };
        line("code", &self.code);
        line("claim", &claim.name());
        line("order", &quotient.order());
        line("p-portion", &quotient.p_portion().count());
        match claim {
            CertifiedResult::Quotient(PhiPeriod { preperiod, period }) => {
                line("preperiod", &preperiod);
                line("period", &period);
            }
            CertifiedResult::Kernel(values) => line("last-rogue", &values.last_rogue),
            CertifiedResult::Infinite(infinite) => letters(&mut text, infinite),
            CertifiedResult::Partial => {}
        }
        let _ = writeln!(text, "heaps {heaps}");
        lists(&mut text, quotient, heaps);
        text + "end\n"
    }
}

/// The letters of Theorem I; d is the last heap.
fn letters(text: &mut String, infinite: &Infinite) {
    let Infinite { smaller, steps: (q, p), from, stable: (k1, k0), most, .. } = infinite;
    let (context, a, b) = &infinite.witness;
    let letters = [("c", smaller), ("q", q), ("p", p), ("alpha", from), ("K1", k1), ("K0", k0)];
    for (name, number) in letters.into_iter().chain([("B", most), ("a", a), ("b", b)]) {
        let _ = writeln!(text, "{name} {number}");
    }
    list(text, "v:", context.iter().rev());
}

/// The generators, their actions, P, and the values of heaps 0 to the last.
pub fn lists(text: &mut String, quotient: &Quotient, last: usize) {
    let generators = quotient.monoid().generators();
    list(text, "generators", generators.iter().map(|g| g.heap));
    for generator in generators {
        let name = format!("action {}:", generator.heap);
        list(text, &name, generator.action.iter().copied());
    }
    list(text, "P:", quotient.p_portion().iter());
    list(text, "phi:", quotient.phi()[..=last].iter().copied());
}

/// The claim, and the last heap whose value it needs.
fn claim(solved: &Solved) -> (CertifiedResult<'_>, usize) {
    if let Some(infinite) = &solved.infinite {
        return (CertifiedResult::Infinite(infinite), infinite.larger);
    }
    let all = solved.quotient.last_heap();
    match &solved.proof {
        Some(Proof::Period(period)) => {
            let last = pretending::last_heap_needed(&solved.code, *period).unwrap_or(all);
            (CertifiedResult::Quotient(*period), last.min(all))
        }
        Some(Proof::Kernel(values)) => {
            let last = kernel::last_heap(&solved.code, values.last_rogue).unwrap_or(all);
            // Up to the last generator, and no further, quotients of fewer heaps are smaller.
            let generators = solved.quotient.monoid().generators();
            let changed = generators.last().map_or(0, |generator| generator.heap);
            (CertifiedResult::Kernel(values), last.max(changed).min(all))
        }
        None => (CertifiedResult::Partial, all),
    }
}

impl CertifiedResult<'_> {
    const fn name(&self) -> &'static str {
        match self {
            CertifiedResult::Quotient(_) => "quotient",
            CertifiedResult::Kernel(_) => "kernel",
            CertifiedResult::Infinite(_) => "infinite",
            CertifiedResult::Partial => "partial",
        }
    }
}

/// A line of numbers after a name.
fn list(text: &mut String, name: &str, numbers: impl Iterator<Item = impl Display>) {
    text.push_str(name);
    numbers.for_each(|number| {
        let _ = write!(text, " {number}");
    });
    text.push('\n');
}
