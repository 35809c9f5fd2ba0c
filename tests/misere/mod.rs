//! Misère play, compared with brute force and with published results.

mod certificate;
mod direct;
mod facts;
mod genus;
mod infinite;
mod monoid;
mod oracle;
mod partial;
mod position;
mod proofs;
mod resumable;
mod verify;

use octal::code::Code;
use octal::misere::extend::Stair;
use octal::misere::limits::MisereLimits;
use octal::misere::solve::{Solved, partial, solve};

use crate::common::code;

/// Enough for every game of the tests that ends, and not long for the others.
const WORK: u64 = 3_000_000_000;

fn limits(heaps: usize) -> MisereLimits {
    MisereLimits { heaps, work: Some(WORK), memory: 1 << 30 }
}

/// The search for the quotient of a whole game.
fn whole(text: &str) -> Solved {
    solve(&code(text), &limits(1000), &()).unwrap()
}

/// The partial quotient of the heaps up to n.
fn up_to(code: &Code, heaps: usize) -> Solved {
    partial(code, &limits(heaps), &())
}

/// |Q|/|P| of the partial quotient to a heap.
fn stair(solved: &Solved, heap: usize) -> (usize, usize) {
    let before = |stair: &&Stair| stair.heap <= heap;
    let stair = solved.staircase.iter().rfind(before).unwrap();
    (stair.order, stair.p_portion)
}
