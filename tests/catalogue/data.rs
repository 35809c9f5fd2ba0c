//! The tables of `octal-codes/`.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use octal::catalogue::limits::PublishedLimit;
use octal::catalogue::verdict::{Verdict, judge, judge_equality, shift_by_rules};
use octal::catalogue::{MisereStatement, Statement, claims, limits, sequences, settled, sources};
use octal::code::Code;
use octal::code::cousins::same_by_rules;
use octal::period::Status;
use octal::period::search::{Limits, search};
use octal::period::sequence::Known;
use octal::period::shifted::View;
use octal::survey::report::Reports;
use octal::survey::store::Finished;

/// No row of the tables is passed over, and no two claims have one name.
#[test]
fn all_rows_are_read() {
    let claims = claims::published().unwrap();
    assert_eq!(claims.len(), rows_of(include_str!("../../octal-codes/claims.csv")));
    let ids: HashSet<&str> = claims.iter().map(|claim| &*claim.id).collect();
    assert_eq!(ids.len(), claims.len());
    let kinds: HashSet<&str> = claims.iter().map(|claim| claim.statement.kind()).collect();
    assert_eq!(kinds, Statement::KINDS.into_iter().chain(MisereStatement::KINDS).collect());
    let shifts = claims.iter().filter_map(|claim| match claim.statement {
        Statement::Equals { shift, .. } => Some(shift),
        _ => None,
    });
    assert!(shifts.clone().any(|shift| shift < 0) && shifts.clone().any(|shift| shift > 0));
    let sequences = sequences::published().unwrap();
    assert_eq!(sequences.len(), rows_of(include_str!("../../octal-codes/sequences.csv")));
    let limits = limits::published().unwrap();
    assert_eq!(limits.len(), rows_of(include_str!("../../octal-codes/limits.csv")));
    let settled = settled::published().unwrap();
    assert_eq!(settled.len(), rows_of(include_str!("../../octal-codes/settled.csv")));
}

/// The number of rows of a table, as the csv crate counts them.
fn rows_of(table: &str) -> usize {
    csv::Reader::from_reader(table.as_bytes()).records().map(Result::unwrap).count()
}

#[test]
fn every_source_is_cited_and_listed() {
    let listed: HashSet<String> =
        sources::published().unwrap().into_iter().map(|source| source.key).collect();
    let claims = claims::published().unwrap().into_iter().map(|claim| claim.source);
    let sequences = sequences::published().unwrap().into_iter().map(|sequence| sequence.source);
    let limits = limits::published().unwrap().into_iter().map(|limit| limit.source);
    let settled = settled::published().unwrap().into_iter().map(|settled| settled.source);
    let cited: HashSet<String> = claims.chain(sequences).chain(limits).chain(settled).collect();
    assert_eq!(cited, listed);
}

/// Games that others have settled are proved here too, and the limit of a search that found nothing
/// is no limit of the game.
#[test]
fn settled_games_are_proved() {
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
    let games = Reports::open(&results).unwrap().games();
    let limits = limits::published().unwrap();
    for settled in settled::published().unwrap() {
        let code = &settled.game.code;
        let is_it = |game: &&Finished| game.members.iter().any(|member| member.code == *code);
        let game = games.iter().find(is_it).unwrap();
        assert_eq!(game.row.status, Status::Proved, "{code}");
        let searched = |limit: &PublishedLimit| same_by_rules(&limit.game.code, code).is_some();
        assert!(!limits.iter().any(searched), "{code}");
        assert!(settled.year.is_none_or(|year| (1949..2100).contains(&year)), "{code}");
    }
}

#[test]
fn published_sequences_agree() {
    for sequence in sequences::published().unwrap() {
        let limits = Limits::heaps(sequence.last_heap());
        let known = search(&sequence.game.code, &limits, &|_| true).unwrap();
        let view = View::new(&known, super::shift_of(&sequence.game));
        let place = (&sequence.code, &sequence.source);
        assert!(view.value(sequence.last_heap()).is_some(), "{place:?}");
        assert_eq!(sequence.first_difference(&view), None, "{place:?}");
    }
}

/// Sequences as far as they are cheap: 20000 heaps, a few milliseconds each.
#[derive(Default)]
struct Sequences(HashMap<Code, Known>);

impl Sequences {
    fn of(&mut self, code: &Code) -> &Known {
        let limits = Limits { work: Some(4_000_000), ..Limits::heaps(20_000) };
        self.0.entry(code.clone()).or_insert_with(|| search(code, &limits, &|_| true).unwrap())
    }
}

/// Claims that are contradicted by the first heaps, with the heap.
const CONTRADICTED: [(&str, Option<u64>); 11] = [
    ("0.137/exceptions/Hennings-solution-note-on-a-Sp", Some(31)),
    ("0.161/equals/Flammenkamp-comp-octal-table-a", Some(519)),
    ("0.27/equals/Winning-Ways-game-locator-as-r", Some(2)),
    ("0.314/equals/Winning-Ways-game-locator-as-r", Some(5)),
    ("4.367/equals/OEIS-A125941", Some(27)),
    ("4.377/equals/OEIS-A125941", Some(27)),
    ("0.346/value/Winning-Ways-table-erratum-rep", Some(35)),
    ("0.774/value/Winning-Ways-table-erratum-rep", Some(40)),
    ("0.37371/equals/Winning-Ways-erratum-reported", Some(5)),
    ("0.37371/equals/WW-OEIS-A071513", Some(5)),
    ("0.4141/equals/WW-OEIS-A071506", Some(4)),
];

#[test]
fn published_claims_within_reach() {
    let mut sequences = Sequences::default();
    let mut contradicted = Vec::new();
    let mut confirmed = HashMap::<&str, usize>::new();
    for claim in claims::published().unwrap() {
        let shift = super::shift_of(&claim.game);
        let verdict = match (&claim.statement, shift_by_rules(&claim)) {
            (Statement::Equals { code, .. }, None) => {
                sequences.of(code);
                sequences.of(&claim.game.code);
                let [a, b] = [&claim.game.code, code].map(|code| &sequences.0[code]);
                judge_equality(&claim, &View::new(a, shift), &b.into(), None)
            }
            _ => judge(&claim, &View::new(sequences.of(&claim.game.code), shift)),
        };
        match verdict.verdict {
            Verdict::Confirmed => *confirmed.entry(claim.statement.kind()).or_default() += 1,
            Verdict::Contradicted => contradicted.push((claim.id, verdict.first_difference)),
            Verdict::Sharpened => panic!("{} sharpened: {}", claim.id, verdict.computed),
            Verdict::OutOfReach => {}
        }
    }
    let expected: Vec<_> = CONTRADICTED.map(|(id, heap)| (id.to_owned(), heap)).to_vec();
    assert_eq!(contradicted, expected);
    assert_eq!(confirmed["periodic_values"], 1);
    assert_eq!(confirmed["exceptions"], 6);
    assert!(confirmed["period"] >= 80 && confirmed["preperiod"] >= 55, "{confirmed:?}");
    assert!(confirmed["max_value"] >= 45 && confirmed["equals"] >= 700, "{confirmed:?}");
}
