//! The engine for finite codes that leave three heaps: candidates for the value are tried one by
//! one.
//!
//! ```text
//! options ← the values of all moves that leave less than three heaps
//! v ← 0; while v is in options, or a move of heap n leaves three heaps of value v: v ← v + 1
//! G(n) ← v
//! ```
//!
//! Three heaps of m tokens may have the value v or not. The first of these steps that applies
//! decides it:
//!
//! 1. yes, if a heap a ≤ m − 2 with a ≡ m modulo 2 has the value v: the heaps a, b, b do, too. The
//!    first such a is kept for each value and parity. So a *frontier* moves up from heap to heap,
//!    below which all values are known to be reached;
//! 2. no, if v is larger than the largest sum of three values, as no nim-sum is larger than the
//!    sum. The largest sums of two and of three values are kept for each m;
//! 3. by definition: v ⊕ G(a) must be in T₂(m − a) for some a ≤ m/3, where T₂ is the set of values
//!    of pairs.
//!
//! Cost: O(n) additions for the sums of a heap, eight or more at a time. In games whose values
//! grow, such as 0.8, steps 1 and 2 decide nearly all candidates, and nothing else is kept: 10⁵
//! heaps take seconds. Where step 3 is needed, a candidate costs n/3 lookups. The sets cost O(n)
//! and as many bits as the largest value each, that is, the cost of [`super::option_sets`] without
//! its unions. Source: `[WW]` chapter 4 for the rules; the three steps are our own.

use super::error::GrundyError;
use super::value_set::{ValueSet, unequal_pairs};
use super::values::{Slice, reserve};
use crate::code::{Code, Digit};

/// No heap has the value.
const NO_HEAP: u32 = u32::MAX;

/// The Grundy sequence of a finite code that leaves three heaps, extended heap by heap.
///
/// ```
/// use octal_games::grundy::triples::Triples;
/// let mut triples = Triples::new(&"0.8".parse()?).ok_or("no three heaps")?;
/// triples.extend(6)?;
/// assert_eq!(triples.values(), [0, 0, 0, 0, 1, 1, 1]);
/// assert!(Triples::new(&"0.77".parse()?).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Triples {
    code: Code,
    values: Vec<u16>,
    largest: u16,
    /// The largest sums G(a) + G(b) with a + b = m ≥ 2, and G(a) + G(b) + G(c) with a + b + c = m
    /// ≥ 3.
    pair_sums: Vec<u32>,
    triple_sums: Vec<u32>,
    /// For each parity and value the first heap ≥ 1.
    first: [Vec<u32>; 2],
    /// For each place and parity of n: all values below are reached by step 1.
    frontiers: Vec<[usize; 2]>,
    /// T₂, where it was asked for.
    two: Vec<Option<ValueSet>>,
    /// 64-bit words in these sets.
    words: u64,
    work: u64,
}

impl Triples {
    /// Starts the sequence with G(0) = 0; `None` if the code has infinitely many digits, or leaves
    /// no three heaps.
    pub fn new(code: &Code) -> Option<Triples> {
        code.last_place().filter(|_| code.most_heaps() == 3)?;
        let mut triples = Triples {
            code: code.clone(),
            values: vec![],
            largest: 0,
            pair_sums: vec![],
            triple_sums: vec![],
            first: [vec![], vec![]],
            frontiers: vec![[0; 2]; code.digits().len()],
            two: vec![],
            words: 0,
            work: 0,
        };
        triples.push(0);
        Some(triples)
    }

    /// Continues after the values of the heaps 0, …, N, which were computed before. O(N²)
    /// additions.
    #[doc(hidden)]
    pub fn again(code: &Code, values: Slice<'_>) -> Option<Triples> {
        let mut triples = Triples::new(code)?;
        values.iter().skip(1).for_each(|value| triples.push(value));
        Some(triples)
    }

    /// The values computed: index n holds G(n).
    pub fn values(&self) -> &[u16] {
        &self.values
    }

    /// Gives up the engine and keeps the values.
    pub fn into_values(self) -> Vec<u16> {
        self.values
    }

    /// The number of option values examined; of the sums, an eighth.
    #[doc(hidden)]
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Bytes of the values, sums and sets.
    #[doc(hidden)]
    pub fn memory(&self) -> u64 {
        (2 + 4 + 4) * self.values.capacity() as u64 + 8 * self.words
    }

    /// Computes G(0..=to).
    ///
    /// # Errors
    /// [`GrundyError`] if a value or the sequence is too large; the values before that heap stay.
    pub fn extend(&mut self, to: u64) -> Result<(), GrundyError> {
        reserve(&mut self.values, to)?;
        while self.values.len() as u64 <= to {
            let n = self.values.len();
            let value = self.next_value(n);
            let value = value.ok_or(GrundyError::ValueTooLarge { heap: n as u64 })?;
            self.push(value);
        }
        Ok(())
    }

