//! The figures of published searches beside ours.

use std::path::Path;

use octal::catalogue::limits;
use octal::survey::figures::{FILE, FigureRow, FigureVerdict, HEADER, rows};
use octal::survey::files::read_rows;
use octal::survey::report::Reports;

use super::frontier::game;

/// The verdicts on the figures of one published search of these codes, which we searched to
/// `heaps`.
fn verdicts(codes: &[&str], heaps: u64, published: &str) -> Vec<String> {
    let columns = "code,heaps,who,year,source,max_value,max_at,rare_count,last_rare,mask";
    let table = format!("{columns}\n{published}\n");
    let limits = limits::read(table.as_bytes(), "l.csv").unwrap();
    let said =
        |row: FigureRow| format!("{} {} {} {:?}", row.figure, row.published, row.ours, row.verdict);
    rows(&[game(codes, heaps)], &limits).into_iter().map(said).collect()
}

/// Heap 965 of 0.6 has the largest value up to heap 1000, and heap 979 is the last rare one.
#[test]
fn a_search_that_ended_at_the_same_heap() {
    let known = octal::grundy::naive::values(&"0.6".parse().unwrap(), 1000);
    let max = *known.iter().max().unwrap();
    let at = known.iter().position(|&v| v == max).unwrap();
    let found = game(&["0.6"], 1000).row;
    let (rare, last) = (found.rare_count.unwrap(), found.last_rare.unwrap());
    let same = verdicts(&["0.6"], 1000, &format!("0.6,1000,A,,S,{max},{at},{rare},{last},0x1e"));
    assert_eq!(
        same,
        [
            format!("max_value {max} {max} Reproduced"),
            format!("max_at {at} {at} Reproduced"),
            format!("rare_count {rare} {rare} Reproduced"),
            format!("last_rare {last} {last} Reproduced"),
            "mask 0x1e 0x1e Reproduced".to_owned(),
        ]
    );
    let other = verdicts(&["0.6"], 1000, "0.6,1000,A,,S,7,9,3,8,0x1c");
    assert_eq!(
        other,
        [
            format!("max_value 7 {max} Differs"),
            format!("max_at 9 {at} Differs"),
            format!("rare_count 3 {rare} Differs"),
            format!("last_rare 8 {last} Differs"),
            "mask 0x1c 0x1e Differs".to_owned(),
        ]
    );
    // A bit that no value has tells nothing apart.
    assert_eq!(
        verdicts(&["0.6"], 1000, "0.6,1000,A,,S,,,,,0x101e"),
        ["mask 0x101e 0x101e Reproduced"]
    );
    assert!(verdicts(&["0.6"], 1000, "0.6,1000,A,,S,,,,,").is_empty());
    assert!(verdicts(&["0.6"], 1000, "0.06,1000,A,,S,1,1,1,1,0x1").is_empty());
}

#[test]
fn searches_of_unequal_length() {
    let found = game(&["0.6"], 1000).row;
    let [max, at, rare, last] =
        [found.max_value, found.max_at, found.rare_count, found.last_rare].map(Option::unwrap);
    let of = |row: String| verdicts(&["0.6"], 1000, &row);
    // Ours went further, and what it found came later: nothing is known of the shorter search.
    let heaps = at.min(last) - 1;
    let earlier = of(format!("0.6,{heaps},A,,S,5,9,3,8,0x1e"));
    let beyond = ["max_value 5  Undecided", "max_at 9  Undecided", "rare_count 3  Undecided"];
    assert_eq!(earlier[..3], beyond);
    assert_eq!(earlier[4], "mask 0x1e 0x1e Reproduced");
    // Theirs went further: what they found up to our end must be ours, the rest is undecided.
    let within = of(format!("0.6,5000,A,,S,{max},{at},{rare},{last},0x1e"));
    assert!(within.iter().all(|said| said.ends_with("Reproduced")), "{within:?}");
    let within = of(format!("0.6,5000,A,,S,{},{at},{},{last},0x2", max + 1, rare + 1));
    assert_eq!(within[0], format!("max_value {} {max} Differs", max + 1));
    assert_eq!(within[2], format!("rare_count {} {rare} Differs", rare + 1));
    assert_eq!(within[4], "mask 0x2  Undecided");
    let later = of("0.6,5000,A,,S,999,4000,5000,4999,0x1e".to_owned());
    assert!(later[..4].iter().all(|said| said.ends_with("  Undecided")), "{later:?}");
    // No search to a later heap has fewer rare heaps, or a lesser largest value.
    let lesser = of("0.6,5000,A,,S,1,4000,1,4999,0x1e".to_owned());
    assert!(lesser[..4].iter().all(|said| said.ends_with("Differs")), "{lesser:?}");
}

/// Heap n of 0.04 is heap n − 1 of 0.007.
#[test]
fn heaps_are_those_of_the_code_as_printed() {
    let found = game(&["0.04"], 4001).row;
    let [max, at, rare, last] =
        [found.max_value, found.max_at, found.rare_count, found.last_rare].map(Option::unwrap);
    let row = format!(
        "0.04,4001,A,,S,{max},{at},{rare},{last},{}",
        found.mask.map(|mask| format!("{mask:#x}")).unwrap()
    );
    let said = verdicts(&["0.007", "0.04"], 4000, &row);
    assert_eq!(said.len(), 5);
    assert!(said.iter().all(|said| said.ends_with("Reproduced")), "{said:?}");
}

/// The committed figures are those of the committed games, and none of them is unexplained.
#[test]
fn the_committed_figures() {
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
    let games = Reports::open(&results).unwrap().games();
    let figures = rows(&games, &limits::published().unwrap());
    let committed: Vec<FigureRow> = read_rows(&results.join(FILE), &HEADER).unwrap();
    assert_eq!(committed, figures, "bring it up to date: octal report");
    let with = |verdict| figures.iter().filter(move |row| row.verdict == verdict);
    let differs: Vec<[&str; 3]> = with(FigureVerdict::Differs)
        .map(|row| [&*row.code, &*row.figure, &*row.published])
        .collect();
    // That mask contradicts the other figures of its source: by it heap 26789789, whose value 148
    // is the largest, would be rare, and the last rare heap is 2561883.
    assert_eq!(differs, [["0.143", "mask", "0x7d"]]);
    assert_eq!((148 & 0x7d_u32).count_ones() % 2, 0);
    assert_eq!((148 & 0xfd_u32).count_ones() % 2, 1);
    assert!(with(FigureVerdict::Reproduced).count() >= 30);
}
