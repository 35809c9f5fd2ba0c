//! Candidates for a period: distances at which the end of a sequence has occurred before.
//!
//! ```text
//! w ← the last few values
//! for every earlier occurrence of w, nearest first, at distance p
//!     n0 ← the least heap with G(n) = G(n + p) for all n from n0 to the end; offer (p, n0)
//!     continue beyond n0: inside that stretch only multiples of p could match, and they end there too
//! ```
//!
//! Nothing is proved here. Every stretch is left behind once it is measured, so one pass over a
//! sequence of N values costs O(N) in practice. If `landmarks` were noted on the way, the pass
//! costs next to nothing.
//!
//! [`signature`] gives the linear recurrence of least order that a periodic sequence satisfies.
//! G(n + p) = G(n) says that the polynomial x^p − 1 annihilates the sequence under the shift. This
//! polynomial is the product of the cyclotomic Φ_d for d | p. The factor Φ_d may be left out
//! exactly if the sequence has no part of frequency 1/d. Let the polynomial P have the values of
//! one period for coefficients. The condition is that P(ζ) = 0 for a primitive d-th root of unity
//! ζ, that is, that Φ_d divides P. The remaining factors make the characteristic polynomial of
//! least degree. The Encyclopedia of Integer Sequences calls its coefficients the *signature*. With
//! a saltus s ≠ 0, p·G(n) − s·n is periodic, and x − 1 occurs twice. Cost: O(p²·d(p)), where p has
//! d(p) divisors.
//!
//! ```
//! use octal_games::workspace::period::recurrence::signature;
//! // 0, 1, 3, 0, 1, 3, …: a(n) = a(n−3).
//! assert_eq!(signature(&[0, 1, 3], 0), [0, 0, 1]);
//! // 1, 2, 1, 0, … is its mean and a wave of frequency 1/4: (x − 1)(x² + 1) is enough.
//! assert_eq!(signature(&[1, 2, 1, 0], 0), [1, -1, 1]);
//! // Nim: a(n) = 2a(n−1) − a(n−2).
//! assert_eq!(signature(&[0], 1), [2, -1]);
//! ```

use super::landmarks::Landmarks;
use crate::grundy::values::Value;

/// A stretch at the end of a sequence that repeats with distance `period` from `start` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recurrence {
    /// p.
    pub period: usize,
    /// The least n0 with x(n) = x(n + p) for all n ≥ n0 with n + p in the sequence.
    pub start: usize,
}

/// Distances up to this share of the length, 1/256, are all tried where there are landmarks.
const NEAR: usize = 256;

/// The longest end that must recur before a distance is examined more closely.
const LONGEST_END: usize = 32;

/// All recurrences of the end of `x`, by ascending period.
///
/// ```
/// use octal_games::workspace::period::recurrence::{recurrences, Recurrence};
/// let x = [9, 1, 2, 3, 1, 2, 3, 1, 2];
/// assert_eq!(recurrences(&x).next(), Some(Recurrence { period: 3, start: 1 }));
/// ```
pub fn recurrences<T: Copy + PartialEq>(x: &[T]) -> impl Iterator<Item = Recurrence> + '_ {
    recurrences_by(x, |end_length, from| nearest(x, end_length, from, x.len()))
}

/// The same for long sequences, with their `landmarks`. Recurrences at a distance of more than
/// 1/256 of the length are only found if the last landmark recurs too.
///
/// O(N / 256) comparisons if nothing recurs.
pub(super) fn recurrences_of<'a, V: Value>(
    x: &'a [V],
    landmarks: &'a Landmarks,
) -> impl Iterator<Item = Recurrence> + 'a {
    recurrences_by(x, |end_length, from| {
        let Some(distances) = landmarks.distances(x.len()) else {
            return nearest(x, end_length, from, x.len());
        };
        let near = x.len() / NEAR;
        let mut far = distances.filter(|&p| p >= from.max(near + 1));
        nearest(x, end_length, from, near).or_else(|| far.find(|&p| recurs(x, end_length, p)))
    })
}

