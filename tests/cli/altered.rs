//! Tables and certificates of a survey that somebody altered, or that were cut off.

use super::{Scratch, csv_rows};

const SURVEY: &str = "survey --codes codes.txt --limit 5000 --dir d";

/// A survey of Dawson's Kayles, Kayles and two codes of one game, with certificates.
fn surveyed() -> Scratch {
    let scratch = Scratch::new();
    scratch.write("codes.txt", "0.07\n0.77\n0.3\n0.5\n");
    scratch.octal(&format!("{SURVEY} --certificates")).quietly();
    scratch
}

/// Replaces a text that is in a file once.
fn alter(scratch: &Scratch, file: &str, from: &str, to: &str) {
    let text = scratch.read(file);
    assert_eq!(text.matches(from).count(), 1, "{from} in {text}");
    scratch.write(file, text.replace(from, to));
}

/// A row whose certificate has another period is not used: the game is searched again.
#[test]
fn another_period() {
    for (from, to) in [(",proved,53,34,", ",proved,53,35,"), (",52,9,", ",33,9,")] {
        for options in ["", " --certificates"] {
            let scratch = surveyed();
            let before = scratch.read("d/periods.csv");
            alter(&scratch, "d/periods.csv", from, to);
            let ran = scratch.octal(&format!("{SURVEY}{options}"));
            assert!(ran.err.contains("game 0.07: it is called proved, but "), "{ran:?}");
            ran.ended(0);
            // Without --certificates the row names none.
            let after = scratch.read("d/periods.csv").replace("certificates/0.07.txt", "");
            assert_eq!(after, before.replace("certificates/0.07.txt", ""));
            scratch.octal(&format!("{SURVEY} --certificates")).quietly();
            assert_eq!(scratch.read("d/periods.csv"), before);
        }
    }
}

/// No verb says that an altered period is proved.
#[test]
fn another_period_in_an_answer() {
    let scratch = surveyed();
    assert!(scratch.octal("known 0.07 --results d").quietly().contains("period 34 from heap 53"));
    alter(&scratch, "d/periods.csv", ",proved,53,34,", ",proved,53,35,");
    let ran = scratch.octal("known 0.07 --results d");
    let fault = "its certificate `certificates/0.07.txt` does not state this period: not used";
    assert!(ran.err.contains(fault) && !ran.out.contains("period 35"), "{ran:?}");
}

/// A merge does not choose between a row and its certificate.
#[test]
fn another_period_in_a_merge() {
    let scratch = surveyed();
    scratch.octal("survey --merge d --dir good").quietly();
    alter(&scratch, "d/periods.csv", ",proved,53,34,", ",proved,53,35,");
    for merge in ["survey --merge good d --dir whole", "survey --merge good --dir d"] {
        let refusal = scratch.octal(merge).refused();
        assert!(
            refusal.contains("`certificates/0.07.txt` does not state this period"),
            "{refusal}"
        );
    }
}

/// A code belongs to one game, a cousin has the values of its row, and a digest that is cut off is
/// none.
#[test]
fn rows_that_cannot_be() {
    let table = surveyed().read("d/periods.csv");
    let digest = table.lines().last().unwrap().rsplit(',').next().unwrap();
    let alterations = [
        ("\n0.77,", "\n0.3,", "0.3 is in the rows of 0.3 and 0.3"),
        (",0.5,proof,", ",0.77,proof,", "game 0.3: `0.77` in column cousins has another value"),
        (",0.5,proof,", ",0.57,proof,", "game 0.3: `0.57` in column cousins has another value"),
        (",0.5,proof,", ",0.5 shift 1,proof,", "game 0.3: `0.5 shift 1` in column cousins"),
        (",0.5,proof,", ",0.5 shift -1,proof,", "game 0.3: `0.5 shift -1` in column cousins"),
        (
            ",0.5,proof,",
            ",0.5 shift 1000000000000,proof,",
            "the shift of `0.5 shift 1000000000000`",
        ),
        (",0.5,proof,", ",0.5 shift x,proof,", "the shift of `0.5 shift x`"),
        (",0.5,proof,", ",0.5 shift -9223372036854775808,proof,", "from -64 to 64"),
        (",0.5,proof,", ",0.5 shift 65,proof,", "from -64 to 64"),
        (digest, &digest[..31], "line: 4"),
    ];
    for (from, to, expected) in alterations {
        let scratch = surveyed();
        alter(&scratch, "d/periods.csv", from, to);
        let altered = scratch.read("d/periods.csv");
        for command in [SURVEY, "survey --merge d --dir whole"] {
            let refusal = scratch.octal(command).refused();
            assert!(refusal.contains(expected), "{to}: {refusal}");
        }
        assert_eq!(scratch.read("d/periods.csv"), altered);
    }
}

