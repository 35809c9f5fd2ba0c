//! How much searches side by side may still write to the disk.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The bytes that searches side by side may still write.
#[derive(Debug)]
pub struct DiskRoom {
    bytes: AtomicU64,
    /// Whether more was wanted than there was.
    was_too_small: AtomicBool,
}

impl DiskRoom {
    /// Room for this many bytes.
    #[must_use]
    pub fn new(bytes: u64) -> DiskRoom {
        DiskRoom { bytes: AtomicU64::new(bytes), was_too_small: AtomicBool::new(false) }
    }

    /// Takes this many bytes of it; gives those that there are if they are fewer.
    pub(super) fn take(&self, bytes: u64) -> Result<(), u64> {
        let less = |room: u64| room.checked_sub(bytes);
        let taken = self.bytes.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        self.was_too_small.fetch_or(taken.is_err(), Ordering::Relaxed);
        taken.map(|_| ())
    }

    /// Gives back this many bytes.
    pub fn give_back(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Whether a search has found no room, and was not kept.
    #[must_use]
    pub fn was_too_small(&self) -> bool {
        self.was_too_small.load(Ordering::Relaxed)
    }
}
