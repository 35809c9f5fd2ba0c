//! A set of codes searched side by side, and the rows of every report.
//!
//! ```text
//! family → classes of equal games → study each (search, row, verdicts) → store → CSV files
//! ```
//!
//! * [`class`] codes that the rules prove equal are searched once
//! * [`study`] one class: its search, its row, the verdicts on the claims about it; the results of
//!   long searches
//! * [`certificates`] the certificates beside the table of a survey
//! * [`store`] the rows on disk, to which several processes may add: finished games survive an
//!   interrupt and are not searched again
//! * [`files`] how rows are read and written, and which rows of earlier runs are used
//! * [`searches`] the long searches of a survey, kept from one round to the next
//! * [`parallel`] all classes side by side, each passed on as soon as it is done, in rounds of
//!   growing work
//! * [`embedded`] the rows that are part of the program
//! * [`agreement`] games without a proof whose values agree up to the last one compared
//! * [`claims`] claims of every kind, judged
//! * [`report`] the directory of all reports
//! * [`figures`] the figures that published searches print, beside ours, `figures.csv`
//! * [`frontier`] the open games beside their published limits, `frontier.csv`
//! * [`misere`] misère quotients, `misere.csv`, with certificates; verdicts on the claims about
//!   them
//! * [`treblecross`] the rows of `treblecross.csv`

pub mod agreement;
pub mod certificates;
pub mod claims;
pub mod class;
pub mod embedded;
pub mod figures;
pub mod files;
pub mod frontier;
pub mod misere;
pub mod parallel;
pub mod report;
pub mod searches;
pub mod store;
pub mod study;
pub mod treblecross;