    /// Adds the value of the next heap, and its consequences for as many and one more tokens.
    fn push(&mut self, value: u16) {
        let n = self.values.len();
        self.values.push(value);
        self.two.push(None);
        self.largest = self.largest.max(value);
        if n > 0 {
            let first = &mut self.first[n % 2];
            let place = usize::from(value);
            first.resize(first.len().max(place + 1), NO_HEAP);
            first[place] = first[place].min(n as u32);
        }
        // Sums of n + 1 tokens need the values up to heap n.
        if n == 0 {
            (self.pair_sums, self.triple_sums) = (vec![0; 2], vec![0; 2]);
        } else {
            self.push_sums(n + 1);
        }
    }

    /// The largest sums for m ≥ 2 tokens.
    fn push_sums(&mut self, m: usize) {
        let values = &self.values;
        let pairs = values[1..=m / 2].iter().zip(values[m - m / 2..m].iter().rev());
        let sums = pairs.map(|(&a, &b)| u32::from(a) + u32::from(b));
        self.pair_sums.push(sums.max().unwrap_or(0));
        let rest = self.pair_sums[m - m / 3..m].iter().rev();
        let sums = values[1..=m / 3].iter().zip(rest).map(|(&a, &sum)| u32::from(a) + sum);
        self.triple_sums.push(sums.max().unwrap_or(0));
        self.work += m as u64 / 8;
    }

    /// G(n), if it fits into 16 bits.
    fn next_value(&mut self, n: usize) -> Option<u16> {
        let options = self.fewer_heaps(n);
        let places: Vec<usize> = (0..self.code.digits().len().min(n))
            .filter(|&k| self.code.digit(k).leaves_three())
            .collect();
        let frontiers = places.iter().map(|&k| self.frontier(n, k)).max();
        let mut v = frontiers.unwrap_or(0);
        loop {
            let value = u16::try_from(v).ok()?;
            self.work += 1;
            let is_option =
                options.contains(value) || places.iter().any(|&k| self.is_reached(n - k, value));
            if !is_option {
                return Some(value);
            }
            v += 1;
        }
    }

    /// The values of the moves of heap n that leave at most two heaps.
    fn fewer_heaps(&mut self, n: usize) -> ValueSet {
        let mut options = ValueSet::default();
        for k in 0..self.code.digits().len().min(n + 1) {
            let (digit, rest) = (self.code.digit(k), n - k);
            if digit.leaves_none() && rest == 0 {
                options.insert(0);
            }
            if digit.leaves_one() && rest >= 1 {
                options.insert(self.values[rest]);
            }
            if digit.leaves_two() {
                self.unite_pairs(&mut options, digit, rest);
            }
        }
        options
    }

    fn unite_pairs(&mut self, options: &mut ValueSet, digit: Digit, rest: usize) {
        if digit.is_unequal() {
            self.work += rest as u64 / 2;
            options.unite(&unequal_pairs(&self.values, rest, self.largest));
        } else {
            options.unite(self.pairs(rest));
        }
    }

    /// T₂(m); m is at most the heap that comes next.
    fn pairs(&mut self, m: usize) -> &ValueSet {
        if self.two.len() <= m {
            self.two.resize(m + 1, None);
        }
        if self.two[m].is_none() {
            let mut set = unequal_pairs(&self.values, m, self.largest);
            if m >= 2 && m.is_multiple_of(2) {
                set.insert(0);
            }
            self.work += m as u64 / 2;
            self.words += set.words.len() as u64;
            self.two[m] = Some(set);
        }
        self.two[m].get_or_insert_default()
    }

    /// A value below which step 1 reaches all, at place k of heap n.
    fn frontier(&mut self, n: usize, k: usize) -> usize {
        let mut v = self.frontiers[k][n % 2];
        while u16::try_from(v).is_ok_and(|v| self.is_doubled(n - k, v)) {
            v += 1;
        }
        self.frontiers[k][n % 2] = v;
        v
    }

    /// Step 1: true if m tokens can be a heap of this value and two equal heaps.
    fn is_doubled(&self, m: usize, value: u16) -> bool {
        let first = self.first[m % 2].get(usize::from(value));
        first.is_some_and(|&first| first != NO_HEAP && first as usize + 2 <= m)
    }

    /// True if three heaps of m tokens can have this value.
    fn is_reached(&mut self, m: usize, value: u16) -> bool {
        if self.is_doubled(m, value) {
            return true;
        }
        if u32::from(value) > self.triple_sums[m] {
            return false;
        }
        (1..=m / 3).any(|a| {
            self.work += 1;
            let wanted = value ^ self.values[a];
            self.pairs(m - a).contains(wanted)
        })
    }
}
