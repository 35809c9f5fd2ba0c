//! Games by rules, as a user meets them.

use super::{Scratch, csv_rows};

/// The values that a command prints as CSV.
fn values(arguments: &[&str]) -> Vec<u64> {
    let arguments = [&["values"], arguments, &["--format", "csv"]].concat();
    let rows = csv_rows(&Scratch::new().run(&arguments).quietly());
    rows.iter().map(|row| row["grundy"].parse().unwrap()).collect()
}

/// The output of a command, without spaces at the ends of lines.
fn text(arguments: &[&str]) -> String {
    let out = Scratch::new().run(arguments).quietly();
    out.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// Kayles in a form that is not recognised as a code.
const KAYLES: &str = "n -> [a, n-k-a] for k in 1..2, a in 0..n-k if n >= k";

#[test]
fn values_of_rules() {
    let unequal = values(&["n -> [p...] for p in distinct_parts(n, 2..)", "-n", "8"]);
    assert_eq!(unequal, [0, 0, 0, 1, 0, 2, 3, 4, 0]);
    let cut = values(&["n -> [p...] for p in parts(n, {2, 7})", "-n", "14"]);
    assert_eq!(cut, [0, 0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3, 1, 4]);
    assert_eq!(values(&[KAYLES, "-n", "400"]), values(&["kayles", "-n", "400"]));
    let set = values(&["n -> n-s for s in {1, 2, 5..7}", "-n", "300"]);
    assert_eq!(set, values(&["S(1,2,5,6,7)", "-n", "300"]));
}

#[test]
fn places_by_number() {
    assert_eq!(values(&["S(1,100)", "-n", "120"])[..4], [0, 1, 0, 1]);
    // Play of rows in which 100 neighbours are taken, as the definition says it for a few heaps.
    let rows = values(&["0.{100:7}", "-n", "302"]);
    assert!(rows[..100].iter().all(|&value| value == 0) && rows[100..200].iter().all(|&v| v == 1));
    let out = text(&["position", "0.{100:7}", "900"]);
    assert!(out.contains("nim-sum"), "{out}");
    assert_eq!(values(&["take 2..3 in a row", "-n", "50"]), values(&["0.077", "-n", "50"]));
    assert_eq!(values(&["0.{2:7,3:7}", "-n", "50"]), values(&["0.077", "-n", "50"]));
    let err = Scratch::new().run(&["values", "0.{100:9}"]).refused();
    assert!(err.contains("column 8: found `9}`, expected a digit from 0 to 7"), "{err}");
    // The rule engine knows nothing of places.
    let rule = "n -> [a, n-k-a] for k in {3, 70, 99}, a in 0..(n-k)/2 if n >= 0";
    assert!(text(&["values", rule]).starts_with("# n -> [a, n"));
    assert_eq!(values(&["0.{3:7,70:7,99:7}", "-n", "400"]), values(&[rule, "-n", "400"]));
    let out = text(&["position", "0.{3:7, 70:7}: 5 90"]);
    assert!(out.starts_with("0.{3:7,70:7}: 5 90\n"), "{out}");
}

/// The answer file of a judge: by nim-sums, and in misère play by the moves of small sums.
#[test]
fn winners_of_rules() {
    let piles = "n -> [p...] for p in distinct_parts(n, 2..)";
    let scratch = Scratch::new();
    scratch.write("piles.txt", "3 # value 1\n4 8\n\n5 7 8\n8\n1 2\n7 7\n");
    let ask = |game: &str, rest: &[&str]| {
        scratch.run(&[&["position", game, "--winner", "Alice,Bob"], rest].concat()).quietly()
    };
    let all = ask(piles, &["--positions", "piles.txt"]);
    assert_eq!(all, "Alice\nBob\nAlice\nBob\nBob\nBob\n");
    assert_eq!(ask(piles, &["5", "7", "8"]), "Alice\n");
    assert_eq!(ask("n -> n-1 | n-3 | n-4", &["2", "--misere"]), "Alice\n");
    assert_eq!(ask("n -> n-1 | n-3 | n-4", &["1", "--misere"]), "Bob\n");
    let err = scratch.run(&["position", piles, "--winner", "same,same", "3"]).refused();
    assert!(err.contains("two different words"), "{err}");
}

#[test]
fn formats_of_values() {
    let out = text(&["values", "n -> n-1 | n-3 | n-4", "-n", "30"]);
    assert!(out.starts_with("# 0.3033, heaps 0 to 30: period 7 from heap 0 on, proved\n"), "{out}");
    let out = text(&["values", "n -> n-a for a in {1, 3, 4} if n >= a", "-n", "30"]);
    let title = "# n -> n-a for a in {1, 3, 4} if n >= a, heaps 0 to 30: period 7 from heap 0 on, observed to heap 30\n";
    assert!(out.starts_with(title), "{out}");
    let out = text(&["values", "n -> n-k for k in {1, 100}", "-n", "300"]);
    assert!(
        out.starts_with("# S(1,100), heaps 0 to 300: period 101 from heap 0 on, proved\n"),
        "{out}"
    );
    let bfile = text(&["values", "n -> n-2", "--format", "bfile", "--rows", "3", "--offset", "1"]);
    assert!(bfile.ends_with("1 0\n2 0\n3 1\n"), "{bfile}");
    let digest = |game: &str| text(&["values", game, "-n", "99", "--format", "digest"]);
    let hash = |line: &str| line.split_once("xxh3").map(|(_, hash)| hash.to_owned());
    assert_eq!(hash(&digest(KAYLES)), hash(&digest("kayles")));
    let large = values(&[
        "n -> n/d for d in {2, 3, 6} if n > 0",
        "--from",
        "1e15",
        "-n",
        "1000000000000002",
    ]);
    assert_eq!(large.len(), 3);
    let expected = "# chocolate, by row and column
     0  1  2  3\n 0:  0  0  0  0\n 1:  0  0  1  2\n 2:  0  1  2  1\n 3:  0  2  1  0\n";
    let table = text(&["values", "chocolate", "-n", "3"]);
    let narrow = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(narrow(&table), narrow(expected));
    let rows = csv_rows(&text(&["values", "chocolate", "-n", "3", "--format", "csv"]));
    assert_eq!((rows.len(), &*rows[11]["second"], &*rows[11]["grundy"]), (16, "3", "1"));
}

/// The period of a rule is observed, with its exceptions and a saltus; never is it proved.
#[test]
fn periods_of_rules() {
    let period = |arguments: &[&str]| Scratch::new().run(&[&["period"], arguments].concat());
    let rule = "n -> n-a for a in {1, 3, 4} if n >= a";
    let expected = format!(
        "{rule}: period 7 from heap 0 on, observed, not proved
  exceptions      none
  largest value   3, first at heap 5
  verified        every value up to heap 2000 (stopped by: heaps 2000)\n"
    );
    assert_eq!(period(&[rule]).ended(1), expected);
    let out = period(&[KAYLES, "--limit", "300"]).ended(1);
    assert!(out.contains(": period 12 from heap 71 on, observed, not proved\n"), "{out}");
    assert!(out.contains("  exceptions      14, the last at heap 70\n"), "{out}");
    // Nim, but that a heap of 5 has no move.
    let out = period(&["n -> m for m in 0..n-1 if n != 5", "--limit", "200"]).ended(1);
    assert!(out.contains(": period 1 with saltus 1 from heap 6 on, observed"), "{out}");
    assert!(out.contains("  exceptions      6, the last at heap 5\n"), "{out}");
    let out = period(&["division"]).ended(1);
    assert!(out.starts_with("division: open, no period proved up to heap 2000\n"), "{out}");
    let out = period(&[KAYLES, "--work", "2e5", "--format", "json"]).ended(1);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&json["status"], &json["stop"]), (&"observed".into(), &"work 200000".into()));
    // A rule that is a code is proved, alone and among others.
    assert!(period(&["n -> n-1 | n-3 | n-4"]).ended(0).starts_with("0.3033: period 7 from heap 0"));
    let rows = csv_rows(&period(&["0.77", rule, "--format", "csv"]).ended(1));
    let column = |name: &str| rows.iter().map(|row| row[name].clone()).collect::<Vec<_>>();
    assert_eq!(column("code"), ["0.77", rule]);
    assert_eq!(column("status"), ["proved", "observed"]);
    assert_eq!((&*rows[1]["period"], &*rows[1]["theorem"]), ("7", ""));
    for (option, complaint) in [
        (&[rule, "--certificate", "c.txt"][..], "--certificate needs a game with a code"),
        (&[rule, "--double-check"], "--double-check needs a game with a code"),
        (&[rule, "--format", "latex"], "--format latex needs a game with a code"),
        (&["chocolate"], "the states of `chocolate` have 2 numbers"),
        (&["n -> n"], "play need not end: 0 → 0"),
    ] {
        let err = period(option).refused();
        assert!(err.contains(complaint), "{option:?}: {err}");
    }
}

