//! `octal position`.

use super::{Scratch, csv_rows, octal};

fn position(arguments: &[&str]) -> super::Ran {
    Scratch::new().run(&[&["position"], arguments].concat())
}

/// Output without spaces at the ends of lines.
fn trimmed(text: &str) -> String {
    text.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

#[test]
fn a_position_that_is_lost() {
    let expected = "0.77: 3 4 5 2 5
 heap  times  value
 3     1      3
 4     1      1
 5     2      4
 2     1      2
nim-sum 0: P-position, the player to move loses
";
    for words in [&["0.77: 3 4 5 2 5"][..], &["kayles", "3", "4", "5", "2", "5"]] {
        assert_eq!(trimmed(&position(words).quietly()), expected);
    }
}

#[test]
fn a_position_of_several_games() {
    let expected = "0.77: 3 4 | 0.137: 9 | 0.[3]: 2
 game   heap  value
 0.77   3     3
 0.77   4     1
 0.137  9     3
 0.[3]  2     2
nim-sum 3: N-position, the player to move wins, by 4 moves
  0.77: 3 → 1+1
  0.77: 4 → 2
  0.137: 9 → 3+3
  0.[3]: 2 → 1
";
    let text = "0.77: 3 4 | 0.137: 9 | nim: 2";
    assert_eq!(trimmed(&position(&[text]).quietly()), expected);
    // Every move that is printed may be typed back, and leads to a P-position.
    for mv in expected.lines().filter(|line| line.contains('→')) {
        let out = position(&[text, "--play", mv]).quietly();
        assert!(out.contains("nim-sum 0: P-position"), "{mv}: {out}");
    }
}

#[test]
fn the_arithmetic() {
    let expected = "0.77: 3 2 1 5 2 5
heap 3      3  011
2 × heap 2  2  010  an even number of times: cancels
heap 1      1  001
2 × heap 5  4  100  an even number of times: cancels
               ---
nim-sum     2  010
The nim-sum is 2: a move wins if it leaves nim-sum 0, so if it turns a heap of value v into v ⊕ 2.
heap 3: 3 ⊕ 2 = 1 is wanted
  3 → 1 has G(1) = 1
heap 2: 2 ⊕ 2 = 0 is wanted
  2 → 0 has value 0: nothing remains
heap 1: 1 ⊕ 2 = 3 is wanted: no option has it
heap 5: 4 ⊕ 2 = 6 is wanted: no option has it
";
    let out = position(&["0.77: 3 4 5 2 5", "--play", "4 -> 2+1", "--explain"]).quietly();
    assert_eq!(out, expected);
    let lost = position(&["0.77: 3 4 5 2 5", "--explain"]).quietly();
    assert!(lost.contains("nim-sum     0  000") && lost.ends_with("Who is to move loses.\n"));
}

#[test]
fn heaps_of_any_size_where_the_period_is_proved() {
    let out = position(&["kayles", "1e12", "34", "--most", "5"]).quietly();
    assert!(out.contains("0.77: period 12 from heap 71 on, proved (sparse window)\n"), "{out}");
    assert!(out.contains("nim-sum 7: N-position, the player to move wins, by 333333333329 moves"));
    assert_eq!(out.matches(" → ").count(), 5);
    assert!(out.contains("more winning moves (--most lists more)"));
    let all = position(&["kayles", "1e12", "34"]).quietly();
    assert!(all.contains("  1000000000000 → (71+12j)+(999999999928-12j), j = 0 … 41666666660\n"));
    assert!(all.contains("  34 → 32\n") && !all.contains("more winning"), "{all}");
    // A game that needs all its values is refused by what was found out earlier.
    let nim = position(&["nim", "2^53", "5"]).quietly();
    assert!(nim.contains("9007199254740992 → 5\n"), "{nim}");
}

#[test]
fn earlier_results_are_used_and_named() {
    let scratch = Scratch::new();
    std::fs::create_dir(scratch.path().join("empty")).unwrap();
    let open = scratch.octal("position 0.6 1e12 --limit 1e4 --results empty").refused();
    assert!(open.contains("no period is proved up to heap 10000 (the limit of heaps)"), "{open}");
    let open = scratch.octal("position 0.6 1e12").refused();
    assert!(open.contains("`results/periods.csv` says that no period is proved up to heap"));
    // A period that begins too late for memory is reported at once.
    let late = scratch.octal("position 0.106 1e12 --memory 8G").refused();
    assert!(
        late.contains("its period begins at heap 465384263797 (`results/periods.csv`)"),
        "{late}"
    );
    // A period that is found quickly takes no earlier results.
    let quick = scratch.octal("position 0.4 1e12").quietly();
    assert!(quick.contains("0.4: period 34 from heap 54 on, proved"), "{quick}");
    // A search without enough work of its own needs them.
    let out = scratch.octal("position 0.156 1e9 --work 1e3").quietly();
    let said = "0.156: period 349 from heap 3479 on, proved (sparse window), as `results/periods.csv` says";
    assert!(out.contains(said), "{out}");
    let err = scratch.octal("position 0.156 1e9 --work 1e3 --results empty").refused();
    assert!(
        err.contains("G(1000000000) of 0.156 is not known") && err.contains("the limit of work")
    );
}

#[test]
fn files_of_positions() {
    let scratch = Scratch::new();
    let file = "# an exam\n0.77: 3 4 5 2 5\n\n0.77: 3 4 | nim: 2  # two games\n4!.0 10 11 12\n";
    scratch.write("positions.txt", file);
    let expected = "line,position,nim_sum,outcome,winning_count,complete,winning_moves
2,0.77: 3 4 5 2 5,0,P,0,yes,
4,0.77: 3 4 | 0.[3]: 2,0,P,0,yes,
5,4!.0: 10 11 12,3,N,4,yes,11 → 2+9; 12 → 1+11; 12 → 4+8; 12 → 5+7
";
    assert_eq!(scratch.octal("position --positions positions.txt").quietly(), expected);
    assert_eq!(scratch.octal_reading("position --positions -", file).quietly(), expected);
    scratch.octal("position --positions positions.txt -o answers.csv").quietly();
    assert_eq!(scratch.read("answers.csv"), expected);
    let text = scratch.octal("position --positions positions.txt --format text").quietly();
    assert_eq!(text.matches("nim-sum ").count(), 3);
    let json = scratch.octal("position --positions positions.txt --format json").quietly();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json.as_array().unwrap().len(), 3);
    assert_eq!(
        (&json[2]["winning_moves"][0]["parts"], &json[2]["outcome"]),
        (&serde_json::json!([2, 9]), &"N".into())
    );
}