/// The recurrences whose distances `next` finds. Given the length of an end and a distance, `next`
/// returns the least distance from that on at which the end has occurred before.
fn recurrences_by<T: Copy + PartialEq>(
    x: &[T],
    mut next: impl FnMut(usize, usize) -> Option<usize>,
) -> impl Iterator<Item = Recurrence> {
    let end_length = (x.len() / 8).clamp(1, LONGEST_END);
    let mut period = 0;
    std::iter::from_fn(move || {
        period = next(end_length, period + 1)?;
        let start = repeats_from(x, period);
        let found = Recurrence { period, start };
        // The stretch [start, end] has period `period`; the next end that is not inside it
        // begins below `start`.
        let beyond = x.len() - end_length - start;
        period = period.max(beyond);
        Some(found)
    })
}

/// The number of distances tried together.
const TOGETHER: usize = 64;

/// The least distance from `from` to `to` at which the last `length` values, one or more, also
/// stand.
///
/// Distances at which one of four of these values does not stand are skipped, many at a time. The
/// compiler makes a few vector operations of that.
fn nearest<T: Copy + PartialEq>(x: &[T], length: usize, from: usize, to: usize) -> Option<usize> {
    let end = x.len().checked_sub(length)?;
    let to = to.min(end);
    let four = [0, length / 3, 2 * length / 3, length - 1].map(|i| end + i);
    let recurs = |&p: &usize| recurs(x, length, p);
    let rest = from + (to + 1).saturating_sub(from) / TOGETHER * TOGETHER;
    let together = (from..rest).step_by(TOGETHER).find_map(|p| {
        let mut stand = [true; TOGETHER];
        for i in four {
            let earlier: &[T; TOGETHER] = x[i + 1 - p - TOGETHER..].first_chunk()?;
            stand.iter_mut().zip(earlier).for_each(|(stands, value)| *stands &= *value == x[i]);
        }
        let any_stands = stand.iter().fold(false, |any, stands| any | stands);
        any_stands.then(|| (p..p + TOGETHER).find(recurs)).flatten()
    });
    together.or_else(|| (rest..=to).find(recurs))
}

/// True if the last `length` values also stand p heaps earlier.
fn recurs<T: Copy + PartialEq>(x: &[T], length: usize, p: usize) -> bool {
    let Some(start) = x.len().checked_sub(length + p) else { return false };
    let end = &x[x.len() - length..];
    x[start] == end[0] && x[start..start + length] == *end
}

/// The least n0 with x(n) = x(n + p) for all n ≥ n0 with n + p in the sequence.
///
/// O(length of the stretch).
pub fn repeats_from<T: Copy + PartialEq>(x: &[T], p: usize) -> usize {
    let matching =
        x[..x.len().saturating_sub(p)].iter().rev().zip(x.iter().rev()).take_while(|(a, b)| a == b);
    x.len().saturating_sub(p) - matching.count()
}

/// The coefficients c1, …, cr of least order r with G(n) = c1·G(n−1) + … + cr·G(n−r) for all n ≥
/// n0 + r. They are computed from the values of one period (the p values from n0 on) and the
/// saltus. Empty if all values are 0.
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

/// The divisors d of p in ascending order, each with Φ_d, the coefficient of x^i at place i. Φ_d is
/// x^d − 1 divided by Φ_e for all e | d below d.
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

/// True if Φ_d divides the polynomial. Φ_d divides x^d − 1, so exponents count modulo d.
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

