//! Statements about all heaps at once: the largest value, rare heaps, P-positions.
//!
//! They hold of the whole sequence, or of the heaps up to a limit that the source states. What is
//! known may settle them, or only be able to contradict them.

use super::Ruling;
use super::convention::Convention;
use crate::period::view::View;

/// The heaps that a statement is about, as far as they are known.
struct Reach {
    /// The last heap to look at.
    last: u64,
    /// Whether the heaps up to `last` settle the statement.
    settles: bool,
    /// What happens at heaps from here to `last` happens again and again, for ever.
    recurs_from: u64,
}

impl Reach {
    /// Up to the stated limit; else two proved periods, which show the parity of the position
    /// too; else as far as there are values.
    fn of(convention: &Convention, view: &View) -> Reach {
        let reach = |last, settles| Reach { last, settles, recurs_from: u64::MAX };
        if let Some(limit) = convention.limit() {
            let reached = view.value(limit).is_some();
            return reach(if reached { limit } else { view.verified_to() }, reached);
        }
        match view.proved() {
            Some(p) if p.saltus == 0 => {
                let recurs_from = p.preperiod;
                Reach { recurs_from, ..reach(p.preperiod + 2 * p.period - 1, true) }
            }
            _ => reach(view.verified_to(), false),
        }
    }

    /// The heaps and their values.
    fn values(&self, view: &View) -> impl Iterator<Item = (u64, u64)> {
        let view = *view;
        (0..=self.last).filter_map(move |n| Some((n, view.value(n)?)))
    }

    /// ` to heap N` if more heaps might change the answer.
    fn so_far(&self) -> String {
        if self.settles { String::new() } else { format!(" to heap {}", self.last) }
    }
}

/// The largest value is `claimed`.
pub(super) fn max_value(claimed: u64, convention: &Convention, view: &View) -> Ruling {
    let reach = Reach::of(convention, view);
    let max = reach.values(view).map(|(_, value)| value).max().unwrap_or(0);
    let larger = reach.values(view).find(|&(_, value)| value > claimed).map(|(n, _)| n);
    let computed = format!("{max}{}", reach.so_far());
    match larger {
        Some(_) => Ruling::contradicted(computed, larger),
        None if !reach.settles => Ruling::out_of_reach(computed),
        None if max == claimed => Ruling::confirmed(computed),
        None => Ruling::contradicted(computed, None),
    }
}

/// There are `claimed` heaps of value 0, heap 0 included.
pub(super) fn p_positions(claimed: u64, convention: &Convention, view: &View) -> Ruling {
    let reach = Reach::of(convention, view);
    let zeros = reach.values(view).filter(|&(_, value)| value == 0).map(|(n, _)| n);
    Tally::of(zeros, claimed, &reach).ruling(claimed, &reach)
}

/// There are `claimed` rare heaps, heap 0 included.
pub(super) fn rare_count(claimed: u64, convention: &Convention, view: &View) -> Ruling {
    let Some(rare) = Rare::of(convention, view) else { return no_sparse_space() };
    let reach = Reach::of(convention, view);
    rare.if_fair(Tally::of(rare.heaps(&reach, view), claimed, &reach).ruling(claimed, &reach))
}

/// The last rare heap is `claimed`.
pub(super) fn last_rare(claimed: u64, convention: &Convention, view: &View) -> Ruling {
    let Some(rare) = Rare::of(convention, view) else { return no_sparse_space() };
    let reach = Reach::of(convention, view);
    let later = rare.heaps(&reach, view).find(|&n| n > claimed);
    let tally = Tally::of(rare.heaps(&reach, view), u64::MAX, &reach);
    let computed = match tally.last {
        _ if tally.recurs => "rare heaps recur for ever".to_owned(),
        Some(last) => format!("{last}{}", reach.so_far()),
        None => format!("none{}", reach.so_far()),
    };
    let is_rare = rare.heaps(&reach, view).any(|n| n == claimed);
    rare.if_fair(match later {
        Some(_) => Ruling::contradicted(computed, later),
        None if tally.recurs => Ruling::contradicted(computed, None),
        None if !is_rare && claimed <= reach.last => Ruling::contradicted(computed, Some(claimed)),
        None if !is_rare && reach.settles => Ruling::contradicted(computed, None),
        None if reach.settles => Ruling::confirmed(computed),
        None => Ruling::out_of_reach(computed),
    })
}

/// Some heaps, counted.
struct Tally {
    count: u64,
    last: Option<u64>,
    /// The first one beyond the number claimed.
    too_many: Option<u64>,
    /// Whether there are such heaps for ever.
    recurs: bool,
}

impl Tally {
    fn of(heaps: impl Iterator<Item = u64>, claimed: u64, reach: &Reach) -> Tally {
        let mut tally = Tally { count: 0, last: None, too_many: None, recurs: false };
        for n in heaps {
            if tally.count == claimed {
                tally.too_many = Some(n);
            }
            tally.count += 1;
            tally.last = Some(n);
            tally.recurs |= n >= reach.recurs_from;
        }
        tally
    }

    fn ruling(&self, claimed: u64, reach: &Reach) -> Ruling {
        let computed = match self.last {
            _ if self.recurs => "infinitely many".to_owned(),
            Some(last) => format!("{}, the last {last}{}", self.count, reach.so_far()),
            None => format!("0{}", reach.so_far()),
        };
        match self.too_many {
            Some(_) => Ruling::contradicted(computed, self.too_many),
            None if !reach.settles => Ruling::out_of_reach(computed),
            None if self.count == claimed && !self.recurs => Ruling::confirmed(computed),
            None => Ruling::contradicted(computed, None),
        }
    }
}

/// Which heaps are rare: the class of the value, and of the position if ε = 1.
struct Rare {
    mask: u64,
    /// n + this number is even if a heap n is rare with an even number of one bits; `None`: all n.
    position: Option<u64>,
    /// Whether the source states its mask.
    is_stated: bool,
}

impl Rare {
    /// By the mask that the convention states, else by the sparse space of the known sequence, if
    /// that is of the type that the convention states.
    fn of(convention: &Convention, view: &View) -> Option<Rare> {
        if let Some(mask) = convention.mask().filter(|_| !convention.is_position_type()) {
            return Some(Rare { mask, position: None, is_stated: true });
        }
        let space = view.known.rare?.space;
        if convention.is_position_type() != space.position_parity {
            return None;
        }
        let moved = view.shift.unsigned_abs() + space.split_parity as u64;
        let position = space.position_parity.then_some(moved);
        let mask = u64::from(space.mask);
        Some(Rare { mask, position, is_stated: convention.mask() == Some(mask) })
    }

    fn is_rare(&self, n: u64, value: u64) -> bool {
        let odd_position = self.position.is_some_and(|moved| (n ^ moved) & 1 == 1);
        (value & self.mask).count_ones() % 2 == u32::from(odd_position)
    }

    fn heaps(&self, reach: &Reach, view: &View) -> impl Iterator<Item = u64> {
        reach.values(view).filter(|&(n, value)| self.is_rare(n, value)).map(|(n, _)| n)
    }

    /// The figures of a source that does not state its mask cannot be contradicted: it may use
    /// another one.
    fn if_fair(&self, ruling: Ruling) -> Ruling {
        match ruling.verdict {
            super::VerdictKind::Contradicted if !self.is_stated => {
                Ruling::out_of_reach(format!("{} (mask {:#x})", ruling.computed, self.mask))
            }
            _ => ruling,
        }
    }
}

fn no_sparse_space() -> Ruling {
    Ruling::out_of_reach("no sparse space of this type")
}