#[test]
fn json_for_programs() {
    let out = position(&["kayles", "1e12", "34", "--format", "json", "--explain"]).quietly();
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(json["heaps"][0]["heap"], 1_000_000_000_000_u64);
    assert_eq!(json["heaps"][1]["grundy"], 6);
    assert_eq!((&json["nim_sum"], &json["outcome"]), (&7.into(), &"N".into()));
    assert_eq!(json["winning_count"], 333_333_333_329_u64);
    let count = |m: &serde_json::Value| m["count"].as_u64().unwrap();
    let moves = json["winning_moves"].as_array().unwrap();
    assert_eq!(moves.iter().map(count).sum::<u64>(), 333_333_333_329);
    assert!(json["explanation"].as_array().unwrap().len() > 5);
    assert!(
        json["games"][0]["how_known"].as_str().unwrap().starts_with("period 12 from heap 71 on")
    );
}

/// Moves in equal heaps are one move, which says how many heaps it may be made in; and what was not
/// asked for is null.
#[test]
fn equal_heaps_are_counted_once() {
    let out = position(&["kayles", "3", "3", "3", "--format", "json"]).quietly();
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&json["winning_count"], &json["heaps"][0]["times"]), (&1.into(), &3.into()));
    let mv = serde_json::json!({"move": "3 → 1+1", "game": "0.77", "heap": 3, "parts": [1, 1],
        "step": 0, "count": 1, "times": 3});
    assert_eq!(json["winning_moves"], serde_json::json!([mv]));
    assert_eq!(json.get("explanation"), Some(&serde_json::Value::Null));
    let text = position(&["kayles", "3", "3", "3"]).quietly();
    assert!(text.ends_with("by one move\n  3 → 1+1  in each of 3 heaps\n"), "{text}");
}

#[test]
fn moves_that_are_not_listed() {
    for (heaps, most, end) in [
        ("3", "0", "by one move\n  the winning move is not listed (--most lists it)\n"),
        ("5 34", "0", "by 4 moves\n  the 4 winning moves are not listed (--most lists them)\n"),
        (
            "5 34",
            "1",
            "by 4 moves\n  34 → 3+30\n  … and 3 more winning moves (--most lists more)\n",
        ),
        ("5 34", "3", "  … and one more winning move (--most lists more)\n"),
        ("3 3", "0", "nim-sum 0: P-position, the player to move loses\n"),
    ] {
        let out = octal(&format!("position kayles {heaps} --most {most}")).quietly();
        assert!(out.ends_with(end), "{heaps}: {out}");
    }
}

