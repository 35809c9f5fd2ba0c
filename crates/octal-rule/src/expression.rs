//! Arithmetic of rules: whole numbers, conditions, and the faults of evaluation.

/// The largest absolute value of a number in a rule.
pub(crate) const LARGEST: i128 = 1 << 100;

/// Sums of terms are folded while their coefficients stay below this.
const LARGEST_COEFFICIENT: i128 = 1 << 20;

/// Reasons why an expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// A result beyond 2^100.
    #[error("a number exceeds 2^100: bound it by `if` or by the range of a variable")]
    TooLarge,
    /// A division or a remainder by 0.
    #[error("a division by 0: exclude it from the range of the variable")]
    DivisionByZero,
    /// A power with a negative exponent.
    #[error("a negative exponent: exclude it from the range of the variable")]
    NegativeExponent,
}

/// Binary operators. A condition is the number 1 if it is true, else 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Add,
    Subtract,
    Multiply,
    /// Rounds down.
    Divide,
    /// Remainder of that division.
    Remainder,
    Power,
    Xor,
    Min,
    Max,
    /// The greatest common divisor, of absolute values; that of 0 and a is a.
    Gcd,
    Less,
    LessOrEqual,
    Equal,
    Unequal,
    And,
    Or,
}

/// An expression over numbered variables.
#[derive(Clone, Debug)]
pub(crate) enum Expression {
    /// constant + Σ coefficient · variable, in increasing order of variables.
    Linear {
        constant: i128,
        terms: Vec<(usize, i128)>,
    },
    Binary(Operator, Box<(Expression, Expression)>),
    Not(Box<Expression>),
}

impl Operator {
    /// True if the operands are conditions.
    pub(crate) const fn takes_conditions(self) -> bool {
        matches!(self, Operator::And | Operator::Or)
    }

    /// True if the result is a condition.
    pub(crate) const fn is_condition(self) -> bool {
        use Operator::{And, Equal, Less, LessOrEqual, Or, Unequal};
        matches!(self, Less | LessOrEqual | Equal | Unequal | And | Or)
    }

    fn apply(self, a: i128, b: i128) -> Result<i128, Fault> {
        let result = match self {
            Operator::Add => Some(a + b),
            Operator::Subtract => Some(a - b),
            Operator::Multiply => a.checked_mul(b),
            Operator::Divide | Operator::Remainder if b == 0 => return Err(Fault::DivisionByZero),
            Operator::Divide => Some(a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0)),
            Operator::Remainder => Some(match a.rem_euclid(b) {
                rest if b < 0 && rest != 0 => rest + b,
                rest => rest,
            }),
            Operator::Power if b < 0 => return Err(Fault::NegativeExponent),
            Operator::Power if b == 0 => Some(1),
            Operator::Power if a.abs() <= 1 => Some(if b % 2 == 0 { a * a } else { a }),
            Operator::Power => u32::try_from(b).ok().and_then(|b| a.checked_pow(b)),
            Operator::Xor => Some(a ^ b),
            Operator::Min => Some(a.min(b)),
            Operator::Max => Some(a.max(b)),
            Operator::Gcd => Some(gcd(a.abs(), b.abs())),
            Operator::Less => Some((a < b).into()),
            Operator::LessOrEqual => Some((a <= b).into()),
            Operator::Equal => Some((a == b).into()),
            Operator::Unequal => Some((a != b).into()),
            Operator::And => Some(a & b),
            Operator::Or => Some(a | b),
        };
        result.ok_or(Fault::TooLarge).and_then(in_range)
    }
}

const fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The number itself, unless it is too large.
const fn in_range(number: i128) -> Result<i128, Fault> {
    if -LARGEST <= number && number <= LARGEST { Ok(number) } else { Err(Fault::TooLarge) }
}

impl Expression {
    pub(crate) const fn number(constant: i128) -> Expression {
        Expression::Linear { constant, terms: Vec::new() }
    }

    pub(crate) fn variable(slot: usize) -> Expression {
        Expression::Linear { constant: 0, terms: vec![(slot, 1)] }
    }

    /// Joins two expressions; sums and products by numbers become linear expressions.
    pub(crate) fn binary(operator: Operator, a: Expression, b: Expression) -> Expression {
        let linear = match operator {
            Operator::Add => a.plus(&b, 1),
            Operator::Subtract => a.plus(&b, -1),
            Operator::Multiply => match (a.constant(), b.constant()) {
                (_, Some(factor)) => Expression::number(0).plus(&a, factor),
                (Some(factor), _) => Expression::number(0).plus(&b, factor),
                _ => None,
            },
            _ => None,
        };
        linear.unwrap_or_else(|| Expression::Binary(operator, Box::new((a, b))))
    }

    /// The number that a constant expression is.
    pub(crate) fn constant(&self) -> Option<i128> {
        self.value(&[]).ok().filter(|_| !self.uses(|_| true))
    }

    /// True if the expression has a variable whose slot is one of these.
    pub(crate) fn uses(&self, is_one: impl Fn(usize) -> bool + Copy) -> bool {
        match self {
            Expression::Linear { terms, .. } => terms.iter().any(|&(slot, _)| is_one(slot)),
            Expression::Binary(_, both) => both.0.uses(is_one) || both.1.uses(is_one),
            Expression::Not(inner) => inner.uses(is_one),
        }
    }

