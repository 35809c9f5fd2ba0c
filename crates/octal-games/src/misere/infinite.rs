//! Partial quotients that are infinite: two heaps of which one makes up for the other (Theorem I of
//! [`crate::theory::misere`]).
//!
//! Where candidates grow without end, there are often two heaps c < d with these rules. Where there
//! are many of both, removing q heaps c and p heaps d together changes no outcome. Beside few heaps
//! c, removing p of many heaps d changes no outcome. A candidate is right about all positions below
//! its least failure, so about all positions with at most B heaps d. If the candidate shows the
//! rules up to B, they hold for any number of heaps d. Then no two of infinitely many positions of
//! heaps d alone are indistinguishable.
//!
//! With u for the other heaps, o(u, a, b) is the outcome beside a heaps c and b heaps d. As a
//! function of u it is a set of elements of the submonoid R that the other heaps generate. Equal
//! sets get equal numbers, so the rules are comparisons of numbers in a table of a and b.
//! O(|R|·a·b), and as much as that for each heap c.

use super::limits::{Meter, MisereStop};
use super::monoid::{Bits, Element, Monoid};
use super::position::options;
use super::quotient::Quotient;
use super::trial::without;
use super::verify::Word;
use crate::code::Code;
use std::collections::HashMap;

/// Two heaps of which one makes up for the other, so that the quotient of the heaps up to the
/// larger one is infinite. Then the quotient of the whole game is infinite. The letters are those
/// of Theorem I.
///
/// ```
/// let game: octal_games::Game = "0.75".parse()?;
/// assert!(game.misere().quotient()?.infinite.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Infinite {
    /// c.
    pub smaller: usize,
    /// d: the quotient of the heaps up to this one is infinite.
    pub larger: usize,
    /// q and p: beside many heaps c, removing q heaps c and p heaps d together changes no outcome.
    pub steps: (usize, usize),
    /// α: with fewer heaps c the number of heaps d does not matter.
    pub from: usize,
    /// K1 and K0: beside many and beside few heaps c, the rules hold from these numbers of heaps d
    /// on.
    pub stable: (usize, usize),
    /// B: the candidate is right about all positions with at most B heaps d.
    pub most: usize,
    /// v, a and b: beside v and a heaps c, b heaps d and b + p heaps d give different outcomes.
    pub witness: (Word, usize, usize),
    /// The candidate.
    pub candidate: Quotient,
}

impl Infinite {
    /// The same for a game whose heap n is heap n − `shift` of this one; heaps up to `shift` have
    /// no move.
    pub(super) fn shifted(mut self, shift: usize) -> Infinite {
        self.smaller += shift;
        self.larger += shift;
        self.witness.0.iter_mut().for_each(|heap| *heap += shift);
        Infinite { candidate: self.candidate.shifted(shift, self.larger), ..self }
    }
}

