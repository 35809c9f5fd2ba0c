//! Rules that are octal games: the code, read off the lines.
//!
//! Only lines of a few forms are recognised. They are n − k for numbers k, all heaps below n, and
//! two heaps that share n − k tokens, ordered or not, equal or unequal, with or without empty ones.
//! A code has a theory, so its periods can be proved.

use std::collections::BTreeMap;

use crate::expression::{Expression, Operator};
use crate::rule::{Loop, Rule};

/// The most numbers that the constant variables of a line may take together.
const MOST_NUMBERS: usize = 10_000;

/// The most places that a code writes out. A longer code names its places by number.
const WRITTEN_PLACES: usize = 64;

/// The slot of the heap.
const HEAP: usize = 0;

/// A digit of the code that is being read off.
#[derive(Clone, Copy, Default)]
struct Digit {
    bits: u8,
    /// True if two equal heaps may remain.
    equal: bool,
}

/// Digits by their places.
#[derive(Default)]
struct Digits {
    places: BTreeMap<usize, Digit>,
    /// True if every heap below n is an option.
    any_less: bool,
    numbers: usize,
}

/// Options of a line with some variables replaced by numbers.
struct Partial {
    loops: Vec<(usize, Vec<(Expression, Expression)>)>,
    condition: Option<Expression>,
    options: Vec<Vec<Expression>>,
}

impl Rule {
    /// The code of the same octal game, such as `0.77`, if the rule has a form in which a code is
    /// recognised.
    ///
    /// ```
    /// use octal_rule::Rule;
    /// let code = |rule: &str| rule.parse::<Rule>().unwrap().code();
    /// assert_eq!(code("n -> [a, n-k-a] for k in 1..2, a in 0..n-k"), Some("0.77".to_owned()));
    /// assert_eq!(code("n -> [a, n-a] for a in 1..n-1 if a < n-a"), Some("4!.0".to_owned()));
    /// assert_eq!(code("n -> n/2 if n > 0"), None);
    /// ```
    pub fn code(&self) -> Option<String> {
        let mut digits = Digits::default();
        let is_of_heaps = self.arity == 1 && self.board.is_empty();
        for line in self.lines.iter().filter(|_| is_of_heaps) {
            let mut loops = Vec::new();
            for variable in &line.loops {
                let Loop::Numbers { slot, ranges } = variable else { return None };
                loops.push((*slot, ranges.clone()));
            }
            let options =
                line.options.iter().map(|o| o.states.iter().map(|s| s[0].clone()).collect());
            let condition = line.condition.clone();
            digits.line(&Partial { loops, condition, options: options.collect() })?;
        }
        digits.text()
    }
}

impl Partial {
    /// The same with a number in the place of the first variable.
    fn with(&self, number: i128) -> Partial {
        let slot = self.loops[0].0;
        let set = |expression: &Expression| expression.with(slot, number);
        let ranges = |ranges: &Vec<(Expression, Expression)>| {
            ranges.iter().map(|(from, to)| (set(from), set(to))).collect()
        };
        Partial {
            loops: self.loops[1..].iter().map(|(slot, r)| (*slot, ranges(r))).collect(),
            condition: self.condition.as_ref().map(set),
            options: self.options.iter().map(|o| o.iter().map(set).collect()).collect(),
        }
    }
}

impl Digits {
    fn line(&mut self, line: &Partial) -> Option<()> {
        let Some((slot, ranges)) = line.loops.first() else {
            return match line.condition.as_ref().map(Expression::constant) {
                Some(Some(0)) => Some(()),
                None | Some(Some(_)) => {
                    line.options.iter().try_for_each(|option| self.less(option))
                }
                Some(None) => None,
            };
        };
        let constant =
            |(from, to): &(Expression, Expression)| Some((from.constant()?, to.constant()?));
        if let Some(ranges) = ranges.iter().map(constant).collect::<Option<Vec<_>>>() {
            for number in ranges.into_iter().flat_map(|(from, to)| from..=to) {
                self.numbers += 1;
                if self.numbers > MOST_NUMBERS {
                    return None;
                }
                self.line(&line.with(number))?;
            }
            return Some(());
        }
        match (&ranges[..], line.loops.len()) {
            ([range], 1) => line
                .options
                .iter()
                .try_for_each(|option| self.range(option, *slot, range, line.condition.as_ref())),
            _ => None,
        }
    }

