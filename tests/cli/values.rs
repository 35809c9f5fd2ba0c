//! `octal values`.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

use octal::formats::digest::Digester;

use super::{Scratch, csv_rows, octal};

#[test]
fn every_format() {
    let formats = [
        ("text", "# 0.77, heaps 0 to 7\n0:  0  1  2  3  1  4  3  2\n"),
        ("csv", "n,grundy\n0,0\n1,1\n2,2\n3,3\n4,1\n5,4\n6,3\n7,2\n"),
        (
            "json",
            "{\"code\":\"0.77\",\"from\":0,\"to\":7,\"summary\":null,\
             \"values\":[0,1,2,3,1,4,3,2]}\n",
        ),
        ("bfile", "# 0.77, heaps 0 to 7\n0 0\n1 1\n2 2\n3 3\n4 1\n5 4\n6 3\n7 2\n"),
        ("digest", "0.77 7 xxh3:038a9404d4a46412 max=4 at=5\n"),
    ];
    for (format, expected) in formats {
        assert_eq!(octal(&format!("values 0.77 -n 7 --format {format}")).quietly(), expected);
    }
    let latex = octal("values 0.77 -n 7 --format latex").quietly();
    assert!(latex.contains("\n\\begin{tabular}") && latex.contains("\n\\end{tabular}\n"));
    assert!(latex.contains("\n0 & 0 & 1 & 2 & 3 & 1 & 4 & 3 & 2 \\\\\n"), "{latex}");
}

#[test]
fn numpy_holds_the_values() {
    let scratch = Scratch::new();
    scratch.octal("values 0.77 -n 7 --format npy -o kayles.npy").quietly();
    let bytes = std::fs::read(scratch.path().join("kayles.npy")).unwrap();
    assert!(bytes.starts_with(b"\x93NUMPY"));
    assert!(bytes.ends_with(&[0, 1, 2, 3, 1, 4, 3, 2]));
}

#[test]
fn a_billion_values_from_the_period() {
    let line = "0.77 1000000000 xxh3:d53cb190f8e5da18 max=8 at=27\n";
    // Memory for the computed values suffices. A slow machine prints its progress on stderr.
    for memory in ["", " --memory 1M"] {
        let ran = octal(&format!("values 0.77 -n 1e9 --format digest{memory}"));
        assert_eq!((ran.code, ran.out.as_str()), (Some(0), line), "{ran:?}");
    }
}

/// The digest of long output is that of the values one by one.
#[test]
fn the_digest_is_that_of_the_values() {
    let csv = octal("values 0.77 -n 300000 --format csv").quietly();
    let values: Vec<u16> =
        csv.lines().skip(1).map(|row| row.split_once(',').unwrap().1.parse().unwrap()).collect();
    assert_eq!(values.len(), 300_001);
    let mut digester = Digester::new();
    digester.update(&values);
    let line = octal("values 0.77 -n 300000 --format digest").quietly();
    assert!(line.contains(&format!(" xxh3:{} ", digester.finish())), "{line}");
}

#[test]
fn from_the_middle() {
    assert_eq!(
        octal("values 0.77 --from 1e15 -n 1_000_000_000_000_002 --format csv").quietly(),
        "n,grundy\n1000000000000000,1\n1000000000000001,4\n1000000000000002,7\n"
    );
    let whole = octal("values 0.137 -n 300 --format csv").quietly();
    let end = octal("values 0.137 --from 290 -n 300 --format csv").quietly();
    let rows: Vec<&str> = end.lines().skip(1).collect();
    assert_eq!(rows.len(), 11);
    assert!(whole.ends_with(&(rows.join("\n") + "\n")));
}

#[test]
fn a_dash_is_stdout() {
    let scratch = Scratch::new();
    assert_eq!(
        scratch.octal("values 0.77 -n 3 -o -").quietly(),
        "# 0.77, heaps 0 to 3\n0:  0  1  2  3\n"
    );
    assert!(scratch.names().is_empty());
}

