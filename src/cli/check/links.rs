//! Which links are asked for.

use std::str::FromStr;

use octal::check::{self, CertificateFile, Selection};

use crate::cli::common::part::TaskPart;

/// Links by their numbers, or a part of all that there are.
#[derive(Clone, Copy, Debug)]
pub enum LinkChoice {
    Selection(Selection),
    Part(TaskPart),
}

impl FromStr for LinkChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<LinkChoice, String> {
        if text.contains('/') {
            return text.parse().map(LinkChoice::Part);
        }
        check::range(text).map(|(from, to)| LinkChoice::Selection(Selection::Range(from, to)))
    }
}

impl LinkChoice {
    /// The numbers of the links of a certificate.
    ///
    /// # Errors
    /// What would be right, if there are no such links.
    pub fn pick(self, certificate: &CertificateFile) -> Result<Vec<usize>, String> {
        match (self, certificate) {
            (LinkChoice::Selection(selection), _) => certificate.pick(selection),
            (LinkChoice::Part(part), CertificateFile::Period(period)) => {
                Ok(part.range(period.links()).collect())
            }
            // Every part of what has no links is the whole.
            (LinkChoice::Part(_), _) => certificate.pick(Selection::All),
        }
    }
}
