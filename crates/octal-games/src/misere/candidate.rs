//! Candidates: trial monoids, marked by the rules and reduced.
//!
//! The elements of a trial monoid are *marked* by their least words. A word is marked P if it is
//! not empty and no option of it is marked P. Options are smaller words, so this is a definition.
//! Marks may be wrong, as the monoid may identify too much; [`super::verify`] decides if the
//! reduced monoid is right. Most trials are refused by the mark of one position, so marks are made
//! when they are asked for. Source: `[PlaSie2008]`.
//!
//! Where a candidate fails at a position, some of its heaps are set free, until a candidate is
//! right there. Small sets of heaps come first. If no set will do, the powers of the heaps set free
//! are kept apart further than the candidate does.

use super::limits::{Meter, MisereStop};
use super::monoid::{Bits, Element, LARGEST_TABLE, Monoid};
use super::quotient::Quotient;
use super::trial::{Cycle, Factor, Trial};
use super::types;
use super::verify::Word;
use crate::code::Code;
use std::borrow::Cow;

/// Marks and reduces M. Returns a candidate if it gives the outcome of the position in `wanted`
/// rightly.
///
/// # Errors
/// [`MisereStop`] if the limits are reached.
pub fn candidate(
    trial: &Trial<'_>,
    wanted: Option<(&[usize], bool)>,
    meter: &mut Meter<'_>,
) -> Result<Option<Quotient>, MisereStop> {
    let factors = trial.factors();
    meter.hold(trial.removals_bytes())?;
    let mut marker = Marker::new(trial, &factors);
    if let Some((word, is_p)) = wanted
        && marker.mark(trial.value(word), meter)? != is_p
    {
        return Ok(None);
    }
    let mut marks = Bits::new(trial.order());
    for x in 0..trial.order() as Element {
        if marker.mark(x, meter)? {
            marks.insert(x as usize);
        }
    }
    let actions: Vec<Vec<Element>> = factors.iter().map(|&(_, f)| trial.action(f)).collect();
    let actions: Vec<&[Element]> = actions.iter().map(Vec::as_slice).collect();
    meter.spend((8 * actions.len() * trial.order()) as u64)?;
    let (class, count) = types::classes(&marks, &actions, trial.order(), meter)?;
    // The quotient, and the images of its elements.
    meter.hold(Quotient::bytes(count, factors.len()) + 4 * (count * (factors.len() + 2)) as u64)?;
    let is_large = count > LARGEST_TABLE;
    meter.spend(if is_large { 20 * count as u64 } else { 2 * (count as u64).pow(2) })?;
    Ok(Some(reduced(trial, (&factors, &actions), &marks, (&class, count))))
}

/// The monoid of these classes.
fn reduced(
    trial: &Trial<'_>,
    (factors, actions): (&[(usize, Factor)], &[&[Element]]),
    marks: &Bits,
    (class, count): (&[u32], usize),
) -> Quotient {
    let mut members = vec![0; count];
    class.iter().enumerate().for_each(|(x, &c)| members[c as usize] = x as Element);
    let image = |action: &[Element]| -> Vec<Element> {
        members.iter().map(|&x| class[action[x as usize] as usize]).collect()
    };
    let heaps = factors.iter().zip(actions);
    let heaps: Vec<(usize, Cow<'_, [Element]>)> =
        heaps.map(|(&(heap, _), action)| (heap, Cow::Owned(image(action)))).collect();
    let (monoid, number) = Monoid::generated(class[0], count, &heaps);
    let mut p_portion = Bits::new(count);
    for (&x, &new) in members.iter().zip(&number) {
        if marks.contains(x as usize) {
            p_portion.insert(new as usize);
        }
    }
    let value = |&x: &Element| number[class[x as usize] as usize];
    Quotient::new(monoid, p_portion, trial.phi().iter().map(value).collect())
}

/// The number of bytes of an element whose options are examined.
fn step_bytes(options: &Vec<Element>) -> u64 {
    // The list of these elements may have grown just now.
    128 + 4 * options.capacity() as u64
}

/// Marks elements as they are asked for: P if the least word is not empty and has no option in P.
///
/// The options of a least word are smaller words, and the least words of their values are smaller
/// still, so this ends. The elements whose marks are wanted first lie on a stack of their own, as
/// there may be very many.
struct Marker<'t> {
    trial: &'t Trial<'t>,
    factors: &'t [(usize, Factor)],
    /// For each factor the values of the options of its heap.
    options: Vec<Vec<(u32, Element)>>,
    /// For each element of R its least word without one of its generators.
    removals: Vec<Vec<(u32, Element)>>,
    /// The marks: true if an element is in P, `None` if not known yet.
    marks: Vec<Option<bool>>,
}

