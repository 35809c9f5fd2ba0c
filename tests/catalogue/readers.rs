//! Every way in which a table can be wrong has its message: file, line, column, what is right.

use std::error::Error;
use std::io::Write;
use std::path::Path;

use proptest::prelude::*;

use octal::catalogue::{CatalogueError, Statement, claims, limits, sequences, sources};

const HEADER: &str = "id,code,statement,claimed,convention,source,note\n";

/// The message for a table of claims with the usual header and these rows.
fn message(rows: &str) -> String {
    let table = format!("{HEADER}{rows}");
    claims::read(table.as_bytes(), "t.csv").unwrap_err().to_string()
}

/// The message for one row with this statement and this claim.
fn message_for(statement: &str, claimed: &str) -> String {
    message(&format!("a,0.77,{statement},{claimed},,,\n"))
}

#[test]
fn columns_come_in_any_order_and_others_are_named() {
    let table = "\u{feff}note,more,source,claimed,statement,code,convention,id\r\n\r\n\
                 \"a, \"\"b\"\"\nc\",?,S, 12 ,period,kayles,heaps,x\r\n\
                 ,?,S,0.4 shift -1,equals,couples-are-forever,,y\r\n";
    let table = claims::read(table.as_bytes(), "t.csv").unwrap();
    assert_eq!(table.unread, ["more"]);
    let claims = table.rows;
    assert_eq!(claims.len(), 2);
    let first = &claims[0];
    assert_eq!((first.id.as_str(), first.code.as_str()), ("x", "kayles"));
    assert_eq!(first.game.to_string(), "0.77");
    assert_eq!((&first.statement, first.claimed.as_str()), (&Statement::Period(12), "12"));
    assert_eq!((first.convention.as_str(), first.source.as_str()), ("heaps", "S"));
    assert_eq!((first.note.as_str(), first.line), ("a, \"b\"\nc", 3));
    let second = &claims[1];
    assert_eq!((second.game.to_string().as_str(), second.line), ("0.6 shift 1", 5));
    let equals = Statement::Equals { code: "0.4".parse().unwrap(), shift: -1 };
    assert_eq!(second.statement, equals);
}

#[test]
fn convention_source_and_note_may_be_left_out() {
    let table = claims::read("id,code,statement,claimed\n1,0.77,period,12\n".as_bytes(), "t");
    let table = table.unwrap();
    let claim = &table.rows[0];
    assert_eq!((&*claim.convention, &*claim.source, &*claim.note), ("", "", ""));
    assert_eq!(table.unread, [""; 0]);
}

#[test]
fn semicolons_and_tabs_stand_between_fields_too() {
    let with_commas = format!("{HEADER}1,0.77,period,\"12\",,\"a; b\tc\",\n");
    let expected = claims::read(with_commas.as_bytes(), "t").unwrap();
    for separator in [";", "\t"] {
        let header = HEADER.replace(',', separator);
        let fields = ["1", "0.77", "period", "\"12\"", "", "\"a; b\tc\"", ""];
        let table = format!("\n{header}{}\n", fields.join(separator));
        let mut found = claims::read(table.as_bytes(), "t").unwrap();
        found.rows[0].line -= 1;
        assert_eq!(found, expected, "{table}");
    }
}

/// An input without end is refused at its limit.
#[test]
fn an_endless_table() {
    let error = claims::read(std::io::repeat(b'\n'), "pipe").unwrap_err().to_string();
    let limit = "pipe cannot be read: it has more than 16777216 bytes, the limit for such an input";
    assert!(error.starts_with(limit) && error.contains("a CSV file with a header row"), "{error}");
}

#[test]
fn every_kind_of_statement_is_read() {
    let claimed = [
        ("period", "12"),
        ("preperiod", "0"),
        ("arithmetic_period", "53 16 1"),
        ("last_exception", "70"),
        ("exceptions", "0 3 6"),
        ("exception_count", "0"),
        ("periodic_values", "1 2 3"),
        ("value", "35 6"),
        ("equals", "0.07 shift 2"),
        ("max_value", "9"),
        ("rare_count", "15"),
        ("last_rare", "1103"),
        ("p_positions", "42"),
    ];
    assert_eq!(claimed.map(|(kind, _)| kind), Statement::KINDS);
    for (kind, claimed) in claimed {
        assert_eq!(super::claim("0.77", kind, claimed, "").statement.kind(), kind);
    }
    let exceptions = |claimed| super::claim("0.77", "exceptions", claimed, "").statement;
    assert_eq!(exceptions("none"), Statement::Exceptions(vec![]));
    assert_eq!(exceptions("6 0 3 3"), Statement::Exceptions(vec![0, 3, 6]));
}