#[test]
fn a_file_is_replaced_only_by_force() {
    let scratch = Scratch::new();
    scratch.write("kayles.csv", "old");
    let err = scratch.octal("values 0.77 -n 1 --format csv -o kayles.csv").refused();
    assert!(err.contains("`kayles.csv` exists already: ") && err.contains("--force"), "{err}");
    assert_eq!(scratch.read("kayles.csv"), "old");
    assert_eq!(scratch.octal("values 0.77 -n 1 --format csv -o kayles.csv --force").quietly(), "");
    assert_eq!(scratch.read("kayles.csv"), "n,grundy\n0,0\n1,1\n");
    assert_eq!(scratch.names(), ["kayles.csv"]);
}

/// The proof needs heap 155: it is searched for, so that the exceptions are known.
#[test]
fn rows_of_the_period() {
    let out = octal("values 0.77 -n 35 --columns 12").quietly();
    let expected = "\
# 0.77, heaps 0 to 35: period 12 from heap 71 on, proved; exceptions marked *
 0:  0*  1   2   3*  1   4   3*  2   1   4*  2   6*
12:  4   1   2   7*  1   4   3*  2   1   4*  6*  7
24:  4   1   2   8   5*  4   7   2   1   8   6*  7
";
    assert_eq!(out, expected);
    let open = octal("values officers -n 20 --columns 7").quietly();
    assert!(!open.contains('*') && open.lines().count() == 4, "{open}");
}

#[test]
fn a_bfile_has_ten_thousand_rows() {
    let out = octal("values 0.77 --format bfile").quietly();
    assert_eq!(out.lines().count(), 10_001);
    assert!(out.ends_with("\n9999 8\n"), "{out}");
    let out = octal("values 0.77 --from 100 --rows 3 --format bfile").quietly();
    assert_eq!(out.lines().skip(1).collect::<Vec<_>>(), ["100 1", "101 4", "102 7"]);
    let long = "values 0.77 -n 10000 --format bfile";
    let err = octal(long).refused();
    assert!(err.contains("10001 rows") && err.contains("--rows 10001"), "{err}");
    assert_eq!(octal(&format!("{long} --rows 10001")).quietly().lines().count(), 10_002);
}

/// The published table of Treblecross counts cells from 1: a board of n cells is heap n + 2.
#[test]
fn a_bfile_has_the_index_of_the_entry() {
    let out = octal("values treblecross --from 3 --offset 1 --rows 4 --format bfile").quietly();
    assert_eq!(out, "# 0.007, heaps 3 to 6\n# index 1 is heap 3\n1 1\n2 1\n3 1\n4 2\n");
}

#[test]
fn numpy_takes_a_byte_a_value_where_it_can() {
    let scratch = Scratch::new();
    let length = |arguments: &str| {
        scratch.octal(&format!("values {arguments} --format npy -o x.npy --force")).quietly();
        std::fs::metadata(scratch.path().join("x.npy")).unwrap().len() - 128
    };
    assert_eq!(length("0.77 -n 1e6"), 1_000_001);
    assert_eq!(length("nim -n 255"), 256);
    assert_eq!(length("nim -n 256"), 2 * 257);
    assert_eq!(length("nim --from 200 -n 210"), 11);
}

#[test]
fn couples_are_officers_moved_by_one() {
    let values = |text: String| -> Vec<String> {
        text.lines().skip(1).map(|row| row.split_once(',').unwrap().1.to_owned()).collect()
    };
    let couples = values(octal("values couples-are-forever -n 2001 --format csv").quietly());
    let officers = values(octal("values officers -n 2000 --format csv").quietly());
    assert_eq!(couples[0], "0");
    assert_eq!(couples[1..], officers);
}

