//! From finitely many heaps to all of them: Theorems K and M.
//!
//! Theorem K: all larger heaps have their values in the kernel, where misère play is normal play.
//! Theorem M: the values repeat long enough, and neither preperiod nor period can be smaller.

use super::super::CheckResult;
use super::monoid::Monoid;
use super::options::HeapOptions;
use super::{MisereCertificate, Stop, Work, demand};

/// Checks K1, K2 and K3, with f the last rogue.
pub(super) fn check_kernel(
    certificate: &MisereCertificate,
    monoid: &Monoid<'_>,
    f: u64,
    work: &mut Work<'_>,
) -> Result<(), Stop> {
    let grundy = grundy(certificate, work)?;
    let theta = theta(certificate, monoid, &grundy)?;
    let kernel = kernel(monoid, work)?;
    check_k2(&kernel, &theta)?;
    for &x in &kernel {
        let right = format!("element {x}: of the kernel P should have the identity alone (K1)");
        let is_p = certificate.p.binary_search(&(x as u16)).is_ok();
        demand(is_p == (theta[x] == 0), right)?;
    }
    for (n, &x) in (0..).zip(&certificate.phi).skip(1) {
        let is_rogue = kernel.binary_search(&x.into()).is_err();
        let right =
            format!("heap {n}: its value is in the kernel, so it is not the last rogue (K3)");
        demand(n != f || is_rogue, right)?;
        let right =
            format!("heap {n}: its value is not in the kernel, after the last rogue {f} (K3)");
        demand(n <= f || !is_rogue, right)?;
    }
    Ok(())
}

/// The normal Grundy values of heaps 0 to N: the mex of those of the options.
fn grundy(certificate: &MisereCertificate, work: &mut Work<'_>) -> Result<Vec<u32>, Stop> {
    let mut options = HeapOptions::new(&certificate.digits);
    let mut values: Vec<u32> = vec![];
    while values.len() < certificate.phi.len() {
        let mut options = options.next(&values, |a, b| a ^ b, work)?;
        options.sort_unstable();
        let mex = (0..).zip(&options).find(|(v, option)| v != *option);
        values.push(mex.map_or(options.len() as u32, |(v, _)| v));
    }
    Ok(values)
}

/// The homomorphism θ from Q to the numbers with nim-addition that has θ(φ(n)) = G(n), for every
/// element (K2). On the kernel, of which e is the identity, it is ψ, for θ(e) = 0.
fn theta(
    certificate: &MisereCertificate,
    monoid: &Monoid<'_>,
    grundy: &[u32],
) -> Result<Vec<u32>, Stop> {
    let of_generators = certificate.generators.iter().map(|&heap| grundy[heap as usize]);
    let of_generators: Vec<u32> = of_generators.collect();
    let mut theta = vec![0];
    for x in 1..monoid.order() {
        let (rest, g) = monoid.word(x);
        theta.push(theta[rest] ^ of_generators[g]);
    }
    for (action, v) in monoid.actions().iter().zip(&of_generators) {
        for (x, &y) in action.iter().enumerate() {
            let right = format!("element {y}: its positions have different Grundy values (K2)");
            demand(theta[usize::from(y)] == theta[x] ^ v, right)?;
        }
    }
    for (n, &x) in certificate.phi.iter().enumerate() {
        let (v, w) = (grundy[n], theta[usize::from(x)]);
        let right =
            format!("heap {n}: its Grundy value is {v}, that of its element {x} is {w} (K2)");
        demand(v == w, right)?;
    }
    Ok(theta)
}

/// The kernel, ascending: all multiples of the product of high powers of all generators.
fn kernel(monoid: &Monoid<'_>, work: &mut Work<'_>) -> Result<Vec<usize>, Stop> {
    let mut x = 0;
    for action in monoid.actions() {
        work.spend(1, monoid.order())?;
        x = (0..monoid.order()).fold(x, |x, _| usize::from(action[x]));
    }
    let mut kernel: Vec<usize> = monoid.row(x, work)?.iter().map(|&y| y.into()).collect();
    kernel.sort_unstable();
    kernel.dedup();
    Ok(kernel)
}

/// Checks that θ is injective on the kernel (K2).
fn check_k2(kernel: &[usize], theta: &[u32]) -> Result<(), Stop> {
    let mut by_value: Vec<(u32, usize)> = kernel.iter().map(|&x| (theta[x], x)).collect();
    by_value.sort_unstable();
    for pair in by_value.windows(2) {
        let ((v, x), (w, y)) = (pair[0], pair[1]);
        let right = format!("elements {x} and {y}: of one Grundy value, both in the kernel (K2)");
        demand(v != w, right)?;
    }
    Ok(())
}

/// Checks φ(n + p) = φ(n) for n0 ≤ n ≤ N − p, and that p, and then n0, are least.
pub(super) fn check_period(phi: &[u16], n0: u64, p: u64) -> CheckResult<()> {
    // Both are at most N: the length of φ was checked to be more than their sum.
    let (n0, p) = (n0 as usize, p as usize);
    let later = phi[n0..].iter().zip(&phi[n0 + p..]);
    if let Some((n, (a, b))) = (n0..).zip(later).find(|(_, (a, b))| a != b) {
        let reason = format!("its value is {a}, a period later it is {b} (Theorem M)");
        return Err(format!("heap {n}: {reason}"));
    }
    // φ(n) for every n from n0 on.
    let later = |n: usize| phi[n0 + (n - n0) % p];
    for q in (1..p).filter(|&q| p.is_multiple_of(q)) {
        let differ = (n0..n0 + p).any(|n| later(n) != later(n + q));
        demand(differ, format!("heap {n0}: the period is {q} or less"))?;
    }
    match n0.checked_sub(1) {
        Some(n) if phi[n] == later(n + p) => {
            Err(format!("heap {n}: a period later its value is the same: the preperiod is smaller"))
        }
        _ => Ok(()),
    }
}
