//! Who wrote a file: the command, the version, the kernel, the threads, the date.

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
        date: jiff::Timestamp::now().strftime("%Y-%m-%d").to_string(),
    })
}
