//! The reports in other forms: as a table for a paper or a terminal, as JSON, or a part of one.
//!
//! The header identifies a report (`periods.csv`, `exceptions.csv`, `claims.csv`, `frontier.csv`,
//! `figures.csv`, `treblecross.csv`); commas, semicolons or tabs separate its fields. Every row
//! must fit the header and end with a line break, so that a report that is cut off is refused.
//! [`Condition`]s select rows. Cost: O(size), the report in memory, which has at most
//! [`input::TABLE`] bytes.
//!
//! ```
//! use octal::publish::tables::Report;
//! let exceptions = "code,n,value,periodic_value\n0.07,15,0,4\n0.07,17,0,7\n0.77,0,0,4\n";
//! let mut report = Report::read(exceptions.as_bytes(), "exceptions.csv")?;
//! report.retain("code", "0.07")?;
//! assert_eq!(report.rows().count(), 2);
//! assert!(report.latex().contains("\n0.07 & 17 & 0 & 7 \\\\\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod kinds;

use std::cmp::Ordering;
use std::fmt;
use std::io::Read;
use std::path::Path;

use csv::StringRecord;
use kinds::{KINDS, REPORTS, ReportKind};
use serde_json::{Map, Value};

use crate::code::{Code, Game, number};
use crate::formats::booktabs::{Column, table};
use crate::formats::periods::PERIOD_HEADER;
use crate::input::{self, NotUtf8};
use crate::period::Answer;
use crate::survey::class::Member;
use crate::survey::files::{UnprovedRow, expect_proof};

/// An error in a file of reports, or in a selection.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The file cannot be read, or a row is not as it should be.
    #[error("`{file}` cannot be read: {source}")]
    Read {
        /// The file.
        file: String,
        /// The error, with the line.
        source: csv::Error,
    },
    /// Some byte is not part of UTF-8 text.
    #[error("`{file}`, {place}")]
    NotUtf8 {
        /// The file.
        file: String,
        /// Where.
        place: NotUtf8,
    },
    /// The header is that of no report.
    #[error("`{file}` is no report of this program: its line 1 should be the header of {KINDS}")]
    Foreign {
        /// The file.
        file: String,
    },
    /// The file ends too early.
    #[error("`{file}`, line {line}: found {found}, expected the end of a row: the file is cut off")]
    Cut {
        /// The file.
        file: String,
        /// Where.
        line: u64,
        /// The kind of field found.
        found: &'static str,
    },
    /// The column of a condition holds no numbers.
    #[error("column `{column}` holds no numbers that could be compared by `{sign}`: use = or !=")]
    NoNumbers {
        /// The column.
        column: String,
        /// The sign of the condition.
        sign: &'static str,
    },
    /// The value of a condition is no number.
    #[error("found {} after `{column}{sign}`, expected a number such as 1000, 1e9 or 2^30", input::shown(.found))]
    NoNumber {
        /// The column.
        column: String,
        /// The sign of the condition.
        sign: &'static str,
        /// The value.
        found: String,
    },
    /// There is no such column.
    #[error("there is no column `{found}`; the columns are {columns}")]
    NoColumn {
        /// The name.
        found: String,
        /// All names.
        columns: String,
    },
}

/// A condition for the rows of a report: a column, a sign, a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The name of the column.
    pub column: String,
    /// The sign between column and value.
    pub sign: Sign,
    /// The value.
    pub value: String,
}

/// The sign of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// `<=`
    AtMost,
    /// `>=`
    AtLeast,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `>`
    Greater,
    /// `=`
    Equal,
}

impl Sign {
    /// All signs, the longer before those that they begin with.
    const ALL: [Sign; 6] =
        [Sign::AtMost, Sign::AtLeast, Sign::NotEqual, Sign::Less, Sign::Greater, Sign::Equal];

    /// The sign, as printed.
    pub const fn name(self) -> &'static str {
        match self {
            Sign::AtMost => "<=",
            Sign::AtLeast => ">=",
            Sign::NotEqual => "!=",
            Sign::Less => "<",
            Sign::Greater => ">",
            Sign::Equal => "=",
        }
    }

    /// True if a number with this order to the value fulfils the condition.
    const fn admits(self, order: Ordering) -> bool {
        match self {
            Sign::AtMost => order.is_le(),
            Sign::AtLeast => order.is_ge(),
            Sign::NotEqual => order.is_ne(),
            Sign::Less => order.is_lt(),
            Sign::Greater => order.is_gt(),
            Sign::Equal => order.is_eq(),
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.column, self.sign.name(), self.value)
    }
}