/// The splits of Lasker's Nim are computed, so that all winning moves of huge heaps are known at
/// once.
#[test]
fn huge_heaps_of_laskers_nim() {
    let alone = octal("position lasker 2147483647").quietly();
    assert!(alone.ends_with("by one move\n  2147483647 → 0\n"), "{alone}");
    let none = octal("position lasker 2147483647 --most 0").quietly();
    assert!(none.ends_with("  the winning move is not listed (--most lists it)\n"), "{none}");
    let lines = "4.[3]: 2147483647 5 1000000007\n".repeat(10);
    let ran = Scratch::new().octal_reading("position --positions - --most 1", &lines);
    let rows = csv_rows(&ran.quietly());
    assert!(rows.iter().all(|row| row["nim_sum"] == "3147483661" && row["complete"] == "yes"));
}

/// A game is named once for all lines, which may name others.
#[test]
fn a_file_of_heaps() {
    let scratch = Scratch::new();
    scratch.write("heaps.txt", "3 4 5 2 5\n# two games\n3 4 | nim: 2\n4!.0: 10 11 12\n");
    let rows = csv_rows(&scratch.octal("position kayles --positions heaps.txt").quietly());
    let positions: Vec<&str> = rows.iter().map(|row| &*row["position"]).collect();
    assert_eq!(positions, ["0.77: 3 4 5 2 5", "0.77: 3 4 | 0.[3]: 2", "4!.0: 10 11 12"]);
    let rows = scratch.octal_reading("position 0.6 shift 1 --positions -", "5 5\n").quietly();
    assert_eq!(&*csv_rows(&rows)[0]["position"], "0.6 shift 1: 5 5");
    let wrong = scratch.octal_reading("position kayles --positions -", "3\n4 x\n");
    assert!(wrong.err.contains("`-`, line 2: column 3: found `x`"), "{wrong:?}");
    let more = scratch.octal("position kayles 3 --positions heaps.txt").refused();
    assert!(more.contains("beside --positions only a game may be named"), "{more}");
    let empty = scratch.octal_reading("position kayles --positions -", "# none\n").refused();
    assert!(empty.contains("heaps as in `3 4 5` or a row as in `IXXI`"), "{empty}");
}

/// A fault in one line of a file does not keep the others from being answered.
#[test]
fn lines_without_an_answer() {
    let scratch = Scratch::new();
    let lines = [
        &b"0.77: 3 x\n0.77: 3\n0.6: 1e12\n\xff\n0.6: 30\n0.6: 5 2e4 # between\n0.106: 9e11\n"[..],
        b"0.106: 1e3\n",
    ]
    .concat();
    scratch.write("positions.txt", lines);
    let ran =
        scratch.octal("position --positions positions.txt --limit 1e4 --memory 1G -o answers.csv");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    for said in [
        "`positions.txt`, line 1: column 9: found `x`",
        "`positions.txt`, line 3: G(1000000000000) of 0.6 is not known",
        "`positions.txt`, line 4: byte 1 of the line is not UTF-8",
        "`positions.txt`, line 6: G(20000) of 0.6 is not known",
        "`positions.txt`, line 7: G(900000000000) of 0.106 takes ",
        "\n5 of 8 lines have no answer\n",
    ] {
        assert!(ran.err.contains(said), "{said}: {}", ran.err);
    }
    let rows = csv_rows(&scratch.read("answers.csv"));
    let answered: Vec<&str> = rows.iter().map(|row| &*row["line"]).collect();
    assert_eq!(answered, ["2", "5", "8"]);
}

#[test]
fn a_million_heaps_on_one_line() {
    let scratch = Scratch::new();
    let heaps: Vec<String> = (0..1_000_000u64).map(|i| (i * i % 997).to_string()).collect();
    scratch.write("line.txt", format!("0.77: {}\n", heaps.join(" ")));
    let rows = csv_rows(&scratch.octal("position --positions line.txt --most 10").quietly());
    assert_eq!(rows[0]["position"].split(' ').count(), 1_000_001);
    assert_eq!(rows[0]["complete"], "yes");
    let text = scratch.octal("position --positions line.txt --format text --most 10").quietly();
    assert!(text.len() < 10_000 && text.contains("more sizes"), "{}", text.len());
}

