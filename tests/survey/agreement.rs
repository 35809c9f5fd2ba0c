//! Games without a proof that agree as far as they are compared.

use std::collections::BTreeSet;
use std::path::Path;

use octal::grundy::naive;
use octal::period::Status;
use octal::survey::agreement::agreements;
use octal::survey::store::GameTable;

use crate::common::code;

/// The games of a group have no proof, stand in the order of the table, and have the same values by
/// the definition; no game is in two groups.
#[test]
fn games_that_agree_do_so_by_the_definition() {
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("results/census");
    let games = GameTable::read(&results.join("periods.csv")).unwrap().merged();
    let place = |code: &str| games.iter().position(|game| game.row.code == code).unwrap();
    let groups = agreements(&games);
    assert!(!groups.is_empty());
    let (mut firsts, mut seen) = (vec![], BTreeSet::new());
    for group in &groups {
        let places: Vec<usize> =
            group.games.iter().map(|(game, _)| place(&game.row.code)).collect();
        assert!(places.len() > 1 && places.is_sorted_by(|a, b| a < b), "{places:?}");
        firsts.push(places[0]);
        assert!(places.iter().all(|place| seen.insert(*place)), "{places:?}");
        let (first, of_first) = group.games[0];
        assert_eq!(of_first, 0);
        let (to, least) = (600, 12);
        let values = naive::values(&code(&first.row.code), to + least);
        for (game, shift) in &group.games {
            assert!(game.row.status != Status::Proved, "{}", game.row.code);
            let others = naive::values(&code(&game.row.code), to + least);
            for (n, value) in values.iter().enumerate().take(to).skip(least) {
                let there = usize::checked_add_signed(n, -*shift as isize).unwrap();
                assert_eq!(*value, others[there], "{}, {}: {n}", first.row.code, game.row.code);
            }
        }
    }
    assert!(firsts.is_sorted_by(|a, b| a < b), "{firsts:?}");
}
