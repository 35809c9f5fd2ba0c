//! `octal report`: whatever happens to a run, the reports end as those of a run left alone.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;

use super::{Scratch, csv_rows};

/// The files of a directory of reports but for the lock.
pub fn reports(directory: &Path) -> BTreeMap<String, String> {
    let text = |name: String| (name.clone(), fs::read_to_string(directory.join(&name)).unwrap());
    let certificates = directory.join("certificates");
    let certificates =
        if certificates.is_dir() { super::names(&certificates) } else { vec![] }.into_iter();
    let certificates = certificates.map(|name| format!("certificates/{name}"));
    let is_file = |name: &String| !["certificates", ".octal.lock"].contains(&&**name);
    let names = super::names(directory).into_iter().filter(is_file);
    names.chain(certificates).map(text).collect()
}

const FILES: [&str; 7] = [
    "README.md",
    "claims.csv",
    "exceptions.csv",
    "figures.csv",
    "frontier.csv",
    "periods.csv",
    "treblecross.csv",
];

/// The reports of a run left alone.
fn whole(scratch: &Scratch) -> BTreeMap<String, String> {
    let ran = scratch.octal("report --dir whole --work 1e6 --certificates");
    assert!(ran.err.contains(" games proved, ") && ran.err.contains("`whole`"), "{ran:?}");
    agrees(&ran.err);
    assert_eq!(ran.ended(0), "");
    let whole = reports(&scratch.path().join("whole"));
    let tables = whole.keys().filter(|name| !name.starts_with("certificates/"));
    assert!(tables.clone().eq(FILES.iter()), "{tables:?}");
    whole
}

/// The games to be searched are those proved, observed and open.
fn agrees(err: &str) {
    let number = |text: &str| text.split(' ').next().unwrap().parse::<usize>().unwrap();
    let all = err.lines().find(|line| line.contains("to search")).unwrap();
    let found = err.lines().find(|line| line.contains(" proved, ")).unwrap();
    let found = found.split(", ").take(3).map(number).sum::<usize>();
    assert_eq!(number(all), found, "{err}");
}

#[test]
fn the_main_job() {
    let scratch = Scratch::new();
    let whole = whole(&scratch);
    check_contents(&whole);

    // A second run, and a shallower one, change nothing.
    for work in ["1e6", "1e4"] {
        let ran = scratch.octal(&format!("report --dir whole --work {work}"));
        assert!(ran.err.contains("all searched as deep already"), "{ran:?}");
        assert_eq!(ran.ended(0), "");
        assert_eq!(reports(&scratch.path().join("whole")), whole);
    }
    // A file that is lost is made again, and the others stay as they are.
    for lost in ["claims.csv", "certificates/0.07.txt"] {
        fs::remove_file(scratch.path().join("whole").join(lost)).unwrap();
        scratch.octal("report --dir whole --work 1e6 --certificates").ended(0);
        assert_eq!(reports(&scratch.path().join("whole")), whole, "{lost}");
    }
    // One game may be searched deeper than the others.
    let ran = scratch.octal("report --dir whole --code 0.6 --limit 3e4");
    assert!(ran.err.contains("1 game, 1 to search\n"), "{ran:?}");
    let deeper = reports(&scratch.path().join("whole"));
    let verified = |files: &BTreeMap<String, String>, code: &str| {
        let rows = csv_rows(&files["periods.csv"]);
        rows.into_iter().find(|row| row["code"] == code).unwrap()["verified_to"].clone()
    };
    assert_eq!(verified(&deeper, "0.6"), "30000");
    assert_eq!(verified(&deeper, "0.36"), verified(&whole, "0.36"));
    // A search of less work would end at a nearer heap than the row, also where most heaps are
    // rare.
    scratch.octal("report --dir whole --code 0.76 --limit 1e4").ended(0);
    let ran = scratch.octal("report --dir whole --code 0.76 --work 1e7");
    assert!(ran.err.starts_with("nothing is missing: 1 game, "), "{ran:?}");
    let unknown = scratch.octal("report --dir whole --code 0.77777");
    assert!(unknown.err.contains("0.77777 is not in the report"), "{unknown:?}");
    #[cfg(unix)]
    interrupted_runs_end_as_one(&scratch, &whole);
}

