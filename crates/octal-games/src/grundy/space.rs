//! Sparse spaces: which values at which heaps count as rare.
//!
//! For a mask m and ε ∈ {0, 1} the class of the value v at heap n is κ = parity(popcount(v &
//! m)) + ε·(n − s) mod 2. Here s is the parity of all splitting places. Class 0 is rare, class 1
//! common. Lemma 4a of [`crate::theory::sparse`]: a split into parts of classes a and b is an
//! option of class a + b. `[WW]` chapter 4 (ε = 0); `[Flam]`.
//!
//! A mask is chosen by the values known, and again whenever the sequence has doubled.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use super::state::{State, rare_heaps};
use super::values::{Slice, Value};
use crate::rules::Rules;

/// The number of values that are searched together for a rare one.
const CHUNK: usize = 64;

/// A mask; with ε = 1 the position counts too.
///
/// ```
/// use octal_games::grundy::SparseSpace;
/// let space = SparseSpace { mask: 0b110, position_parity: false, split_parity: 0 };
/// // Values with an even number of digits 1 in the mask are rare.
/// assert!(space.is_rare(1, 0b111) && !space.is_rare(1, 0b101));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct SparseSpace {
    /// The mask m; never 0.
    pub mask: u16,
    /// ε: true if the parity of n − s is added to the class.
    pub position_parity: bool,
    /// s, the parity of all splitting places.
    pub split_parity: usize,
}

impl SparseSpace {
    /// The space with this mask for a game with these rules; `None` if the position is to count and
    /// its splitting places have no common parity.
    #[doc(hidden)]
    pub fn new(rules: &Rules, mask: u16, position_parity: bool) -> Option<SparseSpace> {
        let split_parity = if position_parity { rules.split_parity()? } else { 0 };
        Some(SparseSpace { mask, position_parity, split_parity })
    }

    /// The parity of popcount(v & m) that makes the value v rare at heap n.
    #[inline]
    #[doc(hidden)]
    pub const fn rare_parity(self, n: usize) -> u32 {
        if self.position_parity { ((n ^ self.split_parity) & 1) as u32 } else { 0 }
    }

    /// The space of the sequence G(n) = G_this(n − shift).
    #[doc(hidden)]
    pub const fn shifted(self, shift: i64) -> SparseSpace {
        SparseSpace { split_parity: (self.split_parity + (shift & 1) as usize) & 1, ..self }
    }

    /// True if the value v is rare at heap n.
    #[inline]
    pub const fn is_rare(self, n: usize, v: u16) -> bool {
        (v & self.mask).count_ones() & 1 == self.rare_parity(n)
    }

    /// The rare ones, in ascending order, among heap `from` and those that follow it, whose values
    /// these are.
    ///
    /// Chunks without a rare heap are passed over, which takes a few vector instructions each.
    pub(super) fn rare_among<E: Value>(
        self,
        from: usize,
        values: &[E],
    ) -> impl Iterator<Item = usize> {
        let is_rare = move |&(n, value): &(usize, &E)| self.is_rare(n, value.get());
        let chunks = (from..).step_by(CHUNK).zip(values.chunks(CHUNK));
        let with_rare = chunks.filter(move |&(first, chunk)| {
            (first..).zip(chunk).fold(false, |any, at| any | is_rare(&at))
        });
        with_rare
            .flat_map(move |(first, chunk)| (first..).zip(chunk).filter(is_rare).map(|(n, _)| n))
    }
}

/// The sparse space in use and the known facts about its rare heaps.
///
/// ```
/// let mut engine = octal_games::grundy::Engine::new(&"0.16".parse()?);
/// engine.extend(1000)?;
/// let rare = engine.rare().ok_or("no sparse space")?;
/// assert!(rare.last < Some(1000) && rare.count < 1000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct RareSet {
    /// The mask and the position parity.
    pub space: SparseSpace,
    /// The number of rare heaps from 0 on.
    pub count: u64,
    /// The last rare heap ρ, if any.
    pub last: Option<u64>,
}

