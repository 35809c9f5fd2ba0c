//! Theorem M: the values repeat long enough, and neither preperiod nor period can be smaller.

use super::super::{CheckResult, demand};

/// Checks φ(n + p) = φ(n) for n0 ≤ n ≤ N − p, and that p, and then n0, are least.
pub(super) fn check(phi: &[u16], n0: u64, p: u64) -> CheckResult<()> {
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
