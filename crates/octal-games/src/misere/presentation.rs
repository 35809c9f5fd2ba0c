//! A quotient in letters: generators a, b, c, … by heap, least words, and relations between them.
//!
//! Let x be an element and g a generator such that the least word of x with g is not the least word
//! of xg. Then the relation between both words holds. Those whose left side contains no other left
//! side are enough: they rewrite every word into the least word of its value. The list is not
//! always the shortest presentation. Source: `[PlaSie2008]`.

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
    letters(&sorted(monoid, x))
}

/// A word in letters. The generators must be sorted.
fn letters(word: &[usize]) -> String {
    if word.is_empty() { "1".to_owned() } else { powers(word).collect() }
}

/// The powers of generators that make a word, such as `a` and `b^2`. The generators must be sorted.
fn powers(word: &[usize]) -> impl Iterator<Item = String> + '_ {
    word.chunk_by(|a, b| a == b).map(|run| match run.len() {
        1 => letter(run[0]),
        exponent => format!("{}^{exponent}", letter(run[0])),
    })
}

/// The quotient as input for GAP: the monoid `Q` by generators and relations, and the list `P`. The
/// list `phi` has the value of heap n at place n + 1. Lines that begin with `#` are comments.
///
/// O(order · generators · length of words²).
///
/// ```
/// use octal_games::workspace::misere::{limits::MisereLimits, presentation::gap, solve::partial};
/// let limits = MisereLimits { heaps: 2, work: None, memory: 1 << 20 };
/// let solved = partial(&"0.3".parse()?, &limits, &());
/// assert!(gap(&solved.quotient).contains("relations := [\n  [ a^2, One(F) ]\n];;\n"));
/// # Ok::<(), octal_games::CodeError>(())
/// ```
pub fn gap(quotient: &Quotient) -> String {
    let monoid = quotient.monoid();
    let generators = 0..monoid.generators().len();
    let element = |place: &str, word: &[usize]| match word {
        [] => format!("One({place})"),
        word => powers(word).collect::<Vec<_>>().join("*"),
    };
    let word = |x: Element| element("Q", &sorted(monoid, x));
    let names: Vec<String> = generators.clone().map(|g| format!("\"{}\"", letter(g))).collect();
    let names = if names.is_empty() { "0".to_owned() } else { names.join(", ") };
    let commute = generators
        .clone()
        .flat_map(|g| (0..g).map(move |h| format!("[ {1}*{0}, {0}*{1} ]", letter(h), letter(g))));
    let relations = least_relations(quotient)
        .into_iter()
        .map(|(left, right)| format!("[ {}, {} ]", element("F", &left), element("F", &right)));
    let define = |of: &str| -> String {
        let define = |g| format!("{} := GeneratorsOfMonoid({of})[{}];;\n", letter(g), g + 1);
        generators.clone().map(define).collect()
    };
    let phi = quotient.phi().iter().map(|&x| word(x));
    let p = quotient.p_portion().iter().map(|x| word(x as Element));
    let heaps = monoid.generators().iter().map(|generator| generator.heap.to_string());
    format!(
        "# the heaps of the generators: {}\nF := FreeMonoid({});;\n{}relations := {};;\nQ := F / relations;;\n\
         {}# phi[n + 1] is the value of heap n\nphi := {};;\nP := {};;\n",
        heaps.collect::<Vec<_>>().join(", "),
        names,
        define("F"),
        gap_list(commute.chain(relations)),
        define("Q"),
        gap_list(phi),
        gap_list(p),
    )
}

/// A list with an item in each line.
fn gap_list(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    if items.is_empty() { "[ ]".to_owned() } else { format!("[\n  {}\n]", items.join(",\n  ")) }
}

/// The least word of an element, its generators in ascending order.
fn sorted(monoid: &Monoid, x: Element) -> Vec<usize> {
    let mut word: Vec<usize> = monoid.word(x).collect();
    word.reverse();
    word
}

/// The relations, each as two words in letters.
///
/// O(order · generators · length of words²).
pub fn relations(quotient: &Quotient) -> Vec<(String, String)> {
    let in_letters = |(left, right): (Vec<usize>, Vec<usize>)| (letters(&left), letters(&right));
    least_relations(quotient).into_iter().map(in_letters).collect()
}

/// The relations, each as two words with their generators in ascending order.
fn least_relations(quotient: &Quotient) -> Vec<(Vec<usize>, Vec<usize>)> {
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
        let right = sorted(monoid, value(monoid, &word));
        (word.into_iter().rev().collect(), right)
    };
    left.into_iter().map(relation).collect()
}

/// Generators with their heaps, relations and P in one line, such as
/// `a = 1, b = 2 | a^2 = 1, b^3 = b | P = {a, b^2}`.
///
/// ```
/// let game: octal_games::Game = "0.3".parse()?;
/// let quotient = game.misere().quotient()?.quotient;
/// assert_eq!(octal_games::misere::presentation(&quotient), "a = 1 | a^2 = 1 | P = {a}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

/// True if a word, descending, is the least of its value.
fn is_least(monoid: &Monoid, word: &[usize]) -> bool {
    monoid.word(value(monoid, word)).eq(word.iter().copied())
}

/// The words with one generator less.
fn parts(word: &[usize]) -> impl Iterator<Item = Vec<usize>> + '_ {
    (0..word.len()).map(|i| [&word[..i], &word[i + 1..]].concat())
}