    /// self + factor · other, if both are linear and the coefficients stay small.
    fn plus(&self, other: &Expression, factor: i128) -> Option<Expression> {
        let (
            Expression::Linear { constant: a, terms: left },
            Expression::Linear { constant: b, terms: right },
        ) = (self, other)
        else {
            return None;
        };
        let constant = in_range(b.checked_mul(factor)?.checked_add(*a)?).ok()?;
        let mut terms = left.clone();
        for &(slot, coefficient) in right {
            let more = coefficient.checked_mul(factor)?;
            match terms.iter_mut().find(|(known, _)| *known == slot) {
                Some((_, coefficient)) => *coefficient = coefficient.checked_add(more)?,
                None => terms.push((slot, more)),
            }
        }
        terms.retain(|&(_, coefficient)| coefficient != 0);
        terms.sort_unstable();
        let small = |&(_, coefficient): &(_, i128)| coefficient.abs() < LARGEST_COEFFICIENT;
        terms.iter().all(small).then_some(Expression::Linear { constant, terms })
    }

    /// The factor of a variable, if the expression is linear.
    pub(crate) fn coefficient(&self, slot: usize) -> Option<i128> {
        let Expression::Linear { terms, .. } = self else { return None };
        Some(terms.iter().find(|term| term.0 == slot).map_or(0, |term| term.1))
    }

    /// The terms and the constant of a linear expression.
    pub(crate) fn terms_and_constant(&self) -> Option<(&[(usize, i128)], i128)> {
        let Expression::Linear { constant, terms } = self else { return None };
        Some((terms, *constant))
    }

    /// The expression with a number in the place of a variable.
    pub(crate) fn with(&self, slot: usize, number: i128) -> Expression {
        match self {
            Expression::Not(inner) => Expression::Not(Box::new(inner.with(slot, number))),
            Expression::Binary(operator, both) => {
                let [a, b] = [&both.0, &both.1].map(|inner| inner.with(slot, number));
                Expression::binary(*operator, a, b)
            }
            Expression::Linear { constant, terms } => {
                let others = terms.iter().filter(|term| term.0 != slot).copied().collect();
                let rest = Expression::Linear { constant: *constant, terms: others };
                let factor = self.coefficient(slot).unwrap_or(0);
                rest.plus(&Expression::number(number), factor).unwrap_or_else(|| self.clone())
            }
        }
    }

    /// Linear expressions that are all at least 0 exactly if this condition is true, if there are
    /// any.
    pub(crate) fn bounds(&self) -> Option<Vec<Expression>> {
        let Expression::Binary(operator, both) = self else { return None };
        let difference = both.1.plus(&both.0, -1);
        Some(match operator {
            Operator::LessOrEqual => vec![difference?],
            Operator::Less => vec![difference?.plus(&Expression::number(1), -1)?],
            Operator::And => [both.0.bounds()?, both.1.bounds()?].concat(),
            _ => return None,
        })
    }

    /// The value for these variables. Each of them is at most [`LARGEST`], so that sums of a dozen
    /// terms fit into 128 bits.
    pub(crate) fn value(&self, slots: &[i128]) -> Result<i128, Fault> {
        match self {
            Expression::Linear { constant, terms } => {
                let slot = |slot: usize| slots.get(slot).copied().unwrap_or(0);
                in_range(terms.iter().fold(*constant, |sum, &(s, factor)| sum + factor * slot(s)))
            }
            Expression::Not(inner) => Ok(1 - inner.value(slots)?),
            Expression::Binary(operator, both) => {
                let a = both.0.value(slots)?;
                match (operator, a) {
                    // The second operand may have no value where the first one decides.
                    (Operator::And, 0) | (Operator::Or, 1) => Ok(a),
                    _ => operator.apply(a, both.1.value(slots)?),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Expression, Fault, LARGEST, Operator};

    fn apply(operator: Operator, a: i128, b: i128) -> Result<i128, Fault> {
        Expression::Binary(operator, Box::new((Expression::number(a), Expression::number(b))))
            .value(&[])
    }

    #[test]
    fn division_rounds_down_and_the_remainder_fits_it() {
        for a in -20..=20 {
            for b in (-6..=6).filter(|&b| b != 0) {
                let quotient = apply(Operator::Divide, a, b).unwrap();
                let rest = apply(Operator::Remainder, a, b).unwrap();
                assert_eq!(quotient, (a as f64 / b as f64).floor() as i128, "{a} / {b}");
                assert_eq!(quotient * b + rest, a, "{a} % {b}");
            }
        }
    }

    #[test]
    fn faults() {
        assert_eq!(apply(Operator::Divide, 3, 0), Err(Fault::DivisionByZero));
        assert_eq!(apply(Operator::Remainder, 3, 0), Err(Fault::DivisionByZero));
        assert_eq!(apply(Operator::Power, 3, -1), Err(Fault::NegativeExponent));
        assert_eq!(apply(Operator::Power, 3, 64), Err(Fault::TooLarge));
        assert_eq!(apply(Operator::Power, 3, LARGEST), Err(Fault::TooLarge));
        assert_eq!(apply(Operator::Multiply, LARGEST, LARGEST), Err(Fault::TooLarge));
        assert_eq!(apply(Operator::Add, LARGEST, 1), Err(Fault::TooLarge));
        assert_eq!(apply(Operator::Power, -1, LARGEST), Ok(1));
        assert_eq!(apply(Operator::Power, 0, 0), Ok(1));
        assert_eq!(apply(Operator::Power, 0, 3), Ok(0));
    }
}
