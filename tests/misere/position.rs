//! Positions: outcomes and winning moves against brute force.

use octal::misere::position::{Heap, MisereAnalysis};
use octal::misere::pretending::Pretending;
use octal::misere::solve::Solved;
use octal::misere::winning::{WinningBudget, WinningFamily, WinningMoves};
use octal::period::search::{Limits, search};
use octal::period::sequence::Known;

use super::oracle::{Oracle, options, positions};
use super::{up_to, whole};
use crate::common::code;

const ENOUGH: WinningBudget = WinningBudget { work: u64::MAX, listed: u64::MAX };

fn solve(solved: &Solved, normal: Option<&Known>, sizes: &[u64]) -> MisereAnalysis {
    MisereAnalysis::new(&Pretending { solved, normal }, sizes, ENOUGH).unwrap()
}

fn families_of(winning: &Option<WinningMoves>) -> &[WinningFamily] {
    winning.as_ref().map_or(&[], |moves| &moves.families)
}

/// Outcome and number of winning moves of every position, each move in each heap counted once.
#[test]
fn all_small_positions() {
    for text in ["0.77", "0.75", "0.123", "4!.0", "0.07", "0.7f"] {
        let solved = up_to(&code(text), 12);
        let mut oracle = Oracle::new(&solved.code);
        for position in positions(12) {
            let sizes: Vec<u64> = position.iter().map(|&n| n as u64).collect();
            let analysis = solve(&solved, None, &sizes);
            assert_eq!(analysis.is_p, oracle.is_p(&position), "{text}: {position:?}");
            for heap in &analysis.heaps {
                let n = heap.size as usize;
                let mut others = position.clone();
                others.remove(others.iter().position(|&m| m == n).unwrap());
                let mut wins: Vec<Vec<usize>> = options(&solved.code, &[n]);
                wins.retain(|parts| oracle.is_p(&[&others[..], parts].concat()));
                wins.sort();
                wins.dedup();
                let ours = families_of(&heap.winning).iter();
                let mut ours: Vec<Vec<usize>> =
                    ours.map(|family| family.present().collect()).collect();
                ours.sort();
                assert_eq!(ours, wins, "{text}: {position:?}, heap {n}");
            }
        }
    }
}

/// Moves that are not listed are counted, and a heap with too many options for the work has none.
#[test]
fn a_budget_of_moves() {
    let solved = whole("0.77");
    let pretending = Pretending { solved: &solved, normal: None };
    let analysis = |budget: WinningBudget| {
        MisereAnalysis::new(&pretending, &[5, 9, 12], budget).unwrap().heaps
    };
    let two = analysis(WinningBudget { listed: 2, ..ENOUGH });
    let moves = |heap: &Heap| heap.winning.as_ref().map(|w| (w.families.len(), w.count));
    assert_eq!(
        two.iter().map(moves).collect::<Vec<_>>(),
        [Some((2, 2)), Some((0, 1)), Some((0, 1))]
    );
    let short = analysis(WinningBudget { work: 10, ..ENOUGH });
    assert_eq!(short.iter().map(moves).collect::<Vec<_>>(), [Some((2, 2)), None, None]);
}

#[test]
fn kayles_5_9_12() {
    let solved = whole("0.77");
    let analysis = solve(&solved, None, &[5, 9, 12]);
    assert!(!analysis.is_p);
    let heaps = analysis.heaps.iter();
    let moves: Vec<String> = heaps
        .flat_map(|heap| {
            families_of(&heap.winning).iter().map(|mv| format!("{} → {mv}", heap.size))
        })
        .collect();
    assert_eq!(moves, ["5 → 4", "5 → 2+2", "9 → 4+4", "12 → 5+5"]);
    assert!(solve(&solved, None, &[12, 12, 4]).is_p);
}

/// Heaps beyond the quotient, by a period and by normal play: what the partial quotient of more
/// heaps says.
#[test]
fn large_heaps() {
    for text in ["0.77", "0.75", "0.123", "0.53"] {
        let (solved, further) = (whole(text), up_to(&code(text), 120));
        let normal = search(&solved.code, &Limits::heaps(2000), &|_| true).unwrap();
        for a in [1, 5, 30, 77, 119] {
            for b in [2, 9, 60, 103] {
                for c in [3, 90, 120] {
                    let analysis = solve(&solved, Some(&normal), &[a, b, c]);
                    let heaps = [a, b, c].map(|n| n as usize);
                    assert_eq!(analysis.is_p, further.quotient.is_p_position(&heaps), "{text}");
                    let won = analysis
                        .heaps
                        .iter()
                        .any(|heap| heap.winning.as_ref().is_none_or(|moves| moves.count > 0));
                    assert_eq!(won, !analysis.is_p, "{text}: {heaps:?}");
                }
            }
        }
        families(&solved, &normal);
    }
    let partial = up_to(&code("0.77"), 20);
    let pretending = Pretending { solved: &partial, normal: None };
    assert_eq!(MisereAnalysis::new(&pretending, &[3, 21], ENOUGH).unwrap_err().0, 21);
}

/// The families of a heap just above the limit describe the moves of that heap, one by one. So do
/// the families of a heap that is larger by many periods.
fn families(solved: &Solved, normal: &Known) {
    let pretending = Pretending { solved, normal: Some(normal) };
    let (_, period) = pretending.tail().unwrap();
    let n = (1 << 20) + 1;
    for others in [vec![], vec![5], vec![9, 14], vec![1_u64]] {
        let largest = |n: u64| {
            let analysis = solve(solved, Some(normal), &[&others[..], &[n]].concat());
            analysis.heaps.last().unwrap().winning.clone().unwrap().families
        };
        let (ours, further) = (largest(n), largest(n + period * (1 << 39)));
        let first = |families: &[WinningFamily]| -> Vec<usize> {
            families.iter().map(|family| family.present().next().unwrap()).collect()
        };
        let mut one_by_one = 0;
        for parts in octal::misere::position::options(&solved.code, n as usize) {
            let parts = parts.map(|part| part as u64);
            let left = others.iter().copied().chain(parts).filter(|&part| part > 0);
            let left: Vec<u64> = left.collect();
            let value = |part: &u64| pretending.value(*part).unwrap();
            let value = left.iter().map(value).reduce(|x, y| pretending.product(x, y)).unwrap();
            one_by_one += u64::from(pretending.is_p(value));
        }
        assert_eq!(ours.iter().map(|family| family.count).sum::<u64>(), one_by_one, "{others:?}");
        let two = |families: &[WinningFamily]| -> Vec<WinningFamily> {
            families.iter().filter(|family| family.parts[1] > 0).cloned().collect()
        };
        assert_eq!(first(&two(&ours)), first(&two(&further)), "{}: {others:?}", solved.code);
    }
}
