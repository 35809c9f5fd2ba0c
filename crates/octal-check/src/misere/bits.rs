//! Sets of elements as bits: element x is bit x mod 64 of word x div 64.

/// A set of elements.
pub(super) type Bits = Box<[u64]>;

/// The empty set, with room for elements below `order`.
pub(super) fn empty(order: usize) -> Bits {
    vec![0; order.div_ceil(64)].into()
}

/// The set of these elements.
pub(super) fn of(elements: impl IntoIterator<Item = usize>, order: usize) -> Bits {
    let mut set = empty(order);
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
pub(super) fn common(a: &[u64], b: &[u64]) -> Option<usize> {
    let (i, both) = a.iter().zip(b).map(|(a, b)| a & b).enumerate().find(|(_, both)| *both != 0)?;
    Some(64 * i + both.trailing_zeros() as usize)
}

/// The elements whose entry in the row is in the set; the row has an entry for each element.
pub(super) fn preimage(set: &[u64], row: &[u16]) -> Bits {
    let bit = |word, (i, &y): (usize, &u16)| word | (set[usize::from(y) / 64] >> (y % 64) & 1) << i;
    row.chunks(64).map(|ys| ys.iter().enumerate().fold(0, bit)).collect()
}
