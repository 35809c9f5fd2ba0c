//! Signals: Ctrl-C, SIGTERM, SIGUSR1, by which batch systems warn, and SIGHUP, which a closed
//! terminal sends. The first signal asks the running search to stop, and a later one ends the
//! program.
//!
//! Some programs, such as `timeout`, send a signal to a process and to its group, so that it comes
//! twice: a second signal within one second is ignored. The system and the shell may both send a
//! hangup at any distance, so a second hangup never ends the program. Under `nohup` a hangup is
//! ignored. SIGXFSZ, which ends a program that makes a file larger than the shell allows, is
//! ignored: writing then fails with an error.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// The exit code after a second signal.
const KILLED: i32 = 2;

/// The flag that the first signal sets. From the first call on, signals are caught.
fn stop_flag() -> &'static AtomicBool {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    FLAG.get_or_init(|| {
        let stop = Arc::new(AtomicBool::new(false));
        set_by_signals(&stop);
        stop
    })
}

/// Lets signals set the flag, and a later one end the program.
#[cfg(unix)]
fn set_by_signals(stop: &Arc<AtomicBool>) {
    use signal_hook::consts::{SIGHUP, SIGUSR1};
    let mut signals = vec![SIGINT, SIGTERM, SIGUSR1];
    signals.extend((!hangup_is_ignored()).then_some(SIGHUP));
    for &signal in &signals {
        // Without a handler the signal still ends the program, only less politely.
        let _ = flag::register(signal, Arc::clone(stop));
    }
    if let Ok(signals) = signal_hook::iterator::Signals::new(signals) {
        // Without this thread the first signal still asks to stop.
        let _ = std::thread::Builder::new().spawn(|| end_at_a_later_signal(signals));
    }
}

/// Lets signals set the flag, and a later one end the program.
#[cfg(not(unix))]
fn set_by_signals(stop: &Arc<AtomicBool>) {
    for signal in [SIGINT, SIGTERM] {
        // Without a handler the signal still ends the program, only less politely.
        let _ = flag::register_conditional_shutdown(signal, KILLED, Arc::clone(stop));
        let _ = flag::register(signal, Arc::clone(stop));
    }
}

/// Ends the program at the first signal but a hangup that comes later than the first one and its
/// companions.
#[cfg(unix)]
fn end_at_a_later_signal(mut signals: signal_hook::iterator::Signals) {
    use std::time::{Duration, Instant};
    const TOGETHER: Duration = Duration::from_secs(1);
    let mut first = None;
    for signal in signals.forever() {
        let is_later = first.get_or_insert_with(Instant::now).elapsed() > TOGETHER;
        if is_later && signal != signal_hook::consts::SIGHUP {
            signal_hook::low_level::exit(KILLED);
        }
    }
}

/// True if the program was started with SIGHUP ignored. Also true where the system does not report
/// it, so that `nohup` works everywhere.
#[cfg(unix)]
fn hangup_is_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    ignored(&status, signal_hook::consts::SIGHUP).unwrap_or(true)
}

/// True if the status of a process on Linux says that it ignores a signal.
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

/// True if a signal has asked to stop.
pub fn caught() -> bool {
    stop_flag().load(Ordering::Relaxed)
}

/// Lets the write fail that makes a file larger than the shell allows, instead of the program.
pub fn survive_limits() {
    #[cfg(unix)]
    let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}