impl<'t> Marker<'t> {
    fn new(trial: &'t Trial<'t>, factors: &'t [(usize, Factor)]) -> Marker<'t> {
        let options = factors.iter().map(|&(heap, _)| trial.options(heap)).collect();
        let mut marks = vec![None; trial.order()];
        marks[0] = Some(false);
        Marker { trial, factors, options, removals: trial.removals(), marks }
    }

    /// True if an element is marked P.
    fn mark(&mut self, x: Element, meter: &mut Meter<'_>) -> Result<bool, MisereStop> {
        if let Some(mark) = self.marks[x as usize] {
            return Ok(mark);
        }
        let mut path = vec![(x, self.options_of(x), 0)];
        let mut last = false;
        meter.hold(step_bytes(&path[0].1))?;
        while let Some((x, options, next)) = path.last_mut() {
            let begun = *next;
            let rest = options[begun..].iter();
            let undecided = rest.map(|&y| (y, self.marks[y as usize])).find(|(_, mark)| {
                *next += 1;
                *mark != Some(false)
            });
            meter.spend(2 + 4 * (*next - begun) as u64)?;
            match undecided {
                Some((y, None)) => {
                    // Its mark is needed again when this one is known.
                    *next -= 1;
                    let options = self.options_of(y);
                    meter.spend(8 * options.len() as u64)?;
                    meter.hold(step_bytes(&options))?;
                    path.push((y, options, 0));
                }
                found => {
                    last = found.is_none();
                    self.marks[*x as usize] = Some(last);
                    meter.free(step_bytes(options));
                    path.pop();
                }
            }
        }
        Ok(last)
    }

    /// The values of the options of the least word of an element.
    fn options_of(&self, x: Element) -> Vec<Element> {
        let (e, r) = self.trial.parts(x);
        let mut values = vec![];
        for (&(_, factor), options) in self.factors.iter().zip(&self.options) {
            let without = match factor {
                Factor::Free(i) => self.trial.fewer(e, i).map(|e| (e, r)),
                Factor::Base(g) => {
                    let mut removals = self.removals[r as usize].iter();
                    removals.find_map(|&(h, s)| (h as usize == g).then_some((e, s)))
                }
            };
            if let Some((e, r)) = without {
                let value = |&option: &_| self.trial.product_of_parts((e, r), option);
                values.extend(options.iter().map(value));
            }
        }
        values
    }
}

/// The result of a trial.
enum Mended {
    Candidate(Quotient),
    /// No trial is right. The reason is set if some trials were left out for want of memory.
    None(Option<MisereStop>),
}

/// The number of times that the indices of the heaps set free are raised before the search gives
/// up.
const MOST_RAISES: usize = 4;

/// The first trial that is right where the candidate fails.
pub(super) fn mend(
    code: &Code,
    candidate: &Quotient,
    failure: &Word,
    meter: &mut Meter<'_>,
) -> Result<Quotient, MisereStop> {
    let mut reason = MisereStop::Unmended;
    for raise in 0..MOST_RAISES {
        match mend_with(code, candidate, failure, 2 * raise, meter)? {
            Mended::Candidate(mended) => return Ok(mended),
            Mended::None(stop) => reason = stop.unwrap_or(reason),
        }
    }
    Err(reason)
}

fn mend_with(
    code: &Code,
    candidate: &Quotient,
    failure: &Word,
    raise: usize,
    meter: &mut Meter<'_>,
) -> Result<Mended, MisereStop> {
    let wanted = Some((failure.as_slice(), !candidate.is_p_position(failure)));
    let mut left_out = None;
    for subset in subsets(candidate, failure, raise) {
        match attempt(code, candidate, subset, wanted, meter) {
            Ok(Some(mended)) => return Ok(Mended::Candidate(mended)),
            Ok(None) => {}
            Err(MisereStop::Memory) => left_out = Some(MisereStop::Memory),
            Err(stop) => return Err(stop),
        }
    }
    Ok(Mended::None(left_out))
}

/// The candidate with these heaps set free, if it is right where it is wanted to be.
pub(super) fn attempt(
    code: &Code,
    quotient: &Quotient,
    free: Vec<Cycle>,
    wanted: Option<(&[usize], bool)>,
    meter: &mut Meter<'_>,
) -> Result<Option<Quotient>, MisereStop> {
    meter.scoped(|meter| {
        let trial = Trial::new(code, quotient, free, meter)?;
        candidate(&trial, wanted, meter)
    })
}

/// More different heaps than this are not set free in all ways.
const MOST_HEAPS: usize = 10;

/// The ways to set some heaps of a position free, small ones first.
fn subsets(candidate: &Quotient, failure: &Word, raise: usize) -> Vec<Vec<Cycle>> {
    let mut heaps = failure.clone();
    heaps.dedup();
    heaps.truncate(MOST_HEAPS);
    let cycle = |&heap: &usize| {
        let exponent = failure.iter().filter(|h| **h == heap).count();
        let (index, _) = candidate.monoid().index_and_period(candidate.phi()[heap]);
        let index = index.max(exponent - 1) + raise;
        Cycle { heap, index, period: (index.saturating_sub(4) / 2 * 2).max(2) }
    };
    let cycles: Vec<Cycle> = heaps.iter().map(cycle).collect();
    let chosen = |set: u32| {
        let is_in = |i: &usize| set >> i & 1 == 1;
        (0..cycles.len()).filter(is_in).map(|i| cycles[i]).collect::<Vec<_>>()
    };
    let mut subsets: Vec<Vec<Cycle>> = (1..1 << cycles.len()).map(chosen).collect();
    let size = |set: &Vec<Cycle>| (set.len(), set.iter().map(|c| c.index + c.period).product());
    subsets.sort_by_key(|set| -> (usize, usize) { size(set) });
    subsets
}
