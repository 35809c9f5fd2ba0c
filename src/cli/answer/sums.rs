//! The text about a position: the same for every game and format.

use octal::outcome::Outcome;
use octal::rule::boards::BoardAnalysis;
use octal::rule::{Analysis, EqualParts, Refusal, WinningMove};
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
    /// A remark on what else is known.
    pub note: Option<String>,
}

/// Equal components.
#[derive(Debug, Serialize)]
pub struct EqualComponents {
    pub position: String,
    /// None under misère play.
    pub grundy: Option<u64>,
    /// Their number.
    pub times: usize,
}

/// A winning move.
#[derive(Debug, Serialize)]
pub struct Win {
    #[serde(rename = "move")]
    pub text: String,
    /// The number of equal components in which it can be made.
    pub times: usize,
}

impl PositionAnswer {
    /// The answer about a sum of a game that is given by a rule, with this text between the numbers
    /// of a state. At most `most` moves are listed.
    pub fn by_rule(found: Analysis, separator: &str, most: usize) -> PositionAnswer {
        let component = |part: EqualParts| EqualComponents {
            position: part.state.separated(separator),
            grundy: part.value,
            times: part.times,
        };
        let won = |won: WinningMove| Win { text: won.separated(separator), times: won.times };
        let winning = found.winning.map(|moves| moves.into_iter().map(won).collect());
        let (winning_moves, note) = listed(winning, most);
        PositionAnswer {
            play: if found.nim_sum.is_some() { "normal" } else { "misere" },
            components: found.parts.into_iter().map(component).collect(),
            nim_sum: found.nim_sum,
            outcome: Outcome::next_wins(found.next_wins).to_string(),
            winning_moves,
            note,
        }
    }

    /// The answer about a board. At most `most` moves are listed.
    pub fn on_board(found: BoardAnalysis, most: usize) -> PositionAnswer {
        let component = |group: &[(String, Option<u64>)]| EqualComponents {
            position: group[0].0.clone(),
            grundy: group[0].1,
            times: group.len(),
        };
        let won = found.winning.into_iter().map(|(text, times)| Win { text, times });
        let (winning_moves, note) = listed(Ok(won.collect()), most);
        PositionAnswer {
            play: if found.nim_sum.is_some() { "normal" } else { "misere" },
            components: found.parts.chunk_by(|a, b| a == b).map(component).collect(),
            nim_sum: found.nim_sum,
            outcome: found.outcome.to_string(),
            winning_moves,
            note,
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

/// The first `most` moves, with a note about the others or about the reason why none are listed.
fn listed(winning: Result<Vec<Win>, Refusal>, most: usize) -> (Option<Vec<Win>>, Option<String>) {
    match winning {
        Ok(mut moves) => {
            let more = moves.len().saturating_sub(most);
            moves.truncate(most);
            let note = format!("winning moves that are not listed: {more} (--most lists more)");
            (Some(moves), (more > 0).then_some(note))
        }
        Err(refusal) => (None, Some(format!("winning moves are not listed: {refusal}"))),
    }
}
