//! The evidence of Theorem 11: a base, a depth, and a witness for each value below those of the
//! window.
//!
//! ```text
//! refuse if an option of one of the p heaps from the least base on threatens it      (A2)
//! for B = the least base, a larger one, …; the window is the 2p heaps from B on
//!     refuse unless G(n + p) = G(n) + s up to the end of the window                  (A1)
//!     for every heap of the window and every value below its own: which kinds of options show it?
//!     D ← the least depth such that values at most D below rise, the next 2s both rise and widen,
//!         and all deeper ones widen; if there is one, this is the evidence           (A3)
//! ```
//!
//! If no heap from the least base on is threatened, none is from a larger base on: threats shift
//! down. Cost: O(B²) for the pairs, and O(p·B·M) options for each place that leaves three heaps.

use super::heaps::{Growth, Heaps};
use super::threats;
use super::witness::{Kind, OptionKinds, OptionRow, Witness};
use crate::code::Code;

/// The most values that evidence has: a checker tries all splits of as many heaps into three.
pub const MOST_VALUES: usize = 1 << 12;

/// The most options examined for one base: about a second.
const OPTIONS: usize = 1 << 29;

/// A proof of a growth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GrowthEvidence {
    /// The claim that is proved.
    pub growth: Growth,
    /// B, the first heap of the window.
    pub base: usize,
    /// D.
    pub depth: usize,
}

/// The options that show the values below that of a heap of the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapWitnesses {
    /// The heap.
    pub heap: usize,
    /// For the values 0, 1, …, as many as (A3) asks for.
    pub witnesses: Vec<Witness>,
}

impl GrowthEvidence {
    /// The evidence among the values G(0), …, G(N), at most [`MOST_VALUES`] of them; `None` if they
    /// prove nothing. Its base is the least one of the theorem, or larger by a quarter, and so on.
    pub fn find(code: &Code, values: &[u16], growth: Growth) -> Option<GrowthEvidence> {
        let values = &values[..values.len().min(MOST_VALUES)];
        let last = values.len().checked_sub(2 * growth.period)?;
        let least = growth.least_base(code).filter(|&least| least <= last)?;
        let heaps = Heaps::new(values, growth);
        let is_possible = growth.saltus > 0 && growth.holds(&values[..least + 2 * growth.period]);
        if !is_possible || threats::exist(code, heaps, growth, least) {
            return None;
        }
        let larger = |&base: &usize| (base < last).then(|| (base + base / 4 + 1).min(last));
        let mut bases = std::iter::successors(Some(least), larger);
        bases.find_map(|base| GrowthEvidence::at(code, &values[..base + 2 * growth.period], growth))
    }

    /// The evidence in all these values; that there are no threats is known.
    fn at(code: &Code, values: &[u16], growth: Growth) -> Option<GrowthEvidence> {
        let Growth { period: p, saltus: s, .. } = growth;
        let options = values.len() * code.digits().len();
        let options = options.saturating_mul(2 * p).saturating_mul(growth.unit());
        if options > OPTIONS || !growth.holds(values) {
            return None;
        }
        let base = values.len() - 2 * p;
        let depth = Depths::of(code, Heaps::new(values, growth), growth, base).least_depth(s)?;
        Some(GrowthEvidence { growth, base, depth })
    }

    /// A witness for each value of (A3), from the first B + 2p values or more.
    pub fn witnesses(&self, code: &Code, values: &[u16]) -> Vec<HeapWitnesses> {
        let GrowthEvidence { growth, base, depth } = *self;
        let (p, deep) = (growth.period, depth + 2 * growth.saltus);
        let heaps = Heaps::new(&values[..base + 2 * p], growth);
        let kinds = OptionKinds::new(code, heaps, growth, base + 2 * p - 1);
        let of_heap = |heap: usize| {
            let (row, value) = (kinds.row(heap), heaps.value(heap));
            let wanted = if heap < base + p { value } else { value - deep };
            let witness = |v: usize| row.get(v, self.kind(value - v));
            HeapWitnesses { heap, witnesses: (0..wanted).filter_map(witness).collect() }
        };
        (base..base + 2 * p).map(of_heap).collect()
    }

    /// The kind of option that a value needs which is this much below that of its heap.
    const fn kind(&self, below: usize) -> Kind {
        if below <= self.depth {
            Kind::Rises
        } else if below <= self.depth + 2 * self.growth.saltus {
            Kind::Both
        } else {
            Kind::Widens
        }
    }
}

/// The distances of option values below the value of their heap, by the kind of option that shows
/// them.
struct Depths {
    /// The least value of a heap of the window.
    least_value: usize,
    /// Values that are at most this much below rise.
    rise_to: usize,
    /// Values farther below widen.
    widen_from: usize,
    /// Entry d: true if some value d below does not rise and widen.
    missing_both: Vec<bool>,
}

impl Depths {
    fn of(code: &Code, heaps: Heaps<'_>, growth: Growth, base: usize) -> Depths {
        let (middle, end) = (base + growth.period, heaps.count());
        let kinds = OptionKinds::new(code, heaps, growth, end - 1);
        let values = || (base..end).map(|n| heaps.value(n));
        let least_value = values().min().unwrap_or(0);
        let mut depths = Depths {
            least_value,
            rise_to: least_value,
            widen_from: 0,
            missing_both: vec![false; values().max().unwrap_or(0) + 1],
        };
        for n in base..end {
            depths.add(&kinds.row(n), heaps.value(n), n < middle);
        }
        depths
    }

    /// Adds the values below that of a heap; only those of the first p heaps have to rise.
    fn add(&mut self, row: &OptionRow, value: usize, is_first: bool) {
        for below in 1..=value {
            let is_missing = |kind| row.get(value - below, kind).is_none();
            if is_missing(Kind::Widens) {
                self.widen_from = self.widen_from.max(below);
            }
            if is_first && is_missing(Kind::Rises) {
                self.rise_to = self.rise_to.min(below - 1);
            }
            if is_first && is_missing(Kind::Both) {
                self.missing_both[below] = true;
            }
        }
    }

    /// D, if there is one.
    fn least_depth(&self, saltus: usize) -> Option<usize> {
        let most = self.rise_to.min(self.least_value.checked_sub(2 * saltus)?);
        let both = |depth: &usize| {
            let band = depth + 1..=depth + 2 * saltus;
            !self.missing_both[band].contains(&true)
        };
        (self.widen_from.saturating_sub(2 * saltus)..=most).find(both)
    }
}