/// A digest of another game joins no rows: no game is lost.
#[test]
fn the_digest_of_another_game() {
    let scratch = surveyed();
    let table = scratch.read("d/periods.csv");
    let digests: Vec<&str> = table.lines().map(|row| row.rsplit(',').next().unwrap()).collect();
    alter(&scratch, "d/periods.csv", digests[2], digests[3]);
    let altered = scratch.read("d/periods.csv");
    scratch.octal(SURVEY).quietly();
    assert_eq!(scratch.read("d/periods.csv"), altered);
    scratch.octal("survey --merge d --dir whole").quietly();
    assert_eq!(scratch.read("whole/periods.csv"), altered);
}

/// A certificate that was cut off counts as none: no verb uses its row, and a survey makes it
/// again.
#[test]
fn a_certificate_that_is_cut_off() {
    let scratch = surveyed();
    let [whole, table] =
        ["d/certificates/0.07.txt", "d/periods.csv"].map(|file| scratch.read(file));
    for part in [whole.len() - 1, whole.len() / 2, 60, 0] {
        scratch.write("d/certificates/0.07.txt", &whole[..part]);
        let fault = "its certificate `certificates/0.07.txt` is missing or cut off";
        let refusal = scratch.octal("survey --merge d --dir whole").refused();
        assert!(refusal.contains(fault), "{refusal}");
        let ran = scratch.octal("table d/periods.csv --format csv");
        assert!(ran.err.contains(fault) && ran.err.contains("game 0.07: "), "{ran:?}");
        assert_eq!(csv_rows(&ran.ended(1)).len(), csv_rows(&table).len() - 1);
        let ran = scratch.octal(&format!("{SURVEY} --certificates"));
        assert!(ran.err.contains(fault), "{ran:?}");
        ran.ended(0);
        assert_eq!(scratch.read("d/certificates/0.07.txt"), whole);
        assert_eq!(scratch.read("d/periods.csv"), table);
    }
}

/// A survey that makes no certificates proves such a game again, and its row names none.
#[test]
fn a_certificate_that_is_gone() {
    let scratch = surveyed();
    let table = scratch.read("d/periods.csv");
    std::fs::remove_file(scratch.path().join("d/certificates/0.77.txt")).unwrap();
    let ran = scratch.octal(SURVEY);
    assert!(ran.err.contains("`certificates/0.77.txt` is missing or cut off"), "{ran:?}");
    ran.ended(0);
    assert_eq!(scratch.read("d/periods.csv"), table.replace("certificates/0.77.txt", ""));
    scratch.octal(SURVEY).quietly();
}

/// The certificate of a game is that of the code of its row, also if another code is asked for.
#[test]
fn the_certificate_of_an_equal_game() {
    let scratch = Scratch::new();
    scratch.write("codes.txt", "0.3\n0.24\n");
    scratch.octal(SURVEY).quietly();
    let rows = csv_rows(&scratch.read("d/periods.csv"));
    assert_eq!(rows.len(), 1);
    assert!(rows[0]["cousins"].contains("0.24"), "{rows:?}");
    let code = rows[0]["code"].clone();
    let other = if code == "0.3" { "0.24" } else { "0.3" };
    scratch.write("codes.txt", format!("{other}\n"));
    scratch.octal(&format!("{SURVEY} --certificates")).quietly();
    assert_eq!(
        csv_rows(&scratch.read("d/periods.csv"))[0]["certificate"],
        format!("certificates/{code}.txt")
    );
    let certificate = format!("d/certificates/{code}.txt");
    assert!(scratch.octal(&format!("check {certificate}")).quietly().ends_with(": proved\n"));
}
