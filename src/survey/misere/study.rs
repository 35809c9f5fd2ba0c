//! Study of the codes whose misère play is surveyed: of each game its quotient, its rows, its
//! certificate. All games are studied in parallel, each passed on as soon as it is done.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use crate::certificate::file_name;
use crate::check::MisereCertificate;
use crate::code::{Code, CodeError, Digit};
use crate::grundy::GrundyError;
use crate::misere::extend::Stair;
use crate::misere::limits::{MisereLimits, MisereProgress, MisereStop, MisereWatcher};
use crate::misere::quotient::normal_play;
use crate::misere::record::{Extent, Order, QuotientTheorem, Record};
use crate::misere::solve::{Solved, solve};
use crate::period::search::Limits;
use crate::period::sequence::Known;
use crate::survey::certificates::stored;
use crate::survey::class::{Class, Member, octal_codes};
use crate::survey::files::StoreError;
use crate::survey::parallel::as_done;

/// The directory of the certificates, within that of the reports.
pub const CERTIFICATES: &str = "misere";

/// The limits of normal play where by Theorem K the order depends on it.
const NORMAL: Limits = Limits { heaps: 1 << 22, work: Some(100_000_000), memory: 1 << 28 };

/// The limits of normal play for searches up to the heap `last`.
pub(super) fn normal_limits(last: u64) -> Limits {
    Limits { heaps: NORMAL.heaps.min(last), ..NORMAL }
}

/// A row of `misere_partial.csv`: a heap at which the partial quotient grows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StairRow {
    /// The code, as in `misere.csv`.
    pub code: String,
    /// n, the first heap with which the partial quotient of the heaps up to n has this order.
    pub heap: u64,
    /// |Q|.
    pub order: u64,
    /// |P|.
    pub p_portion: u64,
}

/// A game of the survey.
#[derive(Clone, Debug)]
pub struct MisereGame {
    /// Its row.
    pub row: Record,
    /// Where its partial quotient grows, in ascending order of heaps.
    pub stairs: Vec<StairRow>,
    /// The codes that are this game, that of the row first.
    pub members: Vec<Member>,
    /// The certificate named in the row, if it was made in this run.
    pub certificate: Option<Arc<[u8]>>,
}

/// An error that leaves the misère play of a game without a row.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MisereStudyError {
    /// The Grundy values cannot be had.
    #[error(transparent)]
    Grundy(#[from] GrundyError),
    /// The certificate does not stand the check: the program is wrong.
    #[error("the new certificate of {code} is refused: {reason}")]
    Refused {
        /// The code.
        code: Code,
        /// The reason that the checker gives.
        reason: String,
    },
    /// A row names a game that is none.
    #[error("`{path}`: `{text}` in column code is no code", path = .path.display())]
    Code {
        /// The report.
        path: PathBuf,
        /// The text that should be a code.
        text: String,
        /// The error in the code.
        source: CodeError,
    },
    /// A report cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The place of the certificate of a code, within the directory of reports, if it is not
/// compressed.
pub fn certificate_path(code: &Code) -> String {
    format!("{CERTIFICATES}/{}", file_name(code))
}

/// Searches the misère quotient of a game, and its normal play up to the heap `last` if the
/// quotient depends on it. `None` if the watcher cancelled.
pub fn study(
    class: &Class,
    (limits, last): (&MisereLimits, u64),
    watcher: &dyn MisereWatcher,
) -> Result<Option<MisereGame>, MisereStudyError> {
    let code = class.code();
    let solved = solve(code, limits, watcher)?;
    if solved.stop == MisereStop::Cancelled {
        return Ok(None);
    }
    let normal = normal_play(&solved, &normal_limits(last), &|_| true)?;
    let mut row = Record::new(&solved, normal.as_ref());
    let mut certificate = None;
    if row.status == Extent::Proved && code.last_place().is_some() {
        let (file, bytes) = stored(certificate_path(code), checked(&solved)?.into_bytes());
        (certificate, row.certificate) = (Some(bytes.into()), Some(file));
    }
    let mut stairs = stairs(&solved);
    stairs.extend(later_stairs(&row, normal.as_ref()));
    let members = class.members.clone();
    Ok(Some(MisereGame { row, stairs, members, certificate }))
}

/// The certificate, which the independent checker has accepted.
fn checked(solved: &Solved) -> Result<String, MisereStudyError> {
    let text = solved.certificate();
    let read = MisereCertificate::read(text.as_bytes());
    match read.and_then(|certificate| certificate.check(&|_, _| true)) {
        Ok(_) => Ok(text),
        Err(reason) => Err(MisereStudyError::Refused { code: solved.code.clone(), reason }),
    }
}

fn stairs(solved: &Solved) -> Vec<StairRow> {
    let row = |stair: &Stair| StairRow {
        code: solved.code.to_string(),
        heap: stair.heap as u64,
        order: stair.order as u64,
        p_portion: stair.p_portion as u64,
    };
    solved.staircase.iter().map(row).collect()
}

/// The stairs beyond the verified heaps, where Theorem K and a period of normal play determine
/// them. The quotient consists of the elements outside the kernel, which stay, and of the
/// nim-values that the Grundy values up to a heap generate. Of these nim-values only 0 is in P.
fn later_stairs(row: &Record, normal: Option<&Known>) -> Vec<StairRow> {
    let (Some(Order::Finite(order)), Some(Order::Finite(kernel))) = (row.order, row.kernel) else {
        return vec![];
    };
    let Some(p_portion) = row.p_portion else { return vec![] };
    let Some(known) = normal.filter(|_| row.theorem == Some(QuotientTheorem::KAndPeriod)) else {
        return vec![];
    };
    let generated = |n: usize| (u64::from(known.values()[n]) + 1).next_power_of_two();
    let verified = known.values().len().min(row.heaps as usize + 1);
    let mut group = (0..verified).map(generated).max().unwrap_or(1);
    let mut stairs = vec![];
    for n in verified..known.values().len() {
        if generated(n) > group && group < kernel {
            group = generated(n);
            let (code, order) = (row.code.clone(), order - kernel + group);
            stairs.push(StairRow { code, heap: n as u64, order, p_portion });
        }
    }
    stairs
}

/// Passes progress on, and ends the search when `stop` is set: another search has failed.
struct UntilFailure<'a> {
    watch: &'a dyn MisereWatcher,
    stop: &'a AtomicBool,
}

