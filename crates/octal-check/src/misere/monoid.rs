//! The monoid: its actions commute, 0 reaches every element (Lemma A), and the elements are
//! numbered in the order of their least words.
//!
//! Words are compared by the exponent of the largest generator first, then the next. So the
//! elements that smaller generators generate come first. For a new generator g the new elements
//! follow. First come those among x·g for all of these x in their order, then those among x·g for
//! the x just found, and so on.
//!
//! At the end sets of elements as bits, and the elements that multiplication takes to each element.

use super::{MisereCertificate, Stop, Work, demand};

/// A commutative monoid, its elements named 0 (the identity) to order − 1.
pub(super) struct Monoid<'a> {
    /// For each generator g: x·g for every element x.
    actions: &'a [Vec<u16>],
    /// The least word of an element x > 0 is that of a smaller element and one generator more:
    /// entry x − 1 has both.
    words: Vec<(usize, usize)>,
}

impl<'a> Monoid<'a> {
    /// The monoid of a certificate.
    pub(super) fn new(
        certificate: &'a MisereCertificate,
        work: &mut Work<'_>,
    ) -> Result<Monoid<'a>, Stop> {
        // Their values are elements of their own, and none is 0.
        let right = format!("there should be fewer generators than {}", certificate.order);
        demand(certificate.generators.len() < certificate.order, right)?;
        let mut monoid = Monoid { actions: &certificate.actions, words: vec![] };
        monoid.check_commute(certificate, work)?;
        let mut generators = certificate.generators.iter().zip(0..).peekable();
        for (n, &value) in (0..).zip(&certificate.phi) {
            match generators.next_if(|(heap, _)| **heap == n) {
                Some((_, g)) => {
                    monoid.check_generator(n, value, g)?;
                    monoid.extend(g)?;
                }
                None => {
                    let right = "no smaller heaps generate its value";
                    let right = format!("heap {n}: {right} {value}: it should be a generator");
                    demand(usize::from(value) < monoid.order(), right)?;
                }
            }
        }
        let (order, all) = (monoid.order(), certificate.order);
        demand(order == all, format!("element {order}: no position has this value (V3)"))?;
        Ok(monoid)
    }

    /// (ii) of Lemma A.
    fn check_commute(
        &self,
        certificate: &MisereCertificate,
        work: &mut Work<'_>,
    ) -> Result<(), Stop> {
        let named = certificate.generators.iter().zip(self.actions);
        for (i, (g, a)) in named.clone().enumerate() {
            for (h, b) in named.clone().take(i) {
                work.spend(1, certificate.order)?;
                let commute = |&x: &usize| a[usize::from(b[x])] == b[usize::from(a[x])];
                if let Some(x) = (0..certificate.order).find(|x| !commute(x)) {
                    let reason = "the order of the actions makes a difference (Lemma A)";
                    return Err(format!("element {x}: {h} and {g}: {reason}").into());
                }
            }
        }
        Ok(())
    }

    /// Checks that heap n is a generator, and that its value has the next number.
    fn check_generator(&self, n: u64, value: u16, g: usize) -> Result<(), Stop> {
        let (value, new) = (usize::from(value), self.order());
        let right = format!("heap {n}: smaller heaps generate its value {value}: no generator");
        demand(value >= new, right)?;
        let right = format!("element {value}: its number should be {new} (least words)");
        demand(value == new, right)?;
        let acts = usize::from(self.actions[g][0]) == value;
        Ok(demand(acts, format!("heap {n}: its action should take 0 to its value (V3)"))?)
    }

    /// Finds the new elements x·g^i, in order.
    fn extend(&mut self, g: usize) -> Result<(), Stop> {
        let (mut from, mut to) = (0, self.order());
        while from < to {
            for x in from..to {
                let (y, new) = (usize::from(self.actions[g][x]), self.order());
                if y == new {
                    self.words.push((x, g));
                }
                demand(y <= new, format!("element {y}: its number should be {new} (least words)"))?;
            }
            (from, to) = (to, self.order());
        }
        Ok(())
    }

    /// The number of elements.
    pub(super) fn order(&self) -> usize {
        self.words.len() + 1
    }

    /// The action of each generator on the elements.
    pub(super) fn actions(&self) -> &'a [Vec<u16>] {
        self.actions
    }

    /// The least word of x > 0: a smaller element, and the number of a generator.
    pub(super) fn word(&self, x: usize) -> (usize, usize) {
        self.words[x - 1]
    }

    /// x·z for every element z.
    pub(super) fn row(&self, mut x: usize, work: &mut Work<'_>) -> Result<Vec<u16>, Stop> {
        let mut row: Vec<u16> = (0..self.order() as u16).collect();
        while x > 0 {
            work.spend(1, row.len())?;
            let (rest, g) = self.word(x);
            row.iter_mut().for_each(|z| *z = self.actions[g][usize::from(*z)]);
            x = rest;
        }
        Ok(row)
    }
}