/// The primes that divide n ≥ 1, in ascending order. O(√n).
pub fn prime_divisors(mut n: u64) -> Vec<u64> {
    let mut primes = vec![];
    let mut q = 2;
    while n > 1 {
        if q * q > n {
            q = n;
        }
        if n.is_multiple_of(q) {
            primes.push(q);
        }
        while n.is_multiple_of(q) {
            n /= q;
        }
        q += 1;
    }
    primes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values below `below`, the same at every call, that repeat with this period from `start` on.
    fn values<V: Value>(below: u64, start: usize, period: usize, length: usize) -> Vec<V> {
        let mut random = 1u64;
        let mut next = || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            V::small(((random >> 33) % below) as u16)
        };
        let mut values: Vec<V> = (0..start + period).map(|_| next()).collect();
        while values.len() < length {
            values.push(values[values.len() - period]);
        }
        values
    }

    /// The nearest distance is that which a look at each by itself finds, across the stretches that
    /// are passed over.
    #[test]
    fn the_nearest_distance() {
        let mut random = fastrand::Rng::with_seed(67);
        let mut found = 0;
        for _ in 0..40_000 {
            let (below, end_length) = (random.u16(1..4), random.usize(1..12));
            let x: Vec<u16> = (0..random.usize(0..600)).map(|_| random.u16(0..below)).collect();
            let (from, to) = (random.usize(1..100), random.usize(0..600));
            let expected = (from..=to).find(|&p| recurs(&x, end_length, p));
            assert_eq!(
                nearest(&x, end_length, from, to),
                expected,
                "{x:?} {end_length} {from} {to}"
            );
            found += usize::from(expected.is_some_and(|p| p >= from + TOGETHER));
        }
        assert!(found > 1000, "{found}");
    }

    /// The same recurrences, noted in parts, as by a look through all values.
    fn same_as_without<V: Value>(below: u64, start: usize, period: usize) {
        let length = start + period + 20_000;
        let values = values::<V>(below, start, period, length);
        let mut landmarks = Landmarks::default();
        for part in 0..=20 {
            landmarks.note(&values[..length / 20 * part]);
        }
        landmarks.note(&values);
        assert!(landmarks.distances(length).is_some(), "{below} {start} {period}");
        let found = recurrences_of(&values, &landmarks).next();
        assert_eq!(found, recurrences(&values).next(), "{below} {start} {period}");
        assert_eq!(found.map(|r| r.period), Some(period));
    }

    #[test]
    fn landmarks_find_what_a_look_through_everything_finds() {
        for (start, period) in [(0, 300_000), (400_000, 100_003), (290_000, 7), (300_000, 40_000)] {
            same_as_without::<u8>(30, start, period);
            same_as_without::<u8>(200, start, period);
            same_as_without::<u16>(1000, start, period);
        }
    }

    /// Where the needle stops to occur, another one is chosen.
    #[test]
    fn a_needle_that_is_gone_is_replaced() {
        let mut all = values::<u8>(30, 300_000, 1, 300_000);
        let mut landmarks = Landmarks::default();
        landmarks.note(&all);
        all.extend(values::<u8>(20, 200_000, 100_000, 500_000).iter().map(|v| v + 30));
        landmarks.note(&all);
        assert!(landmarks.distances(all.len()).is_some());
        let found = recurrences_of(&all, &landmarks).next();
        assert_eq!(found.map(|r| r.period), Some(100_000));
    }

    #[test]
    fn without_landmarks_everything_is_looked_through() {
        let all = values::<u8>(2, 300_000, 1, 300_000);
        let found = recurrences_of(&all, &Landmarks::default()).next();
        assert_eq!(found, recurrences(&all).next());
    }
}

#[cfg(test)]
mod prime_tests {
    use super::prime_divisors;

    #[test]
    fn primes() {
        for n in 1..2000_u64 {
            let prime = |q: u64| (2..q).all(|d| !q.is_multiple_of(d));
            let expected: Vec<u64> = (2..=n).filter(|&q| n.is_multiple_of(q) && prime(q)).collect();
            assert_eq!(prime_divisors(n), expected, "{n}");
        }
        assert_eq!(prime_divisors(3 << 40), [2, 3]);
        assert_eq!(prime_divisors(999_999_000_001), [999_999_000_001]);
    }
}