#[test]
fn equal_games_may_be_shifted_both_ways() {
    let cases = [("0.4", 0), ("0.4 shift 1", 1), ("0.4 shift -3", -3), ("0.4 SHIFT  -1", -1)];
    let names = [("couples-are-forever", 1), ("couples-are-forever shift -1", 0)];
    for (claimed, expected) in cases.into_iter().chain(names) {
        match super::claim("0.77", "equals", claimed, "").statement {
            Statement::Equals { shift, .. } => assert_eq!(shift, expected, "{claimed}"),
            other => panic!("{claimed}: {other:?}"),
        }
    }
}

#[test]
fn a_missing_or_unreadable_file() {
    let missing = claims::read_file(Path::new("no/such.csv")).unwrap_err();
    assert!(matches!(missing, CatalogueError::Unreadable { .. }));
    assert!(missing.to_string().starts_with("no/such.csv cannot be read: "), "{missing}");
    assert!(missing.to_string().ends_with("give the path of a CSV file with a header row"));
    assert!(missing.source().is_some());
    let folder = sequences::read_file(Path::new("src")).unwrap_err();
    assert!(folder.to_string().starts_with("src cannot be read: "), "{folder}");
    assert!(sources::read_file(Path::new("src")).is_err());
}

#[test]
fn a_file_is_read_like_any_input() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    writeln!(file, "{HEADER}a,0.77,period,12,,,").unwrap();
    assert_eq!(claims::read_file(file.path()).unwrap().rows[0].statement, Statement::Period(12));
}

#[test]
fn bytes_that_are_not_utf8() {
    let table = b"id,code\na,b\xff";
    let error = claims::read(&table[..], "t.csv").unwrap_err().to_string();
    assert_eq!(error, "t.csv, line 2: byte 4 of the line is not UTF-8: save the file as UTF-8");
}

#[test]
fn wrong_headers() {
    let error = |table: &str| claims::read(table.as_bytes(), "t.csv").unwrap_err().to_string();
    let all = "the header must name the columns id, code, statement, claimed";
    assert_eq!(error(""), format!("t.csv, line 1: column `id` is missing: {all}"));
    assert_eq!(
        error("\nid,code,statement,Claimed,convention,source,note\n"),
        format!("t.csv, line 2: column `claimed` is missing: {all}")
    );
    assert_eq!(
        error("id,code,statement,claimed,convention,source,note,code\n"),
        "t.csv, line 1: column `code` is named twice: each may be named once"
    );
}

#[test]
fn rows_of_another_length() {
    let error = "t.csv, line 3: 5 fields, expected 7, as many as the header has";
    assert_eq!(message("a,0.77,period,12,,,\nb,0.77,period,12,\n"), error);
    assert_eq!(message("a,0.77,period,12,,,\r\nb,0.77,period,12,\r\n"), error);
}

#[test]
fn quotes_out_of_place_do_not_swallow_rows() {
    let wrong = |line: u64| {
        format!(
            "t.csv, line {line}: a quote is not closed, or stands inside a field: a field with \
             commas or quotes is written in quotes, and a quote within it is doubled"
        )
    };
    assert_eq!(message("a,0.77,period,12,,,\"x\nb,0.77,period,13,,,\n"), wrong(2));
    assert_eq!(message("a,0.77,period,12,,,\"x\nb,0.77,period,13,,,\"y\n"), wrong(3));
    assert_eq!(message("a,0.77,period,12,,,x\"y\n"), wrong(2));
}

#[test]
fn wrong_codes_keep_their_own_message() {
    assert_eq!(
        message("a,0.77,period,12,,,\nb,0.8x,period,12,,,\n"),
        format!(
            "t.csv, line 3, column `code`: {}",
            "0.8x".parse::<octal::code::Code>().unwrap_err()
        )
    );
    let error = message_for("equals", "1.07");
    assert!(
        error.starts_with("t.csv, line 2, column `claimed`: column 1: the digit before"),
        "{error}"
    );
    let table = format!("{HEADER}a,,period,12,,,\n");
    let error = claims::read(table.as_bytes(), "t.csv").unwrap_err();
    assert!(matches!(&error, CatalogueError::Code { line: 2, column: "code", .. }), "{error}");
    let shift = "0.6 shift 1000001".parse::<octal::code::Game>().unwrap_err();
    let error = message("a,0.6 shift 1000001,period,12,,,\n");
    assert_eq!(error, format!("t.csv, line 2, column `code`: {shift}"));
    let error = message_for("equals", "0.6 shift 1000001");
    assert_eq!(error, format!("t.csv, line 2, column `claimed`: {shift}"));
    for shift in ["-1000001", "-9223372036854775808"] {
        let error = message_for("equals", &format!("0.6 shift {shift}"));
        assert!(error.contains("expected a shift from -1000000 to 1000000"), "{error}");
    }
}

