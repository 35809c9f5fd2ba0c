//! The primes that divide a period: where a shorter period would show.

/// The primes that divide n ≥ 1, in ascending order. O(√n).
#[must_use]
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
