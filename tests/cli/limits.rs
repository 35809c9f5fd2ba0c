//! Limits of the machine and the shell: threads, file sizes, a terminal that goes away.

use super::{Ran, Scratch, csv_rows, octal};

/// The fifth column of timings.csv is the number of threads.
#[test]
fn threads_beyond_the_processors_are_not_made() {
    let scratch = Scratch::new();
    for asked in ["5000", "2^53", "1"] {
        let arguments = ["bench", "0.77", "--limit", "1000", "--repeat", "1", "--record", "t.csv"];
        scratch.run(&[&arguments[..], &["--threads", asked]].concat()).ended(0);
    }
    let threads: Vec<usize> = csv_rows(&scratch.read("t.csv"))
        .iter()
        .map(|row| row["threads"].parse().unwrap())
        .collect();
    let processors = std::thread::available_parallelism().unwrap().get();
    assert_eq!(threads, [processors, processors, 1]);
    let values = "values 0.106 -n 3e5 --format digest --threads";
    let one = octal(&format!("{values} 1")).quietly();
    assert_eq!(octal(&format!("{values} 5000")).quietly(), one);
}

/// A task of Slurm has the processors that it was given, not those of the machine.
#[test]
fn threads_of_a_task() {
    let scratch = Scratch::new();
    for (given, asked) in [("1", None), ("1", Some("2")), ("0", None), ("many", None)] {
        let arguments = ["bench", "0.77", "--limit", "1000", "--repeat", "1", "--record", "t.csv"];
        let mut command = scratch.command(&arguments);
        command.args(asked.iter().flat_map(|asked| ["--threads", asked]));
        let ran: Ran = command.env("SLURM_CPUS_PER_TASK", given).output().unwrap().into();
        ran.ended(0);
    }
    let rows = csv_rows(&scratch.read("t.csv"));
    let threads: Vec<usize> = rows.iter().map(|row| row["threads"].parse().unwrap()).collect();
    let processors = std::thread::available_parallelism().unwrap().get();
    assert_eq!(threads, [1, processors.min(2), processors, processors]);
}

/// Where the shell limits the size of files, the file that was asked for is named, and none is
/// left.
#[cfg(unix)]
#[test]
fn a_file_larger_than_the_shell_allows() {
    for arguments in [
        "values 0.77 -n 1e6 --format csv -o big",
        "values 0.77 -n 1e6 --format npy -o big",
        "search 0.106 --limit 6e6 --dir big",
        "man big",
    ] {
        let scratch = Scratch::new();
        let ran = limited(&scratch, arguments, "");
        assert_eq!((ran.code, &*ran.out), (Some(2), ""), "{arguments}: {ran:?}");
        let err = ran.err;
        assert!(err.contains("error: cannot write `big"), "{arguments}: {err}");
        assert!(err.contains("File too large") && err.contains("`ulimit -f`"), "{err}");
        assert!(!err.contains(".tmp"), "{arguments}: {err}");
        assert!(scratch.names().iter().all(|name| name == "big"), "{arguments}");
        assert!(!scratch.path().join("big").is_file(), "{arguments}");
    }
    let scratch = Scratch::new();
    let err = limited(&scratch, "values 0.77 -n 1e6 --format csv", "> big").refused();
    assert!(err.contains("File too large") && err.contains("`ulimit -f`"), "{err}");
}

/// Runs the program where no file may have more than a few kilobytes.
#[cfg(unix)]
fn limited(scratch: &Scratch, arguments: &str, redirection: &str) -> Ran {
    let program = env!("CARGO_BIN_EXE_octal");
    let line = format!("ulimit -f 4; exec {program} {arguments} {redirection}");
    let mut command = std::process::Command::new("sh");
    command.args(["-c", &line]).current_dir(scratch.path());
    command.stdin(std::process::Stdio::null()).output().unwrap().into()
}

/// A closed terminal stops a search as Ctrl-C does; sent twice, it is no other signal.
#[cfg(target_os = "linux")]
#[test]
fn a_hangup_asks_to_stop() {
    let scratch = Scratch::new();
    // These tests may themselves have been started by `nohup`, which children inherit.
    let mut command = std::process::Command::new("env");
    command.args(["--default-signal=HUP", env!("CARGO_BIN_EXE_octal")]);
    command.args(["period", "0.6", "--limit", "1e9"]).current_dir(scratch.path());
    command.stdin(std::process::Stdio::null()).stderr(std::process::Stdio::piped());
    let mut child = command.stdout(std::process::Stdio::piped()).spawn().unwrap();
    catches(&mut child, "HUP");
    super::signal(&mut child, "HUP");
    std::thread::sleep(std::time::Duration::from_millis(1100));
    super::signal(&mut child, "HUP");
    let ran = super::stopped(child);
    assert!(ran.ended(2).contains("(stopped by: interrupted)"));
}

