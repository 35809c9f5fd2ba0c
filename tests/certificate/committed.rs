//! The certificates in `results/`: one for every proved period, each with the claim of its row.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::Path;

use octal::check::{CertificateFile, DEFAULT_WORK, Selection};

/// The rows of `periods.csv` by column.
fn rows() -> Vec<HashMap<String, String>> {
    let text = fs::read_to_string(results().join("periods.csv")).unwrap();
    csv::Reader::from_reader(text.as_bytes()).deserialize().collect::<Result<_, _>>().unwrap()
}

fn results() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("results")
}

/// Every proved row names its certificate; no file is left over.
#[test]
fn every_proved_period_has_one() {
    let mut names = BTreeSet::new();
    for row in rows() {
        let named = !row["certificate"].is_empty();
        assert_eq!(named, row["status"] == "proved", "{}", row["code"]);
        if !named {
            continue;
        }
        let file = fs::read(results().join(&row["certificate"])).unwrap();
        let [code, preperiod, period, saltus] =
            ["code", "preperiod", "period", "saltus"].map(|name| &row[name]);
        let growth =
            format!("preperiod {preperiod}, period {period}, saltus {saltus}, the first two least");
        let (found, claim) = match CertificateFile::read(&file) {
            Ok(CertificateFile::Period(certificate)) => {
                (certificate.claim(), format!("preperiod {preperiod}, period {period}, both least"))
            }
            Ok(CertificateFile::Arithmetic(certificate)) => (certificate.claim(), growth),
            Ok(CertificateFile::Endless(certificate)) => (certificate.claim(), growth),
            other => panic!("{code}: {other:?}"),
        };
        assert_eq!(found, format!("{code}: {claim}"));
        names.insert(row["certificate"].strip_prefix("certificates/").unwrap().to_owned());
    }
    assert!(names.len() > 100);
    let files = fs::read_dir(results().join("certificates")).unwrap();
    let files = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    assert_eq!(files.collect::<BTreeSet<_>>(), names);
}

/// Certificates of every theorem and form that are checked whole: plain, and with rare heaps and no
/// link.
const WHOLE: [&str; 10] =
    ["0.07", "0.165", "0.156", "0.644", "0.16", "0.56", "0.28", "0.3f", "0.[3]", "4.[3]"];
/// Certificates of which the last links are checked.
const IN_PART: [&str; 2] = ["0.104", "0.354"];

/// A dozen are accepted; all but two would be checked without --work. CONTRIBUTING.md has the check
/// of all.
#[test]
fn they_are_accepted() {
    let (mut theorems, mut all_theorems, mut long) = (BTreeSet::new(), BTreeSet::new(), vec![]);
    for row in rows().into_iter().filter(|row| !row["certificate"].is_empty()) {
        let (code, file) = (&*row["code"], fs::read(results().join(&row["certificate"])).unwrap());
        let certificate = CertificateFile::read(&file).unwrap();
        let all = certificate.pick(Selection::All).unwrap();
        if certificate.cost(&all) > DEFAULT_WORK {
            long.push(row["code"].clone());
        }
        all_theorems.insert(row["theorem"].clone());
        let is_whole = WHOLE.contains(&code);
        let links = match is_whole || IN_PART.contains(&code) {
            true => &all[all.len().saturating_sub(2)..],
            false => continue,
        };
        assert_eq!(links.is_empty(), is_whole, "{code}: {all:?}");
        let established = certificate.check(links, 2, &|_, _| true);
        let established = established.unwrap_or_else(|e| panic!("{code}: {e}"));
        assert_eq!(established.proved, is_whole, "{established:?}");
        theorems.insert(row["theorem"].clone());
    }
    assert_eq!(theorems, all_theorems);
    assert_eq!(long, ["0.106", "4.404"]);
}
