//! `octal misere`.

use std::io::{BufRead, BufReader};

use super::{Scratch, csv_rows, octal};

#[test]
fn the_text_of_a_quotient() {
    let expected = "\
0.75: order 8, |P| = 2, proved (Theorem K with the period of normal play)
  values          period 2 from heap 8 on
  last change     heap 5
  kernel          order 4
  last rogue      heap 7
  tame            no, wild from heap 5 on
  verified        all heaps up to 16
generators (letter = heap): a = 1, b = 2, c = 5
relations: a^2 = 1, b^3 = b, bc = ab, c^2 = b^2
P: a, b^2
";
    assert_eq!(octal("misere quotient 0.75 --presentation").quietly(), expected);
    let period = octal("misere quotient 0.123").quietly();
    assert!(period.starts_with("0.123: order 20, |P| = 5, proved (Theorem M)\n"), "{period}");
}

/// The keys of the JSON are the columns of the CSV.
#[test]
fn a_row_in_json_and_csv() {
    let keys = [
        "code",
        "status",
        "order",
        "p_portion",
        "preperiod",
        "period",
        "last_change",
        "heaps",
        "kernel",
        "last_rogue",
        "tame",
        "tame_to",
        "theorem",
        "stop",
    ];
    let json = octal("misere quotient kayles --format json").quietly();
    let object: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&json).unwrap();
    let mut sorted = keys.to_vec();
    sorted.sort_unstable();
    assert_eq!(object.keys().map(String::as_str).collect::<Vec<_>>(), sorted);
    let rows = csv_rows(&octal("misere quotient kayles --format csv").quietly());
    let expected = [
        ("code", "0.77"),
        ("status", "proved"),
        ("order", "40"),
        ("p_portion", "9"),
        ("preperiod", "71"),
        ("period", "12"),
        ("last_rogue", "25"),
        ("heaps", "52"),
        ("theorem", "K+period"),
        ("tame", "false"),
        ("tame_to", "4"),
        ("stop", "proof"),
    ];
    for (key, value) in expected {
        assert_eq!(rows[0][key], value, "{key}");
        let text = object[key].to_string();
        assert_eq!(text.trim_matches('"'), value, "{key}");
    }
}

#[test]
fn what_is_open_is_a_sound_no() {
    let ran = octal("misere quotient 0.07 --limit 26 --format json");
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.out.contains("\"status\": \"open\"") && ran.out.contains("\"order\": 144"));
    assert!(ran.out.contains("\"tame\": false") && ran.out.contains("\"stop\": \"heaps 26\""));
    let ran = octal("misere quotient 0.07 --heap 26 --format json");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.out.contains("\"status\": \"partial\"") && ran.out.contains("\"order\": 144"));
    let ran = octal("misere quotient 0.07 --work 1000000 --format json");
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.out.contains("\"stop\": \"work 1000000\""), "{ran:?}");
}

#[test]
fn the_staircase() {
    let rows = csv_rows(&octal("misere partial 0.07 -n 29 --format csv").quietly());
    let stairs: Vec<(&str, &str)> = rows.iter().map(|r| (&*r["heap"], &*r["order"])).collect();
    let expected = [
        ("0", "1"),
        ("2", "2"),
        ("4", "6"),
        ("10", "12"),
        ("14", "24"),
        ("25", "144"),
        ("27", "176"),
    ];
    assert_eq!(stairs, expected);
}

/// A partial quotient that takes too long is answered with no, and what was found before is shown.
#[test]
fn a_staircase_that_breaks_off() {
    let ran = octal("misere partial 0.405 -n 20 --work 1e6 --format csv");
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.err.contains("0.405: verified to heap ") && ran.err.contains("(work)"), "{ran:?}");
    let rows = csv_rows(&ran.out);
    assert!(rows.len() > 3 && rows.iter().all(|row| row["code"] == "0.405"), "{ran:?}");
    let json = octal("misere partial 0.405 -n 20 --work 1e6 --format json").ended(1);
    let objects: Vec<serde_json::Value> = serde_json::from_str(&json).unwrap();
    assert_eq!(objects.len(), rows.len());
    assert_eq!(objects[3]["order"].to_string(), rows[3]["order"]);
}

