//! Subtraction games: take a number of tokens that is in a given set.
//!
//! **Closed form.** Let s be the largest number of the set. G(n) is a function of the s values
//! before it, so if s values in a row recur, everything after them does: G(n+p) = G(n) for all n
//! from the first of them on, and the values are computed only until that is seen. It must happen,
//! because no value exceeds the number of elements of the set; how soon is another matter. For
//! {1, …, m} this gives G(n) = n mod (m+1). Source: `[WW]` chapter 4.
//!
//! Cost: (preperiod + period) · (elements) once; then O(1) a value.

use super::row::heaps;
use super::{ClosedForm, Options, Refusal, Ruleset};

/// A subtraction game.
#[derive(Clone, Debug)]
pub struct Subtraction {
    set: Vec<usize>,
    values: Vec<u16>,
    /// (n0, p) with G(n+p) = G(n) for all n ≥ n0, neither of them least; values are known to n0 + p.
    recurrence: Option<(usize, usize)>,
}

/// The largest number that a set may contain.
pub const LARGEST: usize = 10_000;

/// How many options are looked at for the values of a game, and how many values there may be.
const MOST_STEPS: usize = 1_000_000_000;
const VALUES: usize = 1 << 24;

impl Subtraction {
    /// The game with this set; `None` unless it has an element and all lie between 1 and
    /// [`LARGEST`].
    ///
    /// ```
    /// use octal::gallery::{ClosedForm, subtraction::Subtraction};
    /// let game = Subtraction::new(&[1, 2, 3]).ok_or("a set")?;
    /// assert_eq!(game.closed_form(&(10_u128.pow(30) + 3)), Ok(3));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn new(set: &[usize]) -> Option<Subtraction> {
        let mut set = set.to_vec();
        set.sort_unstable();
        set.dedup();
        if set.is_empty() || set.iter().any(|k| !(1..=LARGEST).contains(k)) {
            return None;
        }
        let mut game = Subtraction { set, values: Vec::new(), recurrence: None };
        game.compute();
        Some(game)
    }

    /// Computes values until the last s of them recur, or the work is used up.
    fn compute(&mut self) {
        let s = *self.set.last().expect("the set is not empty");
        // Brent: compare with the s values before a power of two, moved on when twice as far.
        let mut anchor = s.next_power_of_two();
        while self.values.len() < VALUES.min(MOST_STEPS / self.set.len()) {
            let n = self.values.len();
            self.values.push(self.next());
            let window = |end: usize| &self.values[end - s..end];
            if n > anchor && window(n) == window(anchor) {
                self.recurrence = Some((anchor - s, n - anchor));
                return;
            }
            if n == 2 * anchor {
                anchor = n;
            }
        }
    }

    /// G(n) if n values are known.
    fn next(&self) -> u16 {
        let n = self.values.len();
        let mut seen = vec![false; self.set.len() + 1];
        for &k in self.set.iter().take_while(|&&k| k <= n) {
            seen[usize::from(self.values[n - k])] = true;
        }
        seen.iter().position(|&s| !s).expect("one more place than options") as u16
    }
}

impl Ruleset for Subtraction {
    type Position = u128;

    fn options<'a>(&'a self, &heap: &u128) -> Options<'a, u128> {
        let set = self.set.iter().map_while(move |&k| heap.checked_sub(k as u128));
        Box::new(set.map(|left| heaps([left])))
    }
}

impl ClosedForm for Subtraction {
    fn closed_form(&self, &heap: &u128) -> Result<u64, Refusal> {
        let place = match self.recurrence {
            Some((from, period)) if heap >= from as u128 => {
                from + ((heap - from as u128) % period as u128) as usize
            }
            _ => usize::try_from(heap).unwrap_or(usize::MAX),
        };
        let value = self.values.get(place).copied().map(u64::from);
        value.ok_or_else(|| Refusal::OutOfReach {
            position: heap.to_string(),
            reason: format!("no period was met up to heap {}", self.values.len() - 1),
        })
    }
}
