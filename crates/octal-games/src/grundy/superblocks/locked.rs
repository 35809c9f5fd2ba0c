//! Locks whose poison does not matter.
//!
//! A panic of a task ends the round: nobody goes on with what it has left.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// What the lock guards, once it is free.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the lock has guarded.
pub(super) fn unlocked<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}
