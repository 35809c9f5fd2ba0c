//! The Python package `octal_workbench`: thin functions over the library `octal`.
//!
//! Everything that a user sees is written in Python, in the folder `package`; this module
//! passes texts, numbers and arrays. Long work runs without the GIL on a thread of its own, while the
//! calling thread looks for signals ([`interruptible`]).

#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod checking;
mod claims;
mod game;
mod identify;
mod interruptible;
mod misere;
mod position;
mod sequence;
mod treblecross;

/// The tables and functions that the package wraps.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use crate::checking::check;
    #[pymodule_export]
    use crate::claims::judge_claims;
    #[pymodule_export]
    use crate::game::{cousins, game, standard_form};
    #[pymodule_export]
    use crate::identify::identify;
    #[pymodule_export]
    use crate::misere::{Quotient, misere_genus, misere_quotient};
    #[pymodule_export]
    use crate::position::{components, play, solve};
    #[pymodule_export]
    use crate::sequence::{Sequence, search};
    #[pymodule_export]
    use crate::treblecross::{treblecross_moves, treblecross_table};

    /// The rows of `results/periods.csv` as it was when the package was built.
    #[pyo3::pyfunction]
    fn periods_csv() -> &'static str {
        crate::embedded_table("results/periods.csv")
    }

    /// The rows of `results/census/periods.csv`.
    #[pyo3::pyfunction]
    fn census_csv() -> &'static str {
        crate::embedded_table("results/census/periods.csv")
    }

    /// The rows of `results/census/codes.csv`.
    #[pyo3::pyfunction]
    fn census_codes_csv() -> &'static str {
        include_str!("../../results/census/codes.csv")
    }
}

/// The table that the repository has at this path.
fn embedded_table(file: &str) -> &'static str {
    octal::survey::embedded::table(file.as_ref()).expect("the table is part of the program")
}

pyo3::import_exception!(octal_workbench.errors, CertificateError);
pyo3::import_exception!(octal_workbench.errors, OctalCodeError);
pyo3::import_exception!(octal_workbench.errors, PositionError);
pyo3::import_exception!(octal_workbench.errors, SearchLimit);