/// A set of elements: element x is bit x mod 64 of word x div 64.
pub(super) type Bits = Box<[u64]>;

/// The empty set, with room for elements below `order`.
pub(super) fn empty_set(order: usize) -> Bits {
    vec![0; order.div_ceil(64)].into()
}

/// The set of these elements.
pub(super) fn set_of(elements: impl IntoIterator<Item = usize>, order: usize) -> Bits {
    let mut set = empty_set(order);
    elements.into_iter().for_each(|x| insert(&mut set, x));
    set
}

pub(super) fn contains(set: &[u64], x: usize) -> bool {
    set[x / 64] >> (x % 64) & 1 != 0
}

pub(super) fn insert(set: &mut [u64], x: usize) {
    set[x / 64] |= 1 << (x % 64);
}

/// Joins the second set to the first.
pub(super) fn join(set: &mut [u64], other: &[u64]) {
    set.iter_mut().zip(other).for_each(|(a, b)| *a |= b);
}

/// The elements of both sets.
pub(super) fn meet(a: &[u64], b: &[u64]) -> Bits {
    a.iter().zip(b).map(|(a, b)| a & b).collect()
}

pub(super) fn is_subset(set: &[u64], of: &[u64]) -> bool {
    set.iter().zip(of).all(|(a, b)| a & !b == 0)
}

/// The least element of both sets.
pub(super) fn common_element(a: &[u64], b: &[u64]) -> Option<usize> {
    let (i, both) = a.iter().zip(b).map(|(a, b)| a & b).enumerate().find(|(_, both)| *both != 0)?;
    Some(64 * i + both.trailing_zeros() as usize)
}

/// The elements whose entry in the row is in the set; the row has an entry for each element.
pub(super) fn preimage(set: &[u64], row: &[u16]) -> Bits {
    let bit = |word, (i, &y): (usize, &u16)| word | (set[usize::from(y) / 64] >> (y % 64) & 1) << i;
    row.chunks(64).map(|ys| ys.iter().enumerate().fold(0, bit)).collect()
}

/// Lists of elements, one after the other.
pub(super) struct Preimages {
    /// The list of y goes from `starts[y]` up to, not including, `starts[y + 1]`.
    starts: Vec<u32>,
    /// Each list ascends.
    elements: Vec<u16>,
}

impl Preimages {
    /// Of a row, which has an element for each element.
    pub(super) fn of(row: &[u16]) -> Preimages {
        let mut starts = vec![0; row.len() + 1];
        row.iter().for_each(|&y| starts[usize::from(y) + 1] += 1);
        for y in 0..row.len() {
            starts[y + 1] += starts[y];
        }
        let (mut next, mut elements) = (starts.clone(), vec![0; row.len()]);
        for (z, &y) in row.iter().enumerate() {
            let place = &mut next[usize::from(y)];
            elements[*place as usize] = z as u16;
            *place += 1;
        }
        Preimages { starts, elements }
    }

    /// The elements that are taken to one of these, ascending.
    pub(super) fn of_all(&self, targets: &[u16]) -> Vec<u16> {
        let list = |&y: &u16| {
            let y = usize::from(y);
            &self.elements[self.starts[y] as usize..self.starts[y + 1] as usize]
        };
        let mut all: Vec<u16> = targets.iter().flat_map(list).copied().collect();
        all.sort_unstable();
        all
    }
}
