//! Ctrl-C, SIGTERM, and SIGUSR1, by which batch systems warn: the first asks the running search to
//! stop, the second ends the program.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// The signals that ask to stop.
#[cfg(unix)]
const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, signal_hook::consts::SIGUSR1];
/// The signals that ask to stop.
#[cfg(not(unix))]
const SIGNALS: [i32; 2] = [SIGINT, SIGTERM];

/// The exit code after a second signal.
const KILLED: i32 = 2;

/// The flag that the first signal sets. From the first call on, signals are caught.
fn stop_flag() -> &'static AtomicBool {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    FLAG.get_or_init(|| {
        let stop = Arc::new(AtomicBool::new(false));
        for signal in SIGNALS {
            // Without a handler the signal still ends the program, only less politely.
            let _ = flag::register_conditional_shutdown(signal, KILLED, Arc::clone(&stop));
            let _ = flag::register(signal, Arc::clone(&stop));
        }
        stop
    })
}

/// Begins to catch signals.
pub fn catch() {
    stop_flag();
}

/// Whether a signal has asked to stop.
pub fn caught() -> bool {
    stop_flag().load(Ordering::Relaxed)
}
