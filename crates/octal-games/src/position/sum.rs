//! Sums of heaps, of one game or of several side by side, and moves in them.
//!
//! A move changes one heap n of one game C. It takes k tokens and leaves j parts, j ≤ 3, which
//! digit d_k of C must allow. In `CODE shift s`, heap n stands for heap n − s of the code. Heaps of
//! at most s tokens are dead, and are left out of the parts of a move. Source: `[WW]` chapter 4.

use std::collections::HashMap;
use std::fmt;

use crate::code::{Code, Digit, Game};
use crate::input::{count, shortened};

/// The largest heap of a position: every number up to it is exact in any format.
///
/// ```
/// use octal_games::position::LARGEST_HEAP;
/// assert!(format!("nim: {LARGEST_HEAP}").parse::<octal_games::Position>().is_ok());
/// assert!(format!("nim: {}", LARGEST_HEAP + 1).parse::<octal_games::Position>().is_err());
/// ```
pub const LARGEST_HEAP: u64 = 1 << 53;

/// Heaps of one game.
///
/// ```
/// use octal_games::{Position, position::SumComponent};
/// let component = SumComponent { game: "kayles".parse()?, heaps: vec![3, 4, 5] };
/// assert_eq!(component.to_string(), "0.77: 3 4 5");
/// assert_eq!(Position::new([component]), "0.77: 3 4 5".parse()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumComponent {
    /// The rules.
    pub game: Game,
    /// The heaps, in tokens, in the order in which they were given.
    pub heaps: Vec<u64>,
}

/// A sum of heaps. Each game occurs in one component only.
///
/// Printed as it is read: `0.77: 3 4 5 | 0.137: 9`; a game without heaps has the empty heap `0`.
///
/// ```
/// use octal_games::Position;
/// let position: Position = "kayles: 3 4 5 2 5 | nim: 2 | 0.77: 1".parse()?;
/// assert_eq!(position.to_string(), "0.77: 3 4 5 2 5 1 | 0.[3]: 2");
/// # Ok::<(), octal_games::position::PositionError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    components: Vec<SumComponent>,
}

/// A move in one heap, `4 → 2+1`; a heap that is taken whole leaves `0`.
///
/// ```
/// use octal_games::position::Move;
/// let mv: Move = "4 -> 2+1".parse()?;
/// assert_eq!(mv, Move { heap: 4, parts: vec![2, 1] });
/// assert_eq!(mv.to_string(), "4 → 2+1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Move {
    /// The heap played in.
    pub heap: u64,
    /// The parts: at most three heaps, none of them empty.
    pub parts: Vec<u64>,
}

/// The reason why a move cannot be played.
///
/// ```
/// let position: octal_games::Position = "0.77: 3 4 5".parse()?;
/// let error = position.play(None, &"6 -> 2+1".parse()?).unwrap_err();
/// let message = "there is no heap 6 in `0.77: 3 4 5`: `6 → 2+1` cannot be played";
/// assert_eq!(error.to_string(), message);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The position has no such heap.
    #[error("there is no heap {heap} in `{place}`: `{mv}` cannot be played")]
    NoHeap {
        /// The move.
        mv: Move,
        /// Its heap.
        heap: u64,
        /// The game, or the games, examined.
        place: String,
    },
    /// The heap is there in several games.
    #[error(
        "heap {heap} is there in `{first}` and in `{second}`: name the game, as in `{first}: {mv}`"
    )]
    WhichGame {
        /// The move.
        mv: Move,
        /// Its heap.
        heap: u64,
        /// A game that has it.
        first: Box<Game>,
        /// Another.
        second: Box<Game>,
    },
    /// The rules do not allow it.
    #[error("`{mv}` is no move of {game}: {why}")]
    Illegal {
        /// The move.
        mv: Move,
        /// The game.
        game: Game,
        /// The rule that forbids it.
        why: String,
    },
}

impl Position {
    /// The sum of these components; those of one game become one.
    pub fn new(components: impl IntoIterator<Item = SumComponent>) -> Position {
        let mut places: HashMap<Game, usize> = HashMap::new();
        let mut position = Position::default();
        for component in components {
            match places.get(&component.game) {
                Some(&place) => position.components[place].heaps.extend(component.heaps),
                None => {
                    places.insert(component.game.clone(), position.components.len());
                    position.components.push(component);
                }
            }
        }
        position
    }

    /// The games with their heaps.
    pub fn components(&self) -> &[SumComponent] {
        &self.components
    }

