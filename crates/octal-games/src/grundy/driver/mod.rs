//! The driver: the choice of the engine for the next heaps.
//!
//! ```text
//! while heaps are wanted, n being the next:
//!     if the sequence has doubled: choose the mask again
//!     if n − 1 is the heap that the guard has chosen: compute it again, by the definition
//!     by blocks, while the rare heaps are few and the last of them is far enough away,
//!     else by superblocks, once the sequence is long enough for them,
//!     else by the sparse engine: compute G(n) and some heaps after it
//! ```
//!
//! Blocks leave to the sparse engine every heap at which anything changes. Superblocks find rare
//! heaps by themselves. They leave to the sparse engine only rare heaps for which their sets have
//! no room, or which forgotten heaps decide.

mod guard;
mod hand_over;
mod tuning;

#[doc(hidden)]
pub use tuning::Tuning;
#[doc(hidden)]
pub use tuning::{Counters, HandOvers};

use super::error::GrundyError;
use super::packed::BLOCK;
use super::space::{MaskChoice, RareSet};
use super::sparse::Sparse;
use super::state::State;
use super::values::{Slice, Values};
use crate::code::{Code, MAX_PLACE};
use crate::rules::Rules;
use guard::Guard;
use hand_over::HandOver;

/// The Grundy sequence of a finite code that leaves at most two heaps, by the fastest engine for
/// each stretch of heaps.
///
/// ```
/// use octal_games::grundy::driver::Driver;
/// let mut driver = Driver::new(&"0.16".parse()?).ok_or("another engine")?;
/// driver.extend(8)?;
/// assert_eq!(driver.values(), octal_games::grundy::naive::values(&"0.16".parse()?, 8));
/// assert!(Driver::new(&"0.8".parse()?).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Driver {
    /// The sequence, and the engine for any heap.
    sparse: Sparse,
    masks: MaskChoice,
    guard: Guard,
    /// The number of heaps that the guard has computed.
    guarded: u64,
    /// See [`Driver::work`].
    work: u64,
    tuning: Tuning,
    hand_over: HandOver,
}

impl Driver {
    /// Starts the sequence with G(0) = 0. `None` if the code has infinitely many digits, leaves
    /// three heaps, or has splits and a place beyond [`MAX_PLACE`].
    pub fn new(code: &Code) -> Option<Driver> {
        Driver::with(code, Tuning::DEFAULT)
    }

    /// The same with another tuning.
    #[doc(hidden)]
    pub fn with(code: &Code, tuning: Tuning) -> Option<Driver> {
        let sparse = Sparse::with_space(code, MaskChoice::START)?;
        let rules = sparse.rules();
        // The windows of blocks and superblocks are laid out for near places.
        if rules.last_place > MAX_PLACE && !rules.splits.is_empty() {
            return None;
        }
        Some(Driver {
            sparse,
            masks: MaskChoice::new(),
            guard: Guard::new(),
            guarded: 0,
            work: 0,
            tuning,
            hand_over: HandOver::new(&tuning),
        })
    }

    /// Continues after the values of the heaps 0, …, N, which were computed before. Without values
    /// it begins at heap 0. The values that follow are the same, and the work counted begins at 0.
    /// O(N).
    ///
    /// # Errors
    /// The values are given back if the code is none that [`Driver::new`] accepts.
    #[doc(hidden)]
    pub fn again(code: &Code, tuning: Tuning, values: Values) -> Result<Driver, Values> {
        let Some(driver) = Driver::with(code, tuning) else { return Err(values) };
        let length = values.as_slice().len();
        if length == 0 {
            return Ok(driver);
        }
        let (masks, space) = MaskChoice::again(driver.rules(), values.as_slice());
        let sparse = driver.sparse.again(values, space);
        let mut hand_over = driver.hand_over;
        hand_over.plan_blocks(&sparse, length);
        Ok(Driver { sparse, masks, guard: Guard::after(length), hand_over, ..driver })
    }

    /// The moves.
    #[doc(hidden)]
    pub fn rules(&self) -> &Rules {
        self.sparse.rules()
    }

