//! `octal claims`.

use std::collections::HashMap;
use std::fs;

use super::{Scratch, csv_rows, octal};

const HEADER: &str = "id,code,statement,claimed,convention,source,note\n";
const VERDICTS: &str = "claim_id,code,statement,claimed,convention,source,verdict,computed,\
    first_difference,verified_to\n";

/// One claim for each verdict.
const FOUR: &str = "\
z,0.77,period,12,,WW,
y,dawsons-kayles,period,68,,nobody,
x,0.6,period,10,,nobody,
w,0.161,equals,0.36,,nobody,agree to heap 518
";

const FOUR_VERDICTS: &str = "\
z,0.77,period,12,,WW,confirmed,12,,155
y,dawsons-kayles,period,68,,nobody,sharpened,34,,201
x,0.6,period,10,,nobody,out_of_reach,no period proved to heap 5000,,5000
w,0.161,equals,0.36,,nobody,contradicted,2 and 4 at heap 519,519,4096
";

#[test]
fn four_verdicts_in_the_order_of_the_file() {
    let scratch = Scratch::new();
    scratch.write("four.csv", HEADER.to_owned() + FOUR);
    let ran = scratch.octal("claims four.csv --limit 5000");
    assert_eq!(ran.err, "4 claims: 1 confirmed, 1 contradicted, 1 out_of_reach, 1 sharpened\n");
    assert_eq!(ran.ended(1), VERDICTS.to_owned() + FOUR_VERDICTS);

    let reversed =
        |rows: &str| -> String { rows.lines().rev().map(|row| row.to_owned() + "\n").collect() };
    let ran =
        scratch.octal_reading("claims - --limit 5000", &(HEADER.to_owned() + &reversed(FOUR)));
    assert_eq!(ran.ended(1), VERDICTS.to_owned() + &reversed(FOUR_VERDICTS));
}

#[test]
fn nothing_contradicted_is_exit_code_zero() {
    let scratch = Scratch::new();
    let rows: String = FOUR.lines().take(3).map(|row| row.to_owned() + "\n").collect();
    scratch.write("three.csv", HEADER.to_owned() + &rows);
    let ran = scratch.octal("claims three.csv --limit 5000 -o verdicts.csv");
    assert_eq!(ran.err, "3 claims: 1 confirmed, 1 out_of_reach, 1 sharpened\n");
    assert_eq!(ran.ended(0), "");
    let verdicts: String = FOUR_VERDICTS.lines().take(3).map(|row| row.to_owned() + "\n").collect();
    assert_eq!(scratch.read("verdicts.csv"), VERDICTS.to_owned() + &verdicts);
}

#[test]
fn no_claims_at_all() {
    let ran = Scratch::new().octal_reading("claims -", HEADER);
    assert_eq!(ran.err, "0 claims\n");
    assert_eq!(ran.ended(0), VERDICTS);
}

/// A published list of exceptions of Dawson's Chess lacks heap 31; the last exception of 0.56 was
/// published two heaps too small.
#[test]
fn two_published_claims_are_wrong() {
    let claims = HEADER.to_owned()
        + "chess,0.137,exceptions,0 14 34 16 17 51,,a,\n\
           last,0.56,last_exception,326637,heap sizes; a(n) = G(n),OEIS-A071436,\n";
    let expected = VERDICTS.to_owned()
        + "chess,0.137,exceptions,0 14 34 16 17 51,,a,contradicted,0 14 16 17 31 34 51,31,201\n\
           last,0.56,last_exception,326637,heap sizes; a(n) = G(n),OEIS-A071436,\
           contradicted,326639,326639,364336\n";
    let ran = Scratch::new().octal_reading("claims - --limit 1e6", &claims);
    assert_eq!(ran.err, "2 claims: 2 contradicted\n");
    assert_eq!(ran.ended(1), expected);
}

/// Columns may be in any order, and further columns are named.
#[test]
fn columns_by_name() {
    let claims = "page,note,source,claimed,statement,code,convention,id\n\
                  12,,WW,4,max_value,0.77,,a\n13,,WW,27 8,value,0.77,,b\n";
    let ran = Scratch::new().octal_reading("claims -", claims);
    assert!(ran.err.starts_with("not read: columns `page`; the columns are id, code, "), "{ran:?}");
    let out = ran.ended(1);
    let rows: Vec<&str> = out.lines().skip(1).collect();
    assert!(rows[0].starts_with("a,0.77,max_value,4,,WW,contradicted,8,"), "{out}");
    assert!(rows[1].starts_with("b,0.77,value,27 8,,WW,confirmed,8,"), "{out}");
}

#[cfg(unix)]
#[test]
fn interrupted_claims_leave_no_file() {
    let scratch = Scratch::new();
    let arguments = ["claims", "--limit", "1e9", "-o", "verdicts.csv"];
    let mut child = scratch.command(&arguments).spawn().unwrap();
    super::wait_until(&mut child, || !scratch.names().is_empty());
    super::signal(&mut child, "INT");
    let ran = super::stopped(child);
    assert!(matches!(ran.code, Some(2) | None), "{ran:?}");
    assert!(!scratch.path().join("verdicts.csv").exists());
}

#[test]
fn the_built_in_claims_begin_with_the_first_of_the_catalogue() {
    let out = octal("claims --limit 10 --work 1").ended(1);
    assert_eq!(out.lines().next().unwrap(), VERDICTS.trim_end());
    let claims = include_str!("../../octal-codes/claims.csv");
    assert_eq!(out.lines().count(), claims.lines().count());
    for (row, claim) in out.lines().zip(claims.lines()).skip(1) {
        assert_eq!(row.split(',').next(), claim.split(',').next());
    }
}