/// Many different heaps: what can be done is done, and the rest is said.
#[test]
fn more_options_than_work() {
    let heaps: Vec<String> = (1..=2000).map(|n| n.to_string()).collect();
    let ran = octal(&format!("position 0.77 {} --work 1e5", heaps.join(" ")));
    let out = ran.quietly();
    assert!(out.contains("by at least ") && out.contains("(--work looks at more)"), "{out}");
    // Somebody wins, whether or not the move is found.
    let ran = position(&["0.354: 1e12 3", "--work", "10"]);
    let out = ran.ended(0);
    assert!(
        out.contains("the player to move wins; no winning move is among the options looked at")
            && out.contains(
                "the options of 1 size of heaps are too many to look at all: one of them wins"
            ),
        "{out}"
    );
}

/// A heap whose value is not known is named as it was asked for.
#[test]
fn heaps_of_games_with_a_shift() {
    let err = position(&["0.6 shift 5", "1000000000", "--limit", "1000"]).refused();
    let said =
        "heap 1000000000 of 0.6 shift 5 is heap 999999995 of 0.6: G(999999995) of 0.6 is not known";
    assert!(err.contains(said), "{err}");
}

/// Winning moves of a row are rows, which may be typed back and are lost.
#[test]
fn rows() {
    let expected = "0.07: 4 5
row ++++-+++++
 heap  value
 4     2
 5     0
nim-sum 2: N-position, the player to move wins, by one move
  4 → 1+1
      +--+-+++++
";
    let row = position(&["dawsons-kayles", "++++-+++++"]).quietly();
    assert_eq!(trimmed(&row), expected);
    let lost = position(&["dawsons-kayles", "+--+-+++++"]).quietly();
    assert!(lost.contains("nim-sum 0: P-position"), "{lost}");
    for (arguments, heaps) in [
        (&["kayles", "IXXI"][..], "1 1"),
        (&["kayles: #.##"], "1 2"),
        (&["kayles", "IIII"], "4"),
        (&["kayles", "XXX"], "0"),
        (&["kayles", "o__oo", "--token", "o"], "1 2"),
        (&["kayles", "1111"], "1111"),
        (&["kayles", "1001", "--token", "1"], "1 1"),
    ] {
        let text = position(arguments).quietly();
        assert!(text.starts_with(&format!("0.77: {heaps}\n")), "{arguments:?}: {text}");
    }
    let bits = position(&["kayles", "1011"]);
    assert!(bits.err.contains("read as rows, where 1 is a token and 0 a gap"), "{bits:?}");
    assert!(bits.ended(0).starts_with("0.77: 1 2\nrow 1011\n"));
    assert!(position(&["kayles", "1_011"]).quietly().starts_with("0.77: 1011\n"));
    let json = position(&["kayles", "IIXI", "--format", "json"]).quietly();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["row"], "IIXI");
    assert_eq!(json["winning_rows"], serde_json::json!(["IXXI", "XIXI"]));
    let heaps = position(&["kayles", "2", "1", "--format", "json"]).quietly();
    let heaps: serde_json::Value = serde_json::from_str(&heaps).unwrap();
    assert!(heaps["row"].is_null() && heaps["winning_rows"].is_null(), "{heaps}");
    let csv = csv_rows(&position(&["kayles", "IIXI", "--format", "csv"]).quietly());
    assert_eq!((&*csv[0]["row"], &*csv[0]["winning_rows"]), ("IIXI", "IXXI; XIXI"));
}

