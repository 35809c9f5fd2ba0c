//! The driver, and with it blocks and superblocks, against the definition and the sparse engine:
//! every kernel, every tuning.

use std::cell::OnceCell;

use octal::code::Code;
use octal::grundy::driver::{Counters, Driver, Tuning};
use octal::grundy::kernel::Kernel;
use octal::grundy::sparse::Sparse;
use octal::grundy::values::{Slice, Values};
use octal::grundy::{RareSet, naive};
use octal::survey::class::octal_codes;
use rayon::prelude::*;

use crate::common::{code, random_code};

const TUNINGS: [Tuning; 3] = [Tuning::DEFAULT, Tuning::TINY, Tuning::ALTERNATE];

/// Games with few taps: those of the literature, several splitting places, both parities, values
/// above 64, even masks.
const FEW_TAPS: [&str; 13] = [
    "0.106", "0.104", "0.454", "0.167", "0.205", "0.054", "0.174", "4.045", "0.77", "4.4", "0.156",
    "0.45", "0.644",
];

/// `!`, a mask that changes late, values that have no short number.
const OTHERS: [&str; 3] = ["0.14!6!", "0.207", "0.7477"];

/// Games with many taps: quiet and growing rare sets, both parities, several splitting places, `!`,
/// values that need one byte and two. Also games without a useful sparse space, and a rare heap far
/// behind the others.
const MANY_TAPS: [&str; 14] = [
    "0.6", "0.034", "0.14", "0.36", "0.142", "0.007", "0.06", "0.37", "0.2644", "4!.007", "0.26",
    "0.4!4", "4.044", "4!.0",
];

/// Counts how often one way through the engine was taken.
type Count = fn(&Counters) -> u64;

/// The kernels of this CPU. Those that it lacks are reported as ignored by
/// `tests/outside/kernels.rs`.
fn kernels() -> Vec<Kernel> {
    Kernel::ALL.into_iter().filter(|kernel| kernel.is_supported()).collect()
}

fn computed(code: &Code, to: u64, tuning: Tuning) -> Driver {
    let mut engine = Driver::with(code, tuning).unwrap();
    engine.extend(to).unwrap();
    engine
}

/// The sparse engine alone.
fn sparse_alone(code: &Code, to: u64) -> Sparse {
    let mut engine = Sparse::new(code).unwrap();
    engine.extend(to).unwrap();
    engine
}