#[test]
fn unknown_statements() {
    assert_eq!(
        message_for("Period", "12"),
        "t.csv, line 2, column `statement`: found `Period`, expected one of period, preperiod, \
         arithmetic_period, last_exception, exceptions, exception_count, periodic_values, value, \
         equals, max_value, rare_count, last_rare, p_positions, misere-order, misere-p-portion, misere-preperiod, \
         misere-period, misere-tame-to, misere-wild-at, misere-partial, genus, misere-outcome"
    );
}

#[test]
fn claims_that_do_not_fit_their_statement() {
    let cases = [
        ("period", "0", "`0`", "the period, a whole number from 1"),
        ("period", "-1", "`-1`", "the period, a whole number from 1"),
        ("preperiod", "", "nothing", "the preperiod, a whole number"),
        ("last_exception", "7.5", "`7.5`", "a heap size"),
        ("exceptions", "0 x", "`0 x`", "heap sizes separated by spaces, or `none`"),
        ("exceptions", "", "nothing", "heap sizes separated by spaces, or `none`"),
        ("exception_count", "all", "`all`", "how many, a whole number"),
        ("periodic_values", "", "nothing", "the values of one period, separated by spaces"),
        ("value", "35", "`35`", "a heap size and its value, as in `35 6`"),
        ("value", "35 6 7", "`35 6 7`", "a heap size and its value, as in `35 6`"),
        ("max_value", "1e3", "`1e3`", "a value, a whole number"),
        ("rare_count", "?", "`?`", "how many, a whole number"),
        ("last_rare", "99999999999999999999", "`99999999999999999999`", "a heap size"),
        (
            "arithmetic_period",
            "0 16 1",
            "`0 16 1`",
            "a period from 1, a saltus, and perhaps a preperiod, as in `53 16 1`",
        ),
        ("p_positions", "four", "`four`", "how many, a whole number"),
    ];
    for (statement, claimed, found, expected) in cases {
        let error = format!("t.csv, line 2, column `claimed`: found {found}, expected {expected}");
        assert_eq!(message_for(statement, claimed), error);
    }
}

/// A limit or a mask that cannot be read is no free text: without it the claim would be another.
#[test]
fn conventions_that_are_slips() {
    let limit = "a limit such as `up to 1e6`: `to`, `up to` or `limit` and a heap size, a whole number \
        below 2^64 written 2097152, 2_097_152, 1e6 or 2^21";
    let mask = "a mask such as `mask 0x1ee`";
    for (convention, found, expected) in [
        ("up to 1o", "up to 1o", limit),
        ("heap sizes; to 2O", "to 2O", limit),
        ("limit (none)", "limit", limit),
        ("mask 0xg", "mask 0xg", mask),
        ("positions: Mask 1ee; to 1e3", "Mask 1ee", mask),
    ] {
        for (statement, claimed) in [("max_value", "8"), ("misere-period", "12")] {
            let error = message(&format!("a,0.77,{statement},{claimed},{convention},,\n"));
            let place = "t.csv, line 2, column `convention`";
            assert_eq!(error, format!("{place}: found `{found}`, expected {expected}"));
        }
    }
}

#[test]
fn long_and_invisible_text_is_cut_in_messages() {
    let error = message_for("period", &format!("\u{7}{}", "9".repeat(10_000_000)));
    let found = format!("found `\u{fffd}{}…`", "9".repeat(39));
    assert!(error.contains(&found), "{error}");
    let error = message(&format!("a,0.{},period,12,,,\n", "7".repeat(10_000_000)));
    assert!(error.len() < 200, "{error}");
}

#[test]
fn names_of_rows_differ() {
    assert_eq!(
        message("a,0.77,period,12,,,\na,0.7,period,2,,,\n"),
        "t.csv, line 3, column `id`: `a` is already the name of line 2"
    );
    let nothing = "t.csv, line 2, column `id`: found nothing, expected some text";
    assert_eq!(message(",0.77,period,12,,,\n"), nothing);
}