impl Condition {
    /// Reads conditions with commas between them, such as `status=proved,period>1000`. A comma
    /// within a value is part of it, unless a name and a sign follow.
    ///
    /// # Errors
    /// The text without a name or a sign.
    ///
    /// ```
    /// use octal::publish::tables::Condition;
    /// let all = Condition::all("cousins=0.4, 0.423, period>=1e3").unwrap();
    /// let texts: Vec<String> = all.iter().map(Condition::to_string).collect();
    /// assert_eq!(texts, ["cousins=0.4, 0.423", "period>=1e3"]);
    /// assert_eq!(Condition::all("period"), Err("period".to_owned()));
    /// ```
    pub fn all(text: &str) -> Result<Vec<Condition>, String> {
        let mut all: Vec<Condition> = vec![];
        for part in text.split(',') {
            match (Condition::one(part), all.last_mut()) {
                (Some(condition), _) => all.push(condition),
                (None, Some(last)) => last.value += &format!(",{part}"),
                (None, None) => return Err(text.to_owned()),
            }
        }
        Ok(all)
    }

    /// The condition in a text, if it is a name, a sign and a value.
    fn one(text: &str) -> Option<Condition> {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let text = text.trim_start();
        let (column, rest) = text.split_at(text.find(|c| !is_name(c))?);
        let rest = rest.trim_start();
        let sign = Sign::ALL.into_iter().find(|sign| rest.starts_with(sign.name()))?;
        let (column, value) = (column.to_owned(), rest[sign.name().len()..].trim().to_owned());
        (!column.is_empty()).then_some(Condition { column, sign, value })
    }
}

/// A number of a field or of a condition: whole numbers in every spelling, decimals, `infinite`.
#[derive(Clone, Copy)]
enum FieldNumber {
    Whole(i128),
    Other(f64),
}

impl FieldNumber {
    fn read(text: &str) -> Option<FieldNumber> {
        if let Ok(number) = text.parse() {
            return Some(FieldNumber::Whole(number));
        }
        if let Ok(number) = number::whole(text) {
            return i128::try_from(number).ok().map(FieldNumber::Whole);
        }
        let number = if text == "infinite" { f64::INFINITY } else { text.parse().ok()? };
        (!number.is_nan()).then_some(FieldNumber::Other(number))
    }

    fn order(self, other: FieldNumber) -> Option<Ordering> {
        let float = |number| match number {
            FieldNumber::Whole(number) => number as f64,
            FieldNumber::Other(number) => number,
        };
        match (self, other) {
            (FieldNumber::Whole(a), FieldNumber::Whole(b)) => Some(a.cmp(&b)),
            (a, b) => float(a).partial_cmp(&float(b)),
        }
    }
}

/// Fails if a report breaks off: every row ends with a line break, outside of quotes.
fn expect_end(text: &str, separator: char) -> Result<(), (u64, &'static str)> {
    let last = text.lines().count() as u64;
    match input::stray_quote(text, separator) {
        Some(line) => Err((line, "a quote that is not closed, or stands inside a field")),
        None if text.ends_with('\n') || text.is_empty() => Ok(()),
        None => Err((last, "the end of the file within the line")),
    }
}

/// A report, or a part of one.
pub struct Report {
    kind: &'static ReportKind,
    /// The columns, as places in the header; by default those that fit on a page.
    columns: Option<Vec<usize>>,
    records: Vec<StringRecord>,
}