impl MisereWatcher for UntilFailure<'_> {
    fn continues(&self, progress: &MisereProgress) -> bool {
        self.watch.continues(progress) && !self.stop.load(Ordering::Relaxed)
    }
}

/// Studies all games on rayon's threads, as [`as_done`] does, each within these limits, and none
/// beyond the heap `last`. Games that the watcher cancels are left out.
pub fn run<E: From<MisereStudyError>>(
    games: Vec<Class>,
    (limits, last): (&MisereLimits, u64),
    watcher: &dyn MisereWatcher,
    mut sink: impl FnMut(Vec<MisereGame>) -> Result<(), E>,
) -> Result<(), E> {
    let search = |class: Class, stop: &AtomicBool| {
        study(&class, (limits, last), &UntilFailure { watch: watcher, stop }).transpose()
    };
    as_done(games, search, &mut sink)
}

/// Octal digits behind the point of the codes that begin with 0, and of those that begin with 4.
const DIGITS: [usize; 2] = [3, 2];

/// Digits behind the point of the quaternary codes.
const QUATERNARY_DIGITS: u32 = 4;

/// All codes 0.d1d2d3 and 4.d1d2 with octal digits, and all 0.d1d2d3d4 with digits up to 3, which
/// leave one heap at most. Shorter codes are among them.
pub fn family() -> Vec<Code> {
    let places = |code: &Code| code.digits().len() - 1;
    let is_short = |code: &Code| {
        let splits = code.digit(0).leaves_two();
        places(code) <= DIGITS[usize::from(splits)]
    };
    let octal = octal_codes(DIGITS[0]).into_iter().filter(is_short);
    let longer = |code: &Code| places(code) > DIGITS[0];
    let mut codes: Vec<Code> = octal.chain(quaternary_codes().filter(longer)).collect();
    codes.sort();
    codes.dedup();
    codes
}

/// All codes 0.d1d2d3d4 with digits up to 3.
fn quaternary_codes() -> impl Iterator<Item = Code> {
    let digit = |number: u32, k: u32| Digit::new((number >> (2 * k) & 3) as u8);
    (0..1u32 << (2 * QUATERNARY_DIGITS)).filter_map(move |number| {
        let digits = (0..QUATERNARY_DIGITS).map(|k| digit(number, k));
        Code::new(std::iter::once(Digit::ZERO).chain(digits), []).ok()
    })
}