/// A digest has 16 bits for a value; other formats write the values by the proof.
#[test]
fn values_beyond_65535() {
    let line = octal("values nim -n 65535 --format digest").quietly();
    assert!(line.ends_with(" max=65535 at=65535\n"), "{line}");
    let scratch = Scratch::new();
    let complaint = scratch.octal("values nim -n 70000 --format digest -o nim.txt").refused();
    assert!(complaint.contains("65536") && complaint.contains("ask for"), "{complaint}");
    assert!(scratch.names().is_empty());
    scratch.octal("values nim --from 69999 -n 70001 --format npy -o nim.npy").ended(0);
    let array = std::fs::read(scratch.path().join("nim.npy")).unwrap();
    let values = array[array.len() - 24..].chunks_exact(8);
    let values: Vec<u64> = values.map(|v| u64::from_le_bytes(v.try_into().unwrap())).collect();
    assert_eq!(values, [69999, 70000, 70001]);
    let csv = octal("values nim -n 65537 --from 65534 --format csv").quietly();
    assert_eq!(csv, "n,grundy\n65534,65534\n65535,65535\n65536,65536\n65537,65537\n");
    let csv = octal("values 0.8 --from 1e15 -n 1000000000000002 --format csv").ended(0);
    let rows = "1000000000000000,333333333333333\n1000000000000001,333333333333333\n";
    assert_eq!(csv, format!("n,grundy\n{rows}1000000000000002,333333333333333\n"));
    let rows = octal("values nim --from 69999 -n 70001 --columns 2").quietly();
    assert!(rows.contains("69999:        69999\n70000:") && rows.contains("70001"), "{rows}");
    for format in ["text", "json", "bfile --rows 1e5", "latex"] {
        let all = octal(&format!("values nim -n 65540 --format {format}")).quietly();
        assert!(all.contains("65540"), "{format}");
    }
}

#[test]
fn heap_zero_alone() {
    for game in ["0.77", "0.0", "nim", "grundys-game", "couples-are-forever"] {
        let out = octal(&format!("values {game} -n 0 --format csv")).quietly();
        assert_eq!(out, "n,grundy\n0,0\n", "{game}");
        for limit in ["--limit 0", "--work 0", "--limit 1"] {
            let ran = octal(&format!("period {game} {limit}"));
            assert!(matches!(ran.code, Some(0 | 1)) && ran.err.is_empty(), "{game}: {ran:?}");
        }
    }
}

#[test]
fn too_little_memory_is_said() {
    let scratch = Scratch::new();
    let complaint = scratch.octal("values 0.6 -n 1e6 --memory 1M -o officers.txt").refused();
    assert!(complaint.contains("--memory"), "{complaint}");
    assert!(scratch.names().is_empty());
}

#[test]
fn a_closed_pipe_is_no_error() {
    for format in ["text", "csv", "json", "latex", "npy", "bfile --rows 2e15"] {
        let scratch = Scratch::new();
        let arguments = format!("values 0.77 -n 1e15 --format {format}");
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let mut child = scratch.command(&arguments).spawn().unwrap();
        let mut start = vec![0; 1000];
        child.stdout.take().unwrap().read_exact(&mut start).unwrap();
        super::Ran::from(child.wait_with_output().unwrap()).quietly();
    }
}

/// Whatever is written, and through whatever: values, tables, JSON, help.
#[test]
fn a_pipe_closed_at_once_is_no_error() {
    for arguments in [
        "values 0.77",
        "period 0.77 --format json",
        "position 0.77 3 5 --format csv",
        "position chocolate 9x9 --format json",
        "games",
        "completions bash",
        "--help",
    ] {
        let scratch = Scratch::new();
        let mut command = scratch.command(&arguments.split(' ').collect::<Vec<_>>());
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let ran: super::Ran = command.stdout(writer).output().unwrap().into();
        assert_eq!(ran.quietly(), "", "{arguments}");
    }
}

/// A closed pipe changes neither the answer nor the exit code.
#[test]
fn an_answer_that_nobody_reads() {
    for (arguments, code) in [
        ("period 0.6 --limit 1e4", 1),
        ("search 0.6 --limit 1e4 --dir d", 1),
        ("search 0.77 0.6 --limit 1e4 --dir d", 1),
        ("search 0.77 --dir d", 0),
        ("claims claims.csv", 1),
        ("compare 0.77 values.txt", 1),
        ("check foreign.txt", 1),
        ("known 0.77", 0),
    ] {
        let scratch = Scratch::new();
        let claims = "id,code,statement,claimed,convention,source,note\na,0.77,period,11,,me,\n";
        scratch.write("claims.csv", claims);
        scratch.write("values.txt", "0 0\n1 2\n");
        let certificate = scratch.octal("period 0.77 --certificate - -o row.txt").ended(0);
        scratch.write("foreign.txt", certificate.replace("0.77", "0.07"));
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let ran: super::Ran = scratch.command(&arguments).stdout(writer).output().unwrap().into();
        assert_eq!((ran.code, &*ran.out), (Some(code), ""), "{arguments:?}: {ran:?}");
    }
}