#[test]
fn sequences_and_sources() {
    let read = |table: &str| sequences::read(table.as_bytes(), "s.csv");
    let rows = read("values,source,offset,code\n0 1 2,X,1,kayles\n").unwrap();
    assert_eq!((rows[0].offset, rows[0].last_heap(), rows[0].line), (1, 3, 2));
    assert_eq!(rows[0].values, [0, 1, 2]);
    assert_eq!(rows[0].first_difference(&(&super::known("0.77", 10)).into()), Some(1));
    let error =
        |row: &str| read(&format!("code,offset,source,values\n{row}\n")).unwrap_err().to_string();
    let place = "s.csv, line 2, column";
    let values = "expected values separated by spaces";
    assert_eq!(error("0.77,0,X,"), format!("{place} `values`: found nothing, {values}"));
    assert_eq!(error("0.77,0,X,0 1 -2"), format!("{place} `values`: found `0 1 -2`, {values}"));
    let offset = "the heap size of the first value, a whole number below 2^62";
    for found in ["-1", "18446744073709551615"] {
        let expected = format!("{place} `offset`: found `{found}`, expected {offset}");
        assert_eq!(error(&format!("0.77,{found},X,1")), expected);
    }
    let error = read("code,offset,values\n").unwrap_err().to_string();
    assert!(error.contains("column `source` is missing"), "{error}");
    let error = sources::read("key,citation\nX,\n".as_bytes(), "s.csv").unwrap_err().to_string();
    assert_eq!(error, "s.csv, line 2, column `citation`: found nothing, expected some text");
    let error = sources::read("key,citation\nX,a\nX,b\n".as_bytes(), "s.csv").unwrap_err();
    assert!(matches!(error, CatalogueError::DoubledName { line: 3, first: 2, .. }));
}

#[test]
fn published_limits() {
    let header = "code,heaps,who,year,source,max_value,max_at,rare_count,last_rare,mask,note\n";
    let read = |row: &str| limits::read(format!("{header}{row}\n").as_bytes(), "l.csv");
    let row = &read("0.04,2^17,A. B.,2026,S,1024,109363,18860,131003,0x7b8,as quoted").unwrap()[0];
    assert_eq!((row.heaps, row.year, row.mask), (131_072, Some(2026), Some(0x7b8)));
    assert_eq!((row.max_value, row.max_at), (Some(1024), Some(109_363)));
    assert_eq!((row.rare_count, row.last_rare), (Some(18860), Some(131_003)));
    assert_eq!((&*row.who, &*row.note, row.line), ("A. B.", "as quoted", 2));
    let short = "code,heaps,who,year,source\ntreblecross,1.4e14,C,,S\n";
    let row = &limits::read(short.as_bytes(), "l.csv").unwrap()[0];
    assert_eq!((row.heaps, row.year, row.max_value), (140_000_000_000_000, None, None));
    let heaps = "the last heap searched, a whole number below 2^62 such as 134217728 or 2^27";
    let heap = "a heap size up to that in column `heaps`, or nothing";
    for (row, column, found, expected) in [
        ("0.6,,A,,S,,,,,,", "heaps", "nothing", heaps),
        ("0.6,2^62,A,,S,,,,,,", "heaps", "`2^62`", heaps),
        ("0.6,9,,,S,,,,,,", "who", "nothing", "some text"),
        ("0.6,9,A,MM,S,,,,,,", "year", "`MM`", "a year, or nothing"),
        ("0.6,9,A,,,,,,,,", "source", "nothing", "some text"),
        ("0.6,9,A,,S,x,,,,,", "max_value", "`x`", "the largest value, or nothing"),
        ("0.6,9,A,,S,1,10,,,,", "max_at", "`10`", heap),
        ("0.6,9,A,,S,,,-1,,,", "rare_count", "`-1`", "how many, or nothing"),
        ("0.6,9,A,,S,,,,10,,", "last_rare", "`10`", heap),
        ("0.6,9,A,,S,,,,,1ee,", "mask", "`1ee`", "a mask such as 0x1ee, or nothing"),
    ] {
        let error = format!("l.csv, line 2, column `{column}`: found {found}, expected {expected}");
        assert_eq!(read(row).unwrap_err().to_string(), error);
    }
    assert!(limits::read_file(Path::new("src")).is_err());
}

proptest! {
    /// Whatever a file holds, it is read or refused, and a refusal names it.
    #[test]
    fn no_bytes_are_too_strange(bytes in any::<Vec<u8>>(), rows in "([a-z0-9.,\" \r\n-]{0,9}){9}") {
        for table in [bytes, format!("{HEADER}{rows}").into_bytes()] {
            if let Err(error) = claims::read(&table[..], "t.csv") {
                prop_assert!(error.to_string().starts_with("t.csv, line "), "{error}");
            }
        }
    }

    #[test]
    fn no_claim_is_too_strange(kind in 0..Statement::KINDS.len(), claimed in "[^\",\r\n]*") {
        let row = format!("{HEADER}a,0.77,{},{claimed},,,\n", Statement::KINDS[kind]);
        if let Err(error) = claims::read(row.as_bytes(), "t.csv") {
            let place = "t.csv, line 2, column `claimed`: ";
            prop_assert!(error.to_string().starts_with(place), "{error}");
        }
    }
}
