//! Ctrl-C, SIGTERM, SIGUSR1, by which batch systems warn, and SIGHUP, which a closed terminal sends:
//! the first asks the running search to stop, the second ends the program.
//!
//! A hangup may be sent twice, by the system and by the shell, so the second one changes nothing; and
//! where `nohup` has told the program to ignore it, it does. SIGXFSZ, which ends a program that makes
//! a file larger than the shell allows, leaves the failure to the one who writes.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// The signals that ask to stop, and the second time end the program.
#[cfg(unix)]
const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, signal_hook::consts::SIGUSR1];
/// The signals that ask to stop, and the second time end the program.
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
        #[cfg(unix)]
        if !hangup_is_ignored() {
            let _ = flag::register(signal_hook::consts::SIGHUP, Arc::clone(&stop));
        }
        stop
    })
}

/// Whether the program was started with SIGHUP ignored; where the system does not tell, yes, so that
/// `nohup` is heeded everywhere.
#[cfg(unix)]
fn hangup_is_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    ignored(&status, signal_hook::consts::SIGHUP).unwrap_or(true)
}

/// Whether the status of a process, as Linux tells it, says that it ignores a signal.
#[cfg(unix)]
fn ignored(status: &str, signal: i32) -> Option<bool> {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    let mask = u64::from_str_radix(mask.trim(), 16).ok()?;
    Some(mask >> (signal - 1) & 1 == 1)
}

/// Begins to catch signals.
pub fn catch() {
    stop_flag();
}

/// Whether a signal has asked to stop.
pub fn caught() -> bool {
    stop_flag().load(Ordering::Relaxed)
}

/// Lets the write fail that makes a file larger than the shell allows, instead of the program.
pub fn survive_limits() {
    #[cfg(unix)]
    let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}