/// Files of rows as contests have them, and the file that a judge expects.
#[test]
fn files_of_rows() {
    let scratch = Scratch::new();
    let ask = "position kayles --positions rows.txt --winner WIN,LOSE";
    let expected = "LOSE\nWIN\nLOSE\nWIN\n";
    for file in [
        "4\n4\nIXXI\n4\nXIIX\n5\nIIXII\n5\nIIIII\n",
        "4\nIXXI\nXIIX\nIIXII\nIIIII\n",
        "IXXI\n\nXIIX # a comment\nIIXII\nIIIII",
        "4\nIXXI\nXIIX\nIIXII\nIIIII\n",
        "4\nIXXI\nXIIX\n0.77: 2 2\nIIIII\n",
    ] {
        scratch.write("rows.txt", file);
        assert_eq!(scratch.octal(ask).quietly(), expected, "{file}");
    }
    scratch.write("rows.txt", "2\n1001\n0110\n");
    let bits = scratch.octal(ask);
    assert!(bits.err.contains("`rows.txt`: words of 0 and 1 are read as rows"), "{bits:?}");
    assert_eq!(bits.ended(0), "LOSE\nWIN\n");
    scratch.write("rows.txt", "#..#\n.##.\n##.##\n#####\n");
    let hint = scratch.octal(ask);
    assert!(hint.err.contains("line 1: `#` begins a comment: --token '#' reads rows"), "{hint:?}");
    hint.ended(2);
    assert_eq!(scratch.octal(&format!("{ask} --token #")).quietly(), expected);
    let rows = csv_rows(&scratch.octal("position kayles --positions rows.txt --token #").quietly());
    assert_eq!((&*rows[1]["row"], &*rows[1]["outcome"]), (".##.", "N"));
    assert_eq!(&*rows[1]["winning_rows"], "....");
    for (file, complaint) in [
        ("3\nIXXI\nXIIX\n", "line 1: column 1: found `3` among rows, expected a row"),
        ("IXXI\nIX?I\n", "line 2: column 3: found `?` in a row"),
        ("kayles: #.#\n", "line 1: `#` begins a comment"),
        ("IXXI\n0.6: 1e12\n", "line 2: G(1000000000000) of 0.6 is not known"),
    ] {
        scratch.write("rows.txt", file);
        let ran = scratch.octal(&format!("{ask} --limit 1e4"));
        assert!(
            ran.err.contains(complaint) && ran.code == Some(2) && ran.out.is_empty(),
            "{ran:?}"
        );
    }
    let one = octal("position kayles 3 4 --winner yes,no").quietly();
    assert_eq!(one, "yes\n");
    for words in ["WIN", "WIN,", "A,A", "A,B,C"] {
        let refused = octal(&format!("position kayles 3 --winner {words}")).refused();
        assert!(refused.contains("two different words apart by a comma"), "{refused}");
    }
}

#[test]
fn circles() {
    let expected = "0.77: a circle of 10
 takes  leaves a row of  value
 1      9                4
 2      8                1
value 0: P-position, the player to move loses
";
    assert_eq!(trimmed(&octal("position kayles --circle 10").quietly()), expected);
    let json = octal("position dawsons-kayles --circle 7 --format json").quietly();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["grundy"], &json["outcome"]), (&1.into(), &"N".into()));
    assert_eq!(json["winning_moves"], serde_json::json!([{"taken": 2, "row": 5}]));
    let rows = csv_rows(&octal("position kayles --circle 2 --format csv").quietly());
    assert_eq!((&*rows[0]["value"], &*rows[0]["winning_rows"]), ("2", "0"));
    let far = octal("position kayles --circle 1e12").quietly();
    assert!(far.contains("leaves a row of") && far.contains(" 1      999999999999 "), "{far}");
    for (arguments, complaint) in [
        ("kayles 3 --circle 5", "beside --circle"),
        ("--circle 5", "POSITION"),
        ("4.0 --circle 5", "digit d0 splits a heap and takes nothing"),
        ("0.8 --circle 5", "a digit 8 to f leaves three heaps"),
        ("kayles --circle", "--circle N says how many tokens"),
        ("kayles --circle 5x", "a whole number is written"),
        ("kayles 3 --circle 5 --explain", "cannot be used with"),
        ("couples-are-forever --circle 5", "ask for 0.6"),
    ] {
        let refused = octal(&format!("position {arguments}")).refused();
        assert!(refused.contains(complaint), "{arguments}: {refused}");
    }
}

#[test]
fn counts_of_sums() {
    // 1, 2, 3, 1 are the values of heaps 1 to 4: of ten pairs four of equal heaps and 1 + 4.
    let text = octal("position kayles --count-zero 2 -n 4").quietly();
    assert_eq!(text, "0.77: 5 of 10 multisets of 2 heaps from 1 to 4 have nim-sum 0\n");
    let json = octal("position kayles --count-zero 2 -n 1e18 --format json").quietly();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["multisets"], "500000000000000000500000000000000000");
    let rows = csv_rows(&octal("position nim --count-zero 3 -n 3 --format csv").quietly());
    assert_eq!((&*rows[0]["nim_sum_zero"], &*rows[0]["multisets"]), ("1", "10"));
    for (arguments, complaint) in [
        ("kayles --count-zero 2", "-n <N>"),
        ("kayles --count-zero 2 -n 0", "give -n 1 or more"),
        ("kayles 3 --count-zero 2 -n 5", "beside --"),
        ("kayles --count-zero 5 -n 1e18", "may exceed 2^126"),
        ("nim --count-zero 2 -n 1e15", "as the values grow"),
    ] {
        let refused = octal(&format!("position {arguments}")).refused();
        assert!(refused.contains(complaint), "{arguments}: {refused}");
    }
}

