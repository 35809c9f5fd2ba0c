//! Verification: is a candidate the quotient, and where does it fail first?
//!
//! Theorem V and Lemma C of [`crate::theory::misere`]. For a position w let U(w) be the set of its
//! *unanswered contexts*: the z for which neither Φ(w)z is in P nor Φ(w′)z for an option w′ of w. It is
//! the complement of what Theorem V calls N_x ∩ W(w), so "below" becomes "above", a saturated pair is one with
//! U = ∅, and the recursion reads
//!
//! U(w + h) = {z : φ(h)z ∈ U(w)} ∖ {z : Φ(w)z is answered by h}.
//!
//! The candidate fails at w if 0, the identity, is in U(w). The words are visited in ascending order,
//! and a word is passed over if nothing is left unanswered, or if an earlier word of the same value
//! leaves as much: where the larger word fails, the smaller one does. Only heaps that no smaller heap
//! subsumes are needed. So the first failure met is the least of all.

use std::borrow::Cow;

use super::bits::Bits;
use super::limits::{Meter, Stop};
use super::monoid::Element;
use super::quotient::Quotient;
use super::types::{Type, Types};

/// A position: heaps, descending.
pub type Word = Vec<usize>;

/// The evidence of Lemma C: for every word with a live heap nothing is unanswered, or a set stored
/// for its value holds all that is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closure {
    unanswered: Vec<Vec<Bits>>,
}

impl Closure {
    /// For words without live heaps.
    #[must_use]
    pub fn empty(order: usize) -> Closure {
        Closure { unanswered: vec![vec![]; order] }
    }

    /// Whether a word of this value that leaves these contexts unanswered changes nothing.
    #[must_use]
    pub fn covers(&self, value: Element, unanswered: &[Element]) -> bool {
        let holds = |set: &Bits| unanswered.iter().all(|&z| set.contains(z as usize));
        unanswered.is_empty() || self.unanswered[value as usize].iter().any(holds)
    }

    /// How many pairs of a value and a set there are.
    #[must_use]
    pub fn pairs(&self) -> usize {
        self.unanswered.iter().map(Vec::len).sum()
    }
}

/// Verifies a candidate: its evidence, or the least position at which it is wrong.
///
/// # Errors
/// [`Stop`] if the limits are reached.
pub fn verify(
    quotient: &Quotient,
    types: &Types,
    meter: &mut Meter<'_>,
) -> Result<Result<Closure, Word>, Stop> {
    let bound = least_p_failure(quotient, types);
    let closure = Closure::empty(quotient.order());
    let search = Search::new(quotient, types, closure, bound.as_deref());
    let found = search.run(0, meter)?;
    Ok(found.and_then(|closure| bound.map_or(Ok(closure), Err)))
}

/// Verifies that the last unsubsumed type, which is new, changes nothing: the evidence grows.
///
/// # Errors
/// [`Stop`] if the limits are reached.
pub fn verify_last(
    quotient: &Quotient,
    types: &Types,
    closure: Closure,
    meter: &mut Meter<'_>,
) -> Result<Result<Closure, Word>, Stop> {
    Search::new(quotient, types, closure, None).run(types.unsubsumed.len() - 1, meter)
}

/// The least position of P that has an option in P (condition V1). Elements are numbered in the order
/// of their least words, so the first context in common is the least.
fn least_p_failure(quotient: &Quotient, types: &Types) -> Option<Word> {
    let failure = |t: &Type| {
        let z = quotient.contexts(t.value).first_common(&t.answered)?;
        let mut word: Word = quotient.monoid().heaps(z as Element).collect();
        let place = word.partition_point(|&heap| heap > t.heap);
        word.insert(place, t.heap);
        Some(word)
    };
    types.all.iter().filter_map(failure).min()
}

/// A search through the words for the least one that fails.
struct Search<'a> {
    quotient: &'a Quotient,
    types: Vec<&'a Type>,
    /// What the heap of each type does to each element, and the other way round.
    rows: Vec<Cow<'a, [Element]>>,
    preimages: Vec<Preimages>,
    closure: Closure,
    /// Words from this one on are of no interest.
    bound: Option<&'a [usize]>,
}

/// A word on the way.
struct Node<'a> {
    /// What the word does to each element.
    row: Cow<'a, [Element]>,
    /// In no order.
    unanswered: Vec<Element>,
    /// The type of its last, least heap.
    last: usize,
    /// The type of the heap to add next.
    next: usize,
}