/// A quotient that is infinite, and genus symbols as different papers print them.
#[test]
fn claims_about_misere_play() {
    let claims = HEADER.to_owned()
        + "a,0.76,misere-order,infinite,,,\n\
           b,0.77,misere-order,infinite,,,\n\
           c,0.76,misere-order,12,,,\n\
           d,0.77,genus,\"5 4^{1,4,6}\",,,\n\
           e,0.77,genus,5 4(146),,,\n\
           f,0.77,genus,5 4¹⁴⁶,,,\n\
           g,0.77,genus,7 2^20,,,\n\
           h,0.77,genus,7 2,,,\n";
    let ran = Scratch::new().octal_reading("claims -", &claims);
    let out = ran.ended(1);
    let rows = super::csv_rows(&out);
    let verdicts: Vec<&str> = rows.iter().map(|row| &*row["verdict"]).collect();
    let (yes, no) = ("confirmed", "contradicted");
    assert_eq!(verdicts, [yes, no, no, yes, yes, yes, yes, no], "{out}");
    assert_eq!((&*rows[0]["computed"], &*rows[1]["computed"]), ("infinite", "40"));
}

/// The outcome of a position is found by direct search where the quotient does not reach.
#[test]
fn misere_outcomes_by_direct_search() {
    let verdicts = |claims: &str| {
        let claims = format!("id,code,statement,claimed\n{claims}");
        let ran = Scratch::new().octal_reading("claims - --work 1e7", &claims);
        let rows = csv_rows(&ran.ended(1));
        let row = |row: &HashMap<String, String>| {
            ["verdict", "computed", "verified_to"].map(|field| row[field].clone())
        };
        rows.iter().map(row).collect::<Vec<_>>()
    };
    let outcomes = "1,0.07,misere-outcome,35 P\n2,0.07,misere-outcome,34 P\n\
                    3,0.137,misere-outcome,34 3 N\n";
    let expected =
        [["confirmed", "P", "35"], ["contradicted", "N", "34"], ["confirmed", "N", "34"]];
    assert_eq!(verdicts(outcomes), expected);
    // Beside a statement that needs the quotient.
    let found = verdicts(&format!("{outcomes}4,0.07,misere-wild-at,10\n"));
    assert_eq!(found[..3], expected);
    assert_eq!(found[3][0], "confirmed");
}

/// A zero excludes periods of a game whose period is not known.
#[test]
fn periods_of_open_games_are_excluded() {
    let scratch = Scratch::new();
    let claims = "id,code,statement,claimed\n1,0.6,period,13\n2,0.6,period,4\n";
    scratch.write("mine.csv", claims);
    let ran = scratch.octal("claims mine.csv --limit 5000");
    let rows = csv_rows(&ran.ended(1));
    let verdicts: Vec<&str> = rows.iter().map(|row| &*row["verdict"]).collect();
    assert_eq!(verdicts, ["contradicted", "out_of_reach"]);
    assert_eq!(rows[0]["computed"], "no period divides 12 + 1, as G_0.6(12) = 0");
}

/// A period beyond the limits is that of the tables of the program, or of `--results`.
#[test]
fn rows_decide_what_the_search_does_not() {
    let scratch = Scratch::new();
    let claims = "id,code,statement,claimed\n\
                  1,0.106,period,328226140474\n\
                  2,0.106,period,656452280948\n\
                  3,0.106,last_exception,465384263795\n\
                  4,0.104 shift 2,last_exception,197769599\n\
                  5,0.106,max_value,31\n\
                  6,0.106,value,12345678901234 1\n\
                  7,0.6,max_value,1000000\n\
                  8,0.07,misere-order,infinite\n\
                  9,0.137,misere-order,100000\n\
                  10,0.137,misere-wild-at,9\n";
    scratch.write("mine.csv", claims);
    let verdicts = |arguments: &str, code| {
        let ran = scratch.octal(&format!("claims mine.csv --limit 1e4 --work 1e4 {arguments}"));
        let fields = ["verdict", "computed", "first_difference", "verified_to"];
        let row = |row: &HashMap<String, String>| fields.map(|field| row[field].clone());
        csv_rows(&ran.ended(code)).iter().map(row).collect::<Vec<_>>()
    };
    let decided = verdicts("", 1);
    assert_eq!(
        decided[..5],
        [
            ["confirmed", "328226140474", "", "809262514175"],
            ["sharpened", "328226140474", "", "809262514175"],
            ["contradicted", "465384263796", "465384263796", "809262514175"],
            ["confirmed", "197769599", "", "235466895"],
            ["confirmed", "31", "", "809262514175"],
        ]
    );
    assert_eq!(
        decided[7..10],
        [
            ["confirmed", "infinite", "", "33"],
            ["contradicted", "infinite", "", "32"],
            ["confirmed", "9", "", "32"],
        ]
    );
    assert!(decided[5..7].iter().all(|row| row[0] == "out_of_reach"));
    fs::create_dir(scratch.path().join("none")).unwrap();
    let undecided = verdicts("--results none", 0);
    assert!(undecided[..9].iter().all(|row| row[0] == "out_of_reach"), "{undecided:?}");
    let err = scratch.octal("claims mine.csv --code 0.77 --values v.csv --results none").refused();
    assert!(err.contains("--results"), "{err}");
}
