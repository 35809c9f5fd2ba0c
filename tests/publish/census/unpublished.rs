//! Proved games of which the literature that we know does not speak.

use std::collections::BTreeMap;
use std::path::Path;

use octal::catalogue::{claims, limits, sequences, settled};
use octal::code::cousins::same_by_rules;
use octal::period::Status;
use octal::publish::census;
use octal::survey::store::GameTable;

use super::of_table;

/// Every proved game of the committed table is either listed, with its period, or some publication
/// speaks of one of its codes; of none that is listed any does.
#[test]
fn each_proved_game_is_listed_or_published() {
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("results/census");
    let table = GameTable::read(&results.join("periods.csv")).unwrap();
    let text = of_table(census::UNPUBLISHED, &table);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let rows = reader.deserialize::<BTreeMap<String, String>>();
    let listed: BTreeMap<_, _> =
        rows.map(|row| row.unwrap()).map(|row| (row["code"].clone(), row)).collect();
    let mut published: Vec<_> = vec![];
    published.extend(claims::published().unwrap().into_iter().map(|claim| claim.game.code));
    published.extend(limits::published().unwrap().into_iter().map(|limit| limit.game.code));
    published.extend(settled::published().unwrap().into_iter().map(|settled| settled.game.code));
    published.extend(sequences::published().unwrap().into_iter().map(|found| found.game.code));
    published.sort();
    published.dedup();
    let mut count = 0;
    for game in table.merged().iter().filter(|game| game.row.status == Status::Proved) {
        let is_published = game.members.iter().any(|member| published.contains(&member.code))
            || published.iter().any(|code| same_by_rules(code, &game.members[0].code).is_some());
        let row = listed.get(&game.row.code);
        assert_eq!(row.is_none(), is_published, "{}", game.row.code);
        let Some(row) = row else { continue };
        count += 1;
        assert_eq!(Some(row["preperiod"].parse().unwrap()), game.row.preperiod);
        assert_eq!(Some(row["period"].parse().unwrap()), game.row.period);
    }
    assert_eq!(count, listed.len());
    assert!(["0.77", "0.07", "0.106", "0.156"].iter().all(|code| !listed.contains_key(*code)));
    assert!(["0.5246", "0.77244"].iter().all(|code| listed.contains_key(*code)));
    let said = format!("sequence of these {} proved games", octal::plot::grouped(count as u64));
    assert!(of_table(census::README, &table).contains(&said), "{said}");
}
