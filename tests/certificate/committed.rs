//! The certificates in `results/`: one for every proved period, and all accepted.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::Path;

use octal::check::{CertificateFile, DEFAULT_WORK, Selection};

use super::check;

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
        let (found, claim) = match CertificateFile::read(&file) {
            Ok(CertificateFile::Period(certificate)) => {
                (certificate.claim(), format!("preperiod {preperiod}, period {period}, both least"))
            }
            Ok(CertificateFile::Arithmetic(certificate)) => (
                certificate.claim(),
                format!(
                    "preperiod {preperiod}, period {period}, saltus {saltus}, the first two least"
                ),
            ),
            Ok(CertificateFile::Endless(certificate)) => (
                certificate.claim(),
                format!(
                    "preperiod {preperiod}, period {period}, saltus {saltus}, the first two least"
                ),
            ),
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

/// Small ones are checked whole; of large ones, the last two links. All but two are checked without --work.
#[test]
fn they_are_accepted() {
    let (mut whole, mut in_part, mut long) = (0, 0, vec![]);
    for row in rows().into_iter().filter(|row| !row["certificate"].is_empty()) {
        let file = fs::read(results().join(&row["certificate"])).unwrap();
        let certificate = CertificateFile::read(&file).unwrap();
        let all = certificate.pick(Selection::All).unwrap();
        if certificate.cost(&all) > DEFAULT_WORK {
            long.push(row["code"].clone());
        }
        if certificate.heaps(&all) < 500_000 {
            let established = check(&file).unwrap_or_else(|e| panic!("{}: {e}", row["code"]));
            assert!(established.proved, "{established:?}");
            whole += 1;
        } else if all.len() > 1 {
            let established = certificate.check(&all[all.len() - 2..], 1, &|_, _| true);
            let established = established.unwrap_or_else(|e| panic!("{}: {e}", row["code"]));
            assert!(!established.proved, "{}", row["code"]);
            in_part += 1;
        }
    }
    assert!(whole > 90 && in_part >= 4, "{whole} checked whole, {in_part} in part");
    assert_eq!(long, ["0.106", "4.404"]);
}