    /// An option without variables: n − k.
    fn less(&mut self, option: &[Expression]) -> Option<()> {
        let [part] = option else { return None };
        let k = taken(part).filter(|&k| k > 0)?;
        self.places.entry(k).or_default().bits |= 3;
        Some(())
    }

    /// The options that a variable a gives: all heaps below n, or two heaps a and n − k − a.
    fn range(
        &mut self,
        option: &[Expression],
        a: usize,
        (from, to): &(Expression, Expression),
        condition: Option<&Expression>,
    ) -> Option<()> {
        let is_a = |part: &Expression| part.terms_and_constant() == Some((&[(a, 1)][..], 0));
        let from = from.constant()?.max(0);
        if let [part] = option {
            self.any_less |= is_a(part) && from == 0 && taken(to) == Some(1) && condition.is_none();
            return self.any_less.then_some(());
        }
        let [one, other] = option else { return None };
        let (split, rest) = if is_a(one) { (one, other) } else { (other, one) };
        let k = taken(&Expression::binary(Operator::Add, split.clone(), rest.clone()))?;
        if !is_a(split) || from > 1 {
            return None;
        }
        // The least other part that the end of the range allows, for a half its parity.
        let (least_rest, half) = match to {
            Expression::Binary(Operator::Divide, both) if both.1.constant() == Some(2) => {
                (None, Some(taken(&both.0)?.checked_sub(k)?))
            }
            to => (Some(taken(to)?.saturating_sub(k)), None),
        };
        let bound = match condition {
            None => None,
            Some(condition) => Some(order(condition, a, k)?),
        };
        let unequal = bound == Some(true) || half == Some(1);
        let in_order = bound.is_some() || half.is_some();
        if least_rest.is_some_and(|least| least > 1) || half.is_some_and(|half| half > 1) {
            return None;
        }
        let empty_first = from == 0;
        let empty_second = !in_order && least_rest == Some(0);
        if k == 0 && (empty_first || empty_second) {
            return None;
        }
        let whole = empty_first && !unequal && least_rest.unwrap_or(0) == 0;
        let digit = self.places.entry(k).or_default();
        digit.bits |= 4;
        digit.equal |= !unequal;
        digit.bits |= if empty_first || empty_second { 2 } else { 0 };
        digit.bits |= u8::from(whole);
        Some(())
    }

    /// The digits as a code.
    fn text(mut self) -> Option<String> {
        let last = *self.places.keys().last().unwrap_or(&0);
        if self.any_less {
            (1..=last).for_each(|k| self.places.entry(k).or_default().bits |= 3);
        } else if self.places.is_empty() {
            return None;
        }
        let digit = |k: usize| {
            let Digit { bits, equal } = self.places.get(&k).copied().unwrap_or_default();
            format!("{bits}{}", if bits & 4 != 0 && !equal { "!" } else { "" })
        };
        if last > WRITTEN_PLACES && !self.any_less {
            let places = self.places.keys().filter(|&&k| k > 0);
            let places: Vec<String> = places.map(|&k| format!("{k}:{}", digit(k))).collect();
            return Some(format!("{}.{{{}}}", digit(0), places.join(",")));
        }
        let places: String = (1..=last).map(digit).collect();
        let end = if self.any_less { "[3]" } else { "" };
        let places = if last == 0 && !self.any_less { "0".to_owned() } else { places };
        Some(format!("{}.{places}{end}", digit(0)))
    }
}

/// k, if the expression is n − k with k ≥ 0.
fn taken(expression: &Expression) -> Option<usize> {
    match expression.terms_and_constant()? {
        ([(HEAP, 1)], constant) => usize::try_from(-constant).ok(),
        _ => None,
    }
}

/// True if a condition says a < n − k − a, false if it says a ≤ n − k − a.
fn order(condition: &Expression, a: usize, k: usize) -> Option<bool> {
    let bounds = condition.bounds()?;
    let [bound] = &bounds[..] else { return None };
    match bound.terms_and_constant()? {
        ([(HEAP, 1), (slot, -2)], constant) if *slot == a => match -constant - k as i128 {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        },
        _ => None,
    }
}
