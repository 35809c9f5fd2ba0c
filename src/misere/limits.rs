//! How far the search for a quotient may go, and who observes it.

/// How far a search may go. All limits hold; none of them depends on time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The last heap of the code to take in.
    pub heaps: usize,
    /// How many elements may be looked at: roughly one a nanosecond.
    pub work: Option<u64>,
    /// Bytes for monoids and the evidence that goes with them.
    pub memory: u64,
}

impl Limits {
    /// The search may take in heaps up to this one, whatever it costs.
    #[must_use]
    pub const fn heaps(heaps: usize) -> Limits {
        Limits { heaps, work: None, memory: u64::MAX }
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
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
    /// The caller asked to stop.
    Cancelled,
}

impl Stop {
    /// All of them.
    pub const ALL: [Stop; 7] = [
        Stop::Proof,
        Stop::Complete,
        Stop::Heaps,
        Stop::Work,
        Stop::Memory,
        Stop::Unmended,
        Stop::Cancelled,
    ];

    /// The word for it in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Stop::Proof => "proof",
            Stop::Complete => "complete",
            Stop::Heaps => "heaps",
            Stop::Work => "work",
            Stop::Memory => "memory",
            Stop::Unmended => "unmended",
            Stop::Cancelled => "cancelled",
        }
    }
}

/// The state of a running search, as its watcher sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Progress {
    /// The last heap whose partial quotient is verified.
    pub heap: usize,
    /// The order of that quotient.
    pub order: usize,
    /// The order of the candidate for the next heap, if there is one.
    pub candidate: Option<usize>,
}

/// Observes a running search, and may stop it; called several times a second.
pub trait Watcher: Sync {
    /// `false` ends the search with [`Stop::Cancelled`].
    fn goes_on(&self, progress: &Progress) -> bool;
}

/// Nobody watches, and nobody stops the search.
impl Watcher for () {
    fn goes_on(&self, _: &Progress) -> bool {
        true
    }
}

/// Counts the work of a search, and holds it to its limits.
pub struct Meter<'w> {
    limits: Limits,
    work: u64,
    next_look: u64,
    watcher: &'w dyn Watcher,
    /// What the watcher is told.
    pub progress: Progress,
}

/// The watcher is asked each time after so much work.
const WORK_BETWEEN_LOOKS: u64 = 1 << 26;

impl<'w> Meter<'w> {
    /// Begins to count.
    #[must_use]
    pub fn new(limits: Limits, watcher: &'w dyn Watcher) -> Meter<'w> {
        let next_look = limits.work.unwrap_or(u64::MAX).min(WORK_BETWEEN_LOOKS);
        Meter { limits, work: 0, next_look, watcher, progress: Progress::default() }
    }

    /// Takes note that this many elements are looked at.
    ///
    /// # Errors
    /// [`Stop`] if that is too much, or the watcher wants the search to end.
    #[inline]
    pub fn spend(&mut self, work: u64) -> Result<(), Stop> {
        self.work += work;
        if self.work < self.next_look {
            return Ok(());
        }
        self.look()
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stop> {
        let most = self.limits.work.unwrap_or(u64::MAX);
        if self.work >= most {
            return Err(Stop::Work);
        }
        self.next_look = (self.work + WORK_BETWEEN_LOOKS).min(most);
        if self.watcher.goes_on(&self.progress) { Ok(()) } else { Err(Stop::Cancelled) }
    }

    /// Whether there is room for so many bytes.
    ///
    /// # Errors
    /// [`Stop::Memory`] if there is not.
    pub fn room(&self, bytes: u64) -> Result<(), Stop> {
        if bytes <= self.limits.memory { Ok(()) } else { Err(Stop::Memory) }
    }

    /// The limits that hold.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// How many elements were looked at.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.work
    }
}