fn check_contents(reports: &BTreeMap<String, String>) {
    let periods = csv_rows(&reports["periods.csv"]);
    let row = |code: &str| periods.iter().find(|row| row["code"] == code).unwrap();
    assert_eq!((&*row("0.07")["status"], &*row("0.07")["period"]), ("proved", "34"));
    assert_eq!(row("0.6")["status"], "open");
    let claims = csv_rows(&reports["claims.csv"]);
    let published = include_str!("../../octal-codes/claims.csv");
    let ids: Vec<String> = csv_rows(published).into_iter().map(|row| row["id"].clone()).collect();
    assert!(claims.iter().map(|row| &row["claim_id"]).eq(&ids));
    let exceptions = csv_rows(&reports["exceptions.csv"]);
    assert_eq!(exceptions.iter().filter(|row| row["code"] == "0.07").count(), 8);
    let cells = csv_rows(&reports["treblecross.csv"]);
    assert!(cells.iter().all(|row| row["agrees"] == "yes") && cells.len() > 1000);
    let open = csv_rows(&reports["frontier.csv"]);
    let of_frontier = |code: &str| open.iter().find(|row| row["code"] == code).unwrap();
    let (grundy, verified) = (of_frontier("4!.0"), row("4!.0")["verified_to"].clone());
    assert_eq!((&*grundy["published_limit"], &grundy["our_limit"]), ("34359738368", &verified));
    assert_eq!(open.len(), periods.iter().filter(|row| row["status"] == "open").count());
    let certified: Vec<&String> =
        periods.iter().map(|row| &row["certificate"]).filter(|name| !name.is_empty()).collect();
    assert!(certified.len() > 50 && certified.iter().all(|&name| reports.contains_key(name)));
    assert_eq!(reports.len(), FILES.len() + certified.len());
}

/// Interrupts a run at once, and later ones when they have added some rows.
#[cfg(unix)]
fn interrupted_runs_end_as_one(scratch: &Scratch, whole: &BTreeMap<String, String>) {
    let results = scratch.path().join("interrupted");
    let run = ["report", "--dir", "interrupted", "--work", "1e6", "--certificates"];
    let mut interrupts = 0;
    for more in [0, 1, 20, 40] {
        let enough = rows_so_far(&results).map_or(0, |rows| rows + more);
        let mut child = scratch.command(&run).spawn().unwrap();
        super::wait_until(&mut child, || rows_so_far(&results) >= Some(enough));
        super::signal(&mut child, "INT");
        let ran = super::stopped(child);
        assert_eq!(ran.out, "");
        if ran.code == Some(75) {
            assert!(ran.err.contains("stopped: the same command resumes"), "{ran:?}");
            interrupts += 1;
        }
        assert!(!super::names(&results).iter().any(|name| name.ends_with(".tmp")));
        rows_so_far(&results);
    }
    assert!(interrupts > 0, "no run was interrupted");
    scratch.run(&run).ended(0);
    let rerun = reports(&results);
    for (name, text) in whole {
        assert!(rerun[name] == *text, "{name} differs");
    }
    assert_eq!(rerun.len(), whole.len());
}

/// The number of finished games; every report there can be read at any moment.
#[cfg(unix)]
fn rows_so_far(results: &Path) -> Option<usize> {
    for name in ["claims.csv", "exceptions.csv", "frontier.csv", "treblecross.csv"] {
        fs::read_to_string(results.join(name)).ok().map(|text| csv_rows(&text));
    }
    let periods = fs::read_to_string(results.join("periods.csv")).ok()?;
    Some(csv_rows(&periods).len())
}

/// The entries of a report for each game or claim, in these columns.
fn said(report: &str, columns: &[&str]) -> Vec<Vec<String>> {
    let row = |row: std::collections::HashMap<String, String>| {
        columns.iter().map(|&column| row[column].clone()).collect()
    };
    csv_rows(report).into_iter().map(row).collect()
}

#[test]
fn deeper_after_shallow_says_as_much_as_deep_at_once() {
    let scratch = Scratch::new();
    scratch.octal("report --dir twice --limit 100").ended(0);
    let shallow = reports(&scratch.path().join("twice"));
    scratch.octal("report --dir twice --limit 1000").ended(0);
    scratch.octal("report --dir once --limit 1000").ended(0);
    let [twice, once] = ["twice", "once"].map(|name| reports(&scratch.path().join(name)));
    // Where a limit cuts a search short, the same proof may be found a few heaps earlier.
    let periods = ["code", "status", "preperiod", "period", "exceptions", "last_rare", "cousins"];
    let verdicts = ["claim_id", "verdict", "first_difference"];
    for (file, columns) in [("periods.csv", &periods[..]), ("claims.csv", &verdicts[..])] {
        let [shallow, twice, once] =
            [&shallow, &twice, &once].map(|reports| said(&reports[file], columns));
        assert!(shallow != once, "{file}");
        assert!(twice == once, "{file}");
    }
    assert_eq!(twice["exceptions.csv"], once["exceptions.csv"]);
}

#[test]
fn directories_that_cannot_hold_reports() {
    let scratch = Scratch::new();
    let file = |name: &str, text: &str| {
        fs::create_dir_all(scratch.path().join(name).parent().unwrap()).unwrap();
        scratch.write(name, text);
    };
    file("file", "");
    file("project/README.md", "# Something else\n");
    file("tables/claims.csv", "id,code,statement,claimed,convention,source,note\n");
    for (results, complaint) in [
        ("file", "`file` is a file: name a directory instead"),
        ("file/results", "cannot create the directory `file/results`, choose another place"),
        ("project", "`project/README.md` would be overwritten: name a directory"),
        ("tables", "`tables/claims.csv` is no report of this program: move it away"),
    ] {
        let err = scratch.octal(&format!("report --dir {results} --work 1e4")).refused();
        assert!(err.contains(complaint), "{err}");
    }
    assert_eq!(super::names(&scratch.path().join("project")), ["README.md"]);
    assert_eq!(super::names(&scratch.path().join("tables")), ["claims.csv"]);
    assert_eq!(scratch.names(), ["file", "project", "tables"]);
}

