//! Partial quotients of random games against brute force.

use fastrand::Rng;
use octal::code::{Code, Digit};
use octal::misere::limits::{MisereLimits, MisereProgress, MisereStop, MisereWatcher};
use octal::misere::solve::partial;

use super::oracle::{Oracle, positions};
use super::up_to;
use crate::common::{code, random_code};

/// All positions up to this total.
const TOTAL: usize = 18;

/// Compares every outcome by the quotient with brute force. Returns the number of outcomes, and the
/// order.
fn compare(code: &Code, work: u64) -> (usize, usize) {
    let limits = MisereLimits { heaps: TOTAL, work: Some(work), memory: 1 << 30 };
    let solved = partial(code, &limits, &());
    let mut oracle = Oracle::new(code);
    let last = solved.quotient.last_heap();
    let within = positions(TOTAL).into_iter().filter(|p| p.iter().all(|&heap| heap <= last));
    let compared = within.map(|position| {
        let ours = solved.quotient.is_p_position(&position);
        assert_eq!(ours, oracle.is_p(&position), "{code}: {position:?}");
    });
    (compared.count(), solved.quotient.order())
}

#[test]
fn random_games_to_total_18() {
    let mut random = Rng::with_seed(20);
    let (mut all, mut large) = (0, 0);
    for i in 0..300 {
        let (base, unequal) = (if i % 4 == 0 { 16 } else { 8 }, i % 3 == 0);
        let digits = random.usize(1..=4);
        let code = random_code(&mut random, digits, base, unequal);
        let (count, order) = compare(&code, 30_000_000);
        all += count;
        large += usize::from(order > 20);
    }
    // 1597 positions have at most 18 tokens; a few games reach the limit of work before heap 18.
    assert!(all > 270 * 1597, "{all}");
    assert!(large > 30, "{large}");
}

/// Codes whose digits repeat for ever have partial quotients as well.
#[test]
fn endless_codes() {
    for text in ["0.[3]", "0.3[37]", "0.1[6]", "0.[7]"] {
        assert!(compare(&code(text), 300_000_000).0 > 300, "{text}");
    }
}

#[test]
fn games_without_moves_and_with_one() {
    let none = up_to(&code("0.0"), 10);
    assert_eq!((none.quotient.order(), none.quotient.p_portion().count()), (1, 0));
    assert_eq!(none.quotient.last_heap(), 10);
    let one = up_to(&Code::new([Digit::ZERO, Digit::new(1)], []).unwrap(), 10);
    assert_eq!((one.quotient.order(), one.quotient.p_portion().count()), (2, 1));
}

/// Stops at the second look.
struct Impatient(std::sync::atomic::AtomicUsize);

impl MisereWatcher for Impatient {
    fn continues(&self, progress: &MisereProgress) -> bool {
        assert!(progress.order > 0);
        self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed) < 1
    }
}

#[test]
fn limits_and_interruption() {
    let dawson = code("0.07");
    let stopped = partial(&dawson, &MisereLimits::heaps(100), &Impatient(0.into()));
    assert_eq!(stopped.stop, MisereStop::Cancelled);
    assert!(stopped.quotient.last_heap() >= 24, "{}", stopped.quotient.last_heap());
    let work = MisereLimits { work: Some(1_000_000), ..MisereLimits::heaps(100) };
    assert_eq!(partial(&dawson, &work, &()).stop, MisereStop::Work);
    let memory = MisereLimits { memory: 100_000, ..MisereLimits::heaps(100) };
    let stopped = partial(&dawson, &memory, &());
    assert_eq!(stopped.stop, MisereStop::Memory);
    assert_eq!(stopped.quotient.order(), 24);
    assert_eq!(up_to(&dawson, 20).stop, MisereStop::Complete);
    assert_eq!(up_to(&code("0.0007"), 1).quotient.phi(), [0, 0]);
}
