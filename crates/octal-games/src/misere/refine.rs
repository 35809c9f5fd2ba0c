//! Partition refinement: the coarsest reduction of a monoid.
//!
//! Two elements x, y of a commutative monoid with P-portion P are equivalent if xz ∈ P ⇔ yz ∈ P for
//! every z. With the generators as letters this is the equivalence of states of an automaton, and
//! Moore's algorithm finds it: begin with P and its complement, and split the classes by the classes
//! to which a generator leads, until nothing splits. O(rounds · generators · order).

use super::bits::Bits;
use super::limits::{Meter, MisereStop};
use super::monoid::Element;

/// The class of each element, classes numbered from 0, and how many classes there are.
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