/// Certificates that a moment makes again are written if somebody wants them, also for rows of
/// earlier runs.
#[test]
fn certificates_for_whoever_wants_them() {
    let scratch = Scratch::new();
    let report = "report --dir r --code 0.77 --code 0.6 --work 1e6";
    let files = |added: &str| {
        let ran = scratch.octal(&format!("{report}{added}"));
        (ran.err.clone(), ran.ended(0), reports(&scratch.path().join("r"))).2
    };
    let without = files("");
    assert!(!without.contains_key("certificates/0.77.txt"));
    let with = files(" --certificates");
    let named = |text: &str| text.replace("certificates/0.77.txt", "");
    assert_eq!(named(&with["periods.csv"]), without["periods.csv"]);
    assert_eq!(with.len(), without.len() + 1);
    let said = scratch.octal("check r/certificates/0.77.txt").quietly();
    assert!(said.ends_with(": proved\n"), "{said}");
    // Existing files stay.
    assert_eq!(files(""), with);
    let ran = scratch.octal(&format!("{report} --certificates"));
    assert!(ran.err.contains("nothing is missing"), "{ran:?}");
}

/// The guide and the pictures from the committed reports are the committed ones, byte for byte.
#[test]
fn the_pictures() {
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
    let scratch = Scratch::new();
    let copy = scratch.path().join("copy");
    fs::create_dir(&copy).unwrap();
    let tables = ["README.md", "claims.csv", "exceptions.csv", "frontier.csv", "periods.csv"];
    let misere = ["misere.csv", "misere_codes.csv", "misere_partial.csv"];
    for file in tables.into_iter().chain(misere) {
        fs::copy(committed.join(file), copy.join(file)).unwrap();
    }
    for folder in ["certificates", "misere"] {
        fs::create_dir(copy.join(folder)).unwrap();
        for name in super::names(&committed.join(folder)) {
            let [from, to] = [&committed, &copy].map(|of| of.join(folder).join(&name));
            fs::copy(from, to).unwrap();
        }
    }
    let ran = scratch.octal("report --dir copy");
    assert!(ran.err.starts_with("nothing is missing: "), "{ran:?}");
    let ran = scratch.octal("report --dir copy --plots --work 1");
    assert!(ran.err.contains("all searched as deep already"), "{ran:?}");
    ran.ended(0);
    // The picture of the README is the only one that is committed.
    assert_eq!(super::names(&committed.join("plots")), ["0.77-sequence.svg"]);
    for file in ["README.md", "plots/0.77-sequence.svg"] {
        let [old, new] =
            [&committed, &copy].map(|directory| fs::read(directory.join(file)).unwrap());
        assert!(old == new, "{file} differs: bring it up to date by octal report --plots");
    }
    let pictures = super::names(&copy.join("plots")).len();
    assert!(pictures > 30, "{pictures} pictures");
}

/// The result of `octal search` becomes a row, a certificate and verdicts.
#[test]
fn a_long_search_is_taken_over() {
    let scratch = Scratch::new();
    scratch.octal("search 0.104 --limit 3e8 --dir d").ended(0);
    let ran = scratch.octal("report --dir r --search d --code 0.104 --work 1 --certificates");
    assert!(ran.code == Some(0), "{ran:?}");
    let read = |file: &str| fs::read_to_string(scratch.path().join("r").join(file)).unwrap();
    let periods = csv_rows(&read("periods.csv"));
    let row = periods.iter().find(|row| row["code"] == "0.104").unwrap();
    assert_eq!((&*row["status"], &*row["stop"]), ("proved", "proof"));
    assert_eq!((&*row["preperiod"], &*row["period"]), ("197769598", "11770282"));
    let certificate = fs::read(scratch.path().join("r").join(&row["certificate"])).unwrap();
    let text = octal::file::unpacked(certificate, octal::certificate::LARGEST).unwrap();
    assert!(text.starts_with(b"octal certificate 2\n"), "{row:?}");
    std::fs::write(scratch.path().join("codes"), "0.104\n").unwrap();
    let survey = "survey --codes codes --work 1 --certificates --dir s --search d";
    assert_eq!(scratch.octal(survey).quietly(), "");
    let of_survey = &csv_rows(&scratch.read("s/periods.csv"))[0];
    assert_eq!((&*of_survey["period"], &*of_survey["status"]), ("11770282", "proved"));
    for column in ["certificate", "verified_to"] {
        assert_eq!(of_survey[column], row[column]);
    }
    let claims = csv_rows(&read("claims.csv"));
    for (statement, computed) in [("period", "11770282"), ("last_exception", "197769597")] {
        let of_code = |row: &&HashMap<String, String>| {
            row["code"] == "0.104" && row["statement"] == statement
        };
        let row = claims.iter().find(of_code).unwrap();
        assert_eq!((&*row["verdict"], &*row["computed"]), ("confirmed", computed));
    }
}
