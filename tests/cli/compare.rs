//! `octal compare` and the option `--values`: somebody's own table of values, compared with the
//! rules.

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
        let form = match format {
            Format::Csv | Format::Bfile => "pairs",
            Format::Text | Format::Latex => "rows",
            Format::Sage | Format::Gap | Format::Mathematica => "list",
            _ => format.name(),
        };
        let expected = format!("`table` ({form}): all values of 0.77 are right, heaps 0 to 300\n");
        assert_eq!(said, expected);
        // A table that names its game is compared with another all the same.
        let place = match format {
            Format::Json => Some("key `code`"),
            Format::Latex => Some("line 4"),
            Format::Csv | Format::Npy => None,
            _ => Some("line 1"),
        };
        let note =
            place.map(|place| format!("note: `table`, {place} names 0.77: compared with 0.137\n"));
        let ran = scratch.octal("compare dawsons-chess table -o verdict");
        assert_eq!((ran.code, &*ran.out, ran.err), (Some(1), "", note.unwrap_or_default()));
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
fn the_first_wrong_value_has_its_line_and_heap() {
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
    assert!(check(&bare.join("\n"), "").ended(1).ends_with(
        "line 1: wrong: G(1) of 0.007 is 0, not 1; all its values are G_0.007(n + 2)\n"
    ));
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
    assert!(check("nim", "65535: 65535\n").quietly().contains("right"));
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
    assert!(ran.err.starts_with("`table` (pairs): all values of 0.77 are right"), "{ran:?}");
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
        let ran = compare("0.6");
        let note = "names 0.6 shift 1: compared with 0.6\n";
        assert!(ran.code == Some(1) && ran.err.ends_with(note), "{ran:?}");
        let verdict = "wrong: G(2) of 0.6 is 1, not 0; all its values are G_0.6(n − 1)\n";
        assert!(ran.out.ends_with(verdict), "{ran:?}");
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
    assert!(ran.quietly().ends_with("(rows): all values of 0.77 are right, heaps 0 to 300\n"));
}

/// A table without heaps mostly begins with heap 0 or 1, or as those of a cousin do.
#[test]
fn the_first_heap_is_tried() {
    let scratch = Scratch::new();
    let values = scratch.octal("values 0.156 --from 1 -n 60 --format json").quietly();
    let values = values.split(['[', ']']).nth(1).unwrap().replace(',', " ");
    scratch.write("t.txt", &values);
    let compare =
        |game: &str, text: &str| scratch.octal_reading(&format!("compare {game} -"), text);
    let right = "`t.txt` (list): all values of 0.156 are right, heaps 1 to 60 (the file does not \
                 state its first heap: 1 fits, 0 does not)\n";
    assert_eq!(scratch.octal("compare 0.156 t.txt").quietly(), right);
    // The other verbs take the table as it fits.
    let ran = scratch.octal("claims --code 0.156 --values t.txt");
    assert!(ran.err.starts_with(right) && ran.code == Some(0), "{ran:?}");

    // Dawson's Kayles is Dawson's Chess with heaps one larger.
    let chess = "0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2";
    assert!(compare("0.07", chess).quietly().contains("heaps 1 to 26 (the file"), "{chess}");
    let kayles = format!("0, {chess}");
    let said = compare("0.137", &kayles).ended(1);
    assert!(said.ends_with("; all its values are G_0.137(n − 1)\n"), "{said}");
    // A slip in a table from heap 1 on is found.
    let said = compare("0.137", "1 1 2 0 3 1 1 0 3 3 2 2 4 1 5").ended(1);
    let slip = "; if the first value is that of heap 1, line 1: G(14) of 0.137 is 0, not 1\n";
    assert!(said.contains("wrong: G(0) of 0.137 is 0, not 1") && said.ends_with(slip), "{said}");
    // Two first heaps fit: neither is taken.
    let refused = compare("0.137", "1").refused();
    assert!(
        refused.contains("fit from heap 1 and from heap 2: give --values-from 1 or 2"),
        "{refused}"
    );
}

/// The tables of a page: rows with their first heaps, and a b-file of another game.
#[test]
fn tables_that_people_paste() {
    let scratch = Scratch::new();
    let table = "     000+ 0 1 1 2 2 3 1 1 4 4 3 2 2 1 1 4 2 2 6 4 \n     \
                 020+ 4 1 1 2 2 7 1 1 4 4 3 2 2 1 1 4 8 2 7 4 \n     \
                 040+ 4 1 1 2 2 7 8 1 4 4 7 2 2 1 1 4 4 2 7 7 \n";
    let said = scratch.octal_reading("compare 0.177 -", table).quietly();
    assert_eq!(said, "`stdin` (rows): all values of 0.177 are right, heaps 0 to 59\n");
    let bfile = octal("values 0.36 -n 1000 --format bfile").quietly();
    let ran = scratch.octal_reading("compare 0.161 -", &bfile);
    assert_eq!(ran.err, "note: `stdin`, line 1 names 0.36: compared with 0.161\n");
    assert_eq!(ran.ended(1), "`stdin`, line 521: wrong: G(519) of 0.161 is 2, not 4\n");
}

/// Two games: equal by the rules, equal by two proved periods, different, or not decided.
#[test]
fn two_games() {
    for (a, b, code, verdict) in [
        (
            "0.07",
            "0.137",
            0,
            "equal: G_0.07(n) = G_0.137(n − 1), as 0.137 is the first cousin of 0.07",
        ),
        (
            "0.11337",
            "0.007",
            0,
            "equal: G_0.11337(n) = G_0.007(n + 2), as 0.11337 is the standard form of 0.007",
        ),
        (
            "0.04",
            "0.007",
            0,
            "equal: G_0.04(n) = G_0.007(n − 1), as both have the standard form 0.11337",
        ),
        (
            "0.77",
            "0.771",
            0,
            "equal: G_0.77(n) = G_0.771(n), as the standard forms 0.77 and 0.771 differ in idle moves alone",
        ),
        ("kayles", "0.77 shift 2", 0, "equal: G_0.77(n) = G_0.77(n), as they are one code"),
        (
            "couples-are-forever",
            "0.6",
            0,
            "equal: G_0.6(n − 1) = G_0.6(n − 1), as they are one code",
        ),
        ("0.161", "0.36", 1, "first difference at heap 519: G_0.161(n) is 2, and G_0.36(n) is 4"),
        (
            "kayles",
            "dawsons-chess",
            1,
            "first difference at heap 2: G_0.77(n) is 2, and G_0.137(n) is 1",
        ),
    ] {
        let said = Scratch::new().run(&["compare", a, b]).ended(code);
        assert!(said.starts_with(verdict), "{a} {b}: {said}");
    }
}

/// A file comes before a game of its name.
#[test]
fn a_file_with_the_name_of_a_game() {
    let scratch = Scratch::new();
    scratch.write("0.36", "0 1 0 2\n");
    let said = scratch.octal("compare 0.161 0.36").quietly();
    assert_eq!(said, "`0.36` (list): all values of 0.161 are right, heaps 0 to 3\n");
}
