//! The positions that are looked at: for `claim infinite` those with at most B heaps d, else all.
//!
//! d is the last heap, so no option has more heaps d than its position. Other claims count heap 0: no
//! position has one.

use super::bits::{self, Bits};
use super::monoid::Monoid;
use super::{Claim, MisereCertificate, Stop, Work};

/// Which positions are looked at.
pub(super) struct Scope {
    /// d.
    counted: u64,
    /// B.
    most: u64,
    /// The values of positions with at most B heaps d, and with at most B − 1.
    values: [Bits; 2],
}

impl Scope {
    /// The scope of a certificate.
    pub(super) fn new(
        certificate: &MisereCertificate,
        monoid: &Monoid<'_>,
        work: &mut Work<'_>,
    ) -> Result<Scope, Stop> {
        let order = monoid.order();
        let Claim::Infinite(exchange) = &certificate.claim else {
            let all = bits::of(0..order, order);
            return Ok(Scope { counted: 0, most: 0, values: [all.clone(), all] });
        };
        let (d, most) = (certificate.last_heap(), exchange.most);
        // The elements of smaller heaps have the smallest numbers (least words): without a generator d
        // these are all.
        let is_generator = certificate.generators.last() == Some(&d);
        let value = usize::from(certificate.phi[d as usize]);
        let smaller = if is_generator { value } else { order };
        let by_d = monoid.row(value, work)?;
        let mut at: Vec<usize> = (0..smaller).collect();
        let mut fewer = bits::of(0..smaller, order);
        let mut values = fewer.clone();
        for _ in 0..most {
            work.spend(1, at.len())?;
            fewer.copy_from_slice(&values);
            at.iter_mut().for_each(|x| *x = by_d[*x].into());
            at.iter().for_each(|&x| bits::insert(&mut values, x));
        }
        Ok(Scope { counted: d, most, values: [values, fewer] })
    }

    /// How many heaps d a heap is.
    pub(super) fn count(&self, heap: u64) -> u64 {
        u64::from(heap == self.counted)
    }

    /// Whether positions with `count` heaps d are looked at.
    pub(super) fn has(&self, count: u64) -> bool {
        count <= self.most
    }

    /// The values of the positions beside which a heap may stand.
    pub(super) fn beside(&self, heap: u64) -> &[u64] {
        &self.values[self.count(heap) as usize]
    }
}
