//! A finite commutative monoid with its P-portion and a pretending function: a misère quotient, or
//! a candidate for one.
//!
//! The pretending function gives every heap its value; the value of a position is the product of
//! those of its heaps. Section 10 of [`crate::theory::misere`]; source `[PlaSie2008]`.
//!
//! [`normal_play`] gives the normal play of a game whose misère play Theorem K solves. Its period
//! gives the order and the period of the quotient.

use super::monoid::{Bits, Element, LARGEST_TABLE, Monoid};
use super::solve::{Proof, Solved};
use crate::grundy::GrundyError;
use crate::period::search::{EventCallback, Limits, search};
use crate::period::sequence::Known;
use std::borrow::Cow;

/// A monoid Q, its P-portion, and the values of the heaps 0, 1, …, n.
///
/// ```
/// let game: octal_games::Game = "0.75".parse()?;
/// let quotient = game.misere().quotient()?.quotient;
/// assert!(!quotient.is_tame());
/// // The value of heap 0 is the identity, 0.
/// assert_eq!((quotient.phi()[0], quotient.value(&[0, 0])), (0, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotient {
    monoid: Monoid,
    /// `contexts[x]` holds the z with xz in P; `contexts[0]` is P, and in a large monoid that is
    /// all.
    contexts: Vec<Bits>,
    phi: Vec<Element>,
}

impl Quotient {
    /// The quotient of heaps that have no move: one element, and no P-position.
    #[doc(hidden)]
    pub fn trivial() -> Quotient {
        let (monoid, _) = Monoid::generated(0, 1, &[]);
        Quotient { monoid, contexts: vec![Bits::new(1)], phi: vec![0] }
    }

    /// With this P-portion and these values of heaps 0, 1, …. O(order²), and O(1) for a large
    /// monoid.
    #[doc(hidden)]
    pub fn new(monoid: Monoid, p_portion: Bits, phi: Vec<Element>) -> Quotient {
        let order = monoid.order();
        let mut contexts = vec![p_portion];
        let stored = if monoid.has_table() { order } else { 1 };
        for x in 1..stored as Element {
            let (parent, g) = monoid.parent(x).unwrap_or_default();
            let (action, before) = (&monoid.generators()[g].action, &contexts[parent as usize]);
            contexts.push(Bits::collect(order, |z| before.contains(action[z] as usize)));
        }
        Quotient { monoid, contexts, phi }
    }

    /// Most bytes of a quotient of this order while it is made, with at most this number of
    /// generators.
    #[doc(hidden)]
    pub const fn bytes(order: usize, generators: usize) -> u64 {
        let contexts = if order <= LARGEST_TABLE { order as u64 } else { 1 };
        Monoid::bytes(order, generators) + contexts * Bits::bytes(order)
    }

    /// The number of bytes of the quotient.
    #[doc(hidden)]
    pub fn memory(&self) -> u64 {
        let generators = self.monoid.generators().len();
        Quotient::bytes(self.order(), generators) + 8 * self.phi.len() as u64
    }

    /// Q.
    #[doc(hidden)]
    pub fn monoid(&self) -> &Monoid {
        &self.monoid
    }

    /// |Q|.
    pub fn order(&self) -> usize {
        self.monoid.order()
    }

    /// P.
    #[doc(hidden)]
    pub fn p_portion(&self) -> &Bits {
        &self.contexts[0]
    }

    /// The z with xz in P. O(1), or O(order · length of a word) in a large monoid.
    pub(crate) fn contexts(&self, x: Element) -> Cow<'_, Bits> {
        let in_p = || {
            let row = self.monoid.row(x);
            Bits::collect(row.len(), |z| self.p_portion().contains(row[z] as usize))
        };
        self.contexts.get(x as usize).map_or_else(|| Cow::Owned(in_p()), Cow::Borrowed)
    }

    /// True if xz is in P for no z of this set.
    pub(crate) fn avoids(&self, x: Element, set: &Bits) -> bool {
        if let Some(contexts) = self.contexts.get(x as usize) {
            return contexts.is_disjoint(set);
        }
        let in_p =
            |z: usize| self.p_portion().contains(self.monoid.product(x, z as Element) as usize);
        !set.iter().any(in_p)
    }

    /// The values of heaps 0, 1, …: the value of heap 0 is the identity.
    pub fn phi(&self) -> &[Element] {
        &self.phi
    }

    /// The last heap that has a value.
    pub fn last_heap(&self) -> usize {
        self.phi.len() - 1
    }

    /// The quotient of a game whose heap n is heap n − `shift` of this one. Its heaps up to `last`
    /// have values, and those up to `shift` no move.
    #[doc(hidden)]
    pub fn shifted(mut self, shift: usize, last: usize) -> Quotient {
        self.monoid.shift(shift);
        self.phi.splice(0..0, std::iter::repeat_n(0, shift));
        self.phi.truncate(last + 1);
        self
    }

    /// Gives the next heap its value.
    #[doc(hidden)]
    pub fn push(&mut self, value: Element) {
        self.phi.push(value);
    }

    /// The value of a position.
    ///
    /// # Panics
    /// If a heap has no value.
    pub fn value(&self, position: &[usize]) -> Element {
        position.iter().fold(0, |x, &heap| self.monoid.product(x, self.phi[heap]))
    }

    /// True if a position is a P-position, provided this is the quotient.
    ///
    /// # Panics
    /// If a heap has no value.
    pub fn is_p_position(&self, position: &[usize]) -> bool {
        self.p_portion().contains(self.value(position) as usize)
    }

    /// True if the quotient is that of misère Nim with heaps up to some size. Then outside the
    /// kernel there are only 1 and an element a with a² = 1, and P = {a, e} with the identity e of
    /// the kernel. The two least quotients count too.
    pub fn is_tame(&self) -> bool {
        if self.order() <= 2 {
            return true;
        }
        let (e, kernel) = self.monoid.kernel();
        let mut outside = (0..self.order() as Element).filter(|x| kernel.binary_search(x).is_err());
        let (Some(0), Some(a), None) = (outside.next(), outside.next(), outside.next()) else {
            return false;
        };
        let p: Vec<usize> = self.p_portion().iter().collect();
        let mut expected = [a as usize, e as usize];
        expected.sort_unstable();
        self.monoid.product(a, a) == 0 && p == expected
    }
}

/// The default limits of the search of normal play for its period: some seconds.
pub const NORMAL: Limits = Limits { heaps: 1 << 24, work: Some(2_000_000_000), memory: u64::MAX };

/// The normal play of such a game; `None` of any other. The search also keeps to the limit of
/// memory of the search for the quotient, and to the work that the search for the quotient left.
///
/// # Errors
/// [`GrundyError`] if the values cannot be had.
pub fn normal_play(
    solved: &Solved,
    limits: &Limits,
    watch: &EventCallback<'_>,
) -> Result<Option<Known>, GrundyError> {
    let left = solved.limits.work.map(|most| most.saturating_sub(solved.work));
    let work = limits.work.into_iter().chain(left).min();
    let memory = limits.memory.min(solved.limits.memory);
    match solved.proof {
        Some(Proof::Kernel(_)) => {
            search(&solved.code, &Limits { work, memory, ..*limits }, watch).map(Some)
        }
        _ => Ok(None),
    }
}
