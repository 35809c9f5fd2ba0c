//! Who wrote a file: the command, the version, the kernel, the threads, the date.

use std::time::SystemTime;

use octal::grundy::kernel;
use octal::survey::manifest::ManifestRow;

/// The row of the manifest for whatever a command writes, without file and checksum.
pub fn manifest_row(command: String) -> anyhow::Result<ManifestRow> {
    Ok(ManifestRow {
        file: String::new(),
        sha256: String::new(),
        command,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        kernel: kernel::name()?.to_owned(),
        threads: rayon::current_num_threads(),
        date: today(),
    })
}

/// The date, as in 2026-01-31, in Greenwich.
pub fn today() -> String {
    let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    now.split('T').next().unwrap_or_default().to_owned()
}
