//! The games that have names, and other games worth knowing.
//!
//! The table is `games.csv` in the folder of this crate, with the columns
//! `code,name,title,aliases,note`; it is part of the program. Names are those of `[WW]` chapter 4
//! and of the papers that `note` cites. In a name case, spaces, hyphens, underscores, apostrophes
//! and commas do not matter.

use std::collections::{BTreeSet, HashMap};
use std::sync::OnceLock;

use super::notation::notation;
use super::{Code, Game};

/// One row of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedGame {
    /// The game.
    pub game: Game,
    /// The usual name, such as `dawsons-chess`; empty if the game is known by its code.
    pub name: String,
    /// The name as it is written in a text, such as "Dawson's Chess"; empty like the name.
    pub title: String,
    /// Other names.
    pub aliases: Vec<String>,
    /// A note about the game, with the source of its name.
    pub note: String,
}

struct NameTable {
    games: Vec<NamedGame>,
    /// From the key of each name and alias to its row.
    rows: HashMap<String, usize>,
}

/// All games of the table, named or not, in its order.
///
/// The table is read once, in O(size).
///
/// ```
/// let games = octal_games::workspace::code::names::all();
/// assert!(games.iter().any(|game| game.name == "kayles"));
/// assert!(games.iter().any(|game| game.name.is_empty()));
/// ```
pub fn all() -> &'static [NamedGame] {
    &table().games
}

/// The game with this name or alias. O(length).
///
/// ```
/// use octal_games::workspace::code::names::lookup;
/// assert_eq!(lookup("Dawson's Chess"), lookup("dawsons_chess"));
/// assert_eq!(lookup("dawsons-chess").unwrap().game.to_string(), "0.137");
/// assert_eq!(lookup("0.137"), None);
/// ```
pub fn lookup(text: &str) -> Option<&'static NamedGame> {
    table().rows.get(&key(text)?).map(|&row| &table().games[row])
}

/// The usual name of this very game, shift included; equal games with other codes do not count.
///
/// ```
/// use octal_games::workspace::code::names::name_of;
/// assert_eq!(name_of(&"0.6 shift 1".parse()?), Some("couples-are-forever"));
/// assert_eq!(name_of(&"0.6 shift 2".parse()?), None);
/// # Ok::<(), octal_games::CodeError>(())
/// ```
pub fn name_of(game: &Game) -> Option<&'static str> {
    named(game).map(|row| row.name.as_str())
}

/// The same name as it is written in a text.
///
/// ```
/// use octal_games::workspace::code::names::title_of;
/// assert_eq!(title_of(&"0.137".parse()?), Some("Dawson's Chess"));
/// # Ok::<(), octal_games::CodeError>(())
/// ```
pub fn title_of(game: &Game) -> Option<&'static str> {
    named(game).map(|row| row.title.as_str())
}

fn named(game: &Game) -> Option<&'static NamedGame> {
    all().iter().find(|row| !row.name.is_empty() && row.game == *game)
}

/// The names nearest to a misspelt one, in the order of the table; none if none is near. A name is
/// near if it begins with the text. It is near too if changes of letters turn the text into it, at
/// most a third as many as the text has letters. O(table · length).
///
/// ```
/// use octal_games::workspace::code::names::nearest;
/// assert_eq!(nearest("kayels"), ["kayles"]);
/// assert_eq!(nearest("dawson"), ["dawsons-kayles", "dawsons-chess"]);
/// assert!(nearest("backgammon").is_empty());
/// ```
pub fn nearest(text: &str) -> Vec<&'static str> {
    let Some(wrong) = key(text) else { return vec![] };
    let length = wrong.chars().count();
    let is_beginning = |name: &str| length >= 3 && name.starts_with(&wrong);
    let changes = |name: &str| if is_beginning(name) { 1 } else { edit_distance(&wrong, name) };
    let changes: Vec<(usize, usize)> =
        table().rows.iter().map(|(name, &row)| (changes(name), row)).collect();
    let least =
        changes.iter().map(|&(changes, _)| changes).min().filter(|least| 3 * least <= length);
    let near = changes.iter().filter(|&&(changes, _)| Some(changes) == least).map(|&(_, row)| row);
    let rows: BTreeSet<usize> = near.collect();
    rows.into_iter().map(|row| table().games[row].name.as_str()).collect()
}

