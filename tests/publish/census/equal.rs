//! Games that are equal, or may be, though no rule says so.

use std::collections::BTreeMap;
use std::path::Path;

use octal::grundy::naive;
use octal::publish::census;
use octal::survey::class::classes;
use octal::survey::store::GameTable;

use super::{cells, file, of_table, row};
use crate::common::code;

fn open(code: &str) -> String {
    let fields = [("code", code), ("standard_form", code), ("status", "open")];
    row(&[&fields[..], &[("verified_to", "900"), ("stop", "work 1000")]].concat())
}

/// The rows of `equal.csv` by their codes: the game and the shift.
fn equal(table: &GameTable) -> BTreeMap<String, (String, i64)> {
    let text = of_table(census::EQUAL, table);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    assert_eq!(reader.headers().unwrap(), vec!["code", "game", "shift"]);
    let rows = reader.deserialize::<(String, String, i64)>();
    rows.map(|row| row.map(|(code, game, shift)| (code, (game, shift))).unwrap()).collect()
}

/// Every code that is equal to its game, but not by the rules, is listed, or is equal by the rules
/// to one that is. The values of the listed codes are those of their games by the definition.
#[test]
fn equal_codes_of_the_committed_table() {
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("results/census");
    let table = GameTable::read(&results.join("periods.csv")).unwrap();
    let listed = equal(&table);
    let mut games = 0;
    for game in table.merged() {
        let rules = classes(game.members.iter().map(|member| member.code.clone()));
        let unexplained = rules.len() - 1;
        let here: Vec<_> = listed.iter().filter(|(_, (of, _))| *of == game.row.code).collect();
        assert_eq!(here.len(), unexplained, "{}", game.row.code);
        games += usize::from(unexplained > 0);
        let to = 300;
        let values = naive::values(&code(&game.row.code), to);
        for (other, (_, shift)) in here {
            assert_eq!(table.row_of(&code(other)).unwrap().1, -shift, "{other}");
            let others = naive::values(&code(other), to);
            for n in 12..to - 12 {
                assert_eq!(others[n], values[(n as i64 - shift) as usize], "{other}: {n}");
            }
        }
    }
    let said = format!("The proved sequences of {games} games are also those of other codes");
    assert!(of_table(census::README, &table).contains(&said), "{said}");
}

/// 0.0244 and 0.03245 agree up to a shift of one heap, as far as anybody has looked; 0.06 is
/// another game. 0.0006 and 0.00034 agree up to heap 4331 only.
#[test]
fn open_games_that_agree() {
    let heading = "## Open games that agree as far as they were compared";
    let of = |codes: &[&str]| {
        let rows: Vec<String> = codes.iter().map(|code| open(code)).collect();
        file(census::README, &rows)
    };
    let page = of(&["0.06", "0.0244", "0.03245"]);
    assert_eq!(cells(&page, heading), [["0.0244", "0.03245 shift 1"]]);
    let values = |text, from| naive::values(&code(text), 600)[from..].to_vec();
    assert_eq!(values("0.0244", 1)[..599], values("0.03245", 0)[..599]);
    let said = [
        "Of each of the 3 games without a proof the first 30 000 values",
        "2 of these games agree with others, up to a shift",
        "there is 1 game fewer than this page counts",
    ];
    for said in said {
        assert!(page.contains(said), "{said}: {page}");
    }
    let page = of(&["0.06", "0.0006", "0.00034", "0.03245"]);
    assert!(page.contains("No two of these games agree."), "{page}");
    assert!(!page.contains("0.03245 shift"), "{page}");
}
