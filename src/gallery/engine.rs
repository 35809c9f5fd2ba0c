//! The search below [`super::Solver`] and [`super::misere`]: every position once, depth first.
//!
//! Theorem 1 of [`crate::theory`] read as a program, with the stack in a vector, so that a play of
//! a million moves does not overflow it. Cost: each option of each position reached is looked at
//! once; memory for each position reached.

use std::collections::HashMap;

use super::{Options, Refusal, Ruleset, brief};

/// How many options a search looks at before it gives up: a few seconds.
pub(super) const WORK: u64 = 30_000_000;

/// What a new position costs, counted in options: mostly memory.
const NEW_POSITION: u64 = 60;

/// Who wins when no move is left.
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
    /// What is left of [`WORK`].
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

impl<'g, G: Ruleset> WorthSearch<'g, G> {
    pub(super) fn new(game: &'g G, play: Play) -> WorthSearch<'g, G> {
        WorthSearch { game, play, worth: HashMap::new(), left: WORK }
    }

    /// What a position is worth.
    pub(super) fn worth(&mut self, position: &G::Position) -> Result<u64, Refusal> {
        if let Some(Some(known)) = self.worth.get(position) {
            return Ok(*known);
        }
        let mut stack = Vec::new();
        let result = self.search(position, &mut stack);
        // After a refusal nothing may be left half known.
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
            match self.unknown_part(top).ok_or_else(too_large)? {
                Some(part) if self.worth.contains_key(&part) => return Err(cycle(stack, &part)),
                Some(part) => self.open(part, stack).ok_or_else(too_large)?,
                None => {
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
        self.left = self.left.checked_sub(NEW_POSITION.saturating_mul(size))?;
        self.worth.insert(position.clone(), None);
        let options = self.game.options(&position);
        stack.push(Frame { position, size, options, waiting: None, seen: Vec::new() });
        Some(())
    }

    /// Goes through the options of a position up to one with a part that is not known, which is
    /// returned. `None` if the work is used up.
    fn unknown_part(&mut self, frame: &mut Frame<'g, G::Position>) -> Option<Option<G::Position>> {
        loop {
            if self.play == Play::Misere && frame.seen.first() == Some(&true) {
                return Some(None);
            }
            let Some(option) = frame.waiting.take().or_else(|| frame.options.next()) else {
                return Some(None);
            };
            self.left = self.left.checked_sub(frame.size)?;
            let mut sum = 0;
            for part in &option {
                match self.worth.get(part) {
                    Some(Some(worth)) => sum ^= worth,
                    _ => {
                        let part = part.clone();
                        frame.waiting = Some(option);
                        return Some(Some(part));
                    }
                }
            }
            let sum = sum as usize;
            if frame.seen.len() <= sum {
                frame.seen.resize(sum + 1, false);
            }
            frame.seen[sum] = true;
        }
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