#[test]
fn positions_that_are_none() {
    for (arguments, complaint) in [
        (&["kayles"][..], "column 7: no heap follows the game `kayles`"),
        (&["kayles", "3", "-4"], "heap -4 is negative"),
        (&["kayles", "3", "99999999999999999999"], "is too large: at most 2^53"),
        (&[""], "a game and its heaps should stand here"),
        (&["0.8x: 3"], "column 4: found `x`"),
        (&["0.77: 3 ♞"], "column 9: found `♞`, expected the tokens"),
        (&["0.77: 4", "--play", "4 -> 3+1"], "is no move of 0.77"),
        (&["0.77: 4", "--play", "4"], "`→` or `->` should stand"),
        (&["0.77: 4", "--explain", "--format", "csv"], "use --format text or json"),
        (&["0.77: 4", "--positions", "x"], "beside --positions only a game may be named"),
        (&[], "POSITION"),
        (
            &["--positions", "missing.txt"],
            "`missing.txt`: name a text file with a position or a row a line",
        ),
    ] {
        let err = position(arguments).refused();
        assert!(err.contains(complaint), "{arguments:?}: {err}");
    }
    let scratch = Scratch::new();
    for (file, complaint) in [
        (&b"# one\n0.77: 3 x\n"[..], "`positions.txt`, line 2: column 9: found `x`"),
        (b"\n\xff\n", "`positions.txt`, line 2: byte 1 of the line is not UTF-8"),
        (b"0.6: 1e12\n", "`positions.txt`, line 1: G(1000000000000) of 0.6 is not known"),
        (
            b"# nothing\n",
            "write one a line, heaps as in `0.77: 3 4 5` or a row as in `kayles IXXI`",
        ),
    ] {
        scratch.write("positions.txt", file);
        let ran = scratch.octal("position --positions positions.txt --limit 1e4 -o answers.csv");
        assert!(ran.err.contains(complaint) && ran.err.contains("error: "), "{ran:?}");
        assert_eq!(ran.ended(2), "");
        assert_eq!(scratch.names(), ["positions.txt"]);
    }
}

/// No heaps at all: who must move has lost.
#[test]
fn the_empty_sum() {
    let out = position(&["kayles:"]).quietly();
    assert!(
        out.ends_with("no heaps: the empty sum\nnim-sum 0: P-position, the player to move loses\n"),
        "{out}"
    );
    let explained = position(&["kayles:", "--explain"]).quietly();
    assert!(explained.contains("The nim-sum is 0:"), "{explained}");
    let json = position(&["kayles:", "--format", "json"]).quietly();
    assert!(json.contains("\"outcome\": \"P\""), "{json}");
    let misere = position(&["kayles:", "--misere"]).quietly();
    assert!(misere.contains("N-position"), "{misere}");
}

/// A move that can be made in several places of a row counts once, and the answer says so.
#[test]
fn moves_of_a_row_in_several_places() {
    let row = position(&["kayles", "IIXIII"]).quietly();
    let end =
        "\nnim-sum 1: N-position, the player to move wins, by one move, which leaves one of 2 rows
  3 → 2\n      IIXIIX\n      IIXXII\n";
    assert!(row.ends_with(end), "{row}");
    let one = position(&["dawsons-kayles", "++++-+++++"]).quietly();
    assert!(one.contains("the player to move wins, by one move\n"), "{one}");
    for (words, legend) in [
        (&["kayles", "IIXIII"][..], "I is a pin and X a gap; the pins between two gaps are a heap"),
        (&["kayles", "#..##"], "# is a token and . a gap; the tokens between two gaps are a heap"),
    ] {
        for misere in [&[][..], &["--misere"]] {
            let explained = position(&[words, &["--explain"], misere].concat()).quietly();
            assert!(explained.contains(&format!("\n{legend}\n")), "{explained}");
        }
    }
}
