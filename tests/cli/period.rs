//! `octal period`.

use super::{Scratch, csv_rows, octal};

#[test]
fn proved_periods() {
    let headlines = [
        ("0.07", "0.07 (dawsons-kayles): period 34 from heap 53 on, proved ("),
        ("0.137", "0.137 (dawsons-chess): period 34 from heap 52 on, proved ("),
        ("kayles", "0.77 (kayles): period 12 from heap 71 on, proved ("),
        ("0.127", "0.127: period 4 from heap 46578 on, proved ("),
        ("0.16", "0.16: period 149459 from heap 105351 on, proved ("),
        ("0.56", "0.56: period 144 from heap 326640 on, proved ("),
        ("0.0", "0.0: period 1 from heap 0 on, proved ("),
        ("nim", "0.[3] (nim): period 1 with saltus 1 from heap 0 on, proved ("),
    ];
    for (code, headline) in headlines {
        let out = octal(&format!("period {code}")).ended(0);
        assert!(out.starts_with(headline), "{code}: {out}");
    }
}

#[test]
fn the_text_of_dawsons_chess() {
    let expected = "\
0.137 (dawsons-chess): period 34 from heap 52 on, proved (Guy-Smith window)
  exceptions      7, the last at heap 51: 0 14 16 17 31 34 51
  largest value   9, first at heap 85
  sparse space    mask 0x6 and position parity, infinitely many rare heaps
  verified        every value up to heap 201; the proof needs those up to heap 174
";
    assert_eq!(octal("period 0.137").quietly(), expected);
}

#[test]
fn large_subtraction_sets_are_proved() {
    let expected = "\
S(1,100): period 101 from heap 0 on, proved (Guy-Smith window)
  exceptions      none
  largest value   2, first at heap 100
  verified        every value up to heap 201; the proof needs those up to heap 201
";
    let scratch = Scratch::new();
    assert_eq!(scratch.run(&["period", "S(1,100)"]).quietly(), expected);
    let refusal = scratch.run(&["period", "S(1,100)", "--certificate", "c.txt"]);
    assert_eq!(refusal.code, Some(2), "{refusal:?}");
    let complaint = "certificates are for codes of at most 64 places: this one has place 100";
    assert!(refusal.err.contains(complaint), "{refusal:?}");
    assert!(scratch.names().is_empty());
    scratch.write("claims.csv", "id,code,statement,claimed\n1,\"S(1,100)\",period,101\n");
    let rows = csv_rows(&scratch.octal("claims claims.csv").ended(0));
    assert_eq!(rows[0]["verdict"], "confirmed");
}

/// The heap that the proof needs is the last one that a certificate of the same theorem has, in the
/// heaps of the game.
#[test]
fn the_last_heap_that_a_proof_needs() {
    let scratch = Scratch::new();
    let needed = |code: &str| {
        let out = scratch.run(&["period", code]).ended(0);
        let needed = out.split_once("the proof needs those up to heap ").map(|(_, heap)| heap);
        needed.map(|heap| heap.trim_end().parse::<u64>().unwrap())
    };
    assert_eq!(needed("0.137 shift 5"), Some(179));
    assert_eq!(needed("0.07 shift -1"), Some(174));
    assert_eq!(needed("nim"), None);
    for code in ["0.137", "0.8", "0.0"] {
        scratch.octal(&format!("period {code} --certificate {code}")).ended(0);
        let said = scratch.octal(&format!("check {code}")).quietly();
        let heap = needed(code).unwrap();
        let expected = format!("every heap up to {heap}, the last that the certificate needs, ");
        assert!(said.contains(&expected), "{code}: {heap}: {said}");
    }
}

#[test]
fn the_zero_game() {
    let out = octal("period 0.0").quietly();
    assert!(out.contains("\n  exceptions      none\n"), "{out}");
    assert!(out.contains("\n  largest value   0, first at heap 0\n"), "{out}");
}

#[test]
fn the_values_of_nim_have_no_largest() {
    let out = octal("period nim").quietly();
    assert!(out.contains("\n  largest value   none, the values grow without end\n"), "{out}");
}

