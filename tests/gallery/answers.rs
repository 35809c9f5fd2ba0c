//! Answers that are known, by the gallery and by the octal engines.

use octal::code::Code;
use octal::gallery::analysis::{NormalAnalysis, analyse};
use octal::gallery::dawson::DawsonsKayles;
use octal::gallery::grundy::GrundysGame;
use octal::gallery::kayles::Kayles;
use octal::gallery::lasker::LaskersNim;
use octal::gallery::nim::Nim;
use octal::gallery::sticks::Sticks;
use octal::gallery::subtraction::Subtraction;
use octal::gallery::{Ruleset, Solver};
use octal::grundy::Engine;
use octal::outcome::Outcome;
use octal::period::search::{Limits, search};

/// The values of a code by the engine that the workbench uses.
fn engine(code: &str, to: u64) -> Vec<u64> {
    let mut engine = Engine::new(&code.parse::<Code>().unwrap());
    engine.extend(to).unwrap();
    engine.values().iter().map(u64::from).collect()
}

fn gallery<G: Ruleset<Position = u128>>(game: &G, to: u128) -> Vec<u64> {
    let mut solver = Solver::new(game);
    (0..=to).map(|heap| solver.value(&heap).unwrap()).collect()
}

#[test]
fn the_gallery_equals_the_octal_engines() {
    assert_eq!(gallery(&Kayles, 400), engine("0.77", 400));
    assert_eq!(gallery(&DawsonsKayles, 400), engine("0.07", 400));
    assert_eq!(gallery(&Sticks, 400), engine("0.777", 400));
    assert_eq!(gallery(&GrundysGame, 400), engine("4!.0", 400));
    let set = Subtraction::new(&[2, 5, 7]).unwrap();
    assert_eq!(gallery(&set, 400), engine("S(2,5,7)", 400));
}

#[test]
fn games_that_are_no_finite_code_equal_the_definition() {
    let naive = |code: &str| {
        let values = octal::grundy::naive::values(&code.parse().unwrap(), 100);
        values.into_iter().map(u64::from).collect::<Vec<_>>()
    };
    assert_eq!(gallery(&Nim, 100), naive("0.[3]"));
    assert_eq!(gallery(&LaskersNim, 100), naive("4.[3]"));
}

/// A position by the gallery, whose value by the engine is the same.
fn position<G: Ruleset<Position = u128>>(
    game: &G,
    code: &str,
    sum: &[u128],
) -> NormalAnalysis<u128> {
    let found = analyse(&mut Solver::new(game), sum).unwrap();
    let values = engine(code, 20);
    let by_engine = sum.iter().fold(0, |sum, &heap| sum ^ values[heap as usize]);
    assert_eq!(found.nim_sum, by_engine, "{code} {sum:?}");
    found
}

fn winning(found: NormalAnalysis<u128>) -> Vec<String> {
    found.winning.unwrap().iter().map(ToString::to_string).collect()
}

#[test]
fn kayles() {
    assert_eq!(position(&Kayles, "0.77", &[3, 4, 5, 2, 5]).outcome(), Outcome::P);
    let after = position(&Kayles, "0.77", &[3, 2, 1, 5, 2, 5]);
    assert!(winning(after).contains(&"3 → 1".to_owned()));
}

#[test]
fn dawsons_kayles() {
    let found = position(&DawsonsKayles, "0.07", &[12, 13, 14]);
    assert_eq!((found.nim_sum, winning(found)), (4, vec!["14 → 6+6".to_owned()]));
    let found = position(&DawsonsKayles, "0.07", &[8, 9, 10, 13]);
    assert_eq!((found.nim_sum, found.outcome()), (0, Outcome::P));
}

#[test]
fn grundys_game() {
    let found = position(&GrundysGame, "4!.0", &[10, 11, 12]);
    assert_eq!(found.nim_sum, 3);
    assert_eq!(winning(found), ["11 → 9+2", "12 → 7+5", "12 → 8+4", "12 → 11+1"]);
    let found = position(&GrundysGame, "4!.0", &[13, 14, 15]);
    assert_eq!((found.nim_sum, found.outcome()), (0, Outcome::P));
}

#[test]
fn laskers_nim() {
    // 7, 11, 15 are worth 8, 12, 16; only heap 15 has an option of value 8 ⊕ 12 = 4: heap 3.
    let found = analyse(&mut Solver::new(&LaskersNim), &[7, 11, 15]).unwrap();
    assert_eq!(found.parts.iter().map(|part| part.value).collect::<Vec<_>>(), [8, 12, 16]);
    assert_eq!((found.nim_sum, winning(found)), (20, vec!["15 → 3".to_owned()]));
}

/// The tables of the gallery show the periods that are proved for the codes.
#[test]
fn tables_to_150_show_the_proved_periods() {
    for (values, code) in [(gallery(&Kayles, 150), "0.77"), (gallery(&DawsonsKayles, 150), "0.07")]
    {
        let known = search(&code.parse().unwrap(), &Limits::heaps(1000), &|_| true).unwrap();
        let period = known.finding.proved().unwrap();
        let (n0, p) = (period.preperiod as usize, period.period as usize);
        assert!((n0..=150 - p).all(|n| values[n] == values[n + p]), "{code}");
        assert_ne!(values[n0 - 1], values[n0 - 1 + p], "{code}");
    }
}
