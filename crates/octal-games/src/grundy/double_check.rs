//! A second opinion: the same values by another kernel and with other tuning.
//!
//! The second run shares the rules, the sparse engine and the algorithm with the first run. It uses
//! another instruction set if the CPU has one. It uses other numbers for the length of blocks and
//! the order of trials. So it finds errors in vectors, in memory, or at the seams between blocks,
//! but not errors in the theory or in the rules.
//!
//! Costs as much as the first run or more, and as much memory again.

use super::driver::{Driver, Tuning};
use super::error::GrundyError;
use super::kernel::{Kernel, KernelError};
use super::values::Slice;
use crate::code::Code;

/// Heaps between two comparisons.
const COMPARED: usize = 1 << 22;

/// The result of a second run that differs or was not possible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DoubleCheckError {
    /// Only one engine knows the code.
    #[error(
        "there is no second way to compute this game: a double check needs a code with finitely many digits, none of them 8 or more, and without splits if it has more than 64 places"
    )]
    OneWay,
    /// Two runs disagree.
    #[error(
        "G({heap}) is {first} in the first run and {second} in the second, by kernel {kernel}: one of them is wrong, so nothing is reported"
    )]
    Differs {
        /// The first heap whose value differs.
        heap: u64,
        /// Its value in the first run.
        first: u16,
        /// Its value in the second run.
        second: u16,
        /// The kernel of the second run.
        kernel: &'static str,
    },
    /// The second run failed.
    #[error("the second run failed: {0}")]
    Failed(#[from] GrundyError),
    /// The caller asked to stop.
    #[error("interrupted before all values were computed a second time")]
    Cancelled,
}

/// The tuning of a second run, [`Tuning::ALTERNATE`]. Its kernel is the widest of this CPU that
/// differs from the kernel of the process, or that kernel if there is no other.
///
/// # Errors
/// As [`Kernel::chosen`].
pub fn other_tuning() -> Result<Tuning, KernelError> {
    let chosen = Kernel::chosen()?;
    let others = Kernel::ALL.into_iter().rev();
    let other = others.filter(|k| k.is_supported()).find(|&k| k != chosen).unwrap_or(chosen);
    Ok(Tuning { kernel: Some(other), ..Tuning::ALTERNATE })
}

/// True if a second way to compute `code` is known.
pub fn is_possible(code: &Code) -> bool {
    Driver::new(code).is_some()
}

/// Computes the values G(0), G(1), … of `code` a second time and compares them with `values`; says
/// by which kernel. `continues` is asked now and then, with the last heap compared.
///
/// # Errors
/// [`DoubleCheckError::Differs`] names the first heap with two values; the others say why there is
/// no answer.
pub fn double_check(
    code: &Code,
    values: Slice<'_>,
    continues: impl Fn(u64) -> bool,
) -> Result<Kernel, DoubleCheckError> {
    let tuning = other_tuning().map_err(GrundyError::from)?;
    let kernel = tuning.kernel.unwrap_or(Kernel::Scalar);
    let mut second = Driver::with(code, tuning).ok_or(DoubleCheckError::OneWay)?;
    for from in (0..values.len()).step_by(COMPARED) {
        let last = values.len().min(from + COMPARED) - 1;
        second.extend(last as u64)?;
        let (values, others) = (values.range(from..=last), second.values().range(from..=last));
        if values != others {
            let differ = |&i: &usize| values[i] != others[i];
            let i = (0..values.len()).find(differ).unwrap_or(0);
            let (heap, kernel) = ((from + i) as u64, kernel.name());
            let (first, second) = (values[i], others[i]);
            return Err(DoubleCheckError::Differs { heap, first, second, kernel });
        }
        if !continues(last as u64) {
            return Err(DoubleCheckError::Cancelled);
        }
    }
    Ok(kernel)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(code: &Code, to: u64) -> Vec<u16> {
        let mut engine = Driver::new(code).unwrap();
        engine.extend(to).unwrap();
        engine.values().to_vec()
    }

    #[test]
    fn equal_runs_agree() {
        for text in ["0.106", "0.6", "0.77", "S(1,2,3)"] {
            let code = text.parse().unwrap();
            let other = other_tuning().unwrap();
            let kernel = double_check(&code, (&*values(&code, 20_000)).into(), |_| true).unwrap();
            assert_eq!(other, Tuning { kernel: Some(kernel), ..Tuning::ALTERNATE });
            let more = Kernel::ALL.iter().filter(|kernel| kernel.is_supported()).count() > 1;
            assert_eq!(kernel != Kernel::chosen().unwrap(), more);
        }
    }

    /// A wrong value is found wherever it is, and of several the first.
    #[test]
    fn the_first_wrong_value_is_named() {
        let code = "0.106".parse().unwrap();
        let right = values(&code, 20_000);
        for heap in [0, 1, 700, 19_999, 20_000] {
            let mut wrong = right.clone();
            wrong[heap] ^= 1;
            wrong[20_000] += 2;
            let (kernel, heap64) = (other_tuning().unwrap().kernel.unwrap().name(), heap as u64);
            let error = double_check(&code, (&*wrong).into(), |_| true).unwrap_err();
            let (first, second) = (wrong[heap], right[heap]);
            assert_eq!(error, DoubleCheckError::Differs { heap: heap64, first, second, kernel });
            assert!(error.to_string().starts_with(&format!("G({heap}) is {first} in the first")));
        }
    }

    #[test]
    fn no_answer() {
        for text in ["0.8", "0.[37]"] {
            let code = text.parse().unwrap();
            assert!(!is_possible(&code));
            assert_eq!(
                double_check(&code, Slice::Bytes(&[0]), |_| true),
                Err(DoubleCheckError::OneWay)
            );
        }
        let code = "0.77".parse().unwrap();
        let asked = std::cell::Cell::new(0);
        let stop = |heap| {
            asked.set(heap);
            false
        };
        assert_eq!(
            double_check(&code, Slice::Bytes(&[0, 1, 2]), stop),
            Err(DoubleCheckError::Cancelled)
        );
        assert_eq!(asked.get(), 2);
    }
}