/// A proof is inherited by equality: G(n) = G_0.[3](n − 1).
#[test]
fn endless_codes_are_proved() {
    for (code, headline) in [
        ("0.[2]", "0.[2]: period 1 with saltus 1 from heap 1 on, proved (endless window)\n"),
        ("8.[3]", "8.[3]: period 8 with saltus 8 from heap 1 on, proved (endless window)\n"),
        ("0.[30]", "0.[30]: period 2 from heap 0 on, proved (endless window)\n"),
    ] {
        let out = octal(&format!("period {code}")).ended(0);
        assert!(out.starts_with(headline), "{code}: {out}");
    }
    let scratch = Scratch::new();
    scratch.octal("period 8.[3] --certificate c.txt").ended(0);
    let checked = scratch.octal("check c.txt").quietly();
    assert!(checked.contains("8.[3]: preperiod 1, period 8, saltus 8"), "{checked}");
    assert!(checked.contains("proved"), "{checked}");
}

/// The search of an endless code that no theorem proves ends by itself; a limit that is given holds
/// instead.
#[test]
fn an_endless_code_is_not_searched_for_long() {
    for (options, stop) in [
        ("", "(stopped by: work 200000000)"),
        ("--work 250000000", "(stopped by: work 250000000)"),
        ("--limit 3000", "heap 3000 (stopped by: heaps 3000)"),
    ] {
        let out = octal(&format!("period 4!.[3] {options}")).ended(1);
        assert!(out.contains(stop) && !out.contains(", proved"), "{options}: {out}");
    }
}

#[test]
fn officers_is_open() {
    let expected = "\
0.6 (officers): open, no period proved up to heap 100000
  standard form   0.37, G(n) = G_0.37(n − 1)
  largest value   285, first at heap 89634
  sparse space    mask 0x1ee, 1584 rare heaps, the last 20627
  excluded        26 of the periods up to 1000; the least one not excluded is 4
  verified        every value up to heap 100000 (stopped by: heaps 100000)
";
    assert_eq!(octal("period 0.6 --limit 1e5").ended(1), expected);
}

#[test]
fn couples_are_forever_is_officers_with_a_shift() {
    let out = octal("period couples-are-forever --limit 1e5").ended(1);
    let headline = "0.6 shift 1 (couples-are-forever): open, no period proved up to heap 100000\n";
    assert!(out.starts_with(headline), "{out}");
    for line in [
        "standard form   0.37, G(n) = G_0.37(n − 2)",
        "largest value   285, first at heap 89635",
        "1585 rare heaps, the last 20628",
    ] {
        assert!(out.contains(line), "{line}: {out}");
    }
}

#[test]
fn too_few_heaps_claim_nothing() {
    for code in ["0.1", "0.01", "0.4", "0.04"] {
        let out = octal(&format!("period {code} --limit 2")).ended(1);
        assert!(out.starts_with(&format!("{code}: open, no period proved up to heap 2\n")));
        assert!(!out.contains("exceptions"), "{out}");
    }
    assert!(octal("period 0.1").quietly().starts_with("0.1: period 1 from heap 2 on, proved ("));
}

#[test]
fn csv_and_json_hold_the_same() {
    let csv = octal("period 0.07 --format csv").quietly();
    let rows = csv_rows(&csv);
    assert_eq!(rows.len(), 1);
    let json: serde_json::Value =
        serde_json::from_str(&octal("period 0.07 --format json").quietly()).unwrap();
    for (column, field) in &rows[0] {
        let text = match &json[column] {
            serde_json::Value::String(text) => text.clone(),
            serde_json::Value::Null => String::new(),
            number => number.to_string(),
        };
        assert_eq!(&text, field, "{column}");
    }
    // An unknown value is null; a list may be empty.
    assert!(json["certificate"].is_null(), "{json}");
    assert!(json["cousins"].is_null(), "{json}");
    let some = [("code", "0.07"), ("standard_form", "0.137"), ("status", "proved")];
    let more = [("preperiod", "53"), ("period", "34"), ("exceptions", "8"), ("max_value", "9")];
    for (column, field) in some.iter().chain(&more) {
        assert_eq!(rows[0][*column], *field, "{column}");
    }
}

#[test]
fn the_file_of_exceptions_is_complete() {
    let scratch = Scratch::new();
    let out = scratch.octal("period 0.127 --exceptions all.csv -o result.txt").quietly();
    assert_eq!(out, "");
    assert_eq!(scratch.names(), ["all.csv", "result.txt"]);
    let text = scratch.read("result.txt");
    assert!(text.contains("15622, the last at heap 46577: 0 2 3 6 7 "), "{text}");
    assert!(text.contains(" … (all with `octal period --exceptions FILE`)\n"), "{text}");
    let rows = csv_rows(&scratch.read("all.csv"));
    assert_eq!(rows.len(), 15622);
    assert_eq!((&*rows[0]["n"], &*rows[15621]["n"]), ("0", "46577"));
    assert!(rows.iter().all(|row| row["code"] == "0.127" && row["value"] != row["periodic_value"]));
}

