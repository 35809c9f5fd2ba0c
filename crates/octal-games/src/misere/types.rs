//! Types of heaps: their values, and the values of their options. And the coarsest reduction of a
//! monoid, by partition refinement.
//!
//! Two elements x, y of a commutative monoid with P-portion P are equivalent if xz ∈ P ⇔ yz ∈ P for
//! every z. With the generators as letters this is the equivalence of states of an automaton, and
//! Moore's algorithm finds it. Begin with P and its complement, and split the classes by the
//! classes to which a generator leads, until nothing splits. O(rounds · generators · order).

use super::limits::{Meter, MisereStop};
use super::monoid::{Bits, Element};
use super::position::options;
use super::quotient::Quotient;
use crate::code::Code;
use std::borrow::Cow;

/// The type of a live heap in a quotient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Type {
    /// The least heap of this type.
    pub heap: usize,
    /// Its value.
    pub value: Element,
    /// T: the values of its options, ascending; never empty.
    pub options: Vec<Element>,
    /// The contexts z that the heap answers: tz is in P for the value t of some option.
    pub answered: Bits,
}

impl Type {
    /// The type of a heap with this value and these values of options.
    pub fn new(quotient: &Quotient, heap: usize, value: Element, options: Vec<Element>) -> Type {
        let answered = answered(quotient, &options);
        Type { heap, value, options, answered }
    }

    /// The number of bytes of the type.
    fn memory(&self) -> u64 {
        let answered = Bits::bytes(self.answered.capacity());
        128 + 4 * self.options.capacity() as u64 + answered
    }

    /// True if `other` may replace this heap in every word: it has the same value and no more
    /// options.
    fn is_subsumed_by(&self, other: &Type) -> bool {
        let mut rest = self.options.iter();
        self.value == other.value && other.options.iter().all(|t| rest.any(|s| s == t))
    }
}

/// The contexts that some option answers.
pub fn answered(quotient: &Quotient, options: &[Element]) -> Bits {
    let mut all = Bits::new(quotient.order());
    options.iter().for_each(|&t| all.unite(&quotient.contexts(t)));
    all
}

/// The same for all options of a heap, from the action of each smaller heap on the elements. In a
/// large quotient that is less work. O(options · order).
fn answered_by_parts(
    code: &Code,
    heap: usize,
    quotient: &Quotient,
    rows: &[Cow<'_, [Element]>],
) -> Bits {
    let order = quotient.order();
    let mut all = Bits::new(order);
    for parts in options(code, heap) {
        let product = |z| parts.iter().fold(z, |z, &part| rows[part][z] as usize);
        all.unite(&Bits::collect(order, |z| quotient.p_portion().contains(product(z))));
    }
    all
}

/// The values of the options of heap `n`, ascending, where `phi` gives the values of its parts, and
/// elements are multiplied by `product`.
pub(crate) fn option_values(
    code: &Code,
    n: usize,
    phi: &[Element],
    product: impl Fn(Element, Element) -> Element,
) -> Vec<Element> {
    let value = |parts: [usize; 3]| {
        let [a, b, c] = parts.map(|part| phi[part]);
        let pair = if parts[1] == 0 { c } else { product(b, c) };
        if parts[0] == 0 { pair } else { product(a, pair) }
    };
    let mut values: Vec<Element> = vec![];
    for parts in options(code, n) {
        values.push(value(parts));
        if values.len() >= 1 << 14 {
            values.sort_unstable();
            values.dedup();
        }
    }
    values.sort_unstable();
    values.dedup();
    values
}

/// The types of the live heaps 1 to n, by their least heaps.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Types {
    /// All of them.
    pub all: Vec<Type>,
    /// Those that no type of a smaller heap subsumes, by their indices in `all`.
    pub unsubsumed: Vec<usize>,
}

impl Types {
    /// The number of bytes of the types.
    pub fn memory(&self) -> u64 {
        self.all.iter().map(Type::memory).sum()
    }

