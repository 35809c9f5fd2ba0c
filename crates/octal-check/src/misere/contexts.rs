//! The contexts of an element x: the z with xz in P.

use std::collections::HashMap;

use super::bits::{self, Bits};
use super::monoid::Monoid;
use super::{MisereCertificate, Stop, Work, demand};

/// The contexts of every element.
pub(super) struct Contexts(Vec<Bits>);

impl Contexts {
    /// All contexts, different for different elements (V4).
    pub(super) fn new(
        monoid: &Monoid<'_>,
        certificate: &MisereCertificate,
        work: &mut Work<'_>,
    ) -> Result<Contexts, Stop> {
        demand(certificate.p.first() != Some(&0), "element 0: the identity is not in P (V0)")?;
        let mut all = vec![bits::of(certificate.p.iter().map(|&x| x.into()), monoid.order())];
        for x in 1..monoid.order() {
            work.spend(1, monoid.order())?;
            let (rest, g) = monoid.word(x);
            all.push(bits::preimage(&all[rest], &monoid.actions()[g]));
        }
        let mut first = HashMap::new();
        for (x, contexts) in all.iter().enumerate() {
            if let Some(y) = first.insert(contexts, x) {
                let reason = "no context tells them apart (V4)";
                return Err(format!("elements {y} and {x}: {reason}").into());
            }
        }
        Ok(Contexts(all))
    }

    /// The contexts of x.
    pub(super) fn of(&self, x: usize) -> &[u64] {
        &self.0[x]
    }
}
