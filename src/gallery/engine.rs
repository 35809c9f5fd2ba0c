//! The search below [`super::Solver`] and [`super::misere`]: every position once, depth first.
//!
//! Theorem 1 of [`crate::theory`] read as a program, with the stack in a vector, so that a play of
//! a million moves does not overflow it. Cost: each option of each position reached is looked at
//! once; memory for each position reached.

use std::collections::HashMap;

use super::{Options, Refusal, Ruleset, brief};

/// A search gives up after this many options, which takes a few seconds.
pub(super) const MOST_OPTIONS: u64 = 30_000_000;

/// A new position counts as this many options, because it takes memory.
const OPTIONS_PER_POSITION: u64 = 60;

/// Which player wins when no move is left.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Play {
    /// Who cannot move loses; a position is worth the mex of its options.
    Normal,
    /// Who cannot move wins; a position is worth 0 if it is a P-position, else 1.
    Misere,
}

/// Positions and what they are worth.
pub(super) struct WorthSearch<'g, G: Ruleset> {
    game: &'g G,
    play: Play,
    /// `None` while the position's options are being looked at.
    worth: HashMap<G::Position, Option<u64>>,
    /// What is left of [`MOST_OPTIONS`].
    left: u64,
}

/// A position some of whose options have been looked at.
struct Frame<'g, P> {
    position: P,
    /// What an option of it costs.
    size: u64,
    options: Options<'g, P>,
    /// The option whose parts are not all known yet.
    waiting: Option<Vec<P>>,
    /// Which worths have occurred among the options.
    seen: Vec<bool>,
}

impl<P> Frame<'_, P> {
    /// Notes that an option has this worth.
    fn see(&mut self, worth: usize) {
        if self.seen.len() <= worth {
            self.seen.resize(worth + 1, false);
        }
        self.seen[worth] = true;
    }
}

/// What the search of a position needs next.
enum NextPart<P> {
    /// The worth of this part of an option.
    Unknown(P),
    /// Nothing: all options that count are known.
    AllKnown,
    /// More work than [`MOST_OPTIONS`] allows.
    WorkIsUsedUp,
}

impl<'g, G: Ruleset> WorthSearch<'g, G> {
    pub(super) fn new(game: &'g G, play: Play) -> WorthSearch<'g, G> {
        WorthSearch { game, play, worth: HashMap::new(), left: MOST_OPTIONS }
    }

    /// What a position is worth.
    pub(super) fn worth(&mut self, position: &G::Position) -> Result<u64, Refusal> {
        if let Some(Some(known)) = self.worth.get(position) {
            return Ok(*known);
        }
        let mut stack = Vec::new();
        let result = self.search(position, &mut stack);
        // After a refusal no position may stay marked as being searched.
        for frame in &stack {
            self.worth.remove(&frame.position);
        }
        result
    }

    fn search(
        &mut self,
        root: &G::Position,
        stack: &mut Vec<Frame<'g, G::Position>>,
    ) -> Result<u64, Refusal> {
        let too_large = || Refusal::TooLarge { position: brief(&[root]) };
        self.open(root.clone(), stack).ok_or_else(too_large)?;
        let mut last = 0;
        while let Some(top) = stack.last_mut() {
            match self.next_part(top) {
                NextPart::WorkIsUsedUp => return Err(too_large()),
                NextPart::Unknown(part) if self.worth.contains_key(&part) => {
                    return Err(cycle(stack, &part));
                }
                NextPart::Unknown(part) => self.open(part, stack).ok_or_else(too_large)?,
                NextPart::AllKnown => {
                    last = self.combined(&top.seen);
                    let position = top.position.clone();
                    stack.pop();
                    self.worth.insert(position, Some(last));
                }
            }
        }
        Ok(last)
    }

    /// Begins with a position; `None` if the work is used up.
    fn open(
        &mut self,
        position: G::Position,
        stack: &mut Vec<Frame<'g, G::Position>>,
    ) -> Option<()> {
        let size = self.game.size(&position);
        self.left = self.left.checked_sub(OPTIONS_PER_POSITION.saturating_mul(size))?;
        self.worth.insert(position.clone(), None);
        let options = self.game.options(&position);
        stack.push(Frame { position, size, options, waiting: None, seen: Vec::new() });
        Some(())
    }

    /// Goes through the options of a position up to one with a part whose worth is not known.
    fn next_part(&mut self, frame: &mut Frame<'g, G::Position>) -> NextPart<G::Position> {
        loop {
            // Under misère play one option that is a P-position decides.
            if self.play == Play::Misere && frame.seen.first() == Some(&true) {
                return NextPart::AllKnown;
            }
            let Some(option) = frame.waiting.take().or_else(|| frame.options.next()) else {
                return NextPart::AllKnown;
            };
            let Some(left) = self.left.checked_sub(frame.size) else {
                return NextPart::WorkIsUsedUp;
            };
            self.left = left;
            match self.worth_of_sum(&option) {
                Ok(worth) => frame.see(worth as usize),
                Err(part) => {
                    let part = part.clone();
                    frame.waiting = Some(option);
                    return NextPart::Unknown(part);
                }
            }
        }
    }

    /// What a sum is worth, or its first part whose worth is not known.
    fn worth_of_sum<'p>(&self, sum: &'p [G::Position]) -> Result<u64, &'p G::Position> {
        let worth = |part| self.worth.get(part).copied().flatten().ok_or(part);
        sum.iter().try_fold(0, |sum, part| Ok(sum ^ worth(part)?))
    }

    /// What a position is worth whose options are worth `seen`.
    fn combined(&self, seen: &[bool]) -> u64 {
        match self.play {
            Play::Normal => seen.iter().position(|&s| !s).unwrap_or(seen.len()) as u64,
            Play::Misere => u64::from(seen.first().is_none_or(|&p| p)),
        }
    }
}

/// The way round from a position on the stack back to itself.
fn cycle<P: PartialEq + std::fmt::Display>(stack: &[Frame<P>], again: &P) -> Refusal {
    let round = stack.iter().map(|frame| &frame.position).skip_while(|p| *p != again);
    let cycle = round.chain([again]).map(|p| brief(&[p])).collect();
    Refusal::Cycle { cycle }
}