/// The letters and digits of a name in lower case, which identify it. `None` if it is too long for
/// a name.
fn key(text: &str) -> Option<String> {
    let idle = |c: char| c.is_whitespace() || "_-‐–'’ʼ,".contains(c);
    let short = text.chars().nth(100).is_none();
    short.then(|| text.chars().filter(|&c| !idle(c)).flat_map(char::to_lowercase).collect())
}

/// The edit distance (Levenshtein): the fewest letters to insert, remove or replace. O(product of
/// lengths).
fn edit_distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for letter in from.chars() {
        let mut diagonal = row[0];
        row[0] += 1;
        for (j, &other) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != other);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

fn table() -> &'static NameTable {
    static TABLE: OnceLock<NameTable> = OnceLock::new();
    TABLE.get_or_init(|| {
        let rows = include_str!("../../games.csv").lines().skip(1);
        let games: Option<Vec<NamedGame>> = rows.map(named_game).collect();
        let games = games.expect("games.csv is part of the program and well formed");
        let names = |row: &NamedGame| -> Vec<String> {
            row.aliases.iter().chain([&row.name]).filter_map(|name| key(name)).collect()
        };
        let keys = games
            .iter()
            .enumerate()
            .flat_map(|(i, row)| names(row).into_iter().map(move |k| (k, i)));
        let rows = keys.filter(|(key, _)| !key.is_empty()).collect();
        NameTable { games, rows }
    })
}

/// Reads one row: `code,name,title,aliases,note`, the aliases separated by `; `.
///
/// The code is in canonical spelling. It is not read by `parse`, which looks up names here.
fn named_game(row: &str) -> Option<NamedGame> {
    let [code, name, title, aliases, note] = fields(row)?[..] else { return None };
    let (code, shift) = match code.split_once(" shift ") {
        Some((code, shift)) => (code, shift.parse().ok()?),
        None => (code, 0),
    };
    let code: Code = notation(code, 1).ok()?;
    Some(NamedGame {
        game: Game { code, shift },
        name: name.to_owned(),
        title: title.to_owned(),
        aliases: aliases.split("; ").filter(|alias| !alias.is_empty()).map(str::to_owned).collect(),
        note: note.to_owned(),
    })
}

/// The fields of a row of CSV. Fields with commas stand in quotes; `None` if a quote stands within
/// a field.
fn fields(row: &str) -> Option<Vec<&str>> {
    let (mut fields, mut rest) = (vec![], Some(row));
    while let Some(text) = rest {
        let field = match text.strip_prefix('"') {
            Some(quoted) => quoted.split('"').next()?,
            None => text.split(',').next()?,
        };
        let length = if text.starts_with('"') { field.len() + 2 } else { field.len() };
        let after = text.get(length..)?;
        if field.contains('"') || !(after.is_empty() || after.starts_with(',')) {
            return None;
        }
        fields.push(field);
        rest = after.strip_prefix(',');
    }
    Some(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edit_distances() {
        for (from, to, distance) in [
            ("", "", 0),
            ("", "nim", 3),
            ("kayels", "kayles", 2),
            ("kitten", "sitting", 3),
            ("naïve", "nave", 1),
        ] {
            assert_eq!(edit_distance(from, to), distance, "{from} {to}");
            assert_eq!(edit_distance(to, from), distance, "{to} {from}");
        }
    }

    #[test]
    fn fields_of_rows() {
        assert_eq!(fields(r#"a,,"b, c","#), Some(vec!["a", "", "b, c", ""]));
        for damaged in [r#"a,"b"#, r#""a"b,c"#, r#"a,"b ""c"" d""#, r#"a"b,c"#] {
            assert_eq!(fields(damaged), None, "{damaged}");
        }
    }
}
