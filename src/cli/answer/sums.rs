//! What there is to say of a position, as text: the same for every game and format.

use std::fmt::Display;

use octal::gallery::analysis::{self, SumMove};
use octal::gallery::misere;
use octal::outcome::Outcome;
use octal::rule::{Analysis, EqualParts, WinningMove};
use serde::Serialize;

/// An answer.
#[derive(Debug, Serialize)]
pub struct PositionAnswer {
    /// normal or misere
    pub play: &'static str,
    /// The components, equal ones together.
    pub components: Vec<EqualComponents>,
    /// None under misère play.
    pub nim_sum: Option<u64>,
    /// N, P or drawn
    pub outcome: String,
    /// Each once, however many equal components it can be made in; none if they cannot be listed:
    /// then `note` says why.
    pub winning_moves: Option<Vec<Win>>,
    /// What else is known.
    pub note: Option<String>,
}

/// Equal components.
#[derive(Debug, Serialize)]
pub struct EqualComponents {
    pub position: String,
    /// None under misère play.
    pub grundy: Option<u64>,
    /// How many there are.
    pub times: usize,
}

/// A winning move.
#[derive(Debug, Serialize)]
pub struct Win {
    #[serde(rename = "move")]
    pub text: String,
    /// In how many equal components it can be made.
    pub times: usize,
}

impl<P: Display> From<SumMove<P>> for Win {
    fn from(winning: SumMove<P>) -> Win {
        Win { text: winning.to_string(), times: winning.times }
    }
}

impl Win {
    /// A move that can be made in one place.
    pub fn single(text: impl Display) -> Win {
        Win { text: text.to_string(), times: 1 }
    }
}

impl PositionAnswer {
    /// The answer about a sum of a game that is given by a rule, with this text between the numbers of
    /// a state. At most `most` moves are listed.
    pub fn by_rule(found: Analysis, separator: &str, most: usize) -> PositionAnswer {
        let component = |part: EqualParts| EqualComponents {
            position: part.state.separated(separator),
            grundy: part.value,
            times: part.times,
        };
        let won = |won: &WinningMove| Win { text: won.separated(separator), times: won.times };
        let (winning_moves, note) = match found.winning {
            Ok(moves) => {
                let more = moves.len().saturating_sub(most);
                let note = format!("winning moves that are not listed: {more} (--most lists more)");
                let listed = moves.iter().take(most).map(won).collect();
                (Some(listed), (more > 0).then_some(note))
            }
            Err(refusal) => (None, Some(format!("winning moves are not listed: {refusal}"))),
        };
        PositionAnswer {
            play: if found.nim_sum.is_some() { "normal" } else { "misere" },
            components: found.parts.into_iter().map(component).collect(),
            nim_sum: found.nim_sum,
            outcome: Outcome::next_wins(found.next_wins).to_string(),
            winning_moves,
            note,
        }
    }

    /// What normal play says of a sum.
    pub fn normal<P: Display>(
        found: analysis::NormalAnalysis<P>,
        note: Option<String>,
    ) -> PositionAnswer {
        let outcome = found.outcome().to_string();
        let (winning_moves, refused) = match found.winning {
            Ok(winning) => (Some(winning.into_iter().map(Win::from).collect()), None),
            Err(refusal) => (None, Some(format!("winning moves are not listed: {refusal}"))),
        };
        let component = |part: analysis::Part<P>| EqualComponents {
            position: part.position.to_string(),
            grundy: Some(part.value),
            times: part.times,
        };
        PositionAnswer {
            play: "normal",
            components: found.parts.into_iter().map(component).collect(),
            nim_sum: Some(found.nim_sum),
            outcome,
            winning_moves,
            note: refused.or(note),
        }
    }

    /// What misère play says of a sum.
    pub fn misere<P: Display>(sum: &[P], found: misere::MisereSolution<P>) -> PositionAnswer {
        let winning = found.winning.into_iter().map(Win::from).collect();
        PositionAnswer::of_parts(sum.iter().map(|part| (part, None)), None, found.outcome, winning)
    }

    /// A position with the values of its components and their nim-sum, which misère play has not.
    pub fn of_parts<P: Display>(
        parts: impl Iterator<Item = (P, Option<u64>)>,
        nim_sum: Option<u64>,
        outcome: Outcome,
        winning: Vec<Win>,
    ) -> PositionAnswer {
        let component = |(part, grundy): (P, _)| EqualComponents {
            position: part.to_string(),
            grundy,
            times: 1,
        };
        PositionAnswer {
            play: if nim_sum.is_some() { "normal" } else { "misere" },
            components: parts.map(component).collect(),
            nim_sum,
            outcome: outcome.to_string(),
            winning_moves: Some(winning),
            note: None,
        }
    }

    /// The position as it can be typed, separated by spaces.
    pub fn position(&self) -> String {
        self.spread(|component| component.position.clone())
    }

    /// The values of the components, separated by spaces.
    pub fn values(&self) -> String {
        self.spread(|component| {
            component.grundy.map_or_else(String::new, |value| value.to_string())
        })
    }

    /// All winning moves, apart by semicolons.
    pub fn moves(&self) -> String {
        let moves = self.winning_moves.iter().flatten().map(|win| &*win.text);
        moves.collect::<Vec<_>>().join("; ")
    }

    fn spread(&self, text: impl Fn(&EqualComponents) -> String) -> String {
        let each = self.components.iter().flat_map(|c| std::iter::repeat_n(text(c), c.times));
        each.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
    }
}