    /// The types of the heaps of a quotient.
    ///
    /// # Errors
    /// [`MisereStop::Memory`] if they take more memory than the limits allow.
    pub fn of(
        code: &Code,
        quotient: &Quotient,
        meter: &mut Meter<'_>,
    ) -> Result<Types, MisereStop> {
        let monoid = quotient.monoid();
        let rows_bytes = quotient.phi().len() as u64 * monoid.row_bytes();
        meter.hold(rows_bytes)?;
        let rows: Vec<Cow<'_, [Element]>> = quotient.phi().iter().map(|&x| monoid.row(x)).collect();
        let mut types = Types::default();
        for heap in 1..=quotient.last_heap() {
            let product = |x, y| monoid.product(x, y);
            let options = option_values(code, heap, quotient.phi(), product);
            let value = quotient.phi()[heap];
            if options.is_empty() {
                continue;
            }
            let new = if monoid.has_table() {
                Type::new(quotient, heap, value, options)
            } else {
                let answered = answered_by_parts(code, heap, quotient, &rows);
                Type { heap, value, options, answered }
            };
            let bytes = new.memory();
            meter.hold(if types.insert(new) { bytes } else { 0 })?;
        }
        meter.free(rows_bytes);
        Ok(types)
    }

    /// Adds the type of a heap that is larger than all before, unless it is there. Returns true if
    /// the type is new.
    pub fn insert(&mut self, new: Type) -> bool {
        let is_new = |t: &Type| t.value != new.value || t.options != new.options;
        if !self.all.iter().all(is_new) {
            return false;
        }
        if !self.unsubsumed.iter().any(|&i| new.is_subsumed_by(&self.all[i])) {
            self.unsubsumed.push(self.all.len());
        }
        self.all.push(new);
        true
    }
}

/// The class of each element, classes numbered from 0, and the number of classes.
///
/// # Errors
/// [`MisereStop`] if the limits are reached.
pub fn classes(
    p_portion: &Bits,
    actions: &[&[Element]],
    length: usize,
    meter: &mut Meter<'_>,
) -> Result<(Vec<u32>, usize), MisereStop> {
    let mut partition = Partition::new(p_portion, length);
    let mut unchanged = 0;
    for action in actions.iter().cycle() {
        meter.spend(4 * length as u64)?;
        let before = partition.count;
        partition.split(action);
        unchanged = if partition.count == before { unchanged + 1 } else { 0 };
        if unchanged >= actions.len() || partition.count == length {
            break;
        }
    }
    Ok((partition.class, partition.count))
}

/// A partition on its way.
struct Partition {
    class: Vec<u32>,
    count: usize,
    /// The elements, those of a class together.
    members: Vec<Element>,
}

impl Partition {
    fn new(p_portion: &Bits, length: usize) -> Partition {
        let one = p_portion.contains(0);
        let class: Vec<u32> =
            (0..length).map(|x| u32::from(p_portion.contains(x) != one)).collect();
        let count = 1 + class.iter().max().copied().unwrap_or(0) as usize;
        Partition { class, count, members: vec![0; length] }
    }

    /// Splits every class by the classes of its images.
    fn split(&mut self, action: &[Element]) {
        self.gather();
        let mut seen_from = vec![u32::MAX; self.count];
        let mut number = vec![0; self.count];
        let mut split = vec![0; self.class.len()];
        let mut count = 0;
        for &x in &self.members {
            let image = self.class[action[x as usize] as usize] as usize;
            if seen_from[image] != self.class[x as usize] {
                seen_from[image] = self.class[x as usize];
                number[image] = count;
                count += 1;
            }
            split[x as usize] = number[image];
        }
        self.class = split;
        self.count = count as usize;
    }

    /// Sorts the elements by their classes.
    fn gather(&mut self) {
        let mut ends = vec![0; self.count + 1];
        self.class.iter().for_each(|&c| ends[c as usize + 1] += 1);
        for c in 0..self.count {
            ends[c + 1] += ends[c];
        }
        for (x, &c) in self.class.iter().enumerate() {
            self.members[ends[c as usize]] = x as Element;
            ends[c as usize] += 1;
        }
    }
}
