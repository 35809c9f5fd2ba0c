//! Where misère play is normal play: the kernel of the quotient (Theorem K of
//! [`crate::theory::misere`]).
//!
//! A heap is a *rogue* if its value is not in the kernel. If the rogues end, no period is needed: a
//! partial quotient and the Grundy values of finitely many heaps determine the misère quotient of
//! the whole game. This holds, with heap 1 as the last rogue, where any heap may be left as any
//! smaller one (Theorem N).

use super::monoid::Element;
use super::position::last_dead_heap;
use super::quotient::Quotient;
use crate::code::Code;

/// The kernel of a quotient, if its group is one of nim-values (K1 of Theorem K).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NormalKernel {
    /// The identity e of the kernel.
    pub identity: Element,
    /// Its elements, ascending.
    pub elements: Vec<Element>,
}

impl NormalKernel {
    /// The kernel, if P meets it in its identity alone.
    pub fn of(quotient: &Quotient) -> Option<NormalKernel> {
        let (identity, elements) = quotient.monoid().kernel();
        let in_p = |x: &&Element| quotient.p_portion().contains(**x as usize);
        let mut common = elements.iter().filter(in_p);
        (common.next() == Some(&identity) && common.next().is_none())
            .then_some(NormalKernel { identity, elements })
    }

    /// True if an element is in the kernel.
    pub fn contains(&self, x: Element) -> bool {
        self.elements.binary_search(&x).is_ok()
    }

    /// The last rogue among the heaps with these values; 0 if there is none.
    pub fn last_rogue(&self, phi: &[Element]) -> usize {
        (1..phi.len()).rev().find(|&n| !self.contains(phi[n])).unwrap_or(0)
    }
}

/// True if every heap may be left as any smaller one, and as nothing. Then Theorem N solves the
/// whole game.
pub fn leaves_every_size(code: &Code) -> bool {
    let mut digits = code.digits()[1..].iter().chain(code.repeat());
    !code.repeat().is_empty() && digits.all(|digit| digit.leaves_none() && digit.leaves_one())
}

/// The heap L up to which Theorem K needs values, if this is the last rogue. It is the least with
/// L ≥ h·f + t, L ≥ 1, and all larger heaps live. Under Theorem N heap 2 shows the kernel.
///
/// `None` if the theorems say nothing of the code: infinitely many digits, or infinitely many dead
/// heaps.
pub fn last_heap(code: &Code, last_rogue: usize) -> Option<usize> {
    if leaves_every_size(code) {
        return Some(2);
    }
    let dead = last_dead_heap(code)?;
    let t = code.last_place()?;
    Some((code.most_heaps() * last_rogue + t).max(dead).max(1))
}

/// The nim-value ψ of each element of the kernel, and with it that of any element x: ψ(ex).
///
/// ```
/// use octal_games::{Game, misere::Proof};
/// let solved = "0.77".parse::<Game>()?.misere().quotient()?;
/// assert!(matches!(solved.proof, Some(Proof::Kernel(values)) if values.last_rogue > 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NimValues {
    /// The last rogue f.
    pub last_rogue: usize,
    /// θ: ψ(ex) for each element x of the quotient.
    theta: Vec<u64>,
    kernel: NormalKernel,
}

impl NimValues {
    /// Tries the conditions of Theorem K on a verified quotient; under Theorem N they hold, too.
    /// `phi` and `grundy` hold the values of heaps 0, 1, … of the code, as many of them as the
    /// theorem needs, or more. O(|K| · generators + heaps).
    #[doc(hidden)]
    pub fn prove(
        code: &Code,
        quotient: &Quotient,
        kernel: &NormalKernel,
        (phi, grundy): (&[Element], &[u64]),
    ) -> Option<NimValues> {
        let last_rogue = kernel.last_rogue(phi);
        let last = last_heap(code, last_rogue)?;
        if phi.len() <= last || grundy.len() < phi.len() {
            return None;
        }
        let theta = homomorphism(quotient, kernel, (phi, grundy))?;
        let mut values: Vec<u64> = kernel.elements.iter().map(|&x| theta[x as usize]).collect();
        values.sort_unstable();
        values.dedup();
        let injective = values.len() == kernel.elements.len();
        let agrees = (1..phi.len()).all(|n| theta[phi[n] as usize] == grundy[n]);
        (injective && agrees).then(|| NimValues { last_rogue, theta, kernel: kernel.clone() })
    }

    /// θ(x) = ψ(ex): the Grundy value of every position with this value.
    pub fn theta(&self, x: Element) -> u64 {
        self.theta[x as usize]
    }

    /// The kernel.
    #[doc(hidden)]
    pub fn kernel(&self) -> &NormalKernel {
        &self.kernel
    }
}

/// θ: x ↦ ψ(ex), where ψ turns every generator into its Grundy value, if there is such a
/// homomorphism of the kernel.
fn homomorphism(
    quotient: &Quotient,
    kernel: &NormalKernel,
    (phi, grundy): (&[Element], &[u64]),
) -> Option<Vec<u64>> {
    let monoid = quotient.monoid();
    let value = |g: usize| grundy[heap_with(phi, monoid.generators()[g].action[0])];
    let generators: Vec<u64> = (0..monoid.generators().len()).map(value).collect();
    let nim = |x: Element| monoid.word(x).fold(0, |sum, g| sum ^ generators[g]);
    // The Grundy value of the least word of x is that of ex, if anything is.
    let theta: Vec<u64> = (0..monoid.order() as Element).map(nim).collect();
    let by_generators = |&x: &Element| {
        let images = monoid.generators().iter().zip(&generators);
        images.fold(true, |all, (g, v)| {
            all && theta[g.action[x as usize] as usize] == theta[x as usize] ^ v
        })
    };
    let of_identity =
        |x: Element| theta[monoid.product(x, kernel.identity) as usize] == theta[x as usize];
    let holds = theta[kernel.identity as usize] == 0
        && kernel.elements.iter().all(by_generators)
        && (0..monoid.order() as Element).all(of_identity);
    holds.then_some(theta)
}

/// The first heap with this value.
fn heap_with(phi: &[Element], value: Element) -> usize {
    phi.iter().position(|&x| x == value).unwrap_or(0)
}
