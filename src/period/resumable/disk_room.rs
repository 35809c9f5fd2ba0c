//! How much searches side by side may still write to the disk.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The bytes that searches side by side have on the disk, and may have.
#[derive(Debug)]
pub struct DiskRoom {
    limit: u64,
    used: AtomicU64,
    /// Whether more was wanted than there was.
    was_too_small: AtomicBool,
}

impl DiskRoom {
    /// Room for `limit` bytes, of which `used` are taken: these may be more, if an earlier limit was larger.
    #[must_use]
    pub fn new(limit: u64, used: u64) -> DiskRoom {
        DiskRoom { limit, used: AtomicU64::new(used), was_too_small: AtomicBool::new(false) }
    }

    /// Takes this many bytes of it; gives those that there are if they are fewer.
    pub(super) fn take(&self, bytes: u64) -> Result<(), u64> {
        let more = |used: u64| used.checked_add(bytes).filter(|&used| used <= self.limit);
        let taken = self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more);
        self.was_too_small.fetch_or(taken.is_err(), Ordering::Relaxed);
        taken.map(|_| ()).map_err(|used| self.limit.saturating_sub(used))
    }

    /// Gives back this many bytes.
    pub fn give_back(&self, bytes: u64) {
        // A directory may have taken more than its values, for which alone room is asked.
        let less = |used: u64| Some(used.saturating_sub(bytes));
        self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).ok();
    }

    /// Whether a search has found no room, and was not kept.
    #[must_use]
    pub fn was_too_small(&self) -> bool {
        self.was_too_small.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is given back where more is used than allowed makes no room before all that is too much is gone.
    #[test]
    fn more_is_used_than_allowed() {
        let room = DiskRoom::new(1000, 3000);
        assert_eq!((room.take(1), room.was_too_small()), (Err(0), true));
        room.give_back(1900);
        assert_eq!(room.take(1), Err(0));
        room.give_back(900);
        assert_eq!((room.take(801), room.take(800), room.take(1)), (Err(800), Ok(()), Err(0)));
        // More is given back than was taken: there is all the room, and no more.
        room.give_back(1100);
        assert_eq!((room.take(1001), room.take(1000)), (Err(1000), Ok(())));
    }
}
