//! A view of a known sequence has the same answers as a search of the cousin itself.

use octal::catalogue::{Statement, claims};
use octal::code::cousins::same_by_rules;
use octal::period::search::{Limits, search};
use octal::period::sequence::Known;
use octal::period::shifted::View;
use octal::period::{Finding, Period};

fn period_of(view: &View) -> (u64, u64) {
    view.proved().map(|p| (p.preperiod, p.period)).unwrap()
}

/// Checks that a view agrees with the sequence computed from the cousin's own rules.
fn assert_same(view: &View, own: &Known) {
    let what = format!("{} shift {} and {}", view.known.code, view.shift, own.code);
    assert_eq!(view.finding().period(), own.finding.period(), "{what}");
    assert!(view.exceptions().eq(own.exceptions()), "{what}");
    assert_eq!(view.max_value(), own.max_value(), "{what}");
    let last = view.verified_to().max(own.verified_to());
    assert!((0..=last).all(|n| view.value(n) == own.value(n)), "{what}");
}

/// The rare heaps of a game with a shift are those that its values make rare, the zeros before the
/// first heap among them; with and without position parity. The shift back leads to the same rare
/// heaps.
#[test]
fn rare_heaps_with_a_shift() {
    for code in ["0.77", "0.6", "0.16", "0.104", "0.454"] {
        let known = super::known(code, 3000);
        for shift in 0..6 {
            let view = View::new(&known, shift);
            let rare = known.rare.unwrap().shifted(shift);
            let is_rare = |&n: &u64| rare.space.is_rare(n as usize, view.value(n).unwrap() as u16);
            let heaps: Vec<u64> = (0..=view.verified_to()).filter(is_rare).collect();
            let (count, last) = (heaps.len() as u64, heaps.last().copied());
            assert_eq!((rare.count, rare.last), (count, last), "{code} shift {shift}");
            assert_eq!(rare.shifted(-shift), known.rare.unwrap(), "{code} shift {shift}");
        }
    }
}

#[test]
fn published_cousins() {
    let (mut compared, mut shifts) = (0, [0; 8]);
    for claim in claims::published().unwrap() {
        let Statement::Equals { code, .. } = &claim.statement else { continue };
        let Some(shift) = same_by_rules(&claim.game.code, code) else { continue };
        let [own, other] = [&claim.game.code, code]
            .map(|code| search(code, &Limits::heaps(1000), &|_| true).unwrap());
        if own.finding.proved().is_some() && other.finding.proved().is_some() {
            assert_same(&View::new(&other, shift), &own);
            assert_same(&View::new(&own, -shift), &other);
            compared += 1;
            shifts[(shift + 3) as usize] += 1;
        }
    }
    assert!(compared > 100, "{compared} compared");
    assert!(shifts[..3].iter().sum::<i32>() > 0 && shifts[4..].iter().sum::<i32>() > 0);
}

#[test]
fn a_view_without_a_shift_is_the_sequence() {
    for code in ["0.77", "0.137", "0.07", "0.3", "0.0", "0.1", "0.52"] {
        let known = super::known(code, 1000);
        assert_same(&(&known).into(), &known);
    }
}

#[test]
fn the_preperiod_is_least_again() {
    // 0.3: 0 1 0 1 … · 0.1: 0 1 0 0 0 … · 0.0: 0 0 0 …
    let cases = [
        ("0.3", 1, (1, 2)),
        ("0.3", 2, (2, 2)),
        ("0.3", -1, (0, 2)),
        ("0.1", 3, (5, 1)),
        ("0.1", -1, (1, 1)),
        ("0.1", -2, (0, 1)),
        ("0.1", -1_000_000, (0, 1)),
        ("0.0", 1_000_000, (0, 1)),
        ("0.07", -1, (52, 34)),
        ("0.137", 1, (53, 34)),
    ];
    for (code, shift, expected) in cases {
        let known = super::known(code, 1000);
        let view = View::new(&known, shift);
        assert_eq!(period_of(&view), expected, "{code} shift {shift}");
    }
}

#[test]
fn zeros_below_the_first_heap_may_continue_the_pattern() {
    // 0 1 0 0 1 1 0 0 1 1 …
    let known = super::known("0.12", 100);
    assert_eq!(known.values().range(..8), [0, 1, 0, 0, 1, 1, 0, 0]);
    for shift in -6..6 {
        let view = View::new(&known, shift);
        let values: Vec<u64> = (0..100).map(|n| view.value(n).unwrap()).collect();
        let least = (0..50).find(|&n0| (n0..90).all(|n| values[n] == values[n + 4])).unwrap();
        assert_eq!(period_of(&view), (least as u64, 4), "shift {shift}");
    }
}

#[test]
fn exceptions_are_counted_as_they_are_listed() {
    // Values of one byte and of two, a saltus, exceptions over many periods and over less than one.
    for code in ["0.77", "0.156", "0.56", "0.644", "0.13254", "4.[3]"] {
        let known = super::known(code, 1_000_000);
        let Period { preperiod, period, saltus } = known.finding.proved().expect(code);
        for shift in [-300, -5, -1, 0, 1, 5, 300] {
            let view = View::new(&known, shift);
            let Some(Period { preperiod: n0, .. }) = view.proved() else { unreachable!() };
            let pattern = |n: u64| {
                let periods = (n0 - n).div_ceil(period);
                let above = view.value(n + periods * period).unwrap();
                above as i64 - (periods * saltus) as i64
            };
            let broken = (0..n0).filter(|&n| view.value(n).unwrap() as i64 != pattern(n));
            let broken: Vec<u64> = broken.collect();
            assert!(view.exceptions().map(|e| e.n).eq(broken.iter().copied()), "{code} {shift}");
            assert_eq!(view.exception_count(), broken.len() as u64, "{code} shift {shift}");
            assert!(shift != 0 || n0 == preperiod && (broken.len() > 2 || saltus > 0), "{code}");
        }
    }
}

#[test]
fn a_saltus_is_carried_along() {
    let nim = super::known("0.[3]", 50);
    let period = |preperiod| Some(Period { preperiod, period: 1, saltus: 1 });
    assert_eq!(View::new(&nim, 1).proved(), period(1));
    assert_eq!(View::new(&nim, -1).proved(), period(0));
    assert_eq!(View::new(&nim, 4).value(1000), Some(996));
    assert_eq!(View::new(&nim, 4).exceptions().map(|e| e.n).collect::<Vec<_>>(), [0, 1, 2, 3]);
}

#[test]
fn an_open_sequence_stays_open() {
    let officers = super::known("0.6", 500);
    let couples = View::new(&officers, 1);
    assert_eq!((couples.finding(), couples.verified_to()), (Finding::Open, 501));
    assert_eq!((couples.value(501), couples.value(502)), (officers.value(500), None));
    assert_eq!(couples.exceptions().count(), 0);
    let (max, at) = officers.max_value();
    assert_eq!(couples.max_value(), (max, at + 1));
    assert_eq!(View::new(&officers, -501).verified_to(), 0);
    assert_eq!(View::new(&officers, -501).value(0), None);
    assert_eq!(View::new(&officers, i64::MIN).max_value(), (0, 0));
    assert_eq!(View::new(&officers, i64::MAX).value(0), Some(0));
}