/// The rows are there before the search ends.
#[test]
fn stairs_are_shown_as_they_come() {
    let mut child = Scratch::new()
        .command(&["misere", "partial", "0.35", "-n", "20", "--work", "1e15"])
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert_eq!(lines.next().unwrap().split_whitespace().next(), Some("heap"));
    assert_eq!(lines.next().unwrap().split_whitespace().collect::<Vec<_>>(), ["0", "1", "0"]);
    super::signal(&mut child, "TERM");
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

/// The heaps are those of the code, whose standard form has smaller ones.
#[test]
fn a_staircase_with_a_shift() {
    let heaps = |code: &str, n: u64| -> Vec<u64> {
        let rows =
            csv_rows(&octal(&format!("misere partial {code} -n {n} --format csv")).quietly());
        rows.iter().map(|row| row["heap"].parse().unwrap()).collect()
    };
    let (form, cousin) = (heaps("0.137", 19), heaps("0.07", 20));
    let shifted: Vec<u64> = form.iter().map(|&n| if n == 0 { 0 } else { n + 1 }).collect();
    assert!(form.len() > 4 && cousin == shifted, "{form:?} {cousin:?}");
    assert_eq!(heaps("0.07", 0), [0]);
}

#[test]
fn genus_symbols() {
    let rows = csv_rows(&octal("misere genus 0.77 -n 9 --format csv").quietly());
    assert_eq!(rows.len(), 10);
    assert_eq!((&*rows[5]["genus"], &*rows[5]["tame"]), ("4^{146}", "no"));
    assert_eq!(
        (&*rows[7]["genus"], &*rows[7]["tame"], &*rows[7]["misere"]),
        ("2^{20}", "yes", "2")
    );
    let short = octal("misere genus 0.77 -n 9 --short").quietly();
    assert!(short.contains("4^146") && short.contains("4^046"), "{short}");
    let latex = octal("misere genus 0.77 -n 9 --format latex").quietly();
    assert!(latex.contains("\\toprule") && latex.contains("5 & $4^{146}$ & wild"), "{latex}");
}

/// A row of CSV holds no table, and is not asked to.
#[test]
fn tables_do_not_fit_a_row() {
    for option in ["--table", "--presentation"] {
        let err = octal(&format!("misere quotient 0.75 {option} --format csv")).refused();
        let said = format!("{option} does not fit --format csv or gap: use --format text or json");
        assert!(err.contains(&said), "{err}");
        octal(&format!("misere quotient 0.75 {option}")).quietly();
    }
}

/// Input for GAP: the monoid of 0.123 by generators and relations, φ and P.
#[test]
fn a_quotient_for_gap() {
    let text = octal("misere quotient 0.123 --format gap").quietly();
    assert!(text.starts_with("# 0.123: order 20"), "{text}");
    let json = octal("misere quotient 0.123 --format json --table --presentation").quietly();
    let object: serde_json::Value = serde_json::from_str(&json).unwrap();
    let list = |name: &str| {
        let (_, rest) = text.split_once(&format!("\n{name} := [\n")).unwrap();
        let items = rest.split_once("\n];;\n").unwrap().0;
        items.split(",\n").map(|item| item.trim().to_owned()).collect::<Vec<String>>()
    };
    // The same words as in the presentation, with signs of multiplication.
    let plain = |word: &String| match &**word {
        "One(Q)" | "One(F)" => "1".to_owned(),
        word => word.replace('*', ""),
    };
    let elements = |key: &str| -> Vec<String> {
        let places = object[key].as_array().unwrap().iter();
        places
            .map(|x| object["elements"][x.as_u64().unwrap() as usize].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(list("phi").iter().map(plain).collect::<Vec<_>>(), elements("phi"));
    assert_eq!(list("P").iter().map(plain).collect::<Vec<_>>(), elements("P"));
    let generators = object["generators"].as_array().unwrap().len();
    let relations = object["relations"].as_array().unwrap().len();
    assert_eq!(list("relations").len(), relations + generators * (generators - 1) / 2);
    assert!(list("relations")[0] == "[ b*a, a*b ]", "{text}");
}

/// The monoid in JSON: P, φ and products are the definition of the quotient, and generate its
/// outcomes.
#[test]
fn a_monoid_in_json() {
    let json = octal("misere quotient 0.75 --format json --table --presentation").quietly();
    let object: serde_json::Value = serde_json::from_str(&json).unwrap();
    let numbers = |value: &serde_json::Value| -> Vec<usize> {
        value.as_array().unwrap().iter().map(|x| x.as_u64().unwrap() as usize).collect()
    };
    assert_eq!(object["order"], 8);
    let products: Vec<Vec<usize>> =
        object["products"].as_array().unwrap().iter().map(numbers).collect();
    let (phi, p) = (numbers(&object["phi"]), numbers(&object["P"]));
    let elements = object["elements"].as_array().unwrap();
    let words: Vec<&str> = p.iter().map(|&x| elements[x].as_str().unwrap()).collect();
    assert_eq!((elements.len(), words), (8, vec!["a", "b^2"]));
    for generator in object["generators"].as_array().unwrap() {
        let heap = generator["heap"].as_u64().unwrap() as usize;
        assert_eq!(numbers(&generator["action"]), products[phi[heap]]);
    }
    let relations = serde_json::json!([["a^2", "1"], ["b^3", "b"], ["bc", "ab"], ["c^2", "b^2"]]);
    assert_eq!(object["relations"], relations);
    for heaps in [[1, 5, 9], [2, 2, 0], [1, 0, 0], [5, 5, 1]] {
        let value = heaps.iter().fold(0, |x, &heap| products[x][phi[heap]]);
        let text = octal(&format!("misere position 0.75 {} {} {}", heaps[0], heaps[1], heaps[2]));
        let outcome = if p.contains(&value) { "P-position" } else { "N-position" };
        assert!(text.quietly().contains(outcome), "{heaps:?}");
    }
    let large = octal("misere quotient 0.07 --heap 33 --format json --table").quietly();
    let large: serde_json::Value = serde_json::from_str(&large).unwrap();
    assert_eq!(
        (&large["products"], large["elements"].as_array().unwrap().len()),
        (&serde_json::Value::Null, 638)
    );
}

/// The limits hold for the search of normal play behind the last rogue as well.
#[test]
fn normal_play_keeps_the_limits() {
    let whole = octal("misere quotient kayles --format json").quietly();
    assert!(whole.contains(r#""theorem": "K+period""#), "{whole}");
    let cut = octal("misere quotient kayles --limit 60 --format json").quietly();
    assert!(cut.contains(r#""theorem": "K""#) && cut.contains(r#""order": null"#), "{cut}");
    let far = octal("misere position kayles 1e12 --limit 60").refused();
    assert!(far.contains("--limit, --work and --memory allow more"), "{far}");
}

/// No more moves are listed than are wanted; the others are counted.
#[test]
fn moves_up_to_most() {
    for question in ["misere position kayles", "position --misere kayles"] {
        let text = octal(&format!("{question} 1000001 --most 5")).quietly();
        assert_eq!(text.matches(" → ").count(), 5, "{text}");
        assert!(text.contains("more winning moves (--most lists more)"), "{text}");
        let json = octal(&format!("{question} 5 9 12 --most 3 --format json")).quietly();
        let object: serde_json::Value = serde_json::from_str(&json).unwrap();
        let listed = |heap: &serde_json::Value| heap["winning_moves"].as_array().unwrap().len();
        let heaps = object["heaps"].as_array().unwrap();
        assert_eq!(heaps.iter().map(listed).collect::<Vec<_>>(), [2, 1, 0]);
        assert_eq!(object["winning_count"], 4);
    }
}

/// Positions of a file, each game searched once.
#[test]
fn a_file_of_positions() {
    let scratch = Scratch::new();
    let nim = scratch.octal_reading("position --misere --positions -", "nim: 2 3 3\n").quietly();
    assert_eq!(csv_rows(&nim)[0]["outcome"], "N");
    let file = "5 9 12\n12 12 4 # P\nnim: 1 1 1\n3 | nim: 2\n0.07: 34\n1e12 7\n0.07: 5000\n";
    scratch.write("file.txt", file);
    let ask = "position kayles --misere --positions file.txt --work 1e7";
    let ran = scratch.octal(ask);
    assert!(ran.err.contains("`file.txt`, line 7: the misère quotient of 0.07"), "{ran:?}");
    assert!(ran.err.contains("direct search accepts heaps up to 4096"), "{ran:?}");
    assert!(ran.err.contains("1 of 7 lines has no answer"), "{ran:?}");
    let rows = csv_rows(&ran.ended(2));
    let answers: Vec<[&str; 3]> =
        rows.iter().map(|row| ["line", "position", "outcome"].map(|key| &*row[key])).collect();
    let expected = [
        ["1", "0.77: 5 9 12", "N"],
        ["2", "0.77: 4 12 12", "P"],
        ["3", "0.[3]: 1 1 1", "P"],
        ["4", "0.77: 3 | 0.[3]: 2", "N"],
        ["5", "0.07: 34", "N"],
        ["6", "0.77: 7 1000000000000", "N"],
    ];
    assert_eq!(answers, expected);
    let methods: Vec<&str> = rows.iter().map(|row| &*row["method"]).collect();
    let (quotient, direct) = ("misère quotient", "direct search");
    assert_eq!(methods, [quotient, quotient, quotient, direct, direct, quotient]);
    let json = scratch.octal(&format!("{ask} --format json")).ended(2);
    let objects: Vec<serde_json::Value> = serde_json::from_str(&json).unwrap();
    assert_eq!((objects.len(), &objects[2]["code"]), (6, &"0.[3]".into()));
    let text = scratch.octal(&format!("{ask} --format text")).ended(2);
    assert_eq!(text.matches("-position, the player to move").count(), 6, "{text}");
}

/// All that a search holds at once counts as its memory: in an address space that is not much
/// larger than the limit, it ends as searches end.
#[cfg(target_os = "linux")]
#[test]
fn memory_is_kept() {
    let octal = env!("CARGO_BIN_EXE_octal");
    let ask = "misere quotient 0.207 --memory 24M --work 2e8 --threads 1";
    let script = format!("ulimit -v 70000; exec '{octal}' {ask}");
    let ran = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
    assert_eq!(ran.status.code(), Some(1), "{ran:?}");
    let out = String::from_utf8_lossy(&ran.stdout);
    assert!(out.starts_with("0.207: open, order ") && out.contains("(stopped by: "), "{out}");
    let small = super::octal("misere quotient 0.07 --memory 1M").ended(1);
    assert!(small.contains("(stopped by: memory 1048576)"), "{small}");
}

#[test]
fn positions() {
    let text = octal("misere position 0.77 5 9 12").quietly();
    assert!(text.contains("N-position, the player to move wins"), "{text}");
    for mv in ["5 → 4", "5 → 2+2", "9 → 4+4", "12 → 5+5"] {
        assert!(text.contains(&format!("  {mv}\n")), "{mv}: {text}");
    }
    let text = octal("misere position 0.77 12 12 4").quietly();
    assert!(text.contains("P-position, the player to move loses"), "{text}");
    let text = octal("misere position 0.137 0 0").quietly();
    assert!(text.starts_with("0.137: 0 0\n"), "{text}");
    assert!(text.ends_with("no move is left, so the player to move has won\n"), "{text}");
    let text = octal("misere position 0.77 5 9 12 --explain").quietly();
    assert!(text.contains("9 → 4+4 leaves ") && text.contains(", in P"), "{text}");
    let json = octal("misere position 0.123 1e12 4 --format json").quietly();
    assert!(
        json.contains("\"heap\": 1000000000000") && json.contains("\"complete\": true"),
        "{json}"
    );
    let families = octal("misere position 0.75 1e12 2 3").quietly();
    assert!(families.contains("j)+(") && families.contains("j = 0 … "), "{families}");
    let rows = csv_rows(&octal("misere position kayles 5 9 12 --format csv").quietly());
    assert_eq!((&*rows[0]["outcome"], &*rows[0]["winning_count"]), ("N", "4"));
}

/// One implementation behind two verbs.
#[test]
fn positions_of_sums() {
    for (heaps, options) in
        [("5 9 12", ""), ("5 9 12", " --explain"), ("12 12 4", " --format json"), ("1e12 7", "")]
    {
        let sum = octal(&format!("position kayles {heaps} --misere{options}")).quietly();
        assert_eq!(sum, octal(&format!("misere position kayles {heaps}{options}")).quietly());
    }
    let played = Scratch::new()
        .run(&["position", "kayles: 5 9 12", "--misere", "--play", "5 -> 4"])
        .quietly();
    assert!(played.contains("P-position, the player to move loses"), "{played}");
    let several = Scratch::new().run(&["position", "0.77: 3 | nim: 2", "--misere"]).quietly();
    assert!(several.starts_with("0.77: 3 | 0.[3]: 2\n") && several.contains("  0.77: 3 → 2\n"));
    let refused = octal("position couples-are-forever 5 --misere").refused();
    assert!(refused.contains("ask for 0.6, of which G(n) = G_0.6(n − 1)"), "{refused}");
}

/// Positions whose quotient is infinite or out of reach.
#[test]
fn direct_search() {
    for (question, outcome) in [
        ("misere position 4.76 1 1 8", "N"),
        ("misere position 4.ae 8", "N"),
        ("position grundys-game 30 --misere", "P"),
        ("position dawsons-chess 70 --misere", "N"),
    ] {
        let text = octal(question).quietly();
        let verdict = format!("decided: {outcome}-position, the player to move ");
        assert!(text.contains("by direct search, ") && text.contains(&verdict), "{text}");
    }
    let text = octal("misere position 0.07 34 --explain").quietly();
    assert_eq!(text.matches(" leaves a P-position\n").count(), 5, "{text}");
    let json = octal("position dawsons-kayles 30 35 40 --misere --format json").quietly();
    let object: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&object["method"], &object["outcome"]), (&"direct search".into(), &"N".into()));
    assert_eq!((&object["value"], &object["complete"]), (&serde_json::Value::Null, &true.into()));
    assert_eq!(object["heaps"][1]["heap"], 35);
    let json = octal("misere position kayles 5 9 --format json").quietly();
    assert!(json.contains(r#""method": "misère quotient""#), "{json}");
    let short = octal("misere position 0.07 60 --work 1000").refused();
    assert!(short.contains("direct search used up its work after ") && short.contains("--work"));
}

/// Rows and circles in misère play.
#[test]
fn rows_and_circles() {
    let text = octal("position dawsons-kayles ++++++ --misere").quietly();
    assert!(text.starts_with("0.07: 6\nrow ++++++\n"), "{text}");
    let scratch = Scratch::new();
    for row in text.lines().filter_map(|line| line.strip_prefix("      ")) {
        let next = scratch.run(&["position", "dawsons-kayles", row, "--misere"]).quietly();
        assert!(next.contains("P-position"), "{row}: {next}");
    }
    assert!(text.contains("      +"), "{text}");
    scratch.write("rows.txt", "3\nIXI\nIII\nXXX\n");
    let words = "position kayles --misere --positions rows.txt --winner win,lose";
    assert_eq!(scratch.octal(words).quietly(), "win\nwin\nwin\n");
    // Heaps 1 and 2 of Kayles: a circle of two leaves 1, a P-position, and a circle of one is lost.
    let two = octal("position kayles --circle 2 --misere").quietly();
    assert!(
        two.contains("misère play: N-position") && two.ends_with("  take 1, leave 1\n"),
        "{two}"
    );
    assert_eq!(octal("position kayles --circle 1 --misere --winner W,L").quietly(), "L\n");
    let none = octal("position kayles --circle 0 --misere").quietly();
    assert!(none.contains("no move is left, so the player to move has won"), "{none}");
}

/// On a board of Treblecross misère play is another game, and that is said.
#[test]
fn heaps_of_treblecross_are_no_boards() {
    let ran = octal("position treblecross 9 --misere");
    assert!(ran.err.contains("on a board of Treblecross") && ran.code == Some(0), "{ran:?}");
    assert!(ran.out.starts_with("0.007: 9\n"), "{ran:?}");
}

/// The rows as a survey without a directory has them, which writes no certificates.
fn without_certificates(table: &str) -> String {
    let (header, rows) = table.split_once('\n').unwrap();
    let place = header.split(',').position(|column| column == "certificate").unwrap();
    let row = |row: &str| {
        let mut fields: Vec<&str> = row.split(',').collect();
        fields[place] = "";
        fields.join(",") + "\n"
    };
    format!("{header}\n{}", rows.lines().map(row).collect::<String>())
}

/// A survey of a few codes: on stdout and in a directory, again, and with rows taken away.
#[test]
fn a_survey() {
    let scratch = Scratch::new();
    scratch.write("codes.txt", "0.77 # Kayles\n0.07\n0.137\n0.71\n0.311\n4.4\n");
    let survey = "misere survey --codes codes.txt --work 1e6";
    let ran = scratch.octal(survey);
    assert!(ran.err.ends_with("4 games: 3 proved, 1 open\n"), "{ran:?}");
    let rows = ran.ended(0);
    let table = csv_rows(&rows);
    let codes: Vec<&str> = table.iter().map(|row| &*row["code"]).collect();
    assert_eq!(codes, ["0.07", "0.71", "0.77", "0.311"]);
    scratch.octal(&format!("{survey} --dir d")).ended(0);
    let whole = scratch.read("d/misere.csv");
    assert!(csv_rows(&whole).iter().any(|row| row["certificate"] == "misere/0.77.txt"));
    assert_eq!(without_certificates(&whole), rows);
    let of_code = csv_rows(&scratch.read("d/misere_codes.csv"));
    assert_eq!(of_code.len(), 6);
    let again = scratch.octal(&format!("{survey} --dir d"));
    assert!(again.err.starts_with("4 games, 0 to search\n"), "{again:?}");
    assert_eq!(scratch.read("d/misere.csv"), whole);
    std::fs::remove_file(scratch.path().join("d/misere/0.77.txt")).unwrap();
    let again = scratch.octal(&format!("{survey} --dir d"));
    assert!(again.err.starts_with("4 games, 1 to search\n"), "{again:?}");
    assert_eq!(scratch.read("d/misere.csv"), whole);
    let checked = scratch.octal("check d/misere/0.77.txt d/misere/0.71.txt");
    assert!(checked.code == Some(0) && checked.out.contains("|Q| = 36"), "{checked:?}");
}

/// A survey that a signal stops is resumed.
#[cfg(unix)]
#[test]
fn an_interrupted_survey() {
    let scratch = Scratch::new();
    // The last of them is far from an end, also where one thread takes them in turn.
    scratch.write("codes.txt", "0.77\n0.75\n0.123\n0.142\n0.71\n");
    let arguments = ["misere", "survey", "--codes", "codes.txt", "--work", "1e11", "--dir", "d"];
    let mut child = scratch.command(&arguments).spawn().unwrap();
    super::wait_until(&mut child, || scratch.path().join("d/misere.csv").exists());
    super::signal(&mut child, "INT");
    let ran = super::stopped(child);
    assert_eq!(ran.code, Some(75), "{ran:?}");
    assert!(ran.err.contains("stopped: ") && ran.err.contains(" of 5 games are done"), "{ran:?}");
    let survey = "misere survey --codes codes.txt --work 1e6";
    scratch.octal(&format!("{survey} --dir d")).ended(0);
    let rows = scratch.octal(survey).ended(0);
    assert_eq!(without_certificates(&scratch.read("d/misere.csv")), rows);
}

#[test]
fn certificates_are_written() {
    let scratch = Scratch::new();
    scratch.octal("misere quotient 0.75 --certificate c.txt").quietly();
    let text = scratch.read("c.txt");
    assert!(text.starts_with("octal misere certificate 1\ncode 0.75\nclaim "), "{text}");
    assert!(text.ends_with("\nend\n"), "{text}");
    let again = scratch.octal("misere quotient 0.75 --certificate c.txt");
    assert_eq!(again.code, Some(2), "{again:?}");
    assert!(again.err.contains("--force"), "{again:?}");
}

#[test]
fn what_is_refused() {
    let refused = [
        ("misere quotient 0.9x", "column"),
        ("misere quotient couples-are-forever", "ask for 0.6"),
        ("misere genus 0.77 -n 5000", "heap 1000"),
        ("misere position 0.07 5000 --work 1000000", "larger"),
        ("misere position 0.77", "HEAP"),
    ];
    for (arguments, says) in refused {
        let ran = octal(arguments);
        assert_eq!(ran.code, Some(2), "{arguments}: {ran:?}");
        assert!(ran.err.contains(says), "{arguments}: {ran:?}");
    }
}

/// A search that is killed at any moment is resumed, and gives the same result as an uninterrupted
/// one.
#[cfg(unix)]
#[test]
fn a_search_in_a_directory_that_is_killed() {
    let scratch = Scratch::new();
    let ask = "misere quotient 0.07 --heap 33 --certificate one.txt";
    let whole = scratch.octal(ask).quietly();
    scratch.octal("misere quotient 0.07 --heap 27 --dir d").quietly();
    let arguments = ["misere", "quotient", "0.07", "--heap", "33", "--dir", "d"];
    for milliseconds in 0..20 {
        let mut child = scratch.command(&arguments).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(20 * milliseconds));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let last = "misere quotient 0.07 --heap 33 --dir d --certificate two.txt";
    assert_eq!(scratch.octal(last).quietly(), whole);
    assert_eq!(scratch.read("one.txt"), scratch.read("two.txt"));
    assert_eq!(scratch.names(), ["d", "one.txt", "two.txt"]);
}

/// SIGTERM saves and ends it; meanwhile nobody else can work there.
#[cfg(unix)]
#[test]
fn a_search_in_a_directory_that_is_stopped() {
    let scratch = Scratch::new();
    let arguments = ["misere", "quotient", "0.104", "--dir", "d"];
    let mut child = scratch.command(&arguments).spawn().unwrap();
    super::wait_until(&mut child, || scratch.path().join("d/lock").exists());
    std::thread::sleep(std::time::Duration::from_secs(1));
    let second = scratch.run(&arguments).refused();
    assert!(second.contains("another process searches in `d`"), "{second}");
    super::signal(&mut child, "TERM");
    let ran = super::stopped(child);
    assert!(ran.err.contains("stopped: the same command resumes"), "{ran:?}");
    assert!(ran.ended(75).contains("(stopped by: interrupted)"));
    let cut = scratch.octal("misere quotient 0.104 --dir d --limit 22").ended(1);
    assert!(cut.starts_with("0.104: open, order 188, |P| = "), "{cut}");
    let other = scratch.octal("misere quotient 0.6 --dir d").refused();
    assert!(other.contains("holds a search of 0.104, not of 0.6"), "{other}");
    let work = scratch.octal("misere quotient 0.6 --dir d --work 1e9").refused();
    assert!(work.contains("cannot be used with"), "{work}");
}

/// Misère Nim: Bouton's rule.
#[test]
fn nim_is_infinite() {
    let json = octal("misere quotient nim --format json").quietly();
    let fields = [
        r#""status": "proved""#,
        r#""order": "infinite""#,
        r#""p_portion": 2"#,
        r#""theorem": "N""#,
        r#""last_rogue": 1"#,
        r#""tame": true"#,
    ];
    assert!(fields.iter().all(|field| json.contains(field)), "{json}");
    let outcomes = [("1000 1000", "P"), ("1 1 1", "P"), ("7 1 6", "P"), ("1 1", "N")];
    for (heaps, outcome) in outcomes {
        let text = octal(&format!("misere position nim {heaps}")).quietly();
        assert!(text.contains(&format!("{outcome}-position")), "{heaps}: {text}");
    }
    let refused = octal("misere quotient nim --certificate nim.txt").refused();
    assert!(refused.contains("certificates are for finite codes"), "{refused}");
}

#[test]
fn an_infinite_quotient() {
    let scratch = Scratch::new();
    let text = scratch.octal("misere quotient 0.76 --certificate 0.76.txt").quietly();
    let first =
        "0.76: infinite from heap 12 on, proved (Theorem I); order 34, |P| = 9 to heap 11\n";
    assert!(text.starts_with(first), "{text}");
    let checked = scratch.octal("check 0.76.txt").quietly();
    assert!(checked.contains("the misère quotient is infinite, also that of heaps 1 to 12"));
    let json = octal("misere quotient 0.76 --format json").quietly();
    for field in [r#""status": "proved""#, r#""order": "infinite""#, r#""theorem": "I""#] {
        assert!(json.contains(field), "{json}");
    }
    let (before, behind) =
        (octal("misere quotient 0.76 --heap 11"), octal("misere quotient 0.76 --heap 12"));
    assert!(before.quietly().starts_with("0.76: order 34, |P| = 9 to heap 11\n"));
    assert!(behind.quietly().starts_with(first));
    let partial = octal("misere partial 0.76 -n 12");
    assert!(partial.err.contains("the quotient of the heaps up to 12 is infinite"), "{partial:?}");
    partial.ended(1);
}
