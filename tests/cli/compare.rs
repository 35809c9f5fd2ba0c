//! `octal compare` and the option `--values`: somebody's own table of values, compared with the rules.

use octal::formats::Format;

use super::{Scratch, octal};

/// A scratch directory with the values of Kayles to heap 300 in this format.
fn kayles(format: &str) -> Scratch {
    let scratch = Scratch::new();
    scratch.octal(&format!("values kayles -n 300 --format {format} -o table")).quietly();
    scratch
}

#[test]
fn every_format_reads_back() {
    for format in Format::ALL.into_iter().filter(|format| *format != Format::Digest) {
        let scratch = kayles(format.name());
        let said = scratch.octal("compare 0.77 table").quietly();
        let expected =
            format!("`table` ({format}): all values of 0.77 are right, heaps 0 to 300\n");
        assert_eq!(said, expected);
        // Those that name their game are held against no other.
        let place = match format {
            Format::Json => Some("key `code`"),
            Format::Text | Format::Bfile => Some("line 1"),
            Format::Latex => Some("line 4"),
            _ => None,
        };
        if let Some(place) = place {
            let refused = scratch.octal("compare dawsons-chess table").refused();
            let found = format!("`table`, {place}: found the code `0.77`, expected `0.137`");
            assert!(refused.contains(&found), "{refused}");
            continue;
        }
        let ran = scratch.octal("compare dawsons-chess table -o verdict");
        assert_eq!((ran.code, &*ran.out, &*ran.err), (Some(1), "", ""));
        let verdict = scratch.read("verdict");
        assert!(verdict.ends_with(": wrong: G(2) of 0.137 is 1, not 2\n"), "{verdict}");
    }
    let digest = kayles("digest").octal("compare 0.77 table").refused();
    assert!(digest.contains("`table`, line 1: found `0.77 300 xxh3:"), "{digest}");
}

#[test]
fn rows_of_the_period_read_back() {
    for options in ["--columns 12", "--columns 7 --from 20", "--columns 12 --format latex --from 5"]
    {
        let scratch = Scratch::new();
        let table = scratch.octal(&format!("values 0.77 -n 99 {options}")).quietly();
        assert!(table.contains('*') || table.contains("textbf"), "{table}");
        let ran = scratch.octal_reading("compare 0.77 -", &table);
        assert!(ran.quietly().ends_with("are right, heaps 0 to 99\n") || options.contains("from"));
        let ran = scratch.octal_reading("compare 0.77 -", &table.replace("71", "17"));
        ran.quietly();
    }
}

#[test]
fn the_first_wrong_value_is_told_with_line_and_heap() {
    let scratch = kayles("csv");
    let table =
        scratch.read("table").replace("\n43,2\n", "\n43,5\n").replace("\n99,7\n", "\n99,0\n");
    scratch.write("mine.csv", table);
    let wrong = "`mine.csv`, line 45: wrong: G(43) of 0.77 is 2, not 5\n";
    assert_eq!(scratch.octal("compare 0.77 mine.csv").ended(1), wrong);
    // Nothing is said of a period or of claims by a wrong table.
    for verb in ["period 0.77", "claims --code 0.77"] {
        let ran = scratch.octal(&format!("{verb} --values mine.csv"));
        assert_eq!((ran.code, &*ran.out, &*ran.err), (Some(1), "", wrong));
    }
}

/// A table may begin anywhere: it says so, or the user does.
#[test]
fn the_first_heap() {
    let scratch = Scratch::new();
    let bfile = "values treblecross --from 3 --offset 1 --rows 50 --format bfile";
    let table = scratch.octal(bfile).quietly();
    let check = |table: &str, options: &str| {
        scratch.octal_reading(&format!("compare treblecross - {options}"), table)
    };
    assert!(check(&table, "").quietly().ends_with("heaps 3 to 52\n"));
    // Without its comments the indices are taken for heaps, unless the user knows better.
    let bare: Vec<&str> = table.lines().skip(2).collect();
    assert!(
        check(&bare.join("\n"), "").ended(1).contains("line 1: wrong: G(1) of 0.007 is 0, not 1")
    );
    assert!(check(&bare.join("\n"), "--values-from 3").quietly().ends_with("heaps 3 to 52\n"));

    scratch.octal("values 0.77 --from 20 -n 90 --format npy -o part.npy").quietly();
    let said = scratch.octal("compare 0.77 part.npy --values-from 20").quietly();
    assert!(said.ends_with("heaps 20 to 90\n"), "{said}");
    let ran = scratch.octal("period 0.77 --values part.npy --values-from 20 --format csv");
    assert!(ran.out.contains(",open,") && ran.err.contains("are right"), "{ran:?}");
    ran.ended(1);
}

