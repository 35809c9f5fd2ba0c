//! `octal bench`: how fast values are computed, with the answers checked.

use std::io::Write;
use std::time::Instant;

use anyhow::{Context, bail};
use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, Table};
use octal::code::Code;
use octal::export::digest::Digester;
use octal::grundy::{Engine, kernel};
use serde::Deserialize;

use super::talk::say;
use super::{Answer, Outcome};

/// Measure how fast Grundy values are computed; every answer is checked
///
/// The raw engine on one core: no period is used. Each game is computed several times from the
/// beginning and the best time counts. Exit code 1 if a digest is not the stored one.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal bench
  octal bench 0.106 0.6 --repeat 5
  OCTAL_KERNEL=scalar octal bench 0.106   the kernel for any CPU; also avx2, avx512")]
pub struct Args {
    /// Only these games of octal-codes/digests.csv
    #[arg(value_name = "CODE")]
    codes: Vec<Code>,
    /// How often each game is computed
    #[arg(long, value_name = "TIMES", default_value = "3",
        value_parser = clap::value_parser!(u32).range(1..=1000))]
    repeat: u32,
}

/// A row of `octal-codes/digests.csv`: the digest of G(0..=heaps).
#[derive(Debug, Deserialize)]
struct Stored {
    code: String,
    heaps: u64,
    digest: String,
}

const DIGESTS: &str = include_str!("../../octal-codes/digests.csv");

pub fn run(args: &Args) -> Outcome {
    let stored: Vec<Stored> =
        csv::Reader::from_reader(DIGESTS.as_bytes()).deserialize().collect::<Result<_, _>>()?;
    for code in &args.codes {
        if !stored.iter().any(|s| s.code == code.to_string()) {
            let known: Vec<&str> = stored.iter().map(|s| s.code.as_str()).collect();
            bail!("no digest of {code} is stored; there are: {}", known.join(" "));
        }
    }
    let mut table = Table::new();
    table.load_style(NOTHING);
    table.set_header(["code", "heaps", "seconds", "heaps/s", "digest"]);
    for column in table.column_iter_mut().skip(1).take(3) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let mut answer = Answer::Yes;
    say(format!("kernel {}", kernel::name()?));
    for s in &stored {
        let code: Code = s.code.parse().with_context(|| "octal-codes/digests.csv")?;
        if !args.codes.is_empty() && !args.codes.contains(&code) {
            continue;
        }
        say(format!("{code} to heap {}", s.heaps));
        let (seconds, digest) = best_of(args.repeat, &code, s.heaps)?;
        let right = digest == s.digest;
        if !right {
            answer = Answer::No;
        }
        table.add_row([
            s.code.clone(),
            s.heaps.to_string(),
            format!("{seconds:.3}"),
            format!("{:.0}", s.heaps as f64 / seconds),
            format!("{digest} {}", if right { "as stored" } else { "WRONG" }),
        ]);
    }
    writeln!(std::io::stdout(), "{}", table.trim_fmt())?;
    Ok(answer)
}

/// The best time of several runs from the beginning, and the digest of the last.
fn best_of(times: u32, code: &Code, heaps: u64) -> anyhow::Result<(f64, String)> {
    let (mut best, mut digest) = (f64::INFINITY, String::new());
    for _ in 0..times {
        let begun = Instant::now();
        let mut engine = Engine::new(code);
        engine.extend(heaps)?;
        best = best.min(begun.elapsed().as_secs_f64());
        let mut digester = Digester::new();
        digester.update(engine.values());
        digest = digester.finish().to_string();
    }
    Ok((best, digest))
}
