//! The limits of the search for a quotient, and its observer.

use crate::period::search::Limits;

/// The limits of a search. All limits hold; none of them depends on time.
///
/// ```
/// use octal_games::misere::MisereLimits;
/// let limits = MisereLimits { heaps: 100, ..MisereLimits::default() };
/// assert_eq!(limits.work, Some(40_000_000_000));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MisereLimits {
    /// The last heap of the code to take in.
    pub heaps: usize,
    /// The number of elements that may be examined: roughly one a nanosecond.
    pub work: Option<u64>,
    /// Bytes for monoids, their evidence, and the search's own tables.
    pub memory: u64,
}

impl MisereLimits {
    /// The search may take in heaps up to this one, whatever it costs.
    pub const fn heaps(heaps: usize) -> MisereLimits {
        MisereLimits { heaps, work: None, memory: u64::MAX }
    }
}

/// 10 000 heaps, 4·10¹⁰ elements (about half a minute), and half of the machine's memory.
impl Default for MisereLimits {
    fn default() -> MisereLimits {
        let memory = Limits::half_of_memory();
        MisereLimits { heaps: 10_000, work: Some(40_000_000_000), memory }
    }
}

/// The reason why a search ended.
///
/// ```
/// use octal_games::{Game, misere::MisereStop};
/// assert_eq!("0.75".parse::<Game>()?.misere().quotient()?.stop, MisereStop::Proof);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MisereStop {
    /// The quotient of the whole game is proved.
    Proof,
    /// The heaps that were asked for are all taken in.
    Complete,
    /// The limit of heaps is reached, and nothing is proved of the whole game.
    Heaps,
    /// The work limit is reached.
    Work,
    /// A monoid would need more memory than the limit allows.
    Memory,
    /// No way to mend the candidate was found; the partial quotient may be infinite.
    Unmended,
    /// The partial quotient of the next heap is infinite, by Theorem I, and so is the whole
    /// quotient.
    Infinite,
    /// The caller asked to stop.
    Cancelled,
}

impl MisereStop {
    /// All of them.
    pub const ALL: [MisereStop; 8] = [
        MisereStop::Proof,
        MisereStop::Complete,
        MisereStop::Heaps,
        MisereStop::Work,
        MisereStop::Memory,
        MisereStop::Unmended,
        MisereStop::Infinite,
        MisereStop::Cancelled,
    ];

    /// The word for it in reports.
    pub const fn name(self) -> &'static str {
        match self {
            MisereStop::Proof => "proof",
            MisereStop::Complete => "complete",
            MisereStop::Heaps => "heaps",
            MisereStop::Work => "work",
            MisereStop::Memory => "memory",
            MisereStop::Unmended => "unmended",
            MisereStop::Infinite => "infinite",
            MisereStop::Cancelled => "interrupted",
        }
    }
}

/// The state of a running search, as its watcher sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct MisereProgress {
    /// The last heap whose partial quotient is verified.
    pub heap: usize,
    /// The order of that quotient.
    pub order: usize,
    /// The order of the candidate for the next heap, if there is one.
    pub candidate: Option<usize>,
    /// The number of sums that a direct search has decided.
    pub sums: usize,
}

/// Observes a running search, and may stop it; called several times a second.
pub trait MisereWatcher: Sync {
    /// `false` ends the search with [`MisereStop::Cancelled`].
    fn continues(&self, progress: &MisereProgress) -> bool;
}

/// A watcher that never stops the search.
impl MisereWatcher for () {
    fn continues(&self, _: &MisereProgress) -> bool {
        true
    }
}

/// Counts the work of a search, and holds it to its limits.
pub struct Meter<'w> {
    limits: MisereLimits,
    work: u64,
    held: u64,
    next_look: u64,
    watcher: &'w dyn MisereWatcher,
    /// The progress that the watcher receives.
    pub progress: MisereProgress,
}

/// The watcher is asked each time after so much work.
const WORK_BETWEEN_LOOKS: u64 = 1 << 26;

impl<'w> Meter<'w> {
    /// Begins to count.
    pub fn new(limits: MisereLimits, watcher: &'w dyn MisereWatcher) -> Meter<'w> {
        let next_look = limits.work.unwrap_or(u64::MAX).min(WORK_BETWEEN_LOOKS);
        Meter { limits, work: 0, held: 0, next_look, watcher, progress: MisereProgress::default() }
    }

    /// Counts this many elements as examined.
    ///
    /// # Errors
    /// [`MisereStop`] if that is too much, or the watcher wants the search to end.
    #[inline]
    pub(crate) fn spend(&mut self, work: u64) -> Result<(), MisereStop> {
        self.work += work;
        if self.work < self.next_look {
            return Ok(());
        }
        self.look()
    }

    #[cold]
    fn look(&mut self) -> Result<(), MisereStop> {
        let most = self.limits.work.unwrap_or(u64::MAX);
        if self.work >= most {
            return Err(MisereStop::Work);
        }
        self.next_look = (self.work + WORK_BETWEEN_LOOKS).min(most);
        if self.watcher.continues(&self.progress) { Ok(()) } else { Err(MisereStop::Cancelled) }
    }

    /// Counts bytes that the caller is about to allocate.
    ///
    /// # Errors
    /// [`MisereStop::Memory`] if the search would hold more bytes than the limits allow.
    pub fn hold(&mut self, bytes: u64) -> Result<(), MisereStop> {
        self.held = self.held.saturating_add(bytes);
        if self.held <= self.limits.memory { Ok(()) } else { Err(MisereStop::Memory) }
    }

    /// Counts bytes that the caller has freed.
    pub fn free(&mut self, bytes: u64) {
        self.held = self.held.saturating_sub(bytes);
    }

    /// Runs a part of the search. All bytes that the part holds count as freed when it returns.
    pub(crate) fn scoped<T>(&mut self, part: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.held;
        let done = part(self);
        self.held = before;
        done
    }

    /// The limits that hold.
    pub fn limits(&self) -> &MisereLimits {
        &self.limits
    }

    /// The number of elements that were examined.
    pub fn work(&self) -> u64 {
        self.work
    }
}
