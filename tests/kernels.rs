//! One test for each kernel. One that this CPU lacks is reported as ignored, instead of passing
//! without having run.
//!
//! The attribute `#[ignore]` is decided when the tests are compiled, and what a CPU can do only when
//! they run. So this is a program of its own that answers as other tests do: to names and parts of
//! names, and to the options `--list`, `--exact`, `--skip` and `--ignored`.

use std::env;
use std::process::ExitCode;

use octal::grundy::driver::{Driver, Tuning};
use octal::grundy::kernel::Kernel;
use octal::grundy::naive;
use octal::grundy::sparse::Sparse;

/// The kernel gives the values of the definition, and further on those of the sparse engine.
fn is_right(kernel: Kernel) -> bool {
    ["0.106", "0.454", "0.174", "4.045"].iter().all(|text| {
        let code = text.parse().expect("a code");
        let values = |tuning, to| {
            let mut engine = Driver::with(&code, tuning)?;
            engine.extend(to).ok()?;
            let blocks = engine.counters().blocks.blocks;
            Some((engine.values().to_vec(), blocks))
        };
        let tiny = values(Tuning { kernel: Some(kernel), ..Tuning::TINY }, 3000);
        let large = values(Tuning { kernel: Some(kernel), ..Tuning::DEFAULT }, 60_000);
        let sparse = Sparse::new(&code).and_then(|mut sparse| {
            sparse.extend(60_000).ok()?;
            Some(sparse.values().to_vec())
        });
        tiny.is_some_and(|(values, blocks)| blocks > 0 && values == naive::values(&code, 3000))
            && large.is_some_and(|(values, blocks)| blocks > 0 && Some(values) == sparse)
    })
}

/// What the arguments ask for.
#[derive(Default)]
struct Arguments {
    names: Vec<String>,
    skipped: Vec<String>,
    options: Vec<String>,
}

impl Arguments {
    fn read(mut all: impl Iterator<Item = String>) -> Arguments {
        let mut arguments = Arguments::default();
        while let Some(argument) = all.next() {
            match argument.as_str() {
                "--skip" => arguments.skipped.extend(all.next()),
                // Options whose value is not a name.
                "--test-threads" | "--format" | "--color" | "--logfile" | "-Z" => {
                    all.next();
                }
                option if option.starts_with('-') => arguments.options.push(argument),
                _ => arguments.names.push(argument),
            }
        }
        arguments
    }

    fn has(&self, option: &str) -> bool {
        self.options.iter().any(|given| given == option)
    }

    fn want(&self, test: &str) -> bool {
        let is = |name: &String| match self.has("--exact") {
            true => test == name,
            false => test.contains(name.as_str()),
        };
        (self.names.is_empty() || self.names.iter().any(is)) && !self.skipped.iter().any(is)
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::read(env::args().skip(1));
    let name = |kernel: &Kernel| format!("kernels::{}", kernel.name());
    let wanted: Vec<Kernel> =
        Kernel::ALL.into_iter().filter(|kernel| arguments.want(&name(kernel))).collect();
    if arguments.has("--list") {
        wanted.iter().for_each(|kernel| println!("{}: test", name(kernel)));
        return ExitCode::SUCCESS;
    }
    let (mut passed, mut failed, mut ignored) = (0, 0, 0);
    println!("\nrunning {} tests", wanted.len());
    for kernel in &wanted {
        let (count, result) = match kernel.is_supported() {
            false => (&mut ignored, "ignored, this CPU cannot run the kernel"),
            // Only tests that are ignored are asked for, and this one is not.
            true if arguments.has("--ignored") => continue,
            true if is_right(*kernel) => (&mut passed, "ok"),
            true => (&mut failed, "FAILED"),
        };
        *count += 1;
        println!("test {} ... {result}", name(kernel));
    }
    let result = if failed == 0 { "ok" } else { "FAILED" };
    println!("\ntest result: {result}. {passed} passed; {failed} failed; {ignored} ignored\n");
    ExitCode::from(u8::from(failed > 0))
}
