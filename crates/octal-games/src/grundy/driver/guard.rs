//! The guard: now and then one heap is computed again, by the definition.
//!
//! G(n) is the mex of the values of all options. So a value v is right if and only if no option has
//! it and every smaller value is that of an option. The guard examines one heap of each stretch of
//! heaps 2ʲ, …, 2ʲ⁺¹ − 1 with 6 ≤ j < 20, and of each stretch of 2²⁰ heaps from 2²⁰ on. A hash
//! decides which one. It knows the rules and the values and nothing else: no rare heaps, no blocks,
//! no kernel.
//!
//! Its reach: a heap whose splits all have a part up to 2¹⁴ is computed again in full. For a larger
//! heap every smaller value is shown to be that of an option. The value itself is searched among
//! the splits with a part up to 2¹⁴, where the rare heaps of nearly every game are. The guard
//! misses a wrong value of an early heap from which all others follow rightly.
//!
//! O(2¹⁴) a stretch, and O(n) for each value that only splits into larger parts give: far below a
//! hundredth of the work.

use crate::grundy::error::{Fault, GrundyError};
use crate::grundy::values::Value;
use crate::rules::{Rules, Split};

/// 2¹⁴: that no option has the value of a heap is checked for splits with a part up to this.
const LARGEST_PART: usize = 1 << 14;
/// The first stretch begins at this heap.
const FIRST: usize = 1 << 6;
/// The most heaps of a stretch.
const LONGEST_STRETCH: usize = 1 << 20;

/// The choice of the heap to compute again next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guard {
    /// The first heap of the stretch.
    from: usize,
    /// The heap of the stretch that is examined.
    heap: usize,
}

impl Guard {
    pub(super) fn new() -> Guard {
        Guard::within(FIRST)
    }

    /// The guard of a sequence with this many values, at the first heap that it has not examined.
    pub(super) fn after(length: usize) -> Guard {
        let mut guard = Guard::new();
        while guard.heap + 1 < length {
            guard = guard.next();
        }
        guard
    }

    /// At the heap of the next stretch.
    fn next(self) -> Guard {
        Guard::within(self.from + length(self.from))
    }

    /// At the heap of the stretch that begins at heap `from`.
    fn within(from: usize) -> Guard {
        Guard { from, heap: from + (hash(from as u64) % length(from) as u64) as usize }
    }

    /// The heap that will be computed again.
    pub(super) fn heap(&self) -> usize {
        self.heap
    }

    /// Computes the heap again; if it is right, moves to the next stretch of heaps.
    pub(super) fn check<E: Value>(
        &mut self,
        rules: &Rules,
        values: &[E],
    ) -> Result<(), GrundyError> {
        let heap = self.heap;
        if let Some(fault) = fault(rules, &values[..=heap]) {
            return Err(GrundyError::Wrong { heap: heap as u64, value: values[heap].get(), fault });
        }
        *self = self.next();
        Ok(())
    }
}

/// The number of heaps of the stretch that begins at heap `from`.
fn length(from: usize) -> usize {
    from.min(LONGEST_STRETCH)
}

/// The finaliser of SplitMix64.
fn hash(x: u64) -> u64 {
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// The fault of the last of these values, if any.
fn fault<E: Value>(rules: &Rules, values: &[E]) -> Option<Fault> {
    let heap = values.len() - 1;
    let value = values[heap].get();
    let mut is_option = vec![false; 1 << 16];
    if rules.takes.contains(&heap) {
        is_option[0] = true;
    }
    for &k in rules.singles.iter().filter(|&&k| k < heap) {
        is_option[usize::from(values[heap - k].get())] = true;
    }
    for split in &rules.splits {
        for v in splits(split, values, 1, LARGEST_PART) {
            is_option[usize::from(v)] = true;
        }
    }
    if is_option[usize::from(value)] {
        return Some(Fault::IsOption);
    }
    let elsewhere = |v| {
        rules
            .splits
            .iter()
            .any(|split| splits(split, values, LARGEST_PART + 1, heap).any(|w| w == v))
    };
    (0..value).find(|&v| !is_option[usize::from(v)] && !elsewhere(v)).map(Fault::Missing)
}

/// The option values of the last heap by splits whose smaller part is in `from..=to`.
fn splits<'a, E: Value>(
    split: &Split,
    values: &'a [E],
    from: usize,
    to: usize,
) -> impl Iterator<Item = u16> + use<'a, E> {
    let heap = values.len() - 1;
    let k = split.k;
    (from..=split.largest_smaller_part(heap).min(to))
        .map(move |a| values[a].get() ^ values[heap - k - a].get())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::naive;

    /// Right values pass; any other value of the last heap does not, and the reason is true.
    #[test]
    fn other_values_are_faults() {
        let mut missing = 0;
        for code in ["0.106", "0.454", "0.77", "0.14!6!", "0.1337", "0.123"] {
            let code = code.parse().unwrap();
            let rules = Rules::of(&code).unwrap();
            let all = naive::values(&code, 400);
            for heap in 1..=400 {
                let mut values = all[..=heap].to_vec();
                let right = values[heap];
                assert_eq!(fault(&rules, &values), None, "{code} {heap}");
                values[heap] = right + 1;
                // The larger value is an option or not; the right one is none.
                let found = fault(&rules, &values).unwrap();
                assert!(matches!(found, Fault::IsOption) || found == Fault::Missing(right));
                missing += usize::from(found == Fault::Missing(right));
                if right > 0 {
                    values[heap] = right - 1;
                    assert_eq!(fault(&rules, &values), Some(Fault::IsOption), "{code} {heap}");
                }
            }
        }
        assert!(missing > 100, "{missing}");
    }

    /// Values that only splits into two large parts have are found.
    #[test]
    fn large_parts_count() {
        let rules = Rules::of(&"4.0".parse().unwrap()).unwrap();
        let mut values = vec![0_u8; 3 * LARGEST_PART + 1];
        let (heap, part) = (3 * LARGEST_PART, LARGEST_PART + 7);
        values[heap] = 2;
        assert_eq!(fault(&rules, &values), Some(Fault::Missing(1)));
        values[part] = 1;
        assert_eq!(fault(&rules, &values), None);
    }
}
