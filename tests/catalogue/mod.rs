//! The catalogue: tables are read strictly, views agree with their cousins, verdicts are right.

mod data;
mod equality;
mod misere;
mod readers;
mod verdicts;
mod views;

use octal::catalogue::claims::{self, Claim};
use octal::code::{Code, Game};
use octal::period::search::{Limits, search};
use octal::period::sequence::Known;

fn known(code: &str, heaps: u64) -> Known {
    let code: Code = code.parse().unwrap();
    search(&code, &Limits::heaps(heaps), &|_| true).unwrap()
}

/// A claim read from a table of one row.
fn claim(code: &str, statement: &str, claimed: &str, convention: &str) -> Claim {
    let table = format!(
        "id,code,statement,claimed,convention,source,note\nx,\"{code}\",{statement},{claimed},\"{convention}\",,\n"
    );
    claims::read(table.as_bytes(), "table").unwrap().rows.remove(0)
}

fn shift_of(game: &Game) -> i64 {
    i64::try_from(game.shift).unwrap()
}