/// Talk that nobody hears is no reason to stop.
#[test]
fn a_closed_stderr_is_no_error() {
    let scratch = Scratch::new();
    let mut command = scratch.command(&["treblecross", "validate", "--cells", "5"]);
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let ran: super::Ran = command.stderr(writer).output().unwrap().into();
    assert!(ran.quietly().starts_with("cells,heap,"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_long_stream_and_leaves_no_file() {
    let scratch = Scratch::new();
    let arguments = ["values", "0.77", "-n", "1e15", "--format", "csv"];
    let mut child = scratch.command(&arguments).spawn().unwrap();
    // The stream has begun when its first line is here.
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut String::new()).unwrap();
    super::signal(&mut child, "INT");
    std::io::copy(&mut out, &mut std::io::sink()).unwrap();
    let ran: super::Ran = child.wait_with_output().unwrap().into();
    assert_eq!((ran.code, &*ran.err), (Some(2), "interrupted: the values are not complete\n"));

    let mut arguments = arguments.to_vec();
    arguments.extend(["-o", "values.csv"]);
    let mut child = scratch.command(&arguments).stdout(Stdio::null()).spawn().unwrap();
    super::wait_until(&mut child, || !scratch.names().is_empty());
    super::signal(&mut child, "INT");
    child.wait_with_output().unwrap();
    assert!(!scratch.path().join("values.csv").exists());
}

/// Every value by the definition too.
#[test]
fn tables_to_150_remark_the_period() {
    for (game, code, remark) in [
        ("kayles", "0.77", "period 12 from heap 71 on, proved"),
        ("dawsons-kayles", "0.07", "period 34 from heap 53 on, proved"),
    ] {
        let title = octal(&format!("values {game} -n 150")).quietly();
        let title = title.lines().next().unwrap();
        assert!(title.contains("heaps 0 to 150") && title.contains(remark), "{title}");
        let rows = csv_rows(&octal(&format!("values {game} -n 150 --format csv")).quietly());
        let values: Vec<u16> = rows.iter().map(|row| row["grundy"].parse().unwrap()).collect();
        assert_eq!(values, octal::grundy::naive::values(&code.parse().unwrap(), 150));
    }
}

/// The second run changes nothing that is written, and says what it found.
#[test]
fn a_double_check_agrees() {
    for (game, heap) in [("0.106", 20_000), ("0.6", 3000)] {
        let arguments = format!("values {game} -n {heap} --format digest");
        let once = octal(&arguments).quietly();
        let ran = octal(&format!("{arguments} --double-check"));
        let kernel = octal::grundy::double_check::other_tuning().unwrap().kernel.unwrap().name();
        let said = format!("double check: kernel {kernel} has the same values up to heap {heap}\n");
        assert_eq!((&*ran.err, &*ran.out, ran.code), (&*said, &*once, Some(0)));
    }
}

/// A terminal shows the first thousand values, and how to get the others.
#[cfg(target_os = "linux")]
#[test]
fn a_million_values_on_a_terminal() {
    let scratch = Scratch::new();
    let line = format!("{} values kayles -n 1e6", env!("CARGO_BIN_EXE_octal"));
    let mut command = std::process::Command::new("script");
    let command = command.args(["-qec", &line, "/dev/null"]).current_dir(scratch.path());
    let shown = command.stdin(std::process::Stdio::null()).output().unwrap();
    let shown = String::from_utf8(shown.stdout).unwrap();
    assert!(shown.contains("# 0.77, heaps 0 to 999: period 12"), "{shown}");
    assert!(shown.contains("\r\n980:") && !shown.contains("\r\n1000:"), "{shown}");
    assert!(
        shown.contains("the first 1000 of 1000001 values: -o FILE or a pipe takes all"),
        "{shown}"
    );
    // A pipe takes all.
    let all = octal("values kayles -n 2000").quietly();
    assert!(all.contains("\n2000:"), "{all}");
}

/// The b-file A215721, and other formats of heaps with one value.
#[test]
fn heaps_of_one_value() {
    let bfile = octal("values 0.07 --equal 0 --format bfile");
    assert!(bfile.err.contains("the first 10000 of "), "{bfile:?}");
    let bfile = bfile.ended(0);
    assert!(bfile.contains("\n1 0\n2 1\n3 5\n4 9\n5 15\n"), "{}", &bfile[..200]);
    assert!(bfile.ends_with("\n10000 67971\n"));
    let offset = octal("values 0.07 -n 9 --equal 0 --format bfile --offset 0").quietly();
    assert!(offset.ends_with("\n0 0\n1 1\n2 5\n3 9\n"), "{offset}");
    let csv = octal("values 0.07 --from 2 -n 20 --equal 0 --format csv").quietly();
    assert_eq!(csv, "n,grundy\n5,0\n9,0\n15,0\n");
    let json = octal("values 0.07 -n 10 --equal 3 --format json").quietly();
    assert_eq!(json, "{\"code\":\"0.07\",\"from\":0,\"heaps\":[6,10],\"to\":10,\"value\":3}\n");
    let text = octal("values 0.07 -n 20 --equal 0").quietly();
    assert_eq!(text, "# 0.07: 5 heaps of value 0 from 0 to 20\n1:  0  1  5  9 15\n");
    let scratch = Scratch::new();
    scratch.octal("values 0.07 -n 1e6 --equal 0 --format npy -o p.npy").quietly();
    assert_eq!(std::fs::metadata(scratch.path().join("p.npy")).unwrap().len(), 128 + 8 * 147_063);
    for (arguments, complaint) in [
        ("0.07 --equal 0 --format digest", "leave out --equal"),
        ("0.07 -n 100 --equal 77 --format latex", "no heap from 0 to 100 has value 77"),
        ("0.07 --equal 0 --count", "cannot be used with"),
    ] {
        let refused = octal(&format!("values {arguments}")).refused();
        assert!(refused.contains(complaint), "{arguments}: {refused}");
    }
}

/// Numbers of heaps by value, as far as a proved period goes.
#[test]
fn counts_of_values() {
    let text = octal("values kayles -n 4 --count").quietly();
    let expected = "# 0.77, heaps 0 to 4: 5 heaps
value  heaps    share
    0      1  20.000%
    1      2  40.000%
    2      1  20.000%
    3      1  20.000%
";
    assert_eq!(text, expected);
    let rows = csv_rows(&octal("values 0.07 -n 1e18 --count --format csv").quietly());
    assert_eq!((&*rows[0]["heaps"], &*rows[0]["share"]), ("147058823529411769", "0.147058824"));
    let heaps: u64 = rows.iter().map(|row| row["heaps"].parse::<u64>().unwrap()).sum();
    assert_eq!(heaps, 1_000_000_000_000_000_001);
    let json = octal("values 0.07 --from 1e9 -n 1e18 --count --format json").quietly();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["heaps"], 999_999_999_000_000_001_u64);
    for (arguments, complaint) in [
        ("0.07 -n 1e18", "at most 2^53, and 2^62 with --count"),
        ("nim -n 1e15 --count", "as the values grow"),
        ("0.07 --count --format latex", "for the formats text, csv and json"),
    ] {
        let refused = octal(&format!("values {arguments}")).refused();
        assert!(refused.contains(complaint), "{arguments}: {refused}");
    }
}

/// A circle of n tokens takes its value from rows: n − 1 and n − 2 in Kayles.
#[test]
fn circles_by_size() {
    let csv = csv_rows(&octal("values kayles --circle -n 40 --format csv").quietly());
    let rows = csv_rows(&octal("values kayles -n 40 --format csv").quietly());
    let value =
        |rows: &[HashMap<String, String>], n: usize| rows[n]["grundy"].parse::<u64>().unwrap();
    assert_eq!([0, 1].map(|n| value(&csv, n)), [0, 1]);
    for n in 2..=40 {
        let left = [value(&rows, n - 1), value(&rows, n - 2)];
        let mex = (0..3).find(|value| !left.contains(value)).unwrap();
        assert_eq!(value(&csv, n), mex, "{n}");
    }
    let far = octal("values kayles --circle --from 1e12 -n 1e12 --format csv").quietly();
    assert_eq!(far.lines().count(), 2);
    let sized = octal("values kayles --circle 40").quietly();
    assert_eq!(sized, octal("values kayles --circle -n 40").quietly());
    let twice = octal("values kayles --circle 40 -n 30").refused();
    assert!(twice.contains("both name the largest circle"), "{twice}");
    let refused = octal("values 0.8 --circle -n 5").refused();
    assert!(refused.contains("is not played on a circle"), "{refused}");
}

/// True if the player to move wins these rows of Kayles in misère play, by all moves.
fn wins_in_misere(rows: &mut Vec<usize>, known: &mut HashMap<Vec<usize>, bool>) -> bool {
    rows.retain(|&row| row > 0);
    rows.sort_unstable();
    if let Some(&wins) = known.get(rows) {
        return wins;
    }
    let mut wins = rows.is_empty();
    for (place, row) in rows.clone().into_iter().enumerate() {
        for (taken, left) in (1..=row.min(2)).flat_map(|k| (0..=row - k).map(move |a| (k, a))) {
            let mut after = rows.clone();
            after[place] = left;
            after.push(row - taken - left);
            wins = wins || !wins_in_misere(&mut after, known);
        }
    }
    known.insert(rows.clone(), wins);
    wins
}

#[test]
fn misere_outcomes_by_size() {
    let mut known = HashMap::new();
    let mut outcome = |row: usize| {
        if wins_in_misere(&mut vec![row], &mut known) { "N" } else { "P" }
    };
    let rows: Vec<&str> = (0..=16).map(&mut outcome).collect();
    let opened = |n: usize| (1..=2.min(n)).any(|k| rows[n - k] == "P");
    let circles: Vec<&str> =
        (0..=16).map(|n| if n == 0 || opened(n) { "N" } else { "P" }).collect();
    assert!(rows[1..].contains(&"P") && circles.contains(&"P"));
    let outcomes = |arguments: &[&str]| -> Vec<String> {
        let arguments = [&["values"], arguments, &["--misere", "--format", "csv"]].concat();
        let csv = csv_rows(&Scratch::new().run(&arguments).quietly());
        csv.iter().map(|row| row["outcome"].clone()).collect()
    };
    assert_eq!(outcomes(&["kayles", "-n", "16"]), rows);
    assert_eq!(outcomes(&["kayles", "--circle", "16"]), circles);
    assert_eq!(outcomes(&["kayles", "--circle", "--from", "3", "-n", "16"]), circles[3..]);
    let rule = "n -> [a, n-k-a] for k in 1..2, a in 0..n-k if n >= k";
    assert_eq!(outcomes(&[rule, "-n", "16"]), rows);
    let out = octal("values kayles --circle 3 --misere").quietly();
    let expected =
        "# 0.77, circles 0 to 3 in misère play: N if the player to move wins\n0: N P N N\n";
    assert_eq!(out, expected);
    let json = octal("values kayles --circle 3 --misere --format json").quietly();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["circles"], &json["outcomes"][1]), (&true.into(), &"P".into()));
    for (arguments, complaint) in [
        (&["0.8", "--circle", "5"][..], "is not played on a circle"),
        (&["kayles", "--format", "latex"], "--misere is for the formats text, csv and json"),
        (&["0.6 shift 1"], "misère play is about the heaps of a code"),
    ] {
        let refused = Scratch::new().run(&[&["values", "--misere"], arguments].concat()).refused();
        assert!(refused.contains(complaint), "{arguments:?}: {refused}");
    }
}
