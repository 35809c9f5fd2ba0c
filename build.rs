//! Packs the tables of `results/` that are part of the program.

use std::env;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

/// The tables, and their names among the packed files.
const TABLES: [(&str, &str); 4] = [
    ("results/periods.csv", "periods.csv.gz"),
    ("results/census/periods.csv", "census.csv.gz"),
    ("results/hexadecimal/periods.csv", "hexadecimal.csv.gz"),
    ("results/misere.csv", "misere.csv.gz"),
];

fn main() -> io::Result<()> {
    let [root, out] = ["CARGO_MANIFEST_DIR", "OUT_DIR"].map(|name| env::var_os(name).expect(name));
    for (table, packed) in TABLES {
        println!("cargo::rerun-if-changed={table}");
        let file = File::create(Path::new(&out).join(packed))?;
        let mut encoder = GzEncoder::new(file, Compression::best());
        encoder.write_all(&fs::read(Path::new(&root).join(table))?)?;
        encoder.finish()?;
    }
    Ok(())
}
