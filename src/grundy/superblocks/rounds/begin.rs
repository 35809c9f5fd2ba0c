//! How rounds begin: with all that has to be known of a sequence.

use super::{QUIET_SUPERBLOCKS, Rounds};
use crate::grundy::kernel::Kernel;
use crate::grundy::packed::Packing;
use crate::grundy::space::SparseSpace;
use crate::grundy::state::State;
use crate::grundy::superblocks::choice::WitnessChoice;
use crate::grundy::superblocks::columns::{Columns, Marked};
use crate::grundy::superblocks::counters::Counters;
use crate::grundy::superblocks::ends::Ends;
use crate::grundy::superblocks::history::History;
use crate::grundy::superblocks::leading::LeadingChoice;
use crate::grundy::superblocks::order::OrderChoice;
use crate::grundy::superblocks::room::Room;
use crate::grundy::superblocks::stages::Stages;
use crate::grundy::superblocks::taps::TapRanges;
use crate::grundy::superblocks::tuning::Tuning;
use crate::rules::Rules;

/// What has to be known of a sequence to continue it, besides its history.
struct KnownSequence<'a> {
    rules: &'a Rules,
    space: SparseSpace,
    /// The rare heaps r ≥ 1, in ascending order, and their values.
    rare: Vec<(usize, u16)>,
    /// The largest packed value.
    largest: usize,
}

impl Rounds {
    /// Continues a sequence; `None` if a value is too large.
    pub(in crate::grundy::superblocks) fn new(
        state: &State<'_>,
        tuning: Tuning,
        kernel: Kernel,
    ) -> Option<Rounds> {
        let packing = Packing::new(state.space);
        let known = KnownSequence {
            rules: state.rules,
            space: state.space,
            rare: state.rare.iter().map(|&r| (r, state.values[r])).collect(),
            largest: largest(&packing, state.values.iter())?,
        };
        let rounds = Rounds::without_history(known, tuning, kernel);
        let history = History::new(state, &packing, rounds.kept);
        Some(Rounds { history, ..rounds })
    }

    /// Continues a sequence of which both ends are known; `None` if a value is too large.
    pub(in crate::grundy::superblocks) fn of_ends(
        ends: &Ends<'_>,
        tuning: Tuning,
        kernel: Kernel,
    ) -> Option<Rounds> {
        let packing = Packing::new(ends.space);
        let values = ends.small.iter().chain(ends.last).copied();
        let known = KnownSequence {
            rules: ends.rules,
            space: ends.space,
            rare: ends.rare.to_vec(),
            largest: largest(&packing, values)?,
        };
        let rounds = Rounds::without_history(known, tuning, kernel);
        let history = History::of_ends(ends, &packing, rounds.kept);
        Some(Rounds { history, ..rounds })
    }

    /// Continues a sequence; its history is still to be packed.
    fn without_history(known: KnownSequence<'_>, tuning: Tuning, kernel: Kernel) -> Rounds {
        let KnownSequence { rules, space, rare, largest } = known;
        let packing = Packing::new(space);
        let marked = |(r, value)| (r, Marked::new(packing.pack(value).into()));
        let taps = TapRanges::new(rare.into_iter().map(marked).collect());
        Rounds {
            kernel,
            rules: rules.clone(),
            space,
            packing,
            tuning,
            history: History::all(Columns::new(0, 0)),
            kept: History::kept(rules, taps.last_rare(), &tuning),
            postpones_from: taps.last_rare() + QUIET_SUPERBLOCKS * tuning.superblock,
            taps,
            room: Room::new(largest),
            far: None,
            choice: WitnessChoice::FIRST,
            leading: LeadingChoice::FIRST,
            order: OrderChoice::default(),
            unsearched: None,
            takes_as_common: false,
            counters: Counters::default(),
            stages: Stages::default(),
        }
    }
}

/// The largest packed value; `None` if it is too large for sets.
fn largest(packing: &Packing, values: impl Iterator<Item = u16>) -> Option<usize> {
    let largest = usize::from(values.map(|value| packing.pack(value)).max()?);
    (largest < Marked::LIMIT).then_some(largest)
}