    /// The position after a move; `game` may be left out if only one has such a heap. The parts
    /// take the place of the heap. O(heaps).
    ///
    /// ```
    /// use octal_games::Position;
    /// let position: Position = "0.77: 3 4 5 2 5".parse()?;
    /// let next = position.play(None, &"4 -> 2+1".parse()?)?;
    /// assert_eq!(next.to_string(), "0.77: 3 2 1 5 2 5");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`MoveError`].
    pub fn play(&self, game: Option<&Game>, mv: &Move) -> Result<Position, MoveError> {
        let index = self.component_of(game, mv)?;
        let SumComponent { game, heaps } = &self.components[index];
        let parts = legal_parts(game, mv)?;
        let mut next = self.clone();
        let at = heaps.iter().position(|&heap| heap == mv.heap).unwrap_or(0);
        next.components[index].heaps.splice(at..=at, parts);
        Ok(next)
    }

    /// The component that has the heap of a move.
    fn component_of(&self, game: Option<&Game>, mv: &Move) -> Result<usize, MoveError> {
        let looked_at = |c: &SumComponent| game.is_none_or(|game| c.game == *game);
        let holds = |c: &SumComponent| looked_at(c) && c.heaps.contains(&mv.heap);
        let mut found = (0..self.components.len()).filter(|&i| holds(&self.components[i]));
        let heap = mv.heap;
        match (found.next(), found.next()) {
            (Some(index), None) => Ok(index),
            (None, _) => {
                let place = game.map_or_else(|| self.to_string(), ToString::to_string);
                Err(MoveError::NoHeap {
                    mv: mv.clone(),
                    heap,
                    place: shortened(&place, LONGEST_PLACE),
                })
            }
            (Some(first), Some(second)) => {
                let [first, second] =
                    [first, second].map(|i| Box::new(self.components[i].game.clone()));
                Err(MoveError::WhichGame { mv: mv.clone(), heap, first, second })
            }
        }
    }
}

/// Characters of a position that a message shows.
const LONGEST_PLACE: usize = 60;

/// The parts that a move of `game` leaves, without dead heaps, if the rules allow the move.
fn legal_parts(game: &Game, mv: &Move) -> Result<Vec<u64>, MoveError> {
    let illegal = |why: String| MoveError::Illegal { mv: mv.clone(), game: game.clone(), why };
    let parts: Vec<u64> = mv.parts.iter().copied().filter(|&part| part > game.shift).collect();
    let Some(heap) = mv.heap.checked_sub(game.shift).filter(|&heap| heap > 0) else {
        return Err(illegal(format!("heap {} has no moves", mv.heap)));
    };
    let left: u128 = parts.iter().map(|&part| u128::from(part - game.shift)).sum();
    let Some(k) = u128::from(heap).checked_sub(left) else {
        return Err(illegal(format!("more remains than the {} tokens of the heap", mv.heap)));
    };
    // k is at most the heap.
    let digit = game.code.digit(k as usize);
    if allows(digit, &parts) {
        return Ok(parts);
    }
    let remains = ["no heap", "one heap", "two heaps", "three heaps"];
    let remains = remains.get(parts.len()).copied().unwrap_or("more than three heaps");
    let equal = if digit.is_unequal() && parts.len() == 2 { " of one size" } else { "" };
    let code: &Code = &game.code;
    Err(illegal(format!(
        "{} taken and {remains}{equal} left, but digit d{k} of {code} is {digit}",
        count(k, "token")
    )))
}

/// True if a digit lets these parts remain.
fn allows(digit: Digit, parts: &[u64]) -> bool {
    match parts {
        [] => digit.leaves_none(),
        [_] => digit.leaves_one(),
        [a, b] => digit.leaves_two() && !(digit.is_unequal() && a == b),
        [_, _, _] => digit.leaves_three(),
        _ => false,
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> = self.parts.iter().map(ToString::to_string).collect();
        let parts = if parts.is_empty() { "0".to_owned() } else { parts.join("+") };
        write!(f, "{} → {parts}", self.heap)
    }
}

impl fmt::Display for SumComponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.game)?;
        if self.heaps.is_empty() {
            return write!(f, " 0");
        }
        self.heaps.iter().try_for_each(|heap| write!(f, " {heap}"))
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, component) in self.components.iter().enumerate() {
            write!(f, "{}{component}", if i == 0 { "" } else { " | " })?;
        }
        Ok(())
    }
}
