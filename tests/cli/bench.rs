//! `octal bench`: its answers, games without a stored digest, and files of timings.

use super::{Scratch, csv_rows, octal};

#[test]
fn answers_are_checked() {
    for game in ["0.77", "kayles"] {
        let ran = octal(&format!("bench {game} --repeat 1"));
        let kernel = octal::grundy::kernel::name().unwrap();
        assert_eq!(ran.err, format!("kernel {kernel}\n0.77 to heap 100000\n"));
        let out = ran.ended(0);
        assert_eq!(out.lines().count(), 2, "{out}");
        assert!(out.lines().nth(1).unwrap().trim_end().ends_with(" as stored"), "{out}");
    }
}

/// The search for a period beside the engine: its time, or where it ended.
#[test]
fn a_search_is_timed_too() {
    let out = octal("bench 0.77 0.6 --limit 20000 --repeat 1 --with-search").ended(0);
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].contains("seconds with search  share of the rate  digest"), "{out}");
    let is = |start: &str, text: &str| {
        lines.iter().any(|l| l.trim_start().starts_with(start) && l.contains(text))
    };
    assert!(is("0.77", " ended at ") && is("0.6", "% "), "{out}");
}

/// A game without a stored digest is computed as far as --limit says, once however often it is
/// named, after the games that have a digest. Its values are compared with those of a second run,
/// and have the digest that `values` prints.
#[test]
fn games_without_a_stored_digest() {
    let scratch = Scratch::new();
    let arguments = ["bench", "0.143", "0.36", "0.77", "0.143", "--limit", "3000", "--repeat", "1"];
    let table = scratch.run(&[&arguments[..], &["--record", "t.csv"]].concat()).ended(0);
    let rows = csv_rows(&scratch.read("t.csv"));
    let codes: Vec<&str> = rows.iter().map(|row| row["code"].as_str()).collect();
    assert_eq!(codes, ["0.77", "0.143", "0.36"]);
    assert_eq!(table.matches(" as by kernel ").count(), 3, "{table}");
    for row in &rows {
        let values = format!("values {} -n 3000 --format digest", row["code"]);
        let digest = octal(&values).quietly();
        assert!(digest.contains(&row["digest"]), "{}: {digest}", row["code"]);
    }
}

/// There is no limit to compute it to, or no way to show that its values are right.
#[test]
fn games_that_cannot_be_checked() {
    let err = octal("bench 0.99").refused();
    assert!(err.contains("no digest of 0.99") && err.contains("0.77"), "{err}");
    assert!(err.contains("--limit"), "{err}");
    let err = octal("bench 0.77 0.143 --full").refused();
    assert!(err.contains("no digest of 0.143"), "{err}");
    for code in ["0.8", "0.[7]"] {
        let err = octal(&format!("bench {code} --limit 100")).refused();
        assert!(err.contains(&format!("{code}: there is no second way")), "{err}");
    }
}

/// Every right answer is a row; the digest is stored, or that of a second run.
#[test]
fn timings_are_appended_and_compared() {
    let scratch = Scratch::new();
    scratch.octal("bench 0.77 --repeat 1 --threads 1").ended(0);
    assert_eq!(scratch.names(), [""; 0], "without --record nothing is written");
    let run = "bench --repeat 1 --threads 1 --record results/timings.csv";
    let err = scratch.octal(&format!("{run} 0.77")).refused();
    assert!(err.contains("cannot append to `results/timings.csv`"), "{err}");
    assert_eq!(scratch.names(), [""; 0], "a directory is not made");
    std::fs::create_dir(scratch.path().join("results")).unwrap();
    scratch.octal(&format!("{run} 0.77")).ended(0);
    let out = scratch.octal(&format!("{run} 0.106 0.77 --limit 20000")).ended(0);
    assert_eq!(out.matches(" as by kernel ").count(), 2, "{out}");
    let rows = csv_rows(&scratch.read("results/timings.csv"));
    let heaps: Vec<_> = rows.iter().map(|row| (&*row["code"], &*row["heaps"])).collect();
    assert_eq!(heaps, [("0.77", "100000"), ("0.106", "20000"), ("0.77", "20000")]);
    let mut engine = octal::grundy::Engine::new(&"0.106".parse().unwrap());
    engine.extend(20_000).unwrap();
    let mut digester = octal::formats::digest::Digester::new();
    digester.update(&engine.values().range(..=20_000).to_vec());
    assert_eq!(rows[1]["digest"], digester.finish().to_string());
    for row in &rows {
        assert_eq!((&*row["threads"], &*row["version"]), ("1", env!("CARGO_PKG_VERSION")));
        assert_eq!(row["kernel"], octal::grundy::kernel::name().unwrap());
        assert!(!row["cpu"].is_empty() && row["date"].len() == "2026-01-31".len());
        let [seconds, rate] =
            ["seconds", "heaps_per_second"].map(|c| row[c].parse::<f64>().unwrap());
        let product = seconds * rate / row["heaps"].parse::<f64>().unwrap();
        assert!(seconds > 0.0 && (0.9..1.1).contains(&product), "{row:?}");
    }
    let again = scratch
        .octal(
            "bench 0.77 0.106 --limit 100000 --repeat 1 --threads 1 --compare results/timings.csv --record new.csv",
        )
        .ended(0);
    let last: Vec<_> = again.lines().map(|line| line.split_whitespace().last().unwrap()).collect();
    assert_eq!((last[0], last[1]), ("fast", "-"), "0.106 was not timed to this heap: {again}");
    assert!(last[2].parse::<f64>().unwrap() > 0.0, "{again}");
    assert_eq!(csv_rows(&scratch.read("new.csv")).len(), 2);
}

#[test]
fn other_files_are_no_timings() {
    let scratch = Scratch::new();
    scratch.write("games.csv", "name,code\nkayles,0.77\n");
    for (option, complaint) in
        [("--record", "cannot append to `games.csv`"), ("--compare", "cannot compare with")]
    {
        let err = scratch.octal(&format!("bench 0.77 {option} games.csv")).refused();
        assert!(err.contains(complaint), "{err}");
        assert_eq!(scratch.read("games.csv"), "name,code\nkayles,0.77\n");
    }
    #[cfg(unix)]
    {
        scratch.pipe("pipe");
        let err = scratch.octal("bench 0.77 --limit 1000 --record pipe").refused();
        assert!(err.contains("cannot append to `pipe`: it is no file"), "{err}");
    }
    scratch.write("garbage", "garbage");
    let err = scratch.octal("bench 0.77 --limit 1000 --compare garbage").refused();
    assert!(err.contains("it is no file of timings, which begins \"date,cpu,"), "{err}");
    let err = scratch.octal("bench 0.77 --limit 1000 --record -").refused();
    assert!(err.contains("timings are appended to a file, not to stdout"), "{err}");
    scratch.octal("bench 0.77 --limit 1000 --repeat 1 --record timings.csv").ended(0);
    let torn = scratch.read("timings.csv").trim_end_matches('\n').to_owned();
    scratch.write("timings.csv", &torn);
    let err = scratch.octal("bench 0.77 --limit 1000 --record timings.csv").refused();
    assert!(err.contains("its last row is cut off: complete it, or remove it"), "{err}");
    assert_eq!(scratch.read("timings.csv"), torn);
}
