//! The far stage: the options of a superblock that depend on no heap in it or in the one before.

use super::guesses::{FEW, Guesses};
use super::inputs::Inputs;
use super::order::PieceOrder;
use super::remaining::Early;
use super::sets::{BlockSets, unite};
use super::tap::Insertion;
use crate::grundy::kernel::Vector;
use crate::grundy::layout::BLOCK;

/// What far taps, witnesses and early searches give for a superblock.
#[derive(Clone, Debug)]
pub(super) struct FarStage {
    /// The first heap of the superblock.
    pub(super) start: usize,
    /// In which order the splits of this superblock are tried, early or in turn.
    pub(super) order: PieceOrder,
    pub(super) blocks: Vec<FarSets>,
    /// How many rare heaps had taps; the serial stage inserts those of later ones.
    pub(super) included: usize,
    /// How many option values were compared in sweeps.
    pub(super) swept: u64,
}

/// What far taps, witnesses and early searches give for the heaps of a block.
#[derive(Clone, Debug)]
pub(super) struct FarSets {
    /// Taps from this offset on, at the first splitting place, are far: they meet heaps that are known.
    pub(super) from: usize,
    /// Block taps with a smaller offset are left to the serial stage: all, or those that meet heaps of the superblock.
    pub(super) left: usize,
    /// Packed common values, which far taps give.
    pub(super) common: BlockSets,
    /// Below this packed value they are all that far taps give, for each heap, as far as there are planes.
    pub(super) known: [u16; BLOCK],
    /// Packed rare values, which witnesses give.
    pub(super) rare: BlockSets,
    /// For each heap what was found early, if it was searched for.
    pub(super) early: Vec<Early>,
    /// Guesses, if there are any: by what far taps give, and then block taps are held against them; or made by the serial
    /// stage, once these are inserted.
    pub(super) guesses: Option<Box<Guesses>>,
    /// Of block taps, those with an offset below this one are held against guesses, and the sets lack them; 0 if none are.
    pub(super) lacking: usize,
}

impl FarSets {
    /// Inserts block taps, or holds them against the guesses.
    #[inline(always)]
    pub(super) fn include<V: Vector>(&mut self, v: V, inputs: Inputs<'_>, taps: Insertion<'_>) {
        match &mut self.guesses {
            Some(guesses) => guesses.hold_against(v, taps),
            None => unite(&mut self.common, &inputs.sets(v, taps)),
        }
    }

    /// Makes few guesses: the least packed values that the sets miss, of those that are known and below `limit`.
    #[inline(always)]
    pub(super) fn make_few_guesses<V: Vector>(&mut self, v: V, limit: usize) {
        let guesses = Guesses::of::<FEW, V>(v, &self.common, &self.known, limit);
        self.guesses = Some(Box::new(guesses));
    }

    /// These rare values, and nothing else.
    #[cfg(test)]
    pub(super) fn with_rare(rare: BlockSets) -> FarSets {
        let (common, early) = (vec![], vec![]);
        let known = [0; BLOCK];
        FarSets { from: 0, left: 0, common, known, rare, early, guesses: None, lacking: 0 }
    }

    /// Whether there is room for all packed rare values below `others`.
    #[inline(always)]
    pub(super) fn have_room_below(&self, others: usize) -> bool {
        others <= 64 * self.rare.len()
    }
}

impl FarStage {
    /// Has all block taps inserted after all.
    pub(super) fn drop_guesses(&mut self) {
        for sets in &mut self.blocks {
            (sets.guesses, sets.lacking) = (None, 0);
        }
    }
}
