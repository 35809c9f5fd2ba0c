//! Classes of codes that the rules prove equal, so that each game is searched and written once.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use rayon::prelude::*;
use serde::{Serialize, Serializer};

use crate::code::cousins::{class_key, standard_form};
use crate::code::{Code, CodeError, Game, MAX_PLACE, names};

/// Number of digit places that are compared to decide if codes are equal; enough for all codes of
/// up to seven digits.
const PLACES: usize = 16;

/// A code of a class, and the shift s with G_first(n) = G_code(n − s) for the class's first code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The code.
    pub code: Code,
    /// G_first(n) = G_code(n − shift).
    pub shift: i64,
}

/// Reads a member as tables write it: "0.37 shift 1", or "0.37" if the shift is 0.
impl FromStr for Member {
    type Err = MemberError;

    fn from_str(text: &str) -> Result<Member, MemberError> {
        let (code, shift) = text.split_once(" shift ").unwrap_or((text, "0"));
        let code = code.parse().map_err(MemberError::Code)?;
        let shift = shift.parse().ok().filter(|s: &i64| s.unsigned_abs() <= LARGEST_SHIFT);
        Ok(Member { code, shift: shift.ok_or(MemberError::Shift)? })
    }
}

/// An error in the text of a member of a class.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MemberError {
    /// It does not begin with a code.
    #[error(transparent)]
    Code(#[from] CodeError),
    /// Its shift is no number, or larger than the number of places of a code.
    #[error("a shift is a number from -{LARGEST_SHIFT} to {LARGEST_SHIFT}")]
    Shift,
}

/// The largest shift of a member: the number of places of a code.
const LARGEST_SHIFT: u64 = MAX_PLACE as u64;

impl Serialize for Member {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// "0.37 shift 1", or "0.37" if the shift is 0.
impl fmt::Display for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.shift {
            0 => write!(f, "{}", self.code),
            shift => write!(f, "{} shift {shift}", self.code),
        }
    }
}

/// Codes with the same sequence, up to a shift. The first is the one that is searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// All codes of the class, by [`rank`]; the first has shift 0.
    pub members: Vec<Member>,
}

impl Class {
    /// The code that stands for the class.
    pub fn code(&self) -> &Code {
        &self.members[0].code
    }

    /// The shift of a code of this class, if it is one.
    pub fn shift_of(&self, code: &Code) -> Option<i64> {
        shift_of(&self.members, code)
    }
}

/// The shift of a code among these members of one game, if it is there.
fn shift_of(members: &[Member], code: &Code) -> Option<i64> {
    members.iter().find(|m| m.code == *code).map(|m| m.shift)
}

/// s with G_a(n) = G_b(n − s) for the games with these members, if they have a code in common.
pub(super) fn shift_between(a: &[Member], b: &[Member]) -> Option<i64> {
    // G_a(n) = G_code(n − s) and G_b(n) = G_code(n − s') give G_a(n) = G_b(n − (s − s')).
    a.iter().find_map(|member| Some(member.shift - shift_of(b, &member.code)?))
}

/// Adds `more`, whose first code has G_first(n) = G(n − shift), to the members of a game.
pub(super) fn join_members(members: &mut Vec<Member>, more: Vec<Member>, shift: i64) {
    for member in more {
        if members.iter().all(|m| m.code != member.code) {
            members.push(Member { shift: shift + member.shift, code: member.code });
        }
    }
    members[1..].sort_by_cached_key(|m| rank(&m.code));
}

/// The order in which codes stand for their class: games with names first, then by number of
/// places, then by digits.
pub fn rank(code: &Code) -> impl Ord + use<> {
    let named = names::name_of(&Game::from(code.clone())).is_some();
    (!named, order(code))
}

/// The order of rows in reports: by number of places, then by digits.
pub fn order(code: &Code) -> impl Ord + use<> {
    (code.digits().len() + code.repeat().len(), code.clone())
}

/// Groups codes into classes, in the order of their first codes. O(number of codes) keys.
pub fn classes(codes: impl IntoIterator<Item = Code>) -> Vec<Class> {
    grouped(codes, |code| class_key(code, PLACES))
}

/// Groups codes into first cousins, in the same order. First cousins are the same game heap by
/// heap, also in misère play, where moves that change no Grundy value make a difference.
pub fn first_cousins(codes: impl IntoIterator<Item = Code>) -> Vec<Class> {
    grouped(codes, |code| {
        let (code, shift) = standard_form(code);
        Game { code, shift }
    })
}

/// Groups codes by a game that each of them is, with a shift.
fn grouped(
    codes: impl IntoIterator<Item = Code>,
    key: impl Fn(&Code) -> Game + Send + Sync,
) -> Vec<Class> {
    let codes: Vec<Code> = codes.into_iter().collect();
    let keys: Vec<Game> = codes.par_iter().map(key).collect();
    let mut groups: BTreeMap<Code, Vec<(Code, i64)>> = BTreeMap::new();
    for (code, key) in codes.into_iter().zip(keys) {
        groups.entry(key.code).or_default().push((code, key.shift as i64));
    }
    let mut classes: Vec<Class> = groups.into_values().map(class).collect();
    classes.sort_by_cached_key(|class| order(class.code()));
    classes
}

/// The class of codes that all are the same standard form, each with its own shift.
fn class(mut group: Vec<(Code, i64)>) -> Class {
    group.sort_by_cached_key(|(code, _)| rank(code));
    // Equal codes stand side by side now.
    group.dedup_by(|(code, _), (before, _)| code == before);
    let first = group[0].1;
    // G_first(n) = G_std(n − s_first) and G_code(n) = G_std(n − s_code).
    let member = |(code, shift)| Member { code, shift: first - shift };
    Class { members: group.into_iter().map(member).collect() }
}

/// All codes `0.d1…dD` and `4.d1…dD` with at most `digits` octal digits.
pub fn octal_codes(digits: usize) -> Vec<Code> {
    Code::all(&[0, 4], 8, digits as u32).collect()
}