/// A signal that comes later than the first ends the program, also if it waits for others.
#[cfg(target_os = "linux")]
#[test]
fn a_later_signal_ends_the_program() {
    let scratch = Scratch::new();
    let mut child = scratch.command(&["values", "0.77", "-n", "1e15"]).spawn().unwrap();
    catches(&mut child, "TERM");
    // Nobody reads what it writes.
    for _ in 0..3 {
        super::signal(&mut child, "TERM");
        std::thread::sleep(std::time::Duration::from_millis(1100));
    }
    assert_eq!(child.try_wait().unwrap().and_then(|status| status.code()), Some(2));
}

/// A program started by `nohup` continues.
#[cfg(target_os = "linux")]
#[test]
fn an_ignored_hangup_stays_ignored() {
    let scratch = Scratch::new();
    let line = format!("trap '' HUP; exec {} period 0.6 --limit 1e9", env!("CARGO_BIN_EXE_octal"));
    let mut command = std::process::Command::new("sh");
    command.args(["-c", &line]).current_dir(scratch.path());
    let mut child = command.stdout(std::process::Stdio::piped()).spawn().unwrap();
    catches(&mut child, "TERM");
    assert_eq!(mask(child.id(), "SigIgn") & 1, 1);
    super::signal(&mut child, "HUP");
    assert_eq!((mask(child.id(), "SigCgt") & 1, mask(child.id(), "SigIgn") & 1), (0, 1));
    super::signal(&mut child, "TERM");
    let ran = super::stopped(child);
    assert!(ran.ended(2).contains("(stopped by: interrupted)"));
}

/// Waits until a program catches a signal.
#[cfg(target_os = "linux")]
pub fn catches(child: &mut std::process::Child, name: &str) {
    let bit = match name {
        "HUP" => 0,
        "USR1" => 9,
        _ => 14,
    };
    let id = child.id();
    super::wait_until(child, || mask(id, "SigCgt") >> bit & 1 == 1);
}

/// The set of signals that the system says of a process under this name.
#[cfg(target_os = "linux")]
fn mask(id: u32, name: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    line.map_or(0, |mask| u64::from_str_radix(mask.trim(), 16).unwrap())
}

/// The games that are searched at once share the memory, and leave it to the next games. Eight
/// games that would need four times the memory leave the program smaller than twice the memory,
/// since the process may keep memory given back to the allocator.
#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_number_of_games() {
    const MEBIBYTE: u64 = 1 << 20;
    let scratch = Scratch::new();
    // Games with few rare heaps, whose values are many before they are much work.
    scratch.write("codes.txt", "0.106\n0.104\n0.454\n0.1156\n0.3154\n0.3156\n4.045\n0.1712\n");
    let arguments = "survey --codes codes.txt --limit 3e7 --memory 32M --threads 2";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let child = scratch.command(&arguments).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let peak = std::thread::spawn(move || {
        let mut peak = 0;
        // A process that has ended has no memory any more.
        while let Some(now) = peak_in_kibibytes(&status) {
            peak = now;
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        1024 * peak
    });
    let ran = Ran::from(child.wait_with_output().unwrap()).quietly();
    let at_once = std::thread::available_parallelism().unwrap().get().min(2) as u64;
    let each = 32 * MEBIBYTE / at_once;
    let rows = csv_rows(&ran);
    assert_eq!(rows.len(), 8);
    assert!(rows.iter().all(|row| row["stop"] == format!("memory {each}")), "{ran}");
    let values: u64 = rows.iter().map(|row| row["verified_to"].parse::<u64>().unwrap()).sum();
    let peak = peak.join().unwrap();
    assert!(values > 90 * MEBIBYTE && peak > 16 * MEBIBYTE, "{values} {peak}");
    assert!(peak < (2 * 32 + 16) * MEBIBYTE, "{peak} bytes for {values} values");
}

/// The most memory that a process has had, if the system reports it.
#[cfg(target_os = "linux")]
fn peak_in_kibibytes(status: &str) -> Option<u64> {
    let text = std::fs::read_to_string(status).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}
