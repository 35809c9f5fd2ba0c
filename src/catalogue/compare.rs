//! A table of values from elsewhere, compared with the rules of a game; and two games, compared.
//!
//! A table agrees if every value in it is G(n) of its heap. The report of the first wrong value has
//! the right value and the place in the file. Later wrong values are often only consequences of the
//! first. A table may count heaps in another way, as the tables of a cousin do. Each [`compare`]
//! takes several offsets d, and the value at heap n of the table is compared with G(n + d). Cost:
//! O(number of values) for each offset that fits, constant memory.
//!
//! ```
//! use octal::catalogue::compare::{Agreement, Difference, compare};
//! use octal::formats::read::{FilePlace, ValueTable};
//! use octal::period::search::{Limits, search};
//! let table = ValueTable::from_bytes(b"n,grundy\n4,1\n5,4\n6,2\n".to_vec(), "my.csv", None)?;
//! let kayles = search(&"0.77".parse()?, &Limits::heaps(table.last), &|_| true)?;
//! let wrong = Difference { heap: 6, found: 2, right: 3, place: FilePlace::Line(4) };
//! assert_eq!(compare(&table, &(&kayles).into(), &[0])?, [Agreement::Wrong(wrong)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::code::Game;
use crate::code::cousins::standard_form;
use crate::formats::read::{FilePlace, ReadError, ValueTable};
use crate::period::Period;
use crate::period::shifted::View;

/// The agreement of a table with the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// Every value is right.
    Right,
    /// The first value that is wrong.
    Wrong(Difference),
    /// The values before this heap are right, and its value is not known.
    Unknown(u64),
}

/// A value that is not that of its heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// n, after the offset.
    pub heap: u64,
    /// The value of the table.
    pub found: u64,
    /// G(n).
    pub right: u64,
    /// The place of the value in the file.
    pub place: FilePlace,
}

/// The first other game that a table names, and the place of the name.
pub fn other_game<'t>(table: &'t ValueTable, game: &Game) -> Option<&'t (String, FilePlace)> {
    let is_other = |code: &str| code.parse::<Game>().as_ref() != Ok(game);
    // A comment may begin like a title, but only the code or name of a game names one.
    let is_title = |(code, _): &&(String, FilePlace)| code.parse::<Game>().is_ok();
    let mut named = table.code.iter().chain(table.titles.iter().filter(is_title));
    named.find(|(code, _)| is_other(code))
}

/// Offsets that tables use: 0, then 1 for tables without heap 0, then the shifts between the game
/// and its cousins.
pub fn usual_offsets(game: &Game) -> Vec<i64> {
    let (_, shift) = standard_form(&game.code);
    // A shift is at most LARGEST_SHIFT and the places of a code.
    let cousins = (shift + game.shift) as i64;
    let below = (1..=FAR_COUSINS).map(|d| -d);
    [0, 1].into_iter().chain(2..=(cousins + 1).max(FAR_COUSINS)).chain(below).collect()
}

/// The shifts of the cousins with larger heaps, of which there is no largest.
const FAR_COUSINS: i64 = 3;

/// The agreement of a table with a game for each of these offsets d. The table's value at n is
/// compared with G(n + d), which is 0 below heap 0.
pub fn compare(
    table: &ValueTable,
    view: &View<'_>,
    offsets: &[i64],
) -> Result<Vec<Agreement>, ReadError> {
    compare_by(table, offsets, |n, offset| View::new(view.known, view.shift - offset).value(n))
}

/// The agreement of a table with values for each of these offsets. `value(n, d)` is G(n + d), if it
/// is known.
pub fn compare_by(
    table: &ValueTable,
    offsets: &[i64],
    value: impl Fn(u64, i64) -> Option<u64>,
) -> Result<Vec<Agreement>, ReadError> {
    let mut found = vec![Agreement::Right; offsets.len()];
    let mut fitting: Vec<usize> = (0..offsets.len()).collect();
    for entry in table.entries()? {
        let entry = entry?;
        fitting.retain(|&i| {
            let heap = entry.heap.saturating_add_signed(offsets[i]);
            found[i] = match value(entry.heap, offsets[i]) {
                None => Agreement::Unknown(heap),
                Some(right) if right != entry.value => {
                    let (found, place) = (entry.value, entry.place);
                    Agreement::Wrong(Difference { heap, found, right, place })
                }
                Some(_) => return true,
            };
            false
        });
        if fitting.is_empty() {
            break;
        }
    }
    Ok(found)
}

/// The result of comparing two sequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SequenceComparison {
    /// Both have proved periods, and all values are equal.
    Equal,
    /// The first heap with two values.
    Different {
        /// n.
        heap: u64,
        /// The values of the first and of the second sequence at n.
        values: [u64; 2],
    },
    /// All known values are equal, which decides nothing: 0.161 and 0.36 agree up to heap 518.
    Open {
        /// The last heap that both sequences know; none if it is not even heap 0.
        agreed_to: Option<u64>,
    },
}

/// Compares two sequences as far as needed or known. O(n0 + p) of the larger for two proved
/// periods, else O(N) for values up to heap N.
///
/// ```
/// use octal::catalogue::compare::{SequenceComparison, compare_sequences};
/// use octal::period::search::{Limits, search};
/// let a = search(&"0.161".parse()?, &Limits::heaps(600), &|_| true)?;
/// let b = search(&"0.36".parse()?, &Limits::heaps(600), &|_| true)?;
/// let first = SequenceComparison::Different { heap: 519, values: [2, 4] };
/// assert_eq!(compare_sequences(&(&a).into(), &(&b).into()), first);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn compare_sequences(a: &View<'_>, b: &View<'_>) -> SequenceComparison {
    let enough = match (a.proved(), b.proved()) {
        (Some(p), Some(q)) => settled_at(p, q),
        _ => u64::MAX,
    };
    for heap in 0..=enough {
        match (a.value(heap), b.value(heap)) {
            (Some(x), Some(y)) if x == y => {}
            (Some(x), Some(y)) => return SequenceComparison::Different { heap, values: [x, y] },
            _ => return SequenceComparison::Open { agreed_to: heap.checked_sub(1) },
        }
    }
    SequenceComparison::Equal
}

/// The heap up to which two sequences with these periods p and q must agree in order to agree for
/// ever. From the larger preperiod on they agree on p + q heaps, so both have the period gcd(p, q)
/// there. One heap more shows the saltus.
fn settled_at(a: Period, b: Period) -> u64 {
    a.preperiod.max(b.preperiod).saturating_add(a.period).saturating_add(b.period)
}
