//! One test for each kernel.

use libtest_mimic::{Completion, Trial};
use octal::grundy::driver::{Driver, Tuning};
use octal::grundy::kernel::Kernel;
use octal::grundy::naive;
use octal::grundy::sparse::Sparse;

pub fn trials() -> Vec<Trial> {
    let trial = |kernel: Kernel| {
        Trial::ignorable_test(format!("kernels::{}", kernel.name()), move || {
            if !kernel.is_supported() {
                return Ok(Completion::ignored_with("this CPU cannot run the kernel"));
            }
            assert_values_are_right(kernel);
            Ok(Completion::Completed)
        })
    };
    Kernel::ALL.into_iter().map(trial).collect()
}

/// The kernel gives the values of the definition, and at larger heaps those of the sparse engine.
fn assert_values_are_right(kernel: Kernel) {
    for text in ["0.106", "0.454", "0.174", "4.045"] {
        let code = text.parse().unwrap();
        let in_blocks = |tuning, to| {
            let mut driver =
                Driver::with(&code, Tuning { kernel: Some(kernel), ..tuning }).unwrap();
            driver.extend(to).unwrap();
            assert!(driver.counters().blocks.blocks > 0, "{text} was computed without blocks");
            driver.values().to_vec()
        };
        assert!(in_blocks(Tuning::TINY, 3000) == naive::values(&code, 3000), "{text}");
        let mut sparse = Sparse::new(&code).unwrap();
        sparse.extend(60_000).unwrap();
        assert!(in_blocks(Tuning::DEFAULT, 60_000) == sparse.values().to_vec(), "{text}");
    }
}