/// Looks for two such heaps in a candidate and its least failure.
///
/// # Errors
/// [`MisereStop`] if the limits are reached.
pub fn prove(
    code: &Code,
    candidate: &Quotient,
    failure: &Word,
    meter: &mut Meter<'_>,
) -> Result<Option<Infinite>, MisereStop> {
    let larger = candidate.last_heap();
    let most = failure.iter().filter(|heap| **heap == larger).count().saturating_sub(1);
    if most < 2 {
        return Ok(None);
    }
    let mut others: Word = failure.iter().copied().filter(|&heap| heap < larger).collect();
    others.dedup();
    for smaller in others {
        let least = most_added(code, smaller, larger).max(1);
        let found = meter.scoped(|meter| {
            let outcomes = Outcomes::new(candidate, (smaller, larger), most, meter)?;
            // A rule that is found keeps a copy of the candidate.
            meter.hold(candidate.memory())?;
            Ok::<_, MisereStop>(outcomes.find(least))
        })?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// The most heaps c that a move may add, in any heap up to d.
fn most_added(code: &Code, smaller: usize, larger: usize) -> usize {
    let added = |parts: [usize; 3]| parts.iter().filter(|&&part| part == smaller).count();
    (1..=larger).flat_map(|heap| options(code, heap).map(added)).max().unwrap_or(0)
}

/// The outcomes of all positions with at most B heaps d.
struct Outcomes<'c> {
    candidate: &'c Quotient,
    heaps: (usize, usize),
    most: usize,
    /// R.
    rest: Monoid,
    /// `table[b][a]`: the number of the set of the u in R with (u, a, b) in P.
    table: Vec<Vec<usize>>,
    /// The sets by their numbers.
    sets: Vec<Bits>,
    /// i: from here on a and a + period are equal.
    index: usize,
    period: usize,
}

/// A rule to be tried: the letters of Theorem I.
#[derive(Clone, Copy)]
struct Rule {
    q: usize,
    p: usize,
    alpha: usize,
}

impl<'c> Outcomes<'c> {
    fn new(
        candidate: &'c Quotient,
        heaps: (usize, usize),
        most: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Outcomes<'c>, MisereStop> {
        let (monoid, phi) = (candidate.monoid(), candidate.phi());
        let is_left_out = |heap| heap == heaps.0 || heap == heaps.1;
        let (rest, _) = without(candidate, is_left_out, meter)?;
        let (index, period) = monoid.index_and_period(phi[heaps.0]);
        // Every a up to the last whose images are compared: α ≤ index + 1, and q ≤ index.
        let columns = 2 * index + period + 2;
        let elements = (rest.order() * columns * (most + 1)) as u64;
        meter.spend(4 * elements + 2 * (monoid.order() as u64 + (rest.order() as u64).pow(2)))?;
        // Every set is there twice, as a key and by its number.
        let sets = (columns * (most + 1)) as u64;
        meter.hold(sets * (2 * Bits::bytes(rest.order()) + 64))?;
        meter.hold(2 * monoid.row_bytes() + 12 * rest.order() as u64)?;
        let [by_c, by_d] = [heaps.0, heaps.1].map(|heap| monoid.row(phi[heap]));
        let mut outcomes =
            Outcomes { candidate, heaps, most, rest, table: vec![], sets: vec![], index, period };
        let mut numbers = HashMap::new();
        let mut row = outcomes.elements();
        for _ in 0..=most {
            let mut at = row.clone();
            let mut line = vec![];
            for _ in 0..columns {
                let set =
                    Bits::collect(at.len(), |u| candidate.p_portion().contains(at[u] as usize));
                line.push(outcomes.number(set, &mut numbers));
                at.iter_mut().for_each(|x| *x = by_c[*x as usize]);
            }
            outcomes.table.push(line);
            row.iter_mut().for_each(|x| *x = by_d[*x as usize]);
        }
        Ok(outcomes)
    }

    /// The elements of R as elements of the candidate.
    fn elements(&self) -> Vec<Element> {
        let candidate = self.candidate;
        let mut elements: Vec<Element> = vec![0];
        for u in 1..self.rest.order() as Element {
            let (parent, g) = self.rest.parent(u).unwrap_or_default();
            let value = candidate.phi()[self.rest.generators()[g].heap];
            elements.push(candidate.monoid().product(elements[parent as usize], value));
        }
        elements
    }

    fn number(&mut self, set: Bits, numbers: &mut HashMap<Bits, usize>) -> usize {
        *numbers.entry(set).or_insert_with_key(|set| {
            self.sets.push(set.clone());
            self.sets.len() - 1
        })
    }

    /// The first rule that proves the quotient infinite, where a move adds at most `least` heaps c.
    fn find(&self, least: usize) -> Option<Infinite> {
        let steps = (1..=self.most / 2).flat_map(|p| (least..=self.index).map(move |q| (p, q)));
        let mut rules = steps
            .flat_map(|(p, q)| (q + 1..=self.index + 1).map(move |alpha| Rule { q, p, alpha }));
        rules.find_map(|rule| self.prove(rule))
    }

    /// I1 to I4 of Theorem I.
    fn prove(&self, rule: Rule) -> Option<Infinite> {
        let Rule { q, p, alpha } = rule;
        let first_holds = |b: &usize| self.leaves_out_both(rule, *b);
        let k1 = (p..=self.most).rev().take_while(first_holds).last()?;
        let second_holds =
            |b: &usize| (0..alpha).all(|a| self.table[*b][a] == self.table[b - p][a]);
        let mut k0 = (k1..=self.most).rev().take_while(second_holds).last()?;
        let third_holds = |b: usize| self.table[b][alpha - 1] == self.table[b][alpha - 1 - q];
        while k0 + p <= self.most && !(k0 - p..k0).all(third_holds) {
            k0 += 1;
        }
        if k0 + p > self.most {
            return None;
        }
        let matters = |&(a, b): &(usize, usize)| self.table[b][a] != self.table[b + p][a];
        let places = (alpha - q..alpha).flat_map(|a| (k1 - p..k0).map(move |b| (a, b)));
        let (a, b) = { places }.find(matters)?;
        Some(self.infinite(rule, (k1, k0), (a, b)))
    }

    /// I1 in the row b.
    fn leaves_out_both(&self, Rule { q, p, alpha }: Rule, b: usize) -> bool {
        // From here on both sides have the period.
        let end = alpha.max(self.index + q) + self.period;
        (alpha..end).all(|a| self.table[b][a] == self.table[b - p][a - q])
    }

    fn infinite(&self, rule: Rule, stable: (usize, usize), (a, b): (usize, usize)) -> Infinite {
        let [one, other] = [b, b + rule.p].map(|b| &self.sets[self.table[b][a]]);
        let differs = |u: &usize| one.contains(*u) != other.contains(*u);
        let context = (0..self.rest.order()).find(differs).unwrap_or(0);
        Infinite {
            smaller: self.heaps.0,
            larger: self.heaps.1,
            steps: (rule.q, rule.p),
            from: rule.alpha,
            stable,
            most: self.most,
            witness: (self.rest.heaps(context as Element).collect(), a, b),
            candidate: self.candidate.clone(),
        }
    }
}
