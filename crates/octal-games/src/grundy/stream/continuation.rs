//! The continuation of the last values of a stream, by blocks or superblocks, and why a stream
//! halts.

use super::basis::{Basis, Tuning};
use crate::grundy::blocks::{self, Blocks};
use crate::grundy::state::State;
use crate::grundy::superblocks::{self, PrefixAndTail, Superblocks};

/// The engine that continues a stream.
#[derive(Clone, Debug)]
pub(super) enum Continuation {
    Blocks(Box<Blocks>),
    Superblocks(Box<Superblocks>),
}

impl Continuation {
    /// Goes on at `heap` after these last values: a window of them.
    pub(super) fn verified(
        basis: &Basis,
        tuning: &Tuning,
        heap: u64,
        last: &[u16],
    ) -> Option<Continuation> {
        if !basis.superblocks {
            return by_blocks(basis, tuning, heap, last);
        }
        let needed =
            superblocks::window(&basis.rules, &tuning.superblocks, basis.last_rare() as usize);
        if basis.window() < needed {
            return None;
        }
        by_superblocks(basis, tuning, heap, last)
    }

    /// Goes over heaps that are known to be common, after the values of a state. What the tuning
    /// says of verifying is ignored.
    pub(super) fn again(
        basis: &Basis,
        tuning: &Tuning,
        heap: u64,
        last: &[u16],
    ) -> Option<Continuation> {
        let blocks =
            blocks::Tuning { taps: usize::MAX, witnesses: 0, part_blocks: 1, ..tuning.blocks };
        let mut engine = if basis.superblocks {
            let (rules, known) = (&basis.rules, basis.state_length);
            let superblocks = superblocks::within(rules, &tuning.superblocks, known)?;
            by_superblocks(basis, &Tuning { superblocks, ..*tuning }, heap, last)?
        } else {
            by_blocks(basis, &Tuning { blocks, ..*tuning }, heap, last)?
        };
        match &mut engine {
            Continuation::Blocks(blocks) => blocks.take_as_common(),
            Continuation::Superblocks(superblocks) => superblocks.take_as_common(),
        }
        Some(engine)
    }

    /// Appends the values of the heaps from `heap` on before heap `end`: all, or those before one
    /// that has to be decided alone. Blocks may compute ahead of `end`.
    pub(super) fn extend(&mut self, values: &mut Vec<u16>, heap: u64, end: u64) {
        match self {
            Continuation::Blocks(blocks) => {
                let last = usize::try_from(end - 1).unwrap_or(usize::MAX);
                let extended = rayon::scope(|_| blocks.extend(values, last, usize::MAX));
                debug_assert!(extended.is_ok());
            }
            Continuation::Superblocks(superblocks) => {
                let to = values.len().saturating_add((end - heap) as usize - 1);
                // They end at a heap that is then decided alone.
                while values.len() <= to && superblocks.advance(values, to, usize::MAX).is_ok() {}
            }
        }
    }

    /// How often blocks took each of their ways.
    pub(super) fn counters(&self) -> blocks::Counters {
        match self {
            Continuation::Blocks(blocks) => blocks.counters(),
            Continuation::Superblocks(_) => blocks::Counters::default(),
        }
    }
}

/// Superblocks that continue at `heap` after these last values.
fn by_superblocks(basis: &Basis, tuning: &Tuning, heap: u64, last: &[u16]) -> Option<Continuation> {
    let known = PrefixAndTail {
        rules: &basis.rules,
        space: basis.space,
        rare: basis.rare_values()?,
        small: (&*basis.first).into(),
        next: usize::try_from(heap).ok()?,
        last: last.into(),
    };
    let superblocks = Superblocks::between(&known, &tuning.superblocks, tuning.kernel)?;
    Some(Continuation::Superblocks(Box::new(superblocks)))
}

/// Blocks that continue at `heap` after these last values.
fn by_blocks(basis: &Basis, tuning: &Tuning, heap: u64, last: &[u16]) -> Option<Continuation> {
    let heap = usize::try_from(heap).ok()?;
    let made_up = made_up(basis, heap, last)?;
    let state = State {
        rules: &basis.rules,
        space: basis.space,
        values: (&*made_up).into(),
        rare: basis.rare_heaps()?.into(),
    };
    let mut blocks = Blocks::new(&state, &tuning.blocks, tuning.kernel)?;
    blocks.shift(heap.checked_sub(made_up.len())?);
    Some(Continuation::Blocks(Box::new(blocks)))
}

/// The first values and the last, with zeros between: blocks begun at its end continue the
/// sequence at `heap`, because of the last values they know only how far below the end they are,
/// and of `heap` only its parity. There are no more zeros than heaps between; where both ends meet,
/// these are all values. `None` if there are more last values than heaps.
fn made_up(basis: &Basis, heap: usize, last: &[u16]) -> Option<Vec<u16>> {
    let before = heap.checked_sub(last.len())?;
    let mut values = basis.first[..basis.first.len().min(before)].to_vec();
    let (between, wanted) = (before - values.len(), basis.window().saturating_sub(last.len()));
    let zeros = between.min(wanted + between.saturating_sub(wanted) % 2);
    values.resize(values.len() + zeros, 0);
    values.extend(last);
    Some(values)
}

/// The reason why a stream cannot continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Halt {
    /// A rare value below the least common one was not shown to be an option's.
    #[error(
        "heap {heap} may be a new rare heap: no split with a part up to {tried} has value {value}"
    )]
    NotShown {
        /// The heap.
        heap: u64,
        /// The rare value.
        value: u16,
        /// The largest small part tried.
        tried: u64,
    },
    /// Values are too large for the engine, again and again.
    #[error(
        "heap {heap} cannot be computed by blocks of 64 heaps: G({large}) = {value} is too large for them"
    )]
    TooLarge {
        /// The heap.
        heap: u64,
        /// The heap with the largest of the last values.
        large: u64,
        /// That value.
        value: u16,
    },
    /// The same heap computed in two ways has two values.
    #[error(
        "G({heap}) is {blocks} by blocks and {alone} by itself: this machine or this program is faulty"
    )]
    Disagree {
        /// The heap.
        heap: u64,
        /// Its value as computed in a block.
        blocks: u16,
        /// Its value computed alone.
        alone: u16,
    },
}

impl Halt {
    /// The heap that could not be decided.
    pub const fn heap(&self) -> u64 {
        match *self {
            Halt::NotShown { heap, .. }
            | Halt::TooLarge { heap, .. }
            | Halt::Disagree { heap, .. } => heap,
        }
    }
}
