//! A quotient in letters: generators a, b, c, … by heap, least words, and relations between them.
//!
//! For an element x and a generator g such that the least word of x with g is not the least word of
//! xg, the relation between both words holds. Those whose left side contains no other left side are
//! enough: they rewrite every word into the least word of its value. The list is not always the
//! shortest presentation. Source: `[PlaSie2008]`.

use std::collections::BTreeSet;

use super::monoid::{Element, Monoid};
use super::quotient::Quotient;

/// The letter of a generator: a, b, …, z; from the 27th on a1, b1, ….
pub fn letter(generator: usize) -> String {
    let letter = char::from(b'a' + (generator % 26) as u8);
    match generator / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

/// The least word of an element in letters, such as `ab^2`; `1` for the identity.
pub fn in_letters(monoid: &Monoid, x: Element) -> String {
    let mut word: Vec<usize> = monoid.word(x).collect();
    word.reverse();
    letters(&word)
}

/// A word in letters. The generators must be sorted.
fn letters(word: &[usize]) -> String {
    if word.is_empty() {
        return "1".to_owned();
    }
    let powers = word.chunk_by(|a, b| a == b).map(|run| match run.len() {
        1 => letter(run[0]),
        exponent => format!("{}^{exponent}", letter(run[0])),
    });
    powers.collect()
}

/// The relations, each as two words in letters.
///
/// O(order · generators · length of words²).
pub fn relations(quotient: &Quotient) -> Vec<(String, String)> {
    let monoid = quotient.monoid();
    let mut left = BTreeSet::new();
    for x in 0..monoid.order() as Element {
        for g in 0..monoid.generators().len() {
            let mut word: Vec<usize> = monoid.word(x).chain([g]).collect();
            word.sort_unstable_by(|a, b| b.cmp(a));
            if !is_least(monoid, &word) && parts(&word).all(|part| is_least(monoid, &part)) {
                left.insert(word);
            }
        }
    }
    let relation = |word: Vec<usize>| {
        let right = in_letters(monoid, value(monoid, &word));
        (letters(&word.into_iter().rev().collect::<Vec<_>>()), right)
    };
    left.into_iter().map(relation).collect()
}

/// Generators with their heaps, relations and P in one line, such as
/// `a = 1, b = 2 | a^2 = 1, b^3 = b | P = {a, b^2}`.
pub fn presentation(quotient: &Quotient) -> String {
    let monoid = quotient.monoid();
    let generators = monoid.generators().iter().enumerate();
    let generators = generators.map(|(g, generator)| format!("{} = {}", letter(g), generator.heap));
    let relations =
        relations(quotient).into_iter().map(|(left, right)| format!("{left} = {right}"));
    let p = quotient.p_portion().iter().map(|x| in_letters(monoid, x as Element));
    let parts = [generators.collect::<Vec<_>>(), relations.collect(), p.collect()];
    let [generators, relations, p] = parts.map(|part| part.join(", "));
    format!("{generators} | {relations} | P = {{{p}}}")
}

/// The value of a word of generators.
fn value(monoid: &Monoid, word: &[usize]) -> Element {
    word.iter().fold(0, |x, &g| monoid.generators()[g].action[x as usize])
}

/// Whether a word, descending, is the least of its value.
fn is_least(monoid: &Monoid, word: &[usize]) -> bool {
    monoid.word(value(monoid, word)).eq(word.iter().copied())
}

/// The words with one generator less.
fn parts(word: &[usize]) -> impl Iterator<Item = Vec<usize>> + '_ {
    (0..word.len()).map(|i| [&word[..i], &word[i + 1..]].concat())
}
