//! Closed forms against the solver, which knows only the rule.

use octal::gallery::analysis::{Formula, analyse};
use octal::gallery::lasker::LaskersNim;
use octal::gallery::nim::Nim;
use octal::gallery::powers::Powers;
use octal::gallery::subtraction::Subtraction;
use octal::gallery::{ClosedForm, Refusal, Solver};
use proptest::prelude::*;

/// The closed form equals the values by the rule, and finds the same winning moves.
fn holds<G: ClosedForm<Position = u128>>(game: &G, to: u128) {
    let mut solver = Solver::new(game);
    for n in 0..=to {
        assert_eq!(game.closed_form(&n), solver.value(&n), "{n}");
    }
    for sum in [[3, 5, to], [to / 2, to - 1, 1], [to, to, to - 2]] {
        let by_form = analyse(&mut Formula(game), &sum).unwrap();
        let by_rule = analyse(&mut solver, &sum).unwrap();
        assert_eq!(by_form.nim_sum, by_rule.nim_sum);
        assert_eq!(by_form.winning, by_rule.winning, "{sum:?}");
    }
}

#[test]
fn nim_and_laskers_nim() {
    holds(&Nim, 200);
    holds(&LaskersNim, 200);
}

#[test]
fn powers() {
    for k in 1..=20 {
        holds(&Powers::of(k).unwrap(), 500);
    }
}

#[test]
fn subtraction_with_long_and_short_periods() {
    for set in [&[1][..], &[1, 2, 3], &[2, 3, 5], &[5, 6, 29], &[1, 4, 10, 12], &[100]] {
        holds(&Subtraction::new(set).unwrap(), 600);
    }
}

proptest! {
    #[test]
    fn any_subtraction_set(set in prop::collection::vec(1..40_usize, 1..6)) {
        let game = Subtraction::new(&set).unwrap();
        let mut solver = Solver::new(&game);
        for n in 0..=400 {
            prop_assert_eq!(game.closed_form(&n), solver.value(&n), "{:?} {}", set, n);
        }
    }
}

#[test]
fn the_first_numbers_of_tokens_give_a_remainder() {
    for most in [1, 3, 10, 500, 9_999] {
        let game = Subtraction::new(&(1..=most).collect::<Vec<_>>()).unwrap();
        for heap in [0, 7, 12_345, 10_u128.pow(12), 10_u128.pow(30) + 17] {
            let expected = (heap % (most as u128 + 1)) as u64;
            assert_eq!(game.closed_form(&heap), Ok(expected), "{most} {heap}");
        }
    }
}

#[test]
fn powers_of_two_have_period_three() {
    let game = Powers::of(2).unwrap();
    for heap in [1, 2, 3, 100, 1 << 90, (1 << 90) + 1, u128::MAX] {
        assert_eq!(game.closed_form(&heap), Ok((heap % 3) as u64));
    }
    let found = analyse(&mut Formula(&game), &[1 << 90]).unwrap();
    let winning = found.winning.unwrap();
    // 2^90 has residue 1; taking 2^m leaves residue 0 for even m.
    assert_eq!(winning.len(), 46);
    assert!(winning.iter().all(|m| m.to.iter().all(|left| left % 3 == 0)));
}

/// Who wins one pile, by dynamic programming over all smaller piles.
fn lost_piles(k: u64, to: usize) -> Vec<bool> {
    let mut lost = vec![true];
    for n in 1..=to {
        let mut power = 1;
        let mut wins = false;
        while power <= n {
            wins |= lost[n - power];
            power *= k as usize;
            if k == 1 {
                break;
            }
        }
        lost.push(!wins);
    }
    lost
}

#[test]
fn the_least_winning_number_of_coins() {
    for k in 1..=100 {
        let game = Powers::of(k).unwrap();
        let lost = lost_piles(k, 1000);
        for n in 0..=1000 {
            let powers = (0..10).map(|m| (k as usize).pow(m)).filter(|&power| power <= n);
            let least = powers.filter(|power| lost[n - power]).min().unwrap_or(0);
            assert_eq!(game.least_winning(n as u128), least as u128, "k = {k}, {n} coins");
        }
    }
}

#[test]
fn what_is_out_of_reach_is_said() {
    let refused = Nim.closed_form(&(1 << 64)).unwrap_err();
    assert!(matches!(refused, Refusal::OutOfReach { .. }), "{refused}");
    let found = analyse(&mut Formula(&LaskersNim), &[1 << 40, 5]).unwrap();
    assert_eq!(found.nim_sum, ((1 << 40) - 1) ^ 5);
    assert!(found.winning.unwrap_err().to_string().contains("1099511627776 is too large"));
}
