//! The kinds of reports: their columns, and the reader of a row.

use csv::StringRecord;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::code::Code;
use crate::code::cousins::{same_by_rules, standard_form};
use crate::formats::periods::{EXCEPTION_HEADER, ExceptionRow, PERIOD_HEADER};
use crate::misere::record::{self, Record};
use crate::period::Answer;
use crate::survey::figures::{self, FigureRow};
use crate::survey::frontier::{self, FrontierRow};
use crate::survey::misere::study::StairRow;
use crate::survey::misere::table::PARTIAL_HEADER;
use crate::survey::study::{CLAIM_HEADER, ClaimRow};
use crate::survey::treblecross::{self, TreblecrossRow};

/// The files that are known, for messages.
pub(super) const KINDS: &str = "periods.csv, exceptions.csv, claims.csv, frontier.csv, figures.csv, \
    treblecross.csv, misere.csv or misere_partial.csv";

/// A kind of report.
pub(super) struct ReportKind {
    /// The names of its columns.
    pub(super) header: &'static [&'static str],
    /// The title of its table.
    pub(super) title: &'static str,
    /// The columns that fit on a page, in order; a saltus is shown wherever a row has one.
    pub(super) page: &'static [&'static str],
    /// The columns that hold numbers.
    pub(super) numbers: &'static [&'static str],
    /// s with G_a(n) = G_b(n − s), if the rules say that rows of the codes a and b are about one
    /// game.
    pub(super) shift_between: fn(&Code, &Code) -> Option<i64>,
    /// A row with its numbers as numbers.
    pub(super) typed: fn(&StringRecord) -> Result<Value, csv::Error>,
}

/// Every kind of report.
pub(super) static REPORTS: [ReportKind; 8] = [
    ReportKind {
        header: &PERIOD_HEADER,
        title: "Periods",
        page: &["code", "status", "preperiod", "period", "exceptions", "max_value", "verified_to"],
        numbers: &[
            "preperiod",
            "period",
            "saltus",
            "exceptions",
            "last_exception",
            "max_value",
            "max_at",
            "rare_count",
            "last_rare",
            "verified_to",
        ],
        shift_between: same_by_rules,
        typed: typed::<Answer>,
    },
    ReportKind {
        header: &EXCEPTION_HEADER,
        title: "Exceptions",
        page: &EXCEPTION_HEADER,
        numbers: &["n", "value", "periodic_value"],
        shift_between: same_by_rules,
        typed: typed::<ExceptionRow>,
    },
    ReportKind {
        header: &CLAIM_HEADER,
        title: "Published claims",
        page: &["code", "statement", "claimed", "verdict", "computed"],
        numbers: &["first_difference", "verified_to"],
        shift_between: same_by_rules,
        typed: typed::<ClaimRow>,
    },
    ReportKind {
        header: &frontier::HEADER,
        title: "Open games",
        page: &["code", "published_limit", "published_by", "our_limit", "factor", "rare_count"],
        numbers: &[
            "published_limit",
            "our_limit",
            "factor",
            "rare_count",
            "last_rare",
            "max_value",
            "max_at",
        ],
        shift_between: same_by_rules,
        typed: typed::<FrontierRow>,
    },
    ReportKind {
        header: &figures::HEADER,
        title: "Published figures",
        page: &["code", "heaps", "who", "figure", "published", "ours", "verdict"],
        numbers: &["heaps"],
        shift_between: same_by_rules,
        typed: typed::<FigureRow>,
    },
    ReportKind {
        header: &treblecross::HEADER,
        title: "Treblecross",
        page: &["cells", "heap", "grundy", "outcome", "winning_cells"],
        numbers: &["cells", "heap", "grundy", "intervals", "published"],
        shift_between: same_by_rules,
        typed: typed::<TreblecrossRow>,
    },
    ReportKind {
        header: &record::HEADER,
        title: "Misère quotients",
        page: &[
            "code",
            "status",
            "order",
            "p_portion",
            "preperiod",
            "period",
            "last_rogue",
            "tame",
        ],
        numbers: &[
            "order",
            "p_portion",
            "preperiod",
            "period",
            "last_change",
            "heaps",
            "kernel",
            "last_rogue",
            "tame_to",
        ],
        shift_between: first_cousins,
        typed: typed::<Record>,
    },
    ReportKind {
        header: &PARTIAL_HEADER,
        title: "Partial misère quotients",
        page: &PARTIAL_HEADER,
        numbers: &["heap", "order", "p_portion"],
        shift_between: first_cousins,
        typed: typed::<StairRow>,
    },
];

/// s with heap n of a being heap n − s of b, if they are first cousins: then misère play is the
/// same.
fn first_cousins(a: &Code, b: &Code) -> Option<i64> {
    let ((a, of_a), (b, of_b)) = (standard_form(a), standard_form(b));
    (a == b).then(|| of_a as i64 - of_b as i64)
}

fn typed<R: DeserializeOwned + Serialize>(record: &StringRecord) -> Result<Value, csv::Error> {
    let row: R = record.deserialize(None)?;
    serde_json::to_value(&row).map_err(|e| csv::Error::from(std::io::Error::other(e)))
}