impl Report {
    /// Reads a report, which messages call `file`.
    pub fn read(input: impl Read, file: &str) -> Result<Report, TableError> {
        let failed = |source| TableError::Read { file: file.to_owned(), source };
        let bytes = input::read(input, input::TABLE).map_err(|error| failed(error.into()))?;
        let text = input::text(&bytes);
        let text = text.map_err(|place| TableError::NotUtf8 { file: file.to_owned(), place })?;
        let separator = input::separator(text.lines().next().unwrap_or_default());
        let mut reader = csv::ReaderBuilder::new();
        let mut reader = reader.delimiter(separator as u8).from_reader(text.as_bytes());
        // The header first: of a file of another kind it means nothing that it is cut off.
        let header = reader.headers().map_err(failed)?;
        let kind = REPORTS.iter().find(|kind| header == kind.header);
        let kind = kind.ok_or_else(|| TableError::Foreign { file: file.to_owned() })?;
        let cut = |(line, found)| TableError::Cut { file: file.to_owned(), line, found };
        expect_end(text, separator).map_err(cut)?;
        let mut records = vec![];
        for record in reader.records() {
            let record = record.map_err(failed)?;
            (kind.typed)(&record).map_err(failed)?;
            input::push(&mut records, record).map_err(|error| failed(error.into()))?;
        }
        Ok(Report { kind, columns: None, records })
    }

    /// Removes the rows that are called proved and are not, and returns them. Their certificates
    /// are those in `directory`, see [`expect_proof`]. Messages call the report `file`.
    pub fn leave_out_unproved(
        &mut self,
        file: &Path,
        directory: Option<&Path>,
    ) -> Vec<UnprovedRow> {
        let mut unproved = vec![];
        if self.kind.header == PERIOD_HEADER {
            self.records.retain(|record| {
                // Every record was read as such a row before.
                let row = record.deserialize::<Answer>(None).ok();
                let fault = row.and_then(|row| expect_proof(&row, directory).err());
                let is_proved = fault.is_none();
                let (file, code) = (file.to_owned(), record[0].to_owned());
                unproved.extend(fault.map(|fault| UnprovedRow { file, code, fault }));
                is_proved
            });
        }
        unproved
    }

    /// Keeps the rows that have this field in this column. A code may be spelt in another way. If
    /// no row has a code, the rows of codes with the same sequence up to a shift are kept. The
    /// rules and the column `cousins` give these codes, or in misère play the first cousins.
    ///
    /// Returns the codes of the latter rows, each with s such that G(n) = G_CODE(n − s).
    pub fn retain(&mut self, column: &str, field: &str) -> Result<Vec<Member>, TableError> {
        let place = self.place(column)?;
        let game = (column == "code").then(|| field.parse::<Game>().ok()).flatten();
        let is_game = |text: &str| game.is_some() && text.parse().ok() == game;
        let has_field = |record: &StringRecord| &record[place] == field || is_game(&record[place]);
        let mut equal = vec![];
        if let Some(game) = game.as_ref().filter(|_| !self.records.iter().any(has_field)) {
            let cousins = self.kind.header.iter().position(|name| *name == "cousins");
            let shift_between = self.kind.shift_between;
            self.records.retain(|record| {
                let cousins = cousins.map_or("", |column| &record[column]);
                let row = equal_row(game, &record[place], cousins, shift_between);
                let is_equal = row.is_some();
                equal.extend(row.filter(|row| !equal.contains(row)));
                is_equal
            });
        } else {
            self.records.retain(has_field);
        }
        Ok(equal)
    }

    /// Keeps the rows that fulfil a condition. `=` is [`Report::retain`]. An empty field is no
    /// number: it fulfils `!=` alone.
    ///
    /// Returns the codes of rows that stand for another, as [`Report::retain`] does.
    pub fn retain_where(&mut self, condition: &Condition) -> Result<Vec<Member>, TableError> {
        let Condition { column, sign, value } = condition;
        let place = self.place(column)?;
        let has_numbers = self.kind.numbers.contains(&column.as_str());
        let number = FieldNumber::read(value).filter(|_| has_numbers);
        match (sign, number) {
            (Sign::NotEqual, None) => {
                let game: Option<Game> = value.parse().ok().filter(|_| column == "code");
                let is_value =
                    |field: &str| field == value || (game.is_some() && field.parse().ok() == game);
                self.records.retain(|record| !is_value(&record[place]));
            }
            (Sign::Equal, None) => return self.retain(column, value),
            (sign, Some(number)) => self.records.retain(|record| {
                let order = FieldNumber::read(&record[place]).and_then(|it| it.order(number));
                order.map_or(*sign == Sign::NotEqual, |order| sign.admits(order))
            }),
            (sign, None) if has_numbers => {
                let (column, sign) = (column.clone(), sign.name());
                return Err(TableError::NoNumber { column, sign, found: value.clone() });
            }
            (sign, None) => {
                return Err(TableError::NoNumbers { column: column.clone(), sign: sign.name() });
            }
        }
        Ok(vec![])
    }