impl RareSet {
    /// The same, unless some are among the heaps from the preperiod of a proved period on, and so
    /// infinitely many are.
    #[doc(hidden)]
    pub fn if_finite(self, preperiod: Option<u64>) -> Option<RareSet> {
        let is_endless = preperiod.is_some_and(|n0| self.last >= Some(n0));
        (!is_endless).then_some(self)
    }

    /// The rare heaps of the sequence G(n) = G_this(n − shift). The first |shift| values of the
    /// sequence with the larger heaps are 0. O(|shift|).
    #[doc(hidden)]
    pub fn shifted(self, shift: i64) -> RareSet {
        let space = self.space.shifted(shift);
        let with_zeros = if shift > 0 { space } else { self.space };
        let mut zeros = (0..shift.unsigned_abs()).filter(|&n| with_zeros.is_rare(n as usize, 0));
        let number = zeros.clone().count() as u64;
        let last = self.last.and_then(|last| last.checked_add_signed(shift));
        match shift > 0 {
            true => {
                let last = last.or_else(|| zeros.next_back());
                RareSet { space, count: self.count + number, last }
            }
            false => RareSet { space, count: self.count.saturating_sub(number), last },
        }
    }
}

/// At most 2¹⁸ values of a long stretch are counted: enough to choose by.
const SAMPLE: usize = 1 << 18;
/// A run of this many heaps is counted or left out as a whole.
const RUN: usize = 256;

/// The number of times that each value occurs, at even and at odd heaps.
#[derive(Clone, Debug, Default)]
pub struct Histogram {
    counts: [Vec<u64>; 2],
}

impl Histogram {
    /// Counts `values`, the first of which belongs to heap `from`. Of more than 2¹⁸ values it
    /// counts an evenly spread sample of that size, in which each value counts for those left out.
    ///
    /// The heaps `rare` among them are counted in any case, once each: a sample would not see one
    /// rare heap in a billion.
    pub fn add<E: Value>(&mut self, from: usize, values: &[E], rare: &[usize]) {
        let weight = values.len().div_ceil(SAMPLE).max(1);
        for (i, run) in values.chunks(RUN).enumerate().step_by(weight) {
            self.add_all(from + RUN * i, run, weight as u64);
        }
        for &r in rare.iter().filter(|_| weight > 1) {
            let is_counted = ((r - from) / RUN).is_multiple_of(weight);
            self.resize(&values[r - from..=r - from]);
            let count = &mut self.counts[r % 2][usize::from(values[r - from].get())];
            *count = *count + 1 - if is_counted { weight as u64 } else { 0 };
        }
    }

    /// Makes room for these values.
    fn resize<E: Value>(&mut self, values: &[E]) {
        let size = |v: &E| (usize::from(v.get()) + 1).next_power_of_two();
        let size = values.iter().max().map_or(0, size);
        for counts in &mut self.counts {
            counts.resize(size.max(counts.len()), 0);
        }
    }

    fn add_all<E: Value>(&mut self, from: usize, values: &[E], weight: u64) {
        self.resize(values);
        for (n, &value) in (from..).zip(values) {
            self.counts[n % 2][usize::from(value.get())] += weight;
        }
    }

    /// The sparse space with the fewest rare heaps among those counted; position parity only if
    /// the splitting places have one parity, `split_parity`.
    ///
    /// The Walsh–Hadamard transform of the histogram gives, for all masks at once, W(m) = Σₙ
    /// (−1)^κ(n) = rare − common. So the number of rare heaps is (N + W) / 2. O(V log V) for values
    /// below V. Ties go to ε = 0 and to the smaller mask.
    pub fn fewest_rare(&self, split_parity: Option<usize>) -> SparseSpace {
        let size = self.counts[0].len().max(self.counts[1].len()).max(2);
        let [even, odd] = [0, 1].map(|parity| {
            let mut w: Vec<i64> = self.counts[parity].iter().map(|&c| c as i64).collect();
            w.resize(size, 0);
            walsh_hadamard(&mut w);
            w
        });
        let mut best = (i64::MAX, SparseSpace { mask: 1, position_parity: false, split_parity: 0 });
        let mut offer = |excess: i64, mask: usize, position_parity: bool, split_parity: usize| {
            if excess < best.0 {
                best = (excess, SparseSpace { mask: mask as u16, position_parity, split_parity });
            }
        };
        for mask in 1..size {
            offer(even[mask] + odd[mask], mask, false, 0);
        }
        if let Some(s) = split_parity {
            let (same, other) = if s == 0 { (&even, &odd) } else { (&odd, &even) };
            for mask in 1..size {
                offer(same[mask] - other[mask], mask, true, s);
            }
        }
        best.1
    }
}