#[test]
fn positions_of_rules() {
    let out = text(&["position", "chocolate", "3x4", "2x2"]);
    assert!(out.contains("nim-sum 3: N, the player to move wins by"), "{out}");
    let out = text(&["position", KAYLES, "3", "2+1", "5", "2", "5"]);
    assert!(
        out.ends_with("N, the player to move wins by\n  2 → 0  (in any of 2)\n  3 → 1\n"),
        "{out}"
    );
    let out = text(&["position", KAYLES, "3", "2+1", "5", "2", "5", "--most", "1"]);
    assert!(out.ends_with("\nwinning moves that are not listed: 1 (--most lists more)\n"), "{out}");
    let out = text(&["position", "wythoffs-game: 3,5 1,2"]);
    assert!(out.ends_with("nim-sum 0: P, the player to move loses\n"), "{out}");
    let out = text(&["position", "n -> m for m in 0..n-1", "--misere", "2", "2", "1"]);
    assert!(out.starts_with("misère play: N, the player to move wins by\n  1 → 0\n"), "{out}");
    let json = text(&["position", "knights", "3,4", "5,5", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        json["components"][0],
        serde_json::json!({"position": "3,4", "grundy": 4, "times": 1})
    );
    // A rule that is a code has circles and counts.
    let same = |options: &[&str]| {
        let of = |game| text(&[&["position", game], options].concat());
        assert_eq!(of("n -> [a, n-2-a] for a in 0..n-2"), of("0.07"), "{options:?}");
    };
    same(&["--circle", "10"]);
    same(&["--count-zero", "2", "-n", "30"]);
    // An empty position is lost, or won under misère play.
    assert!(text(&["position", "n -> n-1"]).ends_with("nim-sum 0: P, the player to move loses\n"));
}

#[test]
fn rules_in_files() {
    let scratch = Scratch::new();
    scratch.write(
        "kayles.rule",
        "# Kayles\nn -> [a, n-1-a] for a in 0..n-1\nn -> [a, n-2-a] for a in 0..n-2\n",
    );
    let out = scratch.octal("values @kayles.rule -n 9 --format csv").quietly();
    assert!(out.ends_with("8,1\n9,4\n"), "{out}");
    scratch.write("heaps.txt", "3 4 5 2 5  # lost\n\n1\n");
    let out = scratch.octal("position @kayles.rule --positions heaps.txt").quietly();
    let outcomes: Vec<String> = csv_rows(&out).iter().map(|row| row["outcome"].clone()).collect();
    assert_eq!(outcomes, ["P", "N"]);
    scratch.octal("plot @kayles.rule -n 60 -o picture.svg").quietly();
    assert!(scratch.read("picture.svg").contains("0.77 (kayles)"));
    scratch.octal("plot division -n 60 -o division.svg").quietly();
    assert!(scratch.read("division.svg").contains("division"));
    scratch.write("wrong.rule", "# Kayles\nn -> [a, n-1-b] for a in 0..n-1\n");
    let err = scratch.octal("values @wrong.rule").refused();
    assert!(err.contains("`wrong.rule`, line 2, column 14: no variable is called `b`"), "{err}");
    let err = scratch.octal("values @missing.rule").refused();
    assert!(err.contains("cannot read `missing.rule`"), "{err}");
}

#[test]
fn every_textbook_game_has_positions() {
    for (game, position, answer) in [
        ("nim", &["2^50", "1e15", "12345"][..], "nim-sum 2125899906854969"),
        ("laskers-nim", &["7", "11", "15"], "nim-sum 20"),
        ("kayles", &["3", "4", "5", "2", "5"], "nim-sum 0"),
        ("dawsons-kayles", &["12", "13", "14"], "nim-sum 4"),
        ("grundys-game", &["10", "11", "12"], "nim-sum 3"),
        ("sticks", &["10", "7", "4"], "nim-sum 1"),
        ("subtraction", &["10", "11"], "nim-sum 1"),
        ("powers", &["5", "9", "100"], "nim-sum 3"),
        ("doubloon", &["1000"], "nim-sum 0"),
        ("division", &["100", "1e18"], "nim-sum 3"),
        ("knights", &["3,4", "5,5", "7,0"], "nim-sum 5"),
        ("slices", &["3x4", "5x5"], "nim-sum 3"),
        ("chocolate", &["3x4", "2x2"], "nim-sum 3"),
        ("northcott", &["2,6", "1,8", "7,3"], "nim-sum 6"),
        ("turtles", &["HTHHT"], "nim-sum 6"),
    ] {
        let out = text(&[&["position", game], position].concat());
        assert!(out.contains(answer), "{game}: {out}");
    }
    let games = text(&["games"]);
    assert!(["chocolate", "northcott", "turtles"].iter().all(|game| games.contains(game)));
}

#[test]
fn boards_without_a_rule() {
    let position =
        |words: &str| text(&["position"].into_iter().chain(words.split(' ')).collect::<Vec<_>>());
    let out = position("turtles HTHHT");
    assert!(out.ends_with("N, the player to move wins by\n  turn 4 and 2\n"), "{out}");
    assert!(position("turtles HTHHT --misere").ends_with("  turn 4 and 3\n"));
    assert!(position("turtles HHHHHHHH --most 1").contains("turn"));
    let out = position("northcott 2,6 1,8 7,3");
    assert!(out.ends_with("nim-sum 6: N, the player to move wins by\n  row 2: 1 → 7\n"), "{out}");
    assert_eq!(text(&["position", "northcott: 2,6 1,8 7,3"]), out);
    let out = position("northcott width=1e5 steps=2 100,70000 black");
    assert!(out.ends_with("wins by\n  row 1: 70000 → 69998\n  row 1: 70000 → 70001\n"), "{out}");
    let out = position("northcott width=4 1,3 4,2 --misere");
    assert_eq!(out, "misère play: drawn, neither player can force an end in his favour\n");
    let csv = position("northcott 2,6 1,8 7,3 --format csv");
    assert!(csv.ends_with("\nnormal,\"2,6 1,8 7,3\",3 6 3,6,N,row 2: 1 → 7\n"), "{csv}");
}

#[test]
fn a_graph_from_a_file() {
    let scratch = Scratch::new();
    scratch.write("moves.csv", "from,to\na,b\na,c\nb,c\n");
    let out = scratch.octal("position --graph moves.csv").quietly();
    let line = |n: usize| out.lines().nth(n).unwrap().trim().to_owned();
    assert_eq!(line(0), "# moves.csv, 3 vertices");
    assert_eq!(line(2), "a         2      N        a → c");
    let out = scratch.octal("position --graph moves.csv a b c").quietly();
    assert!(out.ends_with("nim-sum 3: N, the player to move wins by\n  a → b\n"), "{out}");
    let out = scratch.octal("position --graph moves.csv b b b").quietly();
    assert!(out.ends_with("  b → c  (in any of 3)\n"), "{out}");
    let out = scratch.octal("position --graph moves.csv b b b --misere").quietly();
    assert_eq!(out, "misère play: P, the player to move loses\n");
    let out = scratch.octal_reading("position --graph - a a", "from,to\na,b\n").quietly();
    assert!(out.contains("nim-sum 0: P"), "{out}");
    let err = scratch.octal("position --graph moves.csv a z").refused();
    assert!(err.contains("component 2, `z`: the graph has no such vertex"), "{err}");
    scratch.write("round.csv", "from,to\na,b\nb,a\n");
    let err = scratch.octal("position --graph round.csv -o values").refused();
    assert!(err.contains("`round.csv`") && err.contains("a → b → a form a cycle"), "{err}");
    let err = scratch.octal("position --graph missing.csv").refused();
    assert!(err.contains("cannot read `missing.csv`"), "{err}");
    assert_eq!(scratch.names(), ["moves.csv", "round.csv"]);
}

#[test]
fn rules_are_compared() {
    let scratch = Scratch::new();
    let compare = |a: &str, b: &str| scratch.run(&["compare", a, b]);
    let dawson = "n -> [a, n-2-a] for a in 0..n-2";
    let said = compare(dawson, "0.137").quietly();
    assert!(said.starts_with("equal: G_0.07(n) = G_0.137(n − 1), "), "{said}");
    let said = compare("division", "powers").ended(1);
    assert_eq!(said, "first difference at heap 3: 2 for `division`, and 0 for `powers`\n");
    let said = compare("0.77", KAYLES).ended(2);
    assert!(said.contains("agree to heap 2000, and no period of a rule is proved"), "{said}");
    scratch.octal("values division -n 60 --format csv -o division.csv").quietly();
    let said = compare("division", "division.csv").quietly();
    assert!(said.ends_with("all values of division are right, heaps 0 to 60\n"), "{said}");
    scratch.write("list.txt", "1 2 2 3 3\n");
    let said = compare("division", "list.txt").quietly();
    assert!(said.contains("heaps 1 to 5 (the file does not state its first heap"), "{said}");
    scratch.write("wrong.csv", "n,grundy\n0,0\n1,1\n2,9\n");
    let said = compare("division", "wrong.csv").ended(1);
    assert_eq!(said, "`wrong.csv`, line 4: wrong: G(2) of division is 2, not 9\n");
    let err = compare("chocolate", "0.77").refused();
    assert!(err.contains("the states of `chocolate` have 2 numbers"), "{err}");
    let err = compare("0.77", "chess").refused();
    assert!(err.contains("`chess` is neither a file nor a game"), "{err}");
}

#[test]
fn what_is_refused() {
    let refused = |arguments: &[&str]| Scratch::new().run(arguments).refused();
    for (arguments, complaint) in [
        (&["values", "n -> n-1 foo"][..], "column 10: found `foo`, expected an operator"),
        (&["values", "n -> n"], "play need not end: 0 → 0"),
        (&["values", "n -> n/0"], "the options of 0 cannot be computed: a division by 0"),
        (
            &["values", "n -> n/2 if n > 0", "--double-check"],
            "--double-check needs a game with a code",
        ),
        (&["values", "chocolate", "--format", "npy"], "npy has no table"),
        (&["values", "chocolate", "--from", "2"], "leave out --from"),
        (&["plot", "chocolate"], "the states of `chocolate` have 2 numbers"),
        (&["position", "chocolate", "3"], "component 1, `3`: expected 3x4 or 3,4"),
        (&["position", "chocolate", "3x"], "component 1, `3x`: expected 3x4 or 3,4"),
        (&["position", "n -> n-1", "3", "x"], "component 2, `x`: a whole number is written"),
        (&["position", "n -> n-1", "-4"], "component 1, `-4`: it may not be negative"),
        (&["position", KAYLES, "1e12"], "1000000000000 is too large"),
        (&["position", KAYLES, "--misere", "1e12"], "1000000000000 is too large"),
        (&["position", KAYLES, "--circle", "5"], "is a rule, and this needs a game with a code"),
        (&["position", KAYLES, "3", "--explain"], "--explain needs a game with a code"),
        (&["position", KAYLES, "3", "--token", "I"], "--token needs a game with a code"),
        (&["values", KAYLES, "--count"], "--count needs a game with a code"),
        (&["values", "chocolate", "--misere"], "the states of `chocolate` have 2 numbers"),
        (&["values", "knights", "--from", "2"], "leave out --from"),
        (&["position", "knights", "8,3"], "8x3 is no position: the rule has the line `(r, c) if"),
        (&["position", "knights", "8,3", "--misere"], "8x3 is no position"),
        (
            &["values", "n -> n-1 | [a, n-a] for a in 1..n-1"],
            "column 6: this option does not use `a`",
        ),
        (&["position", "n -> 2^n - 2", "200"], "a number exceeds 2^100"),
        (
            &["position", "powers", "2^90", "--work", "1e6"],
            "is too large: its search exceeds the limits",
        ),
        (
            &["position", "slices", "1000000x1000000", "--work", "1e6"],
            "1000000x1000000 is too large",
        ),
        (&["position", "turtles"], "write a row of turtles, such as HTHHT"),
        (&["position", "turtles", "HTX"], "the row: column 3: found `X`, expected H"),
        (&["position", "turtles", "H", "--explain"], "--explain needs a game with a code"),
        (&["position", "northcott"], "write a row as the columns"),
        (&["position", "northcott", "3,3"], "component 1, `3,3`: a row is written white,black"),
        (&["position", "northcott", "3,9"], "two different columns from 1 to 8"),
        (&["position", "northcott", "width=1", "3,9"], "`width=1`: from 2 to 1000000"),
        (&["position", "northcott", "steps=0", "3,9"], "`steps=0`: a whole number from 1 on"),
        (&["position", "--graph", "x", "--explain"], "cannot be used with"),
    ] {
        let err = refused(arguments);
        assert!(err.contains(complaint), "{arguments:?}: {err}");
    }
}