    /// Chooses columns, in this order.
    pub fn select(&mut self, columns: &[String]) -> Result<(), TableError> {
        let places = columns.iter().map(|column| self.place(column));
        self.columns = Some(places.collect::<Result<_, _>>()?);
        Ok(())
    }

    fn place(&self, column: &str) -> Result<usize, TableError> {
        let place = self.kind.header.iter().position(|name| *name == column);
        place.ok_or_else(|| TableError::NoColumn {
            found: column.to_owned(),
            columns: self.kind.header.join(", "),
        })
    }

    /// The columns chosen, or all.
    fn chosen(&self) -> Vec<usize> {
        self.columns.clone().unwrap_or_else(|| (0..self.kind.header.len()).collect())
    }

    /// The columns chosen, or those that fit on a page.
    fn on_page(&self) -> Vec<usize> {
        let is_on_page = |&i: &usize| match self.kind.header[i] {
            // Most games have none.
            "saltus" => self.records.iter().any(|record| !matches!(&record[i], "" | "0")),
            name => self.kind.page.contains(&name),
        };
        let page = || (0..self.kind.header.len()).filter(is_on_page).collect();
        self.columns.clone().unwrap_or_else(page)
    }

    /// All rows, in full.
    pub fn rows(&self) -> impl Iterator<Item = &StringRecord> {
        self.records.iter()
    }

    /// Header and rows for reading on a page; numbers are those columns where the flag is set.
    pub fn page(&self) -> (Vec<(&'static str, bool)>, Vec<Vec<&str>>) {
        let places = self.on_page();
        let column = |&i: &usize| {
            let name = self.kind.header[i];
            (name, self.kind.numbers.contains(&name))
        };
        let row = |record| fields(record, &places);
        (places.iter().map(column).collect(), self.records.iter().map(row).collect())
    }

    /// A table for a paper, see [`mod@crate::formats::booktabs`].
    pub fn latex(&self) -> String {
        let (columns, rows) = self.page();
        let columns: Vec<Column> = columns
            .into_iter()
            .map(|(name, is_number)| match is_number {
                true => Column::right(heading(name)),
                false => Column::left(heading(name)),
            })
            .collect();
        table(self.kind.title, &columns, &rows)
    }

    /// CSV with the columns chosen, or all.
    ///
    /// # Panics
    /// Never: text always serialises into memory.
    pub fn csv(&self) -> Vec<u8> {
        let places = self.chosen();
        let header: Vec<&str> = places.iter().map(|&i| self.kind.header[i]).collect();
        let rows = self.records.iter().map(|record| fields(record, &places));
        crate::survey::store::csv_bytes(rows, &header)
    }

    /// A JSON array with an object for each row: numbers are numbers, and an unknown value is
    /// `null`.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        let places = self.chosen();
        let mut rows = vec![];
        for record in &self.records {
            let typed = (self.kind.typed)(record).map_err(serde::de::Error::custom)?;
            let field = |&i: &usize| {
                let name = self.kind.header[i];
                (name.to_owned(), typed[name].clone())
            };
            rows.push(Value::Object(places.iter().map(field).collect::<Map<_, _>>()));
        }
        Ok(serde_json::to_string_pretty(&rows)? + "\n")
    }
}

/// The code of a row and s with G_game(n) = G_code(n − s), if its cousins or the rules say so.
fn equal_row(
    game: &Game,
    code: &str,
    cousins: &str,
    shift_between: fn(&Code, &Code) -> Option<i64>,
) -> Option<Member> {
    let code: Code = code.parse().ok()?;
    let mut cousins = cousins.split("; ").filter_map(|text| text.parse::<Member>().ok());
    // G_row(n) = G_cousin(n − s).
    let of_code = match cousins.find(|cousin| cousin.code == game.code) {
        Some(cousin) => -cousin.shift,
        None => shift_between(&game.code, &code)?,
    };
    Some(Member { code, shift: of_code + game.shift as i64 })
}

/// The heading of a column in a paper.
fn heading(name: &str) -> String {
    if name == "max_value" { "largest".to_owned() } else { name.replace('_', " ") }
}

fn fields<'r>(record: &'r StringRecord, places: &[usize]) -> Vec<&'r str> {
    places.iter().map(|&i| &record[i]).collect()
}