fn assert_same(code: &Code, (a, a_rare): (Slice<'_>, Option<RareSet>), b: &Driver, what: &str) {
    let b_values = b.values();
    let difference = a.iter().zip(b_values.iter()).position(|(a, b)| a != b);
    assert_eq!(difference, None, "{code}, {what}");
    assert_eq!((a.len(), a_rare), (b_values.len(), b.rare()), "{code}, {what}");
}

/// Every kernel and tuning gives what the sparse engine alone gives. Returns the counters of the
/// widest kernel.
fn assert_all_are_sparse(code: &Code, to: u64) -> [Counters; 3] {
    // So much fails with the tiny tuning that it takes its time.
    let near = to.min(20_000);
    let ends = [near, to].map(|to| (to, OnceCell::new()));
    TUNINGS.map(|tuning| {
        let (to, sparse) = &ends[usize::from(tuning != Tuning::TINY && to > near)];
        let (to, sparse) = (*to, sparse.get_or_init(|| sparse_alone(code, *to)));
        let mut counters = Counters::default();
        for kernel in kernels() {
            let blocked = computed(code, to, Tuning { kernel: Some(kernel), ..tuning });
            assert_same(
                code,
                (sparse.values(), sparse.rare()),
                &blocked,
                &format!("{kernel:?} {tuning:?}"),
            );
            counters = blocked.counters();
        }
        counters
    })
}

#[test]
fn all_codes_of_two_digits() {
    octal_codes(2).into_par_iter().for_each(|code| {
        let expected = naive::values(&code, 2500);
        for kernel in kernels() {
            let tuning = Tuning { kernel: Some(kernel), ..Tuning::TINY };
            assert!(computed(&code, 2500, tuning).values() == expected, "{code}, {kernel:?}");
        }
        assert_all_are_sparse(&code, 9_000);
    });
}

/// Every way through the engine is taken by games of this list.
#[test]
fn games_with_few_taps() {
    let games = FEW_TAPS.map(|text| (text, 200_000)).into_iter();
    let games: Vec<_> = games.chain(OTHERS.map(|text| (text, 20_000))).collect();
    let all: Vec<[Counters; 3]> =
        games.into_par_iter().map(|(text, to)| assert_all_are_sparse(&code(text), to)).collect();
    let ways: [(&str, Count); 11] = [
        ("hand over", |c| c.hand_overs.to_blocks),
        ("near", |c| c.blocks.group),
        ("far", |c| c.blocks.block),
        ("verify", |c| c.blocks.splits),
        ("search", |c| c.blocks.searched),
        ("not verified", |c| c.blocks.unverified),
        ("too large for the planes", |c| c.blocks.too_large),
        ("two rare parts", |c| c.blocks.pairs),
        ("new rare heap", |c| c.hand_overs.new_rare),
        ("new space", |c| c.hand_overs.new_space),
        ("no short number", |c| c.hand_overs.not_packed),
    ];
    for (way, count) in ways {
        let taken = all.iter().flatten().filter(|counters| count(counters) > 0).count();
        println!("{way}: {taken} of {}", 3 * all.len());
        assert!(taken > 0, "never taken: {way}");
    }
    // With the default tuning nearly everything is computed in blocks.
    let [default, _, _] = all[0];
    assert!(64 * default.blocks.blocks > 180_000 && default.blocks.unverified < 100);
}

/// Every way through superblocks is taken by games of this list.
#[test]
fn games_with_many_taps() {
    let all: Vec<[Counters; 3]> = MANY_TAPS
        .into_par_iter()
        .map(|text| {
            assert_all_are_sparse(&code(text), if text == "0.06" { 25_000 } else { 60_000 })
        })
        .collect();
    let ways: [(&str, Count); 16] = [
        ("hand over", |c| c.hand_overs.to_superblocks),
        ("taken over again", |c| c.hand_overs.to_superblocks.saturating_sub(1)),
        ("many planes", |c| c.superblocks.many_planes),
        ("leading taps", |c| c.superblocks.lead_choices),
        ("taps held", |c| c.superblocks.held),
        ("beyond guesses", |c| c.superblocks.beyond_guesses),
        ("beyond planes", |c| c.superblocks.beyond_planes),
        ("witnesses", |c| c.superblocks.witnesses),
        ("search", |c| c.superblocks.searched),
        ("search in an order that was learnt", |c| c.superblocks.order_choices),
        ("new rare heap", |c| c.superblocks.new_rare),
        ("more effort", |c| c.superblocks.with_more_effort),
        ("more planes", |c| c.superblocks.more_planes),
        ("too large for the sets", |c| c.superblocks.too_large),
        ("heaps in the middle forgotten", |c| c.superblocks.compacted),
        ("and needed", |c| c.hand_overs.needed_history),
    ];
    for (way, count) in ways {
        let taken = all.iter().flatten().filter(|counters| count(counters) > 0).count();
        println!("{way}: {taken} of {}", 3 * all.len());
        assert!(taken > 0, "never taken: {way}");
    }
    // With the default tuning nearly everything is computed in superblocks.
    let [default, _, _] = all[0];
    assert!(512 * default.superblocks.superblocks > 50_000);
}

#[test]
fn random_codes() {
    let mut random = fastrand::Rng::with_seed(1);
    let codes: Vec<Code> = (0..60).map(|i| random_code(&mut random, 3 + i % 4, 8, false)).collect();
    codes.into_par_iter().for_each(|code| {
        assert_all_are_sparse(&code, 5_000);
    });
}

/// In how many pieces a sequence is computed makes no difference, not even to the work.
#[test]
fn step_by_step() {
    for (text, tuning) in
        ["0.106", "0.454", "0.205", "0.6"].into_iter().flat_map(|text| TUNINGS.map(|t| (text, t)))
    {
        let once = computed(&code(text), 30_000, tuning);
        let mut steps = Driver::with(&code(text), tuning).unwrap();
        for to in (0..30_000).step_by(37).chain([29_999, 5, 30_000]) {
            steps.extend(to).unwrap();
            assert!(steps.values().len() as u64 > to);
        }
        assert_same(&code(text), (once.values(), once.rare()), &steps, "step by step");
        assert_eq!(once.work(), steps.work(), "{text}");
    }
}

/// However many threads there are: the same values, and the same work.
#[test]
fn any_number_of_threads() {
    let pools = [1, 2, 5]
        .map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap());
    let games = MANY_TAPS.into_iter().flat_map(|text| TUNINGS.map(|tuning| (text, tuning)));
    for (text, tuning) in games {
        let [one, several @ ..] =
            pools.each_ref().map(|pool| pool.install(|| computed(&code(text), 15_000, tuning)));
        for other in several {
            assert_same(&code(text), (one.values(), one.rare()), &other, &format!("{tuning:?}"));
            assert_eq!(one.work(), other.work(), "{text}, {tuning:?}");
        }
    }
}

/// Rebuilds an engine from the first values, as many as each cut says, and compares it at the end
/// with one that was not rebuilt. Returns the numbers of blocks and superblocks of all rebuilt
/// ones.
fn again_from(code: &Code, tuning: Tuning, end: u64, cuts: &[usize]) -> [u64; 2] {
    let (whole, mut used) = (computed(code, end, tuning), [0, 0]);
    for &cut in cuts {
        let values = match whole.values().range(..cut) {
            Slice::Bytes(values) => Values::Bytes(values.to_vec()),
            Slice::Words(values) => Values::Words(values.to_vec()),
        };
        let mut again = Driver::again(code, tuning, values).unwrap();
        again.extend(end).unwrap();
        let expected = (whole.values(), whole.rare());
        assert_same(code, expected, &again, &format!("{tuning:?}, from {cut} values"));
        let Counters { blocks, superblocks, .. } = again.counters();
        used = [used[0] + blocks.blocks, used[1] + superblocks.superblocks];
    }
    used
}

/// An engine rebuilt from any number of values continues with the same values and rare heaps, and
/// in blocks and superblocks as soon as it can.
#[test]
fn again_from_the_values() {
    let games: Vec<&str> = [&FEW_TAPS[..], &OTHERS, &MANY_TAPS].concat();
    let used: Vec<[u64; 2]> = games
        .par_iter()
        .flat_map(|text| TUNINGS.map(|tuning| (*text, tuning)))
        .map(|(text, tuning)| {
            let code = code(text);
            let late = fastrand::Rng::with_seed(3).usize(34..12_000);
            again_from(&code, tuning, 3000, &[0, 1, 2, 15, 16, 17, 31, 32, 33]);
            again_from(&code, tuning, 12_000, &[late, 8192, 12_001])
        })
        .collect();
    assert!((0..2).all(|i| used.iter().map(|used| used[i]).sum::<u64>() > 0), "{used:?}");
}