/// The Walsh–Hadamard transform in place: w'(m) = Σᵥ (−1)^popcount(v & m) w(v).
///
/// The length must be a power of two. O(V log V).
pub fn walsh_hadamard(w: &mut [i64]) {
    let mut half = 1;
    while half < w.len() {
        for block in w.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

/// The length at which a mask is first chosen from the values.
const FIRST_CHOICE: usize = 16;

/// A count of the values, and when the mask is chosen next.
#[derive(Clone, Debug)]
pub(super) struct MaskChoice {
    histogram: Histogram,
    /// The number of values that the histogram has counted.
    counted: usize,
    next: usize,
}

impl MaskChoice {
    /// The sparse space to begin with, before any value is known.
    pub(super) const START: SparseSpace =
        SparseSpace { mask: 1, position_parity: false, split_parity: 0 };

    pub(super) fn new() -> MaskChoice {
        MaskChoice { histogram: Histogram::default(), counted: 0, next: FIRST_CHOICE }
    }

    /// The choices that were made on the way to these values, and the sparse space that the last of
    /// them took. O(N).
    pub(super) fn again(rules: &Rules, values: Slice<'_>) -> (MaskChoice, SparseSpace) {
        let (mut masks, mut space) = (MaskChoice::new(), MaskChoice::START);
        while masks.next < values.len() {
            let values = values.range(..masks.next);
            let rare = rare_heaps(space, values, masks.counted.max(1));
            space = masks.choose_among(rules, values, &rare);
        }
        (masks, space)
    }

    /// The length of the sequence at which the mask is chosen next.
    pub(super) fn next(&self) -> usize {
        self.next
    }

    /// The sparse space with the fewest rare heaps in this sequence.
    pub(super) fn choose(&mut self, state: &State<'_>) -> SparseSpace {
        let rare = &state.rare[state.rare.partition_point(|&r| r < self.counted)..];
        self.choose_among(state.rules, state.values, rare)
    }

    /// The same, given the rare heaps among those not yet counted.
    fn choose_among(&mut self, rules: &Rules, values: Slice<'_>, rare: &[usize]) -> SparseSpace {
        let counted = self.counted;
        match values.range(counted..) {
            Slice::Bytes(values) => self.histogram.add(counted, values, rare),
            Slice::Words(values) => self.histogram.add(counted, values, rare),
        }
        self.counted = values.len();
        self.next = 2 * self.counted;
        self.histogram.fewest_rare(rules.split_parity())
    }
}

/// A mask that makes a rare heap with this value common, and changes the class of no heap before
/// it, if there is one.
///
/// It is there if no value up to `max` has the highest bit of the value. Then no option has that
/// bit, and the value is this bit alone. The lowest bit of the mask, without which values are
/// packed, has to be another one.
#[doc(hidden)]
pub fn wider_mask(mask: u16, max: u16, value: u16) -> Option<u16> {
    let is_new = value.is_power_of_two() && max < value;
    (is_new && 1 << mask.trailing_zeros() < value).then_some(mask ^ value)
}

#[cfg(test)]
mod tests {
    use super::{Histogram, RUN, SparseSpace, wider_mask};

    /// Chunk by chunk the same heaps are found to be rare as one by one, be they few or many.
    #[test]
    fn rare_heaps_among_many() {
        let mut random = fastrand::Rng::with_seed(2);
        for (position_parity, split_parity) in [(false, 0), (true, 0), (true, 1)] {
            let space = SparseSpace { mask: 5, position_parity, split_parity };
            for (length, most) in (0..200).map(|length| (length, 7)).chain([(5000, 500)]) {
                let from = random.usize(1..1000);
                let common = |n| (0..2_u16).find(|&v| !space.is_rare(n, v)).unwrap();
                let heaps = from..from + length;
                let value = |n| common(n) ^ u16::from(random.u16(0..=most) == 0);
                let values: Vec<u16> = heaps.clone().map(value).collect();
                let rare: Vec<usize> =
                    heaps.filter(|&n| space.is_rare(n, values[n - from])).collect();
                assert!(space.rare_among(from, &values).eq(rare.iter().copied()));
                assert!(length < 5000 || !rare.is_empty());
            }
        }
    }

    /// A single rare heap that no sample has decides between two masks, in whichever run it lies.
    #[test]
    fn a_rare_heap_outside_the_sample() {
        for at in 0..6 {
            let heap = (1 << 20) + RUN * at + 77;
            let mut values = vec![1_u16; 1 << 21];
            values[heap] = 64;
            let mut histogram = Histogram::default();
            histogram.add(0, &values, &[heap]);
            assert_eq!(histogram.fewest_rare(None).mask, 65, "{at}");
            let counted: u64 = histogram.counts.iter().flatten().sum();
            assert!(counted.abs_diff(1 << 21) <= 8, "{counted}");
        }
    }

    /// The transform finds the space that counting all rare heaps of all masks finds.
    #[test]
    fn the_fewest_rare_heaps() {
        let mut random = fastrand::Rng::with_seed(1);
        for round in 0..200 {
            let values: Vec<u16> = (0..40).map(|_| random.u16(..=round % 17)).collect();
            for split_parity in [None, Some(0), Some(1)] {
                let mut histogram = Histogram::default();
                histogram.add(0, &values[..7], &[]);
                histogram.add(7, &values[7..], &[]);
                let found = histogram.fewest_rare(split_parity);
                assert!(!found.position_parity || split_parity == Some(found.split_parity));
                let size = (values.iter().max().unwrap() + 1).next_power_of_two().max(2);
                let all = (1..size).flat_map(|mask| {
                    let plain = SparseSpace { mask, position_parity: false, split_parity: 0 };
                    let shifted = |s| SparseSpace { mask, position_parity: true, split_parity: s };
                    std::iter::once(plain).chain(split_parity.map(shifted))
                });
                let rare = |space: SparseSpace| {
                    (0..).zip(&values).filter(|&(n, &v)| space.is_rare(n, v)).count()
                };
                assert_eq!(Some(rare(found)), all.map(rare).min());
            }
        }
    }

    #[test]
    fn nothing_seen() {
        let space = Histogram::default().fewest_rare(Some(1));
        assert_ne!(space.mask, 0);
    }

    /// No value up to the largest is of another class with the wider mask, and the new one is.
    #[test]
    fn wider_masks() {
        let class = |mask: u16, value: u16| (mask & value).count_ones() % 2;
        let mut found = 0;
        for (mask, max, value) in [(27, 63, 64), (91, 63, 64), (2, 64, 128), (1, 1, 2)] {
            let wider = wider_mask(mask, max, value).unwrap();
            assert!((0..=max).all(|v| class(mask, v) == class(wider, v)), "{mask}");
            assert_ne!(class(mask, value), class(wider, value));
            assert_eq!(wider.trailing_zeros(), mask.trailing_zeros());
            found += u32::from(wider < mask);
        }
        assert_eq!(found, 1);
        // A value like this was there before; it has lower bits, too; no mask is left, or another
        // bit is dropped.
        for (mask, max, value) in [(27, 64, 64), (27, 63, 65), (64, 63, 64), (64, 3, 4), (1, 0, 0)]
        {
            assert_eq!(wider_mask(mask, max, value), None, "{mask} {max} {value}");
        }
    }
}