#[test]
fn exceptions_on_stdout() {
    let scratch = Scratch::new();
    let out = scratch.octal("period 0.137 --exceptions - -o answer").quietly();
    let rows = out.strip_prefix("code,n,value,periodic_value\n").unwrap();
    let heaps: Vec<&str> = rows.lines().map(|row| row.split(',').nth(1).unwrap()).collect();
    assert_eq!(heaps, ["0", "14", "16", "17", "31", "34", "51"]);
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_says_how_far_it_came() {
    let scratch = Scratch::new();
    let mut child = scratch.command(&["period", "0.6", "--limit", "1e9"]).spawn().unwrap();
    // The program ends if the signal comes before it is ready for the signal, and after.
    super::signal(&mut child, "TERM");
    let ran = super::stopped(child);
    match ran.code {
        Some(code) => {
            assert!(code == 2 && ran.out.contains("(stopped by: interrupted)"), "{ran:?}")
        }
        None => assert_eq!(ran.out, ""),
    }
}

#[test]
fn a_period_is_checked_twice() {
    let once = octal("period 0.07").quietly();
    let ran = octal("period 0.07 --double-check");
    assert!(ran.err.starts_with("double check: kernel "), "{ran:?}");
    assert_eq!(ran.ended(0), once);
}

/// Several games are answered one after the other, in one table, or in one list.
#[test]
fn several_games() {
    let alone = |game: &str, options: &str| octal(&format!("period {game} {options}")).quietly();
    let both = octal("period 0.77 0.07").quietly();
    assert_eq!(both, alone("0.77", "") + &alone("0.07", ""));
    let csv = octal("period 0.77 0.07 --format csv").quietly();
    let codes: Vec<String> = super::csv_rows(&csv).iter().map(|row| row["code"].clone()).collect();
    assert_eq!(codes, ["0.77", "0.07"]);
    let json: serde_json::Value =
        serde_json::from_str(&octal("period 0.77 0.07 --format json").quietly()).unwrap();
    assert_eq!((&json[0]["period"], &json[1]["period"]), (&12.into(), &34.into()));
    // One that is open decides the exit code.
    octal("period 0.6 0.77 --limit 1000").ended(1);
    for option in ["--certificate c.txt", "--exceptions e.csv", "--values v.csv"] {
        let scratch = super::Scratch::new();
        let refused = scratch.octal(&format!("period 0.77 0.07 {option}")).refused();
        assert!(refused.contains("is for one game"), "{refused}");
        assert!(scratch.names().is_empty());
    }
}

/// Each excluded period divides the sum of a heap of value 0 and the only splitting place of
/// Officers.
#[test]
fn excluded_periods_are_listed() {
    let scratch = Scratch::new();
    let text = scratch.octal("period officers --limit 1e4 --excluded excluded.csv").ended(1);
    let rows = csv_rows(&scratch.read("excluded.csv"));
    assert!(text.contains(&format!("excluded        {} of the periods up to 1000", rows.len())));
    let values = csv_rows(&octal("values officers -n 1e4 --format csv").quietly());
    let number = |text: &str| text.parse::<usize>().unwrap();
    for row in &rows {
        let (period, zero) = (number(&row["period"]), number(&row["zero"]));
        assert_eq!((&*row["code"], &*row["place"]), ("0.6", "1"), "{row:?}");
        assert!((zero + 1) % period == 0 && values[zero]["grundy"] == "0", "{row:?}");
    }
    // The least period that the text names is the first that is not in the table.
    let excluded: Vec<usize> = rows.iter().map(|row| number(&row["period"])).collect();
    let least = (1..).find(|p| !excluded.contains(p)).unwrap();
    assert!(text.contains(&format!("the least one not excluded is {least}\n")), "{text}");
    let said = scratch.octal("period 0.07 --excluded none.csv");
    let known = "a period is known: no table of excluded periods";
    assert_eq!((said.code, said.err.trim_end()), (Some(0), known));
    assert!(!scratch.names().contains(&"none.csv".to_owned()));
    let endless = scratch.octal("period 0.f6 --limit 200 --excluded none.csv");
    assert!(endless.err.contains("no period is excluded: the code has"), "{endless:?}");
}
