//! The contexts of the elements (V4), and the types of the heaps by what each can answer (V0 and
//! V1).
//!
//! The contexts of an element x are the z with xz in P. V2 needs the types.

use super::monoid::{
    Bits, Monoid, common_element, contains, empty_set, is_subset, join, meet, preimage, set_of,
};
use super::options::{HeapOptions, Scope};
use super::{MisereCertificate, ROOM, Stop, Work, demand};
use std::collections::{BTreeMap, HashMap};

/// The types of the heaps that can be moved in.
pub(super) struct Types {
    /// The values of the heaps 0, …, N.
    phi: Vec<u16>,
    /// xz for every element z, if x is the value of a heap.
    pub(super) rows: Vec<Vec<u16>>,
    /// For each value, some heaps h that have it. With each, the contexts z such that an option of
    /// h has a value t with tz in P. None of these sets is a part of another. Of two heaps of one
    /// value, the heap with the smaller set makes smaller sets of all positions (Lemma C), if it
    /// counts no more.
    pub(super) answers: BTreeMap<u16, Vec<(u64, Bits)>>,
}

impl Types {
    /// The value of a heap times every element.
    pub(super) fn row(&self, heap: u64) -> &[u16] {
        &self.rows[usize::from(self.phi[heap as usize])]
    }
}

/// The types of a certificate, every heap checked by V0 or V1.
pub(super) fn minimal(
    certificate: &MisereCertificate,
    monoid: &Monoid<'_>,
    contexts: &Contexts,
    scope: &Scope,
    work: &mut Work<'_>,
) -> Result<Types, Stop> {
    let (rows, mut answers) = (rows(certificate, monoid, work)?, BTreeMap::<_, Vec<_>>::new());
    let (words, mut kept) = (certificate.order.div_ceil(64), 0);
    let product = |x: u32, y: u32| u32::from(rows[x as usize][y as usize]);
    let phi: Vec<u32> = certificate.phi.iter().map(|&x| x.into()).collect();
    let mut options = HeapOptions::new(&certificate.digits);
    for (n, &value) in certificate.phi.iter().enumerate() {
        let options = options.next(&phi[..n], product, work)?;
        if options.is_empty() {
            let right = format!("heap {n}: without a move its value should be 0, not {value} (V0)");
            demand(value == 0, right)?;
        } else {
            let answered = answered(contexts, &options, certificate.order, work)?;
            let in_scope = meet(&answered, scope.beside(n as u64));
            check_v1(n, value.into(), &options, &in_scope, contexts)?;
            let others = answers.entry(value).or_default();
            // Two comparisons with each of them.
            work.spend(2 * others.len(), words)?;
            kept -= others.len();
            add(others, n as u64, answered, scope);
            kept += others.len();
            let is_room = 8 * (words * kept) as u64 <= ROOM;
            demand(is_room, format!("the sets of V2 would take more than {ROOM} bytes"))?;
        }
        work.heaps(1)?;
    }
    Ok(Types { phi: certificate.phi.clone(), rows, answers })
}

/// A row for each value of a heap.
fn rows(
    certificate: &MisereCertificate,
    monoid: &Monoid<'_>,
    work: &mut Work<'_>,
) -> Result<Vec<Vec<u16>>, Stop> {
    let (mut rows, mut count) = (vec![vec![]; certificate.order], 0);
    for &x in &certificate.phi {
        if rows[usize::from(x)].is_empty() {
            count += certificate.order as u64;
            let right = format!("|Q| times the number of values of heaps should be at most {ROOM}");
            demand(count <= ROOM, right)?;
            rows[usize::from(x)] = monoid.row(x.into(), work)?;
        }
    }
    Ok(rows)
}

/// The contexts that an option of one of these values answers.
fn answered(
    contexts: &Contexts,
    options: &[u32],
    order: usize,
    work: &mut Work<'_>,
) -> Result<Bits, Stop> {
    let mut answered = empty_set(order);
    work.spend(options.len(), answered.len())?;
    options.iter().for_each(|&t| join(&mut answered, contexts.of(t as usize)));
    Ok(answered)
}

/// V1: in no context are both the heap and one of its options in P.
fn check_v1(
    n: usize,
    value: usize,
    options: &[u32],
    answered: &[u64],
    contexts: &Contexts,
) -> Result<(), Stop> {
    let Some(x) = common_element(contexts.of(value), answered) else { return Ok(()) };
    let is_p = |t: &&u32| contains(contexts.of(**t as usize), x);
    let option = options.iter().find(is_p).unwrap_or(&0);
    let reason = format!("beside {x} it and its option of value {option} are both in P (V1)");
    Err(format!("heap {n}: its value is {value}; {reason}").into())
}

/// Adds a set if no smaller one is there, and takes those out that it makes needless. The heap that
/// counts is the last one, and no other counts more.
fn add(answers: &mut Vec<(u64, Bits)>, heap: u64, answered: Bits, scope: &Scope) {
    if !answers.iter().any(|(_, smaller)| is_subset(smaller, &answered)) {
        let counts = scope.count(heap) > 0;
        answers.retain(|(_, larger)| counts || !is_subset(&answered, larger));
        answers.push((heap, answered));
    }
}

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
        let mut all = vec![set_of(certificate.p.iter().map(|&x| x.into()), monoid.order())];
        for x in 1..monoid.order() {
            work.spend(1, monoid.order())?;
            let (rest, g) = monoid.word(x);
            all.push(preimage(&all[rest], &monoid.actions()[g]));
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
