//! The linear recurrence of least order that a periodic sequence satisfies.
//!
//! G(n + p) = G(n) says that the polynomial x^p − 1, which is the product of the cyclotomic Φ_d for
//! d | p, annihilates the sequence under the shift. The factor Φ_d may be left out exactly if the
//! sequence has no part of frequency 1/d, that is if P(ζ) = 0 for a primitive d-th root of unity ζ,
//! where P has the values of one period for coefficients; that is, if Φ_d divides P. What is left is
//! the characteristic polynomial of least degree; the Encyclopedia of Integer Sequences calls its
//! coefficients the *signature*. With a saltus s ≠ 0, p·G(n) − s·n is periodic, and x − 1 occurs
//! twice. Cost: O(p²·d(p)), where
//! p has d(p) divisors.
//!
//! ```
//! use octal_games::period::signature::signature;
//! // 0, 1, 3, 0, 1, 3, …: a(n) = a(n−3).
//! assert_eq!(signature(&[0, 1, 3], 0), [0, 0, 1]);
//! // 1, 2, 1, 0, … is its mean and a wave of frequency 1/4: (x − 1)(x² + 1) is enough.
//! assert_eq!(signature(&[1, 2, 1, 0], 0), [1, -1, 1]);
//! // Nim: a(n) = 2a(n−1) − a(n−2).
//! assert_eq!(signature(&[0], 1), [2, -1]);
//! ```

/// c1, …, cr of least order r with G(n) = c1·G(n−1) + … + cr·G(n−r) for all n ≥ n0 + r, from the
/// values of one period (the p values from n0 on) and the saltus. Empty if all values are 0.
#[must_use]
pub fn signature(period: &[u16], saltus: u64) -> Vec<i64> {
    let p = period.len();
    let (length, saltus) = (p as i128, i128::from(saltus));
    let flat: Vec<i128> =
        (0..).zip(period).map(|(i, &value)| length * i128::from(value) - saltus * i).collect();
    let mut characteristic = vec![1];
    for (d, factor) in cyclotomic_polynomials(p) {
        let times = match (d, saltus) {
            (1, 1..) => 2,
            _ => usize::from(!divides(&factor, d, &flat)),
        };
        (0..times).for_each(|_| characteristic = product(&characteristic, &factor));
    }
    // The leading coefficient is 1; the others change sides.
    characteristic.iter().rev().skip(1).map(|&c| -(c as i64)).collect()
}

/// The divisors d of p in ascending order, each with Φ_d, the coefficient of x^i at place i: x^d − 1 divided by
/// Φ_e for all e | d below d.
fn cyclotomic_polynomials(p: usize) -> Vec<(usize, Vec<i128>)> {
    let mut polynomials: Vec<(usize, Vec<i128>)> = vec![];
    for d in (1..=p).filter(|&d| p.is_multiple_of(d)) {
        let mut phi = vec![0; d + 1];
        (phi[0], phi[d]) = (-1, 1);
        for (_, factor) in polynomials.iter().filter(|&&(e, _)| d.is_multiple_of(e)) {
            phi = division(phi, factor).0;
        }
        polynomials.push((d, phi));
    }
    polynomials
}

/// Whether Φ_d divides the polynomial. It divides x^d − 1, so exponents count modulo d.
fn divides(phi: &[i128], d: usize, polynomial: &[i128]) -> bool {
    let mut folded = vec![0; d.max(phi.len())];
    polynomial.iter().enumerate().for_each(|(i, c)| folded[i % d] += c);
    division(folded, phi).1.iter().all(|&c| c == 0)
}

/// Quotient and remainder by a divisor with leading coefficient 1.
fn division(mut rest: Vec<i128>, divisor: &[i128]) -> (Vec<i128>, Vec<i128>) {
    let degree = divisor.len() - 1;
    let mut quotient = vec![0; rest.len() - degree];
    for i in (0..quotient.len()).rev() {
        quotient[i] = rest[i + degree];
        for (c, &factor) in rest[i..].iter_mut().zip(divisor) {
            *c -= quotient[i] * factor;
        }
    }
    rest.truncate(degree);
    (quotient, rest)
}

fn product(a: &[i128], b: &[i128]) -> Vec<i128> {
    let mut product = vec![0; a.len() + b.len() - 1];
    for (i, x) in a.iter().enumerate() {
        b.iter().enumerate().for_each(|(j, y)| product[i + j] += x * y);
    }
    product
}