#[test]
fn heaps_far_out_and_values_too_large() {
    let check =
        |game: &str, table: &str| Scratch::new().octal_reading(&format!("compare {game} -"), table);
    assert!(check("0.77", "1000000000000000 1\n1000000000000001 4\n").quietly().contains("right"));
    let wrong = check("0.77", "0 0\n1 4294967296\n").ended(1);
    assert!(wrong.ends_with("G(1) of 0.77 is 1, not 4294967296\n"), "{wrong}");
    assert!(check("nim", "65535 65535\n").quietly().contains("right"));
    // Nim has a theorem for the values that do not fit 16 bits.
    assert!(check("nim", "65536 65536\n65537 65537\n").quietly().contains("right"));
}

/// The period is that which the values of the table prove, and no more.
#[test]
fn the_period_of_a_table() {
    let scratch = kayles("npy");
    let ran = scratch.octal("period kayles --values table");
    assert_eq!(ran.err, "`table` (npy): all values of 0.77 are right, heaps 0 to 300\n");
    assert!(ran.ended(0).starts_with("0.77 (kayles): period 12 from heap 71 on, proved"));
    let short = octal("values 0.77 -n 100 --format csv").quietly();
    let ran = scratch.octal_reading("period 0.77 --values -", &short);
    assert!(ran.ended(1).starts_with("0.77 (kayles): open, no period proved up to heap 100\n"));
}

#[test]
fn claims_judged_by_a_table() {
    let scratch = kayles("bfile");
    let ran = scratch.octal("claims --code kayles --values table");
    assert!(ran.err.starts_with("`table` (bfile): all values of 0.77 are right"), "{ran:?}");
    let rows = super::csv_rows(&ran.ended(0));
    assert!(rows.len() > 5 && rows.iter().all(|row| row["code"] == "0.77"));
    assert!(rows.iter().all(|row| row["verdict"] == "confirmed"));
    // The same as without the table.
    let alone = scratch.octal("claims --code 0.77").ended(0);
    assert_eq!(super::csv_rows(&alone), rows);
    let short = octal("values 0.77 -n 50 --format json").quietly();
    let ran = scratch.octal_reading("claims --code 0.77 --values -", &short);
    assert!(super::csv_rows(&ran.ended(0)).iter().any(|row| row["verdict"] == "out_of_reach"));
}

/// Tables are of the game that they name, with its shift, however the user spells it.
#[test]
fn the_name_of_a_game_in_its_table() {
    for format in ["text", "text --columns 12", "bfile", "latex", "latex --columns 12", "json"] {
        let scratch = Scratch::new();
        scratch.octal(&format!("values couples-are-forever -n 50 --format {format} -o table"));
        let compare = |game| scratch.run(&["compare", game, "table"]);
        for spelling in ["couples-are-forever", "0.6 shift 1", ".60 shift 1"] {
            assert!(compare(spelling).quietly().ends_with("heaps 0 to 50\n"), "{format}");
        }
        let refused = compare("0.6").refused();
        assert!(refused.contains("found the code `0.6 shift 1`, expected `0.6`"), "{refused}");
    }
}

#[test]
fn pipes_can_be_read() {
    let scratch = kayles("text");
    let line = "octal compare 0.77 <(cat table)";
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_octal")).display().to_string();
    let line = line.replace("octal", &program);
    let mut command = std::process::Command::new("bash");
    let ran = command.args(["-c", &line]).current_dir(scratch.path()).output();
    let Ok(ran) = ran.map(super::Ran::from) else { return };
    assert!(ran.quietly().ends_with("(text): all values of 0.77 are right, heaps 0 to 300\n"));
}
