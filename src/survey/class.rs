//! Classes of codes that the rules prove equal, so that each game is searched and written once.
//!
//! [`judge_equalities`] judges claims that two codes have the same sequence: proved by the rules or
//! by two proved periods, contradicted by a first difference, else out of reach.
//! [`code_rows`] are the rows of `codes.csv`: every code of a survey with the game that it is.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use rayon::prelude::*;
use serde::{Deserialize, Serialize, Serializer};

use super::store::GameTable;
use super::study::ClaimRow;
use crate::catalogue::Statement;
use crate::catalogue::claims::Claim;
use crate::catalogue::verdict::{Verdict, judge_equality, shift_by_rules};
use crate::code::cousins::{class_key, standard_form};
use crate::code::{Code, CodeError, Game, MAX_PLACE, names};
use crate::grundy::GrundyError;
use crate::period::Status;
use crate::period::search::{EventCallback, Limits, search};
use crate::period::sequence::Stop;
use crate::period::shifted::View;

/// Digit places that are compared to tell whether codes are equal; enough for all codes of up to seven digits.
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

/// Why a text is no member of a class.
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

/// Groups codes into first cousins, in the same order: these are the same game heap by heap, so also
/// in misère play, where moves that change no Grundy value do make a difference.
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

/// The last heap of a first, short comparison, which settles most claims.
const FIRST_LIMIT: u64 = 4096;

/// The verdicts on those of `claims` that state an equality, in their order. Claims that the
/// callback cancels are left out.
pub fn judge_equalities(
    claims: &[&Claim],
    limits: &Limits,
    watch: &EventCallback<'_>,
) -> Result<Vec<ClaimRow>, GrundyError> {
    let rows: Vec<Option<ClaimRow>> =
        claims.par_iter().map(|claim| equality(claim, limits, watch)).collect::<Result<_, _>>()?;
    Ok(rows.into_iter().flatten().collect())
}

fn equality(
    claim: &Claim,
    limits: &Limits,
    watch: &EventCallback<'_>,
) -> Result<Option<ClaimRow>, GrundyError> {
    let Statement::Equals { code: other, .. } = &claim.statement else { return Ok(None) };
    let by_rules = shift_by_rules(claim);
    let mut row = None;
    let short = Limits { heaps: limits.heaps.min(FIRST_LIMIT), ..*limits };
    for limits in [&short, limits] {
        let a = search(&claim.game.code, limits, watch)?;
        let b = search(other, limits, watch)?;
        if a.stop == Stop::Cancelled || b.stop == Stop::Cancelled {
            return Ok(None);
        }
        let shift = claim.game.shift as i64;
        let judgement = judge_equality(claim, &View::new(&a, shift), &View::from(&b), by_rules);
        let settled = judgement.verdict != Verdict::OutOfReach;
        row = Some(ClaimRow::new(claim, judgement));
        if settled {
            break;
        }
    }
    Ok(row)
}

/// The file of these rows in the directory of a survey.
pub const CODES_FILE: &str = "codes.csv";

/// The column names of `codes.csv`.
pub const CODES_HEADER: [&str; 4] = ["code", "game", "shift", "status"];

/// A row of `codes.csv`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodeRow {
    /// The code.
    pub code: String,
    /// The code of its game, as in `periods.csv`.
    pub game: String,
    /// s with G_code(n) = G_game(n − s): the code is `GAME shift s`.
    pub shift: i64,
    /// How the period of the game is known.
    pub status: Status,
}

/// Every code of these games, by number of places, then by digits. O(codes · log codes) time.
pub fn code_rows(table: &GameTable) -> Vec<CodeRow> {
    let games = table.merged();
    rows_of_members(games.iter().map(|game| (&*game.members, game.row.status)))
}

/// The same for games that are given by their members, the first of which has the row, and how each is known.
pub(super) fn rows_of_members<'a>(
    games: impl Iterator<Item = (&'a [Member], Status)>,
) -> Vec<CodeRow> {
    let mut rows = vec![];
    for (members, status) in games {
        for Member { code, shift } in members {
            let game = members[0].code.to_string();
            rows.push((
                order(code),
                CodeRow { code: code.to_string(), game, shift: -shift, status },
            ));
        }
    }
    rows.sort_by(|(a, _), (b, _)| a.cmp(b));
    rows.into_iter().map(|(_, row)| row).collect()
}