    /// The values computed: index n holds G(n).
    pub fn values(&self) -> Slice<'_> {
        self.sparse.values()
    }

    /// Gives up the engines and keeps the values.
    pub fn into_values(self) -> Values {
        self.sparse.into_values()
    }

    /// The present sequence, to be continued by another engine.
    #[doc(hidden)]
    pub fn state(&self) -> State<'_> {
        self.sparse.state()
    }

    /// Bytes of the values, the rare heaps, and the tables of the engines in use.
    #[doc(hidden)]
    pub fn memory(&self) -> u64 {
        self.sparse.memory() + self.hand_over.memory()
    }

    /// From now on values and engines may take this many bytes; scratch memory of a few megabytes
    /// is not counted.
    #[doc(hidden)]
    pub fn set_memory_limit(&mut self, bytes: u64) {
        self.sparse.set_memory_limit(bytes);
    }

    /// The most bytes that values and engines have claimed at once.
    #[doc(hidden)]
    pub fn claimed(&self) -> u64 {
        self.sparse.claimed()
    }

    /// The number of times that each way was taken.
    #[doc(hidden)]
    pub fn counters(&self) -> Counters {
        let (sparse, guarded) = (self.sparse.counters(), self.guarded);
        Counters { sparse, guarded, ..self.hand_over.counters() }
    }

    /// The work of the heaps computed by this driver: a formula, and no count of what the engines
    /// did.
    ///
    /// Heap n costs 1, and one for each place that may leave one heap. Each splitting place costs 1
    /// and the number of rare heaps r with 1 ≤ r < n, in the sparse space in use at heap n. So the
    /// work depends on the code and on the heaps computed. It is the same on every machine and for
    /// any number of threads.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Adds the work of the heaps computed since there were `before` values and `rare_before` rare
    /// heaps.
    fn add_work(&mut self, before: usize, rare_before: usize) {
        let state = self.sparse.state();
        let (next, places) = (state.values.len(), state.rules.splits.len());
        let each = 1 + state.rules.singles.len() + places * (1 + rare_before);
        let taps_of_new: usize = state.rare[rare_before..].iter().map(|r| next - 1 - r).sum();
        self.work += ((next - before) * each + places * taps_of_new) as u64;
    }

    /// The sparse space and its rare heaps; `None` for a code without splits, which needs none.
    pub fn rare(&self) -> Option<RareSet> {
        self.sparse.rare()
    }

    /// Computes G(0..=to).
    ///
    /// # Errors
    /// [`GrundyError`] if a value or the sequence is too large, if the next step takes too much
    /// memory, or if the guard finds a wrong value. The values before that heap stay.
    pub fn extend(&mut self, to: u64) -> Result<(), GrundyError> {
        if to.saturating_sub(self.values().len() as u64) < BLOCK as u64 {
            return self.extend_here(to);
        }
        // Runs on a thread of the pool: calling the pool from outside takes longer than the work
        // itself.
        rayon::scope(|_| self.extend_here(to))
    }

    fn extend_here(&mut self, to: u64) -> Result<(), GrundyError> {
        let kernel = self.tuning.kernel()?;
        while self.sparse.len() as u64 <= to {
            self.sparse.reserve(to.saturating_add(BLOCK as u64))?;
            if self.sparse.len() == self.masks.next() {
                self.choose_mask();
            }
            self.look_back()?;
            // The guard looks at its heap before any later one is computed.
            let until = usize::try_from(to).unwrap_or(usize::MAX).min(self.guard.heap());
            let (before, rare_before) = (self.sparse.len(), self.sparse.state().rare.len());
            let end = self.masks.next();
            let advanced = self.hand_over.advance(&mut self.sparse, until, end, kernel);
            self.add_work(before, rare_before);
            advanced?;
        }
        Ok(())
    }

    /// Takes the sparse space with the fewest rare heaps in the present sequence.
    fn choose_mask(&mut self) {
        let state = self.sparse.state();
        let space = self.masks.choose(&state);
        if space != state.space {
            self.hand_over.end_all();
            self.sparse.set_space(space);
        }
        self.hand_over.plan_blocks(&self.sparse, self.sparse.len());
    }

    /// Has the guard look at the last heap if it is its turn.
    fn look_back(&mut self) -> Result<(), GrundyError> {
        if self.sparse.len() == self.guard.heap() + 1 {
            match self.sparse.values() {
                Slice::Bytes(values) => self.guard.check(self.sparse.rules(), values)?,
                Slice::Words(values) => self.guard.check(self.sparse.rules(), values)?,
            }
            self.guarded += 1;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::error::Fault;
    use crate::grundy::kernel::Kernel;
    use crate::grundy::{blocks, naive, superblocks};

    /// Blocks and superblocks give the values of the definition by every kernel that this CPU can
    /// run.
    #[test]
    fn values_by_every_kernel() {
        const TO: usize = 2500;
        for text in ["0.106", "0.454", "4.045", "0.6", "0.034", "0.007"] {
            let code = text.parse().unwrap();
            let expected = naive::values(&code, TO);
            for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.is_supported()) {
                let tuning = Tuning { kernel: Some(kernel), ..Tuning::TINY };
                let mut driver = Driver::with(&code, tuning).unwrap();
                driver.extend(TO as u64).unwrap();
                assert!(driver.values().to_vec() == expected, "{text} by {kernel:?}");
                let Counters { blocks, superblocks, .. } = driver.counters();
                assert!(blocks.blocks + superblocks.superblocks > 0, "{text} by {kernel:?}");
            }
        }
    }

    /// The work is the sum of the formula over all heaps, whichever engine computes them, in
    /// whatever steps.
    #[test]
    fn work_by_formula() {
        for code in ["0.6", "0.106", "0.36", "0.37"] {
            let code = code.parse().unwrap();
            for tuning in [Tuning::DEFAULT, Tuning::TINY] {
                let (mut work, mut each) = (0, Driver::with(&code, tuning).unwrap());
                for n in 1..=12_000 {
                    if n == each.masks.next() {
                        each.choose_mask();
                    }
                    let State { rules, rare, .. } = each.state();
                    let taps = rules.splits.len() * (1 + rare.len());
                    work += (1 + rules.singles.len() + taps) as u64;
                    each.extend(n as u64).unwrap();
                    assert_eq!(each.work(), work, "{code:?}, heap {n}");
                }
                let mut once = Driver::with(&code, tuning).unwrap();
                once.extend(12_000).unwrap();
                assert_eq!(once.work(), work, "{code:?}");
            }
        }
    }

    /// An engine that has lost its rare heaps is stopped by the guard, and stays stopped.
    #[test]
    fn the_guard_stops_a_broken_engine() {
        let never = Tuning {
            blocks: blocks::Tuning { start: usize::MAX, ..blocks::Tuning::DEFAULT },
            superblocks: superblocks::Tuning { start: usize::MAX, ..superblocks::Tuning::DEFAULT },
            ..Tuning::DEFAULT
        };
        for tuning in [never, Tuning::DEFAULT] {
            let mut driver = Driver::with(&"0.106".parse().unwrap(), tuning).unwrap();
            driver.extend(20_000).unwrap();
            let counters = driver.counters();
            assert_eq!((counters.guarded, counters.blocks.blocks > 0), (8, tuning != never));
            driver.sparse.lose_rare();
            driver.hand_over.end_blocks_until(20_100);
            for _ in 0..2 {
                let error = driver.extend(30_000).unwrap_err();
                let GrundyError::Wrong { heap, value, fault } = error else { panic!("{error}") };
                assert_eq!((heap, fault), (22_333, Fault::IsOption));
                assert_eq!(driver.values()[22_333], value);
            }
        }
    }

    /// No engine begins that takes more memory than is allowed; with more memory the sequence
    /// continues as if there had been no limit.
    #[test]
    fn engines_claim_their_memory() {
        // Blocks, superblocks, and values of two bytes.
        for code in ["0.106", "0.6", "4.004"] {
            let code = code.parse().unwrap();
            let mut unlimited = Driver::new(&code).unwrap();
            unlimited.extend(100_000).unwrap();
            let mut driver = Driver::new(&code).unwrap();
            let mut stops = std::collections::BTreeSet::new();
            for limit in
                (14..20).flat_map(|bits| [4, 5, 6, 7].map(|quarters| quarters << (bits - 2)))
            {
                driver.set_memory_limit(limit);
                match driver.extend(100_000) {
                    Err(GrundyError::MemoryLimit { heap, bytes }) => {
                        assert!(bytes > limit && driver.claimed() <= limit, "{code}: {bytes}");
                        assert_eq!(driver.values().len() as u64, heap + 1);
                        stops.insert(heap);
                    }
                    ended => ended.unwrap(),
                }
            }
            assert!(!stops.is_empty(), "{code}");
            driver.set_memory_limit(u64::MAX);
            driver.extend(100_000).unwrap();
            assert_eq!(driver.values(), unlimited.values());
        }
    }
}