impl<'a> Search<'a> {
    fn new(
        quotient: &'a Quotient,
        types: &'a Types,
        closure: Closure,
        bound: Option<&'a [usize]>,
    ) -> Search<'a> {
        let types: Vec<&Type> = types.unsubsumed.iter().map(|&i| &types.all[i]).collect();
        let rows: Vec<_> = types.iter().map(|t| quotient.monoid().row(t.value)).collect();
        let preimages = rows.iter().map(|row| Preimages::of(row)).collect();
        Search { quotient, rows, preimages, types, closure, bound }
    }

    /// Visits the words whose largest heap is of type `first` or later.
    fn run(mut self, first: usize, meter: &mut Meter<'_>) -> Result<Result<Closure, Word>, Stop> {
        let order = self.quotient.order() as Element;
        let outside = |z: &Element| !self.quotient.p_portion().contains(*z as usize);
        let unanswered = (0..order).filter(outside).collect();
        let Some(last) = self.types.len().checked_sub(1) else { return Ok(Ok(self.closure)) };
        let row = self.quotient.monoid().row(0);
        let mut path = vec![Node { row, unanswered, last, next: first }];
        while let Some(node) = path.last_mut() {
            if node.next > node.last {
                path.pop();
                continue;
            }
            let t = node.next;
            node.next += 1;
            if self.is_beyond(&path, t) {
                break;
            }
            let node = &path[path.len() - 1];
            let value = node.row[self.types[t].value as usize];
            let unanswered = self.unanswered(node, t, meter)?;
            if unanswered.contains(&0) {
                return Ok(Err(self.word(&path, t)));
            }
            if !self.closure.covers(value, &unanswered) {
                let row = self.row(node, t, value, meter)?;
                self.store(value, &unanswered, meter)?;
                path.push(Node { row, unanswered, last: t, next: 0 });
            }
        }
        Ok(Ok(self.closure))
    }

    /// The unanswered contexts of a word with one more heap of type `t`.
    fn unanswered(
        &self,
        node: &Node<'_>,
        t: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Element>, Stop> {
        let answered = &self.types[t].answered;
        let mut unanswered = vec![];
        let mut work = 2;
        for &y in &node.unanswered {
            let preimage = self.preimages[t].of_element(y);
            work += 4 + 4 * preimage.len() as u64;
            let open = |z: &&Element| !answered.contains(node.row[**z as usize] as usize);
            unanswered.extend(preimage.iter().filter(open));
        }
        meter.spend(work)?;
        Ok(unanswered)
    }

    /// What a word with one more heap of type `t`, of this value, does to each element.
    fn row(
        &self,
        node: &Node<'_>,
        t: usize,
        value: Element,
        meter: &mut Meter<'_>,
    ) -> Result<Cow<'a, [Element]>, Stop> {
        let monoid = self.quotient.monoid();
        if monoid.has_table() {
            return Ok(monoid.row(value));
        }
        meter.spend(2 * monoid.order() as u64)?;
        Ok(self.rows[t].iter().map(|&z| node.row[z as usize]).collect())
    }

    fn store(
        &mut self,
        value: Element,
        unanswered: &[Element],
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let order = self.quotient.order();
        let mut set = Bits::new(order);
        unanswered.iter().for_each(|&z| set.insert(z as usize));
        let sets = &mut self.closure.unanswered[value as usize];
        sets.push(set);
        // Later words of this value are held against all its sets.
        meter.spend(8 * sets.len() as u64 + order as u64 / 8)
    }

    /// The word of a path with one more heap.
    fn word(&self, path: &[Node<'_>], t: usize) -> Word {
        path[1..].iter().map(|node| node.last).chain([t]).map(|t| self.types[t].heap).collect()
    }

    fn is_beyond(&self, path: &[Node<'_>], t: usize) -> bool {
        self.bound.is_some_and(|bound| *self.word(path, t) >= *bound)
    }
}

/// The elements that a heap turns into each element.
struct Preimages {
    starts: Vec<u32>,
    elements: Vec<Element>,
}

impl Preimages {
    fn of(row: &[Element]) -> Preimages {
        let mut starts = vec![0; row.len() + 1];
        row.iter().for_each(|&y| starts[y as usize + 1] += 1);
        for y in 0..row.len() {
            starts[y + 1] += starts[y];
        }
        let mut next = starts.clone();
        let mut elements = vec![0; row.len()];
        for (z, &y) in row.iter().enumerate() {
            elements[next[y as usize] as usize] = z as Element;
            next[y as usize] += 1;
        }
        Preimages { starts, elements }
    }

    fn of_element(&self, y: Element) -> &[Element] {
        let y = y as usize;
        &self.elements[self.starts[y] as usize..self.starts[y + 1] as usize]
    }
}
