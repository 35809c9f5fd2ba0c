//! Textbook games as rules: the files of `octal-codes/rules`, which are part of the program.
//!
//! A file begins with two comments, the title of the game and its move; the rule follows, in the
//! language of [`octal_rule`]. The name of the file is the name of the game. Sources: `[WW]`
//! chapters 3, 4 and 14; contest exercises on Theorem 1 of [`crate::theory`].

pub mod boards;

use std::sync::OnceLock;

use crate::period::Period;
pub use octal_rule::{
    Analysis, EqualParts, Limits, MisereSolver, Refusal, Rule, RuleError, Solver, State,
    WinningMove,
};

/// A textbook game with its rule.
#[derive(Clone, Debug)]
pub struct NamedRule {
    /// The name, such as `grundys-game`.
    pub name: String,
    /// The name in a text, such as "Grundy's game".
    pub title: String,
    /// The move in words.
    pub about: String,
    /// The rule.
    pub rule: Rule,
}

/// The files with their names.
macro_rules! files {
    ($($name:literal,)*) => {
        [$(($name, include_str!(concat!("../../octal-codes/rules/", $name, ".rule")))),*]
    };
}

const FILES: [(&str, &str); 14] = files![
    "chocolate",
    "dawsons-kayles",
    "division",
    "doubloon",
    "grundys-game",
    "kayles",
    "knights",
    "laskers-nim",
    "nim",
    "powers",
    "slices",
    "sticks",
    "subtraction",
    "wythoffs-game",
];

/// All textbook games, by name. They are read once.
///
/// ```
/// let chocolate = octal::rule::find("Chocolate").unwrap();
/// assert_eq!(chocolate.rule.arity(), 2);
/// assert!(octal::rule::all().iter().all(|game| !game.about.is_empty()));
/// ```
pub fn all() -> &'static [NamedRule] {
    static GAMES: OnceLock<Vec<NamedRule>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let game = |&(name, text): &(&str, &str)| {
            let mut comments = text.lines().filter_map(|line| line.strip_prefix("# "));
            let mut comment = || comments.next().unwrap_or_default().to_owned();
            let rule = text.parse().expect("a rule file of the program holds a rule");
            NamedRule { name: name.to_owned(), title: comment(), about: comment(), rule }
        };
        FILES.iter().map(game).collect()
    })
}

/// The textbook game of this name. Case, spaces and punctuation do not matter.
pub fn find(name: &str) -> Option<&'static NamedRule> {
    let key = |name: &str| name.to_lowercase().replace(|c: char| !c.is_alphanumeric(), "");
    let wanted = key(name);
    all().iter().find(|game| key(&game.name) == wanted || key(&game.title) == wanted)
}

/// The least period, then the least preperiod, with which a list of values recurs, if its second
/// half has two periods or more. A period without saltus comes first. A list alone proves no
/// period. Cost: quadratic at worst.
///
/// ```
/// use octal::rule::recurrence;
/// let period = |values: &[u64]| recurrence(values).map(|period| period.to_string());
/// assert_eq!(period(&[5, 0, 1, 0, 1, 0, 1, 0, 1]).unwrap(), "period 2 from heap 1 on");
/// let growing = "period 1 with saltus 1 from heap 0 on";
/// assert_eq!(period(&[0, 1, 2, 3, 4, 5, 6, 7]).unwrap(), growing);
/// assert_eq!(period(&[0, 1, 2, 3, 0, 5, 7, 6]), None);
/// ```
pub fn recurrence(values: &[u64]) -> Option<Period> {
    let half = values.len() / 2;
    let growth = |p: usize, n: usize| values[n + p].checked_sub(values[n]);
    let least = |is_wanted: fn(u64) -> bool| {
        (1..=half / 2).find_map(|p| {
            let saltus = growth(p, half).filter(|&saltus| is_wanted(saltus))?;
            let recurs = (half..values.len() - p).all(|n| growth(p, n) == Some(saltus));
            recurs.then_some((p, saltus))
        })
    };
    let (p, saltus) = least(|saltus| saltus == 0).or_else(|| least(|saltus| saltus > 0))?;
    let before = (0..half).rev().take_while(|&n| growth(p, n) == Some(saltus)).count();
    Some(Period { preperiod: (half - before) as u64, period: p as u64, saltus })
}
