//! Theorem I: quotients that are infinite.

use octal::misere::limits::{MisereLimits, MisereStop};
use octal::misere::solve::{Solved, partial};

use crate::common::code;

/// The search must end with a proof that the quotient is infinite at this heap.
fn infinite_at(text: &str, heap: usize) -> Solved {
    let limits = MisereLimits { memory: 1 << 30, ..MisereLimits::heaps(heap + 5) };
    let solved = partial(&code(text), &limits, &());
    assert_eq!(solved.stop, MisereStop::Infinite, "{text}");
    assert_eq!(solved.quotient.last_heap(), heap - 1, "{text}");
    let infinite = solved.infinite.as_ref().expect("the search says why");
    assert_eq!(infinite.larger, heap, "{text}");
    let (context, a, b) = &infinite.witness;
    assert!(infinite.smaller < heap && b + infinite.steps.1 <= infinite.most, "{text}");
    assert!(context.iter().all(|h| *h < heap && *h != infinite.smaller), "{text}: {context:?}");
    assert!((infinite.from - infinite.steps.0..infinite.from).contains(a), "{text}");
    assert_eq!(infinite.candidate.last_heap(), heap, "{text}");
    assert!(solved.wild_at().is_some_and(|wild| wild <= heap), "{text}");
    solved
}

/// The last one is known: Weimerskirch, Games of No Chance 4.
#[test]
fn games_with_an_infinite_partial_quotient() {
    for (text, heap) in [("0.76", 12), ("0.005", 18), ("0.154", 22), ("0.3102", 12), ("0.3122", 7)]
    {
        infinite_at(text, heap);
    }
}

/// The heaps that prove it are those of the code, not of its standard form.
#[test]
fn first_cousins_have_it_some_heaps_later() {
    let (form, cousin) = (infinite_at("0.10137", 16), infinite_at("0.005", 18));
    let heaps = |solved: &Solved| {
        let infinite = solved.infinite.as_ref().unwrap();
        (infinite.smaller, infinite.larger, infinite.steps, infinite.witness.1)
    };
    let (smaller, larger, steps, a) = heaps(&form);
    assert_eq!(heaps(&cousin), (smaller + 2, larger + 2, steps, a));
}
